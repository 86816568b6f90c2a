import {expect, test} from "bun:test";
import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {parse, parseAllDocuments} from "yaml";
import {Metrics} from "../../api/metrics.ts";
import manifest from "../../package.json";
import {SECRETS} from "../../shared/core/process/secret-files.ts";
import {readPage} from "./pages.ts";

const root = join(import.meta.dir, "..", "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const FILES = [
  "Dockerfile",
  "compose.yaml",
  ...readdirSync(join(root, "docs", "kubernetes")).map(name => `docs/kubernetes/${name}`),
  ...readdirSync(join(root, "docs", "systemd")).map(name => `docs/systemd/${name}`),
];
const documented = new Set(
  [...readPage("docs/configuration.md").matchAll(/^\| `([A-Z0-9_]+)` /gm)].map(([, name = ""]) => name),
);

test("the deployment files set only variables that the configuration has", () => {
  // These are variables of the images and of the files themselves.
  const others = /^(POSTGRES_\w+|POD_NAME|POD_NAMESPACE|TARGETARCH|CMD|SHA256SUMS|STOPSIGNAL)$/;
  const unknown = FILES.flatMap(path =>
    [...read(path).matchAll(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g)]
      .map(([, name = ""]) => name)
      .filter(name => !others.test(name) && !documented.has(name))
      .filter(name => !SECRETS.some(secret => name === `${secret}_FILE`))
      // Capabilities and address families of systemd.
      .filter(name => !/^AF_/.test(name))
      .map(name => `${path}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test("the deployment files have the version of package.json", () => {
  const versions = FILES.flatMap(path =>
    [...read(path).matchAll(/analytics-(?:service:|release-)(\d+\.\d+\.\d+)|newTag: (\d+\.\d+\.\d+)/g)].map(
      ([, image, tag]) => image ?? tag,
    ),
  );
  expect(versions.length).toBeGreaterThan(4);
  expect([...new Set(versions)]).toEqual([manifest.version]);
  expect(read("CHANGELOG.md")).toContain(`## [${manifest.version}]`);
});

test("every process in the deployment files is a command of bin/analytics", () => {
  const script = read("bin/analytics");
  const compose = parse(read("compose.yaml"), {merge: true});
  const started = [
    ...["release", "web", "worker"].map(name => compose.services[name].command[0]),
    ...["release", "web", "worker"].map(name => {
      const [workload] = parseAllDocuments(read(`docs/kubernetes/${name}.yaml`)).map(one => one.toJS());
      return workload.spec.template.spec.containers[0].args[0];
    }),
  ];
  expect(started).toEqual(["release", "web", "worker", "release", "web", "worker"]);
  expect(script).toContain("web | worker | release)");
});

test("a supervisor waits longer for the end of a process than the process takes", () => {
  for (const name of ["web", "worker"]) {
    const [workload] = parseAllDocuments(read(`docs/kubernetes/${name}.yaml`)).map(one => one.toJS());
    const {terminationGracePeriodSeconds, containers} = workload.spec.template.spec;
    const environment: {name: string; value?: string}[] = containers[0].env;
    const takesMs = environment
      .filter(one => /^SHUTDOWN_/.test(one.name))
      .reduce((sum, {value}) => sum + Number(value), 0);
    expect(terminationGracePeriodSeconds * 1000).toBeGreaterThan(takesMs);
  }
  const {services} = parse(read("compose.yaml"), {merge: true});
  for (const name of ["web", "worker"])
    expect(Number.parseInt(services[name].stop_grace_period, 10) * 1000).toBeGreaterThan(
      Number(services[name].environment.SHUTDOWN_GRACE_MS),
    );
});

interface Rule {
  alert: string;
  expr: string;
  labels: {severity: string};
  annotations: {runbook: string};
}
const rules: Rule[] = parse(read("docs/prometheus-alerts.yaml")).groups.flatMap(
  (group: {rules: Rule[]}) => group.rules,
);

test("every alert uses metrics that the service has, and links to a chapter of the runbook", async () => {
  const metrics = await new Metrics().text();
  const histograms = ["http_request_duration_seconds", "query_phase_duration_seconds"];
  const chapters = [...readPage("docs/runbook.md").matchAll(/^## (.+)$/gm)].map(([, title = ""]) =>
    title.toLowerCase().replaceAll(" ", "-"),
  );
  for (const {alert, expr, labels, annotations} of rules) {
    const names = [...expr.matchAll(/([a-z][a-z0-9_]+)\{/g)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const base = name.replace(/_(count|bucket|sum)$/, "");
      const isKnown = name === "up" || histograms.includes(base) || metrics.includes(`# TYPE ${name} `);
      expect([alert, name, isKnown]).toEqual([alert, name, true]);
    }
    expect(["page", "ticket"]).toContain(labels.severity);
    expect(chapters).toContain(annotations.runbook.replace("docs/runbook.md#", ""));
  }
  expect(rules.length).toBeGreaterThan(10);
});

const promtool = Bun.which("promtool");

test.skipIf(promtool === null)("Prometheus loads the alerts, and they fire when they should", async () => {
  const child = Bun.spawn(
    [promtool ?? "", "test", "rules", join(import.meta.dir, "prometheus-alerts.yaml")],
    {
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  expect([await child.exited, await child.stderr.text()]).toEqual([0, ""]);
});
