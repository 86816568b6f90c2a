import {createHmac} from "node:crypto";
import {type Db, sql, type Tx} from "../db.ts";
import {isSame} from "../secrets.ts";
import {erasedNames, nameInStore} from "./erased.ts";

/** `<payload>.<HMAC-SHA256>`, both in base64url. An address has at most 254 characters, an id 64. */
const TOKEN = /^([\w-]{1,480})\.[\w-]{43}$/;

/** Payload of a stop token: the source of the mail, and the recipient's address in lower case. */
export interface MailStop {
  sourceId: string;
  email: string;
}

/** The source of a mail (a schedule, an action or an agent), with the names that its recipients are shown. */
export interface MailSource {
  id: string;
  orgId: string;
  orgName: string;
  name: string;
}

/**
 * The token with which a recipient stops the mail of one schedule, action or agent. It does not expire, and is the same
 * each time, so that a mail that is sent again has the same bytes.
 */
export function stopToken(keys: readonly Buffer[], sourceId: string, email: string): string {
  return signed(keys[0]!, sourceId, email.toLowerCase());
}

/** The token's payload; `undefined` for a token that this service has not made. Every key verifies. */
export function readStopToken(keys: readonly Buffer[], token: string): MailStop | undefined {
  const text = Buffer.from(TOKEN.exec(token)?.[1] ?? "", "base64url").toString("utf8");
  const [sourceId, email, more] = text.split("\n");
  if (!sourceId || !email || more !== undefined) return undefined;
  // Compared as a whole, so that each stop has one token and no second spelling.
  const isOurs = keys.some(key => isSame(signed(key, sourceId, email), token));
  return isOurs ? {sourceId, email} : undefined;
}

function signed(key: Buffer, sourceId: string, email: string): string {
  const text = Buffer.from(`${sourceId}\n${email}`).toString("base64url");
  const mac = createHmac("sha256", key).update(["stop", sourceId, email].join("\n")).digest("base64url");
  return `${text}.${mac}`;
}

/**
 * The sender of the mail; `undefined` once it is deleted. The token contains only the sender's id, so the organization
 * is read here.
 */
export async function findMailSource(db: Db, sourceId: string): Promise<MailSource | undefined> {
  const {rows} = await sql<MailSource>`
    select c.id, c.org_id as "orgId", o.name as "orgName", c.name
    from content c join orgs o on o.id = c.org_id
    where c.id = ${sourceId} and c.type in ('schedule', 'action', 'agent')`.execute(db);
  return rows[0];
}

type Sender = Pick<MailSource, "id" | "orgId">;

/** The database that stores stops, and the keys that recognize an erased address by its hash. */
export interface StopDeps {
  readonly db: Db;
  readonly config: {readonly encryptionKeys: readonly Buffer[]};
}

/** Stops all further mail of this source to the address. Idempotent. */
export async function stopMail({db, config}: StopDeps, source: Sender, email: string): Promise<void> {
  const {id, orgId} = source;
  const stored = await nameInStore(db, config.encryptionKeys, source, email);
  await sql`
    insert into mail_stops (org_id, source_id, email) values (${orgId}, ${id}, ${stored})
    on conflict (source_id, email) do nothing`.execute(db);
}

/** Undoes `stopMail`: the address gets the mail of this source again, as long as the address is a recipient. */
export async function resumeMail({db, config}: StopDeps, {id, orgId}: Sender, email: string): Promise<void> {
  await sql`
    delete from mail_stops
    where org_id = ${orgId} and source_id = ${id} and ${isOf(config, orgId, email)}`.execute(db);
}

export async function isStopped(
  {db, config}: StopDeps,
  {id, orgId}: Sender,
  email: string,
): Promise<boolean> {
  const {rows} = await sql`
    select from mail_stops
    where org_id = ${orgId} and source_id = ${id} and ${isOf(config, orgId, email)}`.execute(db);
  return rows.length > 0;
}

/** SQL condition: the recipient `r` has stopped the mail of the source. */
export function hasStopped(orgId: ReturnType<typeof sql>, sourceId: ReturnType<typeof sql>) {
  return sql`exists (
    select from mail_stops x where x.org_id = ${orgId} and x.source_id = ${sourceId} and x.email = lower(r.email))`;
}

/** A condition: the stop belongs to this address, whether or not the address was erased. */
function isOf({encryptionKeys}: StopDeps["config"], orgId: string, email: string) {
  const stored = [email.toLowerCase(), ...erasedNames(encryptionKeys, orgId, email)];
  return sql`email = any (${stored}::text[])`;
}

/** Deletes the stops of a source that is deleted and sends no mail any more. */
export async function deleteStops(tx: Tx, orgId: string, sourceId: string): Promise<void> {
  await sql`delete from mail_stops where org_id = ${orgId} and source_id = ${sourceId}`.execute(tx);
}

/** The addresses that have stopped the mail of this source, in lower case and in alphabetical order. */
export async function stoppedAddresses(db: Db | Tx, orgId: string, sourceId: string): Promise<string[]> {
  const {rows} = await sql<{email: string}>`
    select email from mail_stops
    where org_id = ${orgId} and source_id = ${sourceId} order by email`.execute(db);
  return rows.map(({email}) => email);
}
