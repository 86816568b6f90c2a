import {whoAmI} from "./service.ts";

/** The person's own email address. Rejects with a sentence for people if there is none, or if mail cannot reach it. */
export async function ownAddress(): Promise<string> {
  const {email} = (await whoAmI()).principal;
  if (!email) throw new Error("You have no email address.");
  // Mail cannot reach an address such as admin@localhost, the user that the first start creates.
  if (!/@[^@]+\.[^@.]+$/.test(email)) {
    throw new Error(
      `No mail reaches your own address, ${email}. An org-admin can change it under Organization, Members.`,
    );
  }
  return email;
}
