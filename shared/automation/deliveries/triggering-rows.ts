import {type Static, Type} from "@sinclair/typebox";

/** The rows that made the threshold fire. */
export const Found = Type.Object({
  columns: Type.Array(Type.String()),
  rows: Type.Array(Type.Array(Type.Unknown()), {
    description: "The rows that fired: the first hundred, or fewer if they are long",
  }),
  count: Type.Integer({description: "The number of all rows that fired"}),
});
export type Found = Static<typeof Found>;
