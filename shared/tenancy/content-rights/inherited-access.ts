import type {Actor} from "../../core/actor.ts";
import {sql} from "../../core/db.ts";

/** The ids of the caller's teams, and of those among them that the caller leads. */
export function teamsOf({teams}: Actor): {teams: string[]; leads: string[]} {
  return {
    teams: teams.map(team => team.id),
    leads: teams.filter(team => team.role === "lead").map(team => team.id),
  };
}

/** A condition: the grant `g` is for the caller. */
export function grantedTo(actor: Actor) {
  const {teams} = teamsOf(actor);
  return sql`(g.grantee_user_id = ${actor.id} or g.grantee_team_id = any (${teams}::text[]))`;
}

/**
 * The level that the placer of the tile `t` has on the chart `c` by rights of their own, 0 for none; cascades are not
 * counted. A cascade gives no more than this level, so that nobody can open another's chart by placing it.
 */
export const placerLevel = sql`coalesce(
    case when c.team_id is null and c.owner_id = t.placed_by then 2 end,
    (select 2 from team_members m
      where m.org_id = c.org_id and m.team_id = c.team_id and m.principal_id = t.placed_by),
    (select 2 from principals p
      where p.org_id = c.org_id and p.id = t.placed_by and p.org_role = 'admin'),
    (select max(case h.permission when 'edit' then 2 else 1 end) from grants h
      where h.org_id = c.org_id and h.content_id = c.id and (h.grantee_user_id = t.placed_by
        or h.grantee_team_id in (select m.team_id from team_members m
          where m.org_id = c.org_id and m.principal_id = t.placed_by))),
    0)`;
