import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** Makes a certificate for localhost and 127.0.0.1 in a folder; both files are PEM. */
export async function makeCertificate(
  folder: string,
): Promise<{ readonly caFile: string; readonly keyFile: string }> {
  const caFile = join(folder, "ca.pem");
  const keyFile = join(folder, "key.pem");
  const names = "subjectAltName=DNS:localhost,IP:127.0.0.1";
  const key = [
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-keyout",
    keyFile,
  ];
  const certificate = ["-days", "2", "-subj", "/CN=localhost", "-addext", names, "-out", caFile];
  await promisify(execFile)("openssl", ["req", "-x509", ...key, ...certificate]);
  return { caFile, keyFile };
}
