import { isJsonList, type Json } from "../../core/object/json.ts";
import {
  cannotUnmarshal,
  type Fault,
  finalFault,
  kindOf,
  type Place,
  typeFault,
} from "./decode-fault.ts";
import { findBase64Fault } from "./find-base64-fault.ts";
import { parseQuantity } from "./parse-quantity.ts";
import { parseTime } from "./parse-time.ts";
import type { Schema } from "./schema.ts";

type Scalar =
  | { readonly kind: "read"; readonly value: Json | undefined }
  | { readonly kind: "wrong"; readonly fault: Fault };

const INT32_MAX = 2 ** 31 - 1;
const INT64_MAX = 2 ** 63;
const ZERO_TIME = "0001-01-01T00:00:00";

/** A type that reads itself does not know where it stands. */
const NOWHERE: Place = { struct: "", goPath: "", path: "" };

type Decode = (value: Json, schema: Schema, place: Place) => Scalar;

const DECODERS: Readonly<Partial<Record<Schema["type"], Decode>>> = {
  boolean: (value, schema, place) => decodeAs("boolean", value, { schema, place }),
  number: (value, schema, place) => decodeAs("number", value, { schema, place }),
  integer: decodeInteger,
  "int-or-string": decodeIntOrText,
  string: decodeText,
};

const BYTE = { type: "integer", format: "uint8", go: { type: "uint8", zero: "kept" } } as const;
const BYTE_MAX = 255;
const INT32 = { type: "integer", format: "int32", go: { type: "int32", zero: "kept" } } as const;

/** A text, number or boolean of a built-in kind as the server writes it back. `value` is not null. */
export function decodeScalar(value: Json, schema: Schema, place: Place): Scalar {
  const decode = DECODERS[schema.type];
  return decode === undefined
    ? wrong(typeFault(value, schema, place))
    : decode(value, schema, place);
}

function decodeAs(
  type: "boolean" | "number" | "string",
  value: Json,
  { schema, place }: { readonly schema: Schema; readonly place: Place },
): Scalar {
  return typeof value === type ? read(value) : wrong(typeFault(value, schema, place));
}

/** A type that reads itself ends the decoding. */
function decodeIntOrText(value: Json, schema: Schema, place: Place): Scalar {
  if (typeof value === "string") return read(value);
  const scalar = decodeInteger(value, { ...schema, ...INT32 }, place);
  if (scalar.kind === "read") return scalar;
  const inPatch = typeFault(value, { ...schema, ...INT32 }, NOWHERE).message;
  return wrong(finalFault(scalar.fault.message, inPatch));
}

function decodeInteger(value: Json, schema: Schema, place: Place): Scalar {
  const max = schema.format === "int32" ? INT32_MAX : INT64_MAX;
  const isFit =
    typeof value === "number" && Number.isInteger(value) && value <= max && value >= -max - 1;
  return isFit ? read(value) : wrong(typeFault(value, schema, place));
}

function decodeText(value: Json, schema: Schema, place: Place): Scalar {
  switch (schema.format) {
    case "quantity":
      return decodeQuantity(value);
    case "date-time":
    case "date-time-micro":
      return decodeTime(value, schema.format, place);
    case "byte":
      return decodeBytes(value, schema, place);
    default:
      return decodeAs("string", value, { schema, place });
  }
}

/** Numbers are quantities too. */
function decodeQuantity(value: Json): Scalar {
  const parsed = parseQuantity(typeof value === "object" ? "{}" : String(value));
  if (parsed.kind === "parsed") return read(parsed.text);
  return wrong(finalFault(parsed.message));
}

function decodeTime(value: Json, format: string, place: Place): Scalar {
  if (typeof value !== "string") {
    const found = kindOf(value);
    return wrong(
      finalFault(
        cannotUnmarshal(found, "string", place),
        cannotUnmarshal(found, "string", NOWHERE),
      ),
    );
  }
  const parsed = parseTime(value, format === "date-time" ? "seconds" : "micros");
  if (parsed.kind === "wrong") return wrong(finalFault(parsed.message));
  return read(parsed.text.startsWith(ZERO_TIME) ? undefined : parsed.text);
}

function decodeBytes(value: Json, schema: Schema, place: Place): Scalar {
  if (isJsonList(value)) return decodeByteList(value, schema, place);
  if (typeof value !== "string") return wrong(typeFault(value, schema, place));
  const fault = findBase64Fault(value);
  if (fault === undefined) return read(Buffer.from(value, "base64").toString("base64"));
  const message = `illegal base64 data at input byte ${fault}`;
  return wrong({ message, inPatch: `error decoding from json: ${message}`, isFinal: false });
}

/** Go reads a list of numbers as bytes, too. */
function decodeByteList(list: readonly Json[], schema: Schema, place: Place): Scalar {
  const odd = list.find((each) => typeof each !== "number" || !isByte(each));
  if (odd !== undefined) return wrong(typeFault(odd, { ...schema, ...BYTE }, place));
  const bytes = list.filter((each) => typeof each === "number");
  return read(Buffer.from(bytes).toString("base64"));
}

function isByte(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= BYTE_MAX;
}

function read(value: Json | undefined): Scalar {
  return { kind: "read", value };
}

function wrong(fault: Fault): Scalar {
  return { kind: "wrong", fault };
}
