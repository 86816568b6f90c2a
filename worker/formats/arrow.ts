import {
  Bool,
  type DataType,
  DateDay,
  Decimal,
  Field,
  Float64,
  Int64,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimestampMicrosecond,
  Utf8,
} from "apache-arrow";
import type {ResultColumn} from "../../shared/semantic/compile.ts";
import type {Batch} from "../warehouses/batch.ts";
import {arrowData} from "./arrow-data.ts";

/** Rows that are read before the schema is sent, because a decimal column's scale follows from its values. */
const ROWS_BEFORE_SCHEMA = 20_000;
/** Digits after the decimal point that later rows may have beyond those of the rows read first. */
const SPARE_DIGITS = 4;
const MOST_DIGITS = 38;
const END_OF_STREAM = new Uint8Array([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);

/**
 * A result as an Arrow IPC stream (https://arrow.apache.org/docs/format/Columnar.html#ipc-streaming-format).
 * Integers are int64, decimals decimal128 with the scale that holds every digit, other numbers float64; dates are
 * date32, timestamps microseconds of UTC that name the result's zone; JSON is text.
 */
export async function* arrowStream(
  batches: AsyncIterable<Batch>,
  columns: readonly ResultColumn[],
  timezone: string,
): AsyncIterableIterator<{bytes: Uint8Array; rowCount: number}> {
  const waiting: Batch[] = [];
  let waitingRows = 0;
  let made: {schema: Schema; prefix: Uint8Array} | undefined;
  for await (const batch of batches) {
    if (!made) {
      waiting.push(batch);
      waitingRows += batch.rowCount;
      if (waitingRows < ROWS_BEFORE_SCHEMA) continue;
      made = begin(waiting, columns, timezone, SPARE_DIGITS);
      yield {bytes: made.prefix, rowCount: 0};
      for (const held of waiting.splice(0)) yield encoded(made, held);
      continue;
    }
    yield encoded(made, batch);
  }
  if (!made) {
    made = begin(waiting, columns, timezone, 0);
    yield {bytes: made.prefix, rowCount: 0};
    for (const held of waiting) yield encoded(made, held);
  }
  yield {bytes: END_OF_STREAM, rowCount: 0};
}

function begin(batches: readonly Batch[], columns: readonly ResultColumn[], timezone: string, spare: number) {
  const schema = new Schema(
    columns.map(({name, type}, c) => new Field(name, arrowType(type, batches, c, timezone, spare), true)),
  );
  return {schema, prefix: messages(schema)};
}

function encoded({schema, prefix}: {schema: Schema; prefix: Uint8Array}, batch: Batch) {
  if (batch.rowCount === 0) return {bytes: new Uint8Array(), rowCount: 0};
  const children = schema.fields.map((field, c) =>
    arrowData(field.type, batch.columns[c] ?? [], batch.rowCount, field.name),
  );
  const data = makeData({type: new Struct(schema.fields), length: batch.rowCount, nullCount: 0, children});
  return {
    bytes: messages(schema, new RecordBatch(schema, data)).subarray(prefix.length),
    rowCount: batch.rowCount,
  };
}

/** The schema's message and, if there is one, the batch's. */
function messages(schema: Schema, batch?: RecordBatch): Uint8Array {
  const writer = new RecordBatchStreamWriter({autoDestroy: false});
  writer.reset(undefined, schema);
  if (batch) writer.write(batch);
  return writer.toUint8Array(true);
}

function arrowType(
  declared: ResultColumn["type"],
  batches: readonly Batch[],
  c: number,
  timezone: string,
  spare: number,
): DataType {
  switch (declared) {
    case "boolean":
      return new Bool();
    case "date":
      return new DateDay();
    case "timestamp":
      return new TimestampMicrosecond(timezone);
    case "number":
      return numberType(batches, c, spare);
    default:
      return new Utf8();
  }
}

function numberType(batches: readonly Batch[], c: number, spare: number): DataType {
  const kind = batches[0]?.kinds[c] ?? "other";
  if (kind === "integer") return new Int64();
  if (kind === "float") return new Float64();
  const [, precision, scale] = /^decimal\((\d+),(\d+)\)$/.exec(kind) ?? [];
  if (precision !== undefined) return new Decimal(Number(scale), Number(precision), 128);
  if (kind !== "decimal") return new Utf8();
  let digits = 0;
  for (const batch of batches) {
    for (const value of batch.columns[c] ?? []) {
      const point = value?.indexOf(".") ?? -1;
      if (value && point >= 0) digits = Math.max(digits, value.length - point - 1);
    }
  }
  return new Decimal(digits === 0 ? 0 : Math.min(digits + spare, MOST_DIGITS), MOST_DIGITS, 128);
}
