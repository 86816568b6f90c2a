import type {CorpusStatement} from "./corpus.ts";

/**
 * Statements that read the same tables of the catalog, with the same functions and in the same shape, as these tools do
 * according to their sources and documentation. They are not copied from there.
 */
export const BROWSING: readonly CorpusStatement[] = [
  // Npgsql: src/Npgsql/PostgresDatabaseInfo.cs
  {
    tool: "Npgsql",
    about: "types, with the element types of arrays, ranges and domains",
    sql: `select n.nspname, t.oid, t.typname, t.kind, t.typnotnull, t.element, e.typtype, ec.relkind
      from (
        select x.oid, x.typnamespace, x.typname, x.typnotnull, c.relkind,
          case when p.proname = 'array_recv' then 'a' else x.typtype end as kind,
          case when p.proname = 'array_recv' then x.typelem when x.typtype = 'r' then r.rngsubtype
            when x.typtype = 'm' then (select m.rngtypid from pg_range m where m.rngmultitypid = x.oid)
            when x.typtype = 'd' then x.typbasetype end as element
        from pg_type x
        left join pg_class c on c.oid = x.typrelid
        left join pg_proc p on p.oid = x.typreceive
        left join pg_range r on r.rngtypid = x.oid
      ) t
      join pg_namespace n on n.oid = t.typnamespace
      left join pg_type e on e.oid = t.element
      left join pg_class ec on ec.oid = e.typrelid
      where t.kind in ('b', 'r', 'm', 'e', 'd') or (t.kind = 'p' and t.typname in ('record', 'void'))
        or (t.kind = 'a' and e.typtype in ('b', 'r', 'm', 'e', 'd'))
      order by case when t.kind in ('b', 'e', 'p') then 0 when t.kind = 'a' then 5 else 1 end`,
  },
  {
    tool: "Npgsql",
    about: "fields of composite types",
    sql: `select t.oid, a.attname, a.atttypid from pg_type t join pg_namespace n on n.oid = t.typnamespace
      join pg_class c on c.oid = t.typrelid join pg_attribute a on a.attrelid = t.typrelid
      where t.typtype = 'c' and c.relkind = 'c' and a.attnum > 0 and not a.attisdropped order by t.oid, a.attnum`,
  },
  {
    tool: "Npgsql",
    about: "labels of enums",
    sql: "select t.oid, e.enumlabel from pg_enum e join pg_type t on t.oid = e.enumtypid order by t.oid, e.enumsortorder",
  },
  // Grafana: its Postgres data source, postgresMetaQuery.ts, and the macros of its documentation.
  {
    tool: "Grafana",
    about: "version",
    sql: "select current_setting('server_version_num')::int / 100 as version",
  },
  {
    tool: "Grafana",
    about: "whether Timescale is installed",
    sql: "select extversion from pg_extension where extname = 'timescaledb'",
  },
  {
    tool: "Grafana",
    about: "tables by the search path",
    sql: `select case when quote_ident(table_schema) in (
        select case when trim(s[i]) = '"$user"' then user else trim(s[i]) end
        from generate_series(array_lower(string_to_array(current_setting('search_path'), ','), 1),
          array_upper(string_to_array(current_setting('search_path'), ','), 1)) as i,
          string_to_array(current_setting('search_path'), ',') s)
      then quote_ident(table_name) else quote_ident(table_schema) || '.' || quote_ident(table_name) end as "table"
      from information_schema.tables where quote_ident(table_schema) not in ('information_schema', 'pg_catalog') order by 1`,
  },
  {
    tool: "Grafana",
    about: "columns of a table whose name may have a schema",
    sql: `select quote_ident(column_name) as "column", data_type as "type" from information_schema.columns
      where case when array_length(parse_ident('public.flights'), 1) = 2
        then quote_ident(table_schema) = (parse_ident('public.flights'))[1] and quote_ident(table_name) = (parse_ident('public.flights'))[2]
        else quote_ident(table_name) = 'flights' end`,
  },
  {
    tool: "Grafana",
    about: "a time series, as the macros for times and groups expand",
    sql: `select floor(extract(epoch from at) / 3600) * 3600 as "time", state as metric, avg(distance) as value
      from flights where at between '2024-01-01T00:00:00Z' and '2024-12-31T23:59:59Z' group by 1, 2 order by 1`,
  },
  {
    tool: "Grafana",
    about: "a table by seconds since 1970",
    sql: `select extract(epoch from at) as "time", distance from flights
      where extract(epoch from at) >= 1704067200 and extract(epoch from at) <= 1735689600 order by at, distance`,
  },
  // Beekeeper Studio: apps/studio/src/lib/db/clients/postgresql.ts
  {
    tool: "Beekeeper Studio",
    about: "tables with their partitions",
    sql: `select t.table_schema as schema, t.table_name as name, c.relkind as kind, p.relkind as parent
      from information_schema.tables t
      join pg_class c on c.relname = t.table_name and c.relnamespace::regnamespace::text = quote_ident(t.table_schema)
      left outer join pg_inherits i on i.inhrelid = c.oid left outer join pg_class p on p.oid = i.inhparent
      where t.table_type not like '%VIEW%' order by 1, 2`,
  },
  {
    tool: "Beekeeper Studio",
    about: "columns with their types written out and their comments",
    sql: `select table_schema, table_name, column_name, is_nullable, is_generated, ordinal_position, column_default,
        case when character_maximum_length is not null and udt_name <> 'text' then udt_name || '(' || character_maximum_length::varchar(255) || ')'
          when numeric_precision is not null and numeric_scale is null then udt_name || '(' || numeric_precision::varchar(255) || ')'
          else udt_name end as data_type,
        pg_catalog.col_description(format('%I.%I', table_schema, table_name)::regclass::oid, ordinal_position) as comment
      from information_schema.columns where table_schema = 'public' and table_name = 'flights' order by 1, 2, 6`,
  },
  {
    tool: "Beekeeper Studio",
    about: "routines with their parameters",
    sql: `select r.routine_schema, r.specific_name, p.parameter_name, p.data_type from information_schema.routines r
      left join information_schema.parameters p on p.specific_schema = r.routine_schema and p.specific_name = r.specific_name
      where r.routine_schema not in ('information_schema', 'pg_catalog') and p.parameter_mode = 'IN' order by 1, 2, p.ordinal_position`,
  },
  {
    tool: "Beekeeper Studio",
    about: "triggers",
    sql: `select trigger_name, action_timing, event_manipulation, action_statement, action_condition
      from information_schema.triggers where event_object_schema = 'public' and event_object_table = 'flights'`,
  },
  {
    tool: "Beekeeper Studio",
    about: "columns of indexes in their order",
    sql: `select (select c.relname from pg_class c where c.oid = i.indexrelid) as name, k.i, i.indisunique, i.indisprimary,
        i.indnullsnotdistinct, coalesce(a.attname, pg_get_expr(i.indexprs, i.indrelid)) as part,
        pg_index_column_has_property(i.indexrelid, k.i::int, 'asc') as ascending
      from pg_index i cross join lateral (select unnest(i.indkey), generate_subscripts(i.indkey, 1) + 1) as k (attnum, i)
      left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where i.indrelid in (select c.oid from pg_class c where c.relname = 'flights') order by 1, 2`,
  },
  {
    tool: "Beekeeper Studio",
    about: "a page of a table",
    sql: `select * from "public"."flights" order by "state" asc, "id" asc limit 100 offset 0`,
  },
  // Power BI folds its steps into selects around a select of named columns, and asks for one row more than it shows.
  {
    tool: "Power BI",
    about: "a preview",
    sql: `select "$Table"."id" as "id", "$Table"."state" as "state", "$Table"."origin.city" as "origin.city" from "public"."flights" "$Table" limit 1000`,
  },
  {
    tool: "Power BI",
    about: "a visual in direct query",
    sql: `select "rows"."state" as "state", sum("rows"."price") as "a0", count(1) as "a1"
      from (select "_"."state", "_"."price" from "public"."flights" "_" where "_"."distance" >= 100 and "_"."distance" is not null) "rows"
      group by "state" limit 1000001`,
  },
  {
    tool: "Power BI",
    about: "foreign keys",
    sql: `select r.constraint_name as fk, k.table_schema, k.table_name, k.column_name, u.table_name as target, u.column_name as target_column
      from information_schema.referential_constraints r
      join information_schema.key_column_usage k on k.constraint_schema = r.constraint_schema and k.constraint_name = r.constraint_name
      join information_schema.key_column_usage u on u.constraint_schema = r.unique_constraint_schema
        and u.constraint_name = r.unique_constraint_name and u.ordinal_position = k.position_in_unique_constraint
      where k.table_schema = 'public' order by 1, k.ordinal_position`,
  },
  // DataGrip reads a catalog in steps. Each step reads what has changed since a transaction.
  {
    tool: "DataGrip",
    about: "the database, schema and user of the session",
    sql: "select current_database() as name, current_schema() as schema, session_user, pg_is_in_recovery(), pg_postmaster_start_time()",
  },
  {
    tool: "DataGrip",
    about: "relations with their transactions and owners",
    sql: `select c.relkind, c.relname, c.oid, c.xmin, c.relnamespace, pg_get_userbyid(c.relowner) as owner, c.relispartition,
        pg_get_partkeydef(c.oid) as key, obj_description(c.oid, 'pg_class') as comment, age(c.xmin) as age
      from pg_catalog.pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'm', 'v', 'f', 'p') order by 2`,
  },
  {
    tool: "DataGrip",
    about: "constraints with their expressions",
    sql: `select r.oid, r.conname, r.contype, r.conkey, r.confkey, r.confrelid::regclass, pg_get_constraintdef(r.oid, true) as text
      from pg_catalog.pg_constraint r join pg_catalog.pg_class t on t.oid = r.conrelid
      where t.relnamespace = 'public'::regnamespace order by 2`,
  },
  // Looker creates tables of its own and ends statements of other sessions. Both are refused.
  {
    tool: "Looker",
    about: "an explore",
    sql: `select flights.state as "flights.state", coalesce(sum(flights.price), 0) as "flights.total_price"
      from public.flights as flights where ((flights.at >= ((select timestamp '2024-01-01')) and flights.at < ((select timestamp '2025-01-01'))))
      group by 1 having not (coalesce(sum(flights.price), 0) is null) order by 2 desc, 1 fetch next 500 rows only`,
  },
  {
    tool: "Looker",
    about: "creating a table",
    sql: "create table looker_scratch.connection_reg_r3 as select 1",
    refused: "25006",
  },
  {tool: "Looker", about: "ending another session", sql: "select pg_terminate_backend(1)", refused: "42501"},
  // Hex browses through the information schema, and requests the first groups of a chart.
  {
    tool: "Hex",
    about: "schema browser",
    sql: `select c.table_catalog, c.table_schema, c.table_name, t.table_type, c.column_name, c.data_type, c.ordinal_position
      from information_schema.columns c join information_schema.tables t using (table_catalog, table_schema, table_name)
      where c.table_schema not in ('information_schema', 'pg_catalog') order by 2, 3, 7`,
  },
  {
    tool: "Hex",
    about: "a chart over a query",
    sql: `with dataframe as (select state, distance, price from flights) select "state", sum("price") as "sum", count(*) as "count"
      from dataframe group by "state" order by "sum" desc nulls last, "state" limit 10`,
  },
];
