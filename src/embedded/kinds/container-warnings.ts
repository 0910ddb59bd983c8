import {
  isJsonObject,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import { quantityNanos } from "./quantity-nanos.ts";

const UNIT = 1_000_000_000n;
/** Resources that are counted in bytes. */
const IN_BYTES = ["memory", "ephemeral-storage"];

/** What is odd about the containers of a pod, though it is allowed. */
export function containerWarnings(spec: JsonObject, at: string): readonly string[] {
  const ports = new Map<string, readonly string[]>();
  return ["initContainers", "containers"].flatMap((list) =>
    listAt(spec, list)
      .filter(isJsonObject)
      .flatMap((container, index) => {
        const path = `${at}.${list}[${index}]`;
        return [
          ...byteWarnings(container, `${path}.resources`),
          ...environmentWarnings(container, path),
          ...portWarnings(container, path, ports),
        ];
      }),
  );
}

function byteWarnings(container: JsonObject, at: string): readonly string[] {
  return ["limits", "requests"].flatMap((list) =>
    IN_BYTES.flatMap((name) => {
      const amount = textAt(container, "resources", list, name);
      if (amount === undefined || quantityNanos(amount) % UNIT === 0n) return [];
      const quoted = JSON.stringify(amount);
      return [
        `${at}.${list}[${name}]: fractional byte value ${quoted} is invalid, must be an integer`,
      ];
    }),
  );
}

function environmentWarnings(container: JsonObject, at: string): readonly string[] {
  const seen = new Set<string>();
  return listAt(container, "env").flatMap((variable, index) => {
    const name = textAt(variable, "name") ?? "";
    const isKnown = seen.has(name);
    seen.add(name);
    return isKnown
      ? [
          `${at}.env[${index}]: hides previous definition of ${JSON.stringify(name)}, which may be dropped when using apply`,
        ]
      : [];
  });
}

/** @param ports - Where each port of the pod was named before; added to. */
function portWarnings(
  container: JsonObject,
  at: string,
  ports: Map<string, readonly string[]>,
): readonly string[] {
  return listAt(container, "ports").flatMap((port, index) => {
    const number = numberAt(objectAt(port), "containerPort") ?? 0;
    const key = `${number}/${textAt(port, "protocol") ?? "TCP"}`;
    const path = `${at}.ports[${index}]`;
    const others = ports.get(key) ?? [];
    ports.set(key, [...others, path]);
    return others.map((other) => `${path}: duplicate port definition with ${other}`);
  });
}
