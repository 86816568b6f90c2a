import type {CorpusStatement} from "./corpus.ts";

/**
 * A sum that counts each row once, however often a join repeats the row, as Looker writes it for Postgres: a hash of
 * the key is added to each value and subtracted again (https://wiki.7fff.com/symmetric).
 */
function symmetricSum(value: string, key: string): string {
  const hash = `('x' || MD5(${key} ::varchar))::bit(64)::bigint::DECIMAL(65,0)  *18446744073709551616 + ('x' || SUBSTR(MD5(${key} ::varchar),17))::bit(64)::bigint::DECIMAL(65,0)`;
  return `COALESCE(CAST( ( SUM(DISTINCT (CAST(FLOOR(COALESCE(${value} ,0)*(1000000*1.0)) AS DECIMAL(65,0))) + ${hash} ) - SUM(DISTINCT ${hash}) )  AS DOUBLE PRECISION) / CAST((1000000*1.0) AS DOUBLE PRECISION), 0)`;
}

const JOINED =
  "public.flights AS flights\nLEFT JOIN datasets.airports AS airports ON flights.origin_code = airports.code";

/** Statements of explores, notebooks and newer versions of tools: not copied, but in the shape that each sends. */
export const EXPLORES: readonly CorpusStatement[] = [
  {
    tool: "Looker",
    about: "symmetric aggregates over a join to one",
    sql: `SELECT
    airports.city AS "airports.city",
    ${symmetricSum("airports.size", "airports.code")} AS "airports.total_size",
    COUNT(DISTINCT airports.code ) AS "airports.count",
    COUNT(*) AS "flights.count",
    COALESCE(SUM(flights.price ), 0) AS "flights.total_price"
FROM ${JOINED}
GROUP BY
    1
ORDER BY
    2 DESC,
    1
FETCH NEXT 500 ROWS ONLY`,
  },
  {
    tool: "Looker",
    about: "symmetric aggregates over a join to many",
    sql: `SELECT
    ${symmetricSum("airports.size", "airports.code")} AS "airports.total_size",
    ${symmetricSum("flights.price", "flights.id")} AS "flights.total_price",
    COUNT(DISTINCT flights.id ) AS "flights.count"
FROM datasets.airports AS airports
LEFT JOIN public.flights AS flights ON airports.code = flights.origin_code
FETCH NEXT 500 ROWS ONLY`,
  },
  {
    tool: "Looker",
    about: "an average that counts each row once",
    sql: `SELECT
    airports.city AS "airports.city",
    (${symmetricSum("flights.distance", "flights.id")} / NULLIF(CAST(COUNT(DISTINCT CASE WHEN flights.distance IS NOT NULL THEN flights.id  ELSE NULL END) AS DOUBLE PRECISION), 0.0)) AS "flights.mean"
FROM ${JOINED}
GROUP BY 1 ORDER BY 1 LIMIT 500`,
  },
  {
    tool: "Looker",
    about: "a pivot",
    sql: `SELECT * FROM (
SELECT *, DENSE_RANK() OVER (ORDER BY z___min_rank) as z___pivot_row_rank, RANK() OVER (PARTITION BY z__pivot_col_rank ORDER BY z___min_rank) as z__pivot_col_ordering, CASE WHEN z___min_rank = z___rank THEN 1 ELSE 0 END AS z__is_highest_ranked_cell FROM (
SELECT *, MIN(z___rank) OVER (PARTITION BY "flights.at_month") as z___min_rank FROM (
SELECT *, RANK() OVER (ORDER BY "flights.at_month" DESC, z__pivot_col_rank) AS z___rank FROM (
SELECT *, DENSE_RANK() OVER (ORDER BY CASE WHEN "flights.state" IS NULL THEN 1 ELSE 0 END, "flights.state") AS z__pivot_col_rank FROM (
SELECT
    flights.state  AS "flights.state",
        (TO_CHAR(DATE_TRUNC('month', flights.at ), 'YYYY-MM')) AS "flights.at_month",
    COUNT(*) AS "flights.count"
FROM public.flights  AS flights
GROUP BY
    1,
    2) ww
) bb WHERE z__pivot_col_rank <= 16384
) aa
) xx
) zz
 WHERE (z__pivot_col_rank <= 50 OR z__is_highest_ranked_cell = 1) AND (z___pivot_row_rank <= 500 OR z__pivot_col_ordering = 1) ORDER BY z___pivot_row_rank`,
  },
  {
    tool: "Looker",
    about: "a derived table",
    sql: `WITH state_facts AS (SELECT state, MIN(at) AS first_at, COUNT(*) AS lifetime, ROW_NUMBER() OVER (ORDER BY COUNT(*) DESC, state) AS place FROM public.flights GROUP BY 1)
SELECT
    CASE
WHEN state_facts.lifetime  < 2 THEN '0'
WHEN state_facts.lifetime  >= 2 AND state_facts.lifetime  < 5 THEN '1'
WHEN state_facts.lifetime  >= 5 THEN '2'
ELSE '3'
END AS "state_facts.tier__sort_",
    COUNT(DISTINCT flights.state ) AS "flights.states",
    COALESCE(SUM(flights.distance ), 0) AS "flights.total_distance"
FROM public.flights AS flights
LEFT JOIN state_facts ON flights.state = state_facts.state
GROUP BY
    1
HAVING
    (COALESCE(SUM(flights.distance ), 0) > 0)
ORDER BY
    1
LIMIT 500`,
  },
  {
    tool: "Looker",
    about: "filtered measures and times in the user's zone",
    sql: `SELECT
    (DATE(flights.at AT TIME ZONE 'America/New_York')) AS "flights.at_date",
    CAST(EXTRACT(HOUR FROM flights.at AT TIME ZONE 'America/New_York') AS INT) AS "flights.at_hour_of_day",
    TO_CHAR(flights.at AT TIME ZONE 'America/New_York', 'FMDay') AS "flights.at_day_of_week",
    COUNT(DISTINCT CASE WHEN flights.ok  THEN flights.id  ELSE NULL END) AS "flights.ok_count",
    COALESCE(SUM(CASE WHEN (flights.distance  > 100) THEN flights.price  ELSE NULL END), 0) AS "flights.far_price",
    AVG(flights.distance ) AS "flights.mean",
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY flights.distance ) AS "flights.median"
FROM public.flights AS flights
WHERE ((( flights.at  ) >= (TIMESTAMP '2000-01-01') AND ( flights.at  ) < (TIMESTAMP '2030-01-01')))
GROUP BY
    1,
    2,
    3
ORDER BY
    1 DESC,
    2,
    3
FETCH NEXT 500 ROWS ONLY`,
  },
  {
    tool: "Looker",
    about: "suggestions of a filter",
    sql: `SELECT
    flights.state AS "flights.state"
FROM public.flights AS flights
WHERE (UPPER(flights.state) LIKE UPPER('%c^_%') ESCAPE '^' OR (flights.state) IS NULL OR flights.state ILIKE 'n%')
GROUP BY
    1
ORDER BY
    1
FETCH NEXT 500 ROWS ONLY`,
  },
  {
    tool: "Looker",
    about: "a row total",
    sql: `SELECT
    COUNT(*) AS "flights.count",
    COALESCE(SUM(flights.price ), 0) AS "flights.total_price"
FROM public.flights AS flights
WHERE (flights.state <> 'CA' OR flights.state IS NULL)
FETCH NEXT 1 ROWS ONLY`,
  },
  {
    tool: "Looker",
    about: "a measure of the layer beside a join",
    sql: `SELECT airports.city AS "airports.city", MEASURE(flights.total) AS "flights.total", MEASURE(flights.mean) AS "flights.mean"
FROM ${JOINED}
GROUP BY 1 ORDER BY 2 DESC NULLS LAST, 1 LIMIT 500`,
  },
  // https://learn.hex.tech/docs/explore-data/cells/sql-cells/sql-cells-introduction#query-metadata
  {
    tool: "Hex",
    about: "a cell with its metadata",
    sql: `select state, count(*) as flights from flights group by 1 order by 1
-- Hex query metadata: {"categories": ["Scratchpad"], "cell_type": "SQL", "connection": "it's; "ours"", "context": "SCHEDULED_RUN", "project_id": "d73da67d"}`,
  },
  {
    tool: "Hex",
    about: "cells over cells",
    sql: `with "dataframe_1" as (select state, date_trunc('month', at) as month, count(*) as n from flights group by 1, 2),
"dataframe_2" as (select month, sum(n) as n, max(n) as most from "dataframe_1" group by 1)
select count(*) over () as "rowCount", * from "dataframe_2" order by "month" asc nulls last limit 100 offset 0`,
  },
  {
    tool: "Hex",
    about: "values of a filter",
    sql: `with dataframe as (select * from flights) select distinct "state" as "value" from dataframe where "state" is not null order by 1 limit 1000`,
  },
  {
    tool: "Metabase",
    about: "percentages and cumulative sums",
    sql: `SELECT CAST(DATE_TRUNC('month', "public"."flights"."at") AS date) AS "at", SUM(COUNT(*)) OVER (ORDER BY CAST(DATE_TRUNC('month', "public"."flights"."at") AS date) ASC ROWS UNBOUNDED PRECEDING) AS "count",
      CAST(SUM(CASE WHEN "public"."flights"."distance" > 100 THEN 1 ELSE 0.0 END) AS DOUBLE PRECISION) / NULLIF(COUNT(*), 0) AS "share", LAG(COUNT(*), 1) OVER (ORDER BY CAST(DATE_TRUNC('month', "public"."flights"."at") AS date) ASC) AS "before"
      FROM "public"."flights" GROUP BY CAST(DATE_TRUNC('month', "public"."flights"."at") AS date) ORDER BY CAST(DATE_TRUNC('month', "public"."flights"."at") AS date) ASC`,
  },
  {
    tool: "Metabase",
    about: "a join of a question and a bin",
    sql: `SELECT FLOOR((("public"."flights"."distance" - 0.0) / 250.0)) * 250.0 + 0.0 AS "distance", "Airports - Origin"."city" AS "Airports - Origin__city", COUNT(*) AS "count", COUNT(DISTINCT "public"."flights"."state") AS "count_2"
      FROM "public"."flights" LEFT JOIN "datasets"."airports" AS "Airports - Origin" ON "public"."flights"."origin_code" = "Airports - Origin"."code"
      WHERE ("Airports - Origin"."size" >= 10 OR "Airports - Origin"."size" IS NULL) AND (LOWER("public"."flights"."state") LIKE '%a%')
      GROUP BY FLOOR((("public"."flights"."distance" - 0.0) / 250.0)) * 250.0 + 0.0, "Airports - Origin"."city" ORDER BY FLOOR((("public"."flights"."distance" - 0.0) / 250.0)) * 250.0 + 0.0 ASC, "Airports - Origin"."city" ASC`,
  },
  {
    tool: "Superset",
    about: "a quarter of an hour",
    sql: `SELECT DATE_TRUNC('hour', at) + INTERVAL '15 minutes' * FLOOR(EXTRACT(MINUTE FROM at) / 15) AS at, state AS state, sum(distance) AS "SUM(distance)"
      FROM public.flights WHERE at >= TO_TIMESTAMP('2000-01-01 00:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.US') AND at < TO_TIMESTAMP('2030-01-01 00:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.US')
      GROUP BY DATE_TRUNC('hour', at) + INTERVAL '15 minutes' * FLOOR(EXTRACT(MINUTE FROM at) / 15), state ORDER BY "SUM(distance)" DESC LIMIT 10000`,
  },
  {
    tool: "Superset",
    about: "how many rows",
    sql: `SELECT COUNT(*) AS rowcount FROM (SELECT state AS state, count(*) AS count FROM public.flights GROUP BY state) AS rowcount_qry`,
  },
  {
    tool: "Power BI",
    about: "a visual with a limit of a million and one",
    sql: `select "_"."state", "_"."a0" from (select "rows"."state" as "state", sum("rows"."price") as "a0", count(distinct("rows"."day")) + max(case when "rows"."day" is null then 1 else 0 end) as "a1"
      from (select "_"."state", "_"."price", "_"."day" from "public"."flights" "_" where ("_"."state" in ('CA', 'NY')) or ("_"."state" is null)) "rows" group by "state") "_" where not "_"."a0" is null limit 1000001`,
  },
];

