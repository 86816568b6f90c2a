import {domainToASCII, domainToUnicode} from "node:url";

const MAX_LENGTH = 254;
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The address, normalized: the domain in lower case and in ASCII (IDNA), the local part unchanged. `undefined` for text
 * that is not an address. Quoted local parts, domains of one label and IP addresses are not accepted, and no accepted
 * address can end a header's line.
 */
export function readAddress(text: string): string | undefined {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at);
  if (at < 1 || local.length > 64 || !LOCAL.test(local)) return undefined;
  const domain = asciiDomain(text.slice(at + 1));
  if (domain === undefined) return undefined;
  const address = `${local}@${domain}`;
  return address.length > MAX_LENGTH ? undefined : address;
}

const INTERNATIONAL = /[^\0-\x7f]|(^|\.)xn--/;

/**
 * The spellings of an account's address, in lower case: with its domain in ASCII, as identity providers and browsers write
 * it, and in Unicode (IDNA), as people do. The first is the same for all spellings of an address.
 */
export function spellingsOf(address: string): string[] {
  const lower = address.trim().toLowerCase();
  const at = lower.lastIndexOf("@");
  const domain = lower.slice(at + 1);
  const ascii = at >= 0 && INTERNATIONAL.test(domain) ? domainInAscii(domain) : "";
  if (ascii === "") return [lower];
  const local = lower.slice(0, at + 1);
  return [...new Set([local + ascii, local + domainToUnicode(ascii)])];
}

/** A domain in lower case and in ASCII (IDNA); empty for text that is no domain. */
export function domainInAscii(domain: string): string {
  return domainToASCII(domain).toLowerCase();
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

function asciiDomain(domain: string): string | undefined {
  // Characters that a URL parser would not read as part of a host name.
  if (!/^[\p{L}\p{N}\p{M}.-]+$/u.test(domain)) return undefined;
  const host = URL.parse(`http://${domain}`)?.hostname;
  const labels = host?.split(".") ?? [];
  if (labels.length < 2 || !labels.every(label => LABEL.test(label))) return undefined;
  return /^\d+$/.test(labels.at(-1) ?? "") ? undefined : host;
}
