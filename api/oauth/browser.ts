import {createHmac, randomBytes, timingSafeEqual} from "node:crypto";
import type {Actor} from "../../shared/actor.ts";
import type {Config} from "../../shared/config.ts";
import type {Db} from "../../shared/db.ts";
import {ServiceError} from "../../shared/errors.ts";
import {endSession, findSession, openSession} from "../../shared/oauth/sessions.ts";

const TOKEN = /^[\w-]{43}$/;
const DAY_SECONDS = 24 * 3600;

/** The value of a cookie, as the browser sent it; `undefined` when it sent none of that name, or two. */
export function cookieOf(request: Request, name: string): string | undefined {
  const values = (request.headers.get("cookie") ?? "")
    .split(";")
    .map(pair => pair.trim())
    .filter(pair => pair.startsWith(`${name}=`))
    .map(pair => pair.slice(name.length + 1));
  // A second one was put there by somebody else: which is ours cannot be told.
  return values.length === 1 ? values[0] : undefined;
}

/**
 * A browser that asks for a page of ours: who is signed in with it, and what proves that a form came from our page.
 * Cookies to be set collect in `cookies`.
 */
export class Browser {
  readonly cookies: string[] = [];
  #visitor: string | undefined;
  #session: string | undefined;

  constructor(
    private readonly db: Db,
    private readonly config: Pick<Config, "baseUrl" | "encryptionKeys">,
    private readonly request: Request,
  ) {
    const read = (name: string) => {
      const value = cookieOf(request, this.#nameOf(name));
      return value !== undefined && TOKEN.test(value) ? value : undefined;
    };
    this.#visitor = read("visitor");
    this.#session = read("session");
  }

  /** `__Host-`: no other host, and no page without TLS, can have set it. */
  #nameOf(name: string): string {
    return this.#isSecure ? `__Host-${name}` : `analytics_${name}`;
  }

  get #isSecure(): boolean {
    return this.config.baseUrl.startsWith("https:");
  }

  #set(name: string, value: string, maxAgeSeconds?: number): void {
    const age = maxAgeSeconds === undefined ? "" : `; Max-Age=${maxAgeSeconds}`;
    const secure = this.#isSecure ? "; Secure" : "";
    this.cookies.push(`${this.#nameOf(name)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`);
  }

  /** Who is signed in; `undefined` when nobody is. */
  async user(): Promise<Actor | undefined> {
    return this.#session === undefined ? undefined : findSession(this.db, this.#session);
  }

  /** Signs the user in under a cookie that nobody knows yet; what the browser had before counts no more. */
  async signIn(user: {id: string; orgId: string}): Promise<void> {
    await this.signOut();
    this.#session = await openSession(this.db, user);
    this.#set("session", this.#session);
    this.#renewVisitor();
  }

  async signOut(): Promise<void> {
    if (this.#session === undefined) return;
    await endSession(this.db, this.#session);
    this.#session = undefined;
    this.#set("session", "", 0);
  }

  #renewVisitor(): string {
    this.#visitor = randomBytes(32).toString("base64url");
    this.#set("visitor", this.#visitor, DAY_SECONDS);
    return this.#visitor;
  }

  /** What a form for this purpose has to bring back: it is of this browser and of who is signed in with it now. */
  csrfFor(purpose: string): string {
    return this.#csrf(this.config.encryptionKeys[0]!, this.#visitor ?? this.#renewVisitor(), purpose);
  }

  #csrf(key: Buffer, visitor: string, purpose: string): string {
    const what = ["csrf", visitor, this.#session ?? "", purpose].join("\n");
    return createHmac("sha256", key).update(what).digest("base64url");
  }

  /** `missing_privilege` for a form that is not one of ours, of this browser and for this purpose. */
  requireOwnForm(form: URLSearchParams, purpose: string): void {
    const {headers} = this.request;
    const origin = headers.get("origin");
    const site = headers.get("sec-fetch-site");
    const isForeign =
      (origin !== null && origin !== new URL(this.config.baseUrl).origin) ||
      (site !== null && site !== "same-origin" && site !== "none");
    const visitor = this.#visitor;
    const given = Buffer.from(form.get("csrf") ?? "");
    const fits =
      visitor !== undefined &&
      this.config.encryptionKeys.some(key => {
        const wanted = Buffer.from(this.#csrf(key, visitor, purpose));
        return wanted.length === given.length && timingSafeEqual(wanted, given);
      });
    if (isForeign || !fits) {
      throw new ServiceError(
        "missing_privilege",
        "This form is not valid any more. Open the page again, and retry.",
      );
    }
  }
}
