import type {Range} from "./flat-text.ts";

export interface Folded {
  readonly text: string;
  /** The range of the text as it was written. */
  place(start: number, end: number): Range;
}

/** Marks that stand for the dot of an address, though they look otherwise: RFC 3490, 3.1, and its look-alikes. */
const DOTS = /[\u3002\uff0e\uff61\u2024\ufe52]/;
const ASCII = /[a-z\d]/i;

/**
 * A text as browsers and mail programs read an address in it: letters and signs of other widths and styles as the plain
 * ones, and ideographic full stops between plain letters as dots. Sentences of scripts that end with such a stop stay.
 */
export function foldSpelling(text: string): Folded {
  const characters = [...text];
  const plain = characters.map(character =>
    character.charCodeAt(0) < 128 || DOTS.test(character) ? character : compatible(character),
  );
  const places: number[] = [];
  let folded = "";
  let at = 0;
  for (const [index, character] of characters.entries()) {
    const before = plain[index - 1]?.at(-1) ?? "";
    const after = plain[index + 1]?.at(0) ?? "";
    const isDot = DOTS.test(character) && ASCII.test(before) && ASCII.test(after);
    const shown = isDot ? "." : (plain[index] ?? character);
    for (let i = 0; i < shown.length; i++) places.push(at);
    folded += shown;
    at += character.length;
  }
  places.push(at);
  // Of a letter that became several, such as "㏇", the whole is meant.
  const endOf = (end: number) => {
    const last = places[end - 1];
    let next = end;
    while (places[next] === last) next++;
    return places[next] ?? at;
  };
  return {text: folded, place: (start, end) => ({start: places[start] ?? at, end: end > 0 ? endOf(end) : 0})};
}

function compatible(character: string): string {
  const form = character.normalize("NFKC");
  return /^[\x21-\x7e]+$/.test(form) ? form : character;
}
