import type {DialectName} from "../dialects/dialect.ts";
import type {Layer} from "../layer/layer.ts";
import type {Rollup} from "../layer/rollup.ts";
import type {ResolvedQuery} from "../resolve/resolved.ts";
import type {BuiltColumn, BuiltRollup} from "./built.ts";
import {fitQuery} from "./fit.ts";
import type {Candidate} from "./fit-fields.ts";
import {keptLayer} from "./kept-layer.ts";
import {COARSEST_FIRST, joined, type Needs, needsOf, rollupOf} from "./needs.ts";
import {planRollup, type RollupPlan} from "./plan.ts";
import {type Counted, savedBy, tooLarge} from "./saved.ts";

/** Queries of one shape, which the warehouse has answered. */
export interface Asked {
  query: ResolvedQuery;
  runs: number;
  warehouseMs: number;
}

export interface Suggestion<A extends Asked> {
  rollup: Rollup;
  /** Those that it would have answered. */
  answers: A[];
}

export interface Suggestions<A extends Asked> {
  /** Those that the roll-ups of the layer answer, once they are built. */
  already: A[];
  suggestions: Suggestion<A>[];
  /** What would answer each of the heaviest shapes alone, whose rows say what can be put together. */
  alone: Rollup[];
  /** Those that no roll-up could have answered, each with a sentence, and those left over, without one. */
  unanswered: {asked: A; why?: string}[];
}

interface Known {
  dialect: DialectName;
  built: readonly BuiltRollup[];
  /** By what the roll-up keeps, whatever its name. */
  countOf?: (rollup: Rollup) => Counted | undefined;
  /** What a query over a roll-up takes. */
  rollupMs: number;
  /** How long it took to ask for all this. */
  days: number;
}

interface Wanted<A> {
  asked: A;
  needs: Needs;
  grain: Grain | undefined;
}

type Grain = NonNullable<Rollup["time"]>["grain"];

const MOST_SUGGESTIONS = 5;
/** A roll-up of more dimensions has hardly fewer rows than what it is made of. */
const MOST_DIMENSIONS = 8;
/** The shapes that took the most time, each of which is tried as a roll-up of its own. */
const MOST_ALONE = 20;
/** Those of them whose rows are worth to be counted. */
const MOST_COUNTED = 10;
/** The times and grains, from that of the heaviest shape on, for which shapes are put together. */
const MOST_TOGETHER = 100;

/**
 * The roll-ups that would have spared the warehouse the most time, one after the other. Whether one would have answered
 * a query is decided as it is when roll-ups are built, with numbers taken for exact ones. It yields between steps of
 * work, so that others get their turn.
 */
export function* suggestRollups<A extends Asked>(
  layer: Layer,
  asked: readonly A[],
  known: Known,
): Generator<undefined, Suggestions<A>> {
  const {dialect, built} = known;
  const poor = new Map<Wanted<A>, string>();
  const {rollups = []} = layer.graph;
  const there = rollups
    .map(rollup => supposed(layer, rollup, dialect, built))
    .filter(one => typeof one !== "string");
  const taken = rollups.map(({name}) => name);
  const already = asked.filter(({query}) => there.some(one => typeof fitQuery(one, query) !== "string"));
  const unanswered: Suggestions<A>["unanswered"] = [];
  let left: Wanted<A>[] = [];
  for (const one of asked.toSorted((a, b) => b.warehouseMs - a.warehouseMs)) {
    if (already.includes(one)) continue;
    const wanted = wantedOf(layer, one, dialect);
    if (typeof wanted === "string") unanswered.push({asked: one, why: wanted});
    else {
      // Whatever answers more has more rows.
      const large = tooLarge(known.countOf?.(aloneOf(wanted)));
      if (large === undefined) left.push(wanted);
      else unanswered.push({asked: one, why: large});
    }
    yield;
  }
  const alone = left.slice(0, MOST_COUNTED).map(aloneOf);
  const suggestions: Suggestion<A>[] = [];
  while (left.length > 0 && suggestions.length < MOST_SUGGESTIONS) {
    let best: {rollup: Rollup; answers: Wanted<A>[]; ms: number} | undefined;
    for (const whole of candidates(left, freeName([...taken, ...suggestions.map(one => one.rollup.name)]))) {
      const candidate = supposed(layer, whole, dialect);
      if (typeof candidate === "string") continue;
      const answers = left.filter(({asked: {query}}) => typeof fitQuery(candidate, query) !== "string");
      if (answers.length === 0) continue;
      const rollup = trimmed(layer, {rollup: whole, answers}, dialect);
      const ms = savedBy(known.countOf?.(rollup), totalOf(answers), known);
      if (typeof ms === "string") for (const one of answers) poor.set(one, ms);
      else if (best === undefined || isBetter({rollup, ms}, best)) best = {rollup, answers, ms};
      yield;
    }
    if (best === undefined) break;
    const {answers, rollup} = best;
    suggestions.push({rollup, answers: answers.map(one => one.asked)});
    left = left.filter(one => !answers.includes(one));
  }
  const others = left.map(one => leftOver(one, poor.get(one)));
  return {already, suggestions, alone, unanswered: [...unanswered, ...others]};
}

