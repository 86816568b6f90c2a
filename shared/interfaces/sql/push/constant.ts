import type {SqlType} from "../../../ground/wire/sql-tables.ts";

/** Values of a statement's parameters in text form, and the OIDs of their types, 0 for unknown. */
export interface Parameters {
  values: readonly (string | null)[];
  types: readonly number[];
}

/** A value that a statement compares with, of a type as Postgres sees it. */
export interface Constant {
  type: "unknown" | "integer" | "timestamp" | Exclude<SqlType, "bigint" | "jsonb">;
  text: string | null;
}

/** How moments are read. */
export interface ReadingContext {
  timezone: string;
  /** The time at which the statement runs. */
  now: Date;
  /** Called where that time is made use of. */
  onNow?: (() => void) | undefined;
  parameters?: Parameters | undefined;
  /** Called where a parameter's value would have been of use and is not known. */
  onMissingParameter?: (() => void) | undefined;
}
