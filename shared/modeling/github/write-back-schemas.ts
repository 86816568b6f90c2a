import {type Static, Type} from "@sinclair/typebox";
import {WireErrorDetail} from "../../ground/wire-error.ts";

const closed = {additionalProperties: false} as const;
const Name = Type.String({minLength: 1, maxLength: 128});
const Time = Type.String({format: "date-time"});
const literals = <T extends string>(values: readonly T[]) => Type.Union(values.map(one => Type.Literal(one)));

const LayerChange = Type.Object(
  {
    op: literals(["set", "remove"] as const),
    kind: literals(["model", "dimension", "measure", "join"] as const),
    model: Type.String({
      minLength: 1,
      maxLength: 128,
      description: "Of a join, the model that it starts at.",
    }),
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: "Of a field its name, of a join its role: `name`, or else `to`.",
      }),
    ),
    value: Type.Optional(
      Type.Record(Name, Type.Unknown(), {
        maxProperties: 50,
        description:
          "With `set`: keys as the graph has them. They take the place of those that are there, and null takes one away; `column` and `sql` replace each other; what is not there yet needs them all. A model's `dimensions` and `measures`, where they are given, are all of them.",
      }),
    ),
  },
  {...closed, $id: "LayerChange"},
);

export const WriteBackInput = Type.Object(
  {
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: "^[^\\r\\n\\u0000]+$",
        description: "Of the pull request. Default: what changes.",
      }),
    ),
    changes: Type.Optional(Type.Array(LayerChange, {minItems: 1, maxItems: 200})),
    verifiedQuestions: Type.Optional(
      Type.Literal(true, {
        description:
          "Writes the verified questions that members have saved, as far as you see them, into the file beside the layer, with `changes` or without.",
      }),
    ),
  },
  {...closed, $id: "WriteBackInput"},
);
export type WriteBackInput = Static<typeof WriteBackInput>;

const Named = Type.Object({id: Type.String(), name: Type.String({description: "As it was then."})});

const AskedBy = Type.Object({
  serviceAccount: Named,
  person: Type.Union([Named, Type.Null()], {
    description: "The member who made the service account, or gave it a new token last; null: none is known.",
  }),
});
export type AskedBy = Static<typeof AskedBy>;

const WriteBackStatus = literals(["queued", "open", "merged", "closed", "conflicting", "failed"] as const);
export type WriteBackStatus = Static<typeof WriteBackStatus>;

const Names = Type.Array(Type.String());
const Diff = Type.Object({added: Names, changed: Names, removed: Names});

const leftOutPlace = {
  message: Type.String({description: "Why it could not be written, and how to mend it."}),
  file: Type.String(),
  line: Type.Optional(Type.Integer()),
};
const LeftOut = Type.Object({
  question: Type.Optional(Type.String({description: "For org-admins."})),
  ...leftOutPlace,
});

const RequestView = Type.Object({
  changes: Type.Array(LayerChange),
  verifiedQuestions: Type.Optional(Type.Boolean({description: "Whether it writes verified questions."})),
  askedBy: AskedBy,
  commit: Type.Union([Type.String(), Type.Null()], {
    description: "null: none yet, or the files said it already.",
  }),
  diff: Type.Optional(Diff),
  leftOut: Type.Optional(
    Type.Array(LeftOut, {description: "Verified questions that could not be written; all others were."}),
  ),
  createdAt: Time,
  waitsUntil: Type.Optional(Type.String({format: "date-time", description: "GitHub is not asked before."})),
  error: Type.Optional(Type.String()),
});

export const WriteBackView = Type.Object(
  {
    id: Type.String(),
    number: Type.Union([Type.Integer(), Type.Null()], {
      description: "Of the pull request; null: there is none yet.",
    }),
    url: Type.Union([Type.String(), Type.Null()]),
    branch: Type.String(),
    title: Type.String(),
    status: WriteBackStatus,
    requests: Type.Array(RequestView, {description: "What was asked for, oldest first, with a commit each."}),
    createdAt: Time,
    closedAt: Type.Union([Time, Type.Null()]),
  },
  {$id: "WriteBack"},
);
export type WriteBackView = Static<typeof WriteBackView>;

const Refusal = Type.Object({
  code: literals(["invalid_request", "conflict", "upstream_error"] as const),
  message: Type.String(),
  errors: Type.Array(WireErrorDetail),
});
export type Refusal = Static<typeof Refusal>;

const lenient = {additionalProperties: true} as const;

/** The JSON columns of a request. */
export const StoredRequest = Type.Object(
  {
    changes: Type.Array(LayerChange),
    asked_by: AskedBy,
    diff: Type.Union([Diff, Type.Null()]),
    left_out: Type.Optional(
      Type.Union([Type.Array(Type.Object({question: Type.String(), ...leftOutPlace})), Type.Null()]),
    ),
    error: Type.Union([Refusal, Type.Null()]),
  },
  lenient,
);
