import type {Adapter} from "../adapter.ts";
import {columnsAlone, standardDates} from "../expressions.ts";
import {explainServer, openServer} from "../server.ts";
import {readMysqlDefaults, readMysqlTables} from "./catalog.ts";
import {openMysql} from "./warehouse.ts";

const MARIADB = /(\d+)\.(\d+)\.(\d+)-MariaDB/i;
const MYSQL = /^(\d+)\.(\d+)\.(\d+)/;
/** TiDB is not MySQL, although its version begins with a version of MySQL. */
const OTHER = /TiDB/i;

/**
 * Earlier versions of MySQL lack the collation that distinguishes texts by spaces at their end, and before 8.0 also
 * `with` and window functions. Earlier versions of MariaDB are not tested.
 */
function refuseVersion(version: string): string | undefined {
  const maria = MARIADB.exec(version);
  const [product, first, found] = maria
    ? (["MariaDB", [10, 5, 0], maria] as const)
    : (["MySQL", [8, 0, 17], OTHER.test(version) ? null : MYSQL.exec(version)] as const);
  const parts = found?.slice(1).map(Number) ?? [];
  const at = first.findIndex((part, i) => part !== parts[i]);
  if (parts.length === 0 || at === -1 || Number(parts[at]) > Number(first[at])) return undefined;
  return `This is ${product} ${parts.join(".")}, and the service needs ${product} ${first.join(".")} or later.`;
}

export const mysql: Adapter<"mysql"> = {
  open: (config, limits, {config: serviceConfig, log}) =>
    openServer(config, serviceConfig, target => openMysql(target, limits, log)),
  explain: (fault, config) =>
    explainServer(fault, config, {
      password: /^ER_ACCESS_DENIED_(NO_PASSWORD_)?ERROR$/,
      notIn: /^ER_(HOST_|ACCOUNT_|MUST_CHANGE)/,
      noDatabase: /^ER_BAD_DB_ERROR$/,
      noRight: /^ER_DBACCESS_DENIED_ERROR$/,
      noneFree: /^ER_(CON_COUNT_ERROR|TOO_MANY_USER_CONNECTIONS|USER_LIMIT_REACHED)$/,
    }),
  showVersion(version) {
    const [number = "", ...rest] = version.split("-");
    return `${rest.join().includes("MariaDB") ? "MariaDB" : "MySQL"} ${number}`;
  },
  refuseVersion,
  // MySQL's databases are its schemas.
  homeSchema: config => config.database,
  readDefaults: readMysqlDefaults,
  readTables: readMysqlTables,
  expressions: {
    // The session has ANSI quotes enabled.
    quote: name => `"${name.replaceAll('"', '""')}"`,
    json: value => `to_json(${value})`,
    row: columnsAlone,
    dates: {
      text: "char",
      date: standardDates.date,
      timestamp: column => `cast(replace(replace(${column}, 'T', ' '), 'Z', '') as datetime(6))`,
      parsed: (column, {percents}) =>
        percents.includes("%d")
          ? `str_to_date(${column}, '${percents}')`
          : `str_to_date(concat(${column}, '01'), '${percents}%d')`,
      fromSeconds: seconds => `from_unixtime(${seconds})`,
    },
  },
};
