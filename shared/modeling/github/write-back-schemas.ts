import {type Static, Type} from "@sinclair/typebox";
import {WireErrorDetail} from "../../core/wire-error.ts";

const closed = {additionalProperties: false} as const;
const Name = Type.String({minLength: 1, maxLength: 128});
const Time = Type.String({format: "date-time"});
const literals = <T extends string>(values: readonly T[]) => Type.Union(values.map(one => Type.Literal(one)));

const LayerChange = Type.Object(
  {
    op: {
      ...literals(["set", "remove"] as const),
      description: "`set` changes what is there or adds it; `remove` removes it.",
    },
    kind: {
      ...literals(["model", "dimension", "measure", "join"] as const),
      description: "The part of the layer that is changed.",
    },
    model: Type.String({
      minLength: 1,
      maxLength: 128,
      description: "The name of the model; for a join, the model at which it starts (`from`).",
    }),
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description:
          "For a field its name; for a join its role: its `name`, or the name of `to`. Not for a model.",
      }),
    ),
    value: Type.Optional(
      Type.Record(Name, Type.Unknown(), {
        maxProperties: 50,
        description:
          "For `set`: the keys to change, in the form of the graph. null removes a key; `column` and `sql` replace each other. Something new needs all of its required keys. `dimensions` and `measures` of a model replace all of them.",
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
        description: "The title of the pull request, on one line. Default: what changes.",
      }),
    ),
    changes: Type.Optional(
      Type.Array(LayerChange, {
        minItems: 1,
        maxItems: 200,
        description: "The changes of the layer, 1 to 200.",
      }),
    ),
    verifiedQuestions: Type.Optional(
      Type.Literal(true, {
        description:
          "`true`: writes the verified questions that members have saved, and that the caller can see, into the file beside the layer, with or without `changes`.",
      }),
    ),
  },
  {...closed, $id: "WriteBackInput"},
);
export type WriteBackInput = Static<typeof WriteBackInput>;

const Named = Type.Object({
  id: Type.String({description: "The id of the principal."}),
  name: Type.String({description: "The name at that time."}),
});

const AskedBy = Type.Object(
  {
    serviceAccount: {...Named, description: "The service account whose token was used."},
    person: Type.Union([Named, Type.Null()], {
      description: "The member who created the service account, or last rotated its token; null: not known.",
    }),
  },
  {description: "Who requested the changes."},
);
export type AskedBy = Static<typeof AskedBy>;

const WriteBackStatus = {
  ...literals(["queued", "open", "merged", "closed", "conflicting", "failed"] as const),
  description:
    "`queued`: the pull request is not opened yet. `failed`: there is none. The others are its states.",
};
export type WriteBackStatus = Static<typeof WriteBackStatus>;

const Names = Type.Array(Type.String());
const Diff = Type.Object(
  {
    added: {...Names, description: "Names that the layer gets."},
    changed: {...Names, description: "Names whose definition changes."},
    removed: {...Names, description: "Names that the layer loses."},
  },
  {description: "The names that the change adds, changes and removes."},
);

const leftOutPlace = {
  message: Type.String({description: "Why it could not be written, and what to do."}),
  file: Type.String({description: "The file in the repository."}),
  line: Type.Optional(Type.Integer({description: "The line in the file, from 1."})),
};
const LeftOut = Type.Object({
  question: Type.Optional(Type.String({description: "Only for org-admins."})),
  ...leftOutPlace,
});

const RequestView = Type.Object({
  changes: Type.Array(LayerChange, {description: "The changes that were requested."}),
  verifiedQuestions: Type.Optional(Type.Boolean({description: "Whether it writes verified questions."})),
  askedBy: AskedBy,
  commit: Type.Union([Type.String(), Type.Null()], {
    description: "null: there is none yet, or the files had the change already.",
  }),
  diff: Type.Optional(Diff),
  leftOut: Type.Optional(
    Type.Array(LeftOut, {description: "The verified questions that could not be written."}),
  ),
  createdAt: {...Time, description: "When it was requested."},
  waitsUntil: Type.Optional(
    Type.String({format: "date-time", description: "GitHub accepts no requests until then."}),
  ),
  error: Type.Optional(Type.String({description: "Why the request was refused."})),
});

export const WriteBackView = Type.Object(
  {
    id: Type.String({description: "The id of the write-back."}),
    number: Type.Union([Type.Integer(), Type.Null()], {
      description: "The number of the pull request; null: there is none yet.",
    }),
    url: Type.Union([Type.String(), Type.Null()], {
      description: "The address of the pull request; null: there is none yet.",
    }),
    branch: Type.String({description: "The branch with the changes."}),
    title: Type.String({description: "The title of the pull request."}),
    status: WriteBackStatus,
    requests: Type.Array(RequestView, {
      description: "The requests that it carries out, oldest first, each with its commit.",
    }),
    createdAt: {...Time, description: "When the first of its requests came."},
    closedAt: Type.Union([Time, Type.Null()], {
      description: "When the pull request was merged or closed; null: it was not.",
    }),
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
