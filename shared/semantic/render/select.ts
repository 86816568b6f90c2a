/** The parts of one select. `groupBy` is how many of the first columns it groups by. */
export interface Select {
  columns: string[];
  distinct?: boolean;
  from: string;
  where?: string;
  groupBy?: number;
  having?: string;
}

/** Writes a select in lines; `pad` precedes each line but the first. */
export function writeSelect(select: Select, pad: string): string {
  const head = select.distinct === true ? "select distinct" : "select";
  const columns =
    select.columns.length === 1
      ? ` ${select.columns[0]!}`
      : `\n${pad}  ${select.columns.join(`,\n${pad}  `)}`;
  let sql = `${head}${columns}\n${pad}from ${select.from}`;
  if (select.where) sql += `\n${pad}where ${select.where}`;
  if (select.groupBy) sql += `\n${pad}group by ${positions(select.groupBy)}`;
  if (select.having) sql += `\n${pad}having ${select.having}`;
  return sql;
}

function positions(count: number): string {
  return Array.from({length: count}, (_, i) => String(i + 1)).join(", ");
}

/** The numbers from `first` to `last` as a table of one column, and of further columns that `beside` adds. */
export function writeNumbers(
  [first, last]: readonly [number, number],
  column: string,
  beside: (number: number) => string = () => "",
): string {
  const numbers = Array.from({length: last - first + 1}, (_, i) => first + i);
  return numbers
    .map(number => `    select ${number} as ${column}${beside(number)}`)
    .join("\n    union all\n")
    .trimStart();
}
