import {isCriterion} from "./criteria-calls.ts";

/** Functions that the engine does not compute for each item of an array in their first argument. */
const FIRST_BY_ITEM = new Set(
  `
HLOOKUP HOUR ISBLANK ISERR ISERROR ISEVEN ISLOGICAL ISNA ISNONTEXT ISNUMBER ISODD ISTEXT LEN MATCH MINUTE N
NOT SECOND TRIM VALUE VLOOKUP XLOOKUP XMATCH
`.match(/\S+/g),
);
/** Functions that the engine does not compute for each item of an array in any argument. */
const ALL_BY_ITEM = new Set("EXACT FIND MOD ROUND ROUNDDOWN ROUNDUP SEARCH SUBSTITUTE TRUNC".split(" "));
/** Functions computed for each item if there is an array among the arguments at these places. */
const ALL_BY_ITEM_OF: Readonly<Record<string, (place: number) => boolean>> = {
  IFS: place => place % 2 === 0,
  SWITCH: place => place === 0,
};
/** The place of another argument for whose arrays the engine does not compute a function. */
const OTHER_BY_ITEM: Readonly<Record<string, number>> = {
  HLOOKUP: 2,
  INDEX: 1,
  LARGE: 1,
  SMALL: 1,
  VLOOKUP: 2,
};
/** Functions that take an array for its first item. The engine computes them for no array. */
const OF_FIRST_ITEM = new Set(["ADDRESS", "SEQUENCE"]);
/** The place of a reference that may be one `OFFSET` for each item of an array. */
const REFERENCE: Readonly<Record<string, number>> = {COUNTIF: 0, N: 0, SUBTOTAL: 1, SUMIF: 0};
const OFFSET = /^\s*OFFSET\s*\((.*)\)\s*$/is;
/** Functions whose result is an array. */
const ARRAYS = new Set(
  "MAP SEQUENCE FILTER UNIQUE SORT SORTBY TRANSPOSE VSTACK HSTACK TOCOL TOROW TAKE DROP".split(" "),
);
/** Functions that the engine does compute for each item of an array. */
const COMPUTED_BY_ITEM = new Set(
  "IF IFERROR IFNA ABS INT SQRT YEAR MONTH DAY WEEKDAY DATE LEFT MID RIGHT UPPER LOWER TEXT SIGN".split(" "),
);
const PARTS = /"(?:[^"]|"")*"|'(?:[^']|'')*'|([\p{L}_\\$][\p{L}\p{M}\p{N}_.\\?$]*)(\s*\()?|([(){:])/gu;
const CELL = /^\$?[A-Z]{1,3}\$?\d+$/i;
const RANGE = /^\s*(?:(?:'(?:[^']|'')*'|[\p{L}_][\p{L}\p{M}\p{N}_.]*)!)?\$?[A-Z\d$]+:\$?[A-Z\d$]+\s*$/iu;
/** The columns and rows at which a range begins and ends. Whole rows have no columns, and whole columns no rows. */
const ENDS = /\$?([A-Z]*)\$?(\d*):\$?([A-Z]*)\$?(\d*)\s*$/i;

/**
 * The call in place of one with arrays that the engine computes wrongly; `undefined` for every other call. `callOf`
 * writes a call without arrays.
 *
 * - Most functions take an array for a text, or for its first item: `COUNTIF(A1:A9,{"x","y"})` is 0, and
 *   `ISNUMBER(A1:A9)` is FALSE.
 * - `ROW(A1:A9)` is the first row alone. `ROW(2:2)` and `COLUMN(B:B)` stay numbers, because few functions of the engine
 *   take an array with one item for a number.
 * - `SUBTOTAL(9,OFFSET(A1,ROW(B1:B9),0))` and other uses of several references are not computed; nor is `N` of an
 *   `OFFSET`.
 * - `XLOOKUP` finds nothing in a computed array, but `MATCH` does.
 * - `SWITCH` of an array is 0, and `IFS` of one an error. With a single condition, their results may be ranges of
 *   different sizes.
 * - `NPV` leaves out computed arrays.
 * - `COUNT` of an array is 0. `AVERAGE` and `MEDIAN` count its booleans as numbers.
 */
