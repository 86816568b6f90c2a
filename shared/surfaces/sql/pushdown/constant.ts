import type {ArrayType, SqlType} from "../../../core/wire/sql-tables.ts";

/** The values of a statement's parameters in text form, and the OIDs of their types, 0 for unknown ones. */
export interface Parameters {
  values: readonly (string | null)[];
  types: readonly number[];
}

/** A constant of a statement, with the type that Postgres gives it. */
export interface Constant {
  type: "unknown" | "integer" | "timestamp" | Exclude<SqlType, "bigint" | "jsonb" | ArrayType>;
  text: string | null;
}

/** The context for reading moments and parameters. */
export interface ReadingContext {
  timezone: string;
  /** The time at which the statement runs. */
  now: Date;
  /** Called if the result depends on that time. */
  onNow?: (() => void) | undefined;
  parameters?: Parameters | undefined;
  /** Called if the value of a parameter is needed but not known. */
  onMissingParameter?: (() => void) | undefined;
}
