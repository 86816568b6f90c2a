import {Elysia} from "elysia";
import {notFound} from "../../shared/access.ts";
import {requestIdOf} from "../arrival.ts";
import {type DocumentedRoute, openApiDocument} from "../openapi-document.ts";
import {homePage} from "../pages/home.ts";
import {swaggerAsset, swaggerPage} from "../pages/swagger.ts";
import {problemResponse} from "../problem.ts";
import type {Web} from "../web.ts";

/** The page at `/` and the API's documentation. `routes` are those of the whole app, asked for when they are all there. */
export function pageRoutes(web: Web, routes: () => readonly DocumentedRoute[]) {
  let document: string | undefined;
  return new Elysia()
    .get("/", () => homePage(web.config.baseUrl))
    .get("/swagger", () => swaggerPage())
    .get("/swagger/json", () => {
      document ??= JSON.stringify(openApiDocument(routes(), web.config));
      return new Response(document, {headers: {"content-type": "application/json"}});
    })
    .get(
      "/swagger/:file",
      ({params, request}) =>
        swaggerAsset(params.file) ?? problemResponse(notFound("file", params.file), requestIdOf(request)),
    );
}
