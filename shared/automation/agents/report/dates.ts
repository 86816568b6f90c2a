import type {Evidence} from "./evidence.ts";
import type {Range} from "./flat-text.ts";

/**
 * The languages whose month names are recognized. Abbreviated names are recognized only in English, because
 * abbreviations of other languages are also English words.
 */
const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl"];
const SHORT = "Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec";
const MONTH = `(?:${[...new Set(LANGUAGES.flatMap(monthsOf))].join("|")}|${SHORT})(?![\\p{L}])\\.?`;

const DAY = "(?:0?[1-9]|[12]\\d|3[01])(?!\\d)(?:st|nd|rd|th|\\.)?";
const YEAR = "(?:19|20)\\d\\d(?![\\d.,]*\\d)";
const CLOCK = "(?:[01]?\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,6})?)?(?: ?[ap]\\.?m\\.?(?![\\p{L}]))?";
const ISO = "(?:19|20)\\d\\d-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\\d|3[01]))?(?!\\d)";
const TO = "(?: ?[–-] ?| (?:to|and|until|bis|à|al) )";

/**
 * Words before "week" or "page". After them, the next number is not the number of the week or page: "each week 40
 * flights".
 */
const EACH =
  "(?<!\\p{L})(?:[Ll]ast|[Tt]his|[Nn]ext|[Pp]revious|[Pp]rior|[Pp]ast|[Ss]ame|[Tt]hat|[Ee]ach|[Ee]very|[Pp]er|[Aa]|[Oo]ne)";

/** Notations that are used only for dates, periods and times of day. */
const DATES = new RegExp(
  `(?<![\\p{L}\\p{N}.,$€£-])(?:${[
    `${ISO}(?:[T ]${CLOCK}(?: ?Z| ?UTC| ?[+-]\\d\\d:?\\d\\d)?)?`,
    "(?:19|20)\\d\\d-W(?:0[1-9]|[1-4]\\d|5[0-3])",
    `(?:${DAY}${TO})?${DAY} (?:of )?${MONTH}(?:,? ${YEAR})?`,
    `${MONTH} ${DAY}(?:${TO}${DAY})?,? ${YEAR}`,
    // "In May 12 people left" does not name a day.
    `(?<![Ii]n )${MONTH} ${DAY}(?:${TO}${DAY})?(?! ?(?:%|percent|(?!was|has|does|versus|plus|sees|shows|this|less)\\p{L}\\p{Ll}+s\\b))`,
    `${MONTH},? ${YEAR}`,
    `(?:0?[1-9]|[12]\\d|3[01])([./])(?:0?[1-9]|[12]\\d|3[01])\\1${YEAR}`,
    `(?:Q[1-4]|H[12])(?:[ /-]?${YEAR}|[ ]?['’]\\d\\d)?(?![\\p{L}\\p{N}])`,
    `${YEAR}[ /-]?(?:Q[1-4]|H[12])(?![\\p{L}\\p{N}])`,
    // "Last week 23 flights were late" does not name a week.
    `(?<!${EACH} )(?:[Cc]alendar week|[Ww]eek|CW|KW|[Ww]oche)s? (?:0?[1-9]|[1-4]\\d|5[0-3])(?!\\d|[.,]\\d| ?%)(?:(?: of|,)? ${YEAR})?`,
    `FY ?(?:${YEAR}(?:/\\d\\d(?!\\d))?|\\d\\d(?!\\d))`,
    "(?:UTC|GMT) ?[+-−]\\d{1,2}(?::\\d\\d)?",
    "24/7",
    CLOCK,
    "(?:0?[1-9]|1[0-2]) ?[ap]\\.?m\\.?(?![\\p{L}])",
  ].join("|")})(?![\\p{N}%])`,
  "gu",
);

/** Words before a single year that mark the number as a year. A year beside another year needs no such word. */
const YEAR_WORDS =
  "(?<!(?:[Rr]esult(?:s|ed|ing)?|[Bb]rings?|[Bb]rought|[Tt]akes?|[Tt]ook|[Cc]omes?|[Cc]ame) )[Ii]n|[Ss]ince|[Uu]ntil|[Dd]uring|[Tt]hroughout|[Yy]ear|[Ee]arly|[Ll]ate|[Mm]id|vs\\.?|versus|calendar|fiscal|(?:spring|summer|autumn|fall|winter|end|start|beginning|half|quarter|months?|rest|all|whole|course) of|[Qq]uarter|[Ss]pring|[Ss]ummer|[Aa]utumn|[Ww]inter|Quartal|Halbjahr|Sommer|trimestre|semestre|[Jj]ahr|seit|en|depuis|desde";
const NO_YEAR = "(?! ?(?:%|percent|k\\b|bn\\b|million|billion|thousand|points?\\b))";
const YEARS = new RegExp(
  [
    `(?<=(?:^|[\\s(])(?:${YEAR_WORDS})[ -])${YEAR}(?:(?: ?[–/-] ?| (?:to|and|vs\\.?|versus|und) )(?:${YEAR}|\\d\\d(?!\\d)))?(?=$|[\\s).,:;?!’'])${NO_YEAR}`,
    `(?<=^|[(])${YEAR}(?: ?[–/-] ?(?:${YEAR}|\\d\\d(?!\\d)))?(?=$|[):])`,
    `(?<![\\p{L}\\p{N}.,$€£-])${YEAR} ?[–/-] ?${YEAR}(?=$|[\\s).,:;?!])${NO_YEAR}`,
  ].join("|"),
  "gu",
);

