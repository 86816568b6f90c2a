import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {generateKeyPairSync} from "node:crypto";
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {readConfig} from "../../shared/core/config.ts";

const {privateKey} = generateKeyPairSync("rsa", {modulusLength: 2048});
const PEM = privateKey.export({type: "pkcs1", format: "pem"}).toString();
const PKCS8 = privateKey.export({type: "pkcs8", format: "pem"}).toString();
const WHOLE = {
  GITHUB_APP_ID: "12",
  GITHUB_APP_SLUG: "acme-analytics",
  GITHUB_APP_PRIVATE_KEY: PEM,
  GITHUB_CLIENT_ID: "Iv1.a",
  GITHUB_CLIENT_SECRET: "client-secret",
  GITHUB_WEBHOOK_SECRET: "new, old",
};

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "analytics-key-"));
  await writeFile(join(dir, "app.pem"), PEM);
});
afterAll(() => rm(dir, {recursive: true}));

function read(more: Record<string, string> = {}) {
  const own = {
    DATABASE_URL: "postgres://localhost/x",
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64"),
    ...more,
  };
  return readConfig(own).github;
}

test("a service without any of the variables has no App", () => {
  expect(read()).toBeUndefined();
});

test("the key is read as PEM, with escaped line ends, or from a file", () => {
  for (const key of [PEM, PKCS8, PEM.replaceAll("\n", "\\n"), join(dir, "app.pem")])
    expect(read({...WHOLE, GITHUB_APP_PRIVATE_KEY: key})?.privateKey).toBe(PKCS8);
  expect(read(WHOLE)).toMatchObject({appId: 12, webhookSecrets: ["new", "old"]});
});

describe("GitHub's pages are derived from the address of its API", () => {
  test.each([
    ["https://api.github.com", "https://github.com"],
    ["https://github.example.com/api/v3/", "https://github.example.com"],
    ["https://api.acme.ghe.com", "https://acme.ghe.com"],
    ["http://127.0.0.1:4000/api/v3", "http://127.0.0.1:4000"],
  ])("%s", (api, web) => {
    expect(read({...WHOLE, GITHUB_API_URL: api})).toMatchObject({
      apiUrl: api.replace(/\/$/, ""),
      webUrl: web,
    });
  });
});

describe("invalid values are named, and no secret is repeated", () => {
  test.each([
    ["an incomplete configuration", {GITHUB_CLIENT_SECRET: ""}, "GITHUB_CLIENT_SECRET"],
    ["an invalid key", {GITHUB_APP_PRIVATE_KEY: "-----BEGIN hidden-----"}, "GITHUB_APP_PRIVATE_KEY"],
    ["a file that does not exist", {GITHUB_APP_PRIVATE_KEY: "/nowhere/hidden"}, "GITHUB_APP_PRIVATE_KEY"],
    ["an invalid number", {GITHUB_APP_ID: "Iv1"}, "GITHUB_APP_ID"],
    ["an API without TLS", {GITHUB_API_URL: "http://github.example.com/api/v3"}, "GITHUB_API_URL"],
    ["an API with a password", {GITHUB_API_URL: "https://a:hidden@github.example.com"}, "GITHUB_API_URL"],
  ])("%s", (_, more, name) => {
    const fault = () => read({...WHOLE, ...more});
    expect(fault).toThrow(name);
    expect(fault).not.toThrow(/hidden|client-secret/);
  });
});
