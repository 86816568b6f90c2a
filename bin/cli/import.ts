import {readdir, readFile, stat} from "node:fs/promises";
import {basename, join, relative, sep} from "node:path";
import {zipSync} from "fflate";
import {readerOf} from "../../shared/core/validate.ts";
import {Preview} from "../../shared/querying/layers/schemas.ts";
import type {Command} from "./command.ts";
import {EXIT, UsageError} from "./errors.ts";
import {ALLOW_BROKEN, mayProceed, PROPOSAL_OPTIONS, showProposal} from "./proposal.ts";

const MAX_BYTES = 25 * 1024 * 1024;
/** The files that an import reads; a project also contains seeds, pictures and packages. */
const READ = /\.(ya?ml|json|sql|py|md)$/i;
/** Folders that a project's tools generate or download. dbt's `target/manifest.json` can be imported as a single file. */
const SKIPPED = /^(\..*|node_modules|dbt_packages|dbt_modules|logs|target|venv)$/;
const SETTINGS = ["schema", "target", "database", "vars", "env"] as const;

const readPreview = readerOf(Preview, "the imported layer");

export const importLayer: Command = {
  takes: "FOLDER | FILE",
  words: [1, 1],
  summary: "Reads a layer of dbt, Lightdash, Cube or Ossie; nothing is saved.",
  about: [
    "A folder's YAML, JSON, SQL, Python and Markdown is sent as an archive, without hidden folders, node_modules,",
    "dbt_packages, logs and target. A file is sent alone: a document, a manifest.json, a tar, tar.gz or zip.",
    "The exit code is 1 if a file could not be read, unless --allow-broken is given.",
  ],
  options: {
    ...PROPOSAL_OPTIONS,
    ...ALLOW_BROKEN,
    schema: {type: "string", value: "NAME", help: "The schema that dbt builds its models in."},
    target: {type: "string", value: "NAME", help: "The name of dbt's target."},
    database: {
      type: "string",
      value: "NAME",
      help: "The database, or catalog, of models that name no database.",
    },
    vars: {type: "string", value: "JSON", help: "Variables of the project, an object."},
    env: {type: "string", value: "JSON", help: "Environment variables that templates ask for, an object."},
  },
  async run(call) {
    const {service, flags, words} = call;
    const content = await pack(words[0] ?? ".");
    if (content.content.byteLength > MAX_BYTES) {
      throw new UsageError(
        `The content has ${content.content.byteLength} bytes, more than the limit of 25 MB: name a smaller folder.`,
      );
    }
    const settings = new URLSearchParams();
    for (const name of SETTINGS) {
      const value = flags.text(name);
      if (value !== undefined) settings.set(name, value);
    }
    const path = `${await service.projectPath()}/import${settings.size > 0 ? `?${settings}` : ""}`;
    const proposal = await service.json("POST", path, readPreview, {bytes: content});
    await showProposal(call, proposal);
    const isWhole = mayProceed(call, proposal.notes, "--allow-broken accepts the rest.");
    return isWhole ? EXIT.ok : EXIT.refused;
  },
};

async function pack(path: string): Promise<{type: string; content: Uint8Array<ArrayBuffer>}> {
  const found = await stat(path).catch((error: Error) => {
    throw new UsageError(`"${path}" cannot be read: ${error.message}`);
  });
  if (!found.isDirectory()) return {type: typeOf(path), content: new Uint8Array(await readFile(path))};
  const files: Record<string, Uint8Array> = {};
  for (const name of await filesIn(path)) {
    files[relative(path, name).split(sep).join("/")] = new Uint8Array(await readFile(name));
  }
  if (Object.keys(files).length === 0) throw new UsageError(`"${path}" has no file that an import reads.`);
  return {type: "application/zip", content: new Uint8Array(zipSync(files))};
}

/** The files below a folder. Symbolic links are not followed: they may lead out of the project, or form a cycle. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, {withFileTypes: true});
  const found: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.test(entry.name)) found.push(...(await filesIn(path)));
    if (entry.isFile() && READ.test(entry.name)) found.push(path);
  }
  return found;
}

function typeOf(path: string): string {
  const name = basename(path).toLowerCase();
  if (name.endsWith(".json")) return "application/json";
  return /\.ya?ml$/.test(name) ? "application/yaml" : "application/octet-stream";
}
