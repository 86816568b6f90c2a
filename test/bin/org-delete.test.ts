import {afterAll, afterEach, beforeAll, expect, test} from "bun:test";
import {existsSync} from "node:fs";
import {mkdir, mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {deleteOrganization} from "../../bin/org-delete/delete-organization.ts";
import {placesOf} from "../../bin/org-delete/files.ts";
import {overviewOf} from "../../bin/org-delete/overview.ts";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {enqueue} from "../../shared/core/jobs.ts";
import {makeLogger} from "../../shared/core/log.ts";
import {encryptSecret} from "../../shared/core/secrets.ts";
import {parseConfig, splitSecrets} from "../../shared/tenancy/connections/parse-config.ts";
import {EngineThreads} from "../../worker/concurrency/engine-threads.ts";
import {type TestApp, type TestOrg, testApp, testConfig} from "../support/app.ts";
import {startBucket} from "../support/bucket.ts";
import {until} from "../support/until.ts";
import {onPostgres, shopInPostgres} from "../support/warehouse.ts";
import {fillOrganization} from "./fill-organization.ts";
import {runCommand} from "./run-command.ts";

let t: TestApp;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "org-delete-"));
  t = await testApp({DATA_DIR: dataDir});
});
afterAll(async () => {
  await t?.stop();
  await rm(dataDir, {recursive: true, force: true});
});
afterEach(async () => {
  await sql`drop function if exists refuse cascade`.execute(t.db);
});

const deps = () => ({
  config: t.web.config,
  db: t.db,
  log: makeLogger("test", "silent"),
  threads: new EngineThreads(t.web.config.threadPoolSize),
});
/** The connections of these organizations lead nowhere. */
const LEAVE = {leaveTables: true};

/** An organization with a row in every table, jobs, a result to fetch, and files. */
async function wholeOrg(name: string): Promise<TestOrg & {files: string[]}> {
  const org = await t.addOrg(name);
  const rows = await fillOrganization(t.db, org.id);
  const idIn = (table: string) => String(rows.get(table)?.["id"]);
  await sql`
    insert into query_result_chunks (run_id, position, bytes) values (${idIn("query_runs")}, 0, 'rows')`.execute(
    t.db,
  );
  const projectId = newId("proj");
  await enqueue(t.db, "delete_snapshot", {orgId: org.id, datasetId: newId("ds")});
  await enqueue(t.db, "sync_project", {orgId: org.id, projectId}, {queue: sql`${`sync ${org.id} 1`}`});
  const files = [
    `snapshots/${org.id}/${newId("ds")}.parquet`,
    `deliveries/${org.id}/${idIn("deliveries")}/report.csv`,
    `warehouses/${org.id}/below/sales.duckdb`,
    `outbox/${idIn("deliveries")}/ada%40example.com.eml`,
  ].map(path => join(dataDir, path));
  for (const file of files) {
    await mkdir(dirname(file), {recursive: true});
    await writeFile(file, name);
  }
  return {...org, files};
}

async function tablesWhere(condition: ReturnType<typeof sql>): Promise<string[]> {
  const {rows} = await sql<{name: string}>`
    select format('%I.%I', t.table_schema, t.table_name) as name from information_schema.tables t
    where t.table_schema in ('public', 'graphile_worker') and t.table_type = 'BASE TABLE' and ${condition}
    order by 1`.execute(t.db);
  return rows.map(({name}) => name);
}

/** The tables that have a row with this text in any column, each with a digest of these rows. */
async function rowsWith(text: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const table of await tablesWhere(sql`true`)) {
    const {rows} = await sql<{digest: string | null}>`
      select md5(string_agg(r::text, '|' order by r::text)) as digest from ${sql.raw(table)} r
      where r::text like ${`%${text}%`}`.execute(t.db);
    if (rows[0]?.digest) found.set(table, rows[0].digest);
  }
  return found;
}

const hasOrg = sql`exists (
  select from information_schema.columns c
  where c.table_schema = t.table_schema and c.table_name = t.table_name and c.column_name in ('org_id', 'orgId'))`;

