import type pg from "pg";

/** What `current_database()` and `current_user` return to the caller of a database. */
export interface ShownNames {
  user: string;
  database: string;
}

/** The superuser, to whom the tables belong. Callers can read the name in the catalog, such as in `relacl`. */
export const OWNER = "analytics";
const OWNER_OID = 10;

/**
 * Functions that reach beyond the caller's own statement: other sessions, files, large objects, locks, the log, the
 * write-ahead log, statements given as text; and those that wait.
 */
const REFUSED_FUNCTIONS = `^(${[
  "pg_sleep",
  "lo_|lowrite|loread|be_lo",
  "pg_(terminate|cancel)_",
  "pg_(read|ls|stat)_(file|binary|dir|logdir|waldir|archive|tmpdir|snap|logical|summaries|mapdir|replslot)",
  "pg_ls_|pg_current_logfile|pg_rotate|pg_reload|pg_log_|pg_config$|pg_hba|pg_ident|pg_show_all_file",
  "pg_stat_get_(activity|backend|db_|wal|progress|repl|sub|slot|io|bgw|checkpointer|archiver|slru|snapshot|recovery)",
  "pg_stat_(reset|clear|force)|pg_stat_have|pg_lock_status|pg_blocking|pg_safe_snapshot|pg_get_(aios|shmem|dsm|wal)",
  "pg_(try_)?advisory|pg_notify|pg_listening|pg_notification",
  "pg_export_snapshot|pg_prepared|pg_create_|pg_drop_|pg_copy_|pg_switch|pg_wal|pg_backup|pg_is_wal|pg_promote",
  "pg_logical|pg_replication|pg_show_replication|pg_sync|pg_current_wal|pg_last|pg_control|pg_partition_root_lock",
  "pg_tablespace_(size|databases)|pg_import|pg_extension_config|pg_nextoid|binary_upgrade|pg_stop_making",
  "pg_get_backend_memory|pg_restore|pg_set_(relation|attribute)|pg_clear_(relation|attribute)|pg_available_wal",
  "(query|table|cursor|schema|database)_to_xml|ts_stat|ts_rewrite$",
  "regrole(out|send)$|to_regrole$|makeaclitem$",
].join("|")})`;

/** Views of other sessions and of the server. */
const REFUSED_RELATIONS = `^pg_(${[
  "stat_(database|replication|wal|ssl|gssapi|subscription|bgwriter|checkpointer|archiver|io|slru|progress|recovery)",
  "locks|prepared|replication|shmem|dsm|backend_memory|file_settings|hba|ident|aios|stat_replication",
  "shdepend|shseclabel|subscription|largeobject$",
].join("|")})`;

/** Settings that change the meaning or the answer of a statement, but not the resources that it may use. */
const FREE_SETTINGS = [
  ...["application_name", "bytea_output", "client_min_messages", "datestyle", "default_text_search_config"],
  ...["escape_string_warning", "extra_float_digits", "intervalstyle", "jit", "lc_messages", "lc_monetary"],
  ...["lc_numeric", "lc_time", "quote_all_identifiers", "search_path", "standard_conforming_strings"],
  ...["timezone", "xmlbinary", "xmloption"],
];

/**
 * Prepares the client's database for callers: its catalog then reveals nothing of other databases, roles, sessions or
 * files. The client must be connected as a superuser.
 */
export async function makeTemplate(client: pg.Client): Promise<void> {
  // The server calls a built-in function by its number, whatever the function's definition says. Only simple
  // definitions are used instead, because the planner inlines them: those below are simple.
  await client.query("set allow_system_table_mods = on");
  await client.query(`
    drop extension plpgsql;
    revoke usage on language sql from public;
    create schema datasets;
    grant usage on schema public, datasets to public;
    create function pg_catalog.own_database() returns name language internal stable as 'current_database';
    ${identityFunctions({user: "", database: ""})}
    create or replace function pg_catalog.current_database() returns name language sql stable
      as 'select pg_catalog.shown_database()';
    create function pg_catalog.any_userbyid(oid) returns name language internal stable strict as 'pg_get_userbyid';
    create function pg_catalog.shown_role(name) returns name language sql stable as $$
      select case
        when $1 = current_user then pg_catalog.shown_user()
        when $1 = '${OWNER}' or $1 like 'pg\\_%' then $1
        else 'unknown'::pg_catalog.name end $$;
    create or replace function pg_catalog.pg_get_userbyid(oid) returns name language sql stable
      as 'select pg_catalog.shown_role(pg_catalog.any_userbyid($1))'`);
  await hideDatabases(client);
  await hideRoles(client);
  await hideRoleNames(client);
  await hideSessions(client);
  await refuse(client);
  await answerForCaller(client);
}

