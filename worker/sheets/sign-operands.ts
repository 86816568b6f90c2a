/** Texts, quoted names, numbers, words (cells and names of tabs, too) and single characters. */
const TOKEN =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?|[\p{L}_\\$][\p{L}\p{M}\p{N}_.\\?$]*|\s+|./gisu;
const NUMBER = /^[\d.]/;
const WORD = /^[\p{L}_\\$"']/u;
const CELL = /^\$?[A-Z]{1,3}\$?\d+$/i;

interface Tokens {
  texts: readonly string[];
  /** The place of each closing bracket, by the place of its opening bracket. */
  closings: ReadonlyMap<number, number>;
}

/**
 * The formula with additions in place of signs before what may be an array: `(0-A1:A3)` for `-A1:A3`, and `(0+A1:A3)`
 * for `--A1:A3`. The engine has no sign of an array, and takes `--` of an array of booleans for those booleans, which
 * sums leave out. Signs of numbers and cells stay.
 */
export function withSignsOfArrays(formula: string): string {
  if (!formula.includes("-")) return formula;
  const texts = formula.match(TOKEN) ?? [];
  const closings = closingsOf(texts);
  return closings ? written({texts, closings}, 0, texts.length) : formula;
}

/** `undefined` if the brackets do not match. */
function closingsOf(texts: readonly string[]): Map<number, number> | undefined {
  const closings = new Map<number, number>();
  const open: number[] = [];
  for (const [place, text] of texts.entries()) {
    if (text === "(" || text === "{") open.push(place);
    if (text !== ")" && text !== "}") continue;
    const opening = open.pop();
    if (opening === undefined || (texts[opening] === "{") !== (text === "}")) return undefined;
    closings.set(opening, place);
  }
  return open.length === 0 ? closings : undefined;
}

function written(tokens: Tokens, from: number, to: number): string {
  const {texts, closings} = tokens;
  let text = "";
  let isSign = true;
  for (let at = from; at < to; ) {
    const token = texts[at]!;
    if (token === "{") {
      const end = closings.get(at)! + 1;
      text += texts.slice(at, end).join("");
      isSign = false;
      at = end;
      continue;
    }
    if (isSign && (token === "-" || token === "+")) {
      const start = pass(texts, at, one => one === "-" || one === "+" || one.trim() === "");
      const signs = texts.slice(at, start).join("");
      const end = operandEnd(tokens, start);
      const isKept = !signs.includes("-") || end === start || isSingle(texts.slice(start, end));
      const operator = signs.split("-").length % 2 === 0 ? "-" : "+";
      text += isKept ? signs : `(0${operator}${written(tokens, start, end)})`;
      isSign = isKept;
      at = isKept ? start : end;
      continue;
    }
    text += token;
    if (token.trim() !== "") isSign = /^[=<>+\-*/^&(,;]$/.test(token);
    at++;
  }
  return text;
}

/** Whether an operand is a number or a single cell. */
function isSingle(operand: readonly string[]): boolean {
  const [first = "", ...more] = operand;
  return NUMBER.test(first) || (more.length === 0 && CELL.test(first));
}

/** The end of the operand that begins at `start`, with its percent signs; `start` if there is none. */
function operandEnd({texts, closings}: Tokens, start: number): number {
  let at = start;
  for (;;) {
    const token = texts[at] ?? "";
    if (NUMBER.test(token)) at++;
    else if (WORD.test(token)) {
      at++;
      if (texts[at] === "!") at += 2;
    } else if (token !== "(" && token !== "{") return start;
    while (texts[at] === "(" || texts[at] === "{") at = closings.get(at)! + 1;
    at = pass(texts, at, one => one === "%" || one === "#");
    if (texts[at] !== ":") return Math.min(at, texts.length);
    at++;
  }
}

function pass(texts: readonly string[], from: number, isPassed: (text: string) => boolean): number {
  let at = from;
  while (at < texts.length && isPassed(texts[at]!)) at++;
  return at;
}
