import {existsSync} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {Subprocess} from "bun";
import {createConnection} from "mysql2/promise";
import {freePort} from "../../../shared/core/postgres/server.ts";

export interface MysqlServer {
  /** The address over TCP on loopback, with the user `root`, who has all rights. */
  url: string;
  stop(): Promise<void>;
}

const START_MS = 30_000;
const FLAGS = [
  "--bind-address=127.0.0.1",
  "--skip-log-bin",
  "--skip-networking=0",
  "--max-connections=200",
  "--innodb-flush-log-at-trx-commit=0",
  "--innodb-buffer-pool-size=64M",
  `--ssl-cert=${join(import.meta.dir, "..", "worker-cert.pem")}`,
  `--ssl-key=${join(import.meta.dir, "..", "worker-key.pem")}`,
];

/** Starts a MariaDB server in a temporary folder; `undefined` on a machine where none is installed. */
export async function startMysql(): Promise<MysqlServer | undefined> {
  const server = installed("mariadbd");
  const install = installed("mariadb-install-db");
  if (server === undefined || install === undefined) return undefined;
  const dir = await mkdtemp(join(tmpdir(), "analytics-mysql-"));
  // Without this option the server refuses to run as root.
  const user = process.getuid?.() === 0 ? ["--user=root"] : [];
  const data = `--datadir=${join(dir, "data")}`;
  const made = Bun.spawn(
    [install, "--no-defaults", data, "--auth-root-authentication-method=normal", "--skip-test-db", ...user],
    {stdout: "ignore", stderr: "ignore"},
  );
  if ((await made.exited) !== 0) throw new Error("mariadb-install-db failed");
  const password = crypto.randomUUID();
  const port = await freePort();
  const logFile = Bun.file(join(dir, "error.log"));
  const running = Bun.spawn(
    [
      server,
      "--no-defaults",
      data,
      `--socket=${join(dir, "socket")}`,
      `--pid-file=${join(dir, "pid")}`,
      `--port=${port}`,
      // A server that starts removes the files of other servers from a shared folder for temporary tables.
      `--tmpdir=${dir}`,
      ...FLAGS,
      ...user,
    ],
    {stdout: "ignore", stderr: logFile},
  );
  process.once("exit", () => running.kill());
  const stop = async () => {
    running.kill();
    await running.exited;
    await rm(dir, {recursive: true, force: true});
  };
  try {
    await protect(running, join(dir, "socket"), password);
  } catch (error) {
    const log = await logFile.text();
    await stop();
    throw new Error(`MariaDB did not start:\n${log.slice(-2000)}`, {cause: error});
  }
  return {url: `mysql://root:${password}@127.0.0.1:${port}`, stop};
}

/** Sets a password for the user with all rights, because others on this machine can reach the port. */
async function protect(server: Subprocess, socketPath: string, password: string): Promise<void> {
  const until = Date.now() + START_MS;
  for (;;) {
    try {
      const connection = await createConnection({socketPath, user: "root"});
      await connection.query("alter user root@localhost identified by ?", [password]);
      await connection
        .query("create user root@'127.0.0.1' identified by ?", [password])
        .catch(() => undefined);
      await connection.query("alter user root@'127.0.0.1' identified by ?", [password]);
      await connection.query("grant all privileges on *.* to root@'127.0.0.1' with grant option");
      await connection.end();
      return;
    } catch (error) {
      if (server.exitCode !== null || Date.now() > until) throw error;
      await Bun.sleep(100);
    }
  }
}

function installed(name: string): string | undefined {
  return Bun.which(name) ?? [`/usr/sbin/${name}`, `/usr/local/sbin/${name}`].find(path => existsSync(path));
}
