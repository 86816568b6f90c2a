import type {DialectName} from "../../../shared/semantic/dialects/dialect.ts";
import type {Graph, Model} from "../../../shared/semantic/layer/graph.ts";
import type {Join} from "../../../shared/semantic/layer/join.ts";
import type {TestData} from "../engines.ts";
import {MEASURES} from "./measures.ts";

/** A reproducible random source. The same seed gives the same layer, data and queries. */
export class Chance {
  #state: number;

  /** `requestedKind` is the requested kind of queries. */
  constructor(
    seed: number,
    readonly requestedKind = "",
  ) {
    this.#state = (seed * 2654435761) >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Further kinds that the requested query should also have, if possible. */
  beside: readonly string[] = [];

  /**
   * Returns true with the probability for the requested kind; without a requested kind, with the probability for a
   * further kind; else with `otherwise`.
   */
  drawForKind(kinds: Readonly<Record<string, number>>, otherwise: number): boolean {
    const beside = this.beside.map(kind => kinds[kind]).filter(one => one !== undefined);
    return this.chance(kinds[this.requestedKind] ?? (beside.length > 0 ? Math.max(...beside) : otherwise));
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)];
    if (item === undefined) throw new Error("picked from nothing");
    return item;
  }
}

export type Row = Record<string, string | number | null>;

export interface RandomLayer {
  graph: Graph;
  rows: Map<string, Row[]>;
  data: TestData;
  /** Whether queries name only models, and the compiler searches the join paths. Otherwise queries name each step. */
  isSearched: boolean;
}

const SAME_A = "w is not distinct from 'a'";
const NEXT_DAY = "cast(d + interval '1' day as date)";

/** The same layer with its SQL fragments in an engine's dialect. */
export function graphFor(engine: DialectName, graph: Graph): Graph {
  if (engine === "postgres") return graph;
  // ClickHouse's casts do not accept null.
  const next = engine === "clickhouse" ? "d + interval 1 day" : NEXT_DAY.replace("'1'", "1");
  const text = JSON.stringify(graph).replaceAll(NEXT_DAY, next);
  return JSON.parse(engine === "mysql" ? text.replaceAll(SAME_A, "w <=> 'a'") : text);
}

/** The month in which the fiscal years of random layers begin. */
export const FISCAL_START = 6;
const CALENDAR = {fiscalYearStart: {month: FISCAL_START}};

export const WORDS = ["a", "b", "c"];
const DOCUMENTS = [
  "{}",
  "[1]",
  '{"a":1}',
  `{"it's":"a"}`,
  `{"it's":[2]}`,
  '{"due":"2024-03-10","ok":true}',
  '{"due":"2024-01-31","ok":false}',
  '{"due":"2024-02-31","ok":"true"}',
];
const MOMENTS = [
  "2023-03-04 12:00:00",
  "2023-10-29 00:30:00",
  "2023-11-30 12:00:00",
  "2023-12-31 23:30:00",
  "2024-01-01 00:30:00",
  "2024-01-30 12:00:00",
  "2024-01-31 23:30:00",
  "2024-02-29 12:00:00",
  "2024-03-01 12:00:00",
  "2024-03-01 13:00:00",
  "2024-03-10 00:00:00",
  "2024-03-10 06:30:00",
  "2024-03-10 07:30:00",
  "2024-03-31 00:59:59",
  "2024-10-27 00:30:00",
  "2024-11-03 05:30:00",
  "2024-11-03 06:30:00",
];

/** The current time of random queries. There are rows on this day and on the next day. */
export const NOW = "2024-02-29T12:00:00Z";

/**
 * The days of the rows and some days around them, each with its period in the random layers' calendar. A period has
 * twenty days. Some periods begin at a moment that is on different days in different timezones.
 */
export const RETAIL: ReadonlyMap<string, string> = new Map(
  MOMENTS.flatMap(moment =>
    [-2, -1, 0, 1].map(days => Temporal.PlainDate.from(moment.slice(0, 10)).add({days})),
  )
    .map(day => [day.toString(), `p${Math.floor(day.since("2020-01-02").days / 20)}`] as const)
    .sort(),
);

const CALENDAR_MODEL: Model = {
  name: "days",
  table: {name: "days"},
  primaryKey: ["date_day"],
  dimensions: [
    {name: "date_day", type: "date", column: "date_day"},
    {name: "retail", type: "string", column: "retail"},
  ],
  calendar: {day: "date_day", grains: ["retail"]},
};

/** The layer with the calendar that all random layers share. */
export function withCalendar(layer: RandomLayer): RandomLayer {
  const days = {columns: {date_day: "date", retail: "text"}, rows: [...RETAIL].map(row => [...row])};
  return {
    ...layer,
    graph: {...layer.graph, models: [...layer.graph.models, CALENDAR_MODEL], calendar: CALENDAR},
    data: {...layer.data, days},
  };
}

