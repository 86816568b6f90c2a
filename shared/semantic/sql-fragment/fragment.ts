import {isWord, KEYWORDS, markColumns} from "./columns.ts";
import {type Edits, markDivisions, type Piece} from "./division.ts";
import {type Strictness, strictnessOf} from "./strict.ts";
import {closing, type Token, tokenize} from "./tokens.ts";

export interface Fragment {
  pieces: readonly Piece[];
  /** Whether the fragment needs parentheses as an operand. */
  compound: boolean;
  /** Whether the fragment is null if its columns are. This decides its value where a left join found no row. */
  strict: Strictness;
}

/**
 * Parses one expression of a layer's author. Bare columns get the model's alias, wherever its table is joined.
 * Divisions are exact, and null when dividing by zero.
 */
export function parseFragment(
  sql: string,
  columns: ReadonlySet<string>,
  tableNames: readonly string[],
): Fragment {
  const tokens = tokenize(sql.trim()).tokens.filter(token => token.kind !== "comment");
  const edits: Edits = {before: new Map(), after: new Map()};
  markColumns(tokens, columns, tableNames, edits);
  markDivisions(tokens, 0, tokens.length, edits);
  const pieces: Piece[] = [];
  let text = "";
  const push = (piece: Piece) => {
    if (piece.kind === "text") {
      text += piece.text;
      return;
    }
    if (text !== "") pieces.push({kind: "text", text});
    text = "";
    pieces.push(piece);
  };
  for (const [index, token] of tokens.entries()) {
    if (token.space !== "" && index > 0) text += token.space;
    for (const piece of edits.before.get(index) ?? []) push(piece);
    if (token.kind === "ref") {
      const name = token.text.slice(2, -1).trim();
      push(name === "TABLE" ? {kind: "alias"} : {kind: "ref", name});
    } else if (token.kind !== "replaced") {
      text += token.text;
    }
    for (const piece of edits.after.get(index) ?? []) push(piece);
  }
  if (text !== "") pieces.push({kind: "text", text});
  return {pieces, compound: tokens.length > 1 && !isCall(tokens), strict: strictnessOf(tokens, edits)};
}

/**
 * Keywords that form a call with a parenthesis after them. After other keywords, a parenthesis begins an operand, as in
 * `not (…)`.
 */
const CALLS = new Set("cast extract array row first last exclude".split(" "));

/** Whether the tokens are one `f(…)` or `(…)` from first to last. */
function isCall(tokens: readonly Token[]): boolean {
  const [first] = tokens;
  const open = isWord(first) ? 1 : 0;
  if (tokens[open]?.kind !== "open" || closing(tokens, open) !== tokens.length - 1) return false;
  if (!isWord(first)) return true;
  const word = first.text.toLowerCase();
  return CALLS.has(word) || !(KEYWORDS.has(word) || word === "binary");
}
