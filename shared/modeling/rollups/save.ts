import {deleteCadence, saveCadence} from "../../core/cadence/cadences.ts";
import {type Cadence, readCadence} from "../../core/cadence/cron.ts";
import {sql, type Tx} from "../../core/db.ts";
import {errorUnder, ServiceError} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import type {Graph, Rollup} from "../../semantic/documents.ts";
import {queueBuild} from "./queue-build.ts";
import {storageFaults, tableStorage} from "./storage.ts";

/**
 * Updates the project's roll-ups to those of its new layer. Each gets its cadence and a queued build, which checks
 * whether there is anything to do. Roll-ups that the layer no longer has are deleted with their builds. Throws
 * `invalid_request` where a roll-up names a connection that cannot store it.
 */
export async function saveRollups(
  tx: Tx,
  {orgId, projectId, connectionId}: {orgId: string; projectId: string; connectionId: string},
  {rollups = []}: Graph,
): Promise<void> {
  const faults = await storageFaults(tx, {orgId, connectionId}, {rollups});
  if (faults.length > 0)
    throw new ServiceError("invalid_request", faults.map(({message}) => message).join(" "), {errors: faults});
  const names = rollups.map(({name}) => name);
  const {rows: gone} = await sql<{id: string}>`
    delete from rollups where org_id = ${orgId} and project_id = ${projectId} and name <> all (${names}::text[])
    returning id`.execute(tx);
  for (const {id} of gone) await deleteCadence(tx, orgId, id);
  for (const [i, rollup] of rollups.entries()) {
    const cadence = cadenceOf(rollup, `/rollups/${i}`);
    const {rows} = await sql<{id: string}>`
      insert into rollups (id, org_id, project_id, name, store_id)
      values (${newId("rollup")}, ${orgId}, ${projectId}, ${rollup.name}, ${tableStorage(rollup)?.connectionId ?? null})
      on conflict (project_id, name) do update set name = excluded.name, store_id = excluded.store_id
      returning id`.execute(tx);
    const id = rows[0]!.id;
    if (cadence) await saveCadence(tx, {id, orgId, kind: "rollup"}, {...cadence, active: true});
    else await deleteCadence(tx, orgId, id);
    await queueBuild(tx, {orgId, rollupId: id, trigger: {type: "layer"}});
  }
}

/** The cadence of a roll-up's builds; `undefined` for one that is only built by hand. Throws `invalid_request`. */
function cadenceOf({refresh}: Rollup, path: string): Cadence | undefined {
  if (refresh === undefined) return undefined;
  if ("every" in refresh) return {cron: cronOf(refresh.every), timezone: "UTC"};
  // The condition is checked every five minutes; its answer decides whether to build.
  if ("when" in refresh) return {cron: "*/5 * * * *", timezone: "UTC"};
  try {
    return readCadence({cron: refresh.cron, timezone: refresh.timezone ?? "UTC"});
  } catch (error) {
    throw errorUnder(`${path}/refresh`, error);
  }
}

function cronOf(every: string): string {
  const count = Number(every.slice(0, -1));
  if (every.endsWith("m")) return `*/${count} * * * *`;
  if (every.endsWith("h")) return count === 1 ? "0 * * * *" : `0 */${count} * * *`;
  return "0 0 * * *";
}
