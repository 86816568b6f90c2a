import {type Static, Type} from "@sinclair/typebox";
import {Identifier, Name} from "./field-parts.ts";
import {Along} from "./windows.ts";

const closed = {additionalProperties: false} as const;

const Relationship = Type.Union(
  [Type.Literal("many_to_one"), Type.Literal("one_to_many"), Type.Literal("one_to_one")],
  {
    $id: "Relationship",
    description: "From `from` to `to`. It is taken as declared, even if the data contradicts it",
  },
);
export type Relationship = Static<typeof Relationship>;

const VALIDITY =
  "For a table whose rows are versions (a slowly changing dimension): joins the version that is valid at the time `at` of the other side. A version is valid from its dimension `from` up to, but not including, its dimension `to`; null in `to`: still valid";

/** `on` pairs columns: `from` is a column of the `from` model's table, `to` of the `to` model's. */
export const Join = Type.Object(
  {
    name: Type.Optional({
      ...Name,
      description:
        "The role under which fields of `to` are reached: `<name>.<field>`. Default: the name of `to`",
    }),
    from: {...Name, description: "The model at which the join starts"},
    to: {...Name, description: "The model to which it leads"},
    relationship: Relationship,
    on: Type.Array(
      Type.Object(
        {
          from: {...Identifier, description: "A column of the table of the model `from`"},
          to: {...Identifier, description: "The column of the table of the model `to` that equals it"},
        },
        closed,
      ),
      {
        minItems: 1,
        maxItems: 32,
        description: "Pairs of columns that are equal: of the table of the model `from`, and of that of `to`",
      },
    ),
    validity: Type.Optional(
      Type.Object({from: Name, to: Name, at: Along}, {...closed, description: VALIDITY}),
    ),
  },
  {...closed, $id: "Join", description: "Works in both directions"},
);
export type Join = Static<typeof Join>;
export type JoinValidity = NonNullable<Join["validity"]>;
