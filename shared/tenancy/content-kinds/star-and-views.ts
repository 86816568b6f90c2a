import type {Actor} from "../../core/actor.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import type {Standing} from "./schemas.ts";

/** The columns that `standingColumns` selects. */
export interface StandingRow {
  starred: boolean;
  views: number | null;
  last_viewed_at: Date | null;
}

/** Columns of the row `c` of `content`: whether the caller has starred it, and how often it was viewed. */
export function standingColumns(actor: Actor) {
  return sql`exists (select from content_stars s where s.org_id = ${actor.orgId} and s.principal_id = ${actor.id}
      and s.content_id = c.id) as starred,
    v.views, v.last_viewed_at`;
}

/** A join to the row `c` of `content`, for `standingColumns`. */
export const viewsOfContent = sql.raw(
  "left join content_views v on v.org_id = c.org_id and v.content_id = c.id",
);

export function viewStanding({starred, views, last_viewed_at}: StandingRow): Standing {
  return {starred, viewCount: views ?? 0, lastViewedAt: last_viewed_at?.toISOString() ?? null};
}

/** The standing of content. The caller of this function has checked that the actor can read the content. */
export async function standingOf(db: Db | Tx, actor: Actor, contentId: string): Promise<Standing> {
  const {rows} = await sql<StandingRow>`
    select ${standingColumns(actor)} from content c ${viewsOfContent}
    where c.org_id = ${actor.orgId} and c.id = ${contentId}`.execute(db);
  return viewStanding(rows[0] ?? {starred: false, views: null, last_viewed_at: null});
}
