import {type Static, Type} from "@sinclair/typebox";
import {Query} from "../../semantic/documents.ts";

const closed = {additionalProperties: false} as const;
const Time = Type.String({format: "date-time"});
const Wording = Type.String({minLength: 1, maxLength: 500, pattern: "\\S"});
const Phrasings = Type.Array(Wording, {
  maxItems: 20,
  uniqueItems: true,
  description: "Other wordings of the same question, by which it is found, too.",
});
const Note = Type.Union([Type.String({maxLength: 2000}), Type.Null()], {
  description: "Why the query is correct, for people and agents.",
});

export const VerifiedQuestionInput = Type.Object(
  {
    question: {...Wording, description: "The question in words, not blank, at most 500 characters."},
    phrasings: Type.Optional(Phrasings),
    query: Query,
    note: Type.Optional(Note),
  },
  {...closed, $id: "VerifiedQuestionInput"},
);
export type VerifiedQuestionInput = Static<typeof VerifiedQuestionInput>;

const ignored = Type.Optional(Type.Unknown({description: "Ignored."}));

/** The keys that an edit accepts and ignores, so that what was read can be sent back. */
const readOnly = {
  id: ignored,
  projectId: ignored,
  status: ignored,
  message: ignored,
  verifiedBy: ignored,
  verifiedAt: ignored,
};

export const VerifiedQuestionEdit = Type.Object(
  {...Type.Partial(Type.Object(VerifiedQuestionInput.properties)).properties, ...readOnly},
  {...closed, $id: "VerifiedQuestionEdit"},
);
export type VerifiedQuestionEdit = Static<typeof VerifiedQuestionEdit>;

export const VerifiedQuestionView = Type.Object(
  {
    id: Type.String({description: "The id of the verified question."}),
    projectId: Type.String({description: "The project to which the question belongs."}),
    question: Type.String({description: "The question in words."}),
    phrasings: Type.Array(Type.String(), {description: "Other wordings of the same question."}),
    query: Query,
    note: Type.Union([Type.String(), Type.Null()], {
      description: "Why the query is correct; null: nothing was said.",
    }),
    status: Type.Union([Type.Literal("valid"), Type.Literal("broken")], {
      description:
        "`broken`: the query no longer compiles with the project's layer, and is not used as an example.",
    }),
    message: Type.Optional(Type.String({description: "If it is `broken`: why."})),
    verifiedBy: Type.Union(
      [
        Type.Object({
          id: Type.String({description: "The id of the principal."}),
          name: Type.String({description: "The name of the principal."}),
        }),
        Type.Null(),
      ],
      {
        description:
          "Who last saved the question or its query; null if that person has left the organization, or if it comes from the file in the repository.",
      },
    ),
    verifiedAt: {...Time, description: "When the question or its query was last saved."},
  },
  {$id: "VerifiedQuestion"},
);
export type VerifiedQuestionView = Static<typeof VerifiedQuestionView>;
