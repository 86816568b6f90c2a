import {afterAll, afterEach, beforeAll, expect, test} from "bun:test";
import {deleteInBatches} from "../../../shared/core/database/delete-in-batches.ts";
import {sql} from "../../../shared/core/db.ts";
import {newId} from "../../../shared/core/ids.ts";
import {collectGarbage} from "../../../worker/tasks/collect-garbage.ts";
import {lockAwaited} from "../../support/postgres.ts";
import {type TestService, testService} from "../../support/worker.ts";

let t: TestService;

beforeAll(async () => {
  // Without the runner that collects garbage every five minutes.
  t = await testService({WORKER_RUNNERS: "interactive"});
  await sql`create table deletions (place serial, deleted int)`.execute(t.db);
});

afterAll(() => t?.stop());
afterEach(async () => {
  await sql`drop function if exists watch_deletions, refuse cascade`.execute(t.db);
  await sql`delete from worker_calls`.execute(t.db);
});

/** Adds calls of a day ago, which are garbage. */
async function addOldCalls(count: number): Promise<void> {
  await sql`
    insert into worker_calls (id, name, request, created_at)
    select 'old' || i, 'x', '', now() - interval '1 day' from generate_series(1, ${count}::int) i`.execute(
    t.db,
  );
}

async function callsLeft(): Promise<number> {
  const {rows} = await sql<{left: number}>`
    select count(*)::int as left from worker_calls where id like 'old%'`.execute(t.db);
  return rows[0]!.left;
}

test("garbage is deleted in statements of bounded size, until none is left", async () => {
  await addOldCalls(1200);
  await sql`
    create function watch_deletions() returns trigger language plpgsql as $$
    begin insert into deletions (deleted) select count(*) from gone; return null; end $$`.execute(t.db);
  await sql`
    create trigger watch_deletions after delete on worker_calls referencing old table as gone
    for each statement execute function watch_deletions()`.execute(t.db);
  await collectGarbage(t.worker.worker);
  expect(await callsLeft()).toBe(0);
  const {rows} = await sql<{deleted: number}>`select deleted from deletions order by place`.execute(t.db);
  expect(rows.map(({deleted}) => deleted)).toEqual([500, 500, 200]);
});

test("what was deleted before an error stays deleted", async () => {
  await addOldCalls(1200);
  await sql`
    create function refuse() returns trigger language plpgsql as $$
    begin
      if (select count(*) from worker_calls where id like 'old%') < 500 then raise 'refused'; end if;
      return null;
    end $$`.execute(t.db);
  await sql`
    create trigger refuse after delete on worker_calls for each statement execute function refuse()`.execute(
    t.db,
  );
  await expect(collectGarbage(t.worker.worker)).rejects.toThrow("refused");
  expect(await callsLeft()).toBe(700);
  await sql`drop function refuse cascade`.execute(t.db);
  await collectGarbage(t.worker.worker);
  expect(await callsLeft()).toBe(0);
});

test("a step that fails keeps no other from its work, and its error is the error of the job", async () => {
  await addOldCalls(1);
  await sql`
    insert into query_result_chunks (run_id, position, bytes) values ('of no run', 0, 'x')`.execute(t.db);
  await sql`
    create function refuse() returns trigger language plpgsql as $$
    begin raise 'the first step refused'; end $$`.execute(t.db);
  await sql`
    create trigger refuse before delete on query_result_chunks
    for each statement execute function refuse()`.execute(t.db);
  await expect(collectGarbage(t.worker.worker)).rejects.toThrow("the first step refused");
  expect(await callsLeft()).toBe(0);
});

test("a row that is renewed while it is about to be deleted stays", async () => {
  await addOldCalls(2);
  const renewing = await t.db.startTransaction().execute();
  await sql`update worker_calls set created_at = now() where id = 'old1'`.execute(renewing);
  const deleting = deleteInBatches(t.db, "worker_calls", sql`created_at < now() - interval '1 hour'`);
  await lockAwaited(t.db);
  await renewing.commit().execute();
  await deleting;
  const {rows} = await sql<{id: string}>`select id from worker_calls`.execute(t.db);
  expect(rows).toEqual([{id: "old1"}]);
});

test("the owners of old chunks are looked up once, and not again for each batch of their chunks", async () => {
  // Nobody knows these runs any more; the second upload still gets chunks.
  await sql`
    insert into query_result_chunks (run_id, position, bytes)
    select 'gone' || i % 300, i, 'x' from generate_series(1, 1200) i`.execute(t.db);
  await sql`
    insert into snapshot_chunks (org_id, upload_id, position, bytes, created_at)
    select ${t.org.id}, u, i, 'x', now() - interval '1 day' from generate_series(1, 600) i, unnest('{left,live}'::text[]) u`.execute(
    t.db,
  );
  await sql`
    insert into snapshot_chunks (org_id, upload_id, position, bytes) values (${t.org.id}, 'live', 601, 'x')`.execute(
    t.db,
  );
  await sql`create table if not exists deleting (query text)`.execute(t.db);
  await sql`
    create function watch_deletions() returns trigger language plpgsql as $$
    begin insert into deleting select current_query(); return null; end $$`.execute(t.db);
  for (const table of ["query_result_chunks", "snapshot_chunks"])
    await sql`
      create trigger watch_deletions after delete on ${sql.table(table)}
      for each statement execute function watch_deletions()`.execute(t.db);
  await collectGarbage(t.worker.worker);
  const {rows} = await sql<{results: number; uploads: string[]}>`
    select (select count(*) from query_result_chunks where run_id like 'gone%')::int as results,
      array(select distinct upload_id from snapshot_chunks) as uploads`.execute(t.db);
  expect(rows).toEqual([{results: 0, uploads: ["live"]}]);
  const {rows: queries} = await sql<{query: string}>`select query from deleting`.execute(t.db);
  expect(queries.length).toBeGreaterThan(3);
  for (const {query} of queries) expect(query).not.toMatch(/distinct|group by|query_runs/);
});

