/** Functions that Postgres has and a statement may not call: they are told from those that do not exist. */
export const REFUSED_FUNCTIONS: readonly RegExp[] = [
  /^pg_(?:stat_|ls_|read_|advisory_|try_advisory_|sleep|terminate_|cancel_|reload_|rotate_|log_|notify$)/,
  /^pg_(?:logical_|replication_|create_|drop_|switch_|promote$|backup_|export_|current_wal|wal_|walfile|last_|control_)/,
  /^pg_(?:lock_status|blocking_pids|prepared_|cursor$|config$|hba_|ident_|show_all_file|get_wal|get_backend_memory)/,
  /^pg_(?:get_shmem|get_loaded|get_aios|get_wait|nextoid|import_|clear_|restore_|copy_|sync_|stop_|relation_file|filenode)/,
  /^(?:lo_|loread$|lowrite$|dblink|binary_upgrade_|brin_|gin_|nextval$|setval$|currval$|lastval$|setseed$|currtid)/,
  /_to_xml(?:schema|_and_xmlschema)?$/,
  /^(?:ts_stat|ts_rewrite|current_query|query_to_xml.*|cursor_to_xml.*|txid_status)$/,
];
