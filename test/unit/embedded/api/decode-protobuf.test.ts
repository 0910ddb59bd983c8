import { expect, test } from "vitest";
import { canonicalText, isJsonObject, type JsonObject } from "../../../../src/core/object/json.ts";
import { ProtobufDecoder } from "../../../../src/embedded/api/decode-protobuf.ts";
import { proto } from "../../../../src/embedded/api/proto-writer.ts";
import { loadKubernetesTypes } from "../../../../src/embedded/schema/kubernetes-types.ts";

const decoder = new ProtobufDecoder(loadKubernetesTypes());

/** As kubectl 1.33 sends them for `kubectl create`, with all zero values that Go writes. */
test.each([
  [
    "configmap b --from-literal=a=b",
    "azhzAAoPCgJ2MRIJQ29uZmlnTWFwEhsKEQoBYhIAGgAiACoAMgA4AEIAEgYKAWESAWIaACIA",
    '{"apiVersion":"v1","data":{"a":"b"},"kind":"ConfigMap","metadata":{"name":"b"}}',
  ],
  [
    "secret generic s --from-literal=a=b: bytes are base64",
    "azhzAAoMCgJ2MRIGU2VjcmV0Eh0KEQoBcxIAGgAiACoAMgA4AEIAEgYKAWESAWIaABoAIgA=",
    '{"apiVersion":"v1","data":{"a":"Yg=="},"kind":"Secret","metadata":{"name":"s"}}',
  ],
  [
    "service clusterip s --tcp=80:web: a port is a number or a text",
    "azhzAAoNCgJ2MRIHU2VydmljZRJkChsKAXMSABoAIgAqADIAOABCAFoICgNhcHASAXMSQQocCgY4MC13ZWISA1RDUBhQIgkIARAAGgN3ZWIoABIICgNhcHASAXMaACIJQ2x1c3RlcklQOgBCAFIAWgBgAGgAGgIKABoAIgA=",
    '{"apiVersion":"v1","kind":"Service","metadata":{"labels":{"app":"s"},"name":"s"},"spec":{"ports":[{"name":"80-web","port":80,"protocol":"TCP","targetPort":"web"}],"selector":{"app":"s"},"type":"ClusterIP"}}',
  ],
  [
    "quota q --hard=cpu=1,memory=1G: quantities",
    "azhzAAoTCgJ2MRINUmVzb3VyY2VRdW90YRIzChEKAXESABoAIgAqADIAOABCABIcCgoKA2NwdRIDCgExCg4KBm1lbW9yeRIECgIxRxoAGgAiAA==",
    '{"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"q"},"spec":{"hard":{"cpu":"1","memory":"1G"}}}',
  ],
  [
    "deployment d --image=x:1 --replicas=0 --port 80: a pointer keeps its 0",
    "azhzAAoVCgdhcHBzL3YxEgpEZXBsb3ltZW50EqkBChsKAWQSABoAIgAqADIAOABCAFoICgNhcHASAWQSfAgAEgoKCAoDYXBwEgFkGmQKGgoAEgAaACIAKgAyADgAQgBaCAoDYXBwEgFkEkYSKAoBeBIDeDoxKgAyCgoAEAAYUCIAKgBCAGoAcgCAAQCIAQCQAQCiAQAaADIAQgBKAFIAWABgAGgAggEAigEAmgEAwgEAIgIKACgAOAAaDAgAEAAYACAAKAA4ABoAIgA=",
    '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"labels":{"app":"d"},"name":"d"},"spec":{"replicas":0,"selector":{"matchLabels":{"app":"d"}},"template":{"metadata":{"labels":{"app":"d"}},"spec":{"containers":[{"image":"x:1","name":"x","ports":[{"containerPort":80}]}]}}},"status":{"replicas":0}}',
  ],
  [
    "ingress i --rule=foo.com/bar=svc1:8080: fields that JSON writes in place",
    "azhzAAofChRuZXR3b3JraW5nLms4cy5pby92MRIHSW5ncmVzcxJIChEKAWkSABoAIgAqADIAOABCABIvGi0KB2Zvby5jb20SIgogCh4KBC9iYXISDyINCgRzdmMxEgUKABCQPxoFRXhhY3QaAgoAGgAiAA==",
    '{"apiVersion":"networking.k8s.io/v1","kind":"Ingress","metadata":{"name":"i"},"spec":{"rules":[{"host":"foo.com","http":{"paths":[{"backend":{"service":{"name":"svc1","port":{"number":8080}}},"path":"/bar","pathType":"Exact"}]}}]}}',
  ],
])("kubectl create %s", (_, body, expected) => {
  expect(canonicalText(withoutZeros(decoder.decode(Buffer.from(body, "base64"))))).toBe(expected);
});

const POD = Buffer.from("k8s\0");

test.each<[string, Buffer, string]>([
  ["JSON", Buffer.from("{}"), "does not appear to be a protobuf message"],
  ["nothing", Buffer.alloc(0), "does not appear to be a protobuf message"],
  ["the prefix alone", POD, 'no kind "" is registered'],
  ["a kind of a CRD", envelope("example.com/v1", "Widget"), 'no kind "Widget" is registered'],
  ["a length beyond the end", Buffer.concat([POD, Buffer.from([0x0a, 0xff])]), "unexpected EOF"],
  ["an endless number", Buffer.concat([POD, Buffer.alloc(20, 0xff)]), "proto: integer overflow"],
  ["a group", Buffer.concat([POD, Buffer.from([0x0b])]), "proto: illegal wireType 3"],
  [
    "JSON that cannot be read inside of it",
    envelope("apps/v1", "ControllerRevision", proto.message(2, proto.text(1, "{"))),
    "unexpected end of JSON input",
  ],
])("%s is refused", (_, body, message) => {
  expect(() => decoder.decode(body)).toThrow(message);
});

test("a key of a map may be any text", () => {
  const entry = proto.message(2, proto.text(1, "__proto__"), proto.text(2, "x"));
  const { data } = decoder.decode(envelope("v1", "ConfigMap", entry));
  expect(canonicalText(data ?? null)).toBe('{"__proto__":"x"}');
});

test("a field of a later version is left out", () => {
  const body = envelope("v1", "ConfigMap", proto.text(99, "x"));
  expect(canonicalText(decoder.decode(body))).toBe('{"apiVersion":"v1","kind":"ConfigMap"}');
});

function envelope(apiVersion: string, kind: string, ...fields: readonly Buffer[]): Buffer {
  const typeMeta = proto.message(1, proto.text(1, apiVersion), proto.text(2, kind));
  return Buffer.concat([POD, typeMeta, proto.message(2, ...fields)]);
}

/** The zero values that Go writes are for the decoder of objects to drop; here they only hide what counts. */
function withoutZeros(object: JsonObject): JsonObject {
  const text = JSON.stringify(object, (key, value: unknown) => {
    if (key !== "replicas" && (value === "" || value === 0 || value === false)) return undefined;
    return isEmpty(value) ? undefined : value;
  });
  const parsed: unknown = JSON.parse(text);
  const again = isJsonObject(parsed) ? parsed : {};
  return canonicalText(again) === canonicalText(object) ? object : withoutZeros(again);
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
