import type {Join} from "../../../../semantic/documents.ts";
import type {GraphBuilder} from "../../common/graph-builder.ts";
import {sourceOf} from "../../common/sql.ts";
import type {BuiltSemanticModel} from "./built-semantic-model.ts";
import type {DbtDimension, DbtEntity, DbtModel} from "./source.ts";
import type {FilterStep} from "./where-filter.ts";

const LEADS_TO_ONE = new Set(["primary", "unique"]);

interface End {
  built: BuiltSemanticModel;
  entity: DbtEntity;
}

/**
 * Builds the joins that follow from entities: to the model in which an entity is a key, from every model that has it.
 */
export function buildJoins(
  models: readonly BuiltSemanticModel[],
  builder: GraphBuilder,
): ReadonlyMap<string, readonly End[]> {
  const targets = new Map<string, End[]>();
  for (const built of models) {
    for (const entity of built.source.entities) {
      if (!LEADS_TO_ONE.has(entity.type) && entity.type !== "natural") continue;
      targets.set(entity.name, [...(targets.get(entity.name) ?? []), {built, entity}]);
    }
  }
  const done = new Set<string>();
  for (const built of models) {
    for (const entity of built.source.entities) {
      for (const target of targets.get(entity.name) ?? []) {
        // A version is picked by the time of a row that refers to it, not by another key.
        const isPicked = target.entity.type !== "natural" || entity.type === "foreign";
        if (target.built !== built && isPicked) join({built, entity}, target, done, builder);
      }
    }
  }
  return targets;
}

/** The models that an entity of a model leads to. A filter can name their dimensions through the entity. */
export function stepsOver(
  entity: string,
  {source, model}: BuiltSemanticModel,
  targets: ReadonlyMap<string, readonly End[]>,
  builder: GraphBuilder,
): FilterStep[] {
  if (!source.entities.some(({name}) => name === entity)) return [];
  return (targets.get(entity) ?? []).flatMap(({built}) => {
    const role = builder.roleOf(model.name, built.model.name, entity);
    return role === undefined ? [] : [{role, scope: built.scope}];
  });
}

function join(from: End, to: End, done: Set<string>, builder: GraphBuilder): void {
  const {entity} = from;
  const isToOne = LEADS_TO_ONE.has(entity.type);
  const validity = validityOf(from, to, builder);
  if (validity === undefined) return;
  const target = to.built.model.name;
  const pair = [from.built.model.name, target].sort().concat(entity.name).join("\n");
  // Both ends of a one-to-one join would give the same join.
  if (isToOne && done.has(pair)) return;
  done.add(pair);
  const about = {model: from.built.model.name};
  const near = sourceOf(entity.expr);
  const far = sourceOf(to.entity.expr);
  if (!("column" in near) || !("column" in far)) {
    const message = `No join to "${target}" over "${entity.name}": its key is an expression, and a join goes over columns.`;
    builder.notes.add("join_skipped", message, entity.place, about);
    return;
  }
  const partitions = pairPartitions(from, to, builder);
  if (!partitions) return;
  builder.addJoin(
    {
      from: from.built.model.name,
      to: target,
      relationship: isToOne ? "one_to_one" : "many_to_one",
      on: [{from: near.column, to: far.column}, ...partitions],
      ...validity,
    },
    entity.place,
    {name: entity.name},
  );
}

/**
 * The validity of a join to a table of versions; empty for other joins. `undefined`, with a note, if the files do not
 * declare when a version is valid: without a validity, each row would match every version.
 */
function validityOf(from: End, to: End, builder: GraphBuilder): Pick<Join, "validity"> | undefined {
  if (to.entity.type !== "natural") return {};
  const {dimensions} = to.built.source;
  const [start, end] = ["start", "end"].map(
    which => dimensions.find(({validity}) => validity === which)?.name,
  );
  const at = from.built.source.aggTime;
  if (start !== undefined && end !== undefined && at !== undefined) {
    return {validity: {from: start, to: end, at}};
  }
  const target = to.built.model.name;
  const why =
    at === undefined
      ? `"${from.built.model.name}" names no agg_time_dimension, at which a version is valid`
      : `"${target}" has no dimensions with the validity_params is_start and is_end`;
  builder.notes.add(
    "join_skipped",
    `No join to "${target}" over the natural entity "${from.entity.name}": ${why}. Add it to the graph with "validity".`,
    from.entity.place,
    {model: from.built.model.name, field: from.entity.name},
  );
  return undefined;
}

export function partitionsOf({dimensions}: DbtModel): DbtDimension[] {
  return dimensions.filter(dimension => dimension.isPartition === true);
}

/**
 * The pairs of columns for partitions with the same name on both sides, which must be equal in a join because a key is
 * unique only within its partition. `undefined`, with a note, if they cannot be compared: without them a row would
 * match rows of other partitions.
 */
function pairPartitions(from: End, to: End, builder: GraphBuilder): Join["on"] | undefined {
  const {entity} = from;
  const [model, target] = [from.built.model.name, to.built.model.name];
  const pairs: Join["on"] = [];
  for (const other of partitionsOf(to.built.source)) {
    const own = partitionsOf(from.built.source).find(({name}) => name === other.name);
    if (!own) {
      const message = `The rows of "${target}" are partitioned by "${other.name}", and "${model}" has no such partition: over "${entity.name}" a row may be joined to one of each partition.`;
      builder.notes.add("not_supported", message, entity.place, {model});
      continue;
    }
    const [near, far] = [sourceOf(own.expr), sourceOf(other.expr)];
    if (!("column" in near) || !("column" in far)) {
      const message = `No join to "${target}" over "${entity.name}": the partition "${own.name}" is an expression, and a join goes over columns.`;
      builder.notes.add("join_skipped", message, entity.place, {model});
      return undefined;
    }
    const types = [
      from.built.source.types.get(near.column.toLowerCase()),
      to.built.source.types.get(far.column.toLowerCase()),
    ];
    if (types.includes("timestamp")) {
      const message = `The partition "${own.name}" is compared as it is stored in the join to "${target}", not by its ${own.granularity ?? "day"}.`;
      builder.notes.add("not_supported", message, own.place, {model, field: own.name});
    }
    pairs.push({from: near.column, to: far.column});
  }
  return pairs;
}
