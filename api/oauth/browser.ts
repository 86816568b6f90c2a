import {createHmac, randomBytes} from "node:crypto";
import type {Actor} from "../../shared/core/actor.ts";
import type {Config} from "../../shared/core/config.ts";
import type {Db} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {hashToken, isSame} from "../../shared/core/secrets.ts";
import {createSessionToken, type SessionToken} from "../../shared/identity/sign-in/session-tokens.ts";
import {
  type EndedSession,
  endSession,
  findSession,
  openSession,
  type PasswordSignIn,
  type ProviderSignIn,
} from "../../shared/identity/sign-in/sessions.ts";

const TOKEN = /^[\w-]{43}$/;
const DAY_SECONDS = 24 * 3600;
/**
 * The lifetime of the visitor cookie: that of the longest session, so that a page that stays open can still sign out.
 */
const VISITOR_SECONDS = 7 * DAY_SECONDS;
const DEVICE = /^([\w-]{22})\.([\w-]{43})$/;
const DEVICE_SECONDS = 180 * DAY_SECONDS;

/** The value of a cookie; `undefined` when the browser sent none of that name, or two. */
export function cookieOf(request: Request, name: string): string | undefined {
  const values = (request.headers.get("cookie") ?? "")
    .split(";")
    .map(pair => pair.trim())
    .filter(pair => pair.startsWith(`${name}=`))
    .map(pair => pair.slice(name.length + 1));
  // Somebody else set a second cookie of the same name, and nothing distinguishes the two.
  return values.length === 1 ? values[0] : undefined;
}

/**
 * A browser that requests one of the service's pages: its session, and the CSRF tokens of its forms. `cookies` collects
 * the cookies to set.
 */
export class Browser {
  readonly cookies: string[] = [];
  #visitor: string | undefined;
  #session: string | undefined;

  constructor(
    readonly db: Db,
    readonly config: Pick<Config, "baseUrl" | "encryptionKeys" | "passwordSignIn">,
    private readonly request: Request,
  ) {
    const read = (name: string) => {
      const value = cookieOf(request, this.#nameOf(name));
      return value !== undefined && TOKEN.test(value) ? value : undefined;
    };
    this.#visitor = read("visitor");
    this.#session = read("session");
  }

  /** The prefix `__Host-` guarantees that no other host, and no page without TLS, has set the cookie. */
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

  /**
   * Remembers that this browser was signed in to the user's account, so that the browser can still sign in while too
   * many failed attempts of strangers block other browsers. The cookie proves nothing else.
   */
  rememberDevice(userId: string): void {
    const id = randomBytes(16).toString("base64url");
    this.#set(
      "device",
      `${id}.${this.#deviceMac(this.config.encryptionKeys[0]!, userId, id)}`,
      DEVICE_SECONDS,
    );
  }

  /** The browser's own id if it was signed in to this user's account before. */
  deviceFor(userId: string): string | undefined {
    const [, id, given] = DEVICE.exec(cookieOf(this.request, this.#nameOf("device")) ?? "") ?? [];
    if (id === undefined || given === undefined) return undefined;
    const isOurs = this.config.encryptionKeys.some(key => isSame(this.#deviceMac(key, userId, id), given));
    return isOurs ? id : undefined;
  }

  #deviceMac(key: Buffer, userId: string, id: string): string {
    return createHmac("sha256", key).update(["device", userId, id].join("\n")).digest("base64url");
  }

  /** The user who is signed in; `undefined` when nobody is. */
  async user(): Promise<Actor | undefined> {
    return this.#session === undefined ? undefined : findSession(this, this.#session);
  }

  /**
   * Signs the user in with a new session id; the browser's earlier session ends. `by` is the password or the identity
   * provider's account with which the user has signed in.
   */
  async signIn(user: {id: string; orgId: string}, by: ProviderSignIn | PasswordSignIn): Promise<void> {
    await this.signOut();
    this.#session = await openSession(this, user, by);
    this.#set("session", this.#session);
    if (this.deviceFor(user.id) === undefined) this.rememberDevice(user.id);
    this.#renewVisitor();
  }

  /** Ends the session. Returns the sign-in at the identity provider with which the session began, if there was one. */
  async signOut(): Promise<EndedSession | undefined> {
    if (this.#session === undefined) return undefined;
    const ended = await endSession(this, this.#session);
    this.#session = undefined;
    this.#set("session", "", 0);
    return ended;
  }

  /** The hash under which this browser's session is stored; the hash of an empty text where nobody is signed in. */
  get sessionHash(): Buffer {
    return hashToken(this.#session ?? "");
  }

  /** The colour scheme that the pages' script has stored; `undefined` where the browser's own is followed. */
  get colourScheme(): "light" | "dark" | undefined {
    const value = cookieOf(this.request, "scheme");
    return value === "light" || value === "dark" ? value : undefined;
  }

  /** A token for the API that ends with this browser's session; `undefined` when the session has ended. */
  async sessionToken(userId: string): Promise<SessionToken | undefined> {
    return this.#session === undefined ? undefined : createSessionToken(this, userId, this.#session);
  }

  /** Throws `missing_privilege` unless a script of one of the service's own pages calls. Browsers send `Origin` with each POST. */
  requireOwnPage(): void {
    if (this.request.headers.get("origin") !== null && !this.#isForeign()) return;
    throw new ServiceError("missing_privilege", "Only the service's own pages may ask for this.");
  }

  #isForeign(): boolean {
    const {headers} = this.request;
    const origin = headers.get("origin");
    const site = headers.get("sec-fetch-site");
    return (
      (origin !== null && origin !== new URL(this.config.baseUrl).origin) ||
      (site !== null && site !== "same-origin" && site !== "none")
    );
  }

  #renewVisitor(): string {
    this.#visitor = randomBytes(32).toString("base64url");
    this.#set("visitor", this.#visitor, VISITOR_SECONDS);
    return this.#visitor;
  }

  /** The CSRF token of a form: it is bound to this purpose, this browser and its signed-in user. */
  csrfFor(purpose: string): string {
    return this.#csrf(this.config.encryptionKeys[0]!, this.#visitor ?? this.#renewVisitor(), purpose);
  }

  #csrf(key: Buffer, visitor: string, purpose: string): string {
    const what = ["csrf", visitor, this.#session ?? "", purpose].join("\n");
    return createHmac("sha256", key).update(what).digest("base64url");
  }

  /** Whether `csrfFor` gave this token to this browser for this purpose. */
  isOwn(given: string, purpose: string): boolean {
    const visitor = this.#visitor;
    return (
      visitor !== undefined &&
      this.config.encryptionKeys.some(key => isSame(this.#csrf(key, visitor, purpose), given))
    );
  }

  /** Throws `missing_privilege` for a form whose CSRF token is not for this browser and this purpose. */
  requireOwnForm(form: URLSearchParams, purpose: string): void {
    if (this.#isForeign() || !this.isOwn(form.get("csrf") ?? "", purpose)) {
      throw new ServiceError(
        "missing_privilege",
        "This form is not valid any more. Open the page again, and retry.",
      );
    }
  }
}
