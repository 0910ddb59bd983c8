import { describe, expect, test } from "vitest";
import { checkBranch } from "../../../../src/core/config/check-branch.ts";
import { checkManagerPattern } from "../../../../src/core/config/check-manager-pattern.ts";
import { checkSchedule } from "../../../../src/core/config/check-schedule.ts";
import { parseDuration } from "../../../../src/core/config/parse-duration.ts";
import { parseListen } from "../../../../src/core/config/parse-listen.ts";
import { suggestKey } from "../../../../src/core/config/suggest-key.ts";

describe("a duration", () => {
  test.each([
    ["10m", 600_000],
    ["30s", 30_000],
    ["168h", 604_800_000],
    ["1h30m", 5_400_000],
    ["1h2m3s4ms", 3_723_004],
    ["1m5ms", 60_005],
    ["500ms", 500],
    ["0s", 0],
    ["596h", 2_145_600_000],
    ["597h", undefined],
    ["99999999999h", undefined],
    ["", undefined],
    ["10", undefined],
    ["m", undefined],
    ["1.5h", undefined],
    ["-5m", undefined],
    ["1d", undefined],
    ["30m1h", undefined],
    ["1m1m", undefined],
    [" 1m", undefined],
    ["1M", undefined],
  ])("%s", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });
});

describe("an address to listen on", () => {
  test.each([
    ["127.0.0.1:8080", "127.0.0.1 8080"],
    ["[::1]:0", "::1 0"],
    ["localhost:65535", "localhost 65535"],
    ["localhost:65536", "none"],
    [":8080", "none"],
    ["8080", "none"],
    ["::1:8080", "none"],
    ["host:80 80", "none"],
    ["-host:80", "none"],
  ])("%s", (text, expected) => {
    const listen = parseListen(text);
    expect(listen === undefined ? "none" : `${listen.host} ${listen.port}`).toBe(expected);
  });
});

describe("a branch name", () => {
  test.each([
    ["main", true],
    ["team/feature-1", true],
    ["höhe", true],
    ["", false],
    ["@", false],
    ["-x", false],
    ["a b", false],
    ["a..b", false],
    ["a//b", false],
    ["/a", false],
    ["a/", false],
    ["a.lock", false],
    [".a", false],
    ["a/.b", false],
    ["a.", false],
    ["a~1", false],
    ["a@{1}", false],
    ["a\u0007", false],
    ["refs/heads/a", false],
    ["a".repeat(201), false],
  ])("%s", (text, isWellFormed) => {
    expect(checkBranch(text).ok).toBe(isWellFormed);
  });
});

describe("a cron expression", () => {
  test.each([
    ["*/1 * * * *", "ok"],
    ["  0   5 * * mon-fri ", "ok"],
    ["0,30 1-5/2 1 JAN,march 7", "ok"],
    ["*/10 * * * * *", "ok"],
    ["* * * *", "is no cron expression"],
    ["@daily", "is no cron expression"],
    ["60 * * * *", "has a wrong minute (0 to 59)"],
    ["* 24 * * *", "has a wrong hour (0 to 23)"],
    ["* * 0 * *", "has a wrong day of month (1 to 31)"],
    ["* * * 13 *", "has a wrong month (1 to 12)"],
    ["* * * * mo", "has a wrong day of week (0 to 7)"],
    ["5/10 * * * *", "has a wrong minute (0 to 59)"],
    ["5-1 * * * *", "has a wrong minute (0 to 59)"],
    ["*/0 * * * *", "has a wrong minute (0 to 59)"],
    ["1,,2 * * * *", "has a wrong minute (0 to 59)"],
    ["60 * * * * *", "has a wrong second (0 to 59)"],
  ])("%s", (text, expected) => {
    const checked = checkSchedule(text);
    expect(checked.ok ? "ok" : checked.what).toBe(expected);
  });
});

describe("the manager of an allow rule", () => {
  test.each([
    ["kube-controller-manager", "ok"],
    ["before-first-apply", "ok"],
    ["flux*", "ok"],
    ["*", "ok"],
    ["/^(?:argo|flux)-[a-z0-9]{1,5}$/", "ok"],
    ["/a\\.b\\d+?/", "ok"],
    ["/(ab)+c/", "ok"],
    ["/(a+)b/", "ok"],
    ["/[^a\\]-z]/", "ok"],
    ["/[-a_-]/", "ok"],
    ["/[a-b-c]/", "is no regular expression of the supported kind"],
    ["", "is empty, too long or unprintable"],
    ["a*b", "has a * that is not its last character"],
    ["/a", "begins as a regular expression but does not end as one"],
    ["//", "begins as a regular expression but does not end as one"],
    ["/a)/", "closes a group that it did not open"],
    ["/(a/", "leaves a group open"],
    ["/*a/", "repeats nothing"],
    ["/a|+/", "repeats nothing"],
    ["/a++/", "repeats nothing"],
    ["/a{3,1}/", "repeats at least more often than at most"],
    ["/[z-a]/", "has a range of characters that runs backwards"],
    ["/(?=a)/", "repeats nothing"],
    ["/\\p{L}/", "is no regular expression of the supported kind"],
    ["/[]/", "is no regular expression of the supported kind"],
    ["/((a+)b)*/", "repeats a group that repeats inside"],
  ])("%s", (text, expected) => {
    const checked = checkManagerPattern(text);
    expect(checked.ok ? "ok" : checked.what).toBe(expected);
  });
});

describe("did you mean", () => {
  test.each([
    ["brnach", "branch"],
    ["tokenfile", "tokenFile"],
    ["barnch", "branch"],
    ["pth", "path"],
    ["url", "url"],
    ["uri", "url"],
    ["zzz", undefined],
    ["x".repeat(50_000), undefined],
  ])("%s", (written, meant) => {
    expect(suggestKey(written, ["url", "branch", "path", "tokenFile"])).toBe(meant);
  });
});
