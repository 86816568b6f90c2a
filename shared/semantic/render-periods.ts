import {isIntraday, type Period} from "./grains.ts";
import {writeSelect} from "./render-select.ts";
import type {Writer} from "./writer.ts";

interface PeriodsAsked {
  column: string;
  grain: Period;
  /** Starts of periods: aggregates of the rows in `from`, or where that is `undefined` expressions. */
  first: string;
  last: string;
  from: string | undefined;
  where?: string;
}

/** Names a select with the start of each period from the first to the last. */
export function namePeriods(writer: Writer, asked: PeriodsAsked): string {
  const {column, grain, first, last, from, where = ""} = asked;
  const {dialect} = writer;
  if (dialect.spine !== undefined) return nameSpine(writer, asked, dialect.spine(grain));
  if (dialect.series === undefined) return nameDoublingPeriods(writer, asked);
  const step = dialect.interval(1, grain);
  const list = isIntraday(grain)
    ? dialect.series(first, last, step)
    : dialect.cast(
        dialect.series(dialect.cast(first, "timestamp"), dialect.cast(last, "timestamp"), step),
        "date",
      );
  const columns = [`${list} as ${column}`];
  const sql = from === undefined ? `select ${columns[0]!}` : writeSelect({columns, from, where}, "  ");
  return writer.nameSelect("periods", sql);
}

/** The periods beside one row of the first and the last. */
function nameSpine(
  writer: Writer,
  {column, first, last, from, where = ""}: PeriodsAsked,
  {value, join = "", where: within}: {value: string; join?: string; where?: string},
): string {
  const columns = [`${first} as lo`, `${last} as hi`];
  const bounds =
    from === undefined ? `select ${columns.join(", ")}` : writeSelect({columns, from, where}, "    ");
  const rows = `(\n    ${bounds}\n  ) as bounds${join === "" ? "" : `\n  ${join}`}`;
  const select = {columns: [`${value} as ${column}`], from: rows, where: within ?? ""};
  return writer.nameSelect("periods", writeSelect(select, "  "));
}

/** The n-th period brings the 2n-th and the one after it: engines limit how often a select may go on from its rows. */
function nameDoublingPeriods(
  writer: Writer,
  {column, grain, first, last, from, where = ""}: PeriodsAsked,
): string {
  const columns = ["1 as n", `${first} as ${column}`, `${first} as first`, `${last} as last`];
  const start =
    from === undefined ? `select\n    ${columns.join(",\n    ")}` : writeSelect({columns, from, where}, "  ");
  const next = `first + ${writer.dialect.interval("(n * 2 + bit - 1)", grain)}`;
  return writer.nameSelect(
    "periods",
    name =>
      `${start}\n  having first <= last\n  union all\n` +
      `  select n * 2 + bit, ${next}, first, last\n` +
      `  from ${name}\n  cross join (select 0 as bit union all select 1) as bits\n  where ${next} <= last`,
  );
}
