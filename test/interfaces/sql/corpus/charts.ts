import type {CorpusStatement} from "./corpus.ts";

/** Statements that tools send for a chart or a table: not copied, but in the shape that each tool sends. */
export const CHARTS: readonly CorpusStatement[] = [
  {
    tool: "Metabase",
    about: "tables",
    sql: `SELECT n.nspname AS "schema", c.relname AS "name", CASE c.relkind WHEN 'r' THEN 'TABLE' WHEN 'v' THEN 'VIEW' ELSE NULL END AS "type",
    d.description AS "description", NULLIF(stat.n_live_tup, 0) AS "estimated_row_count" FROM pg_catalog.pg_class AS c INNER JOIN pg_catalog.pg_namespace AS n ON c.relnamespace = n.oid
    LEFT JOIN pg_catalog.pg_description AS d ON c.oid = d.objoid AND d.objsubid = 0 AND d.classoid = 'pg_class'::regclass
    LEFT JOIN pg_stat_user_tables AS stat ON n.nspname = stat.schemaname AND c.relname = stat.relname
    WHERE c.relnamespace = n.oid AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND c.relkind IN ('r', 'p', 'v', 'f', 'm') ORDER BY type ASC, schema ASC, name ASC`,
  },
  {
    tool: "Metabase",
    about: "privileges",
    sql: `with table_privileges as (select NULL as role, t.schemaname as schema, t.objectname as table, pg_catalog.has_any_column_privilege(current_user, '"' || t.schemaname || '"' || '.' || '"' || t.objectname || '"', 'select') as select
    from (select schemaname, tablename as objectname from pg_catalog.pg_tables union select schemaname, viewname as objectname from pg_catalog.pg_views) t
    where t.schemaname !~ '^pg_' and t.schemaname <> 'information_schema') select t.* from table_privileges t`,
  },
  {
    tool: "Metabase",
    about: "fields",
    sql: `SELECT c.column_name AS name, CASE WHEN c.udt_schema IN ('public', 'pg_catalog') THEN FORMAT('%s', c.udt_name) ELSE FORMAT('"%s"."%s"', c.udt_schema, c.udt_name) END AS "database-type",
    c.ordinal_position - 1 AS "database-position", c.table_schema AS "table-schema", c.table_name AS "table-name", pk.column_name IS NOT NULL AS "pk?",
    COL_DESCRIPTION(CAST(CAST(FORMAT('%I.%I', CAST(c.table_schema AS TEXT), CAST(c.table_name AS TEXT)) AS REGCLASS) AS OID), c.ordinal_position) AS "field-comment"
    FROM information_schema.columns AS c LEFT JOIN (SELECT tc.table_schema, tc.table_name, kc.column_name FROM information_schema.table_constraints AS tc
    INNER JOIN information_schema.key_column_usage AS kc ON (tc.constraint_name = kc.constraint_name) AND (tc.table_schema = kc.table_schema) AND (tc.table_name = kc.table_name)
    WHERE tc.constraint_type = 'PRIMARY KEY') AS pk ON (c.table_schema = pk.table_schema) AND (c.table_name = pk.table_name) AND (c.column_name = pk.column_name)
    WHERE c.table_schema !~ '^information_schema|catalog_history|pg_' AND (c.table_schema IN ('public'))`,
  },
  {
    tool: "Metabase",
    about: "fingerprint",
    sql: `SELECT "public"."flights"."id" AS "id", SUBSTRING("public"."flights"."state", 1, 1234) AS "substring1", "public"."flights"."at" AS "at" FROM "public"."flights" LIMIT 10000`,
  },
  {
    tool: "Metabase",
    about: "rows",
    sql: `SELECT "public"."flights"."id" AS "id", "public"."flights"."state" AS "state", "public"."flights"."origin.city" AS "origin.city" FROM "public"."flights" LIMIT 2000`,
  },
  {
    tool: "Metabase",
    about: "by month",
    sql: `SELECT CAST(DATE_TRUNC('month', "public"."flights"."at") AS date) AS "at", SUM("public"."flights"."total") AS "sum", COUNT(*) AS "count" FROM "public"."flights"
    WHERE ("public"."flights"."state" = 'CA') AND ("public"."flights"."at" >= timestamp with time zone '2023-01-01 00:00:00.000Z')
    GROUP BY CAST(DATE_TRUNC('month', "public"."flights"."at") AS date) ORDER BY CAST(DATE_TRUNC('month', "public"."flights"."at") AS date) ASC`,
  },
  {
    tool: "Metabase",
    about: "by weeks that begin on Sunday",
    sql: `SELECT (CAST(DATE_TRUNC('week', (CAST("public"."flights"."at" AS timestamp) + INTERVAL '1 day')) AS timestamp) + INTERVAL '-1 day') AS "at", COUNT(*) AS "count" FROM "public"."flights" GROUP BY 1 ORDER BY 1`,
  },
  {
    tool: "Metabase",
    about: "custom column in a subquery",
    sql: `SELECT "source"."kind" AS "kind", SUM("source"."total") AS "sum" FROM (SELECT "public"."flights"."state" AS "state", "public"."flights"."total" AS "total",
    CASE WHEN "public"."flights"."distance" > 100 THEN 'far' ELSE 'near' END AS "kind" FROM "public"."flights") AS "source" GROUP BY "source"."kind" ORDER BY "source"."kind" ASC`,
  },
  {
    tool: "Metabase",
    about: "field values",
    sql: `SELECT "public"."flights"."state" AS "state" FROM "public"."flights" GROUP BY "public"."flights"."state" ORDER BY "public"."flights"."state" ASC LIMIT 1000`,
  },
  {
    tool: "Metabase",
    about: "search among values",
    sql: `SELECT "public"."flights"."state" AS "state" FROM "public"."flights" WHERE (LOWER("public"."flights"."state") LIKE '%ca%') GROUP BY "public"."flights"."state" ORDER BY "public"."flights"."state" ASC LIMIT 100`,
  },
  {
    tool: "Superset",
    about: "virtual dataset",
    sql: `SELECT state AS state, sum(total) AS "SUM(total)" FROM (SELECT * FROM flights) AS virtual_table GROUP BY state ORDER BY "SUM(total)" DESC LIMIT 10000`,
  },
  {
    tool: "Superset",
    about: "time series",
    sql: `SELECT DATE_TRUNC('day', at) AS at, count(count) AS "COUNT(count)" FROM public.flights WHERE at >= TO_TIMESTAMP('2024-01-01 00:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.US') AND at < TO_TIMESTAMP('2025-01-01 00:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.US')
    GROUP BY DATE_TRUNC('day', at) ORDER BY "COUNT(count)" DESC LIMIT 50000`,
  },
  {
    tool: "Superset",
    about: "series limit",
    sql: `SELECT DATE_TRUNC('day', at) AS at, flights.state AS state, MEASURE(total) AS total FROM public.flights JOIN (SELECT state AS state__, count(*) AS mme_inner__ FROM public.flights GROUP BY state ORDER BY mme_inner__ DESC LIMIT 5) AS anon_1 ON flights.state = state__ GROUP BY 1, 2`,
    refused: "0A000",
  },
  {
    tool: "Superset",
    about: "preview",
    sql: `SELECT id AS id, state AS state, at AS at FROM public.flights LIMIT 100 OFFSET 0`,
  },
  {tool: "Tableau", about: "a temporary table", sql: `SELECT 1 AS "one" WHERE 1 = 0`},
  {
    tool: "Tableau",
    about: "sample of a table",
    sql: `SELECT "flights"."state" AS "state" FROM "public"."flights" "flights" GROUP BY 1 ORDER BY 1 ASC LIMIT 10`,
  },
  {
    tool: "Tableau",
    about: "columns of a custom statement",
    sql: `SELECT * FROM (SELECT * FROM "public"."flights") "Custom SQL Query" LIMIT 0`,
  },
  {
    tool: "Tableau",
    about: "number of records",
    sql: `SELECT SUM(1) AS "cnt:flights_0:ok" FROM "public"."flights" "flights" HAVING (COUNT(1) > 0)`,
  },
  {
    tool: "Tableau",
    about: "year and sum",
    sql: `SELECT CAST(TRUNC(EXTRACT(YEAR FROM "flights"."at")) AS INTEGER) AS "yr:at:ok", SUM("flights"."total") AS "sum:total:ok" FROM "public"."flights" "flights" GROUP BY 1`,
  },
  {
    tool: "Tableau",
    about: "month",
    sql: `SELECT "flights"."state" AS "state", DATE_TRUNC( 'MONTH', CAST("flights"."at" AS DATE) ) AS "tmn:at:ok", AVG(CAST("flights"."distance" AS DOUBLE PRECISION)) AS "avg:distance:ok" FROM "public"."flights" "flights"
    WHERE (("flights"."state" IN ('CA', 'NY')) AND ("flights"."at" >= (TIMESTAMP '2024-01-01 00:00:00.000'))) GROUP BY 1, 2`,
  },
  {
    tool: "Tableau",
    about: "top",
    sql: `SELECT "t0"."state" AS "state" FROM (SELECT "flights"."state" AS "state", SUM("flights"."total") AS "X__alias__0" FROM "public"."flights" "flights" GROUP BY 1 ORDER BY 2 DESC, 1 ASC LIMIT 10) "t0" GROUP BY 1`,
  },
  {
    tool: "Power BI",
    about: "folded table",
    sql: `select "$Table"."id" as "id", "$Table"."state" as "state", "$Table"."at" as "at" from "public"."flights" "$Table" limit 4096`,
  },
  {
    tool: "Power BI",
    about: "DirectQuery",
    sql: `select "rows"."state" as "state", sum("rows"."total") as "a0" from ( select "_"."state", "_"."total" from "public"."flights" "_" where "_"."state" is not null ) "rows" group by "state" limit 1000001`,
  },
  {
    tool: "Power BI",
    about: "nested filters",
    sql: `select "_"."state" as "c1", "_"."a0" as "a0" from (select "rows"."state" as "state", sum(cast("rows"."price" as decimal)) as "a0" from (select "state", "price" from "public"."flights" "$Table") "rows" group by "state") "_" where not "_"."a0" is null limit 1000001`,
  },
  {
    tool: "Grafana",
    about: "time series",
    sql: `SELECT date_trunc('hour', "at") AS "time", count(*) AS "value", "state" AS metric FROM flights WHERE "at" BETWEEN '2024-01-01T00:00:00Z' AND '2024-02-01T00:00:00Z' GROUP BY 1, 3 ORDER BY 1`,
  },
  {
    tool: "Grafana",
    about: "time group",
    sql: `SELECT floor(extract(epoch from "at")/3600)*3600 AS "time", avg(distance) AS "distance" FROM flights WHERE "at" BETWEEN '2024-01-01T00:00:00Z' AND '2024-02-01T00:00:00Z' GROUP BY 1 ORDER BY 1`,
  },
  {
    tool: "Grafana",
    about: "tables",
    sql: `SELECT CASE WHEN quote_ident(table_schema) IN (SELECT CASE WHEN trim(s[i]) = '"$user"' THEN user ELSE trim(s[i]) END FROM generate_series(array_lower(string_to_array(current_setting('search_path'),','),1), array_upper(string_to_array(current_setting('search_path'),','),1)) as i, string_to_array(current_setting('search_path'),',') s)
    THEN quote_ident(table_name) ELSE quote_ident(table_schema) || '.' || quote_ident(table_name) END AS "table" FROM information_schema.tables WHERE quote_ident(table_schema) NOT IN ('information_schema', 'pg_catalog', '_timescaledb_cache')`,
  },
  {
    tool: "Grafana",
    about: "version",
    sql: `SELECT current_setting('server_version_num')::int/100 as version`,
  },
  {
    tool: "Looker",
    about: "explore",
    sql: `SELECT flights.state AS "flights.state", (TO_CHAR(DATE_TRUNC('month', flights.at AT TIME ZONE 'UTC'), 'YYYY-MM')) AS "flights.at_month", COUNT(*) AS "flights.count", COALESCE(SUM(flights.price ), 0) AS "flights.price"
    FROM public.flights AS flights WHERE ((( flights.at ) >= ((SELECT (DATE_TRUNC('day', CURRENT_TIMESTAMP) + (-6 || ' day')::INTERVAL))))) GROUP BY 1, 2 ORDER BY 3 DESC FETCH NEXT 500 ROWS ONLY`,
  },
  {
    tool: "Looker",
    about: "totals",
    sql: `WITH w AS (SELECT state, SUM(price) AS p FROM public.flights GROUP BY 1) SELECT COUNT(DISTINCT state), SUM(p) FROM w LIMIT 1`,
  },
  {
    tool: "Hex and pandas",
    about: "rows",
    sql: `select * from flights where at >= '2024-01-01' and "origin.city" is not null`,
  },
  {
    tool: "Excel",
    about: "rows",
    sql: `SELECT "flights"."id", "flights"."state" FROM "public"."flights" "flights" WHERE ("flights"."state"='CA') ORDER BY "flights"."id"`,
  },
  {
    tool: "by hand",
    about: "measures",
    sql: `select "origin.city", measure(count), measure(mean) from flights group by 1 order by 2 desc limit 10`,
  },
  {
    tool: "by hand",
    about: "rollup",
    sql: `select "origin.city", state, measure(total) from flights group by rollup (1, 2)`,
    refused: undefined,
  },
  {
    tool: "by hand",
    about: "running total",
    sql: `select date_trunc('month', at) m, sum(measure(total)) over (order by date_trunc('month', at)) from flights group by 1 order by 1`,
  },
];
