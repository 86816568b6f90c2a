import type {Join, Relationship} from "../../../semantic/documents.ts";
import type {BuiltModel} from "./built-model.ts";
import {freeName} from "./names.ts";
import {rewrite} from "./sql.ts";

/** The properties of a join in the source of an import. */
export interface SourceJoin {
  /** The source's name for the join. */
  name?: string;
  /** Whether the source means this join when it writes only the name of the target model. */
  isMeantByModel?: boolean;
}

/** A join that was renamed, reversed or left out, because there are several between its models. */
export type TwinChange =
  | {kind: "named"; join: Join}
  | {kind: "dropped"; join: Join; first: Join}
  | {kind: "turned"; join: Join};

const TURNED: Readonly<Record<Relationship, Relationship>> = {
  many_to_one: "one_to_many",
  one_to_many: "many_to_one",
  one_to_one: "one_to_one",
};

/**
 * Names twin joins, which are several joins between the same two models. The target's bare name must then refer to none
 * of these joins: a query that does not name the join is refused, with all of them as candidates. Each join gets its
 * name in the source, or one made from its column. Joins that `sourceOf` does not know stay as they are.
 */
export function nameTwins(
  joins: Join[],
  models: ReadonlyMap<string, BuiltModel>,
  sourceOf: (join: Join) => SourceJoin | undefined,
): TwinChange[] {
  const changes: TwinChange[] = [];
  const ofModels = joins.filter(({from, to}) => from !== to && models.has(from) && models.has(to));
  const groups = Map.groupBy(ofModels, ({from, to}) => JSON.stringify([from, to].sort()));
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined || group.length === 1) continue;
    const distinctJoins: Join[] = [];
    for (const join of group) {
      const same = sourceOf(join) && distinctJoins.find(other => columnsOf(other) === columnsOf(join));
      if (!same) {
        distinctJoins.push(join);
        continue;
      }
      joins.splice(joins.indexOf(join), 1);
      if ((join.name ?? join.to) !== join.to) changes.push({kind: "dropped", join, first: same});
    }
    if (distinctJoins.length === 1) continue;
    for (const join of distinctJoins) {
      if (join.from === first.from || !sourceOf(join)) continue;
      turn(join);
      changes.push({kind: "turned", join});
    }
    const turned = new Set(changes.flatMap(({kind, join}) => (kind === "turned" ? [join] : [])));
    const meant = distinctJoins.filter(join => !turned.has(join) && sourceOf(join)?.isMeantByModel === true);
    changes.push(...nameAll(distinctJoins, joins, models, sourceOf));
    const [only, ...others] = meant;
    if (only?.name !== undefined && others.length === 0)
      nameReferences(models.get(only.from), only.to, only.name);
  }
  return changes;
}

/** The pairs of columns that a join compares, as a key that is the same for both directions of the join. */
function columnsOf({from, to, on}: Join): string {
  const pairs = on.map(pair => (from < to ? [pair.from, pair.to] : [pair.to, pair.from]));
  return JSON.stringify(pairs.map(pair => JSON.stringify(pair)).sort());
}

/** Reverses the join and drops its name, because a name is the role of the target, seen from the model at the start. */
function turn(join: Join): void {
  const {from, to, relationship, on} = join;
  delete join.name;
  Object.assign(join, {
    from: to,
    to: from,
    relationship: TURNED[relationship],
    on: on.map(pair => ({from: pair.to, to: pair.from})),
  });
}

function nameAll(
  twins: readonly Join[],
  joins: readonly Join[],
  models: ReadonlyMap<string, BuiltModel>,
  sourceOf: (join: Join) => SourceJoin | undefined,
): TwinChange[] {
  const changes: TwinChange[] = [];
  const plain = twins.filter(join => sourceOf(join) && (join.name ?? join.to) === join.to);
  for (const join of plain) {
    const others = joins.filter(other => other !== join && other.from === join.from);
    const taken = new Set([...models.keys(), ...others.map(other => other.name ?? other.to)]);
    const sourceName = sourceOf(join)?.name;
    join.name = freeName(
      sourceName === undefined || models.has(sourceName) ? nameByColumn(join) : sourceName,
      taken,
    );
    changes.push({kind: "named", join});
  }
  return changes;
}

/** A role from a column: `customer_id` leads to a `customer`. On the many side the other model's column names it. */
function nameByColumn({to, on, relationship}: Join): string {
  const {from: near = "", to: far = ""} = on[0] ?? {};
  if (relationship === "one_to_many") return `${to}_by_${far}`;
  const bare = near.replace(/_(id|key|fk|sk|code)$/i, "");
  return bare === near || bare === "" ? `${to}_by_${near}` : bare;
}

/** Renames references such as `${customers.count}` in a model where they mean this join. */
function nameReferences(model: BuiltModel | undefined, to: string, name: string): void {
  for (const measure of model?.measures ?? []) {
    for (const key of ["sql", "where"] as const) {
      const expression = measure[key];
      if (expression === undefined || (key === "sql" && measure.type !== "number")) continue;
      measure[key] = rewrite(expression, ({kind, text}) => {
        const field = kind === "ref" ? /^\$\{\s*([^.}]+)\.([^}]+)\}$/.exec(text) : null;
        return field?.[1] === to ? `\${${name}.${field[2] ?? ""}}` : text;
      });
    }
  }
}
