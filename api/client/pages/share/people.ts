import {type Me, service, whoAmI} from "../../service/service.ts";
import {allOf, type Member, type Team} from "../organization/data.ts";

/** The shared resource. */
export interface Shared {
  kind: "chart" | "dashboard" | "sheet" | "dataset";
  id: string;
  name: string;
}

/** The possible grantees: all teams, and for org-admins all members. */
export interface Grantees {
  me: Me;
  teams: Team[];
  /** `undefined` for people who are not org-admins, because only org-admins may list the members. */
  members: Member[] | undefined;
}

export async function loadGrantees(): Promise<Grantees> {
  const me = await whoAmI();
  const path = `/api/orgs/${me.orgId}`;
  const [teams, members] = await Promise.all([
    service.get<Team[]>(`${path}/teams`),
    me.orgRole === "admin" ? allOf<Member>(`${path}/members?limit=500`) : undefined,
  ]);
  return {me, teams, members};
}
