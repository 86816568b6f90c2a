import {afterAll, beforeAll, expect, test} from "bun:test";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {type TestApp, testApp} from "../../support/app.ts";

const LINTER = join(import.meta.dir, "../../../node_modules/@redocly/cli/bin/cli.js");

let t: TestApp;
let dir = "";
beforeAll(async () => {
  t = await testApp({BASE_URL: "https://analytics.acme.test"});
  dir = await mkdtemp(join(tmpdir(), "analytics-test-"));
});
afterAll(async () => {
  await t?.stop();
  await rm(dir, {recursive: true, force: true});
});

interface Report {
  totals: {errors: number};
  problems: {ruleId: string; severity: string; message: string; location: {pointer: string}[]}[];
}

/** Violations of the recommended rules that are intended: nothing can be refused there, or no program calls it. */
const KNOWN = [
  "info-license-strict #/info/license",
  "operation-2xx-response #/paths/~1oauth~1authorize/get/responses",
  "operation-4xx-response #/paths/~1.well-known~1oauth-authorization-server/get/responses",
  "operation-4xx-response #/paths/~1.well-known~1oauth-protected-resource/get/responses",
  "operation-4xx-response #/paths/~1github~1app-manifest/get/responses",
  "operation-4xx-response #/paths/~1healthz/get/responses",
  "operation-4xx-response #/paths/~1readyz/get/responses",
];

test("the document breaks none of Redocly's recommended rules", async () => {
  const {text} = await t.call("GET", "/swagger/json", {token: null});
  await Bun.write(join(dir, "openapi.json"), text);
  const linter = Bun.spawn(
    [process.execPath, LINTER, "lint", "openapi.json", "--extends=recommended", "--format=json"],
    {
      // A folder without anybody's configuration.
      cwd: dir,
      env: {...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true"},
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  const [output, errors] = await Promise.all([linter.stdout.text(), linter.stderr.text()]);
  if (!output.startsWith("{")) throw new Error(`The linter gave no report: ${output}${errors}`);
  const {totals, problems}: Report = JSON.parse(output);
  const broken = problems.filter(({severity}) => severity === "error");
  expect(
    broken.map(({ruleId, message, location}) => `${ruleId} ${location[0]?.pointer}: ${message}`),
  ).toEqual([]);
  expect(totals.errors).toBe(0);
  expect(problems.map(({ruleId, location}) => `${ruleId} ${location[0]?.pointer}`).sort()).toEqual(KNOWN);
});
