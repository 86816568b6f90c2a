import {type Static, Type} from "@sinclair/typebox";
import {ServiceError} from "../../shared/core/errors.ts";
import {parserOf} from "../../shared/core/validate.ts";
import type {DbtSettings} from "../../shared/modeling/layer-formats/dbt/read/templates.ts";
import {previewImport, requireImporter} from "../../shared/modeling/layer-formats/preview-import.ts";
import {Preview} from "../../shared/querying/layers/schemas.ts";
import type {Web} from "../dependencies.ts";
import {readBytes} from "../http/body.ts";
import {Operations} from "../server/operations.ts";
import {callWorker} from "../worker-calls/worker-call.ts";
import {projectIdOf} from "./projects.ts";

const IMPORT_LIMIT_BYTES = 25 * 1024 * 1024;

const setting = (description: string) => Type.Optional(Type.String({maxLength: 10_000, description}));

/** The settings of a dbt project that otherwise come from its profile or command line. */
const ImportQuery = Type.Object(
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

const parseVars = parserOf(Type.Record(Type.String(), Type.Unknown()), "vars");
const parseEnv = parserOf(Type.Record(Type.String(), Type.String()), "env");

const ACCEPTED_TYPES =
  /^(multipart\/form-data|application\/(json|yaml|x-yaml|gzip|x-gzip|x-tar|x-gtar|zip|octet-stream)|text\/(x-)?yaml)\b/i;

/** Imports semantic layers from other tools' formats. */
export function importRoutes(web: Web) {
  return new Operations(web, "Semantic layer").add("POST", "/api/projects/:projectId/import", {
    scope: "write",
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
      "multipart/form-data": Type.Object({
        files: Type.Array(binary, {
          description: "The files, each with its path in the project as its file name.",
        }),
      }),
      "application/gzip": binary,
      "application/x-tar": binary,
      "application/zip": binary,
      "application/yaml": Type.String(),
    },
    errors: ["not_found", "missing_privilege", "worker_unavailable"],
    query: ImportQuery,
    handle: async call => {
      const project = await requireImporter(web.db, call.actor, projectIdOf(call));
      const settings = settingsOf(call.query());
      const contentType = call.request.headers.get("content-type") ?? "application/json";
      requireAcceptedType(contentType, call.request.headers.get("content-encoding"));
      const bytes = await readBytes(call.request, IMPORT_LIMIT_BYTES);
      if (bytes.byteLength === 0) {
        throw new ServiceError("invalid_request", "The body is empty. Send files, an archive or a document.");
      }
      const text = await previewImport(
        web.layerChildren,
        call.actor,
        {bytes, contentType, settings},
        (schema, signal) =>
          callWorker(
            web,
            "read_catalog",
            {
              orgId: call.actor.orgId,
              connectionId: project.connection_id,
              ...(schema === undefined ? {} : {schema}),
            },
            {requestId: call.requestId, signal},
          ),
        call.request.signal,
      );
      return new Response(text, {headers: {"content-type": "application/json"}});
    },
  }).app;
}

/** The dbt settings in the query string. */
function settingsOf({target, schema, database, vars, env}: Static<typeof ImportQuery>): DbtSettings {
  return {
    ...(target ? {target} : {}),
    ...(schema ? {schema} : {}),
    ...(database ? {database} : {}),
    ...(vars ? {vars: parseVars(readMap("vars", vars))} : {}),
    ...(env ? {env: parseEnv(readMap("env", env))} : {}),
  };
}

function readMap(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `"${name}" is not JSON. Send an object such as {"start": "2026-01-01"}.`;
    throw new ServiceError("invalid_request", message, {errors: [{path: `/${name}`, message}], cause: error});
  }
}

function requireAcceptedType(contentType: string, encoding: string | null): void {
  if (!ACCEPTED_TYPES.test(contentType)) {
    throw new ServiceError(
      "unsupported_media_type",
      `The body must be a form, an archive (tar, tar.gz, zip), YAML or JSON, not "${contentType}".`,
    );
  }
  if (encoding === null || encoding.toLowerCase() === "identity") return;
  throw new ServiceError(
    "unsupported_media_type",
    `The body must not be compressed or encoded, but its Content-Encoding is "${encoding}".`,
    {
      headers: {"accept-encoding": "identity"},
    },
  );
}
