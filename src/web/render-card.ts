import { parseObjectId } from "../core/object/object-id.ts";
import type {
  BlockerStatus,
  ConditionStatus,
  ObjectStatus,
} from "../core/report/status-document.ts";
import { describeVersion } from "../core/wording/describe-version.ts";
import { explainCause } from "../core/wording/explain-cause.ts";
import { heldSentence } from "../core/wording/explain-held.ts";
import { explainMode } from "../core/wording/explain-mode.ts";
import { explainReleases } from "../core/wording/explain-releases.ts";
import { commitElement } from "./commit-element.ts";
import { type IconName, icon } from "./icon.ts";
import { objectLook } from "./object-look.ts";
import { type Content, element, type PageNode, spaced } from "./page-node.ts";
import { objectLink, type SceneEdge, type StackScene } from "./stack-scene.ts";
import { timeElement } from "./time-element.ts";

/** Edges of one object that are listed, and that are drawn. */
const LISTED_MAX = 12;
const DRAWN_MAX = 150;
/** Blockers of one object that are told. */
const BLOCKERS_MAX = 8;

/** One object: its phase, versions and blockers, and on demand its edges. */
export function renderCard(object: ObjectStatus, scene: StackScene): PageNode {
  const look = objectLook(object);
  const { kind, name, namespace } = partsOf(object.id, scene);
  const version = describeVersion(object.version);
  return element(
    "li",
    {
      id: scene.cardOf(object.id),
      class: "card",
      "data-group": look.group,
      "data-text": `${object.id} ${look.word} ${object.phase} ${version}`.toLowerCase(),
      "data-targets": targetsText(object, scene),
    },
    element(
      "details",
      {},
      element(
        "summary",
        {},
        element("span", { class: "card-icon" }, icon(look.icon)),
        spaced(
          element(
            "span",
            { class: "card-line" },
            spaced(
              element("span", { class: "card-name" }, name),
              element("span", { class: "card-phase", title: object.phase }, look.word),
            ),
          ),
          element(
            "span",
            { class: "card-line card-facts" },
            spaced(
              element("span", {}, namespace === "" ? kind : `${kind} in ${namespace}`),
              version === "" ? undefined : element("span", { class: "card-version" }, version),
            ),
          ),
        ),
      ),
      renderMore(object, scene),
    ),
    renderNotes(object, scene),
  );
}

/** An id that is none stands for itself. */
function partsOf(
  id: string,
  scene: StackScene,
): { readonly kind: string; readonly name: string; readonly namespace: string } {
  const parsed = parseObjectId(id);
  if (parsed === undefined) return { kind: "", name: id, namespace: "" };
  const [kind = parsed.kind] = scene.name(id).split("/");
  return { kind, name: parsed.name, namespace: parsed.namespace };
}

/** The cards that the script draws lines to. */
function targetsText({ id, blockers }: ObjectStatus, scene: StackScene): string | undefined {
  const ids = [...scene.targetsOf(id), ...blockers.map(({ to }) => ({ id: to }))];
  const cards = new Set(ids.flatMap((each) => scene.cardOf(each.id) ?? []));
  return cards.size === 0 ? undefined : [...cards].slice(0, DRAWN_MAX).join(" ");
}

/** What a person has to know without asking. */
function renderNotes(object: ObjectStatus, scene: StackScene): Content {
  const { blockers, conditions, cause, takesOver = [] } = object;
  const mode = explainMode(object);
  const releases = explainReleases(object);
  const notes = [
    ...(cause === undefined ? [] : [note("cross", "bad", explainCause(cause))]),
    ...blockers.slice(0, BLOCKERS_MAX).map((each) => renderBlocker(each, scene)),
    ...moreNote(blockers.length - BLOCKERS_MAX, "blockers"),
    ...(mode === undefined ? [] : [note("alert", "quiet", mode)]),
    ...conditions.map(renderCondition),
    ...(takesOver.length === 0
      ? []
      : [note("drift", "drift", `taken over from ${takesOver.join(", ")}`)]),
    ...(releases === "" ? [] : [note("drift", "drift", releases)]),
  ];
  return notes.length === 0 ? undefined : element("ul", { class: "notes" }, notes);
}

function renderBlocker(blocker: BlockerStatus, scene: StackScene): PageNode {
  const { reason, since } = blocker;
  const sentence = heldSentence(blocker, (id) => objectLink(scene, id));
  return note("pause", "held", [...sentence, aside([reason, ...ageOf(since)])]);
}

function renderCondition({ type, since, message }: ConditionStatus): PageNode {
  const what = message === "" ? type : `${type}: ${message}`;
  const isDrift = type === "Drifted" || type === "Contested";
  const look: readonly [IconName, string] = isDrift ? ["drift", "drift"] : ["alert", "quiet"];
  return note(look[0], look[1], [what, aside(ageOf(since))]);
}

function ageOf(since: string): readonly Content[] {
  return since === "" ? [] : [timeElement(since)];
}

function note(name: IconName, tone: string, ...content: readonly Content[]): PageNode {
  return element(
    "li",
    { "data-tone": tone },
    icon(name),
    element("span", { class: "note-text" }, content),
  );
}

function moreNote(count: number, what: string): readonly PageNode[] {
  return count <= 0 ? [] : [note("alert", "quiet", `and ${count} more ${what}`)];
}

/** Small print after a sentence, its parts separated. */
function aside(parts: readonly Content[]): Content {
  if (parts.length === 0) return undefined;
  const separated = parts.flatMap((each, index) => (index === 0 ? [each] : [" · ", each]));
  return [" ", element("small", {}, separated)];
}

function renderMore(object: ObjectStatus, scene: StackScene): PageNode {
  const { id, phase, appliedRevision } = object;
  return element(
    "dl",
    { class: "more" },
    term("Object", element("code", {}, id)),
    term("Phase", phase),
    term("Applied at", appliedRevision === "" ? "never" : commitElement(appliedRevision)),
    edgeTerm("Comes after", scene.targetsOf(id), scene),
    edgeTerm("Comes before", scene.dependentsOf(id), scene),
  );
}

function term(name: string, ...content: readonly Content[]): Content {
  return [element("dt", {}, name), element("dd", {}, content)];
}

/** A list with small print needs the whole width. */
function edgeTerm(name: string, edges: readonly SceneEdge[], scene: StackScene): Content {
  if (edges.length === 0) return term(name, "nothing");
  const items = edges
    .slice(0, LISTED_MAX)
    .map(({ id, gate, origin }) => element("li", {}, objectLink(scene, id), aside([gate, origin])));
  const rest = edges.length - LISTED_MAX;
  const more = rest <= 0 ? undefined : element("li", {}, `and ${rest} more`);
  return [
    element("dt", { class: "wide" }, name),
    element("dd", { class: "wide" }, element("ul", {}, items, more)),
  ];
}
