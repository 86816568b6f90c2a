import {ServiceError} from "../../shared/core/errors.ts";
import {type CompileContext, compile} from "../../shared/semantic/compile.ts";
import {datasetQuery, liveSource} from "../../shared/semantic/dataset/dataset.ts";
import {comparisonsOf, namesIn, renameFilter} from "../../shared/semantic/filters/tree.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";
import type {Filter} from "../../shared/semantic/query/filter.ts";
import type {Query} from "../../shared/semantic/query/query.ts";
import {dimensionNames, measureNames} from "../../shared/semantic/query/selected-names.ts";
import {withComparisons} from "../semantic/differential/random-compared.ts";
import {Chance, type RandomLayer, randomLayer} from "../semantic/differential/random-layer.ts";
import {randomQuery} from "../semantic/differential/random-query.ts";
import type {Engine} from "../semantic/engines.ts";

export interface Tally {
  /** Queries over a dataset that returned the same rows as the handwritten query over the model. */
  same: number;
  /** Queries that were refused over the dataset and over the model alike. */
  refused: number;
}

/**
 * Makes random datasets over a random layer, and random queries over them in the dataset's own names. Compares each query
 * with the one that an author would write by hand: over the model, with the dataset's filters added.
 */
export async function compareRewritings(
  engines: readonly Engine[],
  seed: number,
  queries: number,
): Promise<Tally> {
  const chance = new Chance(seed);
  const ofComparisons = new Chance(seed + 9_000_003);
  const random = randomLayer(chance);
  for (const engine of engines) await engine.load(random.data);
  const layer = buildLayer(random.graph);
  const tally = {same: 0, refused: 0};
  for (let i = 0; i < queries; i++) {
    const byHand = withComparisons(ofComparisons, random, randomQuery(chance, random));
    const always = filtersOf(chance, random, byHand);
    const listed = chance.chance(0.7);
    const definition: Query = {
      model: byHand.model,
      filters: always,
      ...(listed ? fieldsOf(random, byHand) : {}),
      ...(byHand.timezone === undefined ? {} : {timezone: byHand.timezone}),
    };
    const source = liveSource({slug: "s", definition, timezone: "UTC"}, layer, {ownFieldsOnly: false});
    const asked = renamed(
      chance,
      {...byHand, model: "s"},
      source.offer ? offered(source.offer) : new Map(),
      byHand.model,
    );
    // Half of the queries leave the timezone to the definition.
    if (chance.chance(0.5)) delete asked.timezone;
    for (const engine of engines) {
      const context: CompileContext = {
        dialect: engine.name,
        timezone: "UTC",
        weekStart: "monday",
        attributes: {x: ["a", "b", "small", "2"], y: ["c", "large", "1"]},
        now: new Date("2024-03-15T12:00:00Z"),
      };
      const whole = {...byHand, filters: [...(byHand.filters ?? []), ...always]};
      const wanted = tryCompile(() => compile(layer, whole, context));
      const got = tryCompile(() => {
        const {query, bounds} = datasetQuery(source, asked);
        return compile(layer, query, {...context, dataset: bounds});
      });
      const fault = (what: string) =>
        new Error(
          `seed ${seed}, query ${i}: ${what}\n${JSON.stringify(asked)}\n${JSON.stringify(definition)}`,
        );
      if (wanted instanceof ServiceError || got instanceof ServiceError) {
        if (!(wanted instanceof ServiceError) || !(got instanceof ServiceError) || wanted.code !== got.code) {
          throw fault(
            `${wanted instanceof ServiceError ? wanted : "an answer"} against ${got instanceof ServiceError ? got : "an answer"}`,
          );
        }
        tally.refused++;
        continue;
      }
      const names = got.columns.map(column => column.name);
      if (names.join() !== [...(asked.dimensions ?? []), ...(asked.measures ?? [])].join())
        throw fault(names.join());
      for (const [one, other] of [[wanted, got] as const, [wanted.totals, got.totals] as const]) {
        if (one === undefined || other === undefined) {
          if (one !== other) throw fault("totals of one alone");
          continue;
        }
        const rows = await engine.run(one.sql, one.parameters);
        const same = await engine.run(other.sql, other.parameters);
        if (JSON.stringify(rows.sort()) !== JSON.stringify(same.sort())) {
          throw fault(`${one.sql}\n${JSON.stringify(rows)}\n${other.sql}\n${JSON.stringify(same)}`);
        }
      }
      tally.same++;
    }
  }
  return tally;
}

