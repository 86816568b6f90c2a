import {publish} from "../../shared/core/change-notices.ts";
import {newId} from "../../shared/core/ids.ts";
import type {TestApp} from "./app.ts";

interface Person {
  id: string;
  token: string;
}

/** Adds a member with every scope to the test's organization, in these teams, with these attributes. */
export async function addPerson(
  app: TestApp,
  {
    teams = [],
    attributes = {},
    role = "member",
  }: {
    teams?: readonly {id: string; role: "lead" | "member"}[];
    attributes?: Record<string, string[]>;
    role?: "admin" | "member";
  } = {},
): Promise<Person> {
  const id = newId("svc");
  const orgId = app.org.id;
  await app.db
    .insertInto("principals")
    .values({
      id,
      org_id: orgId,
      kind: "service_account",
      name: id,
      org_role: role,
      scopes: ["read", "write", "manage"],
      attributes: JSON.stringify(attributes),
    })
    .execute();
  for (const team of teams) {
    const values = {org_id: orgId, team_id: team.id, principal_id: id, role: team.role};
    await app.db.insertInto("team_members").values(values).execute();
  }
  await publish(app.db, {kind: "principal", id});
  return {id, token: await app.addToken(id)};
}

/** Adds a team without members to the test's organization. */
export async function addTeam(app: TestApp, name: string): Promise<string> {
  const id = newId("team");
  await app.db.insertInto("teams").values({id, org_id: app.org.id, name}).execute();
  return id;
}
