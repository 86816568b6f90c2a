import {describe, expect, test} from "bun:test";
import {readdirSync, readFileSync} from "node:fs";
import {dirname, join, normalize} from "node:path";
import {uncheckedJson} from "./parsed-json.ts";

const root = join(import.meta.dir, "..");
// In a file with JSX, `<T>(` would begin an element.
const transpilers = {ts: new Bun.Transpiler({loader: "ts"}), tsx: new Bun.Transpiler({loader: "tsx"})};

interface Source {
  path: string;
  text: string;
  /** Files of the project by their paths from its root, and names of packages; imports of types are included. */
  imports: string[];
}

const sources: Source[] = ["api", "worker", "shared", "bin", "bench"].flatMap(folder =>
  readdirSync(join(root, folder), {recursive: true, encoding: "utf8"})
    .filter(name => /\.tsx?$/.test(name))
    .map(name => readSource(join(folder, name))),
);

function readSource(path: string): Source {
  const text = readFileSync(join(root, path), "utf8");
  const named = [...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom "([^"]+)"/gm)].map(
    match => match[1] ?? "",
  );
  const types = [...text.matchAll(/\bimport\("([^"]+)"\)/g)].map(match => match[1] ?? "");
  const transpiler = path.endsWith(".tsx") ? transpilers.tsx : transpilers.ts;
  const found = transpiler.scanImports(text).map(one => one.path);
  const imports = [...new Set([...named, ...types, ...found])].map(name =>
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

/** The files under `from` that read a clock, chance, the environment or the network, or print. */
function impureIn(from: string): string[] {
  const impure =
    /\b(process\.|Bun\.(?!hash\()|Date\.now|new Date\(\)|Math\.random|fetch\(|performance\.now|console\.)/;
  return sources.filter(({path, text}) => path.startsWith(from) && impure.test(text)).map(({path}) => path);
}

/** The ways that imports lead from a file back to it, each as `a → b → a`: one for each import that closes one. */
function importCycles(): string[] {
  const cycles: string[] = [];
  const importsOf = new Map(sources.map(({path, imports}) => [path, imports]));
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (path: string) => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push([...trail.slice(start), path].join(" → "));
    if (start >= 0 || done.has(path)) return;
    trail.push(path);
    for (const name of importsOf.get(path) ?? []) visit(name);
    trail.pop();
    done.add(path);
  };
  for (const {path} of sources) visit(path);
  return cycles;
}

const ENGINES = /^(@duckdb\/|pg-cursor|mysql2|nodemailer|mjml)/;
/** Files of `shared/core/` that every feature may use, and the rooms that some of them share. */
const isBase = (path: string) => /^shared\/core\/((database|process)\/)?[\w-]+\.ts$/.test(path);
const isFeature = (name: string) => name.startsWith("shared/") && !isBase(name);

describe("imports point one way", () => {
  test("the sources are found", () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.some(({imports}) => imports.includes("shared/core/errors.ts"))).toBe(true);
  });

  test("no file imports itself through others, not even for a type", () => {
    expect(importCycles()).toEqual([]);
  });

  test("the web process imports nothing of the worker, and opens no warehouse", () => {
    expect(
      offences("api/", name => name.startsWith("worker/") || name.startsWith("bin/") || ENGINES.test(name)),
    ).toEqual([]);
  });

  test("the worker imports nothing of the web process", () => {
    expect(
      offences(
        "worker/",
        name => name.startsWith("api/") || name.startsWith("bin/") || /^(elysia|@elysiajs)/.test(name),
      ),
    ).toEqual([]);
  });

  test("shared code imports nothing of either process", () => {
    expect(
      offences(
        "shared/",
        name => /^(api|worker|bin)\//.test(name) || ENGINES.test(name) || /^(elysia|@elysiajs)/.test(name),
      ),
    ).toEqual([]);
  });

  test("the base files import no feature except the layer's types", () => {
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
    const allowed = new Set(["@sinclair/typebox"]);
    expect(
      offences("shared/semantic/", name => !name.startsWith("shared/semantic/") && !allowed.has(name)),
    ).toEqual([]);
    expect(impureIn("shared/semantic/")).toEqual([]);
  });

  test("the compiler is used only through its entry files", () => {
    const doors = new Set(
      [
        "index",
        "layers",
        "documents",
        "vocabulary",
        "rollup-matching/index",
        "errors",
        "coded-error",
        "nearest-names",
      ].map(name => `shared/semantic/${name}.ts`),
    );
    expect(
      offences(
        "",
        (name, path) =>
          name.startsWith("shared/semantic/") && !path.startsWith("shared/semantic/") && !doors.has(name),
      ),
    ).toEqual([]);
  });

  test("the formats of layers are pure too: texts and graphs in, texts and graphs out", () => {
    const allowed = new Set([
      "@sinclair/typebox",
      "@huggingface/jinja",
      "node:util",
      "yaml",
      "shared/core/errors.ts",
    ]);
    for (const room of ["common", "cube", "dbt", "lightdash", "ossie", "snowflake"]) {
      const own = new RegExp(`^shared/(semantic|modeling/layer-formats/(common|${room}))/`);
      const isAllowed = (name: string) =>
        own.test(name) ||
        allowed.has(name) ||
        // Lightdash's files are dbt's, and Snowflake's metrics are read as Ossie's.
        (room === "lightdash" && name.startsWith("shared/modeling/layer-formats/dbt/")) ||
        (room === "snowflake" && name.startsWith("shared/modeling/layer-formats/ossie/"));
      expect(offences(`shared/modeling/layer-formats/${room}/`, name => !isAllowed(name))).toEqual([]);
      expect(impureIn(`shared/modeling/layer-formats/${room}/`)).toEqual([]);
    }
  });
});

/**
 * The floors of each house in the order in which a reader meets them: what stands further down is used by what stands
 * above it, and never the other way round. Rooms of one floor do not use each other. A name without `/` is a file.
 */
const FLOORS: Record<string, string[]> = {
  api: [
    "main.ts",
    "app.ts",
    "routes/",
    "content/ embed/",
    "pages/",
    "mcp/ oauth/ webhooks/ sql/ open-dependencies.ts",
    "server/ queries/ readiness.ts metrics-reading.ts",
    "worker-calls/",
    "dependencies.ts",
    "worker-directory/ uploads/ result-cache.ts queued-runs.ts",
    "http/",
    "metrics.ts openapi/",
    "client/",
    "page-urls/ duration-histogram.ts",
  ],
  worker: [
    "main.ts",
    "start.ts",
    "tasks/",
    "call-handlers.ts agent-runs/ listener/ worker-runner.ts action-runs/",
    "delivery-runs/ rollup-builds/ snapshots/ queue.ts children.ts github/",
    "worker.ts",
    "execute/ sheets/",
    "formats/ introspect/ private-postgres/",
    "charts/ email/ warehouses/",
    "concurrency/ storage/ billing/ markup.ts crontab.ts heartbeat.ts shared-notify-connection.ts retry-pause.ts wake-at-intervals.ts",
    "takeover/",
  ],
  "shared/semantic": [
    "index.ts layers.ts documents.ts vocabulary.ts",
    "check/",
    "rollup-matching/",
    "dataset/",
    "compile.ts",
    "render/",
    "dialects/",
    "plan/ row-access/",
    "resolve/",
    "filters/",
    "layer/",
    "sql-fragment/ query/ nearest-names.ts",
    "errors.ts",
    "coded-error.ts",
  ],
  shared: [
    "surfaces/",
    "identity/",
    "automation/",
    "content/",
    "modeling/",
    "querying/",
    "tenancy/",
    "core/",
    "semantic/",
  ],
  "shared/surfaces": ["tools/ embed/", "sql/"],
  "shared/identity": ["single-sign-on/", "sign-in/", "organization/"],
  "shared/automation": ["actions/ evaluations/", "agents/", "deliveries/", "schedules/"],
  "shared/content": [
    "resources/",
    "run-as/",
    "dashboards/",
    "datasets/ charts/ sheets/",
    "snapshots/ descriptions/",
  ],
  "shared/modeling": ["layer-versions/ github/ verified-questions/", "rollups/ layer-formats/"],
  "shared/querying": ["queries/", "layers/"],
  "shared/tenancy": ["grants/ projects/ connections/ billing/", "content-kinds/", "content-rights/"],
  "shared/core": [
    "workers/",
    "jobs.ts notified-cache.ts",
    "config.ts load-run-as.ts problem.ts",
    "wire/ process/ cadence/ events/ recipients/ postgres/ audit.ts change-notices.ts paused-runs.ts principal-row.ts wire-error.ts",
    "db.ts validate.ts",
    "database/ children/ csv/ access.ts explain-errors.ts paging.ts",
    "actor.ts errors.ts for-each-concurrently.ts ids.ts log.ts mail-address.ts network.ts one-line.ts secrets.ts",
    "content-types.ts",
  ],
};

describe.each(Object.entries(FLOORS))("the floors of %s/", (house, floors) => {
  const floorOf = new Map(floors.flatMap((rooms, floor) => rooms.split(" ").map(room => [room, floor])));
  const roomOf = (path: string) => /^[^/]+\/?/.exec(path.slice(house.length + 1))?.[0] ?? "";
  const within = sources.filter(({path}) => path.startsWith(`${house}/`));

  test("contain every room once", () => {
    const rooms = new Set(within.map(({path}) => roomOf(path)));
    expect(floors.flatMap(one => one.split(" ")).sort()).toEqual([...rooms].sort());
  });

  test("are used only from above", () => {
    const upwards = within.flatMap(({path, imports}) =>
      imports
        .filter(name => name.startsWith(`${house}/`) && roomOf(name) !== roomOf(path))
        .filter(name => !((floorOf.get(roomOf(name)) ?? 0) > (floorOf.get(roomOf(path)) ?? 0)))
        .map(name => `${path} → ${name}`),
    );
    expect(upwards).toEqual([]);
  });
});

describe("rooms stay small", () => {
  /** Generated from the database. */
  const GENERATED = "shared/core/database/db-types.ts";

  test("no file has more than 300 lines", () => {
    const long = sources
      .map(({path, text}) => ({path, lines: text.split("\n").length - 1}))
      .filter(({path, lines}) => lines > 300 && path !== GENERATED);
    expect(long).toEqual([]);
  });

  test("no folder has more than 25 files side by side, the helpers of tests included", () => {
    const helpers = readdirSync(join(root, "test", "support")).filter(name => name.endsWith(".ts"));
    const folders = [...sources.map(({path}) => dirname(path)), ...helpers.map(() => "test/support")];
    const counts = Map.groupBy(folders, folder => folder);
    expect([...counts].filter(([, files]) => files.length > 25).map(([folder]) => folder)).toEqual([]);
  });
});

describe("an environment variable", () => {
  test("is read only in shared/core/config.ts, and by the launcher for its children", () => {
    const found = sources
      // This variable does not count: a browser bundle has its value in place of it.
      .map(({path, text}) => ({path, text: text.replaceAll('"process.env.NODE_ENV"', "")}))
      .filter(({path, text}) => !/^(bin|bench)\//.test(path) && /\b(process|Bun)\.env\b/.test(text))
      .map(({path}) => path);
    expect(found).toEqual(["shared/core/config.ts"]);
  });
});

test("no log line contains the query string of a request", () => {
  const logged = /\blog\.\w+\(\s*\{[^}]*(\brequest\.url|\burl[,}])/;
  expect(
    sources.filter(({path, text}) => path.startsWith("api/") && logged.test(text)).map(({path}) => path),
  ).toEqual([]);
});

describe("state that changes while a process runs belongs to an object that is made at its start", () => {
  /**
   * State that may be in a module nevertheless, with the reason: it is no organization's data, or it is kept in a weak map
   * and is freed with the object that it belongs to.
   */
  const MAY_STAY: Record<string, string> = {
    "api/embed/authenticate.ts": "of a request's caller, and goes with it",
    "api/http/admission.ts": "of a request, and goes with it",
    "api/http/request-context.ts": "of a request, and goes with it",
    "api/metrics.ts": "figures of the process itself, made once",
    "shared/automation/agents/budget/token-plan.ts": "of a message or the tools of a run, and goes with them",
    "shared/automation/agents/budget/tokens.ts": "the tokenizer's vocabulary, loaded once",
    "shared/content/charts/map-outlines.ts": "read from one of three packaged files",
    "shared/content/charts/vega/font-widths.ts": "a table, filled when it is loaded",
    "shared/core/children/serve-child.ts": "of a child process, which is one of its pool's",
    "shared/core/validate.ts": "computed from a schema alone, and freed with it",
    "shared/semantic/check/cycles.ts": "of a layer, and goes with it",
    "shared/semantic/sql-fragment/tokens.ts": "of a fragment's tokens, and goes with them",
    "shared/semantic/dialects/mysql-zones.ts": "computed from a zone's name alone, and bounded",
    "shared/semantic/filters/calendar-spans.ts": "computed from a zone's name alone, and bounded",
    "shared/semantic/layer/visibility.ts": "of a layer, and goes with it",
    "shared/semantic/render/aliases.ts": "of a layer's model, and goes with it",
    "shared/semantic/layer/decided-grains.ts": "computed from a zone's name alone, and bounded",
    "shared/surfaces/sql/group/grains.ts": "computed from a zone's name alone, and bounded",
    "shared/surfaces/sql/statement/postgres-parser.ts":
      "a parser that keeps nothing of what it has parsed, and is replaced when it fails",
    "shared/surfaces/sql/group/chain.ts": "of a part of one plan, and goes with it",
    "shared/surfaces/sql/names/analyze-select.ts": "of a part of one plan, and goes with it",
    "shared/surfaces/sql/names/find-columns.ts": "of a part of one plan, and goes with it",
    "shared/surfaces/sql/names/relations.ts": "of a part of one plan, and goes with it",
    "shared/surfaces/sql/rows/push-down.ts": "of a part of one plan, and goes with it",
    "shared/surfaces/sql/types.ts": "of the columns of one plan, and goes with them",
    "shared/surfaces/sql/statement/parse.ts": "computed from a statement's text alone, and bounded",
    "shared/surfaces/tools/call-tool.ts": "of a tool's answer, and goes with it",
    "shared/surfaces/tools/run-query.ts": "of a result's bytes, and goes with them",
    "shared/querying/layers/search-index.ts": "of a layer, and goes with it",
    "shared/querying/queries/run-request-of.ts": "of the columns of one plan, and goes with them",
    "shared/semantic/rollup-matching/current-rollups.ts":
      "of the plans of a layer's roll-ups, and goes with them",
    "worker/formats/zoned-text.ts": "computed from a zone's name and a moment alone, and bounded",
    "worker/sheets/engine.ts": "the engine's code, loaded once in a child process",
    "worker/storage/process-locks.ts": "locks of the operating system, which are held by the process",
    "worker/warehouses/duckdb/statements.ts": "of a prepared statement, and goes with it",
    "worker/warehouses/postgres/read.ts": "of a connection, and goes with it",
    "worker/warehouses/postgres/row-tap.ts": "of a connection, and goes with it",
    "worker/warehouses/zone-offset.ts": "computed from a zone's name and a moment alone, and bounded",
  };
  const STATE =
    /^(?:export )?(?:let \w|const \w+\b(?!: Readonly)[^=\n]* = new (?:WeakMap|WeakSet|(?:Map|Set)(?:<[\s\S]{0,200}?>)?\(\)|LRUCache|ChildPool|Registry))/m;

  test("except for state by which no two organizations or services can harm each other", () => {
    const found = sources
      // A document in a browser belongs to one person.
      .filter(({path}) => /^(api|worker|shared)\//.test(path) && !path.startsWith("api/client/"))
      .filter(({text}) => STATE.test(text))
      .map(({path}) => path);
    expect(found.sort()).toEqual(Object.keys(MAY_STAY).sort());
  });
});

describe("parsed JSON is unknown until a schema has parsed it", () => {
  const COPY = "a copy of a value of that type, in plain objects";
  const ANY_JSON = "typed as any JSON value, which is what it is";
  const OWN_CHILD = "between a process and its own child, of the same code";
  /** Where it is given a type all the same. Pages, which load no validator, read their own service's answers. */
  const TYPED: Record<string, string> = {
    "api/openapi/shared-parameters.ts": COPY,
    "shared/core/postgres/os-user.ts": "the version in an installed package's own file",
    "shared/core/children/child-pool.ts": OWN_CHILD,
    "shared/core/children/serve-child.ts": OWN_CHILD,
    "shared/tenancy/connections/describe-types.ts": COPY,
    "shared/surfaces/sql/statement/postgres-parser.ts":
      "of the parser's own code, which runs in this process",
    "shared/modeling/layer-formats/common/document.ts": ANY_JSON,
    "shared/modeling/layer-formats/ossie/read/extension.ts": ANY_JSON,
    "shared/modeling/layer-formats/ossie/write/ossie-writer.ts": ANY_JSON,
    "worker/agent-runs/call-model.ts": COPY,
    "worker/charts/render-svg.ts": COPY,
  };

  test("except where it had a type before, and between the service and its child processes", () => {
    const found = sources
      .filter(({path}) => !/^(bench|api\/client)\//.test(path))
      .filter(({path, text}) => uncheckedJson(path, text).length > 0)
      .map(({path}) => path);
    expect(found.sort()).toEqual(Object.keys(TYPED).sort());
  });

  test.each([
    "const row: Row = JSON.parse(text);",
    "const row = JSON.parse(text) as Row;",
    "const {id} = await response.json();",
    "function rowOf(text: string): Row { return JSON.parse(text); }",
    "take(JSON.parse(text));",
  ])("%s gives it an unchecked type", text => {
    expect(uncheckedJson("file.ts", text)).toEqual([1]);
  });

  test.each([
    "const row: unknown = JSON.parse(text);",
    "const row = readRow(JSON.parse(text));",
    "const row = parse(await response.json());",
    "function jsonOf(text: string): unknown { return JSON.parse(text); }",
  ])("%s gives it no unchecked type", text => {
    expect(uncheckedJson("file.ts", text)).toEqual([]);
  });
});
