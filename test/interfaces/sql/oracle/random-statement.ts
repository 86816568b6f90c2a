import type {Chance} from "../../../semantic/differential/random-layer.ts";
import {conditionalAggregate} from "./conditional-aggregate.ts";
import {type Context, condition, expression, type Kind, type Named} from "./random-expression.ts";

interface Source {
  sql: string;
  columns: Named[];
}

interface Made {
  sql: string;
  columns: {name: string; kind: Kind}[];
}

export const FLIGHTS: readonly [string, Kind][] = [
  ["id", "bigint"],
  ["state", "text"],
  ["Carrier Name", "text"],
  ["at", "moment"],
  ["day", "date"],
  ["distance", "bigint"],
  ["price", "numeric"],
  ["score", "double"],
  ["ok", "boolean"],
  ["origin_code", "text"],
  ["origin.city", "text"],
  ["origin.size", "bigint"],
  ["origin.opened", "date"],
];
const AIRPORTS: readonly [string, Kind][] = [
  ["code", "text"],
  ["city", "text"],
  ["size", "bigint"],
  ["opened", "date"],
];
const KINDS: readonly Kind[] = ["text", "bigint", "numeric", "double", "boolean", "date", "moment"];

/** Kinds that all engines group alike. Doubles are not: some engines tell -0 from 0. */
const ORDERED = KINDS.filter(kind => kind !== "double");

const named = ([name, kind]: readonly [string, Kind]) => ({name, kind});

export function quoteName(name: string): string {
  return /^[a-z_]+\d*$/.test(name) ? name : `"${name}"`;
}

/** Writes random statements that have one right answer: rows that a limit cuts off are in a total order. */
export class RandomStatements {
  #aliases = 0;
  readonly #ctes: {name: string; columns: {name: string; kind: Kind}[]}[] = [];

  constructor(readonly chance: Chance) {}

  statement(depth: number): string {
    const {chance} = this;
    if (chance.chance(0.15)) return this.page();
    if (depth > 1 && chance.chance(0.25)) {
      const parts: string[] = [];
      for (let index = 0; index <= chance.below(2); index++) {
        const name = `w${index}`;
        const {sql, columns} = this.select(depth - 1, []);
        parts.push(`${name} as ${chance.chance(0.2) ? "materialized " : ""}(${sql})`);
        this.#ctes.push({name, columns});
      }
      return `with ${parts.join(", ")} ${this.ordered(depth)}`;
    }
    return this.ordered(depth);
  }

  /** A page of rows or groups of one table in a total order, as programs request what fits on a screen. */
  page(): string {
    const {chance} = this;
    const columns: Named[] = FLIGHTS.map(([name, kind]) => ({name, kind, sql: quoteName(name)}));
    const context = {chance, columns, depth: 0};
    const picked = Array.from({length: 1 + chance.below(3)}, () => chance.pick(columns.slice(1)).sql);
    const where = chance.chance(0.5) ? ` where ${condition(context)}` : "";
    const isGrouped = chance.chance(0.5);
    const keys = [...new Set(picked)];
    const targets = isGrouped
      ? [
          ...keys,
          chance.pick(["count(*)", "count(distinct ok)", "max(distance)", "sum(price)", "upper(state)"]),
        ]
      : [...keys, "id"];
    const isKey = isGrouped && targets.at(-1) === "upper(state)";
    const group = isGrouped ? ` group by ${[...keys, ...(isKey ? ["state"] : [])].join(", ")}` : "";
    const having =
      isGrouped && chance.chance(0.3)
        ? ` having ${chance.pick(["count(*) > 1", "max(distance) < 200"])}`
        : "";
    const direction = () => chance.pick(["", "", " desc", " desc nulls last", " nulls first"]);
    const order = targets.map((_, at) => `${at + 1}${direction()}`).join(", ");
    const limit = chance.pick([" limit 5", " limit 3 offset 2", " offset 30", " limit 0", " limit null"]);
    return `select ${targets.join(", ")} from flights${where}${group}${having} order by ${order}${limit}`;
  }

