import type {Aggregate, Rank} from "../dialects/dialect.ts";
import {writeSketch, writeSketchCount} from "../dialects/sketches.ts";
import {CompileError} from "../errors.ts";
import {fiscalLag} from "../filters/calendar-spans.ts";
import {type Grain, isFiscal, isIntraday, isPeriod, type PeriodGrain} from "../layer/grains.ts";
import {type JsonPath, PATH_TYPES} from "../layer/json-path.ts";
import type {DimensionField, LayerModel, MeasureField, RowInput} from "../layer/layer.ts";
import {type Fragment, parseFragment} from "../sql-fragment/fragment.ts";
import {isTruth, type KnownTypes} from "../sql-fragment/truth.ts";
import {writeBin} from "./bins.ts";
import type {Writer} from "./writer.ts";

/** How a table's columns are written: after its alias, or alone if it is the only table. */
export interface TableName {
  alias: string;
  alone: boolean;
  /** A column that is null exactly if a left join found no row: every dimension is then null. */
  key?: string;
  /** Finds a dimension of another table of the select, by its name in this table's expressions. */
  reach?(name: string | RowInput): {field: DimensionField; table: TableName} | undefined;
  /** Writes the conditions of a measure that aggregates some of the table's rows. */
  rowCondition?(field: MeasureField): string | undefined;
}

const MAX_NESTING = 40;

/**
 * The value of a dimension, in parentheses if it needs them as an operand. `forTest` is set if a test compares the
 * value, because a test takes a boolean as it is stored.
 */
export function writeDimension(
  writer: Writer,
  field: DimensionField,
  table: TableName,
  {nesting = 0, asOperand = true, forTest = false} = {},
): string {
  const {storedTruth} = writer.dialect;
  const isBoolean = field.type === "boolean" && field.source.path === undefined;
  if (!forTest && isBoolean && storedTruth !== undefined && mayBeAnyNumber(field.model, field.source)) {
    const truth = storedTruth(writeDimension(writer, field, table, {nesting, forTest: true}));
    return asOperand ? `(${truth})` : truth;
  }
  const {bins} = field;
  if (bins !== undefined) {
    return writer.countedWhole(() => writeBin(writer, field, bins, writeDimension(writer, bins.of, table)));
  }
  if (field.source.path !== undefined) return writePath(writer, field, field.source.path, table, asOperand);
  if (field.source.column !== undefined) return writeColumn(writer, field.source.column, table);
  field.fragment ??= readFragment(field.source.sql ?? "", field.model);
  const guarded = table.key !== undefined && nesting === 0 && !isStrict(writer, field.fragment);
  const operand = asOperand && !guarded;
  const expression = writeFragment(writer, field.fragment, field.model, table, nesting, operand);
  if (!guarded || table.key === undefined) return expression;
  const sql = `case when ${writeColumn(writer, table.key, table)} is not null then ${expression} end`;
  return asOperand ? `(${sql})` : sql;
}

/**
 * Whether a boolean of a model may be stored as another number than 0 and 1. A reference to a boolean dimension is
 * always 0 or 1.
 */
function mayBeAnyNumber({fields}: LayerModel, {column, sql}: {column?: string; sql?: string}): boolean {
  const types: KnownTypes = {column: () => undefined, field: name => fields.get(name)?.type};
  return column !== undefined || !isTruth(sql ?? "", types);
}

/** A value in a document. Null where the column is null, for example if a left join found no row. */
function writePath(
  writer: Writer,
  {name, type, source}: DimensionField,
  path: JsonPath,
  table: TableName,
  asOperand: boolean,
): string {
  const kind = PATH_TYPES.find(known => known === type);
  if (kind === undefined) throw new Error(`"${name}" is not a value of a document`);
  const value = writer.dialect.path(writeColumn(writer, source.column ?? "", table), path, kind);
  return asOperand ? `(${value})` : value;
}

function isStrict({dialect}: Writer, {strict}: Fragment): boolean {
  return strict === "always" || (strict === "unless_or" && dialect.pipesAreOr !== true);
}

export function writeColumn(writer: Writer, column: string, table: TableName): string {
  const quoted = writer.quote(column);
  return table.alone ? quoted : `${writer.quote(table.alias)}.${quoted}`;
}

