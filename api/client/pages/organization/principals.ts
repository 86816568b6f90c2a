import {allOf, type Member, orgPath, type ServiceAccount} from "./data.ts";

/** Who can act in the organization: a member or a service account. */
export interface Principal {
  id: string;
  name: string;
  /** The name with the email address or the kind, which distinguishes principals of the same name. */
  text: string;
}

export async function listPrincipals(signal: AbortSignal): Promise<Principal[]> {
  const org = orgPath();
  const [people, accounts] = await Promise.all([
    allOf<Member>(`${org}/members?limit=500`, signal),
    allOf<ServiceAccount>(`${org}/service-accounts?limit=500`, signal),
  ]);
  return [
    ...people.map(({id, name, email}) => ({id, name, text: `${name}, ${email}`})),
    ...accounts.map(({id, name}) => ({id, name, text: `${name} (service account)`})),
  ];
}
