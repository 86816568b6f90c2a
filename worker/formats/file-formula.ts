import {wordsOf} from "../../shared/content/sheets/formula.ts";
import {quotedTab, replaceTabs} from "./tab-names.ts";
import {firstCharacters} from "./xlsx-cells.ts";

/** The longest text that spreadsheets read within a formula, in characters. */
const MAX_TEXT = 255;
/** The most arguments of a function, and the most functions within one another. */
const MAX_ARGUMENTS = 255;
export const MAX_LEVELS = 64;
/** Errors that only the engine knows. */
const FOREIGN_ERROR = /#(?:N\/IMPL|CIRC|ERROR)!/i;
const QUOTED = /"(?:[^"]|"")*"|'(?:[^']|'')*'/g;
/** Names of tabs that have to be quoted, because they look like numbers, cells or constants. */
const LIKE_OTHERS = /^(?:\d.*|[A-Z]{1,3}\d+|R\d*C?\d*|C\d*|TRUE|FALSE)$/i;
/** A text, a cell with the sign for the whole range that its formula spills into, or another word. */
const TEXT_OR_SPILL =
  /"(?:[^"]|"")*"|(?<cell>(?:'(?:[^']|'')*'!|[\p{L}_][\p{L}\p{M}\p{N}_.]*!)?\$?[A-Z]{1,3}\$?\d{1,7})#(?!\w)|[\p{L}_][\p{L}\p{M}\p{N}_.]*/giu;

/** Functions newer than the file format, which get a prefix in files (ECMA-376 §18.17.2.2, and [MS-XLSX] §2.2.2). */
const PREFIXED = new Set(
  `
ACOT ACOTH ARABIC ARRAYTOTEXT BASE BETA.DIST BETA.INV BINOM.DIST BINOM.DIST.RANGE BINOM.INV BITAND
BITLSHIFT BITOR BITRSHIFT BITXOR BYCOL BYROW CEILING.MATH CEILING.PRECISE CHISQ.DIST CHISQ.DIST.RT
CHISQ.INV CHISQ.INV.RT CHISQ.TEST CHOOSECOLS CHOOSEROWS COMBINA CONCAT CONFIDENCE.NORM CONFIDENCE.T COT
COTH COVARIANCE.P COVARIANCE.S CSC CSCH DAYS DECIMAL DROP ERF.PRECISE ERFC.PRECISE EXPAND EXPON.DIST
F.DIST F.DIST.RT F.INV F.INV.RT F.TEST FILTER FLOOR.MATH FLOOR.PRECISE FORECAST.ETS FORECAST.ETS.CONFINT
FORECAST.ETS.SEASONALITY FORECAST.ETS.STAT FORECAST.LINEAR FORMULATEXT GAMMA GAMMA.DIST GAMMA.INV
GAMMALN.PRECISE GAUSS HSTACK HYPGEOM.DIST IFNA IFS IMCOSH IMCOT IMCSC IMCSCH IMSEC IMSECH IMSINH IMTAN
ISFORMULA ISO.CEILING ISOMITTED ISOWEEKNUM LAMBDA LET LOGNORM.DIST LOGNORM.INV MAKEARRAY MAP MAXIFS
MINIFS MODE.MULT MODE.SNGL MUNIT NEGBINOM.DIST NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV NUMBERVALUE
PDURATION PERCENTILE.EXC PERCENTILE.INC PERCENTOF PERCENTRANK.EXC PERCENTRANK.INC PERMUTATIONA PHI
POISSON.DIST QUARTILE.EXC QUARTILE.INC RANDARRAY RANK.AVG RANK.EQ REDUCE REGEXEXTRACT REGEXREPLACE
REGEXTEST RRI SCAN SEC SECH SEQUENCE SHEET SHEETS SKEW.P SORT SORTBY STDEV.P STDEV.S SWITCH T.DIST
T.DIST.2T T.DIST.RT T.INV T.INV.2T T.TEST TAKE TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT TOCOL TOROW
TRIMRANGE UNICHAR UNICODE UNIQUE VALUETOTEXT VAR.P VAR.S VSTACK WEIBULL.DIST WRAPCOLS WRAPROWS XLOOKUP
XMATCH XOR Z.TEST
`.match(/\S+/g),
);
const SORTED_IN = new Set(["FILTER", "SORT"]);

