import {capitalised} from "../../../../shared/core/one-line.ts";
import {segment, service} from "../../service/service.ts";
import {type Member, orgPath} from "./data.ts";

/** The data of a new member. */
export type NewMember = Pick<Member, "name" | "email" | "seat" | "orgRole" | "attributes">;

export async function addMember(body: NewMember): Promise<Member> {
  return service.post<Member>(`${orgPath()}/members`, body);
}

/** The link by which the member sets their password. */
export async function passwordLinkOf({id}: Member): Promise<string> {
  const {url} = await service.post<{url: string}>(`${orgPath()}/members/${segment(id)}/password-link`);
  return url;
}

/** A suggested name for an address: "Bo Stone" for `bo.stone@example.com`. */
export function nameOfAddress(email: string): string {
  const words = email
    .replace(/@.*$/, "")
    .split(/[._+-]+/)
    .filter(Boolean);
  return words.map(capitalised).join(" ") || email;
}
