import type { ExternalHost } from "./agent-config.ts";
import type { Checked } from "./checked.ts";

const FORM =
  /^(?:\[(?<six>[0-9A-Fa-f.]*:[0-9A-Fa-f:.]{1,44})\]|(?<name>[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?))(?::(?<port>[1-9]\d{0,4}))?$/;
const DOTTED_QUAD = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}$/;
/** A host whose last part is a number is an IPv4 address in one of its many spellings. */
const NUMERIC_END = /(?:^|\.)(?:\d+|0[xX][0-9A-Fa-f]*)$/;

/** An entry of `external.allow`: a host, or a host and a port; no patterns, and addresses only in their usual spelling. */
export function checkExternalHost(text: string): Checked<ExternalHost> {
  const { six = "", name = "", port } = FORM.exec(text)?.groups ?? {};
  const host = six === "" ? checkName(name) : six;
  if (host === "" || Number(port ?? 1) > 65_535) {
    return {
      ok: false,
      what: "is no host",
      expected: "host or host:port, such as es.example:9200, 10.0.0.5 or [fd00::5]:9200",
    };
  }
  const value = { host: host.toLowerCase(), port: port === undefined ? undefined : Number(port) };
  return { ok: true, value };
}

/** @returns the name or IPv4 address; empty for what is neither. */
function checkName(name: string): string {
  const isName = NUMERIC_END.test(name) ? DOTTED_QUAD.test(name) : !name.includes("..");
  return isName ? name : "";
}
