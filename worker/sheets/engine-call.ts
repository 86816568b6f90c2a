/** The most powers of ten by which `ROUND` is scaled. */
const MAX_DECIMALS = 12;
/** Each negated criterion doubles the calls. */
const MAX_NEGATED = 4;
/** A criterion that every cell meets, because no text ends in this private-use character. */
const ANY = `"<>*\u{F0000}"`;
/** A criterion that every cell without a text meets. */
const NO_TEXT = '"<>*"';
/** A criterion that every number meets. */
const ANY_NUMBER = '"<=1E308"';

/**
 * The call in place of one that the engine computes wrongly; `undefined` where it computes it as spreadsheets do.
 *
 * - `ROUND(1.005,2)`, `FIXED` and `DOLLAR`: the engine scales a decimal to 100.49999999999999 and rounds that down.
 * - `TEXT(2.5,"0")`: it rounds halves to the even neighbour, shows −1 as 1, and 23:30 as 23:29:60.
 * - `MINUTE` of 23:30 is 29 where the day's fraction is rounded down, as it is in most serial numbers.
 * - `CONVERT(0,"K","C")` is −273.5.
 * - `"<>x"` as a criterion leaves out empty cells, numbers and booleans.
 */
export function engineCall(name: string, args: readonly string[]): string | undefined {
  const bare = name.toUpperCase();
  if (args.some(arg => arg.trim() === "")) return undefined;
  switch (bare) {
    case "ROUND":
      return roundCall(args);
    case "FIXED":
    case "DOLLAR":
      return decimalCall(bare, args);
    case "TEXT":
      return textCall(args);
    case "HOUR":
    case "MINUTE":
    case "SECOND":
      // Adds less than half a millisecond, so that a fraction of a day that was rounded down counts as its minute.
      return args.length === 1 ? `${bare}((${args[0]})+5E-9)` : undefined;
    case "CONVERT":
      return convertCall(args);
    default:
      return criteriaCall(bare, args);
  }
}

function roundCall([value, decimals = "", ...more]: readonly string[]): string | undefined {
  const count = decimalsOf(decimals);
  if (count === undefined || more.length > 0) return undefined;
  // The engine rounds to 15 digits before it rounds to an integer, which makes 100.49999999999999 100.5.
  return `(ROUND((${value})*1E${count},0)/1E${count})`;
}

function decimalCall(
  name: string,
  [value = "", decimals = "2", ...more]: readonly string[],
): string | undefined {
  const rounded = roundCall([value, decimals]);
  return rounded === undefined ? undefined : `${name}(${[rounded, decimals, ...more].join(",")})`;
}

function decimalsOf(text: string): number | undefined {
  const count = /^\s*\d{1,2}\s*$/.test(text) ? Number(text) : 0;
  return count > 0 && count <= MAX_DECIMALS ? count : undefined;
}

