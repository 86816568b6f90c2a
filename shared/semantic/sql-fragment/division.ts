import type {Token} from "./tokens.ts";
import {closing} from "./tokens.ts";

/**
 * A piece of a parsed SQL fragment: text to copy, or a placeholder.
 * - `alias`: the table's alias, for `${TABLE}`
 * - `qualify`: the alias and a dot, before a bare column; nothing if the table is the only one
 * - `exact`: the prefix that keeps a division exact; with `decimals`, a number with a point takes part in the division
 * - `ref`: the expression of another field
 */
export type Piece =
  | {kind: "text"; text: string}
  | {kind: "alias"}
  | {kind: "qualify"}
  | {kind: "exact"; decimals: boolean}
  | {kind: "ref"; name: string};

/** Pieces to insert before and after tokens, by index. */
export interface Edits {
  before: Map<number, Piece[]>;
  after: Map<number, Piece[]>;
}

const BOUNDARIES = new Set(
  (
    "when then else end and or not is in like ilike similar between from as escape where by order asc desc " +
    "nulls partition distinct using for to"
  ).split(" "),
);

/**
 * Finds each run of factors joined by `*`, `/`, `%`. If the run contains a division, it is made exact, and divisors
 * become null when they are zero.
 */
export function markDivisions(tokens: readonly Token[], start: number, end: number, edits: Edits): void {
  let runStart = start;
  let factorStart = start;
  let dividing = false;
  let exact = false;
  const endFactor = (at: number) => {
    if (dividing && at > factorStart) guardDivisor(tokens, factorStart, at - 1, edits);
    dividing = false;
  };
  for (let i = start; i < end; i++) {
    const token = tokens[i]!;
    const lower = token.kind === "word" ? token.text.toLowerCase() : "";
    if (token.kind === "open") {
      const close = closing(tokens, i);
      markDivisions(tokens, i + 1, close, edits);
      i = close;
    } else if (lower === "case") {
      const close = matchingEnd(tokens, i, end);
      markDivisions(tokens, i + 1, close, edits);
      i = close;
    } else if (token.text === "/" || token.text === "*" || token.text === "%") {
      endFactor(i);
      if (token.text === "/") {
        if (!exact) {
          const decimals = tokens.slice(runStart, i).some(isDecimal) || isDecimal(tokens[i + 1]);
          addBefore(edits, runStart, {kind: "exact", decimals});
        }
        exact = true;
        dividing = true;
      }
      factorStart = i + 1;
    } else if (endsRun(token, lower, i === factorStart)) {
      endFactor(i);
      runStart = i + 1;
      factorStart = i + 1;
      exact = false;
    }
  }
  endFactor(end);
}

function endsRun(token: Token, lower: string, atFactorStart: boolean): boolean {
  if (token.kind === "comma" || BOUNDARIES.has(lower)) return true;
  if (token.kind !== "op" || token.text === "." || token.text === "::" || token.text === "^") return false;
  return !(atFactorStart && (token.text === "-" || token.text === "+"));
}

function guardDivisor(tokens: readonly Token[], first: number, last: number, edits: Edits): void {
  const token = tokens[first]!;
  if (first === last && token.kind === "number" && Number(token.text) !== 0) return;
  if (token.kind === "word" && token.text.toLowerCase() === "nullif" && closing(tokens, first + 1) === last) {
    return;
  }
  addBefore(edits, first, {kind: "text", text: "nullif("});
  const after = edits.after.get(last) ?? [];
  edits.after.set(last, [...after, {kind: "text", text: ", 0)"}]);
}

/** Adds a wrapping piece outside of the existing ones, so that an alias stays next to its column. */
function addBefore(edits: Edits, index: number, piece: Piece): void {
  edits.before.set(index, [piece, ...(edits.before.get(index) ?? [])]);
}

function isDecimal(token: Token | undefined): boolean {
  return token?.kind === "number" && /[.eE]/.test(token.text);
}

function matchingEnd(tokens: readonly Token[], start: number, end: number): number {
  let depth = 0;
  for (let i = start; i < end; i++) {
    const word = tokens[i]!.kind === "word" ? tokens[i]!.text.toLowerCase() : "";
    if (word === "case") depth++;
    else if (word === "end" && --depth === 0) return i;
  }
  return end;
}
