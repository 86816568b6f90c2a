import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {slotsDue} from "../../../shared/core/cadence/slots.ts";
import {sql} from "../../../shared/core/db.ts";
import {saveRollups} from "../../../shared/modeling/rollups/save.ts";
import {takeDue} from "../../../worker/tasks/take-due.ts";
import {type TestApp, testApp} from "../../support/app.ts";
import {addChart} from "../../support/content.ts";

let t: TestApp;
let chartId: string;

beforeAll(async () => {
  t = await testApp();
  const connectionId = "conn_00000000000000000000000001";
  await sql`insert into connections (id, org_id, name, type, config) values (${connectionId}, ${t.org.id}, 'c', 'duckdb', '{}')`.execute(
    t.db,
  );
  await sql`insert into projects (id, org_id, name, connection_id) values ('proj_1', ${t.org.id}, 'p', ${connectionId})`.execute(
    t.db,
  );
  chartId = await addChart(t, "proj_1", {ownerId: t.org.admin.id});
});

afterAll(() => t?.stop());

/** A schedule that came due this many minutes ago. */
async function dueSince(cron: string, minutesAgo: number, recipients = ["ada@example.com"]): Promise<string> {
  const made = await t.call("POST", "/api/schedules", {
    body: {resourceType: "chart", resourceId: chartId, cron, recipients},
  });
  expect(made.status).toBe(201);
  await sql`
    update cadences set next_at = date_trunc('minute', now()) - ${minutesAgo} * interval '1 minute'
    where id = ${made.body.id}`.execute(t.db);
  return made.body.id;
}

async function deliveriesOf(id: string) {
  const {rows} = await sql<{id: string; slot: Date; status: string; error: string | null; job: boolean}>`
    select d.id, d.slot, d.status, d.error, exists (select from graphile_worker.jobs j where j.key = d.id) as job
    from deliveries d where d.source_id = ${id} order by d.slot`.execute(t.db);
  return rows;
}

describe("a due schedule", () => {
  test("gets one delivery, with a row for each recipient and a job, however many workers look", async () => {
    const ids = await Promise.all(
      Array.from({length: 30}, () => dueSince("0 8 * * *", 1, ["ada@example.com", "grace@example.com"])),
    );
    await Promise.all(Array.from({length: 8}, () => takeDue(t.db)));
    for (const id of ids) {
      const [made, ...more] = await deliveriesOf(id);
      expect(more).toEqual([]);
      expect(made).toMatchObject({status: "queued", error: null, job: true});
      const {rows} = await sql`
        select email, status, attempts from delivery_recipients where delivery_id = ${made?.id} order by position`.execute(
        t.db,
      );
      expect(rows).toEqual([
        {email: "ada@example.com", status: "queued", attempts: 0},
        {email: "grace@example.com", status: "queued", attempts: 0},
      ]);
    }
    await takeDue(t.db);
    expect(await deliveriesOf(ids[0]!)).toHaveLength(1);
  });

  test("comes due next after now", async () => {
    const id = await dueSince("*/5 * * * *", 0);
    await takeDue(t.db);
    const {rows} = await sql<{
      later: boolean;
    }>`select next_at > now() as later from cadences where id = ${id}`.execute(t.db);
    expect(rows).toEqual([{later: true}]);
  });

  test("is made up for once after an outage, and earlier misses are recorded as skipped", async () => {
    const id = await dueSince("*/30 * * * *", 95);
    await takeDue(t.db);
    const made = await deliveriesOf(id);
    expect(made.at(-1)).toMatchObject({status: "queued", job: true});
    const missed = made.slice(0, -1);
    expect(missed.length).toBeGreaterThanOrEqual(3);
    for (const one of missed) expect(one).toMatchObject({status: "skipped", job: false});
    expect(missed[0]?.error).toContain("was down");
  });

  test("skips recipients who have unsubscribed, in whatever spelling", async () => {
    const id = await dueSince("0 8 * * *", 1, ["Ada@example.com", "grace@example.com"]);
    await sql`insert into mail_stops (org_id, source_id, email) values (${t.org.id}, ${id}, 'ada@example.com')`.execute(
      t.db,
    );
    await takeDue(t.db);
    const [made] = await deliveriesOf(id);
    const {rows} = await sql`
      select email, status from delivery_recipients where delivery_id = ${made?.id} order by position`.execute(
      t.db,
    );
    expect(rows).toEqual([
      {email: "Ada@example.com", status: "skipped"},
      {email: "grace@example.com", status: "queued"},
    ]);
    expect((await t.call("GET", `/api/schedules/${id}`)).body.stopped).toEqual(["ada@example.com"]);
  });

  test("gets no delivery while it is paused", async () => {
    const id = await dueSince("0 8 * * *", 1);
    await t.call("PATCH", `/api/schedules/${id}/active`, {body: {active: false}});
    await takeDue(t.db);
    expect(await deliveriesOf(id)).toEqual([]);
  });
});

