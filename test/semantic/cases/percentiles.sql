-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a percentile is interpolated, or the first value that reaches the share
select
  "teams"."name" as "teams.name",
  percentile_cont(0.5) within group (order by "calls"."minutes") as "calls.p50",
  percentile_cont(0.5) within group (order by "calls"."minutes") as "calls.p50_said",
  percentile_disc(0.25) within group (order by "calls"."minutes") as "calls.p25_reached",
  percentile_disc(0.5) within group (order by "calls"."minutes") as "calls.p50_reached",
  percentile_disc(0.8) within group (order by "calls"."minutes") as "calls.p80_reached"
from "calls"
left join "teams" on "teams"."id" = "calls"."team_id"
group by 1
order by "teams.name" nulls last
limit 11;
-- totals
select
  percentile_cont(0.5) within group (order by "calls"."minutes") as "calls.p50",
  percentile_cont(0.5) within group (order by "calls"."minutes") as "calls.p50_said",
  percentile_disc(0.25) within group (order by "calls"."minutes") as "calls.p25_reached",
  percentile_disc(0.5) within group (order by "calls"."minutes") as "calls.p50_reached",
  percentile_disc(0.8) within group (order by "calls"."minutes") as "calls.p80_reached"
from "calls"
left join "teams" on "teams"."id" = "calls"."team_id";
-- duckdb:
-- 3|   quantile_cont("calls"."minutes"::double, 0.5) as "calls.p50",
-- 4|   quantile_cont("calls"."minutes"::double, 0.5) as "calls.p50_said",
-- 5|   quantile_disc("calls"."minutes", 0.25) as "calls.p25_reached",
-- 6|   quantile_disc("calls"."minutes", 0.5) as "calls.p50_reached",
-- 7|   quantile_disc("calls"."minutes", 0.8) as "calls.p80_reached"
-- 15|   quantile_cont("calls"."minutes"::double, 0.5) as "calls.p50",
-- 16|   quantile_cont("calls"."minutes"::double, 0.5) as "calls.p50_said",
-- 17|   quantile_disc("calls"."minutes", 0.25) as "calls.p25_reached",
-- 18|   quantile_disc("calls"."minutes", 0.5) as "calls.p50_reached",
-- 19|   quantile_disc("calls"."minutes", 0.8) as "calls.p80_reached"
-- mysql:
-- 2|   d0 as `teams.name`,
-- 3|   sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `calls.p50`,
-- 4|   sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `calls.p50_said`,
-- 5|   max(case when r0 = ceil(0.25 * n0) then i0 end) as `calls.p25_reached`,
-- 6|   max(case when r0 = ceil(0.5 * n0) then i0 end) as `calls.p50_reached`,
-- 7|   max(case when r0 = ceil(0.8 * n0) then i0 end) as `calls.p80_reached`
-- 8| from (
-- 9|   select
-- 9+|     `teams`.`name` as d0,
-- 9+|     `calls`.`minutes` as i0,
-- 9+|     row_number() over (partition by `teams`.`name` order by `calls`.`minutes` <=> null, `calls`.`minutes`) as r0,
-- 9+|     count(`calls`.`minutes`) over (partition by `teams`.`name`) as n0
-- 9+|   from `calls`
-- 9+|   left join `teams` on `teams`.`id` = `calls`.`team_id`
-- 9+| ) as ranked
-- 11| order by `teams.name` <=> null, `teams.name`
-- 15|   sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `calls.p50`,
-- 16|   sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `calls.p50_said`,
-- 17|   max(case when r0 = ceil(0.25 * n0) then i0 end) as `calls.p25_reached`,
-- 18|   max(case when r0 = ceil(0.5 * n0) then i0 end) as `calls.p50_reached`,
-- 19|   max(case when r0 = ceil(0.8 * n0) then i0 end) as `calls.p80_reached`
-- 20| from (
-- 21|   select
-- 21+|     `calls`.`minutes` as i0,
-- 21+|     row_number() over (order by `calls`.`minutes` <=> null, `calls`.`minutes`) as r0,
-- 21+|     count(`calls`.`minutes`) over () as n0
-- 21+|   from `calls`
-- 21+|   left join `teams` on `teams`.`id` = `calls`.`team_id`
-- 21+| ) as ranked;
-- clickhouse:
-- 3|   quantileExactInclusiveOrNull(0.5)(toFloat64("calls"."minutes")) as "calls.p50",
-- 4|   quantileExactInclusiveOrNull(0.5)(toFloat64("calls"."minutes")) as "calls.p50_said",
-- 5|   if(count("calls"."minutes") = 0, null, arraySort(groupArray("calls"."minutes"))[toUInt64(ceil(0.25 * count("calls"."minutes")))]) as "calls.p25_reached",
-- 6|   if(count("calls"."minutes") = 0, null, arraySort(groupArray("calls"."minutes"))[toUInt64(ceil(0.5 * count("calls"."minutes")))]) as "calls.p50_reached",
-- 7|   if(count("calls"."minutes") = 0, null, arraySort(groupArray("calls"."minutes"))[toUInt64(ceil(0.8 * count("calls"."minutes")))]) as "calls.p80_reached"
-- 11| order by 1 nulls last
-- 12| limit 11
-- 12+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 15|   quantileExactInclusiveOrNull(0.5)(toFloat64("calls"."minutes")) as "calls.p50",
-- 16|   quantileExactInclusiveOrNull(0.5)(toFloat64("calls"."minutes")) as "calls.p50_said",
-- 17|   if(count("calls"."minutes") = 0, null, arraySort(groupArray("calls"."minutes"))[toUInt64(ceil(0.25 * count("calls"."minutes")))]) as "calls.p25_reached",
-- 18|   if(count("calls"."minutes") = 0, null, arraySort(groupArray("calls"."minutes"))[toUInt64(ceil(0.5 * count("calls"."minutes")))]) as "calls.p50_reached",
-- 19|   if(count("calls"."minutes") = 0, null, arraySort(groupArray("calls"."minutes"))[toUInt64(ceil(0.8 * count("calls"."minutes")))]) as "calls.p80_reached"
-- 21| left join "teams" on "teams"."id" = "calls"."team_id"
-- 21+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 2|   d0 as "teams.name",
-- 3|   sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as "calls.p50",
-- 4|   sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as "calls.p50_said",
-- 5|   max(case when r0 = ceil(0.25 * n0) then i0 end) as "calls.p25_reached",
-- 6|   max(case when r0 = ceil(0.5 * n0) then i0 end) as "calls.p50_reached",
-- 7|   max(case when r0 = ceil(0.8 * n0) then i0 end) as "calls.p80_reached"
-- 8| from (
-- 9|   select
-- 9+|     "teams"."name" as d0,
-- 9+|     "calls"."minutes" as i0,
-- 9+|     row_number() over (partition by "teams"."name" order by "calls"."minutes" nulls last) as r0,
-- 9+|     count("calls"."minutes") over (partition by "teams"."name") as n0
-- 9+|   from "calls"
-- 9+|   left join "teams" on "teams"."id" = "calls"."team_id"
-- 9+| ) as ranked
-- 15|   sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as "calls.p50",
-- 16|   sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as "calls.p50_said",
-- 17|   max(case when r0 = ceil(0.25 * n0) then i0 end) as "calls.p25_reached",
-- 18|   max(case when r0 = ceil(0.5 * n0) then i0 end) as "calls.p50_reached",
-- 19|   max(case when r0 = ceil(0.8 * n0) then i0 end) as "calls.p80_reached"
-- 20| from (
-- 21|   select
-- 21+|     "calls"."minutes" as i0,
-- 21+|     row_number() over (order by "calls"."minutes" nulls last) as r0,
-- 21+|     count("calls"."minutes") over () as n0
-- 21+|   from "calls"
-- 21+|   left join "teams" on "teams"."id" = "calls"."team_id"
-- 21+| ) as ranked;
-- bigquery:
-- 2|   d0 as `teams__name`,
-- 3|   sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as `calls__p50`,
-- 4|   sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as `calls__p50_said`,
-- 5|   max(case when r0 = ceil(0.25 * n0) then i0 end) as `calls__p25_reached`,
-- 6|   max(case when r0 = ceil(0.5 * n0) then i0 end) as `calls__p50_reached`,
-- 7|   max(case when r0 = ceil(0.8 * n0) then i0 end) as `calls__p80_reached`
-- 8| from (
-- 9|   select
-- 9+|     `teams`.`name` as d0,
-- 9+|     `calls`.`minutes` as i0,
-- 9+|     row_number() over (partition by `teams`.`name` order by `calls`.`minutes` nulls last) as r0,
-- 9+|     count(`calls`.`minutes`) over (partition by `teams`.`name`) as n0
-- 9+|   from `calls`
-- 9+|   left join `teams` on `teams`.`id` = `calls`.`team_id`
-- 9+| ) as ranked
-- 15|   sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as `calls__p50`,
-- 16|   sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as `calls__p50_said`,
-- 17|   max(case when r0 = ceil(0.25 * n0) then i0 end) as `calls__p25_reached`,
-- 18|   max(case when r0 = ceil(0.5 * n0) then i0 end) as `calls__p50_reached`,
-- 19|   max(case when r0 = ceil(0.8 * n0) then i0 end) as `calls__p80_reached`
-- 20| from (
-- 21|   select
-- 21+|     `calls`.`minutes` as i0,
-- 21+|     row_number() over (order by `calls`.`minutes` nulls last) as r0,
-- 21+|     count(`calls`.`minutes`) over () as n0
-- 21+|   from `calls`
-- 21+|   left join `teams` on `teams`.`id` = `calls`.`team_id`
-- 21+| ) as ranked;
-- databricks:
-- 3|   percentile(cast(`calls`.`minutes` as double), 0.5) as `calls.p50`,
-- 4|   percentile(cast(`calls`.`minutes` as double), 0.5) as `calls.p50_said`,
-- 15|   percentile(cast(`calls`.`minutes` as double), 0.5) as `calls.p50`,
-- 16|   percentile(cast(`calls`.`minutes` as double), 0.5) as `calls.p50_said`,
-- snowflake:
-- 3|   percentile_cont(0.5) within group (order by cast("calls"."minutes" as float)) as "calls.p50",
-- 4|   percentile_cont(0.5) within group (order by cast("calls"."minutes" as float)) as "calls.p50_said",
-- 15|   percentile_cont(0.5) within group (order by cast("calls"."minutes" as float)) as "calls.p50",
-- 16|   percentile_cont(0.5) within group (order by cast("calls"."minutes" as float)) as "calls.p50_said",
-- redshift:
-- 2|   d0 as "teams.name",
-- 3|   sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as "calls.p50",
-- 4|   sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as "calls.p50_said",
-- 5|   max(case when r0 = ceil(0.25 * n0) then i0 end) as "calls.p25_reached",
-- 6|   max(case when r0 = ceil(0.5 * n0) then i0 end) as "calls.p50_reached",
-- 7|   max(case when r0 = ceil(0.8 * n0) then i0 end) as "calls.p80_reached"
-- 8| from (
-- 9|   select
-- 9+|     "teams"."name" as d0,
-- 9+|     "calls"."minutes" as i0,
-- 9+|     row_number() over (partition by "teams"."name" order by "calls"."minutes" nulls last) as r0,
-- 9+|     count("calls"."minutes") over (partition by "teams"."name") as n0
-- 9+|   from "calls"
-- 9+|   left join "teams" on "teams"."id" = "calls"."team_id"
-- 9+| ) as ranked
-- 15|   sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as "calls.p50",
-- 16|   sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as "calls.p50_said",
-- 17|   max(case when r0 = ceil(0.25 * n0) then i0 end) as "calls.p25_reached",
-- 18|   max(case when r0 = ceil(0.5 * n0) then i0 end) as "calls.p50_reached",
-- 19|   max(case when r0 = ceil(0.8 * n0) then i0 end) as "calls.p80_reached"
-- 20| from (
-- 21|   select
-- 21+|     "calls"."minutes" as i0,
-- 21+|     row_number() over (order by "calls"."minutes" nulls last) as r0,
-- 21+|     count("calls"."minutes") over () as n0
-- 21+|   from "calls"
-- 21+|   left join "teams" on "teams"."id" = "calls"."team_id"
-- 21+| ) as ranked;

