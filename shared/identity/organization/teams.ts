import {notFound, requireOrgAdmin} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {publish} from "../../core/change-notices.ts";
import {isForeignKeyViolation, isUniqueViolation} from "../../core/database/constraints.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import type {Team} from "./schemas.ts";

/** All of the organization's teams, by name, each with the caller's role in the team. */
export async function listTeams(db: Db, actor: Actor): Promise<Team[]> {
  return teams(db, actor).orderBy("teams.name").execute();
}

export async function getTeam(db: Db | Tx, actor: Actor, teamId: string): Promise<Team> {
  const team = await teams(db, actor).where("teams.id", "=", teamId).executeTakeFirst();
  if (!team) throw notFound("team", teamId);
  return team;
}

export async function createTeam(db: Db, actor: Actor, name: string): Promise<Team> {
  requireOrgAdmin(actor);
  const id = newId("team");
  await db.transaction().execute(async tx => {
    await refuseTakenName(name, () =>
      tx.insertInto("teams").values({id, org_id: actor.orgId, name}).execute(),
    );
    await audit(tx, actor, "team.create", {type: "team", id}, {name});
  });
  return {id, name, role: null, memberCount: 0};
}

/** Renames a team. `check` gets the locked team before the change. */
export async function renameTeam(
  db: Db,
  actor: Actor,
  teamId: string,
  name: string,
  check: (current: Team) => void,
): Promise<Team> {
  requireOrgAdmin(actor);
  return db.transaction().execute(async tx => {
    const before = await lockTeam(tx, actor, teamId);
    check(before);
    await refuseTakenName(name, () =>
      tx
        .updateTable("teams")
        .set({name})
        .where("org_id", "=", actor.orgId)
        .where("id", "=", teamId)
        .execute(),
    );
    await audit(tx, actor, "team.update", {type: "team", id: teamId}, {before: before.name, name});
    await publish(tx, {kind: "org", id: actor.orgId});
    return {...before, name};
  });
}

/**
 * Deletes a team. `conflict` while it has content, or projects restricted to it, which would become open to everyone or
 * to nobody.
 */
export async function deleteTeam(
  db: Db,
  actor: Actor,
  teamId: string,
  check: (current: Team) => void,
): Promise<void> {
  requireOrgAdmin(actor);
  await db.transaction().execute(async tx => {
    const team = await lockTeam(tx, actor, teamId);
    check(team);
    try {
      await tx.deleteFrom("teams").where("org_id", "=", actor.orgId).where("id", "=", teamId).execute();
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      const message = `The team "${team.name}" still has projects or content: give those to another team first.`;
      throw new ServiceError("conflict", message, {cause: error});
    }
    await audit(tx, actor, "team.delete", {type: "team", id: teamId}, {name: team.name});
    await publish(tx, {kind: "org", id: actor.orgId});
  });
}

/** The team as the caller sees it, with its row locked until the transaction ends. */
export async function lockTeam(tx: Tx, actor: Actor, teamId: string): Promise<Team> {
  await tx
    .selectFrom("teams")
    .select("id")
    .where("org_id", "=", actor.orgId)
    .where("id", "=", teamId)
    .forUpdate()
    .execute();
  return getTeam(tx, actor, teamId);
}

function teams(db: Db | Tx, actor: Actor) {
  const members = sql`from team_members m where m.org_id = teams.org_id and m.team_id = teams.id`;
  return db
    .selectFrom("teams")
    .where("teams.org_id", "=", actor.orgId)
    .select([
      "teams.id",
      "teams.name",
      sql<Team["role"]>`(select m.role ${members} and m.principal_id = ${actor.id})`.as("role"),
      sql<number>`(select count(*)::int ${members})`.as("memberCount"),
    ]);
}

async function refuseTakenName(name: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError("conflict", `There is a team "${name}" already.`, {cause: error});
  }
}
