import {afterAll, beforeAll, expect, test} from "bun:test";
import {auth, type OAuthClientProvider, UnauthorizedError} from "@modelcontextprotocol/sdk/client/auth.js";
import {Client} from "@modelcontextprotocol/sdk/client/index.js";
import {StreamableHTTPClientTransport} from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type {OAuthClientInformationMixed, OAuthTokens} from "@modelcontextprotocol/sdk/shared/auth.js";
import {freePort} from "../../shared/core/postgres/server.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";
import {addUser, allow, answerOf, REDIRECT, signIn, type User} from "./people.ts";
import {Visitor} from "./visitor.ts";

let t: TestService;
let user: User;
let drop: () => Promise<void>;
beforeAll(async () => {
  const port = await freePort();
  t = await testService({BASE_URL: `http://127.0.0.1:${port}`});
  t.app.listen({port, hostname: "127.0.0.1"});
  user = await addUser(t);
  ({drop} = await shopProjects(t));
});
afterAll(async () => {
  await t.app.stop();
  await t.stop();
  await drop();
});

/** A client that keeps its state in memory, and has its person in a browser beside it. */
class Agent implements OAuthClientProvider {
  client: OAuthClientInformationMixed | undefined;
  kept: OAuthTokens | undefined;
  opened: URL | undefined;
  #verifier = "";

  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = {client_name: "SDK agent", redirect_uris: [REDIRECT]};
  clientInformation = () => this.client;
  saveClientInformation = (information: OAuthClientInformationMixed) => {
    this.client = information;
  };
  tokens = () => this.kept;
  saveTokens = (tokens: OAuthTokens) => {
    this.kept = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.opened = url;
  };
  codeVerifier = () => this.#verifier;
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };

  invalidateCredentials = () => {
    this.kept = undefined;
  };

  /** Does what the person does in the browser, and returns the code. */
  async consent(): Promise<string> {
    const browser = new Visitor(fetch, t.web.config.baseUrl);
    const page = await signIn(browser, await browser.open(this.opened?.href ?? ""), user);
    return answerOf(await allow(browser, page)).get("code") ?? "";
  }
}

test("the protocol's own client gets from an address alone to a query, and logs out again", async () => {
  const url = new URL(`${t.web.config.baseUrl}/mcp`);
  const agent = new Agent();
  const connect = async () => {
    const transport = new StreamableHTTPClientTransport(url, {authProvider: agent});
    const client = new Client({name: "agent", version: "1"});
    await client.connect(transport);
    return client;
  };

  // 401, metadata, registration, and a page to be opened.
  expect(await connect().catch((error: unknown) => error)).toBeInstanceOf(UnauthorizedError);
  expect(agent.client?.client_id).toStartWith("client_");
  expect(agent.opened?.pathname).toBe("/oauth/authorize");
  expect(agent.opened?.searchParams.get("resource")).toBe(url.href);

  const code = await agent.consent();
  await new StreamableHTTPClientTransport(url, {authProvider: agent}).finishAuth(code);
  expect(agent.kept).toMatchObject({token_type: "Bearer", scope: "read write"});

  const client = await connect();
  const {tools} = await client.listTools();
  expect(tools.map(tool => tool.name)).toContain("run_query");
  const result = await client.callTool({
    name: "run_query",
    arguments: {model: "orders", measures: ["orders.count"]},
  });
  expect(result.isError ?? false).toBe(false);

  // An expired access token is refreshed without the person.
  const before = agent.kept;
  agent.kept = before && {...before, access_token: "ended"};
  expect((await (await connect()).listTools()).tools.length).toBe(tools.length);
  expect(agent.kept?.refresh_token).not.toBe(before?.refresh_token);

  const revoked = await fetch(`${t.web.config.baseUrl}/oauth/revoke`, {
    method: "POST",
    body: new URLSearchParams({
      client_id: agent.client?.client_id ?? "",
      token: agent.kept?.refresh_token ?? "",
    }),
  });
  expect(revoked.status).toBe(200);
  agent.opened = undefined;
  expect(await auth(agent, {serverUrl: url})).toBe("REDIRECT");
  expect(agent.opened).toBeDefined();
});
