/** The address of the ClickHouse test server, or `undefined` on a machine without one. */
export function clickhouseUrl(): string | undefined {
  return process.env["TEST_CLICKHOUSE_URL"];
}
