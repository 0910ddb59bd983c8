import * as fc from "fast-check";
import { expect, test } from "vitest";
import { locateRepository } from "../../src/adapters/git/locate-repository.ts";
import { maskCredentials } from "../../src/adapters/git/mask-credentials.ts";

/** What a token looks like: no spaces or quotes, but anything that means something in a URL or a pattern. */
const token = fc
  .string({
    unit: fc.constantFrom(...Array.from("abcXYZ019-_.~:/@?#[]!$&()*+,;=%^|\\")),
    minLength: 4,
    maxLength: 40,
  })
  .filter((text) => !/^[*.:/@]+$/.test(text) && !"https://***@host/shop.git: fatal".includes(text));
const words = fc.string({ unit: fc.constantFrom(...Array.from("mnopq \n\"'<>:")), maxLength: 30 });

test("a URL's user and password never get through, wherever the URL stands", () => {
  fc.assert(
    fc.property(
      fc.tuple(token, token),
      fc.tuple(words, words),
      ([user, password], [before, after]) => {
        const text = `${before} https://${user}:${password}@host/shop.git ${after}`;
        const masked = maskCredentials(text);
        expect(masked).not.toContain(password);
        expect(masked).not.toContain(user);
        expect(masked).toContain("https://***@host/shop.git");
      },
    ),
  );
});

test("a known token never gets through: plain, URL-encoded, or in a Basic header", () => {
  fc.assert(
    fc.property(token, words, words, (secret, before, after) => {
      const basic = Buffer.from(secret).toString("base64");
      const text = `${before}${secret}${after} ${encodeURIComponent(secret)} Basic ${basic}`;
      const masked = maskCredentials(text, [secret]);
      expect(masked).not.toContain(secret);
      expect(masked).not.toContain(basic);
      expect(masked).not.toContain(encodeURIComponent(secret));
    }),
  );
});

test("tokens in query strings and headers are masked without being known", () => {
  expect(maskCredentials("GET https://host/x?a=1&access_token=abcdef&b=2")).toBe(
    "GET https://host/x?a=1&access_token=***&b=2",
  );
  expect(maskCredentials("authorization: Bearer abcdefgh.ijkl")).toBe("authorization: Bearer ***");
  expect(maskCredentials("authorization: Basic dTpwYXNzd29yZA==")).toBe("authorization: Basic ***");
});

test("text without credentials stays as it is", () => {
  for (const text of [
    "https://host/team/shop.git: no branch main",
    "mail ada@example.com",
    "a: b@c",
    "basic idea",
  ]) {
    expect(maskCredentials(text)).toBe(text);
  }
});

test("the refusal of a URL never shows its credentials", () => {
  fc.assert(
    fc.property(fc.constantFrom("https", "http", "ssh", "git", "ftp"), token, (scheme, secret) => {
      const written = `${scheme}://bot:${secret}@host.example/shop.git`;
      expect(messageOf(() => locateRepository(written, "/"))).not.toContain(secret);
    }),
  );
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return String(error);
  }
  throw new Error("was not refused");
}
