import {expect, test} from "bun:test";
import {wholeMessages} from "../../../shared/core/workers/whole-messages.ts";
import {processorMs} from "../../support/processor-time.ts";

function message(bytes: number): Buffer {
  const whole = Buffer.alloc(bytes + 5, "x");
  whole.write("D");
  whole.writeInt32BE(bytes + 4, 1);
  return whole;
}

function inChunks(bytes: Buffer, size: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at === bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + size));
      at = Math.min(bytes.length, at + size);
    },
  });
}

async function read(body: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of wholeMessages(body)) chunks.push(chunk);
  return chunks;
}

test.each([1, 2, 5, 7, 64, 10_000])(
  "messages that arrive in chunks of %d bytes are passed on whole",
  async size => {
    const messages = [0, 1, 3, 500, 0, 2000].map(message);
    const chunks = await read(inChunks(Buffer.concat(messages), size));
    const ends = new Set(messages.map((_, i) => Buffer.concat(messages.slice(0, i + 1)).length));
    let at = 0;
    for (const chunk of chunks) {
      at += chunk.length;
      expect(ends.has(at)).toBe(true);
    }
    expect(Buffer.concat(chunks)).toEqual(Buffer.concat(messages));
  },
);

test("a result that ends inside a message is an error", async () => {
  await expect(read(inChunks(message(100).subarray(0, 50), 10))).rejects.toThrow("within a row");
  await expect(read(inChunks(message(100).subarray(0, 3), 10))).rejects.toThrow("within a row");
});

test("a large row is assembled once, and not with each of its chunks", async () => {
  const before = processorMs();
  const [whole] = await read(inChunks(message(48 * 1024 * 1024), 16 * 1024));
  expect(whole?.length).toBe(48 * 1024 * 1024 + 5);
  expect(processorMs() - before).toBeLessThan(5000);
});
