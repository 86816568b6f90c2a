import pg from "pg";
import {Certificate} from "../../../../api/sql/certificate.ts";
import {SqlServer} from "../../../../api/sql/server.ts";
import {ServiceBackend} from "../../../../api/sql/service/service-backend.ts";
import {makeLogger} from "../../../../shared/core/log.ts";
import {addPerson} from "../../../support/people.ts";
import {emptyDatabase, testServerUrl} from "../../../support/postgres.ts";
import {onPostgres} from "../../../support/warehouse.ts";
import {testService} from "../../../support/worker.ts";
import {type Target, targetOf} from "../support/raw-client.ts";
import {AIRLINE, MODELS_AS_TABLES, WAREHOUSE} from "./airline.ts";

export interface TwoSides {
  /** The service with the models of an airline over a warehouse. */
  ours: Target;
  /** A real Postgres with the models as tables, for a user of the same name. */
  real: Target;
  stop(): Promise<void>;
}

/** The key of a lock, the same in every test process. */
const OWNER_LOCK = 6_150_118;
const support = (name: string) => new URL(`../../../support/${name}`, import.meta.url).pathname;

export async function openTwoSides(): Promise<TwoSides> {
  const [service, warehouse, tables] = await Promise.all([testService(), emptyDatabase(), emptyDatabase()]);
  const {id: user, token: password} = await addPerson(service);
  await onPostgres(warehouse.url, WAREHOUSE);
  const real = {...targetOf(tables.url), user, password};
  await makeTables(tables.url, real);
  const post = async (path: string, body: unknown) => {
    const answer = await service.call("POST", path, {body});
    if (answer.status !== 201 && answer.status !== 200)
      throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const config = {url: `${warehouse.url}?sslmode=disable`};
  const connection = await post("/api/connections", {name: "airline", type: "postgres", config});
  const project = await post("/api/projects", {name: real.database, connectionId: connection.id});
  await post(`/api/projects/${project.id}/introspect`, AIRLINE);
  const backend = new ServiceBackend(service.web);
  const files = {cert: support("worker-cert.pem"), key: support("worker-key.pem")};
  const server = new SqlServer(backend, service.web.log, {
    host: "127.0.0.1",
    port: 0,
    tls: new Certificate(files, makeLogger("web", "silent")),
    allowsPlaintext: false,
    maxSessions: 100,
    maxSessionsOfOrg: 50,
    stallMs: 60_000,
    cursorBytes: {session: 64 * 1024 * 1024, org: 256 * 1024 * 1024, all: 256 * 1024 * 1024},
    failureDelayMs: 1,
  });
  const port = await server.listen();
  return {
    ours: {...real, host: "127.0.0.1", port},
    real,
    async stop() {
      backend.stop();
      await server.stop();
      await service.stop();
      await Promise.all([warehouse.drop(), tables.drop()]);
      await onPostgres(testServerUrl(), [`drop role ${pg.escapeIdentifier(user)}`]);
    },
  };
}

/**
 * Creates the tables for an owner of the name that the service shows, and drops procedural languages, which the service does
 * not have.
 */
async function makeTables(url: string, {user, password, database}: Target): Promise<void> {
  const reader = pg.escapeIdentifier(user);
  await onPostgres(url, [
    `select pg_advisory_lock(${OWNER_LOCK})`,
    `do $$ begin if not exists (select from pg_roles where rolname = 'analytics') then create role analytics; end if; end $$`,
    `select pg_advisory_unlock(${OWNER_LOCK})`,
    "drop extension plpgsql",
    `create role ${reader} login password ${pg.escapeLiteral(password)}`,
    `alter database ${database} owner to analytics`,
    "set role analytics",
    "create schema datasets",
    "grant usage on schema public, datasets to public",
    ...MODELS_AS_TABLES,
    "grant select on all tables in schema public, datasets to public",
    "analyze",
  ]);
}
