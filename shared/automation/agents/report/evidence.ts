/**
 * The result of a query that the agent ran in this run, as the query tool returned it. Values are JSON values. A number
 * that a double would round is a string of digits, or the `JSON.rawJSON` object that the query tool returns for it.
 */
export interface Evidence {
  readonly queryRunId: string;
  readonly sql?: string;
  /**
   * `type` is the type of a column of a query result, for example `number` or `date`. `format` is present if the layer
   * declares one.
   */
  readonly columns: readonly {readonly name: string; readonly type: string; readonly format?: string}[];
  /** All rows that the model has seen, in the order of the result, followed by the totals. */
  readonly rows: readonly (readonly unknown[])[];
  /** The number of the first of these rows in the result, if it is not 1. */
  readonly statement?: {readonly firstRow?: number};
}
