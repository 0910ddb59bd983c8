import { readdirSync } from "node:fs";
import { talkWithKubectl } from "../support/talk-with-kubectl.ts";

talkWithKubectl(
  readdirSync(new URL("kubectl-talks/", import.meta.url)).map((f) => f.replace(".txt", "")),
);
