import {csvFault} from "./csv-fault.ts";

/**
 * Names of columns from the header's cells: white space is one blank, and none at the ends; a nameless column is
 * `column_<position>`. Names that differ in the case of their letters only are refused: the engine takes them for
 * one.
 */
export function headerNames(cells: readonly string[], line: number): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: names hold none of them
  const names = cells.map(cell => cell.replace(/[\s\u0000-\u001f\u007f]+/g, " ").trim());
  const taken = new Map<string, number>();
  for (const [c, name] of names.entries()) {
    if (name === "") continue;
    const before = taken.get(folded(name));
    if (before !== undefined) {
      const same =
        names[before] === name ? "the same name" : "names that differ in upper and lower case only";
      throw csvFault(line, `the columns ${before + 1} and ${c + 1} have ${same}, "${name}". Rename one.`);
    }
    taken.set(folded(name), c);
  }
  return names.map((name, c) => {
    if (name !== "") return name;
    let made = `column_${c + 1}`;
    while (taken.has(folded(made))) made += "_";
    taken.set(folded(made), c);
    return made;
  });
}

/** As DuckDB compares names. */
function folded(name: string): string {
  return name.replace(/[A-Z]+/g, letters => letters.toLowerCase());
}
