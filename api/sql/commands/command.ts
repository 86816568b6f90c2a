import type {PreparedSql, ResultField} from "../backend.ts";
import type {RowSource} from "../rows/row-source.ts";

/** A statement that is ready to run, any number of times. */
export interface Command {
  /** OIDs of the types of its parameters. */
  parameterTypes: readonly number[];
  /** `undefined` for a command without rows. */
  fields: readonly ResultField[] | undefined;
  /** Whether the command also runs in a failed transaction, because it ends the transaction. */
  endsTransaction?: boolean;
  /** The plan of the rows, if the backend has made one. */
  prepared?: PreparedSql;
  run(call: Call): Promise<Outcome>;
}

/** One run of a command. */
export interface Call {
  /** In text form. */
  parameters: readonly (string | null)[];
  /** Aborts when the run must end; the reason is an `SqlError`. */
  signal: AbortSignal;
  /**
   * The controller of `signal`, if nothing else depends on the signal. The run aborts the controller when the rest of
   * its rows is not needed.
   */
  owner?: AbortController;
}

export type Outcome =
  | {kind: "done"; tag: string}
  /** `formats` is set for a cursor that was declared as binary, and overrides the formats that the client requested. */
  | {kind: "rows"; rows: RowSource; tag(rows: number): string; formats?: readonly number[]}
  | {kind: "copy"; rows: RowSource; copy: CopyOut};

/** How the rows of `copy … to stdout` are written. */
export interface CopyOut {
  isBinary: boolean;
  columns: number;
  /** A message that comes before the messages of the rows. */
  head: Uint8Array | undefined;
  /** A `CopyData` for each `DataRow`. The returned bytes are valid until the next call. */
  messages(rows: Uint8Array): Uint8Array;
  /** A message that comes after the messages of the rows. */
  readonly tail: Uint8Array | undefined;
}

/** A command that returns no rows and always has the same effect. */
export function command(run: () => string | Promise<string>): Command {
  return {
    parameterTypes: [],
    fields: undefined,
    run: async () => ({kind: "done", tag: await run()}),
  };
}
