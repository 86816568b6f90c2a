-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- returning customers, by the month of their first order
with events_1 as (
  select
    "buyer" as entity,
    "at" as moment,
    date_trunc('month', "at")::date as period,
    1 as step
  from "orders"
  where "buyer" is not null
    and "at" is not null
),
firsts_1 as (
  select
    entity,
    min(moment) as since,
    min(period) as cohort,
    max(period) as latest
  from events_1
  group by 1
),
events_2 as (
  select
    "buyer" as entity,
    "at" as moment,
    date_trunc('month', "at")::date as period,
    2 as step
  from "orders"
  where "buyer" is not null
    and "at" is not null
),
again_1 as (
  select
    entity,
    period,
    max(moment) as moment
  from events_2
  group by 1, 2
),
latest_1 as (
  select max(latest) as latest
  from (
    select latest from firsts_1
    union all
    select period from again_1
  ) as ends
),
started_1 as (
  select
    entity,
    since as moment,
    cohort as period,
    1 as step,
    since,
    cohort,
    latest_1.latest
  from firsts_1
  cross join latest_1
  union all
  select
    firsts_1.entity,
    moment,
    period,
    2 as step,
    since,
    cohort,
    latest_1.latest
  from firsts_1
  cross join latest_1
  join again_1 on again_1.entity = firsts_1.entity
),
cells_1 as (
  select
    cohort,
    case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval '1 month' then 1 when period = cohort + interval '2 months' then 2 end as number,
    max(latest) as latest,
    count(*) as came
  from started_1
  where (step = 1 or step = 2 and moment >= since)
  group by 1, 2
),
cohorts_1 as (
  select
    cohort,
    max(latest) as latest,
    max(case when number = -1 then came end) as size,
    coalesce(max(case when number = 0 then came end), 0) as n0,
    coalesce(max(case when number = 1 then came end), 0) as n1,
    coalesce(max(case when number = 2 then came end), 0) as n2
  from cells_1
  group by 1
)
select
  d0 as "retention.cohort",
  d1 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size"
