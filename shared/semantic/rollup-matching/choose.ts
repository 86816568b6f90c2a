import {type CompileContext, type Resolution, type Statement, statementsOf} from "../compile.ts";
import type {ResolvedQuery} from "../resolve/resolved.ts";
import {type BuiltRollup, joinBuildIds} from "./built.ts";
import {keptFields, rollupStates} from "./current-rollups.ts";
import {type Fact, factsOf} from "./facts.ts";
import {fitQuery} from "./fit.ts";
import type {Candidate, Share} from "./fit-fields.ts";
import type {PlannedRollup, planRollups} from "./planned-rollups.ts";
import type {RollupPosition} from "./rollup-layer.ts";
import {type FittedFact, stitchedQuery} from "./stitched.ts";

/** A roll-up that does not answer a query, with the reason. */
export interface RejectedRollup {
  rollup: string;
  why: string;
}

/** A query's statements over roll-ups: in DuckDB's dialect over files, in the warehouse's over tables. */
export interface RollupAnswer extends Statement {
  rollup: string;
  /** The names of the roll-ups that answer further facts, each once. */
  others: string[];
  /** The joined build ids of all roll-ups, in the order of their tables: see `joinBuildIds`. */
  buildId: string;
  /** The oldest `dataAsOf` of the builds. */
  dataAsOf: string;
  /** Whether the roll-ups are tables in the warehouse, so that the project's connection answers. */
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
  /**
   * The roll-ups that were not chosen, smallest first. Without `all`, only those that keep the fields that the query
   * names, and none after the chosen one.
   */
  passed: RejectedRollup[];
  /** The reason why roll-ups that answer some facts of a query could not answer the whole. */
  why?: string;
}

/** A roll-up that answers a query's share of one fact. */
interface Chosen {
  fact: Fact;
  planned: PlannedRollup;
  candidate: Candidate;
  fitted: ResolvedQuery;
}

/**
 * The smallest roll-up that answers the query exactly as the warehouse would have when the roll-up was built; with
 * measures of several facts, one roll-up for each fact. The query must compile. `all` adds the reasons why others do
 * not answer.
 */
export function chooseRollup(
  {layer, query: resolved, context}: Resolution,
  atHand: RollupsAtHand,
): RollupChoice {
  const facts = factsOf(layer, resolved);
  if (typeof facts === "string")
    return {passed: atHand.planned.map(({name}) => ({rollup: name, why: facts})), why: facts};
  const share = {hasTop: resolved.top !== undefined, isOneOfSeveral: facts.length > 1};
  const {chosen, reasons} = chooseForFacts(facts, share, context.dialect, atHand);
  const missing = facts.find(fact => !chosen.some(one => one.fact === fact));
  const together = missing === undefined ? togetherOf(facts, chosen) : [];
  const why =
    missing !== undefined
      ? `no roll-up answers what it asks of "${missing.model.name}"`
      : together === undefined
        ? "of its roll-ups some are kept as files and some as tables"
        : differing(resolved, together);
  const isAnswered = together !== undefined && why === undefined;
  const used = new Set(isAnswered ? together.map(({planned}) => planned.name) : []);
  const passed = [...reasons].flatMap(([rollup, reason]) =>
    used.has(rollup)
      ? []
      : [
          {
            rollup,
            why:
              reason ??
              why ??
              "the roll-ups that answer the rest are stored in the other way (files or tables)",
          },
        ],
  );
  if (isAnswered) return {chosen: answerOf(resolved, together, share, context), passed};
  return {passed, ...(facts.length > 1 && why !== undefined ? {why} : {})};
}

/**
 * One chosen roll-up for each fact, in the order in which the query names the facts: all stored as files or all as
 * tables, whichever have fewer rows. `undefined` if a fact has none.
 */
function togetherOf(facts: readonly Fact[], chosen: readonly Chosen[]): Chosen[] | undefined {
  const combinations = [chosen.filter(one => !isTable(one)), chosen.filter(isTable)]
    .map(alike => facts.flatMap(fact => alike.find(one => one.fact === fact) ?? []))
    .filter(one => one.length === facts.length);
  const sizeOf = (one: readonly Chosen[]) =>
    one.reduce((sum, {candidate}) => sum + candidate.built.rowCount, 0);
  return combinations.sort((a, b) => sizeOf(a) - sizeOf(b))[0];
}

function isTable({candidate}: {candidate: Candidate}): boolean {
  return candidate.built.table !== undefined;
}

