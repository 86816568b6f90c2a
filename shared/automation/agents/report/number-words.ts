import type {Range} from "./flat-text.ts";

/** Scale words after digits, with their powers of ten, in the languages of most reports. */
const SCALE_WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    1: "十 십",
    2: "hundred hundert 百 백",
    3: "thousand tausend tsd mille mil mila duizend tusen tys tysiące tysięcy тыс тысяча тысячи тысяч ribu nghìn हज़ार ألف tisíc ezer mii хиляди χιλιάδες אלף هزار bin tis tisíce tuhatta tuhat พัน 千 천",
    4: "หมื่น 万 萬 만",
    5: "lakh lakhs lac lacs लाख แสน",
    6: "million millions millionen mio mln mn millón millones milione milioni milhão milhões miljoen miljon miljoner milion miliony milionów milyon млн миллион миллиона миллионов juta triệu مليون millió milioane милиона εκατομμύρια מיליון میلیون milijun milijuna milijuni milijon milijona milijonov miljoonaa miljoona ล้าน",
    7: "crore crores cr करोड़",
    8: "億 亿 억",
    9: "billion billions bn bln mrd mld mia milliarde milliarden milliard milliards miliardo miliardi miliard miliardy miliardów miljard miljarder milyar млрд миллиард миллиарда миллиардов tỷ مليار milliárd miliarde miliar bilhão bilhões milijarda milijarde milijardi miljardia miljardi",
    12: "trillion trillions tn trn trln billón billones billionen trilhão trilhões trilyon triliun bilião biliões biljoen biljon biljoner 兆 조",
    15: "quadrillion quadrillions",
  }).flatMap(([power, words]) => words.split(" ").map(word => [word, Number(power)])),
);

/** Scale letters immediately after digits. `M`, `MM`, `K` and `B` are also allowed after a space. */
const SCALE_LETTERS: Readonly<Record<string, number>> = {
  k: 3,
  K: 3,
  m: 6,
  M: 6,
  MM: 6,
  b: 9,
  B: 9,
  G: 9,
  T: 12,
};

const words = Object.keys(SCALE_WORDS).join("|");
/** Scales of scripts that write the next word without a space. Korean 십 and 백 also begin other words after a space. */
const UNSPACED_SCALE = "[万萬億亿兆千百十만억조천]|(?<=\\d)[십백]|ล้าน|แสน|หมื่น|พัน";
const SPACE = "[ \\u00a0\\u2007-\\u2009\\u202f]";
const SCALE_WORD = `(?:(?i:${words})(?![\\p{L}\\p{N}])|${UNSPACED_SCALE})`;
/**
 * Regular expression source with the groups `scale`, `letter` and `spaced`. In `compound`, another scale follows ("5 mil
 * millones", "5千万"), so that the first scale is not that of the number.
 */
export const SCALE = `(?:(?:${SPACE}|-)?(?<scale>${SCALE_WORD})(?<compound>${SPACE}?${SCALE_WORD})?|(?<letter>MM|[kKmMbBGT])(?![\\p{L}\\p{N}])|${SPACE}(?<spaced>MM|[kKMB])(?![\\p{L}\\p{N}]))`;

export function powerOfScale(scale: string): number | undefined {
  return SCALE_LETTERS[scale] ?? SCALE_WORDS[scale.toLowerCase()];
}

const small = [
  "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen",
  "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety",
  "zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig",
  "deux|trois|quatre|cinq|huit|neuf|dix|onze|douze|quinze|vingt|trente|quarante|cinquante|soixante",
  "dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa",
].join("|");
const large = [
  "hundreds?|thousands?|millions?|billions?|trillions?|dozens?|lakhs?|crores?",
  "hundert|tausend|million(?:en)?|milliarden?|dutzend",
  "mille|milliards?|ciento|cientos|millón|millones",
].join("|");
const cardinal = `(?:${small}|${large})`;
const GERMAN_TIMES = "(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|hundert|tausend)";
const fraction = "halves|half|thirds?|quarters?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?";
const part = `(?:${small}|${large}|one|ein|eine|un|una|and|und|a)`;

