const MAX_CHARACTERS = 60;

/** Letters that Unicode does not decompose into a letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ŋ: "n",
  þ: "th",
};

/** A name as lower-case ASCII letters, digits and `_`, at most 60 characters; `dataset` if nothing is left. */
export function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\x20-\x7e]/gu, letter => LETTERS[letter] ?? " ");
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  return words.join("_").slice(0, MAX_CHARACTERS).replace(/_$/, "") || "dataset";
}

/** Like `slugOf`, with a date appended. A long name is shortened. */
export function datedSlug(name: string, date: string): string {
  const end = `_${slugOf(date)}`;
  return `${slugOf(name)
    .slice(0, MAX_CHARACTERS - end.length)
    .replace(/_$/, "")}${end}`;
}

/** The first of `slug`, `slug_2`, `slug_3`, … that is free. */
export function freeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  let free = slug;
  for (let n = 2; isTaken(free); n++) free = `${slug}_${n}`;
  return free;
}
