import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {collectGrants} from "../../shared/identity/sign-in/grants.ts";
import {overDatabase, type TestApp, testApp} from "../support/app.ts";
import {lockAwaited} from "../support/postgres.ts";
import {minProcessorMs} from "../support/processor-time.ts";
import {
  addUser,
  allow,
  authorization,
  forgetThrottles,
  newClient,
  register,
  signIn,
  tokensOf,
  visitor,
} from "./people.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());
beforeEach(() => forgetThrottles(t));

describe("a registration", () => {
  test("is answered with what was registered, and no secret", async () => {
    const {status, body, headers} = await register(t, {
      client_name: "Agent",
      token_endpoint_auth_method: "client_secret_post",
      grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
      scope: "openid read offline_access manage",
      logo_uri: "https://evil.example/pixel.png",
      jwks_uri: "http://169.254.169.254/",
      client_id: "client_mine",
      client_secret: "mine",
    });
    expect(status).toBe(201);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toEqual({
      client_id: expect.stringMatching(/^client_[0-9a-z]{26}$/),
      client_id_issued_at: expect.any(Number),
      client_name: "Agent",
      redirect_uris: ["http://127.0.0.1:4711/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      scope: "read",
    });
  });

  test("names redirect URIs that a browser can be sent to, and no others", async () => {
    for (const uri of [
      "https://claude.ai/api/mcp/auth_callback",
      "http://localhost:3334/oauth/callback",
      "http://127.0.0.1/",
      "http://[::1]:8080/cb",
      "cursor://anysphere.cursor-retrieval/oauth/user-1/callback",
      "vscode://vscode.github-authentication/did-authenticate",
      "com.example.app:/oauth",
    ]) {
      expect([uri, (await register(t, {redirect_uris: [uri]})).status]).toEqual([uri, 201]);
    }
    for (const uri of [
      "http://app.example/cb",
      "http://127.0.0.1.evil.example/cb",
      "http://localhost.evil.example/",
      "http://user:secret@localhost/",
      "https://user@app.example/",
      "https://*.example/cb",
      "https://app.example/*",
      "https://app.example/cb#x",
      "https://app.example/cb#",
      "https:app.example",
      "https:///app.example",
      "https://localhost/cb",
      "javascript:alert(1)",
      "JavaScript://%0aalert(1)",
      "java\nscript:alert(1)",
      " javascript:alert(1)",
      "data:text/html,x",
      "blob:https://x/y",
      "file:///etc/passwd",
      "vbscript:x",
      "https://app.example\\@evil.example/",
      "https://app.example/\u202egnp",
      "https://app.example;script-src/cb",
      "https://app.example'unsafe-inline'/cb",
      "search-ms:query=x",
      "/callback",
      "callback",
      "",
      5,
      null,
      `https://app.example/${"x".repeat(3000)}`,
    ]) {
      const {status, body} = await register(t, {redirect_uris: [uri]});
      expect([uri, status, body.error]).toEqual([uri, 400, "invalid_redirect_uri"]);
    }
    for (const redirect_uris of [undefined, [], "https://a.example", Array(21).fill("https://a.example/")]) {
      expect((await register(t, {redirect_uris})).body.error).toBe("invalid_redirect_uri");
    }
  });

  test("that is no JSON object, or that names an unsupported flow, is refused", async () => {
    for (const metadata of [{grant_types: ["client_credentials"]}, {response_types: ["token"]}]) {
      expect((await register(t, metadata)).body.error).toBe("invalid_client_metadata");
    }
    for (const [body, status] of [
      ["[]", 400],
      ["null", 400],
      ["{", 400],
      ["x".repeat(70_000), 413],
    ] as const) {
      expect((await t.call("POST", "/oauth/register", {token: null, body})).status).toBe(status);
    }
    const text = {"content-type": "text/plain"};
    const answer = await t.call("POST", "/oauth/register", {token: null, body: "{}", headers: text});
    expect(answer.status).toBe(415);
  });

  test("under a hostile name shows as plain, short text", async () => {
    const user = await addUser(t);
    const cases: [unknown, string][] = [
      ["<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
      ['"><img src=x onerror=alert(1)>', "&quot;&gt;&lt;img src=x onerror=alert(1)&gt;"],
      ["Claude\u202etpG\u202c\u2066\u200b\ufeff", "ClaudetpG"],
      ["a\u0000b\u001b[31mc\r\nd\te", "ab[31mc d e"],
      ["x".repeat(10_000), `${"x".repeat(79)}…`],
      [`Q${"\u0301".repeat(500)}`, "Q\u0301\u0301"],
      ["   ", "An application without a name"],
      ["\u200b\u2060", "An application without a name"],
      [{toString: "x"}, "An application without a name"],
      ["a\ud800b", "a\ufffdb"],
    ];
    for (const [client_name, shown] of cases) {
      const clientId = await newClient(t, {client_name});
      const browser = visitor(t);
      const login = await browser.open(authorization(t, clientId).url);
      const consent = await signIn(browser, login, user);
      for (const {text} of [login, consent]) {
        const [, name] = /<bdi>(.*?)<\/bdi>/s.exec(text) ?? [];
        expect(name?.normalize("NFD")).toBe(shown.normalize("NFD"));
        expect(text).not.toContain("<script");
        expect(text).not.toContain("<img");
      }
    }
  });
});

test("a name with many combining accents does not block the process", async () => {
  const body = {redirect_uris: ["http://127.0.0.1/"], client_name: `Q${"\u0301\u0316".repeat(7500)}`};
  const registerNamed = async () => {
    const answer = await t.call("POST", "/oauth/register", {token: null, body});
    expect(answer.status).toBe(201);
    expect(answer.body.client_name).toBe("Q\u0316\u0316");
  };
  const [minMs] = await minProcessorMs([registerNamed], 3);
  expect(minMs).toBeLessThan(100);
});

describe("of one address", () => {
  test("the eleventh registration within an hour is 429, on any process", async () => {
    const other = await t.another();
    for (let i = 0; i < 10; i++) expect((await register(i % 2 ? t : other)).status).toBe(201);
    for (const app of [t, other]) {
      const {status, headers, body} = await register(app);
      expect(status).toBe(429);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(3500);
      expect(body.error).toBeString();
    }
    await sql`
      update throttles set counted_at = counted_at - interval '61 minutes',
        paused_until = paused_until - interval '61 minutes'`.execute(t.db);
    expect((await register(t)).status).toBe(201);
  });

  test("of thirty registrations at once ten pass", async () => {
    const answers = await Promise.all(Array.from({length: 30}, () => register(t)));
    expect(answers.filter(one => one.status === 201).length).toBe(10);
  });
});

describe("behind proxies", () => {
  const from = async (address: string, trusted: string) => {
    const app = await overDatabase(t.databaseUrl, {TRUSTED_PROXIES: trusted}, t.org);
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) {
      const headers = {"x-forwarded-for": address.replaceAll("#", String(i))};
      const body = {redirect_uris: ["https://app.example/"]};
      statuses.push((await app.call("POST", "/oauth/register", {token: null, body, headers})).status);
    }
    await app.stop();
    return statuses.filter(status => status === 201).length;
  };

  test("an address is the one that the nearest trusted proxy saw, and never one that a caller claims", async () => {
    expect(await from("203.0.113.#", "0")).toBe(10);
    expect(await from("198.51.100.7, 203.0.113.#", "1")).toBe(11);
    expect(await from("198.51.100.#, 203.0.113.200", "1")).toBe(10);
    expect(await from("10.0.0.#, 198.51.100.9, 203.0.113.201", "2")).toBe(10);
    // The port is ignored, because each connection has another one.
    expect(await from("203.0.113.202:400#", "1")).toBe(10);
    expect(await from("[2001:db8::#]:400#", "1")).toBe(10);
    expect(await from("2001:db8:1:2::#", "1")).toBe(10);
  });
});

test("clients that nobody has authorized are forgotten after a day; others, and their grants, are not", async () => {
  const unused = await newClient(t);
  const fresh = await newClient(t);
  const {clientId: used} = await tokensOf(t, await addUser(t));
  await sql`
    update oauth_clients set created_at = now() - interval '25 hours' where id in (${unused}, ${used})`.execute(
    t.db,
  );
  await collectGrants(t.db);
  const {rows} = await sql<{id: string}>`
    select id from oauth_clients where id in (${unused}, ${used}, ${fresh}) order by created_at`.execute(
    t.db,
  );
  expect(rows.map(row => row.id)).toEqual([used, fresh]);
  expect((await visitor(t).open(authorization(t, unused).url)).status).toBe(400);
});

test("a client is forgotten a year after the last use of its last grant, and not while it has one", async () => {
  const grantOf = async () => {
    const {clientId} = await tokensOf(t, await addUser(t));
    return clientId;
  };
  const [forgotten, usedLately, granted, revoked] = [
    await grantOf(),
    await grantOf(),
    await grantOf(),
    await grantOf(),
  ];
  const ids = [forgotten, usedLately, granted, revoked];
  // All were authorized long ago. One was used until a month ago, when its grant ended.
  await sql`
    update oauth_clients set last_used_at = now() - interval '800 days' where id = any (${ids}::text[])`.execute(
    t.db,
  );
  await sql`
    update oauth_clients set last_used_at = now() - interval '364 days' where id = ${revoked}`.execute(t.db);
  await sql`
    update oauth_grants set last_used_at = now() - interval '31 days', expires_at = now() - interval '1 day'
    where client_id = ${usedLately}`.execute(t.db);
  await sql`delete from oauth_grants where client_id in (${forgotten}, ${revoked})`.execute(t.db);
  const left = async () => {
    await collectGrants(t.db);
    const {rows} = await sql<{id: string}>`
      select id from oauth_clients where id = any (${ids}::text[]) order by id`.execute(t.db);
    return rows.map(({id}) => id);
  };
  expect(await left()).toEqual([usedLately, granted, revoked].toSorted());
  await sql`
    update oauth_clients set last_used_at = last_used_at - interval '335 days' where id = any (${ids}::text[])`.execute(
    t.db,
  );
  expect(await left()).toEqual([granted]);
  // Whoever disconnects the application may connect it again.
  await sql`delete from oauth_grants where client_id = ${granted}`.execute(t.db);
  expect(await left()).toEqual([granted]);
});

test("a person who consents while the client is being forgotten gets an error that says so", async () => {
  const clientId = await newClient(t);
  const browser = visitor(t);
  const user = await addUser(t);
  const page = await signIn(browser, await browser.open(authorization(t, clientId).url), user);
  // The deletion is not committed yet when the person consents: the client is found first, and is gone afterwards.
  const seen = await t.db.connection().execute(async connection => {
    await sql`begin`.execute(connection);
    await sql`delete from oauth_clients where id = ${clientId}`.execute(connection);
    const answered = allow(browser, page);
    await lockAwaited(t.db);
    await sql`commit`.execute(connection);
    return answered;
  });
  expect([seen.status, seen.text]).toEqual([410, expect.stringContaining("is not registered any more")]);
  expect((await sql`select from oauth_grants where client_id = ${clientId}`.execute(t.db)).rows).toEqual([]);
});
