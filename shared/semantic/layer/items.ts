import {type Static, Type} from "@sinclair/typebox";

export const ItemType = Type.Union(
  [Type.Literal("string"), Type.Literal("number"), Type.Literal("boolean")],
  {
    description:
      "What the arrays of a dimension of the type `json` hold. Filters then ask by `has`, `has_any`, `has_all` and `has_none`",
  },
);
/** The types that the values in an array can be compared as. */
export type ItemType = Static<typeof ItemType>;
