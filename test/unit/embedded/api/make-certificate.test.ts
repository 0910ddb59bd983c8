import { createPrivateKey, X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { makeCertificate } from "../../../../src/embedded/api/make-certificate.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");

test("a certificate that signs itself, for this machine, for five years", () => {
  const { key, cert } = makeCertificate(NOW);
  const certificate = new X509Certificate(cert);
  expect(certificate.subjectAltName).toBe(
    "DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1",
  );
  expect(certificate.ca).toBe(true);
  expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkIssued(certificate)).toBe(true);
  expect(new Date(certificate.validFrom).toISOString()).toBe("2026-02-28T12:00:00.000Z");
  expect(new Date(certificate.validTo).toISOString()).toBe("2031-02-28T12:00:00.000Z");
});

test("times from 2050 on are written with four digits of the year", () => {
  const { cert } = makeCertificate(Date.parse("2049-06-01T00:00:00Z"));
  const { validFrom, validTo } = new X509Certificate(cert);
  expect(`${new Date(validFrom).getUTCFullYear()} ${new Date(validTo).getUTCFullYear()}`).toBe(
    "2049 2054",
  );
});

test("two certificates share neither key nor serial number", () => {
  const certificates = [1, 2].map(() => new X509Certificate(makeCertificate(NOW).cert));
  const [a, b] = certificates.map(({ serialNumber }) => serialNumber);
  expect(a).not.toBe(b);
});
