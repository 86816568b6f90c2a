import {newId} from "../../shared/core/ids.ts";
import {freePort} from "../../shared/core/postgres/server.ts";
import {type Seen, Visitor} from "../oauth/visitor.ts";
import {type TestApp, testApp} from "../support/app.ts";
import {CLIENT, TestProvider} from "./provider.ts";

/** A service with a provider for its sign-in. */
export interface World extends TestApp {
  provider: TestProvider;
  browser(): Traveller;
  /** A member with this address, and the account with the same name at the provider. */
  person(account: string, claims?: Record<string, unknown>, traits?: Traits): Promise<Person>;
  /** Signs in with the account in a new browser; throws if that does not lead to the page of a signed-in person. */
  signedIn(account: string): Promise<Traveller>;
}

interface Traits {
  role?: string;
  seat?: string;
  attributes?: Record<string, string[]>;
  orgId?: string;
}

interface Person {
  id: string;
  email: string;
}

export async function singleSignOn(environment: Record<string, string> = {}): Promise<World> {
  const base = `http://127.0.0.1:${await freePort()}`;
  const provider = await TestProvider.start(base);
  const t = await testApp({
    BASE_URL: base,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: "Acme ID",
    ...environment,
  });
  provider.toService = request => t.app.handle(request);
  const browser = () => new Traveller(t, provider);
  return {
    ...t,
    provider,
    browser,
    async person(
      account,
      claims = {},
      {role = "member", seat = "editor", attributes = {}, orgId = t.org.id} = {},
    ) {
      const email = `${account}@example.com`;
      const id = newId("user");
      await t.db
        .insertInto("principals")
        .values({
          id,
          org_id: orgId,
          kind: "user",
          name: account,
          email,
          org_role: role,
          seat,
          attributes: JSON.stringify(attributes),
        })
        .execute();
      provider.people.set(account, {email, email_verified: true, name: account, ...claims});
      return {id, email};
    },
    async signedIn(account) {
      provider.account = account;
      const one = browser();
      const seen = await one.signIn();
      if (!seen.text.includes("You are signed in")) throw new Error(seen.text);
      return one;
    },
    async stop() {
      await t.stop();
      await provider.stop();
    },
  };
}

/** A browser that visits the service and the provider. */
export class Traveller {
  readonly here: Visitor;
  readonly there: Visitor;

  constructor(t: TestApp, provider: TestProvider) {
    this.here = new Visitor(request => t.app.handle(request), t.web.config.baseUrl);
    this.there = new Visitor(request => fetch(request), provider.issuer);
  }

  /** Follows redirects between the two, up to a page. */
  async open(url: string): Promise<Seen> {
    let seen = await this.#jar(url).open(url);
    for (let hops = 0; seen.headers.get("location") !== null; hops++) {
      if (hops > 10) throw new Error(`no end of redirects at ${seen.url}`);
      const next = new URL(seen.headers.get("location") ?? "", seen.url).href;
      seen = await this.#jar(next).open(next);
    }
    return seen;
  }

  #jar(url: string): Visitor {
    return new URL(url, this.here.base).origin === new URL(this.here.base).origin ? this.here : this.there;
  }

  /** Uses the button of the sign-in page. */
  async signIn(page = "/sign-in"): Promise<Seen> {
    return this.open(buttonOf(await this.open(page)));
  }

  /** Goes to the provider, up to the answer with which it sends the browser back. */
  async answer(page = "/sign-in"): Promise<string> {
    const start = await this.here.open(buttonOf(await this.open(page)));
    const seen = await this.there.open(start.headers.get("location") ?? "");
    const back = seen.headers.get("location");
    if (!back?.startsWith(this.here.base)) throw new Error(`the provider did not answer: ${seen.text}`);
    return back;
  }

  async me() {
    const {status, text} = await this.here.send("GET", "/api/me");
    return {status, body: JSON.parse(text)};
  }

  async token(): Promise<string> {
    const {text} = await this.here.send("POST", "/session-token", undefined, {origin: this.here.base});
    return JSON.parse(text).token;
  }
}

export function buttonOf({text}: Seen): string {
  const [, href] = /<a class="act" href="([^"]+)">/.exec(text) ?? [];
  if (!href) throw new Error(`no button: ${text}`);
  return href.replaceAll("&amp;", "&");
}

export function errorOf({text}: Seen): string {
  const [, error = ""] = /role="alert"[^>]*>([^<]*)</.exec(text) ?? [];
  return error.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
