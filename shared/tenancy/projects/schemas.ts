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
    branch: Type.Optional(Type.String({maxLength: 250, description: "Default: the repository's own."})),
    path: Type.Optional(Type.String({maxLength: 1000, description: "The folder of the dbt project."})),
    installationId: Type.Optional(
      Type.Union([Type.Integer({minimum: 1}), Type.String({maxLength: 30, pattern: "^\\d*$"})], {
        description: "Of the App at GitHub. Default: the one that is connected for the repository's owner.",
      }),
    ),
    format: Type.Optional(Type.Union(FORMATS, {description: "What the folder holds. Default `auto`."})),
    onBreak: Type.Optional(
      Type.Union(ON_BREAK, {
        description: "A sync that would break saved content is applied (default), or waits to be approved.",
      }),
    ),
    status: readOnly("whether it is followed."),
    commit: readOnly("what the layer was made of."),
    lastSync: readOnly("the newest sync."),
  },
  {...closed, $id: "GitInput"},
);

const fields = {
  name: Type.String({minLength: 1, maxLength: 200, pattern: "\\S"}),
  connectionId: Type.String({maxLength: 64, description: "Where the project's tables are."}),
  git: Type.Union([GitInput, Type.Null()], {description: "null: the layer lives here alone."}),
  timezone: Type.String({maxLength: 64, description: "IANA name, in which periods begin. Default UTC."}),
  weekStart: Type.Union([Type.Literal("monday"), Type.Literal("sunday")], {description: "Default monday."}),
  cacheTtlSeconds: Type.Integer({
    minimum: 0,
    maximum: 2_592_000,
    description: "How old a cached result may be. Default 0: none is kept.",
  }),
  teamIds: Type.Array(Type.String({maxLength: 64}), {
    maxItems: 200,
    uniqueItems: true,
    description: "The teams that see it; none: the whole organization.",
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
    layerVersion: readOnly("it grows with every application."),
    createdAt: readOnly("when it was made."),
    updatedAt: readOnly("when it was last changed."),
  },
  {...closed, $id: "ProjectEdit"},
);
export type ProjectEdit = Static<typeof ProjectEdit>;

export const StoredGit = Type.Object({
  repository: Type.String(),
  branch: Type.Optional(Type.String()),
  path: Type.Optional(Type.String()),
  installationId: Type.Optional(Type.String()),
  format: Type.Optional(Type.Union(FORMATS)),
  onBreak: Type.Optional(Type.Union(ON_BREAK)),
});

export const LastSync = Type.Object({
  id: Type.String(),
  status: Type.String(),
  finishedAt: Type.Union([Type.String({format: "date-time"}), Type.Null()]),
});

export const ProjectView = Type.Object(
  {
    id: Type.String(),
    name: fields.name,
    connectionId: fields.connectionId,
    git: Type.Union([
      Type.Object({
        ...StoredGit.properties,
        status: Type.Union(
          (["active", "suspended", "removed", "moved", "unconfirmed"] as const).map(one => Type.Literal(one)),
          {
            description:
              "`suspended`, `removed`: the installation was, or it does not reach the repository; `moved`: the repository was renamed or transferred out of its reach; `unconfirmed`: nobody who may read it at GitHub has confirmed it for the organization.",
          },
        ),
        commit: Type.Union([Type.String(), Type.Null()], {description: "What the layer was made of."}),
        lastSync: Type.Union([LastSync, Type.Null()]),
      }),
      Type.Null(),
    ]),
    timezone: Type.String(),
    weekStart: fields.weekStart,
    cacheTtlSeconds: Type.Integer(),
    teamIds: Type.Array(Type.String()),
    default: Type.Boolean({description: "Queries that name no project look here first."}),
    layerVersion: Type.Integer({description: "0 before the first application."}),
    createdAt: Type.String({format: "date-time"}),
    updatedAt: Type.String({format: "date-time"}),
  },
  {$id: "Project"},
);
export type ProjectView = Static<typeof ProjectView>;

/** The stored form of a project's repository. */
export type ProjectGit = Static<typeof StoredGit> | null;
