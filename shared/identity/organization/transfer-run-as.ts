import {createNotice} from "../../automation/deliveries/notice-mail.ts";
import type {RecurringType} from "../../core/content-types.ts";
import {sql, type Tx} from "../../core/db.ts";
import {pauseRecurring} from "../../tenancy/content-kinds/recurring.ts";

/** A kind of content that runs later with the rights of a principal, its `run_as`. */
interface Kind {
  type: RecurringType;
  table: string;
  active: ReturnType<typeof sql>;
  /** Deletes the findings of earlier runs. An heir with other rows could infer them from what the next run does. */
  deleteFindings?(tx: Tx, orgId: string, id: string): Promise<unknown>;
  /** The review that is recommended before the content is resumed, for messages. */
  review: string;
}

const KINDS: Readonly<Record<RecurringType, Kind>> = {
  action: {
    type: "action",
    table: "actions",
    active: sql`t.active`,
    deleteFindings: (tx, orgId, id) =>
      sql`delete from action_states where org_id = ${orgId} and action_id = ${id}`.execute(tx),
    review: "look at it",
  },
  agent: {
    type: "agent",
    table: "agents",
    active: sql`t.active`,
    review: "look at it",
  },
  schedule: {
    type: "schedule",
    table: "schedules",
    active: sql`(select k.active from cadences k where k.org_id = t.org_id and k.id = t.id)`,
    deleteFindings: (tx, orgId, id) =>
      sql`update schedules set rows_hash = null where org_id = ${orgId} and id = ${id}`.execute(tx),
    review: "look at what it would send (POST /api/schedules/preview)",
  },
};

/**
 * Makes the heir the `runAs` of everything that ran as the principal. An heir with other attributes would get other
 * rows: then the content is paused until the heir resumes it, nobody else can run it by hand, and the heir is notified
 * by mail. The content's `accepted` is cleared, because the principal knew the changes that others had made, and the
 * heir does not.
 */
export async function transferRuns(
  tx: Tx,
  orgId: string,
  principalId: string,
  heirId: string,
): Promise<void> {
  for (const kind of Object.values(KINDS)) await transferKind(tx, orgId, principalId, heirId, kind);
}

/**
 * Pauses everything that runs as the principal, whose row access has changed, and notifies the principal by mail of
 * what was active. Content that was paused before is paused again with this reason, so that nobody else resumes it.
 * Runs that were made before and have not run yet end as skipped: see `RunPaused`. `reason` is the sentence that
 * readers see, `explanation` the same reason as a clause of the mail.
 */
export async function pauseRuns(
  tx: Tx,
  orgId: string,
  principalId: string,
  {reason, explanation}: {reason: string; explanation: string},
): Promise<void> {
  for (const {type, table, active: isActive, review} of Object.values(KINDS)) {
    const {rows} = await sql<{id: string; name: string; active: boolean; email: string | null}>`
      select t.id, c.name, ${isActive} as active, p.email
      from ${sql.table(table)} t
        join content c on c.org_id = t.org_id and c.id = t.id
        join principals p on p.org_id = t.org_id and p.id = t.run_as
      where t.org_id = ${orgId} and t.run_as = ${principalId}
      order by t.id for no key update of c`.execute(tx);
    for (const {id, name, active, email} of rows) {
      await pauseRecurring(tx, type, orgId, id, reason);
      if (!active || email === null) continue;
      const message = `The ${type} "${name}" is paused: ${explanation}. Its waiting runs are skipped. ${review.charAt(0).toUpperCase()}${review.slice(1)}, then resume it (PATCH /api/${table}/${id}/active) or change it.`;
      await createNotice(tx, {orgId, sourceId: id, title: `"${name}" is paused`, message, people: [email]});
    }
  }
  await sql`
    update principals set runs_paused_at = clock_timestamp()
    where org_id = ${orgId} and id = ${principalId}`.execute(tx);
}

interface Inherited {
  id: string;
  name: string;
  is_same: boolean;
  active: boolean;
  email: string | null;
}

async function transferKind(
  tx: Tx,
  orgId: string,
  principalId: string,
  heirId: string,
  {type, table, active: isActive, deleteFindings, review}: Kind,
): Promise<void> {
  const {rows} = await sql<Inherited>`
    update ${sql.table(table)} t set run_as = ${heirId},
      accepted = case when before.attributes = heir.attributes then t.accepted else '{}'::json end
    from content c, principals before, principals heir
    where t.org_id = ${orgId} and t.run_as = ${principalId} and c.org_id = t.org_id and c.id = t.id
      and before.org_id = t.org_id and before.id = ${principalId} and heir.org_id = t.org_id and heir.id = ${heirId}
    returning t.id, c.name, before.attributes = heir.attributes as is_same, ${isActive} as active,
      heir.email`.execute(tx);
  for (const {id, name, is_same, active, email} of rows) {
    if (is_same) continue;
    const reason = "It was inherited by somebody with other attributes, who may see other rows.";
    // Content that was paused before is paused again with this reason, so that nobody but the heir can resume it.
    await pauseRecurring(tx, type, orgId, id, reason);
    await deleteFindings?.(tx, orgId, id);
    if (!active || email === null) continue;
    const message =
      `You have inherited the ${type} "${name}", and your attributes differ from those of the account that it ran as until now. So ` +
      `it is paused: ${review}, then resume it (PATCH /api/${table}/${id}/active) or change it.`;
    await createNotice(tx, {orgId, sourceId: id, title: `"${name}" is paused`, message, people: [email]});
  }
}
