import type {ServiceAccount as Account} from "../../../../shared/identity/organization/schemas.ts";
import {type Service, segment, service, serviceOf, whoAmI} from "../../service/service.ts";

interface Made {
  token: string;
}

/**
 * A client of the API that calls as the agent's own service account. Saving an agent makes the caller its `runAs`, whose
 * rights the runs have, so the caller must be an account that does not expire, and not a person or a browser's account.
 * The account that was created with the agent gets a new token. If the agent runs as another principal, a new account of
 * this name is created.
 */
export async function serviceOfOwnAccount(
  agent: {name: string; runAs: string},
  name: string,
): Promise<Service> {
  const {orgId} = await whoAmI();
  const path = `/api/orgs/${segment(orgId)}/service-accounts`;
  const {rows} = await service.list<Account>(`${path}?limit=500`);
  const own = rows.find(
    account =>
      account.id === agent.runAs &&
      account.name === agent.name &&
      account.orgRole === "admin" &&
      account.scopes.join() === "read,write" &&
      account.expiresAt === null,
  );
  const {token} = await (own
    ? service.post<Made>(`${path}/${segment(own.id)}/rotate`, {overlapSeconds: 0})
    : service.post<Made>(path, {name, scopes: ["read", "write"], orgRole: "admin"}));
  return serviceOf(token);
}
