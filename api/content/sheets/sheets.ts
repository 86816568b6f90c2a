import {calculateSheet, exportSheet} from "../../../shared/content/sheets/calculate.ts";
import {Calculated, SheetInput} from "../../../shared/content/sheets/schemas.ts";
import {createSheet, replaceSheet, requireSheet, SHEET} from "../../../shared/content/sheets/sheets.ts";
import {CONTENT_TYPES} from "../../../shared/ground/wire/run-request.ts";
import {COMPILE_ERRORS} from "../../openapi/queries/query-docs.ts";
import {askingOf, dispositionOf} from "../../queries/answer-query.ts";
import {endpoint} from "../../server/endpoint.ts";
import type {Web} from "../../web.ts";
import {changeEndpoint, contentRoutes, createEndpoint, idIn, type KindRoutes} from "../content-endpoints.ts";
import {starRoutes} from "../stars.ts";
import * as doc from "./docs.ts";

const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

/** Spreadsheets over query results. */
function sheetRoutes(web: Web) {
  const saved = {body: SheetInput, errors: COMPILE_ERRORS, bodyLimitBytes: BODY_LIMIT_BYTES};
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
  return contentRoutes(web, SHEET, doc.kind, {
    create: createEndpoint(web, SHEET, doc.kind, {...doc.create, ...saved}, createSheet),
    replace: changeEndpoint(web, SHEET, doc.kind, {...doc.replace, ...saved}, replaceSheet),
  })
    .post("/api/sheets/:sheetId/calculate", ...calculate)
    .get("/api/sheets/:sheetId/export.xlsx", ...exported)
    .use(starRoutes(web, "sheet"));
}

export const sheet: KindRoutes = {doc: doc.kind, routes: sheetRoutes};
