import {pauseAction} from "../actions/actions.ts";
import {pauseAgent} from "../agents/agents.ts";
import {sql, type Tx} from "../db.ts";
import {createNotice} from "../deliveries/notice.ts";
import {pauseSchedule} from "../schedules/schedules.ts";

/** A kind of content that runs later with the rights of a principal, its `run_as`. */
interface Kind {
  noun: string;
  table: string;
  /** What a principal gives that others' content runs as. */
  gives: string;
  active: ReturnType<typeof sql>;
  pause(tx: Tx, orgId: string, id: string, because: string): Promise<void>;
  /** What the heir should look at before it is resumed. */
  look: string;
}

const KINDS: readonly Kind[] = [
  {
    noun: "action",
    table: "actions",
    gives: "its rights to",
    active: sql`t.active`,
    pause: pauseAction,
    look: "look at it",
  },
  {
    noun: "agent",
    table: "agents",
    gives: "its rights to",
    active: sql`t.active`,
    pause: pauseAgent,
    look: "look at it",
  },
  {
    noun: "schedule",
    table: "schedules",
    gives: "the rows of",
    active: sql`(select k.active from cadences k where k.org_id = t.org_id and k.id = t.id)`,
    pause: pauseSchedule,
    look: "look at what it would send (POST /api/schedules/preview)",
  },
];

/** How much of others' content runs as the principal, of each kind. */
export async function countRunningAs(
  tx: Tx,
  orgId: string,
  principalId: string,
): Promise<(Pick<Kind, "noun" | "gives"> & {count: number})[]> {
  const counts = [];
  for (const {noun, gives, table} of KINDS) {
    const {rows} = await sql<{count: number}>`
      select count(*)::int as count from ${sql.table(table)} t join content c on c.org_id = t.org_id and c.id = t.id
      where t.org_id = ${orgId} and t.run_as = ${principalId} and c.owner_id <> ${principalId}`.execute(tx);
    counts.push({noun, gives, count: rows[0]?.count ?? 0});
  }
  return counts;
}

/**
 * From now on what ran as the principal runs as the heir. Where the heir has other attributes its rows are others, so it
 * is paused until the heir resumes it, nobody else runs it by hand, and the heir is told by mail. What others had made of it before was known to the
 * principal and not to the heir, whose rows it would now ask for.
 */
export async function transferRuns(
  tx: Tx,
  orgId: string,
  principalId: string,
  heirId: string,
): Promise<void> {
  for (const kind of KINDS) await transferKind(tx, orgId, principalId, heirId, kind);
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
  {noun, table, active: isActive, pause, look}: Kind,
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
    const because = "It was inherited by somebody with other attributes, whose rows are others.";
    // What was paused before, too, so that nobody but the heir resumes it.
    await pause(tx, orgId, id, because);
    if (!active || email === null) continue;
    const message =
      `You have inherited the ${noun} "${name}", and your attributes are not those of whose rows it saw until now. So ` +
      `it is paused: ${look}, then resume it (PATCH /api/${table}/${id}/active) or change it.`;
    await createNotice(tx, {orgId, sourceId: id, title: `"${name}" is paused`, message, people: [email]});
  }
}
