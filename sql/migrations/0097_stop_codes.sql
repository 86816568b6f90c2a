-- Why a run has no answer, or not all of it: shared/automation/agents/stop-codes.ts. Null for a run that has ended well, was
-- cancelled or skipped, and for one that a worker of an earlier release has ended.
alter table agent_runs add column stop_code text;
