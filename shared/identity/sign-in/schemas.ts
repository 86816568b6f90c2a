import {type Static, Type} from "@sinclair/typebox";

const Timestamp = Type.String({format: "date-time", description: "ISO 8601 in UTC with milliseconds."});

export const OAuthGrant = Type.Object(
  {
    id: Type.String(),
    clientName: Type.String({description: "As the client calls itself: nobody has checked it."}),
    user: Type.Object({id: Type.String(), name: Type.String(), email: Type.String()}),
    scopes: Type.Array(Type.Union([Type.Literal("read"), Type.Literal("write")])),
    createdAt: Timestamp,
    lastUsedAt: Type.Union([Timestamp, Type.Null()], {description: "To the minute; null: never used."}),
  },
  {$id: "OAuthGrant", additionalProperties: false},
);
export type OAuthGrant = Static<typeof OAuthGrant>;

export const PasswordLinkAnswer = Type.Object(
  {
    url: Type.Union([Type.String(), Type.Null()], {
      description:
        "Shown this once; null in a replay of the same `Idempotency-Key`. Give it to the member, and to nobody else.",
    }),
    expiresAt: Timestamp,
  },
  {$id: "PasswordLink", additionalProperties: false},
);
