import type {Test} from "../filters/predicates.ts";
import {fieldError} from "../layer/field-error.ts";
import type {FieldReference, Layer, LayerModel} from "../layer/layer.ts";
import {DEFAULT_PERIODS, type Funnel, type Retention} from "../query/journeys.ts";
import type {Query} from "../query/query.ts";
import type {Faults} from "./faults.ts";
import {firstPointer} from "./filters.ts";
import type {ResolvedFilter, ResolvedJourney, ResolvedMeasure, ResolvedQuery} from "./resolved.ts";
import {columnNamesOf} from "./result-columns.ts";
import {resolveReturned} from "./retention-measure.ts";
import {type Around, refuseMany, refuseMeasures, StepReader} from "./steps.ts";

/**
 * The steps of a query's funnel or retention; `undefined` for other queries. Throws the errors of resolving fields,
 * filters and models; with `faults`, the faults of its parts are collected there.
 */
export function resolveJourney(
  layer: Layer,
  base: LayerModel,
  query: Query,
  around: Around,
  faults: Faults,
): ResolvedJourney | undefined {
  const {funnel, retention} = query;
  if (funnel === undefined && retention === undefined) return undefined;
  faults.attempt(() => refuseBeside(query));
  faults.attempt(() => refuseMeasures(around.having, "/filters"));
  for (const [i, {name, reference}] of around.dimensions.entries()) {
    faults.attempt(() => refuseMany(reference, name, `/dimensions/${i}`));
  }
  const entity = {
    name: (funnel ?? retention)?.entity ?? "",
    pointer: funnel === undefined ? "/retention/entity" : "/funnel/entity",
  };
  const reader = new StepReader(layer, base, entity, around, faults);
  if (funnel !== undefined) return readFunnel(reader, funnel);
  if (retention === undefined) return undefined;
  faults.attempt(() => refuseTwice(query, retention));
  return readRetention(reader, retention);
}

const BESIDE = ["measures", "calculations", "top", "fillGaps", "totals", "subtotals", "compare"] as const;

function refuseBeside(query: Query): void {
  const kind = query.funnel === undefined ? "retention" : "funnel";
  if (query.funnel !== undefined && query.retention !== undefined) {
    throw fieldError("invalid_request", "/retention", {
      message: `A query has a "funnel" or a "retention". Ask for each in a query of its own.`,
    });
  }
  const other = BESIDE.find(key => {
    const value = query[key];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
  });
  if (other === undefined) return;
  const instead =
    kind === "retention" && other === "measures"
      ? ` To measure the returning rows, write them in "retention": {"measures": […]}.`
      : "";
  throw fieldError("invalid_request", `/${other}`, {
    message: `"${other}" does not go with a "${kind}", whose counts and shares are its own columns. Leave it out.${instead}`,
  });
}

/** Throws if a measure of a retention has the name of a column that every retention has. */
function refuseTwice(query: Query, {measures = []}: Retention): void {
  const columns = columnNamesOf(query);
  const all = [...columns.dimensions, ...columns.measures];
  const at = measures.findIndex((name, i) => all.indexOf(name) < all.length - measures.length + i);
  if (at < 0) return;
  throw fieldError("invalid_request", `/retention/measures/${at}`, {
    message: `The result already has a column "${measures[at] ?? ""}". Name each measure once.`,
  });
}

function readFunnel(
  reader: StepReader,
  {steps, within, timing = false}: Funnel,
): ResolvedJourney | undefined {
  const names: string[] = [];
  for (const [i, {name, model}] of steps.entries()) {
    const pointer = `/funnel/steps/${i}`;
    reader.faults.attempt(() => names.push(stepName(names, name, model ?? reader.base.name, pointer)));
  }
  const read = steps.map((step, i) => reader.read(step, `/funnel/steps/${i}`, i === 0));
  const types = read.flatMap(step => step?.dimensions[1]?.type ?? []);
  if (within !== undefined && isIntraday(within.unit) && types.includes("date")) {
    reader.faults.attempt(() => {
      throw fieldError("invalid_request", "/funnel/within/unit", {
        message: `A step's time is a date, which has no ${within.unit}s. Give "within" in days or longer, or name times.`,
      });
    });
  }
  return reader.made(read, {kind: "funnel", names, timing, ...(within === undefined ? {} : {within})});
}

function isIntraday(unit: string): boolean {
  return unit === "second" || unit === "minute" || unit === "hour";
}

function stepName(
  before: readonly string[],
  name: string | undefined,
  model: string,
  pointer: string,
): string {
  if (name === undefined) {
    let free = model;
    for (let n = 2; before.includes(free); n++) free = `${model} ${n}`;
    return free;
  }
  if (!before.includes(name)) return name;
  throw fieldError("invalid_request", `${pointer}/name`, {
    message: `"${name}" is the name of another step. Choose another one.`,
  });
}

function readRetention(
  reader: StepReader,
  {grain, periods = DEFAULT_PERIODS, time, returns = {}, measures = []}: Retention,
): ResolvedJourney | undefined {
  const first = reader.read(time === undefined ? {} : {time}, "/retention", true, grain);
  const again = reader.read(
    {...(time !== undefined && returns.model === undefined ? {time} : {}), ...returns},
    "/retention/returns",
    false,
    grain,
  );
  const measured = again && measuresOf(reader, again, measures);
  const parted = first && reader.faults.attempt(() => partByTime(first));
  if (first === undefined || parted === undefined) return undefined;
  const shape = {kind: "retention", grain, periods, tests: parted.tests} as const;
  return reader.made([{...first, where: parted.rows}, again && {...again, measures: measured ?? []}], shape);
}

/** The measures of the returning rows. */
function measuresOf(
  {layer, faults}: StepReader,
  {base}: ResolvedQuery,
  names: readonly string[],
): ResolvedMeasure[] {
  return names.flatMap(
    (name, i) => faults.attempt(() => resolveReturned(layer, base, name, `/retention/measures/${i}`)) ?? [],
  );
}

/**
 * Separates conditions on the time, which apply to an entity's first event, from those that choose rows: the first event
 * must be found among all rows, also those before the requested days.
 */
function partByTime({dimensions, where}: ResolvedQuery): {rows: ResolvedFilter[]; tests: Test[]} {
  const time = dimensions[1]?.reference;
  const isTime = ({time: ofPeriod, field, paths: [path = []]}: FieldReference) => {
    // A period of the calendar is reached by one step from its time.
    const steps = ofPeriod === undefined ? path : path.slice(0, -1);
    const own = time?.paths[0] ?? [];
    return (
      (ofPeriod ?? field) === time?.field &&
      steps.length === own.length &&
      steps.every((edge, i) => edge === own[i])
    );
  };
  const touches = (filter: ResolvedFilter): boolean => {
    if (filter.kind === "condition") return isTime(filter.reference);
    if (filter.kind === "comparison") return filter.fields.some(({reference}) => isTime(reference));
    return "parts" in filter && filter.parts.some(touches);
  };
  const rows: ResolvedFilter[] = [];
  const tests: Test[] = [];
  for (const filter of where) {
    if (!touches(filter)) rows.push(filter);
    else if (filter.kind === "condition" && filter.raw && filter.reference.time === undefined)
      tests.push(filter.test);
    else {
      throw fieldError("invalid_filter", firstPointer(filter), {
        message: `A filter on the time of a retention says which first events count: write spans of it ("=", "<", ">", "between", "in_past" and the like), not in an "or" or a "not", nor beside another field, nor a part of it or a period of the calendar.`,
      });
    }
  }
  return {rows, tests};
}
