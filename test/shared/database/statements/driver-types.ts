/**
 * The type in which the pool of `shared/core/db.ts` returns a value, by the name of its type in Postgres (`_text` is
 * `text[]`).
 */
export interface DriverTypes {
  bool: boolean;
  bytea: Buffer;
  date: Date;
  float8: number;
  int2: number;
  int4: number;
  int8: number;
  /** Parsed by the code that reads it. */
  json: unknown;
  jsonb: unknown;
  name: string;
  numeric: string;
  text: string;
  timestamptz: Date;
  varchar: string;
  void: string;
  _int4: number[];
  _text: string[];
  _timestamptz: Date[];
}
