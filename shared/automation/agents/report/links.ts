import {LinkifyIt} from "linkify-it";

// `import x = require()` is used because, after an `import`, a library that requires the same list would get an object
// instead.
import tlds = require("tlds");

import type {Edit, Range} from "./flat-text.ts";
import {foldSpelling} from "./fold-spelling.ts";

/** The replacement of an address outside of the service. */
const REMOVED = "(link removed)";
/**
 * An address, matched from the start of its scheme only. Trying every letter of a long word would take quadratic time.
 */
const ADDRESS = /(?:(?<![\p{L}\d+.-])[\p{L}\d+.-]*:\/\/|(?<![\p{L}\d])www\.)[^\s<>"]*/giu;
/** A link that opens another application, or opens a new message with a text that the reader has not written. */
const WRITTEN_MAIL =
  /(?<![\p{L}\d:])(?:mailto|sms|smsto|tel|whatsapp|skype|facetime|geo|maps):[^\s<>"]*[?&][^\s<>"]*/giu;
/**
 * An address with a user name and "@", and an address with a port. Without a scheme, the library finds neither of them.
 */
const WITH_USER = /(?<![^\s<>"])[^\s<>"@]{1,256}@[^\s<>"@/?#:]{1,256}\.[^\s<>"@/?#:.]{2,63}[/?#:][^\s<>"]*/gu;
const WITH_PORT = new RegExp(
  `(?<![\\p{L}\\d.-])(?:[\\p{L}\\d-]{1,63}\\.){1,8}(?:${tlds.join("|")}):\\d[^\\s<>"]*`,
  "giu",
);
/** The library takes quadratic time for a word, so a longer word is read in overlapping pieces. */
const [PIECE, OVERLAP] = [1024, 256];
const LINKIFY = new LinkifyIt({fuzzyLink: true, fuzzyEmail: false, fuzzyIP: true}).tlds([...tlds], true);

/** Pages of the service that redirect a browser to an address in the link. */
const REDIRECTING_PATHS = /^\/(?:oauth|github)(?:\/|$)/i;

/** The absolute address if it is within `base`; `undefined` otherwise. */
export function linkWithin(base: string, url: string): string | undefined {
  const home = URL.parse(base);
  const target = URL.parse(url, `${base}/`);
  if (!home || !target || /[\s\\]/.test(url)) return undefined;
  if (target.protocol !== home.protocol || target.host !== home.host) return undefined;
  if (target.username !== "" || target.password !== "") return undefined;
  const path = home.pathname.replace(/\/+$/, "");
  // A browser may resolve a path with "//", or with percent-encoded letters, dots or slashes, in another way than this
  // function.
  if (/%(?:2[ef]|5c|[46][1-9a-f]|[57][0-9a])|\/\//i.test(target.pathname)) return undefined;
  if (REDIRECTING_PATHS.test(target.pathname.slice(path.length))) return undefined;
  return target.pathname === path || target.pathname.startsWith(`${path}/`) ? target.href : undefined;
}

/**
 * The ranges of a text, with their replacements, that a mail program or chat would turn into links to addresses outside
 * of `base`.
 */
export function foreignLinks(base: string, text: string): Edit[] {
  const folded = foldSpelling(text);
  const found = matchesIn(folded.text).flatMap(({index, lastIndex, schema, raw, url}) => {
    const range = folded.originalRange(index, lastIndex);
    const isPlain = text.slice(range.start, range.end) === raw;
    // A bare host, such as the value "google.com" in a row, cannot carry data.
    if (isPlain && schema === "" && !/[/?#:@]/.test(raw) && !/^www\./i.test(raw)) return [];
    if (schema === "mailto:" || (isPlain && linkWithin(base, url) !== undefined)) return [];
    return [range];
  });
  // Addresses of hosts without a public domain, and addresses with a scheme that the library does not know.
  const others = [...folded.text.matchAll(ADDRESS)].flatMap(({index, 0: raw}) => {
    const url = /^www\./i.test(raw) ? `http://${raw}` : raw;
    const range = folded.originalRange(index, index + raw.length);
    const isPlain = text.slice(range.start, range.end) === raw;
    return isPlain && linkWithin(base, url) !== undefined ? [] : [range];
  });
  const written = [WRITTEN_MAIL, WITH_USER, WITH_PORT].flatMap(shape =>
    [...folded.text.matchAll(shape)].map(({index, 0: raw}) =>
      folded.originalRange(index, index + raw.length),
    ),
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
        // An address that reaches the end of its piece is assumed to continue to the end of the word.
        const isOpen = lastIndex === PIECE && at + PIECE < word.length;
        const end = isOpen ? word.length : at + lastIndex;
        const range = {index: start + at + index, lastIndex: start + end};
        found.push({...range, schema, raw: isOpen ? word.slice(at + index) : raw, url});
      }
    }
    return found;
  });
}

/** Merges ranges that overlap or touch. */
function joined(ranges: readonly Range[]): Range[] {
  const all: {start: number; end: number}[] = [];
  for (const {start, end} of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({start, end});
  }
  return all;
}
