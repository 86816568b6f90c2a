import {Type} from "@sinclair/typebox";
import {withoutReadOnly} from "../../core/validate.ts";
import {describeKind} from "../descriptions/describe-kind.ts";
import {EXAMPLE_OWNED} from "../descriptions/example.ts";
import {queryArgument} from "../descriptions/query-arguments.ts";
import {SheetInput, SheetQuery, SheetSummary, SheetTab, SheetView} from "./schemas.ts";
import {createSheet, replaceSheet, SHEET} from "./sheets.ts";

const closed = {additionalProperties: false} as const;

const name = "Flights by state";
const tabs: SheetView["tabs"] = [
  {
    name: "Flights",
    cells: {A1: "Flights by state", C1: "=SUM(B4:B13)"},
    formats: {C1: "#,##0"},
    queries: [
      {
        anchor: "A3",
        query: {
          model: "flights",
          dimensions: ["origin.state"],
          measures: ["flights.count"],
          orderBy: ["flights.count desc"],
          limit: 10,
        },
        header: true,
      },
    ],
  },
];
const summary = {id: "sheet_01kah6m2r8f4vbqz7n9t3x5w0c", name, ...EXAMPLE_OWNED};

export const sheet = describeKind(SHEET, {
  texts: {
    kind: "Spreadsheets over query results.",
    list: "The sheets that the caller can read, without their tabs, newest first unless `sort` says otherwise.",
  },
  view: SheetView,
  example: {...summary, tabs},
  listed: {schema: SheetSummary, example: summary},
  listing: {
    description: "Spreadsheets you can read, newest first. get_resource gives one with its tabs.",
    columns: ["id", "name", "updatedAt"],
    row: ({updatedAt}) => ({updatedAt}),
  },
  compiles: true,
  bodyLimitBytes: 16 * 1024 * 1024,
  create: {
    description:
      "Without `tabs` the sheet has one empty tab. The queries must compile. Formulas are written as in Excel, with English names and " +
      "commas; unknown functions, and functions that access anything outside of the sheet, are refused.",
    body: SheetInput,
    example: {name, tabs},
    run: createSheet,
  },
  change: {
    method: "PUT",
    description:
      "Replaces its name and all of its tabs. Needs the right to edit the sheet; to change `teamId` the caller must own the sheet. The model of a new query must be " +
      "visible to the caller.",
    body: SheetInput,
    example: {name, tabs},
    run: replaceSheet,
  },
  tool: {
    description:
      "Saves a spreadsheet: tabs with cells, formulas (=SUM(B2:B9)), number formats, and queries whose results fill the cells from their anchor on. Calculated for each reader.",
    input: Type.Object(
      {
        ...withoutReadOnly(SheetInput).properties,
        tabs: Type.Optional(Type.Array(tabArguments())),
      },
      closed,
    ),
    create: createSheet,
  },
});

function tabArguments() {
  const query = {...queryArgument, shortForm: "a query"};
  const queries = Type.Array(Type.Object({...SheetQuery.properties, query}, closed));
  return Type.Object({...SheetTab.properties, queries: Type.Optional(queries)}, closed);
}
