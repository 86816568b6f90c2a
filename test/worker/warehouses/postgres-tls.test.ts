import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {chown, copyFile, mkdtemp, rm, stat} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {type PostgresServer, startPostgres} from "../../../shared/core/postgres/server.ts";

const SUPPORT = join(import.meta.dir, "../../support");
/** A certificate that its own key signed, for the name `localhost` and the address 127.0.0.1. */
const CERTIFICATE = join(SUPPORT, "worker-cert.pem");

let dir = "";
let server: PostgresServer;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "analytics-tls-"));
  const start = (settings: Record<string, string>) =>
    startPostgres({dir, logFile: join(dir, "postgres.log"), listen: "tcp", settings});
  // The first start makes the cluster, which also says whom the files must belong to.
  await (await start({})).stop();
  const cluster = join(dir, "cluster");
  const {uid, gid} = await stat(cluster);
  for (const [from, to] of [
    [CERTIFICATE, "tls.crt"],
    [join(SUPPORT, "worker-key.pem"), "tls.key"],
  ] as const) {
    await copyFile(from, join(cluster, to));
    await Bun.$`chmod 600 ${join(cluster, to)}`.quiet();
    await chown(join(cluster, to), uid, gid);
  }
  server = await start({ssl: "on", ssl_cert_file: "tls.crt", ssl_key_file: "tls.key"});
});
afterAll(async () => {
  await server?.stop();
  await rm(dir, {recursive: true, force: true});
});

/**
 * Asks as a connection whose host was given as `name` and resolved to 127.0.0.1, in a process that trusts the
 * certificate or does not. Returns `encrypted` or the error.
 */
async function ask(name: string, ssl: string, isTrusted: boolean): Promise<string> {
  const asking = Bun.spawn(
    [process.execPath, join(import.meta.dir, "ask-over-tls.ts"), server.url, name, ssl],
    {
      env: {...process.env, ...(isTrusted ? {NODE_EXTRA_CA_CERTS: CERTIFICATE} : {})},
      stdout: "pipe",
      stderr: "inherit",
    },
  );
  return (await asking.stdout.text()).trim();
}

describe("a Postgres warehouse over TLS", () => {
  test.each(["localhost", "127.0.0.1"])(
    "is asked at %s, with a certificate that nobody signed",
    async name => {
      expect(await ask(name, "require", false)).toBe("encrypted");
    },
  );

  test.each(["localhost", "127.0.0.1"])("is asked at %s, with a trusted certificate for it", async name => {
    expect(await ask(name, "verify-full", true)).toBe("encrypted");
  });

  test.each(["localhost", "127.0.0.1"])("is refused at %s, with an untrusted certificate", async name => {
    expect(await ask(name, "verify-full", false)).toMatch(/certificate/i);
  });

  test.each(["elsewhere.test", "127.0.0.2"])(
    "is refused at %s, for which the certificate is not",
    async name => {
      expect(await ask(name, "verify-full", true)).toMatch(/altnames/i);
    },
  );
});
