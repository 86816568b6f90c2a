import {createServer, type Server} from "node:http";
import type {AddressInfo} from "node:net";
import {exportJWK, generateKeyPair, type JWK, SignJWT} from "jose";
import Provider, {type Configuration} from "oidc-provider";

export const CLIENT = {id: "analytics", secret: "a-secret-of-32-characters-or-more"};

type Answer = {status: number; headers: Headers; text: string};
/** Changes an answer of the provider before it is sent. */
export type Tamper = (answer: Answer, request: {url: URL; form: URLSearchParams}) => Answer | Promise<Answer>;

/** A real OpenID Connect provider on loopback, whose answers a test can change as they are sent. */
export class TestProvider {
  /** The account of whoever signs in next, without a question. */
  account = "ada";
  /** Claims by account. */
  readonly people = new Map<string, Record<string, unknown>>();
  /** By path. */
  readonly tampers = new Map<string, Tamper>();
  /** Paths of the requests that have arrived. */
  readonly asked: string[] = [];
  /** Where the provider sends its log-outs. */
  toService: (request: Request) => Promise<Response> = async () => new Response(null, {status: 500});

  private constructor(
    private readonly front: ReturnType<typeof Bun.serve>,
    private readonly back: Server,
    private readonly backUrl: string,
    readonly key: {privateKey: CryptoKey; jwk: JWK},
  ) {}

  get issuer(): string {
    return `http://127.0.0.1:${this.front.port}`;
  }

  static async start(base: string): Promise<TestProvider> {
    const key = await newKey();
    let self: TestProvider | undefined;
    const front = Bun.serve({port: 0, hostname: "127.0.0.1", fetch: request => self!.#pass(request)});
    const issuer = `http://127.0.0.1:${front.port}`;
    const provider = new Provider(
      issuer,
      configuration(base, key.jwk, () => self!),
    );
    provider.proxy = true;
    provider.use(async (ctx, next) => {
      if (!ctx.path.startsWith("/interaction/")) return next();
      ctx.respond = false;
      await provider.interactionFinished(ctx.req, ctx.res, {login: {accountId: self!.account}});
    });
    const back = createServer(provider.callback());
    await new Promise<void>(resolve => back.listen(0, "127.0.0.1", resolve));
    const {port} = back.address() as AddressInfo;
    self = new TestProvider(front, back, `http://127.0.0.1:${port}`, key);
    return self;
  }

  async stop(): Promise<void> {
    await this.front.stop(true);
    this.back.closeAllConnections();
    this.back.close();
  }

  async #pass(request: Request): Promise<Response> {
    const url = new URL(request.url);
    this.asked.push(url.pathname);
    const body = request.method === "POST" ? await request.text() : undefined;
    const headers = new Headers(request.headers);
    headers.set("x-forwarded-proto", "http");
    headers.set("x-forwarded-host", url.host);
    const response = await fetch(this.backUrl + url.pathname + url.search, {
      method: request.method,
      headers,
      redirect: "manual",
      ...(body === undefined ? {} : {body}),
    });
    const answer = {status: response.status, headers: response.headers, text: await response.text()};
    const tamper = this.tampers.get(url.pathname);
    const left = tamper ? await tamper(answer, {url, form: new URLSearchParams(body)}) : answer;
    left.headers.delete("content-length");
    left.headers.delete("content-encoding");
    const hasBody = left.status !== 204 && left.status !== 303;
    return new Response(hasBody ? left.text : null, {status: left.status, headers: left.headers});
  }

  /** Replaces the ID token of each answer of the token endpoint. */
  tamperIdToken(
    change: (claims: Record<string, unknown>, form: URLSearchParams) => string | Promise<string>,
  ): void {
    this.tampers.set("/token", async (answer, {form}) => {
      const tokens = JSON.parse(answer.text);
      if (tokens.id_token === undefined) return answer;
      const claims = JSON.parse(Buffer.from(tokens.id_token.split(".")[1], "base64url").toString());
      return {...answer, text: JSON.stringify({...tokens, id_token: await change(claims, form)})};
    });
  }

  /** Signs with the provider's own key, or another. */
  sign(
    claims: Record<string, unknown>,
    {
      key = this.key.privateKey,
      kid = "first",
      typ = "JWT",
    }: {key?: CryptoKey; kid?: string; typ?: string} = {},
  ): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({alg: "RS256", kid, typ}).sign(key);
  }

  /** A logout token with changes. */
  logoutToken(
    changes: Record<string, unknown>,
    options: Parameters<TestProvider["sign"]>[1] = {},
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const claims: Record<string, unknown> = {
      iss: this.issuer,
      aud: CLIENT.id,
      iat: now,
      exp: now + 120,
      jti: crypto.randomUUID(),
      events: {"http://schemas.openid.net/event/backchannel-logout": {}},
      ...changes,
    };
    return this.sign(claims, {typ: "logout+jwt", ...options});
  }
}

export async function newKey(kid = "first") {
  const {privateKey} = await generateKeyPair("RS256", {extractable: true});
  return {privateKey, jwk: {...(await exportJWK(privateKey)), kid, use: "sig", alg: "RS256"}};
}

function configuration(base: string, jwk: JWK, self: () => TestProvider): Configuration {
  return {
    jwks: {keys: [jwk]},
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${base}/sign-in/callback`],
        post_logout_redirect_uris: [`${base}/sign-in`],
        backchannel_logout_uri: `${base}/sign-out/back-channel`,
        backchannel_logout_session_required: true,
      },
    ],
    cookies: {keys: ["a key of the test"]},
    pkce: {required: () => true},
    claims: {
      openid: ["sub", "sid"],
      email: ["email", "email_verified"],
      profile: ["name", "groups", "regions", "address", "teams", "_claim_names"],
    },
    interactions: {url: (_, {uid}) => `/interaction/${uid}`},
    findAccount: (_, sub) => ({accountId: sub, claims: () => ({sub, ...self().people.get(sub)})}),
    loadExistingGrant: async ({oidc}) => {
      const grant = new oidc.provider.Grant({
        ...(oidc.client ? {clientId: oidc.client.clientId} : {}),
        ...(oidc.session?.accountId ? {accountId: oidc.session.accountId} : {}),
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    fetch: (url: string | URL, options: RequestInit) => self().toService(new Request(String(url), options)),
    features: {
      devInteractions: {enabled: false},
      backchannelLogout: {enabled: true},
      rpInitiatedLogout: {enabled: true},
    },
  } as Configuration;
}
