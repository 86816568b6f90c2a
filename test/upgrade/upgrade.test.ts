import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {existsSync} from "node:fs";
import {cp, mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {migrate} from "../../bin/migrate.ts";
import {makeLogger} from "../../shared/core/log.ts";
import {packVersions} from "../../shared/modeling/layer-versions/pack-versions.ts";
import {loadConnection} from "../../shared/tenancy/connections/open-config.ts";
import {type RunningWorker, startWorker} from "../../worker/start.ts";
import {collectGarbage} from "../../worker/tasks/collect-garbage.ts";
import {authorization, refresh, visitor} from "../oauth/people.ts";
import {overDatabase, type TestApp, testConfig} from "../support/app.ts";
import {emptyDatabase, type TestDatabase} from "../support/postgres.ts";
import {until} from "../support/until.ts";
import known from "./known.json";
import {restore} from "./restore.ts";

let database: TestDatabase;
let dataDir: string;
let t: TestApp;
let worker: RunningWorker;

beforeAll(async () => {
  database = await emptyDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "upgrade-"));
  await cp(join(import.meta.dir, "data"), dataDir, {recursive: true});
  await restore(database.url);
  await migrate(database.url);
  const environment = {
    DATA_DIR: dataDir,
    WORKER_LISTEN: join(dataDir, "worker.sock"),
    BASE_URL: "http://localhost:3000",
  };
  t = await overDatabase(database.url, environment);
  worker = await startWorker(testConfig(database.url, environment), makeLogger("test", "silent"));
});

afterAll(async () => {
  await worker.stop();
  await t.stop();
  await database.drop();
  await rm(dataDir, {recursive: true, force: true});
});

const call = (method: string, path: string, body?: unknown, token: string = known.adminToken) =>
  t.call(method, path, {token, ...(body === undefined ? {} : {body})});

async function get(path: string, token: string = known.adminToken) {
  const answer = await call("GET", path, undefined, token);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
}

const callerOf = async (token: string) => (await get("/api/whoami", token)).principal.id;
const namesOf = (list: {name: string}[]) => list.map(({name}) => name).sort();

test("the process is ready on the database that was migrated", async () => {
  expect((await t.call("GET", "/readyz", {token: null})).status).toBe(200);
});

describe("people", () => {
  test("are all there, with their teams, seats and attributes", async () => {
    const org = `/api/orgs/${known.orgId}`;
    const members = await get(`${org}/members`);
    expect(namesOf(members)).toEqual(["Ada Admin", "Mel Member", "Vic Viewer"]);
    const [mel] = members.filter((member: {id: string}) => member.id === known.memberId);
    expect(mel).toMatchObject({email: "mel@example.com", attributes: {region: ["north"]}});
    expect(namesOf(await get(`${org}/service-accounts`))).toEqual(["Admin", "Ending", "Reporting"]);
    expect(namesOf(await get(`${org}/teams`))).toEqual(["Sales"]);
    const inTeam = await get(`${org}/teams/${known.teamId}/members`);
    expect(inTeam.map(({role}: {role: string}) => role).sort()).toEqual(["lead", "member"]);
    const actions = (await get(`${org}/audit-log`)).map(({action}: {action: string}) => action);
    expect(actions).toContain("embed_token.revoke");
  });

  test("can use the tokens that they had", async () => {
    expect((await get("/api/whoami")).org.id).toBe(known.orgId);
    for (const token of [known.accountToken, known.endingToken, known.oauth.accessToken])
      expect((await get("/api/whoami", token)).org.name).toBe("Upgrade Ltd");
    expect(await callerOf(known.oauth.accessToken)).toBe(known.memberId);
  });

  test("sign in with their password, stay signed in, and follow the link that they were given", async () => {
    const {clientId} = known.oauth;
    const browser = visitor(t);
    const page = await browser.open(authorization(t, clientId).url);
    const signedIn = await browser.submit(page, [
      ["email", "mel@example.com"],
      ["password", known.password],
    ]);
    expect(signedIn.text).toContain("Mel Member");
    const before = visitor(t);
    before.cookies = known.oauth.cookies;
    expect((await before.open(authorization(t, clientId).url)).text).toContain("Mel Member");
    const link = await visitor(t).open(known.viewerLink);
    expect([link.status, link.text]).toEqual([200, expect.stringContaining('name="password"')]);
  });

  test("refresh an application's tokens", async () => {
    const {clientId, refreshToken} = known.oauth;
    const answer = await refresh(t, clientId, refreshToken);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining("access_token")]);
    expect(await callerOf(answer.body.access_token)).toBe(known.memberId);
  });
});

