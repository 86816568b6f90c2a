import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";

const root = join(import.meta.dir, "..", "..");

/** The pages for users and contributors, by their paths from the root. */
export const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "shared/semantic/README.md",
  "shared/semantic/dialects/README.md",
  ...readdirSync(join(root, "docs"))
    .filter(name => name.endsWith(".md"))
    .map(name => `docs/${name}`),
];

export function readPage(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** The shell examples of a page, in order. */
export function shellBlocks(page: string): string[] {
  return [...page.matchAll(/^```sh$(.*?)^```$/gms)].map(([, block = ""]) => block);
}

/** The examples of a page that are documents and not commands, in order. */
export function jsonBlocks(page: string): unknown[] {
  return [...page.matchAll(/^```json$(.*?)^```$/gms)].map(([, block = ""]) => JSON.parse(block));
}

/** The page without its code blocks. */
export function proseOf(page: string): string {
  return page.replaceAll(/^ *```.*?^ *```$/gms, "");
}
