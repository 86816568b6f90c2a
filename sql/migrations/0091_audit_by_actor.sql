-- The audit log is read by who did it. Each index has a migration of its own, so that changes wait for one at a time.
create index audit_log_by_actor on audit_log (org_id, actor_id, id desc);
