/** What helps, by the words with which a server refuses a push; the first that fits counts. */
const ADVICE: readonly { readonly words: RegExp; readonly advice: string }[] = [
  {
    words: /verified signature|unsigned|not signed|must be (?:gpg |ssh )?signed/i,
    advice: "sign the commits with reports.signingKeyFile",
  },
  {
    words: /(?:committer|author)\b.{0,60}\be-?mail|e-?mail\b.{0,60}\b(?:committer|author)/i,
    advice: "name a committer that it takes in reports.author",
  },
  {
    words: /non-fast-forward|force[- ]push/i,
    advice: "allow the account to push to that branch by force, a pull request's is made anew",
  },
];

const ANY = "allow the account to push to that branch";

/** What a person can do about a push that a rule or a hook of the server refused. */
export function advisePush(words: string): string {
  return ADVICE.find((each) => each.words.test(words))?.advice ?? ANY;
}
