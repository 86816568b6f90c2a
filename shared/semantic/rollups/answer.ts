import type {ErrorDetail} from "../../errors.ts";
import {compile, type Statement} from "../compile.ts";
import type {DialectName} from "../dialects/dialect.ts";
import type {Layer} from "../layer/layer.ts";
import type {Query} from "../query.ts";
import {boundsQuery, buildQuery, signatureText} from "./build.ts";
import type {BuiltRollup} from "./built.ts";
import {type KeptLayer, type KeptPlace, keptLayer} from "./kept-layer.ts";
import {planRollup, type RollupPlan} from "./plan.ts";

/** A roll-up of a layer with the signature of its inputs: a build with another signature is stale. */
export interface PlannedRollup {
  name: string;
  plan: RollupPlan;
  /** How what is built of it is queried, alone or in a statement over several. */
  keptIn(built: BuiltRollup, place?: KeptPlace): KeptLayer;
  signature: string;
}

/** The warehouse of a project, as far as the statement that builds a roll-up depends on it. */
export interface RollupSource {
  dialect: DialectName;
  weekStart: "monday" | "sunday";
  id: string;
  version: number;
}

/** The roll-ups of a layer; of one that no longer fits the layer its faults. */
export function planRollups(
  layer: Layer,
  source: RollupSource,
): (PlannedRollup | {name: string; faults: ErrorDetail[]})[] {
  return (layer.graph.rollups ?? []).map(rollup => {
    const plan = planRollup(layer, rollup, source.dialect);
    if (Array.isArray(plan)) return {name: rollup.name, faults: plan};
    const {dialect, id, version} = source;
    const signature = signatureText(plan, buildStatement(layer, plan, source), {dialect, id, version});
    return {name: rollup.name, plan, keptIn: keptLayers(layer, plan, dialect), signature};
  });
}

/** The layers over the files, the first made at once, or those over the table that was asked for last. */
function keptLayers(layer: Layer, plan: RollupPlan, dialect: DialectName): PlannedRollup["keptIn"] {
  const alone = {fact: 0, table: 0};
  const files = new Map([["0 0", keptLayer(layer, plan, alone)]]);
  let last: {name: string; kept: Map<string, KeptLayer>} | undefined;
  return ({table}, place = alone) => {
    if (table !== undefined && last?.name !== table.name) last = {name: table.name, kept: new Map()};
    const made = table === undefined ? files : (last?.kept ?? files);
    const key = `${place.fact} ${place.table}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const kept = keptLayer(layer, plan, place, table && {table, dialect});
    made.set(key, kept);
    return kept;
  };
}

/**
 * The statement that reads what a roll-up keeps from the warehouse. `filters` narrow it to some periods; with a grain it
 * tells of each row which period of that length it lies in (see `buildQuery`).
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
  const asked = boundsQuery(layer, plan);
  if (asked === undefined) return undefined;
  const context = {dialect, timezone: plan.timezone, weekStart, attributes: {}, now: new Date(0)};
  const {sql, parameters} = compile(asked.layer, asked.query, context);
  return {sql, parameters};
}
