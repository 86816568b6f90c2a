import type {FuncCall} from "libpg-query";
import type {CatalogColumn} from "../catalog-types.ts";
import type {Planner, PlanOptions} from "../planner.ts";
import {SqlError} from "../sql-error.ts";
import {functionName} from "../statement/nodes.ts";
import type {Collected} from "./collect.ts";
import {hasHours, hasWeeks} from "./grains.ts";
import type {Keys} from "./group-by-keys.ts";

export function refuseWhere(measure?: CatalogColumn): SqlError {
  const of = measure === undefined ? "" : ` of "${measure.name}"`;
  return new SqlError("0A000", `the rows${of} are chosen by a condition that the layer does not have`, {
    hint: "Compare columns with values: =, <>, <, IN, BETWEEN, LIKE 'a%', IS NULL. Measures that add up (sums, counts) take every condition.",
  });
}

/** Refuses a measure that does not add up, because no query of the layer can compute it over the groups. */
export function refuseKeys(
  planner: Planner,
  {column: {name}, node}: Collected["measures"][number],
  {isPlain}: Keys,
  {idempotent}: Collected,
): SqlError {
  const refuse = (message: string, hint: string) =>
    new SqlError("0A000", message, {hint, position: planner.source.position(node.location)});
  if (!isPlain)
    return refuse(
      `"${name}" does not add up, as grouping sets, ROLLUP and CUBE would need it to`,
      "Write a select for each set of keys, and put them together with UNION ALL.",
    );
  if (idempotent !== undefined)
    return refuse(`${describeCall(idempotent)} cannot stand beside "${name}", which does not add up`, APART);
  return refuse(
    `"${name}" does not add up, and these are not groups that the layer has`,
    "Group by columns themselves, by date_trunc of a time, or by extract: the measure is computed from each group's rows." +
      missingGrains(planner.options),
  );
}

/** The periods of Postgres that are no periods of the layer, in words. */
function missingGrains(options: PlanOptions): string {
  const weeks = hasWeeks(options)
    ? ""
    : " Weeks are no such groups here, because weeks of the project begin on Sunday.";
  const hours = hasHours(options)
    ? ""
    : ` Hours are no such groups in ${options.timezone}, because they do not begin with hours of UTC.`;
  return weeks + hours;
}

/** The error for an expression that must be computed from rows, in a select that also has a measure. */
export function refuseBeside(planner: Planner, call: FuncCall): SqlError {
  return new SqlError("0A000", `${describeCall(call)} cannot stand beside a measure`, {
    hint: APART,
    position: planner.source.position(call.location),
  });
}

const APART =
  "Ask for each in a select of its own, and join them by the groups: " +
  "FROM (SELECT k, MEASURE(m) AS m … GROUP BY k) a JOIN (SELECT k, sum(x) FILTER (WHERE …) AS s … GROUP BY k) b ON a.k IS NOT DISTINCT FROM b.k.";

function describeCall(call: FuncCall): string {
  if (call.funcname === undefined) return "this expression";
  const name = functionName(call);
  if (call.agg_filter !== undefined) return `${name} with FILTER`;
  if (call.agg_within_group === true) return `${name} WITHIN GROUP`;
  if (call.agg_distinct === true) return `${name} with DISTINCT`;
  if (call.agg_order !== undefined) return `${name} with ORDER BY`;
  const [only] = call.args ?? [];
  const isOfExpression = only !== undefined && !("ColumnRef" in only) && !("A_Const" in only);
  return isOfExpression ? `${name} of an expression` : name;
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
