import type {Range} from "./flat-text.ts";

export interface Folded {
  readonly text: string;
  /** The range of the original text for a range of the folded text. */
  originalRange(start: number, end: number): Range;
}

/** Characters that browsers read as the dot of an address (RFC 3490, 3.1), and characters that look like them. */
const DOTS = /[\u3002\uff0e\uff61\u2024\ufe52]/;
const ASCII = /[a-z\d]/i;

/**
 * Rewrites a text as browsers and mail programs read addresses in it. Letters and symbols of other widths and styles
 * become plain letters and symbols. Ideographic full stops between ASCII letters become dots, while a full stop at the
 * end of a sentence stays.
 */
export function foldSpelling(text: string): Folded {
  const characters = [...text];
  const plain = characters.map(character =>
    character.charCodeAt(0) < 128 || DOTS.test(character) ? character : compatible(character),
  );
  const offsets: number[] = [];
  let folded = "";
  let at = 0;
  for (const [index, character] of characters.entries()) {
    const before = plain[index - 1]?.at(-1) ?? "";
    const after = plain[index + 1]?.at(0) ?? "";
    const isDot = DOTS.test(character) && ASCII.test(before) && ASCII.test(after);
    const replacement = isDot ? "." : (plain[index] ?? character);
    for (let i = 0; i < replacement.length; i++) offsets.push(at);
    folded += replacement;
    at += character.length;
  }
  offsets.push(at);
  // A character that was folded into several characters, such as "㏇", counts as one.
  const endOf = (end: number) => {
    const last = offsets[end - 1];
    let next = end;
    while (offsets[next] === last) next++;
    return offsets[next] ?? at;
  };
  return {
    text: folded,
    originalRange: (start, end) => ({start: offsets[start] ?? at, end: end > 0 ? endOf(end) : 0}),
  };
}

function compatible(character: string): string {
  const form = character.normalize("NFKC");
  return /^[\x21-\x7e]+$/.test(form) ? form : character;
}
