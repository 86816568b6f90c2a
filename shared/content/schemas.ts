import {Type} from "@sinclair/typebox";

export const ContentName = Type.String({minLength: 1, maxLength: 200, pattern: "\\S"});

export const TeamId = Type.Union([Type.String({maxLength: 64}), Type.Null()], {
  description: "The team whose members see and edit it; null: its owner alone.",
});

/** Keys of every piece of content that an edit accepts and ignores. */
export const READ_ONLY = ["id", "ownerId", "createdAt", "updatedAt"] as const;

/** What the API shows of every piece of content, beside the fields of its type. */
export const contentView = {
  id: Type.String(),
  name: Type.String(),
  teamId: TeamId,
  ownerId: Type.String({description: "The principal who made it, or inherited it."}),
  createdAt: Type.String({format: "date-time"}),
  updatedAt: Type.String({format: "date-time"}),
};
