import {LRUCache} from "lru-cache";
import type pg from "pg";
import type {Config} from "../../shared/core/config.ts";
import type {Logger} from "../../shared/core/log.ts";
import type {RestSource} from "../../shared/core/wire/query-source.ts";
import type {RunRequest} from "../../shared/core/wire/run-request.ts";
import type {Calls} from "../../shared/core/workers/calls.ts";
import {hashOf} from "../../shared/core/workers/protocol.ts";
import {FairSemaphore, type Permit, PermitRequest, shareOf} from "../concurrency/fair-semaphore.ts";
import {KeyedSemaphore} from "../concurrency/keyed-semaphore.ts";
import type {Batch} from "../warehouses/batch.ts";
import {fromBatches, type ReadOptions} from "../warehouses/from-batches.ts";
import {CANCEL_MS, cancelBackend, cutOff} from "../warehouses/postgres/cancel.ts";
import {PostgresRead} from "../warehouses/postgres/read.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";
import {resultKindOf} from "./column-kinds.ts";
import {type DatabaseOf, Databases} from "./databases.ts";
import {PostgresDescribe} from "./describe.ts";
import {isUnreachable, sqlFault} from "./faults.ts";
import {beginWithTables, copyInput, InputLimit, type InputRows, readyForStatement} from "./load-inputs.ts";
import {type Cluster, PrivatePostgres} from "./private-postgres.ts";
import {type SessionLease, Sessions} from "./sessions.ts";

/** Runs a request whose rows a statement reads; the answer must be in the format `data_rows`. */
export type RunInput = (request: RunRequest, signal: AbortSignal) => Promise<InputRows>;

type DescribeRequest = Calls["describe_sql"]["request"];
type Described = Calls["describe_sql"]["answer"];

const MAX_DESCRIBED = 2000;
/** 13 s in all: a server that has died counts as running until its folder is removed, which takes seconds on a busy disk. */
const MAX_ATTEMPTS = 12;
const RETRY_MS = 200;

interface Opened {
  cluster: Cluster;
  databases: Databases;
  sessions: Sessions;
}

/** A session in the database of a caller, whose statements are cancelled when the signal aborts. */
interface Place extends SessionLease {
  role: string;
}

/**
 * Runs statements on the private Postgres: those over the catalog, and those over the results of queries, which have
 * answered parts of a caller's statement.
 */
export class SqlServer {
  readonly postgres: PrivatePostgres;
  readonly #permits: FairSemaphore;
  /** A cursor keeps its permit while nobody reads it, so one caller gets at most a quarter of all permits. */
  readonly #ownPermits: KeyedSemaphore;
  readonly #described = new LRUCache<string, Described>({max: MAX_DESCRIBED});
  #opened: Opened | undefined;

  constructor(
    private readonly deps: {
      config: Config;
      log: Logger;
      runInput: RunInput;
      clusterCopyOf?: string | undefined;
    },
  ) {
    this.postgres = new PrivatePostgres(deps.config, deps.log, deps.clusterCopyOf);
    const {concurrency} = deps.config.sqlRest;
    this.#permits = new FairSemaphore(concurrency);
    this.#ownPermits = new KeyedSemaphore(Math.max(1, Math.floor(concurrency / 4)));
  }

  /** A warehouse in which statements run over the rows of the source's inputs. */
  warehouse(orgId: string, source: RestSource, permitRequest: PermitRequest): Warehouse {
    return fromBatches(
      "postgres",
      (statement, signal, options) =>
        this.#read(orgId, source, statement.sql, permitRequest, signal, options),
      async () => undefined,
    );
  }

