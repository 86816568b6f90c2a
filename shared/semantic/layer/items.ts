import {type Static, Type} from "@sinclair/typebox";

export const ItemType = Type.Union(
  [Type.Literal("string"), Type.Literal("number"), Type.Literal("boolean")],
  {
    description:
      "For a dimension of the type `json` that is an array: the type of its items. Filters can then use `has`, `has_any`, `has_all` and `has_none`",
  },
);
/** The types that the values in an array can be compared as. */
export type ItemType = Static<typeof ItemType>;
