import net from "node:net";
import {freePort} from "../../shared/core/postgres/server.ts";
import {MessageReader, tagOf} from "./postgres-messages.ts";

export interface PostgresProxy {
  /** The server's address through the proxy. */
  url: string;
  /**
   * Called at the end of each transaction that has written something; true cuts the connection in place of the answer.
   */
  losesCommit: () => boolean;
  /** Called at each row of a result; true cuts the connection in the middle of the row. */
  cutsRow: () => boolean;
  /** How often each cut has happened, and how many connections are open now. */
  readonly counts: {lostCommits: number; cutRows: number; open: number};
  /**
   * From now on stops all traffic without closing connections, as when a cable is cut or a machine is suspended. With
   * `application`, only on connections of that name.
   */
  silence(application?: string): void;
  /** Lets traffic pass again, beginning with the held-back bytes. */
  speak(): void;
  /** From now on drops all bytes on the connections that are open now, like a firewall that has forgotten them. */
  forget(): void;
  /** Closes every connection and accepts none until `up`, as when a server restarts. */
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): void;
}

/** A relay on loopback to a Postgres server, which can lose answers, cut connections and fall silent. */
export async function openPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl);
  const relays = new Set<Relay>();
  let silenced: ((application: string) => boolean) | undefined;
  const server = net.createServer(client => {
    const relay = new Relay(client, net.connect(Number(target.port), target.hostname), proxy, () =>
      relays.delete(relay),
    );
    relays.add(relay);
  });
  const listen = (port: number) =>
    new Promise<void>(resolve => server.listen(port, "127.0.0.1", () => resolve()));
  // A port that no other process gets while the proxy is down.
  const port = await freePort();
  await listen(port);
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  const lost = {lostCommits: 0, cutRows: 0};
  const proxy: PostgresProxy & Plan = {
    url: url.href,
    losesCommit: () => false,
    cutsRow: () => false,
    lost,
    get counts() {
      return {...lost, open: relays.size};
    },
    isSilent: application => silenced?.(application) ?? false,
    silence(application) {
      silenced = name => application === undefined || name === application;
      for (const relay of relays) if (silenced(relay.application)) relay.silence();
    },
    speak() {
      silenced = undefined;
      for (const relay of relays) relay.speak();
    },
    forget() {
      for (const relay of relays) relay.forget();
    },
    async down() {
      const closed = new Promise(resolve => server.close(resolve));
      for (const relay of relays) relay.cut();
      await closed;
    },
    up: () => listen(port),
    stop() {
      server.close();
      for (const relay of relays) relay.cut();
    },
  };
  return proxy;
}

interface Plan {
  losesCommit: () => boolean;
  cutsRow: () => boolean;
  isSilent: (application: string) => boolean;
  lost: {lostCommits: number; cutRows: number};
}

/** One client's connection, in both directions. */
class Relay {
  /** The client's `application_name`. */
  application = "";
  readonly #fromClient = new MessageReader("startup");
  readonly #fromServer = new MessageReader("messages");
  /** What was held back while the relay is silent; `undefined` otherwise. */
  #waiting: (() => void)[] | undefined;
  #isForgotten = false;
  /** Whether the server last reported an open transaction. */
  #inTransaction = false;
  /**
   * Whether the answer to a commit is being withheld; the connection is cut when the server has confirmed the commit.
   */
  #losing = false;

  constructor(
    private readonly client: net.Socket,
    private readonly upstream: net.Socket,
    private readonly plan: Plan,
    closed: () => void,
  ) {
    client.on("data", bytes => this.#pass(() => this.#up(bytes)));
    upstream.on("data", bytes => this.#pass(() => this.#down(bytes)));
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      // While the relay is silent, the closing of one end is held back as well: the other end stays half-open.
      socket.on("close", () =>
        this.#pass(() => {
          this.cut();
          closed();
        }),
      );
    }
  }

  silence(): void {
    this.#waiting ??= [];
  }

  speak(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const pass of waiting) pass();
  }

  forget(): void {
    this.#isForgotten = true;
  }

  cut(): void {
    this.client.destroy();
    this.upstream.destroy();
  }

  #pass(work: () => void): void {
    if (this.#isForgotten) return;
    if (this.#waiting) this.#waiting.push(work);
    else work();
  }

  #up(bytes: Buffer): void {
    for (const {type, body} of this.#fromClient.read(bytes)) {
      if (type === "startup") {
        const words = body.toString("utf8", 8).split("\0");
        this.application = words[words.indexOf("application_name") + 1] ?? "";
        if (this.plan.isSilent(this.application)) this.silence();
      }
    }
    this.#pass(() => {
      if (!this.upstream.destroyed) this.upstream.write(bytes);
    });
  }

  #down(bytes: Buffer): void {
    for (const {type, body} of this.#fromServer.read(bytes)) {
      if (type === "C" && !this.#losing)
        this.#losing = this.#isCommit(tagOf(body)) && this.plan.losesCommit();
      if (type === "Z") {
        this.#inTransaction = body.toString("latin1", 5, 6) !== "I";
        if (this.#losing) {
          this.plan.lost.lostCommits++;
          this.cut();
          return;
        }
      }
      if (type === "D" && !this.#losing && this.plan.cutsRow()) {
        this.plan.lost.cutRows++;
        this.client.write(body.subarray(0, Math.ceil(body.length / 2)), () => this.cut());
        return;
      }
      if (!this.#losing && !this.client.destroyed) this.client.write(body);
    }
  }

  /** Whether the server's last command is durable once the server reports that it is ready again. */
  #isCommit(tag: string): boolean {
    return tag === "COMMIT" || (!this.#inTransaction && /^(INSERT|UPDATE|DELETE|MERGE)/.test(tag));
  }
}
