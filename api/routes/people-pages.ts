import {type Context, Elysia} from "elysia";
import type {Actor} from "../../shared/ground/actor.ts";
import {ServiceError} from "../../shared/ground/errors.ts";
import {requireContent} from "../../shared/tenancy/kinds/content.ts";
import {Browser} from "../oauth/browser.ts";
import {answerPage, pageResponse, seeOther} from "../oauth/respond.ts";
import {signInAddress} from "../oauth/return-path.ts";
import {ClientFiles} from "../pages/client-files.ts";
import {homePage} from "../pages/home.ts";
import {missingPage, PEOPLE_HEADERS, peoplePage} from "../pages/people.ts";
import {handleRequest} from "../server/handle-request.ts";
import type {Web} from "../web.ts";

/** The form of an id. Other texts are not found without a query: Postgres could not compare U+0000. */
const ID = /^\w{1,64}$/;

/** The pages of people who sign in, and the token by which these pages call the API. */
export function peoplePageRoutes(web: Web) {
  const common = ["style.css", "tiles.css", "people.css"];
  const files = {
    view: new ClientFiles("people", common),
    sheet: new ClientFiles("sheet", [...common, "home.css"]),
    home: new ClientFiles("home", [...common, "home.css"]),
    explore: new ClientFiles("explore", [...common, "home.css"]),
  };
  const saved = (kind: Kind, page: ClientFiles) => (context: Context) =>
    answerPage(web, context, () =>
      showSaved(web, page, context.request, kind, context.params[`${kind}Id`] ?? ""),
    );
  return new Elysia()
    .get("/", context => answerPage(web, context, () => showHome(web, files.home, context.request)))
    .get("/dashboards/:dashboardId", saved("dashboard", files.view))
    .get("/charts/:chartId", saved("chart", files.view))
    .get("/sheets/:sheetId", saved("sheet", files.sheet))
    .get("/explore/:model", context =>
      answerPage(web, context, () => showOwn(web, files.explore, context.request, context.params.model)),
    )
    .get("/client/:file", ({params: {file}, request}) => {
      const page = Object.values(files).find(({entry}) => file.startsWith(`${entry}-`));
      return (page ?? files.view).answer(file, request);
    })
    .post(
      "/session-token",
      ({request, server, route}) =>
        handleRequest(web, {request, server, route}, () => answerToken(web, request)),
      {parse: "none"},
    );
}

type Kind = "dashboard" | "chart" | "sheet";

/** The home page of a person who is signed in; a page about the service for anybody else. */
async function showHome(web: Web, files: ClientFiles, request: Request): Promise<Response> {
  const browser = new Browser(web.db, web.config, request);
  const user = await browser.user();
  return user ? openPage(web, files, browser, user, "Analytics Service") : homePage(web.config.baseUrl);
}

/** A page without data of its own: its script calls the API with the person's rights. */
async function showOwn(web: Web, files: ClientFiles, request: Request, title: string): Promise<Response> {
  const browser = new Browser(web.db, web.config, request);
  const user = await browser.user();
  return user ? openPage(web, files, browser, user, title) : signInFirst(web, request);
}

async function showSaved(
  web: Web,
  files: ClientFiles,
  request: Request,
  kind: Kind,
  id: string,
): Promise<Response> {
  const browser = new Browser(web.db, web.config, request);
  const user = await browser.user();
  if (!user) return signInFirst(web, request);
  const found = ID.test(id)
    ? await requireContent(web.db, user, kind, id, "view").catch(noneIfNotFound)
    : undefined;
  if (found) return openPage(web, files, browser, user, found.name);
  return pageResponse(missingPage(kind, user, `${web.config.baseUrl}/sign-in`), {status: 404});
}

function signInFirst({config}: Pick<Web, "config">, request: Request): Response {
  const {pathname, search} = new URL(request.url);
  return seeOther(signInAddress(config.baseUrl, pathname + search));
}

async function openPage(
  web: Web,
  files: ClientFiles,
  browser: Browser,
  user: Actor,
  title: string,
): Promise<Response> {
  const text = peoplePage({
    title,
    user,
    signOut: {action: `${web.config.baseUrl}/sign-out`, csrf: browser.csrfFor("sign out")},
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
