import {renameFilter} from "../../../shared/semantic/filters/tree.ts";
import type {Dimension, Graph, Measure, Model} from "../../../shared/semantic/layer/graph.ts";
import type {Join} from "../../../shared/semantic/layer/join.ts";
import type {BinnedDimension} from "../../../shared/semantic/query/bins.ts";
import type {Filter} from "../../../shared/semantic/query/filter.ts";
import type {EventsOf} from "../../../shared/semantic/query/journeys.ts";
import type {NestedMeasure} from "../../../shared/semantic/query/nested.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import {isNestedMeasure} from "../../../shared/semantic/query/row-aggregates.ts";
import type {TestData} from "../engines.ts";
import type {Chance, RandomLayer} from "./random-layer.ts";

/** A layer with other names, with its tables, and with functions that rename its graph and its queries. */
export interface Renamed {
  data: TestData;
  /** Renames the graph, also for a graph in the dialect of another engine. */
  graph(graph: Graph): Graph;
  query(query: Query): Query;
}

/** Names that the compiler itself uses, and the names that it uses if these are taken. */
const COMPILER_NAMES = (
  "t t_2 d0 d1 d2 m0 m1 v0 j0 k0 p0 r0 n0 c0 day days period place placed moment asked passed branches filled others " +
  "ranked single groups_1 facts_1 facts_2 periods_1 picked_1 source_1 bounds bits n bit lo hi first last tried " +
  "entity step stretch since shown events ordered attributed nested"
).split(" ");
// `null` is missing, because on ClickHouse every nullable column has a part of that name, so that "a"."null" is
// ambiguous.
const RESERVED =
  "select from where order group by true user table case end union interval count distinct".split(" ");
const ODD = [
  ..."% _ ' -- /* ? * ( ; , 0 1e5 -1 # @x | ~".split(" "),
  "a b",
  "it's",
  '"',
  'a"b',
  "`",
  "a`b",
  "\\",
  "a\\",
  "\\'",
  "$1",
  ":p1",
  "${x",
  "a/b",
  "é",
  "É",
  "e\u0301",
  "ß",
  "ſ",
  "İ",
  "ı",
  "漢字",
  "ﬁ",
  "Ж",
];
/**
 * Lengths for pairs of names that become equal when they are cut: after 63 bytes on Postgres, after 64 characters on
 * MySQL.
 */
const LONG = [62, 63, 64, 65, 100, 127]
  .flatMap(length => [`${"x".repeat(length)}a`, `${"x".repeat(length)}b`])
  .concat(["漢".repeat(21), `${"漢".repeat(21)}字`, `${"漢".repeat(60)}a`, `${"漢".repeat(60)}b`]);

/** Gives unique names of one kind. A new name often resembles an earlier name. */
class Names {
  readonly #given = new Set<string>();

  constructor(
    readonly chance: Chance,
    /** The form in which names are compared. */
    readonly fold: (name: string) => string,
  ) {}

