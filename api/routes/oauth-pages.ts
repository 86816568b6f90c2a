import {Elysia} from "elysia";
import {audit} from "../../shared/core/audit.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {networkOf} from "../../shared/core/network.ts";
import {
  type Origin,
  ownerOfLink,
  passwordSignInDisabled,
  setPassword,
  usedLink,
} from "../../shared/identity/sign-in/passwords.ts";
import type {EndedSession} from "../../shared/identity/sign-in/sessions.ts";
import {rateLimited, takeTurn, WRONG_LINKS} from "../../shared/identity/sign-in/throttle.ts";
import type {Web} from "../dependencies.ts";
import {Browser, cookieOf} from "../oauth/browser.ts";
import {trySignIn} from "../oauth/interaction.ts";
import {leavePage, passwordPage, signedInPage} from "../oauth/pages/sign-in.ts";
import {answerPage, pageResponse, readForm, seeOther} from "../oauth/respond.ts";
import {returnPath} from "../oauth/return-path.ts";
import {showSignIn} from "../oauth/show-sign-in.ts";
import {countedAddress} from "./oauth.ts";

const LINK_COOKIE = "password_link";
const LINK_COOKIE_SECONDS = 30 * 60;
const LINK_TOKEN = /^[\w-]{43}$/;

/** Pages for people: sign in, sign out, set a password. */
export function oauthPageRoutes(web: Web) {
  const {db, config} = web;
  return new Elysia()
    .get("/sign-in", ({request, server, route}) =>
      answerPage(web, {request, server, route}, async () => {
        const browser = new Browser(db, config, request);
        const user = await browser.user();
        const to = returnPath(request);
        if (!user) return showSignIn(web, browser, to);
        if (to !== undefined) return seeOther(`${config.baseUrl}${to}`);
        const {name, email = "", orgName} = user;
        const action = `${config.baseUrl}/sign-out`;
        const text = signedInPage({action, csrf: browser.csrfFor("sign out"), name, email, orgName});
        return pageResponse(text, {cookies: browser.cookies});
      }),
    )
    .post(
      "/sign-in",
      context =>
        answerPage(web, context, async requestId => {
          const browser = new Browser(db, config, context.request);
          const form = await readForm(context.request);
          browser.requireOwnForm(form, "sign in");
          const failed = await trySignIn(web, browser, form, {
            address: countedAddress(web, context),
            requestId,
          });
          const to = returnPath(context.request);
          return failed
            ? showSignIn(web, browser, to, failed)
            : seeOther(`${config.baseUrl}${to ?? "/sign-in"}`, browser.cookies);
        }),
      {parse: "none"},
    )
    .post(
      "/sign-out",
      ({request, server, route}) =>
        answerPage(web, {request, server, route}, async () => {
          const browser = new Browser(db, config, request);
          browser.requireOwnForm(await readForm(request), "sign out");
          const ended = await browser.signOut();
          await web.notices.caughtUp();
          const elsewhere = ended && (await logoutElsewhere(web, ended));
          return elsewhere === undefined
            ? seeOther(`${config.baseUrl}/sign-in`, browser.cookies)
            : pageResponse(elsewhere, {cookies: browser.cookies});
        }),
      {parse: "none"},
    )
    .get("/password", context =>
      answerPage(web, context, () => openLink(web, context.request, countedAddress(web, context))),
    )
    .post(
      "/password",
      context =>
        answerPage(web, context, requestId =>
          useLink(web, context.request, {address: countedAddress(web, context), requestId}),
        ),
      {parse: "none"},
    );
}

/** The page that leads to the identity provider's log-out; `undefined` if the provider has none. */
async function logoutElsewhere(web: Web, {issuer, idToken}: EndedSession): Promise<string | undefined> {
  const {identityProvider: provider} = web;
  if (!provider || provider.config.issuer !== issuer) return undefined;
  const href = await provider.logoutUrl(idToken);
  return href === undefined ? undefined : leavePage(provider.config.name, href);
}

/**
 * Moves the link's token from the address into a cookie at once, so that the token stays in no history, log or copied
 * address. Opening the link does not use it up, so that programs that follow links in mail do no harm.
 */
async function openLink(web: Web, request: Request, address: string): Promise<Response> {
  const {baseUrl, passwordSignIn} = web.config;
  if (!passwordSignIn) throw passwordSignInDisabled();
  const given = new URL(request.url).searchParams.get("token");
  if (given !== null) {
    if (!LINK_TOKEN.test(given)) throw usedLink();
    return seeOther(`${baseUrl}/password`, [linkCookie(baseUrl, given, LINK_COOKIE_SECONDS)]);
  }
  const browser = new Browser(web.db, web.config, request);
  const owner = await ownerOfLink(web.db, linkOf(request));
  if (!owner) throw await wrongLink(web, address);
  const text = passwordPage({
    action: `${baseUrl}/password`,
    csrf: browser.csrfFor("password"),
    email: owner.email,
  });
  return pageResponse(text, {cookies: browser.cookies});
}

/** Sets the password, and signs the browser in as the link's owner; the browser's earlier session ends. */
async function useLink(web: Web, request: Request, origin: Origin): Promise<Response> {
  const {db, config} = web;
  const browser = new Browser(db, config, request);
  const form = await readForm(request);
  browser.requireOwnForm(form, "password");
  if (!config.passwordSignIn) throw passwordSignInDisabled();
  const token = linkOf(request);
  const owner = await ownerOfLink(db, token);
  if (!owner) throw await wrongLink(web, origin.address);
  try {
    const password = form.get("password") ?? "";
    if (password !== form.get("again")) {
      throw new ServiceError("invalid_request", "The two passwords are not the same.");
    }
    const {user, by} = await setPassword(web, token, password, origin);
    // No password is asked for: the link works once, and the person who has it has just chosen the password.
    await browser.signIn(user, by);
    await audit(db, user, "member.sign_in", {type: "member", id: user.id});
    web.metrics.signIns.inc({way: "password", outcome: "succeeded"});
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "invalid_request") throw error;
    const text = passwordPage({
      action: `${config.baseUrl}/password`,
      csrf: browser.csrfFor("password"),
      email: owner.email,
      error: error.message,
    });
    return pageResponse(text, {status: 422, cookies: browser.cookies});
  }
  await web.notices.caughtUp();
  return seeOther(`${config.baseUrl}/`, [...browser.cookies, linkCookie(config.baseUrl, "", 0)]);
}

function linkOf(request: Request): string {
  const token = cookieOf(request, LINK_COOKIE) ?? "";
  return LINK_TOKEN.test(token) ? token : "";
}

function linkCookie(baseUrl: string, value: string, maxAgeSeconds: number): string {
  const path = `${new URL(baseUrl).pathname.replace(/\/$/, "")}/password`;
  const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
  return `${LINK_COOKIE}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}

/** Counts only invalid links, so that other clients of the network cannot block a valid link. */
async function wrongLink(web: Web, address: string): Promise<ServiceError> {
  const waitSeconds = await takeTurn(web, WRONG_LINKS, networkOf(address));
  return waitSeconds > 0 ? rateLimited("Too many invalid links.", waitSeconds) : usedLink();
}
