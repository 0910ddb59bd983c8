import { describe, expect, test } from "vitest";
import type { AdoptedDrift, UnadoptedDrift } from "../../../../src/core/adopt/adoption.ts";
import { parseObjectId } from "../../../../src/core/object/object-id.ts";
import type { Offer, OfferedDrift } from "../../../../src/core/offer/offer.ts";
import { renderOffer } from "../../../../src/core/offer/render-offer.ts";

const BODY_MAX = 65_536;
const STATES = ["reverted", "open"] as const;

describe("the texts of a pull request", () => {
  test("as a person reads them: what happened, the answers, then the edit", () => {
    const { title, body, message } = render({
      edited: [drift(), drift({ path: "/data/note", manager: "", desired: undefined })],
      refused: [drift({ id: "Service/shop/web", path: "/spec/type" })],
    });
    expect(title).toBe("Adopt 2 changes made in demo into stack shop");
    expect(
      body,
    ).toBe(`2 values of stack \`shop\` were changed in cluster \`demo\`: 1 taken back, 1 still there.

- **Merge** to have the cluster's values in Git. Lockstep then applies what it took back.
- **Close** to stay with Git. The same changes are not offered again. What is still there goes on to differ.
- **Leave it open** to decide later. It is made anew when something changes, and closes by itself when nothing is left to offer.
- To take only a part, commit that part yourself: what a commit answers is offered no more.

The values come from the cluster, so read them as you would a stranger's patch: never merge automatically, and let CI treat the branch as untrusted. The whole report is [\`drift-reports/demo/shop.md\`](https://git.example/report) on branch \`lockstep/demo/shop\`.

## The edit

| Difference: Git → cluster | Who | Now | Edited |
| --- | --- | --- | --- |
| \`ConfigMap/shop/colours\` \`data.sky\`: \`"blue"\` → \`"grey"\` | \`kubectl-edit\` | taken back | \`shop/colours.yaml:7\` |
| \`ConfigMap/shop/colours\` \`data.note\`: not set → \`"grey"\` | unknown | still there | \`shop/colours.yaml:8\` |

## Not in the edit: 1 more difference

| Difference | Why not |
| --- | --- |
| \`Service/shop/web\` \`spec.type\` | other places of the file read the same anchor, and would change with it (\`shop/web.yaml:3\`) |
`);
    expect(message).toBe(`${title}

- ConfigMap/shop/colours data.sky
- ConfigMap/shop/colours data.note

Lockstep-Offer: demo/shop
`);
  });

  test("the report is named without a link where nobody knows its page", () => {
    const { body } = render({ edited: [drift()], page: "" });
    expect(body).toContain("The whole report is `drift-reports/demo/shop.md` on branch");
  });

  test.each([
    [
      1,
      ["reverted"],
      "1 value of stack `shop` was changed in cluster `demo`, and it was taken back.",
    ],
    [
      2,
      ["reverted"],
      "2 values of stack `shop` were changed in cluster `demo`, and they were taken back.",
    ],
    [
      1,
      ["open"],
      "1 value of stack `shop` was changed in cluster `demo`, and still differs from Git.",
    ],
    [
      2,
      ["open"],
      "2 values of stack `shop` were changed in cluster `demo`, and still differ from Git.",
    ],
  ] as const)("%d, %s: %s", (count, states, first) => {
    const edited = Array.from({ length: count }, (_, at) => drift({ path: `/data/${at}` }));
    const lines = render({ edited, states }).body.split("\n");
    expect(lines[0]).toBe(first);
    expect(lines[3]).toMatch(
      states[0] === "open" ? /goes on to differ\.$/ : /not offered again\.$/,
    );
    expect(lines[2]).toMatch(states[0] === "open" ? /in Git\.$/ : /applies what it took back\.$/);
  });

  test("a forge that takes less gets fewer rows, and the answers all the same", () => {
    const edited = Array.from({ length: 90 }, (_, at) => drift({ path: `/data/key-${at}` }));
    const { body } = render({ edited, bodyMax: 4_000 });
    expect(body.length).toBeLessThanOrEqual(4_000);
    expect(body).toContain("\n- **Close** ");
    expect(body).toContain("\n\n65 more rows do not fit here.\n");
  });

  test("other people's text stands in code spans, and the message has none of it", () => {
    const bad = "`</code>|\n@team #1 [x](y)";
    const { body, message } = render({
      edited: [drift({ desired: bad, live: bad, manager: bad, path: `/data/${bad}` })],
      refused: [drift({ path: `/data/b${bad}` })],
    });
    expect(body.replaceAll(/`[^`\n]*`/g, "")).not.toMatch(/team|code>|\[x\]/);
    expect(message).not.toMatch(/@|#|\[x\]\(/);
  });
});

function drift(
  written: Partial<Omit<OfferedDrift, "id">> & { readonly id?: string } = {},
): OfferedDrift {
  const { id = "ConfigMap/shop/colours", ...rest } = written;
  const parsed = parseObjectId(id);
  if (parsed === undefined) throw new Error(`no id: ${id}`);
  return {
    id: parsed,
    class: "changed",
    path: "/data/sky",
    desired: "blue",
    live: "grey",
    manager: "kubectl-edit",
    ...rest,
  };
}

/** The states are those of the edited drifts, in turn. */
function render({
  edited,
  refused = [],
  states = STATES,
  bodyMax = BODY_MAX,
  page = "https://git.example/report",
}: {
  readonly edited: readonly OfferedDrift[];
  readonly refused?: readonly OfferedDrift[];
  readonly states?: readonly Offer["state"][];
  readonly bodyMax?: number;
  /** Empty: nobody knows it. */
  readonly page?: string;
}): ReturnType<typeof renderOffer> {
  const offers = edited.map((each, at): [OfferedDrift, Offer] => {
    const state = states[at % states.length] ?? "open";
    return [each, { drift: each, state, foundAtMs: 0, pullRequest: 0, isDeclined: false }];
  });
  const adopted = edited.map(
    (each, at): AdoptedDrift<OfferedDrift> => ({
      drift: each,
      file: "shop/colours.yaml",
      line: 7 + at,
    }),
  );
  const left = refused.map(
    (each): UnadoptedDrift<OfferedDrift> => ({
      drift: each,
      reason: "shared-anchor",
      file: "shop/web.yaml",
      line: 3,
    }),
  );
  return renderOffer({
    stack: "shop",
    cluster: "demo",
    adoption: { files: new Map(), edited: adopted, refused: left },
    later: 0,
    offers: new Map(offers),
    report: {
      path: "drift-reports/demo/shop.md",
      branch: "lockstep/demo/shop",
      page: page === "" ? undefined : page,
    },
    bodyMax,
  });
}