test("nothing of a deleted organization is left in any table or folder, and another one keeps every row and file", async () => {
  const [gone, kept] = [await wholeOrg("Gone"), await wholeOrg("Kept")];
  const before = await rowsWith(kept.id);
  // Each table that names an organization had something to delete. Of a partitioned table one partition is enough.
  const named = (await tablesWhere(hasOrg)).filter(name => !/query_runs_\d/.test(name));
  expect(named.filter(name => !before.has(name) && name !== "public.query_runs_early")).toEqual([]);
  expect([...(await rowsWith(gone.id)).keys()]).toEqual([...before.keys()]);

  const {rows, files} = await deleteOrganization(deps(), gone.id, LEAVE);
  expect([rows.get("dashboard_tiles"), rows.get("principals"), files]).toEqual([1, 8, 4]);
  expect(await rowsWith(gone.id)).toEqual(new Map());
  expect(gone.files.filter(file => existsSync(dirname(file)))).toEqual([]);
  const {rows: chunks} = await sql<{count: number}>`
    select count(*) as count from query_result_chunks`.execute(t.db);
  expect(chunks).toEqual([{count: 1}]);
  expect(await rowsWith(kept.id)).toEqual(before);
  expect(await Promise.all(kept.files.map(file => readFile(file, "utf8")))).toEqual(Array(4).fill("Kept"));
  await deleteOrganization(deps(), kept.id, LEAVE);
});

test("a token that a web process knows ends with its organization", async () => {
  const org = await t.addOrg("Known");
  const call = () => t.call("GET", "/api/charts", {token: org.admin.token});
  expect((await call()).status).toBe(200);
  await deleteOrganization(deps(), org.id);
  await t.web.notices.caughtUp();
  expect((await call()).status).toBe(401);
  expect((await t.call("GET", "/api/charts")).status).toBe(200);
});

test("an interrupted deletion is completed by the next one, whose tokens and files end at the first", async () => {
  const org = await wholeOrg("Interrupted");
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'interrupted'; end $$`.execute(
    t.db,
  );
  await sql`
    create trigger refuse before delete on projects for each statement execute function refuse()`.execute(
    t.db,
  );
  await expect(deleteOrganization(deps(), org.id, LEAVE)).rejects.toThrow(
    "The deletion is not complete (interrupted): repeat the command, which continues",
  );
  const left = await rowsWith(org.id);
  expect([left.has("public.orgs"), left.has("public.projects"), left.has("public.charts")]).toEqual([
    true,
    true,
    false,
  ]);
  expect((await t.call("GET", "/api/charts", {token: org.admin.token})).status).toBe(401);
  await sql`drop function refuse cascade`.execute(t.db);
  // Twice at once, as where an operator takes a slow command for a dead one.
  await Promise.all([deleteOrganization(deps(), org.id, LEAVE), deleteOrganization(deps(), org.id, LEAVE)]);
  expect(await rowsWith(org.id)).toEqual(new Map());
});

test("work under way is cancelled and awaited, and what it wrote meanwhile is deleted", async () => {
  const org = await t.addOrg("Busy");
  const rows = await fillOrganization(t.db, org.id);
  const runId = rows.get("action_runs")?.["id"];
  await enqueue(t.db, "run_action", {orgId: org.id, runId: String(runId)}, {key: "running"});
  await enqueue(t.db, "run_action", {orgId: org.id, runId: String(runId)}, {key: "waiting"});
  await sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker' where key = 'running'`.execute(
    t.db,
  );
  const jobs = async () => {
    const {rows: found} = await sql<{key: string}>`
      select key from graphile_worker.jobs where key in ('running', 'waiting')`.execute(t.db);
    return found.map(({key}) => key);
  };
  const deleting = deleteOrganization(deps(), org.id, LEAVE);
  await until(async () => (await jobs()).length === 1);
  const {rows: statuses} = await sql<{status: string}>`
    select status from action_runs where org_id = ${org.id}`.execute(t.db);
  expect(statuses).toEqual([{status: "cancelled"}]);
  // The worker stores what it has found, and ends the job.
  await sql`
    insert into action_states (org_id, action_id, key, holds) values (${org.id}, 'any', 'late', true)`.execute(
    t.db,
  );
  await sql`delete from graphile_worker._private_jobs where key = 'running'`.execute(t.db);
  await deleting;
  expect(await rowsWith(org.id)).toEqual(new Map());
});