describe("connections and layers", () => {
  test("are as they were, secrets too", async () => {
    expect(namesOf(await get("/api/connections"))).toEqual(["Books", "Shop"]);
    const tested = await call("POST", `/api/connections/${known.duckdbId}/test`);
    expect([tested.status, tested.text]).toEqual([200, expect.stringContaining("DuckDB")]);
    const keys = t.web.config.encryptionKeys;
    const opened = await loadConnection(t.db, keys, known.orgId, known.postgresId);
    expect(opened?.config).toMatchObject({user: "reader", password: known.postgresPassword});
    expect(namesOf(await get("/api/projects"))).toEqual(["Books", "Shop"]);
    expect((await get(`/api/projects/${known.projectId}`)).timezone).toBe("Europe/Berlin");
  });

  test("every version can be read and restored", async () => {
    await packVersions(t.db);
    const {rows} = await t.web.pool.query("select version from layer_versions where graph is null");
    expect(rows).toEqual([{version: 1}]);
    const path = `/api/projects/${known.projectId}`;
    expect(await get(`${path}/layer/versions`)).toHaveLength(2);
    expect(namesOf(await get(`${path}/models`))).toContain("orders");
    expect((await get(`${path}/models/orders`)).description).toBe("What was sold");
    const restored = await call("POST", `${path}/layer/versions/1/restore`);
    expect(restored.status).toBe(201);
    expect(await get(`${path}/models/orders`)).not.toHaveProperty("description");
    expect((await call("POST", `${path}/layer/versions/2/restore`)).status).toBe(201);
    expect((await get(`${path}/models/orders`)).description).toBe("What was sold");
  });
});

describe("content", () => {
  test("every chart gives its rows and its picture", async () => {
    const rows: Record<string, string> = {};
    for (const [name, id] of Object.entries(known.charts)) {
      const {status, text} = await call("GET", `/api/charts/${id}/data`);
      expect([name, status]).toEqual([name, 200]);
      rows[name] = /"rows":(\[.*\]),"truncated"/.exec(text)?.[1] ?? text;
      expect((await call("GET", `/api/charts/${id}/image.svg`)).text).toStartWith("<svg");
    }
    // Computed by hand from the four orders in the DuckDB file. In Berlin the last hour of January in UTC is February.
    expect(rows).toEqual({
      "By status": '[["open",1,0.1],["paid",3,1234567900.62]]',
      "By month": '[["2026-02-01",3],["2026-03-01",1]]',
      Share: "[[0.75]]",
      Ids: '[[9007199254740993,"paid"],[9007199254740994,"open"],[9007199254740995,"paid"],[9007199254740996,"paid"]]',
      "Of the snapshot": '[["north",10.6],["south",null]]',
    });
  });

  test("a dashboard runs, also for an account that it was shared with", async () => {
    for (const token of [known.adminToken, known.accountToken]) {
      const answer = await call("POST", `/api/dashboards/${known.dashboardId}/data`, {}, token);
      expect(answer.status).toBe(200);
      expect(answer.body.tiles.map((tile: {result?: {rows: unknown[]}}) => tile.result?.rows.length)).toEqual(
        [2, 2, 1],
      );
    }
    const grants = await get(`/api/grants?resourceType=dashboard&resourceId=${known.dashboardId}`);
    expect(grants.map(({id}: {id: string}) => id)).toEqual([known.grantId]);
  });

  test("live datasets and snapshots can be read", async () => {
    const live = await get(`/api/datasets/${known.liveId}/data`);
    expect(live.rows).toHaveLength(3);
    const frozen = await get(`/api/datasets/${known.snapshotId}/data`);
    expect(frozen.rows).toHaveLength(3);
    expect((await call("GET", `/api/datasets/${known.deletedId}`)).status).toBe(404);
  });

  test("a sheet is calculated and exported", async () => {
    const answer = await call("POST", `/api/sheets/${known.sheetId}/calculate`);
    expect(answer.status).toBe(200);
    const [{cells}] = answer.body.tabs;
    expect(Number(cells.E1.value ?? cells.E1)).toBeCloseTo(1234567900.72, 5);
    expect(Number(cells.E2.value ?? cells.E2)).toBeCloseTo(2469135801.44, 5);
    expect((await call("GET", `/api/sheets/${known.sheetId}/export.xlsx`)).text).toStartWith("PK");
  });

  test("an embed token opens its dashboard, and a revoked one opens nothing", async () => {
    const resource = await get("/api/embed/resource", known.embedToken);
    expect(resource.name).toBe("Sales");
    const [chartId] = Object.values(known.charts);
    const answer = await call("POST", `/api/embed/charts/${chartId}/data`, {}, known.embedToken);
    expect([answer.status, answer.body.rows?.length]).toEqual([200, 2]);
    expect((await call("GET", "/api/embed/resource", undefined, known.revokedEmbedToken)).status).toBe(401);
  });
});