export function arrayCall(
  name: string,
  args: readonly string[],
  callOf: (name: string, args: readonly string[]) => string,
): string | undefined {
  const [first = "", ...more] = args;
  const referring = callForReferences(name, args, callOf);
  if (referring !== undefined) return referring;
  switch (name) {
    case "ROW":
    case "COLUMN":
      return more.length === 0 ? placesOf(name, first) : undefined;
    case "COUNT":
      return args.some(isComputed) ? countOf(args) : undefined;
    case "AVERAGE":
      return args.some(isComputed) ? `(SUM(${args.join(",")})/${countOf(args)})` : undefined;
    case "MEDIAN":
      return more.length === 0 && isComputed(first) ? `PERCENTILE(${first},0.5)` : undefined;
    case "NPV":
      return more.some(isComputed) ? netValueOf(first, more) : undefined;
    case "XLOOKUP":
      return lookupCall(args) ?? callForItems(name, args, callOf);
    default:
      return OF_FIRST_ITEM.has(name) ? ofFirstItems(name, args) : callForItems(name, args, callOf);
  }
}

function ofFirstItems(name: string, args: readonly string[]): string | undefined {
  if (!args.some(isArray)) return undefined;
  return `${name}(${args.map(arg => (isArray(arg) ? `INDEX(${arg},1,1)` : arg)).join(",")})`;
}

function callForItems(
  name: string,
  args: readonly string[],
  callOf: (name: string, args: readonly string[]) => string,
): string | undefined {
  const isForItems = args.some((arg, place) => ALL_BY_ITEM_OF[name]?.(place) && isArray(arg));
  const places = args.flatMap((arg, place) =>
    (isForItems || isByItem(name, place)) && isArray(arg) ? [place] : [],
  );
  if (places.length === 0) return undefined;
  const items = places.map(place => `_engine_item${place}`);
  const one = args.map((arg, place) => (places.includes(place) ? `_engine_item${place}` : arg));
  const arrays = places.map(place => args[place]);
  return `MAP(${arrays.join(",")},LAMBDA(${items.join(",")},${callOf(name, one)}))`;
}

/**
 * The call of a function whose reference is an `OFFSET` by arrays: computed for each reference that the arrays give.
 * `N` takes the first cell of a reference.
 */
function callForReferences(
  name: string,
  args: readonly string[],
  callOf: (name: string, args: readonly string[]) => string,
): string | undefined {
  const place = REFERENCE[name];
  const [, inner] = place === undefined ? [] : (OFFSET.exec(args[place] ?? "") ?? []);
  if (place === undefined || inner === undefined) return undefined;
  const [from = "", ...moves] = splitArguments(inner);
  const moved = moves.flatMap((move, m) => (isArray(move) ? [m] : []));
  if (moved.length === 0 && name !== "N") return undefined;
  const one = moves.map((move, m) => (moved.includes(m) ? `_engine_move${m}` : move));
  const items = moved.map(m => `_engine_move${m}`);
  const reference = `OFFSET(${[from, ...one].join(",")})`;
  const call = callOf(name, args.with(place, name === "N" ? `INDEX(${reference},1,1)` : reference));
  if (moved.length === 0) return call;
  return `MAP(${moved.map(m => moves[m]).join(",")},LAMBDA(${items.join(",")},${call}))`;
}

function splitArguments(inner: string): string[] {
  const args = [""];
  let depth = 0;
  for (const [part] of inner.matchAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'|[^"']/gs)) {
    if (part === "(" || part === "{") depth++;
    if (part === ")" || part === "}") depth--;
    if (part === "," && depth === 0) args.push("");
    else args[args.length - 1] += part;
  }
  return args;
}

