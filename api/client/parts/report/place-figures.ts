import type {Nodes, Root} from "mdast";
import type {Figure} from "./figures.ts";

/** A figure within the text of a node. */
export interface PlacedFigure {
  start: number;
  end: number;
  /** The index of the figure in the report. */
  index: number;
}

/** The text that the service writes after a figure that comes from no query. */
const MARK = " (unverified)";

interface Text {
  node: Nodes;
  value: string;
}

/**
 * The positions of a report's figures in its texts. The service returns figures in the order of the text, but without
 * positions. Figures with equal text are placed only if the text occurs in the report exactly as often as there are
 * such figures, so that no other number is marked as a figure. Other figures are only in the list below the report.
 */
export function placeFigures(root: Root, figures: readonly Figure[]): Map<Nodes, PlacedFigure[]> {
  const texts = [...textsOf(root)];
  const placed = new Map<Nodes, PlacedFigure[]>(texts.map(({node}) => [node, []]));
  const groups = Map.groupBy(
    figures.map((figure, index) => ({figure, index})),
    ({figure}) => `${figure.status} ${figure.text}`,
  );
  const longestFirst = [...groups.values()].toSorted(
    ([a], [b]) => (b?.figure.text.length ?? 0) - (a?.figure.text.length ?? 0),
  );
  for (const group of longestFirst) {
    const [first] = group;
    if (!first) continue;
    const found = texts.flatMap(text => occurrences(text, first.figure, placed.get(text.node) ?? []));
    if (found.length !== group.length) continue;
    for (const [i, {node, start, end}] of found.entries()) {
      placed.get(node)?.push({start, end, index: group[i]?.index ?? 0});
    }
  }
  for (const places of placed.values()) places.sort((a, b) => a.start - b.start);
  return placed;
}

function* textsOf(node: Nodes): Generator<Text> {
  if (node.type === "text" || node.type === "inlineCode") yield {node, value: node.value};
  if ("children" in node) for (const child of node.children) yield* textsOf(child);
}

function occurrences(
  {node, value}: Text,
  {text, status}: Figure,
  taken: readonly PlacedFigure[],
): {node: Nodes; start: number; end: number}[] {
  const found: {node: Nodes; start: number; end: number}[] = [];
  if (text === "") return found;
  for (let start = value.indexOf(text); start >= 0; start = value.indexOf(text, start + 1)) {
    const end = start + text.length;
    if (!isWhole(value, start, end)) continue;
    if (taken.some(other => start < other.end && other.start < end)) continue;
    if (value.startsWith(MARK, end) === (status === "unverified")) found.push({node, start, end});
  }
  return found;
}

/** Whether the text is not part of a longer word or number. */
function isWhole(value: string, start: number, end: number): boolean {
  const before = value.slice(0, start);
  const after = value.slice(end);
  return (
    !/[\p{L}\p{N}]$|\p{N}[.,'’]$|[-−+€$£]$/u.test(before) && !/^[\p{L}\p{N}]|^[.,'’]\p{N}|^\s?%/u.test(after)
  );
}
