import {type Service, segment, service, serviceOf, whoAmI} from "../../service/service.ts";

interface Account {
  id: string;
  name: string;
  scopes: string[];
  orgRole: "admin" | "member";
  expiresAt: string | null;
}

interface Made {
  token: string;
  serviceAccount: {id: string};
}

/**
 * The service as an agent's own service account, whose rights its runs have: who saves an agent is who it runs as, so
 * that neither a person nor a browser's account that ends may save it. An account made for this agent before gets another
 * token, any other stays as it is and a new one is made. Without a name it may have any.
 */
export async function serviceOfOwnAccount(
  name: string,
  before?: {name?: string; runAs: string},
): Promise<{service: Service; id: string}> {
  const {orgId} = await whoAmI();
  const path = `/api/orgs/${segment(orgId)}/service-accounts`;
  const {rows} = before ? await service.list<Account>(`${path}?limit=500`) : {rows: []};
  const own = rows.find(
    account =>
      account.id === before?.runAs &&
      (before.name === undefined || account.name === before.name) &&
      account.orgRole === "admin" &&
      account.scopes.join() === "read,write" &&
      account.expiresAt === null,
  );
  const {token, serviceAccount} = await (own
    ? service.post<Made>(`${path}/${segment(own.id)}/rotate`, {overlapSeconds: 0})
    : service.post<Made>(path, {name, scopes: ["read", "write"], orgRole: "admin"}));
  return {service: serviceOf(token), id: serviceAccount.id};
}
