import {type Calculated, SheetSummary, SheetView} from "../../../shared/content/sheets/schemas.ts";
import type {KindDoc} from "../kind-doc.ts";

const tag = "Sheets";

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

const summary = {
  id: "sheet_01kah6m2r8f4vbqz7n9t3x5w0c",
  name: "Flights by state",
  teamId: null,
  ownerId: "svc_01kah4q3v8e6wt2y5m7n9p0rsx",
  createdAt: "2026-01-31T09:30:00.000Z",
  updatedAt: "2026-01-31T09:30:00.000Z",
};
const sheet: SheetView = {...summary, tabs};

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

export const kind: KindDoc = {
  about: "Spreadsheets over query results.",
  view: SheetView,
  answer: sheet,
  listed: {schema: SheetSummary, answer: summary},
  list: "The sheets that the caller can read, without their tabs, newest first unless `sort` says otherwise.",
};

export const create = {
  description:
    "Without `tabs` the sheet has one empty tab. The queries must compile. Formulas are written as in Excel, with English names and " +
    "commas; unknown functions, and functions that access anything outside of the sheet, are refused.",
  example: {name: "Flights by state", tabs},
};

export const replace = {
  summary: "Replace a sheet",
  description:
    "Replaces its name and all of its tabs. Needs the right to edit the sheet; to change `teamId` the caller must own the sheet. The model of a new query must be " +
    "visible to the caller.",
  example: {name: "Flights by state", tabs},
};

export const calculate = {
  tag,
  summary: "Calculate a sheet",
  description:
    "Runs its queries under the caller's row access, evaluates its formulas and returns the values of all cells that " +
    'are not empty. Errors are values (`{"error": "#DIV/0!"}`). A query that fails, or whose result would overwrite ' +
    "cells, leaves its range empty and says why. Dates are day numbers, as spreadsheets count them, and " +
    "`texts` has numbers and dates as their number formats show them; a number of more than 15 digits is text.",
  answer: calculated,
};

export const exported = {
  tag,
  summary: "Export a sheet as XLSX",
  description:
    "An Excel file, calculated under the caller's row access, with its formulas, number formats and types.",
};
