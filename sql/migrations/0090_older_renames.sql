-- A process of an earlier version that words a question anew leaves the entry of the file with it. That entry belongs to
-- the question as it was called before, which counts as deleted, and what it is called now is new to the file.
create function take_file_entry() returns trigger language plpgsql as $$
begin
  insert into deleted_file_questions (org_id, project_id, file_entry)
  values (old.org_id, old.project_id, old.file_entry)
  on conflict (project_id, lower(file_entry ->> 'question'))
    do update set file_entry = excluded.file_entry, deleted_at = now();
  new.file_entry := null;
  return new;
end $$;

-- A process of this version changes the entry in the same statement.
create trigger verified_questions_renamed before update of question on verified_questions
for each row when (lower(new.question) <> lower(old.question) and old.file_entry is not null
  and new.file_entry is not distinct from old.file_entry)
execute function take_file_entry();

with stale as (
  update verified_questions v set file_entry = null
  from verified_questions w
  where w.id = v.id and lower(w.file_entry ->> 'question') <> lower(w.question)
  returning v.org_id, v.project_id, w.file_entry)
insert into deleted_file_questions (org_id, project_id, file_entry)
select distinct on (project_id, lower(file_entry ->> 'question')) org_id, project_id, file_entry from stale
order by project_id, lower(file_entry ->> 'question')
on conflict (project_id, lower(file_entry ->> 'question')) do nothing;