  next(isFit: (name: string) => boolean): string {
    for (;;) {
      const name = this.#draw();
      if (name.length > 128 || this.#given.has(this.fold(name)) || !isFit(name)) continue;
      this.take(name);
      return name;
    }
  }

  /** Takes a name. Returns whether the name was still free. */
  take(name: string): boolean {
    const folded = this.fold(name);
    if (this.#given.has(folded)) return false;
    this.#given.add(folded);
    return true;
  }

  #draw(): string {
    const {chance} = this;
    const known = [...this.#given];
    if (known.length > 0 && chance.chance(0.4)) {
      const other = chance.pick(known);
      return chance.pick([
        `${other}_2`,
        `${other}_2`,
        `${other}_1`,
        `${other}_${chance.pick(known)}`,
        other.toUpperCase(),
        other.toLowerCase(),
        other.slice(0, 1).toUpperCase() + other.slice(1),
        `${other} `,
        ` ${other}`,
        `${other}x`,
      ]);
    }
    return chance.pick(
      chance.pick([
        COMPILER_NAMES,
        COMPILER_NAMES,
        RESERVED,
        ODD,
        ODD,
        LONG,
        ["plain", "name", "Parent", "parent"],
      ]),
    );
  }
}

/** The form of a name in which no engine confuses the columns of a table or the tables of a database. */
function foldStored(name: string): string {
  return name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toUpperCase().toLowerCase();
}

/**
 * Whether a table can have a column or a name like this in every engine and in the test data. The name must be short
 * enough, have no blank at either end, and not be a number, because JavaScript sorts keys of objects that are numbers.
 */
function isStored(name: string): boolean {
  return !/^\d+$/.test(name) && new TextEncoder().encode(name).length <= 60 && name.trim() === name;
}

function isTable(name: string): boolean {
  return isStored(name) && name.length < 30;
}

/** Whether a name can be written in `${…}`, where blanks around the name are ignored. */
function isReferred(name: string): boolean {
  return !/[.}]/.test(name) && name.trim() === name && name !== "" && name !== "TABLE";
}

/** The same layer with hostile names of models, tables, columns, fields and roles. */
export function renameLayer(chance: Chance, {graph, data}: RandomLayer): Renamed {
  // The kind of a name is found by its text alone, so no name of one kind is also a name of another kind.
  const spoken = new Names(chance, name => name);
  const tables = new Names(chance, foldStored);
  const columns = new Names(chance, foldStored);
  const places = new Map<string, string>();
  const fields = new Map<string, string>();
  const tableOf = new Map<string, string>();
  const columnOf = new Map<string, string>();
  for (const {name} of graph.models) {
    places.set(name, spoken.next(isReferred));
    tableOf.set(name, tables.next(isTable));
  }
  for (const {name} of graph.joins ?? []) if (name !== undefined) places.set(name, spoken.next(isReferred));
  // The alias of the last table on the join path of a row access rule is the name of the table that the rule protects.
  for (const {name, rowAccess = []} of graph.models) {
    const steps = rowAccess[0]?.dimension.split(".").slice(0, -1) ?? [];
    const last = places.get(steps.at(-1) ?? "");
    if (last === undefined || !chance.chance(0.9)) continue;
    const alike = steps.length > 1 ? `${last}_${steps.length}` : last.toUpperCase();
    if (alike.length <= 128 && spoken.take(alike)) places.set(name, alike);
  }
  for (const table of Object.values(data)) {
    for (const column of Object.keys(table.columns))
      if (!columnOf.has(column)) columnOf.set(column, columns.next(isStored));
  }
  for (const {dimensions, measures = [], calendar} of graph.models) {
    // A grain of the calendar must not have the name of a built-in grain.
    if (calendar !== undefined)
      for (const {name} of dimensions) if (spoken.take(name)) fields.set(name, name);
    for (const {name} of [...dimensions, ...measures])
      if (!fields.has(name)) fields.set(name, spoken.next(isReferred));
  }
  const names: Maps = {chance, places, fields, columns: columnOf};
  return {
    graph: ({models, joins = [], ...rest}) => ({
      ...rest,
      models: models.map(model => renameModel(names, model, tableOf.get(model.name) ?? "")),
      joins: joins.map(join => renameJoin(names, join)),
    }),
    data: Object.fromEntries(
      Object.entries(data).map(([table, {columns: types, rows}]) => [
        tableOf.get(table) ?? table,
        {
          columns: Object.fromEntries(
            Object.entries(types).map(([column, type]) => [known(columnOf, column), type]),
          ),
          rows,
        },
      ]),
    ),
    query: query => renameQuery(names, query),
  };
}

interface Maps {
  chance: Chance;
  /** Names of models and roles. */
  places: ReadonlyMap<string, string>;
  fields: ReadonlyMap<string, string>;
  columns: ReadonlyMap<string, string>;
}

function known(map: ReadonlyMap<string, string>, name: string): string {
  const found = map.get(name);
  if (found === undefined) throw new Error(`"${name}" has no other name`);
  return found;
}

/**
 * Renames a path such as `t0.second1.at.month`, which consists of models or roles, a field, and a grain. Any other part
 * is a grain.
 */
function renamePath({places, fields}: Maps, path: string): string {
  return path
    .split(".")
    .map(part => places.get(part) ?? fields.get(part) ?? part)
    .join(".");
}

function renameModel(names: Maps, model: Model, table: string): Model {
  return {
    ...model,
    name: known(names.places, model.name),
    table: {name: table},
    ...(model.primaryKey ? {primaryKey: model.primaryKey.map(column => known(names.columns, column))} : {}),
    ...(model.time === undefined ? {} : {time: known(names.fields, model.time)}),
    dimensions: model.dimensions.map(field => renameField(names, field)),
    measures: (model.measures ?? []).map(field => renameMeasure(names, field)),
    ...(model.calendar
      ? {
          calendar: {
            day: known(names.fields, model.calendar.day),
            grains: model.calendar.grains.map(grain => known(names.fields, grain)),
          },
        }
      : {}),
    ...(model.rowAccess
      ? {
          rowAccess: model.rowAccess.map(({dimension, attribute}) => ({
            dimension: renamePath(names, dimension),
            attribute,
          })),
        }
      : {}),
  };
}

function renameField<F extends Dimension | Measure>(names: Maps, field: F): F {
  return {
    ...field,
    name: known(names.fields, field.name),
    ...(field.column === undefined ? {} : {column: known(names.columns, field.column)}),
    ...(field.sql === undefined ? {} : {sql: renameFragment(names, field.sql)}),
  };
}

function renameMeasure(names: Maps, measure: Measure): Measure {
  const {nonAdditive, rolling, toDate, offset, where, conversion} = measure;
  const along = <T extends {dimension: string}>(window: T): T => ({
    ...window,
    dimension: renamePath(names, window.dimension),
  });
  return {
    ...renameField(names, measure),
    ...(where === undefined ? {} : {where: renameFragment(names, where)}),
    ...(nonAdditive === undefined
      ? {}
      : {
          nonAdditive: {
            ...along(nonAdditive),
            ...(nonAdditive.per ? {per: nonAdditive.per.map(name => renamePath(names, name))} : {}),
          },
        }),
    ...(rolling === undefined ? {} : {rolling: along(rolling)}),
    ...(toDate === undefined ? {} : {toDate: along(toDate)}),
    ...(offset === undefined ? {} : {offset: along(offset)}),
    ...(conversion === undefined ? {} : {conversion: renameConversion(names, conversion)}),
  };
}

function renameConversion(names: Maps, conversion: NonNullable<Measure["conversion"]>) {
  type Pair = typeof conversion.entity;
  const both = (pair: Pair): Pair =>
    typeof pair === "string"
      ? renamePath(names, pair)
      : {base: renamePath(names, pair.base), conversion: renamePath(names, pair.conversion)};
  const {measure, entity, time, constantProperties, ...rest} = conversion;
  return {
    ...rest,
    measure: renamePath(names, measure),
    entity: both(entity),
    time: both(time),
    ...(constantProperties ? {constantProperties: constantProperties.map(both)} : {}),
  };
}

/**
 * Renames the references of a fragment, and its columns in the ways in which an author may write them: bare if
 * possible, quoted, or with their table.
 */
function renameFragment(names: Maps, sql: string): string {
  return sql.replaceAll(/\$\{([^}]*)\}|'[^']*'|[a-z_]\w*/g, (text: string, reference: string | undefined) => {
    if (reference !== undefined) return `\${${renamePath(names, reference)}}`;
    const column = names.columns.get(text);
    if (text.startsWith("'") || column === undefined) return text;
    const quoted = `"${column.replaceAll('"', '""')}"`;
    const isPlain = /^[a-z][a-z0-9_]*$/.test(column) && !RESERVED.includes(column);
    const forms = [quoted, `\${TABLE}.${quoted}`, ...(isPlain ? [column] : [])];
    return names.chance.pick(forms);
  });
}

