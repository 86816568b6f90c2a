import {type Token, tokenize} from "./tokens.ts";

const SUBQUERIES = new Set("select union intersect except into returning exists".split(" "));
/** Words that begin a statement where they stand first, also in parentheses, and are names elsewhere. */
const OPENERS = new Set(
  (
    "with values table from show describe summarize pivot unpivot explain call execute insert update delete merge " +
    "drop alter create truncate grant revoke copy attach detach pragma install load set reset"
  ).split(" "),
);
const CLAUSES = new Set("as from where group having order limit offset fetch window".split(" "));

/**
 * What is wrong with a fragment of SQL that must be one expression without `select`, in words that go on
 * after "is not one expression: "; empty where nothing is.
 */
export function expressionFaults(sql: string): string[] {
  const {tokens, faults} = tokenize(sql);
  if (tokens.length === 0) return ["it is empty"];
  const found = new Set(faults);
  let depth = 0;
  for (const [i, token] of tokens.entries()) {
    const fault = tokenFault(tokens, i, depth);
    if (fault !== undefined) found.add(fault);
    if (token.kind === "open") depth++;
    if (token.kind === "close" && --depth < 0) {
      found.add("a closing parenthesis has no opening one");
      depth = 0;
    }
  }
  if (depth > 0) found.add("a parenthesis is not closed");
  return [...found];
}

function tokenFault(tokens: readonly Token[], i: number, depth: number): string | undefined {
  const token = tokens[i]!;
  if (token.kind === "semicolon") return "a ; ends a statement";
  if (token.kind === "comment") return "comments are not taken";
  if (token.kind === "comma" && depth === 0) return "a comma separates two expressions";
  if (token.kind !== "word") return undefined;
  const word = token.text.toLowerCase();
  const before = tokens[i - 1];
  const next = tokens[i + 1];
  // `t.delete` and `"select"` are names.
  if (before?.text === ".") return undefined;
  if (SUBQUERIES.has(word)) return `"${word}" belongs to a subquery`;
  if (OPENERS.has(word) && (before === undefined || before.kind === "open") && startsClause(next)) {
    return `"${word}" belongs to a statement`;
  }
  if (depth === 0 && CLAUSES.has(word) && i > 0 && startsClause(next)) {
    if (word === "from" && before?.text.toLowerCase() === "distinct") return undefined;
    return `"${word}" belongs to a statement`;
  }
  return undefined;
}

function startsClause(next: Token | undefined): boolean {
  return next !== undefined && ["word", "quoted", "string", "open", "number"].includes(next.kind);
}

/** What is wrong with the statement of a model's `table.sql`; empty where nothing is. */
export function statementFaults(sql: string): string[] {
  const {tokens, faults} = tokenize(sql);
  const code = tokens.filter(token => token.kind !== "comment");
  const found = new Set(faults);
  const [first] = code;
  if (first === undefined) return ["it is empty"];
  if (!["select", "with", "from", "values"].includes(first.text.toLowerCase()) && first.kind !== "open") {
    found.add("it does not begin with select or with");
  }
  let depth = 0;
  for (const token of code) {
    if (token.kind === "semicolon") found.add("a ; ends a statement; leave it out");
    if (token.kind === "ref") found.add(`${token.text} refers to a field, which a table's statement cannot`);
    if (token.kind === "open") depth++;
    if (token.kind === "close" && --depth < 0) {
      found.add("a closing parenthesis has no opening one");
      depth = 0;
    }
  }
  if (depth > 0) found.add("a parenthesis is not closed");
  return [...found];
}

/** The names in `${…}` of a fragment, `TABLE` left out. */
export function fragmentReferences(sql: string): string[] {
  return tokenize(sql)
    .tokens.filter(token => token.kind === "ref")
    .map(token => token.text.slice(2, -1).trim())
    .filter(name => name !== "TABLE");
}
