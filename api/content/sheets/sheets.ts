import {calculateSheet, exportSheet} from "../../../shared/content/sheets/calculate.ts";
import {Calculated} from "../../../shared/content/sheets/schemas.ts";
import {requireSheet, type SheetRow} from "../../../shared/content/sheets/sheets.ts";
import type {Actor} from "../../../shared/core/actor.ts";
import {CONTENT_TYPES} from "../../../shared/core/wire/run-request.ts";
import type {Web} from "../../dependencies.ts";
import {dispositionOf, queryContextOf} from "../../queries/answer-query.ts";
import {Operations} from "../../server/operations.ts";
import {idIn} from "../names.ts";

const calculated: Calculated = {
  tabs: [
    {
      name: "Flights",
      cells: {
        A1: "Flights by state",
        C1: 312907,
        A3: "origin.state",
        B3: "flights.count",
        A4: "CA",
        B4: 312907,
      },
      texts: {C1: "312,907"},
      queries: [{anchor: "A3", range: "A3:B4", rowCount: 1, truncated: false}],
    },
  ],
};

/** The values and files of sheets. */
export function sheetRoutes(web: Web) {
  return new Operations(web, "Sheets")
    .add("POST", "/api/sheets/:sheetId/calculate", {
      scope: "read",
      summary: "Calculate a sheet",
      description:
        "Runs its queries under the caller's row access, evaluates its formulas and returns the values of all cells that " +
        'are not empty. Errors are values (`{"error": "#DIV/0!"}`). A query that fails, or whose result would overwrite ' +
        "cells, leaves its range empty and says why. Dates are day numbers, as spreadsheets count them, and " +
        "`texts` has numbers and dates as their number formats show them; a number of more than 15 digits is text.",
      response: Calculated,
      answer: calculated,
      errors: ["not_found", "invalid_request", "worker_unavailable"],
      handle: async call => {
        const sheet = await lookAt(web, call);
        await call.noBody();
        return calculateSheet(web.runner, queryContextOf(call), sheet);
      },
    })
    .add("GET", "/api/sheets/:sheetId/export.xlsx", {
      scope: "read",
      summary: "Export a sheet as XLSX",
      description:
        "An Excel file, calculated under the caller's row access, with its formulas, number formats and types.",
      media: CONTENT_TYPES.xlsx,
      errors: ["not_found", "worker_unavailable"],
      handle: async call => {
        const sheet = await lookAt(web, call);
        return new Response(await exportSheet(web.runner, queryContextOf(call), sheet), {
          headers: {
            "content-type": CONTENT_TYPES.xlsx,
            "content-disposition": dispositionOf(sheet.name, "xlsx"),
            "cache-control": "private, no-store",
          },
        });
      },
    }).app;
}

async function lookAt(web: Web, call: {actor: Actor; params: Record<string, string>}): Promise<SheetRow> {
  const sheet = await requireSheet(web.db, call.actor, idIn("sheet", call), "view");
  web.viewLog.add(call.actor, sheet.id);
  return sheet;
}
