import {segment, service} from "../../service/service.ts";
import {type Member, orgPath} from "./data.ts";

/** What is said of a new member. */
export type NewMember = Pick<Member, "name" | "email" | "seat" | "orgRole" | "attributes">;

/** A new member, and the link by which they set their password, which is shown this once. */
export interface LetIn {
  member: Member;
  url: string;
}

/** Makes a member and their password link. `onMade` is called in between, as the member stays if the link fails. */
export async function letIn(
  body: NewMember,
  onMade: (member: Member) => Promise<void> | void = () => undefined,
): Promise<LetIn> {
  const path = `${orgPath()}/members`;
  const member = await service.post<Member>(path, body);
  await onMade(member);
  const {url} = await service.post<{url: string}>(`${path}/${segment(member.id)}/password-link`);
  return {member, url};
}

/** The name to begin with for an address: "Bo Stone" of `bo.stone@example.com`. */
export function nameOfAddress(email: string): string {
  const words = email
    .replace(/@.*$/, "")
    .split(/[._+-]+/)
    .filter(Boolean);
  return words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || email;
}
