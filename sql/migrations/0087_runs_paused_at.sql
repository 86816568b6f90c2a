-- When the service last paused everything that runs as the principal. What was made before is not carried out any more.
alter table principals add column runs_paused_at timestamp(3) with time zone;
