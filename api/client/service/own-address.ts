import {whoAmI} from "./service.ts";

/** The person's own address, if mail can reach it. Rejects with a sentence that says what to do. */
export async function ownAddress(): Promise<string> {
  const {email} = (await whoAmI()).principal;
  if (!email) throw new Error("You have no address.");
  // The first start creates the user admin@localhost, for example.
  if (!/@[^@]+\.[^@.]+$/.test(email)) {
    throw new Error(
      `No mail reaches your own address, ${email}. An org-admin can change it under Organization, Members.`,
    );
  }
  return email;
}