test("an answer stored for an idempotency key is replayed, and nothing is created twice", async () => {
  const again = (path: string, body: object, key: string) =>
    t.call("POST", path, {token: known.adminToken, body, headers: {"idempotency-key": key}});
  const account = await again(
    `/api/orgs/${known.orgId}/service-accounts`,
    known.accountBody,
    "make-reporting",
  );
  expect([account.status, account.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
  const path = `/api/projects/${known.projectId}/datasets`;
  const dataset = await again(path, known.snapshotBody, "make-regions");
  expect([dataset.body.id, dataset.headers.get("idempotent-replayed")]).toEqual([known.snapshotId, "true"]);
});

test("the history from before daily partitions is one partition, whose runs expire one by one", async () => {
  const held = async () => {
    const {rows} = await t.web.pool.query(
      "select id, tableoid::regclass::text as partition from query_runs where id = any($1) order by id",
      [[known.runs.kept, `${known.runs.kept}old`]],
    );
    return rows;
  };
  await t.web.pool.query(
    `insert into query_runs (id, org_id, principal_id, project_id, connection_id, model, trigger, status, fingerprint, created_at)
     select id || 'old', org_id, principal_id, project_id, connection_id, model, trigger, 'succeeded', fingerprint,
       now() - interval '31 days'
     from query_runs where id = $1`,
    [known.runs.kept],
  );
  expect(await held()).toHaveLength(2);
  await collectGarbage(worker.worker);
  expect(await held()).toEqual([{id: known.runs.kept, partition: "query_runs_early"}]);
});

describe("what was in the queue", () => {
  test.each(["kept", "waiting", "killed"] as const)("the run that was %s succeeds", async which => {
    const path = `/api/query/runs/${known.runs[which]}`;
    await until(async () => (await get(path)).status === "succeeded");
    // The earlier version did not store the query, so it is unknown whether the caller may still read the result.
    const {status, body} = await call("GET", `${path}/result`);
    expect([status, body.code]).toEqual([410, "gone"]);
  });

  test("the file of the deleted dataset is removed", async () => {
    const file = (id: string) => join(dataDir, "snapshots", known.orgId, `${id}.parquet`);
    await until(() => !existsSync(file(known.deletedId)));
    expect(existsSync(file(known.deletedId))).toBe(false);
    expect(existsSync(file(known.snapshotId))).toBe(true);
    const left = async () => {
      const {rows} = await t.web.pool.query(
        "select task_identifier from graphile_worker.jobs where task_identifier !~ '^(collect_|take_due)'",
      );
      return rows;
    };
    await until(async () => (await left()).length === 0);
    expect(await left()).toEqual([]);
  });
});
