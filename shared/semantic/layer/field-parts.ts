import {Type} from "@sinclair/typebox";

const closed = {additionalProperties: false} as const;

/** A name in the layer, case-sensitive. */
export const Name = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: "^[^.\\u0000-\\u001f\\u007f]+$",
  description: "Case-sensitive; 1 to 128 characters, without dots and control characters.",
});
export const Identifier = Type.String({minLength: 1, maxLength: 255});
export const Column = Type.String({
  minLength: 1,
  maxLength: 255,
  description: "A column of the model's table",
});
export const Fragment = Type.String({
  minLength: 1,
  maxLength: 10_000,
  description:
    "One SQL expression in the warehouse's dialect, without `select`. A bare name is a column of the model's table; `${dimension}` and `${measure}` refer to fields, `${TABLE}` to the table",
});

export const FieldFormat = Type.Object(
  {
    style: Type.Union(
      [
        Type.Literal("number"),
        Type.Literal("percent"),
        Type.Literal("currency"),
        Type.Literal("bytes"),
        Type.Literal("duration"),
      ],
      {description: "`percent`: 0.12 is shown as 12%; `duration`: seconds"},
    ),
    currency: Type.Optional(
      Type.String({pattern: "^[A-Z]{3}$", description: "For currency: ISO 4217, as EUR"}),
    ),
    decimals: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 12,
        apiDescription:
          "How many decimals are shown, 0 to 12. Default: as many as the value needs, at most two, for `percent` at most one; for `currency` two, in JPY none",
      }),
    ),
  },
  {
    ...closed,
    $id: "FieldFormat",
    apiDescription: "How numbers are written in charts, tables and mails; values in results stay as they are",
  },
);

export const described = {
  label: Type.Optional(Type.String({maxLength: 200, description: "The name that people see"})),
  description: Type.Optional(
    Type.String({maxLength: 4000, description: "What it means, for people and agents"}),
  ),
  hint: Type.Optional(Type.String({maxLength: 4000, description: "Advice for agents that write queries"})),
  synonyms: Type.Optional(
    Type.Array(Type.String({minLength: 1, maxLength: 200, pattern: "\\S"}), {
      maxItems: 50,
      uniqueItems: true,
      description: "Other names that people use, by which searches find it",
    }),
  ),
  hidden: Type.Optional(
    Type.Boolean({
      description: "True: left out of lists and search. Queries can still name it. Default false",
    }),
  ),
};