  /** An outermost select, in a total order or in none. */
  ordered(depth: number): string {
    const {chance} = this;
    const {sql, columns} =
      chance.chance(0.2) && depth > 1 ? this.setOperation(depth) : this.select(depth, []);
    if (!chance.chance(0.5)) return sql;
    const keys = columns.map(
      (_, index) => `${index + 1}${chance.pick(["", " asc", " desc", " desc nulls last", " nulls first"])}`,
    );
    const limit = chance.pick([
      "",
      ` limit ${chance.below(12)}`,
      ` limit 5 offset ${chance.below(6)}`,
      " fetch first 4 rows only",
    ]);
    return `${sql} order by ${keys.join(", ")}${limit}`;
  }

  setOperation(depth: number): Made {
    const {chance} = this;
    const kinds = Array.from({length: 1 + chance.below(3)}, () => chance.pick(KINDS));
    const left = this.select(depth - 1, [], kinds);
    const right = this.select(depth - 1, [], kinds);
    const operator = chance.pick([
      "union all",
      "union",
      "intersect",
      "except",
      "except all",
      "intersect all",
    ]);
    return {sql: `${left.sql} ${operator} ${right.sql}`, columns: left.columns};
  }

  select(depth: number, outer: readonly Named[], kinds?: readonly Kind[]): Made {
    const {chance} = this;
    const source = this.from(depth);
    const columns = [...source.columns, ...(chance.chance(0.2) ? outer : [])];
    const context = this.#context(columns, Math.min(depth, 2));
    const where = chance.chance(0.65) ? ` where ${condition(context)}` : "";
    if (chance.chance(0.4)) return this.grouped(source, context, where, kinds);
    if (kinds === undefined && chance.chance(0.12) && !source.sql.includes(" join ")) {
      const plain = source.columns.map(({name, kind}) => ({name, kind}));
      return {sql: `select * from ${source.sql}${where}`, columns: plain};
    }
    const targetKinds = kinds ?? Array.from({length: 1 + chance.below(4)}, () => chance.pick(KINDS));
    const targets = targetKinds.map(kind => {
      if (chance.chance(0.12) && depth > 0) return {kind, sql: this.window(context, kind)};
      return {kind, sql: expression(context, kind)};
    });
    const distinct = chance.chance(0.15) ? "distinct " : "";
    return this.#selectAs(`select ${distinct}`, targets, ` from ${source.sql}${where}`);
  }

