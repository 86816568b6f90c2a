import {FUNCTIONS} from "./formula-functions.ts";

/** A word of a formula outside of texts, cells, numbers and names of tabs. */
export interface FormulaWord {
  /** The word as written, including a prefix of the file format. */
  text: string;
  start: number;
  /** `function` is a known function. `variable` is a name that an enclosing LET or LAMBDA defines. */
  kind: "function" | "variable" | "unknown";
}

const PARTS = new RegExp(
  [
    /"(?:[^"]|"")*"|'(?:[^']|'')*'!?/,
    /#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|N\/IMPL!|SPILL!|CALC!|CIRC!|ERROR!)/,
    // Cells, columns and rows. A word that looks like a cell may also be a function (LOG10), or part of a longer word.
    /\$?[A-Z]{1,3}\$?\d{1,7}(?![\p{L}\p{M}\p{N}_.\\?]|\s*\()/u,
    /\$?[A-Z]{1,3}:\$?[A-Z]{1,3}(?![\p{L}\p{M}\p{N}_.\\?]|\s*\()/u,
    /\d+(?:\.\d*)?(?:E[+-]?\d+)?|\.\d+(?:E[+-]?\d+)?/,
    /(?<word>[\p{L}_\\][\p{L}\p{M}\p{N}_.\\?]*)(?<call>\s*\()?(?<tab>!)?/u,
    /(?<mark>[(){},;])/,
  ]
    .map(({source}) => source)
    .join("|"),
  "giu",
);

const CONSTANTS = new Set(["TRUE", "FALSE"]);

/** The content of one pair of brackets during parsing. */
interface Frame {
  /** The function that the brackets belong to. */
  name: string | undefined;
  argument: number;
  /** The content of the current argument: nothing yet, one bare word, or more than one word. */
  holds: "nothing" | FormulaWord | "more";
  /** The name in a LET that becomes defined at the end of its value. */
  pending: string | undefined;
  /** Names defined here, in lower case. */
  names: string[];
}

/** How many enclosing frames define a name. */
type Scope = Map<string, number>;

/**
 * The reason why a workbook that somebody opens must not contain this formula: the formula refers to another workbook
 * or program, or uses a name that is neither a function of sheets nor defined in the formula. `undefined` if the
 * formula is allowed.
 */
export function formulaFault(formula: string): string | undefined {
  const bare = formula.replace(QUOTED, withoutWords);
  const outside = bare.includes("|") ? "|" : otherBook(bare);
  if (outside !== undefined)
    return `refers outside of the sheet ("${outside.slice(0, 40)}"), which is not allowed`;
  // Without a call, an unknown name is only an error value, and does no harm.
  if (!bare.includes("(")) return undefined;
  const unknown = wordsOf(formula).find(({kind}) => kind === "unknown");
  return (
    unknown &&
    `names "${unknown.text.slice(0, 40)}", which is neither a function of sheets nor a name in a LET or LAMBDA`
  );
}

/** A quoted text, or the quoted name of a tab. Inside the quotes, the other kind of quote is an ordinary character. */
const QUOTED = /"(?:[^"]|"")*"|'(?:[^']|'')*'/g;

/** Removes the content of a quoted text, except for the characters in a tab's name that refer to another workbook. */
function withoutWords(quoted: string): string {
  return quoted.startsWith("'") ? `'${quoted.replace(/[^[\]|]/g, "")}'` : '""';
}

/**
 * The first `[book]sheet!`, or a text that may be one. The search is a single pass, because a regular expression takes
 * quadratic time on many brackets.
 */
function otherBook(formula: string): string | undefined {
  const start = formula.indexOf("[");
  const end = start < 0 ? -1 : formula.indexOf("]", start);
  const mark = end < 0 ? -1 : formula.indexOf("!", end);
  return mark < 0 ? undefined : formula.slice(start, mark + 1);
}

/** The words of a formula, with or without its `=`. */
export function wordsOf(formula: string): FormulaWord[] {
  const frames: Frame[] = [];
  const scope: Scope = new Map();
  const words: FormulaWord[] = [];
  let end = 0;
  for (const found of formula.matchAll(PARTS)) {
    const {word, call, tab, mark} = found.groups ?? {};
    const frame = frames.at(-1);
    // A name that a LET or LAMBDA defines stands alone in its argument, so other text in the argument counts.
    if (frame && formula.slice(end, found.index).trim() !== "") frame.holds = "more";
    end = found.index + found[0].length;
    if (mark === ",") {
      if (frame) nextArgument(frame, scope);
    } else if (mark === ")" || mark === "}") {
      for (const name of frames.pop()?.names ?? []) scope.set(name, (scope.get(name) ?? 1) - 1);
    } else if (mark === "(" || mark === "{") {
      if (frame) frame.holds = "more";
      frames.push(opened(undefined));
    } else if (word === undefined || tab !== undefined) {
      if (frame) frame.holds = "more";
    } else {
      const kind = classifyWord(word, call !== undefined, scope);
      const one: FormulaWord = {text: word, start: found.index, kind};
      words.push(one);
      if (frame) frame.holds = frame.holds === "nothing" && call === undefined ? one : "more";
      if (call !== undefined) frames.push(opened(bareFunction(word)));
    }
  }
  return words;
}

function opened(name: string | undefined): Frame {
  return {name, argument: 0, holds: "nothing", pending: undefined, names: []};
}

/** Ends an argument at a comma. The word before the comma may be a name that a LET or LAMBDA defines. */
function nextArgument(frame: Frame, scope: Scope): void {
  const word = typeof frame.holds === "object" ? frame.holds : undefined;
  const gives = frame.name === "LAMBDA" || (frame.name === "LET" && frame.argument % 2 === 0);
  if (frame.pending !== undefined) give(frame, frame.pending, scope);
  frame.pending = undefined;
  if (gives && word) {
    word.kind = "variable";
    const name = word.text.toLowerCase();
    if (frame.name === "LAMBDA") give(frame, name, scope);
    else frame.pending = name;
  }
  frame.argument++;
  frame.holds = "nothing";
}

function give({names}: Frame, name: string, scope: Scope): void {
  names.push(name);
  scope.set(name, (scope.get(name) ?? 0) + 1);
}

function classifyWord(word: string, isCalled: boolean, scope: Scope): FormulaWord["kind"] {
  const isKnown = isCalled ? FUNCTIONS.has(bareFunction(word)) : CONSTANTS.has(word.toUpperCase());
  if (isKnown) return "function";
  return (scope.get(word.toLowerCase()) ?? 0) > 0 ? "variable" : "unknown";
}

/** The word without the prefix that files have before newer functions. People may also type the prefix. */
function bareFunction(word: string): string {
  return word.toUpperCase().replace(/^_XLFN\.(_XLWS\.)?/, "");
}
