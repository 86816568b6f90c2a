import {type Db, sql} from "../../shared/db.ts";
import {createNotice} from "../../shared/deliveries/notice.ts";
import {whoHears} from "../deliveries/tell-failure.ts";

const IN_A_ROW = 3;

/** Tells by mail, once a day at most, when an action has failed three times in a row: who owns it, or looks after it. */
export async function tellFailures(
  db: Db,
  {orgId, actionId}: {orgId: string; actionId: string},
): Promise<void> {
  await db.transaction().execute(async tx => {
    const {rows} = await sql<{status: string; error: string | null}>`
      select r.status, coalesce(r.error, (
          select string_agg(e.value ->> 'error', ' ') from json_array_elements(r.effects) e)) as error
      from action_runs r
      where r.org_id = ${orgId} and r.action_id = ${actionId} and not r.dry_run
        and r.status in ('succeeded', 'failed')
      order by r.id desc limit ${IN_A_ROW}`.execute(tx);
    if (rows.length < IN_A_ROW || rows.some(({status}) => status !== "failed")) return;
    const {rows: told} = await sql<{team_id: string | null; owner_id: string; name: string}>`
      update actions a set failure_told_at = now() from content c
      where a.org_id = ${orgId} and a.id = ${actionId} and c.org_id = a.org_id and c.id = a.id
        and (a.failure_told_at is null or a.failure_told_at < now() - interval '1 day')
      returning c.team_id, c.owner_id, c.name`.execute(tx);
    const source = told[0];
    if (!source) return;
    const people = await whoHears(tx, orgId, source.owner_id, source.team_id);
    if (people.length === 0) return;
    const message = `It has failed ${IN_A_ROW} times in a row. The last time: ${rows[0]?.error ?? "no reason is recorded."}\n\nIts runs: GET /api/actions/${actionId}/runs. It stays active.`;
    const title = `The action "${source.name}" fails`;
    await createNotice(tx, {orgId, sourceId: actionId, title, message, people});
  });
}
