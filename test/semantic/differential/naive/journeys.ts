import type {Filter} from "../../../../shared/semantic/query/filter.ts";
import type {EventsOf, Funnel, Retention} from "../../../../shared/semantic/query/journeys.ts";
import type {Query} from "../../../../shared/semantic/query/query.ts";
import type {RandomLayer, Row} from "../random-layer.ts";
import {median} from "./arithmetic.ts";
import {addPeriods, periodsBetween} from "./time.ts";
import {conditionHolds, dimensionValue, type Value} from "./values.ts";

/** Answers queries of rows, and resolves names. */
interface Rows {
  readonly layer: RandomLayer;
  /** Looks up all names of a query of rows. Throws for an ambiguous name. */
  resolve(query: Query): void;
  rows(query: Query): {key: Value[]; row: Row}[];
  measureOf(model: string, name: string, rows: readonly Row[]): Value;
  isSame(model: string, one: string, other: string): boolean;
}

interface Event {
  step: number;
  model: string;
  row: Row;
  entity: Value;
  /** The time in its stored form. */
  time: string;
  moment: Temporal.PlainDateTime;
  key: Value[];
}

/** Answers funnels by trying every chain of events, and retentions by examining every entity. */
export function answerJourney(rows: Rows, query: Query): Value[][] {
  return query.funnel
    ? funnel(rows, query, query.funnel)
    : query.retention
      ? retention(rows, query, query.retention)
      : [];
}

function eventsOf(
  rows: Rows,
  query: Query,
  {entity, step, of}: {entity: string; step: number; of: EventsOf & {isFirst: boolean}},
): Event[] {
  const {isFirst, model = query.model, filters = [], time = ""} = of;
  const asked: Query = {
    model,
    dimensions: [of.entity ?? entity, time, ...(isFirst ? (query.dimensions ?? []) : [])],
    filters: [...(isFirst ? (query.filters ?? []) : []), ...filters],
    ...(query.timezone === undefined ? {} : {timezone: query.timezone}),
  };
  return rows.rows(asked).flatMap(({key: [who = null, when = null, ...key], row}) => {
    if (who === null || when === null) return [];
    const moment = Temporal.PlainDateTime.from(String(when));
    return [{step, model, row, entity: who, time: String(when), moment, key}];
  });
}

function funnel(rows: Rows, query: Query, {entity, steps, within, timing}: Funnel): Value[][] {
  const events = steps.flatMap((of, step) =>
    eventsOf(rows, query, {entity, step, of: {...of, isFirst: step === 0}}),
  );
  const order = [...new Set(steps.map(({model = query.model}) => model))];
  const hasKey = (model: string) =>
    (rows.layer.graph.models.find(({name}) => name === model)?.primaryKey ?? []).length > 0;
  const follows = (one: Event, next: Event): boolean => {
    const moments = Temporal.PlainDateTime.compare(next.moment, one.moment);
    if (moments !== 0) return moments > 0;
    if (one.model !== next.model) return order.indexOf(next.model) > order.indexOf(one.model);
    return hasKey(one.model) && String(next.row["id"]) > String(one.row["id"]);
  };
  /**
   * The longest chain that continues this chain. If several chains are equally long, the chain with the earliest
   * moments, which are compared one after the other.
   */
  const reach = (chain: Event[]): Event[] => {
    const [first] = chain;
    const last = chain.at(-1);
    if (first === undefined || last === undefined) return [];
    const end =
      within &&
      first.moment.add({
        [`${within.unit === "quarter" ? "month" : within.unit}s`]:
          within.count * (within.unit === "quarter" ? 3 : 1),
      });
    let most = chain;
    for (const next of events) {
      if (next.entity !== last.entity || next.step !== last.step + 1 || !follows(last, next)) continue;
      if (end !== undefined && Temporal.PlainDateTime.compare(next.moment, end) >= 0) continue;
      const further = reach([...chain, next]);
      if (
        further.length > most.length ||
        (further.length === most.length && compareChains(further, most) < 0)
      )
        most = further;
    }
    return most;
  };
  const best = [
    ...Map.groupBy(
      events.filter(({step}) => step === 0),
      event => event.entity,
    ).values(),
  ].map(tries => {
    const [first] = tries
      .map(event => ({event, chain: reach([event])}))
      .sort(
        (a, b) =>
          b.chain.length - a.chain.length ||
          Temporal.PlainDateTime.compare(a.event.moment, b.event.moment) ||
          compareKeys(a.event.key, b.event.key) ||
          compareChains(a.chain, b.chain),
      );
    if (first === undefined) throw new Error("no try");
    return {key: first.event.key, reached: first.chain.length, chain: first.chain};
  });
  const groups = Map.groupBy(best, ({key}) => JSON.stringify(key));
  if ((query.dimensions ?? []).length === 0 && groups.size === 0) groups.set("[]", []);
  return [...groups].flatMap(([text, members]) => {
    const key = JSON.parse(text) as Value[];
    const counts = steps.map((_, i) => members.filter(({reached}) => reached > i).length);
    return counts.map((count, i) => [
      ...key,
      steps[i]?.name ?? "",
      count,
      share(count, counts[0]),
      i === 0 ? null : share(count, counts[i - 1]),
      ...(timing === true ? [median(members.flatMap(({chain}) => secondsTo(chain, i)))] : []),
    ]);
  });
}

