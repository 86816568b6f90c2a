import type Provider from "oidc-provider";
import {type Actor, SCOPES, type Scope} from "../../shared/core/actor.ts";
import {ServiceError, statusOf} from "../../shared/core/errors.ts";
import {networkOf} from "../../shared/core/network.ts";
import {scopesOfSeat} from "../../shared/core/principal-row.ts";
import {createGrant, goneClient} from "../../shared/identity/sign-in/grants.ts";
import {checkSignIn, type Origin, passwordSignInDisabled} from "../../shared/identity/sign-in/passwords.ts";
import type {Web} from "../dependencies.ts";
import {type Browser, cookieOf} from "./browser.ts";
import {html} from "./html.ts";
import {consentPage} from "./pages/consent.ts";
import {signInPage} from "./pages/sign-in.ts";
import {COOKIES} from "./provider.ts";
import {describeRedirect} from "./redirect-uri.ts";
import {pageResponse, seeOther} from "./respond.ts";
import {signInOptions} from "./sign-in-options.ts";

/** A pending authorization request, in the browser where it began. */
export interface PendingAuthorization {
  web: Web;
  provider: Provider;
  browser: Browser;
  uid: string;
  interaction: Interaction;
  clientId: string;
  clientName: string;
  redirectUri: string;
  /** The requested scopes that the client has also registered for. */
  scopes: Scope[];
}

type Interaction = InstanceType<Provider["Interaction"]>;

/** Throws `gone` for an authorization request that has ended, and for one that began in another browser. */
export async function findPendingAuthorization(
  web: Web,
  provider: Provider,
  browser: Browser,
  request: Request,
  uid: string,
): Promise<PendingAuthorization> {
  const isOwn = cookieOf(request, COOKIES.interaction) === uid;
  const interaction = isOwn ? await provider.Interaction.find(uid) : undefined;
  const {client_id: clientId, redirect_uri: redirectUri, scope} = interaction?.params ?? {};
  if (!interaction || interaction.result || typeof clientId !== "string" || typeof redirectUri !== "string") {
    throw new ServiceError("gone", "This request to sign in has ended, or belongs to another browser.");
  }
  const client = await provider.Client.find(clientId);
  if (!client) throw goneClient();
  const asked = String(scope ?? "").split(" ");
  const registered = String(client["allowed_scope"] ?? "").split(" ");
  const scopes = SCOPES.filter(one => asked.includes(one) && registered.includes(one));
  const clientName = client.clientName ?? clientId;
  return {web, provider, browser, uid, interaction, clientId, clientName, redirectUri, scopes};
}

/** The page for the current step: the form to sign in, or the question of consent. */
export async function showPendingAuthorization(pending: PendingAuthorization): Promise<Response> {
  const user = await pending.browser.user();
  return user ? showConsent(pending, user) : showSignIn(pending);
}

/** Processes the submitted form. */
export async function answerPendingAuthorization(
  pending: PendingAuthorization,
  form: URLSearchParams,
  origin: Origin,
): Promise<Response> {
  const {browser, uid} = pending;
  browser.requireOwnForm(form, purposeOf(uid));
  const action = form.get("action");
  if (action === "sign-in") return signIn(pending, form, origin);
  if (action === "deny")
    return finish(pending, {error: "access_denied", error_description: "The user denied access."});
  const user = await browser.user();
  if (!user) return showSignIn(pending, {error: "You have been signed out meanwhile.", status: 401});
  if (action === "switch") {
    await browser.signOut();
    return seeOther(pathOf(pending), browser.cookies);
  }
  if (action === "allow") return allow(pending, user, form, origin);
  throw new ServiceError("invalid_request", "The form neither allows nor denies access.");
}

async function signIn(
  pending: PendingAuthorization,
  form: URLSearchParams,
  origin: Origin,
): Promise<Response> {
  const {web, browser} = pending;
  const attempt = await trySignIn(web, browser, form, origin);
  return attempt ? showSignIn(pending, attempt) : seeOther(pathOf(pending), browser.cookies);
}

