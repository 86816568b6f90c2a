import {csvFault} from "./csv-fault.ts";

/**
 * Column names from the header's cells. White space is trimmed and collapsed to one blank; a nameless column becomes
 * `column_<position>`. Duplicate names are refused; DuckDB ignores case, so names that differ only in case are
 * duplicates.
 */
export function headerNames(cells: readonly string[], line: number): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed from names
  const names = cells.map(cell => cell.replace(/[\s\u0000-\u001f\u007f]+/g, " ").trim());
  const duplicate = findDuplicateNames(names);
  if (duplicate) throw csvFault(line, `${duplicate} Rename one.`);
  const taken = new Set(names.map(folded));
  return names.map((name, c) => {
    if (name !== "") return name;
    let made = `column_${c + 1}`;
    while (taken.has(folded(made))) made += "_";
    taken.add(folded(made));
    return made;
  });
}

/**
 * A message about the first two columns whose names are equal without regard to case, which DuckDB ignores; `undefined`
 * if there are none.
 */
export function findDuplicateNames(names: readonly string[]): string | undefined {
  const taken = new Map<string, number>();
  for (const [c, name] of names.entries()) {
    if (name === "") continue;
    const before = taken.get(folded(name));
    taken.set(folded(name), c);
    if (before === undefined) continue;
    const duplicate =
      names[before] === name ? "the same name" : "names that differ in upper and lower case only";
    return `the columns ${before + 1} and ${c + 1} have ${duplicate}, "${name}".`;
  }
  return undefined;
}

/** The name in lower case, as DuckDB compares names: only ASCII letters are folded. */
function folded(name: string): string {
  return name.replace(/[A-Z]+/g, letters => letters.toLowerCase());
}
