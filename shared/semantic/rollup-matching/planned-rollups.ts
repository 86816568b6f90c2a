import {compile, type Statement} from "../compile.ts";
import type {DialectName} from "../dialects/dialect.ts";
import type {Layer} from "../layer/layer.ts";
import type {Query} from "../query/query.ts";
import {boundsQuery, buildQuery, signatureText} from "./build.ts";
import type {BuiltRollup} from "./built.ts";
import {type PlanFault, planRollup, type RollupPlan} from "./plan.ts";
import {type RollupLayer, type RollupPosition, rollupLayer} from "./rollup-layer.ts";

/** A roll-up of a layer with the signature of its inputs: a build with another signature is stale. */
export interface PlannedRollup {
  name: string;
  plan: RollupPlan;
  /** The layer over a build of the roll-up, which queries are rewritten to; `place` in a statement over several builds. */
  layerOver(built: BuiltRollup, place?: RollupPosition): RollupLayer;
  signature: string;
}

/** The properties of a project's warehouse on which the statement that builds a roll-up depends. */
export interface RollupSource {
  dialect: DialectName;
  weekStart: "monday" | "sunday";
  id: string;
  version: number;
}

/** The roll-ups of a layer, each with its plan, or with its faults if it no longer fits the layer. */
export function planRollups(
  layer: Layer,
  source: RollupSource,
): (PlannedRollup | {name: string; faults: PlanFault[]})[] {
  return (layer.graph.rollups ?? []).map(rollup => {
    const plan = planRollup(layer, rollup, source.dialect);
    if (Array.isArray(plan)) return {name: rollup.name, faults: plan};
    const {dialect, id, version} = source;
    const signature = signatureText(plan, buildStatement(layer, plan, source), {dialect, id, version});
    return {name: rollup.name, plan, layerOver: layersOver(layer, plan, dialect), signature};
  });
}

/**
 * Makes the layers over a roll-up, and caches them: all over files, and those over the table that was requested last.
 */
function layersOver(layer: Layer, plan: RollupPlan, dialect: DialectName): PlannedRollup["layerOver"] {
  const alone = {fact: 0, table: 0};
  const files = new Map([["0 0", rollupLayer(layer, plan, alone)]]);
  let last: {name: string; layers: Map<string, RollupLayer>} | undefined;
  return ({table}, place = alone) => {
    if (table !== undefined && last?.name !== table.name) last = {name: table.name, layers: new Map()};
    const made = table === undefined ? files : (last?.layers ?? files);
    const key = `${place.fact} ${place.table}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const placedLayer = rollupLayer(layer, plan, place, table && {table, dialect});
    made.set(key, placedLayer);
    return placedLayer;
  };
}

/**
 * The statement that reads the rows of a roll-up from the warehouse. `filters` narrow it to some periods. With a grain,
 * each row also has its period of that length (see `buildQuery`).
 */
export function buildStatement(
  layer: Layer,
  plan: RollupPlan,
  {dialect, weekStart}: Pick<RollupSource, "dialect" | "weekStart">,
  filters: Query["filters"] = [],
  grain?: string,
): Statement {
  const {layer: cut, query, dataset} = buildQuery(layer, plan, filters, grain);
  const {sql, parameters} = compile(cut, query, {
    dialect,
    timezone: plan.timezone,
    weekStart,
    attributes: {},
    now: new Date(0),
    dataset,
  });
  return {sql, parameters};
}

/** The statement that reads the first and the last value of a roll-up's time; `undefined` where it has none. */
export function boundsStatement(
  layer: Layer,
  plan: RollupPlan,
  {dialect, weekStart}: Pick<RollupSource, "dialect" | "weekStart">,
): Statement | undefined {
  const bounds = boundsQuery(layer, plan);
  if (bounds === undefined) return undefined;
  const context = {dialect, timezone: plan.timezone, weekStart, attributes: {}, now: new Date(0)};
  const {sql, parameters} = compile(bounds.layer, bounds.query, context);
  return {sql, parameters};
}
