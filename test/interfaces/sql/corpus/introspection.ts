import type {CorpusStatement} from "./corpus.ts";

/**
 * Catalog queries of DataGrip and of Npgsql, the driver that Power BI includes, in the shape that they send. Those of
 * Npgsql are in its source, `PostgresDatabaseInfo.cs`; those of DataGrip in the tests of other servers that replay
 * them, such as memgres.
 */

/**
 * DataGrip's condition for rows that changed since its last read: their transaction is not older than the one it
 * remembers.
 */
const changed = (xmin: string) =>
  `pg_catalog.age(${xmin}) <= coalesce(nullif(greatest(pg_catalog.age('1'::varchar::xid), -1), -1), 2147483647)`;
const SCHEMA = "'public'::regnamespace::oid";

const DATAGRIP: readonly [about: string, sql: string, refused?: string][] = [
  ["the session", "select current_database() as a, current_schemas(false) as b"],
  ["whether the user is a superuser", "select usesuper from pg_user where usename = current_user"],
  [
    "when the server started",
    "select round(extract(epoch from pg_postmaster_start_time() at time zone 'UTC')) as startup_time",
  ],
  [
    "databases",
    `select n.oid::bigint as id, datname as name, d.description, datistemplate as is_template, datallowconn as allow_connections,
      pg_catalog.pg_get_userbyid(n.datdba) as "owner"
    from pg_catalog.pg_database n left join pg_catalog.pg_shdescription d on n.oid = d.objoid
    order by case when datname = pg_catalog.current_database() then -1::bigint else n.oid::bigint end`,
  ],
  [
    "roles",
    `select r.oid::bigint as role_id, rolname as role_name, rolsuper is_super, rolinherit is_inherit, rolcreaterole can_createrole,
      rolcreatedb can_createdb, rolcanlogin can_login, rolreplication is_replication, rolconnlimit conn_limit,
      rolvaliduntil valid_until, rolbypassrls bypass_rls, rolconfig config, d.description
    from pg_catalog.pg_roles r left join pg_catalog.pg_shdescription d on d.objoid = r.oid`,
  ],
  [
    "members of roles",
    "select member id, roleid role_id, admin_option from pg_catalog.pg_auth_members order by id, roleid::text",
  ],
  [
    "tablespaces",
    `select t.oid::bigint as id, t.spcname as name, t.xmin as state_number, pg_catalog.pg_get_userbyid(t.spcowner) as owner,
      pg_catalog.pg_tablespace_location(t.oid) as location, t.spcoptions as options, d.description as comment
    from pg_catalog.pg_tablespace t left join pg_catalog.pg_shdescription d on d.objoid = t.oid`,
  ],
  [
    "schemas",
    `select n.oid::bigint as id, n.xmin as state_number, nspname as name, d.description, pg_catalog.pg_get_userbyid(n.nspowner) as "owner"
    from pg_catalog.pg_namespace n left join pg_catalog.pg_description d on n.oid = d.objoid
    order by case when nspname = pg_catalog.current_schema() then -1::bigint else n.oid::bigint end`,
  ],
  [
    "extensions",
    `select e.oid as id, e.xmin as state_number, extname as name, extversion as version, extnamespace as schema_id, nspname as schema_name,
      array(select unnest from unnest(available_versions) where unnest > extversion) as available_updates
    from pg_catalog.pg_extension e join pg_namespace n on e.extnamespace = n.oid
    left join (select name, array_agg(version) as available_versions from pg_available_extension_versions() group by name) v
      on e.extname = v.name`,
  ],
  [
    "languages",
    `select l.oid as id, l.xmin state_number, lanname as name, lanpltrusted as trusted, h.proname as handler, hs.nspname as handlerschema
    from pg_catalog.pg_language l left join pg_catalog.pg_proc h on h.oid = lanplcallfoid
    left join pg_catalog.pg_namespace hs on hs.oid = h.pronamespace order by lanname`,
  ],
  [
    "access methods",
    `select a.oid as access_method_id, a.xmin as state_number, a.amname as access_method_name, a.amhandler::oid as handler_id,
      pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(p.proname) as handler_name, a.amtype as access_method_type
    from pg_am a join pg_proc p on a.amhandler::oid = p.oid join pg_namespace n on p.pronamespace = n.oid`,
  ],
  [
    "casts",
    `select c.oid, c.xmin as state_number, c.castsource as castsource_id,
      pg_catalog.quote_ident(sn.nspname) || '.' || pg_catalog.quote_ident(s.typname) as castsource_name, c.castcontext, c.castmethod
    from pg_cast c left outer join pg_proc f on c.castfunc::oid = f.oid
    join pg_type s on c.castsource::oid = s.oid join pg_namespace sn on s.typnamespace = sn.oid`,
  ],
  [
    "comments on objects outside schemas",
    `select d.objoid id, case when 'pg_catalog.pg_am'::regclass = classoid then 'A' when 'pg_catalog.pg_cast'::regclass = classoid then 'C'
      when 'pg_catalog.pg_extension'::regclass = classoid then 'E' end as kind, d.objsubid sub_id, d.description
    from pg_catalog.pg_description d
    where classoid in ('pg_catalog.pg_am'::regclass, 'pg_catalog.pg_cast'::regclass, 'pg_catalog.pg_extension'::regclass)`,
  ],
  [
    "privileges on objects outside schemas",
    `select t.oid as object_id, t.lanacl as acl from pg_catalog.pg_language t
    union all select t.oid as object_id, t.nspacl as acl from pg_catalog.pg_namespace t
    union all select t.oid as object_id, t.datacl as acl from pg_catalog.pg_database t`,
  ],
  [
    "time zones",
    `select name, is_dst from pg_catalog.pg_timezone_names
    union distinct select abbrev as name, is_dst from pg_catalog.pg_timezone_abbrevs`,
  ],
  [
    "the oldest transaction",
    `select l.transactionid::varchar::bigint as transaction_id from pg_catalog.pg_locks l
    where l.transactionid is not null order by pg_catalog.age(l.transactionid) desc limit 1`,
    // Refused, because locks reveal other sessions.
    "42501",
  ],
  [
    "the transaction",
    `select case when pg_catalog.pg_is_in_recovery() then null
      else (pg_catalog.txid_current() % 4294967296)::varchar::bigint end as current_txid`,
  ],
  [
    "objects of a schema",
    `select t.oid as oid, relnamespace as schemaid, pg_catalog.translate(relkind, 'rmvpfS', 'rmvrfS') as kind, relname as name
    from pg_catalog.pg_class t where relnamespace in (${SCHEMA}) and relkind in ('r', 'm', 'v', 'p', 'f', 'S')
    union all select t.oid, t.typnamespace, 'T', t.typname
    from pg_catalog.pg_type t left outer join pg_catalog.pg_class c on t.typrelid = c.oid
    where t.typnamespace in (${SCHEMA}) and (t.typtype in ('d', 'e') or c.relkind = 'c'::"char"
      or (t.typtype = 'b' and (t.typelem = 0 or t.typcategory <> 'A')) or t.typtype = 'p' and not t.typisdefined)
    union all select oid, collnamespace, 'C', collname from pg_catalog.pg_collation where collnamespace in (${SCHEMA})
    union all select oid, oprnamespace, 'O', oprname from pg_catalog.pg_operator where oprnamespace in (${SCHEMA})
    union all select oid, opcnamespace, 'c', opcname from pg_catalog.pg_opclass where opcnamespace in (${SCHEMA})
    union all select oid, opfnamespace, 'F', opfname from pg_catalog.pg_opfamily where opfnamespace in (${SCHEMA})
    union all select oid, pronamespace, case when prokind != 'a' then 'R' else 'a' end, proname
    from pg_catalog.pg_proc where pronamespace in (${SCHEMA}) order by schemaid`,
  ],
  [
    "names of columns",
    `with t as (select t.oid as oid, t.relkind as kind, t.relnamespace as schemaid from pg_catalog.pg_class t
      where t.relnamespace in (${SCHEMA}) and t.relkind in ('r', 'm', 'v', 'f', 'p'))
    select t.schemaid as schemaid, t.oid as majoroid, pg_catalog.translate(t.kind, 'rmvpf', 'rmvrf') as kind, c.attnum as position, c.attname as name
    from t join pg_catalog.pg_attribute c on t.oid = c.attrelid where c.attnum > 0 and not c.attisdropped order by schemaid, majoroid`,
  ],
  [
    "tables",
    `select t.relkind as table_kind, t.relname as table_name, t.oid as table_id, t.xmin as table_state_number, false as table_with_oids,
      t.reltablespace as tablespace_id, t.reloptions as options, t.relpersistence as persistence,
      (select pg_catalog.array_agg(inhparent::bigint order by inhseqno)::varchar from pg_catalog.pg_inherits where t.oid = inhrelid) as ancestors,
      (select pg_catalog.array_agg(inhrelid::bigint order by inhrelid)::varchar from pg_catalog.pg_inherits where t.oid = inhparent) as successors,
      t.relispartition as is_partition, pg_catalog.pg_get_partkeydef(t.oid) as partition_key,
      pg_catalog.pg_get_expr(t.relpartbound, t.oid) as partition_expression, t.relam am_id, pg_catalog.pg_get_userbyid(t.relowner) as "owner"
    from pg_catalog.pg_class t where relnamespace = ${SCHEMA} and relkind in ('r', 'm', 'v', 'f', 'p') and ${changed("t.xmin")}
    order by table_kind, table_id`,
  ],
  [
    "columns",
    `with t as (select distinct t.oid as table_id, t.relname as table_name from pg_catalog.pg_class t, pg_catalog.pg_attribute a
      where t.relnamespace = ${SCHEMA} and t.relkind in ('r', 'm', 'v', 'f', 'p') and ${changed("a.xmin")} and a.attrelid = t.oid)
    select t.table_id, c.attnum as column_position, c.attname as column_name, c.xmin as column_state_number, c.atttypmod as type_mod,
      c.attndims as dimensions_number, pg_catalog.format_type(c.atttypid, c.atttypmod) as type_spec, c.atttypid as type_id,
      c.attnotnull as mandatory, pg_catalog.pg_get_expr(d.adbin, t.table_id) as column_default_expression,
      not c.attislocal as column_is_inherited, c.attfdwoptions as options, c.attisdropped as column_is_dropped,
      c.attidentity as identity_kind, c.attgenerated as generated
    from t join pg_catalog.pg_attribute c on t.table_id = c.attrelid
    left join pg_catalog.pg_attrdef d on (c.attrelid, c.attnum) = (d.adrelid, d.adnum)
    where attnum > 0 order by table_id, attnum`,
  ],
  [
    "keys",
    `select t.oid table_id, relkind table_kind, c.oid::bigint con_id, c.xmin::varchar::bigint con_state_id, conname con_name, contype con_kind,
      conkey con_columns, conindid index_id, confrelid ref_table_id, condeferrable is_deferrable, condeferred is_init_deferred,
      confupdtype on_update, confdeltype on_delete, connoinherit no_inherit,
      pg_catalog.pg_get_expr(conbin, t.oid) con_expression, confkey ref_columns,
      conexclop::int[] excl_operators, array(select unnest::regoper::varchar from unnest(conexclop)) excl_operators_str
    from pg_catalog.pg_constraint c join pg_catalog.pg_class t on c.conrelid = t.oid
    where relkind in ('r', 'v', 'f', 'p') and relnamespace = ${SCHEMA} and contype in ('p', 'u', 'f', 'c', 'x') and connamespace = ${SCHEMA}
      and (${changed("t.xmin")} or ${changed("c.xmin")})`,
  ],
  [
    "sequences",
    `select cls.xmin as sequence_state_number, sq.seqrelid as sequence_id, cls.relname as sequence_name,
      pg_catalog.format_type(sq.seqtypid, null) as data_type, sq.seqstart as start_value, sq.seqcycle as cycle_option
    from pg_catalog.pg_sequence sq join pg_class cls on sq.seqrelid = cls.oid where cls.relnamespace = ${SCHEMA} and ${changed("cls.xmin")}`,
  ],
  [
    "routines",
    `with languages as (select oid as lang_oid, lanname as lang from pg_catalog.pg_language),
    routines as (select proname as r_name, prolang as lang_oid, oid as r_id, xmin as r_state_number, proargnames as arg_names,
        proargmodes as arg_modes, proargtypes::int[] as in_arg_types, proallargtypes::int[] as all_arg_types,
        pg_catalog.pg_get_expr(proargdefaults, 0) as arg_defaults, prokind as kind, proconfig as configuration_parameters,
        pg_catalog.pg_get_userbyid(proowner) as "owner"
      from pg_catalog.pg_proc where pronamespace = ${SCHEMA} and not (prokind = 'a') and ${changed("xmin")})
    select * from routines natural join languages`,
  ],
  [
    "aggregates",
    `select p.oid as aggregate_id, p.proname as aggregate_name, a.aggtransfn::regproc::text as transition_function_name,
      case when a.aggfinalfn::oid = 0 then null else a.aggfinalfn::regproc::varchar end as final_function_name,
      case when a.aggsortop = 0 then null else a.aggsortop::regoper::varchar end as sort_operator_name
    from pg_catalog.pg_aggregate a join pg_catalog.pg_proc p on a.aggfnoid = p.oid where p.pronamespace = ${SCHEMA}`,
  ],
  [
    "sources of routines",
    `with system_languages as (select oid as lang from pg_catalog.pg_language where lanname in ('c', 'internal'))
    select oid as id, pg_catalog.pg_get_function_arguments(oid) as arguments_def, pg_catalog.pg_get_function_result(oid) as result_def,
      pg_catalog.pg_get_function_sqlbody(oid) as sqlbody_def, prosrc as source_text
    from pg_catalog.pg_proc where pronamespace = ${SCHEMA} and not (prokind = 'a')
      and prolang not in (select lang from system_languages) and prosrc is not null`,
  ],
  [
    "sources of views",
    `select t.relkind as view_kind, t.oid as view_id, pg_catalog.pg_get_viewdef(t.oid, true) as source_text
    from pg_catalog.pg_class t join pg_catalog.pg_namespace n on t.relnamespace = n.oid
    where n.oid = ${SCHEMA} and t.relkind in ('m', 'v')`,
  ],
  [
    "comments",
    `select d.objoid id, case when 'pg_catalog.pg_class'::regclass = classoid then 'R' when 'pg_catalog.pg_type'::regclass = classoid then 'T' end as kind,
      d.objsubid sub_id, d.description
    from pg_catalog.pg_description d join pg_catalog.pg_class c on d.objoid = c.oid
    where classoid = 'pg_catalog.pg_class'::regclass and relnamespace = ${SCHEMA}`,
  ],
];

