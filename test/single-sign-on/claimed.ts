import {newId} from "../../shared/core/ids.ts";
import type {OidcConfig} from "../../shared/core/process/oidc-config.ts";
import {createSessionToken} from "../../shared/identity/sign-in/session-tokens.ts";
import {openSession} from "../../shared/identity/sign-in/sessions.ts";
import {signInByProvider} from "../../shared/identity/single-sign-on/sign-in.ts";
import type {TestApp} from "../support/app.ts";

const ISSUER = "https://id.example.com";
export const EMAIL = "claimed@example.com";

const OIDC: OidcConfig = {
  issuer: ISSUER,
  clientId: "analytics",
  clientSecret: "secret",
  scopes: "openid email profile",
  name: "Acme ID",
  allowedDomains: undefined,
  createSeat: undefined,
  teamsClaim: "teams",
  attributes: [{attribute: "region", claim: "regions"}],
  admins: undefined,
};

/**
 * A member whose attribute and teams come from claims of an identity provider: regions north and south, and the test's team.
 */
export async function claimedPerson(t: Pick<TestApp, "db" | "org" | "web">) {
  const id = newId("user");
  await t.db
    .insertInto("principals")
    .values({
      id,
      org_id: t.org.id,
      kind: "user",
      name: "Claimed",
      email: EMAIL,
      org_role: "member",
      seat: "editor",
    })
    .execute();
  /** Signs in with these regions and the team of the test; without regions the claim is missing. */
  async function signIn(regions?: string[], teams: string[] = ["Sales"]) {
    const claims = {email: EMAIL, email_verified: true, teams, ...(regions ? {regions} : {})};
    const identity = {issuer: ISSUER, subject: "claimed", session: undefined, idToken: "", claims};
    const origin = {address: "127.0.0.1", requestId: "req"};
    await signInByProvider(
      {db: t.db, config: {oidc: OIDC, passwordSignIn: true, billing: undefined}},
      identity,
      undefined,
      origin,
    );
    await t.web.notices.caughtUp();
  }
  await signIn(["north", "south"]);
  const passwordHash = "none";
  await t.db
    .insertInto("passwords")
    .values({org_id: t.org.id, principal_id: id, hash: passwordHash})
    .execute();
  const session = await openSession(t.web, {id, orgId: t.org.id}, {passwordHash});
  const token = (await createSessionToken(t.web, id, session))?.token ?? "";
  return {id, token, signIn};
}
