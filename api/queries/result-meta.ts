import {drawnColumns} from "../../shared/content/charts/drawing-of.ts";
import {ServiceError} from "../../shared/ground/errors.ts";
import type {CompiledQuery} from "../../shared/semantic/index.ts";
import {queryStringOf} from "../http/query-string.ts";

/** The end of the columns in a JSON result. No column name can contain it, because JSON escapes quotes in strings. */
const END_OF_COLUMNS = '],"rows":[';

/** Whether the request asks for the columns' metadata from the layer: `?meta=1`. */
export function wantsMeta(request: Request): boolean {
  const {meta} = request.url.includes("meta=") ? queryStringOf(request) : {};
  if (meta === undefined || meta === "1") return meta === "1";
  const message = `meta is "${meta}", but can only be "1".`;
  throw new ServiceError("invalid_request", message, {errors: [{path: "/meta", message, allowed: ["1"]}]});
}

/** Adds label, role, format and grain to the columns of a JSON result; its rows are passed through without parsing. */
export function withMeta(
  body: Uint8Array | ReadableStream<Uint8Array>,
  compiled: CompiledQuery,
): ReadableStream<Uint8Array> {
  const stream =
    body instanceof Uint8Array ? (new Response(body.slice()).body ?? new ReadableStream()) : body;
  let head: Buffer | undefined = Buffer.alloc(0);
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        if (!head) return controller.enqueue(chunk);
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf(END_OF_COLUMNS);
        if (end < 0) return;
        controller.enqueue(Buffer.from(`{"columns":${columnsOf(compiled)}`));
        controller.enqueue(head.subarray(end + 1));
        head = undefined;
      },
      flush(controller) {
        if (head) controller.error(new Error("A result in JSON begins with its columns"));
      },
    }),
  );
}

function columnsOf(compiled: CompiledQuery): string {
  return JSON.stringify(drawnColumns(compiled).map(({additive: _, ...column}) => column));
}
