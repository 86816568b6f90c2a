import type {Notices} from "../../shared/core/change-notices.ts";
import type {Config} from "../../shared/core/config.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import type {Logger} from "../../shared/core/log.ts";
import type {QuerySource} from "../../shared/core/wire/query-source.ts";
import type {WarehouseSource} from "../../shared/core/wire/warehouse-source.ts";
import {loadConnection} from "../../shared/tenancy/connections/open-config.ts";
import type {EngineThreads} from "../concurrency/engine-threads.ts";
import {FairSemaphore, type PermitRequest} from "../concurrency/fair-semaphore.ts";
import type {SqlServer} from "../private-postgres/sql-executor.ts";
import type {SnapshotStore} from "../storage/snapshots/store.ts";
import {openWarehouse} from "../warehouses/connect.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";
import {toClose} from "./open-memory.ts";
import {openRollup} from "./open-rollup.ts";
import {findSnapshotChecksum, openSnapshot} from "./open-snapshot.ts";

const IDLE_MS = 30 * 60_000;
/** Each open snapshot or roll-up is an engine of its own, and opening it again is quick. */
const FILES_IDLE_MS = 5 * 60_000;
const IDLE_CHECK_MS = 60_000;
/** How often an open warehouse is checked for a file that was replaced. */
const CURRENT_CHECK_MS = 1000;

interface Open {
  orgId: string;
  /** The source as it was opened; a connection has its version at that time. */
  source: WarehouseSource;
  warehouse: Warehouse;
  /** The permits that its statements need. */
  permits: FairSemaphore;
  /** The bytes that its rows take in this process's memory. */
  memoryBytes: number;
  /** How many leases are in use. */
  uses: number;
  usedAt: number;
  checkedAt: number;
  /** Whether it was replaced: it takes no new leases and is closed when the last one is returned. */
  retired: boolean;
  closing: Promise<void> | undefined;
}

/**
 * An open warehouse for one piece of work. It stays open until it is disposed of, even if its connection is edited
 * meanwhile.
 */
export interface Lease extends Disposable {
  warehouse: Warehouse;
}

/**
 * Leases the open warehouse of a source, after a check that it belongs to the org. Its statements wait for permits on
 * behalf of the permit request.
 */
export type LeaseWarehouse = (
  orgId: string,
  source: QuerySource,
  permitRequest: PermitRequest,
) => Promise<Lease>;

/**
 * The open warehouses of this process, one per connection, snapshot and roll-up. One that was edited, deleted, replaced
 * on disk or long unused takes no new work, and is closed when its current work is done; so are roll-ups whose memory
 * is needed for others.
 */
export class OpenWarehouses {
  /** By the id of the connection, snapshot or roll-up. Retired warehouses are only in `#all`. */
  readonly #current = new Map<string, Open>();
  readonly #all = new Set<Open>();
  readonly #opening = new Map<string, Promise<Open>>();
  readonly #idleTimer: NodeJS.Timeout;

