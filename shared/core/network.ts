import {isIP} from "node:net";

/** Whether only this machine can have the address. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/**
 * Statuses of a server that cannot answer a request of this kind at all, so that the same request fails again: not
 * implemented, version of HTTP not supported (RFC 9110 §15.6), a variant that negotiates itself (RFC 2295), not extended
 * (RFC 2774), and a network that asks for a sign-in (RFC 6585 §6).
 */
const LASTING_FAULTS: ReadonlySet<number> = new Set([501, 505, 506, 510, 511]);

/** Whether an HTTP status of another server is a fault of that server that may pass by itself. */
export function isPassingFault(status: number): boolean {
  return status >= 500 && !LASTING_FAULTS.has(status);
}

/**
 * The 16 bytes of an address; IPv4 as `::ffff:a.b.c.d` (RFC 4291 §2.5.5.2). `undefined` for text that is not an
 * address.
 */
function addressBytes(scoped: string): Uint8Array | undefined {
  const address = scoped.replace(/%.*$/, "");
  const family = isIP(address);
  if (family === 0) return undefined;
  const bytes = new Uint8Array(16);
  if (family === 4) {
    bytes.set([255, 255, ...address.split(".").map(Number)], 10);
    return bytes;
  }
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map(group => group.toString(16)).join(":"),
  );
  const [left = "", right = ""] = plain.split("::");
  const before = left.split(":").filter(Boolean);
  const after = right.split(":").filter(Boolean);
  const groups = [...before, ...new Array<string>(8 - before.length - after.length).fill("0"), ...after];
  for (const [i, group] of groups.entries()) {
    const value = Number.parseInt(group, 16);
    bytes.set([value >> 8, value & 255], 2 * i);
  }
  return bytes;
}

/**
 * Forms of IPv6 address that contain an IPv4 address, by their prefix: mapped and translated (RFC 4291, RFC 2765), the
 * compatible one, NAT64 (RFC 6052, and a network's own prefix, RFC 8215), 6to4 (RFC 3056), Teredo, whose client's
 * address is inverted (RFC 4380), and ISATAP (RFC 5214) in the last half.
 */
const EMBEDDINGS: readonly {prefix: string; at: number; holds: number; isInverted?: true}[] = [
  {prefix: "00000000000000000000ffff", at: 0, holds: 12},
  {prefix: "0000000000000000ffff0000", at: 0, holds: 12},
  {prefix: "000000000000000000000000", at: 0, holds: 12},
  {prefix: "0064ff9b0000000000000000", at: 0, holds: 12},
  {prefix: "0064ff9b0001", at: 0, holds: 12},
  {prefix: "2002", at: 0, holds: 2},
  {prefix: "20010000", at: 0, holds: 12, isInverted: true},
  {prefix: "00005efe", at: 8, holds: 12},
  {prefix: "02005efe", at: 8, holds: 12},
];

/**
 * The effective address, normalized: IPv4 embedded in IPv6 is extracted, and a zone is dropped. `undefined` for
 * text that is not an address.
 */
export function effectiveAddress(address: string): string | undefined {
  const bytes = addressBytes(address);
  if (!bytes) return undefined;
  const hex = Buffer.from(bytes).toString("hex");
  const form = EMBEDDINGS.find(({prefix, at}) => hex.startsWith(prefix, 2 * at));
  // `::` and `::1` are addresses of their own, not forms of IPv4.
  if (!form || /^0{31}[01]$/.test(hex)) return spelled(bytes);
  const inner = [...bytes.subarray(form.holds, form.holds + 4)];
  return inner.map(byte => (form.isInverted ? byte ^ 255 : byte)).join(".");
}

/**
 * Writes an address in one fixed form. RFC 5952's shortest form is not needed, because addresses are only compared with
 * others in this form.
 */
function spelled(bytes: Uint8Array): string {
  const groups = Array.from({length: 8}, (_, i) => ((bytes[2 * i]! << 8) | bytes[2 * i + 1]!).toString(16));
  const text = groups.join(":");
  return text === "0:0:0:0:0:0:0:1" ? "::1" : text;
}

/**
 * The network that limits count as one caller: an IPv4 address, or the /64 of IPv6 that one customer has. Text that is
 * not an address counts as itself.
 */
export function networkOf(address: string): string {
  // A shortcut, because this runs for every request: an IPv4 address is already in its written form.
  if (isIP(address) === 4) return address;
  const bytes = addressBytes(address);
  if (!bytes) return address;
  const hex = Buffer.from(bytes).toString("hex");
  return hex.startsWith("00000000000000000000ffff") ? bytes.subarray(12).join(".") : `${hex.slice(0, 16)}/64`;
}