from (
  select
    cohort as d0,
    number as d1,
    1.0 * case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 when 2 then n2 end as m1,
    size as m2
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
    union all
    select 2 as number
  ) as numbers
  where latest >= case number when 0 then cohort when 1 then cohort + interval '1 month' when 2 then cohort + interval '2 months' end
) as retention
order by "retention.cohort" nulls last, "retention.period" nulls last
limit 101;
-- duckdb:
-- 101|     case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
-- mysql:
-- 5|     cast(date_format(`at`, '%Y-%m-01') as date) as period,
-- 10|   union all
-- 11 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 24|     cast(date_format(`at`, '%Y-%m-01') as date) as period,
-- 30| periods_1 as (
-- 34|     step,
-- 35|     case when step = 1 then min(moment) else max(moment) end as moment
-- 36|   from events_1
-- 36+|   group by 1, 2, 3
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 62|     step,
-- 63|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 64|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 65|     max(period) over () as latest
-- 66|   from periods_1
-- 67 is left out
-- 68 is left out
-- 73|     case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval 1 month then 1 when period = cohort + interval 2 month then 2 end as number,
-- 77|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 101|     1.0000000000000000 * case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
-- 112|   where latest >= case number when 0 then cohort when 1 then cohort + interval 1 month when 2 then cohort + interval 2 month end
-- 114| order by `retention.cohort` <=> null, `retention.cohort`, `retention.period` <=> null, `retention.period`
-- clickhouse:
-- 5|     toStartOfMonth(toDate32(toTimeZone("at", 'UTC'))) as period,
-- 10|   union all
-- 11 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 24|     toStartOfMonth(toDate32(toTimeZone("at", 'UTC'))) as period,
-- 30| periods_1 as (
-- 34|     step,
-- 35|     case when step = 1 then min(moment) else max(moment) end as moment
-- 36|   from events_1
-- 36+|   group by 1, 2, 3
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 62|     step,
-- 63|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 64|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 65|     max(period) over () as latest
-- 66|   from periods_1
-- 67 is left out
-- 68 is left out
-- 73|     case when step = 1 then -1 when period = cohort then 0 when period = (cohort + toIntervalMonth(1)) then 1 when period = (cohort + toIntervalMonth(2)) then 2 end as number,
-- 77|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 101|     1e0 * case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
-- 112|   where latest >= case number when 0 then cohort when 1 then (cohort + toIntervalMonth(1)) when 2 then (cohort + toIntervalMonth(2)) end
-- 114| order by 1 nulls last, 2 nulls last
-- 115| limit 101
-- 115+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 5|     cast(date_trunc('month', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
-- 10|   union all
-- 11 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 24|     cast(date_trunc('month', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
-- 30| periods_1 as (
-- 34|     step,
-- 35|     case when step = 1 then min(moment) else max(moment) end as moment
-- 36|   from events_1
-- 36+|   group by 1, 2, 3
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 62|     step,
-- 63|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 64|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 65|     max(period) over () as latest
-- 66|   from periods_1
-- 67 is left out
-- 68 is left out
-- 73|     case when step = 1 then -1 when period = cohort then 0 when period = date_add('month', 1, cohort) then 1 when period = date_add('month', 2, cohort) then 2 end as number,
-- 77|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 101|     1e0 * case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
-- 112|   where latest >= case number when 0 then cohort when 1 then date_add('month', 1, cohort) when 2 then date_add('month', 2, cohort) end
-- bigquery:
-- 5|     date_trunc(cast(datetime(timestamp(`at`), 'UTC') as date), month) as period,
-- 10|   union all
-- 11 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 24|     date_trunc(cast(datetime(timestamp(`at`), 'UTC') as date), month) as period,
-- 30| periods_1 as (
-- 34|     step,
-- 35|     case when step = 1 then min(moment) else max(moment) end as moment
-- 36|   from events_1
-- 36+|   group by 1, 2, 3
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 62|     step,
-- 63|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 64|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 65|     max(period) over () as latest
-- 66|   from periods_1
-- 67 is left out
-- 68 is left out
-- 73|     case when step = 1 then -1 when period = cohort then 0 when period = date_add(cohort, interval 1 month) then 1 when period = date_add(cohort, interval 2 month) then 2 end as number,
-- 77|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 101|     1e0 * case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
-- 112|   where latest >= case number when 0 then cohort when 1 then date_add(cohort, interval 1 month) when 2 then date_add(cohort, interval 2 month) end
-- databricks:
-- 5|     cast(date_trunc('month', convert_timezone('UTC', `at`)) as date) as period,
-- 10|   union all
-- 11 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 24|     cast(date_trunc('month', convert_timezone('UTC', `at`)) as date) as period,
-- 30| periods_1 as (
-- 34|     step,
-- 35|     case when step = 1 then min(moment) else max(moment) end as moment
-- 36|   from events_1
-- 36+|   group by 1, 2, 3
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 62|     step,
-- 63|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 64|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 65|     max(period) over () as latest
-- 66|   from periods_1
-- 67 is left out
-- 68 is left out
-- 73|     case when step = 1 then -1 when period = cohort then 0 when period = cast(dateadd(month, 1, cohort) as date) then 1 when period = cast(dateadd(month, 2, cohort) as date) then 2 end as number,
-- 77|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 101|     1D * case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
-- 112|   where latest >= case number when 0 then cohort when 1 then cast(dateadd(month, 1, cohort) as date) when 2 then cast(dateadd(month, 2, cohort) as date) end
-- snowflake:
-- 5|     cast(date_trunc('month', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as date) as period,
-- 10|   union all
-- 11 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 24|     cast(date_trunc('month', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as date) as period,
-- 30| periods_1 as (
-- 34|     step,
-- 35|     case when step = 1 then min(moment) else max(moment) end as moment
-- 36|   from events_1
-- 36+|   group by 1, 2, 3
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 62|     step,
-- 63|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 64|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 65|     max(period) over () as latest
-- 66|   from periods_1
-- 67 is left out
-- 68 is left out
-- 73|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(month, 1, cohort) then 1 when period = dateadd(month, 2, cohort) then 2 end as number,
-- 77|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 101|     1::float * case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
-- 112|   where latest >= case number when 0 then cohort when 1 then dateadd(month, 1, cohort) when 2 then dateadd(month, 2, cohort) end
-- redshift:
-- 10|   union all
-- 11 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 30| periods_1 as (
-- 34|     step,
-- 35|     case when step = 1 then min(moment) else max(moment) end as moment
-- 36|   from events_1
-- 36+|   group by 1, 2, 3
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 62|     step,
-- 63|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 64|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 65|     max(period) over () as latest
-- 66|   from periods_1
-- 67 is left out
-- 68 is left out
-- 73|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(month, 1, cohort)::date then 1 when period = dateadd(month, 2, cohort)::date then 2 end as number,
-- 77|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 101|     1::float8 * case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
-- 112|   where latest >= case number when 0 then cohort when 1 then dateadd(month, 1, cohort)::date when 2 then dateadd(month, 2, cohort)::date end

-- a return is after the first event
with events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    date_trunc('month', "visits"."at")::date as period,
    1 as step
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
),
firsts_1 as (
  select
    entity,
    min(moment) as since,
    min(period) as cohort,
    max(period) as latest
  from events_1
  group by 1
),
events_2 as (
  select
    "people"."id" as entity,
    "orders"."at" as moment,
    date_trunc('month', "orders"."at")::date as period,
    2 as step
  from "orders"
  left join "people" on "people"."id" = "orders"."buyer"
  where "people"."id" is not null
    and "orders"."at" is not null
),
again_1 as (
  select
    entity,
    period,
    max(moment) as moment
  from events_2
  group by 1, 2
),
latest_1 as (
  select max(latest) as latest
  from (
    select latest from firsts_1
    union all
    select period from again_1
  ) as ends
),
started_1 as (
  select
    entity,
    since as moment,
    cohort as period,
    1 as step,
    since,
    cohort,
    latest_1.latest
  from firsts_1
  cross join latest_1
  union all
  select
    firsts_1.entity,
    moment,
    period,
    2 as step,
    since,
    cohort,
    latest_1.latest
  from firsts_1
  cross join latest_1
  join again_1 on again_1.entity = firsts_1.entity
),
cells_1 as (
  select
    cohort,
    case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval '1 month' then 1 when period = cohort + interval '2 months' then 2 end as number,
    max(latest) as latest,
    count(*) as came
  from started_1
  where (step = 1 or step = 2 and moment >= since)
  group by 1, 2
),
cohorts_1 as (
  select
    cohort,
    max(latest) as latest,
    max(case when number = -1 then came end) as size,
    coalesce(max(case when number = 0 then came end), 0) as n0,
    coalesce(max(case when number = 1 then came end), 0) as n1,
    coalesce(max(case when number = 2 then came end), 0) as n2
  from cells_1
  group by 1
)
select
  d0 as "retention.cohort",
  d1 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size"
from (
  select
    cohort as d0,
    number as d1,
    1.0 * case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 when 2 then n2 end as m1,
    size as m2
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
    union all
    select 2 as number
  ) as numbers
  where latest >= case number when 0 then cohort when 1 then cohort + interval '1 month' when 2 then cohort + interval '2 months' end
) as retention
order by "retention.cohort" nulls last, "retention.period" nulls last
limit 101;
-- duckdb:
-- 103|     case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
-- mysql:
-- 5|     cast(date_format(`visits`.`at`, '%Y-%m-01') as date) as period,
-- 11|   union all
-- 12 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 25|     cast(date_format(`orders`.`at`, '%Y-%m-01') as date) as period,
-- 32| periods_1 as (
-- 36|     step,
-- 37|     case when step = 1 then min(moment) else max(moment) end as moment
-- 38|   from events_1
-- 38+|   group by 1, 2, 3
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 64|     step,
-- 65|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 66|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 67|     max(period) over () as latest
-- 68|   from periods_1
-- 69 is left out
-- 70 is left out
-- 75|     case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval 1 month then 1 when period = cohort + interval 2 month then 2 end as number,
-- 79|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 103|     1.0000000000000000 * case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
-- 114|   where latest >= case number when 0 then cohort when 1 then cohort + interval 1 month when 2 then cohort + interval 2 month end
-- 116| order by `retention.cohort` <=> null, `retention.cohort`, `retention.period` <=> null, `retention.period`
-- clickhouse:
-- 5|     toStartOfMonth(toDate32(toTimeZone("visits"."at", 'UTC'))) as period,
-- 11|   union all
-- 12 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 25|     toStartOfMonth(toDate32(toTimeZone("orders"."at", 'UTC'))) as period,
-- 32| periods_1 as (
-- 36|     step,
-- 37|     case when step = 1 then min(moment) else max(moment) end as moment
-- 38|   from events_1
-- 38+|   group by 1, 2, 3
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 64|     step,
-- 65|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 66|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 67|     max(period) over () as latest
-- 68|   from periods_1
-- 69 is left out
-- 70 is left out
-- 75|     case when step = 1 then -1 when period = cohort then 0 when period = (cohort + toIntervalMonth(1)) then 1 when period = (cohort + toIntervalMonth(2)) then 2 end as number,
-- 79|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 103|     1e0 * case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
-- 114|   where latest >= case number when 0 then cohort when 1 then (cohort + toIntervalMonth(1)) when 2 then (cohort + toIntervalMonth(2)) end
-- 116| order by 1 nulls last, 2 nulls last
-- 117| limit 101
-- 117+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 5|     cast(date_trunc('month', cast(cast("visits"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
-- 11|   union all
-- 12 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 25|     cast(date_trunc('month', cast(cast("orders"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
-- 32| periods_1 as (
-- 36|     step,
-- 37|     case when step = 1 then min(moment) else max(moment) end as moment
-- 38|   from events_1
-- 38+|   group by 1, 2, 3
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 64|     step,
-- 65|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 66|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 67|     max(period) over () as latest
-- 68|   from periods_1
-- 69 is left out
-- 70 is left out
-- 75|     case when step = 1 then -1 when period = cohort then 0 when period = date_add('month', 1, cohort) then 1 when period = date_add('month', 2, cohort) then 2 end as number,
-- 79|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 103|     1e0 * case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
-- 114|   where latest >= case number when 0 then cohort when 1 then date_add('month', 1, cohort) when 2 then date_add('month', 2, cohort) end
-- bigquery:
-- 5|     date_trunc(cast(datetime(timestamp(`visits`.`at`), 'UTC') as date), month) as period,
-- 11|   union all
-- 12 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 25|     date_trunc(cast(datetime(timestamp(`orders`.`at`), 'UTC') as date), month) as period,
-- 32| periods_1 as (
-- 36|     step,
-- 37|     case when step = 1 then min(moment) else max(moment) end as moment
-- 38|   from events_1
-- 38+|   group by 1, 2, 3
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 64|     step,
-- 65|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 66|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 67|     max(period) over () as latest
-- 68|   from periods_1
-- 69 is left out
-- 70 is left out
-- 75|     case when step = 1 then -1 when period = cohort then 0 when period = date_add(cohort, interval 1 month) then 1 when period = date_add(cohort, interval 2 month) then 2 end as number,
-- 79|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 103|     1e0 * case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
-- 114|   where latest >= case number when 0 then cohort when 1 then date_add(cohort, interval 1 month) when 2 then date_add(cohort, interval 2 month) end
-- databricks:
-- 5|     cast(date_trunc('month', convert_timezone('UTC', `visits`.`at`)) as date) as period,
-- 11|   union all
-- 12 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 25|     cast(date_trunc('month', convert_timezone('UTC', `orders`.`at`)) as date) as period,
-- 32| periods_1 as (
-- 36|     step,
-- 37|     case when step = 1 then min(moment) else max(moment) end as moment
-- 38|   from events_1
-- 38+|   group by 1, 2, 3
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 64|     step,
-- 65|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 66|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 67|     max(period) over () as latest
-- 68|   from periods_1
-- 69 is left out
-- 70 is left out
-- 75|     case when step = 1 then -1 when period = cohort then 0 when period = cast(dateadd(month, 1, cohort) as date) then 1 when period = cast(dateadd(month, 2, cohort) as date) then 2 end as number,
-- 79|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 103|     1D * case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
-- 114|   where latest >= case number when 0 then cohort when 1 then cast(dateadd(month, 1, cohort) as date) when 2 then cast(dateadd(month, 2, cohort) as date) end
-- snowflake:
-- 5|     cast(date_trunc('month', cast(convert_timezone('UTC', "visits"."at") as timestamp_ntz)) as date) as period,
-- 11|   union all
-- 12 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 25|     cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."at") as timestamp_ntz)) as date) as period,
-- 32| periods_1 as (
-- 36|     step,
-- 37|     case when step = 1 then min(moment) else max(moment) end as moment
-- 38|   from events_1
-- 38+|   group by 1, 2, 3
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 64|     step,
-- 65|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 66|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 67|     max(period) over () as latest
-- 68|   from periods_1
-- 69 is left out
-- 70 is left out
-- 75|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(month, 1, cohort) then 1 when period = dateadd(month, 2, cohort) then 2 end as number,
-- 79|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 103|     1::float * case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
-- 114|   where latest >= case number when 0 then cohort when 1 then dateadd(month, 1, cohort) when 2 then dateadd(month, 2, cohort) end
-- redshift:
-- 11|   union all
-- 12 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 32| periods_1 as (
-- 36|     step,
-- 37|     case when step = 1 then min(moment) else max(moment) end as moment
-- 38|   from events_1
-- 38+|   group by 1, 2, 3
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 64|     step,
-- 65|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 66|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 67|     max(period) over () as latest
-- 68|   from periods_1
-- 69 is left out
-- 70 is left out
-- 75|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(month, 1, cohort)::date then 1 when period = dateadd(month, 2, cohort)::date then 2 end as number,
-- 79|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 103|     1::float8 * case number when 0 then n0 when 1 then n1 when 2 then n2 end / nullif(size, 0) as m0,
-- 114|   where latest >= case number when 0 then cohort when 1 then dateadd(month, 1, cohort)::date when 2 then dateadd(month, 2, cohort)::date end

-- an entity with an event before the first one and another after it in the same period returns
-- ["ad"]
with events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    date_trunc('year', "visits"."at")::date as period,
    1 as step
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
    and "visits"."channel" = $1
),
firsts_1 as (
  select
    entity,
    min(moment) as since,
    min(period) as cohort,
    max(period) as latest
  from events_1
  group by 1
),
events_2 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    date_trunc('year', "visits"."at")::date as period,
    2 as step
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
),
again_1 as (
  select
    entity,
    period,
    max(moment) as moment
  from events_2
  group by 1, 2
),
latest_1 as (
  select max(latest) as latest
  from (
    select latest from firsts_1
    union all
    select period from again_1
  ) as ends
),
started_1 as (
  select
    entity,
    since as moment,
    cohort as period,
    1 as step,
    since,
    cohort,
    latest_1.latest
  from firsts_1
  cross join latest_1
  union all
  select
    firsts_1.entity,
    moment,
    period,
    2 as step,
    since,
    cohort,
    latest_1.latest
  from firsts_1
  cross join latest_1
  join again_1 on again_1.entity = firsts_1.entity
),
cells_1 as (
  select
    cohort,
    case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval '1 year' then 1 end as number,
    max(latest) as latest,
    count(*) as came
  from started_1
  where (step = 1 or step = 2 and moment >= since)
  group by 1, 2
),
cohorts_1 as (
  select
    cohort,
    max(latest) as latest,
    max(case when number = -1 then came end) as size,
    coalesce(max(case when number = 0 then came end), 0) as n0,
    coalesce(max(case when number = 1 then came end), 0) as n1
  from cells_1
  group by 1
)
select
  d0 as "retention.cohort",
  d1 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size"
from (
  select
    cohort as d0,
    number as d1,
    1.0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 end as m1,
    size as m2
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
  ) as numbers
  where latest >= case number when 0 then cohort when 1 then cohort + interval '1 year' end
) as retention
order by "retention.cohort" nulls last, "retention.period" nulls last
limit 101;
-- duckdb:
-- 104|     case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- mysql:
-- 6|     cast(date_format(`visits`.`at`, '%Y-01-01') as date) as period,
-- 12|     and `visits`.`channel` = ?
-- 13|   union all
-- 14 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 27|     cast(date_format(`visits`.`at`, '%Y-01-01') as date) as period,
-- 34| periods_1 as (
-- 38|     step,
-- 39|     case when step = 1 then min(moment) else max(moment) end as moment
-- 40|   from events_1
-- 40+|   group by 1, 2, 3
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 66|     step,
-- 67|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 68|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 69|     max(period) over () as latest
-- 70|   from periods_1
-- 71 is left out
-- 72 is left out
-- 77|     case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval 1 year then 1 end as number,
-- 81|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 104|     1.0000000000000000 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 113|   where latest >= case number when 0 then cohort when 1 then cohort + interval 1 year end
-- 115| order by `retention.cohort` <=> null, `retention.cohort`, `retention.period` <=> null, `retention.period`
-- clickhouse:
-- 6|     toStartOfYear(toDate32(toTimeZone("visits"."at", 'UTC'))) as period,
-- 12|     and "visits"."channel" = {p1:String}
-- 13|   union all
-- 14 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 27|     toStartOfYear(toDate32(toTimeZone("visits"."at", 'UTC'))) as period,
-- 34| periods_1 as (
-- 38|     step,
-- 39|     case when step = 1 then min(moment) else max(moment) end as moment
-- 40|   from events_1
-- 40+|   group by 1, 2, 3
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 66|     step,
-- 67|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 68|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 69|     max(period) over () as latest
-- 70|   from periods_1
-- 71 is left out
-- 72 is left out
-- 77|     case when step = 1 then -1 when period = cohort then 0 when period = (cohort + toIntervalYear(1)) then 1 end as number,
-- 81|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 104|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 113|   where latest >= case number when 0 then cohort when 1 then (cohort + toIntervalYear(1)) end
-- 115| order by 1 nulls last, 2 nulls last
-- 116| limit 101
-- 116+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 6|     cast(date_trunc('year', cast(cast("visits"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
-- 12|     and "visits"."channel" = ?
-- 13|   union all
-- 14 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 27|     cast(date_trunc('year', cast(cast("visits"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
-- 34| periods_1 as (
-- 38|     step,
-- 39|     case when step = 1 then min(moment) else max(moment) end as moment
-- 40|   from events_1
-- 40+|   group by 1, 2, 3
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 66|     step,
-- 67|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 68|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 69|     max(period) over () as latest
-- 70|   from periods_1
-- 71 is left out
-- 72 is left out
-- 77|     case when step = 1 then -1 when period = cohort then 0 when period = date_add('year', 1, cohort) then 1 end as number,
-- 81|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 104|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 113|   where latest >= case number when 0 then cohort when 1 then date_add('year', 1, cohort) end
-- bigquery:
-- 6|     date_trunc(cast(datetime(timestamp(`visits`.`at`), 'UTC') as date), year) as period,
-- 12|     and `visits`.`channel` = @p1
-- 13|   union all
-- 14 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 27|     date_trunc(cast(datetime(timestamp(`visits`.`at`), 'UTC') as date), year) as period,
-- 34| periods_1 as (
-- 38|     step,
-- 39|     case when step = 1 then min(moment) else max(moment) end as moment
-- 40|   from events_1
-- 40+|   group by 1, 2, 3
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 66|     step,
-- 67|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 68|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 69|     max(period) over () as latest
-- 70|   from periods_1
-- 71 is left out
-- 72 is left out
-- 77|     case when step = 1 then -1 when period = cohort then 0 when period = date_add(cohort, interval 1 year) then 1 end as number,
-- 81|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 104|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 113|   where latest >= case number when 0 then cohort when 1 then date_add(cohort, interval 1 year) end
-- databricks:
-- 6|     cast(date_trunc('year', convert_timezone('UTC', `visits`.`at`)) as date) as period,
-- 12|     and `visits`.`channel` = :p1
-- 13|   union all
-- 14 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 27|     cast(date_trunc('year', convert_timezone('UTC', `visits`.`at`)) as date) as period,
-- 34| periods_1 as (
-- 38|     step,
-- 39|     case when step = 1 then min(moment) else max(moment) end as moment
-- 40|   from events_1
-- 40+|   group by 1, 2, 3
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 66|     step,
-- 67|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 68|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 69|     max(period) over () as latest
-- 70|   from periods_1
-- 71 is left out
-- 72 is left out
-- 77|     case when step = 1 then -1 when period = cohort then 0 when period = cast(dateadd(year, 1, cohort) as date) then 1 end as number,
-- 81|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 104|     1D * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 113|   where latest >= case number when 0 then cohort when 1 then cast(dateadd(year, 1, cohort) as date) end
-- snowflake:
-- 6|     cast(date_trunc('year', cast(convert_timezone('UTC', "visits"."at") as timestamp_ntz)) as date) as period,
-- 12|     and "visits"."channel" = ?
-- 13|   union all
-- 14 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 27|     cast(date_trunc('year', cast(convert_timezone('UTC', "visits"."at") as timestamp_ntz)) as date) as period,
-- 34| periods_1 as (
-- 38|     step,
-- 39|     case when step = 1 then min(moment) else max(moment) end as moment
-- 40|   from events_1
-- 40+|   group by 1, 2, 3
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 66|     step,
-- 67|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 68|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 69|     max(period) over () as latest
-- 70|   from periods_1
-- 71 is left out
-- 72 is left out
-- 77|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(year, 1, cohort) then 1 end as number,
-- 81|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 104|     1::float * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 113|   where latest >= case number when 0 then cohort when 1 then dateadd(year, 1, cohort) end
-- redshift:
-- 13|   union all
-- 14 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 34| periods_1 as (
-- 38|     step,
-- 39|     case when step = 1 then min(moment) else max(moment) end as moment
-- 40|   from events_1
-- 40+|   group by 1, 2, 3
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 66|     step,
-- 67|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 68|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 69|     max(period) over () as latest
-- 70|   from periods_1
-- 71 is left out
-- 72 is left out
-- 77|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(year, 1, cohort)::date then 1 end as number,
-- 81|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 104|     1::float8 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 113|   where latest >= case number when 0 then cohort when 1 then dateadd(year, 1, cohort)::date end

-- a filter on the time selects cohorts, and nobody is in two cohorts
-- ["2024-02-01 00:00:00"]
with events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    date_trunc('quarter', "visits"."at")::date as period,
    1 as step,
    "visits"."channel" as d0
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
  union all
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    date_trunc('quarter', "visits"."at")::date as period,
    2 as step,
    null::text as d0
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
),
periods_1 as (
  select
    entity,
    period,
    step,
    d0,
    case when step = 1 then min(moment) else max(moment) end as moment
  from events_1
  group by 1, 2, 3, 4
),
started_1 as (
  select
    entity,
    moment,
    period,
    step,
    min(case when step = 1 then moment end) over (partition by entity) as since,
    min(case when step = 1 then period end) over (partition by entity) as cohort,
    max(period) over () as latest,
    first_value(d0) over (partition by entity order by step, moment, d0 nulls last rows between unbounded preceding and unbounded following) as f0,
    row_number() over (partition by entity order by step, moment, d0 nulls last) as place
  from periods_1
),
cells_1 as (
  select
    f0 as d0,
    cohort,
    case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval '3 months' then 1 end as number,
    max(latest) as latest,
    count(*) as came
  from started_1
  where (step = 1 and place = 1 or step = 2 and moment >= since)
    and since >= $1::timestamp
  group by 1, 2, 3
),
cohorts_1 as (
  select
    d0,
    cohort,
    max(latest) as latest,
    max(case when number = -1 then came end) as size,
    coalesce(max(case when number = 0 then came end), 0) as n0,
    coalesce(max(case when number = 1 then came end), 0) as n1
  from cells_1
  group by 1, 2
)
select
  d0 as "visits.channel",
  d1 as "retention.cohort",
  d2 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size"
from (
  select
    d0,
    cohort as d1,
    number as d2,
    1.0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 end as m1,
    size as m2
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
  ) as numbers
  where latest >= case number when 0 then cohort when 1 then cohort + interval '3 months' end
) as retention
order by "retention.retained" nulls last, "visits.channel" nulls last, "retention.cohort" nulls last, "retention.period" nulls last;
-- duckdb:
-- 19|     null as d0
-- 83|     case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- mysql:
-- 6|     date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `visits`.`at`) quarter as period,
-- 17|     date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `visits`.`at`) quarter as period,
-- 19|     null as d0
-- 44|     first_value(d0) over (partition by entity order by step, moment, d0 <=> null, d0 rows between unbounded preceding and unbounded following) as f0,
-- 45|     row_number() over (partition by entity order by step, moment, d0 <=> null, d0) as place
-- 52|     case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval 1 quarter then 1 end as number,
-- 57|     and since >= cast(? as datetime(6))
-- 83|     1.0000000000000000 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 92|   where latest >= case number when 0 then cohort when 1 then cohort + interval 1 quarter end
-- 94| order by m1 <=> null, `retention.retained`, `visits.channel` <=> null, `visits.channel`, `retention.cohort` <=> null, `retention.cohort`, `retention.period` <=> null, `retention.period`;
-- clickhouse:
-- 6|     toStartOfQuarter(toDate32(toTimeZone("visits"."at", 'UTC'))) as period,
-- 17|     toStartOfQuarter(toDate32(toTimeZone("visits"."at", 'UTC'))) as period,
-- 19|     null as d0
-- 44|     first_value_respect_nulls(d0) over (partition by entity order by step, moment, d0 nulls last rows between unbounded preceding and unbounded following) as f0,
-- 52|     case when step = 1 then -1 when period = cohort then 0 when period = (cohort + toIntervalQuarter(1)) then 1 end as number,
-- 57|     and since >= {p1:DateTime64(6, 'UTC')}
-- 83|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 92|   where latest >= case number when 0 then cohort when 1 then (cohort + toIntervalQuarter(1)) end
-- 94| order by 5 nulls last, 1 nulls last, 2 nulls last, 3 nulls last
-- 94+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 6|     cast(date_trunc('quarter', cast(cast("visits"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
-- 17|     cast(date_trunc('quarter', cast(cast("visits"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
-- 19|     null as d0
-- 52|     case when step = 1 then -1 when period = cohort then 0 when period = date_add('quarter', 1, cohort) then 1 end as number,
-- 57|     and since >= cast(? as timestamp(6))
-- 83|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 92|   where latest >= case number when 0 then cohort when 1 then date_add('quarter', 1, cohort) end
-- bigquery:
-- 6|     date_trunc(cast(datetime(timestamp(`visits`.`at`), 'UTC') as date), quarter) as period,
-- 17|     date_trunc(cast(datetime(timestamp(`visits`.`at`), 'UTC') as date), quarter) as period,
-- 19|     null as d0
-- 52|     case when step = 1 then -1 when period = cohort then 0 when period = date_add(cohort, interval 1 quarter) then 1 end as number,
-- 57|     and since >= @p1
-- 83|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 92|   where latest >= case number when 0 then cohort when 1 then date_add(cohort, interval 1 quarter) end
-- databricks:
-- 6|     cast(date_trunc('quarter', convert_timezone('UTC', `visits`.`at`)) as date) as period,
-- 17|     cast(date_trunc('quarter', convert_timezone('UTC', `visits`.`at`)) as date) as period,
-- 19|     null as d0
-- 52|     case when step = 1 then -1 when period = cohort then 0 when period = cast(dateadd(quarter, 1, cohort) as date) then 1 end as number,
-- 57|     and since >= cast(concat(:p1, 'Z') as timestamp)
-- 83|     1D * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 92|   where latest >= case number when 0 then cohort when 1 then cast(dateadd(quarter, 1, cohort) as date) end
-- snowflake:
-- 6|     cast(date_trunc('quarter', cast(convert_timezone('UTC', "visits"."at") as timestamp_ntz)) as date) as period,
-- 17|     cast(date_trunc('quarter', cast(convert_timezone('UTC', "visits"."at") as timestamp_ntz)) as date) as period,
-- 19|     null as d0
-- 52|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(quarter, 1, cohort) then 1 end as number,
-- 57|     and since >= cast(? as timestamp_ntz)
-- 83|     1::float * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 92|   where latest >= case number when 0 then cohort when 1 then dateadd(quarter, 1, cohort) end
-- redshift:
-- 19|     null::varchar as d0
-- 52|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(quarter, 1, cohort)::date then 1 end as number,
-- 83|     1::float8 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 92|   where latest >= case number when 0 then cohort when 1 then dateadd(quarter, 1, cohort)::date end

-- cohorts of weeks from Sunday in a timezone, with other filters on the first events
-- ["search","2024-02-01"]
with events_1 as (
  select
    "person_id" as entity,
    "at"::timestamp as moment,
    (date_trunc('week', ("at"::timestamptz at time zone 'Pacific/Auckland') + interval '1 day') - interval '1 day')::date as period,
    1 as step
  from "visits"
  where "person_id" is not null
    and "at" is not null
    and "channel" = $1
),
firsts_1 as (
  select
    entity,
    min(moment) as since,
    min(period) as cohort,
    max(period) as latest
  from events_1
  group by 1
),
events_2 as (
  select
    "buyer" as entity,
    "day"::timestamp as moment,
    (date_trunc('week', "day" + interval '1 day') - interval '1 day')::date as period,
    2 as step
  from "orders" as "order_days"
  where "buyer" is not null
    and "day" is not null
    and "day" < $2::date
),
again_1 as (
  select
    entity,
    period,
    max(moment) as moment
  from events_2
  group by 1, 2
),
latest_1 as (
  select max(latest) as latest
  from (
    select latest from firsts_1
    union all
    select period from again_1
  ) as ends
),
started_1 as (
  select
    entity,
    since as moment,
    cohort as period,
    1 as step,
    since,
    cohort,
    latest_1.latest
  from firsts_1
  cross join latest_1
  union all
  select
    firsts_1.entity,
    moment,
    period,
    2 as step,
    since,
    cohort,
    latest_1.latest
  from firsts_1
  cross join latest_1
  join again_1 on again_1.entity = firsts_1.entity
),
cells_1 as (
  select
    cohort,
    case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval '1 week' then 1 when period = cohort + interval '2 weeks' then 2 when period = cohort + interval '3 weeks' then 3 end as number,
    max(latest) as latest,
    count(*) as came
  from started_1
  where (step = 1 or step = 2 and moment >= since)
  group by 1, 2
),
cohorts_1 as (
  select
    cohort,
    max(latest) as latest,
    max(case when number = -1 then came end) as size,
    coalesce(max(case when number = 0 then came end), 0) as n0,
    coalesce(max(case when number = 1 then came end), 0) as n1,
    coalesce(max(case when number = 2 then came end), 0) as n2,
    coalesce(max(case when number = 3 then came end), 0) as n3
  from cells_1
  group by 1
)
select
  d0 as "retention.cohort",
  d1 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size"
from (
  select
    cohort as d0,
    number as d1,
    1.0 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end as m1,
    size as m2
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
    union all
    select 2 as number
    union all
    select 3 as number
  ) as numbers
  where latest >= case number when 0 then cohort when 1 then cohort + interval '1 week' when 2 then cohort + interval '2 weeks' when 3 then cohort + interval '3 weeks' end
) as retention
order by "retention.cohort" nulls last, "retention.period" nulls last
limit 3;
-- duckdb:
-- 105|     case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
-- mysql:
-- 5|     cast(`at` as datetime(6)) as moment,
-- 6|     date '1899-12-31' + interval floor(datediff((`at` + interval 720 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `at`), 42398, 45086, 50966, 54158, 59870, 62894, 68606, 71630, 77342, 80366, 86078, 89102, 94814, 97838, 103550, 106742, 112454, 115478, 121190, 124214, 129926, 132950, 138662, 141686, 147398, 150422, 156134, 159326, 165038, 168062, 173270, 177134, 182006, 185870, 190742, 194606, 199478, 203510, 208214, 212246, 216950, 220982, 225686, 229718, 234590, 238454, 243326, 247190, 252062, 256094, 260798, 264830, 269534, 273566, 278438, 282302, 287174, 291038, 295910, 299942, 304646, 308678, 313382, 317414, 322118, 326150, 330854, 335390, 339590, 344126, 348326, 352862, 357062, 361598, 365798, 370334, 374702, 379238, 383438, 387974, 392174, 396710, 400910, 405446, 409646, 414182, 418382, 422918, 427286, 431822, 436022, 440558, 444758, 449294, 453494, 458030, 462230, 466766, 470966, 475670, 479870, 484406, 488606, 493142, 497342, 501878, 506078, 510614, 514814, 519350, 523718, 528254, 532454, 536990, 541190, 545726, 549926, 554462, 558662, 563198, 567398, 571934, 576302, 580838, 585038, 589574, 593774), 2) minute), '1899-12-31') / 7) week as period,
-- 11|     and `channel` = ?
-- 12|   union all
-- 13 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 25|     cast(`day` as datetime(6)) as moment,
-- 26|     date '1899-12-31' + interval floor(datediff(`day`, '1899-12-31') / 7) week as period,
-- 31|     and `day` < cast(? as date)
-- 33| periods_1 as (
-- 37|     step,
-- 38|     case when step = 1 then min(moment) else max(moment) end as moment
-- 39|   from events_1
-- 39+|   group by 1, 2, 3
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 65|     step,
-- 66|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 67|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 68|     max(period) over () as latest
-- 69|   from periods_1
-- 70 is left out
-- 71 is left out
-- 76|     case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval 1 week then 1 when period = cohort + interval 2 week then 2 when period = cohort + interval 3 week then 3 end as number,
-- 80|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 105|     1.0000000000000000 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
-- 118|   where latest >= case number when 0 then cohort when 1 then cohort + interval 1 week when 2 then cohort + interval 2 week when 3 then cohort + interval 3 week end
-- 120| order by `retention.cohort` <=> null, `retention.cohort`, `retention.period` <=> null, `retention.period`
-- clickhouse:
-- 5|     toDateTime64("at", 6, 'UTC') as moment,
-- 6|     toStartOfWeek(toDate32(toTimeZone("at", 'Pacific/Auckland')), 0) as period,
-- 11|     and "channel" = {p1:String}
-- 12|   union all
-- 13 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 25|     toDateTime64("day", 6, 'UTC') as moment,
-- 26|     toStartOfWeek(toDate32("day"), 0) as period,
-- 31|     and "day" < {p2:Date32}
-- 33| periods_1 as (
-- 37|     step,
-- 38|     case when step = 1 then min(moment) else max(moment) end as moment
-- 39|   from events_1
-- 39+|   group by 1, 2, 3
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 65|     step,
-- 66|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 67|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 68|     max(period) over () as latest
-- 69|   from periods_1
-- 70 is left out
-- 71 is left out
-- 76|     case when step = 1 then -1 when period = cohort then 0 when period = (cohort + toIntervalWeek(1)) then 1 when period = (cohort + toIntervalWeek(2)) then 2 when period = (cohort + toIntervalWeek(3)) then 3 end as number,
-- 80|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 105|     1e0 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
-- 118|   where latest >= case number when 0 then cohort when 1 then (cohort + toIntervalWeek(1)) when 2 then (cohort + toIntervalWeek(2)) when 3 then (cohort + toIntervalWeek(3)) end
-- 120| order by 1 nulls last, 2 nulls last
-- 121| limit 3
-- 121+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 5|     cast("at" as timestamp(6)) as moment,
-- 6|     cast(date_add('day', -1, date_trunc('week', date_add('day', 1, cast(cast("at" as timestamp(6) with time zone) at time zone 'Pacific/Auckland' as timestamp(6))))) as date) as period,
-- 11|     and "channel" = ?
-- 12|   union all
-- 13 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 25|     cast("day" as timestamp(6)) as moment,
-- 26|     cast(date_add('day', -1, date_trunc('week', date_add('day', 1, "day"))) as date) as period,
-- 31|     and "day" < cast(? as date)
-- 33| periods_1 as (
-- 37|     step,
-- 38|     case when step = 1 then min(moment) else max(moment) end as moment
-- 39|   from events_1
-- 39+|   group by 1, 2, 3
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 65|     step,
-- 66|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 67|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 68|     max(period) over () as latest
-- 69|   from periods_1
-- 70 is left out
-- 71 is left out
-- 76|     case when step = 1 then -1 when period = cohort then 0 when period = date_add('week', 1, cohort) then 1 when period = date_add('week', 2, cohort) then 2 when period = date_add('week', 3, cohort) then 3 end as number,
-- 80|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 105|     1e0 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
-- 118|   where latest >= case number when 0 then cohort when 1 then date_add('week', 1, cohort) when 2 then date_add('week', 2, cohort) when 3 then date_add('week', 3, cohort) end
-- bigquery:
-- 5|     timestamp(`at`) as moment,
-- 6|     date_trunc(cast(datetime(timestamp(`at`), 'Pacific/Auckland') as date), week(sunday)) as period,
-- 11|     and `channel` = @p1
-- 12|   union all
-- 13 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 25|     timestamp(`day`) as moment,
-- 26|     date_trunc(cast(`day` as date), week(sunday)) as period,
-- 31|     and `day` < cast(@p2 as date)
-- 33| periods_1 as (
-- 37|     step,
-- 38|     case when step = 1 then min(moment) else max(moment) end as moment
-- 39|   from events_1
-- 39+|   group by 1, 2, 3
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 65|     step,
-- 66|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 67|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 68|     max(period) over () as latest
-- 69|   from periods_1
-- 70 is left out
-- 71 is left out
-- 76|     case when step = 1 then -1 when period = cohort then 0 when period = date_add(cohort, interval 1 week) then 1 when period = date_add(cohort, interval 2 week) then 2 when period = date_add(cohort, interval 3 week) then 3 end as number,
-- 80|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 105|     1e0 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
-- 118|   where latest >= case number when 0 then cohort when 1 then date_add(cohort, interval 1 week) when 2 then date_add(cohort, interval 2 week) when 3 then date_add(cohort, interval 3 week) end
-- databricks:
-- 5|     cast(`at` as timestamp) as moment,
-- 6|     date_add(cast(date_trunc('week', date_add(cast(convert_timezone('Pacific/Auckland', `at`) as date), 1)) as date), -1) as period,
-- 11|     and `channel` = :p1
-- 12|   union all
-- 13 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 25|     cast(`day` as timestamp) as moment,
-- 26|     date_add(cast(date_trunc('week', date_add(cast(`day` as date), 1)) as date), -1) as period,
-- 31|     and `day` < cast(:p2 as date)
-- 33| periods_1 as (
-- 37|     step,
-- 38|     case when step = 1 then min(moment) else max(moment) end as moment
-- 39|   from events_1
-- 39+|   group by 1, 2, 3
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 65|     step,
-- 66|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 67|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 68|     max(period) over () as latest
-- 69|   from periods_1
-- 70 is left out
-- 71 is left out
-- 76|     case when step = 1 then -1 when period = cohort then 0 when period = cast(dateadd(week, 1, cohort) as date) then 1 when period = cast(dateadd(week, 2, cohort) as date) then 2 when period = cast(dateadd(week, 3, cohort) as date) then 3 end as number,
-- 80|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 105|     1D * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
-- 118|   where latest >= case number when 0 then cohort when 1 then cast(dateadd(week, 1, cohort) as date) when 2 then cast(dateadd(week, 2, cohort) as date) when 3 then cast(dateadd(week, 3, cohort) as date) end
-- snowflake:
-- 5|     cast("at" as timestamp_ntz) as moment,
-- 6|     dateadd(day, 0 - mod(dayofweekiso(cast(convert_timezone('Pacific/Auckland', "at") as timestamp_ntz)), 7), cast(cast(convert_timezone('Pacific/Auckland', "at") as timestamp_ntz) as date)) as period,
-- 11|     and "channel" = ?
-- 12|   union all
-- 13 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 25|     cast("day" as timestamp_ntz) as moment,
-- 26|     dateadd(day, 0 - mod(dayofweekiso("day"), 7), cast("day" as date)) as period,
-- 31|     and "day" < cast(? as date)
-- 33| periods_1 as (
-- 37|     step,
-- 38|     case when step = 1 then min(moment) else max(moment) end as moment
-- 39|   from events_1
-- 39+|   group by 1, 2, 3
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 65|     step,
-- 66|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 67|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 68|     max(period) over () as latest
-- 69|   from periods_1
-- 70 is left out
-- 71 is left out
-- 76|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(week, 1, cohort) then 1 when period = dateadd(week, 2, cohort) then 2 when period = dateadd(week, 3, cohort) then 3 end as number,
-- 80|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 105|     1::float * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
-- 118|   where latest >= case number when 0 then cohort when 1 then dateadd(week, 1, cohort) when 2 then dateadd(week, 2, cohort) when 3 then dateadd(week, 3, cohort) end
-- redshift:
-- 12|   union all
-- 13 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 33| periods_1 as (
-- 37|     step,
-- 38|     case when step = 1 then min(moment) else max(moment) end as moment
-- 39|   from events_1
-- 39+|   group by 1, 2, 3
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 65|     step,
-- 66|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 67|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 68|     max(period) over () as latest
-- 69|   from periods_1
-- 70 is left out
-- 71 is left out
-- 76|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(week, 1, cohort)::date then 1 when period = dateadd(week, 2, cohort)::date then 2 when period = dateadd(week, 3, cohort)::date then 3 end as number,
-- 80|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 105|     1::float8 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
-- 118|   where latest >= case number when 0 then cohort when 1 then dateadd(week, 1, cohort)::date when 2 then dateadd(week, 2, cohort)::date when 3 then dateadd(week, 3, cohort)::date end
