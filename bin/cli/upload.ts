import {openAsBlob} from "node:fs";
import {stat} from "node:fs/promises";
import {basename, extname} from "node:path";
import {Type} from "@sinclair/typebox";
import {readerOf} from "../../shared/core/validate.ts";
import type {Command} from "./command.ts";
import {EXIT, UsageError} from "./errors.ts";
import {print, printMessages} from "./output.ts";

const SHOWN_EVERY_MS = 200;
const MB = 1024 * 1024;

const readDataset = readerOf(
  Type.Object({
    id: Type.String(),
    slug: Type.String(),
    rowCount: Type.Integer(),
    columns: Type.Array(Type.Object({field: Type.String(), type: Type.String()})),
  }),
  "the dataset",
);

export const upload: Command = {
  takes: "FILE",
  words: [1, 1],
  summary: "Creates a dataset from a CSV file, whose first line names the columns.",
  about: [
    "The file must be in UTF-8. The rows of the dataset never change; queries name the dataset's slug as",
    "their model.",
  ],
  options: {
    name: {type: "string", value: "NAME", help: "The dataset's name; default: the file's."},
    team: {type: "string", value: "ID", help: "The team that it belongs to; default: yourself."},
  },
  async run({service, flags, words: [path = ""], ...terminal}) {
    const sizeBytes = await sizeOf(path);
    const file = await openAsBlob(path);
    const query = new URLSearchParams({name: flags.text("name") ?? basename(path, extname(path))});
    const teamId = flags.text("team");
    if (teamId !== undefined) query.set("teamId", teamId);
    const dataset = await service.json(
      "POST",
      `${await service.projectPath()}/datasets?${query}`,
      readDataset,
      {
        stream: {type: "text/csv", open: () => withProgress(file.stream(), sizeBytes)},
        // With the key, a retry after a lost answer does not create a second dataset.
        headers: {"idempotency-key": crypto.randomUUID()},
      },
    );
    const {id, slug, rowCount, columns} = dataset;
    await print(terminal, {
      table: {
        columns: ["field", "type"].map(column => ({name: column})),
        rows: columns.map(({field, type}) => [field, type]),
      },
      json: dataset,
    });
    printMessages(`${rowCount} rows are in ${id}, which queries name "${slug}".`);
    return EXIT.ok;
  },
};

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: Error) => {
    throw new UsageError(`"${path}" cannot be read: ${error.message}`);
  });
  if (found.isFile()) return found.size;
  throw new UsageError(`"${path}" is not a file.`);
}

/** The bytes unchanged; on a terminal, a line shows how many of them were sent. */
function withProgress(bytes: ReadableStream<Uint8Array>, sizeBytes: number): ReadableStream<Uint8Array> {
  if (process.stderr.isTTY !== true) return bytes;
  let sentBytes = 0;
  let writtenAt = Number.NEGATIVE_INFINITY;
  const megabytes = (size: number) => (size / MB).toFixed(1);
  return bytes.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        sentBytes += part.byteLength;
        controller.enqueue(part);
        if (performance.now() < writtenAt + SHOWN_EVERY_MS) return;
        writtenAt = performance.now();
        process.stderr.write(`\r\x1b[2K${megabytes(sentBytes)} of ${megabytes(sizeBytes)} MB sent`);
      },
      flush() {
        process.stderr.write("\r\x1b[2K");
      },
    }),
  );
}
