export type {CheckedFigure as Figure} from "../../../../shared/automation/deliveries/checked-figure.ts";
/** The rows of a query as the language model has read them. */
export interface ReadRows {
  columns: string[];
  rows: string[][];
  /** The number of the first row in the result. */
  first: number;
}

/** A query that figures refer to. */
export interface Source {
  sql: string;
  /** The rows that the language model has read; `undefined` where they are not known in this form. */
  read: (signal: AbortSignal) => Promise<ReadRows | undefined>;
}

/** Finds a query by the id of its run. */
export type SourceOf = (queryRunId: string) => Source | undefined;
