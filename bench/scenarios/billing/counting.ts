import {prepared} from "../../../shared/core/database/prepared.ts";
import {type Database, openDatabase, sql} from "../../../shared/core/db.ts";
import {newId} from "../../../shared/core/ids.ts";
import {makeLogger} from "../../../shared/core/log.ts";
import {countUsageSql} from "../../../shared/tenancy/billing/usage.ts";
import {say} from "../../progress.ts";
import {difference, inRounds, percentile, quotient} from "../../rounds.ts";
import {type Row, rowOf} from "../../scenario.ts";
import type {BillingStage} from "./service.ts";

const CLIENTS = 16;
const BILLING = {livemode: false};

/**
 * The time that counting usage adds to a statement, and whether concurrent statements of one organization wait for each
 * other.
 */
export async function counting({databaseUrl}: BillingStage, quick: boolean): Promise<Row[]> {
  say("counting usage");
  const database = openDatabase(databaseUrl, CLIENTS, makeLogger("bench", "warn"));
  const {db, pool} = database;
  try {
    await sql`create table if not exists bench_work (id bigint generated always as identity, org_id text)`.execute(
      db,
    );
    const orgs = Array.from({length: CLIENTS}, () => newId("org"));
    for (const id of orgs) await db.insertInto("orgs").values({id, name: id}).execute();
    const one = orgs[0]!;
    const times = quick ? 200 : 600;
    const p50 = async (counts: boolean) => {
      const latencies: number[] = [];
      for (let n = 0; n < times; n++) {
        const startedAt = performance.now();
        await work(database, one, counts);
        latencies.push(performance.now() - startedAt);
      }
      return percentile(latencies, 0.5);
    };
    const rate = async (orgOf: (client: number) => string) => {
      const startedAt = performance.now();
      await Promise.all(
        orgs.map(async (_, client) => {
          for (let n = 0; n < times / 4; n++) await work(database, orgOf(client), true);
        }),
      );
      return (CLIENTS * times) / 4 / (performance.now() - startedAt);
    };
    await p50(true);
    await p50(false);
    const roundCount = quick ? 2 : 5;
    const added = await inRounds({
      anchor: () => p50(false),
      subject: () => p50(true),
      compare: difference,
      roundCount,
    });
    const spread = () => rate(client => orgs[client]!);
    const shared = await inRounds({
      anchor: spread,
      subject: () => rate(() => one),
      compare: quotient,
      roundCount,
    });
    return [
      rowOf("time that counting usage adds to a transaction, p50", {atMost: 0.2, unit: "ms"}, added),
      rowOf(
        `rate of ${CLIENTS} clients that count usage of one organization ÷ of ${CLIENTS} organizations`,
        {atLeast: 0.8},
        shared,
      ),
    ];
  } finally {
    await pool.end();
  }
}

async function work({db}: Database, orgId: string, counts: boolean): Promise<void> {
  const done = sql`insert into bench_work (org_id) values (${orgId}) returning org_id`;
  const used = sql`(select org_id, 'llm_tokens' as meter, 10 as amount from done) r`;
  const statement = counts ? sql`with done as (${done}) ${countUsageSql(BILLING, used)}` : done;
  await db.transaction().execute(tx => sql`${prepared}${statement}`.execute(tx));
}
