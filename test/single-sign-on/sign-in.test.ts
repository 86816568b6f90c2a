import {afterAll, beforeAll, beforeEach, expect, test} from "bun:test";
import {SignJWT, UnsecuredJWT} from "jose";
import {forgetThrottles} from "../oauth/people.ts";
import {CLIENT} from "./provider.ts";
import {errorOf, singleSignOn, type World} from "./world.ts";

const METADATA = "/.well-known/openid-configuration";

let w: World;
beforeAll(async () => {
  w = await singleSignOn();
});
afterAll(() => w.stop());
beforeEach(() => forgetThrottles(w));

test("the button leads through the provider to a session", async () => {
  const {id} = await w.person("ada");
  const browser = await w.signedIn("ada");
  const {status, body} = await browser.me();
  expect(status).toBe(200);
  expect(body).toMatchObject({principal: {id, kind: "user"}, orgId: w.org.id, scopes: ["read", "write"]});
});

test("a password works besides the provider", async () => {
  const page = await w.browser().open("/sign-in");
  expect(page.text).toContain("Sign in with <bdi>Acme ID</bdi>");
  expect(page.text).toContain('type="password"');
});

test("a signature that anybody can make is refused, even if the metadata allow it", async () => {
  const other = await singleSignOn();
  try {
    await other.person("eve");
    other.provider.account = "eve";
    other.provider.tampers.set(METADATA, answer => ({
      ...answer,
      text: JSON.stringify({
        ...JSON.parse(answer.text),
        id_token_signing_alg_values_supported: ["none", "HS256", "RS256"],
      }),
    }));
    const secret = new TextEncoder().encode(CLIENT.secret);
    const forgeries = [
      (claims: Record<string, unknown>) => new UnsecuredJWT(claims).encode(),
      (claims: Record<string, unknown>) =>
        new SignJWT(claims).setProtectedHeader({alg: "HS256"}).sign(secret),
    ];
    for (const forge of forgeries) {
      other.provider.tamperIdToken(forge);
      const browser = other.browser();
      const page = await browser.signIn();
      expect([page.status, errorOf(page)]).toEqual([401, expect.stringContaining("did not pass the checks")]);
      expect((await browser.me()).status).toBe(401);
    }
  } finally {
    await other.stop();
  }
});

test.each([
  ["of another issuer", {issuer: "https://evil.example"}],
  ["with an inner address for tokens", {token_endpoint: "http://169.254.169.254/latest"}],
])("metadata %s are refused", async (_, changes) => {
  const other = await singleSignOn();
  try {
    await other.person("ada");
    other.provider.tampers.set(METADATA, answer => ({
      ...answer,
      text: JSON.stringify({...JSON.parse(answer.text), ...changes}),
    }));
    const page = await other.browser().signIn();
    expect([page.status, errorOf(page)]).toEqual([502, expect.stringContaining("identity provider")]);
    other.provider.tampers.clear();
    if ("issuer" in changes) await other.signedIn("ada");
  } finally {
    await other.stop();
  }
});
