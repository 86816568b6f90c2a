import type {RecurringType} from "../../core/content-types.ts";
import {sql, type Tx} from "../../core/db.ts";
import {counted, describeContent} from "../../tenancy/content-kinds/describe.ts";

/** A kind of row that needs a principal: the principal is not deleted before an heir has taken over all such rows. */
interface Need {
  /** The rows that need the principal `p`, as the `from` and `where` of a statement. */
  rows: ReturnType<typeof sql>;
  /** The phrase for messages, such as "has placed 2 tiles on dashboards". */
  phrase(count: number): string;
}

/** What the principal lends to content that runs as it, as a phrase for messages. */
const LENT: Readonly<Record<RecurringType, string>> = {
  action: "its rights to",
  agent: "its rights to",
  schedule: "the rows of",
};

/** Content of others that runs with the principal's rights. */
const runsAs = ([type, lent]: [string, string]): Need => ({
  rows: sql`${sql.table(`${type}s`)} t join content c on c.org_id = t.org_id and c.id = t.id
    where t.org_id = p.org_id and t.run_as = p.id and c.owner_id <> p.id`,
  phrase: count => `gives ${lent} ${counted(count, type)} of others`,
});

/** The kinds of rows that need a principal, beside the content that it owns. */
const NEEDS: readonly Need[] = [
  {
    rows: sql`dashboard_tiles t where t.org_id = p.org_id and t.placed_by = p.id`,
    phrase: count => `has placed ${counted(count, "tile")} on dashboards`,
  },
  ...Object.entries(LENT).map(runsAs),
  {
    rows: sql`evaluations e join cadences k on k.org_id = e.org_id and k.id = e.id
      where e.org_id = p.org_id and e.run_as = p.id`,
    phrase: count => `has ${counted(count, "evaluation")} recur`,
  },
  {
    // A question with values is shown only to readers who get the same rows as its verifier.
    rows: sql`verified_questions v where v.org_id = p.org_id and v.verified_by = p.id`,
    phrase: count => `has verified ${counted(count, "question")}`,
  },
  {
    rows: sql`dashboards d where d.org_id = p.org_id and exists (
      select from json_array_elements(d.filters) f where f.value ->> 'by' = p.id)`,
    phrase: count => `has declared filters on ${counted(count, "dashboard")}`,
  },
];

/** A condition: nothing needs the principal `p`. */
export const isNotNeeded = sql`(
  not exists (select from content c where c.org_id = p.org_id and c.owner_id = p.id)
  and ${sql.join(
    NEEDS.map(({rows}) => sql`not exists (select from ${rows})`),
    sql` and `,
  )})`;

/**
 * A phrase with everything that needs a principal, for callers who see the whole organization; `undefined` if there is
 * nothing.
 */
export async function describeNeeds(tx: Tx, orgId: string, principalId: string): Promise<string | undefined> {
  const owned = await describeContent(tx, orgId, sql`c.owner_id = ${principalId}`);
  const parts = owned === undefined ? [] : [`owns ${owned}`];
  for (const {rows, phrase} of NEEDS) {
    const counts = await sql<{count: number}>`
      select (select count(*)::int from ${rows}) as count from principals p
      where p.org_id = ${orgId} and p.id = ${principalId}`.execute(tx);
    const count = counts.rows[0]?.count ?? 0;
    if (count > 0) parts.push(phrase(count));
  }
  return parts.length > 0 ? parts.join(" and ") : undefined;
}
