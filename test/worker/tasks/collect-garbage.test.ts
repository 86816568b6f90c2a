import {afterAll, afterEach, beforeAll, expect, test} from "bun:test";
import {deleteInBatches} from "../../../shared/core/database/delete-in-batches.ts";
import {sql} from "../../../shared/core/db.ts";
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
