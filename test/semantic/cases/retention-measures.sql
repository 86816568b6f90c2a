-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- the revenue of each cohort in each month after it
with returns_1 as (
  select
    "people"."id" as entity,
    "orders"."at" as moment,
    date_trunc('month', "orders"."at")::date as period,
    "orders"."amount" as v0,
    "orders"."buyer" as v1
  from "orders"
  left join "people" on "people"."id" = "orders"."buyer"
  where "people"."id" is not null
    and "orders"."at" is not null
),
events_1 as (
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
    entity,
    moment,
    period,
    2 as step
  from returns_1
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
    case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval '1 month' then 1 when period = cohort + interval '2 months' then 2 when period = cohort + interval '3 months' then 3 end as number,
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
),
measured_1 as (
  select
    cohort as begun,
    number as place,
    sum(v0) as x0,
    count(*) as x1,
    percentile_cont(0.5) within group (order by v0) as x2,
    count(distinct v1) as x3
  from (
    select
      cohort,
      case when period = cohort then 0 when period = cohort + interval '1 month' then 1 when period = cohort + interval '2 months' then 2 when period = cohort + interval '3 months' then 3 end as number,
      v0,
      v1
    from returns_1
    join firsts_1 on firsts_1.entity = returns_1.entity
    where moment >= since
  ) as returned
  where number is not null
  group by 1, 2
)
select
  d0 as "retention.cohort",
  d1 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size",
  m3 as "orders.total",
  m4 as "orders.count",
  1.0 * m3 / nullif(m4, 0) as "orders.average",
  m5 as "orders.middle",
  m6 as "orders.buyers"
