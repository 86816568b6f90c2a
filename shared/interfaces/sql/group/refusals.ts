import type {CatalogColumn} from "../catalog.ts";
import type {Planner} from "../planner.ts";
import {SqlError} from "../sql-error.ts";

export function refuseWhere(measure?: CatalogColumn): SqlError {
  const of = measure === undefined ? "" : ` of "${measure.name}"`;
  return new SqlError("0A000", `the rows${of} are chosen by a condition that the layer does not have`, {
    hint: "Compare columns with values: =, <>, <, IN, BETWEEN, LIKE 'a%', IS NULL. Measures that add up (sums, counts) take every condition.",
  });
}

export function refuseKeys(planner: Planner, measure: CatalogColumn, node: {location?: number}): SqlError {
  return new SqlError(
    "0A000",
    `"${measure.name}" does not add up, and these are not groups that the layer has`,
    {
      hint: "Group by columns themselves, by date_trunc of a time, or by extract: the measure is computed of each group's rows.",
      position: planner.source.position(node.location),
    },
  );
}

export function refuseTwice(): SqlError {
  return new SqlError("0A000", "one column of the table has two names in the FROM of a measure", {
    hint: "Name it once.",
  });
}

export function refuseJoin(): SqlError {
  return new SqlError("0A000", "a column of a joined table cannot stand beside a measure", {
    hint: 'Columns over many-to-one joins are in the table of the measure, as "role.field".',
  });
}
