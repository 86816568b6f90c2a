import {type Db, sql} from "../../core/db.ts";
import {differenceOf} from "../../querying/layers/layer-difference.ts";
import {pack, readParts} from "../../querying/layers/stored-graph.ts";

/** The distance between versions that are stored whole: an old version is rebuilt from few differences. */
const WHOLE_EVERY = 64;
/** The most bytes that one call packs, because packing occupies the process. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_VERSIONS = 500;

interface Version {
  orgId: string;
  projectId: string;
  version: number;
  sizeBytes: number;
}

/**
 * Packs versions of layers that are no longer their project's current one, oldest first: each is stored as its
 * difference from the next version, which is stored whole at that time. The next call continues. The content of a
 * version never changes, so it can be read at any moment, and packed twice.
 */
export async function packVersions(db: Db): Promise<void> {
  const {rows} = await sql<Version>`
    select v.org_id as "orgId", v.project_id as "projectId", v.version, pg_column_size(v.graph) as "sizeBytes"
    from layer_versions v join projects p on p.org_id = v.org_id and p.id = v.project_id
    where v.graph is not null and v.version < p.layer_version
    order by v.project_id, v.version limit ${MAX_VERSIONS}`.execute(db);
  let packedBytes = 0;
  for (const version of rows) {
    if (packedBytes > MAX_BYTES) return;
    await packVersion(db, version);
    packedBytes += version.sizeBytes;
  }
}

async function packVersion(db: Db, {orgId, projectId, version}: Version): Promise<void> {
  const layer = await readParts(db, orgId, projectId, version);
  const isWhole = version % WHOLE_EVERY === 0;
  const packed = await pack(
    isWhole ? {layer} : {difference: differenceOf(layer, await readParts(db, orgId, projectId, version + 1))},
  );
  await sql`
    update layer_versions set packed = ${packed}, graph = null
    where org_id = ${orgId} and project_id = ${projectId} and version = ${version} and graph is not null`.execute(
    db,
  );
}
