import {Type} from "@sinclair/typebox";
import {type Actor, type OrgRole, SCOPES, type Scope} from "./actor.ts";
import {sql, type Tx} from "./db.ts";
import {readerOf} from "./validate.ts";

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
  /** JSON, parsed by `readAttributes`. */
  attributes: unknown;
  /** JSON, parsed by `actorOf`. */
  teams: unknown;
}

/** Parses attribute → values, as stored for a principal or an embed token. */
export const readAttributes = readerOf(
  Type.Record(Type.String(), Type.Array(Type.String())),
  "the attributes of a principal",
);

/** Parses the scopes of a principal or a token. */
export const readScopes = readerOf(
  Type.Array(Type.Union(SCOPES.map(scope => Type.Literal(scope)))),
  "the scopes of a principal",
);

const readTeams = readerOf(
  Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      role: Type.Union([Type.Literal("lead"), Type.Literal("member")]),
    }),
  ),
  "the teams of a principal",
);

/** The columns of a `PrincipalRow`, in a statement with principals as `p` and their organizations as `o`. */
export const principalColumns = sql`
  p.id, p.kind, p.name, p.email, p.org_id, o.name as org_name, p.org_role, p.seat, p.attributes,
  coalesce((
    select json_agg(json_build_object('id', teams.id, 'name', teams.name, 'role', m.role) order by teams.name)
    from team_members m join teams on teams.id = m.team_id and teams.org_id = m.org_id
    where m.principal_id = p.id and m.org_id = p.org_id), '[]') as teams`;

/** The actor for a principal's row with these scopes. */
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
    teams: readTeams(row.teams),
    attributes: readAttributes(row.attributes),
  };
}

/** The scopes that a person can delegate to a client: never `manage`, and with a viewer's seat only reading. */
export function scopesOfSeat(seat: Actor["seat"]): readonly Scope[] {
  return seat === "viewer" ? ["read"] : ["read", "write"];
}

/**
 * Locks the principal against removal until the transaction ends. Call it before you lock a session, a password or a
 * binding of the principal and store something that refers to the principal: a removal locks in this order.
 */
export async function lockPrincipal(tx: Tx, {orgId, id}: {orgId: string; id: string}): Promise<void> {
  await sql`select from principals where org_id = ${orgId} and id = ${id} for key share`.execute(tx);
}
