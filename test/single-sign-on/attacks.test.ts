import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {createServer} from "node:net";
import {SignJWT, UnsecuredJWT} from "jose";
import {forgetThrottles} from "../oauth/people.ts";
import {newKey} from "./provider.ts";
import {buttonOf, errorOf, singleSignOn, type World} from "./world.ts";

let w: World;
beforeAll(async () => {
  w = await singleSignOn();
  await w.person("ada");
});
afterAll(() => w.stop());
beforeEach(async () => {
  await forgetThrottles(w);
  w.provider.account = "ada";
  w.provider.tampers.clear();
});

const now = () => Math.floor(Date.now() / 1000);

/** The error of a sign-in, which must not have made a session. */
async function refusal(): Promise<{status: number; error: string}> {
  const browser = w.browser();
  const seen = await browser.signIn();
  expect((await browser.me()).status).toBe(401);
  return {status: seen.status, error: errorOf(seen)};
}

describe("an ID token is refused", () => {
  const forged: [string, (claims: Record<string, unknown>) => string | Promise<string>][] = [
    ["of another audience", claims => w.provider.sign({...claims, aud: "another"})],
    ["of another issuer", claims => w.provider.sign({...claims, iss: "http://127.0.0.1:1"})],
    ["with another nonce", claims => w.provider.sign({...claims, nonce: "another"})],
    ["without a nonce", ({nonce: _, ...claims}) => w.provider.sign(claims)],
    ["without a subject", ({sub: _, ...claims}) => w.provider.sign(claims)],
    [
      "for another of several parties",
      claims => w.provider.sign({...claims, aud: ["analytics", "b"], azp: "b"}),
    ],
    ["signed with another key", async claims => w.provider.sign(claims, {key: (await newKey()).privateKey})],
    [
      "signed with a key that the provider does not have",
      claims => w.provider.sign(claims, {kid: "unknown"}),
    ],
    ["that is not signed", claims => new UnsecuredJWT(claims).encode()],
    [
      "signed with the public key as a shared secret",
      ({...claims}) =>
        new SignJWT(claims)
          .setProtectedHeader({alg: "HS256", kid: "first"})
          .sign(new TextEncoder().encode(w.provider.key.jwk.n)),
    ],
    [
      "signed with the client's secret",
      ({...claims}) =>
        new SignJWT(claims)
          .setProtectedHeader({alg: "HS256"})
          .sign(new TextEncoder().encode(w.web.config.oidc?.clientSecret)),
    ],
    [
      "whose text was changed",
      async claims => {
        const [head, , signature] = (await w.provider.sign(claims)).split(".");
        const body = Buffer.from(JSON.stringify({...claims, email: "eve@example.com"})).toString("base64url");
        return [head, body, signature].join(".");
      },
    ],
  ];
  test.each(forged)("%s", async (_, forge) => {
    w.provider.tamperIdToken(forge);
    const {status, error} = await refusal();
    expect(status).toBe(401);
    expect(error).toContain("did not pass the checks");
  });

  test.each([
    ["has expired", {exp: -120}],
    ["is of tomorrow", {nbf: 86_400}],
  ])("that %s, and the page suggests that a clock is wrong", async (_, times) => {
    const shifted = Object.fromEntries(Object.entries(times).map(([name, by]) => [name, now() + by]));
    w.provider.tamperIdToken(claims => w.provider.sign({...claims, ...shifted}));
    const {status, error} = await refusal();
    expect(status).toBe(401);
    expect(error).toContain("clock");
  });

  test("is accepted if a clock is half a minute off", async () => {
    w.provider.tamperIdToken(claims => w.provider.sign({...claims, exp: now() - 30, nbf: now() + 30}));
    await w.signedIn("ada");
  });
});

describe("keys of the provider", () => {
  test("that were rotated a moment ago are known, and the old ones are no longer accepted", async () => {
    await w.signedIn("ada");
    const next = await newKey("second");
    const {privateKey: _, ...jwk} = {...next.jwk, privateKey: undefined};
    const {d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...published} = jwk as Record<string, unknown>;
    w.provider.tampers.set("/jwks", answer => ({...answer, text: JSON.stringify({keys: [published]})}));
    w.provider.tamperIdToken(claims => w.provider.sign(claims, {key: next.privateKey, kid: "second"}));
    await w.signedIn("ada");
    w.provider.tampers.delete("/token");
    expect((await refusal()).error).toContain("did not pass the checks");
  });
});

