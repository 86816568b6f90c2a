import {inject} from "light-my-request";
import type Provider from "oidc-provider";
import type {Web} from "../dependencies.ts";
import {audiencesOf, defaultAudience} from "../http/audience.ts";
import {pageHeaders} from "./pages/page.ts";
import {COOKIES, makeProvider} from "./provider.ts";
import {knownScopes} from "./register.ts";
import {refuseNul} from "./respond.ts";

/**
 * The parameters of an authorization request that are forwarded to the library. Other parameters belong to features
 * that are off.
 */
const AUTHORIZATION_PARAMETERS = [
  "client_id",
  "redirect_uri",
  "response_type",
  "state",
  "code_challenge",
  "code_challenge_method",
];
const FORWARDED_HEADERS = ["location", "content-type", "www-authenticate", "allow", "retry-after"];

interface Passed {
  method: "GET" | "POST";
  /** Path and query. */
  url: string;
  form?: URLSearchParams;
  cookie?: string | null;
}

/**
 * The authorization library behind the service's own addresses. The library is created with the first request, so that
 * the process starts without delay.
 */
export class OAuthServer {
  #provider: Promise<Provider> | undefined;
  readonly #base: URL;
  readonly #audience: string;
  readonly #known: readonly string[];

  constructor(private readonly web: Web) {
    this.#base = new URL(web.config.baseUrl);
    this.#audience = defaultAudience(web.config.baseUrl);
    this.#known = audiencesOf(web.config.baseUrl);
  }

  provider(): Promise<Provider> {
    this.#provider ??= makeProvider(this.web).catch((error: unknown) => {
      this.#provider = undefined;
      throw error;
    });
    return this.#provider;
  }

  /**
   * Handles an authorization request. Drops unknown scopes, and replaces each of the service's addresses by one
   * resource.
   */
  async authorize(request: Request): Promise<Response> {
    const given = new URL(request.url).searchParams;
    refuseNul(given);
    const query = new URLSearchParams();
    // A repeated parameter stays repeated, so that the library refuses it.
    for (const name of AUTHORIZATION_PARAMETERS) {
      for (const value of given.getAll(name)) query.append(name, value);
    }
    query.set("scope", knownScopes(given.getAll("scope").join(" ")));
    if (given.get("prompt") === "none") query.set("prompt", "none");
    this.#setResource(given, query);
    return this.#pass({
      method: "GET",
      url: `/oauth/authorize?${query}`,
      cookie: request.headers.get("cookie"),
    });
  }

  /** Continues an authorization request after the user has answered. */
  resume(request: Request, uid: string): Promise<Response> {
    const url = `/oauth/authorize/${encodeURIComponent(uid)}`;
    return this.#pass({method: "GET", url, cookie: request.headers.get("cookie")});
  }

  token(form: URLSearchParams): Promise<Response> {
    const own = new URLSearchParams(form);
    this.#setResource(form, own);
    return this.#pass({method: "POST", url: "/oauth/token", form: own});
  }

  /** Revokes a token. Resolves when this process knows that the grant has ended. */
  async revoke(form: URLSearchParams): Promise<Response> {
    const response = await this.#pass({method: "POST", url: "/oauth/revoke", form});
    await this.web.notices.caughtUp();
    return response;
  }

  #setResource(from: URLSearchParams, to: URLSearchParams): void {
    to.delete("resource");
    const named = from.getAll("resource").map(one => (this.#known.includes(one) ? this.#audience : one));
    for (const one of new Set(named)) to.append("resource", one);
  }

  /**
   * Forwards a request to the library. The library sees BASE_URL's host and scheme, not those of the request's own
   * headers.
   */
  async #pass({method, url, form, cookie}: Passed): Promise<Response> {
    const provider = await this.provider();
    const answer = await inject(provider.callback(), {
      method,
      url,
      headers: {
        host: this.#base.host,
        "x-forwarded-proto": this.#base.protocol.slice(0, -1),
        ...(cookie ? {cookie} : {}),
        ...(form ? {"content-type": "application/x-www-form-urlencoded"} : {}),
      },
      ...(form ? {payload: form.toString()} : {}),
    });
    const isPage = String(answer.headers["content-type"] ?? "").startsWith("text/html");
    const isRedirect = answer.statusCode >= 300 && answer.statusCode < 400;
    const headers = new Headers(isPage && !isRedirect ? pageHeaders() : {"cache-control": "no-store"});
    for (const name of FORWARDED_HEADERS) {
      const value = answer.headers[name];
      if (value !== undefined && !headers.has(name)) headers.set(name, String(value));
    }
    for (const one of [answer.headers["set-cookie"] ?? []].flat()) {
      const text = String(one);
      // The library's session cookie is not needed, because the service has its own sessions.
      if (!text.startsWith(`${COOKIES.session}`)) headers.append("set-cookie", this.#underBase(text));
    }
    const isEmpty = isRedirect || answer.payload === "";
    return new Response(isEmpty ? null : answer.payload, {status: answer.statusCode, headers});
  }

  /** Puts the path of BASE_URL, if it has one, before a cookie's path. */
  #underBase(cookie: string): string {
    const prefix = this.#base.pathname.replace(/\/$/, "");
    return prefix ? cookie.replace(/; path=\/oauth\/authorize/i, `; path=${prefix}/oauth/authorize`) : cookie;
  }
}
