import {isWord} from "./columns.ts";
import {closing, type Token, tokenize} from "./tokens.ts";

/** The types of the columns and fields that an expression may name, if known. */
export interface KnownTypes {
  column(name: string): string | undefined;
  field(name: string): string | undefined;
}

type Kind = "truth" | "null" | "other";

/** Words that make the expression around them boolean. */
const TESTS = new Set(
  "and or not is in like ilike rlike regexp similar between exists isnull notnull overlaps".split(" "),
);
const COMPARISONS = new Set("= <> != < <= > >=".split(" "));
/** Functions that return a boolean, on the engines that have them. */
const QUESTIONS = new Set("starts_with ends_with contains startswith endswith regexp_like isnan".split(" "));
/** Functions that return one of their arguments, with the range of these arguments. */
const CHOICES: Readonly<Record<string, {from: number; to?: number}>> = {
  coalesce: {from: 0},
  ifnull: {from: 0},
  nvl: {from: 0},
  greatest: {from: 0},
  least: {from: 0},
  nullif: {from: 0, to: 1},
  if: {from: 1},
  iff: {from: 1},
};

/**
 * Whether an expression of a layer's author is certainly boolean (or null), judged by its words. Not every engine has
 * `min` and `max` of booleans.
 */
export function isTruth(sql: string, types: KnownTypes): boolean {
  const {tokens, faults} = tokenize(sql.trim());
  return (
    faults.length === 0 &&
    classifyTokens(
      tokens.filter(({kind}) => kind !== "comment"),
      types,
    ) === "truth"
  );
}

function classifyTokens(tokens: readonly Token[], types: KnownTypes): Kind {
  const [first] = tokens;
  if (first === undefined) return "other";
  if (first.kind === "open" && closing(tokens, 0) === tokens.length - 1) {
    return classifyTokens(tokens.slice(1, -1), types);
  }
  if (hasTest(tokens)) return "truth";
  if (isCast(tokens)) return "truth";
  if (tokens.length === 1) return classifyToken(first, types);
  if (wordOf(first) === "case" && endOfCase(tokens, 0) === tokens.length - 1) {
    return common(branchesOf(tokens), types);
  }
  if (isWord(first) && tokens[1]?.kind === "open" && closing(tokens, 1) === tokens.length - 1) {
    return classifyCall(wordOf(first), tokens.slice(2, -1), types);
  }
  const isPath = tokens.every(({kind, text}, i) => (i % 2 === 0 ? kind !== "op" : text === "."));
  return isPath ? classifyToken(tokens.at(-1)!, types) : "other";
}

function classifyToken(token: Token, types: KnownTypes): Kind {
  const word = wordOf(token);
  if (word === "true" || word === "false") return "truth";
  if (word === "null") return "null";
  const type =
    token.kind === "ref"
      ? types.field(token.text.slice(2, -1).trim())
      : token.kind === "quoted"
        ? types.column(token.text.slice(1, -1).replaceAll('""', '"'))
        : types.column(token.text);
  return type === "boolean" ? "truth" : "other";
}

function classifyCall(name: string, inner: readonly Token[], types: KnownTypes): Kind {
  if (QUESTIONS.has(name)) return "truth";
  if (name === "cast" || name === "try_cast") {
    return wordOf(inner.at(-2)) === "as" && isBoolean(inner.at(-1)) ? "truth" : "other";
  }
  const choice = Object.hasOwn(CHOICES, name) ? CHOICES[name] : undefined;
  return choice === undefined ? "other" : common(argumentsOf(inner).slice(choice.from, choice.to), types);
}

/** The common kind of several values, ignoring nulls. */
function common(values: readonly (readonly Token[])[], types: KnownTypes): Kind {
  const kinds = values.map(value => classifyTokens(value, types)).filter(kind => kind !== "null");
  return kinds.length > 0 && kinds.every(kind => kind === "truth") ? "truth" : "other";
}

/**
 * Whether an expression has a comparison or test outside of parentheses and cases. These bind loosest, so the whole
 * expression is then boolean.
 */
function hasTest(tokens: readonly Token[]): boolean {
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind === "open") i = closing(tokens, i);
    else if (wordOf(token) === "case") i = endOfCase(tokens, i);
    else if (tokens[i - 1]?.text !== "." && TESTS.has(wordOf(token))) return true;
    else if (token.kind === "op") {
      let end = i + 1;
      while (tokens[end]?.kind === "op" && tokens[end]!.space === "") end++;
      // A sign may follow: `n >-1`. The meaning of longer operators (`<->`, `<=>`, `@>`) depends on the engine.
      const operator = tokens.slice(i, end).map(({text}) => text);
      if (operator.length === 2 && (operator[1] === "-" || operator[1] === "+")) operator.pop();
      // `x::array<int>`: these are brackets of a type.
      if (token.space === "" && tokens[i - 2]?.text === "::") return false;
      if (operator.length === 1 && COMPARISONS.has(operator[0]!)) return true;
      i = end - 1;
    }
  }
  return false;
}

function isCast(tokens: readonly Token[]): boolean {
  return tokens.at(-2)?.text === "::" && isBoolean(tokens.at(-1));
}

function isBoolean(token: Token | undefined): boolean {
  const word = wordOf(token);
  return word === "boolean" || word === "bool";
}

function endOfCase(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let i = from; i < tokens.length; i++) {
    const word = wordOf(tokens[i]);
    if (word === "case") depth++;
    else if (word === "end" && --depth === 0) return i;
  }
  return tokens.length - 1;
}

/** The values after `then` and `else` in a case. */
function branchesOf(tokens: readonly Token[]): Token[][] {
  const branches: Token[][] = [];
  let branch: Token[] | undefined;
  for (let i = 1; i < tokens.length - 1; i++) {
    const word = wordOf(tokens[i]);
    if (word === "then" || word === "else") {
      branch = [];
      branches.push(branch);
    } else if (word === "when") branch = undefined;
    else {
      const end =
        word === "case" ? endOfCase(tokens, i) : tokens[i]!.kind === "open" ? closing(tokens, i) : i;
      branch?.push(...tokens.slice(i, end + 1));
      i = end;
    }
  }
  return branches;
}

function argumentsOf(tokens: readonly Token[]): Token[][] {
  const values: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === "open") depth++;
    else if (token.kind === "close") depth--;
    if (token.kind === "comma" && depth === 0) values.push([]);
    else values.at(-1)!.push(token);
  }
  return values;
}

function wordOf(token: Token | undefined): string {
  return isWord(token) ? token.text.toLowerCase() : "";
}