/** `TEXT` with a literal format of a number or of a time of day. */
function textCall([value, format = "", ...more]: readonly string[]): string | undefined {
  const code = /^\s*"((?:[^"]|"")*)"\s*$/.exec(format)?.[1];
  if (code === undefined || more.length > 0) return undefined;
  const bare = code.replace(/""[^"]*""|\\.|\[\$[^\]]*\]/g, "").toLowerCase();
  const numberOf = (number: string) => `TEXT(LET(v,${value},IF(ISNUMBER(v),${number},v)),${format})`;
  if (/[hs]/.test(bare)) return /[[.]/.test(bare) ? undefined : numberOf("(INT(v*86400+1E-3)+0.01)/86400");
  const decimals = /[\p{L}@[]/u.test(bare) ? undefined : decimalsShown(bare);
  if (decimals === undefined) return undefined;
  const rounded = `IF(ABS(v)<1E15,ROUND(v*1E${decimals},0)/1E${decimals},v)`;
  if (bare.includes(";")) return numberOf(rounded);
  // The engine shows −1 as 1.
  return `LET(v,${value},IF(ISNUMBER(v),LET(r,${rounded},IF(r<0,"-"&TEXT(-r,${format}),TEXT(r,${format}))),TEXT(v,${format})))`;
}

/** The decimals that a number format shows of a number, where all its sections show as many. */
function decimalsShown(format: string): number | undefined {
  const shown = format.split(";").flatMap(section => {
    const [digits, fraction = ""] = /[0#?][0#?,]*(?:\.([0#?]*),*)?/.exec(section) ?? [];
    const thousands = /,*$/.exec(digits ?? "")?.[0].length ?? 0;
    const percents = section.split("%").length - 1;
    return digits === undefined ? [] : [fraction.length + 2 * percents - 3 * thousands];
  });
  const [first] = new Set(shown);
  return first !== undefined && shown.every(one => one === first) && first <= MAX_DECIMALS
    ? first
    : undefined;
}

function convertCall([value, from, to = "", ...more]: readonly string[]): string | undefined {
  if (more.length > 0 || !/^\s*"(?:C|cel)"\s*$/.test(to)) return undefined;
  return `ROUND(CONVERT(${value},${from},"K")-273.15,10)`;
}

/** Whether the argument at this place of a call is a criterion. */
const CRITERION: Readonly<Record<string, (place: number) => boolean>> = {
  COUNTIF: place => place === 1,
  SUMIF: place => place === 1,
  AVERAGEIF: place => place === 1,
  COUNTIFS: place => place % 2 === 1,
  SUMIFS: place => place > 0 && place % 2 === 0,
  AVERAGEIFS: place => place > 0 && place % 2 === 0,
};

/** `"<>x"` with a text that cannot be a number, a date or a time. */
const UNLIKE_WORDS = /^\s*"<>(?![+-]?(?:inf|infinity|nan)")[^"\d]+"\s*$/i;

/**
 * Replaces the criterion `"<>x"`. If `x` is surely a text, the cells that differ from it are the other texts, which the
 * engine finds, and the cells without a text. Otherwise the result is that of all cells minus that of the cells equal to
 * `x`; this subtraction may lose digits of a sum.
 */
function criteriaCall(name: string, args: readonly string[], from = 0): string | undefined {
  const isCriterion = CRITERION[name];
  if (!isCriterion) return undefined;
  const negated = args.flatMap((arg, place) =>
    place >= from && isCriterion(place) && isNotText(arg) ? [place] : [],
  );
  const [first] = negated;
  if (first === undefined || negated.length > MAX_NEGATED) return undefined;
  if (name.startsWith("AVERAGE")) return averageCall(name, args);
  const withCriterion = (criterion: string) => {
    const changed = args.with(first, criterion);
    return criteriaCall(name, changed, first + 1) ?? `${name}(${changed.join(",")})`;
  };
  const criterion = args[first]!;
  return UNLIKE_WORDS.test(criterion)
    ? `(${withCriterion(criterion)}+${withCriterion(NO_TEXT)})`
    : `(${withCriterion(ANY)}-${withCriterion(criterion.replace("<>", "="))})`;
}

function averageCall(name: string, args: readonly string[]): string | undefined {
  const [first = "", second = "", third = first] = args;
  const isSingle = name === "AVERAGEIF";
  const sum = criteriaCall(isSingle ? "SUMIF" : "SUMIFS", args);
  const pairs = isSingle ? [third, ANY_NUMBER, first, second] : [first, ANY_NUMBER, ...args.slice(1)];
  return `(${sum}/${criteriaCall("COUNTIFS", pairs)})`;
}

/**
 * Whether a criterion is `"<>x"` or `"<>"&…`. The engine itself handles `<>` with numbers, booleans, errors and wildcards.
 */
function isNotText(criterion: string): boolean {
  const [, text, joined] = /^\s*"<>((?:[^"]|"")*)"\s*(&)?/.exec(criterion) ?? [];
  if (text === undefined) return false;
  if (joined !== undefined) return true;
  return text !== "" && !/[*?]|^#|^(?:true|false)$/i.test(text) && Number.isNaN(Number(text));
}