/** The roll-up that only answers this. */
function aloneOf({needs, grain}: Wanted<Asked>): Rollup {
  return rollupOf(needs, "alone", grain);
}

function leftOver<A>({asked}: Wanted<A>, why: string | undefined): {asked: A; why?: string} {
  return why === undefined ? {asked} : {asked, why};
}

function totalOf(answers: readonly Wanted<Asked>[]): {runs: number; warehouseMs: number} {
  return {
    runs: answers.reduce((sum, one) => sum + one.asked.runs, 0),
    warehouseMs: answers.reduce((sum, one) => sum + one.asked.warehouseMs, 0),
  };
}

/** Without what none of those needs that it answers. */
function trimmed(
  layer: Layer,
  {rollup, answers}: {rollup: Rollup; answers: readonly Wanted<Asked>[]},
  dialect: DialectName,
): Rollup {
  const needs = answers.reduce<Needs | undefined>(
    (all, one) => all && joined(all, one.needs),
    answers[0]?.needs,
  );
  if (needs === undefined) return rollup;
  const made = rollupOf(needs, rollup.name, rollup.time?.grain);
  const candidate = supposed(layer, made, dialect);
  const isEnough =
    typeof candidate !== "string" &&
    answers.every(({asked: {query}}) => typeof fitQuery(candidate, query) !== "string");
  return isEnough ? made : rollup;
}

/** More time, or as much with fewer fields. */
function isBetter(one: {rollup: Rollup; ms: number}, other: {rollup: Rollup; ms: number}): boolean {
  const width = ({dimensions = [], measures}: Rollup) => dimensions.length * 100 + measures.length;
  return one.ms > other.ms || (one.ms === other.ms && width(one.rollup) < width(other.rollup));
}

/** The coarsest roll-up of its own that answers a query; a text says why none does. */
function wantedOf<A extends Asked>(layer: Layer, asked: A, dialect: DialectName): Wanted<A> | string {
  const needs = needsOf(asked.query);
  if (typeof needs === "string") return needs;
  if (needs.measures.length === 0) return "it asks for no measure, and its model has none that counts";
  let why = "it does not fit";
  for (const grain of needs.time ? COARSEST_FIRST : [undefined]) {
    if (grain === "hour" && needs.time?.type === "date") continue;
    const candidate = supposed(layer, rollupOf(needs, "one", grain), dialect);
    const fitted = typeof candidate === "string" ? candidate : fitQuery(candidate, asked.query);
    if (typeof fitted !== "string") return {asked, needs, grain};
    why = fitted;
  }
  return why;
}

/** Roll-ups of what several shapes need together, at each grain, and those of the heaviest shapes alone. */
function candidates(
  left: readonly Wanted<Asked>[],
  nameOf: (needs: Needs, grain?: Grain) => string,
): Rollup[] {
  const made = new Map<string, Rollup>();
  const add = (needs: Needs, grain: Grain | undefined) => {
    const rollup = rollupOf(needs, nameOf(needs, grain), grain);
    made.set(JSON.stringify({...rollup, name: ""}), rollup);
  };
  for (const {needs, grain} of left.slice(0, MOST_ALONE)) add(needs, grain);
  const starts = new Map(
    left.map(one => [JSON.stringify([one.needs.model, one.needs.time ?? null, one.grain ?? null]), one]),
  );
  for (const start of [...starts.values()].slice(0, MOST_TOGETHER)) {
    const grain = start.grain;
    let needs: Needs | undefined;
    for (const other of left) {
      if (other.needs.model !== start.needs.model || isFiner(other.grain, grain)) continue;
      const next: Needs | undefined =
        needs === undefined ? joined(start.needs, other.needs) : joined(needs, other.needs);
      if (next !== undefined && next.dimensions.length <= MOST_DIMENSIONS) needs = next;
    }
    if (needs) add(needs, grain);
  }
  return [...made.values()];
}

function isFiner(one: Grain | undefined, other: Grain | undefined): boolean {
  if (one === undefined) return false;
  return other === undefined || COARSEST_FIRST.indexOf(one) > COARSEST_FIRST.indexOf(other);
}

function freeName(taken: readonly string[]): (needs: Needs, grain?: Grain) => string {
  const names = new Set(taken.map(name => name.toLowerCase()));
  return ({model}, grain) => {
    const stem =
      `${model.replace(/[^A-Za-z0-9_-]/g, "_").replace(/^[^A-Za-z]+/, "") || "rollup"}_by_${grain ?? "group"}`.slice(
        0,
        60,
      );
    let name = stem;
    for (let n = 2; names.has(name.toLowerCase()); n++) name = `${stem}_${n}`;
    return name;
  };
}

/** The roll-up as if it were built, with values that are what the layer says; a text says why it cannot be kept. */
function supposed(
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