  constructor(
    private readonly deps: {
      config: Config;
      db: Db;
      log: Logger;
      notices: Notices;
      snapshots: SnapshotStore;
      threads: EngineThreads;
    },
  ) {
    deps.notices.on("notice", ({kind, id}) => {
      if (kind !== "connection") return;
      const held = this.#current.get(id);
      if (held) this.#retire(held);
      deps.snapshots.dropLocalCopy(id);
    });
    deps.notices.on("reset", () => {
      for (const [id, held] of this.#current)
        this.#retireIfChanged(id).catch(error => {
          deps.log.warn({err: error, id}, "the version of a connection could not be read");
          this.#retire(held);
        });
    });
    this.#idleTimer = setInterval(() => {
      for (const open of this.#current.values()) {
        const idleMs = open.source.kind === "connection" ? IDLE_MS : FILES_IDLE_MS;
        if (open.uses === 0 && open.usedAt < performance.now() - idleMs) this.#retire(open);
      }
    }, IDLE_CHECK_MS);
  }

  /**
   * Leases a source: a connection in the requested version or a later one. The request's statements share the
   * connection's permits. Rejects with `not_found` where the org has no such source.
   */
  async lease(orgId: string, requested: WarehouseSource, permitRequest: PermitRequest): Promise<Lease> {
    const source = openedFor(requested);
    const {id} = source;
    if (!this.deps.notices.connected) await this.#retireIfChanged(id);
    const held = this.#current.get(id);
    if (held?.orgId === orgId) {
      if (versionOf(held.source) >= versionOf(source) && isCurrent(held))
        return this.#lease(held, permitRequest);
      this.#retire(held);
    }
    const key = `${orgId} ${id} ${versionOf(source)}`;
    let opening = this.#opening.get(key);
    if (!opening) {
      opening = this.#openOne(orgId, source).finally(() => this.#opening.delete(key));
      this.#opening.set(key, opening);
    }
    return this.#lease(await opening, permitRequest);
  }

  async stop(): Promise<void> {
    clearInterval(this.#idleTimer);
    this.#current.clear();
    await Promise.all([...this.#all].map(open => this.#close(open)));
  }

  #lease(open: Open, permitRequest: PermitRequest): Lease {
    open.uses++;
    let isHeld = true;
    return {
      warehouse: withPermits(open.warehouse, open.permits, permitRequest),
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        open.uses--;
        open.usedAt = performance.now();
        if (open.retired && open.uses === 0) void this.#close(open);
        // Only a warehouse that holds memory makes room by becoming idle.
        else if (open.memoryBytes > 0) this.#makeRoom();
      },
    };
  }

  async #openOne(orgId: string, requested: WarehouseSource): Promise<Open> {
    const {warehouse, source} =
      requested.kind === "connection"
        ? await this.#openConnection(orgId, requested.id)
        : {warehouse: await this.#openFiles(orgId, requested), source: requested};
    const now = performance.now();
    const permits = new FairSemaphore(this.deps.config.connectionConcurrency);
    const memoryBytes = source.kind === "rollup" ? (warehouse.memoryBytes ?? 0) : 0;
    const state = {
      permits,
      memoryBytes,
      uses: 0,
      usedAt: now,
      checkedAt: now,
      retired: false,
      closing: undefined,
    };
    const open: Open = {orgId, source, warehouse, ...state};
    this.#all.add(open);
    const held = this.#current.get(source.id);
    // The connection was edited while this version was being opened: only the callers that wait for this version use
    // it.
    if (held && versionOf(held.source) > versionOf(source)) open.retired = true;
    else {
      if (held) this.#retire(held);
      this.#current.set(source.id, open);
    }
    return open;
  }

  async #openFiles(
    orgId: string,
    {kind, id}: Exclude<WarehouseSource, {kind: "connection"}>,
  ): Promise<Warehouse> {
    const {db, snapshots} = this.deps;
    if (kind === "rollup") return openRollup(this.deps, snapshots, orgId, id);
    const checksum = await findSnapshotChecksum(db, orgId, id);
    return openSnapshot(this.deps, snapshots, {orgId, datasetId: id}, checksum);
  }

  async #openConnection(orgId: string, id: string): Promise<{warehouse: Warehouse; source: WarehouseSource}> {
    const {config, db, log, threads} = this.deps;
    const connection = await loadConnection(db, config.encryptionKeys, orgId, id);
    if (!connection) throw new ServiceError("not_found", `There is no connection "${id}".`);
    const warehouse = await openWarehouse(connection.config, {config, db, log, threads, orgId});
    return {warehouse, source: {kind: "connection", id, version: connection.version}};
  }

  /** Retires a connection's warehouse if its version has changed: notices of that may have been lost. */
  async #retireIfChanged(id: string): Promise<void> {
    const held = this.#current.get(id);
    if (held?.source.kind !== "connection") return;
    const {rows} = await sql<{version: number}>`
      select version from connections where org_id = ${held.orgId} and id = ${id}`.execute(this.deps.db);
    if (rows[0]?.version !== held.source.version) this.#retire(held);
  }

  /** Closes roll-ups, so that the roll-ups of this process stay within its memory. */
  #makeRoom(): void {
    for (const open of toClose(this.#current.values(), this.deps.config.rollupMemoryBytes))
      this.#retire(open);
  }

  #retire(open: Open): void {
    if (this.#current.get(open.source.id) === open) this.#current.delete(open.source.id);
    open.retired = true;
    if (open.uses === 0) void this.#close(open);
  }

  #close(open: Open): Promise<void> {
    open.closing ??= open.warehouse
      .close()
      .catch(error => {
        const {source} = open;
        this.deps.log.warn({err: error, source}, "a warehouse could not be closed");
      })
      .finally(() => this.#all.delete(open));
    return open.closing;
  }
}

/** The opened source: for a roll-up stored in the warehouse, the project's connection, over which it is read. */
function openedFor(source: WarehouseSource): WarehouseSource {
  if (source.kind !== "rollup" || source.connection === undefined) return source;
  return {kind: "connection", ...source.connection};
}

/** A snapshot and a build have only one version. */
function versionOf(source: WarehouseSource): number {
  return source.kind === "connection" ? source.version : 0;
}

function isCurrent(open: Open): boolean {
  const now = performance.now();
  if (now - open.checkedAt < CURRENT_CHECK_MS) return true;
  open.checkedAt = now;
  return open.warehouse.isCurrent?.() ?? true;
}

/** The warehouse for one permit request: each statement waits for a permit, and releases it when it ends. */
function withPermits(warehouse: Warehouse, permits: FairSemaphore, permitRequest: PermitRequest): Warehouse {
  const {vectors, store, declare} = warehouse;

  async function once<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
    const permit = await permits.acquire(permitRequest, signal);
    try {
      return await run();
    } finally {
      permit.release();
    }
  }

  async function* throughout<T, O extends {signal: AbortSignal}>(
    options: O,
    run: (options: O) => AsyncIterable<T>,
  ): AsyncGenerator<T> {
    const permit = await permits.acquire(permitRequest, options.signal);
    try {
      yield* run({...options, onWait: (isWaiting: boolean) => permitRequest.onWait?.(isWaiting)});
    } finally {
      permit.release();
    }
  }

  return {
    ...warehouse,
    stream: (statement, options) => throughout(options, own => warehouse.stream(statement, own)),
    batches: (statement, options) => throughout(options, own => warehouse.batches(statement, own)),
    rows: (statement, signal = new AbortController().signal) =>
      once(signal, () => warehouse.rows(statement, signal)),
    ...(vectors && {
      vectors: (statement, columns, options) =>
        throughout(options, own => vectors.call(warehouse, statement, columns, own)),
    }),
    ...(store && {
      store: (statement, signal) => once(signal, () => store.call(warehouse, statement, signal)),
    }),
    ...(declare && {
      declare: (statement, signal) => once(signal, () => declare.call(warehouse, statement, signal)),
    }),
  };
}

/** Leases the source of a statement: an open warehouse, or the worker's own Postgres with the rows of other runs. */
export function leaseSource(warehouses: OpenWarehouses, sql: SqlServer): LeaseWarehouse {
  return async (orgId, source, permitRequest) =>
    source.kind === "rest"
      ? {warehouse: sql.warehouse(orgId, source, permitRequest), [Symbol.dispose]: () => undefined}
      : await warehouses.lease(orgId, source, permitRequest);
}
