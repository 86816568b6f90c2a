import pg from "pg";
import {newId} from "../../../shared/core/ids.ts";
import {say} from "../../progress.ts";
import {times} from "../../rounds.ts";
import {type Row, rowOf} from "../../scenario.ts";
import {rowsOf, type Stage} from "../../stage/stage.ts";

const SCHEDULES = 100_000;

/** The time to find that none of a hundred thousand schedules is due. */
export async function due(stage: Stage): Promise<Row> {
  say("a hundred thousand schedules");
  const {databaseUrl, orgId} = await stage.service();
  const ids = Array.from({length: SCHEDULES}, () => newId("sched"));
  await rowsOf(
    databaseUrl,
    `insert into cadences (id, org_id, kind, cron, timezone, next_at)
     select id, $2, 'schedule', '0 8 * * 1', 'UTC', now() + random() * interval '7 days' + interval '1 hour'
     from unnest($1::text[]) as id`,
    [ids, orgId],
  );
  await rowsOf(databaseUrl, "analyze cadences", []);
  const client = new pg.Client({connectionString: databaseUrl});
  await client.connect();
  const look = async () => {
    const started = performance.now();
    await client.query(
      `select id, org_id, cron, timezone, next_at from cadences where next_at <= now()
       order by next_at limit 200 for update skip locked`,
    );
    return performance.now() - started;
  };
  await look();
  const summary = await times(stage.quick ? 5 : 50, look);
  await client.end();
  await rowsOf(databaseUrl, "delete from cadences where id = any ($1::text[])", [ids]);
  const target = {atMost: 5, unit: "ms"} as const;
  return rowOf(`finding the due schedules among ${SCHEDULES}`, target, summary);
}
