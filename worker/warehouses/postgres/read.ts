import {LRUCache} from "lru-cache";
import type pg from "pg";
import type {Batch, EngineKind} from "../batch.ts";
import {MAX_ANSWER_BYTES} from "../warehouse.ts";
import {engineKindOf} from "./engine-kinds.ts";
import {MONEY} from "./money.ts";
import {RowTap} from "./row-tap.ts";

/** A result of at most this many rows is fetched in one round trip. */
const ONE_TRIP_ROWS = 4096;
/**
 * The rows of one batch of a larger result. Batches of this size take a fifth less memory than those of twice the size,
 * and no more time.
 */
const BATCH_ROWS = 2048;
/** The bytes of a batch, about, so that wide rows do not take much memory: after the first batch it has fewer rows. */
const BATCH_BYTES = 16 * 1024 * 1024;
/**
 * The rows of the first batch of a larger result, whose width is not known yet. A statement whose last result had fewer
 * rows is expected to have as few again.
 */
const FIRST_ROWS = 512;
const STATEMENTS_PER_SESSION = 100;
const BATCHES_AHEAD = 1;

/** A statement with its parameters, whose types Postgres decides where none are given. */
export interface PostgresStatement {
  sql: string;
  parameters: readonly (string | number | boolean | null)[];
  /** OIDs; 0 where Postgres decides. */
  parameterTypes?: readonly number[];
}

/** A statement that this session has prepared under a name, with the types of its columns. */
interface Parsed {
  name: string;
  kinds: EngineKind[] | undefined;
  /** The columns of type `money`. */
  money: number[];
  /** Whether the last result had few rows. `varies`, for good, after a result had more rows than expected. */
  hasFewRows: boolean | "varies";
}

const newParsed = (name: string): Parsed => ({name, kinds: undefined, money: [], hasFewRows: false});

interface Session {
  /** Prepared statements, by text and parameter types: one text can be prepared with different types. */
  parsed: LRUCache<string, Parsed>;
  count: number;
}
const sessions = new WeakMap<pg.Connection, Session>();

/**
 * One statement in a read-only transaction, as a `Submittable` of pg's client. `begin`, the statement and the request
 * for the first rows are sent in one packet; where the result is known or expected to be small, the end of the
 * transaction is sent with them. The transaction is rolled back, so that nothing that a statement sets in its session
 * remains.
 */
export class PostgresRead implements pg.Submittable {
  /** Whether the session is in a failed transaction and needs a `rollback`. */
  failed = false;

  /** Whether there were more rows than expected: the transaction then ended before the last row, and none is returned. */
  isCut = false;

  readonly #isSmall: boolean;
  readonly #asMessages: boolean;
  /** Whether the end of the transaction is sent with the statement. */
  #oneTrip: boolean;
  #connection: pg.Connection | undefined;
  /** The tap of the connection, which is open while the rows are read as messages. */
  #tap: RowTap | undefined;
  #batchRows = BATCH_ROWS;
  #parsed: Parsed = newParsed("");
  #columns: (string | null)[][] = [];
  #rowCount = 0;
  #ready: Batch[] = [];
  #total = 0;
  #state: "begun" | "fetching" | "suspended" | "complete" | "failed" = "begun";
  #error: unknown;
  #wake: (() => void) | undefined;
  #given = 0;
  #abandoned = false;
  #settled = Promise.withResolvers<void>();

  /**
   * `asMessages`: batches of a large result have their rows as messages, unless some columns are of type `money`.
   * `mayExpectFew`: the statement may be expected to have few rows because its last result in the session had few. If there
   * are more, `isCut` is set, and the caller has to read again without `mayExpectFew`. `kindOf` gives the kinds of types.
   */
  constructor(
    private readonly statement: PostgresStatement,
    maxRows: number | undefined,
    private readonly options: {
      asMessages?: boolean | undefined;
      mayExpectFew?: boolean;
      kindOf?: (oid: number) => EngineKind;
    } = {},
  ) {
    this.#isSmall = maxRows !== undefined && maxRows <= ONE_TRIP_ROWS;
    this.#oneTrip = this.#isSmall;
    this.#asMessages = options.asMessages === true && !this.#isSmall;
  }

