import {type Static, Type} from "@sinclair/typebox";

const closed = {additionalProperties: false} as const;

const MAX_SECONDS = 24 * 3600;

const resource = {
  resourceType: Type.Union([Type.Literal("chart"), Type.Literal("dashboard")], {
    description: "The type of the content that is embedded.",
  }),
  resourceId: Type.String({minLength: 1, maxLength: 64, description: "The id of the chart or dashboard."}),
};

const attributes = Type.Record(
  Type.String({minLength: 1, maxLength: 128}),
  Type.Array(Type.String({maxLength: 1000}), {maxItems: 1000}),
  {
    description:
      "Attribute → values, for the row access of the embedded content. Default: none, so that models with row access give no rows.",
    maxProperties: 100,
  },
);

export const EmbedTokenInput = Type.Object(
  {
    ...resource,
    attributes: Type.Optional(attributes),
    expiresInSeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_SECONDS,
        description: "How long the token is valid, in seconds. Default 3600, an hour; at most 86400, a day.",
      }),
    ),
  },
  {...closed, $id: "EmbedTokenInput"},
);
export type EmbedTokenInput = Static<typeof EmbedTokenInput>;

/** An embed token without its secret. */
export const EmbedTokenView = Type.Object(
  {
    id: Type.String({description: "The id by which the token is revoked."}),
    ...resource,
    resourceName: Type.String({description: "The name of the chart or dashboard."}),
    attributes,
    createdBy: Type.String({description: "The id of the principal who created it."}),
    createdAt: Type.String({format: "date-time", description: "When it was created."}),
    expiresAt: Type.String({format: "date-time", description: "When the token stops working."}),
    revokedAt: Type.Union([Type.String({format: "date-time"}), Type.Null()], {
      description: "null: it was not revoked.",
    }),
  },
  {$id: "EmbedToken"},
);
export type EmbedTokenView = Static<typeof EmbedTokenView>;

export const EmbedTokenAnswer = Type.Object(
  {
    id: Type.String({description: "The id by which the token is revoked."}),
    token: Type.Union([Type.String(), Type.Null()], {
      description: "The token, which is shown only once; null in a replay with the same `Idempotency-Key`.",
    }),
    expiresAt: Type.String({format: "date-time", description: "When the token stops working."}),
    url: Type.Union([Type.String(), Type.Null()], {
      description:
        "The address for an iframe. It has the token in its fragment, which servers do not log; null in a replay.",
    }),
  },
  {$id: "CreatedEmbedToken"},
);
export type EmbedTokenAnswer = Static<typeof EmbedTokenAnswer>;
