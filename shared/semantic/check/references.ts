import {CompileError, type ErrorDetail} from "../errors.ts";
import type {Dimension, Measure, Model} from "../layer/graph.ts";
import type {DimensionField, FieldReference, Layer, LayerModel} from "../layer/layer.ts";
import {didYouMean, suggest} from "../layer/names.ts";
import {resolveField} from "../resolve/field.ts";
import {fragmentReferences} from "../sql-fragment/check.ts";
import {checkConversion} from "./conversion.ts";
import {cycleOf} from "./cycles.ts";
import {checkOffset, checkUnits} from "./offset.ts";

/** After this many faults, names over joins are not looked up any more, because explaining each failure takes long. */
const MAX_FAULTS = 50;

/**
 * Checks what a model's fragments and row access refer to: the fields must exist, be of the right kind, and not form a
 * cycle.
 */
export function checkReferences(layer: Layer, model: Model, path: string, faults: ErrorDetail[]): void {
  const home = layer.models.get(model.name);
  if (home === undefined) return;
  for (const [i, dimension] of model.dimensions.entries()) {
    if (dimension.sql === undefined) continue;
    checkOwn(home, dimension.sql, `${path}/dimensions/${i}/sql`, faults);
    checkCycle(layer, home, dimension, `${path}/dimensions/${i}/sql`, faults);
  }
  for (const [i, measure] of (model.measures ?? []).entries()) {
    const at = `${path}/measures/${i}`;
    for (const key of ["rolling", "toDate", "offset"] as const) {
      const along = measure[key]?.dimension;
      if (along?.includes("."))
        checkAlong(
          layer,
          home,
          along,
          `"${key}" of "${home.name}.${measure.name}"`,
          `${at}/${key}/dimension`,
          faults,
        );
    }
    if (measure.type !== "number") checkUnits(layer, home, measure, at, faults);
    checkConversion(layer, home, measure, `${at}/conversion`, faults);
    if (measure.where !== undefined) checkWhere(layer, home, measure, `${at}/where`, faults);
    if (measure.sql === undefined) continue;
    if (measure.type !== "number") {
      checkOwn(home, measure.sql, `${at}/sql`, faults);
      continue;
    }
    checkDerived(layer, home, measure, `${at}/sql`, faults);
    checkOffset(layer, home, measure, `${at}/offset`, faults);
    checkCycle(layer, home, measure, `${at}/sql`, faults);
  }
  for (const [i, rule] of (model.rowAccess ?? []).entries()) {
    const at = `${path}/rowAccess/${i}/dimension`;
    checkToOne(layer, home, rule.dimension, `Row access of "${home.name}"`, at, faults);
  }
}

/** Checks the condition of a measure, which may also refer to dimensions over to-one joins. */
function checkWhere(
  layer: Layer,
  home: LayerModel,
  {name: measure, where = ""}: Measure,
  path: string,
  faults: ErrorDetail[],
): void {
  checkOwn(home, where, path, faults, name => !name.includes("."));
  for (const name of fragmentReferences(where)) {
    if (!name.includes(".")) continue;
    const owner = `"where" of "${home.name}.${measure}"`;
    const found = resolveName(layer, home, name, owner, path, faults);
    if (found?.grain !== undefined) {
      const message = `${owner} names "${name}" at a grain. Refer to the dimension itself, and truncate it in SQL.`;
      faults.push({path, message});
    } else if (found !== undefined) checkToOne(layer, home, name, owner, path, faults);
  }
}

/** Checks a dimension or an aggregated expression, which may only refer to the model's own dimensions. */
function checkOwn(
  home: LayerModel,
  sql: string,
  path: string,
  faults: ErrorDetail[],
  isOwn: (name: string) => boolean = () => true,
): void {
  for (const name of fragmentReferences(sql)) {
    if (!isOwn(name) || home.fields.get(name)?.kind === "dimension") continue;
    const suggestions = suggest(faults, name, () =>
      [...home.fields.values()].filter(field => field.kind === "dimension").map(field => field.name),
    );
    const why = home.fields.has(name)
      ? "is a measure; here only dimensions can be used"
      : `is not a dimension of model "${home.name}"`;
    faults.push({path, message: `"\${${name}}" ${why}.${didYouMean(suggestions)}`, suggestions});
  }
}

