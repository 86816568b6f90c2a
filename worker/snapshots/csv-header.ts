import {csvFault} from "./csv-fault.ts";

/**
 * Column names from the header's cells. White space is trimmed and collapsed to one blank; a nameless column becomes
 * `column_<position>`. Names that the engine would not distinguish are refused.
 */
export function headerNames(cells: readonly string[], line: number): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: names hold none of them
  const names = cells.map(cell => cell.replace(/[\s\u0000-\u001f\u007f]+/g, " ").trim());
  const same = findSameNames(names);
  if (same) throw csvFault(line, `${same} Rename one.`);
  const taken = new Set(names.map(folded));
  return names.map((name, c) => {
    if (name !== "") return name;
    let made = `column_${c + 1}`;
    while (taken.has(folded(made))) made += "_";
    taken.add(folded(made));
    return made;
  });
}

/** A message about two columns whose names differ only in case or not at all, because the engine ignores case. */
export function findSameNames(names: readonly string[]): string | undefined {
  const taken = new Map<string, number>();
  for (const [c, name] of names.entries()) {
    if (name === "") continue;
    const before = taken.get(folded(name));
    taken.set(folded(name), c);
    if (before === undefined) continue;
    const same = names[before] === name ? "the same name" : "names that differ in upper and lower case only";
    return `the columns ${before + 1} and ${c + 1} have ${same}, "${name}".`;
  }
  return undefined;
}

/** The name in the form that DuckDB compares. */
function folded(name: string): string {
  return name.replace(/[A-Z]+/g, letters => letters.toLowerCase());
}
