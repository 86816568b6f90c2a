import {join} from "node:path";
import {newId} from "../../../shared/core/ids.ts";
import {say} from "../../progress.ts";
import {summaryOf} from "../../rounds.ts";
import {rowOf, type Scenario} from "../../scenario.ts";
import {type BenchProcess, until} from "../../stage/processes.ts";
import type {Service} from "../../stage/service.ts";
import {rowsOf, type Stage} from "../../stage/stage.ts";
import {newAuthor} from "../deliveries/content.ts";
import {comeDue, makeSchedules, RECIPIENTS, sendAlone} from "../deliveries/storm.ts";

const [SCHEDULES, DUE, WORKERS] = [100_000, 5000, 4];
/** Schedules made through the API; the others are copies of them. */
const MADE_BY_API = 1000;

/** A hundred thousand schedules of which five thousand are due in the same minute, over four workers. */
export const growthSchedules: Scenario = {
  name: "growth-schedules",
  byHand: true,
  async run(stage) {
    const service = await stage.service();
    const [schedules, due] = stage.quick ? [SCHEDULES / 20, DUE / 20] : [SCHEDULES, DUE];
    const messages = due * RECIPIENTS;
    say(`${schedules} schedules`);
    const made = await makeSchedules(service, await newAuthor(service), Math.min(MADE_BY_API, due));
    const ids = await copySchedules(service, made.schedules, schedules);
    const workers = await moreWorkers(stage, service);
    try {
      say("measuring");
      const {sentMs, bytes} = await sendAlone(service, messages);
      const started = performance.now();
      await comeDue(service, ids.slice(0, due), messages);
      const seconds = (performance.now() - started) / 1000;
      await requireOneMailEach(service, ids.slice(0, due), messages);
      const note = `${messages} mails of ${Math.round(bytes / 1000)} KB; handed over alone in ${(sentMs / 1000).toFixed(0)} s`;
      return [
        rowOf(
          `${due} of ${schedules} schedules due in one minute, over ${WORKERS} workers: until all are sent`,
          {atMost: 180, unit: "s"},
          summaryOf([seconds]),
          note,
        ),
      ];
    } finally {
      await Promise.all(workers.map(worker => worker.stop()));
    }
  },
};

/** Copies the schedules `made` until there are `count`. The copies are due at random times of the next week. */
async function copySchedules(
  {databaseUrl, orgId}: Service,
  made: readonly string[],
  count: number,
): Promise<string[]> {
  const ids = Array.from({length: count - made.length}, () => newId("sched"));
  const from = `unnest($2::text[]) with ordinality c (copy, n) join unnest($3::text[]) with ordinality m (made, k)
    on m.k = 1 + c.n % array_length($3::text[], 1)`;
  const copied = async (table: string, columns: string, values: string) =>
    rowsOf(
      databaseUrl,
      `insert into ${table} (id, ${columns}) select copy, ${values} from ${from} join ${table} t on t.org_id = $1 and t.id = made`,
      [orgId, ids, made],
    );
  const same = (...columns: string[]) =>
    [columns.join(", "), columns.map(name => `t.${name}`).join(", ")] as const;
  await copied("content", ...same("org_id", "type", "name", "owner_id", "team_id"));
  await copied(
    "schedules",
    ...same(
      "org_id",
      "resources",
      "recipients",
      "formats",
      "filters",
      "condition",
      "subject",
      "message",
      "run_as",
      "accepted",
    ),
  );
  const [columns, values] = same("org_id", "kind", "cron", "timezone", "active");
  await copied(
    "cadences",
    `${columns}, next_at`,
    `${values}, now() + interval '1 hour' + random() * interval '7 days'`,
  );
  await rowsOf(databaseUrl, "vacuum analyze");
  return [...made, ...ids];
}

/** Starts workers beside the service's own. A worker takes jobs once it is in the table `workers`. */
async function moreWorkers(stage: Stage, {startWorker, databaseUrl}: Service): Promise<BenchProcess[]> {
  const names = Array.from({length: WORKERS - 1}, (_, n) => `worker${n + 2}`);
  const started = await Promise.all(
    names.map(name => startWorker(name, {WORKER_LISTEN: join(stage.dir, "run", `${name}.sock`)})),
  );
  await until("the workers are ready", async () => {
    const [row] = await rowsOf<{ready: number}>(
      databaseUrl,
      "select count(*)::int as ready from workers where 'background' = any (runners)",
    );
    return row?.ready === WORKERS ? true : undefined;
  });
  return started;
}

async function requireOneMailEach({databaseUrl, orgId}: Service, ids: readonly string[], messages: number) {
  const [row] = await rowsOf<{deliveries: number; sent: number}>(
    databaseUrl,
    `select count(distinct d.id)::int as deliveries, count(*) filter (where r.status = 'sent')::int as sent
     from deliveries d join delivery_recipients r on r.delivery_id = d.id
     where d.org_id = $1 and d.schedule_id = any ($2::text[])`,
    [orgId, [...ids]],
  );
  if (row?.deliveries !== ids.length || row.sent > messages)
    throw new Error(`${row?.deliveries} deliveries with ${row?.sent} mails, and not ${messages}`);
}
