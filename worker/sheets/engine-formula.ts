import {quotedTab, replaceTabs} from "../formats/tab-names.ts";
import {engineCall} from "./engine-call.ts";

/** Texts, names of tabs, words and the beginnings of calls, brackets and commas. All else is copied. */
const PARTS =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|(?<word>[\p{L}_\\][\p{L}\p{M}\p{N}_.\\?]*)(?<call>\s*\()?|(?<mark>[(){},])/gu;
/** The longest formula that is written for the engine. A call may repeat its arguments, and so calls within calls theirs. */
const MOST_CHARACTERS = 65_536;

/** An open bracket with what was read after it. */
interface Frame {
  /** The text up to the bracket, and it. */
  opening: string;
  name: string | undefined;
  args: string[];
}

/**
 * The formula for the engine, which computes some calls otherwise than spreadsheets do (see `engineCall`), and knows tabs
 * only by their names as they are written, given by those in lower case. A formula whose brackets do not match keeps its
 * calls, and so does one that would become too long.
 */
export function engineFormula(formula: string, tabs: ReadonlyMap<string, string>): string {
  return withCalls(
    replaceTabs(formula, (name, written) => {
      const own = tabs.get(name.toLowerCase());
      return own === undefined || (own === name && !/^\d/.test(written)) ? written : quotedTab(own);
    }),
  );
}

function withCalls(formula: string): string {
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
      append(closed(frame, mark));
    } else {
      append(found[0]);
    }
  }
  append(formula.slice(end));
  const written = frames[0]!.args.join(",");
  return frames.length === 1 && written.length <= MOST_CHARACTERS ? written : formula;
}

/** The call, or the bracket, that ends with this mark. */
function closed({opening, name, args}: Frame, mark: string): string {
  const typed = `${opening}${args.join(",")}${mark}`;
  const call = name !== undefined && typed.length <= MOST_CHARACTERS ? engineCall(name, args) : undefined;
  return call !== undefined && call.length <= MOST_CHARACTERS ? call : typed;
}
