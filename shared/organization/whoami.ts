import type {Actor} from "../actor.ts";
import {readStanding} from "../billing/standing.ts";
import {planOf} from "../billing/view.ts";
import type {Config} from "../config.ts";
import type {Db} from "../db.ts";
import type {Whoami} from "./schemas.ts";

/** The actor as whoami shows it. */
export async function whoamiOf(
  {db, config: {billing}}: {db: Db; config: Config},
  actor: Actor,
): Promise<Whoami> {
  const plan = billing && planOf(await readStanding(db, billing, actor.orgId));
  return {
    principal: {
      id: actor.id,
      kind: actor.kind,
      name: actor.name,
      ...(actor.email === undefined ? {} : {email: actor.email}),
    },
    orgId: actor.orgId,
    org: {id: actor.orgId, name: actor.orgName},
    orgRole: actor.orgRole,
    seat: actor.seat,
    scopes: [...actor.scopes],
    teams: actor.teams.map(({id, name, role}) => ({id, name, role})),
    attributes: Object.fromEntries(
      Object.entries(actor.attributes).map(([attribute, values]) => [attribute, [...values]]),
    ),
    ...(plan === undefined ? {} : {plan}),
  };
}