/** Filters on rows for the definition; none on times if a window would treat them differently from the query's own. */
function filtersOf(chance: Chance, random: RandomLayer, query: Query): Filter[] {
  const models = random.graph.models.filter(model => model.name === query.model);
  const {filters = []} = randomQuery(chance, {...random, graph: {...random.graph, models}});
  const hasWindow = measureNames(query).some(name => windowsOf(random).has(lastOf(name)));
  return filters.filter(
    filter =>
      !mentions(filter, name => measuresOf(random).has(lastOf(name))) &&
      !(hasWindow && mentions(filter, name => /\.(at|d)\b|^metric_time/.test(name))),
  );
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

function measuresOf({graph}: RandomLayer): Set<string> {
  return new Set(graph.models.flatMap(model => (model.measures ?? []).map(({name}) => name)));
}

/** Names of measures that are windows, or made of windows. */
function windowsOf({graph}: RandomLayer): Set<string> {
  const measures = graph.models.flatMap(model => model.measures ?? []);
  const windows = new Set(
    measures.filter(({rolling, toDate, offset}) => rolling ?? toDate ?? offset).map(({name}) => name),
  );
  for (let before = -1; before < windows.size; ) {
    before = windows.size;
    for (const {name, type, sql = ""} of measures) {
      if (type === "number" && [...windows].some(window => sql.includes(window))) windows.add(name);
    }
  }
  return windows;
}

function mentions(filter: Filter, isMeant: (name: string) => boolean): boolean {
  return [...comparisonsOf([filter], "")].some(([leaf]) => namesIn(leaf).some(([name]) => isMeant(name)));
}

/** All fields that the query names, so that all of them are offered. */
function fieldsOf(random: RandomLayer, query: Query): Pick<Query, "dimensions" | "measures"> {
  const dimensions = new Set(query.dimensions);
  const measures = new Set(query.measures);
  for (const [leaf] of comparisonsOf(query.filters ?? [], "")) {
    for (const [name] of namesIn(leaf)) {
      (measuresOf(random).has(lastOf(name)) ? measures : dimensions).add(name);
    }
  }
  return {dimensions: [...dimensions], measures: [...measures]};
}

/** The model's name of each field → the dataset's. */
function offered(offer: NonNullable<ReturnType<typeof liveSource>["offer"]>): Map<string, string> {
  const names = new Map<string, string>();
  for (const {base, name} of [...offer.dimensions.values(), ...offer.measures.values()])
    names.set(base, `s.${name}`);
  return names;
}

function renamed(chance: Chance, query: Query, names: ReadonlyMap<string, string>, model: string): Query {
  const rename = (name: string): string => {
    if (chance.chance(0.2)) return name;
    const cut = name.lastIndexOf(".");
    const short =
      names.get(name) ??
      (names.has(name.slice(0, cut)) ? names.get(name.slice(0, cut)) + name.slice(cut) : undefined);
    if (short !== undefined) return short;
    return names.size === 0 && name.startsWith(`${model}.`) ? `s${name.slice(model.length)}` : name;
  };
  const within = (filter: Filter): Filter => renameFilter(filter, {field: rename}, "");
  return {
    ...query,
    ...(query.dimensions ? {dimensions: dimensionNames(query).map(rename)} : {}),
    ...(query.measures ? {measures: measureNames(query).map(rename)} : {}),
    ...(query.filters ? {filters: query.filters.map(within)} : {}),
  };
}

function tryCompile<T>(work: () => T): T | ServiceError {
  try {
    return work();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
