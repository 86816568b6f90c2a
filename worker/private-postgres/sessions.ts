import pg from "pg";
import {type Cluster, IDLE_SESSIONS} from "./private-postgres.ts";

/** How long an idle session stays open. Until then, the session keeps the memory that a large statement has allocated. */
const IDLE_MS = 20_000;
/** A session keeps its prepared statements and plans until it ends, so it ends after this many statements. */
const MAX_USES = 500;

interface Session {
  client: pg.Client;
  database: string;
  uses: number;
  usedAt: number;
}

/** A session of a caller, for one statement. */
export interface SessionLease {
  client: pg.Client;
  /** `isClean`: the session's transaction has ended normally. A session that is not clean is closed. */
  release(isClean: boolean): Promise<void>;
}

/** The open sessions of one cluster. A statement leaves nothing in its session, because its transaction is rolled back. */
export class Sessions {
  /** The most recently used session is the last. */
  #idle: Session[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly cluster: Cluster) {
    this.#timer = setInterval(() => {
      const since = performance.now() - IDLE_MS;
      void this.#close(session => session.usedAt < since);
    }, IDLE_MS / 4);
    this.#timer.unref();
  }

  async lease(database: string): Promise<SessionLease> {
    const found = this.#idle.findLastIndex(session => session.database === database);
    const [idle] = found < 0 ? [] : this.#idle.splice(found, 1);
    const session = idle ?? (await this.#open(database));
    session.uses++;
    return {
      client: session.client,
      release: async isClean => {
        if (!isClean || session.uses >= MAX_USES || !this.cluster.running()) return end(session);
        session.usedAt = performance.now();
        this.#idle.push(session);
        if (this.#idle.length > IDLE_SESSIONS) await this.#close(one => one === this.#idle[0]);
      },
    };
  }

  /** Ends the idle sessions of a database, or of all. */
  end(database?: string): Promise<void> {
    if (database === undefined) clearInterval(this.#timer);
    return this.#close(session => database === undefined || session.database === database);
  }

  async #open(database: string): Promise<Session> {
    const client = new pg.Client(this.cluster.clientConfig(database, database));
    const session: Session = {client, database, uses: 0, usedAt: performance.now()};
    // A lost connection rejects the statement that runs on it. An idle connection only has to be removed.
    client.on("error", () => {
      this.#idle = this.#idle.filter(one => one !== session);
    });
    await client.connect();
    return session;
  }

  async #close(isChosen: (session: Session) => boolean): Promise<void> {
    const chosen = this.#idle.filter(isChosen);
    this.#idle = this.#idle.filter(session => !chosen.includes(session));
    await Promise.all(chosen.map(end));
  }
}

async function end({client}: Session): Promise<void> {
  await client.end().catch(() => undefined);
}
