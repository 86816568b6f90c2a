import {Elysia} from "elysia";
import {calculateSheet, exportSheet} from "../../shared/content/sheets/calculate.ts";
import {Calculated, SheetInput, SheetView} from "../../shared/content/sheets/schemas.ts";
import {createSheet, replaceSheet, requireSheet, SHEET} from "../../shared/content/sheets/sheets.ts";
import {CONTENT_TYPES} from "../../shared/ground/wire/run-request.ts";
import * as doc from "../openapi/content/sheet-docs.ts";
import {COMPILE_ERRORS} from "../openapi/queries/query-docs.ts";
import {askingOf, dispositionOf} from "../queries/answer-query.ts";
import {endpoint} from "../server/endpoint.ts";
import type {Web} from "../web.ts";
import {changeEndpoint, contentEndpoints, createEndpoint, idIn} from "./content/content-endpoints.ts";

const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

/** Spreadsheets over query results. */
export function sheetRoutes(web: Web) {
  const {list, get, remove} = contentEndpoints(web, SHEET, doc.kind);
  const saved = {
    body: SheetInput,
    response: SheetView,
    errors: COMPILE_ERRORS,
    bodyLimitBytes: BODY_LIMIT_BYTES,
  };
  const create = createEndpoint(web, {...doc.create, ...saved}, createSheet);
  const replace = changeEndpoint(web, SHEET, {...doc.replace, ...saved}, replaceSheet);
  const calculate = endpoint(
    web,
    {...doc.calculate, scope: "read", response: Calculated, errors: ["not_found", "worker_unavailable"]},
    async call => {
      const sheet = await requireSheet(web.db, call.actor, idIn("sheet", call), "view");
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
      const sheet = await requireSheet(web.db, call.actor, idIn("sheet", call), "view");
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
