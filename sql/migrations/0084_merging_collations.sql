-- A table of a roll-up has one row for texts that a collation of Postgres takes for equal. Builds did not know which
-- collations do, and said that such texts are the `same` as in the warehouse. Only the warehouse knows, so each column with
-- a collation of its own counts as merging texts, until the roll-up is built again.
update rollup_builds b set columns = (
  select json_agg(
    case when c.value ->> 'kind' = 'text' and c.value ->> 'engineType' like '% collate %'
      then (c.value::jsonb || '{"same": false}')::json else c.value end
    order by c.ordinality)
  from json_array_elements(b.columns) with ordinality as c)
from rollup_tables t join connections k on k.org_id = t.org_id and k.id = t.connection_id
where t.org_id = b.org_id and t.name = b.table_name and k.type = 'postgres' and b.columns::text like '% collate %';