/** A dimension for grouping and for the result: at its grain, in the query's timezone unless it has another. */
export function writeGrain(
  writer: Writer,
  field: DimensionField,
  grain: Grain | undefined,
  table: TableName,
  timezone?: string,
): string {
  if (grain === undefined && field.type !== "json") {
    const value = writeDimension(writer, field, table, {asOperand: false});
    const isExpression =
      field.type === "boolean" && (field.source.column === undefined || field.source.path !== undefined);
    return isExpression ? (writer.dialect.truth?.(value) ?? value) : value;
  }
  const stored = writeDimension(writer, field, table);
  // Not every engine can group its JSON type, but all can group text.
  if (grain === undefined) return writeJson(writer, stored, field.source.items !== undefined);
  const {dialect, calendar} = writer;
  if (field.isStoredDay && dialect.startOfDay && isPeriod(grain) && !isIntraday(grain) && !isFiscal(grain))
    return dialect.startOfDay(grain, stored, calendar.weekStart);
  return writeGrainOf(writer, field, grain, stored, timezone);
}

/** A dimension's stored value, truncated to a period or reduced to a part. */
export function writeGrainOf(
  writer: Writer,
  field: DimensionField,
  grain: Grain,
  stored: string,
  timezone = writer.calendar.timezone,
): string {
  const {dialect} = writer;
  if (isPeriod(grain) && isIntraday(grain)) return writeStart(writer, grain, stored);
  const {type} = field;
  const local = type === "timestamp" ? dialect.local(stored, timezone) : stored;
  return isPeriod(grain) ? writeStart(writer, grain, local) : dialect.part(grain, local, type === "date");
}

/** The start of a period: of an instant for periods shorter than a day, of local time for others. */
export function writeStart(writer: Writer, grain: PeriodGrain, expression: string): string {
  const {dialect, calendar} = writer;
  if (!isFiscal(grain)) return dialect.startOf(grain, expression, calendar.weekStart);
  const period = grain === "fiscal_quarter" ? "quarter" : "year";
  const lag = {count: fiscalLag(period, calendar.fiscalStart), unit: "month"} as const;
  if (lag.count === 0) return dialect.startOf(period, expression, calendar.weekStart);
  // A day moved back by months stays in the month that it is moved to, however short that is.
  const day = dialect.startOf("day", expression, calendar.weekStart);
  const start = dialect.startOf(period, `(${writer.shift(day, "-", lag)})`, calendar.weekStart);
  return dialect.cast(`(${writer.shift(start, "+", lag)})`, "date");
}

/** The expression that a measure aggregates over one table; `undefined` for a count of rows. */
export function writeInput(writer: Writer, field: MeasureField, table: TableName): string | undefined {
  const {source} = field;
  const input = writeBareInput(writer, field, table);
  if (field.conditional !== undefined) {
    const {otherwise} = field.conditional;
    const condition = table.rowCondition?.(field);
    if (condition === undefined) throw new Error(`${field.name} has no condition here`);
    return `case when ${condition} then ${input ?? "1"}${otherwise === undefined ? "" : ` else ${otherwise}`} end`;
  }
  if (source.where === undefined) return input;
  return `case when ${writeMeasureFilter(writer, field, table)} then ${input ?? "1"} end`;
}

/** The condition in a measure's `where`. */
export function writeMeasureFilter(writer: Writer, field: MeasureField, table: TableName): string {
  field.where ??= readFragment(field.source.where ?? "", field.model);
  return writeFragment(writer, field.where, field.model, table, 0, false);
}

/** The expression that a measure aggregates, without its `where`. */
export function writeBareInput(writer: Writer, field: MeasureField, table: TableName): string | undefined {
  const {source, model, ofRows} = field;
  if (ofRows !== undefined)
    return ofRows === "rows" ? undefined : writeRowInput(writer, field, ofRows, table);
  const storedTruth =
    isOfTruths(field) && mayBeAnyNumber(model, source) ? writer.dialect.storedTruth : undefined;
  let input: string | undefined;
  if (source.column !== undefined) input = writeColumn(writer, source.column, table);
  else if (source.sql !== undefined) {
    field.fragment ??= readFragment(source.sql, model);
    input = writeFragment(writer, field.fragment, model, table, 0, storedTruth !== undefined);
  }
  if (input !== undefined) input = storedTruth?.(input) ?? input;
  const writesKeyText = field.inputType === "json" && source.type.startsWith("count_distinct");
  return writesKeyText && input !== undefined ? writeJson(writer, input) : input;
}

/** Whether a measure aggregates booleans as such: a sum and an average use the numbers that are stored. */
function isOfTruths({inputType, source: {type, method}}: MeasureField): boolean {
  if (inputType !== "boolean") return false;
  return type === "min" || type === "max" || type.startsWith("count_distinct") || method === "discrete";
}

/**
 * The dimension that a measure of rows aggregates. Values are distinct if they differ in the form in which they are
 * grouped.
 */