describe("an answer of the provider", () => {
  test("is accepted for one sign-in only", async () => {
    const browser = w.browser();
    const back = await browser.answer();
    const kept = browser.here.cookies.map(one => ({...one}));
    await browser.open(back);
    expect((await browser.me()).status).toBe(200);
    const replay = w.browser();
    replay.here.cookies = kept;
    const seen = await replay.open(back);
    expect(seen.status).toBe(410);
    expect((await replay.me()).status).toBe(401);
  });

  test("with a code that was used before is refused by the provider, and the page says so", async () => {
    const first = w.browser();
    const back = await first.answer();
    await first.open(back);
    const second = w.browser();
    const again = new URL(await second.answer());
    again.searchParams.set("code", new URL(back).searchParams.get("code") ?? "");
    const refused = await second.open(again.href);
    expect([refused.status, errorOf(refused)]).toEqual([401, expect.stringContaining("(invalid_grant)")]);
    expect((await second.me()).status).toBe(401);
  });

  test("is refused in another browser than the one that began, so that nobody is signed in as somebody else", async () => {
    const attacker = w.browser();
    const back = await attacker.answer();
    const victim = w.browser();
    await victim.open("/sign-in");
    const seen = await victim.open(back);
    expect([seen.status, errorOf(seen)]).toEqual([410, expect.stringContaining("another browser")]);
    expect((await victim.me()).status).toBe(401);
  });

  test("of another issuer is refused (mix-up)", async () => {
    const browser = w.browser();
    const back = new URL(await browser.answer());
    expect(back.searchParams.get("iss")).toBe(w.provider.issuer);
    back.searchParams.set("iss", "https://evil.example");
    const seen = await browser.open(back.href);
    expect(seen.status).toBe(401);
    expect((await browser.me()).status).toBe(401);
    const another = w.browser();
    const without = new URL(await another.answer());
    without.searchParams.delete("iss");
    await another.open(without.href);
    expect((await another.me()).status).toBe(401);
  });

  test.each([
    "",
    "?state=unknown&code=x",
    "?code=x",
    "?state=a&state=b",
    "?error=access_denied",
    "?state=%00",
  ])("that nobody asked for is refused: %p", async query => {
    const seen = await w.browser().open(`/sign-in/callback${query}`);
    expect([410, 422]).toContain(seen.status);
  });

  test("with an error is reported by its code, without any text of its own", async () => {
    const browser = w.browser();
    const {searchParams} = new URL(await browser.answer());
    const query = new URLSearchParams({
      state: searchParams.get("state") ?? "",
      iss: w.provider.issuer,
      error: "access_denied",
      error_description: "Call +1 555 0100",
    });
    const seen = await browser.open(`/sign-in/callback?${query}`);
    expect([seen.status, errorOf(seen)]).toEqual([401, expect.stringContaining("(access_denied)")]);
    expect(seen.text).not.toContain("555");
  });
});

describe("a sign-in", () => {
  test("never takes over an existing session", async () => {
    await w.person("mallory");
    const theirs = await w.signedIn("mallory");
    const victim = w.browser();
    victim.here.cookies = theirs.here.cookies.map(one => ({...one}));
    w.provider.account = "ada";
    await victim.here.submit(await victim.open("/sign-in"), []);
    await victim.signIn();
    expect((await victim.me()).body.principal.name).toBe("ada");
    expect((await theirs.me()).status).toBe(401);
  });

  test("leads to pages of the service alone", async () => {
    for (const to of ["https://evil.example/", "//evil.example", "/\\evil.example", "/sign-out", "/api/me"]) {
      const seen = await w.browser().signIn(`/sign-in?to=${encodeURIComponent(to)}`);
      expect(seen.url).toBe(`${w.web.config.baseUrl}/sign-in`);
      const straight = w.browser();
      expect((await straight.open(`/sign-in/provider?to=${encodeURIComponent(to)}`)).url).toBe(
        `${w.web.config.baseUrl}/sign-in`,
      );
    }
    const wanted = await w.browser().signIn("/sign-in?to=%2Fcharts%3Fq%3Dx");
    expect(wanted.url).toBe(`${w.web.config.baseUrl}/charts?q=x`);
  });

  test("asks for the code with PKCE, and with a fresh state and nonce", async () => {
    const [one, two] = await Promise.all(
      [w.browser(), w.browser()].map(async browser => {
        const start = await browser.here.open(buttonOf(await browser.open("/sign-in")));
        return new URL(start.headers.get("location") ?? "").searchParams;
      }),
    );
    for (const query of [one, two]) {
      expect(query?.get("code_challenge_method")).toBe("S256");
      expect(query?.get("response_type")).toBe("code");
      expect(query?.get("scope")).toBe("openid email profile");
    }
    for (const name of ["state", "nonce", "code_challenge"]) expect(one?.get(name)).not.toBe(two?.get(name));
  });

  test("can be begun only so often from one network", async () => {
    let status = 0;
    for (let i = 0; i < 400 && status !== 429; i++) {
      ({status} = await w.browser().here.send("GET", "/sign-in/provider"));
    }
    expect(status).toBe(429);
  });
});

