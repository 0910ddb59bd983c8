import { describe, expect, test } from "vitest";
import { buildIntent } from "../../../../src/core/plan/build-intent.ts";
import { manifest } from "../../../support/graph-builders.ts";
import { digest, rulesOf } from "../../../support/look-builder.ts";

const stamp = { rules: rulesOf(), revision: "c0ffee", digest };

function hashAt(written: Parameters<typeof manifest>[1], more: Partial<typeof stamp> = {}): string {
  return buildIntent(manifest("ConfigMap/shop/a", written), { ...stamp, ...more }).hash;
}

describe("buildIntent", () => {
  test("the body is the manifest with our labels and the commit", () => {
    const written = { labels: { app: "a" }, annotations: { note: "n" }, rest: "data: {x: '1'}" };
    expect(buildIntent(manifest("ConfigMap/shop/a", written), stamp)).toMatchObject({
      revision: "c0ffee",
      body: {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: {
          name: "a",
          namespace: "shop",
          labels: {
            app: "a",
            "lockstep.dev/stack": "shop",
            "applyset.kubernetes.io/part-of": "applyset-shop-v1",
          },
          annotations: { note: "n", "lockstep.dev/revision": "c0ffee" },
        },
        data: { x: "1" },
      },
    });
  });

  test("a manifest without labels and annotations gets them", () => {
    const { body, ...bare } = manifest("Namespace/shop");
    const { metadata: _, ...rest } = body;
    const intent = buildIntent({ ...bare, body: { ...rest, metadata: { name: "shop" } } }, stamp);
    expect(Object.keys(intent.body["metadata"] ?? {})).toEqual(["name", "labels", "annotations"]);
  });

  test.each([
    { title: "another commit", same: true, hash: hashAt({}, { revision: "facade" }) },
    { title: "the same manifest parsed again", same: true, hash: hashAt({}) },
    { title: "a label", same: false, hash: hashAt({ labels: { app: "a" } }) },
    { title: "an annotation", same: false, hash: hashAt({ annotations: { note: "n" } }) },
    { title: "a field", same: false, hash: hashAt({ rest: "data: {x: '1'}" }) },
    {
      title: "another stack",
      same: false,
      hash: hashAt({}, { rules: rulesOf({ name: "other" }) }),
    },
    {
      title: "another apply set",
      same: false,
      hash: hashAt({}, { rules: rulesOf({ applySetId: "applyset-x-v1" }) }),
    },
  ])("$title: the same intent? $same", ({ same, hash }) => {
    expect(hash === hashAt({})).toBe(same);
  });

  test("one manifest under other rules is another intent", () => {
    const one = manifest("ConfigMap/shop/a");
    const hashes = ["shop", "other"].map(
      (name) => buildIntent(one, { ...stamp, rules: rulesOf({ name }) }).hash,
    );
    expect(new Set(hashes).size).toBe(2);
  });
});