test("a job that never ends does not hold up the deletion", async () => {
  const org = await t.addOrg("Hanging");
  await enqueue(t.db, "plan_checks", {orgId: org.id});
  await sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker'
    where payload ->> 'orgId' = ${org.id}`.execute(t.db);
  await deleteOrganization(deps(), org.id, {workWaitMs: 0});
  expect(await rowsWith(org.id)).toEqual(new Map());
});

test("a row that refers to one that is about to be deleted is deleted with the next attempt", async () => {
  const org = await t.addOrg("Late");
  await fillOrganization(t.db, org.id);
  // As if a worker stored a chart after the charts were deleted, and before their owners are.
  await sql`
    create function refuse() returns trigger language plpgsql as $$
    begin
      insert into content (id, org_id, type, name, owner_id)
      values ('late', old.org_id, 'chart', 'late', ${sql.lit(org.admin.id)});
      return null;
    end $$`.execute(t.db);
  await sql`
    create trigger refuse after delete on content for each row when (old.id <> 'late') execute function refuse()`.execute(
    t.db,
  );
  await deleteOrganization(deps(), org.id, LEAVE);
  expect(await rowsWith(org.id)).toEqual(new Map());
});

test("an organization that still pays, or whose roll-ups cannot be dropped, is deleted only if the operator says so", async () => {
  const org = await t.addOrg("Paying");
  await fillOrganization(t.db, org.id);
  await sql`update billing_accounts set status = 'past_due', customer_deleted = false where org_id = ${org.id}`.execute(
    t.db,
  );
  const tokens = async () => (await rowsWith(org.id)).has("public.tokens");
  await expect(deleteOrganization(deps(), org.id)).rejects.toThrow(
    /subscription at Stripe that is past_due .*--leave-subscription/,
  );
  expect(await tokens()).toBe(true);
  await expect(deleteOrganization(deps(), org.id, {leaveSubscription: true})).rejects.toThrow(
    /could not be dropped: rollup_tables schema .*--leave-tables/,
  );
  expect([await tokens(), (await rowsWith(org.id)).has("public.charts")]).toEqual([false, true]);
  const {tablesLeft} = await deleteOrganization(deps(), org.id, {leaveSubscription: true, leaveTables: true});
  expect(tablesLeft).toEqual([expect.stringContaining(`rollup_tables schema ${org.id}`)]);
  expect(await rowsWith(org.id)).toEqual(new Map());
});

test("a table of a roll-up that cannot be dropped holds up no other", async () => {
  const shop = await shopInPostgres();
  const org = await t.addOrg("Stores");
  const id = newId("conn");
  const {plain, secret} = splitSecrets(parseConfig("postgres", {url: `${shop.url}?sslmode=disable`}));
  const secrets = secret === null ? null : encryptSecret(t.web.config.encryptionKeys, id, secret);
  await sql`
    insert into connections (id, org_id, name, type, config, secrets)
    values (${id}, ${org.id}, 'store', 'postgres', ${JSON.stringify(plain)}::jsonb, ${secrets})`.execute(
    t.db,
  );
  for (const name of ["r1", "r2", "r3"])
    await sql`
      insert into rollup_tables (name, org_id, connection_id, schema, build_id)
      values (${name}, ${org.id}, ${id}, 'public', 'rlb_any')`.execute(t.db);
  await onPostgres(shop.url, [
    "create table r1 (n int)",
    "create table r2 (n int)",
    "create view of_the_customer as select * from r1",
  ]);
  await expect(deleteOrganization(deps(), org.id)).rejects.toThrow(
    /could not be dropped: public\.r1 \([^)]*depend[^)]*\)\. Nobody/,
  );
  const {rows} = await sql<{name: string}>`
    select name from rollup_tables where org_id = ${org.id}`.execute(t.db);
  expect(rows).toEqual([{name: "r1"}]);
  await deleteOrganization(deps(), org.id, LEAVE);
  await shop.drop();
});

test("an application stays that members of another organization use", async () => {
  const [gone, kept] = [await t.addOrg("One"), await t.addOrg("Two")];
  const clients = [newId("client"), newId("client")];
  for (const id of clients)
    await sql`insert into oauth_clients (id, name, metadata, last_used_at) values (${id}, 'x', '{}', now())`.execute(
      t.db,
    );
  for (const [client, org] of [
    [clients[0], gone],
    [clients[1], gone],
    [clients[1], kept],
  ] as const)
    await sql`
      insert into oauth_grants (id, org_id, principal_id, client_id, scopes, expires_at)
      values (${newId("oauth")}, ${org.id}, ${org.adminUser.id}, ${client}, '{read}', now() + interval '1 day')`.execute(
      t.db,
    );
  await deleteOrganization(deps(), gone.id);
  const {rows} = await sql<{id: string}>`
    select id from oauth_clients where id = any (${clients}::text[])`.execute(t.db);
  expect(rows).toEqual([{id: clients[1]!}]);
});

test("an outbox that cannot be read is an error, and not one without mails of the organization", async () => {
  const org = await t.addOrg("Unread");
  const broken = await mkdtemp(join(tmpdir(), "org-delete-"));
  await writeFile(join(broken, "outbox"), "not a folder");
  await expect(placesOf({...t.web.config, dataDir: broken}, t.db, org.id)).rejects.toThrow("ENOTDIR");
  await rm(broken, {recursive: true});
});

test("the objects of a bucket are removed, and those of other organizations stay", async () => {
  const bucket = startBucket();
  try {
    const [gone, kept] = [newId("org"), newId("org")];
    const keysOf = (org: string) => [
      `${org}/${newId("ds")}.parquet`,
      `deliveries/${org}/${newId("dlv")}/a.csv`,
    ];
    const others = keysOf(kept);
    for (const key of [...keysOf(gone), ...others])
      bucket.objects.set(key, {bytes: Buffer.from("x"), at: new Date()});
    const config = testConfig(t.databaseUrl, {DATA_DIR: dataDir, ...bucket.environment});
    for (const place of await placesOf(config, t.db, gone)) await place.remove();
    expect([...bucket.objects.keys()].sort()).toEqual([...others].sort());
  } finally {
    await bucket.stop();
  }
});

test("the command shows what it would delete, refuses without the organization's name or id, and deletes with it", async () => {
  const org = await wholeOrg("Leaving");
  const run = (...options: string[]) =>
    runCommand(["bin/org-delete.ts", ...options, "--leave-tables"], {
      DATABASE_URL: t.databaseUrl,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      DATA_DIR: dataDir,
    });
  const refused = await run("--org", org.id, "--confirm", "Leavin");
  expect(refused.code).toBe(1);
  expect(refused.out).toMatch(/^Organization {2}Leaving \(org_.*\nRows {10}\d+ in \d+ tables\n/);
  expect(refused.out).toMatch(/\n +1 {2}dashboard_tiles\n/);
  expect(refused.out).toContain(`${dataDir}/snapshots/${org.id}`);
  expect(refused.errors).toContain(
    `Nothing was deleted, because --confirm is neither the organization's name nor its id. To delete all of this for good: npm run org:delete -- --org ${org.id} --confirm "Leaving"`,
  );
  expect((await rowsWith(org.id)).has("public.tokens")).toBe(true);
  const deleted = await run("--org", org.id, "--confirm", "Leaving");
  expect([deleted.code, deleted.errors]).toEqual([0, ""]);
  expect(deleted.out).toContain('"msg":"an organization was deleted"');
  expect(await rowsWith(org.id)).toEqual(new Map());
  await expect(overviewOf(deps(), org.id)).rejects.toThrow(`There is no organization "${org.id}".`);
});
