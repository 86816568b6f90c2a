import {type Context, Elysia} from "elysia";
import {requireContent} from "../../shared/content/content.ts";
import {ServiceError} from "../../shared/errors.ts";
import {handleRequest} from "../http/handle-request.ts";
import {Browser} from "../oauth/browser.ts";
import {answerPage, pageResponse, seeOther} from "../oauth/respond.ts";
import {signInAddress} from "../oauth/return-path.ts";
import {ClientFiles} from "../pages/client-files.ts";
import {missingPage, PEOPLE_HEADERS, peoplePage} from "../pages/people.ts";
import type {Web} from "../web.ts";

/** What is no id at all is not there, and Postgres is not asked: it could not compare U+0000. */
const ID = /^\w{1,64}$/;

/** Dashboards and charts for people who sign in, and the token by which these pages call the API. */
export function peoplePageRoutes(web: Web) {
  const files = new ClientFiles("people", ["style.css", "people.css"]);
  const page = (kind: "dashboard" | "chart", {request, server, route}: Context, id = "") =>
    answerPage(web, {request, server, route}, () => showPage(web, files, request, kind, id));
  return new Elysia()
    .get("/dashboards/:dashboardId", context => page("dashboard", context, context.params.dashboardId))
    .get("/charts/:chartId", context => page("chart", context, context.params.chartId))
    .get("/client/:file", ({params, request}) => files.answer(params.file, request))
    .post(
      "/session-token",
      ({request, server, route}) =>
        handleRequest(web, {request, server, route}, () => answerToken(web, request)),
      {parse: "none"},
    );
}

async function showPage(
  web: Web,
  files: ClientFiles,
  request: Request,
  kind: "dashboard" | "chart",
  id: string,
): Promise<Response> {
  const {baseUrl} = web.config;
  const browser = new Browser(web.db, web.config, request);
  const user = await browser.user();
  if (!user) {
    const {pathname, search} = new URL(request.url);
    return seeOther(signInAddress(baseUrl, pathname + search));
  }
  const found = ID.test(id)
    ? await requireContent(web.db, user, kind, id, "view").catch(noneIfNotFound)
    : undefined;
  if (!found) return pageResponse(missingPage(kind, user, `${baseUrl}/sign-in`), {status: 404});
  const text = peoplePage({
    title: found.name,
    user,
    signOut: {action: `${baseUrl}/sign-out`, csrf: browser.csrfFor("sign out")},
    files: await files.names(),
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
  return new ServiceError("unauthenticated", "Nobody is signed in with this browser: open /sign-in.", {
    headers: {"www-authenticate": "Bearer"},
  });
}
