/** The most bytes of an identifier in Postgres, which cuts off the rest: `NAMEDATALEN - 1`. */
const MAX_BYTES = 63;

/**
 * Names that fit into Postgres: a name that is too long is cut between two characters, and stays different from all others.
 */
export function cutNames(names: readonly string[]): string[] {
  const taken = new Set(names.filter(fits));
  return names.map(name => {
    if (fits(name)) return name;
    for (let number = 1; ; number++) {
      const cut = withEnd(name, number === 1 ? "~" : `~${number}`);
      if (taken.has(cut)) continue;
      taken.add(cut);
      return cut;
    }
  });
}

function fits(name: string): boolean {
  return name.length <= MAX_BYTES / 3 || Buffer.byteLength(name) <= MAX_BYTES;
}

function withEnd(name: string, end: string): string {
  let cut = "";
  let bytes = end.length;
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_BYTES) break;
    cut += character;
  }
  return cut + end;
}
