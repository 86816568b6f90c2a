import type {CorpusStatement} from "./corpus.ts";

/** Statements of drivers and clients that connect and browse: not copied, but in the shape that each sends. */
export const DRIVERS: readonly CorpusStatement[] = [
  {
    tool: "pgjdbc",
    about: "tables",
    sql: `SELECT current_database() AS "TABLE_CAT", n.nspname AS "TABLE_SCHEM", c.relname AS "TABLE_NAME",
    CASE n.nspname ~ '^pg_' OR n.nspname = 'information_schema' WHEN true THEN CASE WHEN n.nspname = 'pg_catalog' THEN
    CASE c.relkind WHEN 'r' THEN 'SYSTEM TABLE' WHEN 'v' THEN 'SYSTEM VIEW' ELSE NULL END ELSE NULL END
    WHEN false THEN CASE c.relkind WHEN 'r' THEN 'TABLE' WHEN 'p' THEN 'PARTITIONED TABLE' WHEN 'v' THEN 'VIEW' ELSE NULL END ELSE NULL END AS "TABLE_TYPE",
    d.description AS "REMARKS", '' as "TYPE_CAT" FROM pg_catalog.pg_namespace n, pg_catalog.pg_class c
    LEFT JOIN pg_catalog.pg_description d ON (c.oid = d.objoid AND d.objsubid = 0 and d.classoid = 'pg_class'::regclass)
    WHERE c.relnamespace = n.oid AND (false OR (c.relkind = 'r' AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'))
    ORDER BY "TABLE_TYPE", "TABLE_SCHEM", "TABLE_NAME"`,
  },
  {
    tool: "pgjdbc",
    about: "columns",
    sql: `SELECT * FROM (SELECT current_database() AS current_database, n.nspname, c.relname, a.attname, a.atttypid,
    a.attnotnull OR (t.typtype = 'd' AND t.typnotnull) AS attnotnull, a.atttypmod, a.attlen, t.typtypmod,
    row_number() OVER (PARTITION BY a.attrelid ORDER BY a.attnum) AS attnum, nullif(a.attidentity, '') as attidentity,
    nullif(a.attgenerated, '') as attgenerated, pg_catalog.pg_get_expr(def.adbin, def.adrelid) AS adsrc, dsc.description, t.typbasetype, t.typtype
    FROM pg_catalog.pg_namespace n JOIN pg_catalog.pg_class c ON (c.relnamespace = n.oid)
    JOIN pg_catalog.pg_attribute a ON (a.attrelid = c.oid) JOIN pg_catalog.pg_type t ON (a.atttypid = t.oid)
    LEFT JOIN pg_catalog.pg_attrdef def ON (a.attrelid = def.adrelid AND a.attnum = def.adnum)
    LEFT JOIN pg_catalog.pg_description dsc ON (c.oid = dsc.objoid AND a.attnum = dsc.objsubid)
    LEFT JOIN pg_catalog.pg_class dc ON (dc.oid = dsc.classoid AND dc.relname = 'pg_class')
    WHERE c.relkind in ('r','p','v','f','m') and a.attnum > 0 AND NOT a.attisdropped AND n.nspname LIKE E'public') c
    WHERE true AND attname LIKE E'%' ORDER BY nspname, c.relname, attnum`,
  },
  {
    tool: "pgjdbc",
    about: "primary keys",
    sql: `SELECT result.TABLE_CAT, result.COLUMN_NAME, result.KEY_SEQ FROM (SELECT current_database() AS TABLE_CAT,
    a.attname AS COLUMN_NAME, (information_schema._pg_expandarray(i.indkey)).n AS KEY_SEQ, ci.relname AS PK_NAME,
    information_schema._pg_expandarray(i.indkey) AS KEYS, a.attnum AS A_ATTNUM FROM pg_catalog.pg_class ct
    JOIN pg_catalog.pg_attribute a ON (ct.oid = a.attrelid) JOIN pg_catalog.pg_namespace n ON (ct.relnamespace = n.oid)
    JOIN pg_catalog.pg_index i ON (a.attrelid = i.indrelid) JOIN pg_catalog.pg_class ci ON (ci.oid = i.indexrelid)
    WHERE true AND ct.relname = E'flights' AND i.indisprimary) result where result.A_ATTNUM = (result.KEYS).x
    ORDER BY result.table_cat, result.pk_name, result.key_seq`,
  },
  {
    tool: "pgjdbc",
    about: "type by name",
    sql: `SELECT pg_type.oid, typname FROM pg_catalog.pg_type LEFT JOIN (select ns.oid as nspoid, ns.nspname, r.r
    from pg_namespace as ns join (select s.r, (current_schemas(false))[s.r] as nspname
    from generate_series(1, array_upper(current_schemas(false), 1)) as s(r)) as r using (nspname)) as sp ON sp.nspoid = typnamespace
    WHERE typname = 'jsonb' ORDER BY sp.r, pg_type.oid DESC LIMIT 1`,
  },
  {
    tool: "psycopg",
    about: "hstore",
    sql: `SELECT t.oid, typarray FROM pg_type t JOIN pg_namespace ns ON typnamespace = ns.oid WHERE typname = 'hstore'`,
  },
  {tool: "SQLAlchemy", about: "version", sql: "select pg_catalog.version()"},
  {tool: "SQLAlchemy", about: "schema", sql: "select current_schema()"},
  {
    tool: "SQLAlchemy",
    about: "whether a table exists",
    sql: `SELECT pg_catalog.pg_class.relname FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace
    ON pg_catalog.pg_namespace.oid = pg_catalog.pg_class.relnamespace WHERE pg_catalog.pg_class.relname = 'flights'
    AND pg_catalog.pg_class.relkind = ANY (ARRAY['r', 'p', 'f', 'v', 'm']) AND pg_catalog.pg_table_is_visible(pg_catalog.pg_class.oid)
    AND pg_catalog.pg_namespace.nspname != 'pg_catalog'`,
  },
  {
    tool: "SQLAlchemy",
    about: "columns",
    sql: `SELECT pg_catalog.pg_attribute.attname AS name, pg_catalog.format_type(pg_catalog.pg_attribute.atttypid, pg_catalog.pg_attribute.atttypmod) AS format_type,
    (SELECT pg_catalog.pg_get_expr(pg_catalog.pg_attrdef.adbin, pg_catalog.pg_attrdef.adrelid) AS pg_get_expr_1 FROM pg_catalog.pg_attrdef
    WHERE pg_catalog.pg_attrdef.adrelid = pg_catalog.pg_attribute.attrelid AND pg_catalog.pg_attrdef.adnum = pg_catalog.pg_attribute.attnum AND pg_catalog.pg_attribute.atthasdef) AS "default",
    pg_catalog.pg_attribute.attnotnull AS not_null, pg_catalog.pg_class.relname AS table_name, pg_catalog.pg_description.description AS comment
    FROM pg_catalog.pg_class LEFT OUTER JOIN pg_catalog.pg_attribute ON pg_catalog.pg_class.oid = pg_catalog.pg_attribute.attrelid AND pg_catalog.pg_attribute.attnum > 0 AND NOT pg_catalog.pg_attribute.attisdropped
    LEFT OUTER JOIN pg_catalog.pg_description ON pg_catalog.pg_description.objoid = pg_catalog.pg_attribute.attrelid AND pg_catalog.pg_description.objsubid = pg_catalog.pg_attribute.attnum
    WHERE pg_catalog.pg_class.relkind = ANY (ARRAY['r', 'p', 'f', 'v', 'm']) ORDER BY pg_catalog.pg_class.relname, pg_catalog.pg_attribute.attnum`,
  },
  {
    tool: "Npgsql",
    about: "types",
    sql: `SELECT ns.nspname, t.oid, t.typname, t.typtype, t.typnotnull, t.elemtypoid FROM (
    SELECT typ.oid, typ.typnamespace, typ.typname, typ.typtype, typ.typrelid, typ.typnotnull, typ.relkind, elemtyp.oid AS elemtypoid, elemtyp.typname AS elemtypname
    FROM (SELECT typ.oid, typnamespace, typname, typrelid, typnotnull, relkind, typelem AS elemoid,
    CASE WHEN proc.proname = 'array_recv' THEN 'a' ELSE typ.typtype END AS typtype, CASE WHEN proc.proname = 'array_recv' THEN typ.typelem END AS elemtypoid
    FROM pg_type AS typ LEFT JOIN pg_class AS cls ON (cls.oid = typ.typrelid) LEFT JOIN pg_proc AS proc ON proc.oid = typ.typreceive) AS typ
    LEFT JOIN pg_type AS elemtyp ON elemtyp.oid = elemtypoid) AS t JOIN pg_namespace AS ns ON (ns.oid = typnamespace)
    WHERE typtype IN ('b', 'r', 'm', 'e', 'd') OR typname IN ('record', 'void') ORDER BY CASE WHEN typtype IN ('b', 'e', 'p') THEN 0 ELSE 1 END`,
  },
  {
    tool: "Power BI",
    about: "tables",
    sql: `select TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE from INFORMATION_SCHEMA.tables where TABLE_SCHEMA not in ('information_schema', 'pg_catalog')
    order by TABLE_SCHEMA, TABLE_NAME`,
  },
  {
    tool: "Power BI",
    about: "character set",
    sql: "select character_set_name from INFORMATION_SCHEMA.character_sets",
  },
  {
    tool: "Power BI",
    about: "columns",
    sql: `select COLUMN_NAME, ORDINAL_POSITION, IS_NULLABLE, case when (data_type like '%unsigned%') then data_type || ' unsigned' else data_type end as DATA_TYPE
    from INFORMATION_SCHEMA.columns where TABLE_SCHEMA = 'public' and TABLE_NAME = 'flights' order by TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION`,
  },
  {
    tool: "psql",
    about: "\\dt+",
    sql: `SELECT n.nspname as "Schema", c.relname as "Name", CASE c.relkind WHEN 'r' THEN 'table' WHEN 'v' THEN 'view' WHEN 'p' THEN 'partitioned table' END as "Type",
    pg_catalog.pg_get_userbyid(c.relowner) as "Owner", am.amname as "Access method", pg_catalog.pg_size_pretty(pg_catalog.pg_table_size(c.oid)) as "Size",
    pg_catalog.obj_description(c.oid, 'pg_class') as "Description" FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_catalog.pg_am am ON am.oid = c.relam WHERE c.relkind IN ('r','p','') AND n.nspname !~ '^pg_toast' AND pg_catalog.pg_table_is_visible(c.oid) ORDER BY 1,2`,
  },
  {
    tool: "psql",
    about: "\\d of a table",
    sql: `SELECT c.oid, n.nspname, c.relname FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relname OPERATOR(pg_catalog.~) '^(flights)$' COLLATE pg_catalog.default AND pg_catalog.pg_table_is_visible(c.oid) ORDER BY 2, 3`,
  },
  {
    tool: "psql",
    about: "\\df",
    sql: `SELECT n.nspname as "Schema", p.proname as "Name", pg_catalog.pg_get_function_result(p.oid) as "Result data type",
    pg_catalog.pg_get_function_arguments(p.oid) as "Argument data types", CASE p.prokind WHEN 'a' THEN 'agg' WHEN 'w' THEN 'window' WHEN 'p' THEN 'proc' ELSE 'func' END as "Type"
    FROM pg_catalog.pg_proc p LEFT JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace WHERE pg_catalog.pg_function_is_visible(p.oid)
    AND n.nspname <> 'pg_catalog' AND n.nspname <> 'information_schema' ORDER BY 1, 2, 4`,
  },
  {
    tool: "psql",
    about: "\\l",
    sql: `SELECT d.datname as "Name", pg_catalog.pg_get_userbyid(d.datdba) as "Owner", pg_catalog.pg_encoding_to_char(d.encoding) as "Encoding",
    CASE WHEN pg_catalog.array_length(d.datacl, 1) = 0 THEN '(none)' ELSE pg_catalog.array_to_string(d.datacl, E'\\n') END AS "Access privileges" FROM pg_catalog.pg_database d ORDER BY 1`,
  },
  {
    tool: "DBeaver",
    about: "schemas",
    sql: `SELECT n.oid,n.*,d.description FROM pg_catalog.pg_namespace n LEFT OUTER JOIN pg_catalog.pg_description d ON d.objoid=n.oid AND d.objsubid=0 AND d.classoid='pg_namespace'::regclass
    WHERE n.nspname NOT LIKE 'pg_temp%' ORDER BY nspname`,
  },
  {
    tool: "DBeaver",
    about: "tables",
    sql: `SELECT c.oid,c.*,d.description,pg_catalog.pg_get_expr(c.relpartbound, c.oid) as partition_expr, pg_catalog.pg_get_partkeydef(c.oid) as partition_key
    FROM pg_catalog.pg_class c LEFT OUTER JOIN pg_catalog.pg_description d ON d.objoid=c.oid AND d.objsubid=0 AND d.classoid='pg_class'::regclass
    WHERE c.relnamespace=2200 AND c.relkind not in ('i','I','c')`,
  },
  {
    tool: "DBeaver",
    about: "columns",
    sql: `SELECT c.relname,a.*,pg_catalog.pg_get_expr(ad.adbin, ad.adrelid, true) as def_value,dsc.description,dep.objid FROM pg_catalog.pg_attribute a
    INNER JOIN pg_catalog.pg_class c ON (a.attrelid=c.oid) LEFT OUTER JOIN pg_catalog.pg_attrdef ad ON (a.attrelid=ad.adrelid AND a.attnum = ad.adnum)
    LEFT OUTER JOIN pg_catalog.pg_description dsc ON (c.oid=dsc.objoid AND a.attnum = dsc.objsubid)
    LEFT OUTER JOIN pg_depend dep on dep.refobjid = a.attrelid AND dep.deptype = 'i' and dep.refobjsubid = a.attnum and dep.classid = dep.refclassid
    WHERE NOT a.attisdropped AND c.relkind not in ('i','I','c') AND c.oid=16384 ORDER BY a.attnum`,
  },
  {
    tool: "DBeaver",
    about: "settings",
    sql: "SELECT * FROM pg_catalog.pg_settings where name='standard_conforming_strings'",
  },
  {tool: "DBeaver", about: "current schema and user", sql: "SELECT current_schema(),session_user"},
  {tool: "DBeaver", about: "a table's rows", sql: "SELECT f.* FROM public.flights f LIMIT 200"},
  {tool: "DBeaver", about: "row count", sql: `SELECT count(*) FROM public.flights`},
  {
    tool: "DataGrip",
    about: "start",
    sql: `select current_database() as a, current_schemas(false) as b, case when pg_catalog.pg_is_in_recovery() then null else pg_catalog.txid_current() % (2 ^ 32)::bigint end as txid`,
  },
  {
    tool: "DataGrip",
    about: "tables",
    sql: `select T.relkind as table_kind, T.relname as table_name, T.oid as table_id, T.xmin as table_state_number, pg_catalog.pg_get_userbyid(T.relowner) as "owner"
    from pg_catalog.pg_class T where relnamespace = 2200::oid and relkind in ('r', 'm', 'v', 'f', 'p') order by table_kind, table_id`,
  },
  {tool: "DataGrip", about: "a table's rows", sql: "SELECT t.* FROM public.flights t LIMIT 501"},
  {
    tool: "DataGrip",
    about: "a table's rows with their ctid",
    sql: "SELECT t.*, CTID FROM public.flights t LIMIT 501",
  },
  {
    tool: "pgAdmin",
    about: "settings",
    sql: `SELECT set_config('bytea_output','hex',false) FROM pg_catalog.pg_settings WHERE name = 'bytea_output'`,
  },
  {
    tool: "pgAdmin",
    about: "roles",
    sql: `SELECT roles.oid as id, roles.rolname as name, roles.rolsuper as is_superuser FROM pg_catalog.pg_roles as roles WHERE rolname = current_user`,
  },
  {tool: "DBeaver and others", about: "whether the connection works", sql: "SELECT 1"},
  {
    tool: "asyncpg",
    about: "types",
    sql: `WITH RECURSIVE typeinfo_tree(oid, ns, name, kind, elemtype, depth) AS (
    SELECT t.oid, ns.nspname, t.typname, t.typtype, t.typelem, 0 FROM pg_catalog.pg_type t INNER JOIN pg_catalog.pg_namespace ns ON ns.oid = t.typnamespace WHERE t.oid = any('{114,3802}'::oid[])
    UNION ALL SELECT t.oid, 'x'::name, t.typname, t.typtype, t.typelem, tt.depth + 1 FROM pg_catalog.pg_type t, typeinfo_tree tt WHERE tt.elemtype <> 0 AND t.oid = tt.elemtype)
    SELECT DISTINCT *, basetype.typname AS basetype_name FROM typeinfo_tree LEFT JOIN pg_type basetype ON basetype.oid = typeinfo_tree.elemtype ORDER BY depth DESC`,
  },
  {
    tool: "DBeaver",
    about: "tablespaces",
    sql: "SELECT t.oid,t.*,pg_tablespace_location(t.oid) loc FROM pg_catalog.pg_tablespace t ORDER BY t.oid",
  },
  {
    tool: "pgAdmin and DBeaver",
    about: "settings of roles",
    sql: "SELECT s.setconfig FROM pg_catalog.pg_db_role_setting s LEFT JOIN pg_catalog.pg_database d ON d.oid = s.setdatabase WHERE s.setrole = 10",
  },
  {
    tool: "psql",
    about: "\\dl",
    sql: `SELECT oid as "ID", pg_catalog.pg_get_userbyid(lomowner) as "Owner", pg_catalog.obj_description(oid, 'pg_largeobject') as "Description" FROM pg_catalog.pg_largeobject_metadata ORDER BY oid`,
  },
  {
    tool: "Metabase",
    about: "materialized views, with privileges",
    sql: `select m.schemaname, m.matviewname, pg_catalog.has_table_privilege(current_user, '"' || replace(m.schemaname, '"', '""') || '"."' || replace(m.matviewname, '"', '""') || '"', 'select')
    from pg_catalog.pg_matviews m where m.schemaname !~ '^pg_' and pg_catalog.has_schema_privilege(current_user, m.schemaname, 'usage')`,
  },
];
