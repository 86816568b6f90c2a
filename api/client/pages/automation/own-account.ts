import type {ServiceAccount as Account} from "../../../../shared/identity/organization/schemas.ts";
import {type Service, segment, service, serviceOf, whoAmI} from "../../service/service.ts";

interface Made {
  token: string;
}

/**
 * The service as the agent's own service account, whose rights its runs have: who changes an agent is who it runs as, so
 * that neither a person nor a browser's account that ends may change it. The account that was made with this agent gets
 * another token; where it runs as any other, that stays as it is, and one of this name is made.
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
