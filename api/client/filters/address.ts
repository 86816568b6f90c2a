const PREFIX = "filter.";
/** The longest address in characters: servers and proxies refuse longer ones. */
const MAX_ADDRESS_LENGTH = 4000;

/** Whether a parameter of an address is a filter. */
export function isFilter(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** Reads the state of each field's filter from the query string: `?filter.orders.status=paid`. */
export function readAddress(search: string): Map<string, string[]> {
  const states = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (!isFilter(name)) continue;
    const field = name.slice(PREFIX.length);
    states.set(field, [...(states.get(field) ?? []), value]);
  }
  return states;
}

/** The address with this state in place of its own; `undefined` where that would be too long. */
export function withFilters(
  address: string,
  states: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) {
    if (name.startsWith(PREFIX)) url.searchParams.delete(name);
  }
  for (const [field, written] of states) {
    for (const value of written) url.searchParams.append(PREFIX + field, value);
  }
  return url.search.length > MAX_ADDRESS_LENGTH ? undefined : url.href;
}
