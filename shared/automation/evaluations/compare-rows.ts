type Row = readonly unknown[];

const DIGITS = 9;
/** The most column assignments that are tried. Columns with the same values can only be distinguished by whole rows. */
const MAX_TRIES = 5000;

/**
 * Whether two results are equal: rows as a bag, or in order; numbers to nine digits; columns in any order. The names of
 * columns do not matter.
 */
export function areSameRows(truth: readonly Row[], given: readonly Row[], isOrdered: boolean): boolean {
  if (truth.length !== given.length) return false;
  const width = truth[0]?.length ?? 0;
  if (truth.length === 0) return true;
  if ([...truth, ...given].some(row => row.length !== width)) return false;
  const expected = truth.map(row => row.map(cellText));
  const actual = given.map(row => row.map(cellText));
  const expectedText = textOf(expected, isOrdered);
  const columns = (rows: readonly string[][]) =>
    Array.from({length: width}, (_, column) =>
      textOf(
        rows.map(row => [row[column] ?? ""]),
        isOrdered,
      ),
    );
  const [expectedColumns, actualColumns] = [columns(expected), columns(actual)];
  // If the columns are equal in some order, every partial assignment can be completed, so the limit of tries below is
  // sufficient. Otherwise all partial assignments would be tried, which takes minutes for a dozen equal columns.
  if (expectedColumns.toSorted().join("\n\n") !== actualColumns.toSorted().join("\n\n")) return false;
  let tries = 0;
  const assign = (chosen: number[]): boolean => {
    if (chosen.length === width) {
      tries++;
      return (
        textOf(
          actual.map(row => chosen.map(column => row[column] ?? "")),
          isOrdered,
        ) === expectedText
      );
    }
    return actualColumns.some(
      (text, column) =>
        tries < MAX_TRIES &&
        text === expectedColumns[chosen.length] &&
        !chosen.includes(column) &&
        assign([...chosen, column]),
    );
  };
  return assign([]);
}

function textOf(rows: readonly string[][], isOrdered: boolean): string {
  const texts = rows.map(row => JSON.stringify(row));
  return (isOrdered ? texts : texts.sort()).join("\n");
}

/** A cell as a text. Cells that count as equal have the same text. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "null";
  if (typeof cell === "boolean") return String(cell);
  const number = numberOf(cell);
  if (number !== undefined) return `n${Number(number.toPrecision(DIGITS))}`;
  return typeof cell === "string" ? `t${cell}` : `j${JSON.stringify(cell)}`;
}

/** The number in a cell. Long numbers are objects that have all digits. */
export function numberOf(cell: unknown): number | undefined {
  if (typeof cell === "number") return Object.is(cell, -0) ? 0 : cell;
  if (typeof cell === "bigint") return Number(cell);
  if (typeof cell === "object" && cell !== null && "rawJSON" in cell) return Number(cell.rawJSON);
  return undefined;
}
