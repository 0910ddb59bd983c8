/** What becomes of a container with an image: it runs, cannot be pulled, or ends with an error each time. */
export type ImageVerdict = "runs" | "broken" | "fails" | "invalid";

const IMAGE =
  /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?(:[0-9]+)?(\/[a-z0-9]+([._-]+[a-z0-9]+)*)*(:[\w][\w.-]{0,127})?(@[\w:+.-]+)?$/;

/** No image is ever pulled: tags that begin with `broken-`, `crash-` and `fail-` play the cases of trouble. */
export function imageVerdict(image: string): ImageVerdict {
  if (!IMAGE.test(image)) return "invalid";
  const tag = tagOf(image);
  if (tag.startsWith("broken-")) return "broken";
  return tag.startsWith("crash-") || tag.startsWith("fail-") ? "fails" : "runs";
}

function tagOf(image: string): string {
  const [named = ""] = image.split("@");
  const last = named.slice(named.lastIndexOf("/") + 1);
  const colon = last.indexOf(":");
  return colon < 0 ? "latest" : last.slice(colon + 1);
}