export interface FailedSignIn {
  email: string;
  error: string;
  status: number;
  headers?: Readonly<Record<string, string>>;
}

/** Signs the browser in with the form's email address and password, or returns why that failed. */
export async function trySignIn(
  web: Web,
  browser: Browser,
  form: URLSearchParams,
  origin: Origin,
): Promise<FailedSignIn | undefined> {
  const email = (form.get("email") ?? "").slice(0, 254);
  if (!web.config.passwordSignIn)
    return {email, error: passwordSignInDisabled().message, status: statusOf(passwordSignInDisabled())};
  try {
    const signedIn = await checkSignIn(web, email, form.get("password") ?? "", {
      ...origin,
      network: networkOf(origin.address),
      deviceFor: userId => browser.deviceFor(userId),
    });
    web.metrics.signIns.inc({way: "password", outcome: signedIn ? "succeeded" : "refused"});
    if (!signedIn) return {email, error: "The email address or the password is not right.", status: 401};
    await browser.signIn(signedIn.user, signedIn.by);
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "rate_limited") throw error;
    web.metrics.signIns.inc({way: "password", outcome: "refused"});
    return {email, error: error.message, status: statusOf(error), headers: error.details.headers ?? {}};
  }
}

async function allow(
  pending: PendingAuthorization,
  user: Actor,
  form: URLSearchParams,
  origin: Origin,
): Promise<Response> {
  const {web, browser, clientId} = pending;
  const ticked = form.getAll("scope");
  const scopes = offered(pending, user).filter(scope => ticked.includes(scope));
  if (scopes.length === 0) {
    return showConsent(pending, user, "Tick at least one of the boxes, or deny.");
  }
  const grantId = await createGrant(web.db, {...user, ...origin}, clientId, scopes, browser.sessionHash);
  return finish(pending, {login: {accountId: user.id, remember: false}, consent: {grantId}});
}

/** Redirects the browser to the authorization library, which redirects it to the client. */
async function finish(
  {interaction}: PendingAuthorization,
  result: NonNullable<Interaction["result"]>,
): Promise<Response> {
  interaction.result = result;
  await interaction.persist();
  return seeOther(interaction.returnTo);
}

function showSignIn(pending: PendingAuthorization, attempt?: Partial<FailedSignIn>): Response {
  const {web, browser, clientName, uid} = pending;
  const text = signInPage({
    ...signInOptions(web.config, `/oauth/interaction/${uid}`),
    action: pathOf(pending),
    csrf: browser.csrfFor(purposeOf(uid)),
    purpose: html`<strong><bdi>${clientName}</bdi></strong> asks to use your analytics. Sign in first; then you decide.`,
    email: attempt?.email ?? "",
    error: attempt?.error,
  });
  const {status = 200, headers = {}} = attempt ?? {};
  return pageResponse(text, {status, headers, cookies: browser.cookies});
}

function showConsent(pending: PendingAuthorization, user: Actor, error?: string): Response {
  const {browser, clientName, redirectUri, uid, scopes} = pending;
  const {target, formAction} = describeRedirect(redirectUri);
  const within = offered(pending, user);
  const text = consentPage({
    action: pathOf(pending),
    csrf: browser.csrfFor(purposeOf(uid)),
    user,
    clientName,
    target,
    scopes: within,
    exceedsSeat: within.length < scopes.length,
    error,
  });
  return pageResponse(text, {status: error ? 422 : 200, formAction, cookies: browser.cookies});
}

function offered({scopes}: PendingAuthorization, user: Actor): Scope[] {
  const allowed = scopesOfSeat(user.seat);
  return scopes.filter(scope => allowed.includes(scope));
}

function pathOf({web, uid}: PendingAuthorization): string {
  return `${web.config.baseUrl}/oauth/interaction/${uid}`;
}

function purposeOf(uid: string): string {
  return `interaction ${uid}`;
}
