import pg from "pg";
import {SqlServer, type SqlServerOptions} from "../../../../api/sql/server.ts";
import {ServiceBackend} from "../../../../api/sql/service/service-backend.ts";
import {shopProjects} from "../../../support/shop.ts";
import {type TestService, testService} from "../../../support/worker.ts";

/** Who comes in, and to which project. */
export interface Place {
  password: string;
  /** Default: `shop postgres`. */
  database?: string;
}

/** A service with the projects of the shop, and a listener of Postgres' protocol before it. */
export interface SqlOverShops {
  service: TestService;
  shops: Awaited<ReturnType<typeof shopProjects>>;
  server: SqlServer;
  port: number;
  /** A client that is signed in. Whoever opens it ends it. */
  open(place: Place): Promise<pg.Client>;
  /** The rows of one statement, in a session of its own. */
  rowsOf(place: Place, text: string, values?: unknown[]): Promise<unknown[][]>;
  stop(): Promise<void>;
}

/** `environment` is that of the service. */
export async function sqlOverShops(
  environment: Record<string, string> = {},
  options: Partial<SqlServerOptions> = {},
): Promise<SqlOverShops> {
  const service = await testService(environment);
  const shops = await shopProjects(service);
  const backend = new ServiceBackend(service.web);
  const server = new SqlServer(backend, service.web.log, {
    host: "127.0.0.1",
    port: 0,
    allowsPlaintext: false,
    mostSessions: 100,
    mostSessionsOfOrg: 50,
    stallMs: 60_000,
    failureDelayMs: 1,
    failuresPerMinute: 1000,
    ...options,
  });
  const port = await server.listen();

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
    async stop() {
      backend.stop();
      await server.stop();
      await service.stop();
      await shops.drop();
    },
  };
}
