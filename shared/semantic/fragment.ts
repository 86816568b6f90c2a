import {type Edits, markDivisions, type Piece} from "./fragment-division.ts";
import {closing, type Token, tokenize} from "./tokens.ts";

export interface Fragment {
  pieces: readonly Piece[];
  /** Whether it needs parentheses as an operand. */
  compound: boolean;
  /** Whether it is null wherever its columns are: what a row that a left join did not find makes of it. */
  strict: boolean;
}

/**
 * Parses one expression of a layer's author. Bare columns become the model's own, wherever the table is
 * joined to; every division is exact and gives null by zero.
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
  return {pieces, compound: tokens.length > 1 && !isCall(tokens), strict: isStrict(tokens, edits)};
}

const STRICT_FUNCTIONS = new Set(
  (
    "lower upper trim ltrim rtrim substr substring replace round floor ceil ceiling abs length date_trunc " +
    "date_part to_char strftime nullif mod sqrt ln exp date year quarter month week day hour minute"
  ).split(" "),
);

/** Columns, numbers and strings under operators and functions that give null for null; all else is not known. */
function isStrict(tokens: readonly Token[], edits: Edits): boolean {
  let columns = 0;
  for (const [i, token] of tokens.entries()) {
    if (token.kind === "ref") return false;
    if (edits.before.get(i)?.some(piece => piece.kind === "qualify") === true) columns++;
    else if (token.kind === "replaced") columns++;
    else if (token.kind === "word" && tokens[i - 1]?.text !== "::" && tokens[i - 1]?.text !== ".") {
      if (tokens[i + 1]?.kind !== "open" || !STRICT_FUNCTIONS.has(token.text.toLowerCase())) return false;
    }
  }
  return columns > 0;
}

/** `f(…)` or `(…)` from the first token to the last. */
function isCall(tokens: readonly Token[]): boolean {
  const open = tokens[0]?.kind === "word" ? 1 : 0;
  return tokens[open]?.kind === "open" && closing(tokens, open) === tokens.length - 1;
}

/** Words that are never a column where they stand bare. */
const KEYWORDS = new Set(
  (
    "case when then else end and or not is null true false in like ilike similar to between distinct from as at " +
    "time zone interval cast extract all any some array row over partition by order asc desc nulls first last " +
    "rows range groups preceding following unbounded current exclude filter where within group collate escape " +
    "isnull notnull current_date current_time current_timestamp localtime localtimestamp current_user " +
    "session_user both leading trailing for using symmetric overlaps lambda"
  ).split(" "),
);
/** Of those, the ones that are also ordinary names: a column that the graph names so is that column. */
const SOFT_KEYWORDS = new Set(
  "at time zone first last rows range groups preceding following current exclude filter row".split(" "),
);
const TYPE_WORDS = new Set("precision varying with without local time zone unsigned".split(" "));

function markColumns(
  tokens: Token[],
  columns: ReadonlySet<string>,
  tableNames: readonly string[],
  edits: Edits,
): void {
  const lambdaNames = lambdaParameters(tokens);
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind === "op" && token.text === "::") {
      i++;
      while (isWord(tokens[i + 1]) && TYPE_WORDS.has(tokens[i + 1]!.text.toLowerCase())) i++;
      continue;
    }
    if (token.kind !== "word" && token.kind !== "quoted") continue;
    if (isWord(token) && token.text.toLowerCase() === "as") {
      // The type of a cast, up to the end of its parentheses.
      while (i + 1 < tokens.length && tokens[i + 1]!.kind !== "close") {
        if (tokens[i + 1]!.kind === "open") i = closing(tokens, i + 1);
        else i++;
      }
      continue;
    }
    if (lambdaNames.has(token.text)) continue;
    const start = i;
    while (tokens[i + 1]?.text === "." && isName(tokens[i + 2])) i += 2;
    if (!isColumn(tokens, start, i, columns)) continue;
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
  if (after?.kind === "open" && token.kind === "word") return false;
  if (token.kind === "quoted") return after?.kind !== "open";
  const lower = token.text.toLowerCase();
  // `date '2024-01-01'`, `interval '1' day`: a word beside a string is a type or a unit.
  if (after?.kind === "string" || before?.kind === "string") return false;
  if (after?.text === "=>" || after?.text === ":=") return false;
  if (isWord(tokens[start - 2]) && tokens[start - 2]!.text.toLowerCase() === "extract") {
    if (before?.kind === "open") return false;
  }
  if (!KEYWORDS.has(lower)) return true;
  if (!SOFT_KEYWORDS.has(lower) || !columns.has(token.text)) return false;
  const neighbours = [before, after].filter(isWord).map(word => word.text.toLowerCase());
  return !neighbours.some(word => KEYWORDS.has(word) && SOFT_KEYWORDS.has(word));
}

/** `x -> x + 1`: the names before an arrow that no string or number follows belong to the lambda. */
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

function isWord(token: Token | undefined): token is Token {
  return token?.kind === "word";
}

function isName(token: Token | undefined): boolean {
  return token?.kind === "word" || token?.kind === "quoted";
}
