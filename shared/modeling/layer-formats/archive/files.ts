import {gunzipSync} from "node:zlib";
import type {SourceFile} from "../common/document.ts";
import type {ImportNote} from "../common/notes.ts";
import {isTar, readTar} from "./tar.ts";
import {ImportFault, type Unpacked, type UnpackLimits} from "./unpacked.ts";
import {isZip, readZip} from "./zip.ts";

const LIMITS: UnpackLimits = {entries: 20_000, bytes: 100 * 1024 * 1024};
/** Files that are read: a project also contains images, seeds and packages. */
const READ = /\.(ya?ml|json|sql|py|md)$/i;
/** Files in which a layer is declared. */
export const DECLARES = /\.(ya?ml|json)$/i;
/** Folders of installed packages and of dbt's output, except its manifest. */
export const INSTALLED = /(^|\/)(dbt_packages|dbt_modules|node_modules|\.git|target\/(run|compiled))\//;
const UTF8 = new TextDecoder("utf-8", {fatal: true});

export interface SentFiles {
  files: SourceFile[];
  notes: ImportNote[];
}

/**
 * The files of a request's body, which is a form, an archive or one document. They are held in memory, within limits
 * that do not rely on the sizes that an archive declares. Throws `ImportFault`. With `within`, the body is a code
 * host's archive, and only the files below that folder of the repository are read; `""` is the whole repository.
 */
export async function readSentFiles(
  bytes: Uint8Array,
  contentType: string,
  within?: string,
): Promise<SentFiles> {
  const sent: SentFiles = {files: [], notes: []};
  const budget = {entries: LIMITS.entries, bytes: LIMITS.bytes};
  if (within !== undefined) {
    take(below(unpack(bytes, budget), within), budget, sent);
    return sent;
  }
  if (/^multipart\/form-data\b/i.test(contentType)) {
    for (const file of await readForm(bytes, contentType)) {
      const content = new Uint8Array(await file.arrayBuffer());
      const path = file.name || "document.yml";
      take(isArchive(content) ? unpack(content, budget) : [whole(path, content)], budget, sent);
    }
  } else if (isArchive(bytes)) {
    take(unpack(bytes, budget), budget, sent);
  } else {
    const name = /json/i.test(contentType) ? "document.json" : "document.yml";
    take([whole(name, bytes)], budget, sent);
  }
  return {files: withoutRoot(sent.files), notes: sent.notes};
}

async function readForm(bytes: Uint8Array, contentType: string): Promise<File[]> {
  const response = new Response(Buffer.from(bytes), {headers: {"content-type": contentType}});
  const form = await response.formData().catch(() => {
    throw new ImportFault("The form cannot be read: multipart/form-data with its boundary is needed.");
  });
  const files: File[] = [];
  form.forEach((value, field) => {
    if (field !== "files") {
      throw new ImportFault(`The form has a field "${field}": files go in the field "files".`);
    }
    if (typeof value === "string") {
      throw new ImportFault('The field "files" needs files, each with its path as its name.');
    }
    files.push(value);
  });
  if (files.length === 0) throw new ImportFault('The form holds no file in the field "files".');
  return files;
}

function isArchive(bytes: Uint8Array): boolean {
  return isZip(bytes) || isTar(bytes) || isGzip(bytes);
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function unpack(bytes: Uint8Array, budget: UnpackLimits): Unpacked[] {
  if (isZip(bytes)) return readZip(bytes, budget);
  if (!isGzip(bytes)) return readTar(bytes, budget);
  let tar: Uint8Array;
  try {
    tar = gunzipSync(bytes, {maxOutputLength: budget.bytes});
  } catch (error) {
    const tooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    throw new ImportFault(
      tooLarge
        ? `The archive unpacks to more than the ${LIMITS.bytes} bytes that are read.`
        : "The gzip archive is broken.",
    );
  }
  if (!isTar(tar)) throw new ImportFault("The gzip file does not contain a tar archive.");
  return readTar(tar, budget);
}

function whole(path: string, content: Uint8Array): Unpacked {
  return {path, size: content.byteLength, read: () => content};
}

function take(entries: readonly Unpacked[], budget: UnpackLimits, sent: SentFiles): void {
  for (const entry of entries) {
    if (--budget.entries < 0) throw new ImportFault(`There are more than ${LIMITS.entries} files.`);
    const path = entry.path.replace(/^(\.\/)+/, "");
    const why = "refused" in entry ? entry.refused : faultOf(path);
    if (why !== undefined) {
      const message = `The file was not read: ${why}.`;
      sent.notes.push({model: "", code: "file_refused", message, file: path.slice(0, 500)});
      continue;
    }
    if ("refused" in entry || !READ.test(path) || /(^|\/)\._|(^|\/)__MACOSX\//.test(path)) continue;
    const content = entry.read(budget.bytes);
    budget.bytes -= content.byteLength;
    if (budget.bytes < 0) {
      throw new ImportFault(`The files have more than ${LIMITS.bytes} bytes.`);
    }
    try {
      const hasMark = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf;
      sent.files.push({path, text: UTF8.decode(content), ...(hasMark ? {hasMark} : {})});
    } catch {
      // Without a file that may declare a part of the layer, the layer is incomplete.
      const code = DECLARES.test(path) && !INSTALLED.test(path) ? "file_broken" : "file_refused";
      sent.notes.push({model: "", code, message: "The file was not read: it is not UTF-8.", file: path});
    }
  }
}

/** The entries below a folder of the repository. A code host's archive has the repository in a single root folder. */
function below(entries: readonly Unpacked[], folder: string): Unpacked[] {
  const inside = folder === "" ? "" : `${folder}/`;
  return entries.flatMap(entry => {
    const path = entry.path.replace(/^(\.\/)*[^/]*\//, "");
    return path.startsWith(inside) ? [{...entry, path: path.slice(inside.length)}] : [];
  });
}

function faultOf(path: string): string | undefined {
  if (path === "" || path.length > 1000) return "its path is empty or too long";
  if (/^([/\\]|[A-Za-z]:)/.test(path)) return "its path is absolute";
  if (path.includes("\\") || path.includes("\0"))
    return "its path has characters that no path of a project has";
  if (path.split("/").includes("..")) return 'its path has ".." in it';
  return undefined;
}

/** Removes the single root folder that code hosts put around a repository. */
function withoutRoot(files: SourceFile[]): SourceFile[] {
  const [first] = files;
  const root = first && /^[^/]+\//.exec(first.path)?.[0];
  if (root === undefined || files.length < 2 || !files.every(({path}) => path.startsWith(root))) return files;
  return files.map(file => ({...file, path: file.path.slice(root.length)}));
}
