/** A column of a result, as `RowDescription` describes it: https://www.postgresql.org/docs/18/protocol-message-formats.html */
export interface ResultField {
  name: string;
  typeOid: number;
  /** `pg_type.typlen`: -1 for a type of variable length. */
  typeSize: number;
  /** -1 for none. */
  typeModifier: number;
}

/** The rows of a statement. */
export interface ResultRows {
  fields: readonly ResultField[];
  /** `DataRow` messages with all values in text form: all of them, or chunks of whole messages. */
  chunks: Uint8Array | AsyncIterable<Uint8Array>;
}

/** A statement that has been planned for one session. */
export interface PreparedSql {
  /** OIDs of the types of its parameters. */
  parameterTypes: readonly number[];
  fields: readonly ResultField[];
  /** Runs the statement with parameters in text form. Aborting the signal cancels the statement in the warehouse. */
  run(parameters: readonly (string | null)[], signal: AbortSignal): Promise<ResultRows>;
  /** The plan as lines of text, for `explain`. */
  explain(): Promise<string[]>;
}

/** The settings of a session that change what a statement means. */
export interface SessionSettings {
  /** IANA name. */
  timezone: string;
  /** All that the client has set, by lower-case names: `search_path`, `datestyle`, `extra_float_digits`. */
  values: ReadonlyMap<string, string>;
}

/** An authenticated session of one caller in one project. */
export interface SqlSession {
  /** The organization, whose sessions are counted together. */
  readonly orgId: string;
  /** `current_user`. */
  readonly user: string;
  /** `current_database()`. */
  readonly database: string;
  /** The timezone with which a session begins, IANA. */
  readonly timezone: string;
  /** Aborts when the token is revoked or the process stops; the reason is an `SqlError`. */
  readonly ended: AbortSignal;
  /**
   * Plans one `select`, `values`, `table` or `with` statement. `parameterTypes` has OIDs, 0 for unknown. Rejects with
   * `SqlError`.
   */
  prepare(sql: string, parameterTypes: readonly number[], settings: SessionSettings): Promise<PreparedSql>;
  /** The plan of a statement without parameters, as lines of text. Rejects with `SqlError`. */
  explain(sql: string, settings: SessionSettings): Promise<string[]>;
  /**
   * Counts one call against the caller's rate limit. `prepare` and `run` count their own calls. Throws 53400 if nothing
   * is left.
   */
  charge(): void;
  /**
   * A text that changes whenever statements must be planned anew: when the tables, the first day of the project's weeks
   * or the caller's name have changed. Throws, or rejects with, `SqlError`.
   */
  version(): string | Promise<string>;
  close(): void;
}

/** The values that a client sends when it connects. */
export interface Startup {
  user: string;
  /** Empty: the default project. */
  database: string;
  password: string;
  address: string;
  applicationName: string;
}

/** The interface by which the protocol's server calls the service. */
export interface SqlBackend {
  /** Rejects with `SqlError`: 28P01 for an unknown token, 3D000 for an unknown project, 53300 for too many sessions. */
  open(startup: Startup): Promise<SqlSession>;
}

/** Carries requests to cancel to the other web processes, one of which may have the session. */
export interface CancelRelay {
  /** Sends a request on. Never rejects: by the protocol a client gets no answer to a cancel request. */
  forward(processId: number, key: Buffer): Promise<void>;
  /**
   * Calls `onRequest` for each request, until the returned function is called. `isKey` checks whether a key is the key
   * of the request.
   */
  listen(onRequest: (processId: number, isKey: (key: Buffer) => boolean) => void): () => void;
}
