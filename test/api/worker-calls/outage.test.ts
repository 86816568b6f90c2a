import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdtemp} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import pg from "pg";
import {migrate} from "../../../bin/migrate.ts";
import {makeLogger} from "../../../shared/core/log.ts";
import {type PostgresServer, startPostgres} from "../../../shared/core/postgres/server.ts";
import {type RunningWorker, startWorker} from "../../../worker/start.ts";
import {overDatabase, type TestApp, testConfig} from "../../support/app.ts";
import {shopProjects} from "../../support/shop.ts";
import {until} from "../../support/until.ts";
import {shopInDuckDb} from "../../support/warehouse.ts";
import {type TestService, testService} from "../../support/worker.ts";

describe("after an outage of the service's own database", () => {
  let server: PostgresServer;
  let app: TestApp;
  let worker: RunningWorker;
  let start: () => Promise<PostgresServer>;

  beforeAll(async () => {
    const dir = await mkdtemp(join(tmpdir(), "outage-"));
    const dataDir = await mkdtemp(join(tmpdir(), "outage-data-"));
    let port: number | undefined;
    start = async () => {
      const own = port === undefined ? {} : {port};
      const started = await startPostgres({
        dir,
        logFile: join(dataDir, "postgres.log"),
        listen: "tcp",
        ...own,
        settings: {fsync: "off"},
      });
      port = started.port;
      return started;
    };
    server = await start();
    await migrate(server.url);
    const environment = {DATA_DIR: dataDir, WORKER_LISTEN: join(dataDir, "worker.sock")};
    app = await overDatabase(server.url, environment);
    worker = await startWorker(testConfig(server.url, environment), makeLogger("test", "silent"));
    await shopInDuckDb(app.web.config.warehouseDir, app.org.id);
    const {body: connection} = await app.call("POST", "/api/connections", {
      body: {name: "shop", type: "duckdb", config: {path: "shop.duckdb"}},
    });
    await app.call("POST", "/api/projects", {body: {name: "shop", connectionId: connection.id}});
  });

  afterAll(async () => {
    await worker.stop();
    await app.stop();
    await server.stop();
  });

  test("both processes work again within 10 seconds, by themselves", async () => {
    const ready = () => app.call("GET", "/readyz", {token: null});
    expect((await ready()).status).toBe(200);
    await server.stop();
    expect((await app.call("GET", "/healthz", {token: null})).status).toBe(200);
    await until(async () => (await ready()).status === 503, 5000);
    const during = await app.callOnce("GET", "/api/projects");
    expect([during.status, during.body.code]).toEqual([503, "database_unavailable"]);
    expect(during.headers.get("retry-after")).toBe("2");
    expect(during.text).not.toContain("ECONNREFUSED");
    server = await start();
    await until(async () => (await ready()).status === 200, 10_000);
    const [project] = (await app.call("GET", "/api/projects")).body;
    const schemas = await app.call("GET", `/api/projects/${project.id}/schemas`);
    expect(schemas.status).toBe(200);
    // Notices arrive again, too: a revoked token is refused at once.
    await until(() => app.web.notices.connected, 5000);
    expect((await app.call("GET", "/api/whoami", {token: app.org.member.token})).status).toBe(200);
    await app.call("DELETE", `/api/orgs/${app.org.id}/service-accounts/${app.org.member.id}`);
    const whoami = () => app.call("GET", "/api/whoami", {token: app.org.member.token});
    await until(async () => (await whoami()).status === 401, 1000);
  });

  test("requests wait for a restart under load, and no error of the service is reported", async () => {
    const statuses = new Map<number, number>();
    let isOver = false;
    const asking = Array.from({length: 20}, async (_, i) => {
      while (!isOver) {
        const name = `Restarted ${crypto.randomUUID()}`;
        const {status, body} = await (i % 2
          ? app.callOnce("GET", `/api/dashboards?limit=5`)
          : app.callOnce("POST", "/api/dashboards", {body: {name}}));
        // A loop that is answered from memory alone would not let the others run.
        await Bun.sleep(5);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status >= 500) expect(body.code).toBe("database_unavailable");
      }
    });
    await Bun.sleep(300);
    await server.stop();
    await Bun.sleep(500);
    server = await start();
    await until(() => (statuses.get(200) ?? 0) > 20);
    isOver = true;
    await Promise.all(asking);
    expect([...statuses.keys()].filter(status => ![200, 201, 503].includes(status))).toEqual([]);
    // Only requests that were under way fail; everything else has waited.
    expect(statuses.get(503) ?? 0).toBeLessThan(40);
    const metrics = await app.call("GET", "/metrics", {});
    const [, failures] = /^database_unavailable_total (\d+)$/m.exec(metrics.text) ?? [];
    expect(Number(failures)).toBeGreaterThan(0);
  });
});

describe("a warehouse that dies during a query", () => {
  let service: TestService;
  let shops: Awaited<ReturnType<typeof shopProjects>>;
  beforeAll(async () => {
    service = await testService();
    shops = await shopProjects(service);
  });
  afterAll(async () => {
    await service.stop();
    await shops.drop();
  });

  test("is a 502 that says so, and the next query reaches it again", async () => {
    const ask = (body: object) =>
      service.call("POST", "/api/query", {body: {projectId: shops.postgres.projectId, ...body}});
    const running = ask({model: "slow", measures: ["slow.count"]});
    const killer = new pg.Client({connectionString: shops.postgresUrl});
    await killer.connect();
    let killed = 0;
    while (killed === 0) {
      const {rowCount} = await killer.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()",
      );
      killed = rowCount ?? 0;
    }
    await killer.end();
    const answer = await running;
    expect(answer.body).toMatchObject({status: 502, code: "warehouse_error"});
    expect(answer.body.detail).toStartWith("The warehouse could not be reached, or broke off");
    expect((await ask({model: "orders", measures: ["orders.count"]})).body.rows).toEqual([[4]]);
  });
});
