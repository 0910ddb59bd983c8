import { type Json, objectAt, type Step, textAt, valueAt } from "../object/json.ts";
import { parseListen } from "./parse-listen.ts";

interface HookFault {
  readonly path: readonly Step[];
  readonly what: string;
  readonly expected: string;
}

/** Finds what is missing in `agent.hooks`, and what contradicts the other addresses. */
export function findHookFaults(config: Json): readonly HookFault[] {
  const hooks = objectAt(config, "agent", "hooks");
  return hooks === undefined ? [] : [...findSecretFaults(hooks), ...findPortFaults(config, hooks)];
}

/** Without a secret anybody could say that something happened. */
function findSecretFaults(hooks: Json): readonly HookFault[] {
  const hasFile = valueAt(hooks, "secretFile") !== undefined;
  const hasVariable = valueAt(hooks, "secretEnv") !== undefined;
  if (hasFile && hasVariable) {
    return [
      {
        path: ["agent", "hooks", "secretEnv"],
        what: "agent.hooks names both secretFile and secretEnv",
        expected: "one of them",
      },
    ];
  }
  if (hasFile || hasVariable) return [];
  return [
    {
      path: ["agent", "hooks"],
      what: "agent.hooks names no secret",
      expected: "secretFile or secretEnv: a hook that nobody signed is not heard",
    },
  ];
}

function findPortFaults(config: Json, hooks: Json): readonly HookFault[] {
  const own = parseListen(textAt(hooks, "listen") ?? "0.0.0.0:8082");
  const others = [
    { key: "agent.page", port: parseListen(textAt(config, "agent", "page") ?? "127.0.0.1:8080") },
    { key: "agent.probes", port: parseListen(textAt(config, "agent", "probes") ?? "0.0.0.0:8081") },
  ];
  // Port 0 is another one each time.
  if (own === undefined || own.port === 0) return [];
  const isWritten = valueAt(hooks, "listen") !== undefined;
  return others
    .filter(({ port }) => port?.port === own.port)
    .slice(0, 1)
    .map(({ key }) => ({
      path: ["agent", "hooks", ...(isWritten ? ["listen"] : [])],
      what: `agent.hooks.listen and ${key} have the same port`,
      expected: "two ports",
    }));
}
