/** Something open that holds rows in memory. */
export interface InMemory {
  orgId: string;
  memoryBytes: number;
  /** The number of leases in use. */
  uses: number;
  usedAt: number;
}

/**
 * The warehouses to evict so that the others hold at most `maxBytes`, if possible: repeatedly the least recently used
 * one of the org that holds the most memory. Warehouses in use stay.
 */
export function toClose<T extends InMemory>(open: Iterable<T>, maxBytes: number): T[] {
  const byOrg = Map.groupBy(open, ({orgId}) => orgId);
  const held = new Map([...byOrg].map(([orgId, list]) => [orgId, sumOf(list)]));
  const idle = new Map(
    [...byOrg].map(([orgId, list]) => [
      orgId,
      list.filter(({uses, memoryBytes}) => uses === 0 && memoryBytes > 0).sort((a, b) => b.usedAt - a.usedAt),
    ]),
  );
  let sum = [...held.values()].reduce((all, bytes) => all + bytes, 0);
  const closed: T[] = [];
  while (sum > maxBytes) {
    const [orgId] = [...idle]
      .filter(([, list]) => list.length > 0)
      .map(([id]) => id)
      .sort((a, b) => (held.get(b) ?? 0) - (held.get(a) ?? 0));
    const next = orgId === undefined ? undefined : idle.get(orgId)?.pop();
    if (orgId === undefined || next === undefined) break;
    closed.push(next);
    held.set(orgId, (held.get(orgId) ?? 0) - next.memoryBytes);
    sum -= next.memoryBytes;
  }
  return closed;
}

function sumOf(list: readonly InMemory[]): number {
  return list.reduce((sum, {memoryBytes}) => sum + memoryBytes, 0);
}
