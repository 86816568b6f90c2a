-- A declared filter holds in `by` who declared it: it opens to a chart's readers what that principal may ask of the
-- chart's model. Of those that are there it is taken to be the dashboard's owner.
update dashboards d set filters = (
  select json_agg((f.value::jsonb || jsonb_build_object('by', c.owner_id))::json order by f.ordinality)
  from json_array_elements(d.filters) with ordinality f)
from content c
where c.org_id = d.org_id and c.id = d.id and json_array_length(d.filters) > 0;
