import type {Actor} from "./actor.ts";
import {prepared} from "./database/prepared.ts";
import {type Db, sql} from "./db.ts";
import {ServiceError} from "./errors.ts";
import {actorOf, type PrincipalRow, principalColumns, readScopes, scopesOfSeat} from "./principal-row.ts";

/** Why a run that was made before the service paused what runs as its principal is not carried out any more. */
export const PAUSED_SINCE =
  "The service paused it before this was carried out: the attributes of whose rows it uses have changed.";

/**
 * The service has paused what runs as the principal of a run since the run was made, so the run would use other rows
 * than those that it was made for. It ends as skipped, with the message as the reason.
 */
export class RunPaused extends Error {
  override readonly name = "RunPaused";

  constructor() {
    super(PAUSED_SINCE);
  }
}

/** SQL condition: a run of this principal that was made at this time would reject with `RunPaused`. */
export function isPausedSince(
  orgId: ReturnType<typeof sql>,
  runAs: ReturnType<typeof sql>,
  madeAt: ReturnType<typeof sql>,
) {
  return sql`exists (select from principals w
    where w.org_id = ${orgId} and w.id = ${runAs} and w.runs_paused_at >= ${madeAt})`;
}

/**
 * The principal that a scheduled run, an action or an agent runs as, with its present rights. `missing_privilege` for a
 * principal that was deleted, has expired or may no longer read; `RunPaused` for a run that was made at `madeAt`, if
 * the service has paused what runs as the principal since.
 */
export async function loadRunAs(db: Db, orgId: string, principalId: string, madeAt?: Date): Promise<Actor> {
  const {rows} = await sql<
    PrincipalRow & {scopes: string[] | null; is_valid: boolean; is_paused: boolean | null}
  >`${prepared}
    select ${principalColumns}, p.scopes, (p.expires_at is null or p.expires_at > now()) as is_valid,
      p.runs_paused_at >= ${madeAt?.toISOString() ?? null}::timestamptz as is_paused
    from principals p join orgs o on o.id = p.org_id
    where p.org_id = ${orgId} and p.id = ${principalId}`.execute(db);
  const row = rows[0];
  if (!row) throw lost("Whose rows it sends is no longer a member of the organization.");
  if (row.is_paused) throw new RunPaused();
  if (!row.is_valid) throw lost(`Whose rows it sends, "${row.name}", has expired.`);
  const actor = actorOf(row, row.kind === "user" ? scopesOfSeat(row.seat) : readScopes(row.scopes ?? []));
  if (!actor.scopes.includes("read")) throw lost(`Whose rows it sends, "${row.name}", may no longer read.`);
  return actor;
}

function lost(message: string): ServiceError {
  return new ServiceError("missing_privilege", message);
}
