import { expect, test } from "vitest";
import { repositoryKey } from "../../../../src/core/config/repository-key.ts";

test.each([
  "https://git.example/team/stack",
  "https://git.example/team/stack.git",
  "https://git.example/team/stack/",
  "https://git.example/team/stack.git/",
  "https://GIT.example/Team/Stack",
  "http://git.example/team/stack",
  "https://git.example:8443/team/stack",
  "https://bot:hunter2@git.example/team/stack.git",
  "https://a@b:c@git.example/team/stack",
  "https://git.example/team//stack.git?x=1#y",
  "ssh://git@git.example:2222/team/stack.git",
  "git+ssh://git@git.example/team/stack",
  "git://git.example/team/stack.git",
  "git@git.example:team/stack.git",
  "git.example:/team/stack",
])("%s is the repository team/stack of git.example", (url) => {
  expect(repositoryKey(url)).toBe("git.example/team/stack");
});

test.each([
  ["https://git.example/gitlab/group/team/stack.git", "git.example/gitlab/group/team/stack"],
  ["https://[::1]:3000/team/stack", "[::1]/team/stack"],
  ["https://git.example/team/stack.git.git", "git.example/team/stack.git"],
  ["https://git.example/team/stacks", "git.example/team/stacks"],
  ["https://git.example/", undefined],
  ["https://git.example", undefined],
  ["https:///team/stack", undefined],
  [".lockstep/repository", undefined],
  ["/srv/git/stack.git", undefined],
  ["team/stack", undefined],
  ["", undefined],
  [`https://git.example/${"x".repeat(2048)}`, undefined],
])("%s -> %s", (url, key) => {
  expect(repositoryKey(url)).toBe(key);
});
