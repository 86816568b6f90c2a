import {EventEmitter} from "node:events";
import {type Static, Type} from "@sinclair/typebox";
import pg from "pg";
import {type Db, sql, type Tx} from "./db.ts";
import type {Logger} from "./log.ts";
import {isReadable} from "./validate.ts";

const CHANNEL = "analytics_service";
const RETRY_MS = 500;
const CATCH_UP_MS = 1000;
/** Pause between an answer and the next check that the channel is alive. */
const HEARTBEAT_PAUSE_MS = 800;
/** A check without an answer for this long has failed. Together with the pause it is less than three seconds. */
const HEARTBEAT_TIMEOUT_MS = 1900;

/**
 * A change, announced to every process. `org` and `principal` make cached principals stale, `project` a project's
 * layer, `connection` a connection's pool. `run` and `call` say that queued work has an answer, `cancel` that queued or
 * running work is to end. `worker` says that a worker has started, takes no more requests or has ended. `crash` says
 * that statements of an org are now refused, or no longer refused. `agent_run` says that a run of an agent has made
 * progress or ended, `write_back` that a write-back has been opened or refused. `sql_cancel` requests the end of a
 * statement over Postgres' protocol, wherever its session is.
 */
const Notice = Type.Object({
  kind: Type.Union([
    Type.Literal("org"),
    Type.Literal("principal"),
    Type.Literal("project"),
    Type.Literal("connection"),
    Type.Literal("run"),
    Type.Literal("call"),
    Type.Literal("cancel"),
    Type.Literal("worker"),
    Type.Literal("crash"),
    Type.Literal("agent_run"),
    Type.Literal("write_back"),
    Type.Literal("sql_cancel"),
  ]),
  id: Type.String(),
});
export type Notice = Static<typeof Notice>;

const isNotice = isReadable(Notice);

/** `pg_notify` of the notice, for use inside another statement. */
export function noticeSql(notice: Notice) {
  return sql`pg_notify(${CHANNEL}, ${JSON.stringify(notice)})`;
}

/** Sent to all processes, this one included, when the transaction commits. */
export async function publish(db: Db | Tx, notice: Notice): Promise<void> {
  await sql`select ${noticeSql(notice)}`.execute(db);
}

/**
 * Listens for notices on a connection of its own. While the connection is down, `connected` is false and caches must be
 * bypassed; when it is back, `reset` is emitted and they must be emptied. A connection that was lost silently is
 * detected within three seconds.
 */
export class Notices extends EventEmitter<{notice: [Notice]; reset: []}> {
  connected = false;
  #client: pg.Client | undefined;
  #stopped = false;
  /** One statement runs at a time: calls that arrive meanwhile share the next statement. */
  #underWay: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

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
      query_timeout: HEARTBEAT_TIMEOUT_MS,
      application_name: "analytics-service notices",
    });
    client.on("notification", message => {
      if (!message.payload) return;
      const notice: unknown = JSON.parse(message.payload);
      // A kind that only another version knows concerns nothing that this version caches.
      if (isNotice(notice)) this.emit("notice", notice);
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
    if (this.#client !== client) return;
    this.connected = true;
    this.emit("reset");
    this.#watch(client);
  }

  #watch(client: pg.Client): void {
    this.#heartbeat = setTimeout(() => {
      client.query("select").then(
        () => this.#watch(client),
        error => {
          if (this.#client !== client) return;
          this.log.warn({err: error}, "the notification channel does not answer");
          // The client is destroyed without a goodbye, because its query is still unanswered.
          client.end().catch(() => undefined);
          this.#lost(client);
        },
      );
    }, HEARTBEAT_PAUSE_MS);
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.connected = false;
    clearTimeout(this.#heartbeat);
    if (this.#stopped) return;
    this.#retry = setTimeout(() => void this.start(), RETRY_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#heartbeat);
    const client = this.#client;
    this.#client = undefined;
    this.connected = false;
    await client?.end();
  }

  /**
   * Resolves when this process has received every notice committed before, or after a second at the latest. It relies
   * on Postgres delivering a session's pending notices before its next statement ends.
   */
  async caughtUp(): Promise<void> {
    await Promise.race([this.#nextAnswer(), Bun.sleep(CATCH_UP_MS)]);
  }

  /**
   * The answer to a statement that has not been sent yet: the one under way may have begun before the caller's change.
   */
  #nextAnswer(): Promise<void> {
    this.#next ??= (this.#underWay ?? Promise.resolve()).then(() => {
      this.#next = undefined;
      // Without a channel there is nothing to wait for: caches are bypassed.
      this.#underWay = this.connected ? this.#client?.query("select").then(ignored, ignored) : undefined;
      return this.#underWay;
    });
    return this.#next;
  }

  /**
   * Resolves to `true` at the next notice of this kind and id, and to `false` after `timeoutMs` or when `unneeded`
   * aborts.
   */
  waitFor(kind: Notice["kind"], id: string, timeoutMs: number, unneeded?: AbortSignal): Promise<boolean> {
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
      unneeded?.addEventListener("abort", () => done(false), {once: true});
    });
  }
}

function ignored(): void {}
