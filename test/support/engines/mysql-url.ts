/** The address of the MySQL or MariaDB test server, or `undefined` on a machine without one. */
export function mysqlUrl(): string | undefined {
  return process.env["TEST_MYSQL_URL"];
}