/** Npgsql sends these queries in one text, and reads the results by position. */
const NPGSQL: readonly [about: string, sql: string][] = [
  [
    "types",
    `select ns.nspname, t.oid, t.typname, t.typtype, t.typnotnull, t.elemtypoid
    from (
      select typ.oid, typ.typnamespace, typ.typname, typ.typtype, typ.typrelid, typ.typnotnull, typ.relkind,
        elemtyp.oid as elemtypoid, elemtyp.typname as elemtypname, elemcls.relkind as elemrelkind,
        case when elemproc.proname = 'array_recv' then 'a' else elemtyp.typtype end as elemtyptype
      from (
        select typ.oid, typnamespace, typname, typrelid, typnotnull, relkind, typelem as elemoid,
          case when proc.proname = 'array_recv' then 'a' else typ.typtype end as typtype,
          case when proc.proname = 'array_recv' then typ.typelem when typ.typtype = 'r' then rngsubtype
            when typ.typtype = 'm' then (select rngtypid from pg_range where rngmultitypid = typ.oid)
            when typ.typtype = 'd' then typ.typbasetype end as elemtypoid
        from pg_type as typ left join pg_class as cls on (cls.oid = typ.typrelid)
        left join pg_proc as proc on proc.oid = typ.typreceive left join pg_range on (pg_range.rngtypid = typ.oid)
      ) as typ
      left join pg_type as elemtyp on elemtyp.oid = elemtypoid left join pg_class as elemcls on (elemcls.oid = elemtyp.typrelid)
      left join pg_proc as elemproc on elemproc.oid = elemtyp.typreceive
    ) as t join pg_namespace as ns on (ns.oid = typnamespace)
    where typtype in ('b', 'r', 'm', 'e', 'd') or (typtype = 'c' and relkind = 'c')
      or (typtype = 'p' and typname in ('record', 'void'))
      or (typtype = 'a' and (elemtyptype in ('b', 'r', 'm', 'e', 'd') or (elemtyptype = 'p' and elemtypname in ('record', 'void'))
        or (elemtyptype = 'c' and elemrelkind = 'c')))
    order by case when typtype in ('b', 'e', 'p') then 0 when typtype = 'r' then 1 when typtype = 'm' then 2 when typtype = 'c' then 3
      when typtype = 'd' and elemtyptype <> 'a' then 4 when typtype = 'a' then 5 when typtype = 'd' and elemtyptype = 'a' then 6 end`,
  ],
  [
    "composite types",
    `select typ.oid, att.attname, att.atttypid from pg_type as typ join pg_namespace as ns on (ns.oid = typ.typnamespace)
    join pg_class as cls on (cls.oid = typ.typrelid) join pg_attribute as att on (att.attrelid = typ.typrelid)
    where (typ.typtype = 'c' and cls.relkind = 'c') and attnum > 0 and not attisdropped order by typ.oid, att.attnum`,
  ],
  [
    "values of enums",
    "select pg_type.oid, enumlabel from pg_enum join pg_type on pg_type.oid = enumtypid order by oid, enumsortorder",
  ],
];

