import {type ErrorDetail, ServiceError} from "../errors.ts";
import {fragmentReferences} from "./check-fragment.ts";
import type {Dimension, Measure, Model} from "./graph.ts";
import type {DimensionField, Field, Layer, LayerModel} from "./layer.ts";
import {didYouMean, nearest} from "./names.ts";
import {resolveField} from "./resolve-field.ts";

/** What a model's fragments and row access refer to: fields that are there, of the right kind, in no circle. */
export function checkReferences(layer: Layer, model: Model, path: string, faults: ErrorDetail[]): void {
  const home = layer.models.get(model.name);
  if (home === undefined) return;
  const known = new Map<Field, Field[]>();
  for (const [i, dimension] of model.dimensions.entries()) {
    if (dimension.sql === undefined) continue;
    checkOwn(home, dimension.sql, `${path}/dimensions/${i}/sql`, faults);
    checkCircle(layer, home, dimension, known, `${path}/dimensions/${i}/sql`, faults);
  }
  for (const [i, measure] of (model.measures ?? []).entries()) {
    const at = `${path}/measures/${i}`;
    for (const key of ["rolling", "offset"] as const) {
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
    if (measure.where !== undefined) checkOwn(home, measure.where, `${at}/where`, faults);
    if (measure.sql === undefined) continue;
    if (measure.type !== "number") {
      checkOwn(home, measure.sql, `${at}/sql`, faults);
      continue;
    }
    checkDerived(layer, home, measure, `${at}/sql`, faults);
    checkCircle(layer, home, measure, known, `${at}/sql`, faults);
  }
  for (const [i, rule] of (model.rowAccess ?? []).entries()) {
    const at = `${path}/rowAccess/${i}/dimension`;
    checkToOne(layer, home, rule.dimension, `Row access of "${home.name}"`, at, faults);
  }
}

/** Dimensions and what is aggregated are made of the model's own dimensions. */
function checkOwn(home: LayerModel, sql: string, path: string, faults: ErrorDetail[]): void {
  for (const name of fragmentReferences(sql)) {
    if (home.fields.get(name)?.kind === "dimension") continue;
    const dimensions = [...home.fields.values()].filter(field => field.kind === "dimension");
    const suggestions = nearest(
      name,
      dimensions.map(field => field.name),
    );
    const why = home.fields.has(name)
      ? "is a measure; here only dimensions can be used"
      : `is no dimension of model "${home.name}"`;
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
    const field = find(layer, home, name, path, faults);
    if (field === undefined || field.kind === "measure") continue;
    faults.push({
      path,
      message: `"\${${name}}" is a dimension. A measure of type "number" is made of measures.`,
    });
  }
}

function find(
  layer: Layer,
  home: LayerModel,
  name: string,
  path: string,
  faults: ErrorDetail[],
): Field | undefined {
  const qualified = name.includes(".") ? name : `${home.name}.${name}`;
  try {
    const {field, paths} = resolveField(layer, home, qualified, path);
    if (paths.length === 1 || field.kind === "measure") return field;
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    const [error] = fault.details.errors ?? [];
    faults.push({...error, path, message: `"\${${name}}": ${fault.message}`});
  }
  return undefined;
}

/** Follows the references of a field; it must not come back to itself. */
function checkCircle(
  layer: Layer,
  home: LayerModel,
  source: Dimension | Measure,
  known: Map<Field, Field[]>,
  path: string,
  faults: ErrorDetail[],
): void {
  const start = home.fields.get(source.name);
  if (start === undefined || start.source !== source) return;
  const seen = new Set<Field>();
  const trail: Field[] = [];
  const visit = (field: Field): boolean => {
    trail.push(field);
    const references = known.get(field) ?? referenced(layer, field);
    known.set(field, references);
    for (const next of references) {
      if (next === start) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      if (visit(next)) return true;
    }
    trail.pop();
    return false;
  };
  if (!visit(start)) return;
  const circle = [...trail, start].map(field => `"${field.model.name}.${field.name}"`).join(" → ");
  faults.push({path, message: `The field is made of itself: ${circle}.`});
}

function referenced(layer: Layer, field: Field): Field[] {
  const {model, source} = field;
  if (source.sql === undefined) return [];
  return fragmentReferences(source.sql).flatMap(name => {
    const own = model.fields.get(name);
    if (own !== undefined) return [own];
    const [target, rest, ...more] = name.split(".");
    if (target === undefined || rest === undefined || more.length > 0) return [];
    const other = layer.models.get(target) ?? model.edgesNamed(target)[0]?.to;
    return other?.fields.get(rest) ?? [];
  });
}

/** A dimension of the model or over joins to one. */
function checkToOne(
  layer: Layer,
  home: LayerModel,
  dimension: string,
  owner: string,
  path: string,
  faults: ErrorDetail[],
): DimensionField | undefined {
  const qualified = dimension.includes(".") ? dimension : `${home.name}.${dimension}`;
  try {
    const {field, paths} = resolveField(layer, home, qualified, path);
    if (field.kind === "measure") {
      faults.push({
        path,
        message: `${owner} rests on "${dimension}", which is a measure; it must be a dimension.`,
      });
    } else if (paths[0]?.some(edge => edge.toMany) === true) {
      faults.push({
        path,
        message: `${owner} rests on "${dimension}", which lies on a to-many side; only many-to-one and one-to-one joins are taken.`,
      });
    } else {
      return field;
    }
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    const [error] = fault.details.errors ?? [];
    faults.push({...error, path, message: `${owner}: ${fault.message}`});
  }
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
    message: `${owner} goes along "${dimension}", which is of type ${type} and must be a date or timestamp.`,
  });
}
