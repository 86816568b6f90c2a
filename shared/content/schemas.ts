import {type Static, Type} from "@sinclair/typebox";

export const ContentName = Type.String({minLength: 1, maxLength: 200, pattern: "\\S"});

export const TeamId = Type.Union([Type.String({maxLength: 64}), Type.Null()], {
  description: "The team whose members see and edit it; null: its owner alone.",
});

/** Keys of every piece of content that an edit accepts and ignores. */
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
  viewCount: Type.Integer({description: "How often it was looked at: a caller counts once in ten minutes."}),
  lastViewedAt: Type.Union([Type.String({format: "date-time"}), Type.Null()]),
};

/** How content stands with those who can read it. */
export const Standing = Type.Object(standing, {$id: "Standing"});
export type Standing = Static<typeof Standing>;

/**
 * What the API shows of every piece of content, beside the fields of its type. How it stands comes in lists alone: it
 * is no part of the resource and of its ETag.
 */
export const contentView = {
  id: Type.String(),
  name: Type.String(),
  teamId: TeamId,
  ownerId: Type.String({description: "The principal who made it, or inherited it."}),
  createdAt: Type.String({format: "date-time"}),
  updatedAt: Type.String({format: "date-time"}),
  starred: Type.Optional(standing.starred),
  viewCount: Type.Optional(standing.viewCount),
  lastViewedAt: Type.Optional(standing.lastViewedAt),
};
