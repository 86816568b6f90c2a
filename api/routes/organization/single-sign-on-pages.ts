import type {Context} from "elysia";
import {Elysia} from "elysia";
import {ServiceError, statusOf} from "../../../shared/core/errors.ts";
import {networkOf} from "../../../shared/core/network.ts";
import {AUTHORIZATIONS, requireTurn} from "../../../shared/identity/sign-in/throttle.ts";
import {
  type Flow,
  type StartedFlow,
  storeFlow,
  takeFlow,
} from "../../../shared/identity/single-sign-on/flows.ts";
import {endProviderSessions} from "../../../shared/identity/single-sign-on/log-out.ts";
import {type IdentityProvider, newFlowSecrets} from "../../../shared/identity/single-sign-on/provider.ts";
import {signInByProvider} from "../../../shared/identity/single-sign-on/sign-in.ts";
import type {Web} from "../../dependencies.ts";
import {Browser} from "../../oauth/browser.ts";
import {choicePage} from "../../oauth/pages/sign-in.ts";
import {answerPage, answerProgram, pageResponse, readForm, refuseNul, seeOther} from "../../oauth/respond.ts";
import {returnPath, withReturnPath} from "../../oauth/return-path.ts";
import {showSignIn} from "../../oauth/show-sign-in.ts";
import {countedAddress} from "../oauth.ts";

const CHOOSE = "choose an organization";

/** The redirects to the identity provider and back, and the log-outs that the provider sends. */
export function singleSignOnPageRoutes(web: Web) {
  return new Elysia()
    .get("/sign-in/provider", context =>
      answerPage(web, context, async () => {
        const browser = new Browser(web.db, web.config, context.request);
        return beginSignIn(web, browser, context, undefined);
      }),
    )
    .post(
      "/sign-in/provider",
      context =>
        answerPage(web, context, async () => {
          const browser = new Browser(web.db, web.config, context.request);
          const form = await readForm(context.request);
          browser.requireOwnForm(form, CHOOSE);
          return beginSignIn(web, browser, context, form.get("organization") ?? undefined);
        }),
      {parse: "none"},
    )
    .get("/sign-in/callback", context =>
      answerPage(web, context, requestId => finishSignIn(web, context, requestId)),
    )
    .post(
      "/sign-out/back-channel",
      ({request, server, route}) =>
        answerProgram(web, {request, server, route}, async () => {
          const provider = requireProvider(web);
          const token = (await readForm(request)).get("logout_token") ?? "";
          const concerned = await provider.readLogoutToken(token);
          await endProviderSessions(web.db, {issuer: provider.config.issuer, ...concerned});
          await web.notices.caughtUp();
          return new Response(null, {headers: {"cache-control": "no-store"}});
        }),
      {parse: "none"},
    )
    .get("/sign-out/front-channel", ({request, server, route}) =>
      answerPage(web, {request, server, route}, async () => {
        const {issuer} = requireProvider(web).config;
        const query = new URL(request.url).searchParams;
        refuseNul(query);
        const [session, ...more] = query.getAll("sid");
        if (query.get("iss") !== issuer || !session || more.length > 0) {
          throw new ServiceError(
            "invalid_request",
            "A log-out must name the issuer (iss) and the session (sid).",
          );
        }
        await endProviderSessions(web.db, {issuer, session});
        await web.notices.caughtUp();
        return new Response("", {headers: {...FRAMED, "content-security-policy": framedBy(issuer)}});
      }),
    );
}

async function beginSignIn(
  web: Web,
  browser: Browser,
  context: Pick<Context, "server" | "request">,
  orgId: string | undefined,
): Promise<Response> {
  const provider = requireProvider(web);
  const network = networkOf(countedAddress(web, context));
  await requireTurn(web, AUTHORIZATIONS, network, "This address has begun many sign-ins.");
  const to = returnPath(context.request);
  const secrets = newFlowSecrets();
  try {
    const url = await provider.authorizationUrl(secrets);
    const browserMac = browser.csrfFor(purposeOf(secrets.state));
    await storeFlow(web, {secrets, browserMac, returnTo: to, orgId});
    return seeOther(url, browser.cookies);
  } catch (error) {
    return refused(web, browser, to, error);
  }
}

async function finishSignIn(
  web: Web,
  context: Pick<Context, "server" | "request">,
  requestId: string,
): Promise<Response> {
  const {db, config} = web;
  const provider = requireProvider(web);
  const {request} = context;
  const {search, searchParams} = new URL(request.url);
  refuseNul(searchParams);
  const browser = new Browser(db, config, request);
  const flow = await takeOwnFlow(web, browser, searchParams.getAll("state"));
  try {
    const identity = await provider.identify(search, flow.secrets);
    const origin = {address: countedAddress(web, context), requestId};
    const found = await signInByProvider(
      {db, config: {...config, oidc: provider.config}},
      identity,
      flow.orgId,
      origin,
    );
    if ("choice" in found) return await askForOrganization(web, provider, browser, flow, found.choice);
    await browser.signIn(found.user, {...identity, startedAt: flow.startedAt});
  } catch (error) {
    return refused(web, browser, flow.returnTo, error);
  }
  web.metrics.signIns.inc({way: "provider", outcome: "succeeded"});
  return seeOther(`${config.baseUrl}${flow.returnTo ?? "/sign-in"}`, browser.cookies);
}

const FRAMED = {
  "content-type": "text/html; charset=utf-8",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

function framedBy(issuer: string): string {
  return `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors ${new URL(issuer).origin}`;
}

function requireProvider({identityProvider}: Web): IdentityProvider {
  if (identityProvider) return identityProvider;
  throw new ServiceError("not_found", "No identity provider is configured here (OIDC_ISSUER).");
}

function purposeOf(state: string): string {
  return `sign in at the provider\n${state}`;
}

/**
 * The flow that this browser began with this state. Throws `gone` for any other flow, and for a flow that was already
 * used.
 */
async function takeOwnFlow(web: Web, browser: Browser, states: readonly string[]): Promise<StartedFlow> {
  const [state, ...more] = states;
  const flow = state === undefined || more.length > 0 ? undefined : await takeFlow(web, state);
  if (flow && browser.isOwn(flow.browserMac, purposeOf(flow.secrets.state))) return flow;
  throw new ServiceError(
    "gone",
    "This sign-in has ended, was used already, or began in another browser. Open the page that you want again.",
  );
}

/** The sign-in page with the reason for the refusal. The page offers the other ways to sign in. */
function refused(web: Web, browser: Browser, to: string | undefined, error: unknown): Response {
  if (!(error instanceof ServiceError)) throw error;
  const outcome = error.code === "upstream_error" ? "failed" : "refused";
  web.metrics.signIns.inc({way: "provider", outcome});
  const headers = error.details.headers ?? {};
  return showSignIn(web, browser, to, {email: "", error: error.message, status: statusOf(error), headers});
}

/**
 * Asks a new person to choose the organization. The submitted choice starts the sign-in again at the provider, where
 * the person is already signed in.
 */
async function askForOrganization(
  {config: {baseUrl}}: Web,
  provider: IdentityProvider,
  browser: Browser,
  {returnTo}: Flow,
  organizations: readonly {id: string; name: string}[],
): Promise<Response> {
  const text = choicePage({
    action: withReturnPath(`${baseUrl}/sign-in/provider`, returnTo),
    csrf: browser.csrfFor(CHOOSE),
    organizations,
  });
  return pageResponse(text, {cookies: browser.cookies, formAction: await provider.signInOrigin()});
}
