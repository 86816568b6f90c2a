import {areaName, MAX_COLUMNS, MAX_ROWS, parseArea} from "../../shared/content/sheets/a1.ts";

/** Each negated criterion doubles the calls. */
const MAX_NEGATED = 4;
/** A criterion that every cell meets, because no text ends in this private-use character. */
const ANY = `"<>*\u{F0000}"`;
/** A criterion that every cell without a text meets. */
const NO_TEXT = '"<>*"';
/** A criterion that no cell meets, because no text consists of this private-use character. */
const NONE = `"=\u{F0000}"`;
/** A criterion that every number meets. */
const ANY_NUMBER = '"<=1E308"';

/** Whether the argument at this place of a call is a criterion. */
const CRITERION: Readonly<Record<string, (place: number) => boolean>> = {
  COUNTIF: place => place === 1,
  SUMIF: place => place === 1,
  AVERAGEIF: place => place === 1,
  COUNTIFS: place => place % 2 === 1,
  SUMIFS: place => place > 0 && place % 2 === 0,
  AVERAGEIFS: place => place > 0 && place % 2 === 0,
  MAXIFS: place => place > 0 && place % 2 === 0,
  MINIFS: place => place > 0 && place % 2 === 0,
};

/** `"<>x"` with a text that cannot be a number, a date or a time. */
const UNLIKE_WORDS = /^\s*"<>(?![+-]?(?:inf|infinity|nan)")[^"\d]+"\s*$/i;
/** The name of a tab, and a cell or a range of cells. */
const RANGE =
  /^\s*((?:'(?:[^']|'')*'|[\p{L}_][\p{L}\p{M}\p{N}_.]*)!)?(\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)\s*$/iu;
/** `">=x"`, or `">="&…`. */
const AT_BOUND = /^(\s*)"([<>])=((?:[^"]|"")*)"\s*(&?)(.*)$/s;
/**
 * Criteria that are not read into variables: literals, except the beginning of a text such as `""&A1`, and whole
 * columns or rows.
 */
