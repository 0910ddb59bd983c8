import { type JsonObject, listAt, numberAt, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid, notSupported, required } from "../make-fault.ts";
import { subdomainName } from "../subdomain-name.ts";
import { choiceFaults, itemFaults } from "./check-items.ts";
import { PORT_MAX } from "./check-port.ts";
import { selectorFaults } from "./check-selector.ts";

const REVIEW_VERSIONS = ["v1", "v1beta1"];

const OPERATIONS = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];

const SEGMENTS_MIN = 3;

const TIMEOUT_MAX = 30;

/** Of both kinds of webhook configurations. The webhooks themselves are never called. */
export function webhooksFaults(object: JsonObject): readonly Fault[] {
  return itemFaults(object, "webhooks", webhookFaults);
}

/** How a webhook is reached, also that of a CRD's conversion. */
export function clientFaults(client: JsonObject, at: string): readonly Fault[] {
  const url = textAt(client, "url");
  const service = objectAt(client, "service");
  if ((url === undefined) === (service === undefined)) {
    return [required(at, "exactly one of url or service is required")];
  }
  return service === undefined
    ? urlFaults(url ?? "", `${at}.url`)
    : serviceFaults(service, `${at}.service`);
}

function webhookFaults(webhook: JsonObject, at: string): readonly Fault[] {
  const timeout = numberAt(webhook, "timeoutSeconds");
  const isTimed = timeout === undefined || (timeout >= 1 && timeout <= TIMEOUT_MAX);
  return [
    ...nameFaults(textAt(webhook, "name") ?? "", `${at}.name`),
    ...itemFaults(webhook, `${at}.rules`, ruleFaults),
    ...choiceFaults(webhook, `${at}.failurePolicy`, ["Fail", "Ignore"]),
    ...choiceFaults(webhook, `${at}.matchPolicy`, ["Equivalent", "Exact"]),
    ...sideEffectFaults(webhook, `${at}.sideEffects`),
    ...(isTimed
      ? []
      : [
          invalid(
            `${at}.timeoutSeconds`,
            timeout,
            `the timeout value must be between 1 and ${TIMEOUT_MAX} seconds`,
          ),
        ]),
    ...selectorFaults(objectAt(webhook, "namespaceSelector") ?? {}, `${at}.namespaceSelector`),
    ...selectorFaults(objectAt(webhook, "objectSelector") ?? {}, `${at}.objectSelector`),
    ...clientFaults(objectAt(webhook, "clientConfig") ?? {}, `${at}.clientConfig`),
    ...versionFaults(webhook, `${at}.admissionReviewVersions`),
    ...choiceFaults(webhook, `${at}.reinvocationPolicy`, ["IfNeeded", "Never"]),
  ];
}

function nameFaults(name: string, at: string): readonly Fault[] {
  if (name === "") return [required(at)];
  const faults = subdomainName(name).map((each) => invalid(at, name, each));
  if (faults.length > 0 || name.split(".").length >= SEGMENTS_MIN) return faults;
  const text = "should be a domain with at least three segments separated by dots";
  return [invalid(at, name, text)];
}

function sideEffectFaults(webhook: JsonObject, at: string): readonly Fault[] {
  const effects = textAt(webhook, "sideEffects");
  const known = ["None", "NoneOnDryRun"];
  if (effects === undefined) return [required(at, `must specify one of ${known.join(", ")}`)];
  return known.includes(effects) ? [] : [notSupported(at, effects, known)];
}

function versionFaults(webhook: JsonObject, at: string): readonly Fault[] {
  const versions = listAt(webhook, "admissionReviewVersions");
  const known = REVIEW_VERSIONS.join(", ");
  if (versions.length === 0) return [required(at, `must specify one of ${known}`)];
  const isKnown = versions.some((each) => REVIEW_VERSIONS.some((version) => version === each));
  return isKnown ? [] : [invalid(at, versions, `must include at least one of ${known}`)];
}

