import type { WrittenAllowRule } from "../config/agent-config.ts";
import type { AllowRule, ManagerPattern } from "./foreign-rules.ts";

/** A rule of `ownership.allow` in the form in which it is asked. The config has checked that its pattern compiles. */
export function compileAllowRule(written: WrittenAllowRule): AllowRule {
  const { operation, kinds, paths } = written;
  return { manager: compilePattern(written.manager), operation, kinds, paths };
}

/** The config has checked that it compiles. */
export function compilePattern(text: string): ManagerPattern {
  if (text.length > 2 && text.startsWith("/") && text.endsWith("/")) {
    return { kind: "regex", pattern: new RegExp(text.slice(1, -1)) };
  }
  if (text.endsWith("*")) return { kind: "prefix", text: text.slice(0, -1) };
  return { kind: "exact", text };
}
