import {type Static, Type} from "@sinclair/typebox";

const closed = {additionalProperties: false} as const;
const readOnly = (what: string) => Type.Optional(Type.Unknown({description: `Read-only: ${what}`}));

const FORMATS = (["auto", "dbt", "lightdash", "cube", "ossie"] as const).map(one => Type.Literal(one));
const ON_BREAK = (["apply", "hold"] as const).map(one => Type.Literal(one));

/** An input without a repository has empty fields. */
const GitInput = Type.Object(
  {
    repository: Type.Optional(
      Type.String({maxLength: 200, pattern: "^$|^[\\w.-]+/[\\w.-]+$", description: "`owner/name`"}),
    ),
    branch: Type.Optional(
      Type.String({maxLength: 250, description: "Default: the repository's default branch."}),
    ),
    path: Type.Optional(
      Type.String({
        maxLength: 1000,
        description: "The folder with the layer's files. Default: the root of the repository.",
      }),
    ),
    installationId: Type.Optional(
      Type.Union([Type.Integer({minimum: 1}), Type.String({maxLength: 30, pattern: "^\\d*$"})], {
        description:
          "The number of the GitHub App's installation. Default: the connected one of the repository's owner.",
      }),
    ),
    format: Type.Optional(
      Type.Union(FORMATS, {description: "The format of the files. Default `auto`: it is recognized."}),
    ),
    onBreak: Type.Optional(
      Type.Union(ON_BREAK, {
        description:
          "What a sync does that would break saved content: `apply` (default) applies it, `hold` waits until it is approved.",
      }),
    ),
    status: readOnly("the state of the connection to the repository."),
    commit: readOnly("the commit that the layer was made from."),
    lastSync: readOnly("the last sync."),
  },
  {...closed, $id: "GitInput"},
);

const fields = {
  name: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: "\\S",
    description: "The name that people see: 1 to 200 characters, not only blanks.",
  }),
  connectionId: Type.String({
    maxLength: 64,
    description: "The connection to the warehouse with the project's tables.",
  }),
  git: Type.Union([GitInput, Type.Null()], {
    description: "The repository that the layer is synced from; null: none, the layer is edited here.",
  }),
  timezone: Type.String({
    maxLength: 64,
    description: "IANA name: where days and longer periods begin. Default `UTC`.",
  }),
  weekStart: Type.Union([Type.Literal("monday"), Type.Literal("sunday")], {
    description: "The day on which weeks begin. Default `monday`.",
  }),
  cacheTtlSeconds: Type.Integer({
    minimum: 0,
    maximum: 2_592_000,
    description:
      "How long results of queries are cached, in seconds, at most 30 days. Default 0: they are not cached.",
  }),
  teamIds: Type.Array(Type.String({maxLength: 64}), {
    maxItems: 200,
    uniqueItems: true,
    description: "The teams that can see the project; empty: the whole organization.",
  }),
};

export const ProjectInput = Type.Object(
  {
    name: fields.name,
    connectionId: fields.connectionId,
    git: Type.Optional(fields.git),
    timezone: Type.Optional(fields.timezone),
    weekStart: Type.Optional(fields.weekStart),
    cacheTtlSeconds: Type.Optional(fields.cacheTtlSeconds),
    teamIds: Type.Optional(fields.teamIds),
  },
  {...closed, $id: "ProjectInput"},
);
export type ProjectInput = Static<typeof ProjectInput>;

export const ProjectEdit = Type.Object(
  {
    ...Type.Partial(ProjectInput).properties,
    default: Type.Optional(Type.Boolean({description: "`true` makes it the default project."})),
    id: readOnly("the project's id."),
    layerVersion: readOnly("the number of the layer's current version."),
    createdAt: readOnly("when it was created."),
    updatedAt: readOnly("when it was last changed."),
  },
  {...closed, $id: "ProjectEdit"},
);
export type ProjectEdit = Static<typeof ProjectEdit>;

export const StoredGit = Type.Object({
  repository: Type.String({description: "`owner/name`"}),
  branch: Type.Optional(
    Type.String({description: "The branch that is followed. Absent: the repository's default branch."}),
  ),
  path: Type.Optional(
    Type.String({description: "The folder with the layer's files. Absent: the root of the repository."}),
  ),
  installationId: Type.Optional(Type.String({description: "The number of the GitHub App's installation."})),
  format: Type.Optional(
    Type.Union(FORMATS, {description: "The format of the files. Absent: it is recognized."}),
  ),
  onBreak: Type.Optional(
    Type.Union(ON_BREAK, {description: "What a sync does that would break saved content. Absent: `apply`."}),
  ),
});

export const LastSync = Type.Object({
  id: Type.String({description: "The id of the sync."}),
  status: Type.String({description: "The status of the sync."}),
  finishedAt: Type.Union([Type.String({format: "date-time"}), Type.Null()], {
    description: "When it ended; null: it has not ended.",
  }),
});

export const ProjectView = Type.Object(
  {
    id: Type.String({description: "The id of the project."}),
    name: fields.name,
    connectionId: fields.connectionId,
    git: Type.Union(
      [
        Type.Object({
          ...StoredGit.properties,
          status: Type.Union(
            (["active", "suspended", "removed", "moved", "unconfirmed"] as const).map(one =>
              Type.Literal(one),
            ),
            {
              description:
                "`active`: it is synced. `suspended`, `removed`: the installation was, or it no longer has access to the repository. `moved`: the repository was renamed or transferred, and is out of reach. `unconfirmed`: nobody who may read the repository at GitHub has confirmed it for the organization.",
            },
          ),
          commit: Type.Union([Type.String(), Type.Null()], {
            description: "The commit that the layer was made from; null: none yet.",
          }),
          lastSync: Type.Union([LastSync, Type.Null()], {
            description: "The newest sync; null: there was none.",
          }),
        }),
        Type.Null(),
      ],
      {description: "The repository that the layer is synced from; null: none."},
    ),
    timezone: Type.String({description: "IANA name: where days and longer periods begin."}),
    weekStart: fields.weekStart,
    cacheTtlSeconds: Type.Integer({
      description: "How long results of queries are cached, in seconds; 0: they are not cached.",
    }),
    teamIds: Type.Array(Type.String(), {
      description: "The teams that can see the project; empty: the whole organization.",
    }),
    default: Type.Boolean({
      description: "Whether it is the default project, in which queries without `projectId` look first.",
    }),
    layerVersion: Type.Integer({
      description: "The number of the layer's current version; 0: there is no layer yet.",
    }),
    createdAt: Type.String({format: "date-time", description: "When it was created."}),
    updatedAt: Type.String({format: "date-time", description: "When it was last changed."}),
  },
  {$id: "Project"},
);
export type ProjectView = Static<typeof ProjectView>;

/** The stored form of a project's repository. */
export type ProjectGit = Static<typeof StoredGit> | null;