from (
  select
    cohort as d0,
    number as d1,
    1.0 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end as m1,
    size as m2,
    x0 as m3,
    coalesce(x1, 0) as m4,
    x2 as m5,
    coalesce(x3, 0) as m6
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
  left join measured_1 on begun = cohort and place = number
  where latest >= case number when 0 then cohort when 1 then cohort + interval '1 month' when 2 then cohort + interval '2 months' when 3 then cohort + interval '3 months' end
) as retention
order by "retention.cohort" nulls last, "retention.period" nulls last
limit 101;
-- duckdb:
-- 109|     median(v0::double) as x2,
-- 132|   m3 / nullif(m4, 0) as "orders.average",
-- 139|     case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
-- mysql:
-- 5|     cast(date_format(`orders`.`at`, '%Y-%m-01') as date) as period,
-- 17|     cast(date_format(`visits`.`at`, '%Y-%m-01') as date) as period,
-- 23|   union all
-- 24 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 41| periods_1 as (
-- 45|     step,
-- 46|     case when step = 1 then min(moment) else max(moment) end as moment
-- 47|   from events_1
-- 47+|   group by 1, 2, 3
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 73|     step,
-- 74|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 75|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 76|     max(period) over () as latest
-- 77|   from periods_1
-- 78 is left out
-- 79 is left out
-- 84|     case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval 1 month then 1 when period = cohort + interval 2 month then 2 when period = cohort + interval 3 month then 3 end as number,
-- 88|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 102+| firsts_1 as (
-- 102+|   select
-- 102+|     entity,
-- 102+|     since,
-- 102+|     cohort
-- 102+|   from started_1
-- 102+|   where step = 1 and period = cohort
-- 102+| ),
-- 105|     d0 as begun,
-- 106|     d1 as place,
-- 107|     sum(i0) as x0,
-- 109|     sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as x2,
-- 110|     count(distinct i1) as x3
-- 113|       cohort as d0,
-- 114|       number as d1,
-- 115|       v0 as i0,
-- 116|       v1 as i1,
-- 117|       row_number() over (partition by cohort, number order by v0 <=> null, v0) as r0,
-- 118|       count(v0) over (partition by cohort, number) as n0
-- 119|     from (
-- 120|       select
-- 121|         cohort,
-- 121+|         case when period = cohort then 0 when period = cohort + interval 1 month then 1 when period = cohort + interval 2 month then 2 when period = cohort + interval 3 month then 3 end as number,
-- 121+|         v0,
-- 121+|         v1
-- 121+|       from returns_1
-- 121+|       join firsts_1 on firsts_1.entity = returns_1.entity
-- 121+|       where moment >= since
-- 121+|     ) as returned
-- 121+|     where number is not null
-- 121+|   ) as ranked
-- 132|   1.0000000000000000 * m3 / nullif(m4, 0) as `orders.average`,
-- 139|     1.0000000000000000 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
-- 157|   where latest >= case number when 0 then cohort when 1 then cohort + interval 1 month when 2 then cohort + interval 2 month when 3 then cohort + interval 3 month end
-- 159| order by `retention.cohort` <=> null, `retention.cohort`, `retention.period` <=> null, `retention.period`
-- clickhouse:
-- 5|     toStartOfMonth(toDate32(toTimeZone("orders"."at", 'UTC'))) as period,
-- 17|     toStartOfMonth(toDate32(toTimeZone("visits"."at", 'UTC'))) as period,
-- 23|   union all
-- 24 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 41| periods_1 as (
-- 45|     step,
-- 46|     case when step = 1 then min(moment) else max(moment) end as moment
-- 47|   from events_1
-- 47+|   group by 1, 2, 3
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 73|     step,
-- 74|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 75|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 76|     max(period) over () as latest
-- 77|   from periods_1
-- 78 is left out
-- 79 is left out
-- 84|     case when step = 1 then -1 when period = cohort then 0 when period = (cohort + toIntervalMonth(1)) then 1 when period = (cohort + toIntervalMonth(2)) then 2 when period = (cohort + toIntervalMonth(3)) then 3 end as number,
-- 88|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 102+| firsts_1 as (
-- 102+|   select
-- 102+|     entity,
-- 102+|     since,
-- 102+|     cohort
-- 102+|   from started_1
-- 102+|   where step = 1 and period = cohort
-- 102+| ),
-- 107|     sumOrNull(v0 + toDecimal128(0, 0)) as x0,
-- 109|     quantileExactInclusiveOrNull(0.5)(toFloat64(v0)) as x2,
-- 110|     uniqExact(v1) as x3
-- 114|       case when period = cohort then 0 when period = (cohort + toIntervalMonth(1)) then 1 when period = (cohort + toIntervalMonth(2)) then 2 when period = (cohort + toIntervalMonth(3)) then 3 end as number,
-- 132|   1e0 * m3 / nullif(m4, 0) as "orders.average",
-- 139|     1e0 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
-- 157|   where latest >= case number when 0 then cohort when 1 then (cohort + toIntervalMonth(1)) when 2 then (cohort + toIntervalMonth(2)) when 3 then (cohort + toIntervalMonth(3)) end
-- 159| order by 1 nulls last, 2 nulls last
-- 160| limit 101
-- 160+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 5|     cast(date_trunc('month', cast(cast("orders"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
-- 17|     cast(date_trunc('month', cast(cast("visits"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
-- 23|   union all
-- 24 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 41| periods_1 as (
-- 45|     step,
-- 46|     case when step = 1 then min(moment) else max(moment) end as moment
-- 47|   from events_1
-- 47+|   group by 1, 2, 3
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 73|     step,
-- 74|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 75|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 76|     max(period) over () as latest
-- 77|   from periods_1
-- 78 is left out
-- 79 is left out
-- 84|     case when step = 1 then -1 when period = cohort then 0 when period = date_add('month', 1, cohort) then 1 when period = date_add('month', 2, cohort) then 2 when period = date_add('month', 3, cohort) then 3 end as number,
-- 88|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 102+| firsts_1 as (
-- 102+|   select
-- 102+|     entity,
-- 102+|     since,
-- 102+|     cohort
-- 102+|   from started_1
-- 102+|   where step = 1 and period = cohort
-- 102+| ),
-- 105|     d0 as begun,
-- 106|     d1 as place,
-- 107|     sum(i0) as x0,
-- 109|     sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as x2,
-- 110|     count(distinct i1) as x3
-- 113|       cohort as d0,
-- 114|       number as d1,
-- 115|       v0 as i0,
-- 116|       v1 as i1,
-- 117|       row_number() over (partition by cohort, number order by v0 nulls last) as r0,
-- 118|       count(v0) over (partition by cohort, number) as n0
-- 119|     from (
-- 120|       select
-- 121|         cohort,
-- 121+|         case when period = cohort then 0 when period = date_add('month', 1, cohort) then 1 when period = date_add('month', 2, cohort) then 2 when period = date_add('month', 3, cohort) then 3 end as number,
-- 121+|         v0,
-- 121+|         v1
-- 121+|       from returns_1
-- 121+|       join firsts_1 on firsts_1.entity = returns_1.entity
-- 121+|       where moment >= since
-- 121+|     ) as returned
-- 121+|     where number is not null
-- 121+|   ) as ranked
-- 132|   1e0 * m3 / nullif(m4, 0) as "orders.average",
-- 139|     1e0 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
-- 157|   where latest >= case number when 0 then cohort when 1 then date_add('month', 1, cohort) when 2 then date_add('month', 2, cohort) when 3 then date_add('month', 3, cohort) end
-- bigquery:
-- 5|     date_trunc(cast(datetime(timestamp(`orders`.`at`), 'UTC') as date), month) as period,
-- 17|     date_trunc(cast(datetime(timestamp(`visits`.`at`), 'UTC') as date), month) as period,
-- 23|   union all
-- 24 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 41| periods_1 as (
-- 45|     step,
-- 46|     case when step = 1 then min(moment) else max(moment) end as moment
-- 47|   from events_1
-- 47+|   group by 1, 2, 3
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 73|     step,
-- 74|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 75|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 76|     max(period) over () as latest
-- 77|   from periods_1
-- 78 is left out
-- 79 is left out
-- 84|     case when step = 1 then -1 when period = cohort then 0 when period = date_add(cohort, interval 1 month) then 1 when period = date_add(cohort, interval 2 month) then 2 when period = date_add(cohort, interval 3 month) then 3 end as number,
-- 88|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 102+| firsts_1 as (
-- 102+|   select
-- 102+|     entity,
-- 102+|     since,
-- 102+|     cohort
-- 102+|   from started_1
-- 102+|   where step = 1 and period = cohort
-- 102+| ),
-- 105|     d0 as begun,
-- 106|     d1 as place,
-- 107|     sum(i0) as x0,
-- 109|     sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as x2,
-- 110|     count(distinct i1) as x3
-- 113|       cohort as d0,
-- 114|       number as d1,
-- 115|       v0 as i0,
-- 116|       v1 as i1,
-- 117|       row_number() over (partition by cohort, number order by v0 nulls last) as r0,
-- 118|       count(v0) over (partition by cohort, number) as n0
-- 119|     from (
-- 120|       select
-- 121|         cohort,
-- 121+|         case when period = cohort then 0 when period = date_add(cohort, interval 1 month) then 1 when period = date_add(cohort, interval 2 month) then 2 when period = date_add(cohort, interval 3 month) then 3 end as number,
-- 121+|         v0,
-- 121+|         v1
-- 121+|       from returns_1
-- 121+|       join firsts_1 on firsts_1.entity = returns_1.entity
-- 121+|       where moment >= since
-- 121+|     ) as returned
-- 121+|     where number is not null
-- 121+|   ) as ranked
-- 132|   1e0 * m3 / nullif(m4, 0) as `orders__average`,
-- 139|     1e0 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
-- 157|   where latest >= case number when 0 then cohort when 1 then date_add(cohort, interval 1 month) when 2 then date_add(cohort, interval 2 month) when 3 then date_add(cohort, interval 3 month) end
-- databricks:
-- 5|     cast(date_trunc('month', convert_timezone('UTC', `orders`.`at`)) as date) as period,
-- 17|     cast(date_trunc('month', convert_timezone('UTC', `visits`.`at`)) as date) as period,
-- 23|   union all
-- 24 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 41| periods_1 as (
-- 45|     step,
-- 46|     case when step = 1 then min(moment) else max(moment) end as moment
-- 47|   from events_1
-- 47+|   group by 1, 2, 3
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 73|     step,
-- 74|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 75|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 76|     max(period) over () as latest
-- 77|   from periods_1
-- 78 is left out
-- 79 is left out
-- 84|     case when step = 1 then -1 when period = cohort then 0 when period = cast(dateadd(month, 1, cohort) as date) then 1 when period = cast(dateadd(month, 2, cohort) as date) then 2 when period = cast(dateadd(month, 3, cohort) as date) then 3 end as number,
-- 88|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 102+| firsts_1 as (
-- 102+|   select
-- 102+|     entity,
-- 102+|     since,
-- 102+|     cohort
-- 102+|   from started_1
-- 102+|   where step = 1 and period = cohort
-- 102+| ),
-- 109|     percentile(cast(v0 as double), 0.5) as x2,
-- 114|       case when period = cohort then 0 when period = cast(dateadd(month, 1, cohort) as date) then 1 when period = cast(dateadd(month, 2, cohort) as date) then 2 when period = cast(dateadd(month, 3, cohort) as date) then 3 end as number,
-- 132|   1D * m3 / nullif(m4, 0) as `orders.average`,
-- 139|     1D * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
-- 157|   where latest >= case number when 0 then cohort when 1 then cast(dateadd(month, 1, cohort) as date) when 2 then cast(dateadd(month, 2, cohort) as date) when 3 then cast(dateadd(month, 3, cohort) as date) end
-- snowflake:
-- 5|     cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."at") as timestamp_ntz)) as date) as period,
-- 17|     cast(date_trunc('month', cast(convert_timezone('UTC', "visits"."at") as timestamp_ntz)) as date) as period,
-- 23|   union all
-- 24 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 41| periods_1 as (
-- 45|     step,
-- 46|     case when step = 1 then min(moment) else max(moment) end as moment
-- 47|   from events_1
-- 47+|   group by 1, 2, 3
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 73|     step,
-- 74|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 75|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 76|     max(period) over () as latest
-- 77|   from periods_1
-- 78 is left out
-- 79 is left out
-- 84|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(month, 1, cohort) then 1 when period = dateadd(month, 2, cohort) then 2 when period = dateadd(month, 3, cohort) then 3 end as number,
-- 88|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 102+| firsts_1 as (
-- 102+|   select
-- 102+|     entity,
-- 102+|     since,
-- 102+|     cohort
-- 102+|   from started_1
-- 102+|   where step = 1 and period = cohort
-- 102+| ),
-- 109|     median(cast(v0 as float)) as x2,
-- 114|       case when period = cohort then 0 when period = dateadd(month, 1, cohort) then 1 when period = dateadd(month, 2, cohort) then 2 when period = dateadd(month, 3, cohort) then 3 end as number,
-- 132|   1::float * m3 / nullif(m4, 0) as "orders.average",
-- 139|     1::float * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
-- 157|   where latest >= case number when 0 then cohort when 1 then dateadd(month, 1, cohort) when 2 then dateadd(month, 2, cohort) when 3 then dateadd(month, 3, cohort) end
-- redshift:
-- 23|   union all
-- 24 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 41| periods_1 as (
-- 45|     step,
-- 46|     case when step = 1 then min(moment) else max(moment) end as moment
-- 47|   from events_1
-- 47+|   group by 1, 2, 3
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 73|     step,
-- 74|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 75|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 76|     max(period) over () as latest
-- 77|   from periods_1
-- 78 is left out
-- 79 is left out
-- 84|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(month, 1, cohort)::date then 1 when period = dateadd(month, 2, cohort)::date then 2 when period = dateadd(month, 3, cohort)::date then 3 end as number,
-- 88|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 102+| firsts_1 as (
-- 102+|   select
-- 102+|     entity,
-- 102+|     since,
-- 102+|     cohort
-- 102+|   from started_1
-- 102+|   where step = 1 and period = cohort
-- 102+| ),
-- 105|     d0 as begun,
-- 106|     d1 as place,
-- 107|     sum(i0) as x0,
-- 109|     sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as x2,
-- 110|     count(distinct i1) as x3
-- 113|       cohort as d0,
-- 114|       number as d1,
-- 115|       v0 as i0,
-- 116|       v1 as i1,
-- 117|       row_number() over (partition by cohort, number order by v0 nulls last) as r0,
-- 118|       count(v0) over (partition by cohort, number) as n0
-- 119|     from (
-- 120|       select
-- 121|         cohort,
-- 121+|         case when period = cohort then 0 when period = dateadd(month, 1, cohort)::date then 1 when period = dateadd(month, 2, cohort)::date then 2 when period = dateadd(month, 3, cohort)::date then 3 end as number,
-- 121+|         v0,
-- 121+|         v1
-- 121+|       from returns_1
-- 121+|       join firsts_1 on firsts_1.entity = returns_1.entity
-- 121+|       where moment >= since
-- 121+|     ) as returned
-- 121+|     where number is not null
-- 121+|   ) as ranked
-- 132|   1::float8 * m3 / nullif(m4, 0) as "orders.average",
-- 139|     1::float8 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(size, 0) as m0,
-- 157|   where latest >= case number when 0 then cohort when 1 then dateadd(month, 1, cohort)::date when 2 then dateadd(month, 2, cohort)::date when 3 then dateadd(month, 3, cohort)::date end

-- the rows themselves are measured, grouped by a property of the first event
with returns_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    date_trunc('week', "visits"."at")::date as period,
    "visits"."channel" as v0,
    "visits"."at" as v1
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
),
events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    date_trunc('week', "visits"."at")::date as period,
    1 as step,
    "visits"."channel" as d0
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
  union all
  select
    entity,
    moment,
    period,
    2 as step,
    null::text as d0
  from returns_1
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
    case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval '1 week' then 1 end as number,
    max(latest) as latest,
    count(*) as came
  from started_1
  where (step = 1 and place = 1 or step = 2 and moment >= since)
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
),
firsts_1 as (
  select
    entity,
    since,
    cohort,
    f0 as d0
  from started_1
  where step = 1 and place = 1
),
measured_1 as (
  select
    d0 as g0,
    cohort as begun,
    number as place,
    count(*) as x0,
    count(distinct v0) as x1,
    max(v1) as x2
  from (
    select
      d0,
      cohort,
      case when period = cohort then 0 when period = cohort + interval '1 week' then 1 end as number,
      v0,
      v1
    from returns_1
    join firsts_1 on firsts_1.entity = returns_1.entity
    where moment >= since
  ) as returned
  where number is not null
  group by 1, 2, 3
)
select
  d0 as "visits.channel",
  d1 as "retention.cohort",
  d2 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size",
  m3 as "visits.count",
  m4 as "visits.channels",
  m5 as "visits.last"
from (
  select
    d0,
    cohort as d1,
    number as d2,
    1.0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 end as m1,
    size as m2,
    coalesce(x0, 0) as m3,
    coalesce(x1, 0) as m4,
    x2 as m5
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
  ) as numbers
  left join measured_1 on array[g0] = array[d0] and begun = cohort and place = number
  where latest >= case number when 0 then cohort when 1 then cohort + interval '1 week' end
) as retention
order by "visits.channel" nulls last, "retention.cohort" nulls last, "retention.period" nulls last
limit 101;
-- duckdb:
-- 30|     null as d0
-- 124|     case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 136|   left join measured_1 on g0 is not distinct from d0 and begun = cohort and place = number
-- mysql:
-- 5|     date '1900-01-01' + interval floor(datediff(`visits`.`at`, '1900-01-01') / 7) week as period,
-- 17|     date '1900-01-01' + interval floor(datediff(`visits`.`at`, '1900-01-01') / 7) week as period,
-- 30|     null as d0
-- 52|     first_value(d0) over (partition by entity order by step, moment, d0 <=> null, d0 rows between unbounded preceding and unbounded following) as f0,
-- 53|     row_number() over (partition by entity order by step, moment, d0 <=> null, d0) as place
-- 60|     case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval 1 week then 1 end as number,
-- 99|       case when period = cohort then 0 when period = cohort + interval 1 week then 1 end as number,
-- 124|     1.0000000000000000 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 136|   left join measured_1 on g0 <=> d0 and begun = cohort and place = number
-- 137|   where latest >= case number when 0 then cohort when 1 then cohort + interval 1 week end
-- 139| order by `visits.channel` <=> null, `visits.channel`, `retention.cohort` <=> null, `retention.cohort`, `retention.period` <=> null, `retention.period`
-- clickhouse:
-- 5|     toStartOfWeek(toDate32(toTimeZone("visits"."at", 'UTC')), 1) as period,
-- 17|     toStartOfWeek(toDate32(toTimeZone("visits"."at", 'UTC')), 1) as period,
-- 30|     null as d0
-- 52|     first_value_respect_nulls(d0) over (partition by entity order by step, moment, d0 nulls last rows between unbounded preceding and unbounded following) as f0,
-- 60|     case when step = 1 then -1 when period = cohort then 0 when period = (cohort + toIntervalWeek(1)) then 1 end as number,
-- 93|     uniqExact(v0) as x1,
-- 94|     maxOrNull(v1) as x2
-- 99|       case when period = cohort then 0 when period = (cohort + toIntervalWeek(1)) then 1 end as number,
-- 124|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 136|   left join measured_1 on [g0] = [d0] and begun = cohort and place = number
-- 137|   where latest >= case number when 0 then cohort when 1 then (cohort + toIntervalWeek(1)) end
-- 139| order by 1 nulls last, 2 nulls last, 3 nulls last
-- 140| limit 101
-- 140+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 5|     cast(date_trunc('week', cast(cast("visits"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
-- 17|     cast(date_trunc('week', cast(cast("visits"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
-- 30|     null as d0
-- 60|     case when step = 1 then -1 when period = cohort then 0 when period = date_add('week', 1, cohort) then 1 end as number,
-- 99|       case when period = cohort then 0 when period = date_add('week', 1, cohort) then 1 end as number,
-- 124|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 136|   left join measured_1 on g0 is not distinct from d0 and begun = cohort and place = number
-- 137|   where latest >= case number when 0 then cohort when 1 then date_add('week', 1, cohort) end
-- bigquery:
-- 5|     date_trunc(cast(datetime(timestamp(`visits`.`at`), 'UTC') as date), week(monday)) as period,
-- 17|     date_trunc(cast(datetime(timestamp(`visits`.`at`), 'UTC') as date), week(monday)) as period,
-- 30|     null as d0
-- 60|     case when step = 1 then -1 when period = cohort then 0 when period = date_add(cohort, interval 1 week) then 1 end as number,
-- 99|       case when period = cohort then 0 when period = date_add(cohort, interval 1 week) then 1 end as number,
-- 124|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 136|   left join measured_1 on to_json_string(g0) = to_json_string(d0) and begun = cohort and place = number
-- 137|   where latest >= case number when 0 then cohort when 1 then date_add(cohort, interval 1 week) end
-- databricks:
-- 5|     cast(date_trunc('week', convert_timezone('UTC', `visits`.`at`)) as date) as period,
-- 17|     cast(date_trunc('week', convert_timezone('UTC', `visits`.`at`)) as date) as period,
-- 30|     null as d0
-- 60|     case when step = 1 then -1 when period = cohort then 0 when period = cast(dateadd(week, 1, cohort) as date) then 1 end as number,
-- 99|       case when period = cohort then 0 when period = cast(dateadd(week, 1, cohort) as date) then 1 end as number,
-- 124|     1D * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 136|   left join measured_1 on g0 <=> d0 and begun = cohort and place = number
-- 137|   where latest >= case number when 0 then cohort when 1 then cast(dateadd(week, 1, cohort) as date) end
-- snowflake:
-- 5|     dateadd(day, 1 - dayofweekiso(cast(convert_timezone('UTC', "visits"."at") as timestamp_ntz)), cast(cast(convert_timezone('UTC', "visits"."at") as timestamp_ntz) as date)) as period,
-- 17|     dateadd(day, 1 - dayofweekiso(cast(convert_timezone('UTC', "visits"."at") as timestamp_ntz)), cast(cast(convert_timezone('UTC', "visits"."at") as timestamp_ntz) as date)) as period,
-- 30|     null as d0
-- 60|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(week, 1, cohort) then 1 end as number,
-- 99|       case when period = cohort then 0 when period = dateadd(week, 1, cohort) then 1 end as number,
-- 124|     1::float * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 136|   left join measured_1 on equal_null(g0, d0) and begun = cohort and place = number
-- 137|   where latest >= case number when 0 then cohort when 1 then dateadd(week, 1, cohort) end
-- redshift:
-- 30|     null::varchar as d0
-- 60|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(week, 1, cohort)::date then 1 end as number,
-- 99|       case when period = cohort then 0 when period = dateadd(week, 1, cohort)::date then 1 end as number,
-- 124|     1::float8 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 136|   left join measured_1 on (g0 = d0 or (g0 is null and d0 is null)) and begun = cohort and place = number
-- 137|   where latest >= case number when 0 then cohort when 1 then dateadd(week, 1, cohort)::date end

-- each of two groups in one cohort has its own rows
with returns_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    date_trunc('month', "visits"."at")::date as period
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
),
events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    date_trunc('month', "visits"."at")::date as period,
    1 as step,
    "people"."team" as d0
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
  union all
  select
    entity,
    moment,
    period,
    2 as step,
    null::text as d0
  from returns_1
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
    case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval '1 month' then 1 end as number,
    max(latest) as latest,
    count(*) as came
  from started_1
  where (step = 1 and place = 1 or step = 2 and moment >= since)
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
),
firsts_1 as (
  select
    entity,
    since,
    cohort,
    f0 as d0
  from started_1
  where step = 1 and place = 1
),
measured_1 as (
  select
    d0 as g0,
    cohort as begun,
    number as place,
    count(*) as x0
  from (
    select
      d0,
      cohort,
      case when period = cohort then 0 when period = cohort + interval '1 month' then 1 end as number
    from returns_1
    join firsts_1 on firsts_1.entity = returns_1.entity
    where moment >= since
  ) as returned
  where number is not null
  group by 1, 2, 3
)
select
  d0 as "people.team",
  d1 as "retention.cohort",
  d2 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size",
  m3 as "visits.count"
from (
  select
    d0,
    cohort as d1,
    number as d2,
    1.0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 end as m1,
    size as m2,
    coalesce(x0, 0) as m3
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
  ) as numbers
  left join measured_1 on array[g0] = array[d0] and begun = cohort and place = number
  where latest >= case number when 0 then cohort when 1 then cohort + interval '1 month' end
) as retention
order by "people.team" nulls last, "retention.cohort" nulls last, "retention.period" nulls last
limit 101;
-- duckdb:
-- 28|     null as d0
-- 116|     case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 126|   left join measured_1 on g0 is not distinct from d0 and begun = cohort and place = number
-- mysql:
-- 5|     cast(date_format(`visits`.`at`, '%Y-%m-01') as date) as period
-- 15|     cast(date_format(`visits`.`at`, '%Y-%m-01') as date) as period,
-- 28|     null as d0
-- 50|     first_value(d0) over (partition by entity order by step, moment, d0 <=> null, d0 rows between unbounded preceding and unbounded following) as f0,
-- 51|     row_number() over (partition by entity order by step, moment, d0 <=> null, d0) as place
-- 58|     case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval 1 month then 1 end as number,
-- 95|       case when period = cohort then 0 when period = cohort + interval 1 month then 1 end as number
-- 116|     1.0000000000000000 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 126|   left join measured_1 on g0 <=> d0 and begun = cohort and place = number
-- 127|   where latest >= case number when 0 then cohort when 1 then cohort + interval 1 month end
-- 129| order by `people.team` <=> null, `people.team`, `retention.cohort` <=> null, `retention.cohort`, `retention.period` <=> null, `retention.period`
-- clickhouse:
-- 5|     toStartOfMonth(toDate32(toTimeZone("visits"."at", 'UTC'))) as period
-- 15|     toStartOfMonth(toDate32(toTimeZone("visits"."at", 'UTC'))) as period,
-- 28|     null as d0
-- 50|     first_value_respect_nulls(d0) over (partition by entity order by step, moment, d0 nulls last rows between unbounded preceding and unbounded following) as f0,
-- 58|     case when step = 1 then -1 when period = cohort then 0 when period = (cohort + toIntervalMonth(1)) then 1 end as number,
-- 95|       case when period = cohort then 0 when period = (cohort + toIntervalMonth(1)) then 1 end as number
-- 116|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 126|   left join measured_1 on [g0] = [d0] and begun = cohort and place = number
-- 127|   where latest >= case number when 0 then cohort when 1 then (cohort + toIntervalMonth(1)) end
-- 129| order by 1 nulls last, 2 nulls last, 3 nulls last
-- 130| limit 101
-- 130+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 5|     cast(date_trunc('month', cast(cast("visits"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period
-- 15|     cast(date_trunc('month', cast(cast("visits"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
-- 28|     null as d0
-- 58|     case when step = 1 then -1 when period = cohort then 0 when period = date_add('month', 1, cohort) then 1 end as number,
-- 95|       case when period = cohort then 0 when period = date_add('month', 1, cohort) then 1 end as number
-- 116|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 126|   left join measured_1 on g0 is not distinct from d0 and begun = cohort and place = number
-- 127|   where latest >= case number when 0 then cohort when 1 then date_add('month', 1, cohort) end
-- bigquery:
-- 5|     date_trunc(cast(datetime(timestamp(`visits`.`at`), 'UTC') as date), month) as period
-- 15|     date_trunc(cast(datetime(timestamp(`visits`.`at`), 'UTC') as date), month) as period,
-- 28|     null as d0
-- 58|     case when step = 1 then -1 when period = cohort then 0 when period = date_add(cohort, interval 1 month) then 1 end as number,
-- 95|       case when period = cohort then 0 when period = date_add(cohort, interval 1 month) then 1 end as number
-- 116|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 126|   left join measured_1 on to_json_string(g0) = to_json_string(d0) and begun = cohort and place = number
-- 127|   where latest >= case number when 0 then cohort when 1 then date_add(cohort, interval 1 month) end
-- databricks:
-- 5|     cast(date_trunc('month', convert_timezone('UTC', `visits`.`at`)) as date) as period
-- 15|     cast(date_trunc('month', convert_timezone('UTC', `visits`.`at`)) as date) as period,
-- 28|     null as d0
-- 58|     case when step = 1 then -1 when period = cohort then 0 when period = cast(dateadd(month, 1, cohort) as date) then 1 end as number,
-- 95|       case when period = cohort then 0 when period = cast(dateadd(month, 1, cohort) as date) then 1 end as number
-- 116|     1D * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 126|   left join measured_1 on g0 <=> d0 and begun = cohort and place = number
-- 127|   where latest >= case number when 0 then cohort when 1 then cast(dateadd(month, 1, cohort) as date) end
-- snowflake:
-- 5|     cast(date_trunc('month', cast(convert_timezone('UTC', "visits"."at") as timestamp_ntz)) as date) as period
-- 15|     cast(date_trunc('month', cast(convert_timezone('UTC', "visits"."at") as timestamp_ntz)) as date) as period,
-- 28|     null as d0
-- 58|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(month, 1, cohort) then 1 end as number,
-- 95|       case when period = cohort then 0 when period = dateadd(month, 1, cohort) then 1 end as number
-- 116|     1::float * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 126|   left join measured_1 on equal_null(g0, d0) and begun = cohort and place = number
-- 127|   where latest >= case number when 0 then cohort when 1 then dateadd(month, 1, cohort) end
-- redshift:
-- 28|     null::varchar as d0
-- 58|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(month, 1, cohort)::date then 1 end as number,
-- 95|       case when period = cohort then 0 when period = dateadd(month, 1, cohort)::date then 1 end as number
-- 116|     1::float8 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 126|   left join measured_1 on (g0 = d0 or (g0 is null and d0 is null)) and begun = cohort and place = number
-- 127|   where latest >= case number when 0 then cohort when 1 then dateadd(month, 1, cohort)::date end

-- rows before the first event are not measured
-- ["5"]
with returns_1 as (
  select
    "people"."id" as entity,
    "orders"."at" as moment,
    date_trunc('month', "orders"."at")::date as period,
    "orders"."amount" as v0
  from "orders"
  left join "people" on "people"."id" = "orders"."buyer"
  where "people"."id" is not null
    and "orders"."at" is not null
),
events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    date_trunc('month', "visits"."at")::date as period,
    1 as step
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
    and "people"."id" = $1::bigint
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
    entity,
    moment,
    period,
    2 as step
  from returns_1
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
    case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval '1 month' then 1 end as number,
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
),
measured_1 as (
  select
    cohort as begun,
    number as place,
    sum(v0) as x0
  from (
    select
      cohort,
      case when period = cohort then 0 when period = cohort + interval '1 month' then 1 end as number,
      v0
    from returns_1
    join firsts_1 on firsts_1.entity = returns_1.entity
    where moment >= since
  ) as returned
  where number is not null
  group by 1, 2
)
select
  d0 as "retention.cohort",
  d1 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size",
  m3 as "orders.total"
from (
  select
    cohort as d0,
    number as d1,
    1.0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 end as m1,
    size as m2,
    x0 as m3
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
  ) as numbers
  left join measured_1 on begun = cohort and place = number
  where latest >= case number when 0 then cohort when 1 then cohort + interval '1 month' end
) as retention
order by "retention.cohort" nulls last, "retention.period" nulls last
limit 101;
-- duckdb:
-- 130|     case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- mysql:
-- 6|     cast(date_format(`orders`.`at`, '%Y-%m-01') as date) as period,
-- 17|     cast(date_format(`visits`.`at`, '%Y-%m-01') as date) as period,
-- 23|     and `people`.`id` = cast(? as signed)
-- 24|   union all
-- 25 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 42| periods_1 as (
-- 46|     step,
-- 47|     case when step = 1 then min(moment) else max(moment) end as moment
-- 48|   from events_1
-- 48+|   group by 1, 2, 3
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 74|     step,
-- 75|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 76|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 77|     max(period) over () as latest
-- 78|   from periods_1
-- 79 is left out
-- 80 is left out
-- 85|     case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval 1 month then 1 end as number,
-- 89|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 101+| firsts_1 as (
-- 101+|   select
-- 101+|     entity,
-- 101+|     since,
-- 101+|     cohort
-- 101+|   from started_1
-- 101+|   where step = 1 and period = cohort
-- 101+| ),
-- 110|       case when period = cohort then 0 when period = cohort + interval 1 month then 1 end as number,
-- 130|     1.0000000000000000 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 141|   where latest >= case number when 0 then cohort when 1 then cohort + interval 1 month end
-- 143| order by `retention.cohort` <=> null, `retention.cohort`, `retention.period` <=> null, `retention.period`
-- clickhouse:
-- 6|     toStartOfMonth(toDate32(toTimeZone("orders"."at", 'UTC'))) as period,
-- 17|     toStartOfMonth(toDate32(toTimeZone("visits"."at", 'UTC'))) as period,
-- 23|     and "people"."id" = {p1:Int64}
-- 24|   union all
-- 25 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 42| periods_1 as (
-- 46|     step,
-- 47|     case when step = 1 then min(moment) else max(moment) end as moment
-- 48|   from events_1
-- 48+|   group by 1, 2, 3
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 74|     step,
-- 75|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 76|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 77|     max(period) over () as latest
-- 78|   from periods_1
-- 79 is left out
-- 80 is left out
-- 85|     case when step = 1 then -1 when period = cohort then 0 when period = (cohort + toIntervalMonth(1)) then 1 end as number,
-- 89|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 101+| firsts_1 as (
-- 101+|   select
-- 101+|     entity,
-- 101+|     since,
-- 101+|     cohort
-- 101+|   from started_1
-- 101+|   where step = 1 and period = cohort
-- 101+| ),
-- 106|     sumOrNull(v0 + toDecimal128(0, 0)) as x0
-- 110|       case when period = cohort then 0 when period = (cohort + toIntervalMonth(1)) then 1 end as number,
-- 130|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 141|   where latest >= case number when 0 then cohort when 1 then (cohort + toIntervalMonth(1)) end
-- 143| order by 1 nulls last, 2 nulls last
-- 144| limit 101
-- 144+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 6|     cast(date_trunc('month', cast(cast("orders"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
-- 17|     cast(date_trunc('month', cast(cast("visits"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
-- 23|     and "people"."id" = cast(? as bigint)
-- 24|   union all
-- 25 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 42| periods_1 as (
-- 46|     step,
-- 47|     case when step = 1 then min(moment) else max(moment) end as moment
-- 48|   from events_1
-- 48+|   group by 1, 2, 3
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 74|     step,
-- 75|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 76|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 77|     max(period) over () as latest
-- 78|   from periods_1
-- 79 is left out
-- 80 is left out
-- 85|     case when step = 1 then -1 when period = cohort then 0 when period = date_add('month', 1, cohort) then 1 end as number,
-- 89|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 101+| firsts_1 as (
-- 101+|   select
-- 101+|     entity,
-- 101+|     since,
-- 101+|     cohort
-- 101+|   from started_1
-- 101+|   where step = 1 and period = cohort
-- 101+| ),
-- 110|       case when period = cohort then 0 when period = date_add('month', 1, cohort) then 1 end as number,
-- 130|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 141|   where latest >= case number when 0 then cohort when 1 then date_add('month', 1, cohort) end
-- bigquery:
-- 6|     date_trunc(cast(datetime(timestamp(`orders`.`at`), 'UTC') as date), month) as period,
-- 17|     date_trunc(cast(datetime(timestamp(`visits`.`at`), 'UTC') as date), month) as period,
-- 23|     and `people`.`id` = cast(@p1 as int64)
-- 24|   union all
-- 25 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 42| periods_1 as (
-- 46|     step,
-- 47|     case when step = 1 then min(moment) else max(moment) end as moment
-- 48|   from events_1
-- 48+|   group by 1, 2, 3
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 74|     step,
-- 75|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 76|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 77|     max(period) over () as latest
-- 78|   from periods_1
-- 79 is left out
-- 80 is left out
-- 85|     case when step = 1 then -1 when period = cohort then 0 when period = date_add(cohort, interval 1 month) then 1 end as number,
-- 89|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 101+| firsts_1 as (
-- 101+|   select
-- 101+|     entity,
-- 101+|     since,
-- 101+|     cohort
-- 101+|   from started_1
-- 101+|   where step = 1 and period = cohort
-- 101+| ),
-- 110|       case when period = cohort then 0 when period = date_add(cohort, interval 1 month) then 1 end as number,
-- 130|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 141|   where latest >= case number when 0 then cohort when 1 then date_add(cohort, interval 1 month) end
-- databricks:
-- 6|     cast(date_trunc('month', convert_timezone('UTC', `orders`.`at`)) as date) as period,
-- 17|     cast(date_trunc('month', convert_timezone('UTC', `visits`.`at`)) as date) as period,
-- 23|     and `people`.`id` = cast(:p1 as bigint)
-- 24|   union all
-- 25 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 42| periods_1 as (
-- 46|     step,
-- 47|     case when step = 1 then min(moment) else max(moment) end as moment
-- 48|   from events_1
-- 48+|   group by 1, 2, 3
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 74|     step,
-- 75|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 76|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 77|     max(period) over () as latest
-- 78|   from periods_1
-- 79 is left out
-- 80 is left out
-- 85|     case when step = 1 then -1 when period = cohort then 0 when period = cast(dateadd(month, 1, cohort) as date) then 1 end as number,
-- 89|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 101+| firsts_1 as (
-- 101+|   select
-- 101+|     entity,
-- 101+|     since,
-- 101+|     cohort
-- 101+|   from started_1
-- 101+|   where step = 1 and period = cohort
-- 101+| ),
-- 110|       case when period = cohort then 0 when period = cast(dateadd(month, 1, cohort) as date) then 1 end as number,
-- 130|     1D * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 141|   where latest >= case number when 0 then cohort when 1 then cast(dateadd(month, 1, cohort) as date) end
-- snowflake:
-- 6|     cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."at") as timestamp_ntz)) as date) as period,
-- 17|     cast(date_trunc('month', cast(convert_timezone('UTC', "visits"."at") as timestamp_ntz)) as date) as period,
-- 23|     and "people"."id" = cast(? as number(38, 0))
-- 24|   union all
-- 25 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 42| periods_1 as (
-- 46|     step,
-- 47|     case when step = 1 then min(moment) else max(moment) end as moment
-- 48|   from events_1
-- 48+|   group by 1, 2, 3
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 74|     step,
-- 75|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 76|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 77|     max(period) over () as latest
-- 78|   from periods_1
-- 79 is left out
-- 80 is left out
-- 85|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(month, 1, cohort) then 1 end as number,
-- 89|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 101+| firsts_1 as (
-- 101+|   select
-- 101+|     entity,
-- 101+|     since,
-- 101+|     cohort
-- 101+|   from started_1
-- 101+|   where step = 1 and period = cohort
-- 101+| ),
-- 110|       case when period = cohort then 0 when period = dateadd(month, 1, cohort) then 1 end as number,
-- 130|     1::float * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 141|   where latest >= case number when 0 then cohort when 1 then dateadd(month, 1, cohort) end
-- redshift:
-- 24|   union all
-- 25 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 42| periods_1 as (
-- 46|     step,
-- 47|     case when step = 1 then min(moment) else max(moment) end as moment
-- 48|   from events_1
-- 48+|   group by 1, 2, 3
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 74|     step,
-- 75|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 76|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 77|     max(period) over () as latest
-- 78|   from periods_1
-- 79 is left out
-- 80 is left out
-- 85|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(month, 1, cohort)::date then 1 end as number,
-- 89|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 101+| firsts_1 as (
-- 101+|   select
-- 101+|     entity,
-- 101+|     since,
-- 101+|     cohort
-- 101+|   from started_1
-- 101+|   where step = 1 and period = cohort
-- 101+| ),
-- 110|       case when period = cohort then 0 when period = dateadd(month, 1, cohort)::date then 1 end as number,
-- 130|     1::float8 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 141|   where latest >= case number when 0 then cohort when 1 then dateadd(month, 1, cohort)::date end

-- filters select cohorts and returns, and measures have conditions of their own
-- ["9","2024-02-01 00:00:00","2024-02-01 00:00:00"]
with returns_1 as (
  select
    "orders"."buyer" as entity,
    "orders"."at" as moment,
    date_trunc('quarter', "orders"."at")::date as period,
    case when "orders".status = 'paid' then "orders"."amount" end as v0,
    case when "people"."team" = 'red' then 1 end as v1,
    "orders".status = 'open' as v2
  from "orders"
  left join "people" on "people"."id" = "orders"."buyer"
  where "orders"."buyer" is not null
    and "orders"."at" is not null
    and "orders"."id" is distinct from $1::bigint
),
events_1 as (
  select
    "person_id" as entity,
    "at" as moment,
    date_trunc('quarter', "at")::date as period,
    1 as step
  from "visits"
  where "person_id" is not null
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
    entity,
    moment,
    period,
    2 as step
  from returns_1
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
    case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval '3 months' then 1 end as number,
    max(latest) as latest,
    count(*) as came
  from started_1
  where (step = 1 or step = 2 and moment >= since)
    and since < $2::timestamp
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
),
measured_1 as (
  select
    cohort as begun,
    number as place,
    sum(v0) as x0,
    count(v1) as x1,
    bool_or(v2) as x2
  from (
    select
      cohort,
      case when period = cohort then 0 when period = cohort + interval '3 months' then 1 end as number,
      v0,
      v1,
      v2
    from returns_1
    join firsts_1 on firsts_1.entity = returns_1.entity
    where moment >= since
      and since < $3::timestamp
  ) as returned
  where number is not null
  group by 1, 2
)
select
  d0 as "retention.cohort",
  d1 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size",
  m3 as "orders.paid",
  m4 as "orders.of_red",
  m5 as "orders.any_open"
from (
  select
    cohort as d0,
    number as d1,
    1.0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 end as m1,
    size as m2,
    x0 as m3,
    coalesce(x1, 0) as m4,
    x2 as m5
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
  ) as numbers
  left join measured_1 on begun = cohort and place = number
  where latest >= case number when 0 then cohort when 1 then cohort + interval '3 months' end
) as retention
order by "retention.cohort" nulls last, "retention.period" nulls last
limit 101;
-- duckdb:
-- 14|     and ("orders"."id" <> $1::bigint or "orders"."id" is null)
-- 110|     max(v2) as x2
-- 139|     case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- mysql:
-- 6|     date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `orders`.`at`) quarter as period,
-- 14|     and not (`orders`.`id` <=> cast(? as signed))
-- 20|     date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `at`) quarter as period,
-- 25|   union all
-- 26 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 43| periods_1 as (
-- 47|     step,
-- 48|     case when step = 1 then min(moment) else max(moment) end as moment
-- 49|   from events_1
-- 49+|   group by 1, 2, 3
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 75|     step,
-- 76|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 77|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 78|     max(period) over () as latest
-- 79|   from periods_1
-- 80 is left out
-- 81 is left out
-- 86|     case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval 1 quarter then 1 end as number,
-- 90|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 91|     and since < cast(? as datetime(6))
-- 103+| firsts_1 as (
-- 103+|   select
-- 103+|     entity,
-- 103+|     since,
-- 103+|     cohort
-- 103+|   from started_1
-- 103+|   where step = 1 and period = cohort
-- 103+| ),
-- 110|     max(v2) as x2
-- 114|       case when period = cohort then 0 when period = cohort + interval 1 quarter then 1 end as number,
-- 121|       and since < cast(? as datetime(6))
-- 139|     1.0000000000000000 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 152|   where latest >= case number when 0 then cohort when 1 then cohort + interval 1 quarter end
-- 154| order by `retention.cohort` <=> null, `retention.cohort`, `retention.period` <=> null, `retention.period`
-- clickhouse:
-- 6|     toStartOfQuarter(toDate32(toTimeZone("orders"."at", 'UTC'))) as period,
-- 14|     and ifNull("orders"."id" != {p1:Int64}, true)
-- 20|     toStartOfQuarter(toDate32(toTimeZone("at", 'UTC'))) as period,
-- 25|   union all
-- 26 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 43| periods_1 as (
-- 47|     step,
-- 48|     case when step = 1 then min(moment) else max(moment) end as moment
-- 49|   from events_1
-- 49+|   group by 1, 2, 3
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 75|     step,
-- 76|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 77|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 78|     max(period) over () as latest
-- 79|   from periods_1
-- 80 is left out
-- 81 is left out
-- 86|     case when step = 1 then -1 when period = cohort then 0 when period = (cohort + toIntervalQuarter(1)) then 1 end as number,
-- 90|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 91|     and since < {p2:DateTime64(6, 'UTC')}
-- 103+| firsts_1 as (
-- 103+|   select
-- 103+|     entity,
-- 103+|     since,
-- 103+|     cohort
-- 103+|   from started_1
-- 103+|   where step = 1 and period = cohort
-- 103+| ),
-- 108|     sumOrNull(v0 + toDecimal128(0, 0)) as x0,
-- 110|     cast(maxOrNull(v2) as Nullable(Bool)) as x2
-- 114|       case when period = cohort then 0 when period = (cohort + toIntervalQuarter(1)) then 1 end as number,
-- 121|       and since < {p3:DateTime64(6, 'UTC')}
-- 139|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 152|   where latest >= case number when 0 then cohort when 1 then (cohort + toIntervalQuarter(1)) end
-- 154| order by 1 nulls last, 2 nulls last
-- 155| limit 101
-- 155+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 6|     cast(date_trunc('quarter', cast(cast("orders"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
-- 14|     and "orders"."id" is distinct from cast(? as bigint)
-- 20|     cast(date_trunc('quarter', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
-- 25|   union all
-- 26 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 43| periods_1 as (
-- 47|     step,
-- 48|     case when step = 1 then min(moment) else max(moment) end as moment
-- 49|   from events_1
-- 49+|   group by 1, 2, 3
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 75|     step,
-- 76|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 77|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 78|     max(period) over () as latest
-- 79|   from periods_1
-- 80 is left out
-- 81 is left out
-- 86|     case when step = 1 then -1 when period = cohort then 0 when period = date_add('quarter', 1, cohort) then 1 end as number,
-- 90|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 91|     and since < cast(? as timestamp(6))
-- 103+| firsts_1 as (
-- 103+|   select
-- 103+|     entity,
-- 103+|     since,
-- 103+|     cohort
-- 103+|   from started_1
-- 103+|   where step = 1 and period = cohort
-- 103+| ),
-- 110|     max(v2) as x2
-- 114|       case when period = cohort then 0 when period = date_add('quarter', 1, cohort) then 1 end as number,
-- 121|       and since < cast(? as timestamp(6))
-- 139|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 152|   where latest >= case number when 0 then cohort when 1 then date_add('quarter', 1, cohort) end
-- bigquery:
-- 6|     date_trunc(cast(datetime(timestamp(`orders`.`at`), 'UTC') as date), quarter) as period,
-- 14|     and `orders`.`id` is distinct from cast(@p1 as int64)
-- 20|     date_trunc(cast(datetime(timestamp(`at`), 'UTC') as date), quarter) as period,
-- 25|   union all
-- 26 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 43| periods_1 as (
-- 47|     step,
-- 48|     case when step = 1 then min(moment) else max(moment) end as moment
-- 49|   from events_1
-- 49+|   group by 1, 2, 3
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 75|     step,
-- 76|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 77|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 78|     max(period) over () as latest
-- 79|   from periods_1
-- 80 is left out
-- 81 is left out
-- 86|     case when step = 1 then -1 when period = cohort then 0 when period = date_add(cohort, interval 1 quarter) then 1 end as number,
-- 90|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 91|     and since < @p2
-- 103+| firsts_1 as (
-- 103+|   select
-- 103+|     entity,
-- 103+|     since,
-- 103+|     cohort
-- 103+|   from started_1
-- 103+|   where step = 1 and period = cohort
-- 103+| ),
-- 110|     max(v2) as x2
-- 114|       case when period = cohort then 0 when period = date_add(cohort, interval 1 quarter) then 1 end as number,
-- 121|       and since < @p3
-- 139|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 152|   where latest >= case number when 0 then cohort when 1 then date_add(cohort, interval 1 quarter) end
-- databricks:
-- 6|     cast(date_trunc('quarter', convert_timezone('UTC', `orders`.`at`)) as date) as period,
-- 14|     and not (`orders`.`id` <=> cast(:p1 as bigint))
-- 20|     cast(date_trunc('quarter', convert_timezone('UTC', `at`)) as date) as period,
-- 25|   union all
-- 26 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 43| periods_1 as (
-- 47|     step,
-- 48|     case when step = 1 then min(moment) else max(moment) end as moment
-- 49|   from events_1
-- 49+|   group by 1, 2, 3
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 75|     step,
-- 76|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 77|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 78|     max(period) over () as latest
-- 79|   from periods_1
-- 80 is left out
-- 81 is left out
-- 86|     case when step = 1 then -1 when period = cohort then 0 when period = cast(dateadd(quarter, 1, cohort) as date) then 1 end as number,
-- 90|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 91|     and since < cast(concat(:p2, 'Z') as timestamp)
-- 103+| firsts_1 as (
-- 103+|   select
-- 103+|     entity,
-- 103+|     since,
-- 103+|     cohort
-- 103+|   from started_1
-- 103+|   where step = 1 and period = cohort
-- 103+| ),
-- 110|     max(v2) as x2
-- 114|       case when period = cohort then 0 when period = cast(dateadd(quarter, 1, cohort) as date) then 1 end as number,
-- 121|       and since < cast(concat(:p3, 'Z') as timestamp)
-- 139|     1D * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 152|   where latest >= case number when 0 then cohort when 1 then cast(dateadd(quarter, 1, cohort) as date) end
-- snowflake:
-- 6|     cast(date_trunc('quarter', cast(convert_timezone('UTC', "orders"."at") as timestamp_ntz)) as date) as period,
-- 14|     and "orders"."id" is distinct from cast(? as number(38, 0))
-- 20|     cast(date_trunc('quarter', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as date) as period,
-- 25|   union all
-- 26 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 43| periods_1 as (
-- 47|     step,
-- 48|     case when step = 1 then min(moment) else max(moment) end as moment
-- 49|   from events_1
-- 49+|   group by 1, 2, 3
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 75|     step,
-- 76|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 77|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 78|     max(period) over () as latest
-- 79|   from periods_1
-- 80 is left out
-- 81 is left out
-- 86|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(quarter, 1, cohort) then 1 end as number,
-- 90|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 91|     and since < cast(? as timestamp_ntz)
-- 103+| firsts_1 as (
-- 103+|   select
-- 103+|     entity,
-- 103+|     since,
-- 103+|     cohort
-- 103+|   from started_1
-- 103+|   where step = 1 and period = cohort
-- 103+| ),
-- 110|     boolor_agg(v2) as x2
-- 114|       case when period = cohort then 0 when period = dateadd(quarter, 1, cohort) then 1 end as number,
-- 121|       and since < cast(? as timestamp_ntz)
-- 139|     1::float * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 152|   where latest >= case number when 0 then cohort when 1 then dateadd(quarter, 1, cohort) end
-- redshift:
-- 14|     and ("orders"."id" <> $1::bigint or "orders"."id" is null)
-- 25|   union all
-- 26 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 43| periods_1 as (
-- 47|     step,
-- 48|     case when step = 1 then min(moment) else max(moment) end as moment
-- 49|   from events_1
-- 49+|   group by 1, 2, 3
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 75|     step,
-- 76|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 77|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 78|     max(period) over () as latest
-- 79|   from periods_1
-- 80 is left out
-- 81 is left out
-- 86|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(quarter, 1, cohort)::date then 1 end as number,
-- 90|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 103+| firsts_1 as (
-- 103+|   select
-- 103+|     entity,
-- 103+|     since,
-- 103+|     cohort
-- 103+|   from started_1
-- 103+|   where step = 1 and period = cohort
-- 103+| ),
-- 114|       case when period = cohort then 0 when period = dateadd(quarter, 1, cohort)::date then 1 end as number,
-- 139|     1::float8 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 152|   where latest >= case number when 0 then cohort when 1 then dateadd(quarter, 1, cohort)::date end

-- row access limits the rows that are measured
-- ["blue"]
with returns_1 as (
  select
    "people"."id" as entity,
    "own_orders"."at" as moment,
    date_trunc('month', "own_orders"."at")::date as period,
    "own_orders"."amount" as v0
  from (
    select *
    from "orders" as "own_orders"
    where exists (
      select 1
      from "people"
      where "people"."id" = "own_orders"."buyer"
        and "people"."team" in ($1)
    )
  ) as "own_orders"
  left join "people" on "people"."id" = "own_orders"."buyer"
  where "people"."id" is not null
    and "own_orders"."at" is not null
),
events_1 as (
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
    entity,
    moment,
    period,
    2 as step
  from returns_1
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
    case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval '1 month' then 1 end as number,
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
),
measured_1 as (
  select
    cohort as begun,
    number as place,
    sum(v0) as x0,
    count(*) as x1
  from (
    select
      cohort,
      case when period = cohort then 0 when period = cohort + interval '1 month' then 1 end as number,
      v0
    from returns_1
    join firsts_1 on firsts_1.entity = returns_1.entity
    where moment >= since
  ) as returned
  where number is not null
  group by 1, 2
)
select
  d0 as "retention.cohort",
  d1 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size",
  m3 as "own_orders.total",
  m4 as "own_orders.count"
from (
  select
    cohort as d0,
    number as d1,
    1.0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 end as m1,
    size as m2,
    x0 as m3,
    coalesce(x1, 0) as m4
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
  ) as numbers
  left join measured_1 on begun = cohort and place = number
  where latest >= case number when 0 then cohort when 1 then cohort + interval '1 month' end
) as retention
order by "retention.cohort" nulls last, "retention.period" nulls last
limit 101;
-- duckdb:
-- 11|     where "own_orders"."buyer" in (
-- 12|       select "people"."id"
-- 14|       where "people"."team" in ($1)
-- 15 is left out
-- 140|     case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- mysql:
-- 6|     cast(date_format(`own_orders`.`at`, '%Y-%m-01') as date) as period,
-- 11|     where `own_orders`.`buyer` in (
-- 12|       select `people`.`id`
-- 14|       where `people`.`team` in (?)
-- 15 is left out
-- 26|     cast(date_format(`visits`.`at`, '%Y-%m-01') as date) as period,
-- 32|   union all
-- 33 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 50| periods_1 as (
-- 54|     step,
-- 55|     case when step = 1 then min(moment) else max(moment) end as moment
-- 56|   from events_1
-- 56+|   group by 1, 2, 3
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 82|     step,
-- 83|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 84|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 85|     max(period) over () as latest
-- 86|   from periods_1
-- 87 is left out
-- 88 is left out
-- 93|     case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval 1 month then 1 end as number,
-- 97|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 109+| firsts_1 as (
-- 109+|   select
-- 109+|     entity,
-- 109+|     since,
-- 109+|     cohort
-- 109+|   from started_1
-- 109+|   where step = 1 and period = cohort
-- 109+| ),
-- 119|       case when period = cohort then 0 when period = cohort + interval 1 month then 1 end as number,
-- 140|     1.0000000000000000 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 152|   where latest >= case number when 0 then cohort when 1 then cohort + interval 1 month end
-- 154| order by `retention.cohort` <=> null, `retention.cohort`, `retention.period` <=> null, `retention.period`
-- clickhouse:
-- 6|     toStartOfMonth(toDate32(toTimeZone("own_orders"."at", 'UTC'))) as period,
-- 11|     where "own_orders"."buyer" in (
-- 12|       select "people"."id"
-- 14|       where "people"."team" in ({p1:String})
-- 15 is left out
-- 26|     toStartOfMonth(toDate32(toTimeZone("visits"."at", 'UTC'))) as period,
-- 32|   union all
-- 33 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 50| periods_1 as (
-- 54|     step,
-- 55|     case when step = 1 then min(moment) else max(moment) end as moment
-- 56|   from events_1
-- 56+|   group by 1, 2, 3
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 82|     step,
-- 83|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 84|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 85|     max(period) over () as latest
-- 86|   from periods_1
-- 87 is left out
-- 88 is left out
-- 93|     case when step = 1 then -1 when period = cohort then 0 when period = (cohort + toIntervalMonth(1)) then 1 end as number,
-- 97|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 109+| firsts_1 as (
-- 109+|   select
-- 109+|     entity,
-- 109+|     since,
-- 109+|     cohort
-- 109+|   from started_1
-- 109+|   where step = 1 and period = cohort
-- 109+| ),
-- 114|     sumOrNull(v0 + toDecimal128(0, 0)) as x0,
-- 119|       case when period = cohort then 0 when period = (cohort + toIntervalMonth(1)) then 1 end as number,
-- 140|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 152|   where latest >= case number when 0 then cohort when 1 then (cohort + toIntervalMonth(1)) end
-- 154| order by 1 nulls last, 2 nulls last
-- 155| limit 101
-- 155+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 6|     cast(date_trunc('month', cast(cast("own_orders"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
-- 11|     where "own_orders"."buyer" in (
-- 12|       select "people"."id"
-- 14|       where "people"."team" in (?)
-- 15 is left out
-- 26|     cast(date_trunc('month', cast(cast("visits"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
-- 32|   union all
-- 33 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 50| periods_1 as (
-- 54|     step,
-- 55|     case when step = 1 then min(moment) else max(moment) end as moment
-- 56|   from events_1
-- 56+|   group by 1, 2, 3
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 82|     step,
-- 83|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 84|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 85|     max(period) over () as latest
-- 86|   from periods_1
-- 87 is left out
-- 88 is left out
-- 93|     case when step = 1 then -1 when period = cohort then 0 when period = date_add('month', 1, cohort) then 1 end as number,
-- 97|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 109+| firsts_1 as (
-- 109+|   select
-- 109+|     entity,
-- 109+|     since,
-- 109+|     cohort
-- 109+|   from started_1
-- 109+|   where step = 1 and period = cohort
-- 109+| ),
-- 119|       case when period = cohort then 0 when period = date_add('month', 1, cohort) then 1 end as number,
-- 140|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 152|   where latest >= case number when 0 then cohort when 1 then date_add('month', 1, cohort) end
-- bigquery:
-- 6|     date_trunc(cast(datetime(timestamp(`own_orders`.`at`), 'UTC') as date), month) as period,
-- 11|     where `own_orders`.`buyer` in (
-- 12|       select `people`.`id`
-- 14|       where `people`.`team` in (@p1)
-- 15 is left out
-- 26|     date_trunc(cast(datetime(timestamp(`visits`.`at`), 'UTC') as date), month) as period,
-- 32|   union all
-- 33 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 50| periods_1 as (
-- 54|     step,
-- 55|     case when step = 1 then min(moment) else max(moment) end as moment
-- 56|   from events_1
-- 56+|   group by 1, 2, 3
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 82|     step,
-- 83|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 84|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 85|     max(period) over () as latest
-- 86|   from periods_1
-- 87 is left out
-- 88 is left out
-- 93|     case when step = 1 then -1 when period = cohort then 0 when period = date_add(cohort, interval 1 month) then 1 end as number,
-- 97|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 109+| firsts_1 as (
-- 109+|   select
-- 109+|     entity,
-- 109+|     since,
-- 109+|     cohort
-- 109+|   from started_1
-- 109+|   where step = 1 and period = cohort
-- 109+| ),
-- 119|       case when period = cohort then 0 when period = date_add(cohort, interval 1 month) then 1 end as number,
-- 140|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 152|   where latest >= case number when 0 then cohort when 1 then date_add(cohort, interval 1 month) end
-- databricks:
-- 6|     cast(date_trunc('month', convert_timezone('UTC', `own_orders`.`at`)) as date) as period,
-- 11|     where `own_orders`.`buyer` in (
-- 12|       select `people`.`id`
-- 14|       where `people`.`team` in (:p1)
-- 15 is left out
-- 26|     cast(date_trunc('month', convert_timezone('UTC', `visits`.`at`)) as date) as period,
-- 32|   union all
-- 33 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 50| periods_1 as (
-- 54|     step,
-- 55|     case when step = 1 then min(moment) else max(moment) end as moment
-- 56|   from events_1
-- 56+|   group by 1, 2, 3
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 82|     step,
-- 83|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 84|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 85|     max(period) over () as latest
-- 86|   from periods_1
-- 87 is left out
-- 88 is left out
-- 93|     case when step = 1 then -1 when period = cohort then 0 when period = cast(dateadd(month, 1, cohort) as date) then 1 end as number,
-- 97|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 109+| firsts_1 as (
-- 109+|   select
-- 109+|     entity,
-- 109+|     since,
-- 109+|     cohort
-- 109+|   from started_1
-- 109+|   where step = 1 and period = cohort
-- 109+| ),
-- 119|       case when period = cohort then 0 when period = cast(dateadd(month, 1, cohort) as date) then 1 end as number,
-- 140|     1D * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 152|   where latest >= case number when 0 then cohort when 1 then cast(dateadd(month, 1, cohort) as date) end
-- snowflake:
-- 6|     cast(date_trunc('month', cast(convert_timezone('UTC', "own_orders"."at") as timestamp_ntz)) as date) as period,
-- 11|     where "own_orders"."buyer" in (
-- 12|       select "people"."id"
-- 14|       where "people"."team" in (?)
-- 15 is left out
-- 26|     cast(date_trunc('month', cast(convert_timezone('UTC', "visits"."at") as timestamp_ntz)) as date) as period,
-- 32|   union all
-- 33 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 50| periods_1 as (
-- 54|     step,
-- 55|     case when step = 1 then min(moment) else max(moment) end as moment
-- 56|   from events_1
-- 56+|   group by 1, 2, 3
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 82|     step,
-- 83|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 84|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 85|     max(period) over () as latest
-- 86|   from periods_1
-- 87 is left out
-- 88 is left out
-- 93|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(month, 1, cohort) then 1 end as number,
-- 97|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 109+| firsts_1 as (
-- 109+|   select
-- 109+|     entity,
-- 109+|     since,
-- 109+|     cohort
-- 109+|   from started_1
-- 109+|   where step = 1 and period = cohort
-- 109+| ),
-- 119|       case when period = cohort then 0 when period = dateadd(month, 1, cohort) then 1 end as number,
-- 140|     1::float * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 152|   where latest >= case number when 0 then cohort when 1 then dateadd(month, 1, cohort) end
-- redshift:
-- 32|   union all
-- 33 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 50| periods_1 as (
-- 54|     step,
-- 55|     case when step = 1 then min(moment) else max(moment) end as moment
-- 56|   from events_1
-- 56+|   group by 1, 2, 3
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 82|     step,
-- 83|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 84|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 85|     max(period) over () as latest
-- 86|   from periods_1
-- 87 is left out
-- 88 is left out
-- 93|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(month, 1, cohort)::date then 1 end as number,
-- 97|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 109+| firsts_1 as (
-- 109+|   select
-- 109+|     entity,
-- 109+|     since,
-- 109+|     cohort
-- 109+|   from started_1
-- 109+|   where step = 1 and period = cohort
-- 109+| ),
-- 119|       case when period = cohort then 0 when period = dateadd(month, 1, cohort)::date then 1 end as number,
-- 140|     1::float8 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 152|   where latest >= case number when 0 then cohort when 1 then dateadd(month, 1, cohort)::date end

-- a measure of rows that the caller may not see
with returns_1 as (
  select
    "people"."id" as entity,
    "own_orders"."at" as moment,
    date_trunc('quarter', "own_orders"."at")::date as period
  from (
    select *
    from "orders" as "own_orders"
    where false
  ) as "own_orders"
  left join "people" on "people"."id" = "own_orders"."buyer"
  where "people"."id" is not null
    and "own_orders"."at" is not null
),
events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    date_trunc('quarter', "visits"."at")::date as period,
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
    entity,
    moment,
    period,
    2 as step
  from returns_1
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
    case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval '3 months' then 1 end as number,
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
),
measured_1 as (
  select
    cohort as begun,
    number as place,
    count(*) as x0
  from (
    select
      cohort,
      case when period = cohort then 0 when period = cohort + interval '3 months' then 1 end as number
    from returns_1
    join firsts_1 on firsts_1.entity = returns_1.entity
    where moment >= since
  ) as returned
  where number is not null
  group by 1, 2
)
select
  d0 as "retention.cohort",
  d1 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size",
  m3 as "own_orders.count"
from (
  select
    cohort as d0,
    number as d1,
    1.0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 end as m1,
    size as m2,
    coalesce(x0, 0) as m3
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
  ) as numbers
  left join measured_1 on begun = cohort and place = number
  where latest >= case number when 0 then cohort when 1 then cohort + interval '3 months' end
) as retention
order by "retention.cohort" nulls last, "retention.period" nulls last
limit 101;
-- duckdb:
-- 130|     case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- mysql:
-- 5|     date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `own_orders`.`at`) quarter as period
-- 19|     date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `visits`.`at`) quarter as period,
-- 25|   union all
-- 26 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 43| periods_1 as (
-- 47|     step,
-- 48|     case when step = 1 then min(moment) else max(moment) end as moment
-- 49|   from events_1
-- 49+|   group by 1, 2, 3
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 75|     step,
-- 76|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 77|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 78|     max(period) over () as latest
-- 79|   from periods_1
-- 80 is left out
-- 81 is left out
-- 86|     case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval 1 quarter then 1 end as number,
-- 90|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 102+| firsts_1 as (
-- 102+|   select
-- 102+|     entity,
-- 102+|     since,
-- 102+|     cohort
-- 102+|   from started_1
-- 102+|   where step = 1 and period = cohort
-- 102+| ),
-- 111|       case when period = cohort then 0 when period = cohort + interval 1 quarter then 1 end as number
-- 130|     1.0000000000000000 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 141|   where latest >= case number when 0 then cohort when 1 then cohort + interval 1 quarter end
-- 143| order by `retention.cohort` <=> null, `retention.cohort`, `retention.period` <=> null, `retention.period`
-- clickhouse:
-- 5|     toStartOfQuarter(toDate32(toTimeZone("own_orders"."at", 'UTC'))) as period
-- 19|     toStartOfQuarter(toDate32(toTimeZone("visits"."at", 'UTC'))) as period,
-- 25|   union all
-- 26 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 43| periods_1 as (
-- 47|     step,
-- 48|     case when step = 1 then min(moment) else max(moment) end as moment
-- 49|   from events_1
-- 49+|   group by 1, 2, 3
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 75|     step,
-- 76|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 77|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 78|     max(period) over () as latest
-- 79|   from periods_1
-- 80 is left out
-- 81 is left out
-- 86|     case when step = 1 then -1 when period = cohort then 0 when period = (cohort + toIntervalQuarter(1)) then 1 end as number,
-- 90|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 102+| firsts_1 as (
-- 102+|   select
-- 102+|     entity,
-- 102+|     since,
-- 102+|     cohort
-- 102+|   from started_1
-- 102+|   where step = 1 and period = cohort
-- 102+| ),
-- 111|       case when period = cohort then 0 when period = (cohort + toIntervalQuarter(1)) then 1 end as number
-- 130|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 141|   where latest >= case number when 0 then cohort when 1 then (cohort + toIntervalQuarter(1)) end
-- 143| order by 1 nulls last, 2 nulls last
-- 144| limit 101
-- 144+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 5|     cast(date_trunc('quarter', cast(cast("own_orders"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period
-- 19|     cast(date_trunc('quarter', cast(cast("visits"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
-- 25|   union all
-- 26 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 43| periods_1 as (
-- 47|     step,
-- 48|     case when step = 1 then min(moment) else max(moment) end as moment
-- 49|   from events_1
-- 49+|   group by 1, 2, 3
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 75|     step,
-- 76|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 77|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 78|     max(period) over () as latest
-- 79|   from periods_1
-- 80 is left out
-- 81 is left out
-- 86|     case when step = 1 then -1 when period = cohort then 0 when period = date_add('quarter', 1, cohort) then 1 end as number,
-- 90|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 102+| firsts_1 as (
-- 102+|   select
-- 102+|     entity,
-- 102+|     since,
-- 102+|     cohort
-- 102+|   from started_1
-- 102+|   where step = 1 and period = cohort
-- 102+| ),
-- 111|       case when period = cohort then 0 when period = date_add('quarter', 1, cohort) then 1 end as number
-- 130|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 141|   where latest >= case number when 0 then cohort when 1 then date_add('quarter', 1, cohort) end
-- bigquery:
-- 5|     date_trunc(cast(datetime(timestamp(`own_orders`.`at`), 'UTC') as date), quarter) as period
-- 19|     date_trunc(cast(datetime(timestamp(`visits`.`at`), 'UTC') as date), quarter) as period,
-- 25|   union all
-- 26 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 43| periods_1 as (
-- 47|     step,
-- 48|     case when step = 1 then min(moment) else max(moment) end as moment
-- 49|   from events_1
-- 49+|   group by 1, 2, 3
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 75|     step,
-- 76|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 77|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 78|     max(period) over () as latest
-- 79|   from periods_1
-- 80 is left out
-- 81 is left out
-- 86|     case when step = 1 then -1 when period = cohort then 0 when period = date_add(cohort, interval 1 quarter) then 1 end as number,
-- 90|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 102+| firsts_1 as (
-- 102+|   select
-- 102+|     entity,
-- 102+|     since,
-- 102+|     cohort
-- 102+|   from started_1
-- 102+|   where step = 1 and period = cohort
-- 102+| ),
-- 111|       case when period = cohort then 0 when period = date_add(cohort, interval 1 quarter) then 1 end as number
-- 130|     1e0 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 141|   where latest >= case number when 0 then cohort when 1 then date_add(cohort, interval 1 quarter) end
-- databricks:
-- 5|     cast(date_trunc('quarter', convert_timezone('UTC', `own_orders`.`at`)) as date) as period
-- 19|     cast(date_trunc('quarter', convert_timezone('UTC', `visits`.`at`)) as date) as period,
-- 25|   union all
-- 26 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 43| periods_1 as (
-- 47|     step,
-- 48|     case when step = 1 then min(moment) else max(moment) end as moment
-- 49|   from events_1
-- 49+|   group by 1, 2, 3
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 75|     step,
-- 76|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 77|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 78|     max(period) over () as latest
-- 79|   from periods_1
-- 80 is left out
-- 81 is left out
-- 86|     case when step = 1 then -1 when period = cohort then 0 when period = cast(dateadd(quarter, 1, cohort) as date) then 1 end as number,
-- 90|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 102+| firsts_1 as (
-- 102+|   select
-- 102+|     entity,
-- 102+|     since,
-- 102+|     cohort
-- 102+|   from started_1
-- 102+|   where step = 1 and period = cohort
-- 102+| ),
-- 111|       case when period = cohort then 0 when period = cast(dateadd(quarter, 1, cohort) as date) then 1 end as number
-- 130|     1D * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 141|   where latest >= case number when 0 then cohort when 1 then cast(dateadd(quarter, 1, cohort) as date) end
-- snowflake:
-- 5|     cast(date_trunc('quarter', cast(convert_timezone('UTC', "own_orders"."at") as timestamp_ntz)) as date) as period
-- 19|     cast(date_trunc('quarter', cast(convert_timezone('UTC', "visits"."at") as timestamp_ntz)) as date) as period,
-- 25|   union all
-- 26 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 43| periods_1 as (
-- 47|     step,
-- 48|     case when step = 1 then min(moment) else max(moment) end as moment
-- 49|   from events_1
-- 49+|   group by 1, 2, 3
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 75|     step,
-- 76|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 77|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 78|     max(period) over () as latest
-- 79|   from periods_1
-- 80 is left out
-- 81 is left out
-- 86|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(quarter, 1, cohort) then 1 end as number,
-- 90|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 102+| firsts_1 as (
-- 102+|   select
-- 102+|     entity,
-- 102+|     since,
-- 102+|     cohort
-- 102+|   from started_1
-- 102+|   where step = 1 and period = cohort
-- 102+| ),
-- 111|       case when period = cohort then 0 when period = dateadd(quarter, 1, cohort) then 1 end as number
-- 130|     1::float * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 141|   where latest >= case number when 0 then cohort when 1 then dateadd(quarter, 1, cohort) end
-- redshift:
-- 25|   union all
-- 26 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 43| periods_1 as (
-- 47|     step,
-- 48|     case when step = 1 then min(moment) else max(moment) end as moment
-- 49|   from events_1
-- 49+|   group by 1, 2, 3
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 75|     step,
-- 76|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 77|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 78|     max(period) over () as latest
-- 79|   from periods_1
-- 80 is left out
-- 81 is left out
-- 86|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(quarter, 1, cohort)::date then 1 end as number,
-- 90|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 102+| firsts_1 as (
-- 102+|   select
-- 102+|     entity,
-- 102+|     since,
-- 102+|     cohort
-- 102+|   from started_1
-- 102+|   where step = 1 and period = cohort
-- 102+| ),
-- 111|       case when period = cohort then 0 when period = dateadd(quarter, 1, cohort)::date then 1 end as number
-- 130|     1::float8 * case number when 0 then n0 when 1 then n1 end / nullif(size, 0) as m0,
-- 141|   where latest >= case number when 0 then cohort when 1 then dateadd(quarter, 1, cohort)::date end

-- cohorts of weeks from Sunday in a timezone, in the order of a measure
with returns_1 as (
  select
    "people"."id" as entity,
    "orders"."at" as moment,
    (date_trunc('week', ("orders"."at"::timestamptz at time zone 'Pacific/Auckland') + interval '1 day') - interval '1 day')::date as period,
    "orders"."amount" as v0
  from "orders"
  left join "people" on "people"."id" = "orders"."buyer"
  where "people"."id" is not null
    and "orders"."at" is not null
),
events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    (date_trunc('week', ("visits"."at"::timestamptz at time zone 'Pacific/Auckland') + interval '1 day') - interval '1 day')::date as period,
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
    entity,
    moment,
    period,
    2 as step
  from returns_1
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
    case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval '1 week' then 1 when period = cohort + interval '2 weeks' then 2 when period = cohort + interval '3 weeks' then 3 when period = cohort + interval '4 weeks' then 4 when period = cohort + interval '5 weeks' then 5 when period = cohort + interval '6 weeks' then 6 when period = cohort + interval '7 weeks' then 7 when period = cohort + interval '8 weeks' then 8 when period = cohort + interval '9 weeks' then 9 when period = cohort + interval '10 weeks' then 10 when period = cohort + interval '11 weeks' then 11 when period = cohort + interval '12 weeks' then 12 end as number,
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
    coalesce(max(case when number = 3 then came end), 0) as n3,
    coalesce(max(case when number = 4 then came end), 0) as n4,
    coalesce(max(case when number = 5 then came end), 0) as n5,
    coalesce(max(case when number = 6 then came end), 0) as n6,
    coalesce(max(case when number = 7 then came end), 0) as n7,
    coalesce(max(case when number = 8 then came end), 0) as n8,
    coalesce(max(case when number = 9 then came end), 0) as n9,
    coalesce(max(case when number = 10 then came end), 0) as n10,
    coalesce(max(case when number = 11 then came end), 0) as n11,
    coalesce(max(case when number = 12 then came end), 0) as n12
  from cells_1
  group by 1
),
measured_1 as (
  select
    cohort as begun,
    number as place,
    sum(v0) as x0,
    count(*) as x1
  from (
    select
      cohort,
      case when period = cohort then 0 when period = cohort + interval '1 week' then 1 when period = cohort + interval '2 weeks' then 2 when period = cohort + interval '3 weeks' then 3 when period = cohort + interval '4 weeks' then 4 when period = cohort + interval '5 weeks' then 5 when period = cohort + interval '6 weeks' then 6 when period = cohort + interval '7 weeks' then 7 when period = cohort + interval '8 weeks' then 8 when period = cohort + interval '9 weeks' then 9 when period = cohort + interval '10 weeks' then 10 when period = cohort + interval '11 weeks' then 11 when period = cohort + interval '12 weeks' then 12 end as number,
      v0
    from returns_1
    join firsts_1 on firsts_1.entity = returns_1.entity
    where moment >= since
  ) as returned
  where number is not null
  group by 1, 2
)
select
  d0 as "retention.cohort",
  d1 as "retention.period",
  m0 as "retention.share",
  m1 as "retention.retained",
  m2 as "retention.cohort_size",
  m3 as "orders.total",
  1.0 * m3 / nullif(m4, 0) as "orders.average"
from (
  select
    cohort as d0,
    number as d1,
    1.0 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 when 4 then n4 when 5 then n5 when 6 then n6 when 7 then n7 when 8 then n8 when 9 then n9 when 10 then n10 when 11 then n11 when 12 then n12 end / nullif(size, 0) as m0,
    case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 when 4 then n4 when 5 then n5 when 6 then n6 when 7 then n7 when 8 then n8 when 9 then n9 when 10 then n10 when 11 then n11 when 12 then n12 end as m1,
    size as m2,
    x0 as m3,
    coalesce(x1, 0) as m4
  from cohorts_1
  cross join (
    select 0 as number
    union all
    select 1 as number
    union all
    select 2 as number
    union all
    select 3 as number
    union all
    select 4 as number
    union all
    select 5 as number
    union all
    select 6 as number
    union all
    select 7 as number
    union all
    select 8 as number
    union all
    select 9 as number
    union all
    select 10 as number
    union all
    select 11 as number
    union all
    select 12 as number
  ) as numbers
  left join measured_1 on begun = cohort and place = number
  where latest >= case number when 0 then cohort when 1 then cohort + interval '1 week' when 2 then cohort + interval '2 weeks' when 3 then cohort + interval '3 weeks' when 4 then cohort + interval '4 weeks' when 5 then cohort + interval '5 weeks' when 6 then cohort + interval '6 weeks' when 7 then cohort + interval '7 weeks' when 8 then cohort + interval '8 weeks' when 9 then cohort + interval '9 weeks' when 10 then cohort + interval '10 weeks' when 11 then cohort + interval '11 weeks' when 12 then cohort + interval '12 weeks' end
) as retention
order by "orders.total" desc nulls last, "retention.cohort" nulls last, "retention.period" nulls last
limit 4;
-- duckdb:
-- 136|   m3 / nullif(m4, 0) as "orders.average"
-- 141|     case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 when 4 then n4 when 5 then n5 when 6 then n6 when 7 then n7 when 8 then n8 when 9 then n9 when 10 then n10 when 11 then n11 when 12 then n12 end / nullif(size, 0) as m0,
-- mysql:
-- 5|     date '1899-12-31' + interval floor(datediff((`orders`.`at` + interval 720 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `orders`.`at`), 42398, 45086, 50966, 54158, 59870, 62894, 68606, 71630, 77342, 80366, 86078, 89102, 94814, 97838, 103550, 106742, 112454, 115478, 121190, 124214, 129926, 132950, 138662, 141686, 147398, 150422, 156134, 159326, 165038, 168062, 173270, 177134, 182006, 185870, 190742, 194606, 199478, 203510, 208214, 212246, 216950, 220982, 225686, 229718, 234590, 238454, 243326, 247190, 252062, 256094, 260798, 264830, 269534, 273566, 278438, 282302, 287174, 291038, 295910, 299942, 304646, 308678, 313382, 317414, 322118, 326150, 330854, 335390, 339590, 344126, 348326, 352862, 357062, 361598, 365798, 370334, 374702, 379238, 383438, 387974, 392174, 396710, 400910, 405446, 409646, 414182, 418382, 422918, 427286, 431822, 436022, 440558, 444758, 449294, 453494, 458030, 462230, 466766, 470966, 475670, 479870, 484406, 488606, 493142, 497342, 501878, 506078, 510614, 514814, 519350, 523718, 528254, 532454, 536990, 541190, 545726, 549926, 554462, 558662, 563198, 567398, 571934, 576302, 580838, 585038, 589574, 593774), 2) minute), '1899-12-31') / 7) week as period,
-- 16|     date '1899-12-31' + interval floor(datediff((`visits`.`at` + interval 720 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `visits`.`at`), 42398, 45086, 50966, 54158, 59870, 62894, 68606, 71630, 77342, 80366, 86078, 89102, 94814, 97838, 103550, 106742, 112454, 115478, 121190, 124214, 129926, 132950, 138662, 141686, 147398, 150422, 156134, 159326, 165038, 168062, 173270, 177134, 182006, 185870, 190742, 194606, 199478, 203510, 208214, 212246, 216950, 220982, 225686, 229718, 234590, 238454, 243326, 247190, 252062, 256094, 260798, 264830, 269534, 273566, 278438, 282302, 287174, 291038, 295910, 299942, 304646, 308678, 313382, 317414, 322118, 326150, 330854, 335390, 339590, 344126, 348326, 352862, 357062, 361598, 365798, 370334, 374702, 379238, 383438, 387974, 392174, 396710, 400910, 405446, 409646, 414182, 418382, 422918, 427286, 431822, 436022, 440558, 444758, 449294, 453494, 458030, 462230, 466766, 470966, 475670, 479870, 484406, 488606, 493142, 497342, 501878, 506078, 510614, 514814, 519350, 523718, 528254, 532454, 536990, 541190, 545726, 549926, 554462, 558662, 563198, 567398, 571934, 576302, 580838, 585038, 589574, 593774), 2) minute), '1899-12-31') / 7) week as period,
-- 22|   union all
-- 23 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 40| periods_1 as (
-- 44|     step,
-- 45|     case when step = 1 then min(moment) else max(moment) end as moment
-- 46|   from events_1
-- 46+|   group by 1, 2, 3
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 72|     step,
-- 73|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 74|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 75|     max(period) over () as latest
-- 76|   from periods_1
-- 77 is left out
-- 78 is left out
-- 83|     case when step = 1 then -1 when period = cohort then 0 when period = cohort + interval 1 week then 1 when period = cohort + interval 2 week then 2 when period = cohort + interval 3 week then 3 when period = cohort + interval 4 week then 4 when period = cohort + interval 5 week then 5 when period = cohort + interval 6 week then 6 when period = cohort + interval 7 week then 7 when period = cohort + interval 8 week then 8 when period = cohort + interval 9 week then 9 when period = cohort + interval 10 week then 10 when period = cohort + interval 11 week then 11 when period = cohort + interval 12 week then 12 end as number,
-- 87|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 110+| firsts_1 as (
-- 110+|   select
-- 110+|     entity,
-- 110+|     since,
-- 110+|     cohort
-- 110+|   from started_1
-- 110+|   where step = 1 and period = cohort
-- 110+| ),
-- 120|       case when period = cohort then 0 when period = cohort + interval 1 week then 1 when period = cohort + interval 2 week then 2 when period = cohort + interval 3 week then 3 when period = cohort + interval 4 week then 4 when period = cohort + interval 5 week then 5 when period = cohort + interval 6 week then 6 when period = cohort + interval 7 week then 7 when period = cohort + interval 8 week then 8 when period = cohort + interval 9 week then 9 when period = cohort + interval 10 week then 10 when period = cohort + interval 11 week then 11 when period = cohort + interval 12 week then 12 end as number,
-- 136|   1.0000000000000000 * m3 / nullif(m4, 0) as `orders.average`
-- 141|     1.0000000000000000 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 when 4 then n4 when 5 then n5 when 6 then n6 when 7 then n7 when 8 then n8 when 9 then n9 when 10 then n10 when 11 then n11 when 12 then n12 end / nullif(size, 0) as m0,
-- 175|   where latest >= case number when 0 then cohort when 1 then cohort + interval 1 week when 2 then cohort + interval 2 week when 3 then cohort + interval 3 week when 4 then cohort + interval 4 week when 5 then cohort + interval 5 week when 6 then cohort + interval 6 week when 7 then cohort + interval 7 week when 8 then cohort + interval 8 week when 9 then cohort + interval 9 week when 10 then cohort + interval 10 week when 11 then cohort + interval 11 week when 12 then cohort + interval 12 week end
-- 177| order by `orders.total` desc, `retention.cohort` <=> null, `retention.cohort`, `retention.period` <=> null, `retention.period`
-- clickhouse:
-- 5|     toStartOfWeek(toDate32(toTimeZone("orders"."at", 'Pacific/Auckland')), 0) as period,
-- 16|     toStartOfWeek(toDate32(toTimeZone("visits"."at", 'Pacific/Auckland')), 0) as period,
-- 22|   union all
-- 23 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 40| periods_1 as (
-- 44|     step,
-- 45|     case when step = 1 then min(moment) else max(moment) end as moment
-- 46|   from events_1
-- 46+|   group by 1, 2, 3
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 72|     step,
-- 73|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 74|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 75|     max(period) over () as latest
-- 76|   from periods_1
-- 77 is left out
-- 78 is left out
-- 83|     case when step = 1 then -1 when period = cohort then 0 when period = (cohort + toIntervalWeek(1)) then 1 when period = (cohort + toIntervalWeek(2)) then 2 when period = (cohort + toIntervalWeek(3)) then 3 when period = (cohort + toIntervalWeek(4)) then 4 when period = (cohort + toIntervalWeek(5)) then 5 when period = (cohort + toIntervalWeek(6)) then 6 when period = (cohort + toIntervalWeek(7)) then 7 when period = (cohort + toIntervalWeek(8)) then 8 when period = (cohort + toIntervalWeek(9)) then 9 when period = (cohort + toIntervalWeek(10)) then 10 when period = (cohort + toIntervalWeek(11)) then 11 when period = (cohort + toIntervalWeek(12)) then 12 end as number,
-- 87|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 110+| firsts_1 as (
-- 110+|   select
-- 110+|     entity,
-- 110+|     since,
-- 110+|     cohort
-- 110+|   from started_1
-- 110+|   where step = 1 and period = cohort
-- 110+| ),
-- 115|     sumOrNull(v0 + toDecimal128(0, 0)) as x0,
-- 120|       case when period = cohort then 0 when period = (cohort + toIntervalWeek(1)) then 1 when period = (cohort + toIntervalWeek(2)) then 2 when period = (cohort + toIntervalWeek(3)) then 3 when period = (cohort + toIntervalWeek(4)) then 4 when period = (cohort + toIntervalWeek(5)) then 5 when period = (cohort + toIntervalWeek(6)) then 6 when period = (cohort + toIntervalWeek(7)) then 7 when period = (cohort + toIntervalWeek(8)) then 8 when period = (cohort + toIntervalWeek(9)) then 9 when period = (cohort + toIntervalWeek(10)) then 10 when period = (cohort + toIntervalWeek(11)) then 11 when period = (cohort + toIntervalWeek(12)) then 12 end as number,
-- 136|   1e0 * m3 / nullif(m4, 0) as "orders.average"
-- 141|     1e0 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 when 4 then n4 when 5 then n5 when 6 then n6 when 7 then n7 when 8 then n8 when 9 then n9 when 10 then n10 when 11 then n11 when 12 then n12 end / nullif(size, 0) as m0,
-- 175|   where latest >= case number when 0 then cohort when 1 then (cohort + toIntervalWeek(1)) when 2 then (cohort + toIntervalWeek(2)) when 3 then (cohort + toIntervalWeek(3)) when 4 then (cohort + toIntervalWeek(4)) when 5 then (cohort + toIntervalWeek(5)) when 6 then (cohort + toIntervalWeek(6)) when 7 then (cohort + toIntervalWeek(7)) when 8 then (cohort + toIntervalWeek(8)) when 9 then (cohort + toIntervalWeek(9)) when 10 then (cohort + toIntervalWeek(10)) when 11 then (cohort + toIntervalWeek(11)) when 12 then (cohort + toIntervalWeek(12)) end
-- 177| order by 6 desc nulls last, 1 nulls last, 2 nulls last
-- 178| limit 4
-- 178+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 5|     cast(date_add('day', -1, date_trunc('week', date_add('day', 1, cast(cast("orders"."at" as timestamp(6) with time zone) at time zone 'Pacific/Auckland' as timestamp(6))))) as date) as period,
-- 16|     cast(date_add('day', -1, date_trunc('week', date_add('day', 1, cast(cast("visits"."at" as timestamp(6) with time zone) at time zone 'Pacific/Auckland' as timestamp(6))))) as date) as period,
-- 22|   union all
-- 23 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 40| periods_1 as (
-- 44|     step,
-- 45|     case when step = 1 then min(moment) else max(moment) end as moment
-- 46|   from events_1
-- 46+|   group by 1, 2, 3
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 72|     step,
-- 73|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 74|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 75|     max(period) over () as latest
-- 76|   from periods_1
-- 77 is left out
-- 78 is left out
-- 83|     case when step = 1 then -1 when period = cohort then 0 when period = date_add('week', 1, cohort) then 1 when period = date_add('week', 2, cohort) then 2 when period = date_add('week', 3, cohort) then 3 when period = date_add('week', 4, cohort) then 4 when period = date_add('week', 5, cohort) then 5 when period = date_add('week', 6, cohort) then 6 when period = date_add('week', 7, cohort) then 7 when period = date_add('week', 8, cohort) then 8 when period = date_add('week', 9, cohort) then 9 when period = date_add('week', 10, cohort) then 10 when period = date_add('week', 11, cohort) then 11 when period = date_add('week', 12, cohort) then 12 end as number,
-- 87|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 110+| firsts_1 as (
-- 110+|   select
-- 110+|     entity,
-- 110+|     since,
-- 110+|     cohort
-- 110+|   from started_1
-- 110+|   where step = 1 and period = cohort
-- 110+| ),
-- 120|       case when period = cohort then 0 when period = date_add('week', 1, cohort) then 1 when period = date_add('week', 2, cohort) then 2 when period = date_add('week', 3, cohort) then 3 when period = date_add('week', 4, cohort) then 4 when period = date_add('week', 5, cohort) then 5 when period = date_add('week', 6, cohort) then 6 when period = date_add('week', 7, cohort) then 7 when period = date_add('week', 8, cohort) then 8 when period = date_add('week', 9, cohort) then 9 when period = date_add('week', 10, cohort) then 10 when period = date_add('week', 11, cohort) then 11 when period = date_add('week', 12, cohort) then 12 end as number,
-- 136|   1e0 * m3 / nullif(m4, 0) as "orders.average"
-- 141|     1e0 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 when 4 then n4 when 5 then n5 when 6 then n6 when 7 then n7 when 8 then n8 when 9 then n9 when 10 then n10 when 11 then n11 when 12 then n12 end / nullif(size, 0) as m0,
-- 175|   where latest >= case number when 0 then cohort when 1 then date_add('week', 1, cohort) when 2 then date_add('week', 2, cohort) when 3 then date_add('week', 3, cohort) when 4 then date_add('week', 4, cohort) when 5 then date_add('week', 5, cohort) when 6 then date_add('week', 6, cohort) when 7 then date_add('week', 7, cohort) when 8 then date_add('week', 8, cohort) when 9 then date_add('week', 9, cohort) when 10 then date_add('week', 10, cohort) when 11 then date_add('week', 11, cohort) when 12 then date_add('week', 12, cohort) end
-- bigquery:
-- 5|     date_trunc(cast(datetime(timestamp(`orders`.`at`), 'Pacific/Auckland') as date), week(sunday)) as period,
-- 16|     date_trunc(cast(datetime(timestamp(`visits`.`at`), 'Pacific/Auckland') as date), week(sunday)) as period,
-- 22|   union all
-- 23 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 40| periods_1 as (
-- 44|     step,
-- 45|     case when step = 1 then min(moment) else max(moment) end as moment
-- 46|   from events_1
-- 46+|   group by 1, 2, 3
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 72|     step,
-- 73|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 74|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 75|     max(period) over () as latest
-- 76|   from periods_1
-- 77 is left out
-- 78 is left out
-- 83|     case when step = 1 then -1 when period = cohort then 0 when period = date_add(cohort, interval 1 week) then 1 when period = date_add(cohort, interval 2 week) then 2 when period = date_add(cohort, interval 3 week) then 3 when period = date_add(cohort, interval 4 week) then 4 when period = date_add(cohort, interval 5 week) then 5 when period = date_add(cohort, interval 6 week) then 6 when period = date_add(cohort, interval 7 week) then 7 when period = date_add(cohort, interval 8 week) then 8 when period = date_add(cohort, interval 9 week) then 9 when period = date_add(cohort, interval 10 week) then 10 when period = date_add(cohort, interval 11 week) then 11 when period = date_add(cohort, interval 12 week) then 12 end as number,
-- 87|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 110+| firsts_1 as (
-- 110+|   select
-- 110+|     entity,
-- 110+|     since,
-- 110+|     cohort
-- 110+|   from started_1
-- 110+|   where step = 1 and period = cohort
-- 110+| ),
-- 120|       case when period = cohort then 0 when period = date_add(cohort, interval 1 week) then 1 when period = date_add(cohort, interval 2 week) then 2 when period = date_add(cohort, interval 3 week) then 3 when period = date_add(cohort, interval 4 week) then 4 when period = date_add(cohort, interval 5 week) then 5 when period = date_add(cohort, interval 6 week) then 6 when period = date_add(cohort, interval 7 week) then 7 when period = date_add(cohort, interval 8 week) then 8 when period = date_add(cohort, interval 9 week) then 9 when period = date_add(cohort, interval 10 week) then 10 when period = date_add(cohort, interval 11 week) then 11 when period = date_add(cohort, interval 12 week) then 12 end as number,
-- 136|   1e0 * m3 / nullif(m4, 0) as `orders__average`
-- 141|     1e0 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 when 4 then n4 when 5 then n5 when 6 then n6 when 7 then n7 when 8 then n8 when 9 then n9 when 10 then n10 when 11 then n11 when 12 then n12 end / nullif(size, 0) as m0,
-- 175|   where latest >= case number when 0 then cohort when 1 then date_add(cohort, interval 1 week) when 2 then date_add(cohort, interval 2 week) when 3 then date_add(cohort, interval 3 week) when 4 then date_add(cohort, interval 4 week) when 5 then date_add(cohort, interval 5 week) when 6 then date_add(cohort, interval 6 week) when 7 then date_add(cohort, interval 7 week) when 8 then date_add(cohort, interval 8 week) when 9 then date_add(cohort, interval 9 week) when 10 then date_add(cohort, interval 10 week) when 11 then date_add(cohort, interval 11 week) when 12 then date_add(cohort, interval 12 week) end
-- databricks:
-- 5|     date_add(cast(date_trunc('week', date_add(cast(convert_timezone('Pacific/Auckland', `orders`.`at`) as date), 1)) as date), -1) as period,
-- 16|     date_add(cast(date_trunc('week', date_add(cast(convert_timezone('Pacific/Auckland', `visits`.`at`) as date), 1)) as date), -1) as period,
-- 22|   union all
-- 23 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 40| periods_1 as (
-- 44|     step,
-- 45|     case when step = 1 then min(moment) else max(moment) end as moment
-- 46|   from events_1
-- 46+|   group by 1, 2, 3
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 72|     step,
-- 73|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 74|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 75|     max(period) over () as latest
-- 76|   from periods_1
-- 77 is left out
-- 78 is left out
-- 83|     case when step = 1 then -1 when period = cohort then 0 when period = cast(dateadd(week, 1, cohort) as date) then 1 when period = cast(dateadd(week, 2, cohort) as date) then 2 when period = cast(dateadd(week, 3, cohort) as date) then 3 when period = cast(dateadd(week, 4, cohort) as date) then 4 when period = cast(dateadd(week, 5, cohort) as date) then 5 when period = cast(dateadd(week, 6, cohort) as date) then 6 when period = cast(dateadd(week, 7, cohort) as date) then 7 when period = cast(dateadd(week, 8, cohort) as date) then 8 when period = cast(dateadd(week, 9, cohort) as date) then 9 when period = cast(dateadd(week, 10, cohort) as date) then 10 when period = cast(dateadd(week, 11, cohort) as date) then 11 when period = cast(dateadd(week, 12, cohort) as date) then 12 end as number,
-- 87|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 110+| firsts_1 as (
-- 110+|   select
-- 110+|     entity,
-- 110+|     since,
-- 110+|     cohort
-- 110+|   from started_1
-- 110+|   where step = 1 and period = cohort
-- 110+| ),
-- 120|       case when period = cohort then 0 when period = cast(dateadd(week, 1, cohort) as date) then 1 when period = cast(dateadd(week, 2, cohort) as date) then 2 when period = cast(dateadd(week, 3, cohort) as date) then 3 when period = cast(dateadd(week, 4, cohort) as date) then 4 when period = cast(dateadd(week, 5, cohort) as date) then 5 when period = cast(dateadd(week, 6, cohort) as date) then 6 when period = cast(dateadd(week, 7, cohort) as date) then 7 when period = cast(dateadd(week, 8, cohort) as date) then 8 when period = cast(dateadd(week, 9, cohort) as date) then 9 when period = cast(dateadd(week, 10, cohort) as date) then 10 when period = cast(dateadd(week, 11, cohort) as date) then 11 when period = cast(dateadd(week, 12, cohort) as date) then 12 end as number,
-- 136|   1D * m3 / nullif(m4, 0) as `orders.average`
-- 141|     1D * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 when 4 then n4 when 5 then n5 when 6 then n6 when 7 then n7 when 8 then n8 when 9 then n9 when 10 then n10 when 11 then n11 when 12 then n12 end / nullif(size, 0) as m0,
-- 175|   where latest >= case number when 0 then cohort when 1 then cast(dateadd(week, 1, cohort) as date) when 2 then cast(dateadd(week, 2, cohort) as date) when 3 then cast(dateadd(week, 3, cohort) as date) when 4 then cast(dateadd(week, 4, cohort) as date) when 5 then cast(dateadd(week, 5, cohort) as date) when 6 then cast(dateadd(week, 6, cohort) as date) when 7 then cast(dateadd(week, 7, cohort) as date) when 8 then cast(dateadd(week, 8, cohort) as date) when 9 then cast(dateadd(week, 9, cohort) as date) when 10 then cast(dateadd(week, 10, cohort) as date) when 11 then cast(dateadd(week, 11, cohort) as date) when 12 then cast(dateadd(week, 12, cohort) as date) end
-- snowflake:
-- 5|     dateadd(day, 0 - mod(dayofweekiso(cast(convert_timezone('Pacific/Auckland', "orders"."at") as timestamp_ntz)), 7), cast(cast(convert_timezone('Pacific/Auckland', "orders"."at") as timestamp_ntz) as date)) as period,
-- 16|     dateadd(day, 0 - mod(dayofweekiso(cast(convert_timezone('Pacific/Auckland', "visits"."at") as timestamp_ntz)), 7), cast(cast(convert_timezone('Pacific/Auckland', "visits"."at") as timestamp_ntz) as date)) as period,
-- 22|   union all
-- 23 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 40| periods_1 as (
-- 44|     step,
-- 45|     case when step = 1 then min(moment) else max(moment) end as moment
-- 46|   from events_1
-- 46+|   group by 1, 2, 3
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 72|     step,
-- 73|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 74|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 75|     max(period) over () as latest
-- 76|   from periods_1
-- 77 is left out
-- 78 is left out
-- 83|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(week, 1, cohort) then 1 when period = dateadd(week, 2, cohort) then 2 when period = dateadd(week, 3, cohort) then 3 when period = dateadd(week, 4, cohort) then 4 when period = dateadd(week, 5, cohort) then 5 when period = dateadd(week, 6, cohort) then 6 when period = dateadd(week, 7, cohort) then 7 when period = dateadd(week, 8, cohort) then 8 when period = dateadd(week, 9, cohort) then 9 when period = dateadd(week, 10, cohort) then 10 when period = dateadd(week, 11, cohort) then 11 when period = dateadd(week, 12, cohort) then 12 end as number,
-- 87|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 110+| firsts_1 as (
-- 110+|   select
-- 110+|     entity,
-- 110+|     since,
-- 110+|     cohort
-- 110+|   from started_1
-- 110+|   where step = 1 and period = cohort
-- 110+| ),
-- 120|       case when period = cohort then 0 when period = dateadd(week, 1, cohort) then 1 when period = dateadd(week, 2, cohort) then 2 when period = dateadd(week, 3, cohort) then 3 when period = dateadd(week, 4, cohort) then 4 when period = dateadd(week, 5, cohort) then 5 when period = dateadd(week, 6, cohort) then 6 when period = dateadd(week, 7, cohort) then 7 when period = dateadd(week, 8, cohort) then 8 when period = dateadd(week, 9, cohort) then 9 when period = dateadd(week, 10, cohort) then 10 when period = dateadd(week, 11, cohort) then 11 when period = dateadd(week, 12, cohort) then 12 end as number,
-- 136|   1::float * m3 / nullif(m4, 0) as "orders.average"
-- 141|     1::float * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 when 4 then n4 when 5 then n5 when 6 then n6 when 7 then n7 when 8 then n8 when 9 then n9 when 10 then n10 when 11 then n11 when 12 then n12 end / nullif(size, 0) as m0,
-- 175|   where latest >= case number when 0 then cohort when 1 then dateadd(week, 1, cohort) when 2 then dateadd(week, 2, cohort) when 3 then dateadd(week, 3, cohort) when 4 then dateadd(week, 4, cohort) when 5 then dateadd(week, 5, cohort) when 6 then dateadd(week, 6, cohort) when 7 then dateadd(week, 7, cohort) when 8 then dateadd(week, 8, cohort) when 9 then dateadd(week, 9, cohort) when 10 then dateadd(week, 10, cohort) when 11 then dateadd(week, 11, cohort) when 12 then dateadd(week, 12, cohort) end
-- redshift:
-- 22|   union all
-- 23 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 40| periods_1 as (
-- 44|     step,
-- 45|     case when step = 1 then min(moment) else max(moment) end as moment
-- 46|   from events_1
-- 46+|   group by 1, 2, 3
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 52 is left out
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 72|     step,
-- 73|     min(case when step = 1 then moment end) over (partition by entity) as since,
-- 74|     min(case when step = 1 then period end) over (partition by entity) as cohort,
-- 75|     max(period) over () as latest
-- 76|   from periods_1
-- 77 is left out
-- 78 is left out
-- 83|     case when step = 1 then -1 when period = cohort then 0 when period = dateadd(week, 1, cohort)::date then 1 when period = dateadd(week, 2, cohort)::date then 2 when period = dateadd(week, 3, cohort)::date then 3 when period = dateadd(week, 4, cohort)::date then 4 when period = dateadd(week, 5, cohort)::date then 5 when period = dateadd(week, 6, cohort)::date then 6 when period = dateadd(week, 7, cohort)::date then 7 when period = dateadd(week, 8, cohort)::date then 8 when period = dateadd(week, 9, cohort)::date then 9 when period = dateadd(week, 10, cohort)::date then 10 when period = dateadd(week, 11, cohort)::date then 11 when period = dateadd(week, 12, cohort)::date then 12 end as number,
-- 87|   where (step = 1 and period = cohort or step = 2 and moment >= since)
-- 110+| firsts_1 as (
-- 110+|   select
-- 110+|     entity,
-- 110+|     since,
-- 110+|     cohort
-- 110+|   from started_1
-- 110+|   where step = 1 and period = cohort
-- 110+| ),
-- 120|       case when period = cohort then 0 when period = dateadd(week, 1, cohort)::date then 1 when period = dateadd(week, 2, cohort)::date then 2 when period = dateadd(week, 3, cohort)::date then 3 when period = dateadd(week, 4, cohort)::date then 4 when period = dateadd(week, 5, cohort)::date then 5 when period = dateadd(week, 6, cohort)::date then 6 when period = dateadd(week, 7, cohort)::date then 7 when period = dateadd(week, 8, cohort)::date then 8 when period = dateadd(week, 9, cohort)::date then 9 when period = dateadd(week, 10, cohort)::date then 10 when period = dateadd(week, 11, cohort)::date then 11 when period = dateadd(week, 12, cohort)::date then 12 end as number,
-- 136|   1::float8 * m3 / nullif(m4, 0) as "orders.average"
-- 141|     1::float8 * case number when 0 then n0 when 1 then n1 when 2 then n2 when 3 then n3 when 4 then n4 when 5 then n5 when 6 then n6 when 7 then n7 when 8 then n8 when 9 then n9 when 10 then n10 when 11 then n11 when 12 then n12 end / nullif(size, 0) as m0,
-- 175|   where latest >= case number when 0 then cohort when 1 then dateadd(week, 1, cohort)::date when 2 then dateadd(week, 2, cohort)::date when 3 then dateadd(week, 3, cohort)::date when 4 then dateadd(week, 4, cohort)::date when 5 then dateadd(week, 5, cohort)::date when 6 then dateadd(week, 6, cohort)::date when 7 then dateadd(week, 7, cohort)::date when 8 then dateadd(week, 8, cohort)::date when 9 then dateadd(week, 9, cohort)::date when 10 then dateadd(week, 10, cohort)::date when 11 then dateadd(week, 11, cohort)::date when 12 then dateadd(week, 12, cohort)::date end
