import {Type} from "@sinclair/typebox";
import {SheetInput, SheetQuery, SheetTab} from "../../../content/sheets/schemas.ts";
import {createSheet, replaceSheet, SHEET} from "../../../content/sheets/sheets.ts";
import {replacing} from "./change.ts";
import {closed, defineContent, query, withoutReadOnly} from "./kind.ts";

const {tabs, ...sheetOwn} = withoutReadOnly(SheetInput).properties;
const sheetTab = SheetTab.properties;

export const sheet = defineContent(SHEET, {
  description:
    "Saves a spreadsheet: tabs with cells, formulas (=SUM(B2:B9)), number formats, and queries whose results fill the cells from their anchor on. Calculated for each reader.",
  input: Type.Object(
    {
      ...sheetOwn,
      tabs: Type.Optional(
        Type.Array(
          Type.Object(
            {
              ...sheetTab,
              queries: Type.Optional(
                Type.Array(
                  Type.Object({...SheetQuery.properties, query: {...query, shortForm: "a query"}}, closed),
                ),
              ),
            },
            closed,
          ),
        ),
      ),
    },
    closed,
  ),
  create: createSheet,
  change: replacing(SHEET, SheetInput, replaceSheet),
});
