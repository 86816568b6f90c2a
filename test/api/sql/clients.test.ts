import {afterAll, beforeAll, expect, test} from "bun:test";
import {existsSync} from "node:fs";
import {join} from "node:path";
import {Certificate} from "../../../api/sql/certificate.ts";
import {makeLogger} from "../../../shared/core/log.ts";
import {openServer, type Sides} from "./support/open-server.ts";
import {hasPython, PYTHON} from "./support/python.ts";
import type {Target} from "./support/raw-client.ts";

const JDBC = "/usr/share/java/postgresql.jar";
const folder = join(import.meta.dir, "clients");
const support = (name: string) => join(import.meta.dir, "..", "..", "support", name);

const python = (name: string, ...modules: string[]) => ({
  name,
  isInstalled: hasPython(...modules),
  command: [PYTHON, join(folder, `${name}_client.py`)],
});

const CLIENTS = [
  python("psycopg2", "psycopg2"),
  python("psycopg3", "psycopg"),
  python("asyncpg", "asyncpg"),
  python("pandas", "pandas", "sqlalchemy", "psycopg2"),
  {
    ...python("pyodbc", "pyodbc"),
    isInstalled: hasPython("pyodbc") && existsSync("/usr/lib/x86_64-linux-gnu/odbc/psqlodbcw.so"),
  },
  {
    name: "pgjdbc",
    isInstalled: Bun.which("javac") !== null && existsSync(JDBC),
    command: [
      "java",
      "-XX:TieredStopAtLevel=1",
      "-XX:+UseSerialGC",
      "-cp",
      JDBC,
      join(folder, "JdbcClient.java"),
    ],
  },
  {name: "pg", isInstalled: true, command: [process.execPath, join(folder, "node-pg.ts")]},
];

let sides: Sides;

beforeAll(async () => {
  const files = {cert: support("worker-cert.pem"), key: support("worker-key.pem")};
  sides = await openServer({tls: new Certificate(files, makeLogger("web", "silent"))});
});
afterAll(() => sides.stop());

async function output(command: readonly string[], target: Target): Promise<string> {
  const client = Bun.spawn([...command], {
    env: {
      ...Bun.env,
      PGHOST: target.host,
      PGPORT: String(target.port),
      PGUSER: target.user,
      PGPASSWORD: target.password,
      PGDATABASE: target.database,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [printed, errors, code] = await Promise.all([
    client.stdout.text(),
    client.stderr.text(),
    client.exited,
  ]);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${printed}\n${errors}`);
  return printed;
}

for (const {name, isInstalled, command} of CLIENTS) {
  test.skipIf(!isInstalled)(`${name} gets the same from the service as from a real Postgres`, async () => {
    const [real, ours] = await Promise.all([output(command, sides.real), output(command, sides.ours)]);
    expect(ours).toBe(real);
    expect(real.length).toBeGreaterThan(100);
  });
}
