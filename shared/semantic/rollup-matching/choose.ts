import {type CompileContext, type Resolution, type Statement, statementsOf} from "../compile.ts";
import type {ResolvedQuery} from "../resolve/resolved.ts";
import {type BuiltRollup, joinBuildIds} from "./built.ts";
import {
  type CurrentRollup,
  type IndexedRollup,
  type NamedFields,
  namedBy,
  type RollupState,
  rollupIndex,
  rollupStates,
  storageKey,
} from "./current-rollups.ts";
import {fitQuery} from "./fit.ts";
import type {Candidate, Share} from "./fit-fields.ts";
import type {PlannedRollup, planRollups} from "./planned-rollups.ts";
import {type Fact, factsOf} from "./query-facts.ts";
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

interface AvailableRollups {
  planned: ReturnType<typeof planRollups>;
  built: readonly BuiltRollup[];
  all?: boolean;
}

export interface RollupChoice {
  chosen?: RollupAnswer;
  /**
   * The roll-ups that were not chosen, each with the reason, smallest first. Without `AvailableRollups.all` the list is
   * empty, unless no roll-up can answer a query of this form.
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
 * measures of several facts, one roll-up for each fact. The query must compile. `all` adds the reasons why other
 * roll-ups do not answer.
 */
export function chooseRollup(
  {layer, query: resolved, context}: Resolution,
  available: AvailableRollups,
): RollupChoice {
  const facts = factsOf(layer, resolved);
  if (typeof facts === "string")
    return {passed: available.planned.map(({name}) => ({rollup: name, why: facts})), why: facts};
  const share = {hasTop: resolved.top !== undefined, isOneOfSeveral: facts.length > 1};
  const {chosen, reasons} = chooseForFacts(facts, share, context.dialect, available);
  const missing = facts.find(fact => !chosen.some(one => one.fact === fact));
  const together = missing === undefined ? togetherOf(facts, chosen) : [];
  const why =
    missing !== undefined
      ? `no roll-up answers the part of the query over "${missing.model.name}"`
      : together === undefined
        ? "some of the roll-ups that it needs are stored as files and some as tables"
        : differing(resolved, together);
  const isAnswered = together !== undefined && why === undefined;
  const used = new Set(isAnswered ? together.map(({planned}) => planned.name) : []);
  const passed = [...(reasons ?? [])].flatMap(([rollup, reason]) =>
    used.has(rollup)
      ? []
      : [
          {
            rollup,
            why:
              reason ??
              why ??
              "roll-ups that are stored differently (as files or as tables) answer the query",
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
  return combinationsOf(facts, chosen)
    .filter(one => one.length === facts.length)
    .sort((a, b) => sizeOf(a) - sizeOf(b))[0];
}

/** The roll-ups chosen among files, and those chosen among tables, in the order of the facts. */
function combinationsOf(facts: readonly Fact[], chosen: readonly Chosen[]): Chosen[][] {
  const ofKind = (isKind: (one: Chosen) => boolean) => {
    const alike = chosen.filter(isKind);
    return facts.flatMap(fact => alike.find(one => one.fact === fact) ?? []);
  };
  return [ofKind(one => !isTable(one.candidate)), ofKind(one => isTable(one.candidate))];
}

function sizeOf(chosen: readonly Chosen[]): number {
  return chosen.reduce((sum, {candidate}) => sum + candidate.built.rowCount, 0);
}

/** Whether roll-ups of at least this many rows cannot change what is chosen. */
function isDecided(facts: readonly Fact[], chosen: readonly Chosen[], rowCount: number): boolean {
  if (chosen.length < facts.length) return false;
  const together = togetherOf(facts, chosen);
  if (facts.length === 1 || together === undefined) return together !== undefined;
  const leastOf = (one: readonly Chosen[]) => sizeOf(one) + (facts.length - one.length) * rowCount;
  return combinationsOf(facts, chosen).every(
    one => one.length === facts.length || leastOf(one) > sizeOf(together),
  );
}

function isTable({built}: {built: BuiltRollup}): boolean {
  return built.table !== undefined;
}

/**
 * The smallest roll-up for each fact; with several facts, the smallest of those in files and the smallest of those in
 * tables. With `all`, also the reasons why other roll-ups were not chosen, by name, the smallest roll-up first.
 */
function chooseForFacts(
  facts: readonly Fact[],
  share: Share,
  dialect: CompileContext["dialect"],
  {planned, built, all = false}: AvailableRollups,
): {chosen: Chosen[]; reasons: Map<string, string | undefined> | undefined} {
  const chosen: Chosen[] = [];
  const reasons = all ? new Map<string, string | undefined>() : undefined;
  const fitters = facts.map(fact => ({fact, fitter: new Fitter(fact.query, share, dialect)}));
  const tried: readonly (RollupState | IndexedRollup)[] = all
    ? rollupStates(planned, built)
    : rollupIndex(planned, built).forQueries(fitters.map(({fitter}) => fitter.named));
  for (const state of tried) {
    if ("why" in state) {
      reasons?.set(state.planned.name, state.why);
      continue;
    }
    if (!all && isDecided(facts, chosen, state.built.rowCount)) break;
    // The fact of the roll-up's own model comes first, so that the reason is about that fact.
    const nearest =
      facts.length === 1
        ? fitters
        : fitters.toSorted((a, b) => Number(isOf(state, b.fact)) - Number(isOf(state, a.fact)));
    let why: string | undefined;
    let isChosen = false;
    for (const {fact, fitter} of nearest) {
      const fitted = fitter.fit(state);
      if (typeof fitted === "string") {
        why ??= fitted;
        continue;
      }
      const isAlike = (other: Chosen) =>
        other.fact === fact && (facts.length === 1 || isTable(other.candidate) === isTable(state));
      const smaller = chosen.find(isAlike)?.planned.name;
      if (smaller !== undefined) why ??= `"${smaller}" is smaller`;
      else {
        chosen.push({fact, planned: state.planned, ...fitted});
        isChosen = true;
      }
    }
    reasons?.set(state.planned.name, isChosen ? undefined : why);
  }
  return {chosen, reasons};
}

/** Fits a query to one roll-up after another. */
class Fitter {
  readonly named: NamedFields;
  /** The reasons why the query does not fit, by `storageKey`. */
  readonly #refusals = new Map<string, string>();

  constructor(
    readonly query: ResolvedQuery,
    readonly share: Share,
    readonly dialect: CompileContext["dialect"],
  ) {
    this.named = namedBy(query);
  }

  fit(state: CurrentRollup | IndexedRollup): {candidate: Candidate; fitted: ResolvedQuery} | string {
    const key = "storedFields" in state ? storageKey(state, this.named) : undefined;
    const refusal = key === undefined ? undefined : this.#refusals.get(key);
    if (refusal !== undefined) return refusal;
    const {planned, built} = state;
    const candidate = {plan: planned.plan, layer: planned.layerOver(built), built, dialect: this.dialect};
    const fitted = fitQuery(candidate, this.query, this.share);
    if (typeof fitted !== "string") return {candidate, fitted};
    if (key !== undefined) this.#refusals.set(key, fitted);
    return fitted;
  }
}

function isOf({planned}: CurrentRollup, {model}: Fact): boolean {
  return planned.plan.model === model;
}

/** The reason why groups of several roll-ups would not join as they do in the warehouse. */
export function differing(
  {dimensions}: ResolvedQuery,
  chosen: readonly Pick<Chosen, "candidate" | "fitted">[],
): string | undefined {
  for (const [i, {name}] of dimensions.entries()) {
    const kinds = chosen.map(({candidate: {plan, built}, fitted}) => {
      const column = fitted.dimensions[i]?.reference.field.name;
      const hasName = (one: {name: string}) => one.name === column;
      const type = plan.dimensions.find(one => one.column === column)?.type;
      return `${type} ${built.columns.find(hasName)?.kind}`;
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
  const inWarehouse = isTable(first.candidate);
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
