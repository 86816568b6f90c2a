import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {enqueue} from "../../shared/core/jobs.ts";
import {enqueueSync, queueSync} from "../../shared/tenancy/projects/queue-sync.ts";
import {resumeSyncs} from "../../worker/github/sync-run.ts";
import {addChart} from "../support/content.ts";
import {until} from "../support/until.ts";
import {shopInPostgres} from "../support/warehouse.ts";
import {CUBE_FILES, lightdashFiles, MODEL_FILES, SEMANTIC_FILES, under} from "./project-files.ts";
import {type GitService, gitService, INSTALLATION} from "./service.ts";

let t: GitService;

beforeAll(async () => {
  t = await gitService();
});
afterAll(async () => t?.stop());

const AVERAGE = `        # a new measure
            average: {type: average}
`.replace("        #", "            #");
const named = (models: {name: string}[]) => models.map(({name}) => name).sort();

test("a connected project has the repository's layer, and a push updates it", async () => {
  const shop = await t.shop();
  const [first] = await t.syncs(shop.projectId);
  expect(first).toMatchObject({
    status: "succeeded",
    trigger: {type: "project"},
    added: ["customers", "orders", "orders → customers"],
  });
  const head = await shop.repository.store.head("main");
  expect((await t.project(shop.projectId)).git).toMatchObject({
    repository: shop.repository.fullName,
    branch: "main",
    installationId: String(INSTALLATION),
    status: "active",
    commit: head,
    lastSync: {id: first.id, status: "succeeded"},
  });
  const sync = await t.pushed(shop, {
    files: lightdashFiles(AVERAGE),
    author: "Zoë",
    message: "Add the average\n\nAs asked for.",
  });
  expect(sync).toMatchObject({
    status: "succeeded",
    trigger: {type: "push"},
    commit: await shop.repository.store.head("main"),
    author: "Zoë",
    message: "Add the average\n\nAs asked for.",
    added: ["orders.average"],
    changed: [],
    removed: [],
    broken: [],
    brokenHidden: 0,
  });
  const versions = await t.call("GET", `/api/projects/${shop.projectId}/layer/versions`);
  expect(versions.body[0]).toMatchObject({
    version: sync.layerVersion,
    note: `Synced ${sync.commit.slice(0, 7)} by Zoë: Add the average`,
    createdBy: "github",
  });
  const query = {projectId: shop.projectId, model: "orders", measures: ["orders.count"]};
  expect((await t.call("POST", "/api/query", {body: query})).body.rows).toEqual([[4]]);
});

describe("each format is read", () => {
  test.each([
    ["dbt's older semantic models", SEMANTIC_FILES, "dbt"],
    ["dbt's newer form", MODEL_FILES, "auto"],
    ["a cube", CUBE_FILES, "cube"],
    ["Lightdash", lightdashFiles(), "lightdash"],
  ])("%s", async (_, files, format) => {
    const {projectId} = await t.shop({format}, files);
    expect(await t.syncs(projectId)).toMatchObject([{status: "succeeded"}]);
    const query = {projectId, model: "orders", measures: ["orders.total"], dimensions: ["orders.status"]};
    const {body} = await t.call("POST", "/api/query", {body: {...query, orderBy: ["orders.status asc"]}});
    expect(body.rows).toHaveLength(2);
    expect(body.rows[0]).toEqual(["open", expect.anything()]);
  });

  test("a format that the folder does not contain makes the sync fail with that reason", async () => {
    const {projectId} = await t.shop({format: "cube"}, lightdashFiles());
    const [sync] = await t.syncs(projectId);
    expect(sync).toMatchObject({status: "failed", layerVersion: null});
    expect(sync.error).toContain("No model was found");
  });
});

