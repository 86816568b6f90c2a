import type {ErrorDetail} from "../errors.ts";
import type {Dimension, Measure, Model} from "../layer/graph.ts";
import {type JsonPath, keyFault, PATH_TYPES} from "../layer/json-path.ts";
import {badName, didYouMean, isName, suggest, tableKey} from "../layer/names.ts";
import {expressionFaults, rowFaults, statementFaults} from "../sql-fragment/check.ts";
import type {Catalog} from "./catalog.ts";

/** The faults of one model that can be found without the others. */
export function checkModel(
  model: Model,
  path: string,
  catalog: Catalog | undefined,
  faults: ErrorDetail[],
): void {
  const columns = columnsOfTable(model, path, catalog, faults);
  const check = new ModelCheck(model, columns, faults);
  const names = new Set<string>();
  const fields = [
    ...model.dimensions.map((field, i) => ({field, at: `${path}/dimensions/${i}`})),
    ...(model.measures ?? []).map((field, i) => ({field, at: `${path}/measures/${i}`})),
  ];
  for (const {field, at} of fields) {
    if (!isName(field.name)) faults.push(badName(`${at}/name`, field.name));
    if (names.has(field.name)) {
      faults.push({
        path: `${at}/name`,
        message: `Model "${model.name}" has two fields "${field.name}". Names are shared by dimensions and measures.`,
      });
    }
    names.add(field.name);
  }
  for (const [i, dimension] of model.dimensions.entries()) {
    check.dimension(dimension, `${path}/dimensions/${i}`);
  }
  for (const [i, measure] of (model.measures ?? []).entries()) {
    check.measure(measure, `${path}/measures/${i}`);
  }
  for (const [i, column] of (model.primaryKey ?? []).entries()) {
    check.column(column, `${path}/primaryKey/${i}`, `The primary key of "${model.name}"`);
  }
}

function columnsOfTable(
  model: Model,
  path: string,
  catalog: Catalog | undefined,
  faults: ErrorDetail[],
): readonly string[] | undefined {
  if ("sql" in model.table) {
    for (const fault of statementFaults(model.table.sql)) {
      faults.push({
        path: `${path}/table/sql`,
        message: `The table of model "${model.name}" is not one select statement: ${fault}.`,
      });
    }
    return undefined;
  }
  if (catalog === undefined) return undefined;
  const key = tableKey(model.table);
  const columns = catalog.get(key);
  if (columns === undefined) {
    const suggestions = suggest(faults, key, () => catalog.keys());
    faults.push({
      path: `${path}/table`,
      message: `The warehouse has no table "${key}" for model "${model.name}".${didYouMean(suggestions)}`,
      suggestions,
    });
  }
  return columns;
}

class ModelCheck {
  readonly #dimensions: ReadonlyMap<string, Dimension>;
  /** The columns that dimensions and the primary key name. */
  readonly #namedColumns: ReadonlySet<string>;

  constructor(
    readonly model: Model,
    readonly columns: readonly string[] | undefined,
    readonly faults: ErrorDetail[],
  ) {
    const {dimensions, primaryKey = []} = model;
    // Of two dimensions with the same name, the first is used.
    this.#dimensions = new Map(dimensions.toReversed().map(dimension => [dimension.name, dimension]));
    this.#namedColumns = new Set([...primaryKey, ...dimensions.flatMap(({column}) => column ?? [])]);
  }

  dimension(dimension: Dimension, path: string): void {
    const name = `Dimension "${this.model.name}.${dimension.name}"`;
    if ((dimension.column === undefined) === (dimension.sql === undefined)) {
      this.#add(path, `${name} needs exactly one of "column" and "sql".`);
    }
    if (dimension.path !== undefined) this.#path(dimension, dimension.path, `${path}/path`, name);
    if (dimension.items !== undefined && (dimension.type !== "json" || dimension.path !== undefined)) {
      const message = `${name} has "items", which go with arrays: columns or "sql" of the type "json", without a "path".`;
      this.#add(`${path}/items`, message);
    }
    this.#sources(dimension, path, name);
    if (dimension.sql !== undefined) this.#ofOneRow(dimension.sql, `${path}/sql`, `"sql" of ${name}`);
  }

