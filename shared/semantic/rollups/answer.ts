import type {ErrorDetail} from "../../errors.ts";
import {type CompileContext, compile, type Statement, statementsOf} from "../compile.ts";
import type {DialectName} from "../dialects/dialect.ts";
import type {Layer} from "../layer/layer.ts";
import type {Query} from "../query.ts";
import {resolveQuery} from "../resolve/resolve.ts";
import {buildQuery, signatureText} from "./build.ts";
import type {BuiltRollup} from "./built.ts";
import {fitQuery} from "./fit.ts";
import {type KeptLayer, keptLayer} from "./kept-layer.ts";
import {planRollup, type RollupPlan} from "./plan.ts";

/** A roll-up of a layer, with what its values depend on: one that was built of something else is stale. */
export interface PlannedRollup {
  name: string;
  plan: RollupPlan;
  /** How what is built of it is queried. */
  keptIn(built: BuiltRollup): KeptLayer;
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
    const plan = planRollup(layer, rollup);
    if (Array.isArray(plan)) return {name: rollup.name, faults: plan};
    const {dialect, id, version} = source;
    const signature = signatureText(plan, buildStatement(layer, plan, source), {dialect, id, version});
    return {name: rollup.name, plan, keptIn: keptLayers(layer, plan, dialect), signature};
  });
}

/** The layer over the files, made at once, or that over the table that was asked for last. */
function keptLayers(layer: Layer, plan: RollupPlan, dialect: DialectName): PlannedRollup["keptIn"] {
  const files = keptLayer(layer, plan);
  let last: {name: string; kept: KeptLayer} | undefined;
  return ({table, columns}) => {
    if (table === undefined) return files;
    if (last?.name !== table.name)
      last = {name: table.name, kept: keptLayer(layer, plan, {table, columns, dialect})};
    return last.kept;
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

/** The statement that lists the periods of which the model has rows. */
export function periodsStatement(
  layer: Layer,
  plan: RollupPlan,
  {dialect, weekStart}: Pick<RollupSource, "dialect" | "weekStart">,
  grain: string,
  filters: Query["filters"] = [],
): Statement {
  const {layer: cut, query} = buildQuery(layer, plan, filters);
  const dimensions = [`${plan.rollup.time?.dimension}.${grain}`];
  const context = {dialect, timezone: plan.timezone, weekStart, attributes: {}, now: new Date(0)};
  const {sql, parameters} = compile(cut, {...query, dimensions, measures: []}, context);
  return {sql, parameters};
}

/** Why a roll-up does not answer a query. */
export interface PassedOver {
  rollup: string;
  why: string;
}

/** A query's statements over a roll-up: in DuckDB's dialect over its files, in the warehouse's over its table. */
export interface RollupAnswer extends Statement {
  rollup: string;
  buildId: string;
  dataAsOf: string;
  /** Whether the warehouse keeps it, so that the connection of the project answers. */
  inWarehouse: boolean;
  totals?: Statement;
}

interface RollupsAtHand {
  planned: ReturnType<typeof planRollups>;
  built: readonly BuiltRollup[];
  all?: boolean;
}

export interface RollupChoice {
  chosen?: RollupAnswer;
  /** The roll-ups that were not chosen, in the order of their size; those behind the chosen one only if asked for. */
  passed: PassedOver[];
}

/**
 * The smallest roll-up that answers the query exactly as the warehouse would have at its time. The query must compile.
 * With `all` it also says of those that are larger why they do not answer.
 */
export function chooseRollup(
  layer: Layer,
  query: Query,
  context: CompileContext,
  {planned, built, all = false}: RollupsAtHand,
): RollupChoice {
  const resolved = resolveQuery(layer, query, context);
  const passed: PassedOver[] = [];
  let chosen: RollupAnswer | undefined;
  const byName = new Map(built.map(one => [one.name, one]));
  const sizeOf = ({name}: {name: string}) => byName.get(name)?.rowCount ?? Number.POSITIVE_INFINITY;
  for (const one of planned.toSorted((a, b) => sizeOf(a) - sizeOf(b))) {
    if (chosen !== undefined && !all) break;
    const found = byName.get(one.name);
    const stale = staleness(one, found);
    if (stale !== undefined || found === undefined || !("plan" in one)) {
      passed.push({rollup: one.name, why: stale ?? "it has not been built"});
      continue;
    }
    const {plan} = one;
    const kept = one.keptIn(found);
    const fitted = fitQuery({plan, kept, built: found, dialect: context.dialect}, resolved);
    if (typeof fitted === "string") passed.push({rollup: one.name, why: fitted});
    else if (chosen !== undefined) passed.push({rollup: one.name, why: `"${chosen.rollup}" is smaller`});
    else {
      const inWarehouse = found.table !== undefined;
      const dialect = inWarehouse ? context.dialect : "duckdb";
      const statements = statementsOf(kept.layer, fitted, {...context, dialect});
      const {buildId, dataAsOf} = found;
      chosen = {rollup: one.name, buildId, dataAsOf, inWarehouse, ...statements};
    }
  }
  return chosen === undefined ? {passed} : {chosen, passed};
}

function staleness(
  one: ReturnType<typeof planRollups>[number],
  built: BuiltRollup | undefined,
): string | undefined {
  if ("faults" in one) return "it no longer fits the layer";
  if (built === undefined) return "it has not been built";
  return built.signature === one.signature ? undefined : "the layer has changed since it was built";
}