function writeRowInput(writer: Writer, {source}: MeasureField, input: RowInput, table: TableName): string {
  const {field, grain, path, isOfDoubles} = input;
  const own = path.length === 0 ? table : table.reach?.(input)?.table;
  if (own === undefined) throw new Error(`${field.name} is not joined`);
  const isGrouped = grain !== undefined || source.type === "count_distinct";
  if (isGrouped) {
    const value = writeGrain(writer, field, grain, own);
    return (field.type === "string" ? writer.texts.selected?.(value) : undefined) ?? value;
  }
  const written = writeDimension(writer, field, own, {asOperand: false});
  if (isOfDoubles === true) return writer.dialect.asDouble?.(written) ?? written;
  const isEndOfTexts = field.type === "string" && (source.type === "min" || source.type === "max");
  return (isEndOfTexts ? writer.texts.compared?.(written) : undefined) ?? written;
}

/** The aggregate of `input`, for a select that groups it. */
export function writeAggregate(
  writer: Writer,
  field: MeasureField,
  input: string | undefined,
  rank?: Rank,
): string {
  const {type, percentile} = field.source;
  if (type === "number") throw new Error(`${field.name} is derived`);
  if (input === undefined) return type === "count" ? "count(*)" : unsound(field, "has nothing to aggregate");
  if (field.sketch === "make") return writeSketch(writer.dialect.name, input);
  if (field.sketch === "count") return writeSketchCount(input);
  if (field.type === "boolean" && (type === "min" || type === "max")) {
    const {truths, truth} = writer.dialect;
    const value =
      truths === undefined ? writer.dialect.aggregate(type, input, 0) : `${truths[type]}(${input})`;
    return isStored(field) ? value : (truth?.(value) ?? value);
  }
  return writer.dialect.aggregate(aggregateOf(field), input, percentile ?? 0.5, rank);
}

/** Whether a measure aggregates the values of a column as they are stored. */
function isStored({source, ofRows}: MeasureField): boolean {
  if (ofRows === undefined || ofRows === "rows") return source.column !== undefined;
  return ofRows.field.source.column !== undefined && ofRows.field.source.path === undefined;
}

/** Whether a measure counts, and is 0 over no rows. */
export function isCount({source}: MeasureField): boolean {
  return source.type.startsWith("count");
}

/** The aggregate of a measure that is not derived. */
export function aggregateOf({name, source: {type, method}}: MeasureField): Aggregate {
  if (type === "number" || type === "conversion") throw new Error(`${name} is derived`);
  return type === "percentile" && method !== undefined && method !== "continuous"
    ? `percentile_${method}`
    : type;
}

/** Picks the value of a measure from a group that has one value and otherwise nulls. */
export function writeOnly(writer: Writer, field: MeasureField, column: string): string {
  return `${field.type === "boolean" ? (writer.dialect.truths?.max ?? "max") : "max"}(${column})`;
}

/** A document as text or in another form that can be grouped and compared. */
function writeJson({dialect}: Writer, stored: string, isArray = false): string {
  if (isArray && dialect.arrayText) return dialect.arrayText(stored);
  return dialect.json?.(stored) ?? dialect.cast(stored, "text");
}

function readFragment(sql: string, model: LayerModel): Fragment {
  const {table} = model.source;
  return parseFragment(sql, model.columns, "name" in table ? [model.name, table.name] : [model.name]);
}

function writeFragment(
  writer: Writer,
  fragment: Fragment,
  model: LayerModel,
  table: TableName,
  nesting: number,
  asOperand = true,
): string {
  let sql = "";
  for (const piece of fragment.pieces) {
    if (piece.kind === "text") sql += writer.fragment(piece.text);
    else if (piece.kind === "alias") sql += writer.quote(table.alias);
    else if (piece.kind === "exact") sql += writer.exact(piece.decimals);
    else if (piece.kind === "qualify") sql += table.alone ? "" : `${writer.quote(table.alias)}.`;
    else {
      const reached = table.reach?.(piece.name);
      if (reached !== undefined) {
        sql += writeDimension(writer, reached.field, reached.table);
        continue;
      }
      const field = model.fields.get(piece.name);
      if (field?.kind !== "dimension" || nesting > MAX_NESTING) {
        throw new CompileError(
          "invalid_request",
          `An expression of model "${model.name}" refers to "${piece.name}", which ${
            field === undefined ? "is none of its dimensions" : "refers to itself or is a measure"
          }. Correct it in the layer.`,
        );
      }
      sql += writeDimension(writer, field, table, {nesting: nesting + 1});
    }
  }
  return fragment.compound && asOperand ? `(${sql})` : sql;
}

function unsound(field: MeasureField, why: string): never {
  throw new CompileError(
    "invalid_request",
    `The measure "${field.model.name}.${field.name}" ${why}. Correct it in the layer.`,
  );
}