-- a median of days is a day
select
  "kind" as "calls.kind",
  percentile_disc(0.5) within group (order by "started_on") as "calls.half_started",
  percentile_disc(0.5) within group (order by case when minutes > 2 then "minutes" end) as "calls.long"
from "calls"
group by 1
order by "calls.kind" nulls last
limit 11;
-- duckdb:
-- 3|   quantile_disc("started_on", 0.5) as "calls.half_started",
-- 4|   quantile_disc(case when minutes > 2 then "minutes" end, 0.5) as "calls.long"
-- mysql:
-- 2|   d0 as `calls.kind`,
-- 3|   max(case when r0 = ceil(0.5 * n0) then i0 end) as `calls.half_started`,
-- 4|   max(case when r1 = ceil(0.5 * n1) then i1 end) as `calls.long`
-- 5| from (
-- 5+|   select
-- 5+|     `kind` as d0,
-- 5+|     `started_on` as i0,
-- 5+|     case when minutes > 2 then `minutes` end as i1,
-- 5+|     row_number() over (partition by `kind` order by `started_on` <=> null, `started_on`) as r0,
-- 5+|     count(`started_on`) over (partition by `kind`) as n0,
-- 5+|     row_number() over (partition by `kind` order by case when minutes > 2 then `minutes` end <=> null, case when minutes > 2 then `minutes` end) as r1,
-- 5+|     count(case when minutes > 2 then `minutes` end) over (partition by `kind`) as n1
-- 5+|   from `calls`
-- 5+| ) as ranked
-- 7| order by `calls.kind` <=> null, `calls.kind`
-- clickhouse:
-- 3|   if(count("started_on") = 0, null, arraySort(groupArray("started_on"))[toUInt64(ceil(0.5 * count("started_on")))]) as "calls.half_started",
-- 4|   if(count(case when minutes > 2 then "minutes" end) = 0, null, arraySort(groupArray(case when minutes > 2 then "minutes" end))[toUInt64(ceil(0.5 * count(case when minutes > 2 then "minutes" end)))]) as "calls.long"
-- 7| order by 1 nulls last
-- 8| limit 11
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, redshift:
-- 2|   d0 as "calls.kind",
-- 3|   max(case when r0 = ceil(0.5 * n0) then i0 end) as "calls.half_started",
-- 4|   max(case when r1 = ceil(0.5 * n1) then i1 end) as "calls.long"
-- 5| from (
-- 5+|   select
-- 5+|     "kind" as d0,
-- 5+|     "started_on" as i0,
-- 5+|     case when minutes > 2 then "minutes" end as i1,
-- 5+|     row_number() over (partition by "kind" order by "started_on" nulls last) as r0,
-- 5+|     count("started_on") over (partition by "kind") as n0,
-- 5+|     row_number() over (partition by "kind" order by case when minutes > 2 then "minutes" end nulls last) as r1,
-- 5+|     count(case when minutes > 2 then "minutes" end) over (partition by "kind") as n1
-- 5+|   from "calls"
-- 5+| ) as ranked
-- bigquery:
-- 2|   d0 as `calls__kind`,
-- 3|   max(case when r0 = ceil(0.5 * n0) then i0 end) as `calls__half_started`,
-- 4|   max(case when r1 = ceil(0.5 * n1) then i1 end) as `calls__long`
-- 5| from (
-- 5+|   select
-- 5+|     `kind` as d0,
-- 5+|     `started_on` as i0,
-- 5+|     case when minutes > 2 then `minutes` end as i1,
-- 5+|     row_number() over (partition by `kind` order by `started_on` nulls last) as r0,
-- 5+|     count(`started_on`) over (partition by `kind`) as n0,
-- 5+|     row_number() over (partition by `kind` order by case when minutes > 2 then `minutes` end nulls last) as r1,
-- 5+|     count(case when minutes > 2 then `minutes` end) over (partition by `kind`) as n1
-- 5+|   from `calls`
-- 5+| ) as ranked
-- databricks, snowflake: the same

