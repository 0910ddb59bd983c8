import { expect, test } from "vitest";
import { findKindsOf } from "../../../../src/adapters/kubernetes/find-kinds-of.ts";
import type { KindsOf } from "../../../../src/ports/cluster-port.ts";
import { type JsonAnswer, sendJson, startScriptedApi } from "../../../support/scripted-api.ts";

const SOME: JsonAnswer = { body: { items: [{}] } };
const NONE: JsonAnswer = { body: { items: [] } };

/** What comes out of a server with one kind for each of the answers: `K0`, `K1`. */
async function kindsOf(answers: readonly JsonAnswer[]): Promise<KindsOf> {
  const api = await startScriptedApi((request, response) => {
    const index = Number(/k(\d+)\?/.exec(request.url ?? "")?.[1]);
    sendJson(response, answers[index] ?? { status: 404, body: {} });
  });
  const kinds = answers.map((_, index) => ({
    group: "",
    version: "v1",
    kind: `K${String(index)}`,
    plural: `k${String(index)}`,
    isNamespaced: true,
    hasStatusSubresource: false,
    mayHoldMembers: true,
  }));
  return findKindsOf("a=b", {
    client: api.client,
    known: { kinds, silent: ["sea.example"] },
    concurrency: 4,
  });
}

test("what is not there or not kept has no objects; of what may not be listed nobody knows", async () => {
  const answers = [SOME, NONE, ...[403, 404, 405].map((status) => ({ status, body: {} })), SOME];
  expect(await kindsOf(answers)).toEqual({
    kinds: ["K0", "K5"],
    unknown: ["K2"],
    unanswered: ["*.sea.example"],
  });
});

test.each([429, 500, 503])(
  "a kind whose server says %i did not answer, and hides no other",
  async (status) => {
    const headers = { "retry-after": "0" };
    const silent = { status, body: { message: "not now" }, headers };
    expect(await kindsOf([SOME, silent, NONE])).toEqual({
      kinds: ["K0"],
      unknown: [],
      unanswered: ["*.sea.example", "K1"],
    });
  },
);

test.each([400, 401])("a server that says %i says nothing", async (status) => {
  const headers = { "retry-after": "0" };
  await expect(kindsOf([SOME, { status, body: { message: "not now" }, headers }])).rejects.toThrow(
    /all of K1/,
  );
});
