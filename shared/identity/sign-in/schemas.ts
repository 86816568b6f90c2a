import {type Static, Type} from "@sinclair/typebox";

const Timestamp = Type.String({format: "date-time", description: "ISO 8601 in UTC with milliseconds."});

export const OAuthGrant = Type.Object(
  {
    id: Type.String({description: "The id of the grant."}),
    clientName: Type.String({description: "The name that the application gave itself; it is not verified."}),
    user: Type.Object(
      {
        id: Type.String({description: "The id of the member."}),
        name: Type.String({description: "The name of the member."}),
        email: Type.String({description: "The email address of the member."}),
      },
      {description: "The member who granted the access."},
    ),
    scopes: Type.Array(Type.Union([Type.Literal("read"), Type.Literal("write")]), {
      description: "The scopes that were granted.",
    }),
    createdAt: Timestamp,
    lastUsedAt: Type.Union([Timestamp, Type.Null()], {
      description: "When its tokens were last used, to the minute; null: never.",
    }),
  },
  {$id: "OAuthGrant", additionalProperties: false},
);
export type OAuthGrant = Static<typeof OAuthGrant>;

export const PasswordLinkAnswer = Type.Object(
  {
    url: Type.Union([Type.String(), Type.Null()], {
      description:
        "The link, which is shown only once; null in a replay with the same `Idempotency-Key`. Give it to the member alone.",
    }),
    expiresAt: Timestamp,
  },
  {$id: "PasswordLink", additionalProperties: false},
);
