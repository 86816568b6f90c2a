import type {RunDeps} from "../../dependencies.ts";
import {streamOf} from "../../http/stream.ts";
import {callWorker} from "../../worker-calls/worker-call.ts";

interface Named {
  orgId: string;
  deliveryId: string;
  name: string;
}

/**
 * A file of a delivery, as a stream of parts of a megabyte. Each part is fetched from a worker when the reader has
 * taken the previous part. Rejects with `not_found` or `gone` if there is no such file. The caller has to check the
 * rights.
 */
export async function deliveryFileStream(
  web: RunDeps,
  {orgId, deliveryId, name}: Named,
  options: {requestId: string; signal: AbortSignal},
): Promise<{stream: ReadableStream<Uint8Array>; sizeBytes: number}> {
  const readPart = async (offset: number) => {
    const request = {orgId, deliveryId, name, offset};
    const {content, sizeBytes} = await callWorker(web, "read_delivery_file", request, options);
    return {bytes: Buffer.from(content, "base64"), sizeBytes};
  };
  let next: Awaited<ReturnType<typeof readPart>> | undefined = await readPart(0);
  const {sizeBytes} = next;
  async function* parts(): AsyncGenerator<Uint8Array, undefined> {
    let offset = 0;
    while (offset < sizeBytes) {
      const part = next ?? (await readPart(offset));
      next = undefined;
      if (part.sizeBytes !== sizeBytes || part.bytes.length === 0) {
        throw new Error(`a file of the delivery "${deliveryId}" has changed while it was read`);
      }
      offset += part.bytes.length;
      yield part.bytes;
    }
    return undefined;
  }
  return {stream: streamOf(parts()), sizeBytes};
}
