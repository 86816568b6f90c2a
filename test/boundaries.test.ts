import {describe, expect, test} from "bun:test";
import {readdirSync, readFileSync} from "node:fs";
import {dirname, join, normalize} from "node:path";

const root = join(import.meta.dir, "..");
const transpiler = new Bun.Transpiler({loader: "ts"});

interface Source {
  path: string;
  text: string;
  /** Files of the project, from its root, and names of packages; imports of types too. */
  imports: string[];
}

const sources: Source[] = ["api", "worker", "shared", "bin"].flatMap(folder =>
  readdirSync(join(root, folder), {recursive: true, encoding: "utf8"})
    .filter(name => name.endsWith(".ts"))
    .map(name => readSource(join(folder, name))),
);

function readSource(path: string): Source {
  const text = readFileSync(join(root, path), "utf8");
  const named = [...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom "([^"]+)"/gm)].map(
    match => match[1] ?? "",
  );
  const found = transpiler.scanImports(text).map(one => one.path);
  const imports = [...new Set([...named, ...found])].map(name =>
    name.startsWith(".") ? normalize(join(dirname(path), name)) : name,
  );
  return {path, text, imports};
}

/** Every import of a file under `from` that the rule forbids, as `file → import`. */
function offences(from: string, forbidden: (name: string, path: string) => boolean): string[] {
  return sources
    .filter(({path}) => path.startsWith(from))
    .flatMap(({path, imports}) =>
      imports.filter(name => forbidden(name, path)).map(name => `${path} → ${name}`),
    );
}

const ENGINES = /^(@duckdb\/|pg-cursor|mysql2|nodemailer|mjml)/;
const isFeature = (name: string) => /^shared\/[\w-]+\//.test(name);

describe("imports point one way", () => {
  test("the sources were read", () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.some(({imports}) => imports.includes("shared/errors.ts"))).toBe(true);
  });

  test("the web process knows nothing of the worker, and opens no warehouse", () => {
    expect(
      offences("api/", name => name.startsWith("worker/") || name.startsWith("bin/") || ENGINES.test(name)),
    ).toEqual([]);
  });

  test("the worker knows nothing of the web process", () => {
    expect(
      offences(
        "worker/",
        name => name.startsWith("api/") || name.startsWith("bin/") || /^(elysia|@elysiajs)/.test(name),
      ),
    ).toEqual([]);
  });

  test("what is shared knows neither", () => {
    expect(
      offences(
        "shared/",
        name => /^(api|worker|bin)\//.test(name) || ENGINES.test(name) || /^(elysia|@elysiajs)/.test(name),
      ),
    ).toEqual([]);
  });

  test("the base files use no feature, but for the layer's types, and calls for what they carry", () => {
    const isBase = (path: string) => /^shared\/[\w-]+\.ts$/.test(path) && path !== "shared/calls.ts";
    const found = sources
      .filter(({path}) => isBase(path))
      .flatMap(({path, imports}) =>
        imports
          .filter(name => isFeature(name) && !name.startsWith("shared/semantic/"))
          .map(name => `${path} → ${name}`),
      );
    expect(found).toEqual([]);
  });

  test("the compiler is pure: plain data in, plain data out", () => {
    const allowed = new Set(["@sinclair/typebox", "shared/errors.ts", "shared/nearest.ts", "lru-cache"]);
    const isAllowed = (name: string, path: string) =>
      allowed.has(name) || (name === "yaml" && path.startsWith("shared/semantic/import/"));
    expect(
      offences(
        "shared/semantic/",
        (name, path) => !name.startsWith("shared/semantic/") && !isAllowed(name, path),
      ),
    ).toEqual([]);
    const impure =
      /\b(process\.|Bun\.(?!hash\()|Date\.now|new Date\(\)|Math\.random|fetch\(|performance\.now|console\.)/;
    const found = sources
      .filter(({path, text}) => path.startsWith("shared/semantic/") && impure.test(text))
      .map(({path}) => path);
    expect(found).toEqual([]);
  });
});

describe("the environment", () => {
  test("is read in shared/config.ts, and by the launcher for its children", () => {
    const found = sources
      .filter(({path, text}) => !path.startsWith("bin/") && /\b(process|Bun)\.env\b/.test(text))
      .map(({path}) => path);
    expect(found).toEqual(["shared/config.ts"]);
  });
});

test("no log line holds the query string of a request", () => {
  const logged = /\blog\.\w+\(\s*\{[^}]*(\brequest\.url|\burl[,}])/;
  expect(
    sources.filter(({path, text}) => path.startsWith("api/") && logged.test(text)).map(({path}) => path),
  ).toEqual([]);
});
