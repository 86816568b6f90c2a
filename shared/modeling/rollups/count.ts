import type {Calls} from "../../core/workers/calls.ts";
import type {QueryProject} from "../../querying/layers/query-project.ts";
import type {Rollup} from "../../semantic/documents.ts";
import {type Layer, type LayerModel, planRollup, type RollupPlan} from "../../semantic/layers.ts";
import {countGroups, countSource, type RollupCounts} from "../../semantic/rollup-matching/index.ts";

/** Counts rows in the warehouse, by a worker. */
export type CountRows = (request: Calls["count_rows"]["request"]) => Promise<Calls["count_rows"]["answer"]>;

/** Row counts of roll-ups that are not built yet, each counted once. */
export class RowCounts {
  readonly #byRollup = new Map<string, RollupCounts>();
  readonly #byModel = new Map<LayerModel, number | null>();

  constructor(
    private readonly layer: Layer,
    private readonly project: QueryProject,
    private readonly countRows: CountRows,
  ) {}

  of(rollup: Rollup): RollupCounts | undefined {
    return this.#byRollup.get(keyOf(rollup));
  }

  /** Counts in the warehouse the groups of these roll-ups, and the rows of models whose size introspection lacks. */
  async count(rollups: readonly Rollup[]): Promise<void> {
    const {source, orgId} = this.project;
    const plans = rollups.flatMap(rollup => {
      const plan = planRollup(this.layer, rollup);
      return Array.isArray(plan) ? [] : [plan];
    });
    if (source.kind !== "connection" || plans.length === 0) return;
    const models = new Map(plans.map(plan => [plan.model, plan]));
    const uncounted = [...models]
      .filter(([model]) => this.#sizeOf(model) === undefined)
      .map(([, plan]) => plan);
    const statements = [
      ...uncounted.map(plan => countSource(plan, this.project)),
      ...plans.map(plan => countGroups(this.layer, plan, this.project)),
    ];
    const counted = await this.countRows({orgId, connectionId: source.id, statements});
    for (const [i, {model}] of uncounted.entries()) this.#byModel.set(model, counted[i]?.rows ?? null);
    for (const [i, plan] of plans.entries())
      this.#byRollup.set(keyOf(plan.rollup), this.#countOf(plan, counted[uncounted.length + i]));
  }

  #countOf({model}: RollupPlan, counted: {rows: number | null; ms: number} | undefined): RollupCounts {
    return {
      rows: counted?.rows ?? null,
      of: this.#sizeOf(model) ?? null,
      // A roll-up whose count timed out would take longer still to build.
      buildMs: counted?.ms ?? null,
    };
  }

  #sizeOf(model: LayerModel): number | null | undefined {
    return this.layer.sizes?.(model) ?? this.#byModel.get(model);
  }
}

function keyOf(rollup: Rollup): string {
  return JSON.stringify({...rollup, name: ""});
}
