import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {type Static, Type} from "@sinclair/typebox";
import {parserOf} from "../../shared/core/validate.ts";

/** A table of the back-up. Its rows are in `tables/<schema>.<name>.copy.gz`, in the text format of `copy`. */
export const WrittenTable = Type.Object({
  schema: Type.String(),
  name: Type.String(),
  columns: Type.Array(Type.String()),
  rows: Type.Integer(),
  /** The digest of the bytes before their compression. */
  sha256: Type.String(),
});
export type WrittenTable = Static<typeof WrittenTable>;

/** A file, by its path below `files/`. The path starts with one of the names of `pathsOf`. */
const WrittenFile = Type.Object({path: Type.String(), sizeBytes: Type.Integer(), sha256: Type.String()});
export type WrittenFile = Static<typeof WrittenFile>;

const Sequence = Type.Object({schema: Type.String(), name: Type.String(), last: Type.String()});
const Partition = Type.Object({of: Type.String(), name: Type.String(), bound: Type.String()});

const Manifest = Type.Object({
  format: Type.Literal(1),
  version: Type.String(),
  commit: Type.Union([Type.String(), Type.Null()]),
  createdAt: Type.String(),
  /** The names of the migrations that the database had applied. */
  migrations: Type.Array(Type.String()),
  /** Digests of the keys with which the database's secrets are encrypted. */
  keyIds: Type.Array(Type.String()),
  partitions: Type.Array(Partition),
  tables: Type.Array(WrittenTable),
  sequences: Type.Array(Sequence),
  files: Type.Array(WrittenFile),
  /** Says which files are not in the back-up, and the bucket that has them; null without a bucket. */
  elsewhere: Type.Union([Type.String(), Type.Null()]),
});
export type Manifest = Static<typeof Manifest>;

const parseManifest = parserOf(Manifest, "manifest of a back-up");

/** The manifest is written last, so a folder without one is a back-up that was not completed. */
export const MANIFEST = "manifest.json";

export async function readManifest(dir: string): Promise<Manifest> {
  const text = await readFile(join(dir, MANIFEST), "utf8").catch(() => {
    throw new Error(
      `${dir} has no ${MANIFEST}: the folder is not a back-up, or the back-up was not completed`,
    );
  });
  try {
    return parseManifest(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${join(dir, MANIFEST)} cannot be read: it is damaged, or of a newer version`, {cause});
  }
}

export function tableFile(dir: string, {schema, name}: {schema: string; name: string}): string {
  return join(dir, "tables", `${schema}.${name}.copy.gz`);
}