/** The seconds from the previous event to this one, if both exist. */
function secondsTo(chain: readonly Event[], index: number): number[] {
  const [before, event] = [chain[index - 1], chain[index]];
  if (before === undefined || event === undefined) return [];
  return [before.moment.until(event.moment).total({unit: "seconds", relativeTo: before.moment})];
}

/** Compares chains of the same length by their moments. */
function compareChains(one: readonly Event[], other: readonly Event[]): number {
  for (const [i, {moment}] of one.entries()) {
    const order = Temporal.PlainDateTime.compare(moment, other[i]?.moment ?? moment);
    if (order !== 0) return order;
  }
  return 0;
}

function share(count: number, of: number | undefined): number | null {
  return of === undefined || of === 0 ? null : count / of;
}

/** Compares keys as sorted texts, with nulls last. */
function compareKeys(one: readonly Value[], other: readonly Value[]): number {
  for (const [i, a] of one.entries()) {
    const b = other[i] ?? null;
    if (a === b) continue;
    if (a === null) return 1;
    if (b === null) return -1;
    return typeof a === "number" ? a - Number(b) : String(a) < String(b) ? -1 : 1;
  }
  return 0;
}

function conjuncts(filter: Filter): Filter[] {
  return "and" in filter ? filter.and.flatMap(conjuncts) : [filter];
}

function retention(
  rows: Rows,
  query: Query,
  {entity, grain, periods = 12, time = "", returns = {}, measures = []}: Retention,
): Value[][] {
  const zone = query.timezone ?? "UTC";
  // Filters on the time apply only to first events. The names in these filters are looked up even if there are no
  // events.
  rows.resolve({model: query.model, filters: query.filters ?? []});
  const filters = (query.filters ?? []).flatMap(conjuncts);
  const isOfTime = (filter: Filter) => {
    if (!("field" in filter) || "per" in filter) return false;
    return rows.isSame(query.model, filter.field, time);
  };
  const others = filters.filter(filter => !isOfTime(filter));
  const first = eventsOf(rows, {...query, filters: others}, {entity, step: 0, of: {isFirst: true, time}});
  const again = {...(returns.model === undefined ? {time} : {}), ...returns, isFirst: false};
  const returned = eventsOf(rows, query, {entity, step: 1, of: again});
  const periodOf = ({time: when}: Event) => {
    const isTime = when.length > 10;
    return String(dimensionValue({at: when, d: when}, isTime ? "at" : "d", grain, zone));
  };
  const latest = [...first, ...returned].map(periodOf).sort().at(-1);
  const started = [...Map.groupBy(first, event => event.entity).values()].flatMap(events => {
    const [one] = events.toSorted(
      (a, b) => Temporal.PlainDateTime.compare(a.moment, b.moment) || compareKeys(a.key, b.key),
    );
    if (one === undefined) return [];
    const isAsked = filters.filter(isOfTime).every(filter => {
      if (!("field" in filter) || "per" in filter) return false;
      const at = filter.field.endsWith(".month") ? "month" : undefined;
      return conditionHolds(one.time, one.time.length > 10 ? "timestamp" : "date", filter, zone, at);
    });
    return isAsked ? [one] : [];
  });
  const cohorts = Map.groupBy(started, event => JSON.stringify([...event.key, periodOf(event)]));
  return [...cohorts].flatMap(([text, members]) => {
    const key = JSON.parse(text) as Value[];
    const cohort = String(key.at(-1));
    if (latest === undefined) return [];
    const begun = Math.min(periods, periodsBetween(cohort, latest, grain).length - 1);
    return Array.from({length: begun + 1}, (_, i) => {
      const period = addPeriods(Temporal.PlainDate.from(cohort), grain, i).toString();
      const returns = members.map(member =>
        returned.filter(
          event =>
            event.entity === member.entity &&
            Temporal.PlainDateTime.compare(event.moment, member.moment) >= 0 &&
            periodOf(event) === period,
        ),
      );
      const retained = returns.filter(({length}) => length > 0).length;
      const found = returns.flat().map(({row}) => row);
      const measured = measures.map(name => rows.measureOf(again.model ?? query.model, name, found));
      return [...key, i, retained / members.length, retained, members.length, ...measured];
    });
  });
}
