import {sql} from "../../ground/db.ts";

/**
 * SQL condition on the row `d` of `deliveries`: its source still runs as the same principal, asks for the same rows, and
 * names all recipients whose mail failed. Recipients of a test are named by that principal. What is rendered only now
 * would otherwise give a principal's rows to people whom nobody names any more.
 */
export const isStillAsked = sql`(
  exists (select from schedules s where s.org_id = d.org_id and s.id = d.schedule_id and s.run_as = d.run_as
    and s.resources::jsonb = d.definition::jsonb -> 'resources'
    and coalesce(s.filters::jsonb, 'null') = coalesce(d.definition::jsonb -> 'filters', 'null')
    and coalesce(s.condition::jsonb, 'null') = coalesce(d.definition::jsonb -> 'condition', 'null')
    and (d.sent_by = d.run_as or ${namesAll(sql`json_array_elements_text(s.recipients)`)}))
  or exists (select from actions a where a.org_id = d.org_id and a.id = d.action_id and a.run_as = d.run_as
    and ${namesAll(sql`json_array_elements(a.effects) e, json_array_elements_text(e.value -> 'recipients')`)})
  or exists (select from agents a where a.org_id = d.org_id and a.id = d.agent_id and a.run_as = d.run_as
    and ${namesAll(sql`json_array_elements(a.outputs) o, json_array_elements_text(o.value -> 'recipients')`)}))`;

function namesAll(named: ReturnType<typeof sql>) {
  return sql`not exists (select from delivery_recipients r
    where r.org_id = d.org_id and r.delivery_id = d.id and r.status = 'failed'
      and not exists (select from ${named} n(email) where lower(n.email) = lower(r.email)))`;
}
