-- Who decides what is asked, and since when: a chart's query (its author is known already), a tile's place on its
-- dashboard (likewise) and a sheet's cells. What is there now counts as decided now; an older version that writes beside
-- this one gets the default, or leaves `cells_hash` behind, so that the cells' author counts as unknown.
alter table charts add column query_at timestamp(3) with time zone not null default now();
alter table dashboard_tiles add column placed_at timestamp(3) with time zone not null default now();
alter table sheets
  add column cells_by text,
  add column cells_at timestamp(3) with time zone not null default now(),
  add column cells_hash text;

-- A query that is saved over a dataset names it by its id: a slug would follow another dataset of that name. One that was
-- made after what names it was saved last is not the one that was meant, and stays a slug, which is a failure when it runs.
create function pinned_query(org text, asked jsonb, saved_at timestamp with time zone, project text) returns jsonb
language sql stable as $$
  select coalesce((
    select jsonb_set(asked, '{model}', to_jsonb(d.id))
    from datasets d join content c on c.org_id = d.org_id and c.id = d.id
    where d.org_id = org and d.slug = asked ->> 'model' and c.created_at <= saved_at
      and d.project_id = coalesce(project, asked ->> 'projectId', d.project_id)), asked)
$$;
create function pinned_trigger(org text, trigger jsonb, saved_at timestamp with time zone) returns jsonb
language sql stable as $$
  select case when trigger ->> 'type' = 'threshold'
    then jsonb_set(trigger, '{query}', pinned_query(org, trigger -> 'query', saved_at, null)) else trigger end
$$;
create function pinned_effect(org text, effect jsonb, saved_at timestamp with time zone) returns jsonb
language sql stable as $$
  select case when effect ->> 'type' = 'snapshot_dataset'
    then jsonb_set(effect, '{query}', pinned_query(org, effect -> 'query', saved_at, effect ->> 'projectId'))
    else effect end
$$;
create function pinned_condition(org text, condition jsonb, saved_at timestamp with time zone) returns jsonb
language sql stable as $$
  select case when condition ->> 'type' = 'threshold'
    then jsonb_set(condition, '{query}', pinned_query(org, condition -> 'query', saved_at, null)) else condition end
$$;

update actions a set trigger = pinned_trigger(a.org_id, a.trigger::jsonb, c.updated_at)::json,
  effects = (
    select json_agg(pinned_effect(a.org_id, e.value::jsonb, c.updated_at) order by e.ordinality)
    from json_array_elements(a.effects) with ordinality e)
from content c
where c.org_id = a.org_id and c.id = a.id
  and (a.trigger ->> 'type' = 'threshold' or exists (
    select from json_array_elements(a.effects) e where e.value ->> 'type' = 'snapshot_dataset'));

update action_runs r set trigger = pinned_trigger(r.org_id, r.trigger::jsonb, c.updated_at)::json,
  effects = (
    select json_agg(jsonb_set(e.value::jsonb, '{effect}',
      pinned_effect(r.org_id, e.value::jsonb -> 'effect', c.updated_at)) order by e.ordinality)
    from json_array_elements(r.effects) with ordinality e)
from content c
where c.org_id = r.org_id and c.id = r.action_id and r.status in ('queued', 'running')
  and json_array_length(r.effects) > 0;

update schedules s set condition = pinned_condition(s.org_id, s.condition::jsonb, c.updated_at)::json
from content c
where c.org_id = s.org_id and c.id = s.id and s.condition ->> 'type' = 'threshold';

update deliveries d set definition = jsonb_set(d.definition::jsonb, '{condition}',
  pinned_condition(d.org_id, d.definition::jsonb -> 'condition', c.updated_at))::json
from content c
where c.org_id = d.org_id and c.id = d.source_id and d.status in ('queued', 'running')
  and d.definition -> 'condition' ->> 'type' = 'threshold';

drop function pinned_condition(text, jsonb, timestamp with time zone);
drop function pinned_effect(text, jsonb, timestamp with time zone);
drop function pinned_trigger(text, jsonb, timestamp with time zone);
drop function pinned_query(text, jsonb, timestamp with time zone, text);