/** The statements that make the functions of a database return these names. */
export function identityFunctions({user, database}: ShownNames): string {
  const one = (name: string, value: string) =>
    `create or replace function pg_catalog.${name}() returns name language sql stable
      as ${literal(`select ${literal(value)}::pg_catalog.name`)};`;
  return one("shown_user", user) + one("shown_database", database);
}

export function literal(text: string): string {
  return ` E'${text.replaceAll("\0", "").replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Leaves only the database itself in `pg_database`, under the shown name. psql of Postgres 15 and 16 asks every server
 * for the column `daticulocale`.
 */
async function hideDatabases(client: pg.Client): Promise<void> {
  const columns = await columnsOf(client, "pg_database");
  const replaced: Readonly<Record<string, string>> = {
    datname: "pg_catalog.shown_database() as datname",
    datacl: "null::aclitem[] as datacl",
  };
  await client.query(`
    update pg_catalog.pg_class set relname = 'pg_all_databases' where oid = 'pg_catalog.pg_database'::regclass;
    update pg_catalog.pg_type set typname = 'pg_all_databases'
      where typrelid = (select oid from pg_catalog.pg_class where relname = 'pg_all_databases')`);
  await client.query(`
    create view pg_catalog.pg_database as
      select ${columns.map(name => replaced[name] ?? name).join(", ")}, datlocale as daticulocale
      from pg_catalog.pg_all_databases where datname = pg_catalog.own_database();
    revoke all on pg_catalog.pg_all_databases from public;
    grant select on pg_catalog.pg_database to public`);
  await keepCharacterSets(client);
}

/**
 * Makes `information_schema.character_sets` find the database by its real name, which the caller's `current_database()`
 * does not return.
 */
async function keepCharacterSets(client: pg.Client): Promise<void> {
  const {rows} = await client.query<{definition: string}>(
    "select pg_catalog.pg_get_viewdef('information_schema.character_sets'::regclass) as definition",
  );
  const [{definition} = {definition: ""}] = rows;
  const own = definition.replace("d.datname = current_database()", "d.datname = pg_catalog.own_database()");
  if (own === definition)
    throw new Error(
      "the definition of information_schema.character_sets does not compare current_database()",
    );
  await client.query(`create or replace view information_schema.character_sets as ${own}`);
}

/** Leaves only the caller, the owner of the tables and the roles of every Postgres in `pg_roles`. */
async function hideRoles(client: pg.Client): Promise<void> {
  const filters = {
    pg_roles: {
      name: "rolname",
      own: `rolname = current_user or oid = ${OWNER_OID} or rolname like 'pg\\_%'`,
    },
    pg_user: {name: "usename", own: `usename = current_user or usesysid = ${OWNER_OID}`},
    pg_group: {name: "groname", own: "groname like 'pg\\_%'"},
  };
  for (const [view, {name, own}] of Object.entries(filters)) {
    const columns = await columnsOf(client, view);
    const shownName = `pg_catalog.shown_role(${name}) as ${name}`;
    await client.query(`
      alter view pg_catalog.${view} rename to pg_all_${view.slice(3)};
      revoke all on pg_catalog.pg_all_${view.slice(3)} from public;
      create view pg_catalog.${view} as
        select ${columns.map(one => (one === name ? shownName : one)).join(", ")} from pg_catalog.pg_all_${view.slice(3)} where ${own};
      grant select on pg_catalog.${view} to public`);
  }
}

/**
 * Shows a `regrole` as a number, because the server itself would write the name of the role. Numbers of roles are near
 * each other and can be guessed.
 */
async function hideRoleNames(client: pg.Client): Promise<void> {
  await client.query(
    "update pg_catalog.pg_type set typoutput = 'pg_catalog.oidout'::regproc where oid = 'pg_catalog.regrole'::regtype",
  );
}

/** Leaves only the caller's own session in `pg_stat_activity`. */
async function hideSessions(client: pg.Client): Promise<void> {
  const columns = await columnsOf(client, "pg_stat_activity");
  const replaced: Record<string, string> = {
    datname: "pg_catalog.shown_database() as datname",
    usename: "pg_catalog.shown_user() as usename",
  };
  await client.query(`
    alter view pg_catalog.pg_stat_activity rename to pg_all_stat_activity;
    revoke all on pg_catalog.pg_all_stat_activity from public;
    create function pg_catalog.own_activity() returns setof pg_catalog.pg_all_stat_activity
      language sql stable security definer as
      'select * from pg_catalog.pg_all_stat_activity where pid = pg_catalog.pg_backend_pid()';
    create view pg_catalog.pg_stat_activity as
      select ${columns.map(name => replaced[name] ?? name).join(", ")} from pg_catalog.own_activity();
    grant select on pg_catalog.pg_stat_activity to public`);
}

async function refuse(client: pg.Client): Promise<void> {
  const functions = await client.query<{signature: string}>(
    `select p.oid::regprocedure::text as signature from pg_catalog.pg_proc p
      where p.pronamespace = 'pg_catalog'::regnamespace and p.proname ~ $1`,
    [REFUSED_FUNCTIONS],
  );
  const relations = await client.query<{name: string}>(
    `select c.relname as name from pg_catalog.pg_class c
      where c.relnamespace = 'pg_catalog'::regnamespace and c.relkind in ('r', 'v') and c.relname ~ $1`,
    [REFUSED_RELATIONS],
  );
  await client.query(
    [
      ...functions.rows.map(({signature}) => `revoke execute on function ${signature} from public`),
      ...relations.rows.map(({name}) => `revoke all on pg_catalog.${identifier(name)} from public`),
    ].join(";"),
  );
  // The server calls a built-in function by its number, so the replacement takes over the name, with a number of its
  // own.
  await client.query(`
    alter function pg_catalog.set_config(text, text, boolean) rename to set_any_config;
    revoke execute on function pg_catalog.set_any_config(text, text, boolean) from public;
    create function pg_catalog.set_config(setting_name text, new_value text, is_local boolean) returns text
      language sql volatile security definer as $$
        select case when lower($1) = any ('{${FREE_SETTINGS.join(",")}}') or $1 like '%.%'
          then pg_catalog.set_any_config($1, $2, $3)
          else pg_catalog.current_setting($1, true) end $$`);
}

/** Makes `has_table_privilege('name', …)` answer for the caller, whose role has another name than the one shown. */
async function answerForCaller(client: pg.Client): Promise<void> {
  const {rows} = await client.query<{name: string; arguments: string; count: number}>(`
    select p.proname as name, p.pronargs::integer as count,
      pg_catalog.array_to_string(array(
        select pg_catalog.format_type(t, null) from pg_catalog.unnest(p.proargtypes::oid[]) as t), ', ') as arguments
    from pg_catalog.pg_proc p
    where (p.proname like 'has\\_%\\_privilege' or p.proname = 'pg_has_role')
      and p.pronamespace = 'pg_catalog'::regnamespace
      and p.proargtypes[0] = 'name'::regtype
      and exists (
        select from pg_catalog.pg_proc own
        where own.proname = p.proname
          and own.pronargs = p.pronargs - 1
          and (own.proargtypes::oid[])[0:] = (p.proargtypes::oid[])[1:])`);
  for (const {name, arguments: types, count} of rows) {
    const given = Array.from({length: count - 1}, (_, i) => `$${i + 2}`).join(", ");
    await client.query(`
      create or replace function pg_catalog.${name}(${types}) returns boolean language sql stable
        as 'select pg_catalog.${name}(${given})'`);
  }
}

async function columnsOf(client: pg.Client, relation: string): Promise<string[]> {
  const {rows} = await client.query<{name: string}>(
    `select a.attname as name from pg_catalog.pg_attribute a
      where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [`pg_catalog.${relation}`],
  );
  return rows.map(({name}) => name);
}
