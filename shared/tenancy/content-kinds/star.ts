import type {Actor} from "../../core/actor.ts";
import type {ContentType} from "../../core/content-types.ts";
import {type Db, sql} from "../../core/db.ts";
import {requireContent} from "./content.ts";
import type {Standing} from "./schemas.ts";
import {standingOf} from "./star-and-views.ts";

export async function getStanding(
  db: Db,
  actor: Actor,
  type: ContentType,
  contentId: string,
): Promise<Standing> {
  const {id} = await requireContent(db, actor, type, contentId, "view");
  return standingOf(db, actor, id);
}

/** Stars content for the caller alone, or removes the star. Idempotent. */
export async function setStar(
  db: Db,
  actor: Actor,
  type: ContentType,
  contentId: string,
  starred: boolean,
): Promise<Standing> {
  return db.transaction().execute(async tx => {
    // The content is locked until the star refers to it, so that it cannot be deleted in between.
    const {id} = await requireContent(tx, actor, type, contentId, "view", sql`for key share of c`);
    const statement = starred
      ? sql`insert into content_stars (org_id, principal_id, content_id)
          values (${actor.orgId}, ${actor.id}, ${id}) on conflict do nothing`
      : sql`delete from content_stars
          where org_id = ${actor.orgId} and principal_id = ${actor.id} and content_id = ${id}`;
    await statement.execute(tx);
    return standingOf(tx, actor, id);
  });
}
