const MOST_BYTES = 63;
/** https://www.postgresql.org/docs/18/ddl-system-columns.html */
const SYSTEM_COLUMNS: ReadonlySet<string> = new Set(["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"]);

/**
 * The name by which Postgres has a table or column, distinct from those that are `taken`, to which it is added. A name
 * that Postgres takes stays as it is. A longer one than 63 bytes is cut, and gets a digest of the whole.
 */
export function sqlName(name: string, taken: Set<string>): string {
  const clean = name.replaceAll("\0", "");
  const given = clean === "" || SYSTEM_COLUMNS.has(clean) ? `${clean}_` : clean;
  let found = Buffer.byteLength(given) <= MOST_BYTES ? given : cut(given, 0);
  for (let attempt = 1; taken.has(found); attempt++) found = cut(given, attempt);
  taken.add(found);
  return found;
}

function cut(name: string, attempt: number): string {
  const suffix = `~${Bun.hash(`${attempt} ${name}`).toString(36).slice(0, 6)}`;
  let cleaned = "";
  let sizeBytes = suffix.length;
  for (const character of name) {
    sizeBytes += Buffer.byteLength(character);
    if (sizeBytes > MOST_BYTES) break;
    cleaned += character;
  }
  return cleaned + suffix;
}
