import type {Actor} from "./actor.ts";
import {prepared} from "./database/prepared.ts";
import {type Db, sql} from "./db.ts";
import {ServiceError} from "./errors.ts";
import {RunPaused} from "./paused-runs.ts";
import {actorOf, type PrincipalRow, principalColumns, readScopes, scopesOfSeat} from "./principal-row.ts";

/**
 * The principal that a scheduled run, an action or an agent runs as, with its present rights. `missing_privilege` for a
 * principal that was deleted, has expired or may no longer read; `RunPaused` for a run that was made at `madeAt`, if
 * the service has since paused everything that runs as the principal.
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
  if (!row) throw lost("The account that it runs as is no longer a member of the organization.");
  if (row.is_paused) throw new RunPaused();
  if (!row.is_valid) throw lost(`The account that it runs as, "${row.name}", has expired.`);
  const actor = actorOf(row, row.kind === "user" ? scopesOfSeat(row.seat) : readScopes(row.scopes ?? []));
  if (!actor.scopes.includes("read"))
    throw lost(`The account that it runs as, "${row.name}", may no longer read.`);
  return actor;
}

/** Like `loadRunAs`, but `undefined` for a principal that is deleted, has expired or may no longer read. */
export async function findRunAs(db: Db, orgId: string, principalId: string): Promise<Actor | undefined> {
  try {
    return await loadRunAs(db, orgId, principalId);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "missing_privilege") return undefined;
    throw error;
  }
}

function lost(message: string): ServiceError {
  return new ServiceError("missing_privilege", message);
}
