import {Elysia} from "elysia";
import {ServiceError} from "../../shared/errors.ts";
import {previewImport, requireImporter} from "../../shared/projects/import-layer.ts";
import {readBytes} from "../body.ts";
import {endpoint} from "../endpoint.ts";
import type {Web} from "../web.ts";
import {IMPORT_LIMIT_BYTES, importDoc} from "./import-docs.ts";
import {projectIdOf} from "./projects.ts";

const TAKEN =
  /^(multipart\/form-data|application\/(json|yaml|x-yaml|gzip|x-gzip|x-tar|x-gtar|zip|octet-stream)|text\/(x-)?yaml)\b/i;

/** Layers that are written down elsewhere. */
export function importRoutes(web: Web) {
  const preview = endpoint(web, {...importDoc, scope: "write"}, async call => {
    await requireImporter(web.db, call.actor, projectIdOf(call));
    const contentType = call.request.headers.get("content-type") ?? "application/json";
    requireTaken(contentType, call.request.headers.get("content-encoding"));
    const bytes = await readBytes(call.request, IMPORT_LIMIT_BYTES);
    if (bytes.byteLength === 0) {
      throw new ServiceError(
        "invalid_request",
        "The body is empty: files, an archive or a document are needed.",
      );
    }
    const text = await previewImport({bytes, contentType}, call.request.signal);
    return new Response(text, {headers: {"content-type": "application/json"}});
  });
  return new Elysia().post("/api/projects/:projectId/import", ...preview);
}

function requireTaken(contentType: string, encoding: string | null): void {
  if (!TAKEN.test(contentType)) {
    throw new ServiceError(
      "unsupported_media_type",
      `A form, an archive (tar, tar.gz, zip), YAML or JSON is needed, not "${contentType}".`,
    );
  }
  if (encoding === null || encoding.toLowerCase() === "identity") return;
  throw new ServiceError("unsupported_media_type", `The body must come as it is, not as "${encoding}".`, {
    headers: {"accept-encoding": "identity"},
  });
}
