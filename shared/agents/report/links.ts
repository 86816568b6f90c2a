import {LinkifyIt} from "linkify-it";

// Not as a module of its own: a library that requires the same list would then be given an object in place of it.
import tlds = require("tlds");

import type {Edit, Range} from "./flat-text.ts";
import {foldSpelling} from "./fold-spelling.ts";

/** What stands in place of an address that leads out of the service. */
const REMOVED = "(link removed)";
/** It begins where its scheme does: from every letter of a long word it would take quadratic time. */
const ADDRESS = /(?:(?<![\p{L}\d+.-])[\p{L}\d+.-]*:\/\/|(?<![\p{L}\d])www\.)[^\s<>"]*/giu;
/** A mail that somebody else has written, with what the link says. */
const WRITTEN_MAIL =
  /(?<![\p{L}\d:])(?:mailto|sms|smsto|tel|whatsapp|skype|facetime|geo|maps):[^\s<>"]*[?&][^\s<>"]*/giu;
/** An address behind a name and "@", and a host with a port, which the library does not find without their scheme. */
const WITH_USER = /(?<![^\s<>"])[^\s<>"@]{1,256}@[^\s<>"@/?#:]{1,256}\.[^\s<>"@/?#:.]{2,63}[/?#:][^\s<>"]*/gu;
const WITH_PORT = new RegExp(
  `(?<![\\p{L}\\d.-])(?:[\\p{L}\\d-]{1,63}\\.){1,8}(?:${tlds.join("|")}):\\d[^\\s<>"]*`,
  "giu",
);
/** The library takes the square of a word's length: a longer one is read in pieces that overlap. */
const [PIECE, OVERLAP] = [1024, 256];
const LINKIFY = new LinkifyIt({fuzzyLink: true, fuzzyEmail: false, fuzzyIP: true}).tlds([...tlds], true);

/** Pages that send a browser on to an address that somebody else has named, with what the link says. */
const LEADS_OUT = /^\/(?:oauth|github)(?:\/|$)/i;

/** The address in full if it stays within `base`, else `undefined`. */
export function linkWithin(base: string, url: string): string | undefined {
  const home = URL.parse(base);
  const target = URL.parse(url, `${base}/`);
  if (!home || !target || /[\s\\]/.test(url)) return undefined;
  if (target.protocol !== home.protocol || target.host !== home.host) return undefined;
  if (target.username !== "" || target.password !== "") return undefined;
  const path = home.pathname.replace(/\/+$/, "");
  // A path with "//" or with letters, dots and slashes as "%2e" may be read as another one than it is here.
  if (/%(?:2[ef]|5c|[46][1-9a-f]|[57][0-9a])|\/\//i.test(target.pathname)) return undefined;
  if (LEADS_OUT.test(target.pathname.slice(path.length))) return undefined;
  return target.pathname === path || target.pathname.startsWith(`${path}/`) ? target.href : undefined;
}

/** Ranges of a text that a mail program or chat would make a link of, though it leads out, and what replaces them. */
export function foreignLinks(base: string, text: string): Edit[] {
  const folded = foldSpelling(text);
  const found = matchesIn(folded.text).flatMap(({index, lastIndex, schema, raw, url}) => {
    const range = folded.place(index, lastIndex);
    const isPlain = text.slice(range.start, range.end) === raw;
    // A bare host, such as a row's "google.com", carries nothing but its name.
    if (isPlain && schema === "" && !/[/?#:@]/.test(raw) && !/^www\./i.test(raw)) return [];
    if (schema === "mailto:" || (isPlain && linkWithin(base, url) !== undefined)) return [];
    return [range];
  });
  // Addresses of machines within a network, and schemes that the library does not know.
  const others = [...folded.text.matchAll(ADDRESS)].flatMap(({index, 0: raw}) => {
    const url = /^www\./i.test(raw) ? `http://${raw}` : raw;
    const range = folded.place(index, index + raw.length);
    const isPlain = text.slice(range.start, range.end) === raw;
    return isPlain && linkWithin(base, url) !== undefined ? [] : [range];
  });
  const written = [WRITTEN_MAIL, WITH_USER, WITH_PORT].flatMap(shape =>
    [...folded.text.matchAll(shape)].map(({index, 0: raw}) => folded.place(index, index + raw.length)),
  );
  return joined([...found, ...others, ...written]).map(range => ({...range, text: REMOVED}));
}

interface Match {
  index: number;
  lastIndex: number;
  schema: string;
  raw: string;
  url: string;
}

function matchesIn(text: string): Match[] {
  return [...text.matchAll(/\S+/gu)].flatMap(({index: start, 0: word}) => {
    const found: Match[] = [];
    for (let at = 0; at === 0 || at + OVERLAP < word.length; at += PIECE - OVERLAP) {
      const piece = word.slice(at, at + PIECE);
      for (const {index, lastIndex, schema, raw, url} of LINKIFY.match(piece) ?? []) {
        // What goes on behind the piece belongs to it.
        const isOpen = lastIndex === PIECE && at + PIECE < word.length;
        const end = isOpen ? word.length : at + lastIndex;
        const place = {index: start + at + index, lastIndex: start + end};
        found.push({...place, schema, raw: isOpen ? word.slice(at + index) : raw, url});
      }
    }
    return found;
  });
}

/** Ranges that overlap or touch as one. */
function joined(ranges: readonly Range[]): Range[] {
  const all: {start: number; end: number}[] = [];
  for (const {start, end} of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({start, end});
  }
  return all;
}
