import {type Static, Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {ServiceError} from "../../shared/core/errors.ts";
import {parserOf} from "../../shared/core/validate.ts";
import type {DbtSettings} from "../../shared/modeling/layer-formats/dbt/read/templates.ts";
import {previewImport, requireImporter} from "../../shared/modeling/layer-formats/preview-import.ts";
import type {Web} from "../dependencies.ts";
import {readBytes} from "../http/body.ts";
import {IMPORT_LIMIT_BYTES, ImportQuery, importDoc} from "../openapi/import-docs.ts";
import {endpoint} from "../server/endpoint.ts";
import {callWorker} from "../worker-calls/worker-call.ts";
import {projectIdOf} from "./projects.ts";

const parseVars = parserOf(Type.Record(Type.String(), Type.Unknown()), "vars");
const parseEnv = parserOf(Type.Record(Type.String(), Type.String()), "env");

const ACCEPTED_TYPES =
  /^(multipart\/form-data|application\/(json|yaml|x-yaml|gzip|x-gzip|x-tar|x-gtar|zip|octet-stream)|text\/(x-)?yaml)\b/i;

/** Imports semantic layers from other tools' formats. */
export function importRoutes(web: Web) {
  const preview = endpoint(web, {...importDoc, scope: "write", query: ImportQuery}, async call => {
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
  });
  return new Elysia().post("/api/projects/:projectId/import", ...preview);
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