test("two projects in one repository follow their own folders", async () => {
  const files = {...under("a", CUBE_FILES), ...lightdashFiles("", "b/dbt")};
  const a = await t.shop({path: "a"}, files);
  const git = {repository: a.repository.fullName, path: "/b/dbt/"};
  const b = await t.made("/api/projects", {name: "B", connectionId: t.connectionId, git});
  expect(b.git.path).toBe("b/dbt");
  expect(await t.settled(b.id)).toMatchObject({status: "succeeded"});
  expect(named((await t.layer(a.projectId)).models)).toEqual(["orders"]);
  expect(named((await t.layer(b.id)).models)).toEqual(["customers", "orders"]);
  // A change outside both folders, and then a change inside one of them.
  await t.pushed(a, {files: {...files, "README.md": "# Both"}});
  expect(await t.settled(b.id, 2)).toMatchObject({
    status: "skipped",
    commit: await a.repository.store.head("main"),
  });
  const changed = {...under("a", CUBE_FILES), ...lightdashFiles(AVERAGE, "b/dbt")};
  expect(await t.pushed(a, {files: changed})).toMatchObject({status: "skipped"});
  expect(await t.settled(b.id, 3)).toMatchObject({status: "succeeded", added: ["orders.average"]});
});

describe("a commit with errors leaves the last valid layer, and the sync names the places of the errors:", () => {
  const failed = async (files: Record<string, string>) => {
    const shop = await t.shop({path: "dbt"}, lightdashFiles("", "dbt"));
    const before = await t.layer(shop.projectId);
    const sync = await t.pushed(shop, {files: under("dbt", files)});
    expect(sync).toMatchObject({status: "failed", layerVersion: null});
    expect(await t.layer(shop.projectId)).toEqual(before);
    expect((await t.project(shop.projectId)).git.commit).not.toBe(await shop.repository.store.head("main"));
    return {shop, sync};
  };

  test("YAML that cannot be read", async () => {
    const {sync} = await failed({
      ...lightdashFiles(),
      "models/customers.yml": "models:\n  - name: [customers\n",
    });
    expect(sync.errors[0]).toMatchObject({file: "dbt/models/customers.yml", line: expect.any(Number)});
    expect(sync.error).toContain("dbt/models/customers.yml:");
  });

  test("YAML that is not UTF-8", async () => {
    const shop = await t.shop();
    const before = await t.layer(shop.projectId);
    const {store} = shop.repository;
    const path = "models/customers.yml";
    const text = (await store.read("main", path)).replace("name: region", "name: region # Größe");
    const files = [{path, bytes: Buffer.from(text, "latin1")}];
    await t.tell(shop, await store.change("main", await store.head("main"), "Explain", files));
    const sync = await t.settled(shop.projectId, 2);
    expect(sync).toMatchObject({status: "failed", errors: [{file: path}]});
    expect(sync.error).toContain(path);
    expect(await t.layer(shop.projectId)).toEqual(before);
  });

  test("a column that the warehouse does not have, which only org-admins see by name", async () => {
    const {shop, sync} = await failed(
      lightdashFiles(
        "      - name: profit\n        data_type: numeric\n        meta: {metrics: {profit_sum: {type: sum}}}\n",
      ),
    );
    expect(sync.errors[0]).toMatchObject({file: "dbt/models/orders.yml", line: expect.any(Number)});
    expect(sync.errors[0].message).toContain("profit");
    const path = `/api/projects/${shop.projectId}/syncs/${sync.id}`;
    const {body} = await t.call("GET", path, {token: t.org.reader.token});
    expect(body.errors).toBeUndefined();
    expect(body.error).not.toContain("profit");
  });

  test("no model at all", async () => {
    await failed({"README.md": "# Nothing here"});
  });

  test("until the next valid commit, which is applied", async () => {
    const {shop} = await failed({"models.yml": "models: ["});
    const sync = await t.pushed(shop, {files: lightdashFiles(AVERAGE, "dbt")});
    expect(sync).toMatchObject({status: "succeeded", added: ["orders.average"]});
  });
});