  #path({column, type}: Dimension, steps: JsonPath, path: string, name: string): void {
    if (column === undefined)
      this.#add(path, `${name} has a "path", which leads into the JSON of a "column": give it one.`);
    if (!PATH_TYPES.some(known => known === type)) {
      this.#add(
        path,
        `${name} is of type "${type}", and a "path" gives a ${PATH_TYPES.join(", ")}. Convert it with "sql" over a dimension that has the path.`,
      );
    }
    for (const [i, step] of steps.entries()) {
      const fault = typeof step === "string" ? keyFault(step) : undefined;
      if (fault === undefined) continue;
      this.#add(
        `${path}/${i}`,
        `The key ${JSON.stringify(step)} ${fault}, which not every engine can look up. Read it with "sql".`,
      );
    }
  }

  measure(measure: Measure, path: string): void {
    const name = `Measure "${this.model.name}.${measure.name}"`;
    if (measure.column !== undefined && measure.sql !== undefined) {
      this.#add(path, `${name} has both "column" and "sql". Keep one.`);
    }
    const hasSource = measure.column !== undefined || measure.sql !== undefined;
    if (!hasSource && measure.type !== "count" && measure.type !== "conversion") {
      this.#add(
        path,
        measure.type === "number"
          ? `${name} is of type "number" and needs "sql" over other measures, such as "\${a} / \${b}".`
          : `${name} is of type "${measure.type}" and needs a "column" or "sql" to aggregate.`,
      );
    }
    if (measure.type === "percentile" && measure.percentile === undefined) {
      this.#add(`${path}/percentile`, `${name} needs "percentile", a number between 0 and 1.`);
    }
    if (measure.type !== "percentile" && measure.percentile !== undefined) {
      this.#add(
        `${path}/percentile`,
        `${name} has "percentile" but is of type "${measure.type}". Make it of type "percentile".`,
      );
    }
    if (measure.type !== "percentile" && measure.method !== undefined) {
      this.#add(
        `${path}/method`,
        `${name} has "method" but is of type "${measure.type}". Make it of type "percentile".`,
      );
    }
    if (measure.type === "number") this.#derived(measure, path, name);
    else if (measure.sql !== undefined) this.#ofOneRow(measure.sql, `${path}/sql`, `"sql" of ${name}`);
    this.#conversion(measure, path, name);
    this.#sources(measure, path, name);
    if (measure.where !== undefined) {
      this.#fragment(measure.where, `${path}/where`, `"where" of ${name}`);
      this.#ofOneRow(measure.where, `${path}/where`, `"where" of ${name}`);
    }
    this.#special(measure, path, name);
  }

  column(column: string, path: string, owner: string): void {
    const {columns} = this;
    if (columns === undefined || columns.includes(column)) return;
    const suggestions = suggest(this.faults, column, () => columns);
    this.faults.push({
      path,
      message: `${owner} names the column "${column}", which its table does not have.${didYouMean(suggestions)}`,
      suggestions,
    });
  }

  #derived(measure: Measure, path: string, name: string): void {
    if (measure.column !== undefined) {
      this.#add(`${path}/column`, `${name} is of type "number": it takes "sql" over other measures.`);
    }
    for (const key of ["where", "nonAdditive", "rolling", "toDate"] as const) {
      if (measure[key] === undefined) continue;
      this.#add(
        `${path}/${key}`,
        `${name} is of type "number" and cannot have "${key}". Give it to the measures that it is computed from.`,
      );
    }
  }

  #conversion(measure: Measure, path: string, name: string): void {
    const isConversion = measure.type === "conversion";
    if (isConversion !== (measure.conversion !== undefined)) {
      this.#add(
        `${path}/conversion`,
        isConversion
          ? `${name} is of type "conversion" and needs "conversion": the measure of what follows, the entity and the time.`
          : `${name} has "conversion" but is of type "${measure.type}". Make it of type "conversion".`,
      );
    }
    if (!isConversion) return;
    for (const key of ["column", "sql", "nonAdditive", "rolling", "toDate", "offset"] as const) {
      if (measure[key] === undefined) continue;
      this.#add(
        `${path}/${key}`,
        `${name} is of type "conversion" and cannot have "${key}": the "measure" in its "conversion" says what it counts.`,
      );
    }
  }

  #special(measure: Measure, path: string, name: string): void {
    if (measure.rolling !== undefined && measure.toDate !== undefined) {
      this.#add(
        `${path}/toDate`,
        `${name} cannot have both "rolling" and "toDate". Make two measures of it.`,
      );
    }
    for (const key of ["nonAdditive", "rolling", "toDate", "offset"] as const) {
      const dimension = measure[key]?.dimension;
      // A dimension of another model is checked with the references.
      if (dimension === undefined || (key !== "nonAdditive" && dimension.includes("."))) continue;
      const found = this.#ownDimension(dimension, `${path}/${key}/dimension`, `"${key}" of ${name}`);
      if (
        found !== undefined &&
        key !== "nonAdditive" &&
        found.type !== "date" &&
        found.type !== "timestamp"
      ) {
        this.#add(
          `${path}/${key}/dimension`,
          `"${key}" of ${name} is computed along "${dimension}", which is of type ${found.type} and must be a date or timestamp.`,
        );
      }
    }
    for (const [i, dimension] of (measure.nonAdditive?.per ?? []).entries()) {
      const at = `${path}/nonAdditive/per/${i}`;
      if (this.#dimensions.has(dimension) || this.#namedColumns.has(dimension)) continue;
      if (this.columns?.includes(dimension) === true) continue;
      this.#ownDimension(dimension, at, `"nonAdditive" of ${name}`);
    }
  }

  #ownDimension(dimension: string, path: string, owner: string): Dimension | undefined {
    const found = this.#dimensions.get(dimension);
    if (found !== undefined) return found;
    const suggestions = suggest(this.faults, dimension, () => this.model.dimensions.map(({name}) => name));
    this.faults.push({
      path,
      message: `${owner} names the dimension "${dimension}", which model "${this.model.name}" does not have.${didYouMean(suggestions)}`,
      suggestions,
    });
    return undefined;
  }

  #sources(field: Dimension | Measure, path: string, name: string): void {
    if (field.column !== undefined) this.column(field.column, `${path}/column`, name);
    if (field.sql !== undefined) this.#fragment(field.sql, `${path}/sql`, `"sql" of ${name}`);
  }

  #fragment(sql: string, path: string, owner: string): void {
    for (const fault of expressionFaults(sql)) this.#add(path, `${owner} is not one expression: ${fault}.`);
  }

  #ofOneRow(sql: string, path: string, owner: string): void {
    for (const fault of rowFaults(sql)) this.#add(path, `${owner} is not one expression of a row: ${fault}.`);
  }

  #add(path: string, message: string): void {
    this.faults.push({path, message});
  }
}
