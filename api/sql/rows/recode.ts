import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import type {ResultField} from "../backend.ts";
import {ByteWriter} from "../types/byte-writer.ts";
import {encoderOf, encodeSized} from "../types/encode.ts";

/** Length and number of columns. */
const ROW_HEAD = 7;

/**
 * Rewrites whole `DataRow` messages from text to the requested formats. Returns `undefined` if all values stay in text.
 * The rewritten bytes are valid until the next call. Throws 0A000 for a type without a binary form.
 */
export function recoder(
  fields: readonly ResultField[],
  formats: readonly number[],
): ((rows: Uint8Array) => Uint8Array) | undefined {
  if (formats.every(format => format === 0)) return undefined;
  const unknown = formats.find(format => format !== 0 && format !== 1);
  if (unknown !== undefined) throw new SqlError("22023", `unsupported format code: ${unknown}`);
  const encoders = fields.map((field, i) => (formats[i] === 1 ? encoderOf(field.typeOid) : undefined));
  const out = new ByteWriter(0);
  return rows => {
    const source = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
    out.at = 0;
    let at = 0;
    while (at < source.length) {
      const rowAt = out.at;
      out.copy(source, at, at + ROW_HEAD);
      at += ROW_HEAD;
      for (const encode of encoders) {
        const length = source.readInt32BE(at);
        const start = at + 4;
        if (length < 0) {
          out.int32(-1);
          at = start;
        } else if (encode) {
          encodeSized(source, start, start + length, encode, out);
          at = start + length;
        } else {
          out.copy(source, at, start + length);
          at = start + length;
        }
      }
      out.putInt32(rowAt + 1, out.at - rowAt - 1);
    }
    return out.written;
  };
}