describe("content that the new layer would break", () => {
  const without = () => {
    const files = lightdashFiles();
    files["models/orders.yml"] = files["models/orders.yml"]!.replace(
      "            total: {type: sum}\n",
      "            sum_of_all: {type: sum}\n",
    );
    return files;
  };
  const TOTAL = {query: {model: "orders", measures: ["orders.total"]}};

  test("is named to those who can see it and counted for others, and the layer is applied with `apply`", async () => {
    const shop = await t.shop();
    const chart = await addChart(t, shop.projectId, {ownerId: t.org.member.id, ...TOTAL});
    const sync = await t.pushed(shop, {files: without()});
    expect(sync).toMatchObject({
      status: "succeeded",
      added: ["orders.sum_of_all"],
      removed: ["orders.total"],
      broken: [{resourceType: "chart", id: chart}],
      brokenHidden: 0,
    });
    const path = `/api/projects/${shop.projectId}/syncs/${sync.id}`;
    const {body} = await t.call("GET", path, {token: t.org.reader.token});
    expect(body).toMatchObject({broken: [], brokenHidden: 1});
  });

  test("makes a commit wait for approval with `hold`", async () => {
    const shop = await t.shop({onBreak: "hold"});
    await addChart(t, shop.projectId, {ownerId: t.org.member.id, ...TOTAL});
    const before = await t.layer(shop.projectId);
    const sync = await t.pushed(shop, {files: without()});
    expect(sync).toMatchObject({status: "queued", held: true, removed: ["orders.total"], finishedAt: null});
    expect(await t.layer(shop.projectId)).toEqual(before);
    const path = `/api/projects/${shop.projectId}/syncs/${sync.id}`;
    const user = await t.call("POST", `${path}/approve`, {token: t.org.adminUser.token});
    expect(user.status).toBe(403);
    expect((await t.call("POST", `${path}/approve`)).status).toBe(202);
    const approved = await t.settled(shop.projectId);
    expect(approved).toMatchObject({
      id: sync.id,
      status: "succeeded",
      held: false,
      approvedBy: t.org.admin.id,
    });
    expect((await t.call("POST", `${path}/approve`)).status).toBe(409);
    // Content that is already broken is no reason to wait.
    const files = {
      ...without(),
      "models/more.yml":
        "models:\n  - name: numbers\n    meta: {primary_key: n}\n    columns: [{name: n, data_type: bigint}]\n",
    };
    expect(await t.pushed(shop, {files})).toMatchObject({status: "succeeded", added: ["numbers"]});
  });

  test("does not hold a commit that breaks nothing, which replaces one that is held", async () => {
    const shop = await t.shop({onBreak: "hold"});
    await addChart(t, shop.projectId, {ownerId: t.org.member.id, ...TOTAL});
    const held = await t.pushed(shop, {files: without()});
    expect(held.held).toBe(true);
    expect(await t.pushed(shop, {files: lightdashFiles(AVERAGE)})).toMatchObject({status: "succeeded"});
    const all = await t.syncs(shop.projectId);
    expect(all.find(one => one.id === held.id)).toMatchObject({status: "cancelled", held: false});
  });

  test("stays held over the night", async () => {
    const shop = await t.shop({onBreak: "hold"});
    await addChart(t, shop.projectId, {ownerId: t.org.member.id, ...TOTAL});
    const held = await t.pushed(shop, {files: without()});
    await enqueue(t.db, "compare_heads", {});
    await until(async () => {
      const {rows} = await sql`
        select from graphile_worker.jobs where task_identifier = 'compare_heads'`.execute(t.db);
      return rows.length === 0;
    });
    expect(await t.settled(shop.projectId)).toMatchObject({id: held.id, held: true});
  });

  test("is no longer held once the branch has the files of the layer again", async () => {
    const shop = await t.shop({onBreak: "hold"});
    await addChart(t, shop.projectId, {ownerId: t.org.member.id, ...TOTAL});
    const held = await t.pushed(shop, {files: without()});
    expect(held.held).toBe(true);
    expect(await t.pushed(shop, {files: lightdashFiles()})).toMatchObject({status: "skipped"});
    const all = await t.syncs(shop.projectId);
    expect(all.find(one => one.id === held.id)).toMatchObject({status: "cancelled", held: false});
    const path = `/api/projects/${shop.projectId}/syncs/${held.id}/approve`;
    expect((await t.call("POST", path)).status).toBe(409);
  });

  test("is no longer held once the project follows something else", async () => {
    const shop = await t.shop({onBreak: "hold"});
    await addChart(t, shop.projectId, {ownerId: t.org.member.id, ...TOTAL});
    const held = await t.pushed(shop, {files: without()});
    const git = {repository: shop.repository.fullName, onBreak: "hold", format: "cube"};
    await t.call("PATCH", `/api/projects/${shop.projectId}`, {body: {git}});
    expect(await t.settled(shop.projectId, 3)).toMatchObject({status: "failed"});
    const path = `/api/projects/${shop.projectId}/syncs/${held.id}/approve`;
    expect((await t.call("POST", path)).status).toBe(409);
  });

  test("is applied once it is approved, and then the commit of a push that came before that began", async () => {
    const shop = await t.shop({onBreak: "hold"});
    await addChart(t, shop.projectId, {ownerId: t.org.member.id, ...TOTAL});
    const held = await t.pushed(shop, {files: without()});
    // What an approval stores, before a worker takes it up.
    await sql`
      update project_syncs set held = false, approved_by = ${t.org.admin.id} where id = ${held.id}`.execute(
      t.db,
    );
    const files = without();
    files["models/orders.yml"] += AVERAGE;
    const later = await t.pushed(shop, {files});
    expect(later).toMatchObject({
      status: "succeeded",
      commit: await shop.repository.store.head("main"),
      added: ["orders.average"],
      removed: [],
    });
    expect((await t.syncs(shop.projectId)).find(one => one.id === held.id)).toMatchObject({
      status: "succeeded",
      commit: held.commit,
      removed: ["orders.total"],
    });
  });

  test("is not approved while a later sync is queued or runs", async () => {
    const shop = await t.shop({onBreak: "hold"});
    await addChart(t, shop.projectId, {ownerId: t.org.member.id, ...TOTAL});
    const held = await t.pushed(shop, {files: without()});
    const approve = () => t.call("POST", `/api/projects/${shop.projectId}/syncs/${held.id}/approve`);
    const gate = Promise.withResolvers<void>();
    const fetched = Promise.withResolvers<void>();
    t.github.hold = (_, path) => {
      if (!path.includes("/_codeload/")) return undefined;
      fetched.resolve();
      return gate.promise;
    };
    try {
      await t.tell(shop, await shop.repository.store.commit({files: lightdashFiles(AVERAGE)}));
      await fetched.promise;
      expect((await t.syncs(shop.projectId))[0]).toMatchObject({status: "running"});
      expect((await approve()).status).toBe(409);
    } finally {
      gate.resolve();
      t.github.hold = undefined;
    }
    expect(await t.settled(shop.projectId)).toMatchObject({status: "succeeded", added: ["orders.average"]});
  });

  test("is not approved if a push is stored at the same moment", async () => {
    const shop = await t.shop({onBreak: "hold"});
    await addChart(t, shop.projectId, {ownerId: t.org.member.id, ...TOTAL});
    const held = await t.pushed(shop, {files: without()});
    const waiting = await t.db.startTransaction().execute();
    await queueSync(waiting, {orgId: t.org.id, projectId: shop.projectId, trigger: {type: "push"}});
    // The sync begins only after the approval, which would otherwise meet a running sync.
    await enqueueSync(waiting, t.org.id, shop.projectId, new Date(Date.now() + 3_600_000));
    const approval = t.call("POST", `/api/projects/${shop.projectId}/syncs/${held.id}/approve`);
    await until(async () => {
      const {rows} = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ~ 'set held = false, approved_by'`.execute(
        t.db,
      );
      return rows.length > 0;
    });
    await waiting.commit().execute();
    expect(await approval).toMatchObject({status: 409, body: {code: "conflict"}});
    await enqueueSync(t.db, t.org.id, shop.projectId);
    await t.settled(shop.projectId, 3);
  });
});

test("row access that was defined in the service stays, since no file can declare it", async () => {
  const shop = await t.shop();
  const {models, joins} = await t.layer(shop.projectId);
  const rowAccess = [{dimension: "region", attribute: "region"}];
  const graph = {
    joins,
    models: models.map((one: {name: string}) => (one.name === "customers" ? {...one, rowAccess} : one)),
  };
  await t.made(`/api/projects/${shop.projectId}/introspect`, graph);
  await t.pushed(shop, {files: lightdashFiles(AVERAGE)});
  const after = (await t.layer(shop.projectId)).models;
  expect(after.find((one: {name: string}) => one.name === "customers").rowAccess).toEqual(rowAccess);
});

test("the storage and the timezone of a roll-up stay if a cube's pre-aggregation cannot express them", async () => {
  const {url, drop} = await shopInPostgres();
  const connect = async (name: string): Promise<string> => {
    const config = {url: `${url}?sslmode=disable`};
    return (await t.made("/api/connections", {name, type: "postgres", config})).id;
  };
  const [connectionId, writerId] = [await connect("reader"), await connect("writer")];
  const [path = "", cube = ""] = Object.entries(CUBE_FILES)[0] ?? [];
  const declared = (measures: string, granularity = "day") => ({
    [path]: `${cube.replace("main.", "public.")}      - {name: count, type: count}
    pre_aggregations:
      - {name: daily, measures: ${measures}, time_dimension: at, granularity: ${granularity}}
`.replace("    measures:", "      - {name: at, sql: placed_at, type: time}\n    measures:"),
  });
  const shop = await t.shop({}, declared("[total]"), connectionId);
  const rollups = async () => (await t.layer(shop.projectId)).rollups;
  const [imported] = await rollups();
  const time = {dimension: "orders.at", grain: "day"};
  expect(imported).toMatchObject({name: "orders_daily", measures: ["orders.total"], time});
  const own = {storage: {connectionId: writerId, schema: "rollups"}};
  const changed = {...imported, ...own, time: {...time, timezone: "Europe/Berlin"}};
  await t.made(`/api/projects/${shop.projectId}/introspect`, {models: [], rollups: [changed]});

  expect(await t.pushed(shop, {files: declared("[total, count]")})).toMatchObject({status: "succeeded"});
  expect(await rollups()).toEqual([{...changed, measures: ["orders.total", "orders.count"]}]);
  // A roll-up that gets another grain loses the timezone.
  await t.pushed(shop, {files: declared("[total]", "hour")});
  expect(await rollups()).toEqual([{...imported, ...own, time: {...time, grain: "hour"}}]);
  await drop();
});

test("a layer that was applied by hand is replaced by the next sync, because the repository decides", async () => {
  const shop = await t.shop();
  const before = await t.layer(shop.projectId);
  await t.made(`/api/projects/${shop.projectId}/introspect`, {
    models: [
      {
        name: "extra",
        table: {schema: "main", name: "numbers"},
        dimensions: [{name: "n", type: "number", column: "n"}],
      },
    ],
  });
  await t.made(`/api/projects/${shop.projectId}/sync`, {});
  expect(await t.settled(shop.projectId, 2)).toMatchObject({
    status: "succeeded",
    trigger: {type: "manual", by: t.org.admin.id},
    removed: ["extra"],
  });
  expect(await t.layer(shop.projectId)).toEqual(before);
});

test("a sync whose job was lost is still carried out", async () => {
  const shop = await t.shop();
  const id = newId("sync");
  await sql`
    insert into project_syncs (id, org_id, project_id, trigger, created_at)
    values (${id}, ${t.org.id}, ${shop.projectId}, '{"type": "nightly"}'::json, now() - interval '11 minutes')`.execute(
    t.db,
  );
  await resumeSyncs(t.db);
  expect(await t.settled(shop.projectId, 2)).toMatchObject({id, status: "skipped"});
});

test("a sync is refused for a project without a repository", async () => {
  const {id} = await t.made("/api/projects", {name: "Plain", connectionId: t.connectionId});
  expect((await t.call("POST", `/api/projects/${id}/sync`)).status).toBe(409);
  expect((await t.call("GET", `/api/projects/${id}/syncs`)).body).toEqual([]);
});
