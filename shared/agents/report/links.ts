import {LinkifyIt} from "linkify-it";
import type {Edit, Range} from "./flat-text.ts";

/** What stands in place of an address that leads out of the service. */
const REMOVED = "(link removed)";
/** It begins where its scheme does: from every letter of a long word it would take quadratic time. */
const ADDRESS = /(?:(?<![\p{L}\d+.-])[\p{L}\d+.-]*:\/\/|(?<![\p{L}\d])www\.)[^\s<>"]*/giu;
const LINKIFY = new LinkifyIt({fuzzyLink: true, fuzzyEmail: false, fuzzyIP: true});

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
  const found = (LINKIFY.match(text) ?? []).flatMap(({index, lastIndex, schema, raw, url}) => {
    // A bare host, such as a row's "google.com", carries nothing but its name.
    if (schema === "" && !/[/?#:@]/.test(raw) && !/^www\./i.test(raw)) return [];
    if (schema === "mailto:" || linkWithin(base, url) !== undefined) return [];
    return [{start: index, end: lastIndex}];
  });
  // Addresses of machines within a network, and schemes that the library does not know.
  const others = [...text.matchAll(ADDRESS)].flatMap(({index, 0: raw}) => {
    const url = /^www\./i.test(raw) ? `http://${raw}` : raw;
    return linkWithin(base, url) === undefined ? [{start: index, end: index + raw.length}] : [];
  });
  return joined([...found, ...others]).map(range => ({...range, text: REMOVED}));
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
