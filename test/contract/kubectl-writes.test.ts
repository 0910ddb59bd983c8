import { talkWithKubectl } from "../support/talk-with-kubectl.ts";

talkWithKubectl("writes");
