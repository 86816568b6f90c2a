import {afterAll, beforeAll, expect, test} from "bun:test";
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {readConfig} from "../../shared/core/config.ts";
import {SECRETS} from "../../shared/core/process/secret-files.ts";
import {readPage} from "../docs/pages.ts";

const KEY = Buffer.alloc(32, 1).toString("base64");
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "secrets-"));
});
afterAll(() => rm(folder, {recursive: true, force: true}));

async function fileWith(content: string): Promise<string> {
  const path = join(folder, crypto.randomUUID());
  await writeFile(path, content);
  return path;
}

const VALUES: Record<(typeof SECRETS)[number], string> = {
  ANTHROPIC_API_KEY: "sk-ant-1",
  DATABASE_URL: "postgres://a:b@127.0.0.1/c",
  ENCRYPTION_KEY: KEY,
  GITHUB_APP_PRIVATE_KEY: "",
  GITHUB_CLIENT_SECRET: "",
  GITHUB_WEBHOOK_SECRET: "",
  LLM_API_KEY: "sk-local",
  OIDC_CLIENT_SECRET: "oidc-secret",
  OPENAI_API_KEY: "sk-openai",
  OTEL_EXPORTER_OTLP_HEADERS: "api-key=one",
  S3_ACCESS_KEY_ID: "key-id",
  S3_SECRET_ACCESS_KEY: "secret-key",
  SMTP_URL: "smtps://a:b@mail.example.com",
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
};
const BESIDE = {
  S3_BUCKET: "bucket",
  OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318",
  LLM_BASE_URL: "http://127.0.0.1:1/v1",
};

test("secrets in files give the same configuration as secrets in variables", async () => {
  const {privateKey} = await crypto.subtle
    .generateKey(
      {
        name: "RSASSA-PKCS1-v1_5",
        modulusLength: 2048,
        publicExponent: new Uint8Array([1, 0, 1]),
        hash: "SHA-256",
      },
      true,
      ["sign"],
    )
    .then(async keys => ({privateKey: await crypto.subtle.exportKey("pkcs8", keys.privateKey)}));
  const pem = `-----BEGIN PRIVATE KEY-----\n${Buffer.from(privateKey).toString("base64")}\n-----END PRIVATE KEY-----`;
  const given = {
    ...VALUES,
    GITHUB_APP_PRIVATE_KEY: pem,
    GITHUB_CLIENT_SECRET: "cs",
    GITHUB_WEBHOOK_SECRET: "ws",
  };
  const beside = {
    ...BESIDE,
    GITHUB_APP_ID: "7",
    GITHUB_APP_SLUG: "app",
    GITHUB_CLIENT_ID: "id",
    OIDC_ISSUER: "https://id.example.com",
    OIDC_CLIENT_ID: "id",
  };
  const files: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) files[`${name}_FILE`] = await fileWith(`${value}\n`);
  const config = readConfig({...beside, ...files});
  expect(config).toEqual(readConfig({...beside, ...given}));
  expect(config.github?.clientSecret).toBe("cs");
  expect(config.billing?.secretKey).toBe("sk_test_1");
});

test("a missing or empty file, and a secret given in both ways, are refused by name", async () => {
  const environment = {
    DATABASE_URL: VALUES.DATABASE_URL,
    DATABASE_URL_FILE: await fileWith("postgres://x@y/z"),
    ENCRYPTION_KEY_FILE: join(folder, "nowhere"),
    SMTP_URL_FILE: await fileWith(" \n"),
  };
  expect(() => readConfig(environment)).toThrow(
    /DATABASE_URL and DATABASE_URL_FILE are both set[\s\S]*ENCRYPTION_KEY_FILE is ".*nowhere", which cannot be read \(ENOENT\)[\s\S]*SMTP_URL_FILE is ".*", which is empty/,
  );
});

test("every variable that contains a secret has a variant for a file", () => {
  const documented = [...readPage("docs/configuration.md").matchAll(/^\| `([A-Z0-9_]+)` /gm)].map(
    ([, name = ""]) => name,
  );
  // These variables are paths already.
  const files = ["MAIL_DKIM_KEY", "SQL_TLS_KEY", "WORKER_TLS_KEY"];
  const secret = /(_KEY|_SECRET|_KEY_ID|_HEADERS|_PASSWORD|_PRIVATE_KEY)$|^(DATABASE|SMTP)_URL$/;
  const kept: readonly string[] = [...SECRETS, ...files];
  expect(documented.filter(name => secret.test(name) && !kept.includes(name))).toEqual([]);
  expect(documented.filter(name => secret.test(name)).length).toBeGreaterThan(12);
});

test("an empty variable counts as not set", () => {
  const names = [...readPage("docs/configuration.md").matchAll(/^\| `([A-Z0-9_]+)` /gm)].map(
    ([, name = ""]) => name,
  );
  const needed = {DATABASE_URL: VALUES.DATABASE_URL, ENCRYPTION_KEY: KEY};
  const empty = Object.fromEntries(names.map(name => [name, ""]));
  expect(readConfig({...empty, ...needed})).toEqual(readConfig(needed));
});
