import type {DialectName} from "../dialects/dialect.ts";
import type {Layer} from "../layer/layer.ts";
import type {Rollup} from "../layer/rollup.ts";
import type {BuiltColumn, BuiltRollup} from "./built.ts";
import type {Candidate} from "./fit-fields.ts";
import {planRollup, type RollupPlan} from "./plan.ts";
import {rollupLayer} from "./rollup-layer.ts";

/**
 * The roll-up as if it were built, with column types taken from the layer. `known` builds are used as they are. A text is
 * the reason why the roll-up cannot be built.
 */
export function hypotheticalRollup(
  layer: Layer,
  rollup: Rollup,
  dialect: DialectName,
  known: readonly BuiltRollup[] = [],
): Candidate | string {
  const plan = planRollup(layer, rollup, dialect);
  if (Array.isArray(plan)) return plan[0]?.reason ?? "it cannot be built";
  const built = known.find(({name}) => name === rollup.name) ?? {
    name: rollup.name,
    buildId: "",
    signature: "",
    dataAsOf: "",
    rowCount: 0,
    columns: columnsOf(plan, dialect),
  };
  return {plan, layer: rollupLayer(layer, plan), built, dialect};
}

function columnsOf(plan: RollupPlan, dialect: DialectName): BuiltColumn[] {
  const isCompared = dialect === "duckdb" || dialect === "postgres";
  const dimensions = plan.dimensions.map(({column, type}): BuiltColumn => {
    if (type === "string")
      return {name: column, kind: "text", engineType: "", ...(isCompared ? {same: true, sorted: true} : {})};
    return {
      name: column,
      kind: type === "number" ? "decimal" : type === "json" ? "other" : type,
      engineType: "",
    };
  });
  const parts = [...plan.parts.values()].map(
    ({column, measure, merge}): BuiltColumn => ({
      name: column,
      kind: merge === "sketch" ? "sketch" : measure.type.startsWith("count") ? "integer" : "decimal",
      engineType: "",
    }),
  );
  return [...dimensions, ...parts];
}
