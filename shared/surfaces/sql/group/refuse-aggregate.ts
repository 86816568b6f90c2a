import type {FuncCall} from "libpg-query";
import type {CatalogColumn} from "../catalog-types.ts";
import type {Planner} from "../planner.ts";
import {SqlError} from "../sql-error.ts";
import {functionName} from "../statement/nodes.ts";

/** Refuses an aggregate of a measure that is not the measure's own. */
export function refuseAggregate(planner: Planner, column: CatalogColumn, call: FuncCall): SqlError {
  return new SqlError("42803", `${functionName(call)} is not the aggregate of the measure "${column.name}"`, {
    hint: `Write ${spellingOf(column)}.`,
    position: planner.source.position(call.location),
  });
}

function spellingOf({name, aggregate}: CatalogColumn): string {
  const quoted = JSON.stringify(name);
  const measure = `MEASURE(${quoted})`;
  if (aggregate === undefined || aggregate === "other") return measure;
  return `${measure} or ${aggregate === "count_distinct" ? "count" : aggregate}(${quoted})`;
}
