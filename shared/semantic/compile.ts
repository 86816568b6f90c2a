import type {DimensionType} from "./graph.ts";
import type {Layer} from "./layer.ts";
import type {Query} from "./query.ts";

export type DialectName = "postgres" | "duckdb";
/** A value sent beside a statement. Numbers that a double cannot hold exactly travel as strings. */
export type Parameter = string | number | boolean;

export interface ResultColumn {
  /** The qualified name as the query asked for it. */
  name: string;
  type: DimensionType;
}

/** One statement of one dialect, `$1 …` for its parameters. */
export interface Statement {
  sql: string;
  parameters: Parameter[];
}

export interface CompileContext {
  dialect: DialectName;
  /** IANA name: the query's own timezone, where it has one, goes before it. */
  timezone: string;
  weekStart: "monday" | "sunday";
  /** The caller's values for row access: a missing attribute matches nothing. */
  attributes: Readonly<Record<string, readonly string[]>>;
  /** The clock that relative filters read. */
  now: Date;
  /** Rows to ask for at most; the query's own `limit` goes before it. `undefined`: no limit. */
  defaultLimit?: number;
}

export interface CompiledQuery extends Statement {
  columns: ResultColumn[];
  /** The limit that applies, `undefined` for none. The statement asks for one row more, to tell whether it cut. */
  limit: number | undefined;
  /** The timezone that applied, IANA. */
  timezone: string;
  /** With `totals`: a second statement of one row with the measures, computed from the rows. */
  totals?: Statement;
}

declare function compile(layer: Layer, query: Query, context: CompileContext): CompiledQuery;
declare function detail(layer: Layer, query: Query, context: CompileContext): string;

export {compile, detail};
