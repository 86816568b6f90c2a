import {type Measure, windowUnitOf} from "../../../../semantic/documents.ts";
import type {BuiltModel} from "../../common/built-model.ts";
import {isEmpty} from "../../common/document.ts";
import type {Entry} from "../../common/entry.ts";
import type {GraphBuilder} from "../../common/graph-builder.ts";
import {measureOver} from "../../common/measure-over.ts";
import {allOf, sourceOf} from "../../common/sql.ts";
import {addMember, described, MemberFault, ownSql, plainColumn} from "./member.ts";

const AGGREGATES = ["count", "count_distinct", "count_distinct_approx", "sum", "avg", "min", "max"] as const;

/** Keys of measures over the result of another query. */
const MULTI_STAGE = ["group_by", "reduce_by", "add_group_by", "time_shift"];

export function addMeasure(entry: Entry, model: BuiltModel, builder: GraphBuilder): void {
  addMember(entry, model, "metric_dropped", name => {
    const type = entry.text("type") ?? "";
    const given = entry.text("sql");
    const sql = given === undefined ? undefined : ownSql(given, model.name);
    const filters = filtersOf(entry, model.name);
    if (entry.flag("multi_stage") || MULTI_STAGE.some(key => entry.has(key)))
      throw new MemberFault("it works on the result of another query");
    const rolling = rollingOf(entry, model);
    entry.unused("a query over the model's dimensions returns single rows", "drill_members");
    const where = allOf(filters);
    const measure = measureOf(name, type, sql, where, entry, model, builder);
    if (rolling && measure.type === "number")
      throw new MemberFault("a number over other measures cannot have a rolling window");
    builder.addMeasure(model, {name, ...measure, ...rolling, ...described(entry)}, entry.place);
  });
}

/** The conditions of a measure. Throws if one is not understood, because the measure would have other numbers without it. */
function filtersOf(entry: Entry, cube: string): string[] {
  const declared = entry.plain("filters");
  const filters = entry.entries("filters", "filter").map(filter => filter.text("sql"));
  const conditions = filters.flatMap(sql => (sql === undefined ? [] : [ownSql(sql, cube)]));
  if (!isEmpty(declared) && conditions.length !== (Array.isArray(declared) ? declared.length : 1))
    throw new MemberFault('its filters are not a list of conditions, each under "sql"');
  return conditions;
}

function measureOf(
  name: string,
  type: string,
  sql: string | undefined,
  where: string | undefined,
  entry: Entry,
  model: BuiltModel,
  builder: GraphBuilder,
): Omit<Measure, "name"> {
  const aggregate = AGGREGATES.find(known => known === type);
  if (aggregate !== undefined) {
    const source = sql === undefined ? {} : plainColumn(sourceOf(sql));
    if (sql === undefined && aggregate !== "count") throw new MemberFault('it needs "sql"');
    return {type: aggregate, ...source, ...(where === undefined ? {} : {where})};
  }
  if (type !== "number" && type !== "number_agg")
    throw new MemberFault(`its type "${type}" is not a type of measure`);
  if (sql === undefined) throw new MemberFault('it needs "sql"');
  if (where !== undefined) throw new MemberFault("a number over other measures cannot be filtered");
  const {place} = entry;
  return measureOver(sql, {name, model, place}, builder, one => plainColumn(sourceOf(one)));
}

/** The periods that a window to date begins with. */
const TO_DATE = ["week", "month", "quarter", "year"] as const;

function rollingOf(entry: Entry, model: BuiltModel): Pick<Measure, "rolling" | "toDate"> | undefined {
  const window = entry.entry("rolling_window");
  if (!window) return undefined;
  const trailing = window.text("trailing");
  const [times, ...others] = model.dimensions.filter(({type}) => type === "timestamp" || type === "date");
  if (window.has("leading")) throw new MemberFault("it looks ahead in time");
  const type = window.text("type") ?? "fixed";
  // The older types name the period themselves: `year_to_date`.
  const [, period] = /^(year|quarter|month)_to_date$/.exec(type) ?? [];
  const isToDate = type === "to_date" || period !== undefined;
  if (!isToDate && type !== "fixed") throw new MemberFault(`the type "${type}" of its window is not known`);
  const granularity = period ?? window.text("granularity");
  const grain = TO_DATE.find(known => known === granularity);
  if ((isToDate || granularity !== undefined) && grain === undefined)
    throw new MemberFault("it begins anew with each period, which must be a week, month, quarter or year");
  if (window.text("offset") === "start")
    throw new MemberFault('its window ends where a period starts ("offset: start")');
  if (!times) throw new MemberFault("its cube has no dimension of time for the window");
  if (others.length > 0) {
    entry.note(
      "not_supported",
      `It rolls along "${times.name}", the first time of its cube, whatever a query groups by.`,
      "rolling_window",
    );
  }
  window.rest();
  if (grain !== undefined) return {toDate: {dimension: times.name, grain}};
  if (trailing === undefined) throw new MemberFault('its window has no length ("trailing")');
  if (trailing === "unbounded") return {rolling: {dimension: times.name, window: "unbounded"}};
  const [, count = "", declaredUnit = ""] = /^(\d+)\s*(\w+?)s?$/.exec(trailing) ?? [];
  const unit = windowUnitOf(declaredUnit);
  if (unit === undefined || Number(count) < 1 || Number(count) > 10_000)
    throw new MemberFault(
      `a window of "${trailing}" is not supported: use minutes, hours, days, weeks, months, quarters or years`,
    );
  return {rolling: {dimension: times.name, window: {unit, count: Number(count)}}};
}
