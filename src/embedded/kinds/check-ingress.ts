import { isIPv4 } from "node:net";
import {
  isJsonObject,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid, required } from "../make-fault.ts";
import { subdomainName } from "../subdomain-name.ts";
import { choiceFaults, itemFaults } from "./check-items.ts";
import { portNumberFaults } from "./check-port.ts";
import { oldLabelName, portName, wildcardName } from "./name-syntax.ts";

const PATH_TYPES = ["Exact", "ImplementationSpecific", "Prefix"];

/** Parts that a path has in no request. */
const NEVER_IN_PATHS = ["//", "/./", "/../", "%2f", "%2F"];

const NEVER_AT_END = ["/..", "/."];

const CLASS_ANNOTATION = "kubernetes.io/ingress.class";

/** @see https://kubernetes.io/docs/concepts/services-networking/ingress/ */
export function ingressFaults(object: JsonObject): readonly Fault[] {
  const spec = objectAt(object, "spec") ?? {};
  const backend = objectAt(spec, "defaultBackend");
  const className = textAt(spec, "ingressClassName");
  const isEmpty = listAt(spec, "rules").length === 0 && backend === undefined;
  return [
    ...(isEmpty ? [nothing("spec", "either `defaultBackend` or `rules` must be specified")] : []),
    ...(backend === undefined ? [] : backendFaults(backend, "spec.defaultBackend")),
    ...itemFaults(spec, "spec.rules", ruleFaults),
    ...itemFaults(spec, "spec.tls", (tls, path) =>
      listAt(tls, "hosts").flatMap((each, index) =>
        hostNameFaults(typeof each === "string" ? each : "", `${path}.hosts[${index}]`),
      ),
    ),
    ...itemFaults(spec, "spec.tls", secretFaults),
    ...(className === undefined
      ? []
      : subdomainName(className).map((each) => invalid("spec.ingressClassName", className, each))),
    ...annotationFaults(object, className),
  ];
}

function nothing(field: string, detail: string): Fault {
  return { kind: "invalid", field, detail };
}

function annotationFaults(object: JsonObject, className: string | undefined): readonly Fault[] {
  const annotated = textAt(object, "metadata", "annotations", CLASS_ANNOTATION);
  if (className === undefined || annotated === undefined || annotated === className) return [];
  const text = "must match `ingressClassName` when both are specified";
  return [invalid(`annotations.${CLASS_ANNOTATION}`, annotated, text)];
}

function secretFaults(tls: JsonObject, at: string): readonly Fault[] {
  const name = textAt(tls, "secretName") ?? "";
  return name === ""
    ? []
    : subdomainName(name).map((each) => invalid(`${at}.secretName`, name, each));
}

function ruleFaults(rule: JsonObject, at: string): readonly Fault[] {
  const host = textAt(rule, "host") ?? "";
  const http = objectAt(rule, "http");
  return [
    ...(host === "" ? [] : hostFaults(host, `${at}.host`)),
    ...(http === undefined ? [] : pathsFaults(http, `${at}.http.paths`)),
  ];
}

function hostFaults(host: string, at: string): readonly Fault[] {
  if (isIPv4(host)) return [invalid(at, host, "must be a DNS name, not an IP address")];
  return hostNameFaults(host, at);
}

function hostNameFaults(host: string, at: string): readonly Fault[] {
  const syntax = host.includes("*") ? wildcardName : subdomainName;
  return syntax(host).map((each) => invalid(at, host, each));
}

function pathsFaults(http: JsonObject, at: string): readonly Fault[] {
  if (listAt(http, "paths").length === 0) return [required(at)];
  return itemFaults(http, at, (path, place) => [
    ...pathFaults(path, place),
    ...backendFaults(objectAt(path, "backend") ?? {}, `${place}.backend`),
  ]);
}

function pathFaults(rule: JsonObject, at: string): readonly Fault[] {
  const path = textAt(rule, "path") ?? "";
  const type = textAt(rule, "pathType");
  const absolute = invalid(`${at}.path`, path, "must be an absolute path");
  if (type === undefined) return [required(`${at}.pathType`, "pathType must be specified")];
  if (type === "ImplementationSpecific") {
    return path === "" || path.startsWith("/") ? [] : [absolute];
  }
  if (!PATH_TYPES.includes(type)) return choiceFaults(rule, `${at}.pathType`, PATH_TYPES);
  if (!path.startsWith("/")) return [absolute];
  return [
    ...NEVER_IN_PATHS.filter((each) => path.includes(each)).map((each) =>
      invalid(`${at}.path`, path, `must not contain '${each}'`),
    ),
    ...NEVER_AT_END.filter((each) => path.endsWith(each)).map((each) =>
      invalid(`${at}.path`, path, `cannot end with '${each}'`),
    ),
  ];
}

function backendFaults(backend: JsonObject, at: string): readonly Fault[] {
  const service = objectAt(backend, "service");
  const resource = objectAt(backend, "resource");
  if (service !== undefined && resource !== undefined) {
    return [invalid(at, "", "cannot set both resource and service backends")];
  }
  if (service !== undefined) return serviceFaults(service, at);
  if (isJsonObject(resource)) {
    return ["kind", "name"].flatMap((field) =>
      (textAt(resource, field) ?? "") === "" ? [required(`${at}.resource.${field}`)] : [],
    );
  }
  return [invalid(at, "", "resource or service backend is required")];
}

function serviceFaults(service: JsonObject, at: string): readonly Fault[] {
  const name = textAt(service, "name") ?? "";
  return [
    ...(name === ""
      ? [required(`${at}.service.name`)]
      : oldLabelName(name).map((each) => invalid(`${at}.service.name`, name, each))),
    ...portFaults(objectAt(service, "port") ?? {}, at),
  ];
}

function portFaults(port: JsonObject, at: string): readonly Fault[] {
  const name = textAt(port, "name") ?? "";
  const number = numberAt(port, "number") ?? 0;
  if (name !== "" && number !== 0) {
    return [invalid(at, "", "cannot set both port name & port number")];
  }
  if (name !== "") {
    return portName(name).map((each) => invalid(`${at}.service.port.name`, name, each));
  }
  return number === 0
    ? [required(at, "port name or number is required")]
    : portNumberFaults(`${at}.service.port.number`, number);
}
