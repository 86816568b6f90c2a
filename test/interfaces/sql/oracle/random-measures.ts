import type {Chance} from "../../../semantic/differential/random-layer.ts";
import {condition, type Kind, type Named} from "./random-expression.ts";
import {FLIGHTS, quoteName, RandomStatements} from "./random-statement.ts";

/** A statement with measures, and its equivalent by hand over plain tables, which have no measures. */
export interface MeasuredStatement {
  sql: string;
  byHand: string;
  /**
   * Whether the statement may be refused: it has a measure that does not add up, and groups that the layer may lack.
   */
  mayRefuse: boolean;
}

interface HandMade {
  name: string;
  byHand(alias: string, collated: (text: string) => string): string;
  /** Writes the measure as its own aggregate, such as `sum(total)` instead of `measure(total)`. */
  own?: (name: string) => string;
  isAdditive: boolean;
}

const MEASURES: readonly HandMade[] = [
  {name: "count", byHand: () => "count(*)", own: name => `count(${name})`, isAdditive: true},
  {name: "total", byHand: t => `sum(${t}.price)`, own: name => `sum(${name})`, isAdditive: true},
  {name: "farthest", byHand: t => `max(${t}.distance)`, own: name => `max(${name})`, isAdditive: true},
  {name: "mean", byHand: t => `avg(${t}.distance)`, own: name => `avg(${name})`, isAdditive: false},
  {
    name: "states",
    byHand: (t, collated) => `count(distinct ${collated(`${t}.state`)})`,
    own: name => `count(distinct ${name})`,
    isAdditive: false,
  },
  {
    name: "paid",
    byHand: t => `sum(${t}.price) filter (where ${t}.ok)`,
    own: name => `sum(${name})`,
    isAdditive: true,
  },
  {name: "ratio", byHand: t => `sum(${t}.price) / nullif(count(*), 0)`, isAdditive: false},
];

const KINDS: readonly Kind[] = ["text", "text", "bigint", "boolean", "date", "moment", "numeric"];

