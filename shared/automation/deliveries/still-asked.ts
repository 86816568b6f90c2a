import {sql} from "../../ground/db.ts";

/** The types and ids of resources, without the names that they had. */
function idsOf(resources: ReturnType<typeof sql>) {
  return sql`array(select (r.value ->> 'resourceType') || ' ' || (r.value ->> 'resourceId')
    from json_array_elements(${resources}) with ordinality r(value, at) order by r.at)`;
}

/** Each recipient whose mail failed is among these. Erased ones are in no list, and get no mail. */
function namesAll(named: ReturnType<typeof sql>) {
  return sql`not exists (select from delivery_recipients r
    where r.org_id = d.org_id and r.delivery_id = d.id and r.status = 'failed' and r.email not like 'erased:%'
      and not exists (select from ${named} n(email) where lower(n.email) = lower(r.email)))`;
}

/**
 * SQL condition on the row `d` of `deliveries`: its source still runs as the same principal, asks for the same rows, and
 * names all recipients whose mail failed. What is rendered only now would otherwise give a principal's rows to people
 * whom nobody names any more.
 */
export const isStillAsked = sql`(
  exists (select from schedules s where s.org_id = d.org_id and s.id = d.schedule_id and s.run_as = d.run_as
    and ${idsOf(sql`s.resources`)} = ${idsOf(sql`d.definition -> 'resources'`)}
    and coalesce(s.filters::jsonb, 'null') = coalesce(d.definition::jsonb -> 'filters', 'null')
    and coalesce(s.condition::jsonb, 'null') = coalesce(d.definition::jsonb -> 'condition', 'null')
    and ${namesAll(sql`json_array_elements_text(s.recipients)`)})
  or exists (select from actions a cross join lateral json_array_elements(a.effects) e
    where a.org_id = d.org_id and a.id = d.action_id and a.run_as = d.run_as and e.value ->> 'type' = 'email'
      and e.value ->> 'chartId' is not distinct from d.definition -> 'resources' -> 0 ->> 'resourceId'
      and ${namesAll(sql`json_array_elements_text(e.value -> 'recipients')`)})
  or exists (select from agents a cross join lateral json_array_elements(a.outputs) o
    where a.org_id = d.org_id and a.id = d.agent_id and a.run_as = d.run_as
      and ${namesAll(sql`json_array_elements_text(o.value -> 'recipients')`)}))`;