/**
 * The formula, without its `=`, in the file's syntax: newer functions, and the variables of LET and LAMBDA, get their
 * prefixes. `undefined` if spreadsheets cannot read it: they then repair the file, or refuse it. `tabs` are the names of
 * the file's tabs in lower case.
 */
export function fileFormula(formula: string, tabs: ReadonlySet<string>): string | undefined {
  const bare = formula.replace(QUOTED, quoted => (quoted.startsWith('"') ? '""' : quoted));
  if (!fits(bare) || FOREIGN_ERROR.test(bare)) return undefined;
  let isComplete = true;
  const named = replaceTabs(formula, (name, written) => {
    if (!tabs.has(name.toLowerCase())) isComplete = false;
    return written.startsWith("'") || !LIKE_OTHERS.test(name) ? written : quotedTab(name);
  });
  if (!isComplete) return undefined;
  const written = prefixed(named).replace(TEXT_OR_SPILL, (found, cell?: string) =>
    cell !== undefined ? `_xlfn.ANCHORARRAY(${cell})` : found.startsWith('"') ? shortTexts(found) : found,
  );
  // An array constant, in braces, cannot contain the expression that joins the parts of a long text.
  return /\{[^}]*""&""/.test(written.replace(QUOTED, '""')) ? undefined : written;
}

/**
 * Whether spreadsheets can read the formula: its brackets match, which the engine does not require, its functions are
 * not nested too deeply, and none has too many arguments.
 */
function fits(formula: string): boolean {
  const commas: number[] = [];
  // The columns of an array constant are also separated by commas. They are not arguments, and there may be more of
  // them.
  for (const [mark] of formula
    .replace(QUOTED, "")
    .replace(/\{[^{}]*\}/g, "")
    .matchAll(/[(),]/g)) {
    if (mark === "(") commas.push(0);
    else if (mark === ")") {
      if (commas.pop() === undefined) return false;
    } else if (commas.length > 0) commas[commas.length - 1]! += 1;
    if (commas.length > MAX_LEVELS || (commas.at(-1) ?? 0) >= MAX_ARGUMENTS) return false;
  }
  return commas.length === 0;
}

/** How many brackets, those of functions included, are open at once at most. */
export function levelsOf(formula: string): number {
  let open = 0;
  let most = 0;
  for (const [mark] of formula.replace(QUOTED, "").matchAll(/[()]/g)) {
    open += mark === "(" ? 1 : -1;
    most = Math.max(most, open);
  }
  return most;
}

/** A text in parts that are short enough, joined. */
function shortTexts(quoted: string): string {
  const text = quoted.slice(1, -1).replaceAll('""', '"');
  if (text.length <= MAX_TEXT) return quoted;
  const parts: string[] = [];
  for (let rest = text; rest !== ""; rest = rest.slice(parts.at(-1)?.length))
    parts.push(firstCharacters(rest, MAX_TEXT));
  return `(${parts.map(part => `"${part.replaceAll('"', '""')}"`).join("&")})`;
}

function prefixed(formula: string): string {
  let written = "";
  let end = 0;
  for (const {text, start, kind} of wordsOf(formula)) {
    written += formula.slice(end, start) + (kind === "variable" ? `_xlpm.${text}` : fileFunction(text));
    end = start + text.length;
  }
  return written + formula.slice(end);
}

function fileFunction(name: string): string {
  const upper = name.toUpperCase();
  if (!PREFIXED.has(upper)) return name;
  return `_xlfn.${SORTED_IN.has(upper) ? "_xlws." : ""}${upper}`;
}
