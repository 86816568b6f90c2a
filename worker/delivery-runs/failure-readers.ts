import {createNotice, type Notice} from "../../shared/automation/deliveries/notice-mail.ts";
import type {Actor} from "../../shared/core/actor.ts";
import {sql, type Tx} from "../../shared/core/db.ts";
import {findRunAs} from "../../shared/core/load-run-as.ts";
import {levelSql} from "../../shared/tenancy/content-rights/rights.ts";

/** A schedule, an action or an agent whose failure is announced. */
export interface FailedSource {
  id: string;
  name: string;
  owner_id: string;
  team_id: string | null;
}

/** A mail about a failure. Its message contains what the reader may know. */
export interface FailureMail extends Pick<Notice, "noticeOf" | "title"> {
  messageFor(reader: Actor): string | Promise<string>;
}

/**
 * Mails a failure to the source's owner, or else to the leads of its team, or else to the org-admins: the first of
 * these that have an address and see the source. Readers who may know the same get one mail.
 */
export async function mailReaders(
  tx: Tx,
  orgId: string,
  source: FailedSource,
  mail: FailureMail,
): Promise<void> {
  await mailTo(tx, orgId, source, await failureReaders(tx, orgId, source), mail);
}

/** Mails a failure to one person, if they have an address and see the source. */
export async function mailReader(
  tx: Tx,
  orgId: string,
  source: Pick<FailedSource, "id">,
  readerId: string,
  mail: FailureMail,
): Promise<void> {
  const reader = await findRunAs(tx, orgId, readerId);
  if (reader?.email === undefined || !(await seesSource(tx, reader, source.id))) return;
  await mailTo(tx, orgId, source, [reader], mail);
}

async function mailTo(
  tx: Tx,
  orgId: string,
  source: Pick<FailedSource, "id">,
  readers: readonly Actor[],
  {messageFor, ...mail}: FailureMail,
): Promise<void> {
  const peopleByMessage = new Map<string, string[]>();
  for (const reader of readers) {
    const message = await messageFor(reader);
    peopleByMessage.set(message, [...(peopleByMessage.get(message) ?? []), reader.email ?? ""]);
  }
  for (const [message, people] of peopleByMessage) {
    await createNotice(tx, {orgId, sourceId: source.id, message, people, ...mail});
  }
}

async function failureReaders(tx: Tx, orgId: string, source: FailedSource): Promise<Actor[]> {
  const {rows} = await sql<{id: string; rank: number}>`
    select p.id, r.rank from principals p
      cross join lateral (select case
        when p.id = ${source.owner_id} then 1
        when exists (select from team_members t where t.org_id = p.org_id and t.principal_id = p.id
          and t.team_id = ${source.team_id} and t.role = 'lead') then 2
        when p.org_role = 'admin' then 3 end as rank) r
    where p.org_id = ${orgId} and p.email is not null and r.rank is not null
    order by r.rank, p.id`.execute(tx);
  const readers: Actor[] = [];
  let reached = Number.POSITIVE_INFINITY;
  for (const {id, rank} of rows) {
    if (rank > reached) break;
    const reader = await findRunAs(tx, orgId, id);
    if (!reader || !(await seesSource(tx, reader, source.id))) continue;
    readers.push(reader);
    reached = rank;
  }
  return readers;
}

async function seesSource(tx: Tx, reader: Actor, id: string): Promise<boolean> {
  const {rows} = await sql<{level: number}>`
    select ${levelSql(reader)} as level from content c where c.org_id = ${reader.orgId} and c.id = ${id}`.execute(
    tx,
  );
  return (rows[0]?.level ?? 0) > 0;
}
