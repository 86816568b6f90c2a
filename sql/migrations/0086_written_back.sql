-- What the repository's file said of a question when it was synced last: what members have changed since is written back.
-- Absent for a question that the file did not have, and for one that a member had verified before this was known.
alter table verified_questions add column file_entry jsonb;
update verified_questions
set file_entry = jsonb_build_object('question', question, 'query', query::jsonb - 'projectId')
  || case when phrasings = '{}' then '{}' else jsonb_build_object('phrasings', phrasings) end
  || case when note is null then '{}' else jsonb_build_object('note', note) end
where from_file and verified_by is null;

-- The entries of the file, as they were, whose questions members have deleted or worded anew.
create table deleted_file_questions (
  org_id text not null,
  project_id text not null,
  file_entry jsonb not null,
  deleted_at timestamptz(3) not null default now(),
  foreign key (org_id, project_id) references projects (org_id, id) on delete cascade
);
create unique index deleted_file_questions_once
  on deleted_file_questions (project_id, lower(file_entry ->> 'question'));
create index deleted_file_questions_by_org on deleted_file_questions (org_id);

-- A request that writes verified questions is `waiting` and `writing` in place of `queued` and `running`: a worker of an
-- earlier version, which knows of no questions, would carry it out without them.
alter table write_back_requests drop constraint write_back_requests_status_check;
alter table write_back_requests add constraint write_back_requests_status_check
  check (status in ('queued', 'running', 'waiting', 'writing', 'succeeded', 'failed'));
create index write_back_requests_waiting on write_back_requests (project_id, id) where status in ('waiting', 'writing');
