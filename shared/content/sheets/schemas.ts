import {type Static, Type} from "@sinclair/typebox";
import {withReadOnly} from "../../core/validate.ts";
import {Query} from "../../semantic/documents.ts";
import {ContentName, contentView, READ_ONLY, TeamId} from "../../tenancy/content-kinds/schemas.ts";

const closed = {additionalProperties: false} as const;
const CELL = "[A-Z]{1,3}[1-9][0-9]{0,6}";

const CellInput = Type.Union([Type.Number(), Type.String({maxLength: 8192}), Type.Boolean()], {
  $id: "CellInput",
  description:
    "A number, a boolean, a formula (a text that begins with `=`), or any other text, which is never converted.",
});

export const SheetQuery = Type.Object(
  {
    anchor: Type.String({
      pattern: `^${CELL}$`,
      description: "The upper left cell of its result, such as `A4`.",
    }),
    query: Query,
    header: Type.Optional(Type.Boolean({description: "Column names in the first row. Default true."})),
  },
  {...closed, $id: "SheetQuery"},
);

export const SheetTab = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 31,
      pattern: "^(?!')(?=.*\\S)[^\\[\\]:*?/\\\\\\u0000-\\u001f]+(?<!')$",
      description: "1 to 31 characters, without []:*?/\\ and without a quote at either end.",
    }),
    cells: Type.Optional(
      Type.Record(Type.String({pattern: `^${CELL}$`}), CellInput, {
        ...closed,
        description: "Cell, such as A1 → its content.",
      }),
    ),
    formats: Type.Optional(
      Type.Record(
        Type.String({pattern: `^${CELL}(:${CELL})?$`}),
        Type.String({minLength: 1, maxLength: 100}),
        {
          ...closed,
          description: "Cell or range, such as A1:B9 → number format as in Excel: `#,##0.00`.",
        },
      ),
    ),
    queries: Type.Optional(
      Type.Array(SheetQuery, {
        maxItems: 20,
        apiDescription: "Queries whose results fill cells, at most 20. Default: none.",
      }),
    ),
  },
  {...closed, $id: "SheetTab"},
);
export type SheetTab = Static<typeof SheetTab>;

const tabs = Type.Array(SheetTab, {
  minItems: 1,
  maxItems: 50,
  apiDescription: "The tabs in their order, 1 to 50.",
});

export const SheetInput = withReadOnly(
  Type.Object(
    {name: ContentName, teamId: Type.Optional(TeamId), tabs: Type.Optional(tabs)},
    {...closed, $id: "SheetInput"},
  ),
  READ_ONLY,
);
export type SheetInput = Static<typeof SheetInput>;

export const SheetSummary = Type.Object(contentView, {$id: "SheetSummary"});
export type SheetSummary = Static<typeof SheetSummary>;

export const SheetView = Type.Object({...contentView, tabs}, {$id: "Sheet"});
export type SheetView = Static<typeof SheetView>;

const CellValue = Type.Union(
  [
    Type.Number(),
    Type.String(),
    Type.Boolean(),
    Type.Object({error: Type.String({description: "`#DIV/0!`, `#REF!` and the like."})}),
  ],
  {$id: "CellValue"},
);
export type CellValue = Static<typeof CellValue>;

export const Calculated = Type.Object(
  {
    tabs: Type.Array(
      Type.Object({
        name: Type.String({description: "The name of the tab."}),
        cells: Type.Record(Type.String(), CellValue, {
          description: "Cell → value, for every cell that is not empty.",
        }),
        texts: Type.Optional(
          Type.Record(Type.String(), Type.String(), {
            description: "Cell → the text that its number format shows: `2026-01-31`, `12.5%`, `1,234`.",
          }),
        ),
        queries: Type.Array(
          Type.Object({
            anchor: Type.String({description: "The upper left cell of its result."}),
            range: Type.Optional(Type.String({description: "The cells that its result fills."})),
            rowCount: Type.Optional(
              Type.Integer({description: "The rows of its result, without the header."}),
            ),
            truncated: Type.Optional(
              Type.Boolean({description: "`true` if there are more rows than the limit."}),
            ),
            error: Type.Optional(
              Type.Unknown({
                description: "If the query failed: the problem (RFC 9457). The range is then empty.",
              }),
            ),
          }),
          {description: "The outcome of each query of the tab, in their order."},
        ),
      }),
      {description: "The tabs, in the order of the sheet."},
    ),
  },
  {$id: "CalculatedSheet"},
);
export type Calculated = Static<typeof Calculated>;
