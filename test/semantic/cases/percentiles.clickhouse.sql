-- between two values, or the first that reaches the share
select
  "teams"."name" as "teams.name",
  quantileExactInclusiveOrNull(0.5)(toFloat64("calls"."minutes")) as "calls.p50",
  quantileExactInclusiveOrNull(0.5)(toFloat64("calls"."minutes")) as "calls.p50_said",
  if(count("calls"."minutes") = 0, null, arraySort(groupArray("calls"."minutes"))[toUInt64(ceil(0.25 * count("calls"."minutes")))]) as "calls.p25_reached",
  if(count("calls"."minutes") = 0, null, arraySort(groupArray("calls"."minutes"))[toUInt64(ceil(0.5 * count("calls"."minutes")))]) as "calls.p50_reached",
  if(count("calls"."minutes") = 0, null, arraySort(groupArray("calls"."minutes"))[toUInt64(ceil(0.8 * count("calls"."minutes")))]) as "calls.p80_reached"
from "calls"
left join "teams" on "teams"."id" = "calls"."team_id"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
select
  quantileExactInclusiveOrNull(0.5)(toFloat64("calls"."minutes")) as "calls.p50",
  quantileExactInclusiveOrNull(0.5)(toFloat64("calls"."minutes")) as "calls.p50_said",
  if(count("calls"."minutes") = 0, null, arraySort(groupArray("calls"."minutes"))[toUInt64(ceil(0.25 * count("calls"."minutes")))]) as "calls.p25_reached",
  if(count("calls"."minutes") = 0, null, arraySort(groupArray("calls"."minutes"))[toUInt64(ceil(0.5 * count("calls"."minutes")))]) as "calls.p50_reached",
  if(count("calls"."minutes") = 0, null, arraySort(groupArray("calls"."minutes"))[toUInt64(ceil(0.8 * count("calls"."minutes")))]) as "calls.p80_reached"
from "calls"
left join "teams" on "teams"."id" = "calls"."team_id"
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a day in the middle is a day
select
  "kind" as "calls.kind",
  if(count("started_on") = 0, null, arraySort(groupArray("started_on"))[toUInt64(ceil(0.5 * count("started_on")))]) as "calls.half_started",
  if(count(case when minutes > 2 then "minutes" end) = 0, null, arraySort(groupArray(case when minutes > 2 then "minutes" end))[toUInt64(ceil(0.5 * count(case when minutes > 2 then "minutes" end)))]) as "calls.long"
from "calls"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- each row counts once where the many side is a dimension
select
  "notes".d0 as "notes.word",
  if(count("calls"."minutes") = 0, null, arraySort(groupArray("calls"."minutes"))[toUInt64(ceil(0.5 * count("calls"."minutes")))]) as "calls.p50_reached",
  quantileExactInclusiveOrNull(0.5)(toFloat64("calls"."minutes")) as "calls.p50"
from "calls"
left join (
  select distinct
    "call_id" as j0,
    "word" as d0
  from "notes"
) as "notes" on "notes".j0 = "calls"."id"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- an estimate of values that are alike is their value
select
  "teams"."name" as "teams.name",
  quantileTDigestOrNull(0.9)(toFloat64("calls"."steady")) as "calls.p90_estimated"
from "calls"
left join "teams" on "teams"."id" = "calls"."team_id"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a filter on it
-- ["5"]
select
  "teams"."name" as "teams.name",
  count(*) as "calls.count"
from "calls"
left join "teams" on "teams"."id" = "calls"."team_id"
group by 1
having if(count("calls"."minutes") = 0, null, arraySort(groupArray("calls"."minutes"))[toUInt64(ceil(0.5 * count("calls"."minutes")))]) < {p1:Int64}
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
