import { createHash } from "node:crypto";
import { type Json, type JsonObject, textAt } from "../../core/object/json.ts";
import { timeText } from "../time-text.ts";

/** One container of a pod with what was last said of it. */
export interface Container {
  readonly name: string;
  readonly image: string;
  readonly spec: Json;
  readonly last: JsonObject | undefined;
}

/** It waits, for a reason. What it did before stays in `lastState`. */
export function waiting(container: Container, reason: string, message?: string): JsonObject {
  const text = message === undefined ? { reason } : { message, reason };
  return { ...common(container), started: false, state: { waiting: text } };
}

export function running(container: Container, now: number): JsonObject {
  return {
    ...common(container),
    ...identity(container),
    ready: true,
    started: true,
    state: { running: { startedAt: timeText(now) } },
  };
}

/** It came to its end. */
export function terminated(container: Container, exitCode: number, now: number): JsonObject {
  return {
    ...common(container),
    ...identity(container),
    started: false,
    state: { terminated: ending(container, exitCode, now) },
  };
}

/** It ended with an error and is started again after a while: one restart more. */
export function crashed(
  container: Container,
  {
    message,
    restarts,
    now,
  }: { readonly message: string; readonly restarts: number; readonly now: number },
): JsonObject {
  return {
    ...common(container),
    ...identity(container),
    lastState: { terminated: ending(container, 1, now) },
    restartCount: restarts,
    started: false,
    state: { waiting: { message, reason: "CrashLoopBackOff" } },
  };
}

export function restartCount(container: Container): number {
  const count = container.last?.["restartCount"];
  return typeof count === "number" ? count : 0;
}

function common(container: Container): JsonObject {
  return {
    image: container.image,
    imageID: "",
    lastState: container.last?.["lastState"] ?? {},
    name: container.name,
    ready: false,
    restartCount: restartCount(container),
  };
}

/** Ids in the form of containerd's, made up from the names. */
function identity(container: Container): JsonObject {
  const { name, image } = container;
  return {
    containerID: `containerd://${sha256(`${name} ${image} ${restartCount(container)}`)}`,
    imageID: `${image.split("@")[0] ?? image}@sha256:${sha256(image)}`,
  };
}

function ending(container: Container, exitCode: number, now: number): JsonObject {
  const startedAt = textAt(container.last, "state", "running", "startedAt") ?? timeText(now);
  return {
    containerID: `containerd://${sha256(`${container.name} ${container.image} ended`)}`,
    exitCode,
    finishedAt: timeText(now),
    reason: exitCode === 0 ? "Completed" : "Error",
    startedAt,
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
