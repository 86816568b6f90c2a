import {sql, type Tx} from "../../core/db.ts";

const NAMED = 3;

/**
 * The content `c` that meets the condition, as `2 charts ("A", "B") and 1 dataset ("C")`; `undefined` if there is none.
 * Only for callers who see the whole organization, because no rights are checked.
 */
export async function describeContent(
  tx: Tx,
  orgId: string,
  condition: ReturnType<typeof sql>,
): Promise<string | undefined> {
  const {rows} = await sql<{type: string; count: number; names: string[]}>`
    select c.type, count(*)::int as count, (array_agg(c.name order by c.id desc))[1:${sql.lit(NAMED)}] as names
    from content c where c.org_id = ${orgId} and (${condition})
    group by c.type order by c.type`.execute(tx);
  const parts = rows.map(({type, count, names}) => {
    const named = names.map(name => `"${name}"`).join(", ");
    return `${counted(count, type)} (${named}${count > names.length ? ", …" : ""})`;
  });
  return parts.length > 0 ? parts.join(" and ") : undefined;
}

export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** The noun after its indefinite article: "a chart", "an action". */
export function withArticle(what: string): string {
  return `${/^[aeiou]/.test(what) ? "an" : "a"} ${what}`;
}
