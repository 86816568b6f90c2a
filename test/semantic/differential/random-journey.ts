import type {Filter} from "../../../shared/semantic/query/filter.ts";
import type {EventsOf} from "../../../shared/semantic/query/journeys.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import {factsOf, randomDimension, randomPrefix} from "./random-fields.ts";
import {furtherFilter, randomFilter, randomFilterOn} from "./random-filter.ts";
import type {Chance, RandomLayer, Row} from "./random-layer.ts";
import {randomOrder} from "./random-order.ts";
import {randomSpan} from "./random-query.ts";

const UNITS = ["hour", "day", "week", "month", "quarter", "year"] as const;

/**
 * The time between two events of an entity, so that a window of this length ends exactly at the later event;
 * `undefined` if the time is not a whole number of units.
 */
function timeBetween(
  chance: Chance,
  rows: readonly Row[],
  {entity, date}: {entity: string; date: "at" | "d"},
): {unit: "hour" | "day"; count: number} | undefined {
  const one = chance.pick(rows);
  const others = rows.filter(row => row[entity] === one[entity] && row[date] !== one[date]);
  const other = others.length === 0 ? undefined : chance.pick(others);
  const [from, to] = [one, other].map(row => Date.parse(`${String(row?.[date]).replace(" ", "T")}Z`));
  const unit = date === "at" ? "hour" : "day";
  const count =
    Math.abs((to ?? Number.NaN) - (from ?? Number.NaN)) / (unit === "hour" ? 3_600_000 : 86_400_000);
  return Number.isInteger(count) && count <= 1000 ? {unit, count} : undefined;
}

/**
 * A funnel or a retention over an entity of a random model. The events come from other models, in which the entity has
 * other names.
 */
export function randomJourney(chance: Chance, layer: RandomLayer): Query {
  const base = chance.pick(factsOf(layer)).name;
  const entity = chance.pick(["w", "w", "n", "size", "id_like"]);
  const place = (model: string, field: string) =>
    `${chance.chance(0.1) ? randomPrefix(chance, layer, model) : model}.${field}`;
  const inOrder = (query: Query): Query =>
    chance.chance(0.3) ? {...query, ...randomOrder(chance, query)} : query;
  const who = (model: string) => place(model, entity === "id_like" ? "n" : entity);
  const time = (model: string, times = ["at", "at", "d", "next"]) => place(model, chance.pick(times));
  const filtersOn = (model: string): Filter[] =>
    chance.chance(0.5)
      ? [chance.chance(0.7) ? randomFilterOn(chance, model) : randomFilter(chance, layer, model, 1)]
      : [];
  const events = (isFirst: boolean, times?: string[]): EventsOf => {
    const model = isFirst || chance.chance(0.5) ? base : chance.pick(factsOf(layer)).name;
    return {
      ...(isFirst ? {} : {model}),
      ...(isFirst ? {} : {entity: who(model)}),
      time: time(model, times),
      filters: filtersOn(model),
    };
  };
  const dimensions = new Set<string>();
  for (let i = chance.below(3); i > 0; i--) {
    const name = randomDimension(chance, layer, base);
    // Dimensions of other models are often on a many side, where an event has several values of the dimension.
    if (name.startsWith(`${base}.`) || chance.chance(0.3)) dimensions.add(name);
  }
  const filters = filtersOn(base);
  if (chance.chance(0.2)) filters.push(furtherFilter(chance, layer, base, 0));
  const shown = chance.chance(0.15)
    ? randomSpan(chance, chance.pick(["metric_time", `${base}.at`, `${base}.d`]))
    : undefined;
  if (shown !== undefined) filters.push(shown);
  const around = {
    model: base,
    dimensions: [...dimensions].filter(name => !name.endsWith(".j")),
    filters,
    limit: 10_000,
    timezone: chance.pick(["UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata"]),
  };
  if (chance.drawForKind({"retention with measures": 1, "funnel with times": 0}, 0.4)) {
    const grain = chance.pick(UNITS.slice(1));
    const {time: when = "", filters: _, ...rest} = events(true);
    const periods = 1 + chance.below(grain === "day" ? 40 : 6);
    const returns = chance.chance(0.7) ? {returns: events(false)} : {};
    const measures = chance.drawForKind({"retention with measures": 1}, 0.6)
      ? {measures: returnedMeasures(chance, layer, returns.returns?.model ?? base)}
      : {};
    return inOrder({
      ...around,
      retention: {...rest, entity: who(base), grain, time: when, periods, ...returns, ...measures},
    });
  }
  if (chance.chance(0.5)) {
    const date = chance.pick(["at", "d"] as const);
    const rows = (layer.rows.get(base) ?? []).filter(row => row["w"] !== null && row[date] !== null);
    const within = rows.length === 0 ? undefined : timeBetween(chance, rows, {entity: "w", date});
    const whose = {model: base, entity: `${base}.w`, time: `${base}.${date}`};
    if (within !== undefined) {
      const steps = [
        {name: "s0", time: whose.time},
        {name: "s1", ...whose},
      ];
      const timing = chance.drawForKind({"funnel with times": 1}, 0.5) ? {timing: true} : {};
      return inOrder({...around, filters: [], funnel: {entity: whose.entity, steps, within, ...timing}});
    }
  }
  const times = chance.chance(0.5) ? ["at"] : undefined;
  const count = 2 + chance.below(3);
  const steps = Array.from({length: count}, (_, i) => ({name: `s${i}`, ...events(i === 0, times)}));
  const unit = chance.pick(times === undefined ? UNITS.slice(1) : UNITS);
  const within = chance.chance(0.6) ? {within: {unit, count: 1 + chance.below(3)}} : {};
  const timing = chance.drawForKind({"funnel with times": 1}, 0.6) ? {timing: true} : {};
  return inOrder({...around, funnel: {entity: who(base), steps, ...within, ...timing}});
}

/** Some measures that depend only on the model's own rows. */
function returnedMeasures(chance: Chance, {graph}: RandomLayer, model: string): string[] {
  const {measures = []} = graph.models.find(({name}) => name === model) ?? {};
  const fitting = measures.filter(
    ({type, sql = "", rolling, toDate, offset, nonAdditive}) =>
      type !== "conversion" &&
      !rolling &&
      !toDate &&
      !offset &&
      !nonAdditive &&
      !/\$\{([^}]*\.|follow)/.test(sql),
  );
  const chosen = new Set(Array.from({length: 1 + chance.below(4)}, () => chance.pick(fitting).name));
  return [...chosen].map(name => `${model}.${name}`);
}
