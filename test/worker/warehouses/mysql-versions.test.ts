import {expect, test} from "bun:test";
import {readVersion} from "../../../worker/warehouses/connect.ts";
import type {Warehouse} from "../../../worker/warehouses/warehouse.ts";

const {signal} = new AbortController();
/** A warehouse that reports this version. */
const of = (version: string) => ({dialect: "mysql", rows: async () => [[version]]}) as unknown as Warehouse;

test.each([
  ["8.0.16", "MySQL 8.0.16"],
  ["8.0.4-rc-log", "MySQL 8.0.4"],
  ["5.7.44-log", "MySQL 5.7.44"],
  ["10.4.34-MariaDB-1:10.4.34+maria~ubu2004", "MariaDB 10.4.34"],
  ["5.5.5-10.1.48-MariaDB", "MariaDB 10.1.48"],
])("%s is refused as %s", async (version, name) => {
  await expect(readVersion(of(version), signal)).rejects.toMatchObject({
    code: "connection_failed",
    message: expect.stringContaining(`This is ${name}, and the service needs`),
  });
});

test.each([
  ["8.0.17", "MySQL 8.0.17"],
  ["8.0.39-0ubuntu0.22.04.1", "MySQL 8.0.39"],
  ["8.4.0", "MySQL 8.4.0"],
  ["9.1.0", "MySQL 9.1.0"],
  ["10.5.0-MariaDB", "MariaDB 10.5.0"],
  ["11.8.3-MariaDB-0+deb13u1", "MariaDB 11.8.3"],
  ["8.0.11-TiDB-v7.5.1", "MySQL 8.0.11"],
])("%s is accepted as %s", async (version, shown) => {
  expect(await readVersion(of(version), signal)).toBe(shown);
});
