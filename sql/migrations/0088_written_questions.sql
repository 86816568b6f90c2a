-- What write-backs have committed of verified questions, until a sync finds it in the files: an own word is not a newer one.
-- `entry` is null where the commit removes the question.
create table written_questions (
  id bigint generated always as identity primary key,
  org_id text not null,
  project_id text not null,
  question text not null,
  entry jsonb,
  foreign key (org_id, project_id) references projects (org_id, id) on delete cascade
);
create index written_questions_by_name on written_questions (project_id, lower(question));
create index written_questions_by_org on written_questions (org_id);
