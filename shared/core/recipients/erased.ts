import {createHmac} from "node:crypto";
import {type Db, sql, type Tx} from "../db.ts";

const PREFIX = "erased:";

interface Source {
  id: string;
  orgId: string;
}

/**
 * The placeholder of an erased address: its HMAC under the first key. The placeholder is not an address, differs
 * between organizations for the same person, and cannot be guessed from addresses without the key.
 */
export function erasedName(keys: readonly Buffer[], orgId: string, email: string): string {
  return nameUnder(keys[0]!, orgId, email);
}

/** The placeholders under all keys: an older key may have been the first when the address was erased. */
export function erasedNames(keys: readonly Buffer[], orgId: string, email: string): string[] {
  return keys.map(key => nameUnder(key, orgId, email));
}

/** Whether the text is the placeholder of an erased address. */
export function isErasedName(text: string): boolean {
  return text.startsWith(PREFIX);
}

function nameUnder(key: Buffer, orgId: string, email: string): string {
  const text = ["recipient", orgId, email.toLowerCase()].join("\n");
  return `${PREFIX}${createHmac("sha256", key).update(text).digest("base64url")}`;
}

/** SQL: a text in which `name` replaces the address, also where the text has it percent-encoded. */
export function withoutAddress(
  text: ReturnType<typeof sql>,
  email: string,
  name: ReturnType<typeof sql>,
): ReturnType<typeof sql> {
  const encoded = literal(encodeURIComponent(email));
  return sql`regexp_replace(regexp_replace(${text}, ${patternOf(email)}, ${name}, 'gi'), ${encoded}, ${name}, 'gi')`;
}

/** A regular expression that matches the address in a text, but not within a longer address. */
export function patternOf(email: string): string {
  return `(?<![A-Za-z0-9._+-])${literal(email)}(?![A-Za-z0-9-]|\\.[A-Za-z0-9])`;
}

/** A regular expression that matches the text. */
export function literal(text: string): string {
  return text.replace(/[^\w@]/g, "\\$&");
}

/**
 * Restores the stops of recipients who were erased and are named again: whoever had stopped this source's mail before
 * gets none now. A stop stored under a placeholder moves back to the address, as the recipients do.
 */
export async function restoreStops(
  tx: Tx,
  keys: readonly Buffer[],
  {id, orgId}: Source,
  recipients: readonly string[],
): Promise<void> {
  const {rows} = await sql<{email: string}>`
    select email from mail_stops
    where org_id = ${orgId} and source_id = ${id} and email like 'erased:%'`.execute(tx);
  const erased = new Set(rows.map(({email}) => email));
  if (erased.size === 0) return;
  for (const recipient of recipients) {
    const names = erasedNames(keys, orgId, recipient).filter(name => erased.has(name));
    if (names.length === 0) continue;
    await sql`
      with recalled as (
        delete from mail_stops
        where org_id = ${orgId} and source_id = ${id} and email = any (${names}::text[]) returning stopped_at
      )
      insert into mail_stops (org_id, source_id, email, stopped_at)
      select ${orgId}, ${id}, ${recipient.toLowerCase()}, min(r.stopped_at) from recalled r
      on conflict (source_id, email) do nothing`.execute(tx);
  }
}

/** The name under which this address is stored, if it was erased and the source does not name it again. */
export async function nameInStore(
  db: Db,
  keys: readonly Buffer[],
  {id, orgId}: Source,
  email: string,
): Promise<string> {
  const {rows} = await sql`
    select from audit_log a
    where a.org_id = ${orgId} and a.action = 'recipient.erase'
      and a.resource_id = any (${erasedNames(keys, orgId, email)}::text[])
      and not exists (
        select from (
          select s.recipients from schedules s where s.org_id = ${orgId} and s.id = ${id}
          union all
          select e.value -> 'recipients' from actions a, json_array_elements(a.effects) e
          where a.org_id = ${orgId} and a.id = ${id}
          union all
          select o.value -> 'recipients' from agents g, json_array_elements(g.outputs) o
          where g.org_id = ${orgId} and g.id = ${id}
        ) named, json_array_elements_text(named.recipients) r
        where lower(r) = ${email.toLowerCase()})
    limit 1`.execute(db);
  return rows.length > 0 ? erasedName(keys, orgId, email) : email.toLowerCase();
}
