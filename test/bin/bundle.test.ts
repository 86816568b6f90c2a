import {afterAll, beforeAll, expect, test} from "bun:test";
import {readdir, readFile} from "node:fs/promises";
import {join, resolve} from "node:path";
import {bundledProcfile} from "../../bin/pack/bundle.ts";
import {type TestDatabase, testDatabase} from "../support/postgres.ts";
import {bundled, bundlesDir} from "../support/processes/bundle.ts";
import {startWebProcess, type WebProcess} from "../support/web-process.ts";

const root = join(import.meta.dir, "..", "..");
let database: TestDatabase;
let web: WebProcess;

beforeAll(async () => {
  database = await testDatabase();
  web = await startWebProcess(database.url, {});
});
afterAll(async () => {
  await web?.stop();
  await database?.drop();
});

const get = (path: string) => fetch(`http://127.0.0.1:${web.port}${path}`);

test("an archive's Procfile starts the bundles with the same environment", async () => {
  const lines = (await readFile(join(root, "Procfile"), "utf8")).trimEnd().split("\n");
  expect(bundledProcfile(lines.join("\n")).split("\n")).toEqual(
    lines.map(line =>
      line.replace("api/main.ts", "bundle/web.js").replace("worker/main.ts", "bundle/worker.js"),
    ),
  );
  expect(bundledProcfile(lines.join("\n"))).not.toContain("main.ts");
});

test("a bundled web process finds the files that the sources have beside them", async () => {
  const page = await (await get("/embed")).text();
  const [, script = ""] = /src="([^"]+\.js)"/.exec(page) ?? [];
  for (const path of [script, "/embed/client.js", "/embed/client.d.ts", "/swagger/swagger-ui.css"])
    expect([path, (await get(path)).status]).toEqual([path, 200]);
});

async function bundles(): Promise<{path: string; text: string}[]> {
  const dir = join(root, await bundlesDir());
  const names = await readdir(dir);
  return Promise.all(
    names.map(async name => ({path: join(dir, name), text: await readFile(join(dir, name), "utf8")})),
  );
}

test("the bundles and their maps name nothing of the machine on which they were made", async () => {
  for (const {path, text} of await bundles()) {
    expect([path, text.includes(root)]).toEqual([path, false]);
    expect([path, text.slice(-300).includes("debugId")]).toEqual([path, false]);
    if (path.endsWith(".js")) expect(text.slice(-300)).toContain("sourceMappingURL");
    else expect(JSON.parse(text)).not.toHaveProperty("debugId");
  }
});

test("no bundled module of a package looks for files beside itself, where the bundle has none", async () => {
  const maps = (await bundles()).filter(({path}) => path.endsWith(".map"));
  const sources = new Set(
    maps.flatMap(({path, text}) => {
      const names: string[] = JSON.parse(text).sources;
      return names.map(name => resolve(path, "..", name)).filter(name => name.includes("/node_modules/"));
    }),
  );
  expect(sources.size).toBeGreaterThan(1000);
  for (const source of sources)
    expect([
      source,
      /\b__(dirname|filename)\b|\bimport\.meta\./.exec(await readFile(source, "utf8"))?.[0],
    ]).toEqual([source, undefined]);
});

test("the bundles hold the modules that the sources load, and none for the development of a package", async () => {
  const [map = ""] = (await bundles()).flatMap(({path, text}) =>
    path.endsWith("/worker.js.map") ? [text] : [],
  );
  const sources: string[] = JSON.parse(map).sources;
  // One says of itself that it does nothing and may be left out; the other is in its package a second time.
  for (const name of ["apache-arrow/Arrow.node.mjs", "micromark/lib/parse.js"])
    expect([name, sources.some(source => source.endsWith(`/node_modules/${name}`))]).toEqual([name, true]);
  expect(sources.filter(source => source.includes("/node_modules/micromark/dev/"))).toEqual([]);
});

test("a bundle's errors name the lines of its sources", async () => {
  for (const script of ["api/main.ts", "worker/main.ts"] as const) {
    const child = Bun.spawn([process.execPath, await bundled(script)], {
      env: {},
      stdout: "ignore",
      stderr: "pipe",
    });
    const [output, source] = await Promise.all([
      child.stderr.text(),
      readFile(join(root, "shared/core/config.ts"), "utf8"),
    ]);
    const [, line] = /shared\/core\/config\.ts:(\d+)/.exec(output) ?? [];
    expect(source.split("\n")[Number(line) - 1]).toContain(
      "throw new Error(`The configuration is not usable",
    );
    expect(output).toContain(script);
  }
});
