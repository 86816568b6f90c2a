import type {Actor} from "../../core/actor.ts";
import type {Config} from "../../core/config.ts";
import type {Db} from "../../core/db.ts";
import {commit, version} from "../../core/process/version.ts";
import {readStanding} from "../../tenancy/billing/plan-status.ts";
import {planOf} from "../../tenancy/billing/view.ts";
import type {Whoami} from "./schemas.ts";

/** The actor as `whoami` returns it. */
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
    service: {version, commit},
  };
}