/** Catalog queries of newer versions of Metabase, of RPostgres and of Superset. */
export const DESCRIPTIONS: readonly CorpusStatement[] = [
  {
    tool: "Metabase",
    about: "foreign keys",
    sql: `SELECT fk_ns.nspname AS "fk-table-schema", fk_table.relname AS "fk-table-name", fk_column.attname AS "fk-column-name", pk_ns.nspname AS "pk-table-schema", pk_table.relname AS "pk-table-name", pk_column.attname AS "pk-column-name"
      FROM pg_constraint AS c INNER JOIN pg_class AS fk_table ON c.conrelid = fk_table.oid INNER JOIN pg_namespace AS fk_ns ON c.connamespace = fk_ns.oid INNER JOIN pg_attribute AS fk_column ON c.conrelid = fk_column.attrelid
      INNER JOIN pg_class AS pk_table ON c.confrelid = pk_table.oid INNER JOIN pg_namespace AS pk_ns ON pk_table.relnamespace = pk_ns.oid INNER JOIN pg_attribute AS pk_column ON c.confrelid = pk_column.attrelid
      WHERE fk_ns.nspname !~ '^information_schema|catalog_history|pg_' AND c.contype = 'f'::char AND fk_column.attnum = ANY(c.conkey) AND pk_column.attnum = ANY(c.confkey) ORDER BY "fk-table-schema" ASC, "fk-table-name" ASC`,
  },
  {
    tool: "Metabase",
    about: "indexes",
    sql: `SELECT tmp."table-schema", tmp."table-name", TRIM(BOTH '"' FROM pg_catalog.pg_get_indexdef(tmp.ci_oid, tmp.pos, FALSE)) AS "field-name"
      FROM (SELECT n.nspname AS "table-schema", ct.relname AS "table-name", ci.oid AS ci_oid, (information_schema._pg_expandarray(i.indkey)).n AS pos FROM pg_catalog.pg_class AS ct
      INNER JOIN pg_catalog.pg_namespace AS n ON ct.relnamespace = n.oid INNER JOIN pg_catalog.pg_index AS i ON ct.oid = i.indrelid INNER JOIN pg_catalog.pg_class AS ci ON ci.oid = i.indexrelid
      WHERE pg_catalog.pg_get_expr(i.indpred, i.indrelid) IS NULL AND n.nspname !~ '^information_schema|catalog_history|pg_') AS tmp WHERE tmp.pos = 1`,
  },
  {
    tool: "Metabase",
    about: "enumerations",
    sql: `SELECT nspname, typname FROM pg_type AS t INNER JOIN pg_namespace AS n ON n.oid = t.typnamespace WHERE t.oid IN (SELECT DISTINCT enumtypid FROM pg_enum AS e)`,
  },
  {
    tool: "Metabase",
    about: "relations with comments and sizes",
    sql: `SELECT n.nspname AS "schema", c.relname AS "name", CASE c.relkind WHEN 'r' THEN 'TABLE' WHEN 'p' THEN 'PARTITIONED TABLE' WHEN 'v' THEN 'VIEW' WHEN 'f' THEN 'FOREIGN TABLE' WHEN 'm' THEN 'MATERIALIZED VIEW' END AS "type",
      d.description AS "description", NULLIF(GREATEST(stat.n_live_tup, 0), 0) AS "estimated_row_count" FROM pg_catalog.pg_class AS c INNER JOIN pg_catalog.pg_namespace AS n ON c.relnamespace = n.oid
      LEFT JOIN pg_catalog.pg_description AS d ON c.oid = d.objoid AND d.objsubid = 0 AND d.classoid = 'pg_class'::regclass LEFT JOIN pg_stat_user_tables AS stat ON n.nspname = stat.schemaname AND c.relname = stat.relname
      WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND c.relkind IN ('r', 'p', 'v', 'f', 'm') AND (n.nspname IN ('public')) ORDER BY "type" ASC, "schema" ASC, "name" ASC`,
  },
  // https://github.com/r-dbi/RPostgres/blob/main/R/tables.R
  {tool: "RPostgres", about: "types", sql: "SELECT oid, typname FROM pg_type where oid < 16384"},
  {
    tool: "RPostgres",
    about: "tables of the search path",
    sql: `SELECT table_schema, table_name FROM information_schema.tables WHERE TRUE AND (table_schema = ANY(current_schemas(true))) AND (table_schema <> 'pg_catalog')
      ORDER BY table_type, table_name`,
  },
  {
    tool: "RPostgres",
    about: "tables, by the system's catalog",
    sql: `SELECT n.nspname AS table_schema, cl.relname AS table_name FROM pg_class AS cl JOIN pg_namespace AS n ON cl.relnamespace = n.oid WHERE (n.nspname = ANY (current_schemas(true)))
      AND (n.nspname <> 'pg_catalog') AND cl.relkind IN ('r', 'v', 'f', 'p', 'm') ORDER BY cl.relkind, cl.relname`,
  },
  {
    tool: "RPostgres",
    about: "the columns of the first table of a name in the search path",
    sql: `SELECT column_name FROM (SELECT *, rank() OVER (ORDER BY nr) AS rnr FROM (SELECT nr, schemas[nr] AS table_schema FROM (SELECT *, generate_subscripts(schemas, 1) AS nr
      FROM (SELECT current_schemas(true) AS schemas) t) tt WHERE schemas[nr] <> 'pg_catalog') ttt INNER JOIN INFORMATION_SCHEMA.columns USING (table_schema) WHERE table_name = 'flights') tttt
      WHERE rnr = 1 ORDER BY ordinal_position`,
  },
  {
    tool: "Superset",
    about: "whether a table exists",
    sql: `SELECT pg_catalog.pg_class.relname FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace ON pg_catalog.pg_namespace.oid = pg_catalog.pg_class.relnamespace
      WHERE pg_catalog.pg_class.relname = 'flights' AND pg_catalog.pg_class.relkind = ANY (ARRAY['r', 'p', 'f', 'v', 'm']) AND pg_catalog.pg_namespace.nspname = 'public'`,
  },
];
