import {type Data, DataType, type Decimal, makeData} from "apache-arrow";
import {ServiceError} from "../../shared/core/errors.ts";
import {epochDayOf} from "../warehouses/calendar-day.ts";
import {isNonFinite, nameOfNonFinite} from "../warehouses/encode-rows.ts";
import {instantOf} from "../warehouses/zone-offset.ts";

type Values = readonly (string | null)[];

/** Converts one column of a batch from the engine's text to Arrow's layout. */
export function arrowData(type: DataType, values: Values, length: number, name: string): Data {
  const {nullBitmap, nullCount, setNull} = validity(values, length);
  const common = {length, nullCount, nullBitmap};
  if (DataType.isUtf8(type)) return makeData({type, ...common, ...encodeTexts(values, length)});
  if (DataType.isInt(type)) {
    const data = new BigInt64Array(length);
    eachValue(values, (text, i) => {
      data[i] = BigInt(text);
    });
    return makeData({type, ...common, data});
  }
  if (DataType.isFloat(type)) {
    const data = new Float64Array(length);
    eachValue(values, (text, i) => {
      const value = Number(isNonFinite(text) ? nameOfNonFinite(text) : text);
      // A text that is not a number, in a column declared as one, becomes null.
      if (Number.isNaN(value) && !isNonFinite(text)) setNull(i);
      else data[i] = value;
    });
    return makeData({type, ...common, nullCount: count(nullBitmap, length), data});
  }
  if (DataType.isDecimal(type)) {
    const data = decimals(type, values, length, name, setNull);
    return makeData({type, ...common, nullCount: count(nullBitmap, length), data});
  }
  if (DataType.isBool(type)) {
    const data = new Uint8Array(Math.ceil(length / 8));
    eachValue(values, (text, i) => {
      if (text === "t" || text === "true" || text === "1") data[i >> 3]! |= 1 << (i & 7);
    });
    return makeData({type, ...common, data});
  }
  if (DataType.isDate(type)) {
    const data = new Int32Array(length);
    eachValue(values, (text, i) => {
      const day = epochDayOf(text);
      if (day === undefined) setNull(i);
      else data[i] = day;
    });
    return makeData({type, ...common, nullCount: count(nullBitmap, length), data});
  }
  if (DataType.isTimestamp(type)) {
    const data = new BigInt64Array(length);
    eachValue(values, (text, i) => {
      const moment = instantOf(text);
      if (moment === undefined) setNull(i);
      else data[i] = BigInt(moment.epochMs) * 1000n + BigInt(moment.micros);
    });
    return makeData({type, ...common, nullCount: count(nullBitmap, length), data});
  }
  throw new Error(`a result has no columns of the Arrow type ${type}`);
}

function eachValue(values: Values, visit: (text: string, index: number) => void): void {
  for (let i = 0; i < values.length; i++) {
    const text = values[i];
    if (text !== null && text !== undefined) visit(text, i);
  }
}

function validity(values: Values, length: number) {
  const nullBitmap = new Uint8Array(Math.ceil(length / 64) * 8);
  let nullCount = 0;
  for (let i = 0; i < length; i++) {
    if (values[i] === null || values[i] === undefined) nullCount++;
    else nullBitmap[i >> 3]! |= 1 << (i & 7);
  }
  return {
    nullBitmap,
    nullCount,
    setNull(i: number) {
      nullBitmap[i >> 3]! &= ~(1 << (i & 7));
    },
  };
}

/** How many of the first `length` values are null. */
function count(nullBitmap: Uint8Array, length: number): number {
  let valid = 0;
  for (let i = 0; i < length; i++) valid += (nullBitmap[i >> 3]! >> (i & 7)) & 1;
  return length - valid;
}

/** Arrow's layout of text: all texts in one buffer, and the byte offset at which each begins. */
function encodeTexts(values: Values, length: number): {valueOffsets: Int32Array; data: Uint8Array} {
  const valueOffsets = new Int32Array(length + 1);
  const joined = values.join("");
  const data: Uint8Array = Buffer.from(joined);
  const isAscii = data.length === joined.length;
  let at = 0;
  for (let i = 0; i < length; i++) {
    const text = values[i] ?? "";
    at += isAscii ? text.length : Buffer.byteLength(text);
    valueOffsets[i + 1] = at;
  }
  return {valueOffsets, data};
}

const DECIMAL = /^(-?)(\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Arrow's layout of decimals: 128-bit integers in two's complement, in units of the scale. */
function decimals(
  {scale, precision}: Decimal,
  values: Values,
  length: number,
  name: string,
  setNull: (index: number) => void,
): Uint32Array {
  const data = new BigUint64Array(length * 2);
  eachValue(values, (text, i) => {
    const [, sign, whole = "", fraction = "", exponent] = DECIMAL.exec(text) ?? [];
    if (sign === undefined) {
      if (isNonFinite(text)) throw notDecimal(name, text);
      setNull(i);
      return;
    }
    const shift = scale - fraction.length + Number(exponent ?? 0);
    const digits = `${whole}${fraction}`.replace(/^0+/, "");
    const unscaled = shift >= 0 ? BigInt(`${digits}${"0".repeat(shift)}` || "0") : cut(digits, -shift);
    if (unscaled === undefined || String(unscaled).length > precision)
      throw outOfScale(name, text, precision, scale);
    const value = BigInt.asUintN(128, sign ? -unscaled : unscaled);
    data[i * 2] = value & 0xffff_ffff_ffff_ffffn;
    data[i * 2 + 1] = value >> 64n;
  });
  return new Uint32Array(data.buffer);
}

function notDecimal(name: string, text: string): ServiceError {
  return new ServiceError(
    "invalid_request",
    `The column "${name}" holds ${nameOfNonFinite(text)}, which is not a decimal in Arrow. Ask for another format, or make the field a double in the layer.`,
  );
}

/** Drops the last digits; `undefined` if one of them is not a zero. */
function cut(digits: string, places: number): bigint | undefined {
  const wholeDigits = digits.slice(0, Math.max(0, digits.length - places));
  return /^0*$/.test(digits.slice(wholeDigits.length)) ? BigInt(wholeDigits || "0") : undefined;
}

export function outOfScale(name: string, text: string, precision: number, scale: number): ServiceError {
  return new ServiceError(
    "warehouse_error",
    `The column "${name}" holds ${text}, which does not fit into decimal(${precision},${scale}), the type of its first rows: ` +
      "round it in the layer, or ask for another format.",
  );
}
