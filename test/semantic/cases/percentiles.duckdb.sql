-- between two values, or the first that reaches the share
select
  "teams"."name" as "teams.name",
  quantile_cont("calls"."minutes"::double, 0.5) as "calls.p50",
  quantile_cont("calls"."minutes"::double, 0.5) as "calls.p50_said",
  quantile_disc("calls"."minutes", 0.25) as "calls.p25_reached",
  quantile_disc("calls"."minutes", 0.5) as "calls.p50_reached",
  quantile_disc("calls"."minutes", 0.8) as "calls.p80_reached"
from "calls"
left join "teams" on "teams"."id" = "calls"."team_id"
group by 1
order by "teams.name" nulls last
limit 11;
-- totals
select
  quantile_cont("calls"."minutes"::double, 0.5) as "calls.p50",
  quantile_cont("calls"."minutes"::double, 0.5) as "calls.p50_said",
  quantile_disc("calls"."minutes", 0.25) as "calls.p25_reached",
  quantile_disc("calls"."minutes", 0.5) as "calls.p50_reached",
  quantile_disc("calls"."minutes", 0.8) as "calls.p80_reached"
from "calls"
left join "teams" on "teams"."id" = "calls"."team_id";

-- a day in the middle is a day
select
  "kind" as "calls.kind",
  quantile_disc("started_on", 0.5) as "calls.half_started",
  quantile_disc(case when minutes > 2 then "minutes" end, 0.5) as "calls.long"
from "calls"
group by 1
order by "calls.kind" nulls last
limit 11;

-- each row counts once where the many side is a dimension
select
  "notes".d0 as "notes.word",
  quantile_disc("calls"."minutes", 0.5) as "calls.p50_reached",
  quantile_cont("calls"."minutes"::double, 0.5) as "calls.p50"
from "calls"
left join (
  select distinct
    "notes"."call_id" as j0,
    "notes"."word" as d0
  from "notes"
) as "notes" on "notes".j0 = "calls"."id"
group by 1
order by "notes.word" nulls last
limit 11;

-- an estimate of values that are alike is their value
select
  "teams"."name" as "teams.name",
  approx_quantile("calls"."steady"::double, 0.9) as "calls.p90_estimated"
from "calls"
left join "teams" on "teams"."id" = "calls"."team_id"
group by 1
order by "teams.name" nulls last
limit 11;

-- a filter on it
-- ["5"]
select
  "teams"."name" as "teams.name",
  count(*) as "calls.count"
from "calls"
left join "teams" on "teams"."id" = "calls"."team_id"
group by 1
having quantile_disc("calls"."minutes", 0.5) < $1::bigint
order by "teams.name" nulls last
limit 11;
