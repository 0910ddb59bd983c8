const HOST = String.raw`(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*(?::\d+)?/)?`;

const SEGMENT = String.raw`[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*`;

const IMAGE = new RegExp(
  String.raw`^${HOST}${SEGMENT}(?:/${SEGMENT})*(?::(?<tag>\w[\w.-]{0,127}))?(?<digest>@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$`,
);

/**
 * Images that may change under their name are always pulled again: those without a tag, and `latest`. What is no image's name
 * is not judged.
 * @see https://kubernetes.io/docs/concepts/containers/images/#imagepullpolicy-defaulting
 */
export function defaultPullPolicy(image: string): "Always" | "IfNotPresent" {
  const parts = IMAGE.exec(image)?.groups;
  if (parts === undefined) return "IfNotPresent";
  const isUntagged = parts["tag"] === undefined && parts["digest"] === undefined;
  return isUntagged || parts["tag"] === "latest" ? "Always" : "IfNotPresent";
}
