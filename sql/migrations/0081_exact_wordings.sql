-- The question and its phrasings word for word, whatever their case, their spaces and the marks at their end. Each is
-- preceded by the project's id, so that a search reads nothing of other projects.
create function exact_wordings(project_id text, question text, phrasings text[]) returns text[]
  language sql immutable strict parallel safe
  as $$
    select array_agg(project_id || ' ' || rtrim(lower(regexp_replace(btrim(wording), '\s+', ' ', 'g')), ' ?!.'))
    from unnest(phrasings || question) as wording
  $$;
-- What is asked word for word is found by this index, however many others are alike.
create index verified_questions_by_exact_wording on verified_questions
  using gin (exact_wordings(project_id, question, phrasings));
