import {Type} from "@sinclair/typebox";
import type {ErrorCode} from "../../../shared/core/errors.ts";
import {ResultNote} from "../../../shared/core/wire/result-note.ts";
import {CONTENT_TYPES} from "../../../shared/core/wire/run-request.ts";
import {FieldFormat} from "../../../shared/semantic/documents.ts";

/** Parameters that change a result beyond its format. */
export const FORMAT_PARAMETERS = {
  csv: Type.Optional(
    Type.Literal("safe", {
      description:
        "With `Accept: text/csv`: makes the file safe to open in a spreadsheet. Text that a spreadsheet would take for a formula (it begins with =, +, -, @, " +
        "a tab or a line break) gets an apostrophe before it. Without the parameter cells are unchanged, for programs.",
    }),
  ),
  meta: Type.Optional(
    Type.Literal("1", {
      description:
        "In JSON: each column also has its `role`, and the `label`, `format` and `grain` that the layer gives it.",
    }),
  ),
};
export const FormatQuery = Type.Object(FORMAT_PARAMETERS, {additionalProperties: false});

/** The media types of a result beside JSON. */
export const FORMATS = ["text/csv", "application/x-ndjson", CONTENT_TYPES.arrow, CONTENT_TYPES.xlsx];

export const COMPILE_ERRORS: ErrorCode[] = [
  "unknown_model",
  "ambiguous_model",
  "unknown_field",
  "ambiguous_join_path",
  "no_join_path",
  "invalid_filter",
  "invalid_order",
];
export const RUN_ERRORS: ErrorCode[] = [
  "warehouse_error",
  "query_crashed_worker",
  "worker_unavailable",
  "query_timeout",
  "storage_full",
];

const ResultColumn = Type.Object(
  {
    name: Type.String({
      description:
        "The name that the query gave: a qualified name, or the `name` of a calculation or aggregate",
    }),
    type: Type.Union(
      ["string", "number", "boolean", "date", "timestamp", "json"].map(type => Type.Literal(type)),
      {description: "The type of the column's values."},
    ),
    role: Type.Optional(
      Type.Union([Type.Literal("dimension"), Type.Literal("measure")], {description: "With `?meta=1`"}),
    ),
    label: Type.Optional(Type.String({description: "With `?meta=1`: the field's label"})),
    format: Type.Optional(FieldFormat),
    grain: Type.Optional(Type.String({description: "With `?meta=1`: the grain of a time"})),
  },
  {$id: "ResultColumn"},
);

export const QueryResult = Type.Object(
  {
    columns: Type.Array(ResultColumn, {
      description:
        "In order: dimensions, measures (each followed by its columns of `compare`), calculations, and `subtotal` with `subtotals`. Of a funnel or retention: its dimensions, its own columns, and the measures of a retention",
    }),
    rows: Type.Array(Type.Array(Type.Unknown()), {
      description:
        "Values in column order. Numbers have all their digits, also beyond a double; `NaN` and infinities are strings. Dates are `2026-01-31`, timestamps `2026-01-31T09:30:00+01:00`, with the offset of the query's timezone",
    }),
    truncated: Type.Boolean({description: "True: there are more rows than the limit let through"}),
    dataAsOf: Type.Optional(
      Type.String({
        description:
          "Only where a roll-up answered: the time up to which changes in the warehouse are included. Also in the header `X-Data-As-Of`",
      }),
    ),
    notes: Type.Optional(
      Type.Array(ResultNote, {
        description:
          "Remarks on columns. `not_of_the_whole`: the shares are of groups that do not add up to the whole",
      }),
    ),
    totals: Type.Optional(
      Type.Array(Type.Unknown(), {
        description:
          "With `totals`: a row in column order with the measures over all rows; null for dimensions and calculations",
      }),
    ),
  },
  {$id: "QueryResult", description: "The rows of a query."},
);
