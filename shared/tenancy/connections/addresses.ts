import {BlockList, isIP} from "node:net";
import {effectiveAddress} from "../../core/network.ts";

/**
 * Networks that no warehouse can be in: unspecified, link-local, multicast and reserved addresses, and the metadata
 * services of clouds.
 */
const REFUSED: readonly [network: string, prefix: number, why: string][] = [
  ["0.0.0.0", 8, "an unspecified address"],
  ["169.254.0.0", 16, "a link-local address"],
  ["224.0.0.0", 4, "a multicast address"],
  ["240.0.0.0", 4, "a reserved address"],
  ["100.100.100.200", 32, "a metadata service"],
  ["168.63.129.16", 32, "a metadata service"],
  ["192.0.0.192", 32, "a metadata service"],
  ["::", 128, "an unspecified address"],
  ["fe80::", 10, "a link-local address"],
  ["fec0::", 10, "a site-local address"],
  ["ff00::", 8, "a multicast address"],
  ["fd00:ec2::", 32, "a metadata service"],
  ["fd20:ce::", 32, "a metadata service"],
];

/** Networks that are not on the public internet (RFC 1918, 6598, 2544, 6890, 4193), including this machine's own. */
const PRIVATE: readonly [network: string, prefix: number][] = [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["127.0.0.0", 8],
  ["100.64.0.0", 10],
  ["198.18.0.0", 15],
  ["192.0.0.0", 24],
  ["::1", 128],
  ["fc00::", 7],
];

function listOf(network: string, prefix: number): BlockList {
  const list = new BlockList();
  list.addSubnet(network, prefix, familyOf(network));
  return list;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

const refusals = REFUSED.map(([network, prefix, why]) => ({list: listOf(network, prefix), why}));
const privateLists = PRIVATE.map(([network, prefix]) => listOf(network, prefix));

/**
 * The reason why a warehouse at this address is refused; `undefined` if it is allowed. IPv4 embedded in IPv6 is
 * recognized.
 */
export function refusedAddress(address: string): string | undefined {
  const effective = effectiveAddress(address);
  if (effective === undefined) return "no address";
  return refusals.find(({list}) => list.check(effective, familyOf(effective)))?.why;
}

/** Whether the address is in a private network; IPv4 embedded in IPv6 is recognized. */
export function isPrivateAddress(address: string): boolean {
  const effective = effectiveAddress(address) ?? address;
  return privateLists.some(list => list.check(effective, familyOf(effective)));
}

/** Whether the operator's list (host names, addresses, CIDR blocks) allows this host at this address. */
export function isAllowedHost(allowed: readonly string[], host: string, address: string): boolean {
  const effective = effectiveAddress(address) ?? address;
  return allowed.some(entry => {
    if (entry.toLowerCase() === host.toLowerCase() || effectiveAddress(entry) === effective) return true;
    const [network = "", bits] = entry.split("/");
    if (bits === undefined || isIP(network) === 0 || isIP(network) !== isIP(effective)) return false;
    return listOf(network, Number(bits)).check(effective, familyOf(effective));
  });
}

/** Whether a name or address refers to this machine. */
export function isLoopbackName(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  const effective = effectiveAddress(name);
  return (
    name === "localhost" || (effective !== undefined && (effective === "::1" || effective.startsWith("127.")))
  );
}
