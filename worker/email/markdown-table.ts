import type {Table} from "mdast";
import {inlineText} from "../../shared/automation/agents/report/text-of-inlines.ts";

/** The beginning of a cell that holds a number. */
const NUMBER = /^[(+\-−–~≈<>]?\s*(?:[A-Z]{0,3}\p{Sc})?\s*[-−]?\d/u;

/** Whether each column is aligned to the right: because the table says so, or because all of its cells hold numbers. */
export function numberColumns({align, children}: Table): boolean[] {
  const [head, ...rows] = children;
  return (head?.children ?? []).map((_, i) => {
    const stated = align?.[i];
    if (stated) return stated === "right";
    const texts = rows.map(({children: cells}) => inlineText(cells[i]?.children ?? []).trim());
    const filled = texts.filter(text => text !== "" && text !== "–" && text !== "-");
    return filled.length > 0 && filled.every(text => NUMBER.test(text));
  });
}
