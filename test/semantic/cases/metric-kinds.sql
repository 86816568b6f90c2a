-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a metric by a dimension that is joined by a key and a day
select
  "charges"."level" as "charges.level",
  sum("trips"."fare") as "trips.fares"
from "trips"
left join "charges" on "charges"."bike_id" = "trips"."bike_id" and "charges"."day" = "trips"."day"
group by 1
order by "charges.level" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 7| order by `charges.level` <=> null, `charges.level`
-- clickhouse:
-- 3|   sumOrNull("trips"."fare" + toDecimal128(0, 0)) as "trips.fares"
-- 7| order by 1 nulls last
-- 8| limit 11
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- metrics by a dimension over several joins
select
  "depots"."city" as "depots.city",
  sum("trips"."fare") as "trips.fares",
  sum(case when "depots"."city" = 'Bern' then "trips"."fare" end) as "trips.city_fares"
from "trips"
left join "bikes" on "bikes"."id" = "trips"."bike_id"
left join "depots" on "depots"."id" = "bikes"."depot_id"
group by 1
order by "depots.city" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 9| order by `depots.city` <=> null, `depots.city`
-- clickhouse:
-- 3|   sumOrNull("trips"."fare" + toDecimal128(0, 0)) as "trips.fares",
-- 4|   sumOrNull((case when "depots"."city" = 'Bern' then "trips"."fare" end) + toDecimal128(0, 0)) as "trips.city_fares"
-- 9| order by 1 nulls last
-- 10| limit 11
-- 10+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- dimensions without a metric, over joins, with a condition on groups
-- ["1"]
with asked_1 as (
  select "bike_id" as d0
  from "trips"
  group by 1
  having count(*) > $1::bigint
)
select distinct
  "trips"."bike_id" as "trips.bike",
  "depots"."city" as "depots.city"
