import type {DialectName} from "../dialects/dialect.ts";
import type {Layer} from "../layer/layer.ts";
import type {Rollup} from "../layer/rollup.ts";
import type {BuiltColumn, BuiltRollup} from "./built.ts";
import type {Candidate} from "./fit-fields.ts";
import {keptLayer} from "./kept-layer.ts";
import {planRollup, type RollupPlan} from "./plan.ts";

/** The roll-up as if it were built, with values that are what the layer says; a text says why it cannot be kept. */
export function supposed(
  layer: Layer,
  rollup: Rollup,
  dialect: DialectName,
  known: readonly BuiltRollup[] = [],
): Candidate | string {
  const plan = planRollup(layer, rollup, dialect);
  if (Array.isArray(plan)) return bareReason(plan[0]?.message, rollup.name);
  const built = known.find(({name}) => name === rollup.name) ?? {
    name: rollup.name,
    buildId: "",
    signature: "",
    dataAsOf: "",
    rowCount: 0,
    columns: columnsOf(plan, dialect),
  };
  return {plan, kept: keptLayer(layer, plan), built, dialect};
}

/** The reason alone, as it stands behind "because". */
function bareReason(message = "it cannot be kept", name: string): string {
  const said = `Roll-up "${name}" cannot be kept: `;
  return (message.startsWith(said) ? message.slice(said.length) : message).replace(/\.$/, "");
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