const NUMBER_WORDS = new RegExp(
  [
    // "a third", "two-thirds", "half of"; but not "the third region" or "the second quarter".
    `(?<![\\p{L}\\p{N}])(?:a|an|one|two|three|four|five|six|seven|eight|nine)[ -](?:${fraction})(?! of (?:19|20)\\d\\d)(?![\\p{L}\\p{N}])`,
    // "two", "twenty-five", "two hundred and five", "zweihundert": every part is a number word.
    `(?<![\\p{L}\\p{N}])(?:${part}(?:[ -]|(?=\\p{L}))){0,8}${cardinal}(?:[ -]${cardinal})*(?![\\p{L}\\p{N}])`,
    // "half", except in "the first half" or "half a day".
    "(?<!(?:first|second|other|latter|this|last|next|previous|each) )(?<![\\p{L}\\p{N}-])half(?![\\p{L}\\p{N}-]| (?:an? )?(?:year|day|hour|time|way|price))",
    "(?<![\\p{L}\\p{N}])(?:halbier|verdoppel|verdreifach|vervierfach|duplic|triplic)\\p{L}+",
    `(?<![\\p{L}\\p{N}])(?:hälfte|(?:zwei ?)?drittel|(?:ein(?:em)? |drei ?)viertel|(?:fünf|sechs|sieb|ach|neun|zehn|hunderts|tausends)tel|${GERMAN_TIMES}(?:mal|fach(?:e[nrs]?)?)|doppelt so)(?![\\p{L}])`,
    "(?<![\\p{L}\\p{N}])(?:moitié|un (?:tiers|quart(?! d['’]heure)|(?:cinqu|six|sept|huit|neuv|dix)ième)|doublée?s?|triplée?s?)(?![\\p{L}])",
    "(?<![\\p{L}\\p{N}])(?:mitad|un tercio|un (?:cuarto|quinto|sexto|octavo|décimo) de|(?:tercera|cuarta|quinta|sexta|séptima|octava|novena|décima) parte|el (?:doble|triple))(?![\\p{L}])",
    // "Umsatz (in Mio. €)"; "in millions" is among the cardinals.
    "(?<![\\p{L}\\p{N}])in (?:tsd|mio|mrd)(?![\\p{L}\\p{N}])",
    "(?<![\\p{L}\\p{N}])one (?:per ?cent|percent|in|out)(?![\\p{L}])",
    // "one" is a number only after words such as "only", and not in "one of them" or "the one".
    "(?<=(?:^|[^\\p{L}])(?:only|just|exactly|merely|precisely|barely|at least|at most|up to) )one(?![\\p{L}\\p{N}-])",
    "(?<![\\p{L}\\p{N}-])(?:zero|zéro|cero)(?![\\p{L}\\p{N}-])",
    "(?<![\\p{L}\\p{N}])(?:twice|thrice|doubl(?:e|ed|es|ing)|tripl(?:e|ed|es|ing)|trebled|quadrupl(?:e|ed|es|ing)|quintupl(?:e|ed|es|ing)|halv(?:ed|es|ing)|(?:two|three|four|five|six|seven|eight|nine|ten|twenty|hundred|thousand|many)fold)(?![\\p{L}])",
    "[〇零一二两三四五六七八九十百千万萬億亿兆]{2,}|百分之[〇零一二两三四五六七八九十百]+",
  ].join("|"),
  "giu",
);

/**
 * Words before a number word. With them, the number word refers to something that was named before and is not a figure:
 * "the two regions", "the first three weeks".
 */
const REFERS =
  /(?:^|[^\p{L}])(?:the|these|those|first|last|next|previous|past|following|other|top|bottom) $/iu;
const UP_TO_TEN = /^(?:two|three|four|five|six|seven|eight|nine|ten)$/i;
const IS_AMOUNT =
  /^[ -]?(?:%|per ?cent|percent|points?|times|fold|and a half|point|in|out|dollars?|euros?|k(?![\p{L}])|bn|hundred|thousand|million|billion)/iu;

/** The ranges of numbers that are written in words. */
export function numberWords(text: string): Range[] {
  return [...text.matchAll(NUMBER_WORDS)].flatMap(({index, 0: found}) => {
    const lead = /^(?:and|und|a|un|una|ein|eine)[ -]+(?=\p{L})/iu.exec(found)?.[0].length ?? 0;
    const range = {start: index + lead, end: index + found.length};
    const refers = REFERS.test(text.slice(Math.max(0, range.start - 12), range.start));
    const isReference =
      refers && UP_TO_TEN.test(text.slice(range.start, range.end)) && !IS_AMOUNT.test(text.slice(range.end));
    return isReference ? [] : [range];
  });
}