const FIXED = /^\s*(?:"(?!"\s*&)|[+-]?[\d.]|\{|(?:TRUE|FALSE)\b)|^\s*$|^[^("]*:[^("]*$/i;
/** The variable of a criterion that is known only when the sheet is calculated. */
const READ = /^_engine_criterion(\d+)$/;

export function isCriterion(name: string, place: number): boolean {
  return CRITERION[name]?.(place) ?? false;
}

/**
 * Replaces the criteria `">=x"`, `"<=x"` and `"<>x"` where `x` is a text, or may be one. With
 * `hasComparisons` a criterion of a cell or of a call may be one of them, too; the call in its place takes a few times
 * as long to parse.
 */
export function criteriaCall(
  name: string,
  args: readonly string[],
  hasComparisons: boolean,
): string | undefined {
  const sized = name === "SUMIF" || name === "AVERAGEIF" ? withRangeAsLarge(args) : args;
  const bounded = sized.map((arg, place) => (isCriterion(name, place) ? atBound(arg) : arg));
  const read = sized.flatMap((arg, place) => (isCriterion(name, place) && !FIXED.test(arg) ? [place] : []));
  if (hasComparisons && read.length > 0) return callOfRead(name, bounded, sized, read);
  const call = negatedCall(name, bounded);
  return (
    call ?? (bounded.some((arg, place) => arg !== args[place]) ? `${name}(${bounded.join(",")})` : undefined)
  );
}

/**
 * The call with the criteria at the places `read` in variables: `_engine_mark` is `>=`, `<=`, `<>` or the first two
 * characters of another text, `_engine_rest` is the text after them, and `_engine_bound` is the criterion as the engine
 * compares texts at a bound.
 */
function callOfRead(
  name: string,
  bounded: readonly string[],
  sized: readonly string[],
  read: readonly number[],
): string {
  const variables = read.flatMap(place => {
    const [criterion, mark, rest] = ["criterion", "mark", "rest"].map(part => `_engine_${part}${place}`);
    const swapped = [">=", "<="].map((one, m, marks) => `IF(${mark}="${one}","${marks[1 - m]}"&${rest},`);
    return [
      [criterion, sized[place]],
      [mark, `IF(ISTEXT(${criterion}),IF(LEN(${criterion})>2,LEFT(${criterion},2),""),"")`],
      [rest, `IF(${mark}="","",MID(${criterion},3,32767))`],
      [`_engine_bound${place}`, `IF(ISERROR(VALUE(${rest})),${swapped.join("")}${criterion})),${criterion})`],
    ].map(pair => pair.join(","));
  });
  const others = bounded.map((arg, place) => (read.includes(place) ? `_engine_bound${place}` : arg));
  const plain = negatedCall(name, others) ?? `${name}(${others.join(",")})`;
  const negated = negatedCall(
    name,
    bounded.map((arg, place) => (read.includes(place) ? `_engine_criterion${place}` : arg)),
  );
  const isNegated = read.map(place => `(_engine_mark${place}="<>")`).join("+");
  const call = negated === undefined ? plain : `IF((${isNegated})>0,${negated},${plain})`;
  return `LET(${variables.join(",")},${call})`;
}

/** Makes the range of numbers as large as the range of the criterion, from its first cell on, as `SUMIF` does. */
function withRangeAsLarge(args: readonly string[]): readonly string[] {
  const [range = "", , numbers = ""] = args;
  const [, , tested] = RANGE.exec(range) ?? [];
  const [, tab = "", added] = RANGE.exec(numbers) ?? [];
  const [own, other] = [tested, added].map(one => parseArea((one ?? "").replaceAll("$", "").toUpperCase()));
  if (!own || !other || args.length !== 3) return args;
  const row = other.from.row + own.to.row - own.from.row;
  const column = other.from.column + own.to.column - own.from.column;
  if ((row === other.to.row && column === other.to.column) || row > MAX_ROWS || column > MAX_COLUMNS)
    return args;
  return args.with(2, `${tab}${areaName({from: other.from, to: {row, column}})}`);
}

/**
 * The criterion with `>=` and `<=` swapped if it compares texts, because the engine mistakes one for the other in
 * comparisons of texts.
 */
function atBound(criterion: string): string {
  const [, space = "", mark, text = "", joined, rest = ""] = AT_BOUND.exec(criterion) ?? [];
  if (mark === undefined || (joined === "" && (text === "" || !Number.isNaN(Number(text))))) return criterion;
  const swapped = mark === ">" ? "<" : ">";
  if (joined === "") {
    const own = `IF(ISERROR(VALUE("${text}")),"${swapped}=${text}","${mark}=${text}")`;
    return /^[^"\d]+$/.test(text) ? `${space}"${swapped}=${text}"` : own;
  }
  const bound = text === "" ? rest : `"${text}"&${rest}`;
  return `LET(_engine_bound,${bound},IF(ISERROR(VALUE(_engine_bound&"")),"${swapped}=","${mark}=")&_engine_bound)`;
}

/**
 * Replaces the criterion `"<>x"`. If `x` is surely a text, the cells that differ from it are the other texts, which the
 * engine finds, and the cells without a text. Otherwise the result is that of all cells minus that of the cells equal to
 * `x`; this subtraction may lose digits of a sum.
 */
function negatedCall(name: string, args: readonly string[], from = 0): string | undefined {
  const negated = args.flatMap((arg, place) =>
    place >= from && isCriterion(name, place) && isNotText(arg) ? [place] : [],
  );
  const [first] = negated;
  if (first === undefined || negated.length > MAX_NEGATED) return undefined;
  if (name.startsWith("AVERAGE")) return averageCall(name, args);
  if (name === "MAXIFS" || name === "MINIFS") return extremeCall(name, args, negated);
  const withCriterion = (criterion: string) => {
    const changed = args.with(first, criterion);
    return negatedCall(name, changed, first + 1) ?? `${name}(${changed.join(",")})`;
  };
  const criterion = args[first]!;
  const [, read] = READ.exec(criterion) ?? [];
  if (read !== undefined) {
    const isNegated = `_engine_mark${read}="<>"`;
    const all = withCriterion(`IF(${isNegated},${ANY},_engine_bound${read})`);
    return `(${all}-${withCriterion(`IF(${isNegated},${equalOf(criterion)},${NONE})`)})`;
  }
  return UNLIKE_WORDS.test(criterion)
    ? `(${withCriterion(criterion)}+${withCriterion(NO_TEXT)})`
    : `(${withCriterion(ANY)}-${withCriterion(equalOf(criterion))})`;
}

/** The criterion `"=x"` for `"<>x"`. */
function equalOf(criterion: string): string {
  const [, read] = READ.exec(criterion) ?? [];
  return read === undefined ? criterion.replace("<>", "=") : `"="&_engine_rest${read}`;
}

function averageCall(name: string, args: readonly string[]): string | undefined {
  const [first = "", second = "", third = first] = args;
  const isSingle = name === "AVERAGEIF";
  const sum = negatedCall(isSingle ? "SUMIF" : "SUMIFS", args);
  const pairs = isSingle ? [third, ANY_NUMBER, first, second] : [first, ANY_NUMBER, ...args.slice(1)];
  return `(${sum}/${negatedCall("COUNTIFS", pairs)})`;
}

/**
 * `MAXIFS` or `MINIFS` with the criteria `"<>x"` at the places `negated`. The engine does not find cells without a text
 * for such a criterion, so the result is the extreme of several calls: one as it is, and one for each set of these
 * criteria with a criterion in their place that exactly the cells without a text meet.
 */
function extremeCall(
  name: "MAXIFS" | "MINIFS",
  args: readonly string[],
  negated: readonly number[],
): string | undefined {
  if (args.length % 2 === 0) return undefined;
  // Greater, or less, than any number. It stands for the extreme where no number meets the criteria.
  const none = name === "MAXIFS" ? "-1E308" : "1E308";
  const extremes: string[] = [];
  for (let chosen = 0; chosen < 2 ** negated.length; chosen++) {
    const replaced = negated.filter((_, n) => chosen & (1 << n));
    const [numbers = "", ...pairs] = args.map((arg, place) =>
      replaced.includes(place) ? NO_TEXT : arg.replace(READ, "_engine_bound$1"),
    );
    const extreme = `${name}(${[numbers, ...pairs].join(",")})`;
    const count = `COUNTIFS(${[numbers, ANY_NUMBER, ...pairs].join(",")})`;
    // The addition passes on the error of a cell that meets the criteria.
    const found = `IF(${count}>0,${extreme},${none}+${extreme})`;
    const conditions = replaced
      .filter(place => !UNLIKE_WORDS.test(args[place]!))
      .flatMap(place => {
        const [, read] = READ.exec(args[place]!) ?? [];
        const isText = `(${leavesOutNumbers(args[place - 1]!, args[place]!)})`;
        return read === undefined ? [isText] : [`(_engine_mark${read}="<>")`, isText];
      });
    extremes.push(conditions.length === 0 ? found : `IF(${conditions.join("*")},${found},${none})`);
  }
  return `LET(_extreme,${name.slice(0, 3)}(${extremes.join(",")}),IF(_extreme=${none},0,_extreme))`;
}

/**
 * Whether the engine takes the text after `<>` for a text, and so leaves out all cells without a text. If the engine
 * took it for a number, each cell without a text would meet either the criterion or its opposite with `=`.
 */
function leavesOutNumbers(range: string, criterion: string): string {
  const counts = [criterion, equalOf(criterion)].map(
    one => `COUNTIFS(${[range, NO_TEXT, range, one].join(",")})`,
  );
  return `${counts.join("+")}=0`;
}

/**
 * Whether a criterion is `"<>x"` or `"<>"&…`. The engine itself handles `<>` with numbers, booleans, errors and wildcards.
 */
function isNotText(criterion: string): boolean {
  if (READ.test(criterion)) return true;
  const [, text, joined] = /^\s*"<>((?:[^"]|"")*)"\s*(&)?/.exec(criterion) ?? [];
  if (text === undefined) return false;
  if (joined !== undefined) return true;
  return text !== "" && !/[*?]|^#|^(?:true|false)$/i.test(text) && Number.isNaN(Number(text));
}
