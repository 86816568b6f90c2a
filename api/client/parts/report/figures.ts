/** A number of a report, as the service has checked it. */
export interface Figure {
  text: string;
  value: number | null;
  queryRunId?: string;
  row?: number;
  column?: string;
  of?: {as: "difference" | "change" | "ratio" | "share"; queryRunId: string; row: number; column: string};
  status: "verified" | "unverified";
  reason?: string;
}

/** The rows of a query as the language model has read them. */
export interface ReadRows {
  columns: string[];
  rows: string[][];
  /** The number of the first row in the result. */
  first: number;
}

/** A query that figures name. */
export interface Source {
  sql: string;
  /** The rows that were read; `undefined` where they are not known in this form. */
  read: (signal: AbortSignal) => Promise<ReadRows | undefined>;
}

/** Finds a query by the id of its run. */
export type SourceOf = (queryRunId: string) => Source | undefined;
