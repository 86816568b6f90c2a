import {type Static, Type} from "@sinclair/typebox";

const closed = {additionalProperties: false} as const;
const readOnly = (what: string) => Type.Optional(Type.Unknown({description: `Read-only: ${what}`}));

/** A layer without a repository has empty fields. */
const GitInput = Type.Object(
  {
    repository: Type.Optional(
      Type.String({maxLength: 200, pattern: "^$|^[\\w.-]+/[\\w.-]+$", description: "`owner/name`"}),
    ),
    branch: Type.Optional(Type.String({maxLength: 250, description: "Default: the repository's own."})),
    path: Type.Optional(Type.String({maxLength: 1000, description: "The folder of the dbt project."})),
    installationId: Type.Optional(
      Type.Union([Type.Integer({minimum: 1}), Type.String({maxLength: 30, pattern: "^\\d*$"})], {
        description: "Of the app in the code host.",
      }),
    ),
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

export const ProjectView = Type.Object(
  {
    id: Type.String(),
    name: fields.name,
    connectionId: fields.connectionId,
    git: Type.Union([
      Type.Object({
        repository: Type.String(),
        branch: Type.Optional(Type.String()),
        path: Type.Optional(Type.String()),
        installationId: Type.Optional(Type.String()),
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

export type ProjectGit = ProjectView["git"];
