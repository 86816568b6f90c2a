import {Elysia} from "elysia";
import type {Actor} from "../../shared/core/actor.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {requireContent} from "../../shared/tenancy/content-kinds/content.ts";
import type {Web} from "../dependencies.ts";
import {unauthenticated} from "../http/token-authenticator.ts";
import {Browser} from "../oauth/browser.ts";
import {answerPage, pageResponse, seeOther} from "../oauth/respond.ts";
import {signInAddress} from "../oauth/return-path.ts";
import {ADDRESSES, type PageName} from "../page-urls/addresses.ts";
import {ClientFiles} from "../pages/client-files.ts";
import {homePage} from "../pages/home.ts";
import {mailFrame} from "../pages/mail-frame.ts";
import {missingPage, PEOPLE_HEADERS, peoplePage} from "../pages/people.ts";
import {STYLES} from "../pages/people-styles.ts";
import {handleRequest} from "../server/handle-request.ts";

/**
 * The form of an id. Any other text is answered as not found, without a query, because Postgres could not compare
 * U+0000.
 */
const ID = /^\w{1,64}$/;

/** The client's files, bundled once per process. In tests, several services share one process and its bundle. */
const FILES = new ClientFiles({entry: "app.tsx", styles: STYLES});

/** The pages of people who sign in, and the token by which these pages call the API. */
export function peoplePageRoutes(web: Web) {
  const routes = new Elysia();
  for (const [page, {path}] of Object.entries(ADDRESSES)) {
    routes.get(path, context => answerPage(web, context, () => showPage(web, page as PageName, context)));
  }
  return routes
    .get("/frames/mail", mailFrame)
    .get("/client/:file", ({params: {file}, request}) => FILES.answer(file, request))
    .post(
      "/session-token",
      ({request, server, route}) =>
        handleRequest(web, {request, server, route}, () => answerToken(web, request)),
      {parse: "none"},
    );
}

/** Pages that answer 404 where the person may not see the content. Other pages answer 200, and their script shows the error. */
const SAVED: Partial<Record<PageName, "dashboard" | "chart" | "sheet">> = {
  dashboard: "dashboard",
  editDashboard: "dashboard",
  chart: "chart",
  sheet: "sheet",
};

async function showPage(
  web: Web,
  page: PageName,
  {request, params}: {request: Request; params: Record<string, string>},
): Promise<Response> {
  const browser = new Browser(web.db, web.config, request);
  const user = await browser.user();
  if (!user) return page === "home" ? homePage(web.config.baseUrl) : signInFirst(web, request);
  const kind = SAVED[page];
  if (kind === undefined) return openPage(web, browser, {page, user, title: ADDRESSES[page].title});
  const id = params[`${kind}Id`] ?? "";
  const found = ID.test(id)
    ? await requireContent(web.db, user, kind, id, "view").catch(noneIfNotFound)
    : undefined;
  if (found) return openPage(web, browser, {page, user, title: found.name});
  return pageResponse(missingPage(kind, user, `${web.config.baseUrl}/sign-in`), {status: 404});
}

function signInFirst({config}: Pick<Web, "config">, request: Request): Response {
  const {pathname, search} = new URL(request.url);
  return seeOther(signInAddress(config.baseUrl, pathname + search));
}

async function openPage(
  web: Web,
  browser: Browser,
  opened: {page: PageName; user: Actor; title: string},
): Promise<Response> {
  const text = peoplePage({
    ...opened,
    signOut: {action: `${web.config.baseUrl}/sign-out`, csrf: browser.csrfFor("sign out")},
    files: await FILES.names(),
    scheme: browser.colourScheme,
    sql: web.config.sql,
    canAsk: Object.values(web.config.llm.providers).some(provider => provider !== undefined),
  });
  const response = new Response(text, {headers: PEOPLE_HEADERS});
  for (const cookie of browser.cookies) response.headers.append("set-cookie", cookie);
  return response;
}

function noneIfNotFound(error: unknown): undefined {
  if (!(error instanceof ServiceError) || error.code !== "not_found") throw error;
  return undefined;
}

async function answerToken(web: Web, request: Request): Promise<Response> {
  const browser = new Browser(web.db, web.config, request);
  const user = await browser.user();
  if (!user) throw signedOut();
  browser.requireOwnPage();
  const token = await browser.sessionToken(user.id);
  if (!token) throw signedOut();
  return Response.json({...token, userId: user.id}, {headers: {"cache-control": "no-store"}});
}

function signedOut(): ServiceError {
  return unauthenticated("Nobody is signed in with this browser: open /sign-in.");
}
