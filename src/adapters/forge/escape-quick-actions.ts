/**
 * A text in which no line is a command to GitLab: `/merge` and the like at the start of a line, with the rights of our token.
 * A backslash before it is not shown.
 * @see https://docs.gitlab.com/user/project/quick_actions/
 */
export function escapeQuickActions(text: string): string {
  return text.replaceAll(/^([^\S\r\n]*)(?=\/[a-z_]+(?:\s|$))/gim, "$1\\");
}
