import {type ErrorDetail, ServiceError} from "../../shared/core/errors.ts";
import {forEachConcurrently} from "../../shared/core/for-each-concurrently.ts";
import type {Dimension, ItemType, Measure, Model} from "../../shared/semantic/documents.ts";
import {type CompileContext, compile} from "../../shared/semantic/index.ts";
import type {Layer} from "../../shared/semantic/layers.ts";
import type {WarehouseStatement} from "../warehouses/warehouse.ts";
import {canTry, type Trial} from "./dry-run.ts";
import {CONCURRENCY, inGroups} from "./probing.ts";
import {quote, sourceOf} from "./source.ts";

export interface TriedModel {
  model: Model;
  /** The model's path in the graph. */
  path: string;
  /** Paths within the model that are already known to be faulty. */
  faulty: readonly string[];
}

interface TriedField {
  path: string;
  /** The qualified name, as queries use it. */
  name: string;
  kind: "dimensions" | "measures";
  /** For an array: an item to filter by. */
  item?: string;
}

/** A model, tried by itself or with others. */
interface Candidate {
  tried: TriedModel;
  /** For a plain model: the statement with all of its fields that are tried. */
  sql?: string;
  /** Whether quoted names are the only text of a user in the statement. */
  isPlain: boolean;
}

/**
 * Tries one statement with all fields of each model; plain models of tables share a statement. Where the warehouse
 * refuses it, tries each model, and then each field, by itself, so that every faulty field is reported.
 */
export async function tryModels(
  trial: Trial,
  layer: Layer,
  models: readonly TriedModel[],
): Promise<ErrorDetail[]> {
  const candidates = models.map((tried): Candidate => {
    if (!isPlain(tried.model)) return {tried, isPlain: false};
    const fields = fieldsOf(tried);
    const all = fields.length > 0 ? statementOf(trial, layer, tried.model, fields) : undefined;
    return {tried, ...(all && {sql: all.sql}), isPlain: (all?.parameters ?? []).length === 0};
  });
  const faults: ErrorDetail[] = [];
  await forEachConcurrently(inGroups(candidates), CONCURRENCY, async group => {
    const statements = group.flatMap(({sql}) => sql ?? []);
    if (group.length > 1 && (statements.length === 0 || !(await trial.refusesOneOf(statements)))) return;
    for (const {tried} of group) faults.push(...(await tryModel(trial, layer, tried)));
  });
  return faults;
}

/** Whether the model and its fields use nothing but columns of a table. */
function isPlain({table, calendar, dimensions, measures = []}: Model): boolean {
  if ("sql" in table || calendar !== undefined) return false;
  return (
    dimensions.every(({sql, path, items}) => (sql ?? path ?? items) === undefined) &&
    measures.every(({sql, where, conversion}) => (sql ?? where ?? conversion) === undefined)
  );
}

async function tryModel(trial: Trial, layer: Layer, tried: TriedModel): Promise<ErrorDetail[]> {
  const {model, path} = tried;
  if ("sql" in model.table) {
    const refusal = await trial.refusal({sql: model.table.sql, parameters: []});
    if (refusal !== undefined) {
      const message = `The warehouse refuses the statement of model "${model.name}": ${refusal}`;
      return [{path: `${path}/table/sql`, message}];
    }
  }
  const faults = await tryKey(trial, tried);
  const fields = fieldsOf(tried);
  if (fields.length === 0) return faults;
  const all = statementOf(trial, layer, model, fields);
  if (all && canTry(all.sql) && (await trial.refusal(all)) === undefined) return faults;
  for (const field of fields) {
    const statement = statementOf(trial, layer, model, [field]);
    const refusal = statement && (await trial.refusal(statement));
    if (refusal !== undefined) {
      faults.push({path: field.path, message: `The warehouse refuses "${field.name}": ${refusal}`});
    }
  }
  return faults;
}

/** Tries the primary key of a model whose table is a SQL statement, because no catalogue lists its columns. */
async function tryKey(trial: Trial, {model, path}: TriedModel): Promise<ErrorDetail[]> {
  if (!("sql" in model.table)) return [];
  const faults: ErrorDetail[] = [];
  const {dialect} = trial.warehouse;
  for (const [i, column] of (model.primaryKey ?? []).entries()) {
    const sql = `select t.${quote(dialect, column)} from ${sourceOf(dialect, model.table)} as t`;
    const refusal = await trial.refusal({sql, parameters: []});
    if (refusal === undefined) continue;
    const message = `The primary key of "${model.name}" names "${column}", which the warehouse refuses: ${refusal}`;
    faults.push({path: `${path}/primaryKey/${i}`, message});
  }
  return faults;
}

const SAMPLE_ITEMS: Readonly<Record<ItemType, string>> = {string: "a", number: "1", boolean: "true"};

/**
 * The fields that the catalogue alone cannot confirm: SQL fragments, and aggregates whose column may have an unsuitable
 * type.
 */
function fieldsOf({model, path, faulty}: TriedModel): TriedField[] {
  const isStatement = "sql" in model.table;
  const fields: TriedField[] = [];
  const add = (kind: TriedField["kind"], i: number, field: Dimension | Measure) => {
    const at = `${path}/${kind}/${i}`;
    if (faulty.some(fault => fault === at || fault.startsWith(`${at}/`))) return;
    // Faulty parts of the model must not get into a statement through a reference.
    if (faulty.length > 0 && refers(field)) return;
    const item = "items" in field && field.items !== undefined ? {item: SAMPLE_ITEMS[field.items]} : {};
    fields.push({path: at + placeOf(field), name: `${model.name}.${field.name}`, kind, ...item});
  };
  for (const [i, dimension] of model.dimensions.entries()) {
    const {sql, path: within, items} = dimension;
    if (sql !== undefined || within !== undefined || items !== undefined || isStatement)
      add("dimensions", i, dimension);
  }
  for (const [i, measure] of (model.measures ?? []).entries()) {
    const isBareCount = measure.type === "count" && placeOf(measure) === "";
    if (!isBareCount) add("measures", i, measure);
  }
  return fields;
}

function refers(field: Dimension | Measure): boolean {
  return [field.sql, "where" in field ? field.where : undefined].some(sql => sql?.includes("${"));
}

/** The path of the part of a field that contains the fault; an empty text where it could be in several parts. */
function placeOf(field: Dimension | Measure): string {
  const sources = [
    field.column === undefined ? [] : "/column",
    field.sql === undefined ? [] : "/sql",
    "where" in field && field.where !== undefined ? "/where" : [],
  ].flat();
  return sources.length === 1 ? sources.join("") : "";
}

/** The statement of a query for these fields; `undefined` where they cannot be queried by themselves. */
function statementOf(
  {warehouse}: Trial,
  layer: Layer,
  model: Model,
  fields: readonly TriedField[],
): WarehouseStatement | undefined {
  const names = (kind: TriedField["kind"]) =>
    fields.filter(field => field.kind === kind).map(field => field.name);
  const context: CompileContext = {
    dialect: warehouse.dialect,
    timezone: "UTC",
    weekStart: "monday",
    attributes: {},
    now: new Date(),
  };
  const filters = fields.flatMap(({name, item}) =>
    item === undefined ? [] : [{field: name, op: "has", value: item}],
  );
  const query = {model: model.name, dimensions: names("dimensions"), measures: names("measures"), filters};
  try {
    return compile(layer, query, context);
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