-- each row counts once where the many side is a dimension
select
  "notes".d0 as "notes.word",
  percentile_disc(0.5) within group (order by "calls"."minutes") as "calls.p50_reached",
  percentile_cont(0.5) within group (order by "calls"."minutes") as "calls.p50"
from "calls"
left join (
  select distinct
    "call_id" as j0,
    "word" as d0
  from "notes"
) as "notes" on "notes".j0 = "calls"."id"
group by 1
order by "notes.word" nulls last
limit 11;
-- duckdb:
-- 3|   quantile_disc("calls"."minutes", 0.5) as "calls.p50_reached",
-- 4|   quantile_cont("calls"."minutes"::double, 0.5) as "calls.p50"
-- 8|     "notes"."call_id" as j0,
-- 9|     "notes"."word" as d0
-- mysql:
-- 2|   d0 as `notes.word`,
-- 3|   max(case when r0 = ceil(0.5 * n0) then i0 end) as `calls.p50_reached`,
-- 4|   sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `calls.p50`
-- 5| from (
-- 6|   select
-- 7|     `notes`.d0 as d0,
-- 8|     `calls`.`minutes` as i0,
-- 9|     row_number() over (partition by `notes`.d0 order by `calls`.`minutes` <=> null, `calls`.`minutes`) as r0,
-- 10|     count(`calls`.`minutes`) over (partition by `notes`.d0) as n0
-- 11|   from `calls`
-- 11+|   left join (
-- 11+|     select distinct
-- 11+|       `call_id` as j0,
-- 11+|       `word` as d0
-- 11+|     from `notes`
-- 11+|   ) as `notes` on `notes`.j0 = `calls`.`id`
-- 11+| ) as ranked
-- 13| order by `notes.word` <=> null, `notes.word`
-- clickhouse:
-- 3|   if(count("calls"."minutes") = 0, null, arraySort(groupArray("calls"."minutes"))[toUInt64(ceil(0.5 * count("calls"."minutes")))]) as "calls.p50_reached",
-- 4|   quantileExactInclusiveOrNull(0.5)(toFloat64("calls"."minutes")) as "calls.p50"
-- 13| order by 1 nulls last
-- 14| limit 11
-- 14+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 2|   d0 as "notes.word",
-- 3|   max(case when r0 = ceil(0.5 * n0) then i0 end) as "calls.p50_reached",
-- 4|   sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as "calls.p50"
-- 5| from (
-- 6|   select
-- 7|     "notes".d0 as d0,
-- 8|     "calls"."minutes" as i0,
-- 9|     row_number() over (partition by "notes".d0 order by "calls"."minutes" nulls last) as r0,
-- 10|     count("calls"."minutes") over (partition by "notes".d0) as n0
-- 11|   from "calls"
-- 11+|   left join (
-- 11+|     select distinct
-- 11+|       "call_id" as j0,
-- 11+|       "word" as d0
-- 11+|     from "notes"
-- 11+|   ) as "notes" on "notes".j0 = "calls"."id"
-- 11+| ) as ranked
-- bigquery:
-- 2|   d0 as `notes__word`,
-- 3|   max(case when r0 = ceil(0.5 * n0) then i0 end) as `calls__p50_reached`,
-- 4|   sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as `calls__p50`
-- 5| from (
-- 6|   select
-- 7|     `notes`.d0 as d0,
-- 8|     `calls`.`minutes` as i0,
-- 9|     row_number() over (partition by `notes`.d0 order by `calls`.`minutes` nulls last) as r0,
-- 10|     count(`calls`.`minutes`) over (partition by `notes`.d0) as n0
-- 11|   from `calls`
-- 11+|   left join (
-- 11+|     select distinct
-- 11+|       `call_id` as j0,
-- 11+|       `word` as d0
-- 11+|     from `notes`
-- 11+|   ) as `notes` on `notes`.j0 = `calls`.`id`
-- 11+| ) as ranked
-- databricks:
-- 4|   percentile(cast(`calls`.`minutes` as double), 0.5) as `calls.p50`
-- snowflake:
-- 4|   percentile_cont(0.5) within group (order by cast("calls"."minutes" as float)) as "calls.p50"
-- redshift:
-- 2|   d0 as "notes.word",
-- 3|   max(case when r0 = ceil(0.5 * n0) then i0 end) as "calls.p50_reached",
-- 4|   sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as "calls.p50"
-- 5| from (
-- 6|   select
-- 7|     "notes".d0 as d0,
-- 8|     "calls"."minutes" as i0,
-- 9|     row_number() over (partition by "notes".d0 order by "calls"."minutes" nulls last) as r0,
-- 10|     count("calls"."minutes") over (partition by "notes".d0) as n0
-- 11|   from "calls"
-- 11+|   left join (
-- 11+|     select distinct
-- 11+|       "call_id" as j0,
-- 11+|       "word" as d0
-- 11+|     from "notes"
-- 11+|   ) as "notes" on "notes".j0 = "calls"."id"
-- 11+| ) as ranked