/** Models in a tree of joins (sometimes with a second join under another name), with few rows and many nulls and orphans. */
export function randomLayer(chance: Chance): RandomLayer {
  const count = 2 + chance.below(4);
  const models: Model[] = [];
  const joins: Join[] = [];
  for (let i = 0; i < count; i++) models.push(randomModel(chance, `t${i}`));
  for (let i = 1; i < count; i++) {
    const other = chance.below(i);
    const [from, to] = chance.chance(0.65) ? [i, other] : [other, i];
    joins.push({
      from: `t${from}`,
      to: `t${to}`,
      relationship: "many_to_one",
      on: [{from: `f${to}`, to: "id"}],
    });
    if (chance.chance(0.15)) {
      joins.push({
        name: `second${i}`,
        from: `t${from}`,
        to: `t${to}`,
        relationship: "many_to_one",
        on: [{from: `g${to}`, to: "id"}],
      });
    }
  }
  const versions = chance.chance(0.4) ? addVersions(chance, models, joins) : undefined;
  addRowAccess(chance, models, joins);
  addWindowsAbove(chance, models, joins);
  addRatios(chance, models, joins);
  const rows = new Map(models.map(model => [model.name, randomRows(chance, count)]));
  if (versions !== undefined) rows.set(versions, versionRows(chance, count));
  return withCalendar({graph: {models, joins}, rows, data: tables(rows, count), isSearched: false});
}

/** Adds a model of versions. One of the versions is valid at the time of a row of another model. */
export function addVersions(chance: Chance, models: Model[], joins: Join[]): string {
  const to = `t${models.length}`;
  const from = chance.pick(models).name;
  models.push(randomModel(chance, to));
  joins.push({
    from,
    to,
    relationship: "many_to_one",
    on: [{from: "f0", to: "g0"}],
    validity: {from: "d", to: "until", at: chance.pick(["at", "d", "d", `${from}.at`])},
  });
  return to;
}

/** Versions of a few entities, one after the other, with gaps between. The last version is usually still valid. */
export function versionRows(chance: Chance, models: number): Row[] {
  const days = [...new Set(MOMENTS.map(moment => moment.slice(0, 10)))].sort();
  const rows: Row[] = [];
  for (let key = 1; key <= 4; key++) {
    const turns = days.filter(() => chance.chance(0.5));
    for (const [i, day] of turns.entries()) {
      if (chance.chance(0.2)) continue;
      const until = turns[i + 1] ?? (chance.chance(0.7) ? null : "2024-12-01");
      rows.push({...randomRow(chance, rows.length + 1, models), g0: key, d: day, until});
    }
  }
  return rows;
}

export function randomModel(chance: Chance, name: string): Model {
  return {
    name,
    table: {name},
    ...(chance.chance(0.95) ? {primaryKey: ["id"]} : {}),
    time: name === "t0" ? "d" : "at",
    dimensions: [
      {name: "w", type: "string", column: "w"},
      {name: "n", type: "number", column: "n"},
      {name: "at", type: "timestamp", column: "at"},
      {name: "d", type: "date", column: "d"},
      {name: "is_a", type: "boolean", sql: "w = 'a'"},
      {name: "size", type: "string", sql: "case when n > 3 then 'large' else 'small' end"},
      {name: "not_a", type: "boolean", sql: "not (w = 'a')"},
      {name: "mark", type: "string", sql: "nullif('z', w)"},
      {name: "same_a", type: "boolean", sql: SAME_A},
      {name: "next", type: "date", sql: NEXT_DAY},
      {name: "until", type: "date", column: "until"},
      {name: "j", type: "json", column: "j"},
      {name: "l", type: "json", items: "string", column: "l"},
      {name: "m", type: "json", items: "number", column: "m"},
      {name: "part", type: "string", column: "j", path: ["it's"]},
      {name: "spot", type: "number", column: "j", path: [0]},
      {name: "ok", type: "boolean", column: "j", path: ["ok"]},
      {name: "due", type: "date", column: "j", path: ["due"]},
    ],
    measures: [...MEASURES],
  };
}

export function addRowAccess(chance: Chance, models: Model[], joins: Join[]): void {
  for (const model of models) {
    if (model.calendar !== undefined || !chance.chance(0.25)) continue;
    const up = joins.filter(join => join.from === model.name);
    const join = up[0];
    let over = "";
    if (join !== undefined && chance.chance(0.5)) {
      over = `${join.name ?? join.to}.`;
      const next = joins.find(({from}) => from === join.to);
      if (next !== undefined && chance.chance(0.8)) over += `${next.name ?? next.to}.`;
    }
    model.rowAccess = [
      {dimension: `${over}${chance.pick(["w", "size", "n", "l", "m"])}`, attribute: chance.pick(["x", "y"])},
    ];
  }
}

