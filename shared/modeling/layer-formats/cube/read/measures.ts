import {type Measure, type MeasureType, windowUnitOf} from "../../../../semantic/documents.ts";
import type {BuiltModel} from "../../common/built-model.ts";
import type {Entry} from "../../common/entry.ts";
import type {GraphBuilder} from "../../common/graph-builder.ts";
import {measureOver} from "../../common/measure-over.ts";
import {allOf, sourceOf} from "../../common/sql.ts";
import {addMember, described, MemberFault, ownSql, plainColumn} from "./member.ts";

const AGGREGATES: Readonly<Record<string, MeasureType>> = {
  count: "count",
  count_distinct: "count_distinct",
  count_distinct_approx: "count_distinct_approx",
  sum: "sum",
  avg: "avg",
  min: "min",
  max: "max",
};

export function addMeasure(entry: Entry, model: BuiltModel, builder: GraphBuilder): void {
  addMember(entry, model, "metric_dropped", name => {
    const type = entry.text("type") ?? "";
    const given = entry.text("sql");
    const sql = given === undefined ? undefined : ownSql(given, model.name);
    const filters = entry
      .entries("filters", "filter")
      .map(filter => ownSql(filter.text("sql") ?? "", model.name));
    if (entry.flag("multi_stage")) throw new MemberFault("it works on the result of another query");
    const rolling = rollingOf(entry, model);
    entry.unsupported(
      "it works on the result of another query",
      "group_by",
      "reduce_by",
      "add_group_by",
      "time_shift",
    );
    entry.unused("a query over the model's dimensions returns single rows", "drill_members");
    const where = allOf(filters);
    const measure = measureOf(name, type, sql, where, entry, model, builder);
    if (rolling && measure.type === "number")
      throw new MemberFault("a number over other measures cannot have a rolling window");
    builder.addMeasure(model, {name, ...measure, ...rolling, ...described(entry)}, entry.place);
  });
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
  const aggregate = AGGREGATES[type];
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
  const isToDate = window.text("type") === "to_date";
  const granularity = window.text("granularity");
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
  if (trailing === undefined || trailing === "unbounded")
    return {rolling: {dimension: times.name, window: "unbounded"}};
  const [, count = "", declaredUnit = ""] = /^(\d+)\s*(\w+?)s?$/.exec(trailing) ?? [];
  const unit = windowUnitOf(declaredUnit);
  if (unit === undefined || Number(count) < 1 || Number(count) > 10_000)
    throw new MemberFault(
      `a window of "${trailing}" is not supported: use minutes, hours, days, weeks, months, quarters or years`,
    );
  return {rolling: {dimension: times.name, window: {unit, count: Number(count)}}};
}
