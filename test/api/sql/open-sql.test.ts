import {afterEach, expect, test} from "bun:test";
import {mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {SqlBackend} from "../../../api/sql/backend.ts";
import {openSqlServer} from "../../../api/sql/open-sql.ts";
import {readConfig} from "../../../shared/core/config.ts";
import {makeLogger} from "../../../shared/core/log.ts";

const log = makeLogger("web", "silent");
const support = (name: string) => join(import.meta.dir, "..", "..", "support", name);
const CERT = support("worker-cert.pem");
const KEY = support("worker-key.pem");
const backend: SqlBackend = {open: () => Promise.reject(new Error("nobody signs in here"))};
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, {recursive: true});
});

function config(env: Record<string, string>) {
  return readConfig({
    DATABASE_URL: "postgres://localhost/x",
    ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
    ...env,
  });
}

test("nothing listens without SQL_LISTEN", async () => {
  expect(await openSqlServer(config({}), backend, log)).toBeUndefined();
});

test.each([
  [{SQL_LISTEN: "5433"}, 'SQL_LISTEN is "5433"'],
  [{SQL_LISTEN: "127.0.0.1:70000"}, 'SQL_LISTEN is "127.0.0.1:70000"'],
  [{SQL_LISTEN: "0.0.0.0:5433"}, "SQL_TLS_CERT and SQL_TLS_KEY are needed"],
  [{SQL_LISTEN: "[::]:5433"}, "SQL_TLS_CERT and SQL_TLS_KEY are needed"],
  [{SQL_LISTEN: "127.0.0.1:5433", SQL_TLS_CERT: CERT}, "go together"],
  [{SQL_LISTEN: "127.0.0.1:5433", SQL_PLAINTEXT: "yes"}, "SQL_PLAINTEXT"],
])("an invalid configuration is refused with the setting's name: %p", (env, message) => {
  expect(() => config(env)).toThrow(message);
});

test.each([
  [{SQL_LISTEN: "localhost:5433"}],
  [{SQL_LISTEN: "[::1]:5433"}],
  [{SQL_LISTEN: "0.0.0.0:5433", SQL_PLAINTEXT: "allow"}],
  [{SQL_LISTEN: "0.0.0.0:5433", SQL_TLS_CERT: CERT, SQL_TLS_KEY: KEY}],
])("a valid configuration is accepted: %p", env => {
  expect(config(env).sql?.port).toBe(5433);
});

test("a certificate may be given as PEM, and an invalid one prevents the start", async () => {
  const pem = {SQL_TLS_CERT: await readFile(CERT, "utf8"), SQL_TLS_KEY: await readFile(KEY, "utf8")};
  const server = await openSqlServer(config({SQL_LISTEN: "127.0.0.1:0", ...pem}), backend, log);
  await server?.stop();
  for (const [cert, message] of [
    ["/nowhere/cert.pem", 'SQL_TLS_CERT is "/nowhere/cert.pem"'],
    ["-----BEGIN CERTIFICATE-----\nx", "not a certificate and its key"],
  ]) {
    const opened = openSqlServer(
      config({SQL_LISTEN: "127.0.0.1:0", ...pem, SQL_TLS_CERT: cert ?? ""}),
      backend,
      log,
    );
    expect(opened).rejects.toThrow(message);
  }
});

test("an address that is in use is named in the error", async () => {
  const taken = Bun.serve({port: 0, hostname: "127.0.0.1", fetch: () => new Response()});
  const listen = `127.0.0.1:${taken.port}`;
  expect(openSqlServer(config({SQL_LISTEN: listen}), backend, log)).rejects.toThrow(
    `SQL_LISTEN is "${listen}"`,
  );
  await Bun.sleep(10);
  await taken.stop();
});

test("the certificate's file may be replaced while the server runs", async () => {
  const {Certificate} = await import("../../../api/sql/certificate.ts");
  const folder = await mkdtemp(join(tmpdir(), "sql-cert-"));
  folders.push(folder);
  const files = {cert: join(folder, "cert.pem"), key: join(folder, "key.pem")};
  await writeFile(files.cert, await readFile(CERT));
  await writeFile(files.key, await readFile(KEY));
  const certificate = new Certificate(files, log, 0);
  const first = certificate.context;
  expect(certificate.context).toBe(first);
  await Bun.sleep(20);
  await writeFile(files.cert, "half of it");
  expect(certificate.context).toBe(first);
  await writeFile(files.cert, await readFile(CERT));
  expect(certificate.context).not.toBe(first);
});
