import {afterAll, beforeAll, expect, test} from "bun:test";
import pg from "pg";
import {SqlServer} from "../../../api/sql/server.ts";
import {ServiceBackend} from "../../../api/sql/service/service-backend.ts";
import {addPerson} from "../../support/people.ts";
import {shopProjects} from "../../support/shop.ts";
import {type TestService, testService} from "../../support/worker.ts";

let service: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let backend: ServiceBackend;
let server: SqlServer;
let port: number;

beforeAll(async () => {
  service = await testService({SQL_REST_CONCURRENCY: "4", QUERY_TIMEOUT_MS: "10000"});
  shops = await shopProjects(service);
  backend = new ServiceBackend(service.web);
  server = new SqlServer(backend, service.web.log, {
    host: "127.0.0.1",
    port: 0,
    allowsPlaintext: false,
    mostSessions: 100,
    mostSessionsOfOrg: 50,
    stallMs: 60_000,
  });
  port = await server.listen();
});

afterAll(async () => {
  backend.stop();
  await server.stop();
  await service.stop();
  await shops.drop();
});

async function open(password: string): Promise<pg.Client> {
  const client = new pg.Client({host: "127.0.0.1", port, user: "x", database: "shop postgres", password});
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

test("cursors that nobody reads on hold nobody else up for longer than a statement may take", async () => {
  const [one, other] = [await addPerson(service), await addPerson(service)];
  const clients = await Promise.all(Array.from({length: 5}, () => open(one.token)));
  for (const [i, client] of clients.entries()) {
    await client.query("begin");
    await client.query(
      `declare c no scroll cursor for select g, repeat('x', 1000), ${i} from generate_series(1, 10000000) g`,
    );
    const first = client.query("fetch 1 from c").catch((error: unknown) => error);
    if (i < 2) await first;
    void first;
  }
  const startedAt = performance.now();
  const client = await open(other.token);
  const answer = await client
    .query("select 1 + count(*) as n from generate_series(1, 3)")
    .catch((error: unknown) => error);

  expect(performance.now() - startedAt).toBeLessThan(9_000);
  expect(answer).toMatchObject({rows: [{n: "4"}]});
  for (const one of [...clients, client]) await one.end();
}, 30_000);
