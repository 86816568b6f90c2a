import {afterAll, beforeAll, expect, test} from "bun:test";
import {join} from "node:path";
import {type TestApp, testApp} from "../support/app.ts";
import {
  addUser,
  allow,
  answerOf,
  authorization,
  exchange,
  newClient,
  PASSWORD,
  signIn,
  whoami,
} from "./people.ts";
import {Visitor} from "./visitor.ts";

const BASE = "https://example.com/analytics";
let t: TestApp;
beforeAll(async () => {
  t = await testApp({BASE_URL: BASE});
});
afterAll(() => t.stop());

/** A proxy that ends TLS, removes the path's first step, and sends misleading forwarding headers. */
function behindProxy(request: Request): Promise<Response> {
  const {pathname, search} = new URL(request.url);
  if (!pathname.startsWith("/analytics/")) throw new Error(`${request.url} does not reach the service`);
  const inner = new Request(`http://10.0.0.7:3000${pathname.slice("/analytics".length)}${search}`, request);
  inner.headers.set("x-forwarded-host", "evil.example");
  inner.headers.set("x-forwarded-proto", "http");
  return t.app.handle(inner);
}

test("the whole way works behind a proxy with TLS and a path of its own, with cookies for TLS alone", async () => {
  const user = await addUser(t);
  const clientId = await newClient(t);
  const request = authorization(t, clientId);
  const cookies: string[] = [];
  const browser = new Visitor(async one => {
    const response = await behindProxy(one);
    cookies.push(...response.headers.getSetCookie());
    return response;
  }, BASE);
  const consent = await signIn(browser, await browser.open(request.url), user, PASSWORD);
  const answer = answerOf(await allow(browser, consent));
  expect(answer.get("iss")).toBe(BASE);
  const {body} = await exchange(t, request, answer.get("code") ?? "");
  expect(await whoami(t, body.access_token)).toBe(200);
  expect((await browser.open(`${BASE}/sign-in`)).text).toContain("You are signed in");
  expect(cookies.length).toBeGreaterThan(4);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; ?secure/i);
    expect(cookie).toMatch(/; ?httponly/i);
    expect(cookie).toMatch(/; ?samesite=lax/i);
    expect(cookie).not.toMatch(/domain/i);
  }
});

test("other names of this machine redirect to that of BASE_URL", async () => {
  const local = await testApp({BASE_URL: "http://127.0.0.1:3000"});
  const at = (url: string) => local.app.handle(new Request(url));
  const moved = await at("http://localhost:3000/sign-in?a=1");
  expect([moved.status, moved.headers.get("location")]).toEqual([303, "http://127.0.0.1:3000/sign-in?a=1"]);
  for (const url of ["http://127.0.0.1:3000/sign-in", "http://evil.example:3000/sign-in"]) {
    expect((await at(url)).status).toBe(200);
  }
  await local.stop();
});

test("the library is loaded when it is first needed, and prints nothing", async () => {
  const script = `
    const {makeProvider} = await import("./api/oauth/provider.ts");
    await import("./api/app.ts");
    const isLoaded = () => Object.keys(require.cache).some(path => path.includes("/oidc-provider/"));
    const before = isLoaded();
    const nothing = {error() {}};
    const config = {baseUrl: "http://127.0.0.1:3000", encryptionKeys: [Buffer.alloc(32)]};
    await makeProvider({config, db: {}, log: nothing});
    console.warn("others are heard");
    process.stdout.write(JSON.stringify([before, isLoaded()]));`;
  const root = join(import.meta.dir, "..", "..");
  const run = Bun.spawn([process.execPath, "-e", script], {cwd: root, stdout: "pipe", stderr: "pipe"});
  const [output, errors] = await Promise.all([run.stdout.text(), run.stderr.text()]);
  expect(errors).toBe("others are heard\n");
  expect(JSON.parse(output)).toEqual([false, true]);
});