function isByItem(name: string, place: number): boolean {
  return (
    ALL_BY_ITEM.has(name) ||
    (place === 0 && FIRST_BY_ITEM.has(name)) ||
    OTHER_BY_ITEM[name] === place ||
    isCriterion(name, place)
  );
}

/**
 * The array of the row or column numbers of a reference; `undefined` for a single row or column, and for whole columns
 * or rows, which have too many.
 */
function placesOf(name: "ROW" | "COLUMN", reference: string): string | undefined {
  const size = name === "ROW" ? `ROWS(${reference})` : `COLUMNS(${reference})`;
  const places = `SEQUENCE(${name === "ROW" ? `${size},1` : `1,${size}`},${name}(${reference}))`;
  if (/^\s*(?:INDIRECT|OFFSET)\s*\(/i.test(reference)) return `IF(${size}=1,${name}(${reference}),${places})`;
  if (!RANGE.test(reference)) return undefined;
  const [, fromColumn, fromRow, toColumn, toRow] = ENDS.exec(reference.toUpperCase()) ?? [];
  const [from, to] = name === "ROW" ? [fromRow, toRow] : [fromColumn, toColumn];
  return from === to ? undefined : places;
}

function countOf(args: readonly string[]): string {
  const counts = args.map(arg => {
    if (!isComputed(arg)) return `COUNT(${arg})`;
    const count = `SUM(MAP(${arg},LAMBDA(_engine_item,ISNUMBER(_engine_item)))*1)`;
    // A FILTER that leaves no item gives an error of the type 14: there are no numbers to count.
    return /\bFILTER\s*\(/i.test(arg) ? `IF(IFERROR(ERROR.TYPE(${arg}),0)=14,0,${count})` : count;
  });
  return counts.length === 1 ? counts.join("") : `(${counts.join("+")})`;
}

/** `NPV` of payments of which some are computed arrays: only the numbers in an array count. */
function netValueOf(rate: string, payments: readonly string[]): string {
  const sum = payments.reduceRight((later, arg) => {
    if (!isComputed(arg)) return `(NPV(${rate},${arg})+${later}/_engine_growth^COUNT(${arg}))`;
    const left = "ISTEXT(_engine_item)+ISLOGICAL(_engine_item)";
    const next = `LAMBDA(_engine_sum,_engine_item,IF(${left},_engine_sum,_engine_sum*_engine_growth+_engine_item))`;
    return `((REDUCE(0,${arg},${next})+${later})/_engine_growth^${countOf([arg])})`;
  }, "0");
  return `LET(_engine_growth,1+(${rate}),${sum})`;
}

/** `XLOOKUP` of one value in a computed array. */
function lookupCall([value = "", array = "", results = "", missing, ...more]: readonly string[]):
  | string
  | undefined {
  if (more.length > 0 || !isComputed(array) || isArray(value)) return undefined;
  const found = `INDEX(${results},MATCH(${value},${array},0))`;
  return missing === undefined || missing.trim() === "" ? found : `IFNA(${found},${missing})`;
}

/** Whether an argument is an array, and no range of cells. */
function isComputed(arg: string): boolean {
  return !RANGE.test(arg) && isArray(arg);
}

/**
 * Whether an expression is surely an array, or a range other than whole columns or rows, which have too many items. The
 * arguments of other functions do not count.
 */
function isArray(expression: string): boolean {
  const counts = [true];
  let before = "";
  for (const [text, word, call, mark] of expression.matchAll(PARTS)) {
    const isCounted = counts.at(-1) === true;
    const isRange = mark === ":" && CELL.test(before);
    before = text;
    const name = call === undefined ? undefined : word?.toUpperCase();
    if (isCounted && (isRange || mark === "{" || (name !== undefined && ARRAYS.has(name)))) return true;
    if (name !== undefined) counts.push(isCounted && COMPUTED_BY_ITEM.has(name));
    else if (mark === "(") counts.push(isCounted);
    else if (mark === ")") counts.pop();
  }
  return false;
}
