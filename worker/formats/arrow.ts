import {
  Bool,
  type Data,
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
import type {ResultColumn} from "../../shared/semantic/index.ts";
import type {Batch, EngineKind} from "../warehouses/batch.ts";
import type {VectorBatch} from "../warehouses/vectors.ts";
import {arrowData} from "./arrow-data.ts";
import {concatenatedData} from "./arrow-vectors.ts";

/** Rows that are read before the schema is sent, because a decimal column's scale follows from its values. */
const ROWS_BEFORE_SCHEMA = 20_000;
/** Digits after the decimal point that later rows may have beyond those of the rows read first. */
const SPARE_DIGITS = 4;
const MAX_DIGITS = 38;
/** The most rows of a batch that is made from vectors. */
const ROWS_OF_BATCH = 32_768;
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
      made = begin(columns, timezone, typeOf(waiting, SPARE_DIGITS));
      yield {bytes: made.prefix, rowCount: 0};
      for (const held of waiting.splice(0)) yield encoded(made, held);
      continue;
    }
    yield encoded(made, batch);
  }
  if (!made) {
    made = begin(columns, timezone, typeOf(waiting, 0));
    yield {bytes: made.prefix, rowCount: 0};
    for (const held of waiting) yield encoded(made, held);
  }
  yield {bytes: END_OF_STREAM, rowCount: 0};
}

/**
 * Like `arrowStream`, from vectors, which are copied without being printed and parsed. The first batches are small, so
 * that rows arrive early; later ones grow up to a size at which the overhead of each batch does not matter.
 */
export async function* arrowStreamOfVectors(
  batches: AsyncIterable<VectorBatch>,
  columns: readonly ResultColumn[],
  timezone: string,
): AsyncIterableIterator<{bytes: Uint8Array; rowCount: number}> {
  let made: Begun | undefined;
  let waiting: VectorBatch[] = [];
  let waitingRows = 0;
  let maxRows = 0;
  const flush = (begun: Begun) => {
    const [held, rowCount] = [waiting, waitingRows];
    waiting = [];
    waitingRows = 0;
    maxRows = Math.min(ROWS_OF_BATCH, 2 * rowCount);
    return encodedColumns(begun, rowCount, (type, c, name) =>
      concatenatedData(type, held, c, rowCount, name),
    );
  };
  for await (const batch of batches) {
    if (!made) {
      made = begin(columns, timezone, c => numberType(batch.kinds[c], [], 0));
      yield {bytes: made.prefix, rowCount: 0};
    }
    if (batch.rowCount === 0) continue;
    if (waitingRows + batch.rowCount > maxRows && waitingRows > 0) yield flush(made);
    waiting.push(batch);
    waitingRows += batch.rowCount;
    if (maxRows === 0) yield flush(made);
  }
  if (made && waitingRows > 0) yield flush(made);
  yield {bytes: END_OF_STREAM, rowCount: 0};
}

interface Begun {
  schema: Schema;
  prefix: Uint8Array;
}

function begin(
  columns: readonly ResultColumn[],
  timezone: string,
  numberTypeOf: (c: number) => DataType,
): Begun {
  const schema = new Schema(
    columns.map(
      ({name, type}, c) =>
        new Field(
          name,
          arrowType(type, timezone, () => numberTypeOf(c)),
          true,
        ),
    ),
  );
  return {schema, prefix: messages(schema)};
}

function encoded(begun: Begun, batch: Batch) {
  if (batch.rowCount === 0) return {bytes: new Uint8Array(), rowCount: 0};
  return encodedColumns(begun, batch.rowCount, (type, c, name) =>
    arrowData(type, batch.columns[c] ?? [], batch.rowCount, name),
  );
}

function encodedColumns(
  {schema, prefix}: Begun,
  rowCount: number,
  dataOf: (type: DataType, c: number, name: string) => Data,
) {
  const children = schema.fields.map(({type, name}, c) => dataOf(type, c, name));
  const data = makeData({type: new Struct(schema.fields), length: rowCount, nullCount: 0, children});
  return {bytes: messages(schema, new RecordBatch(schema, data)).subarray(prefix.length), rowCount};
}

/** Encodes the message of the schema, followed by that of the batch if there is one. */
function messages(schema: Schema, batch?: RecordBatch): Uint8Array {
  const writer = new RecordBatchStreamWriter({autoDestroy: false});
  writer.reset(undefined, schema);
  if (batch) writer.write(batch);
  return writer.toUint8Array(true);
}

function arrowType(declared: ResultColumn["type"], timezone: string, numberTypeOf: () => DataType): DataType {
  switch (declared) {
    case "boolean":
      return new Bool();
    case "date":
      return new DateDay();
    case "timestamp":
      return new TimestampMicrosecond(timezone);
    case "number":
      return numberTypeOf();
    default:
      return new Utf8();
  }
}

function typeOf(batches: readonly Batch[], spare: number): (c: number) => DataType {
  return c =>
    numberType(
      batches[0]?.kinds[c],
      batches.map(({columns}) => columns[c] ?? []),
      spare,
    );
}

function numberType(
  kind: EngineKind = "other",
  values: readonly (readonly (string | null)[])[],
  spare: number,
): DataType {
  if (kind === "integer") return new Int64();
  if (kind === "float") return new Float64();
  const [, precision, scale] = /^decimal\((\d+),(\d+)\)$/.exec(kind) ?? [];
  if (precision !== undefined) return new Decimal(Number(scale), Number(precision), 128);
  if (kind !== "decimal") return new Utf8();
  let digits = 0;
  for (const value of values.flat()) {
    const point = value?.indexOf(".") ?? -1;
    if (value && point >= 0) digits = Math.max(digits, value.length - point - 1);
  }
  return new Decimal(digits === 0 ? 0 : Math.min(digits + spare, MAX_DIGITS), MAX_DIGITS, 128);
}
