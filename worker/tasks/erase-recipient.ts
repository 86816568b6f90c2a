import {sql} from "../../shared/core/db.ts";
import type {JobPayload} from "../../shared/core/jobs.ts";
import {erasedNames} from "../../shared/core/recipients/erased.ts";
import {MAIL_FILE, readStoredMail} from "../delivery-runs/stored-mail.ts";
import type {Worker} from "../worker.ts";

/** Addresses as they appear in the text and in the HTML of a mail. */
const ADDRESS = /(?:[\w!#$%*+/=?^`{|}~.'-]|&#39;|&amp;)+@[A-Za-z0-9.-]*[A-Za-z0-9]/g;

/**
 * Replaces an erased address in files: in stored mails about failures, and in the folder to which mail is written
 * without a mail server. The address itself is no longer known, so the pseudonym of each address found is compared with
 * that of the erased one. Can run twice: a replaced address is not found again.
 */
export async function eraseRecipientFiles(
  {db, config, deliveryFiles, mail}: Pick<Worker, "config" | "db" | "deliveryFiles" | "mail">,
  {orgId, name}: JobPayload<"erase_recipient">,
): Promise<void> {
  const isErased = (email: string) => erasedNames(config.encryptionKeys, orgId, email).includes(name);
  const without = (part: string) =>
    part.replace(ADDRESS, found => (isErased(unescaped(found)) ? name : found));
  const {rows} = await sql<{id: string}>`
    select id from deliveries where org_id = ${orgId} and notice_of is not null and rendered_at is not null`.execute(
    db,
  );
  for (const {id} of rows) {
    const stored = (await deliveryFiles.read(orgId, id, MAIL_FILE))?.toString();
    if (stored === undefined) continue;
    const {html, text, ...rest} = readStoredMail(JSON.parse(stored));
    const erased = JSON.stringify({...rest, html: without(html), text: without(text)});
    if (erased.includes(name)) await deliveryFiles.put(orgId, id, MAIL_FILE, Buffer.from(erased));
  }
  await mail.erase?.(async ids => {
    const {rows: others} = await sql<{id: string}>`
      select id from deliveries where org_id <> ${orgId} and id = any (${[...ids]}::text[])`.execute(db);
    return new Set(others.map(({id}) => id));
  }, isErased);
}

function unescaped(found: string): string {
  return found.replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}
