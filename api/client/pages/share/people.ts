import {type Listed, type Me, service, whoAmI} from "../../service/service.ts";

export interface Member {
  id: string;
  name: string;
  email: string;
  orgRole: "admin" | "member";
  seat: "editor" | "viewer";
  attributes: Record<string, string[]>;
}

export interface Team {
  id: string;
  name: string;
  memberCount: number;
}

/** Whom something can be shared with: all teams, and for org-admins all members. */
export interface Grantees {
  me: Me;
  teams: Team[];
  /** `undefined` for who is no org-admin: only they may list the members. */
  members: Member[] | undefined;
}

export async function loadGrantees(): Promise<Grantees> {
  const me = await whoAmI();
  const path = `/api/orgs/${me.orgId}`;
  const [teams, members] = await Promise.all([
    service.get<Team[]>(`${path}/teams`),
    me.orgRole === "admin" ? allMembers(path) : undefined,
  ]);
  return {me, teams, members};
}

async function allMembers(path: string): Promise<Member[]> {
  const members: Member[] = [];
  for (let next: string | undefined = `${path}/members?limit=500`; next; ) {
    const page: Listed<Member> = await service.list<Member>(next);
    members.push(...page.rows);
    next = page.next;
  }
  return members;
}

/** What a person's attributes let them see: "region: EU, US". */
export function rowsOf({attributes}: Pick<Member, "attributes">): string {
  const parts = Object.entries(attributes).map(([name, values]) => `${name}: ${values.join(", ")}`);
  return parts.length > 0 ? parts.join("; ") : "no rows of models with row access";
}