describe("a session of one organization", () => {
  test("opens nothing of another organization", async () => {
    const other = await w.addOrg("Other");
    await w.person("grace", {}, {role: "admin"});
    const token = await (await w.signedIn("grace")).token();
    expect((await w.call("GET", `/api/orgs/${w.org.id}/members`, {token})).status).toBe(200);
    for (const path of ["members", "teams", "audit-log", "single-sign-on"]) {
      expect((await w.call("GET", `/api/orgs/${other.id}/${path}`, {token})).status).toBe(404);
    }
  });
});

describe("a provider that misbehaves", () => {
  const INNER = "http://127.0.0.1:1/";

  test.each([
    ["redirects", () => ({status: 302, headers: new Headers({location: INNER}), text: ""})],
    ["has a fault", () => ({status: 503, headers: new Headers(), text: "busy"})],
    [
      "answers no JSON",
      () => ({status: 200, headers: new Headers({"content-type": "text/html"}), text: "<p>"}),
    ],
    [
      "answers without an end",
      () => ({
        status: 200,
        headers: new Headers({"content-type": "application/json"}),
        text: `"${"x".repeat(2_000_000)}"`,
      }),
    ],
  ])("%s: the page says so, and passwords still work", async (_, answer) => {
    for (const path of ["/token", "/me", "/jwks"]) {
      w.provider.tampers.set(path, answer);
      const {status} = await refusal();
      expect([401, 502]).toContain(status);
      w.provider.tampers.delete(path);
    }
    await w.signedIn("ada");
  });

  test("by the UserInfo of another person is refused", async () => {
    w.provider.tampers.set("/me", answer => ({
      ...answer,
      text: JSON.stringify({...JSON.parse(answer.text), sub: "eve"}),
    }));
    expect((await refusal()).status).toBe(401);
  });
});

describe("a provider that is away", () => {
  test("or slow is reported on the page within seconds, with the form for passwords", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>(resolve => silent.listen(0, "127.0.0.1", resolve));
    const address = silent.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const gone = createServer();
    await new Promise<void>(resolve => gone.listen(0, "127.0.0.1", resolve));
    const goneAddress = gone.address();
    const gonePort = typeof goneAddress === "object" && goneAddress ? goneAddress.port : 0;
    await new Promise(resolve => gone.close(resolve));
    try {
      for (const at of [port, gonePort]) {
        const other = await singleSignOn({OIDC_ISSUER: `http://127.0.0.1:${at}`});
        const seen = await other.browser().signIn();
        expect([seen.status, errorOf(seen)]).toEqual([502, expect.stringContaining("identity provider")]);
        expect(seen.text).toContain('id="password"');
        await other.stop();
      }
    } finally {
      silent.close();
    }
  });

  test("cannot lead the service to inner addresses", async () => {
    const {providerFetch} = await import("../../shared/identity/single-sign-on/provider-fetch.ts");
    const fromOutside = providerFetch("https://8.8.8.8");
    for (const url of [
      "http://127.0.0.1/",
      "https://127.0.0.1/",
      "https://10.0.0.1/",
      "https://[::1]/",
      "https://[::ffff:10.0.0.1]/",
      "https://169.254.169.254/latest",
      "https://localhost/",
      "http://8.8.8.8/",
      "file:///etc/passwd",
    ]) {
      await expect(fromOutside(url, {})).rejects.toMatchObject({code: "upstream_error"});
    }
    const fromPrivate = providerFetch("https://10.0.0.2");
    for (const url of ["https://127.0.0.1/", "http://10.0.0.1/", "https://169.254.169.254/"]) {
      await expect(fromPrivate(url, {})).rejects.toMatchObject({
        message: expect.stringContaining("names an address"),
      });
    }
  });
});
