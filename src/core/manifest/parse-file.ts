import { utf8Size } from "../object/utf8-size.ts";
import type { Parsed, Problem } from "../problem.ts";
import type { Lint, SourceFile } from "./manifest.ts";
import { isObjectLike, type ParsedObjects, parseObject } from "./parse-object.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { FileContent } from "./written-manifest.ts";
import type { TextPlace, YamlDocument } from "./yaml-document.ts";

/** Size of one file in bytes: 4 MiB. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;
/** So many problems of one file are told; a person mends the first ones first. */
const PROBLEMS_MAX = 100;
const LFS_POINTER = "version https://git-lfs";
/** The characters that kubectl's YAML does not take anywhere. */
const FORBIDDEN = /[^\P{Cc}\t\n\r\u{85}]/u;

/**
 * Reads the Kubernetes objects of one file, YAML or JSON, of any number of documents. Documents
 * that are no Kubernetes objects are left out. Never throws. Depends on nothing but the file, so
 * the answer can be kept per blob.
 *
 * @returns All problems of the file, each with `path:line:column`. Of a file with a problem
 * nothing is taken.
 */
export function parseFile(file: SourceFile): Parsed<FileContent> {
  const unreadable = wholeFileProblem(file);
  if (unreadable !== undefined) return { ok: false, problems: [unreadable] };
  if (!mentionsObject(file.text)) return { ok: true, value: { manifests: [], lints: [] } };
  const readings: DocumentReading[] = [];
  let problems: readonly Problem[] = [];
  for (const document of parseYaml(file.text)) {
    const reading = readDocument(document, file);
    readings.push(reading);
    problems = [...problems, ...reading.problems];
    if (problems.length > PROBLEMS_MAX) break;
  }
  if (problems.length > 0) return { ok: false, problems: problems.slice(0, PROBLEMS_MAX) };
  // A file without any object is none of ours; a stray document among objects is a surprise.
  const told = readings.some((reading) => !reading.isStray) ? readings : [];
  return {
    ok: true,
    value: {
      manifests: readings.flatMap((reading) => reading.manifests),
      lints: told.flatMap((reading) => reading.lints),
    },
  };
}

interface DocumentReading extends ParsedObjects {
  /** Whether the document is no Kubernetes object. */
  readonly isStray: boolean;
}

/** What makes a file unreadable before anything in it is looked at. */
function wholeFileProblem({ path, text }: SourceFile): Problem | undefined {
  if (isLarger(text, FILE_BYTES_MAX)) {
    return {
      where: `${path}:1:1`,
      what: "the file is larger than 4 MiB",
      expected: "smaller files, or the file in .lockstepignore",
    };
  }
  if (text.startsWith(LFS_POINTER)) {
    return {
      where: `${path}:1:1`,
      what: "a Git LFS pointer stands in place of the file",
      expected: "the file itself in Git",
    };
  }
  const forbidden = mentionsObject(text) ? FORBIDDEN.exec(text) : null;
  if (forbidden === null) return undefined;
  return {
    where: whereOf(path, placeIn(text, forbidden.index)),
    what: "a control character, which YAML does not take",
    expected: 'an escape such as "\\u0007" in double quotes',
  };
}

function readDocument(document: YamlDocument, file: SourceFile): DocumentReading {
  const problems = documentProblems(document, file);
  const nothing = { manifests: [], lints: [], isStray: true };
  if (document.isBroken) return { ...nothing, problems };
  const { value } = document;
  if (!isObjectLike(value)) {
    return { ...nothing, problems: [], lints: value === null ? [] : [strayLint(document, file)] };
  }
  const objects = parseObject(value, { file: file.path, placeOf: document.placeOf });
  return { ...objects, problems: [...problems, ...objects.problems], isStray: false };
}

function documentProblems(document: YamlDocument, { path }: SourceFile): readonly Problem[] {
  return document.problems.map(({ what, expected, ...place }) => ({
    where: whereOf(path, place),
    what,
    expected,
  }));
}

function strayLint(document: YamlDocument, { path }: SourceFile): Lint {
  return {
    where: whereOf(path, document.placeOf([])),
    what: "a document that is no Kubernetes object is left out",
  };
}

/** Text without any of these keys cannot be an object, however broken it is. */
function mentionsObject(text: string): boolean {
  return /(?:apiVersion|kind|metadata)["']?\s*:/.test(text);
}

function isLarger(text: string, bytesMax: number): boolean {
  if (text.length > bytesMax) return true;
  // A UTF-16 unit takes at most three bytes of UTF-8.
  if (text.length * 3 <= bytesMax) return false;
  return utf8Size(text) > bytesMax;
}

function placeIn(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

function whereOf(path: string, { line, column }: TextPlace): string {
  return `${path}:${String(line)}:${String(column)}`;
}
