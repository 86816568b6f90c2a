import {readdir, stat} from "node:fs/promises";
import {join} from "node:path";
import {ServiceError} from "../../../shared/core/errors.ts";
import {parserOf} from "../../../shared/core/validate.ts";
import {UsageError} from "../errors.ts";
import {readDocument, readText} from "../files.ts";
import {type LayerTest, LayerTests} from "./assertions.ts";

const NAMED = /\.tests\.(ya?ml|json)$/i;
const SKIPPED = /^(\..*|node_modules)$/;

const parseTests = parserOf(LayerTests, "file");

export interface FileOfTests {
  path: string;
  tests: LayerTest[];
}

/**
 * The tests of a file, or of all `*.tests.yml`, `.yaml` and `.json` files below a folder. All files are read before any
 * test runs.
 */
export async function readTests(path: string): Promise<FileOfTests[]> {
  const found = await stat(path).catch((error: Error) => {
    throw new UsageError(`"${path}" cannot be read: ${error.message}`);
  });
  const paths = found.isDirectory() ? await namedIn(path) : [path];
  if (paths.length === 0)
    throw new UsageError(`No file below "${path}" is named *.tests.yml, .yaml or .json.`);
  return Promise.all(paths.map(async one => ({path: one, tests: await readFileOf(one)})));
}

async function readFileOf(path: string): Promise<LayerTest[]> {
  const document = readDocument(await readText(path), `"${path}"`);
  try {
    return parseTests(document).tests;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new ServiceError(error.code, `${path}: ${error.message}`, error.details);
  }
}

async function namedIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, {withFileTypes: true});
  const found = await Promise.all(
    entries.map(entry => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : namedIn(path);
      return entry.isFile() && NAMED.test(entry.name) ? [path] : [];
    }),
  );
  return found.flat().sort();
}
