import type {ErrorDetail} from "../errors.ts";
import type {Graph, Model} from "../layer/graph.ts";
import type {Join} from "../layer/join.ts";
import {badName, didYouMean, isName, ownName, suggest, tableKey} from "../layer/names.ts";
import type {Catalog} from "./catalog.ts";

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
    if (join.validity !== undefined) checkValidity(join, join.validity, `${path}/validity`, models, faults);
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

/**
 * Checks a validity: the versions must be on the one side of the join, and all three moments must be dates or
 * timestamps.
 */
function checkValidity(
  {from, to, relationship}: Join,
  validity: NonNullable<Join["validity"]>,
  path: string,
  models: ReadonlyMap<string, Model>,
  faults: ErrorDetail[],
): void {
  if (relationship === "one_to_one") {
    const message = `A join with "validity" is many_to_one or one_to_many: the one side has the versions, and each row of the other side is joined to the version that is valid at its time.`;
    faults.push({path, message});
    return;
  }
  const [facts, versions] = relationship === "one_to_many" ? [to, from] : [from, to];
  checkMoment(ownName(facts, validity.at), facts, `${path}/at`, models, faults);
  checkMoment(validity.from, versions, `${path}/from`, models, faults);
  checkMoment(validity.to, versions, `${path}/to`, models, faults);
}

function checkMoment(
  name: string,
  of: string,
  path: string,
  models: ReadonlyMap<string, Model>,
  faults: ErrorDetail[],
): void {
  const dimensions = models.get(of)?.dimensions;
  if (dimensions === undefined) return;
  const found = dimensions.find(dimension => dimension.name === name);
  if (found?.type === "date" || found?.type === "timestamp") return;
  const suggestions =
    found === undefined ? suggest(faults, name, () => dimensions.map(dimension => dimension.name)) : [];
  const why =
    found === undefined
      ? `is not a dimension of "${of}" itself`
      : `is of type ${found.type} and must be a date or timestamp`;
  faults.push({
    path,
    message: `"validity" of the join names "${name}", which ${why}.${didYouMean(suggestions)}`,
    ...(found === undefined ? {suggestions} : {}),
  });
}
