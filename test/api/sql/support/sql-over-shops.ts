import pg from "pg";
import {SqlServer, type SqlServerOptions} from "../../../../api/sql/server.ts";
import {NotifiedCancels} from "../../../../api/sql/service/notified-cancels.ts";
import {ServiceBackend} from "../../../../api/sql/service/service-backend.ts";
import {shopProjects} from "../../../support/shop.ts";
import {type TestService, testService} from "../../../support/worker.ts";

/** The credentials of a client, and its project. */
export interface Place {
  password: string;
  /** Default: `shop postgres`. */
  database?: string;
}

/** A service with the shop's projects and a listener for Postgres' protocol. */
export interface SqlOverShops {
  service: TestService;
  shops: Awaited<ReturnType<typeof shopProjects>>;
  server: SqlServer;
  port: number;
  /** Opens a client that is signed in. The test must end it. */
  open(place: Place): Promise<pg.Client>;
  /** The port of a listener in another web process over the same database. */
  another(): Promise<number>;
  /** The rows of one statement, in a session of its own. */
  rowsOf(place: Place, text: string, values?: unknown[]): Promise<unknown[][]>;
  stop(): Promise<void>;
}

/** `environment` configures the service. */
export async function sqlOverShops(
  environment: Record<string, string> = {},
  options: Partial<SqlServerOptions> = {},
): Promise<SqlOverShops> {
  const service = await testService(environment);
  const shops = await shopProjects(service);
  const stops: (() => Promise<void>)[] = [];
  const listen = async (web: TestService["web"]) => {
    const listener = await listenFor(web, options);
    stops.push(listener.stop);
    return listener;
  };
  const {server, port} = await listen(service.web);

  async function open({password, database = "shop postgres"}: Place): Promise<pg.Client> {
    const client = new pg.Client({host: "127.0.0.1", port, user: "somebody", database, password});
    client.on("error", () => undefined);
    await client.connect();
    return client;
  }

  return {
    service,
    shops,
    server,
    port,
    open,
    async rowsOf(place, text, values = []) {
      const client = await open(place);
      try {
        return (await client.query({text, values, rowMode: "array"})).rows;
      } finally {
        await client.end();
      }
    },
    another: async () => (await listen((await service.another()).web)).port,
    async stop() {
      for (const stop of stops) await stop();
      await service.stop();
      await shops.drop();
    },
  };
}

async function listenFor(web: TestService["web"], options: Partial<SqlServerOptions>) {
  const backend = new ServiceBackend(web);
  const server = new SqlServer(backend, web.log, {
    host: "127.0.0.1",
    port: 0,
    allowsPlaintext: false,
    maxSessions: 100,
    maxSessionsOfOrg: 50,
    cursorBytes: {session: 64 * 1024 * 1024, org: 256 * 1024 * 1024, all: 256 * 1024 * 1024},
    stallMs: 60_000,
    failureDelayMs: 1,
    cancels: new NotifiedCancels(web),
    onSignIn: sqlstate => web.metrics.sqlSignIns.inc({sqlstate}),
    ...options,
  });
  const port = await server.listen();
  return {
    server,
    port,
    async stop() {
      backend.stop();
      await server.stop();
    },
  };
}
