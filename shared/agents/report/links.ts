import {LinkifyIt} from "linkify-it";

/** What stands in place of an address that leads out of the service. */
const REMOVED = "(link removed)";
const LINKIFY = new LinkifyIt({fuzzyLink: true, fuzzyEmail: false, fuzzyIP: true});

/** The address in full if it stays within `base`, else `undefined`. */
export function linkWithin(base: string, url: string): string | undefined {
  const home = URL.parse(base);
  const target = URL.parse(url, `${base}/`);
  if (!home || !target || /[\s\\]/.test(url)) return undefined;
  if (target.protocol !== home.protocol || target.host !== home.host) return undefined;
  if (target.username !== "" || target.password !== "") return undefined;
  const path = home.pathname.replace(/\/+$/, "");
  // A path with "%2e%2e" or "//" may be read as another one by what stands before the service.
  if (/%2e|%2f|%5c|\/\//i.test(target.pathname)) return undefined;
  return target.pathname === path || target.pathname.startsWith(`${path}/`) ? target.href : undefined;
}

/** Ranges of a text that a mail program or chat would make a link of, though it leads out, and what replaces them. */
export function foreignLinks(base: string, text: string): {start: number; end: number; text: string}[] {
  const found = (LINKIFY.match(text) ?? []).flatMap(({index, lastIndex, schema, raw, url}) => {
    // A bare host, such as a row's "google.com", carries nothing but its name.
    if (schema === "" && !/[/?#:@]/.test(raw) && !/^www\./i.test(raw)) return [];
    if (schema === "mailto:" || linkWithin(base, url) !== undefined) return [];
    return [{start: index, end: lastIndex}];
  });
  // Addresses of machines within a network, and schemes that the library does not know.
  for (const {index, 0: raw} of text.matchAll(/[\p{L}\d+.-]*:\/\/[^\s<>"]*/gu)) {
    const end = index + raw.length;
    const isFound = found.some(one => one.start < end && index < one.end);
    if (!isFound && linkWithin(base, raw) === undefined) found.push({start: index, end});
  }
  return found.sort((a, b) => a.start - b.start).map(range => ({...range, text: REMOVED}));
}
