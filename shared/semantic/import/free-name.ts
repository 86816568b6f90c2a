/** The name, or the name with the lowest number that makes it free. Adds it to `taken`. */
export function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted.slice(0, 120)}_${n}`;
  taken.add(name);
  return name;
}