test("the records of embed tokens are deleted thirty days after the tokens expired", async () => {
  const {body: dashboard} = await t.call("POST", "/api/dashboards", {body: {name: "Embedded"}});
  const path = `/api/orgs/${t.org.id}/embed-tokens`;
  const add = async (expired: string) => {
    const body = {resourceType: "dashboard", resourceId: dashboard.id};
    const {id} = (await t.call("POST", path, {body})).body;
    await sql`update embed_tokens set expires_at = now() - ${expired}::interval where id = ${id}`.execute(
      t.db,
    );
    return id;
  };
  const [, late, valid] = [await add("31 days"), await add("29 days"), await add("-1 hour")];
  await collectGarbage(t.worker.worker);
  const {body: listed} = await t.call("GET", path);
  expect(listed.map(({id}: {id: string}) => id)).toEqual([valid, late]);
});

test("write-backs are deleted thirty days after they were merged or refused, and others stay", async () => {
  const [connection, project] = [newId("conn"), newId("proj")];
  await sql`
    insert into connections (id, org_id, name, type, config) values (${connection}, ${t.org.id}, 'x', 'duckdb', '{}')`.execute(
    t.db,
  );
  await sql`
    insert into projects (id, org_id, name, connection_id) values (${project}, ${t.org.id}, 'x', ${connection})`.execute(
    t.db,
  );
  const add = async (status: string, closed: string | null, request = "succeeded") => {
    const id = newId("wb");
    await sql`
      insert into write_backs (id, org_id, project_id, repository_id, branch, title, status, created_at, closed_at)
      values (${id}, ${t.org.id}, ${project}, 1, 'x', 'x', ${status}, now() - interval '90 days',
        now() - ${closed}::interval)`.execute(t.db);
    await sql`
      insert into write_back_requests (id, org_id, project_id, write_back_id, changes, status, asked_by)
      values (${newId("req")}, ${t.org.id}, ${project}, ${id}, '[]', ${request}, '{}')`.execute(t.db);
    return id;
  };
  await add("merged", "31 days");
  await add("failed", "31 days", "failed");
  const stay = [
    await add("merged", "29 days"),
    await add("failed", "29 days", "failed"),
    // A pull request that was closed may be reopened at any time.
    await add("closed", "31 days"),
    await add("open", null),
    await add("conflicting", null),
    await add("queued", null, "queued"),
    await add("merged", "31 days", "running"),
  ];
  await collectGarbage(t.worker.worker);
  const {rows} = await sql<{id: string; requests: number}>`
    select w.id, count(r.id)::int as requests from write_backs w
      left join write_back_requests r on r.write_back_id = w.id group by w.id order by w.id`.execute(t.db);
  expect(rows).toEqual(stay.toSorted().map(id => ({id, requests: 1})));
});

test("runs of actions, syncs and received webhooks are deleted after thirty days", async () => {
  const body = {
    name: "Nightly",
    trigger: {type: "manual"},
    effects: [{type: "email", recipients: ["ada@example.com"], subject: "x", message: "x"}],
  };
  const path = `/api/actions/${(await t.call("POST", "/api/actions", {body})).body.id}/runs`;
  const [connection, project] = [newId("conn"), newId("proj")];
  await sql`
    insert into connections (id, org_id, name, type, config)
    values (${connection}, ${t.org.id}, 'y', 'duckdb', '{}')`.execute(t.db);
  await sql`
    insert into projects (id, org_id, name, connection_id)
    values (${project}, ${t.org.id}, 'y', ${connection})`.execute(t.db);
  const add = async (age: string) => {
    const {id} = (await t.call("POST", path)).body;
    await sql`
      update action_runs set status = 'succeeded', created_at = now() - ${age}::interval
      where id = ${id}`.execute(t.db);
    await sql`
      insert into project_syncs (id, org_id, project_id, status, trigger, created_at)
      values (${`sync ${age}`}, ${t.org.id}, ${project}, 'failed', '{}', now() - ${age}::interval)`.execute(
      t.db,
    );
    await sql`
      insert into github_deliveries (id, body_hash, event, received_at)
      values (${age}, ${Buffer.from(age)}, 'push', now() - ${age}::interval)`.execute(t.db);
    return id;
  };
  const [, young] = [await add("31 days"), await add("29 days")];
  await collectGarbage(t.worker.worker);
  expect((await t.call("GET", path)).body.map(({id}: {id: string}) => id)).toEqual([young]);
  const {rows} = await sql`
    select id from project_syncs where project_id = ${project}
    union all select id from github_deliveries order by id`.execute(t.db);
  expect(rows).toEqual([{id: "29 days"}, {id: "sync 29 days"}]);
});
