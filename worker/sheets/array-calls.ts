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

/**
 * The call in place of one with arrays that the engine computes wrongly; `undefined` for every other call. `callOf`
 * writes a call without arrays.
 *
 * - Most functions take an array for a text, or for its first item: `COUNTIF(A1:A9,{"x","y"})` is 0, and
 *   `ISNUMBER(A1:A9)` is FALSE.
 * - `ROW(A1:A9)` is the first row alone.
 * - `XLOOKUP` finds nothing in a computed array, but `MATCH` does.
 * - `COUNT` of an array is 0. `AVERAGE` and `MEDIAN` count its booleans as numbers.
 */
export function arrayCall(
  name: string,
  args: readonly string[],
  callOf: (name: string, args: readonly string[]) => string,
): string | undefined {
  const [first = "", ...more] = args;
  switch (name) {
    case "ROW":
    case "COLUMN":
      return more.length === 0 && isReferenceToMany(first) ? placesOf(name, first) : undefined;
    case "COUNT":
      return args.some(isComputed) ? countOf(args) : undefined;
    case "AVERAGE":
      return args.some(isComputed) ? `(SUM(${args.join(",")})/${countOf(args)})` : undefined;
    case "MEDIAN":
      return more.length === 0 && isComputed(first) ? `PERCENTILE(${first},0.5)` : undefined;
    case "XLOOKUP":
      return lookupCall(args) ?? callForItems(name, args, callOf);
    default:
      return callForItems(name, args, callOf);
  }
}

function callForItems(
  name: string,
  args: readonly string[],
  callOf: (name: string, args: readonly string[]) => string,
): string | undefined {
  const places = args.flatMap((arg, place) => (isByItem(name, place) && isArray(arg) ? [place] : []));
  if (places.length === 0) return undefined;
  const items = places.map(place => `_engine_item${place}`);
  const one = args.map((arg, place) => (places.includes(place) ? `_engine_item${place}` : arg));
  const arrays = places.map(place => args[place]);
  return `MAP(${arrays.join(",")},LAMBDA(${items.join(",")},${callOf(name, one)}))`;
}

function isByItem(name: string, place: number): boolean {
  return ALL_BY_ITEM.has(name) || (place === 0 && FIRST_BY_ITEM.has(name)) || isCriterion(name, place);
}

function placesOf(name: "ROW" | "COLUMN", range: string): string {
  const size = name === "ROW" ? `ROWS(${range}),1` : `1,COLUMNS(${range})`;
  return `SEQUENCE(${size},${name}(${range}))`;
}

function countOf(args: readonly string[]): string {
  const counts = args.map(arg =>
    isComputed(arg) ? `SUM(MAP(${arg},LAMBDA(_engine_item,ISNUMBER(_engine_item)))*1)` : `COUNT(${arg})`,
  );
  return counts.length === 1 ? counts.join("") : `(${counts.join("+")})`;
}

/** `XLOOKUP` of one value in a computed array. */
function lookupCall([value = "", array = "", results = "", missing, ...more]: readonly string[]):
  | string
  | undefined {
  if (more.length > 0 || !isComputed(array) || isArray(value)) return undefined;
  const found = `INDEX(${results},MATCH(${value},${array},0))`;
  return missing === undefined || missing.trim() === "" ? found : `IFNA(${found},${missing})`;
}

function isReferenceToMany(arg: string): boolean {
  return RANGE.test(arg) || /^\s*(?:INDIRECT|OFFSET)\s*\(/i.test(arg);
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