-- an estimated percentile of equal values is their value
select
  "teams"."name" as "teams.name",
  percentile_cont(0.9) within group (order by "calls"."steady") as "calls.p90_estimated"
from "calls"
left join "teams" on "teams"."id" = "calls"."team_id"
group by 1
order by "teams.name" nulls last
limit 11;
-- duckdb:
-- 3|   approx_quantile("calls"."steady"::double, 0.9) as "calls.p90_estimated"
-- mysql:
-- 2|   d0 as `teams.name`,
-- 3|   sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.9 * (n0 - 1)))) as `calls.p90_estimated`
-- 4| from (
-- 5|   select
-- 5+|     `teams`.`name` as d0,
-- 5+|     `calls`.`steady` as i0,
-- 5+|     row_number() over (partition by `teams`.`name` order by `calls`.`steady` <=> null, `calls`.`steady`) as r0,
-- 5+|     count(`calls`.`steady`) over (partition by `teams`.`name`) as n0
-- 5+|   from `calls`
-- 5+|   left join `teams` on `teams`.`id` = `calls`.`team_id`
-- 5+| ) as ranked
-- 7| order by `teams.name` <=> null, `teams.name`
-- clickhouse:
-- 3|   quantileTDigestOrNull(0.9)(toFloat64("calls"."steady")) as "calls.p90_estimated"
-- 7| order by 1 nulls last
-- 8| limit 11
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|   approx_percentile(cast("calls"."steady" as double), 0.9) as "calls.p90_estimated"
-- bigquery:
-- 3|   approx_quantiles(cast(`calls`.`steady` as float64), 1000)[offset(900)] as `calls__p90_estimated`
-- databricks:
-- 3|   approx_percentile(cast(`calls`.`steady` as double), 0.9) as `calls.p90_estimated`
-- snowflake:
-- 3|   approx_percentile(cast("calls"."steady" as float), 0.9) as "calls.p90_estimated"
-- redshift:
-- 3|   approximate percentile_disc(0.9) within group (order by ("calls"."steady")::float8) as "calls.p90_estimated"

