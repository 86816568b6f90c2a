-- Questions with the query that answers each of them rightly.
create table verified_questions (
  id text primary key,
  org_id text not null,
  project_id text not null,
  question text not null,
  phrasings text[] not null default '{}',
  query json not null,
  note text,
  -- The principal who saved the question or its query last; null where a file of the repository did.
  verified_by text,
  verified_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The question and its phrasings.
  wording text not null,
  -- The stems of the wording and the fields of the query. Each is preceded by the project's id, so that a search reads
  -- nothing of other projects, however many there are.
  terms tsvector not null,
  foreign key (org_id, project_id) references projects (org_id, id) on delete cascade
);
create unique index verified_questions_once on verified_questions (project_id, lower(question));
create index verified_questions_by_project on verified_questions (project_id, id desc);
create index verified_questions_by_org on verified_questions (org_id);
create index verified_questions_by_terms on verified_questions using gin (terms);

-- Wordings are also found by their trigrams, where the database lets its owner create the two extensions. Elsewhere the
-- distance of two wordings is that of strangers, and questions are found by their words alone.
do $do$
begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gist;
  create function wording_distance(a text, b text) returns real
    language sql immutable strict parallel safe as 'select a <-> b';
  create index verified_questions_by_wording on verified_questions
    using gist (project_id, wording gist_trgm_ops (siglen = 64));
exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_function
    or undefined_object then
  raise warning 'Verified questions are found without trigrams: %', sqlerrm;
  create function wording_distance(a text, b text) returns real
    language sql immutable strict parallel safe as 'select case when lower(a) = lower(b) then 0::real else 1::real end';
end
$do$;
