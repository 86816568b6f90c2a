import {type Static, Type} from "@sinclair/typebox";

const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);

/** A query's result in a sheet: an optional header, and rows below it. */
export const Block = Type.Object({
  /** The position of the upper left cell, both counted from 1. */
  anchor: Type.Object({row: Type.Integer(), column: Type.Integer()}),
  header: Type.Optional(Type.Array(Type.String())),
  columns: Type.Array(
    Type.Object({
      kind: Type.Union([
        Type.Literal("number"),
        Type.Literal("text"),
        Type.Literal("boolean"),
        Type.Literal("date"),
        Type.Literal("timestamp"),
      ]),
      format: Type.Optional(Type.String()),
      /**
       * Whether formulas count the column's numbers that have more digits than a spreadsheet keeps: true for measures. In
       * dimensions such numbers are identifiers, and stay text.
       */
      isCounted: Type.Optional(Type.Boolean()),
    }),
  ),
  /** JSON values; a number with more digits than a spreadsheet keeps is a string of them. */
  rows: Type.Array(Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]))),
});
export type Block = Static<typeof Block>;

const WorkbookTab = Type.Object({
  name: Type.String(),
  /** Cell → its input; a text that begins with `=` is a formula. */
  cells: Type.Record(Type.String(), Scalar),
  /** Cell or range → number format. */
  formats: Type.Record(Type.String(), Type.String()),
  blocks: Type.Array(Block),
});
export type WorkbookTab = Static<typeof WorkbookTab>;

/** A sheet ready to be calculated: its inputs and the results of its queries. */
export const Workbook = Type.Object({tabs: Type.Array(WorkbookTab)});
export type Workbook = Static<typeof Workbook>;

/** The value of a cell, which may be an error. */
const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Object({error: Type.String()})]);
export type Value = Static<typeof Value>;

/** A cell after the calculation; `formula` is its input. */
const CalculatedCell = Type.Object({
  cell: Type.String(),
  value: Value,
  formula: Type.Optional(Type.String()),
  /** The range that an array formula fills, beginning with this cell. */
  spill: Type.Optional(Type.String()),
  format: Type.Optional(Type.String()),
  /** The number as its format shows it. */
  text: Type.Optional(Type.String()),
});
export type CalculatedCell = Static<typeof CalculatedCell>;

export const CalculatedTab = Type.Object({name: Type.String(), cells: Type.Array(CalculatedCell)});
export type CalculatedTab = Static<typeof CalculatedTab>;
