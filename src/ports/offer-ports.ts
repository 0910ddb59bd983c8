import type { ForgePort } from "./forge-port.ts";
import type { OfferBranchPort } from "./offer-branch-port.ts";

/** Where a stack's pull request is opened; a stack without one in its config has none. */
export interface OfferPorts {
  readonly forge: ForgePort;
  readonly branch: OfferBranchPort;
}
