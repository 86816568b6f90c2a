import {SqlError} from "../../../shared/interfaces/sql/sql-error.ts";
import {readText} from "../wire/body-reader.ts";

/** A parameter of `Bind` in text form. */
export function readParameter(
  value: Buffer | null,
  format: number,
  typeOid: number,
  number: number,
): string | null {
  if (value === null) return null;
  if (format === 0) return readText(value);
  if (format !== 1) throw new SqlError("22023", `unsupported format code: ${format}`);
  throw new SqlError("0A000", `binary is not there for ${typeOid} ${number}`);
}
