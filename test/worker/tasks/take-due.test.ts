import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {slotsDue} from "../../../shared/core/cadence/slots.ts";
import {sql} from "../../../shared/core/db.ts";
import {takeDue} from "../../../worker/tasks/take-due.ts";
import {type TestApp, testApp} from "../../support/app.ts";
import {addChart} from "../../support/content.ts";
import {processorMs} from "../../support/processor-time.ts";

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

  test("every five minutes for months are computed in time", () => {
    const started = processorMs();
    const slots = slotsDue(
      {cron: "*/5 * * * *", timezone: "Asia/Tokyo"},
      at("2020-01-01T00:00Z"),
      at("2026-01-01T00:02Z"),
    );
    expect(slots.slot).toEqual(at("2026-01-01T00:00Z"));
    expect(slots.missed).toHaveLength(7 * 24 * 12);
    expect(processorMs() - started).toBeLessThan(5000);
  });
});