/**
 * The smallest roll-up for each fact (with several facts the smallest of files and the smallest of tables), and by name,
 * in the order of size, the reasons why other roll-ups were not chosen: with `all` every other.
 */
function chooseForFacts(
  facts: readonly Fact[],
  share: Share,
  dialect: CompileContext["dialect"],
  {planned, built, all = false}: RollupsAtHand,
): {chosen: Chosen[]; reasons: Map<string, string | undefined>} {
  const chosen: Chosen[] = [];
  const reasons = new Map<string, string | undefined>();
  const tried = all
    ? rollupStates(planned, built)
    : keptFields(planned, built).forQueries(facts.map(({query}) => query));
  for (const state of tried) {
    if (!all && togetherOf(facts, chosen) !== undefined) break;
    if ("why" in state) {
      reasons.set(state.planned.name, state.why);
      continue;
    }
    const {planned: one, built: found} = state;
    const candidate = {plan: one.plan, layer: one.layerOver(found), built: found, dialect};
    // The fact of the roll-up's own model comes first, so that the reason is about that fact.
    const nearest = facts.toSorted((a, b) => Number(isOf(one, b)) - Number(isOf(one, a)));
    let why: string | undefined;
    let isChosen = false;
    for (const fact of nearest) {
      const fitted = fitQuery(candidate, fact.query, share);
      const isAlike = (other: Chosen) =>
        other.fact === fact && (facts.length === 1 || isTable(other) === isTable({candidate}));
      const smaller = chosen.find(isAlike)?.planned.name;
      if (typeof fitted === "string") why ??= fitted;
      else if (smaller !== undefined) why ??= `"${smaller}" is smaller`;
      else {
        chosen.push({fact, planned: one, candidate, fitted});
        isChosen = true;
      }
    }
    reasons.set(one.name, isChosen ? undefined : why);
  }
  return {chosen, reasons};
}

function isOf({plan}: PlannedRollup, {model}: Fact): boolean {
  return plan.model === model;
}

/** The reason why groups of several roll-ups would not join as they do in the warehouse. */
export function differing(
  {dimensions}: ResolvedQuery,
  chosen: readonly Pick<Chosen, "candidate" | "fitted">[],
): string | undefined {
  for (const [i, {name}] of dimensions.entries()) {
    const kinds = chosen.map(({candidate: {plan, built}, fitted}) => {
      const column = fitted.dimensions[i]?.reference.field.name;
      const isIt = (one: {name: string}) => one.name === column;
      const type = plan.dimensions.find(one => one.column === column)?.type;
      return `${type} ${built.columns.find(isIt)?.kind}`;
    });
    if (new Set(kinds).size > 1)
      return `the values of "${name}" are not of one type in all roll-ups that it needs`;
  }
  return undefined;
}

function answerOf(
  query: ResolvedQuery,
  chosen: readonly Chosen[],
  share: Share,
  context: CompileContext,
): RollupAnswer {
  const byId = new Map(chosen.map(({candidate: {built}}) => [built.buildId, built]));
  const builds = [...byId.values()].sort((a, b) => (a.buildId < b.buildId ? -1 : 1));
  const [first] = chosen;
  if (first === undefined) throw new Error("an answer from no roll-up");
  const {layer, query: fitted} =
    first.fact.query === query
      ? {layer: first.candidate.layer.layer, query: first.fitted}
      : stitchedQuery(
          query,
          chosen.map((one, fact) => placed(one, {fact, table: builds.indexOf(one.candidate.built)}, share)),
        );
  const inWarehouse = isTable(first);
  const [name = "", ...others] = new Set(chosen.map(({planned}) => planned.name));
  return {
    rollup: name,
    others,
    buildId: joinBuildIds(builds.map(({buildId}) => buildId)),
    dataAsOf: builds.map(({dataAsOf}) => dataAsOf).sort()[0] ?? "",
    inWarehouse,
    ...statementsOf({
      layer,
      query: fitted,
      context: inWarehouse ? context : {...context, dialect: "duckdb"},
    }),
  };
}

/** A fact's share of the query, fitted to the roll-up under the table name that it has in the statement. */
function placed({fact, planned, candidate}: Chosen, place: RollupPosition, share: Share): FittedFact {
  const layer = planned.layerOver(candidate.built, place);
  const fitted = fitQuery({...candidate, layer}, fact.query, share);
  if (typeof fitted === "string") throw new Error(`a roll-up fits in one place only: ${fitted}`);
  return {fact, layer, fitted};
}