  /**
   * Resolves from a cache where the same statement was described before. Rejects with Postgres' error as a
   * `ServiceError`.
   */
  async describe(request: DescribeRequest, signal: AbortSignal): Promise<Described> {
    const {orgId, source, sql, parameterTypes} = request;
    const {tables, ...rest} = source;
    const key = hashOf(JSON.stringify([orgId, rest, sql, parameterTypes]));
    const known = this.#described.get(key);
    if (known) return known;
    const permit = await this.#permits.acquire(new PermitRequest(shareOf(orgId, "interactive")), signal);
    try {
      const described = await this.#during(source, signal, async ({client, role}) => {
        await client.query(beginWithTables(source.inputs));
        await client.query(readyForStatement(role, source.inputs, [], source.settings));
        const describe = new PostgresDescribe(sql, parameterTypes);
        client.query(describe);
        return await describe.described;
      });
      this.#described.set(key, described);
      return described;
    } finally {
      permit.release();
    }
  }

  async stop(): Promise<void> {
    await this.#opened?.sessions.end();
    await this.postgres.stop();
  }

  async *#read(
    orgId: string,
    source: RestSource,
    sql: string,
    permitRequest: PermitRequest,
    signal: AbortSignal,
    {maxRows, asMessages}: ReadOptions,
  ): AsyncIterableIterator<Batch> {
    const leaving = new AbortController();
    const inputSignal = AbortSignal.any([signal, leaving.signal]);
    const {inputs, settings, parameters = [], parameterTypes = []} = source;
    try {
      // The warehouses answer first, so that a slow warehouse holds no permit here.
      const rows = await Promise.all(
        inputs.map(({run, columns}) => {
          const sqlTypes = columns.map(({type}) => type);
          return this.deps.runInput({...run, orgId, format: "data_rows", sqlTypes}, inputSignal);
        }),
      );
      const own = await this.#ownPermits.acquire(source.id, permitRequest, signal);
      const permit = await this.#shared(own, permitRequest, orgId, signal);
      try {
        const limit = new InputLimit(this.deps.config.sqlRest);
        // One statement for each set of input types, because a session keeps its plans.
        const shape = hashOf(JSON.stringify(inputs.map(({columns}) => columns))).slice(0, 16);
        const text = inputs.length === 0 ? sql : `${sql}\n/*${shape}*/`;
        const read = new PostgresRead({sql: text, parameters, parameterTypes}, maxRows, {
          asMessages,
          kindOf: resultKindOf,
        });
        yield* this.#streamed(source, signal, read, async ({client, role}) => {
          await client.query(beginWithTables(inputs));
          const counts: number[] = [];
          for (const [i, input] of inputs.entries()) {
            const given = rows[i];
            if (given) counts.push(await copyInput(client, input, given, limit));
          }
          await client.query(readyForStatement(role, inputs, counts, settings));
        });
      } finally {
        permit.release();
      }
    } finally {
      leaving.abort(new Error("the statement has ended"));
    }
  }

  /** A permit of those that all organizations share, beside the caller's own; both are released together. */
  async #shared(
    own: Permit,
    permitRequest: PermitRequest,
    orgId: string,
    signal: AbortSignal,
  ): Promise<Permit> {
    using joined = permitRequest.heldBy(orgId);
    try {
      const shared = await this.#permits.acquire(joined.request, signal);
      return {
        release: () => {
          shared.release();
          own.release();
        },
      };
    } catch (error) {
      own.release();
      throw error;
    }
  }

  /** The rows of `read` in a session that `prepare` has made ready. */
  async *#streamed(
    source: DatabaseOf,
    signal: AbortSignal,
    read: PostgresRead,
    prepare: (place: Place) => Promise<void>,
  ): AsyncIterableIterator<Batch> {
    const place = await this.#enter(source, signal);
    const {client} = place;
    let isSent = false;
    try {
      await prepare(place);
      client.query(read);
      isSent = true;
      for (let batch = await read.next(); batch; batch = await read.next()) yield batch;
    } catch (error) {
      signal.throwIfAborted();
      throw sqlFault(error);
    } finally {
      // A reader that leaves early ends the statement, too.
      if (isSent && !signal.aborted) await read.end();
      await place.release(!signal.aborted && (isSent && !read.failed ? true : await rollBack(client)));
    }
  }

  async #during<T>(source: DatabaseOf, signal: AbortSignal, work: (place: Place) => Promise<T>): Promise<T> {
    const place = await this.#enter(source, signal);
    try {
      return await work(place);
    } catch (error) {
      signal.throwIfAborted();
      throw sqlFault(error);
    } finally {
      await place.release(!signal.aborted && (await rollBack(place.client)));
    }
  }

  /** Opens a session in the caller's database. Tries again where the server or the session has just ended. */
  async #enter(source: DatabaseOf, signal: AbortSignal): Promise<Place> {
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const opened = await this.#open();
      try {
        return await this.#enterOne(opened, source, signal);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isUnreachable(error)) throw sqlFault(error);
        await Promise.race([opened.cluster.exited, Bun.sleep(RETRY_MS * attempt)]);
      }
    }
  }

  async #enterOne(
    {cluster, databases, sessions}: Opened,
    source: DatabaseOf,
    signal: AbortSignal,
  ): Promise<Place> {
    const database = await databases.lease(source);
    const {name: role} = database;
    try {
      const session = await sessions.lease(role);
      const {client} = session;
      let giveUp: NodeJS.Timeout | undefined;
      const onAbort = () => {
        cancelBackend(cluster.clientConfig(role, role), client, this.deps.log);
        giveUp = setTimeout(() => cutOff(client), CANCEL_MS);
      };
      signal.addEventListener("abort", onAbort, {once: true});
      const release = async (isClean: boolean) => {
        signal.removeEventListener("abort", onAbort);
        await session.release(isClean);
        clearTimeout(giveUp);
        database[Symbol.dispose]();
      };
      return {client, role, release};
    } catch (error) {
      database[Symbol.dispose]();
      throw error;
    }
  }

  /** The databases and sessions of the server that runs now. */
  async #open(): Promise<Opened> {
    const cluster = await this.postgres.cluster();
    const before = this.#opened;
    if (before?.cluster === cluster) return before;
    const sessions = new Sessions(cluster);
    const databases = new Databases(cluster, name => sessions.end(name));
    this.#opened = {cluster, databases, sessions};
    await before?.sessions.end();
    return {cluster, databases, sessions};
  }
}

/** Rolls the transaction back. Resolves with whether the session can take another statement. */
async function rollBack(client: pg.Client): Promise<boolean> {
  return await client.query("rollback").then(
    () => true,
    () => false,
  );
}
