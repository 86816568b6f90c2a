import type {Range} from "./flat-text.ts";

/** Words for a fall and for a rise, by language. `*` stands for any letters. */
const FALLS = {
  en: "fell fall falls fallen falling drop drops dropped dropping dip* decreas* declin* diminish* dwindl* down lower less fewer below lost lose loses losing loss losses shrink* shrank shrunk reduc* reced* slid* slip* sank slump* plung* plummet* tumbl* crash* collaps* retreat* soften* weaken* weaker eas*d worsen* worse behind short shortfall missed cut contract contracts contracted contracting contraction deficit shed off smaller subsid*",
  de: "sank sanken sinkt sinken sinkend* gesunken fiel fielen fällt gefallen rückgang* rückläufig gesenkt weniger niedriger geringer schlechter verlor* verlust* abnahme abgenommen schrumpf* geschrumpft einbruch eingebrochen",
  fr: "baiss* diminu* recul* chut* moins inférieur* perdu* perte*",
  es: "bajó bajaron bajado baja cayó cayeron caído caída cae disminuy* disminu* descend* descenso redujo reducción menos inferior perdió perdieron",
  it: "calo calò calato calata sceso scesa scende scesi dimin* ridott* riduzione meno perso",
  pt: "caiu caíram queda cai reduz* redução perdeu",
  nl: "daalde daalden gedaald daalt daling minder lagere kromp afname afgenomen",
};
const RISES = {
  en: "rose rise rises risen rising grew grow* increas* up higher more above gain* climb* jump* surg* soar* spik* rall* rebound* recover* improv* exceed* ahead expand* added better larger bigger stronger strengthen*",
  de: "stieg stiegen steig* gestiegen wuchs wuchsen wachs* wächst gewachsen zunahme zugenommen zuwachs anstieg mehr höher besser kletter*",
  fr: "augment* hausse haussé croissance supérieur* gagn*",
  es: "subió subieron subido subida sube aument* creció crecieron crec* más superior increment*",
  it: "cresc* cresciut* salit* sale più",
  pt: "subiu subiram cresceu mais",
  nl: "steeg stegen stijg* gestegen groei* gegroeid hoger toename toegenomen",
};
const SIGNS = {fall: "▼|↓", rise: "▲|↑"} as const;

const WORDS = new RegExp(
  `(?<![\\p{L}])(?:(?<fall>${anyOf(FALLS)}|${SIGNS.fall})|(?<rise>${anyOf(RISES)}|${SIGNS.rise}))(?![\\p{L}])`,
  "giu",
);
const BEFORE = 60;
const AFTER = 14;

function anyOf(words: Readonly<Record<string, string>>): string {
  return Object.values(words).join(" ").replaceAll("*", "\\p{L}*").replaceAll(" ", "|");
}

/**
 * Whether the words nearest to a number say that something fell or rose. Words immediately after the number have
 * priority ("12% lower"), then the last such word before the number in the same sentence ("fell by 12%"). Common words
 * of seven languages are recognized.
 */
export function directionOf(text: string, {start, end}: Range): "fall" | "rise" | undefined {
  const behind = /^[^.,;:!?]*/.exec(text.slice(end, end + AFTER))?.[0] ?? "";
  const before = /(?:[^.;!?]|[.](?=\d))*$/.exec(text.slice(Math.max(0, start - BEFORE), start))?.[0] ?? "";
  const match = [...behind.matchAll(WORDS)][0] ?? [...before.matchAll(WORDS)].at(-1);
  if (!match) return undefined;
  return match.groups?.["fall"] === undefined ? "rise" : "fall";
}