  #selectAs(head: string, targets: readonly {kind: Kind; sql: string}[], tail: string): Made {
    const columns = targets.map(({kind}, index) => ({name: `c${index}`, kind}));
    const list = targets.map(({sql}, index) => `${sql} as c${index}`);
    return {sql: `${head}${list.join(", ")}${tail}`, columns};
  }

  window(context: Context, kind: Kind): string {
    const {chance} = this;
    const over = `over (partition by ${expression({...context, depth: 0}, chance.pick(KINDS))}${
      chance.chance(0.5) ? ` order by ${expression({...context, depth: 0}, chance.pick(KINDS))}` : ""
    })`;
    switch (kind) {
      case "bigint":
        return chance.pick([`count(*) ${over}`, `rank() ${over}`, `dense_rank() ${over}`]);
      case "numeric":
        return `sum(${expression({...context, depth: 0}, "numeric")}) ${over}`;
      case "boolean":
        return `bool_or(${expression({...context, depth: 0}, "boolean")}) ${over}`;
      default:
        return `max(${expression({...context, depth: 0}, kind)}) ${over}`;
    }
  }

  /** Groups with conditional aggregates, mostly with a limit. */
  conditional(): string {
    const {chance} = this;
    const source = chance.chance(0.7) ? this.relation(0) : this.from(0);
    const context = this.#context(source.columns, 0);
    const kinds = Array.from({length: chance.below(3)}, () => chance.pick(ORDERED));
    const keys = kinds
      .map(kind => this.key(context, kind))
      .filter(sql => !/^(?:null|'|true|false|-?[\d.]|E'|\$)/.test(sql));
    const counted = Array.from({length: 1 + chance.below(3)}, () => conditionalAggregate(context, "bigint"));
    const others = chance.chance(0.5) ? [conditionalAggregate(context, chance.pick(KINDS))] : [];
    const targets = [...counted, ...keys, ...others].map((sql, at) => `${sql} as c${at}`);
    const where = chance.chance(0.3) ? ` where ${condition(context)}` : "";
    const group = keys.length === 0 ? "" : ` group by ${keys.join(", ")}`;
    const operator = chance.pick(["=", "<>", "<", "<=", ">", ">=", "is distinct from"]);
    const having = chance.chance(0.3) ? ` having ${chance.pick(counted)} ${operator} ${chance.below(4)}` : "";
    // All engines sort counts and keys alike.
    const order = [...counted, ...keys]
      .map((_, at) => `${at + 1}${chance.pick(["", " desc", " desc nulls last", " nulls first"])}`)
      .join(", ");
    const limit = chance.pick(["", " limit 3", " limit 4 offset 1"]);
    return `select ${targets.join(", ")} from ${source.sql}${where}${group}${having} order by ${order}${limit}`;
  }

  grouped(source: Source, context: Context, where: string, kinds?: readonly Kind[]): Made {
    const {chance} = this;
    const targetKinds = kinds ?? Array.from({length: 1 + chance.below(4)}, () => chance.pick(KINDS));
    const isKey = targetKinds.map(() => chance.chance(0.5));
    const keyed = {...context, depth: chance.chance(0.6) ? 0 : 1};
    const targets = targetKinds.map((kind, index) => ({
      kind,
      sql: isKey[index] === true ? this.key(keyed, kind) : this.aggregate(context, kind),
    }));
    const keys = targets.filter((_, index) => isKey[index]).map(({sql}) => sql);
    const extra = chance.chance(0.2) ? [this.key(keyed, chance.pick(KINDS))] : [];
    const all = [...keys, ...extra].filter(sql => !/^(?:null|'|true|false|-?[\d.]|E'|\$)/.test(sql));
    const ordinals = targets.flatMap((_, index) => (isKey[index] === true ? [String(index + 1)] : []));
    const plain = chance.chance(0.4) && extra.length === 0 ? ordinals : all;
    const list = plain.length > 1 && chance.chance(0.12) ? [`rollup (${all.join(", ")})`] : plain;
    const group = list.length === 0 || list[0] === "rollup ()" ? "" : ` group by ${list.join(", ")}`;
    const having = chance.chance(0.35) ? ` having ${this.having(context, group === "" ? [] : all)}` : "";
    return this.#selectAs("select ", targets, ` from ${source.sql}${where}${group}${having}`);
  }

  key(context: Context, kind: Kind): string {
    const {chance, columns} = context;
    const moments = columns.filter(column => column.kind === "moment" || column.kind === "date");
    if (moments.length > 0 && chance.chance(0.5)) {
      const {sql} = chance.pick(moments);
      if (kind === "moment")
        return `date_trunc('${chance.pick(["day", "week", "month", "quarter", "year", "hour", "minute"])}', ${sql})`;
      if (kind === "date") return `${sql}::date`;
      if (kind === "numeric")
        return `extract(${chance.pick(["year", "month", "quarter", "day", "dow", "isodow", "doy"])} from ${sql})`;
      if (kind === "double") return `date_part('${chance.pick(["year", "month", "dow"])}', ${sql})`;
    }
    return expression(context, kind);
  }

  /** A condition on groups: on their keys and on aggregates. */
  having(context: Context, keys: readonly string[]): string {
    const {chance} = this;
    const operator = chance.pick(["=", "<>", "<", "<=", ">", ">="]);
    const column = (kind: Kind) => expression({...context, depth: 0}, kind);
    const number = chance.pick<Kind>(["bigint", "numeric", "double"]);
    return chance.pick([
      () => `count(*) ${operator} ${chance.below(4)}`,
      () => `count(*) between 1 and ${chance.below(6)} and not (count(${column("text")}) in (0, 2))`,
      () => `sum(${column(number)}) ${operator} 100.25`,
      () =>
        `(max(${column(number)}) ${operator} 100) is ${chance.pick(["", "not "])}${chance.pick(["true", "false", "unknown"])}`,
      () => `min(${column("moment")}) ${operator} '2024-03-10'`,
      () => `max(${column("date")}) is ${chance.pick(["", "not "])}null`,
      () =>
        `${chance.pick(["min", "max"])}(${column("text")}) ${operator} ${chance.pick(["'CA'", "'a'", "'ä'"])}`,
      () => `min(${column("bigint")}) ${operator} max(${column("bigint")})`,
      () => `count(distinct ${column("bigint")}) ${operator} 1`,
      () => `${conditionalAggregate(context, chance.pick<Kind>(["bigint", "numeric"]))} ${operator} 1`,
      () =>
        keys.length === 0
          ? "true"
          : `${chance.pick(keys)} is not null ${chance.pick(["and", "or"])} count(*) > 1`,
      () => `sum(${expression({...context, depth: 0}, "numeric")}) is not null`,
      () => `min(${expression({...context, depth: 0}, "bigint")}) < 200 or count(*) = 1`,
    ])();
  }

  aggregate(context: Context, kind: Kind): string {
    const {chance} = this;
    const of = (inner: Kind) => expression({...context, depth: chance.chance(0.7) ? 0 : 1}, inner);
    const filter = chance.chance(0.12) ? ` filter (where ${condition({...context, depth: 0})})` : "";
    switch (kind) {
      case "text":
        return chance.pick([
          () => `${chance.pick(["min", "max"])}(${of("text")})${filter}`,
          () => `string_agg(distinct ${of("text")}, ',')`,
          () => `count(*)::text`,
        ])();
      case "bigint":
        return chance.pick([
          () => `count(*)${filter}`,
          () => `count(${of(chance.pick(KINDS))})${filter}`,
          () => `count(distinct ${of(chance.pick(KINDS))})`,
          () => `count(distinct ${expression({...context, depth: 0}, chance.pick(KINDS))})`,
          () => `max(${of("bigint")})`,
          () => `count(1)`,
          () => conditionalAggregate(context, "bigint"),
          () => conditionalAggregate(context, "bigint"),
        ])();
      case "numeric":
        return chance.pick([
          () => `sum(${of("numeric")})${filter}`,
          () => `avg(${of("numeric")})`,
          () => `avg(${of("bigint")} % 1000)`,
          () => `sum(${of("numeric")}) / nullif(count(*), 0)`,
          () => `min(${of("numeric")})`,
          () => conditionalAggregate(context, "numeric"),
          () => conditionalAggregate(context, "numeric"),
        ])();
      case "double":
        return chance.pick([
          () => `sum(${of("double")})`,
          () => `avg(${of("double")})`,
          () =>
            `percentile_cont(${chance.pick(["0.5", "0.25", "0.9"])}) within group (order by ${of(chance.pick(["bigint", "double"]))})`,
          () => `max(${of("double")})`,
          () => conditionalAggregate(context, "double"),
        ])();
      case "boolean":
        return chance.pick([
          () => `bool_and(${of("boolean")})`,
          () => `count(*) > 2`,
          () => `every(${of("boolean")})`,
        ])();
      default:
        if (chance.chance(0.2)) return conditionalAggregate(context, kind);
        return `${chance.pick(["min", "max"])}(${of(kind)})${filter}`;
    }
  }

  #context(columns: readonly Named[], depth: number): Context {
    return {
      chance: this.chance,
      columns,
      depth,
      subquery: (kind, left) => {
        if (left <= 0) return undefined;
        const isScalar = this.chance.chance(0.5);
        const source = this.from(0);
        const inner = [...source.columns, ...(this.chance.chance(0.4) ? columns : [])];
        const context = {chance: this.chance, columns: inner, depth: 1};
        const where = this.chance.chance(0.6) ? ` where ${condition(context)}` : "";
        const target =
          isScalar || left === 1 ? `max(${this.#scalar(context, kind)})` : expression(context, kind);
        return `select ${target} from ${source.sql}${where}`;
      },
    };
  }

  #scalar(context: Context, kind: Kind): string {
    return kind === "boolean" ? `(${condition(context)})::int` : expression({...context, depth: 0}, kind);
  }

  from(depth: number): Source {
    const {chance} = this;
    if (chance.chance(0.15)) return this.layerJoin();
    const one = this.relation(depth);
    if (depth <= 0 || !chance.chance(0.3)) return one;
    const other = this.relation(depth - 1);
    const both = [...one.columns, ...other.columns];
    const join = chance.pick(["join", "left join", "right join", "full join", "cross join", ","]);
    if (join === "cross join" || join === ",")
      return {sql: `${one.sql}${join === "," ? "," : " cross join"} ${other.sql}`, columns: both};
    return {sql: `${one.sql} ${join} ${other.sql} on ${this.joinCondition(one, other, join)}`, columns: both};
  }

  /** A join that the layer also defines. */
  layerJoin(): Source {
    const {chance} = this;
    this.#aliases += 2;
    const [f, a] = [`t${this.#aliases - 1}`, `t${this.#aliases}`];
    const on = chance.pick([`${f}.origin_code = ${a}.code`, `${a}.code = ${f}.origin_code`]);
    return {
      sql: `flights ${f} ${chance.pick(["join", "left join", "inner join", "left outer join"])} airports ${a} on ${on}`,
      columns: [...this.#columns(f, FLIGHTS.map(named)), ...this.#columns(a, AIRPORTS.map(named))],
    };
  }

  joinCondition(one: Source, other: Source, join: string): string {
    const {chance} = this;
    const kind = chance.pick(["text", "bigint"] as const);
    const [lefts, rights] = [one, other].map(({columns}) => columns.filter(column => column.kind === kind));
    const pair =
      lefts !== undefined && rights !== undefined && lefts.length > 0 && rights.length > 0
        ? `${chance.pick(lefts).sql} = ${chance.pick(rights).sql}`
        : "true";
    if (join === "full join" || !chance.chance(0.4)) return pair;
    const context = {chance, columns: [...one.columns, ...other.columns], depth: 0};
    return `${pair} and ${condition(context)}`;
  }

  relation(depth: number): Source {
    const {chance} = this;
    this.#aliases += 1;
    const alias = `t${this.#aliases}`;
    if (depth > 0 && this.#ctes.length > 0 && chance.chance(0.4)) {
      const {name, columns} = chance.pick(this.#ctes);
      return {sql: `${name} as ${alias}`, columns: this.#columns(alias, columns)};
    }
    if (depth > 1 && chance.chance(0.35)) {
      const {sql, columns} = this.select(depth - 1, []);
      return {sql: `(${sql}) as ${alias}`, columns: this.#columns(alias, columns)};
    }
    const isFlights = chance.chance(0.75);
    const columns = (isFlights ? FLIGHTS : AIRPORTS).map(([name, kind]) => ({name, kind}));
    const table = isFlights
      ? chance.pick(["flights", "public.flights", '"flights"'])
      : chance.pick(["airports", "datasets.airports"]);
    return {sql: `${table}${chance.pick([" as ", " "])}${alias}`, columns: this.#columns(alias, columns)};
  }

  #columns(alias: string, columns: readonly {name: string; kind: Kind}[]): Named[] {
    return columns.map(({name, kind}) => ({name, kind, sql: `${alias}.${quoteName(name)}`}));
  }
}
