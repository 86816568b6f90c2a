import {EventEmitter} from "node:events";
import pg from "pg";
import {type Db, sql, type Tx} from "./db.ts";
import type {Logger} from "./log.ts";

const CHANNEL = "analytics_service";
const RETRY_MS = 500;
const CATCH_UP_MS = 1000;

/**
 * What changed, said to every process. `org` and `principal` clear who-is-who, `project` its layer,
 * `connection` its pool; `run` and `call` say that a queued piece of work has an answer, `cancel` that it is
 * not wanted any more.
 */
export interface Notice {
  kind: "org" | "principal" | "project" | "connection" | "run" | "call" | "cancel" | "worker";
  id: string;
}

/** `pg_notify` of it, for a statement that says it while doing something else. */
export function noticeSql(notice: Notice) {
  return sql`pg_notify(${CHANNEL}, ${JSON.stringify(notice)})`;
}

/** Said when the transaction commits, to all processes, this one too. */
export async function publish(db: Db | Tx, notice: Notice): Promise<void> {
  await sql`select ${noticeSql(notice)}`.execute(db);
}

/**
 * Listens on a connection of its own. While that connection is down `connected` is false and caches must be
 * by-passed; when it is back, `reset` is emitted and they must be emptied.
 */
export class Notices extends EventEmitter<{notice: [Notice]; reset: []}> {
  connected = false;
  #client: pg.Client | undefined;
  #stopped = false;
  /** One statement at a time: who comes while one runs waits for the next, together with all others. */
  #underWay: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(
    private readonly databaseUrl: string,
    private readonly log: Logger,
  ) {
    super();
    this.setMaxListeners(0);
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      application_name: "analytics-service notices",
    });
    client.on("notification", message => {
      if (message.payload) this.emit("notice", JSON.parse(message.payload));
    });
    client.on("error", error => this.log.warn({err: error}, "the notification channel was lost"));
    client.on("end", () => this.#lost(client));
    this.#client = client;
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      this.log.warn({err: error}, "the notification channel cannot be opened");
      client.end().catch(() => undefined);
      this.#lost(client);
      return;
    }
    this.connected = true;
    this.emit("reset");
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.connected = false;
    if (this.#stopped) return;
    this.#retry = setTimeout(() => void this.start(), RETRY_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = undefined;
    this.connected = false;
    await client?.end();
  }

  /**
   * Resolves when what was committed before has been heard here, at the latest after a second. Postgres hands a
   * session the notices that wait for it before it ends that session's next statement.
   */
  async caughtUp(): Promise<void> {
    await Promise.race([this.#nextAnswer(), Bun.sleep(CATCH_UP_MS)]);
  }

  /** Of a statement that has not been sent yet: the one under way may have been before what the caller did. */
  #nextAnswer(): Promise<void> {
    this.#next ??= (this.#underWay ?? Promise.resolve()).then(() => {
      this.#next = undefined;
      // Where the channel is lost meanwhile, caches are by-passed.
      this.#underWay = this.connected ? this.#client?.query("select").then(ignored, ignored) : undefined;
      return this.#underWay;
    });
    return this.#next;
  }

  /** The next notice of this kind and id, or `false` after `timeoutMs`. */
  waitFor(kind: Notice["kind"], id: string, timeoutMs: number): Promise<boolean> {
    return new Promise(resolve => {
      const done = (heard: boolean) => {
        clearTimeout(timer);
        this.off("notice", listen);
        resolve(heard);
      };
      const listen = (notice: Notice) => {
        if (notice.kind === kind && notice.id === id) done(true);
      };
      const timer = setTimeout(done, timeoutMs, false);
      this.on("notice", listen);
    });
  }
}

function ignored(): void {}
