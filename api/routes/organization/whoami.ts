import {Elysia} from "elysia";
import type {Actor} from "../../../shared/actor.ts";
import {readStanding} from "../../../shared/billing/standing.ts";
import {planOf} from "../../../shared/billing/view.ts";
import {Whoami} from "../../../shared/organization/schemas.ts";
import {endpoint} from "../../http/endpoint.ts";
import {example} from "../../openapi/organization-examples.ts";
import type {Web} from "../../web.ts";

export function whoamiRoutes(web: Web) {
  return new Elysia().get(
    "/api/whoami",
    ...endpoint(
      web,
      {
        tag: "Identity",
        summary: "Who the token speaks for",
        description:
          "Call it first: it returns the `orgId` for the other paths, the token's scopes, and the teams.",
        scope: null,
        response: Whoami,
        answer: example.whoami,
      },
      ({actor}) => whoamiOf(web, actor),
    ),
  );
}

/** The actor as whoami shows it. */
export async function whoamiOf({db, config: {billing}}: Web, actor: Actor): Promise<Whoami> {
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