function renameJoin(names: Maps, join: Join): Join {
  return {
    ...join,
    ...(join.name === undefined ? {} : {name: known(names.places, join.name)}),
    from: known(names.places, join.from),
    to: known(names.places, join.to),
    on: join.on.map(({from, to}) => ({from: known(names.columns, from), to: known(names.columns, to)})),
    ...(join.validity === undefined
      ? {}
      : {
          validity: {
            from: renamePath(names, join.validity.from),
            to: renamePath(names, join.validity.to),
            at: renamePath(names, join.validity.at),
          },
        }),
  };
}

function renameQuery(names: Maps, query: Query): Query {
  const path = (name: string): string =>
    name.endsWith(".bin") ? `${path(name.slice(0, -4))}.bin` : renamePath(names, name);
  const filter = (one: Filter): Filter => renameFilter(one, {field: path, rows: path}, "");
  const events = <E extends EventsOf>({model, entity, time, filters, ...rest}: E) => ({
    ...rest,
    ...(model === undefined ? {} : {model: known(names.places, model)}),
    ...(entity === undefined ? {} : {entity: path(entity)}),
    ...(time === undefined ? {} : {time: path(time)}),
    ...(filters ? {filters: filters.map(filter)} : {}),
  });
  const binned = (entry: string | BinnedDimension) =>
    typeof entry === "string" ? path(entry) : {...entry, field: path(entry.field)};
  const groups = ({of, per}: Pick<NestedMeasure, "of" | "per">) => ({of: path(of), per: per.map(binned)});
  const {funnel, retention, ...others} = query;
  return {
    ...others,
    ...(funnel
      ? {funnel: {...funnel, entity: path(funnel.entity), steps: funnel.steps.map(step => events(step))}}
      : {}),
    ...(retention
      ? {
          retention: {
            ...retention,
            entity: path(retention.entity),
            ...(retention.time === undefined ? {} : {time: path(retention.time)}),
            ...(retention.returns ? {returns: events(retention.returns)} : {}),
            ...(retention.measures ? {measures: retention.measures.map(path)} : {}),
          },
        }
      : {}),
    model: known(names.places, query.model),
    ...(query.dimensions
      ? {
          dimensions: query.dimensions.map(entry =>
            typeof entry !== "string" && "of" in entry ? {...entry, ...groups(entry)} : binned(entry),
          ),
        }
      : {}),
    ...(query.measures
      ? {
          measures: query.measures.map(entry =>
            typeof entry === "string"
              ? path(entry)
              : isNestedMeasure(entry)
                ? {...entry, ...groups(entry)}
                : {...entry, ...(entry.of === undefined ? {} : {of: path(entry.of)})},
          ),
        }
      : {}),
    ...(query.orderBy
      ? {
          orderBy: query.orderBy.map(entry => {
            const [, name = "", direction = ""] = /^(.*?)( asc| desc)?$/.exec(entry) ?? [];
            return path(name) + direction;
          }),
        }
      : {}),
    ...(query.filters ? {filters: query.filters.map(filter)} : {}),
    ...(query.top
      ? {
          top: {
            ...query.top,
            dimension: path(query.top.dimension),
            by: path(query.top.by),
            ...(query.top.within ? {within: query.top.within.map(path)} : {}),
          },
        }
      : {}),
    ...(query.calculations
      ? {
          calculations: query.calculations.map(({of, within, along, ...rest}) => ({
            ...rest,
            of: path(of),
            ...(within ? {within: within.map(path)} : {}),
            ...(along === undefined ? {} : {along: path(along)}),
          })),
        }
      : {}),
  };
}
