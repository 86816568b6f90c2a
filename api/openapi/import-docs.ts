import {Type} from "@sinclair/typebox";
import {Preview} from "../../shared/querying/layers/schemas.ts";

export const IMPORT_LIMIT_BYTES = 25 * 1024 * 1024;

const setting = (description: string) => Type.Optional(Type.String({maxLength: 10_000, description}));

/** The settings of a dbt project that otherwise come from its profile or command line. */
export const ImportQuery = Type.Object(
  {
    target: setting("The target's name, as templates see it."),
    schema: setting(
      "The target's schema: tables of models with a schema of their own are in <schema>_<own>.",
    ),
    database: setting("The database, or catalog, of models that name none."),
    vars: setting("A JSON object: variables of the project, before those of dbt_project.yml."),
    env: setting("A JSON object: environment variables that templates ask for."),
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
    "Needs the service account of an org-admin. Reads a dbt project (its `manifest.json`, or its own files: " +
    "`semantic_models`, or models that say what their columns mean, and `metrics`; also Lightdash's `meta`), Cube's YAML or Ossie's (Open Semantic Interchange). The answer is that of a layer " +
    "proposal: a graph to review and apply, and a note, with file and line, for everything that was changed or left " +
    "out. Types of columns that a dbt project does not say are those of the warehouse's catalogue; `catalog_unread` notes that it did not answer. Nothing is saved. Files go in the field `files` of a form, each with its path in its project as its " +
    "file name, or in an archive (tar, tar.gz, zip); one document may be the body itself. Where no model is found " +
    "the answer is 422 and says why.",
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
