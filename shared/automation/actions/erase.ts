import {Type} from "@sinclair/typebox";
import {sql, type Tx} from "../../core/db.ts";
import {readerOf} from "../../core/validate.ts";
import {pauseRecurring} from "../../tenancy/content-kinds/recurring.ts";
import {Effect} from "./schemas.ts";

const NO_RECIPIENTS = "The only recipient of one of its mails was erased. Set other recipients with PUT.";

const readEffects = readerOf(Type.Array(Effect), "the effects of an action");

/**
 * Removes an address, given in lower case, from all actions. An action that has a mail without recipients is paused. In
 * the runs of actions, `name` replaces the address, and queued runs send no mail to the address. `inText` is a regular
 * expression that finds the address in a text.
 */
export async function eraseFromActions(
  tx: Tx,
  {orgId, email, name, inText}: {orgId: string; email: string; name: string; inText: string},
): Promise<void> {
  const {rows} = await sql<{id: string; effects: unknown}>`
    select a.id, a.effects from content c join actions a on a.org_id = c.org_id and a.id = c.id
    where c.org_id = ${orgId} and position(${email} in lower(a.effects::text)) > 0
    order by c.id for no key update of c`.execute(tx);
  for (const {id, effects} of rows) {
    let isEmpty = false;
    const left = readEffects(effects).map(effect => {
      if (effect.type !== "email") return effect;
      const recipients = effect.recipients.filter(one => one.toLowerCase() !== email);
      isEmpty ||= recipients.length === 0;
      return {...effect, recipients};
    });
    await sql`
      update actions set effects = ${JSON.stringify(left)}::json where org_id = ${orgId} and id = ${id}`.execute(
      tx,
    );
    if (isEmpty) await pauseRecurring(tx, "action", orgId, id, NO_RECIPIENTS);
  }
  await sql`
    update action_runs r set effects = regexp_replace(r.effects::text, ${inText}, ${name}, 'gi')::json
    where r.org_id = ${orgId} and position(${email} in lower(r.effects::text)) > 0`.execute(tx);
}
