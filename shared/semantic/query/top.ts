import {Type} from "@sinclair/typebox";
import {FieldName} from "./calculations.ts";

const closed = {additionalProperties: false} as const;

export const Top = Type.Object(
  {
    dimension: Type.String({minLength: 1, maxLength: 600, description: "One of the query's dimensions"}),
    by: Type.String({
      minLength: 1,
      maxLength: 600,
      description: "The measure by which the values are compared",
    }),
    direction: Type.Optional(
      Type.Union([Type.Literal("asc"), Type.Literal("desc")], {
        description: "`desc` keeps the greatest, `asc` the least. Default `desc`",
      }),
    ),
    count: Type.Integer({minimum: 1, maximum: 10_000, description: "How many values are kept"}),
    within: Type.Optional(
      Type.Array(FieldName, {
        maxItems: 200,
        description:
          "Other selected dimensions: the values are chosen anew in each of their groups. Default: once for all",
      }),
    ),
    others: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          "The name of one more group, which holds all other values. For dimensions that are texts or numbers. Without it the other values are left out",
      }),
    ),
  },
  {
    ...closed,
    $id: "Top",
    description: "Keeps only the values of a dimension with the greatest, or least, value of a measure",
  },
);
