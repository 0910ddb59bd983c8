import { type JsonObject, textAt } from "../../core/object/json.ts";
import { idOf, uidOf } from "../../core/object/live-object.ts";
import {
  type Container,
  crashed,
  restartCount,
  running,
  terminated,
  waiting,
} from "./container-status.ts";
import { imageVerdict } from "./image-verdict.ts";
import { backOffAfter } from "./pace.ts";
import type { Write } from "./write.ts";
import { tell, warn } from "./writes.ts";

/** A container after a try to start it. */
export interface StartedContainer {
  readonly status: JsonObject;
  readonly events: readonly Write[];
  /** It has to be tried again. */
  readonly isStuck: boolean;
}

export interface StartTry {
  readonly pod: JsonObject;
  readonly now: number;
  /** How often the pod was tried before. */
  readonly failures: number;
  readonly backOffMs: number;
  /** Images that the node has already. */
  readonly pulled: ReadonlySet<string>;
}

/** Starts a container that is not running. What comes of it is told by the tag of its image. */
export function startContainer(container: Container, attempt: StartTry): StartedContainer {
  const { pod, now } = attempt;
  switch (imageVerdict(container.image)) {
    case "broken":
      return pullFails(container, attempt);
    case "fails":
      return endsWithError(container, attempt);
    case "invalid": {
      const message = `Failed to apply default image tag "${container.image}": couldn't parse image name "${container.image}": invalid reference format`;
      return {
        status: waiting(container, "InvalidImageName", message),
        events: [
          warn(pod, "InspectFailed", message),
          warn(pod, "Failed", "Error: InvalidImageName"),
        ],
        isStuck: false,
      };
    }
    case "runs":
      return {
        status: running(container, now),
        events: startedEvents(container, attempt),
        isStuck: false,
      };
  }
}

/** First the pull fails, then the kubelet waits before it tries again, in turn. */
function pullFails(container: Container, { pod, failures }: StartTry): StartedContainer {
  const { image } = container;
  const cause = `failed to pull and unpack image "${image}": failed to resolve reference "${image}": ${image}: not found`;
  if (failures % 2 === 0) {
    return {
      status: waiting(container, "ErrImagePull", `rpc error: code = NotFound desc = ${cause}`),
      events: [
        tell(pod, "Pulling", `Pulling image "${image}"`),
        warn(pod, "Failed", `Failed to pull image "${image}": ${cause}`),
        warn(pod, "Failed", "Error: ErrImagePull"),
      ],
      isStuck: true,
    };
  }
  const message = `Back-off pulling image "${image}": ErrImagePull: ${cause}`;
  return {
    status: waiting(container, "ImagePullBackOff", message),
    events: [
      tell(pod, "BackOff", `Back-off pulling image "${image}"`),
      warn(pod, "Failed", "Error: ImagePullBackOff"),
    ],
    isStuck: true,
  };
}

function endsWithError(container: Container, attempt: StartTry): StartedContainer {
  const { pod, now, failures, backOffMs } = attempt;
  const events = startedEvents(container, attempt);
  if (textAt(pod, "spec", "restartPolicy") === "Never") {
    return { status: terminated(container, 1, now), events, isStuck: false };
  }
  const { namespace, name } = idOf(pod);
  const whole = `${name}_${namespace}(${uidOf(pod)})`;
  const seconds = Math.max(1, Math.round(backOffAfter(failures + 1, backOffMs) / 1000));
  const message = `back-off ${seconds}s restarting failed container=${container.name} pod=${whole}`;
  const told = `Back-off restarting failed container ${container.name} in pod ${whole}`;
  return {
    status: crashed(container, { message, restarts: restartCount(container) + 1, now }),
    events: [...events, warn(pod, "BackOff", told)],
    isStuck: true,
  };
}

function startedEvents({ name, image }: Container, attempt: StartTry): readonly Write[] {
  const { pod, pulled } = attempt;
  const text = pulled.has(image)
    ? `Container image "${image}" already present on machine`
    : `Successfully pulled image "${image}" in 1.2s (1.2s including waiting). Image size: 33554432 bytes.`;
  return [
    tell(pod, "Pulled", text),
    tell(pod, "Created", `Created container: ${name}`),
    tell(pod, "Started", `Started container ${name}`),
  ];
}
