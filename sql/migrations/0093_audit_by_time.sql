-- The audit log is read by when it was.
create index audit_log_by_time on audit_log (org_id, created_at);
