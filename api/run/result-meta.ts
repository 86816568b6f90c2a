import {drawnColumns} from "../../shared/charts/drawing-of.ts";
import {ServiceError} from "../../shared/errors.ts";
import type {CompiledQuery} from "../../shared/semantic/compile.ts";
import {queryStringOf} from "../http/query-string.ts";

/** Where the columns of a result end. A name cannot contain it: within a string each quote has a backslash before it. */
const END_OF_COLUMNS = '],"rows":[';

/** Whether the request asks for what the layer says of each column: `?meta=1`. */
export function wantsMeta(request: Request): boolean {
  const {meta} = request.url.includes("meta=") ? queryStringOf(request) : {};
  if (meta === undefined || meta === "1") return meta === "1";
  const message = `meta is "${meta}", but can only be "1".`;
  throw new ServiceError("invalid_request", message, {errors: [{path: "/meta", message, allowed: ["1"]}]});
}

/** A result in JSON whose columns have their label, role, format and grain too; its rows pass unread. */
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