function ruleFaults(rule: JsonObject, at: string): readonly Fault[] {
  const resources = listAt(rule, "resources").map((each) => (typeof each === "string" ? each : ""));
  const plain = resources.filter((each) => !each.includes("/"));
  const noOthers = "if '*' is present, must not specify other resources without subresources";
  return [
    ...textsFaults(rule, `${at}.operations`, "operations"),
    ...listAt(rule, "operations").flatMap((each, index) =>
      OPERATIONS.some((operation) => operation === each)
        ? []
        : [notSupported(`${at}.operations[${index}]`, each, OPERATIONS)],
    ),
    ...textsFaults(rule, `${at}.apiGroups`, "API groups"),
    ...textsFaults(rule, `${at}.apiVersions`, "API versions"),
    ...(resources.length === 0 ? [required(`${at}.resources`)] : []),
    ...(plain.includes("*") && plain.length > 1
      ? [invalid(`${at}.resources`, resources, noOthers)]
      : []),
    ...choiceFaults(rule, `${at}.scope`, ["*", "Cluster", "Namespaced"]),
  ];
}

function textsFaults(rule: JsonObject, at: string, what: string): readonly Fault[] {
  const field = at.slice(at.lastIndexOf(".") + 1);
  const texts = listAt(rule, field);
  const isCrowded = texts.includes("*") && texts.length > 1;
  return [
    ...(texts.length === 0 ? [required(at)] : []),
    ...(isCrowded ? [invalid(at, texts, `if '*' is present, must not specify other ${what}`)] : []),
    ...(field === "apiVersions"
      ? texts.flatMap((each, index) => (each === "" ? [required(`${at}[${index}]`)] : []))
      : []),
  ];
}

function urlFaults(text: string, at: string): readonly Fault[] {
  const form = "desired format: https://host[/path]";
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return [required(at, `url must be a valid URL; ${form}`)];
  const user = url.password === "" ? url.username : `${url.username}:${url.password}`;
  return [
    ...(url.protocol === "https:"
      ? []
      : [
          invalid(at, url.protocol.slice(0, -1), `'https' is the only allowed URL scheme; ${form}`),
        ]),
    ...(url.host === "" ? [invalid(at, "", `host must be specified; ${form}`)] : []),
    ...(user === "" ? [] : [invalid(at, user, "user information is not permitted in the URL")]),
    ...(url.hash === ""
      ? []
      : [invalid(at, url.hash.slice(1), "fragments are not permitted in the URL")]),
    ...(url.search === ""
      ? []
      : [invalid(at, url.search.slice(1), "query parameters are not permitted in the URL")]),
  ];
}

function serviceFaults(service: JsonObject, at: string): readonly Fault[] {
  const port = numberAt(service, "port");
  const path = textAt(service, "path");
  const isPort = port === undefined || (port >= 1 && port <= PORT_MAX);
  return [
    ...["name", "namespace"].flatMap((field) =>
      (textAt(service, field) ?? "") === "" ? [required(`${at}.${field}`)] : [],
    ),
    ...(isPort
      ? []
      : [invalid(`${at}.port`, port, "port is not valid: must be between 1 and 65535, inclusive")]),
    ...(path === undefined ? [] : pathFaults(path, `${at}.path`)),
  ];
}

function pathFaults(path: string, at: string): readonly Fault[] {
  if (path === "/" || path === "") return [];
  const segments = path.slice(1).split("/");
  const last = segments.at(-1) === "" ? segments.slice(0, -1) : segments;
  return [
    ...(path.startsWith("/") ? [] : [invalid(at, path, "must start with a '/'")]),
    ...last.flatMap((segment, index) => {
      if (segment === "") return [invalid(at, path, `segment[${index}] may not be empty`)];
      return subdomainName(segment).map((each) => invalid(at, path, `segment[${index}]: ${each}`));
    }),
  ];
}
