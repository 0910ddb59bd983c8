/** Beyond, the server reads a whole number as a fraction. */
const INTEGER_MAX = 2 ** 63;

/** Whether the server reads a number as an integer. */
export function isInteger(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < INTEGER_MAX;
}
