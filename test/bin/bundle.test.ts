import {afterAll, beforeAll, expect, test} from "bun:test";
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {bundledProcfile} from "../../bin/pack/bundle.ts";
import {type TestDatabase, testDatabase} from "../support/postgres.ts";
import {bundled} from "../support/processes/bundle.ts";
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

test("an archive's Procfile starts the bundles, with the same environment", async () => {
  const lines = (await readFile(join(root, "Procfile"), "utf8")).trimEnd().split("\n");
  expect(bundledProcfile(lines.join("\n")).split("\n")).toEqual(
    lines.map(line =>
      line.replace("api/main.ts", "bundle/web.js").replace("worker/main.ts", "bundle/worker.js"),
    ),
  );
  expect(bundledProcfile(lines.join("\n"))).not.toContain("main.ts");
});

test("a bundled web process finds the files that its sources have beside them", async () => {
  const page = await (await get("/embed")).text();
  const [, script = ""] = /src="([^"]+\.js)"/.exec(page) ?? [];
  for (const path of [script, "/embed/client.js", "/embed/client.d.ts", "/swagger/swagger-ui.css"])
    expect([path, (await get(path)).status]).toEqual([path, 200]);
});

test("a bundle and its map name nothing of the machine on which they were made", async () => {
  for (const script of ["api/main.ts", "worker/main.ts"] as const) {
    const path = await bundled(script);
    const [code, map] = await Promise.all([readFile(path, "utf8"), readFile(`${path}.map`, "utf8")]);
    expect(code.includes(root) || map.includes(root)).toBe(false);
    expect(code.slice(-300)).not.toContain("debugId");
    expect(JSON.parse(map)).not.toHaveProperty("debugId");
    expect(code.slice(-300)).toContain("sourceMappingURL");
  }
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
      readFile(join(root, "shared/ground/config.ts"), "utf8"),
    ]);
    const [, line] = /shared\/ground\/config\.ts:(\d+)/.exec(output) ?? [];
    expect(source.split("\n")[Number(line) - 1]).toContain(
      "throw new Error(`The configuration is not usable",
    );
    expect(output).toContain(script);
  }
});
