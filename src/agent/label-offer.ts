import type { Stack } from "./stack.ts";

/**
 * Labels the pull request that was opened, once: what people take off afterwards stays off.
 *
 * @throws {ForgeError}
 */
export async function labelOffer({ offerDesk, setup }: Stack): Promise<void> {
  const { isUnlabelled, newest } = offerDesk.notes;
  const { number } = offerDesk.pullRequest ?? { number: 0 };
  if (!isUnlabelled || number <= newest) return;
  const { labels = [] } = setup.config.reports.pullRequest ?? {};
  if (labels.length > 0) await setup.ports.offers?.forge.addLabels(number, labels);
  offerDesk.notes = { ...offerDesk.notes, isUnlabelled: false };
}
