import {arrayCall} from "./array-calls.ts";
import {criteriaCall} from "./criteria-calls.ts";
import {fractionText} from "./fraction-text.ts";
import {decimalCall, MAX_DECIMALS, roundCall} from "./rounding-calls.ts";

/** Private-use characters that begin and end each text that `TEXTJOIN` joins. */
const BEGIN = "\u{F0000}";
const END = "\u{F0001}";

/**
 * The call in place of one that the engine computes wrongly; `undefined` where it computes it as spreadsheets do.
 * `hasComparisons` is as for `engineFormula`.
 *
 * - `ROUND(1.005,2)`, `FIXED` and `DOLLAR`: the engine scales a decimal to 100.49999999999999 and rounds that down.
 *   `ROUNDUP`, `ROUNDDOWN` and `TRUNC` of numbers with few decimals can be one too much or too little in the last one.
 * - `TEXT(2.5,"0")`: it rounds halves to the even neighbour, shows −1 as 1, and 23:30 as 23:29:60.
 * - `TEXT(1.5,"# ?/?")`: it does not compute fractions.
 * - `MINUTE` of 23:30 is 29 where the day's fraction is rounded down, as it is in most serial numbers.
 * - `CONVERT(0,"K","C")` is −273.5.
 * - `DATE(99,1,1)` is an error: years before 1900 count from 1900.
 * - `TEXTJOIN(",",TRUE,…)` joins empty texts, and `TEXTJOIN(",",FALSE,"a",,"b")` leaves out an empty argument.
 * - `"<>x"` as a criterion leaves out empty cells, numbers and booleans, and `">=x"` of a text is taken for `"<=x"`.
 * - For arrays see `arrayCall`.
 */
export function engineCall(
  name: string,
  args: readonly string[],
  hasComparisons: boolean,
): string | undefined {
  const bare = name.toUpperCase();
  if (bare === "TEXTJOIN") return textJoinCall(args);
  const forArrays = arrayCall(
    bare,
    args,
    (one, items) => engineCall(one, items, hasComparisons) ?? `${one}(${items.join(",")})`,
  );
  if (forArrays !== undefined) return forArrays;
  if (args.some(isBlank)) return undefined;
  switch (bare) {
    case "ROUND":
    case "ROUNDUP":
    case "ROUNDDOWN":
    case "TRUNC":
      return roundCall(bare, args);
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
    case "DATE":
      return dateCall(args);
    case "CONVERT":
      return convertCall(args);
    default:
      return criteriaCall(bare, args, hasComparisons);
  }
}

/** `TEXT` with a literal format of a number or of a time of day. */
function textCall([value, format = "", ...more]: readonly string[]): string | undefined {
  const code = /^\s*"((?:[^"]|"")*)"\s*$/.exec(format)?.[1];
  if (code === undefined || more.length > 0) return undefined;
  const bare = code.replace(/""[^"]*""|\\.|\[\$[^\]]*\]/g, "").toLowerCase();
  const numberOf = (number: string) => `TEXT(LET(v,${value},IF(ISNUMBER(v),${number},v)),${format})`;
  if (/[hs]/.test(bare)) return /[[.]/.test(bare) ? undefined : numberOf("(INT(v*86400+1E-3)+0.01)/86400");
  const fraction = fractionText("v", code);
  if (fraction !== undefined) return `LET(v,${value},IF(ISNUMBER(v),${fraction},v))`;
  const decimals = /[\p{L}@[]/u.test(bare) ? undefined : decimalsShown(bare);
  if (decimals === undefined) return undefined;
  const rounded = `IF(ABS(v)<1E15,ROUND(v*1E${decimals},0)/1E${decimals},v)`;
  if (bare.includes(";")) return numberOf(rounded);
  // The engine leaves out the sign of a negative number, so the sign is written before it.
  return `LET(v,${value},IF(ISNUMBER(v),LET(r,${rounded},IF(r<0,"-"&TEXT(-r,${format}),TEXT(r,${format}))),TEXT(v,${format})))`;
}

/** The number of decimals that a number format shows, if all of its sections show equally many. */
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

function dateCall([year = "", month, day, ...more]: readonly string[]): string | undefined {
  if (month === undefined || day === undefined || more.length > 0) return undefined;
  if (/^\s*\d{4,}\s*$/.test(year) && Number(year) >= 1900) return undefined;
  return `LET(_engine_year,INT(${year}),DATE(IF((_engine_year>=0)*(_engine_year<1900),_engine_year+1900,_engine_year),${month},${day}))`;
}

function textJoinCall([delimiter = "", ignored = "", ...texts]: readonly string[]): string | undefined {
  if (isBlank(ignored) || texts.length === 0) return undefined;
  const all = `TEXTJOIN(${[delimiter, ignored, ...texts.map(text => (isBlank(text) ? '""' : text))].join(",")})`;
  if (/^\s*(?:FALSE(?:\(\s*\))?|0)\s*$/i.test(ignored)) return texts.some(isBlank) ? all : undefined;
  const joined = `"${BEGIN}"&TEXTJOIN("${END}${BEGIN}",TRUE,${texts.join(",")})&"${END}"`;
  const replaced = [
    [`"${BEGIN}${END}"`, '""'],
    [`"${END}${BEGIN}"`, isBlank(delimiter) ? '""' : delimiter],
    [`"${BEGIN}"`, '""'],
    [`"${END}"`, '""'],
  ].reduce((text, [from, to]) => `SUBSTITUTE(${text},${from},${to})`, "_engine_joined");
  const without = `LET(_engine_joined,${joined},${replaced})`;
  return /^\s*(?:TRUE(?:\(\s*\))?|1)\s*$/i.test(ignored) ? without : `IF(${ignored},${without},${all})`;
}

function isBlank(arg: string): boolean {
  return arg.trim() === "";
}
