import type {Config} from "../shared/config.ts";
import {loadConnection} from "../shared/connections/open-config.ts";
import {type Db, sql} from "../shared/db.ts";
import {ServiceError} from "../shared/errors.ts";
import type {Logger} from "../shared/log.ts";
import type {Notices} from "../shared/notices.ts";
import {isDatasetId} from "../shared/snapshots/snapshot.ts";
import {openSnapshot} from "./snapshots/open-snapshot.ts";
import type {SnapshotStore} from "./snapshots/store.ts";
import {openWarehouse} from "./warehouses/connect.ts";
import type {Warehouse} from "./warehouses/warehouse.ts";

const IDLE_MS = 30 * 60_000;
/** Each snapshot that is open is an engine of its own, and is soon open again. */
const SNAPSHOT_IDLE_MS = 5 * 60_000;
const IDLE_CHECK_MS = 60_000;
/** How often it is seen whether what a warehouse was opened on is still there. */
const CURRENT_CHECK_MS = 1000;

interface Open {
  orgId: string;
  /** Of the connection, or of the snapshot's dataset. */
  connectionId: string;
  version: number;
  warehouse: Warehouse;
  /** Pieces of work that hold it now. */
  uses: number;
  usedAt: number;
  checkedAt: number;
  /** Another has taken its place: it is closed when nobody holds it any more. */
  retired: boolean;
  closing: Promise<void> | undefined;
}

/** A warehouse for one piece of work. It stays open until it is disposed of, also where it is edited meanwhile. */
export interface Lent extends Disposable {
  warehouse: Warehouse;
}

/**
 * The warehouses that this process has open, one per connection and per snapshot. One that was edited, deleted, replaced on disk or
 * long unused takes no new work, and is closed when the work that it has is done.
 */
export class OpenWarehouses {
  /** By connection; retired ones are in `#all` only. */
  readonly #current = new Map<string, Open>();
  readonly #all = new Set<Open>();
  readonly #opening = new Map<string, Promise<Open>>();
  readonly #idleTimer: NodeJS.Timeout;

  constructor(
    private readonly deps: {config: Config; db: Db; log: Logger; notices: Notices; snapshots: SnapshotStore},
  ) {
    deps.notices.on("notice", ({kind, id}) => {
      if (kind !== "connection") return;
      const held = this.#current.get(id);
      if (held) this.#retire(held);
      deps.snapshots.forget(id);
    });
    deps.notices.on("reset", () => {
      for (const id of this.#current.keys()) void this.#retireIfChanged(id);
    });
    this.#idleTimer = setInterval(() => {
      for (const open of this.#current.values()) {
        const idleMs = isDatasetId(open.connectionId) ? SNAPSHOT_IDLE_MS : IDLE_MS;
        if (open.uses === 0 && open.usedAt < Date.now() - idleMs) this.#retire(open);
      }
    }, IDLE_CHECK_MS);
  }

  /** As the connection was edited `version` times, or later. `not_found` where the org has no such connection. */
  async lend(orgId: string, connectionId: string, version = 0): Promise<Lent> {
    if (!this.deps.notices.connected) await this.#retireIfChanged(connectionId);
    const held = this.#current.get(connectionId);
    if (held?.orgId === orgId) {
      if (held.version >= version && isCurrent(held)) return this.#lent(held);
      this.#retire(held);
    }
    const key = `${orgId} ${connectionId} ${version}`;
    let opening = this.#opening.get(key);
    if (!opening) {
      opening = this.#openOne(orgId, connectionId).finally(() => this.#opening.delete(key));
      this.#opening.set(key, opening);
    }
    return this.#lent(await opening);
  }

  async stop(): Promise<void> {
    clearInterval(this.#idleTimer);
    this.#current.clear();
    await Promise.all([...this.#all].map(open => this.#close(open)));
  }

  #lent(open: Open): Lent {
    open.uses++;
    let isHeld = true;
    return {
      warehouse: open.warehouse,
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        open.uses--;
        open.usedAt = Date.now();
        if (open.retired && open.uses === 0) void this.#close(open);
      },
    };
  }

  async #openOne(orgId: string, connectionId: string): Promise<Open> {
    const {warehouse, version} = isDatasetId(connectionId)
      ? await this.#openSnapshot(orgId, connectionId)
      : await this.#openConnection(orgId, connectionId);
    const now = Date.now();
    const state = {uses: 0, usedAt: now, checkedAt: now, retired: false, closing: undefined};
    const open: Open = {orgId, connectionId, version, warehouse, ...state};
    this.#all.add(open);
    const held = this.#current.get(connectionId);
    // An edit came while this one was opened: who waits for it uses it up.
    if (held && held.version > version) open.retired = true;
    else {
      if (held) this.#retire(held);
      this.#current.set(connectionId, open);
    }
    return open;
  }

  async #openConnection(orgId: string, id: string): Promise<{warehouse: Warehouse; version: number}> {
    const {config, db, log} = this.deps;
    const connection = await loadConnection(db, config.encryptionKeys, orgId, id);
    if (!connection) throw new ServiceError("not_found", `There is no connection "${id}".`);
    const warehouse = await openWarehouse(connection.config, {config, db, log, orgId});
    return {warehouse, version: connection.version};
  }

  /** A snapshot never changes: there is one version of it. */
  async #openSnapshot(orgId: string, id: string): Promise<{warehouse: Warehouse; version: number}> {
    const {config, snapshots} = this.deps;
    return {warehouse: await openSnapshot(config, snapshots, orgId, id), version: Number.MAX_SAFE_INTEGER};
  }

  /** While notices do not come, the row itself is asked. */
  async #retireIfChanged(connectionId: string): Promise<void> {
    const held = this.#current.get(connectionId);
    if (!held || isDatasetId(connectionId)) return;
    const {rows} = await sql<{version: number}>`
      select version from connections where org_id = ${held.orgId} and id = ${connectionId}`.execute(
      this.deps.db,
    );
    if (rows[0]?.version !== held.version) this.#retire(held);
  }

  #retire(open: Open): void {
    if (this.#current.get(open.connectionId) === open) this.#current.delete(open.connectionId);
    open.retired = true;
    if (open.uses === 0) void this.#close(open);
  }

  #close(open: Open): Promise<void> {
    open.closing ??= open.warehouse
      .close()
      .catch(error => {
        const {connectionId} = open;
        this.deps.log.warn({err: error, connectionId}, "a warehouse could not be closed");
      })
      .finally(() => this.#all.delete(open));
    return open.closing;
  }
}

function isCurrent(open: Open): boolean {
  const now = Date.now();
  if (now - open.checkedAt < CURRENT_CHECK_MS) return true;
  open.checkedAt = now;
  return open.warehouse.isCurrent?.() ?? true;
}
