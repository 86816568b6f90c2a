import {expect, test} from "bun:test";
import {resolve} from "node:path";
import {launchEnvironment, plannedConfig} from "../../../bin/start/environment.ts";

test("paths are relative to the folder of the launcher, not to that of the processes", async () => {
  const paths = {
    WAREHOUSE_DIR: "warehouses",
    FONT_DIR: " docs ",
    WORKER_LISTEN: "./run/worker.sock",
    WORKER_TLS_CERT: "tls/cert.pem",
    WORKER_TLS_KEY: "tls/key.pem",
    WORKER_TLS_CA: "/etc/ca.pem",
    SQL_TLS_CERT: "tls/cert.pem",
    SQL_TLS_KEY: "-----BEGIN PRIVATE KEY-----\nx",
  };
  const given = {...paths, SQL_LISTEN: "127.0.0.1:5433", PORT: "3000", DATA_DIR: "data"};
  const {config} = plannedConfig(given);
  expect(await launchEnvironment(given, config)).toMatchObject({
    DATA_DIR: resolve("data"),
    WAREHOUSE_DIR: config.warehouseDir,
    FONT_DIR: resolve("docs"),
    WORKER_LISTEN: resolve("run/worker.sock"),
    WORKER_TLS_CERT: resolve("tls/cert.pem"),
    WORKER_TLS_KEY: resolve("tls/key.pem"),
    WORKER_TLS_CA: "/etc/ca.pem",
    SQL_TLS_CERT: resolve("tls/cert.pem"),
    SQL_TLS_KEY: paths.SQL_TLS_KEY,
  });
  const byPort = {WORKER_LISTEN: "127.0.0.1:4000", SQL_LISTEN: ""};
  expect(await launchEnvironment(byPort, plannedConfig(byPort).config)).toMatchObject(byPort);
});