function checkDerived(
  layer: Layer,
  home: LayerModel,
  measure: Measure,
  path: string,
  faults: ErrorDetail[],
): void {
  const names = fragmentReferences(measure.sql ?? "");
  if (names.length === 0) {
    faults.push({
      path,
      message: `Measure "${home.name}.${measure.name}" is of type "number" and refers to no measure: write it over others, such as "\${a} / \${b}".`,
    });
  }
  for (const name of names) {
    const found = resolveName(layer, home, name, `"\${${name}}"`, path, faults);
    if (found === undefined || found.paths.length > 1 || found.field.kind === "measure") continue;
    faults.push({
      path,
      message: `"\${${name}}" is a dimension. A measure of type "number" is computed from measures.`,
    });
  }
}

/**
 * The field that a name means in a model. If the name means no field, adds a fault that begins with `owner`; after many
 * faults, names are not looked up any more.
 */
function resolveName(
  layer: Layer,
  home: LayerModel,
  name: string,
  owner: string,
  path: string,
  faults: ErrorDetail[],
): FieldReference | undefined {
  if (faults.length >= MAX_FAULTS) return undefined;
  try {
    return resolveField(layer, home, name.includes(".") ? name : `${home.name}.${name}`, path);
  } catch (fault) {
    if (!(fault instanceof CompileError)) throw fault;
    const [error] = fault.details.errors ?? [];
    faults.push({...error, path, message: `${owner}: ${fault.message}`});
    return undefined;
  }
}

/** The most fields of a cycle that a fault names. */
const MAX_NAMED = 20;

/** Adds a fault for a field whose references lead back to it. */
function checkCycle(
  layer: Layer,
  home: LayerModel,
  source: Dimension | Measure,
  path: string,
  faults: ErrorDetail[],
): void {
  const start = home.fields.get(source.name);
  if (start === undefined || start.source !== source || faults.length >= MAX_FAULTS) return;
  const cycle = cycleOf(layer, start);
  if (cycle === undefined) return;
  const names = cycle.map(field => `"${field.model.name}.${field.name}"`);
  if (names.length > MAX_NAMED) names.splice(MAX_NAMED - 1, names.length - MAX_NAMED, "…");
  faults.push({path, message: `The field refers to itself: ${names.join(" → ")}.`});
}

/** Adds a fault unless `dimension` names a dimension of the model or over to-one joins. Returns the dimension. */
function checkToOne(
  layer: Layer,
  home: LayerModel,
  dimension: string,
  owner: string,
  path: string,
  faults: ErrorDetail[],
): DimensionField | undefined {
  const found = resolveName(layer, home, dimension, owner, path, faults);
  if (found === undefined) return undefined;
  const {field, paths, time} = found;
  if (time !== undefined) {
    const message = `${owner} uses "${dimension}", which is a grain. Name the time itself, or the calendar's field over a join.`;
    faults.push({path, message});
    return undefined;
  }
  if (field.kind === "dimension" && paths[0]?.some(edge => edge.toMany) !== true) return field;
  const why =
    field.kind === "measure"
      ? "is a measure; it must be a dimension"
      : "lies on a to-many side; only many-to-one and one-to-one joins can be used";
  faults.push({path, message: `${owner} uses "${dimension}", which ${why}.`});
  return undefined;
}

function checkAlong(
  layer: Layer,
  home: LayerModel,
  dimension: string,
  owner: string,
  path: string,
  faults: ErrorDetail[],
): void {
  const type = checkToOne(layer, home, dimension, owner, path, faults)?.type;
  if (type === undefined || type === "date" || type === "timestamp") return;
  faults.push({
    path,
    message: `${owner} is computed along "${dimension}", which is of type ${type} and must be a date or timestamp.`,
  });
}