/** A random statement with measures. Measures compare texts in the warehouse's collation, which `collated` writes. */
export function randomMeasured(
  chance: Chance,
  collated: (text: string) => string = text => text,
): MeasuredStatement {
  const statements = new RandomStatements(chance);
  const alias = chance.pick(["f", "flights", '"T 1"']);
  const columns: Named[] = FLIGHTS.map(([name, kind]) => ({name, kind, sql: `${alias}.${quoteName(name)}`}));
  const context = {chance, columns, depth: chance.chance(0.8) ? 0 : 1};
  const inner: Named[] = FLIGHTS.map(([name, kind]) => ({name, kind, sql: quoteName(name)}));
  const below = condition({chance, columns: inner, depth: chance.chance(0.8) ? 0 : 1});
  const computed = `upper(state) as up, date_trunc('month', at) as mon, ${chance.pick(["distance / 100 as hundreds", "at::date as of_day"])}`;
  if (chance.chance(0.35)) {
    columns.push(
      {name: "up", kind: "text", sql: `${alias}.up`},
      {name: "mon", kind: "moment", sql: `${alias}.mon`},
    );
    const hasDay = computed.endsWith("of_day");
    columns.push({
      name: "x",
      kind: hasDay ? "date" : "bigint",
      sql: `${alias}.${hasDay ? "of_day" : "hundreds"}`,
    });
  }
  const isComputed = columns.length > FLIGHTS.length;
  const isJoined = !isComputed && chance.chance(0.2);
  if (isJoined)
    columns.push(
      {name: "city", kind: "text", sql: "a.city"},
      {name: "opened", kind: "date", sql: "a.opened"},
    );
  const table = alias === "flights" ? "flights" : `public.flights ${alias}`;
  const join = chance.pick(["join", "left join"]);
  const [head, from] = isJoined
    ? ["", `${table} ${join} datasets.airports a on a.code = ${alias}.origin_code`]
    : isComputed
      ? chance.pick<[string, string]>([
          ["", `(select *, ${computed} from flights) as ${alias}`],
          ["", `(select *, ${computed} from public.flights x where ${below}) ${alias}`],
          [
            "",
            `(select * from (select ${computed}, x.* from flights as x) as y where mon is not null) ${alias}`,
          ],
          [`with w as (select *, ${computed} from flights) `, `w as ${alias}`],
        ])
      : chance.pick<[string, string]>([
          ["", alias === "flights" ? "flights" : `flights ${alias}`],
          ["", alias === "flights" ? "public.flights" : `public.flights as ${alias}`],
          ["", `(select * from flights) as ${alias}`],
          ["", `(select * from public.flights where ${below}) ${alias}`],
          ["", `(select * from (select * from flights) as x where ${below}) ${alias}`],
          ["with w as (select * from flights) ", `w as ${alias}`],
        ]);
  const where = chance.chance(0.5) ? ` where ${condition({...context, depth: chance.below(2)})}` : "";
  const keys = Array.from({length: chance.below(3)}, () =>
    statements.key(context, chance.pick(KINDS)),
  ).filter(sql => !/^(?:null|'|true|false|-?[\d.]|E'|\$)/.test(sql));
  let mayRefuse = false;
  const measured = (isKeyed: boolean): {sql: string; byHand: string} => {
    const made = chance.pick(MEASURES);
    if (!made.isAdditive) mayRefuse = true;
    const name = `${alias}.${made.name}`;
    const forms = [`measure(${name})`, `MEASURE(${alias}."${made.name}")`, `Aggregate( ${name} )`];
    if (made.own !== undefined) forms.push(made.own(name));
    if (isKeyed) forms.push(name);
    return {sql: chance.pick(forms), byHand: made.byHand(alias, collated)};
  };
  const one = (): {sql: string; byHand: string} => {
    const kind = chance.below(6);
    if (kind === 0) {
      const aggregate = chance.pick([
        "count(*)",
        `sum(${alias}.price)`,
        `avg(${alias}.distance)`,
        `count(distinct ${alias}.state)`,
        `count(distinct ${alias}.ok)`,
        `percentile_cont(0.5) within group (order by ${alias}.distance)`,
        `min(${alias}.at)`,
        "count(1)",
        conditional(),
        conditional(),
      ]);
      if (/^percentile|filter|case/.test(aggregate)) mayRefuse = true;
      return same(aggregate);
    }
    const {sql, byHand} = measured(keys.length > 0);
    if (kind === 1) return {sql: `coalesce(${sql}, 0) + 1`, byHand: `coalesce(${byHand}, 0) + 1`};
    if (kind === 2) return {sql: `(${sql})::text`, byHand: `(${byHand})::text`};
    if (kind === 3) return {sql: `sum(${sql}) over ()`, byHand: `sum(${byHand}) over ()`};
    return {sql, byHand};
  };
  const same = (sql: string) => ({sql, byHand: sql});
  const conditional = () => {
    const test = condition({...context, depth: 0});
    return chance.pick([
      `count(*) filter (where ${test})`,
      `sum(case when ${test} then ${alias}.price else 0 end)`,
      `avg(${alias}.distance) filter (where ${test})`,
      `count(distinct case when ${test} then ${alias}.distance end)`,
      `sum(case when ${test} then 1 else 0 end)`,
    ]);
  };
  const targets = [...keys.map(same), ...Array.from({length: 1 + chance.below(3)}, one)];
  const isMeasured = targets.some(({sql, byHand}) => sql !== byHand);
  if (!isMeasured) targets.push(measured(keys.length > 0));
  const isRollup = keys.length > 1 && chance.chance(0.15);
  const ordinals = keys.map((_, at) => String(at + 1));
  const list = isRollup ? [`rollup (${keys.join(", ")})`] : chance.chance(0.5) ? ordinals : keys;
  const group = list.length === 0 ? "" : ` group by ${list.join(", ")}`;
  const having = chance.chance(0.4) ? measured(false) : undefined;
  const passes = chance.pick([
    "> 1",
    "<= 150.5",
    "<> 2",
    "between 1 and 200",
    "is not null",
    "in (1, 2, 3)",
    "is distinct from 3",
  ]);
  const tail = (form: "sql" | "byHand") => {
    const condition_ = having === undefined ? "" : ` having ${having[form]} ${passes}`;
    return `${group}${condition_}${order}`;
  };
  const direction = () => chance.pick(["", " desc", " desc nulls last", " nulls first"]);
  // A total order: the keys of the groups, sometimes after a number that all engines compute exactly.
  const sums = targets.flatMap(({byHand}, at) =>
    /^(?:count\(\*\)|sum\(\S+\)|max\(\S+\))$/.test(byHand) ? [String(at + 1)] : [],
  );
  const lead = sums.length > 0 && chance.chance(0.5) ? [chance.pick(sums)] : [];
  const limit = isRollup ? "" : chance.pick(["", " limit 3", " limit 4 offset 1"]);
  const order = chance.chance(0.6)
    ? ` order by ${[...lead, ...ordinals, ...(keys.length === 0 ? ["1"] : [])].map(key => key + direction()).join(", ")}${limit}`
    : "";
  const select = (form: "sql" | "byHand") =>
    targets.map((target, at) => `${target[form]} as c${at}`).join(", ");
  return {
    sql: `${head}select ${select("sql")} from ${from}${where}${tail("sql")}`,
    byHand: `${head}select ${select("byHand")} from ${from}${where}${tail("byHand")}`,
    mayRefuse,
  };
}
