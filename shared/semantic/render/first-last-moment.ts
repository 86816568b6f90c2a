import type {Branch, Ends} from "../plan/plan.ts";
import {type TableName, writeColumn, writeDimension, writeMeasureFilter} from "./field.ts";
import type {Writer} from "./writer.ts";

/** The moment of a row, null if the measure's `where` does not select the row. */
export function writeMoment(writer: Writer, ends: Ends, home: TableName): string {
  const stored = writeDimension(writer, ends.dimension, home);
  if (ends.picks === undefined) return stored;
  return `case when ${writeMeasureFilter(writer, ends.picks, home)} then ${stored} end`;
}

/** The `per` columns, each value of which has its own first and last moment within a group. */
export function writePer(writer: Writer, ends: Ends, home: TableName): string[] {
  return ends.per.map(each =>
    "field" in each ? writeDimension(writer, each.field, home) : writeColumn(writer, each.column, home),
  );
}

/** The branch's dimensions, as written, within which the first or last moment is searched. */
export function withMoments(
  ends: Ends,
  {dimensions, periods, scope}: Branch,
  written: readonly string[],
): string[] {
  if (!ends.overQuery) return [...written];
  return written.filter((_, i) => {
    const {node, field} = dimensions[i]!;
    // A period of the calendar belongs to the time from which the calendar is reached.
    const at = node.edge?.day === undefined ? node : node.parent;
    const time = node.edge?.day?.field ?? field;
    return i === periods?.index || (at === scope.root && time === ends.dimension);
  });
}

/** The rank of a row by time within its group: all rows of the first moment get 1, and rows without a moment null. */
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