test("a project that is deleted with its recurring roll-ups keeps nothing else from coming due", async () => {
  const connectionId = "conn_00000000000000000000000001";
  const add = (name: string) => t.call("POST", "/api/projects", {body: {name, connectionId}});
  // The first one is the default project, which cannot be deleted.
  const made = [await add("First"), await add("Deleted")][1]!;
  const often = {name: "often", model: "orders", measures: ["orders.count"], refresh: {every: "1h" as const}};
  const of = {orgId: t.org.id, projectId: made.body.id, connectionId};
  await t.db.transaction().execute(tx => saveRollups(tx, of, {models: [], rollups: [often]}));
  expect((await t.call("DELETE", `/api/projects/${made.body.id}`)).status).toBe(204);
  // A cadence that an earlier version left behind.
  await sql`
    insert into cadences (id, org_id, kind, cron, timezone, next_at)
    values ('rollup_gone', ${t.org.id}, 'rollup', '0 * * * *', 'UTC', now())`.execute(t.db);
  const id = await dueSince("0 8 * * *", 0);
  await takeDue(t.db);
  expect(await deliveriesOf(id)).toMatchObject([{status: "queued"}]);
  const {rows} = await sql`select id from cadences where kind = 'rollup'`.execute(t.db);
  expect(rows).toEqual([]);
});

test("a cadence that cannot be read holds up no other, and is reported", async () => {
  const wrong = await dueSince("0 8 * * *", 2);
  const others = [await dueSince("0 8 * * *", 3), await dueSince("0 8 * * *", 1)];
  await sql`update cadences set timezone = 'Nowhere/City' where id = ${wrong}`.execute(t.db);
  const taking = takeDue(t.db);
  await expect(taking).rejects.toThrow("Nowhere/City");
  for (const id of others) expect(await deliveriesOf(id)).toMatchObject([{status: "queued"}]);
  expect(await deliveriesOf(wrong)).toEqual([]);
  await t.call("DELETE", `/api/schedules/${wrong}`);
});

describe("the slots of a cadence", () => {
  const at = (text: string) => new Date(text);

  test("are one if it is late by less than its interval", () => {
    const slots = slotsDue(
      {cron: "0 8 * * *", timezone: "UTC"},
      at("2026-03-10T08:00Z"),
      at("2026-03-11T07:59Z"),
    );
    expect(slots).toEqual({missed: [], slot: at("2026-03-10T08:00Z"), following: at("2026-03-11T08:00Z")});
  });

  test("that were missed are all before the last", () => {
    const slots = slotsDue(
      {cron: "0 8 * * *", timezone: "UTC"},
      at("2026-03-10T08:00Z"),
      at("2026-03-12T08:00Z"),
    );
    expect(slots.missed).toEqual([at("2026-03-10T08:00Z"), at("2026-03-11T08:00Z")]);
    expect(slots.slot).toEqual(at("2026-03-12T08:00Z"));
  });

  test("in an hour that a clock change skips come right after it; in one that it repeats, once", () => {
    const berlin = {cron: "30 2 * * *", timezone: "Europe/Berlin"};
    // 29 March 2026: 02:00 becomes 03:00, which is 01:00 UTC.
    const spring = slotsDue(berlin, at("2026-03-28T01:30Z"), at("2026-03-28T12:00Z"));
    expect(spring.following).toEqual(at("2026-03-29T01:00Z"));
    // 25 October 2026: 03:00 becomes 02:00; 02:30 is at 00:30 and at 01:30 UTC.
    const autumn = slotsDue(berlin, at("2026-10-24T00:30Z"), at("2026-10-25T12:00Z"));
    expect(autumn.missed).toEqual([at("2026-10-24T00:30Z")]);
    expect(autumn.slot).toEqual(at("2026-10-25T00:30Z"));
    expect(autumn.following).toEqual(at("2026-10-26T01:30Z"));
  });

  test("that were missed are the newest ten, and the first of the others, in whatever timezone", () => {
    const first = at("2020-01-01T00:00Z");
    for (const timezone of ["UTC", "Asia/Tokyo", "America/New_York"])
      expect(slotsDue({cron: "*/5 * * * *", timezone}, first, at("2026-01-01T00:02Z"))).toEqual({
        unlistedSince: first,
        missed: [10, 15, 20, 25, 30, 35, 40, 45, 50, 55].map(minute => at(`2025-12-31T23:${minute}Z`)),
        slot: at("2026-01-01T00:00Z"),
        following: at("2026-01-01T00:05Z"),
      });
  });

  test("that were missed are all listed where they are ten", () => {
    const slots = slotsDue(
      {cron: "0 8 * * *", timezone: "UTC"},
      at("2026-03-01T08:00Z"),
      at("2026-03-11T08:00Z"),
    );
    expect(slots.missed).toHaveLength(10);
    expect(slots.missed[0]).toEqual(at("2026-03-01T08:00Z"));
    expect(slots.unlistedSince).toBeUndefined();
    expect(slots.slot).toEqual(at("2026-03-11T08:00Z"));
  });

  test("that repeat in an hour in which the clock goes back are listed once", () => {
    const berlin = {cron: "30 * * * *", timezone: "Europe/Berlin"};
    const slots = slotsDue(berlin, at("2026-10-01T00:30Z"), at("2026-10-25T06:00Z"));
    const times = [...slots.missed, slots.slot].map(one => one.getTime());
    expect(new Set(times).size).toBe(11);
    expect(slots.slot).toEqual(at("2026-10-25T05:30Z"));
  });
});

