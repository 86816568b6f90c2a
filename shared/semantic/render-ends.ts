import type {Ends} from "./plan-special.ts";
import {type TableName, writeColumn, writeDimension, writeMeasureFilter} from "./write-field.ts";
import type {Writer} from "./writer.ts";

/** The moment of a row, null where the measure does not pick it. */
export function writeMoment(writer: Writer, ends: Ends, home: TableName): string {
  const stored = writeDimension(writer, ends.dimension, home);
  if (ends.picks === undefined) return stored;
  return `case when ${writeMeasureFilter(writer, ends.picks, home)} then ${stored} end`;
}

/** What has a first and a last moment of its own within a group. */
export function writePer(writer: Writer, ends: Ends, home: TableName): string[] {
  return ends.per.map(each =>
    "field" in each ? writeDimension(writer, each.field, home) : writeColumn(writer, each.column, home),
  );
}

/** The place of a row in time among those of its group: all of the first moment are first, rows of none have none. */
export function writePlace(
  writer: Writer,
  ends: Ends,
  {groups, moment}: {groups: readonly string[]; moment: string},
): string {
  const partition = groups.length > 0 ? `partition by ${groups.join(", ")} ` : "";
  const rank = `rank() over (${partition}order by ${writer.dialect.order(moment, ends.take === "last", moment)})`;
  const picked = moment.startsWith("case ") ? `(${moment})` : moment;
  return `case when ${picked} is not null then ${rank} end`;
}
