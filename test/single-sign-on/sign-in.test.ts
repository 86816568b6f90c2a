import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {forgetThrottles} from "../oauth/people.ts";
import {errorOf, singleSignOn, type World} from "./world.ts";

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