describe("after an outage of days", () => {
  const DAYS_AGO = 7 * 24 * 60;

  async function counts(ids: readonly string[]) {
    const {rows} = await sql<{queued: number; skipped: number; jobs: number; schedules: number}>`
      select count(*) filter (where status = 'queued')::int as queued,
        count(*) filter (where status = 'skipped')::int as skipped,
        count(distinct source_id) filter (where status = 'queued')::int as schedules,
        (select count(*) from graphile_worker.jobs j where j.key in (
          select id from deliveries where source_id = any (${[...ids]}::text[])))::int as jobs
      from deliveries where source_id = any (${[...ids]}::text[])`.execute(t.db);
    return rows[0]!;
  }

  async function stillDue(ids: readonly string[]): Promise<number> {
    const {rows} = await sql<{due: number}>`
      select count(*)::int as due from cadences
      where next_at <= now() and id = any (${[...ids]}::text[])`.execute(t.db);
    return rows[0]!.due;
  }

  /** Copies of a schedule that is due every five minutes, and has been missed for days. */
  async function copiesDue(count: number): Promise<string[]> {
    const id = await dueSince("*/5 * * * *", DAYS_AGO);
    const copies = Array.from({length: count}, (_, i) => `${id.slice(0, -4)}${String(i).padStart(4, "0")}`);
    for (const table of ["content", "schedules", "cadences"]) {
      await sql`
        insert into ${sql.table(table)}
        select (jsonb_populate_record(r, jsonb_build_object('id', c.id))).*
        from ${sql.table(table)} r, unnest(${copies}::text[]) as c (id) where r.id = ${id} and c.id <> ${id}`.execute(
        t.db,
      );
    }
    return [...new Set([id, ...copies])];
  }

  test("many schedules send the last due delivery once, and record the newest ten before it", async () => {
    const ids = await copiesDue(250);
    await takeDue(t.db);
    expect(await counts(ids)).toEqual({
      queued: ids.length,
      skipped: ids.length * 10,
      schedules: ids.length,
      jobs: ids.length,
    });
    expect(await stillDue(ids)).toBe(0);
    await takeDue(t.db);
    expect((await counts(ids)).queued).toBe(ids.length);
  });

  test("the oldest record says since when earlier deliveries are not recorded", async () => {
    const id = await dueSince("*/5 * * * *", DAYS_AGO);
    const {rows} = await sql<{next_at: Date}>`select next_at from cadences where id = ${id}`.execute(t.db);
    await takeDue(t.db);
    const [oldest, second] = await deliveriesOf(id);
    expect(oldest?.error).toContain(`since ${rows[0]?.next_at.toISOString()}`);
    expect(second?.error).not.toContain("since");
  });

  test("what was taken before a failure is kept", async () => {
    const ids = await copiesDue(250);
    const last = ids.at(-1)!;
    // The batches are taken in this order, so the last one fails.
    await sql`update cadences set next_at = next_at + interval '1 minute' where id = ${last}`.execute(t.db);
    await sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
      t.db,
    );
    await sql`
      create trigger refuse before insert on deliveries for each row
      when (new.source_id = ${sql.lit(last)}) execute function refuse()`.execute(t.db);
    try {
      await expect(takeDue(t.db)).rejects.toThrow("refused");
      const due = await stillDue(ids);
      expect(due).toBeGreaterThan(0);
      expect(due).toBeLessThanOrEqual(100);
    } finally {
      await sql`drop function refuse cascade`.execute(t.db);
    }
    await takeDue(t.db);
    expect(await stillDue(ids)).toBe(0);
    expect((await counts(ids)).queued).toBe(ids.length);
  });
});