/** Numbers of a period: "the 30-day average" names a period, while "a 45-minute delay" is a figure. */
const PERIODS =
  /(?<=(?:^|[^\p{L}])(?:last|past|previous|prior|next|trailing|rolling|coming|preceding) )\d{1,3}(?=[ -](?:full |whole |complete |calendar |business |working )?(?:second|minute|hour|day|week|month|quarter|year)s?(?![\p{L}]))|(?<![\p{N}.,-])(?:\d{1,3}(?=-(?:day|week|month|quarter|year)(?![\p{L}])(?! (?:average |mean |median )?(?:delay|wait|lag|gap|backlog|lead|turnaround|delivery|response|outage|downtime)))|24(?=-hour(?![\p{L}])))/giu;
const LABELS = new RegExp(
  String.raw`(?<=(?:^|[^\p{L}])(?<!${EACH} )(?:section|figure|table|step|tier|phase|option|chapter|appendix|version|page|row|terminal|gate|no\.) )\d{1,2}(?![\p{N}%]|[.,]\p{N}| ?(?:%|percent|k\b|m\b|bn\b|hundred|thousand|million|billion|times))`,
  "giu",
);
const RANKS =
  /(?<![\p{L}\p{N}.,-])\d{1,2}(?:er|ère|e|ème)(?![\p{L}\p{N}])|(?<![\p{L}\p{N}.,-])\d{1,2}\.(?= (?:Quartal|Halbjahr|Platz|Rang|Woche)(?![\p{L}]))|(?<![\p{L}\p{N}.,-])\d{1,3}(?:st|nd|rd|th)(?![\p{L}\p{N}])|(?<=(?:^|[^\p{L}])(?:top|bottom)[ -])\d{1,3}(?![\p{N}%.,]*\p{N}| ?%)/giu;
/** The ordinal at the start of a heading or paragraph: "2. Where it came from", "2. 1,200 orders". */
const ORDINAL = /^\d{1,2}[.)](?= \S)/gu;

/**
 * Ranges of a text that have digits but are not figures: dates, periods, times of day, ranks, labels ("section 3"), and
 * the ordinal of a heading. A date with a year counts only if the year is one of `years`.
 */
export function dateRanges(text: string, years: ReadonlySet<string>): Range[] {
  const dates = [...text.matchAll(DATES), ...text.matchAll(YEARS)].filter(({0: found}) =>
    (found.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? []).every(year => years.has(year)),
  );
  const others = [
    ...text.matchAll(PERIODS),
    ...text.matchAll(RANKS),
    ...text.matchAll(LABELS),
    ...text.matchAll(ORDINAL),
  ];
  return [...dates, ...others].map(({index, 0: found}) => ({start: index, end: index + found.length}));
}

/** The years of the dates in query results and their statements. */
export function yearsOf(evidence: readonly Evidence[]): Set<string> {
  const years = new Set<string>();
  const addFrom = (text: string) => {
    for (const [, year = ""] of text.matchAll(/(?<!\d)((?:19|20)\d\d)-\d\d/g)) years.add(year);
  };
  for (const {sql = "", columns, rows} of evidence) {
    addFrom(sql);
    const areYears = columns.map(({name}) => /year|jahr|année|año|anno/i.test(name));
    for (const row of rows) {
      for (const [i, value] of row.entries()) {
        if (typeof value === "string") addFrom(value.slice(0, 40));
        if (areYears[i] && /^(?:19|20)\d\d$/.test(String(value))) years.add(String(value));
      }
    }
  }
  return years;
}

function monthsOf(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, {month: "long", timeZone: "UTC"});
  return Array.from({length: 12}, (_, month) => format.format(Date.UTC(2026, month, 15)));
}
