import {afterAll, afterEach, beforeAll, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {enqueue} from "../../shared/core/jobs.ts";
import {enqueueSync} from "../../shared/tenancy/projects/queue-sync.ts";
import {until} from "../support/until.ts";
import {deliver} from "./deliver.ts";
import {lightdashFiles} from "./project-files.ts";
import {type GitService, gitService, INSTALLATION, type Shop} from "./service.ts";
import {APP_ID} from "./stand-in.ts";

let t: GitService;

beforeAll(async () => {
  t = await gitService();
});
afterAll(async () => t?.stop());
afterEach(() => {
  t.github.interfere = undefined;
  t.github.tarballHost = undefined;
});

const MEASURES = ["one", "two", "three", "four"];
const files = (name: string) => lightdashFiles(`            ${name}: {type: average}\n`);
async function measures({projectId}: Shop): Promise<string[]> {
  const {models} = await t.layer(projectId);
  const orders = models.find((one: {name: string}) => one.name === "orders");
  return orders.measures
    .map((one: {name: string}) => one.name)
    .filter((name: string) => MEASURES.includes(name));
}
const git = async ({projectId}: Shop) => (await t.project(projectId)).git;

describe("a branch that moves", () => {
  test("and gets two pushes at once is synced to the head, and no version is made twice", async () => {
    const shop = await t.shop();
    const {store} = shop.repository;
    const one = await store.commit({files: files("one")});
    const two = await store.commit({files: files("two")});
    await Promise.all([t.tell(shop, one), t.tell(shop, two)]);
    await until(async () => (await git(shop)).commit === two);
    await t.settled(shop.projectId);
    expect(await measures(shop)).toEqual(["two"]);
    const versions = (await t.call("GET", `/api/projects/${shop.projectId}/layer/versions`)).body;
    expect(new Set(versions.map((each: {note: string}) => each.note)).size).toBe(versions.length);
  });

  test("and whose pushes are reported out of order is not set back to the older commit", async () => {
    const shop = await t.shop();
    const one = await shop.repository.store.commit({files: files("one")});
    const two = await shop.repository.store.commit({files: files("two")});
    await t.tell(shop, two);
    await t.settled(shop.projectId, 2);
    await t.tell(shop, one);
    expect(await t.settled(shop.projectId, 3)).toMatchObject({status: "skipped", commit: two});
    expect(await measures(shop)).toEqual(["two"]);
  });

  test("by a force push is followed", async () => {
    const shop = await t.shop();
    await t.pushed(shop, {files: files("one")});
    expect(await t.pushed(shop, {files: files("two"), orphan: true})).toMatchObject({
      status: "succeeded",
      added: ["orders.two"],
      removed: ["orders.one"],
    });
  });

  test("and is deleted leaves the layer unchanged, and one that is created anew is followed", async () => {
    const shop = await t.shop();
    await t.pushed(shop, {files: files("one")});
    await shop.repository.store.git(["update-ref", "-d", "refs/heads/main"]);
    await t.tell(shop, "0".repeat(40));
    const gone = await t.settled(shop.projectId, 3);
    expect(gone).toMatchObject({status: "failed"});
    expect(gone.error).toContain('no branch "main"');
    expect(await measures(shop)).toEqual(["one"]);
    expect(await t.pushed(shop, {files: files("two"), orphan: true})).toMatchObject({status: "succeeded"});
  });

  test("is not confused with a tag of the same name", async () => {
    const shop = await t.shop();
    const {store} = shop.repository;
    const head = await store.head("main");
    const other = await store.commit({files: files("four"), branch: "other"});
    await store.git(["update-ref", "refs/tags/main", other]);
    await t.tell(shop, other, "refs/tags/main");
    await t.made(`/api/projects/${shop.projectId}/sync`, {});
    expect(await t.settled(shop.projectId, 2)).toMatchObject({status: "skipped", commit: head});
    expect(await t.syncs(shop.projectId)).toHaveLength(2);
  });

  test("is waited for if a push is reported before GitHub shows its commit", async () => {
    const shop = await t.shop();
    const {store} = shop.repository;
    const before = await store.head("main");
    const after = await store.commit({files: files("one")});
    await store.git(["update-ref", "refs/heads/main", before]);
    await t.tell(shop, after);
    await until(async () => (await t.syncs(shop.projectId))[0].error?.includes("does not show") ?? false);
    await store.git(["update-ref", "refs/heads/main", after]);
    expect(await t.settled(shop.projectId, 2)).toMatchObject({status: "succeeded", commit: after});
  });

  test("is searched for a pushed commit for five minutes, and another push does not wait for that", async () => {
    const shop = await t.shop();
    const {store} = shop.repository;
    const before = await store.head("main");
    const after = await store.commit({files: files("one")});
    await store.git(["update-ref", "refs/heads/main", before]);
    await t.tell(shop, after);
    const newest = async () => (await t.syncs(shop.projectId))[0];
    const waits = () => until(async () => (await newest()).error?.includes("does not show") ?? false);
    await waits();
    // The state after four minutes of waiting for the commit.
    await sql`
      update project_syncs set tries = 15, error = null, started_at = now() - interval '4 minutes'
      where project_id = ${shop.projectId} and status = 'running'`.execute(t.db);
    await enqueueSync(t.db, t.org.id, shop.projectId);
    await waits();
    expect(await newest()).toMatchObject({status: "running"});
    const {rows} = await sql<{seconds: number; locked: boolean}>`
      select extract(epoch from run_at - now())::float8 as seconds, locked_at is not null as locked
      from graphile_worker.jobs where key = ${`sync ${shop.projectId}`}`.execute(t.db);
    expect(rows[0]?.locked).toBe(false);
    expect(rows[0]?.seconds).toBeWithin(5, 21);
    const later = await store.commit({files: files("two")});
    await store.git(["update-ref", "refs/heads/main", before]);
    await t.tell(shop, later);
    const overtaken = async () => (await t.syncs(shop.projectId))[1];
    await until(async () => (await overtaken()).status === "cancelled");
    expect(await overtaken()).toMatchObject({commit: after});
    await store.git(["update-ref", "refs/heads/main", later]);
    expect(await t.settled(shop.projectId, 3)).toMatchObject({status: "succeeded", commit: later});
  });

  test("stays at its head if a pushed commit does not appear within five minutes", async () => {
    const shop = await t.shop();
    const head = await shop.repository.store.head("main");
    await t.tell(shop, "d".repeat(40));
    await until(async () => (await t.syncs(shop.projectId))[0].error?.includes("does not show") ?? false);
    await sql`
      update project_syncs set started_at = now() - interval '6 minutes'
      where project_id = ${shop.projectId} and status = 'running'`.execute(t.db);
    await enqueueSync(t.db, t.org.id, shop.projectId);
    expect(await t.settled(shop.projectId, 2)).toMatchObject({status: "skipped", commit: head});
  });

  test("by a storm of pushes gets a handful of syncs, and ends at the head", async () => {
    const shop = await t.shop();
    const commits: string[] = [];
    for (const name of ["one", "two", "one", "two", "three"])
      commits.push(await shop.repository.store.commit({files: files(name)}));
    const head = commits.at(-1) ?? "";
    const deliveries = Array.from({length: 100}, (_, i) => t.tell(shop, commits[i % commits.length] ?? ""));
    await Promise.all(deliveries);
    await until(async () => (await git(shop)).commit === head);
    await until(async () => {
      const {rows} =
        await sql`select from graphile_worker.jobs where task_identifier = 'take_github_delivery'`.execute(
          t.db,
        );
      return rows.length === 0;
    });
    await t.settled(shop.projectId);
    expect((await t.syncs(shop.projectId)).length).toBeLessThan(20);
    expect(await measures(shop)).toEqual(["three"]);
  });
});

describe("GitHub that does not answer as it should", () => {
  test("is waited for while it is unavailable, and the sync then continues", async () => {
    const shop = await t.shop();
    let refused = 0;
    t.github.interfere = (_, path) =>
      path.includes("/tarball/") && ++refused < 3 ? new Response("", {status: 502}) : undefined;
    expect(await t.pushed(shop, {files: files("one")})).toMatchObject({status: "succeeded"});
    expect(refused).toBe(3);
  });

  test.each([
    ["archive", "/_codeload/"],
    ["API", "/git/ref/"],
  ])("is not waited for if its %s answers that it will never do so", async (_, part) => {
    const shop = await t.shop();
    let refused = 0;
    t.github.interfere = (__, path) =>
      path.includes(part) && ++refused > 0 ? new Response("", {status: 501}) : undefined;
    expect(await t.pushed(shop, {files: files("one")})).toMatchObject({
      status: "failed",
      error: expect.stringContaining("501"),
    });
    expect(refused).toBe(1);
  });

  test("is waited for through an hour's outage in the middle of a sync, and for a day at most", async () => {
    const shop = await t.shop();
    const before = (await t.call("GET", `/api/projects/${shop.projectId}/layer/versions`)).body.length;
    let isAway = true;
    t.github.interfere = (_, path) =>
      isAway && path.includes("/_codeload/") ? new Response("", {status: 503}) : undefined;
    const head = await shop.repository.store.commit({files: files("one")});
    await t.tell(shop, head);
    const waits = () => until(async () => (await t.syncs(shop.projectId))[0].waitsUntil !== undefined);
    /** Moves the sync `hours` into the past, and queues it again. */
    const later = async (hours: number, tries: number) => {
      await sql`
        update project_syncs set waits_until = null, tries = ${tries}, started_at = now() - ${hours} * interval '1 hour'
        where project_id = ${shop.projectId} and status = 'running'`.execute(t.db);
      const key = `sync ${shop.projectId}`;
      await enqueue(t.db, "sync_project", {orgId: t.org.id, projectId: shop.projectId}, {key});
    };
    await waits();
    await later(1, 12);
    await waits();
    const [sync] = await t.syncs(shop.projectId);
    expect(sync).toMatchObject({status: "running", error: expect.any(String)});
    const pause = Date.parse(sync.waitsUntil) - Date.now();
    expect(pause > 500_000 && pause <= 600_000).toBe(true);
    isAway = false;
    await later(1, 13);
    expect(await t.settled(shop.projectId)).toMatchObject({id: sync.id, status: "succeeded", commit: head});
    expect(await measures(shop)).toEqual(["one"]);
    const versions = (await t.call("GET", `/api/projects/${shop.projectId}/layer/versions`)).body;
    expect(versions).toHaveLength(before + 1);
    isAway = true;
    await t.tell(shop, await shop.repository.store.commit({files: files("two")}));
    await waits();
    await later(25, 150);
    expect(await t.settled(shop.projectId)).toMatchObject({status: "failed"});
    expect(await measures(shop)).toEqual(["one"]);
  });

  test("is waited for by a sync that was approved days after its commit", async () => {
    const shop = await t.shop();
    const head = await shop.repository.store.commit({files: files("one")});
    const id = newId("sync");
    await sql`
      insert into project_syncs (id, org_id, project_id, trigger, commit_id, held, created_at, started_at)
      values (${id}, ${t.org.id}, ${shop.projectId}, '{"type": "push"}'::json, ${head}, true,
        now() - interval '3 days', now() - interval '3 days')`.execute(t.db);
    let isAway = true;
    t.github.interfere = (_, path) =>
      isAway && path.includes("/_codeload/") ? new Response("", {status: 503}) : undefined;
    await t.made(`/api/projects/${shop.projectId}/syncs/${id}/approve`, {});
    const tried = await until(async () => {
      const sync = (await t.syncs(shop.projectId)).find(one => one.id === id);
      return sync.waitsUntil !== undefined || sync.finishedAt !== null ? sync : undefined;
    });
    expect(tried).toMatchObject({status: "running"});
    isAway = false;
    expect(await t.settled(shop.projectId)).toMatchObject({id, status: "succeeded", commit: head});
  });

  test.each([
    [
      "primary",
      {"x-ratelimit-remaining": "0", "x-ratelimit-reset": String(Math.floor(Date.now() / 1000) + 3600)},
    ],
    ["secondary", {"retry-after": "3600"}],
  ])("is waited for after its %s rate limit, and the sync shows that", async (_, headers) => {
    const shop = await t.shop();
    t.github.interfere = (__, path) =>
      path.includes("/git/ref/") ? Response.json({message: "limit"}, {status: 403, headers}) : undefined;
    await t.tell(shop, await shop.repository.store.commit({files: files("one")}));
    await until(async () => (await t.syncs(shop.projectId))[0].waitsUntil !== undefined);
    const [sync] = await t.syncs(shop.projectId);
    expect(Date.parse(sync.waitsUntil) - Date.now()).toBeGreaterThan(50_000);
    expect(sync).toMatchObject({status: "running", finishedAt: null});
    t.github.interfere = undefined;
    // Another push causes no earlier request to GitHub.
    const requestCount = t.github.requests.length;
    await t.tell(shop, await shop.repository.store.commit({files: files("two")}));
    await Bun.sleep(500);
    expect(t.github.requests.length).toBe(requestCount);
    await sql`update project_syncs set waits_until = now() where status = 'running'`.execute(t.db);
    await enqueue(
      t.db,
      "sync_project",
      {orgId: t.org.id, projectId: shop.projectId},
      {key: `sync ${shop.projectId}`},
    );
    await t.settled(shop.projectId);
    expect(await measures(shop)).toEqual(["two"]);
  });

  test("is recorded in one line if its answer has several", async () => {
    const shop = await t.shop();
    t.github.interfere = (_, path) =>
      path.includes("/git/ref/") ? Response.json({message: "No.\n\tNever.\r\n"}, {status: 422}) : undefined;
    await t.made(`/api/projects/${shop.projectId}/sync`, {});
    const {status, error} = await t.settled(shop.projectId, 2);
    expect([status, error]).toEqual(["failed", expect.stringContaining("No. Never.")]);
    expect(error).not.toMatch(/[\r\n\t]/);
  });

  test("cannot redirect the download of an archive to another host", async () => {
    let reached = 0;
    const other = Bun.serve({hostname: "127.0.0.1", port: 0, fetch: () => new Response(String(++reached))});
    try {
      const shop = await t.shop();
      t.github.tarballHost = `http://127.0.0.1:${other.port}`;
      const sync = await t.pushed(shop, {files: files("one")});
      expect(sync).toMatchObject({status: "failed"});
      expect(reached).toBe(0);
    } finally {
      await other.stop(true);
    }
  });

  test("cannot redirect a request to its API to another host", async () => {
    let reached = 0;
    const other = Bun.serve({hostname: "127.0.0.1", port: 0, fetch: () => new Response(String(++reached))});
    try {
      const shop = await t.shop();
      t.github.interfere = (_, path) =>
        path.includes("/git/ref/")
          ? new Response(null, {status: 301, headers: {location: `http://127.0.0.1:${other.port}/`}})
          : undefined;
      await t.tell(shop, await shop.repository.store.commit({files: files("one")}));
      await until(async () => (await t.syncs(shop.projectId))[0].error !== undefined);
      expect(reached).toBe(0);
    } finally {
      await other.stop(true);
    }
  });

  test("is disconnected if its archive has no end", async () => {
    const shop = await t.shop();
    const chunk = new Uint8Array(1024 * 1024);
    let sent = 0;
    const nextChunk = () => {
      sent++;
      return chunk;
    };
    t.github.interfere = (_, path) =>
      path.includes("/_codeload/")
        ? new Response(new ReadableStream({pull: controller => controller.enqueue(nextChunk())}))
        : undefined;
    const sync = await t.pushed(shop, {files: files("one")});
    expect(sync).toMatchObject({status: "failed"});
    expect(sync.error).toContain("64 MB");
    expect(sent).toBeLessThan(200);
  });
});

test("a link in the repository is not followed, and files outside the folder are not read", async () => {
  const shop = await t.shop(
    {path: "dbt"},
    {
      ...Object.fromEntries(Object.entries(lightdashFiles()).map(([path, text]) => [`dbt/${path}`, text])),
      "secret.yml": "models:\n  - name: secret\n    columns: [{name: n}]\n",
    },
  );
  const inside = Object.fromEntries(
    Object.entries(files("one")).map(([path, text]) => [`dbt/${path}`, text]),
  );
  const sync = await t.pushed(shop, {
    files: {...inside, "secret.yml": "models: [", "dbt/models/link.yml": {symlink: "../../secret.yml"}},
  });
  expect(sync).toMatchObject({status: "succeeded", added: ["orders.one"]});
  expect(sync.notes).toContainEqual(
    expect.objectContaining({code: "file_refused", file: "dbt/models/link.yml"}),
  );
});

test("Jinja of the repository can neither run code nor block the worker", async () => {
  const shop = await t.shop();
  const evil = `{{ "".constructor.constructor("return process")().exit(7) }}{% for a in range(1000000000) %}{% endfor %}`;
  await t.pushed(shop, {
    files: {
      ...files("one"),
      "models/evil.sql": evil,
      "dbt_project.yml": `name: shop\nmodel-paths: [models]\nvars: {a: '${evil.replaceAll("'", "''")}'}\n`,
    },
  });
  await t.pushed(shop, {files: files("two")});
  expect(await measures(shop)).toEqual(["two"]);
});

describe("a repository at GitHub", () => {
  const sendEvent = (event: string, action: string, more: object = {}) =>
    deliver(
      t,
      {action, installation: {id: INSTALLATION, app_id: APP_ID}, at: Math.random(), ...more},
      {event},
    );

  test("with a new name is still followed, by its id", async () => {
    const shop = await t.shop();
    const stored = t.github.repositories.get(shop.repository.id)!;
    stored.fullName = "acme/renamed";
    await sendEvent("repository", "renamed", {repository: {id: stored.id, full_name: stored.fullName}});
    await until(async () => (await git(shop)).repository === "acme/renamed");
    expect(await t.pushed(shop, {files: files("one")})).toMatchObject({status: "succeeded"});
  });

  test("that is removed from the installation is reported as moved, and its layer stays", async () => {
    const shop = await t.shop();
    await t.pushed(shop, {files: files("one")});
    const stored = t.github.installations.get(INSTALLATION)!;
    stored.repositories = stored.repositories.filter(id => id !== shop.repository.id);
    await sendEvent("installation_repositories", "removed");
    await until(async () => (await git(shop)).status === "moved");
    expect(await measures(shop)).toEqual(["one"]);
    const head = await shop.repository.store.commit({files: files("two")});
    stored.repositories.push(shop.repository.id);
    await sendEvent("installation_repositories", "added");
    await until(async () => (await git(shop)).status === "active");
    // No event reports the push that came in between.
    expect(await t.settled(shop.projectId, 3)).toMatchObject({
      trigger: {type: "installation"},
      status: "succeeded",
      commit: head,
    });
    expect(await measures(shop)).toEqual(["two"]);
  });

  test("whose installation is suspended is reported so, and its syncs fail with that reason", async () => {
    const shop = await t.shop();
    const stored = t.github.installations.get(INSTALLATION)!;
    stored.suspended = true;
    await sendEvent("installation", "suspend");
    await until(async () => (await git(shop)).status === "suspended");
    const head = await shop.repository.store.commit({files: files("one")});
    await t.tell(shop, head);
    const failed = await t.settled(shop.projectId, 2);
    expect(failed).toMatchObject({status: "failed", commit: head});
    expect(failed.error).toContain("suspended");
    stored.suspended = false;
    await sendEvent("installation", "unsuspend");
    await until(async () => (await git(shop)).status === "active");
    await t.settled(shop.projectId, 3);
    expect((await t.syncs(shop.projectId)).at(-3)).toMatchObject({
      trigger: {type: "installation"},
      status: "succeeded",
      commit: head,
    });
  });

  test("whose push was never reported is synced at night", async () => {
    const shop = await t.shop();
    const head = await shop.repository.store.commit({files: files("one")});
    await enqueue(t.db, "compare_heads", {});
    expect(await t.settled(shop.projectId, 2)).toMatchObject({trigger: {type: "nightly"}, commit: head});
    await enqueue(t.db, "compare_heads", {});
    await until(async () => {
      const {rows} =
        await sql`select from graphile_worker.jobs where task_identifier = 'compare_heads'`.execute(t.db);
      return rows.length === 0;
    });
    expect(await t.syncs(shop.projectId)).toHaveLength(2);
  });

  test.each([
    ["at night", 5, () => enqueue(t.db, "compare_heads", {})],
    ["after an event of its installation", 1, () => sendEvent("installation", "new_permissions_accepted")],
  ])(
    "is synced %s although GitHub fails for another repository (projects on it: %p)",
    async (_, count, begin) => {
      const broken = await t.shop();
      for (let i = 1; i < count; i++) {
        const body = {
          name: `${broken.repository.fullName} ${i}`,
          connectionId: t.connectionId,
          git: {repository: broken.repository.fullName},
        };
        await t.settled((await t.made("/api/projects", body)).id);
      }
      const shop = await t.shop();
      t.github.interfere = (__, path) =>
        path.includes(`/repositories/${broken.repository.id}`) ? new Response("", {status: 502}) : undefined;
      const head = await shop.repository.store.commit({files: files("one")});
      await begin();
      expect(await t.settled(shop.projectId, 2)).toMatchObject({status: "succeeded", commit: head});
      // The event is tried again, because GitHub failed for one of its projects.
      await until(async () => {
        await sql`
        select graphile_worker.complete_jobs(array(
          select id from graphile_worker.jobs where task_identifier = 'take_github_delivery' and locked_at is null))`.execute(
          t.db,
        );
        const {rows} = await sql`
        select from graphile_worker.jobs where task_identifier = 'take_github_delivery'`.execute(t.db);
        return rows.length === 0;
      });
    },
  );
});

test("an installation that was disconnected and now belongs to another organization is no longer read", async () => {
  const shop = await t.shop();
  const other = await t.addOrg("Other");
  const confirmed = await sql`
    delete from github_reaches where org_id = ${t.org.id} returning repository_id`.execute(t.db);
  await sql`update github_installations set org_id = ${other.id} where id = ${INSTALLATION}`.execute(t.db);
  expect(await git(shop)).toMatchObject({status: "removed"});
  const requestCount = t.github.requests.length;
  await t.made(`/api/projects/${shop.projectId}/sync`, {});
  expect(await t.settled(shop.projectId, 2)).toMatchObject({status: "failed"});
  await t.tell(shop, await shop.repository.store.commit({files: files("one")}));
  await enqueue(t.db, "compare_heads", {});
  await until(async () => {
    const {rows} = await sql`
      select from graphile_worker.jobs where task_identifier in ('take_github_delivery', 'compare_heads')`.execute(
      t.db,
    );
    return rows.length === 0;
  });
  expect(t.github.requests.length).toBe(requestCount);
  expect(await t.syncs(shop.projectId)).toHaveLength(2);
  await sql`update github_installations set org_id = ${t.org.id} where id = ${INSTALLATION}`.execute(t.db);
  await sql`
    insert into github_reaches (org_id, installation_id, repository_id, confirmed_by, permission)
    select ${t.org.id}, ${INSTALLATION}, r.repository_id, ${t.org.adminUser.id}, 'write'
    from json_to_recordset(${JSON.stringify(confirmed.rows)}::json) as r (repository_id bigint)`.execute(
    t.db,
  );
});

test("deliveries that failed are requested again until they have arrived", async () => {
  const arrived = crypto.randomUUID();
  await deliver(t, {installation: {id: 1}, at: Math.random()}, {id: arrived});
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const one = (id: number, guid: string, status_code: number, hours = 1) => ({
    id,
    guid,
    delivered_at: at(hours),
    status: status_code < 300 ? "OK" : "Invalid HTTP Response: 502",
    status_code,
    event: "push",
  });
  const filler = Array.from({length: 150}, (_, i) => one(1000 + i, `fine-${i}`, 202, 2));
  t.github.deliveries.push(
    one(9, "again-and-well", 202),
    one(8, "failed", 502),
    one(7, "arrived-by-hand".replace("arrived-by-hand", arrived), 504),
    ...filler,
    one(6, "again-and-well", 502, 3),
    one(5, "failed", 502, 3),
    one(4, "long ago", 502, 80),
  );
  await enqueue(t.db, "redeliver_github", {});
  await until(async () => t.github.attempts.length > 0);
  await until(async () => {
    const {rows} =
      await sql`select from graphile_worker.jobs where task_identifier = 'redeliver_github'`.execute(t.db);
    return rows.length === 0;
  });
  expect(t.github.attempts).toEqual([8]);
});

test("a delivery that GitHub does not send again does not keep others from being requested", async () => {
  t.github.attempts.length = 0;
  t.github.deliveries.length = 0;
  t.github.deliveries.push(
    ...[21, 22].map(id => ({
      id,
      guid: `lost-${id}`,
      delivered_at: new Date(Date.now() - 3_600_000).toISOString(),
      status: "Invalid HTTP Response: 502",
      status_code: 502,
      event: "push",
    })),
  );
  t.github.interfere = (_, path) =>
    path.endsWith("/deliveries/21/attempts") ? Response.json({message: "No"}, {status: 422}) : undefined;
  await enqueue(t.db, "redeliver_github", {});
  await until(async () => t.github.attempts.length > 0);
  expect(t.github.attempts).toEqual([22]);
});
