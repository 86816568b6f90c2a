import {Type} from "@sinclair/typebox";
import {Preview} from "../../shared/querying/layers/schemas.ts";

export const IMPORT_LIMIT_BYTES = 25 * 1024 * 1024;

const setting = (description: string) => Type.Optional(Type.String({maxLength: 10_000, description}));

/** The settings of a dbt project that otherwise come from its profile or command line. */
export const ImportQuery = Type.Object(
  {
    target: setting("dbt: the name of the target, as templates see it (`target.name`)."),
    schema: setting("dbt: the target's schema. Models with a custom schema are in `<schema>_<custom>`."),
    database: setting("dbt: the database, or catalog, of models that name none."),
    vars: setting("dbt: variables as a JSON object. They take precedence over those of `dbt_project.yml`."),
    env: setting("dbt: the environment variables that templates read, as a JSON object."),
  },
  {additionalProperties: false},
);

const binary = Type.String({format: "binary"});

const answer = {
  graph: {
    models: [
      {
        name: "orders",
        table: {schema: "public", name: "orders"},
        primaryKey: ["id"],
        dimensions: [{name: "status", type: "string", column: "status"}],
        measures: [{name: "revenue", type: "sum", column: "amount", where: "${status} = 'paid'"}],
      },
    ],
    joins: [],
  },
  notes: [
    {
      model: "orders",
      field: "signups_to_orders",
      code: "metric_dropped",
      message:
        'The metric "signups_to_orders" is left out: a conversion follows rows of one entity through time, which a ' +
        "measure cannot.",
      file: "models/orders.yml",
      line: 41,
    },
  ],
} as const;

/** The OpenAPI descriptions of the import endpoint. */
export const importDoc = {
  tag: "Semantic layer",
  summary: "Import a layer from other tools",
  description:
    "Needs the service account of an org-admin. Reads a dbt project (its `manifest.json`, or its files with " +
    "`semantic_models` or annotated columns, and `metrics`; also Lightdash's `meta`), Cube's YAML or Ossie's (Open Semantic Interchange). The answer is like that of a layer " +
    "proposal: a graph to review and apply, and a note, with file and line, for everything that was changed or left " +
    "out. Nothing is saved. Types of columns that a dbt project does not state are read from the warehouse's catalogue; the note `catalog_unread` says that it did not answer. " +
    "Files are sent in the field `files` of a form, each with its path in the project as its " +
    "file name, or as an archive (tar, tar.gz, zip), or a single document as the body. 422 if no model is found, with the reason.",
  response: Preview,
  answer,
  example: {metadata: {}, nodes: {}, semantic_models: {}, metrics: {}},
  body: Type.Object({}, {description: "A document in one of these formats, as JSON."}),
  takes: {
    "multipart/form-data": Type.Object({files: Type.Array(binary)}),
    "application/gzip": binary,
    "application/x-tar": binary,
    "application/zip": binary,
    "application/yaml": Type.String(),
  },
  errors: ["not_found", "missing_privilege", "worker_unavailable"],
} as const;
