import {type Static, Type} from "@sinclair/typebox";

/**
 * How to read the ambiguous cells of a CSV: whether `01/02/2026` begins with its day or its month, and whether a point or
 * a comma stands before decimals. Unambiguous cells take precedence over it.
 */
export const CsvFormat = Type.Object({
  dateOrder: Type.Optional(Type.Union([Type.Literal("day"), Type.Literal("month")])),
  decimalMark: Type.Optional(Type.Union([Type.Literal("."), Type.Literal(",")])),
});
export type CsvFormat = Static<typeof CsvFormat>;
