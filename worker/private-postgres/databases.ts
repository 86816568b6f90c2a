import {randomBytes} from "node:crypto";
import {ServiceError} from "../../shared/core/errors.ts";
import type {SqlTable} from "../../shared/core/wire/sql-tables.ts";
import {hashOf} from "../../shared/core/workers/protocol.ts";
import {type Cluster, TEMPLATE} from "./private-postgres.ts";
import {identifier, identityFunctions, literal} from "./restrict-catalog.ts";
import {tablesDdl} from "./table-ddl.ts";

/** A database of an empty cluster takes 8 MB of disk. */
const MAX_DATABASES = 64;
/** A drop waits for every session of the server, even for one that waits for a reader of its rows. */
const DROP_MS = 5000;

/** The parts of a source on which its database depends. */
export interface DatabaseOf {
  id: string;
  user: string;
  database: string;
  readsCatalog?: boolean;
  tables?: readonly SqlTable[];
}

interface Held {
  /** The name of the database and of its role, which reveals nothing of the caller. */
  name: string;
  made: Promise<void>;
  /** Settled when the caller's tables are in the database. */
  filled: Promise<void> | undefined;
  uses: number;
  usedAt: number;
}

/** A database in use, which is not dropped before it is released. */
export interface DatabaseLease extends Disposable {
  name: string;
}

/** The databases of one cluster: one for each caller, with a role of its own. The least recently used are dropped. */
export class Databases {
  readonly #held = new Map<string, Held>();
  /** Databases that are to be dropped. */
  readonly #left = new Set<string>();
  #dropping: Promise<void> | undefined;

  constructor(
    private readonly cluster: Cluster,
    /** Called before a database is dropped. */
    private readonly onDrop: (name: string) => Promise<void>,
    private readonly most = MAX_DATABASES,
  ) {}

  async lease(source: DatabaseOf): Promise<DatabaseLease> {
    const key = hashOf(JSON.stringify([source.id, source.user, source.database]));
    const held = this.#held.get(key) ?? this.#make(key, source);
    held.uses++;
    held.usedAt = performance.now();
    void this.#makeRoom();
    try {
      await held.made;
      if (source.readsCatalog || source.tables) await this.#fill(held, source.tables);
    } catch (error) {
      held.uses--;
      throw error;
    }
    let isHeld = true;
    return {
      name: held.name,
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        held.uses--;
        held.usedAt = performance.now();
        void this.#makeRoom();
      },
    };
  }

  #make(key: string, source: DatabaseOf): Held {
    // A new name for each database: a caller's database may be made again before the dropped one is gone.
    const name = `c_${randomBytes(16).toString("hex")}`;
    const held: Held = {name, made: this.#create(name, source), filled: undefined, uses: 0, usedAt: 0};
    held.made.catch(() => this.#held.delete(key));
    this.#held.set(key, held);
    return held;
  }

  async #create(name: string, shown: DatabaseOf): Promise<void> {
    const own = identifier(name);
    await this.cluster.admin([
      `create role ${own} login noinherit password ${literal(this.cluster.password)}`,
      // `file_copy` would wait for all sessions, even for one that waits for a reader of its rows.
      `create database ${own} template ${TEMPLATE} strategy wal_log`,
      `revoke all on database ${own} from public`,
      `grant connect, temporary on database ${own} to ${own}`,
    ]);
    await this.#asOwner(name, identityFunctions(shown));
  }

  #fill(held: Held, tables: readonly SqlTable[] | undefined): Promise<void> {
    if (held.filled) return held.filled;
    if (!tables)
      throw new ServiceError(
        "precondition_failed",
        "This worker does not have the caller's tables. Send the request again with them.",
      );
    held.filled = this.#asOwner(held.name, `begin;\n${tablesDdl(tables)};\ncommit`);
    held.filled.catch(() => {
      held.filled = undefined;
    });
    return held.filled;
  }

  async #asOwner(name: string, sql: string): Promise<void> {
    const client = await this.cluster.connectAsOwner(name);
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  async #makeRoom(): Promise<void> {
    while (this.#held.size > this.most) {
      const [oldest] = [...this.#held]
        .filter(([, {uses}]) => uses === 0)
        .sort((a, b) => a[1].usedAt - b[1].usedAt);
      if (!oldest) return;
      const [key, {name}] = oldest;
      this.#held.delete(key);
      await this.onDrop(name);
      this.#left.add(name);
      this.#dropping ??= this.#dropReleased().finally(() => {
        this.#dropping = undefined;
      });
    }
  }

  /**
   * Drops the databases in `#left` in the background, so that no statement waits for it. A drop that takes too long is
   * tried again together with the next one; at the latest the database ends with the server.
   */
  async #dropReleased(): Promise<void> {
    const tried = new Set<string>();
    for (;;) {
      const name = [...this.#left].find(one => !tried.has(one));
      if (name === undefined) return;
      tried.add(name);
      await this.#drop(name).then(
        () => this.#left.delete(name),
        () => undefined,
      );
    }
  }

  async #drop(name: string): Promise<void> {
    const client = await this.cluster.connectAsOwner("postgres");
    try {
      await client.query(`set statement_timeout to ${DROP_MS}`);
      await client.query(`drop database if exists ${identifier(name)} with (force)`);
      await client.query(`drop role if exists ${identifier(name)}`);
    } finally {
      await client.end();
    }
  }
}