-- a filter on a percentile
-- ["5"]
select
  "teams"."name" as "teams.name",
  count(*) as "calls.count"
from "calls"
left join "teams" on "teams"."id" = "calls"."team_id"
group by 1
having percentile_disc(0.5) within group (order by "calls"."minutes") < $1::bigint
order by "teams.name" nulls last
limit 11;
-- duckdb:
-- 8| having quantile_disc("calls"."minutes", 0.5) < $1::bigint
-- mysql:
-- 3|   d0 as `teams.name`,
-- 5| from (
-- 6|   select
-- 6+|     `teams`.`name` as d0,
-- 6+|     `calls`.`minutes` as i0,
-- 6+|     row_number() over (partition by `teams`.`name` order by `calls`.`minutes` <=> null, `calls`.`minutes`) as r0,
-- 6+|     count(`calls`.`minutes`) over (partition by `teams`.`name`) as n0
-- 6+|   from `calls`
-- 6+|   left join `teams` on `teams`.`id` = `calls`.`team_id`
-- 6+| ) as ranked
-- 8| having max(case when r0 = ceil(0.5 * n0) then i0 end) < cast(? as signed)
-- 9| order by `teams.name` <=> null, `teams.name`
-- clickhouse:
-- 8| having if(count("calls"."minutes") = 0, null, arraySort(groupArray("calls"."minutes"))[toUInt64(ceil(0.5 * count("calls"."minutes")))]) < {p1:Int64}
-- 9| order by 1 nulls last
-- 10| limit 11
-- 10+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|   d0 as "teams.name",
-- 5| from (
-- 6|   select
-- 6+|     "teams"."name" as d0,
-- 6+|     "calls"."minutes" as i0,
-- 6+|     row_number() over (partition by "teams"."name" order by "calls"."minutes" nulls last) as r0,
-- 6+|     count("calls"."minutes") over (partition by "teams"."name") as n0
-- 6+|   from "calls"
-- 6+|   left join "teams" on "teams"."id" = "calls"."team_id"
-- 6+| ) as ranked
-- 8| having max(case when r0 = ceil(0.5 * n0) then i0 end) < cast(? as bigint)
-- bigquery:
-- 3|   d0 as `teams__name`,
-- 5| from (
-- 6|   select
-- 6+|     `teams`.`name` as d0,
-- 6+|     `calls`.`minutes` as i0,
-- 6+|     row_number() over (partition by `teams`.`name` order by `calls`.`minutes` nulls last) as r0,
-- 6+|     count(`calls`.`minutes`) over (partition by `teams`.`name`) as n0
-- 6+|   from `calls`
-- 6+|   left join `teams` on `teams`.`id` = `calls`.`team_id`
-- 6+| ) as ranked
-- 8| having max(case when r0 = ceil(0.5 * n0) then i0 end) < cast(@p1 as int64)
-- databricks:
-- 8| having percentile_disc(0.5) within group (order by `calls`.`minutes`) < cast(:p1 as bigint)
-- snowflake:
-- 8| having percentile_disc(0.5) within group (order by "calls"."minutes") < cast(? as number(38, 0))
-- redshift:
-- 3|   d0 as "teams.name",
-- 5| from (
-- 6|   select
-- 6+|     "teams"."name" as d0,
-- 6+|     "calls"."minutes" as i0,
-- 6+|     row_number() over (partition by "teams"."name" order by "calls"."minutes" nulls last) as r0,
-- 6+|     count("calls"."minutes") over (partition by "teams"."name") as n0
-- 6+|   from "calls"
-- 6+|   left join "teams" on "teams"."id" = "calls"."team_id"
-- 6+| ) as ranked
-- 8| having max(case when r0 = ceil(0.5 * n0) then i0 end) < $1::bigint
