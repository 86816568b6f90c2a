-- The audit log is read by what kind of thing it is about.
create index audit_log_by_resource_type on audit_log (org_id, resource_type, id desc);