/** Adds measures that roll along the dates of a joined model, or filter by the fields of that model. */
export function addWindowsAbove(chance: Chance, models: readonly Model[], joins: readonly Join[]): void {
  for (const model of models) {
    const up = joins.filter(join => join.from === model.name);
    if (up.length === 0) continue;
    const join = chance.pick(up);
    const role = join.name ?? join.to;
    const next = joins.filter(({from}) => from === join.to);
    const further = next.length > 0 && chance.chance(0.5) ? chance.pick(next) : undefined;
    const above = further === undefined ? role : `${role}.${further.name ?? further.to}`;
    model.measures?.push(
      {
        name: "rolled_up",
        type: "sum",
        column: "n",
        rolling: {dimension: `${role}.d`, window: {unit: "day", count: 40}},
      },
      {name: "total_above", type: "sum", column: "n", where: `\${${above}.w} = 'a'`},
      {name: "count_above", type: "count", where: `w <> 'b' and \${${role}.size} = 'small'`},
      {
        name: "rolled_above",
        type: "sum",
        column: "n",
        where: `\${${above}.w} = 'a'`,
        rolling: {dimension: "d", window: {unit: "month", count: 2}},
      },
      {name: "shifted_up", type: "count", offset: {dimension: `${role}.at`, unit: "month", count: 1}},
    );
  }
}

/** Adds ratios of the number of a model's rows to a sum of another model to which joins lead. */
export function addRatios(chance: Chance, models: readonly Model[], joins: readonly Join[]): void {
  for (const model of models) {
    const reached = new Set([model.name]);
    for (let size = 0; size < reached.size; ) {
      size = reached.size;
      for (const {from, to} of joins) {
        if (reached.has(from)) reached.add(to);
        else if (reached.has(to)) reached.add(from);
      }
    }
    if (reached.size > 1) reached.delete(model.name);
    // Usually there is another join path to the joined model, too.
    const next = joins.filter(({from}) => from === model.name).map(({to}) => to);
    const other = next.length > 0 && chance.chance(0.5) ? chance.pick(next) : chance.pick([...reached]);
    const sql = `\${count} / \${${other}.total}`;
    model.measures?.push({name: "per_other", type: "number", sql});
  }
}

export function randomRows(chance: Chance, models: number): Row[] {
  const rows: Row[] = [];
  const size = chance.chance(0.03) ? 0 : 4 + chance.below(10);
  for (let id = 1; id <= size; id++) rows.push(randomRow(chance, id, models));
  return rows;
}

function randomRow(chance: Chance, id: number, models: number): Row {
  const row: Row = {
    id,
    w: chance.chance(0.2) ? null : chance.pick(WORDS),
    n: chance.chance(0.2) ? null : chance.below(7) - 1,
    at: chance.chance(0.15) ? null : chance.pick(MOMENTS),
    d: chance.chance(0.15) ? null : chance.pick(MOMENTS).slice(0, 10),
    j: chance.chance(0.3) ? null : chance.pick(DOCUMENTS),
    until: null,
    l: chance.chance(0.2) ? null : randomArray(chance, [...WORDS, null]),
    m: chance.chance(0.2) ? null : randomArray(chance, [0, 1, 2, 5, null]),
  };
  for (let i = 0; i < models; i++) {
    row[`f${i}`] = chance.chance(0.2) ? null : 1 + chance.below(9);
    row[`g${i}`] = chance.chance(0.2) ? null : 1 + chance.below(9);
  }
  return row;
}

/** A random array as JSON. */
function randomArray(chance: Chance, items: readonly (string | number | null)[]): string {
  return JSON.stringify(Array.from({length: chance.below(4)}, () => chance.pick(items)));
}

export function tables(rows: ReadonlyMap<string, Row[]>, models: number): TestData {
  const columns: Record<string, string> = {
    id: "integer",
    w: "text",
    n: "integer",
    at: "timestamp",
    d: "date",
    j: "json",
    until: "date",
    l: "text[]",
    m: "integer[]",
  };
  for (let i = 0; i < models; i++) {
    columns[`f${i}`] = "integer";
    columns[`g${i}`] = "integer";
  }
  return Object.fromEntries(
    [...rows].map(([table, list]) => [
      table,
      {
        columns: table === "t1" ? {...columns, at: "timestamptz"} : columns,
        rows: list.map(row => Object.keys(columns).map(column => row[column] ?? null)),
      },
    ]),
  );
}
