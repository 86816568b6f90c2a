import type {ErrorDetail} from "../../errors.ts";
import type {Graph, Join, Model} from "../layer/graph.ts";
import {badName, didYouMean, isName, suggest} from "../layer/names.ts";
import {type Catalog, tableKey} from "./catalog.ts";

/** Finds joins to missing models, joins over missing columns, and roles that two joins of a model share. */
export function checkJoins(
  graph: Graph,
  models: ReadonlyMap<string, Model>,
  catalog: Catalog | undefined,
  faults: ErrorDetail[],
): void {
  const roles = new Map<string, number>();
  for (const [i, join] of (graph.joins ?? []).entries()) {
    const path = `/joins/${i}`;
    if (join.name !== undefined && !isName(join.name)) faults.push(badName(`${path}/name`, join.name));
    for (const side of ["from", "to"] as const) {
      checkSide(join, side, path, models, catalog, faults);
    }
    checkRole(join, i, roles, faults);
  }
}

function checkSide(
  join: Join,
  side: "from" | "to",
  path: string,
  models: ReadonlyMap<string, Model>,
  catalog: Catalog | undefined,
  faults: ErrorDetail[],
): void {
  const model = models.get(join[side]);
  if (model === undefined) {
    const suggestions = suggest(faults, join[side], () => models.keys());
    faults.push({
      path: `${path}/${side}`,
      message: `The join names the model "${join[side]}", which does not exist.${didYouMean(suggestions)}`,
      suggestions,
    });
    return;
  }
  const columns =
    catalog === undefined || "sql" in model.table ? undefined : catalog.get(tableKey(model.table));
  if (columns === undefined) return;
  for (const [i, pair] of join.on.entries()) {
    if (columns.includes(pair[side])) continue;
    const suggestions = suggest(faults, pair[side], () => columns);
    faults.push({
      path: `${path}/on/${i}/${side}`,
      message: `The join names the column "${pair[side]}", which the table of model "${model.name}" does not have.${didYouMean(suggestions)}`,
      suggestions,
    });
  }
}

function checkRole(join: Join, index: number, roles: Map<string, number>, faults: ErrorDetail[]): void {
  const role = join.name ?? join.to;
  const key = JSON.stringify([join.from, role]);
  const other = roles.get(key);
  const path = `/joins/${index}${join.name === undefined ? "" : "/name"}`;
  if (other !== undefined) {
    faults.push({
      path,
      message: `Joins ${other} and ${index} both lead from "${join.from}" to "${role}". Give each a "name" of its own.`,
    });
  } else if (role === join.from) {
    faults.push({
      path,
      message:
        join.name === undefined
          ? `The join leads from "${join.from}" to itself and needs a "name" for its target, such as "parent".`
          : `The join's name "${role}" is that of the model it starts from. Choose another.`,
    });
  }
  if (other === undefined) roles.set(key, index);
}
