const MEBIBYTE = 1024 * 1024;

export function ratio(value: number, base: number): string {
  return `${(value / base).toFixed(2)}x`;
}

export function mebibytes(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(1)} MiB`;
}
