import {expect, test} from "bun:test";
import {unzipSync} from "fflate";
import {zipParts, zipped} from "../../../worker/formats/zip.ts";

const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString();

async function* parts(count: number) {
  for (let n = 0; n < count; n++) yield Buffer.from(`part ${n} `.repeat(1000));
}

test("every file is found by another program's reader, whatever the file's length", async () => {
  const files = unzipSync(
    await zipped([
      ["empty.txt", ""],
      ["ä/small.xml", "<a/>"],
      ["large.bin", parts(300)],
    ]),
  );
  expect(Object.keys(files)).toEqual(["empty.txt", "ä/small.xml", "large.bin"]);
  expect([text(files["empty.txt"]), text(files["ä/small.xml"])]).toEqual(["", "<a/>"]);
  const large = text(files["large.bin"]);
  expect(large.length).toBe(
    Array.from({length: 300}, (_, n) => `part ${n} `.length * 1000).reduce((a, b) => a + b),
  );
  expect(large.endsWith("part 299 ")).toBe(true);
});

test("an archive that loses its reader stops reading its file", async () => {
  const {promise: ended, resolve} = Promise.withResolvers<void>();
  async function* endless() {
    try {
      for (;;) yield crypto.getRandomValues(new Uint8Array(65_536));
    } finally {
      resolve();
    }
  }
  for await (const part of zipParts([["endless.bin", endless()]])) if (part.length > 100) break;
  await ended;
});

test("an archive fails if one of its files fails", async () => {
  async function* failing() {
    yield Buffer.from("a");
    throw new Error("no more");
  }
  await expect(zipped([["failing.txt", failing()]])).rejects.toThrow("no more");
});
