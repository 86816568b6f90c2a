import type {Actor, Attributes, OrgRole, Scope, TeamRole} from "./actor.ts";
import {sql} from "./db.ts";

/** One principal with its organization and teams, as `principalColumns` selects it. */
export interface PrincipalRow {
  id: string;
  kind: Actor["kind"];
  name: string;
  email: string | null;
  org_id: string;
  org_name: string;
  org_role: OrgRole;
  seat: Actor["seat"];
  attributes: Attributes;
  teams: {id: string; name: string; role: TeamRole}[];
}

/** The columns of a `PrincipalRow`, in a statement that calls principals `p` and their organizations `o`. */
export const principalColumns = sql`
  p.id, p.kind, p.name, p.email, p.org_id, o.name as org_name, p.org_role, p.seat, p.attributes,
  coalesce((
    select json_agg(json_build_object('id', teams.id, 'name', teams.name, 'role', m.role) order by teams.name)
    from team_members m join teams on teams.id = m.team_id and teams.org_id = m.org_id
    where m.principal_id = p.id and m.org_id = p.org_id), '[]') as teams`;

/** Who the row is, with what it may do here. */
export function actorOf(row: PrincipalRow, scopes: readonly Scope[]): Actor {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    ...(row.email === null ? {} : {email: row.email}),
    orgId: row.org_id,
    orgName: row.org_name,
    orgRole: row.org_role,
    seat: row.seat,
    scopes,
    teams: row.teams,
    attributes: row.attributes,
  };
}

/** What a person can let a client do, at most: never `manage`, and with a viewer's seat nothing but reading. */
export function scopesOfSeat(seat: Actor["seat"]): readonly Scope[] {
  return seat === "viewer" ? ["read"] : ["read", "write"];
}
