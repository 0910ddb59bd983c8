import type { PageDocument } from "../core/report/page-document.ts";
import { isSameNode } from "./is-same-node.ts";
import type { PageNode } from "./page-node.ts";
import { renderPage, summarizePage } from "./render-page.ts";

/** The page at one moment. */
export interface Frame {
  /** Unlike that of every other frame, also of an agent that ran before. */
  readonly id: string;
  readonly title: string;
  readonly document: PageDocument;
  readonly main: PageNode;
}

export interface FrameSeries {
  readonly frame: () => Frame;
  /** Renders again. @returns the frame that was the newest until now; `undefined` when nothing changed on the page. */
  readonly advance: () => Frame | undefined;
}

/** Frames of the page one after another; two in a row are never alike. */
export function openFrameSeries(read: () => PageDocument, startedAtMs: number): FrameSeries {
  let count = 0;
  let frame = render();
  function render(): Frame {
    const document = read();
    return {
      id: `${startedAtMs.toString(36)}-${count}`,
      title: `${summarizePage(document)} – Lockstep`,
      document,
      main: renderPage(document),
    };
  }
  return {
    frame: () => frame,
    advance() {
      const before = frame;
      count += 1;
      frame = render();
      if (!isSameNode(before.main, frame.main)) return before;
      frame = { ...before, document: frame.document };
      return undefined;
    },
  };
}
