import {deleteInBatches} from "../../shared/core/database/delete-in-batches.ts";
import {type Db, sql} from "../../shared/core/db.ts";

/** Rows may hold megabytes each, and some are deleted with others that depend on them. */
const BATCH = 1000;

/** A table with the column `org_id`. */
interface OrganizationTable {
  name: string;
  /** The tables that its rows are in: its partitions, or itself. */
  parts: string[];
}

/**
 * The tables that have rows of organizations, read from the catalog, so that none is forgotten. Tables whose rows refer
 * to others come before those: foreign keys keep `delete from orgs` from deleting all rows by itself, because it may
 * reach a row that is referred to before it reaches the row that refers to it.
 */
export async function tablesOfOrganizations(db: Db): Promise<OrganizationTable[]> {
  const {rows} = await sql<{name: string; parts: string[]; refers: string[]}>`
    select t.relname::text as name,
      array(select p.relid::regclass::text from pg_partition_tree(t.oid) p where p.isleaf order by 1) as parts,
      array(
        select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.contype = 'f' and k.conrelid = t.oid and k.confrelid <> t.oid) as refers
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attname = 'org_id' and not a.attisdropped
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
    order by t.relname`.execute(db);
  const sorted: OrganizationTable[] = [];
  let left = rows;
  while (left.length > 0) {
    const unreferred = left.filter(({name}) => !left.some(other => other.refers.includes(name)));
    // Tables that refer to each other in a circle would stay in `left`: the test of the command would find them.
    if (unreferred.length === 0) throw new Error(`circular foreign keys: ${left.map(({name}) => name)}`);
    sorted.push(...unreferred.map(({name, parts}) => ({name, parts: parts.length > 0 ? parts : [name]})));
    left = left.filter(table => !unreferred.includes(table));
  }
  return sorted;
}

/** The number of the organization's rows in each table that has any. */
export async function countRows(
  db: Db,
  orgId: string,
  tables: readonly OrganizationTable[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const {name} of tables) {
    const {rows} = await sql<{count: number}>`
      select count(*) as count from ${sql.table(name)} where org_id = ${orgId}`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count > 0) counts.set(name, count);
  }
  return counts;
}

/**
 * Deletes the organization's rows in statements of bounded size. What was deleted before an error stays deleted, and
 * the next call continues.
 */
export async function deleteRows(db: Db, orgId: string, tables: readonly OrganizationTable[]): Promise<void> {
  // The chunks of a result refer only to the run, so they are deleted before it. `limit 1` makes the planner look up the
  // run of each chunk, because an organization may have many more runs than there are chunks.
  const areOfRuns = sql`(select r.org_id from query_runs r where r.id = run_id limit 1) = ${orgId}`;
  await deleteInBatches(db, "query_result_chunks", areOfRuns, BATCH);
  await deleteInBatches(db, "github_deliveries", isOfOwnInstallation(orgId), BATCH);
  for (const {parts} of tables) for (const part of parts) await deleteAll(db, orgId, part);
}

async function deleteAll(db: Db, orgId: string, table: string): Promise<void> {
  for (;;) {
    const {numAffectedRows = 0n} = await sql`
      delete from ${sql.table(table)} where org_id = ${orgId} and ctid = any (array(
        select ctid from ${sql.table(table)} where org_id = ${orgId} limit ${BATCH}))`.execute(db);
    if (numAffectedRows === 0n) return;
  }
}

/** A condition: the webhook concerns an installation of the GitHub App that no other organization has connected. */
function isOfOwnInstallation(orgId: string) {
  return sql`installation_id in (select id from github_installations where org_id = ${orgId})
    and installation_id not in (select id from github_installations where org_id <> ${orgId})`;
}
