import { describe, expect, test } from "vitest";
import { dependentWrite, ES, KB, party, RED, targetWrite } from "../../../support/skew-cases.ts";

const ANEW = { isMadeAnew: true };

describe("what is deleted to be made anew", () => {
  test.each([
    {
      title: "a target at its version, dependent at the same",
      target: { spec: "9.1.0" },
      dependent: { spec: "9.1.0" },
      changed: "open",
      anew: "open",
    },
    {
      title: "a target at its version, dependent above by somebody else's hand",
      target: { spec: "9.1.0" },
      dependent: { spec: "9.2.0", git: "9.1.0" },
      changed: "open",
      anew: "VersionAhead, wants 9.1.0, has 9.2.0",
    },
    {
      title: "a target that goes up, dependent not above",
      target: { spec: "9.1.0", git: "9.2.0" },
      dependent: { spec: "9.1.0" },
      changed: "open",
      anew: "open",
    },
    {
      title: "a target that goes down, dependent still up",
      target: { spec: "9.1.0", git: "9.0.0" },
      dependent: { spec: "9.1.0", git: "9.0.0" },
      changed: "VersionAhead, wants 9.0.0, has 9.1.0",
      anew: "VersionAhead, wants 9.0.0, has 9.1.0",
    },
  ])("B2: (L) $title: changed $changed, made anew $anew", (row) => {
    const [target, dependent] = [party(ES, row.target), party(KB, row.dependent)];
    expect(targetWrite(target, dependent)).toBe(row.changed);
    expect(targetWrite(target, dependent, ANEW)).toBe(row.anew);
  });

  test.each([
    {
      title: "a dependent that goes down while its target's upgrade hangs",
      dependent: { spec: "9.0.0", git: "8.19.2" },
      target: { spec: "9.1.0", status: "9.0.0", more: RED },
      changed: "open",
      anew: "NotReady, wants 9.1.0, has health red",
    },
    {
      title: "a dependent at its version, target lower by somebody else's hand",
      dependent: { spec: "9.1.0" },
      target: { spec: "9.1.0", status: "9.0.0" },
      changed: "VersionBehind, wants 9.1.0, has 9.0.0",
      anew: "VersionBehind, wants 9.1.0, has 9.0.0",
    },
    {
      title: "a dependent at its version, target rolled out",
      dependent: { spec: "9.1.0" },
      target: { spec: "9.1.0" },
      changed: "open",
      anew: "open",
    },
    {
      title: "a dependent that goes down with its target, which waits for it",
      dependent: { spec: "9.1.0", git: "9.0.0" },
      target: { spec: "9.1.0", git: "9.0.0" },
      changed: "open",
      anew: "open",
    },
  ])("B2: (U, R) $title: changed $changed, made anew $anew", (row) => {
    const [target, dependent] = [party(ES, row.target), party(KB, row.dependent)];
    expect(dependentWrite(dependent, target)).toBe(row.changed);
    expect(dependentWrite(dependent, target, ANEW)).toBe(row.anew);
  });
});