from "trips"
left join "bikes" on "bikes"."id" = "trips"."bike_id"
left join "depots" on "depots"."id" = "bikes"."depot_id"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["trips"."bike_id"]
)
order by "trips.bike" nulls last, "depots.city" nulls last
limit 11;
-- duckdb:
-- 17|   where asked_1.d0 is not distinct from "trips"."bike_id"
-- mysql:
-- 6|   having count(*) > cast(? as signed)
-- 17|   where asked_1.d0 <=> `trips`.`bike_id`
-- 19| order by `trips.bike` <=> null, `trips.bike`, `depots.city` <=> null, `depots.city`
-- clickhouse:
-- 6|   having count(*) > {p1:Int64}
-- 14| where toJSONString(tuple("trips"."bike_id")) in (
-- 15|   select toJSONString(tuple(asked_1.d0))
-- 17 is left out
-- 19| order by 1 nulls last, 2 nulls last
-- 20| limit 11
-- 20+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 6|   having count(*) > cast(? as bigint)
-- 14| where json_format(cast(array[cast("trips"."bike_id" as json)] as json)) in (
-- 15|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 17 is left out
-- bigquery:
-- 6|   having count(*) > cast(@p1 as int64)
-- 14| where to_json_string([to_json_string(`trips`.`bike_id`)]) in (
-- 15|   select to_json_string([to_json_string(asked_1.d0)])
-- 17 is left out
-- databricks:
-- 6|   having count(*) > cast(:p1 as bigint)
-- 14| where to_json(named_struct('c0', `trips`.`bike_id`)) in (
-- 15|   select to_json(named_struct('c0', asked_1.d0))
-- 17 is left out
-- snowflake:
-- 6|   having count(*) > cast(? as number(38, 0))
-- 14| where to_json(array_construct("trips"."bike_id")) in (
-- 15|   select to_json(array_construct(asked_1.d0))
-- 17 is left out
-- redshift:
-- 17|   where (asked_1.d0 = "trips"."bike_id" or (asked_1.d0 is null and "trips"."bike_id" is null))

-- the minimum and maximum of a dimension without groups
select
  min("day") as "trips.first_day",
  max("day") as "trips.last_day"
from "trips";
-- duckdb, mysql, trino, bigquery, databricks, snowflake, redshift: the same
-- clickhouse:
-- 2|   minOrNull("day") as "trips.first_day",
-- 3|   maxOrNull("day") as "trips.last_day"
-- 4| from "trips"
-- 4+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- the minimum and maximum of texts
select
  min("kind") as "bikes.least_kind",
  max("kind") as "bikes.greatest_kind"
from "bikes";
-- duckdb, mysql, trino, bigquery, databricks, snowflake, redshift: the same
-- clickhouse:
-- 2|   minOrNull("kind") as "bikes.least_kind",
-- 3|   maxOrNull("kind") as "bikes.greatest_kind"
-- 4| from "bikes"
-- 4+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- every month of the filled axis, and none for null
-- ["2023-12-01","2024-03-31","2023-12-01","2024-03-31"]
with groups_1 as (
  select
    date_trunc('month', "day")::date as d0,
    sum("fare") as m0
  from "trips"
  where "day" between $1::date and $2::date
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $3::date)::date::timestamp, date_trunc('month', $4::date)::date::timestamp, interval '1 month')::date as d0
)
select
  d0 as "trips.day.month",
  max(m0) as "trips.fares",
  coalesce(max(m0), 0) as "trips.fares_or_none"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by "trips.day.month" nulls last
limit 11;
-- duckdb:
-- 11|   select unnest(generate_series(date_trunc('month', $3::date)::date::timestamp, date_trunc('month', $4::date)::date::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 1| -- ["2023-12-01","2024-03-31","2023-12-01","2023-12-01","2024-03-31"]
-- 2| with recursive groups_1 as (
-- 4|     cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 7|   where `day` between cast(? as date) and cast(? as date)
-- 11|   select
-- 11+|     1 as n,
-- 11+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
-- 11+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 11+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as last
-- 11+|   having first <= last
-- 11+|   union all
-- 11+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 11+|   from periods_1
-- 11+|   cross join (select 0 as bit union all select 1) as bits
-- 11+|   where first + interval (n * 2 + bit - 1) month <= last
-- 24| order by `trips.day.month` <=> null, `trips.day.month`
-- clickhouse:
-- 4|     toStartOfMonth(toDate32("day")) as d0,
-- 5|     sumOrNull("fare" + toDecimal128(0, 0)) as m0
-- 7|   where "day" between {p1:Date32} and {p2:Date32}
-- 11|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 11+|   from (
-- 11+|     select toStartOfMonth(toDate32({p3:Date32})) as lo, toStartOfMonth(toDate32({p4:Date32})) as hi
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- 24| order by 1 nulls last
-- 25| limit 11
-- 25+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4|     cast(date_trunc('month', "day") as date) as d0,
-- 7|   where "day" between cast(? as date) and cast(? as date)
-- 11|   select date_add('month', many * 10000 + few, lo) as d0
-- 11+|   from (
-- 11+|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 11+|   ) as bounds
-- 11+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 11+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 11+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- bigquery:
-- 4|     date_trunc(cast(`day` as date), month) as d0,
-- 7|   where `day` between cast(@p1 as date) and cast(@p2 as date)
-- 11|   select step as d0
-- 11+|   from (
-- 11+|     select date_trunc(cast(cast(@p3 as date) as date), month) as lo, date_trunc(cast(cast(@p4 as date) as date), month) as hi
-- 11+|   ) as bounds
-- 11+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- databricks:
-- 4|     cast(date_trunc('month', `day`) as date) as d0,
-- 7|   where `day` between cast(:p1 as date) and cast(:p2 as date)
-- 11|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 11+|   from (
-- 11+|     select cast(date_trunc('month', cast(:p3 as date)) as date) as lo, cast(date_trunc('month', cast(:p4 as date)) as date) as hi
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- snowflake:
-- 4|     cast(date_trunc('month', "day") as date) as d0,
-- 7|   where "day" between cast(? as date) and cast(? as date)
-- 11|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 11+|   from (
-- 11+|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 11+|   ) as bounds
-- 11+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- redshift:
-- 11|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 11+|   from (
-- 11+|     select date_trunc('month', $3::date)::date as lo, date_trunc('month', $4::date)::date as hi
-- 11+|   ) as bounds
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 11+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)

-- two facts in one month, each by its own time
select
  d0 as "metric_time.month",
  max(m0) as "trips.fares",
  max(m1) as "repairs.cost"
from (
  select
    date_trunc('month', "day")::date as d0,
    sum("fare") as m0,
    null as m1
  from "trips"
  group by 1
  union all
  select
    date_trunc('month', "done")::date as d0,
    null as m0,
    sum("cost") as m1
  from "repairs"
  group by 1
) as branches
group by 1
order by "metric_time.month" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 7|     cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 14|     cast(date_format(`done`, '%Y-%m-01') as date) as d0,
-- 21| order by `metric_time.month` <=> null, `metric_time.month`
-- clickhouse:
-- 7|     toStartOfMonth(toDate32("day")) as d0,
-- 8|     sumOrNull("fare" + toDecimal128(0, 0)) as m0,
-- 14|     toStartOfMonth(toDate32("done")) as d0,
-- 16|     sumOrNull("cost" + toDecimal128(0, 0)) as m1
-- 21| order by 1 nulls last
-- 22| limit 11
-- 22+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 7|     cast(date_trunc('month', "day") as date) as d0,
-- 14|     cast(date_trunc('month', "done") as date) as d0,
-- bigquery:
-- 7|     date_trunc(cast(`day` as date), month) as d0,
-- 14|     date_trunc(cast(`done` as date), month) as d0,
-- databricks:
-- 7|     cast(date_trunc('month', `day`) as date) as d0,
-- 14|     cast(date_trunc('month', `done`) as date) as d0,

-- two facts by a part of their own times
select
  d0 as "metric_time.month_of_year",
  coalesce(max(m0), 0) as "trips.count",
  coalesce(max(m1), 0) as "repairs.count"
from (
  select
    extract(month from "day")::integer as d0,
    count(*) as m0,
    null as m1
  from "trips"
  group by 1
  union all
  select
    extract(month from "done")::integer as d0,
    null as m0,
    count(*) as m1
  from "repairs"
  group by 1
) as branches
group by 1
order by "metric_time.month_of_year" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 7|     month(`day`) as d0,
-- 14|     month(`done`) as d0,
-- 21| order by `metric_time.month_of_year` <=> null, `metric_time.month_of_year`
-- clickhouse:
-- 7|     toMonth("day") as d0,
-- 14|     toMonth("done") as d0,
-- 21| order by 1 nulls last
-- 22| limit 11
-- 22+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 7|     month("day") as d0,
-- 14|     month("done") as d0,
-- bigquery:
-- 7|     extract(month from `day`) as d0,
-- 14|     extract(month from `done`) as d0,
-- databricks:
-- 7|     month(`day`) as d0,
-- 14|     month(`done`) as d0,

-- metrics to date, a month before and at the start of a quarter, by metric_time
-- ["2024-01-01","2024-04-30","2024-01-01","2024-04-30","2024-01-01","2024-04-30","2024-01-01","2024-04-30","2024-01-01","2024-04-30","2024-01-01","2024-04-30","2024-01-01","2024-04-30"]
with facts_1 as (
  select
    date_trunc('month', "day")::date as period,
    sum("fare") as s0
  from "trips"
  where "day" >= $1::date - interval '1 month' - interval '2 days' - interval '1 month'
    and "day" < $2::date + interval '1 month' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    date_trunc('month', $3::date)::date::date as lo,
    date_trunc('month', $4::date)::date::date as hi
),
followed_1 as (
  select
    period,
    s0,
    lead(period) over (order by period) as next
  from facts_1
  where period is not null
),
spread_1 as (
  select
    period,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(period + interval '1 month', lo)::timestamp, least(next - interval '1 month', hi, date_trunc('month', period)::date + interval '1 month' - interval '1 month')::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where period < least(next - interval '1 month', hi, date_trunc('month', period)::date + interval '1 month' - interval '1 month')
),
framed_1 as (
  select
    period,
    sum(s0) over (partition by date_trunc('month', period)::date order by period rows unbounded preceding) as s0
  from spread_1
),
facts_2 as (
  select
    date_trunc('month', "day")::date as period,
    sum("fare") as s0
  from "trips"
  where "day" >= $5::date - interval '1 month' - interval '2 days' - interval '1 month'
    and "day" < $6::date + interval '1 month' + interval '2 days'
  group by 1
),
bounds_2 as (
  select
    date_trunc('month', $7::date)::date::date as lo,
    date_trunc('month', $8::date)::date::date as hi
),
facts_3 as (
  select
    "day"::date as day_,
    sum("fare") as s0
  from "trips"
  where "day" >= $9::date - interval '1 month' - interval '2 days' - interval '3 months'
    and "day" < $10::date + interval '1 month' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $11::date)::date::timestamp, date_trunc('month', $12::date)::date::timestamp, interval '1 month')::date as d0
)
select
  d0 as "metric_time.month",
  max(m0) as "trips.fares_to_date",
  max(m1) as "trips.fares_before",
  max(m2) as "trips.fares_at_start",
  max(m3) - max(m1) as "trips.growth"
from (
  select
    period as d0,
    max(s0) as m0,
    null::numeric as m1,
    null::numeric as m2,
    null::numeric as m3
  from framed_1
  cross join bounds_1
  where period >= lo
    and period <= hi
  group by 1
  union all
  select
    (period + interval '1 month')::date as d0,
    null::numeric as m0,
    max(s0) as m1,
    null::numeric as m2,
    null::numeric as m3
  from facts_2
  cross join bounds_2
  where period >= (lo - interval '1 month')::date
    and period <= (hi - interval '1 month')::date
  group by 1
  union all
  select
    d0,
    null::numeric as m0,
    null::numeric as m1,
    sum(s0) as m2,
    null::numeric as m3
  from facts_3
  join periods_1 on day_ >= date_trunc('quarter', d0)::date and day_ < date_trunc('quarter', d0)::date + interval '1 month'
  group by 1
  union all
  select
    date_trunc('month', "day")::date as d0,
    null::numeric as m0,
    null::numeric as m1,
    null::numeric as m2,
    sum("fare") as m3
  from "trips"
  where "day" between $13::date and $14::date
  group by 1
) as branches
group by 1
order by "metric_time.month" nulls last
limit 11;
-- duckdb:
-- 31|     unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, least(next - interval '1 month', hi, date_trunc('month', period)::date + interval '1 month' - interval '1 month')::timestamp, interval '1 month'))::date as period,
-- 67|   select unnest(generate_series(date_trunc('month', $11::date)::date::timestamp, date_trunc('month', $12::date)::date::timestamp, interval '1 month'))::date as d0
-- 79|     null as m1,
-- 80|     null as m2,
-- 81|     null as m3
-- 90|     null as m0,
-- 92|     null as m2,
-- 93|     null as m3
-- 102|     null as m0,
-- 103|     null as m1,
-- 105|     null as m3
-- 112|     null as m0,
-- 113|     null as m1,
-- 114|     null as m2,
-- mysql:
-- 1| -- ["2024-01-01","2024-04-30","2024-01-01","2024-01-01","2024-04-30","2024-01-01","2024-04-30","2024-01-01","2024-01-01","2024-04-30","2024-01-01","2024-04-30","2024-01-01","2024-01-01","2024-04-30","2024-01-01","2024-04-30"]
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 7|   where `day` >= cast(? as date) - interval 1 month - interval 2 day - interval 1 month
-- 8|     and `day` < cast(? as date) + interval 1 month + interval 2 day
-- 11| periods_1 as (
-- 13|     1 as n,
-- 14|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
-- 15|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 16|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as last
-- 17|   having first <= last
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 30|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 31|   from periods_1
-- 32|   cross join (select 0 as bit union all select 1) as bits
-- 33|   where first + interval (n * 2 + bit - 1) month <= last
-- 34 is left out
-- 35 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     date(`day`) as day_,
-- 48|   where `day` >= cast(? as date) - interval 1 month - interval 2 day - interval 1 month
-- 49|     and `day` < cast(? as date) + interval 1 month + interval 2 day
-- 52| periods_2 as (
-- 54|     1 as n,
-- 55|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
-- 55+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 55+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as last
-- 55+|   having first <= last
-- 55+|   union all
-- 55+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 55+|   from periods_2
-- 55+|   cross join (select 0 as bit union all select 1) as bits
-- 55+|   where first + interval (n * 2 + bit - 1) month <= last
-- 59|     date(`day`) as day_,
-- 62|   where `day` >= cast(? as date) - interval 1 month - interval 2 day - interval 1 quarter
-- 63|     and `day` < cast(? as date) + interval 1 month + interval 2 day
-- 66| periods_3 as (
-- 67|   select
-- 67+|     1 as n,
-- 67+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
-- 67+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
-- 67+|     cast(date_format(cast(? as date), '%Y-%m-01') as date) as last
-- 67+|   having first <= last
-- 67+|   union all
-- 67+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 67+|   from periods_3
-- 67+|   cross join (select 0 as bit union all select 1) as bits
-- 67+|   where first + interval (n * 2 + bit - 1) month <= last
-- 77|     d0,
-- 78|     sum(s0) as m0,
-- 79|     null as m1,
-- 80|     null as m2,
-- 81|     null as m3
-- 82|   from facts_1
-- 83|   join periods_1 on day_ >= cast(date_format((d0 + interval 1 month - interval 1 day), '%Y-%m-01') as date) and day_ < d0 + interval 1 month
-- 84 is left out
-- 85 is left out
-- 89|     d0,
-- 90|     null as m0,
-- 91|     sum(s0) as m1,
-- 92|     null as m2,
-- 93|     null as m3
-- 95|   join periods_2 on day_ >= d0 - interval 1 month and day_ < d0 - interval 1 month + interval 1 month
-- 96 is left out
-- 97 is left out
-- 102|     null as m0,
-- 103|     null as m1,
-- 105|     null as m3
-- 107|   join periods_3 on day_ >= date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', d0) quarter and day_ < date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', d0) quarter + interval 1 month
-- 111|     cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 112|     null as m0,
-- 113|     null as m1,
-- 114|     null as m2,
-- 117|   where `day` between cast(? as date) and cast(? as date)
-- 121| order by `metric_time.month` <=> null, `metric_time.month`
-- clickhouse:
-- 1| -- ["2023-10-29","2024-06-01","2024-01-01","2024-04-30","2023-10-29","2024-06-01","2024-01-01","2024-04-30","2023-08-29","2024-06-01","2024-01-01","2024-04-30","2024-01-01","2024-04-30"]
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("fare" + toDecimal128(0, 0)) as s0
-- 7|   where "day" >= {p1:Date32}
-- 8|     and "day" < {p2:Date32}
-- 11| periods_1 as (
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 13|   from (
-- 14|     select toStartOfMonth(toDate32({p3:Date32})) as lo, toStartOfMonth(toDate32({p4:Date32})) as hi
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     toDate32("day") as day_,
-- 46|     sumOrNull("fare" + toDecimal128(0, 0)) as s0
-- 48|   where "day" >= {p5:Date32}
-- 49|     and "day" < {p6:Date32}
-- 52| periods_2 as (
-- 53|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 54|   from (
-- 55|     select toStartOfMonth(toDate32({p7:Date32})) as lo, toStartOfMonth(toDate32({p8:Date32})) as hi
-- 55+|   ) as bounds
-- 55+|   where lo <= hi
-- 59|     toDate32("day") as day_,
-- 60|     sumOrNull("fare" + toDecimal128(0, 0)) as s0
-- 62|   where "day" >= {p9:Date32}
-- 63|     and "day" < {p10:Date32}
-- 66| periods_3 as (
-- 67|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 67+|   from (
-- 67+|     select toStartOfMonth(toDate32({p11:Date32})) as lo, toStartOfMonth(toDate32({p12:Date32})) as hi
-- 67+|   ) as bounds
-- 67+|   where lo <= hi
-- 77|     d0,
-- 78|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 79|     null as m1,
-- 80|     null as m2,
-- 81|     null as m3
-- 82|   from facts_1
-- 83|   join periods_1 on day_ >= toStartOfMonth(toDate32((((d0 + toIntervalMonth(1)) + toIntervalDay(-1))))) and day_ < (d0 + toIntervalMonth(1))
-- 84 is left out
-- 85 is left out
-- 89|     d0,
-- 90|     null as m0,
-- 91|     sumOrNull(s0 + toDecimal128(0, 0)) as m1,
-- 92|     null as m2,
-- 93|     null as m3
-- 95|   join periods_2 on day_ >= (d0 + toIntervalMonth(-1)) and day_ < ((d0 + toIntervalMonth(-1)) + toIntervalMonth(1))
-- 96 is left out
-- 97 is left out
-- 102|     null as m0,
-- 103|     null as m1,
-- 104|     sumOrNull(s0 + toDecimal128(0, 0)) as m2,
-- 105|     null as m3
-- 107|   join periods_3 on day_ >= toStartOfQuarter(toDate32(d0)) and day_ < (toStartOfQuarter(toDate32(d0)) + toIntervalMonth(1))
-- 111|     toStartOfMonth(toDate32("day")) as d0,
-- 112|     null as m0,
-- 113|     null as m1,
-- 114|     null as m2,
-- 115|     sumOrNull("fare" + toDecimal128(0, 0)) as m3
-- 117|   where "day" between {p13:Date32} and {p14:Date32}
-- 121| order by 1 nulls last
-- 122| limit 11
-- 122+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2023-10-29","2024-06-01","2024-01-01","2024-04-30","2023-10-29","2024-06-01","2024-01-01","2024-04-30","2023-08-29","2024-06-01","2024-01-01","2024-04-30","2024-01-01","2024-04-30"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 11| periods_1 as (
-- 12|   select date_add('month', many * 10000 + few, lo) as d0
-- 13|   from (
-- 14|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 14+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 14+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     cast("day" as date) as day_,
-- 48|   where "day" >= cast(? as date)
-- 49|     and "day" < cast(? as date)
-- 52| periods_2 as (
-- 53|   select date_add('month', many * 10000 + few, lo) as d0
-- 54|   from (
-- 55|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 55+|   ) as bounds
-- 55+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 55+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 55+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 59|     cast("day" as date) as day_,
-- 62|   where "day" >= cast(? as date)
-- 63|     and "day" < cast(? as date)
-- 66| periods_3 as (
-- 67|   select date_add('month', many * 10000 + few, lo) as d0
-- 67+|   from (
-- 67+|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 67+|   ) as bounds
-- 67+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 67+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 67+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 77|     d0,
-- 78|     sum(s0) as m0,
-- 79|     null as m1,
-- 80|     null as m2,
-- 81|     null as m3
-- 82|   from facts_1
-- 83|   join periods_1 on day_ >= cast(date_trunc('month', (date_add('day', -1, date_add('month', 1, d0)))) as date) and day_ < date_add('month', 1, d0)
-- 84 is left out
-- 85 is left out
-- 89|     d0,
-- 90|     null as m0,
-- 91|     sum(s0) as m1,
-- 92|     null as m2,
-- 93|     null as m3
-- 95|   join periods_2 on day_ >= date_add('month', -1, d0) and day_ < date_add('month', 1, date_add('month', -1, d0))
-- 96 is left out
-- 97 is left out
-- 102|     null as m0,
-- 103|     null as m1,
-- 105|     null as m3
-- 107|   join periods_3 on day_ >= cast(date_trunc('quarter', d0) as date) and day_ < date_add('month', 1, cast(date_trunc('quarter', d0) as date))
-- 111|     cast(date_trunc('month', "day") as date) as d0,
-- 112|     null as m0,
-- 113|     null as m1,
-- 114|     null as m2,
-- 117|   where "day" between cast(? as date) and cast(? as date)
-- bigquery:
-- 1| -- ["2023-10-29","2024-06-01","2024-01-01","2024-04-30","2023-10-29","2024-06-01","2024-01-01","2024-04-30","2023-08-29","2024-06-01","2024-01-01","2024-04-30","2024-01-01","2024-04-30"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(@p1 as date)
-- 8|     and `day` < cast(@p2 as date)
-- 11| periods_1 as (
-- 12|   select step as d0
-- 13|   from (
-- 14|     select date_trunc(cast(cast(@p3 as date) as date), month) as lo, date_trunc(cast(cast(@p4 as date) as date), month) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     cast(`day` as date) as day_,
-- 48|   where `day` >= cast(@p5 as date)
-- 49|     and `day` < cast(@p6 as date)
-- 52| periods_2 as (
-- 53|   select step as d0
-- 54|   from (
-- 55|     select date_trunc(cast(cast(@p7 as date) as date), month) as lo, date_trunc(cast(cast(@p8 as date) as date), month) as hi
-- 55+|   ) as bounds
-- 55+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 59|     cast(`day` as date) as day_,
-- 62|   where `day` >= cast(@p9 as date)
-- 63|     and `day` < cast(@p10 as date)
-- 66| periods_3 as (
-- 67|   select step as d0
-- 67+|   from (
-- 67+|     select date_trunc(cast(cast(@p11 as date) as date), month) as lo, date_trunc(cast(cast(@p12 as date) as date), month) as hi
-- 67+|   ) as bounds
-- 67+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 77|     d0,
-- 78|     sum(s0) as m0,
-- 79|     null as m1,
-- 80|     null as m2,
-- 81|     null as m3
-- 82|   from facts_1
-- 83|   join periods_1 on day_ >= date_trunc(cast((date_add(date_add(d0, interval 1 month), interval -1 day)) as date), month) and day_ < date_add(d0, interval 1 month)
-- 84 is left out
-- 85 is left out
-- 89|     d0,
-- 90|     null as m0,
-- 91|     sum(s0) as m1,
-- 92|     null as m2,
-- 93|     null as m3
-- 95|   join periods_2 on day_ >= date_add(d0, interval -1 month) and day_ < date_add(date_add(d0, interval -1 month), interval 1 month)
-- 96 is left out
-- 97 is left out
-- 102|     null as m0,
-- 103|     null as m1,
-- 105|     null as m3
-- 107|   join periods_3 on day_ >= date_trunc(cast(d0 as date), quarter) and day_ < date_add(date_trunc(cast(d0 as date), quarter), interval 1 month)
-- 111|     date_trunc(cast(`day` as date), month) as d0,
-- 112|     null as m0,
-- 113|     null as m1,
-- 114|     null as m2,
-- 117|   where `day` between cast(@p13 as date) and cast(@p14 as date)
-- databricks:
-- 1| -- ["2023-10-29","2024-06-01","2024-01-01","2024-04-30","2023-10-29","2024-06-01","2024-01-01","2024-04-30","2023-08-29","2024-06-01","2024-01-01","2024-04-30","2024-01-01","2024-04-30"]
-- 4|     cast(`day` as date) as day_,
-- 7|   where `day` >= cast(:p1 as date)
-- 8|     and `day` < cast(:p2 as date)
-- 11| periods_1 as (
-- 12|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 13|   from (
-- 14|     select cast(date_trunc('month', cast(:p3 as date)) as date) as lo, cast(date_trunc('month', cast(:p4 as date)) as date) as hi
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     cast(`day` as date) as day_,
-- 48|   where `day` >= cast(:p5 as date)
-- 49|     and `day` < cast(:p6 as date)
-- 52| periods_2 as (
-- 53|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 54|   from (
-- 55|     select cast(date_trunc('month', cast(:p7 as date)) as date) as lo, cast(date_trunc('month', cast(:p8 as date)) as date) as hi
-- 55+|   ) as bounds
-- 55+|   where lo <= hi
-- 59|     cast(`day` as date) as day_,
-- 62|   where `day` >= cast(:p9 as date)
-- 63|     and `day` < cast(:p10 as date)
-- 66| periods_3 as (
-- 67|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 67+|   from (
-- 67+|     select cast(date_trunc('month', cast(:p11 as date)) as date) as lo, cast(date_trunc('month', cast(:p12 as date)) as date) as hi
-- 67+|   ) as bounds
-- 67+|   where lo <= hi
-- 77|     d0,
-- 78|     sum(s0) as m0,
-- 79|     null as m1,
-- 80|     null as m2,
-- 81|     null as m3
-- 82|   from facts_1
-- 83|   join periods_1 on day_ >= cast(date_trunc('month', (cast(dateadd(day, -1, cast(dateadd(month, 1, d0) as date)) as date))) as date) and day_ < cast(dateadd(month, 1, d0) as date)
-- 84 is left out
-- 85 is left out
-- 89|     d0,
-- 90|     null as m0,
-- 91|     sum(s0) as m1,
-- 92|     null as m2,
-- 93|     null as m3
-- 95|   join periods_2 on day_ >= cast(dateadd(month, -1, d0) as date) and day_ < cast(dateadd(month, 1, cast(dateadd(month, -1, d0) as date)) as date)
-- 96 is left out
-- 97 is left out
-- 102|     null as m0,
-- 103|     null as m1,
-- 105|     null as m3
-- 107|   join periods_3 on day_ >= cast(date_trunc('quarter', d0) as date) and day_ < cast(dateadd(month, 1, cast(date_trunc('quarter', d0) as date)) as date)
-- 111|     cast(date_trunc('month', `day`) as date) as d0,
-- 112|     null as m0,
-- 113|     null as m1,
-- 114|     null as m2,
-- 117|   where `day` between cast(:p13 as date) and cast(:p14 as date)
-- snowflake:
-- 1| -- ["2023-10-29","2024-06-01","2024-01-01","2024-04-30","2023-10-29","2024-06-01","2024-01-01","2024-04-30","2023-08-29","2024-06-01","2024-01-01","2024-04-30","2024-01-01","2024-04-30"]
-- 4|     cast("day" as date) as day_,
-- 7|   where "day" >= cast(? as date)
-- 8|     and "day" < cast(? as date)
-- 11| periods_1 as (
-- 12|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 13|   from (
-- 14|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 14+|   ) as bounds
-- 14+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     cast("day" as date) as day_,
-- 48|   where "day" >= cast(? as date)
-- 49|     and "day" < cast(? as date)
-- 52| periods_2 as (
-- 53|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 54|   from (
-- 55|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 55+|   ) as bounds
-- 55+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 59|     cast("day" as date) as day_,
-- 62|   where "day" >= cast(? as date)
-- 63|     and "day" < cast(? as date)
-- 66| periods_3 as (
-- 67|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 67+|   from (
-- 67+|     select cast(date_trunc('month', cast(? as date)) as date) as lo, cast(date_trunc('month', cast(? as date)) as date) as hi
-- 67+|   ) as bounds
-- 67+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 77|     d0,
-- 78|     sum(s0) as m0,
-- 79|     null as m1,
-- 80|     null as m2,
-- 81|     null as m3
-- 82|   from facts_1
-- 83|   join periods_1 on day_ >= cast(date_trunc('month', (dateadd(day, -1, dateadd(month, 1, d0)))) as date) and day_ < dateadd(month, 1, d0)
-- 84 is left out
-- 85 is left out
-- 89|     d0,
-- 90|     null as m0,
-- 91|     sum(s0) as m1,
-- 92|     null as m2,
-- 93|     null as m3
-- 95|   join periods_2 on day_ >= dateadd(month, -1, d0) and day_ < dateadd(month, 1, dateadd(month, -1, d0))
-- 96 is left out
-- 97 is left out
-- 102|     null as m0,
-- 103|     null as m1,
-- 105|     null as m3
-- 107|   join periods_3 on day_ >= cast(date_trunc('quarter', d0) as date) and day_ < dateadd(month, 1, cast(date_trunc('quarter', d0) as date))
-- 111|     cast(date_trunc('month', "day") as date) as d0,
-- 112|     null as m0,
-- 113|     null as m1,
-- 114|     null as m2,
-- 117|   where "day" between cast(? as date) and cast(? as date)
-- redshift:
-- 1| -- ["2023-10-29","2024-06-01","2024-01-01","2024-04-30","2023-10-29","2024-06-01","2024-01-01","2024-04-30","2023-08-29","2024-06-01","2024-01-01","2024-04-30","2024-01-01","2024-04-30"]
-- 4|     "day"::date as day_,
-- 7|   where "day" >= $1::date
-- 8|     and "day" < $2::date
-- 11| periods_1 as (
-- 12|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 13|   from (
-- 14|     select date_trunc('month', $3::date)::date as lo, date_trunc('month', $4::date)::date as hi
-- 14+|   ) as bounds
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 14+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     "day"::date as day_,
-- 48|   where "day" >= $5::date
-- 49|     and "day" < $6::date
-- 52| periods_2 as (
-- 53|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 54|   from (
-- 55|     select date_trunc('month', $7::date)::date as lo, date_trunc('month', $8::date)::date as hi
-- 55+|   ) as bounds
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 55+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 62|   where "day" >= $9::date
-- 63|     and "day" < $10::date
-- 66| periods_3 as (
-- 67|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 67+|   from (
-- 67+|     select date_trunc('month', $11::date)::date as lo, date_trunc('month', $12::date)::date as hi
-- 67+|   ) as bounds
-- 67+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 67+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 67+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 67+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 67+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 67+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 67+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 77|     d0,
-- 78|     sum(s0) as m0,
-- 79|     null::float8 as m1,
-- 80|     null::float8 as m2,
-- 81|     null::float8 as m3
-- 82|   from facts_1
-- 83|   join periods_1 on day_ >= date_trunc('month', (dateadd(day, -1, dateadd(month, 1, d0)::date)::date))::date and day_ < dateadd(month, 1, d0)::date
-- 84 is left out
-- 85 is left out
-- 89|     d0,
-- 90|     null::float8 as m0,
-- 91|     sum(s0) as m1,
-- 92|     null::float8 as m2,
-- 93|     null::float8 as m3
-- 95|   join periods_2 on day_ >= dateadd(month, -1, d0)::date and day_ < dateadd(month, 1, dateadd(month, -1, d0)::date)::date
-- 96 is left out
-- 97 is left out
-- 102|     null::float8 as m0,
-- 103|     null::float8 as m1,
-- 105|     null::float8 as m3
-- 107|   join periods_3 on day_ >= date_trunc('quarter', d0)::date and day_ < dateadd(month, 1, date_trunc('quarter', d0)::date)::date
-- 112|     null::float8 as m0,
-- 113|     null::float8 as m1,
-- 114|     null::float8 as m2,

-- metrics of metrics, over two facts
select
  d0 as "bikes.kind",
  coalesce(max(m0), 0) - coalesce(max(m2), 0) as "trips.margin",
  1.0 * (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m1), 0), 0) as "trips.margin_per_trip"
from (
  select
    "bikes"."kind" as d0,
    sum("trips"."fare") as m0,
    count(*) as m1,
    null as m2
  from "trips"
  left join "bikes" on "bikes"."id" = "trips"."bike_id"
  group by 1
  union all
  select
    "bikes"."kind" as d0,
    null as m0,
    null as m1,
    sum("repairs"."cost") as m2
  from "repairs"
  left join "bikes" on "bikes"."id" = "repairs"."bike_id"
  group by 1
) as branches
group by 1
order by "bikes.kind" nulls last
limit 11;
-- duckdb:
-- 4|   (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m1), 0), 0) as "trips.margin_per_trip"
-- mysql:
-- 4|   1.0000000000000000 * (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m1), 0), 0) as `trips.margin_per_trip`
-- 25| order by `bikes.kind` <=> null, `bikes.kind`
-- clickhouse:
-- 4|   1e0 * (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m1), 0), 0) as "trips.margin_per_trip"
-- 8|     sumOrNull("trips"."fare" + toDecimal128(0, 0)) as m0,
-- 19|     sumOrNull("repairs"."cost" + toDecimal128(0, 0)) as m2
-- 25| order by 1 nulls last
-- 26| limit 11
-- 26+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 4|   1e0 * (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m1), 0), 0) as "trips.margin_per_trip"
-- bigquery:
-- 4|   1e0 * (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m1), 0), 0) as `trips__margin_per_trip`
-- databricks:
-- 4|   1D * (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m1), 0), 0) as `trips.margin_per_trip`
-- snowflake:
-- 4|   1::float * (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m1), 0), 0) as "trips.margin_per_trip"
-- redshift:
-- 4|   1::float8 * (coalesce(max(m0), 0) - coalesce(max(m2), 0)) / nullif(coalesce(max(m1), 0), 0) as "trips.margin_per_trip"

-- conversions within a week with a constant property that has different names
select
  d0 as "trips.purpose",
  coalesce(max(m0), 0) as "trips.broken",
  1.0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "trips.broken_share"
from (
  select
    d0,
    count(case when step = 2 and since > moment - interval '7 days' then v0 end) as m0,
    null as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, p0, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, p0, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        p0,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity, p0 order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          "bike_id" as entity,
          "purpose" as p0,
          "day" as moment,
          case when "day" is not null then 1 else 0 end as step,
          "id"::text as k0,
          "purpose" as d0,
          null as v0
        from "trips"
        union all
        select
          "bikes"."id" as entity,
          "repairs"."reason" as p0,
          "repairs"."done" as moment,
          2 as step,
          null::text as k0,
          null as d0,
          1 as v0
        from "repairs"
        left join "bikes" on "bikes"."id" = "repairs"."bike_id"
        where "bikes"."id" is not null
          and "repairs"."done" is not null
          and "repairs"."reason" is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
  union all
  select
    "purpose" as d0,
    null as m0,
    count(*) as m1
  from "trips"
  group by 1
) as branches
group by 1
order by "trips.purpose" nulls last
limit 11;
-- duckdb:
-- 4|   coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "trips.broken_share"
-- 44|           null as k0,
-- mysql:
-- 4|   1.0000000000000000 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `trips.broken_share`
-- 8|     count(case when step = 2 and since > moment - interval 7 day then v0 end) as m0,
-- 34|           concat(`id`) as k0,
-- 44|           null as k0,
-- 66| order by `trips.purpose` <=> null, `trips.purpose`
-- clickhouse:
-- 4|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "trips.broken_share"
-- 8|     count(case when step = 2 and since > (moment + toIntervalDay(-7)) then v0 end) as m0,
-- 16|       first_value_respect_nulls(moment) over (partition by entity, p0, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
-- 17|       case when step = 2 then first_value_respect_nulls(d0) over (partition by entity, p0, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
-- 34|           toString("id") as k0,
-- 44|           null as k0,
-- 66| order by 1 nulls last
-- 67| limit 11
-- 67+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 4|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "trips.broken_share"
-- 8|     count(case when step = 2 and since > date_add('day', -7, moment) then v0 end) as m0,
-- 34|           cast("id" as varchar) as k0,
-- 44|           null as k0,
-- bigquery:
-- 4|   1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `trips__broken_share`
-- 8|     count(case when step = 2 and since > date_add(moment, interval -7 day) then v0 end) as m0,
-- 34|           cast(`id` as string) as k0,
-- 44|           null as k0,
-- databricks:
-- 4|   1D * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `trips.broken_share`
-- 8|     count(case when step = 2 and since > cast(dateadd(day, -7, moment) as date) then v0 end) as m0,
-- 34|           cast(`id` as string) as k0,
-- 44|           null as k0,
-- snowflake:
-- 4|   1::float * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "trips.broken_share"
-- 8|     count(case when step = 2 and since > dateadd(day, -7, moment) then v0 end) as m0,
-- 34|           cast("id" as varchar) as k0,
-- 44|           null as k0,
-- redshift:
-- 4|   1::float8 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as "trips.broken_share"
-- 8|     count(case when step = 2 and since > dateadd(day, -7, moment)::date then v0 end) as m0,
-- 34|           "id"::varchar as k0,
-- 44|           null::varchar as k0,

-- rows of the months in which a metric over a window fell
-- ["0"]
with facts_1 as (
  select
    date_trunc('month', "day")::date as period,
    sum("fare") as s0
  from "trips"
  group by 1
),
bounds_1 as (
  select
    min(period)::date as lo,
    max(period)::date as hi
  from facts_1
),
asked_1 as (
  select d0
  from (
    select
      date_trunc('month', "day")::date as d0,
      sum("fare") as m0,
      null as m1
    from "trips"
    group by 1
    union all
    select
      (period + interval '1 month')::date as d0,
      null as m0,
      max(s0) as m1
    from facts_1
    cross join bounds_1
    where period >= (lo - interval '1 month')::date
      and period <= (hi - interval '1 month')::date
    group by 1
  ) as branches
  group by 1
  having (max(m0) - max(m1)) < $1::bigint
)
select
  date_trunc('month', "trips"."day")::date as "trips.day.month",
  count(*) as "trips.count"
from "trips"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array[date_trunc('month', "trips"."day")::date]
)
group by 1
order by "trips.day.month" nulls last
limit 11;
-- duckdb:
-- 45|   where asked_1.d0 is not distinct from date_trunc('month', "trips"."day")::date
-- mysql:
-- 2| with recursive facts_1 as (
-- 4|     date(`day`) as day_,
-- 9| periods_1 as (
-- 11|     1 as n,
-- 12|     min(cast(date_format(day_, '%Y-%m-01') as date)) as d0,
-- 12+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
-- 12+|     max(cast(date_format(day_, '%Y-%m-01') as date)) as last
-- 13+|   having first <= last
-- 13+|   union all
-- 13+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 13+|   from periods_1
-- 13+|   cross join (select 0 as bit union all select 1) as bits
-- 13+|   where first + interval (n * 2 + bit - 1) month <= last
-- 19|       cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 26|       d0,
-- 28|       sum(s0) as m1
-- 30|     join periods_1 on day_ >= d0 - interval 1 month and day_ < d0 - interval 1 month + interval 1 month
-- 31 is left out
-- 32 is left out
-- 36|   having (max(m0) - max(m1)) < cast(? as signed)
-- 39|   cast(date_format(`trips`.`day`, '%Y-%m-01') as date) as `trips.day.month`,
-- 45|   where asked_1.d0 <=> cast(date_format(`trips`.`day`, '%Y-%m-01') as date)
-- 48| order by `trips.day.month` <=> null, `trips.day.month`
-- clickhouse:
-- 4|     toDate32("day") as day_,
-- 5|     sumOrNull("fare" + toDecimal128(0, 0)) as s0
-- 9| periods_1 as (
-- 10|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 11|   from (
-- 12|     select
-- 13|       minOrNull(toStartOfMonth(toDate32(day_))) as lo,
-- 13+|       maxOrNull(toStartOfMonth(toDate32(day_))) as hi
-- 13+|     from facts_1
-- 13+|   ) as bounds
-- 13+|   where lo <= hi
-- 19|       toStartOfMonth(toDate32("day")) as d0,
-- 20|       sumOrNull("fare" + toDecimal128(0, 0)) as m0,
-- 26|       d0,
-- 28|       sumOrNull(s0 + toDecimal128(0, 0)) as m1
-- 30|     join periods_1 on day_ >= (d0 + toIntervalMonth(-1)) and day_ < ((d0 + toIntervalMonth(-1)) + toIntervalMonth(1))
-- 31 is left out
-- 32 is left out
-- 36|   having (max(m0) - max(m1)) < {p1:Int64}
-- 39|   toStartOfMonth(toDate32("trips"."day")) as "trips.day.month",
-- 42| where toJSONString(tuple(toStartOfMonth(toDate32("trips"."day")))) in (
-- 43|   select toJSONString(tuple(asked_1.d0))
-- 45 is left out
-- 48| order by 1 nulls last
-- 49| limit 11
-- 49+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 4|     cast("day" as date) as day_,
-- 9| periods_1 as (
-- 10|   select date_add('month', many * 10000 + few, lo) as d0
-- 11|   from (
-- 12|     select
-- 13|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 13+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 13+|     from facts_1
-- 13+|   ) as bounds
-- 13+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 13+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 13+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 19|       cast(date_trunc('month', "day") as date) as d0,
-- 26|       d0,
-- 28|       sum(s0) as m1
-- 30|     join periods_1 on day_ >= date_add('month', -1, d0) and day_ < date_add('month', 1, date_add('month', -1, d0))
-- 31 is left out
-- 32 is left out
-- 36|   having (max(m0) - max(m1)) < cast(? as bigint)
-- 39|   cast(date_trunc('month', "trips"."day") as date) as "trips.day.month",
-- 42| where json_format(cast(array[cast(cast(date_trunc('month', "trips"."day") as date) as json)] as json)) in (
-- 43|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 45 is left out
-- bigquery:
-- 4|     cast(`day` as date) as day_,
-- 9| periods_1 as (
-- 10|   select step as d0
-- 11|   from (
-- 12|     select
-- 13|       min(date_trunc(cast(day_ as date), month)) as lo,
-- 13+|       max(date_trunc(cast(day_ as date), month)) as hi
-- 13+|     from facts_1
-- 13+|   ) as bounds
-- 13+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 19|       date_trunc(cast(`day` as date), month) as d0,
-- 26|       d0,
-- 28|       sum(s0) as m1
-- 30|     join periods_1 on day_ >= date_add(d0, interval -1 month) and day_ < date_add(date_add(d0, interval -1 month), interval 1 month)
-- 31 is left out
-- 32 is left out
-- 36|   having (max(m0) - max(m1)) < cast(@p1 as int64)
-- 39|   date_trunc(cast(`trips`.`day` as date), month) as `trips__day__month`,
-- 42| where to_json_string([to_json_string(date_trunc(cast(`trips`.`day` as date), month))]) in (
-- 43|   select to_json_string([to_json_string(asked_1.d0)])
-- 45 is left out
-- databricks:
-- 4|     cast(`day` as date) as day_,
-- 9| periods_1 as (
-- 10|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 11|   from (
-- 12|     select
-- 13|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 13+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 13+|     from facts_1
-- 13+|   ) as bounds
-- 13+|   where lo <= hi
-- 19|       cast(date_trunc('month', `day`) as date) as d0,
-- 26|       d0,
-- 28|       sum(s0) as m1
-- 30|     join periods_1 on day_ >= cast(dateadd(month, -1, d0) as date) and day_ < cast(dateadd(month, 1, cast(dateadd(month, -1, d0) as date)) as date)
-- 31 is left out
-- 32 is left out
-- 36|   having (max(m0) - max(m1)) < cast(:p1 as bigint)
-- 39|   cast(date_trunc('month', `trips`.`day`) as date) as `trips.day.month`,
-- 42| where to_json(named_struct('c0', cast(date_trunc('month', `trips`.`day`) as date))) in (
-- 43|   select to_json(named_struct('c0', asked_1.d0))
-- 45 is left out
-- snowflake:
-- 4|     cast("day" as date) as day_,
-- 9| periods_1 as (
-- 10|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 11|   from (
-- 12|     select
-- 13|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 13+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 13+|     from facts_1
-- 13+|   ) as bounds
-- 13+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 19|       cast(date_trunc('month', "day") as date) as d0,
-- 26|       d0,
-- 28|       sum(s0) as m1
-- 30|     join periods_1 on day_ >= dateadd(month, -1, d0) and day_ < dateadd(month, 1, dateadd(month, -1, d0))
-- 31 is left out
-- 32 is left out
-- 36|   having (max(m0) - max(m1)) < cast(? as number(38, 0))
-- 39|   cast(date_trunc('month', "trips"."day") as date) as "trips.day.month",
-- 42| where to_json(array_construct(cast(date_trunc('month', "trips"."day") as date))) in (
-- 43|   select to_json(array_construct(asked_1.d0))
-- 45 is left out
-- redshift:
-- 4|     "day"::date as day_,
-- 9| periods_1 as (
-- 10|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 11|   from (
-- 12|     select
-- 13|       min(date_trunc('month', day_)::date) as lo,
-- 13+|       max(date_trunc('month', day_)::date) as hi
-- 13+|     from facts_1
-- 13+|   ) as bounds
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 13+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 26|       d0,
-- 28|       sum(s0) as m1
-- 30|     join periods_1 on day_ >= dateadd(month, -1, d0)::date and day_ < dateadd(month, 1, dateadd(month, -1, d0)::date)::date
-- 31 is left out
-- 32 is left out
-- 45|   where (asked_1.d0 = date_trunc('month', "trips"."day")::date or (asked_1.d0 is null and date_trunc('month', "trips"."day")::date is null))

-- rows of the months in which a metric over a window is null
with facts_1 as (
  select
    date_trunc('month', "day")::date as period,
    sum("fare") as s0
  from "trips"
  group by 1
),
bounds_1 as (
  select
    min(period)::date as lo,
    max(period)::date as hi
  from facts_1
),
asked_1 as (
  select d0
  from (
    select
      date_trunc('month', "day")::date as d0,
      sum("fare") as m0,
      null as m1
    from "trips"
    group by 1
    union all
    select
      (period + interval '1 month')::date as d0,
      null as m0,
      max(s0) as m1
    from facts_1
    cross join bounds_1
    where period >= (lo - interval '1 month')::date
      and period <= (hi - interval '1 month')::date
    group by 1
  ) as branches
  group by 1
  having not coalesce(((max(m0) - max(m1)) is null), false)
)
select
  date_trunc('month', "trips"."day")::date as "trips.day.month",
  count(*) as "trips.count"
from "trips"
where not exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array[date_trunc('month', "trips"."day")::date]
)
group by 1
order by "trips.day.month" nulls last
limit 11;
-- duckdb:
-- 44|   where asked_1.d0 is not distinct from date_trunc('month', "trips"."day")::date
-- mysql:
-- 1| with recursive facts_1 as (
-- 3|     date(`day`) as day_,
-- 8| periods_1 as (
-- 10|     1 as n,
-- 11|     min(cast(date_format(day_, '%Y-%m-01') as date)) as d0,
-- 11+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
-- 11+|     max(cast(date_format(day_, '%Y-%m-01') as date)) as last
-- 12+|   having first <= last
-- 12+|   union all
-- 12+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 12+|   from periods_1
-- 12+|   cross join (select 0 as bit union all select 1) as bits
-- 12+|   where first + interval (n * 2 + bit - 1) month <= last
-- 18|       cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 25|       d0,
-- 27|       sum(s0) as m1
-- 29|     join periods_1 on day_ >= d0 - interval 1 month and day_ < d0 - interval 1 month + interval 1 month
-- 30 is left out
-- 31 is left out
-- 38|   cast(date_format(`trips`.`day`, '%Y-%m-01') as date) as `trips.day.month`,
-- 44|   where asked_1.d0 <=> cast(date_format(`trips`.`day`, '%Y-%m-01') as date)
-- 47| order by `trips.day.month` <=> null, `trips.day.month`
-- clickhouse:
-- 3|     toDate32("day") as day_,
-- 4|     sumOrNull("fare" + toDecimal128(0, 0)) as s0
-- 8| periods_1 as (
-- 9|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 10|   from (
-- 11|     select
-- 12|       minOrNull(toStartOfMonth(toDate32(day_))) as lo,
-- 12+|       maxOrNull(toStartOfMonth(toDate32(day_))) as hi
-- 12+|     from facts_1
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 18|       toStartOfMonth(toDate32("day")) as d0,
-- 19|       sumOrNull("fare" + toDecimal128(0, 0)) as m0,
-- 25|       d0,
-- 27|       sumOrNull(s0 + toDecimal128(0, 0)) as m1
-- 29|     join periods_1 on day_ >= (d0 + toIntervalMonth(-1)) and day_ < ((d0 + toIntervalMonth(-1)) + toIntervalMonth(1))
-- 30 is left out
-- 31 is left out
-- 38|   toStartOfMonth(toDate32("trips"."day")) as "trips.day.month",
-- 41| where not toJSONString(tuple(toStartOfMonth(toDate32("trips"."day")))) in (
-- 42|   select toJSONString(tuple(asked_1.d0))
-- 44 is left out
-- 47| order by 1 nulls last
-- 48| limit 11
-- 48+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 3|     cast("day" as date) as day_,
-- 8| periods_1 as (
-- 9|   select date_add('month', many * 10000 + few, lo) as d0
-- 10|   from (
-- 11|     select
-- 12|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 12+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 12+|     from facts_1
-- 12+|   ) as bounds
-- 12+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 12+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 12+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 18|       cast(date_trunc('month', "day") as date) as d0,
-- 25|       d0,
-- 27|       sum(s0) as m1
-- 29|     join periods_1 on day_ >= date_add('month', -1, d0) and day_ < date_add('month', 1, date_add('month', -1, d0))
-- 30 is left out
-- 31 is left out
-- 38|   cast(date_trunc('month', "trips"."day") as date) as "trips.day.month",
-- 41| where not json_format(cast(array[cast(cast(date_trunc('month', "trips"."day") as date) as json)] as json)) in (
-- 42|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 44 is left out
-- bigquery:
-- 3|     cast(`day` as date) as day_,
-- 8| periods_1 as (
-- 9|   select step as d0
-- 10|   from (
-- 11|     select
-- 12|       min(date_trunc(cast(day_ as date), month)) as lo,
-- 12+|       max(date_trunc(cast(day_ as date), month)) as hi
-- 12+|     from facts_1
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 18|       date_trunc(cast(`day` as date), month) as d0,
-- 25|       d0,
-- 27|       sum(s0) as m1
-- 29|     join periods_1 on day_ >= date_add(d0, interval -1 month) and day_ < date_add(date_add(d0, interval -1 month), interval 1 month)
-- 30 is left out
-- 31 is left out
-- 38|   date_trunc(cast(`trips`.`day` as date), month) as `trips__day__month`,
-- 41| where not to_json_string([to_json_string(date_trunc(cast(`trips`.`day` as date), month))]) in (
-- 42|   select to_json_string([to_json_string(asked_1.d0)])
-- 44 is left out
-- databricks:
-- 3|     cast(`day` as date) as day_,
-- 8| periods_1 as (
-- 9|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 10|   from (
-- 11|     select
-- 12|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 12+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 12+|     from facts_1
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 18|       cast(date_trunc('month', `day`) as date) as d0,
-- 25|       d0,
-- 27|       sum(s0) as m1
-- 29|     join periods_1 on day_ >= cast(dateadd(month, -1, d0) as date) and day_ < cast(dateadd(month, 1, cast(dateadd(month, -1, d0) as date)) as date)
-- 30 is left out
-- 31 is left out
-- 38|   cast(date_trunc('month', `trips`.`day`) as date) as `trips.day.month`,
-- 41| where not to_json(named_struct('c0', cast(date_trunc('month', `trips`.`day`) as date))) in (
-- 42|   select to_json(named_struct('c0', asked_1.d0))
-- 44 is left out
-- snowflake:
-- 3|     cast("day" as date) as day_,
-- 8| periods_1 as (
-- 9|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 10|   from (
-- 11|     select
-- 12|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 12+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 12+|     from facts_1
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 18|       cast(date_trunc('month', "day") as date) as d0,
-- 25|       d0,
-- 27|       sum(s0) as m1
-- 29|     join periods_1 on day_ >= dateadd(month, -1, d0) and day_ < dateadd(month, 1, dateadd(month, -1, d0))
-- 30 is left out
-- 31 is left out
-- 38|   cast(date_trunc('month', "trips"."day") as date) as "trips.day.month",
-- 41| where not to_json(array_construct(cast(date_trunc('month', "trips"."day") as date))) in (
-- 42|   select to_json(array_construct(asked_1.d0))
-- 44 is left out
-- redshift:
-- 3|     "day"::date as day_,
-- 8| periods_1 as (
-- 9|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 10|   from (
-- 11|     select
-- 12|       min(date_trunc('month', day_)::date) as lo,
-- 12+|       max(date_trunc('month', day_)::date) as hi
-- 12+|     from facts_1
-- 12+|   ) as bounds
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 12+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 25|       d0,
-- 27|       sum(s0) as m1
-- 29|     join periods_1 on day_ >= dateadd(month, -1, d0)::date and day_ < dateadd(month, 1, dateadd(month, -1, d0)::date)::date
-- 30 is left out
-- 31 is left out
-- 44|   where (asked_1.d0 = date_trunc('month', "trips"."day")::date or (asked_1.d0 is null and date_trunc('month', "trips"."day")::date is null))

-- rows with conditions on metrics of two facts
-- ["40","40","40","0"]
with asked_1 as (
  select d0
  from (
    select
      "bikes"."id" as d0,
      sum("trips"."fare") as m0,
      null as m1
    from "trips"
    left join "bikes" on "bikes"."id" = "trips"."bike_id"
    group by 1
    union all
    select
      "bikes"."id" as d0,
      null as m0,
      sum("repairs"."cost") as m1
    from "repairs"
    left join "bikes" on "bikes"."id" = "repairs"."bike_id"
    group by 1
  ) as branches
  group by 1
  having (coalesce(max(m0), 0) - coalesce(max(m1), 0)) > $1::bigint
),
asked_2 as (
  select d0
  from (
    select
      "bikes"."id" as d0,
      sum("trips"."fare") as m0,
      null as m1
    from "trips"
    left join "bikes" on "bikes"."id" = "trips"."bike_id"
    group by 1
    union all
    select
      "bikes"."id" as d0,
      null as m0,
      sum("repairs"."cost") as m1
    from "repairs"
    left join "bikes" on "bikes"."id" = "repairs"."bike_id"
    group by 1
  ) as branches
  group by 1
  having ((coalesce(max(m0), 0) - coalesce(max(m1), 0)) > $2::bigint or true)
),
asked_3 as (
  select 1 as passed
  from (
    select
      sum("fare") as m0,
      null as m1
    from "trips"
    where false
    union all
    select
      null as m0,
      sum("cost") as m1
    from "repairs"
    where false
  ) as branches
  having (coalesce(max(m0), 0) - coalesce(max(m1), 0)) > $3::bigint
),
asked_4 as (
  select "bikes"."id" as d0
  from "repairs"
  left join "bikes" on "bikes"."id" = "repairs"."bike_id"
  group by 1
  having count(*) > $4::bigint
)
select
  "bikes"."kind" as "bikes.kind",
  count(*) as "bikes.count"
from "bikes"
where (exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["bikes"."id"]
) or exists (
  select 1
  from asked_3
) and not exists (
  select 1
  from asked_2
  where array[asked_2.d0] = array["bikes"."id"]
))
  and exists (
    select 1
    from asked_4
    where array[asked_4.d0] = array["bikes"."id"]
  )
group by 1
order by "bikes.kind" nulls last
limit 11;
-- duckdb:
-- 77|   where asked_1.d0 is not distinct from "bikes"."id"
-- 84|   where asked_2.d0 is not distinct from "bikes"."id"
-- 89|     where asked_4.d0 is not distinct from "bikes"."id"
-- mysql:
-- 22|   having (coalesce(max(m0), 0) - coalesce(max(m1), 0)) > cast(? as signed)
-- 44|   having ((coalesce(max(m0), 0) - coalesce(max(m1), 0)) > cast(? as signed) or true)
-- 61|   having (coalesce(max(m0), 0) - coalesce(max(m1), 0)) > cast(? as signed)
-- 68|   having count(*) > cast(? as signed)
-- 77|   where asked_1.d0 <=> `bikes`.`id`
-- 84|   where asked_2.d0 <=> `bikes`.`id`
-- 89|     where asked_4.d0 <=> `bikes`.`id`
-- 92| order by `bikes.kind` <=> null, `bikes.kind`
-- clickhouse:
-- 7|       sumOrNull("trips"."fare" + toDecimal128(0, 0)) as m0,
-- 16|       sumOrNull("repairs"."cost" + toDecimal128(0, 0)) as m1
-- 22|   having (coalesce(max(m0), 0) - coalesce(max(m1), 0)) > {p1:Int64}
-- 29|       sumOrNull("trips"."fare" + toDecimal128(0, 0)) as m0,
-- 38|       sumOrNull("repairs"."cost" + toDecimal128(0, 0)) as m1
-- 44|   having ((coalesce(max(m0), 0) - coalesce(max(m1), 0)) > {p2:Int64} or true)
-- 50|       sumOrNull("fare" + toDecimal128(0, 0)) as m0,
-- 57|       sumOrNull("cost" + toDecimal128(0, 0)) as m1
-- 61|   having (coalesce(max(m0), 0) - coalesce(max(m1), 0)) > {p3:Int64}
-- 68|   having count(*) > {p4:Int64}
-- 74| where (toJSONString(tuple("bikes"."id")) in (
-- 75|   select toJSONString(tuple(asked_1.d0))
-- 77 is left out
-- 81| ) and not toJSONString(tuple("bikes"."id")) in (
-- 82|   select toJSONString(tuple(asked_2.d0))
-- 84 is left out
-- 86|   and toJSONString(tuple("bikes"."id")) in (
-- 87|     select toJSONString(tuple(asked_4.d0))
-- 89 is left out
-- 92| order by 1 nulls last
-- 93| limit 11
-- 93+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 22|   having (coalesce(max(m0), 0) - coalesce(max(m1), 0)) > cast(? as bigint)
-- 44|   having ((coalesce(max(m0), 0) - coalesce(max(m1), 0)) > cast(? as bigint) or true)
-- 61|   having (coalesce(max(m0), 0) - coalesce(max(m1), 0)) > cast(? as bigint)
-- 68|   having count(*) > cast(? as bigint)
-- 74| where (json_format(cast(array[cast("bikes"."id" as json)] as json)) in (
-- 75|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 77 is left out
-- 81| ) and not json_format(cast(array[cast("bikes"."id" as json)] as json)) in (
-- 82|   select json_format(cast(array[cast(asked_2.d0 as json)] as json))
-- 84 is left out
-- 86|   and json_format(cast(array[cast("bikes"."id" as json)] as json)) in (
-- 87|     select json_format(cast(array[cast(asked_4.d0 as json)] as json))
-- 89 is left out
-- bigquery:
-- 22|   having (coalesce(max(m0), 0) - coalesce(max(m1), 0)) > cast(@p1 as int64)
-- 44|   having ((coalesce(max(m0), 0) - coalesce(max(m1), 0)) > cast(@p2 as int64) or true)
-- 61|   having (coalesce(max(m0), 0) - coalesce(max(m1), 0)) > cast(@p3 as int64)
-- 68|   having count(*) > cast(@p4 as int64)
-- 74| where (to_json_string([to_json_string(`bikes`.`id`)]) in (
-- 75|   select to_json_string([to_json_string(asked_1.d0)])
-- 77 is left out
-- 81| ) and not to_json_string([to_json_string(`bikes`.`id`)]) in (
-- 82|   select to_json_string([to_json_string(asked_2.d0)])
-- 84 is left out
-- 86|   and to_json_string([to_json_string(`bikes`.`id`)]) in (
-- 87|     select to_json_string([to_json_string(asked_4.d0)])
-- 89 is left out
-- databricks:
-- 22|   having (coalesce(max(m0), 0) - coalesce(max(m1), 0)) > cast(:p1 as bigint)
-- 44|   having ((coalesce(max(m0), 0) - coalesce(max(m1), 0)) > cast(:p2 as bigint) or true)
-- 61|   having (coalesce(max(m0), 0) - coalesce(max(m1), 0)) > cast(:p3 as bigint)
-- 68|   having count(*) > cast(:p4 as bigint)
-- 74| where (to_json(named_struct('c0', `bikes`.`id`)) in (
-- 75|   select to_json(named_struct('c0', asked_1.d0))
-- 77 is left out
-- 81| ) and not to_json(named_struct('c0', `bikes`.`id`)) in (
-- 82|   select to_json(named_struct('c0', asked_2.d0))
-- 84 is left out
-- 86|   and to_json(named_struct('c0', `bikes`.`id`)) in (
-- 87|     select to_json(named_struct('c0', asked_4.d0))
-- 89 is left out
-- snowflake:
-- 22|   having (coalesce(max(m0), 0) - coalesce(max(m1), 0)) > cast(? as number(38, 0))
-- 44|   having ((coalesce(max(m0), 0) - coalesce(max(m1), 0)) > cast(? as number(38, 0)) or true)
-- 61|   having (coalesce(max(m0), 0) - coalesce(max(m1), 0)) > cast(? as number(38, 0))
-- 68|   having count(*) > cast(? as number(38, 0))
-- 74| where (to_json(array_construct("bikes"."id")) in (
-- 75|   select to_json(array_construct(asked_1.d0))
-- 77 is left out
-- 81| ) and not to_json(array_construct("bikes"."id")) in (
-- 82|   select to_json(array_construct(asked_2.d0))
-- 84 is left out
-- 86|   and to_json(array_construct("bikes"."id")) in (
-- 87|     select to_json(array_construct(asked_4.d0))
-- 89 is left out
-- redshift:
-- 77|   where (asked_1.d0 = "bikes"."id" or (asked_1.d0 is null and "bikes"."id" is null))
-- 84|   where (asked_2.d0 = "bikes"."id" or (asked_2.d0 is null and "bikes"."id" is null))
-- 89|     where (asked_4.d0 = "bikes"."id" or (asked_4.d0 is null and "bikes"."id" is null))

-- a filter on months of metric_time selects whole months of both facts
-- ["2024-02-01","2024-04-01","2024-02-01","2024-04-01"]
select
  d0 as "metric_time.month",
  d1 as "metric_time.month_of_year",
  coalesce(max(m0), 0) as "trips.count",
  coalesce(max(m1), 0) as "repairs.count"
from (
  select
    date_trunc('month', "day")::date as d0,
    extract(month from "day")::integer as d1,
    count(*) as m0,
    null as m1
  from "trips"
  where "day" >= $1::date and "day" < $2::date
  group by 1, 2
  union all
  select
    date_trunc('month', "done")::date as d0,
    extract(month from "done")::integer as d1,
    null as m0,
    count(*) as m1
  from "repairs"
  where "done" >= $3::date and "done" < $4::date
  group by 1, 2
) as branches
group by 1, 2
order by "metric_time.month" nulls last, "metric_time.month_of_year" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 9|     cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 10|     month(`day`) as d1,
-- 14|   where `day` >= cast(? as date) and `day` < cast(? as date)
-- 18|     cast(date_format(`done`, '%Y-%m-01') as date) as d0,
-- 19|     month(`done`) as d1,
-- 23|   where `done` >= cast(? as date) and `done` < cast(? as date)
-- 27| order by `metric_time.month` <=> null, `metric_time.month`, `metric_time.month_of_year` <=> null, `metric_time.month_of_year`
-- clickhouse:
-- 9|     toStartOfMonth(toDate32("day")) as d0,
-- 10|     toMonth("day") as d1,
-- 14|   where "day" >= {p1:Date32} and "day" < {p2:Date32}
-- 18|     toStartOfMonth(toDate32("done")) as d0,
-- 19|     toMonth("done") as d1,
-- 23|   where "done" >= {p3:Date32} and "done" < {p4:Date32}
-- 27| order by 1 nulls last, 2 nulls last
-- 28| limit 11
-- 28+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 9|     cast(date_trunc('month', "day") as date) as d0,
-- 10|     month("day") as d1,
-- 14|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 18|     cast(date_trunc('month', "done") as date) as d0,
-- 19|     month("done") as d1,
-- 23|   where "done" >= cast(? as date) and "done" < cast(? as date)
-- bigquery:
-- 9|     date_trunc(cast(`day` as date), month) as d0,
-- 10|     extract(month from `day`) as d1,
-- 14|   where `day` >= cast(@p1 as date) and `day` < cast(@p2 as date)
-- 18|     date_trunc(cast(`done` as date), month) as d0,
-- 19|     extract(month from `done`) as d1,
-- 23|   where `done` >= cast(@p3 as date) and `done` < cast(@p4 as date)
-- databricks:
-- 9|     cast(date_trunc('month', `day`) as date) as d0,
-- 10|     month(`day`) as d1,
-- 14|   where `day` >= cast(:p1 as date) and `day` < cast(:p2 as date)
-- 18|     cast(date_trunc('month', `done`) as date) as d0,
-- 19|     month(`done`) as d1,
-- 23|   where `done` >= cast(:p3 as date) and `done` < cast(:p4 as date)

-- metric_time without a measure is the time of the query's model
-- ["2024-02-01"]
select distinct
  date_trunc('month', "done")::date as "metric_time.month",
  "reason" as "repairs.reason"
from "repairs"
where "done" >= $1::date
order by "metric_time.month" nulls last, "repairs.reason" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 3|   cast(date_format(`done`, '%Y-%m-01') as date) as `metric_time.month`,
-- 6| where `done` >= cast(? as date)
-- 7| order by `metric_time.month` <=> null, `metric_time.month`, `repairs.reason` <=> null, `repairs.reason`
-- clickhouse:
-- 3|   toStartOfMonth(toDate32("done")) as "metric_time.month",
-- 6| where "done" >= {p1:Date32}
-- 7| order by 1 nulls last, 2 nulls last
-- 8| limit 11
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 3|   cast(date_trunc('month', "done") as date) as "metric_time.month",
-- 6| where "done" >= cast(? as date)
-- bigquery:
-- 3|   date_trunc(cast(`done` as date), month) as `metric_time__month`,
-- 6| where `done` >= cast(@p1 as date)
-- databricks:
-- 3|   cast(date_trunc('month', `done`) as date) as `metric_time.month`,
-- 6| where `done` >= cast(:p1 as date)
