import type {Table} from "mdast";
import {textOfInlines} from "../../shared/agents/report/text-of-inlines.ts";

/** What a cell that holds a number begins with. */
const NUMBER = /^[(+\-−–~≈<>]?\s*(?:[A-Z]{0,3}\p{Sc})?\s*[-−]?\d/u;

/** Whether each column is aligned to the right: it says so, or all that it holds are numbers. */
export function numberColumns({align, children}: Table): boolean[] {
  const [head, ...rows] = children;
  return (head?.children ?? []).map((_, i) => {
    const stated = align?.[i];
    if (stated) return stated === "right";
    const texts = rows.map(({children: cells}) => textOfInlines(cells[i]?.children ?? []).trim());
    const filled = texts.filter(text => text !== "" && text !== "–" && text !== "-");
    return filled.length > 0 && filled.every(text => NUMBER.test(text));
  });
}
