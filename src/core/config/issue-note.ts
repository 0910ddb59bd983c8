/** What no message of the schema library begins with. */
const MARK = "lockstep:";

/** A message that is no sentence, but what `describeIssue` makes one of: the schema library hands messages through and nothing else. */
export function writeIssueNote(text: string): string {
  return `${MARK}${text}`;
}

/** `undefined` for a message of the schema library's own, which is nothing for a person. */
export function readIssueNote(message: string): string | undefined {
  return message.startsWith(MARK) ? message.slice(MARK.length) : undefined;
}