/** Npgsql's schema collections, which Power BI shows. */
const POWER_BI: readonly [about: string, sql: string][] = [
  [
    "tables to choose from",
    `select table_schema, table_name, table_type from information_schema.tables
    where table_schema not in ('information_schema', 'pg_catalog') order by table_schema, table_name`,
  ],
  [
    "columns of a table",
    `select column_name, ordinal_position, is_nullable, data_type, case when (udt_schema is null or udt_schema = 'pg_catalog') then null else udt_name end
    from information_schema.columns where table_schema = 'public' and table_name = 'flights' order by table_schema, table_name, ordinal_position`,
  ],
  [
    "foreign keys that refer to a table",
    `select pkcol.column_name as pk_column_name, fkcol.table_schema as fk_table_schema, fkcol.table_name as fk_table_name,
      fkcol.column_name as fk_column_name, fkcol.ordinal_position as ordinal, fkcon.constraint_schema || '_' || fkcol.table_name || '_' || 'airports' || '_' || fkcon.constraint_name as fk_name
    from (select distinct constraint_catalog, constraint_schema, unique_constraint_schema, constraint_name, unique_constraint_name
      from information_schema.referential_constraints) fkcon
    inner join information_schema.key_column_usage fkcol
      on fkcon.constraint_schema = fkcol.constraint_schema and fkcon.constraint_name = fkcol.constraint_name
    inner join information_schema.key_column_usage pkcol
      on fkcon.unique_constraint_schema = pkcol.constraint_schema and fkcon.unique_constraint_name = pkcol.constraint_name
    where pkcol.table_schema = 'public' and pkcol.table_name = 'airports' and pkcol.ordinal_position = fkcol.ordinal_position
    order by fk_name, fkcol.ordinal_position`,
  ],
  [
    "keys of a table",
    `select i.constraint_schema || '_' || i.constraint_name as index_name, ii.column_name, ii.ordinal_position,
      case when i.constraint_type = 'PRIMARY KEY' then 'Y' else 'N' end as primary_key
    from information_schema.table_constraints i inner join information_schema.key_column_usage ii
      on i.constraint_schema = ii.constraint_schema and i.constraint_name = ii.constraint_name
      and i.table_schema = ii.table_schema and i.table_name = ii.table_name
    where i.table_schema = 'public' and i.table_name = 'flights' and i.constraint_type in ('PRIMARY KEY', 'UNIQUE')
    order by i.constraint_schema || '_' || i.constraint_name, ii.table_schema, ii.table_name, ii.ordinal_position`,
  ],
  ["the character set", "select character_set_name from information_schema.character_sets"],
];

const statementsOf = (tool: string, queries: readonly [string, string, string?][]): CorpusStatement[] =>
  queries.map(([about, sql, refused]) => ({tool, about, sql, refused}));

export const INTROSPECTION: readonly CorpusStatement[] = [
  ...statementsOf("DataGrip", DATAGRIP),
  ...statementsOf("Npgsql", NPGSQL),
  ...statementsOf("Power BI", POWER_BI),
];
