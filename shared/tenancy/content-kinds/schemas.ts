import {type Static, Type} from "@sinclair/typebox";

export const ContentName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: "\\S",
  apiDescription: "The name that people see: 1 to 200 characters, not only blanks.",
});

export const TeamId = Type.Union([Type.String({maxLength: 64}), Type.Null()], {
  description: "The team that sees and edits it; null: only the owner.",
});

/** The keys of every piece of content that an edit accepts and ignores. */
export const READ_ONLY = [
  "id",
  "ownerId",
  "createdAt",
  "updatedAt",
  "starred",
  "viewCount",
  "lastViewedAt",
] as const;

const standing = {
  starred: Type.Boolean({description: "Whether the caller has starred it."}),
  viewCount: Type.Integer({description: "How often it was viewed; each caller counts once in ten minutes."}),
  lastViewedAt: Type.Union([Type.String({format: "date-time"}), Type.Null()], {
    description: "null: it was never viewed.",
  }),
};

/** A reader's star on content, and how often the content was viewed. */
export const Standing = Type.Object(standing, {$id: "Standing"});
export type Standing = Static<typeof Standing>;

/**
 * The part of every piece of content that the API shows, beside the fields of its type. The standing is in lists alone:
 * it is not part of the resource and its ETag.
 */
export const contentView = {
  id: Type.String({description: "The id, which does not change."}),
  name: Type.String({description: "The name that people see."}),
  teamId: TeamId,
  ownerId: Type.String({
    description: "The member or service account that owns it: who made it, or who took it over.",
  }),
  createdAt: Type.String({format: "date-time", description: "When it was created."}),
  updatedAt: Type.String({format: "date-time", description: "When it was last changed."}),
  starred: Type.Optional(standing.starred),
  viewCount: Type.Optional(standing.viewCount),
  lastViewedAt: Type.Optional(standing.lastViewedAt),
};
