import {type AnyElysia, Elysia} from "elysia";
import {notFound} from "../../shared/core/access.ts";
import {CONTENT_TAGS} from "../content/kinds.ts";
import type {Web} from "../dependencies.ts";
import {problemResponse} from "../http/problem.ts";
import {requestIdOf} from "../http/request-context.ts";
import {openApiDocument} from "../openapi/document.ts";
import {swaggerAsset, swaggerPage} from "../pages/swagger.ts";

/** The API's documentation. `app` is called only when all of its routes exist. */
export function pageRoutes(web: Web, app: () => AnyElysia) {
  let document: string | undefined;
  return new Elysia()
    .get("/swagger", () => swaggerPage())
    .get("/swagger/json", () => {
      document ??= JSON.stringify(openApiDocument(app(), web.config, CONTENT_TAGS));
      return new Response(document, {headers: {"content-type": "application/json"}});
    })
    .get(
      "/swagger/:file",
      async ({params, request}) =>
        (await swaggerAsset(params.file)) ??
        problemResponse(notFound("file", params.file), requestIdOf(request)),
    );
}
