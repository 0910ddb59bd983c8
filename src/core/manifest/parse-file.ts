import { utf8Size } from "../object/utf8-size.ts";
import type { Problem } from "../problem.ts";
import type { LeftOut, Lint, SourceFile } from "./manifest.ts";
import { isObjectLike, type ParsedObjects, parseObject } from "./parse-object.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { ParsedFile } from "./written-manifest.ts";
import type { TextPlace, YamlDocument, YamlProblem } from "./yaml-document.ts";

/** Size of one file in bytes: 4 MiB. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;
/** Length of a text without any key of an object that is read all the same, to tell slips and why it does not parse. */
const STRANGER_LENGTH_MAX = 256 * 1024;
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
 * nothing may be applied.
 */
export function parseFile(file: SourceFile): ParsedFile {
  const unreadable = wholeFileProblem(file);
  if (unreadable !== undefined) return { ok: false, problems: [unreadable], rest: [] };
  const { path, text } = file;
  const isMentioned = mentionsObject(text);
  const isTried = isMentioned || text.length <= STRANGER_LENGTH_MAX;
  if (!isTried) return leaveOut({ where: path, fault: null });
  const forbidden = findForbidden(text);
  if (forbidden !== undefined) return refuse(forbidden, { file, isMentioned });
  return joinReadings(readDocuments(file, { isMentioned }), path);
}

/** Ends with the first document that is broken where no object can be meant, or when there are problems enough. */
function readDocuments(
  file: SourceFile,
  { isMentioned }: { readonly isMentioned: boolean },
): readonly DocumentReading[] {
  const readings: DocumentReading[] = [];
  let count = 0;
  for (const document of parseYaml(file.text)) {
    const reading = readDocument(document, { file, isMentioned });
    readings.push(reading);
    count += reading.problems.length;
    if (count > PROBLEMS_MAX || reading.fault !== undefined) break;
  }
  return readings;
}

function joinReadings(readings: readonly DocumentReading[], path: string): ParsedFile {
  const manifests = readings.flatMap((reading) => reading.manifests);
  const problems = readings.flatMap((reading) => reading.problems);
  if (problems.length > 0) {
    return { ok: false, problems: problems.slice(0, PROBLEMS_MAX), rest: manifests };
  }
  // A file without any object is none of ours; a stray document among objects is a surprise.
  if (readings.every((reading) => reading.isStray)) {
    return leaveOut(readings.at(-1)?.fault ?? { where: path, fault: null });
  }
  const lints = readings.flatMap((reading) => reading.lints);
  return { ok: true, value: { manifests, lints, leftOut: [] } };
}

function leaveOut(file: LeftOut): ParsedFile {
  return { ok: true, value: { manifests: [], lints: [], leftOut: [file] } };
}

/** A fault of the whole text is a problem only where an object may be meant. */
function refuse(
  { what, expected, ...place }: YamlProblem,
  { file, isMentioned }: { readonly file: SourceFile; readonly isMentioned: boolean },
): ParsedFile {
  const where = whereOf(file.path, place);
  if (!isMentioned) return leaveOut({ where, fault: what });
  return { ok: false, problems: [{ where, what, expected }], rest: [] };
}

interface DocumentReading extends ParsedObjects {
  /** Whether the document is no Kubernetes object. */
  readonly isStray: boolean;
  /** Where no object can be meant: why the text does not parse from here on. */
  readonly fault?: LeftOut;
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
  if (!text.startsWith(LFS_POINTER)) return undefined;
  return {
    where: `${path}:1:1`,
    what: "a Git LFS pointer stands in place of the file",
    expected: "the file itself in Git",
  };
}

function findForbidden(text: string): YamlProblem | undefined {
  const found = FORBIDDEN.exec(text);
  if (found === null) return undefined;
  return {
    ...placeIn(text, found.index),
    what: "a control character, which YAML does not take",
    expected: 'an escape such as "\\u0007" in double quotes',
  };
}

function readDocument(
  document: YamlDocument,
  { file, isMentioned }: { readonly file: SourceFile; readonly isMentioned: boolean },
): DocumentReading {
  const problems = documentProblems(document, file);
  const nothing = { manifests: [], lints: [], problems: [], isStray: true };
  if (document.isBroken) {
    const [first] = problems;
    if (isMentioned || first === undefined) return { ...nothing, problems };
    return { ...nothing, fault: { where: first.where, fault: first.what } };
  }
  const { value } = document;
  if (!isObjectLike(value)) {
    return { ...nothing, lints: value === null ? [] : [strayLint(document, file)] };
  }
  const objects = parseObject(value, { file: file.path, placeOf: document.placeOf });
  return {
    ...objects,
    // What could not be taken is null in the value: more problems might follow from that alone.
    manifests: problems.length === 0 ? objects.manifests : [],
    problems: [...problems, ...objects.problems],
    isStray: false,
  };
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

/** In a text without any of these keys, of whatever case, no object can be meant, however broken it is. */
function mentionsObject(text: string): boolean {
  return /(?<![\w-])(?:api[_-]?version|kind|metadata)["']?\s*:/i.test(text);
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
