import type {Layer} from "../layer/layer.ts";
import {hasParts} from "./fan-out/deduplicate.ts";
import type {Branch, Condition, JoinNode, Keyed} from "./plan.ts";

/** The most rows of a table for which facts are aggregated by the table's key before they are joined to the table. */
const MAX_KEYS = 10_000;
/** The minimum number of a fact's rows for each key. With fewer rows, grouping twice costs more than it saves. */
const ROWS_PER_KEY = 10;

/**
 * The table by whose key both facts can be aggregated before the table is joined. Both branches reach the table by one
 * to-one join, all dimensions are on the table or on tables behind it, the table has few rows, and both facts have
 * many.
 *
 * `undefined` without estimates of sizes, with filters behind that join (which leave few rows to join), or if a measure
 * cannot be merged from the values of several keys.
 */
export function findKeyed(layer: Layer, branches: readonly Branch[]): Keyed | undefined {
  const [first, second] = branches;
  if (layer.sizes === undefined || first === undefined || second === undefined || branches.length > 2) {
    return undefined;
  }
  const [one, other] = [keyOf(first), keyOf(second)];
  if (one?.edge === undefined || other?.edge === undefined || one.model !== other.model) return undefined;
  const [keys, same] = [one.edge.on, other.edge.on];
  if (keys.length !== same.length || keys.some(([, column], i) => column !== same[i]?.[1])) return undefined;
  const size = layer.sizes(one.model);
  if (size === undefined || size > MAX_KEYS) return undefined;
  if (![...first.measures, ...second.measures].every(hasParts)) return undefined;
  const isWorth = [first, second].every(
    ({scope}) => (layer.sizes?.(scope.root.model) ?? 0) >= size * ROWS_PER_KEY,
  );
  return isWorth ? {nodes: [one, other]} : undefined;
}

/**
 * The one table that all joins of a branch begin with, if only dimensions need it. The calendar is excluded, because its
 * row is not found by a column of the fact.
 */
function keyOf({
  scope,
  dimensions,
  preparation,
  fansOut,
  picked,
  named,
  nested,
}: Branch): JoinNode | undefined {
  const {root, joins, conditions, reached, rowConditions} = scope;
  if (
    preparation !== undefined ||
    fansOut ||
    picked !== undefined ||
    named !== undefined ||
    nested !== undefined ||
    reached !== undefined ||
    rowConditions !== undefined
  ) {
    return undefined;
  }
  const tops = joins.filter(node => node.parent === root);
  const [only] = tops;
  if (
    only === undefined ||
    only.edge?.day !== undefined ||
    tops.length > 1 ||
    joins.some(({many, edge}) => many || edge?.validity !== undefined)
  )
    return undefined;
  if (dimensions.some(({node}) => node === root) || !conditions.every(one => isAbout(one, root)))
    return undefined;
  return only;
}

/** Whether a condition reads only the root, and no table that is joined to it. */
function isAbout(condition: Condition, root: JoinNode): boolean {
  if (condition.kind === "test" || condition.kind === "present") return condition.node === root;
  if (condition.kind === "not") return isAbout(condition.part, root);
  if (condition.kind === "exists") return condition.scope.root.parent === root;
  if (condition.kind === "member" || condition.kind === "comparison")
    return condition.places.every(({node}) => node === root);
  return condition.parts.every(part => isAbout(part, root));
}
