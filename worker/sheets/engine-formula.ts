import {quotedTab, replaceTabs} from "../formats/tab-names.ts";
import {isCriterion} from "./criteria-calls.ts";
import {engineCall} from "./engine-call.ts";
import {withSignsOfArrays} from "./sign-operands.ts";

/** Texts, names of tabs, words, the beginnings of calls, brackets and commas. Everything else is copied. */
const PARTS =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|(?<word>[\p{L}_\\][\p{L}\p{M}\p{N}_.\\?]*)(?<call>\s*\()?|(?<mark>[(){},])/gu;
/** The longest formula for the engine: a replaced call may repeat its arguments, so nested calls multiply. */
const MAX_CHARACTERS = 65_536;

/** An open bracket with the text that was read after it. */
interface Frame {
  /** The text up to and including the bracket. */
  opening: string;
  name: string | undefined;
  args: string[];
}

/**
 * The formula for the engine. Calls that the engine computes differently from spreadsheets are replaced (see
 * `engineCall`), and so are signs of arrays. The engine finds a tab only by its exact name, so names of tabs are
 * replaced, too; `tabs` has the exact names by their names in lower case. The calls stay as they are if the brackets do
 * not match, or if the formula would become too long. `hasComparisons` is whether a text of the workbook may be a
 * criterion such as `">=x"` for a formula that reads it.
 */
export function engineFormula(
  formula: string,
  tabs: ReadonlyMap<string, string>,
  hasComparisons = false,
): string {
  const named = replaceTabs(formula, (name, written) => {
    const own = tabs.get(name.toLowerCase());
    return own === undefined || (own === name && !/^\d/.test(written)) ? written : quotedTab(own);
  });
  return withCalls(withSignsOfArrays(named), hasComparisons);
}

/**
 * Whether a cell's text may be a criterion such as `">=x"`, or the cell's formula may give such a text. A criterion
 * that the formula itself passes to a function does not count.
 */
export function isComparison(content: string): boolean {
  if (!content.startsWith("=")) return /^[<>]/.test(content);
  if (!/"[<>]/.test(content)) return false;
  const calls = [{name: "", place: 0}];
  for (const [text, word, call, mark] of content.matchAll(PARTS)) {
    const {name, place} = calls.at(-1) ?? {name: "", place: 0};
    if (/^"[<>]/.test(text) && !isCriterion(name, place)) return true;
    if (call !== undefined || mark === "(" || mark === "{")
      calls.push({name: (word ?? "").toUpperCase(), place: 0});
    else if (mark === ",") calls.splice(-1, 1, {name, place: place + 1});
    else if (mark === ")" || mark === "}") calls.pop();
  }
  return false;
}

function withCalls(formula: string, hasComparisons: boolean): string {
  const frames: Frame[] = [{opening: "", name: undefined, args: [""]}];
  const append = (text: string) => {
    const {args} = frames.at(-1)!;
    args[args.length - 1] += text;
  };
  let end = 0;
  for (const found of formula.matchAll(PARTS)) {
    append(formula.slice(end, found.index));
    end = found.index + found[0].length;
    const {word, call, mark} = found.groups ?? {};
    if (call !== undefined || mark === "(" || mark === "{") {
      frames.push({opening: found[0], name: word, args: [""]});
    } else if (mark === ",") {
      frames.at(-1)!.args.push("");
    } else if (mark === ")" || mark === "}") {
      const frame = frames.pop()!;
      if (frames.length === 0 || frame.opening.endsWith("{") !== (mark === "}")) return formula;
      append(closed(frame, mark, hasComparisons));
    } else {
      append(found[0]);
    }
  }
  append(formula.slice(end));
  const written = frames[0]!.args.join(",");
  if (frames.length > 1) return formula;
  if (written.length <= MAX_CHARACTERS) return written;
  return hasComparisons ? withCalls(formula, false) : formula;
}

/**
 * The text of a call or a pair of brackets that ends with the bracket `mark`. A call that the engine computes
 * differently is replaced, unless the formula would become too long.
 */
function closed({opening, name, args}: Frame, mark: string, hasComparisons: boolean): string {
  const typed = `${opening}${args.join(",")}${mark}`;
  const call =
    name !== undefined && typed.length <= MAX_CHARACTERS ? engineCall(name, args, hasComparisons) : undefined;
  return call !== undefined && call.length <= MAX_CHARACTERS ? call : typed;
}
