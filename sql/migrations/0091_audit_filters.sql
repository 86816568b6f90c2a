-- The audit log is read by who did it, to what kind of thing, and when.
create index audit_log_by_actor on audit_log (org_id, actor_id, id desc);
create index audit_log_by_resource_type on audit_log (org_id, resource_type, id desc);
create index audit_log_by_time on audit_log (org_id, created_at);
