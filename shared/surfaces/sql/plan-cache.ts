import {LRUCache} from "lru-cache";
import type {SqlCatalog} from "./catalog-types.ts";
import type {SqlPlan} from "./plan.ts";
import {planSql} from "./plan-sql.ts";
import type {PlanOptions} from "./planner.ts";
import type {ResultField} from "./types.ts";

const MAX_PLANS = 5000;
/** The most characters of texts and values together; a plan takes some ten times as many bytes. */
const MAX_CHARACTERS = 2_000_000;
const MAX_KEY_LENGTH = 20_000;

const FIELD_CHARACTERS = 100;

/** The description of a statement that Postgres answers. */
export interface Description {
  fields: readonly ResultField[];
  /** OIDs. */
  parameterTypes: readonly number[];
}

interface CachedPlan {
  plan: SqlPlan;
  isFrozen: boolean;
}

/** A cache of statements' plans, and of the descriptions that Postgres gave of their rests. One for each process. */
export class PlanCache {
  readonly #plans = new LRUCache<string, CachedPlan>({
    max: MAX_PLANS,
    maxSize: MAX_CHARACTERS,
    maxEntrySize: MAX_KEY_LENGTH,
    sizeCalculation: (_, key) => key.length,
  });
  /** The descriptions, by a key that contains the rest of the statement and everything else that they depend on. */
  readonly descriptions = new LRUCache<string, Description>({
    max: MAX_PLANS,
    maxSize: MAX_CHARACTERS,
    maxEntrySize: MAX_KEY_LENGTH,
    sizeCalculation: ({fields}, key) => key.length + FIELD_CHARACTERS * fields.length,
  });

  /**
   * `planSql`, once for equal statements over equal tables of one caller: tools and applications send the same ones
   * again and again. The queries of a plan are checked against the caller's rights whenever it runs.
   */
  plan(statement: string, catalog: SqlCatalog, options: PlanOptions): SqlPlan {
    if (statement.length > MAX_KEY_LENGTH) return planSql(statement, catalog, options);
    const {timezone, weekStart, user, database, parameters} = options;
    const key = JSON.stringify([catalog.shape, statement, timezone, weekStart, user, database, parameters]);
    const known = this.#plans.get(key);
    if (known === undefined) {
      const plan = planSql(statement, catalog, options);
      if (!plan.dependsOnNow) this.#plans.set(key, {plan, isFrozen: false});
      return plan;
    }
    if (!known.isFrozen) {
      // Frozen, because all executions share its queries, and a frozen query is prepared without its text.
      freeze(known.plan);
      known.isFrozen = true;
    }
    return known.plan;
  }
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}