  /** The next batch; `undefined` at the end. There is always a first batch, even if it is empty. */
  async next(): Promise<Batch | undefined> {
    for (;;) {
      const batch = this.#ready.shift();
      if (batch) {
        this.#given++;
        if (this.#state === "suspended") this.#fetch();
        return batch;
      }
      if (this.#state === "failed") throw this.#error;
      if (this.#state === "complete") return undefined;
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }

  /** The columns of type `money`, once there is a batch. */
  get money(): readonly number[] {
    return this.#parsed.money;
  }

  /** Resolves when the session can take another statement. Must also be called when the reader leaves early. */
  async end(): Promise<void> {
    if (this.#state === "failed") return;
    this.#abandoned = true;
    if (this.#state === "suspended") this.#abandon();
    await this.#settled.promise;
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.stream.cork();
    try {
      const session = sessionOf(connection);
      const known = session.parsed.get(keyOf(this.statement));
      this.#parsed = known ?? newParsed(`s${session.count++}`);
      this.#oneTrip ||= this.options.mayExpectFew === true && this.#parsed.hasFewRows === true;
      this.#tap = RowTap.of(connection.stream);
      this.#tap.received = 0;
      if (this.#asMessages && this.#parsed.money.length === 0) this.#tap.open();
      connection.bind({statement: "begin"});
      connection.execute({});
      const {sql, parameters, parameterTypes = []} = this.statement;
      if (!known) connection.parse({name: this.#parsed.name, text: sql, types: parameterTypes});
      const values = parameters.map(value => (value === null ? null : String(value)));
      connection.bind({statement: this.#parsed.name, values});
      if (!this.#parsed.kinds) connection.describe({type: "P", name: ""});
      connection.execute({rows: this.#isSmall ? 0 : this.#oneTrip ? BATCH_ROWS : FIRST_ROWS});
      if (this.#oneTrip) this.#rollback();
      else connection.flush();
    } finally {
      connection.stream.uncork();
    }
  }

  handleRowDescription({fields}: {fields: {dataTypeID: number}[]}): void {
    const {kindOf = engineKindOf} = this.options;
    this.#parsed.kinds = fields.map(({dataTypeID}) => kindOf(dataTypeID));
    this.#parsed.money = fields.flatMap(({dataTypeID}, i) => (dataTypeID === MONEY ? [i] : []));
    if (this.#connection) sessionOf(this.#connection).parsed.set(keyOf(this.statement), this.#parsed);
    if (this.#parsed.money.length > 0) this.#tap?.close();
  }

  handleDataRow({fields}: {fields: (string | null)[]}): void {
    if (this.#rowCount++ === 0) this.#columns = fields.map(() => []);
    const columns = this.#columns;
    for (let i = 0; i < fields.length; i++) columns[i]!.push(fields[i]!);
  }

  handlePortalSuspended(): void {
    if (this.#oneTrip) {
      this.isCut = true;
      this.#parsed.hasFewRows = "varies";
      this.#state = "complete";
      this.#wake?.();
      return;
    }
    if (this.#abandoned) {
      this.#abandon();
      return;
    }
    this.#batchRows = Math.max(1, Math.min(BATCH_ROWS, Math.floor(BATCH_BYTES / this.#rowBytes)));
    this.#finishBatch();
    if (this.#ready.length <= BATCHES_AHEAD) this.#fetch();
    else this.#state = "suspended";
  }

  handleCommandComplete(): void {
    // The first `CommandComplete` belongs to `begin`, the second to the statement, the third to `rollback`.
    if (this.#state === "begun") {
      this.#state = "fetching";
      return;
    }
    if (this.#state !== "fetching") return;
    this.#state = "complete";
    if (this.#parsed.hasFewRows !== "varies") this.#parsed.hasFewRows = this.#isFew;
    if (this.#rows > 0 || (this.#given === 0 && this.#ready.length === 0)) this.#finishBatch();
    if (!this.#oneTrip) this.#rollback();
    this.#wake?.();
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete();
  }

  handleError(error: unknown): void {
    if (this.#state !== "complete") this.#error = error;
    if (this.#state !== "failed" && this.#state !== "complete" && !this.#oneTrip) this.#connection?.sync();
    this.#state = "failed";
    this.failed = true;
    this.#tap?.close();
    this.#forget();
    this.#settled.resolve();
    this.#wake?.();
  }

  handleReadyForQuery(): void {
    this.#tap?.close();
    this.#settled.resolve();
  }

  /** Discards a prepared statement that failed, because its tables may have changed since it was prepared. */
  #forget(): void {
    if (!this.#connection) return;
    const {parsed} = sessionOf(this.#connection);
    if (!parsed.delete(keyOf(this.statement))) this.#connection.close({type: "S", name: this.#parsed.name});
  }

  get #rows(): number {
    return this.#tap?.isOpen ? this.#tap.rowCount : this.#rowCount;
  }

  /** The average size of the rows since the last request for rows. */
  get #rowBytes(): number {
    return (this.#tap?.received ?? 0) / Math.max(1, this.#rows);
  }

  /** Whether this was a result of few rows, a whole batch of which could be read with one request. */
  get #isFew(): boolean {
    return this.#total + this.#rows < FIRST_ROWS && this.#rowBytes * BATCH_ROWS < MAX_ANSWER_BYTES;
  }

  #finishBatch(): void {
    const kinds = this.#parsed.kinds ?? [];
    this.#total += this.#rows;
    if (this.#tap?.isOpen) {
      this.#ready.push({rowCount: this.#tap.rowCount, columns: [], kinds, messages: this.#tap.take()});
      this.#wake?.();
      return;
    }
    const columns = this.#rowCount > 0 ? this.#columns : kinds.map(() => []);
    this.#ready.push({rowCount: this.#rowCount, columns, kinds});
    this.#rowCount = 0;
    this.#wake?.();
  }

  #fetch(): void {
    this.#state = "fetching";
    if (this.#tap) this.#tap.received = 0;
    this.#connection?.execute({rows: this.#batchRows});
    this.#connection?.flush();
  }

  #abandon(): void {
    this.#state = "complete";
    this.#rollback();
  }

  #rollback(): void {
    this.#connection?.bind({statement: "rollback"});
    this.#connection?.execute({});
    this.#connection?.sync();
  }
}

function keyOf({sql, parameterTypes = []}: PostgresStatement): string {
  return parameterTypes.length === 0 ? sql : `${parameterTypes.join()} ${sql}`;
}

function sessionOf(connection: pg.Connection): Session {
  const known = sessions.get(connection);
  if (known) return known;
  connection.parse({name: "begin", text: "begin transaction read only"});
  connection.parse({name: "rollback", text: "rollback"});
  const session: Session = {
    count: 0,
    parsed: new LRUCache<string, Parsed>({
      max: STATEMENTS_PER_SESSION,
      dispose: ({name}) => connection.close({type: "S", name}),
    }),
  };
  sessions.set(connection, session);
  return session;
}
