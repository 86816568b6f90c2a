/**
 * The result of a query that the agent ran in this run, as the query tool gave it. Values are those of JSON; numbers
 * that a double would round are strings of digits, or the raw JSON that the query tool makes of them.
 */
export interface Evidence {
  readonly queryRunId: string;
  readonly sql?: string;
  /** `type` is that of a Query result, for example `number` or `date`; `format` is the layer's, where it has one. */
  readonly columns: readonly {readonly name: string; readonly type: string; readonly format?: string}[];
  /** All rows that the model has seen, the first of the result first, and behind them the totals. */
  readonly rows: readonly (readonly unknown[])[];
  /** Of the rows before, as many are not here as `firstRow` says, where it is not 1. */
  readonly statement?: {readonly firstRow?: number};
}
