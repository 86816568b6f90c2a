import type {Config} from "../shared/config.ts";
import {loadConnection} from "../shared/connections/open-config.ts";
import {type Db, sql} from "../shared/db.ts";
import {ServiceError} from "../shared/errors.ts";
import type {Logger} from "../shared/log.ts";
import type {Notices} from "../shared/notices.ts";
import {openWarehouse} from "./warehouses/connect.ts";
import type {Warehouse} from "./warehouses/warehouse.ts";

const IDLE_MS = 30 * 60_000;
const IDLE_CHECK_MS = 60_000;

interface Open {
  orgId: string;
  version: number;
  warehouse: Warehouse;
  usedAt: number;
}

/** The warehouses that this process has open, one per connection; closed when edited, deleted, or long unused. */
export class OpenWarehouses {
  readonly #open = new Map<string, Open>();
  readonly #opening = new Map<string, Promise<Open>>();
  readonly #idleTimer: NodeJS.Timeout;

  constructor(private readonly deps: {config: Config; db: Db; log: Logger; notices: Notices}) {
    deps.notices.on("notice", ({kind, id}) => {
      if (kind === "connection") this.#close(id);
    });
    deps.notices.on("reset", () => {
      for (const id of this.#open.keys()) void this.#closeIfChanged(id);
    });
    this.#idleTimer = setInterval(() => {
      for (const [id, {usedAt}] of this.#open) if (usedAt < Date.now() - IDLE_MS) this.#close(id);
    }, IDLE_CHECK_MS);
  }

  /** `not_found` where the org has no such connection. */
  async get(orgId: string, connectionId: string): Promise<Warehouse> {
    if (!this.deps.notices.connected) await this.#closeIfChanged(connectionId);
    const held = this.#open.get(connectionId);
    if (held && held.orgId === orgId) {
      held.usedAt = Date.now();
      return held.warehouse;
    }
    const key = `${orgId} ${connectionId}`;
    let opening = this.#opening.get(key);
    if (!opening) {
      opening = this.#openOne(orgId, connectionId).finally(() => this.#opening.delete(key));
      this.#opening.set(key, opening);
    }
    return (await opening).warehouse;
  }

  async stop(): Promise<void> {
    clearInterval(this.#idleTimer);
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(open.map(({warehouse}) => warehouse.close()));
  }

  async #openOne(orgId: string, connectionId: string): Promise<Open> {
    const {config, db, log} = this.deps;
    const connection = await loadConnection(db, config.encryptionKeys, orgId, connectionId);
    if (!connection) throw new ServiceError("not_found", `There is no connection "${connectionId}".`);
    const warehouse = await openWarehouse(connection.config, {config, db, log, orgId});
    const open = {orgId, version: connection.version, warehouse, usedAt: Date.now()};
    this.#open.set(connectionId, open);
    return open;
  }

  /** While notices do not come, the row itself is asked. */
  async #closeIfChanged(connectionId: string): Promise<void> {
    const held = this.#open.get(connectionId);
    if (!held) return;
    const {rows} = await sql<{version: number}>`
      select version from connections where org_id = ${held.orgId} and id = ${connectionId}`.execute(
      this.deps.db,
    );
    if (rows[0]?.version !== held.version) this.#close(connectionId);
  }

  /** Statements under way end first: closing waits for them. */
  #close(connectionId: string): void {
    const held = this.#open.get(connectionId);
    if (!held) return;
    this.#open.delete(connectionId);
    held.warehouse
      .close()
      .catch(error => this.deps.log.warn({err: error, connectionId}, "a warehouse could not be closed"));
  }
}
