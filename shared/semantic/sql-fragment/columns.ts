import type {Edits} from "./division.ts";
import {closing, type Token} from "./tokens.ts";
import {isUnitArgument} from "./units.ts";

/** Words that are never a column unless they are quoted. */
export const KEYWORDS = new Set(
  (
    "case when then else end and or not is null true false in like ilike similar to between distinct from as at " +
    "time zone interval cast extract all any some array row over partition by order asc desc nulls first last " +
    "rows range groups preceding following unbounded current exclude filter where within group collate escape " +
    "isnull notnull current_date current_time current_timestamp localtime localtimestamp current_user " +
    "session_user both leading trailing for using symmetric overlaps lambda"
  ).split(" "),
);
/** Keywords that are also ordinary names: if the graph has a column of that name, they mean that column. */
const SOFT_KEYWORDS = new Set(
  "at time zone first last rows range groups preceding following current exclude filter row".split(" "),
);
const TYPE_WORDS = new Set("precision varying with without local time zone unsigned".split(" "));

export function markColumns(
  tokens: Token[],
  columns: ReadonlySet<string>,
  tableNames: readonly string[],
  edits: Edits,
): void {
  const lambdaNames = lambdaParameters(tokens);
  let columnEnd = -1;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind === "op" && token.text === "::") {
      i++;
      while (isWord(tokens[i + 1]) && TYPE_WORDS.has(tokens[i + 1]!.text.toLowerCase())) i++;
      continue;
    }
    if (token.kind !== "word" && token.kind !== "quoted") continue;
    if (isWord(token) && token.text.toLowerCase() === "as") {
      // Skips the type of a cast, up to the end of its parentheses.
      while (i + 1 < tokens.length && tokens[i + 1]!.kind !== "close") {
        if (tokens[i + 1]!.kind === "open") i = closing(tokens, i + 1);
        else i++;
      }
      continue;
    }
    if (lambdaNames.has(token.text)) continue;
    const start = i;
    while (tokens[i + 1]?.text === "." && isName(tokens[i + 2])) i += 2;
    // A word after an operand, without an operator between, is a unit, a collation or another keyword of the engine.
    if (start > 0 && (start - 1 === columnEnd || isOperandEnd(tokens[start - 1]))) continue;
    if (!isColumn(tokens, start, i, columns) || isUnitArgument(tokens, start, columns)) continue;
    columnEnd = i;
    const name = token.kind === "quoted" ? token.text.slice(1, -1).replaceAll('""', '"') : token.text;
    if (i > start && tableNames.includes(name)) {
      tokens[start] = {...token, kind: "replaced"};
      edits.before.set(start, [{kind: "alias"}]);
    } else {
      edits.before.set(start, [{kind: "qualify"}]);
    }
  }
}

function isColumn(
  tokens: readonly Token[],
  start: number,
  end: number,
  columns: ReadonlySet<string>,
): boolean {
  const token = tokens[start]!;
  const before = tokens[start - 1];
  const after = tokens[end + 1];
  if (before?.text === ".") return false;
  if (isWord(before) && before.text.toLowerCase() === "collate") return false;
  if (after?.kind === "open" && token.kind === "word") return false;
  if (token.kind === "quoted") return after?.kind !== "open";
  const lower = token.text.toLowerCase();
  // `date '2024-01-01'`: a word before a string is a type.
  if (after?.kind === "string") return false;
  if (after?.text === "=>" || after?.text === ":=") return false;
  if (isWord(tokens[start - 2]) && tokens[start - 2]!.text.toLowerCase() === "extract") {
    if (before?.kind === "open") return false;
  }
  if (!KEYWORDS.has(lower)) return true;
  if (!SOFT_KEYWORDS.has(lower) || !columns.has(token.text)) return false;
  const neighbours = [before, after].filter(isWord).map(word => word.text.toLowerCase());
  return !neighbours.some(word => KEYWORDS.has(word) && SOFT_KEYWORDS.has(word));
}

/** The parameters of lambdas such as `x -> x + 1`. An arrow before a string or number is a JSON operator instead. */
function lambdaParameters(tokens: readonly Token[]): Set<string> {
  const names = new Set<string>();
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1];
    if (isWord(token) && token.text.toLowerCase() === "lambda" && isWord(next)) names.add(next.text);
    if (token.text !== "->" || next?.kind === "string" || next?.kind === "number") continue;
    const before = tokens[i - 1];
    if (isWord(before)) names.add(before.text);
  }
  return names;
}

export function isWord(token: Token | undefined): token is Token {
  return token?.kind === "word";
}

function isName(token: Token | undefined): boolean {
  return token?.kind === "word" || token?.kind === "quoted";
}

function isOperandEnd(token: Token | undefined): boolean {
  return token?.kind === "number" || token?.kind === "string" || token?.kind === "close";
}
