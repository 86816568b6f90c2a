import {isUniqueViolation} from "../../core/database/constraints.ts";
import {sql, type Tx} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {spellingsOf} from "../../core/mail-address.ts";

/** Throws `conflict` if another user has the address, in any spelling. */
export async function requireFreeEmail(tx: Tx, {id, email}: {id: string; email: string}): Promise<void> {
  const {rows} = await sql`
    select from principals where lower(email) = any (${spellingsOf(email)}::text[]) and id <> ${id}`.execute(
    tx,
  );
  if (rows.length > 0) throw takenEmail(email);
}

/** Throws `conflict` if the address, which was free, is taken at the moment of writing. */
export async function refuseTakenEmail(email: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw isUniqueViolation(error) ? takenEmail(email, error) : error;
  }
}

function takenEmail(email: string, cause?: unknown): ServiceError {
  return new ServiceError(
    "conflict",
    `"${email}" already belongs to an organization. A person is a member of one: choose another address.`,
    {cause},
  );
}
