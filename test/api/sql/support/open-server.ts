import {SqlServer, type SqlServerOptions} from "../../../../api/sql/server.ts";
import {makeLogger} from "../../../../shared/core/log.ts";
import {emptyDatabase} from "../../../support/postgres.ts";
import {RawClient, type Target, targetOf} from "./raw-client.ts";
import {RealBackend} from "./real-backend.ts";

export interface Sides {
  /** The server under test, whose backend runs statements on the real Postgres. */
  server: SqlServer;
  backend: RealBackend;
  ours: Target;
  /** The real Postgres. */
  real: Target;
  /** A client that is signed in to the server under test. */
  client(parameters?: Readonly<Record<string, string>>): Promise<RawClient>;
  stop(): Promise<void>;
}

/** Opens a server on loopback in front of an empty database of the tests' Postgres. */
export async function openServer(options: Partial<SqlServerOptions> = {}): Promise<Sides> {
  const database = await emptyDatabase();
  const real = targetOf(database.url);
  const backend = new RealBackend(real);
  const server = new SqlServer(backend, makeLogger("web", "silent"), {
    host: "127.0.0.1",
    port: 0,
    allowsPlaintext: false,
    maxSessions: 100,
    maxSessionsOfOrg: 100,
    cursorBytes: {session: 64 * 1024 * 1024, org: 256 * 1024 * 1024, all: 256 * 1024 * 1024},
    stallMs: 30_000,
    failureDelayMs: 1,
    ...options,
  });
  const port = await server.listen();
  const ours = {...real, host: "127.0.0.1", port, password: "secret"};
  return {
    server,
    backend,
    ours,
    real,
    client: parameters => RawClient.signIn(ours, parameters),
    async stop() {
      await server.stop();
      await database.drop();
    },
  };
}
