import {BlockList, isIP} from "node:net";

/** Networks in which nobody's warehouse is, but the metadata services of cloud machines, or everybody at once. */
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

const refusals = REFUSED.map(([network, prefix, why]) => {
  const list = new BlockList();
  list.addSubnet(network, prefix, isIP(network) === 6 ? "ipv6" : "ipv4");
  return {list, why};
});

/** Why no warehouse is opened at this address; `undefined` where it may be. IPv4 inside IPv6 is seen through. */
export function refusedAddress(address: string): string | undefined {
  const plain = withoutEmbedding(address);
  return refusals.find(({list}) => list.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4"))?.why;
}

/** Whether the operator's list (host names, addresses, CIDR blocks) lets this host at this address in. */
export function isAllowedHost(
  allowed: readonly string[] | undefined,
  host: string,
  address: string,
): boolean {
  if (!allowed) return true;
  const plain = withoutEmbedding(address);
  return allowed.some(entry => {
    if (entry.toLowerCase() === host.toLowerCase() || entry === plain) return true;
    const [network = "", bits] = entry.split("/");
    if (bits === undefined || isIP(network) === 0 || isIP(network) !== isIP(plain)) return false;
    const family = isIP(network) === 6 ? "ipv6" : "ipv4";
    const block = new BlockList();
    block.addSubnet(network, Number(bits), family);
    return block.check(plain, family);
  });
}

/** `::ffff:a.b.c.d` and the NAT64 form `64:ff9b::a.b.c.d` name an IPv4 address: that one counts. */
function withoutEmbedding(scoped: string): string {
  const address = scoped.replace(/%.*$/, "");
  if (isIP(address) !== 6) return address;
  const groups = expand(address);
  const head = groups.slice(0, 6).join(":");
  if (head !== "0:0:0:0:0:ffff" && head !== "64:ff9b:0:0:0:0") return address;
  const low = groups.slice(6).map(group => Number.parseInt(group, 16));
  return low.flatMap(group => [group >> 8, group & 255]).join(".");
}

/** The eight groups of an IPv6 address, without leading zeros. */
function expand(address: string): string[] {
  const dotted = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map(group => group.toString(16)).join(":"),
  );
  const [left = "", right] = dotted.toLowerCase().split("::");
  const before = left.split(":").filter(Boolean);
  const after = (right ?? "").split(":").filter(Boolean);
  const zeros = Array.from({length: 8 - before.length - after.length}, () => "0");
  return [...before, ...zeros, ...after].map(group => Number.parseInt(group, 16).toString(16));
}
