import {expect, test} from "bun:test";
import {existsSync, readdirSync, statSync} from "node:fs";
import {basename, dirname, join, normalize} from "node:path";
import {PAGES, proseOf, readPage, shellBlocks} from "./pages.ts";

const root = join(import.meta.dir, "..", "..");
/** Files that a start of the service writes (`.data`) are no part of the project. */
const topLevel = readdirSync(root).filter(name => name === ".ci" || !/^(\.|node_modules$)/.test(name));

test("every path that a page names exists", () => {
  const missing = PAGES.flatMap(page =>
    pathsIn(readPage(page))
      .filter(path => !existsSync(join(root, path)))
      .map(path => `${page}: ${path}`),
  );
  expect(missing).toEqual([]);
  expect(pathsIn(readPage("CONTRIBUTING.md")).length).toBeGreaterThan(20);
});

test("every file that a page names without its folder is beside the path before it", () => {
  const files = new Set(
    topLevel.flatMap(name =>
      statSync(join(root, name)).isDirectory()
        ? readdirSync(join(root, name), {recursive: true, encoding: "utf8"}).map(path => basename(path))
        : [name],
    ),
  );
  const named = PAGES.flatMap(page => bareFilesIn(readPage(page)).map(bare => ({page, ...bare})));
  const lost = named.filter(({folder, name}) =>
    folder === undefined ? !files.has(name) : !existsSync(join(root, folder, name)),
  );
  expect(lost).toEqual([]);
  expect(named.length).toBeGreaterThan(3);
});

test("the tables of the architecture name every floor and room of shared/, and every part of the compiler, once", () => {
  const page = readPage("docs/architecture.md");
  const after = (heading: string) => page.slice(page.indexOf(heading)).split("\n\n| ", 2)[1] ?? "";
  const wordsOf = (table: string) =>
    [...(table.split("\n\n", 1)[0] ?? "").matchAll(/`([\w-]+)\/?`/g)].map(([, word = ""]) => word);
  const [, ...compiler] = after("## The compiler").split("\n");
  const parts = compiler.flatMap(row => wordsOf(row.split("|", 2)[1] ?? ""));
  expect(parts.sort()).toEqual(foldersIn("shared/semantic"));
  const floors = wordsOf(after("Those of `shared/`, from the top:")).filter(word => word !== "shared");
  const rooms = foldersIn("shared").flatMap(floor =>
    floor === "semantic" ? [] : foldersIn(`shared/${floor}`),
  );
  expect(floors.sort()).toEqual([...foldersIn("shared"), ...rooms].sort());
});

test("every npm command that a page names exists", async () => {
  const {scripts} = await Bun.file(join(root, "package.json")).json();
  const named = PAGES.flatMap(page => [...readPage(page).matchAll(/npm run (?:--silent )?([\w:-]+)/g)]);
  expect(named.length).toBeGreaterThan(5);
  expect(named.map(([, name = ""]) => name).filter(name => !(name in scripts))).toEqual([]);
});

test("every relative link of a page leads to a file, and to a heading of it", () => {
  const dead = PAGES.flatMap(page =>
    linksIn(readPage(page))
      .filter(link => !leadsSomewhere(page, link))
      .map(link => `${page}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test("every page in docs/ can be reached from the README", () => {
  const reached = new Set(["README.md"]);
  for (const page of reached) {
    for (const link of linksIn(readPage(page))) {
      const target = normalize(join(dirname(page), link.split("#")[0] ?? ""));
      if (PAGES.includes(target)) reached.add(target);
    }
  }
  expect(PAGES.filter(page => !reached.has(page))).toEqual([]);
});

test("the README fits on a few screens", () => {
  expect(readPage("README.md").split("\n").length).toBeLessThanOrEqual(200);
});

function foldersIn(path: string): string[] {
  return readdirSync(join(root, path), {withFileTypes: true})
    .flatMap(entry => (entry.isDirectory() ? [entry.name] : []))
    .sort();
}

/** Source files that are named without a folder, each with the folder of the last path before it in the paragraph or row. */
function bareFilesIn(page: string): {name: string; folder?: string}[] {
  return proseOf(page)
    .split(/\n\s*\n|\n(?=\|)/)
    .flatMap(part => {
      let folder: string | undefined;
      return [...part.matchAll(/`([^`\s]+)`/g)].flatMap(([code, word = ""]) => {
        if (/^[\w.-]+\.ts$/.test(word)) return [{name: word, ...(folder === undefined ? {} : {folder})}];
        const [path] = pathsIn(code);
        if (path !== undefined) folder = path.endsWith("/") ? path : dirname(path);
        return [];
      });
    });
}

/**
 * The words of code, in the text and in blocks, that begin with a file or folder of the root. `<type>` and the like stand
 * for a name that the reader chooses: the folder before them counts.
 */
function pathsIn(page: string): string[] {
  const inline = [...proseOf(page).matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
  const examples = [...page.matchAll(/^```bash$(.*?)^```$/gms)].map(([, block = ""]) => block);
  return [...inline, ...shellBlocks(page), ...examples]
    .flatMap(code => code.split(/\s+/))
    .filter(word => topLevel.includes(word.split("/")[0] ?? "") && /[/.]/.test(word))
    .map(path => path.replace(/[^/]*[<*…].*$/, ""))
    .filter(path => path !== "");
}

function linksIn(page: string): string[] {
  return [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = ""]) => link)
    .filter(link => !/^[a-z]+:/.test(link));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = "", heading] = link.split("#");
  const target = path === "" ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(root, target))) return false;
  return heading === undefined || anchorsOf(readPage(target)).includes(heading);
}

/** The anchors that GitHub derives from a page's headings. */
function anchorsOf(page: string): string[] {
  return [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/g, "-"),
  );
}
