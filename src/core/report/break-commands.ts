/**
 * `[skip ci]`, `[ci-skip]`, `[no ci]` and the like: a commit with it in its message is not built, and a squash takes the text of
 * a pull request as its message.
 * @see https://docs.gitlab.com/ci/pipelines/#skip-a-pipeline
 */
const CI_MARK = /\[(?=(?:skip|no)[ _-][a-z]{1,20}\]|[a-z]{1,20}[ _-]skip\])/gi;

/**
 * `Closes #12`: GitLab reads it in code spans, too, and all forges do in the message of a commit.
 * @see https://docs.gitlab.com/user/project/issues/managing_issues/#closing-issues-automatically
 */
const CLOSING =
  /\b(clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?)(:?) (?= *(?:issues? +)?(?:[\w./-]{0,99}#\d|https?:|[a-z][a-z0-9_]{0,30}-\d))/gi;

/** Other people's text without what forges take for a command, wherever it stands: one character of it is written out. */
export function breakCommands(text: string): string {
  return text.replaceAll(CI_MARK, "\\u005b").replaceAll(CLOSING, "$1$2\\u0020");
}
