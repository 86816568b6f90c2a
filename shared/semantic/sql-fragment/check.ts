import {closing, type Token, tokenize} from "./tokens.ts";

const SUBQUERIES = new Set("select union intersect except into returning exists".split(" "));
/** Words that begin a statement at the start of a fragment or of parentheses. Elsewhere they are names. */
const OPENERS = new Set(
  (
    "with values table from show describe summarize pivot unpivot explain call execute insert update delete merge " +
    "drop alter create truncate grant revoke copy attach detach pragma install load set reset"
  ).split(" "),
);
/** Functions that turn one row into several, or one column into several: a field must be one value per row. */
const MULTIPLIERS = new Set(
  (
    "unnest generate_series generate_subscripts columns unpack explode explode_outer posexplode posexplode_outer " +
    "inline inline_outer stack json_tuple arrayjoin string_to_table regexp_split_to_table json_array_elements " +
    "json_array_elements_text jsonb_array_elements jsonb_array_elements_text json_each json_each_text jsonb_each " +
    "jsonb_each_text json_object_keys jsonb_object_keys json_populate_recordset jsonb_populate_recordset " +
    "jsonb_path_query"
  ).split(" "),
);
/** A `*` after one of these is not a multiplication. */
const BEFORE_STARS = new Set(
  "all distinct case when then else and or not in like ilike is between by".split(" "),
);
const CLAUSES = new Set("as from where group having order limit offset fetch window".split(" "));

/**
 * Why a fragment of SQL is not one expression without `select`, in phrases that continue "is not one expression: ";
 * empty if it is one.
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
  if (token.kind === "comment") return "comments are not allowed";
  if (token.kind === "comma" && depth === 0) return "a comma separates two expressions";
  if (isStar(tokens, i)) return "a * means several columns";
  const multiplier = multiplierAt(tokens, i);
  if (multiplier !== undefined) return multiplier;
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

/** A `*` that is not a multiplication, except the one in `count(*)`. */
function isStar(tokens: readonly Token[], i: number): boolean {
  if (tokens[i]!.text !== "*" || tokens[i]!.kind !== "op") return false;
  const before = tokens[i - 1];
  if (before === undefined || before.kind === "comma") return true;
  if (before.kind === "open") {
    return tokens[i - 2]?.text.toLowerCase() !== "count" || tokens[i + 1]?.kind !== "close";
  }
  if (before.kind === "word")
    return tokens[i - 2]?.text !== "." && BEFORE_STARS.has(before.text.toLowerCase());
  // `a ** b` is a power.
  return before.kind === "op" && before.text !== "]" && before.text !== "*";
}

/**
 * A call of a multiplier, in any qualification and quoting. `x in unnest(…)` is allowed, because it only tests
 * membership.
 */
function multiplierAt(tokens: readonly Token[], i: number): string | undefined {
  const {kind, text} = tokens[i]!;
  if ((kind !== "word" && kind !== "quoted") || tokens[i + 1]?.kind !== "open") return undefined;
  const name = (kind === "quoted" ? text.slice(1, -1) : text).toLowerCase();
  if (!MULTIPLIERS.has(name)) return undefined;
  if (name === "unnest" && tokens[i - 1]?.text.toLowerCase() === "in") return undefined;
  return `"${name}" makes several rows or columns of one`;
}

function startsClause(next: Token | undefined): boolean {
  return next !== undefined && ["word", "quoted", "string", "open", "number"].includes(next.kind);
}

const AGGREGATES = new Set(
  (
    "count sum avg median stddev stddev_pop stddev_samp variance var_pop var_samp string_agg array_agg listagg " +
    "group_concat percentile_cont percentile_disc approx_count_distinct approx_distinct bool_and bool_or any_value " +
    "count_if countif sum_if sumif row_number rank dense_rank ntile lag lead first_value last_value"
  ).split(" "),
);
/** Aggregates with one argument, which some engines also have as row functions with several. */
const LEAST_AND_GREATEST = new Set(["min", "max"]);

/**
 * Why a fragment cannot be computed from one row, as dimensions and filters of a layer must be; empty if it can. The
 * phrases continue "is not one expression of a row: ".
 */
export function rowFaults(sql: string): string[] {
  const {tokens} = tokenize(sql);
  const found = new Set<string>();
  for (const [i, token] of tokens.entries()) {
    if (token.kind !== "word" || tokens[i - 1]?.text === ".") continue;
    const word = token.text.toLowerCase();
    const next = tokens[i + 1];
    if (word === "over" && tokens[i - 1]?.kind === "close" && startsClause(next)) {
      found.add(
        "a window function (over) reads other rows, which a filter could leave out; compute it in the model's table, as a statement",
      );
    } else if (
      next?.kind === "open" &&
      !isOver(tokens, i) &&
      (AGGREGATES.has(word) || isAggregate(tokens, i))
    ) {
      found.add(
        `"${token.text}" aggregates rows; make a measure of it, or compute it in the model's table, as a statement`,
      );
    }
  }
  return [...found];
}

/** Whether a call belongs to a window function, which is reported by itself. */
function isOver(tokens: readonly Token[], i: number): boolean {
  return tokens[closing(tokens, i + 1) + 1]?.text.toLowerCase() === "over";
}

function isAggregate(tokens: readonly Token[], i: number): boolean {
  if (!LEAST_AND_GREATEST.has(tokens[i]!.text.toLowerCase())) return false;
  const end = closing(tokens, i + 1);
  for (let at = i + 2; at < end; at++) {
    const {kind} = tokens[at]!;
    if (kind === "open") at = closing(tokens, at);
    else if (kind === "comma") return false;
  }
  return true;
}

/** The faults of the statement in a model's `table.sql`; empty if it has none. */
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

/** The names in a fragment's `${…}`, without `TABLE`. */
export function fragmentReferences(sql: string): string[] {
  return tokenize(sql)
    .tokens.filter(token => token.kind === "ref")
    .map(token => token.text.slice(2, -1).trim())
    .filter(name => name !== "TABLE");
}
