import { expect, test } from "vitest";
import { type Asked, chooseForm } from "../../../../src/embedded/api/choose-form.ts";

const GET: Asked = { isCustom: false, verb: "get" };
const CUSTOM: Asked = { isCustom: true, verb: "get" };
const WATCH: Asked = { isCustom: false, verb: "watch" };
const META = "g=meta.k8s.io";

test.each<[string, Asked, string]>([
  ["", GET, "json object"],
  ["*/*", GET, "json object"],
  ["application/json;q=0", GET, "json object"],
  ["application/json;q=x", GET, "json object"],
  ["application/yaml", GET, "yaml object"],
  ["application/yaml;q=0.1, application/json;q=0.2", GET, "json object"],
  ["text/html, */*;q=0.1", GET, "json object"],
  ["application/*", GET, "406: Not Acceptable"],
  ["application/*", CUSTOM, "json object"],
  ["text/html", CUSTOM, "only the following media types are accepted"],
  ["application/vnd.kubernetes.protobuf", GET, "406: Not Acceptable"],
  ["application/vnd.kubernetes.protobuf,application/json", GET, "json object"],
  [`application/json;as=Table;v=v1;${META}`, GET, "json table"],
  [`application/json;as=Table;v=v1;${META},application/json`, GET, "json table"],
  [`application/json;as=Table;v=v1beta1;${META}`, GET, "json table v1beta1"],
  [`application/json;as=Table;v=v2;${META}`, GET, "only the following media types are accepted"],
  ["application/json;as=Table;v=v1;g=x,application/json", GET, "json object"],
  [`application/json;as=PartialObjectMetadata;v=v1;${META}`, GET, "json metadata"],
  [`application/json;as=PartialObjectMetadataList;v=v1;${META}`, GET, "json metadata-list"],
  [`application/json;v=v1;${META}`, GET, "only the following media types are accepted"],
  ["application/json;stream=watch", WATCH, "json object"],
  ["application/yaml", WATCH, "only the following media types are accepted"],
])("Accept: %s", (accept, asked, expected) => {
  expect(outcome(accept, asked)).toBe(expected);
});

function outcome(accept: string, asked: Asked): string {
  try {
    const { syntax, shape, version } = chooseForm(accept, asked);
    return version === "v1" ? `${syntax} ${shape}` : `${syntax} ${shape} ${version}`;
  } catch (error) {
    return error instanceof Error ? (/^(?:[a-z ]+|[^\n]+)/.exec(error.message)?.[0] ?? "") : "";
  }
}
