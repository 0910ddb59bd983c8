/** Where log lines go: to a stream, or for a while through somebody who keeps the terminal whole. */
export interface LogOutlet {
  /** Takes a whole line with its end. */
  readonly write: (line: string) => void;
  /** Lines go through `print` until the returned function is called. */
  readonly redirect: (print: (line: string) => void) => () => void;
}

/** @param write Where lines go while nobody wants them. */
export function openLogOutlet(write: (line: string) => void): LogOutlet {
  let present = write;
  return {
    write: (line) => present(line),
    redirect(print) {
      const before = present;
      present = print;
      return () => {
        present = before;
      };
    },
  };
}
