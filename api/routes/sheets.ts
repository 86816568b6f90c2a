import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {contentPageOf, ProjectContentListQuery, pagedContent} from "../../shared/content/listing.ts";
import {calculateSheet, exportSheet} from "../../shared/sheets/fill.ts";
import {Calculated, SheetInput, SheetSummary, SheetView} from "../../shared/sheets/schemas.ts";
import {
  createSheet,
  deleteSheet,
  getSheet,
  listSheets,
  replaceSheet,
  requireSheet,
} from "../../shared/sheets/sheets.ts";
import {CONTENT_TYPES} from "../../shared/wire/run-request.ts";
import {ifMatch, withEtag} from "../http/etag.ts";
import {COMPILE_ERRORS} from "../openapi/queries/query-docs.ts";
import * as doc from "../openapi/queries/sheet-docs.ts";
import {askingOf} from "../run/answer-query.ts";
import {answerLook} from "../run/look.ts";
import {dispositionOf} from "../run/result-format.ts";
import {endpoint} from "../server/endpoint.ts";
import type {Web} from "../web.ts";

const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

/** Spreadsheets over query results. */
export function sheetRoutes(web: Web) {
  const list = endpoint(
    web,
    {...doc.list, scope: "read", query: ProjectContentListQuery, response: Type.Array(SheetSummary)},
    async ({actor, query, request, headers}) => {
      const page = contentPageOf(query());
      return pagedContent(await listSheets(web.db, actor, page), page, request, headers);
    },
  );
  const create = endpoint(
    web,
    {
      ...doc.create,
      scope: "write",
      status: 201,
      body: SheetInput,
      response: SheetView,
      errors: COMPILE_ERRORS,
      idempotent: true,
      bodyLimitBytes: BODY_LIMIT_BYTES,
    },
    async ({actor, body, once}) => {
      const input = await body();
      return once(db => createSheet({...web, db}, actor, input));
    },
  );
  const get = endpoint(
    web,
    {...doc.get, scope: "read", response: SheetView, errors: ["not_found"], etag: true},
    async call => answerLook(web, call, await getSheet(web.db, call.actor, sheetIdOf(call))),
  );
  const replace = endpoint(
    web,
    {
      ...doc.replace,
      scope: "write",
      body: SheetInput,
      response: SheetView,
      errors: ["not_found", ...COMPILE_ERRORS],
      etag: true,
      bodyLimitBytes: BODY_LIMIT_BYTES,
    },
    async call =>
      withEtag(call, await replaceSheet(web, call.actor, sheetIdOf(call), call.body, ifMatch(call.request))),
  );
  const remove = endpoint(
    web,
    {...doc.remove, scope: "manage", status: 204, errors: ["not_found"], etag: true},
    async call => deleteSheet(web.db, call.actor, sheetIdOf(call), ifMatch(call.request)),
  );
  const calculate = endpoint(
    web,
    {...doc.calculate, scope: "read", response: Calculated, errors: ["not_found", "worker_unavailable"]},
    async call => {
      const sheet = await requireSheet(web.db, call.actor, sheetIdOf(call), "view");
      web.viewLog.add(call.actor, sheet.id);
      return calculateSheet(web.runner, askingOf(call), sheet);
    },
  );
  const exported = endpoint(
    web,
    {
      ...doc.exported,
      scope: "read",
      media: CONTENT_TYPES.xlsx,
      errors: ["not_found", "worker_unavailable"],
    },
    async call => {
      const sheet = await requireSheet(web.db, call.actor, sheetIdOf(call), "view");
      web.viewLog.add(call.actor, sheet.id);
      return new Response(await exportSheet(web.runner, askingOf(call), sheet), {
        headers: {
          "content-type": CONTENT_TYPES.xlsx,
          "content-disposition": dispositionOf(sheet.name, "xlsx"),
          "cache-control": "private, no-store",
        },
      });
    },
  );
  return new Elysia()
    .get("/api/sheets", ...list)
    .post("/api/sheets", ...create)
    .get("/api/sheets/:sheetId", ...get)
    .put("/api/sheets/:sheetId", ...replace)
    .delete("/api/sheets/:sheetId", ...remove)
    .post("/api/sheets/:sheetId/calculate", ...calculate)
    .get("/api/sheets/:sheetId/export.xlsx", ...exported);
}

function sheetIdOf({params}: {params: Record<string, string>}): string {
  return params["sheetId"] ?? "";
}
