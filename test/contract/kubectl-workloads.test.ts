import { talkWithKubectl } from "../support/talk-with-kubectl.ts";

talkWithKubectl("workloads");
// It empties the node, so it has a cluster of its own.
talkWithKubectl("nodes");
