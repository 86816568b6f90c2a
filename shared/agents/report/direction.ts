import type {Range} from "./flat-text.ts";

const FALL =
  "fell|falls?|fallen|falling|drop(?:s|ped|ping)?|decreas\\w+|decrease|declin\\w+|down|lower|less|fewer|below|lost|los(?:e|es|ing|s|ses)|shr[aiu]nk\\w*|reduc\\w+|slid\\w*|sank|slump\\w*|plung\\w+|behind|short|missed|cut|contract(?:ed|s|ing)|deficit|worse|▼|↓";
const RISE =
  "rose|ris(?:e|es|en|ing)|grew|grow\\w*|increas\\w+|up|higher|more|above|gain\\w*|climb\\w*|jump\\w*|surg\\w+|exceed\\w*|ahead|expand\\w*|added|better|▲|↑";
const WORDS = new RegExp(`(?<![\\p{L}])(?:(?<fall>${FALL})|(?<rise>${RISE}))(?![\\p{L}])`, "giu");
const BEFORE = 60;
const AFTER = 14;

/**
 * Whether the words nearest to a number say that something fell or rose: those right behind it ("12% lower"), else the
 * last before it in the same sentence ("fell by 12%"). Only English words are known.
 */
export function directionOf(text: string, {start, end}: Range): "fall" | "rise" | undefined {
  const behind = /^[^.,;:!?]*/.exec(text.slice(end, end + AFTER))?.[0] ?? "";
  const before = /(?:[^.;!?]|[.](?=\d))*$/.exec(text.slice(Math.max(0, start - BEFORE), start))?.[0] ?? "";
  const match = [...behind.matchAll(WORDS)][0] ?? [...before.matchAll(WORDS)].at(-1);
  if (!match) return undefined;
  return match.groups?.["fall"] === undefined ? "rise" : "fall";
}
