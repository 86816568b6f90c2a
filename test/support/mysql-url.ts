/** Where a MySQL or MariaDB server for tests is, or `undefined` on a machine without one. */
export function mysqlUrl(): string | undefined {
  return process.env["TEST_MYSQL_URL"];
}
