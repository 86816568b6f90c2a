-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- the median seconds since the step before are of the attempt that gets furthest
-- ["visits","carts","orders"]
with events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    1 as step
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
  union all
  select
    "people"."id" as entity,
    "carts"."at" as moment,
    2 as step
  from "carts"
  left join "people" on "people"."id" = "carts"."person_id"
  where "people"."id" is not null
    and "carts"."at" is not null
  union all
  select
    "people"."id" as entity,
    "orders"."at" as moment,
    3 as step
  from "orders"
  left join "people" on "people"."id" = "orders"."buyer"
  where "people"."id" is not null
    and "orders"."at" is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    min(case when step = 3 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t3
  from events_1
),
followed_2 as (
  select
    entity,
    moment,
    step,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t2,
    min(case when step = 2 then t3 end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t3
  from followed_1
),
tries_1 as (
  select
    entity,
    moment,
    t2,
    t3,
    1 + case when t2 is not null then 1 else 0 end + case when t3 is not null then 1 else 0 end as reached
  from followed_2
  where step = 1
),
best_1 as (
  select
    reached,
    case when reached >= 2 then (extract(epoch from t2) - extract(epoch from moment))::float8 end as s2,
    case when reached >= 3 then (extract(epoch from t3) - extract(epoch from t2))::float8 end as s3,
    row_number() over (partition by entity order by reached desc, moment, t2, t3) as number
  from tries_1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    count(case when reached >= 3 then 1 end) as n3,
    percentile_cont(0.5) within group (order by s2) as q2,
    percentile_cont(0.5) within group (order by s3) as q3
  from best_1
  where number = 1
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous",
  m3 as "funnel.median_seconds"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 when 3 then n3 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
    case step when 2 then q2 when 3 then q3 end as m3,
    step as m4
  from counted_1
  cross join (
    select 1 as step, $1::text as name
    union all
    select 2 as step, $2::text as name
    union all
    select 3 as step, $3::text as name
  ) as steps
) as funnel
order by m4 nulls last
limit 101;
-- duckdb:
-- 60|     case when reached >= 2 then date_diff('microsecond', moment, t2) / 1e6 end as s2,
-- 61|     case when reached >= 3 then date_diff('microsecond', t2, t3) / 1e6 end as s3,
-- 70|     median(s2::double) as q2,
-- 71|     median(s3::double) as q3
-- 85|     case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- mysql:
-- 60|     case when reached >= 2 then timestampdiff(microsecond, moment, t2) / 1e6 end as s2,
-- 61|     case when reached >= 3 then timestampdiff(microsecond, t2, t3) / 1e6 end as s3,
-- 67|     count(case when i0 >= 1 then 1 end) as n1,
-- 68|     count(case when i0 >= 2 then 1 end) as n2,
-- 69|     count(case when i0 >= 3 then 1 end) as n3,
-- 70|     sum(i1 * greatest(0, 1 - abs(r1 - 1 - 0.5 * (n1 - 1)))) as q2,
-- 71|     sum(i2 * greatest(0, 1 - abs(r2 - 1 - 0.5 * (n2 - 1)))) as q3
-- 72|   from (
-- 73|     select
-- 73+|       reached as i0,
-- 73+|       s2 as i1,
-- 73+|       s3 as i2,
-- 73+|       row_number() over (order by s2 <=> null, s2) as r1,
-- 73+|       count(s2) over () as n1,
-- 73+|       row_number() over (order by s3 <=> null, s3) as r2,
-- 73+|       count(s3) over () as n2
-- 73+|     from best_1
-- 73+|     where number = 1
-- 73+|   ) as ranked
-- 85|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 91|     select 1 as step, ? as name
-- 93|     select 2 as step, ? as name
-- 95|     select 3 as step, ? as name
-- 98| order by m4 <=> null, m4
-- clickhouse:
-- 60|     case when reached >= 2 then (toUnixTimestamp64Micro(toDateTime64(t2, 6, 'UTC')) - toUnixTimestamp64Micro(toDateTime64(moment, 6, 'UTC'))) / 1e6 end as s2,
-- 61|     case when reached >= 3 then (toUnixTimestamp64Micro(toDateTime64(t3, 6, 'UTC')) - toUnixTimestamp64Micro(toDateTime64(t2, 6, 'UTC'))) / 1e6 end as s3,
-- 70|     quantileExactInclusiveOrNull(0.5)(toFloat64(s2)) as q2,
-- 71|     quantileExactInclusiveOrNull(0.5)(toFloat64(s3)) as q3
-- 85|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 91|     select 1 as step, toString({p1:String}) as name
-- 93|     select 2 as step, toString({p2:String}) as name
-- 95|     select 3 as step, toString({p3:String}) as name
-- 99| limit 101
-- 99+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 60|     case when reached >= 2 then round(to_unixtime(t2) - to_unixtime(moment), 6) end as s2,
-- 61|     case when reached >= 3 then round(to_unixtime(t3) - to_unixtime(t2), 6) end as s3,
-- 67|     count(case when i0 >= 1 then 1 end) as n1,
-- 68|     count(case when i0 >= 2 then 1 end) as n2,
-- 69|     count(case when i0 >= 3 then 1 end) as n3,
-- 70|     sum(cast(i1 as double) * greatest(0e0, 1e0 - abs(r1 - 1e0 - 0.5e0 * (n1 - 1e0)))) as q2,
-- 71|     sum(cast(i2 as double) * greatest(0e0, 1e0 - abs(r2 - 1e0 - 0.5e0 * (n2 - 1e0)))) as q3
-- 72|   from (
-- 73|     select
-- 73+|       reached as i0,
-- 73+|       s2 as i1,
-- 73+|       s3 as i2,
-- 73+|       row_number() over (order by s2 nulls last) as r1,
-- 73+|       count(s2) over () as n1,
-- 73+|       row_number() over (order by s3 nulls last) as r2,
-- 73+|       count(s3) over () as n2
-- 73+|     from best_1
-- 73+|     where number = 1
-- 73+|   ) as ranked
-- 85|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 91|     select 1 as step, cast(? as varchar) as name
-- 93|     select 2 as step, cast(? as varchar) as name
-- 95|     select 3 as step, cast(? as varchar) as name
-- bigquery:
-- 60|     case when reached >= 2 then timestamp_diff(timestamp(t2), timestamp(moment), microsecond) / 1e6 end as s2,
-- 61|     case when reached >= 3 then timestamp_diff(timestamp(t3), timestamp(t2), microsecond) / 1e6 end as s3,
-- 67|     count(case when i0 >= 1 then 1 end) as n1,
-- 68|     count(case when i0 >= 2 then 1 end) as n2,
-- 69|     count(case when i0 >= 3 then 1 end) as n3,
-- 70|     sum(cast(i1 as float64) * greatest(0e0, 1e0 - abs(r1 - 1e0 - 0.5e0 * (n1 - 1e0)))) as q2,
-- 71|     sum(cast(i2 as float64) * greatest(0e0, 1e0 - abs(r2 - 1e0 - 0.5e0 * (n2 - 1e0)))) as q3
-- 72|   from (
-- 73|     select
-- 73+|       reached as i0,
-- 73+|       s2 as i1,
-- 73+|       s3 as i2,
-- 73+|       row_number() over (order by s2 nulls last) as r1,
-- 73+|       count(s2) over () as n1,
-- 73+|       row_number() over (order by s3 nulls last) as r2,
-- 73+|       count(s3) over () as n2
-- 73+|     from best_1
-- 73+|     where number = 1
-- 73+|   ) as ranked
-- 85|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 91|     select 1 as step, cast(@p1 as string) as name
-- 93|     select 2 as step, cast(@p2 as string) as name
-- 95|     select 3 as step, cast(@p3 as string) as name
-- databricks:
-- 60|     case when reached >= 2 then (unix_micros(cast(t2 as timestamp)) - unix_micros(cast(moment as timestamp))) / 1000000D end as s2,
-- 61|     case when reached >= 3 then (unix_micros(cast(t3 as timestamp)) - unix_micros(cast(t2 as timestamp))) / 1000000D end as s3,
-- 70|     percentile(cast(s2 as double), 0.5) as q2,
-- 71|     percentile(cast(s3 as double), 0.5) as q3
-- 85|     1D * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1D * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 91|     select 1 as step, cast(:p1 as string) as name
-- 93|     select 2 as step, cast(:p2 as string) as name
-- 95|     select 3 as step, cast(:p3 as string) as name
-- snowflake:
-- 60|     case when reached >= 2 then datediff(microsecond, moment, t2)::float / 1000000 end as s2,
-- 61|     case when reached >= 3 then datediff(microsecond, t2, t3)::float / 1000000 end as s3,
-- 70|     median(cast(s2 as float)) as q2,
-- 71|     median(cast(s3 as float)) as q3
-- 85|     1::float * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1::float * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 91|     select 1 as step, cast(? as varchar) as name
-- 93|     select 2 as step, cast(? as varchar) as name
-- 95|     select 3 as step, cast(? as varchar) as name
-- redshift:
-- 60|     case when reached >= 2 then datediff(microsecond, moment, t2)::float8 / 1000000 end as s2,
-- 61|     case when reached >= 3 then datediff(microsecond, t2, t3)::float8 / 1000000 end as s3,
-- 67|     count(case when i0 >= 1 then 1 end) as n1,
-- 68|     count(case when i0 >= 2 then 1 end) as n2,
-- 69|     count(case when i0 >= 3 then 1 end) as n3,
-- 70|     sum((i1)::float8 * greatest(0, 1 - abs(r1 - 1 - 0.5::float8 * (n1 - 1)))) as q2,
-- 71|     sum((i2)::float8 * greatest(0, 1 - abs(r2 - 1 - 0.5::float8 * (n2 - 1)))) as q3
-- 72|   from (
-- 73|     select
-- 73+|       reached as i0,
-- 73+|       s2 as i1,
-- 73+|       s3 as i2,
-- 73+|       row_number() over (order by s2 nulls last) as r1,
-- 73+|       count(s2) over () as n1,
-- 73+|       row_number() over (order by s3 nulls last) as r2,
-- 73+|       count(s3) over () as n2
-- 73+|     from best_1
-- 73+|     where number = 1
-- 73+|   ) as ranked
-- 85|     1::float8 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1::float8 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 91|     select 1 as step, $1::varchar as name
-- 93|     select 2 as step, $2::varchar as name
-- 95|     select 3 as step, $3::varchar as name

-- a window leaves out late steps, and a later attempt within the window counts
-- ["visits","carts","orders"]
with events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    1 as step
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
  union all
  select
    "people"."id" as entity,
    "carts"."at" as moment,
    2 as step
  from "carts"
  left join "people" on "people"."id" = "carts"."person_id"
  where "people"."id" is not null
    and "carts"."at" is not null
  union all
  select
    "people"."id" as entity,
    "orders"."at" as moment,
    3 as step
  from "orders"
  left join "people" on "people"."id" = "orders"."buyer"
  where "people"."id" is not null
    and "orders"."at" is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    min(case when step = 3 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t3
  from events_1
),
followed_2 as (
  select
    entity,
    moment,
    step,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t2,
    min(case when step = 2 then t3 end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t3
  from followed_1
),
tries_1 as (
  select
    entity,
    moment,
    t2,
    t3,
    1 + case when t2 < moment + interval '3 days' then 1 else 0 end + case when t3 < moment + interval '3 days' then 1 else 0 end as reached
  from followed_2
  where step = 1
),
best_1 as (
  select
    reached,
    case when reached >= 2 then (extract(epoch from t2) - extract(epoch from moment))::float8 end as s2,
    case when reached >= 3 then (extract(epoch from t3) - extract(epoch from t2))::float8 end as s3,
    row_number() over (partition by entity order by reached desc, moment, t2, t3) as number
  from tries_1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    count(case when reached >= 3 then 1 end) as n3,
    percentile_cont(0.5) within group (order by s2) as q2,
    percentile_cont(0.5) within group (order by s3) as q3
  from best_1
  where number = 1
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous",
  m3 as "funnel.median_seconds"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 when 3 then n3 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
    case step when 2 then q2 when 3 then q3 end as m3,
    step as m4
  from counted_1
  cross join (
    select 1 as step, $1::text as name
    union all
    select 2 as step, $2::text as name
    union all
    select 3 as step, $3::text as name
  ) as steps
) as funnel
order by m4 nulls last
limit 101;
-- duckdb:
-- 60|     case when reached >= 2 then date_diff('microsecond', moment, t2) / 1e6 end as s2,
-- 61|     case when reached >= 3 then date_diff('microsecond', t2, t3) / 1e6 end as s3,
-- 70|     median(s2::double) as q2,
-- 71|     median(s3::double) as q3
-- 85|     case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- mysql:
-- 53|     1 + case when t2 < moment + interval 3 day then 1 else 0 end + case when t3 < moment + interval 3 day then 1 else 0 end as reached
-- 60|     case when reached >= 2 then timestampdiff(microsecond, moment, t2) / 1e6 end as s2,
-- 61|     case when reached >= 3 then timestampdiff(microsecond, t2, t3) / 1e6 end as s3,
-- 67|     count(case when i0 >= 1 then 1 end) as n1,
-- 68|     count(case when i0 >= 2 then 1 end) as n2,
-- 69|     count(case when i0 >= 3 then 1 end) as n3,
-- 70|     sum(i1 * greatest(0, 1 - abs(r1 - 1 - 0.5 * (n1 - 1)))) as q2,
-- 71|     sum(i2 * greatest(0, 1 - abs(r2 - 1 - 0.5 * (n2 - 1)))) as q3
-- 72|   from (
-- 73|     select
-- 73+|       reached as i0,
-- 73+|       s2 as i1,
-- 73+|       s3 as i2,
-- 73+|       row_number() over (order by s2 <=> null, s2) as r1,
-- 73+|       count(s2) over () as n1,
-- 73+|       row_number() over (order by s3 <=> null, s3) as r2,
-- 73+|       count(s3) over () as n2
-- 73+|     from best_1
-- 73+|     where number = 1
-- 73+|   ) as ranked
-- 85|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 91|     select 1 as step, ? as name
-- 93|     select 2 as step, ? as name
-- 95|     select 3 as step, ? as name
-- 98| order by m4 <=> null, m4
-- clickhouse:
-- 53|     1 + case when t2 < (moment + toIntervalDay(3)) then 1 else 0 end + case when t3 < (moment + toIntervalDay(3)) then 1 else 0 end as reached
-- 60|     case when reached >= 2 then (toUnixTimestamp64Micro(toDateTime64(t2, 6, 'UTC')) - toUnixTimestamp64Micro(toDateTime64(moment, 6, 'UTC'))) / 1e6 end as s2,
-- 61|     case when reached >= 3 then (toUnixTimestamp64Micro(toDateTime64(t3, 6, 'UTC')) - toUnixTimestamp64Micro(toDateTime64(t2, 6, 'UTC'))) / 1e6 end as s3,
-- 70|     quantileExactInclusiveOrNull(0.5)(toFloat64(s2)) as q2,
-- 71|     quantileExactInclusiveOrNull(0.5)(toFloat64(s3)) as q3
-- 85|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 91|     select 1 as step, toString({p1:String}) as name
-- 93|     select 2 as step, toString({p2:String}) as name
-- 95|     select 3 as step, toString({p3:String}) as name
-- 99| limit 101
-- 99+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 53|     1 + case when t2 < date_add('day', 3, moment) then 1 else 0 end + case when t3 < date_add('day', 3, moment) then 1 else 0 end as reached
-- 60|     case when reached >= 2 then round(to_unixtime(t2) - to_unixtime(moment), 6) end as s2,
-- 61|     case when reached >= 3 then round(to_unixtime(t3) - to_unixtime(t2), 6) end as s3,
-- 67|     count(case when i0 >= 1 then 1 end) as n1,
-- 68|     count(case when i0 >= 2 then 1 end) as n2,
-- 69|     count(case when i0 >= 3 then 1 end) as n3,
-- 70|     sum(cast(i1 as double) * greatest(0e0, 1e0 - abs(r1 - 1e0 - 0.5e0 * (n1 - 1e0)))) as q2,
-- 71|     sum(cast(i2 as double) * greatest(0e0, 1e0 - abs(r2 - 1e0 - 0.5e0 * (n2 - 1e0)))) as q3
-- 72|   from (
-- 73|     select
-- 73+|       reached as i0,
-- 73+|       s2 as i1,
-- 73+|       s3 as i2,
-- 73+|       row_number() over (order by s2 nulls last) as r1,
-- 73+|       count(s2) over () as n1,
-- 73+|       row_number() over (order by s3 nulls last) as r2,
-- 73+|       count(s3) over () as n2
-- 73+|     from best_1
-- 73+|     where number = 1
-- 73+|   ) as ranked
-- 85|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 91|     select 1 as step, cast(? as varchar) as name
-- 93|     select 2 as step, cast(? as varchar) as name
-- 95|     select 3 as step, cast(? as varchar) as name
-- bigquery:
-- 53|     1 + case when t2 < timestamp_add(moment, interval 3 day) then 1 else 0 end + case when t3 < timestamp_add(moment, interval 3 day) then 1 else 0 end as reached
-- 60|     case when reached >= 2 then timestamp_diff(timestamp(t2), timestamp(moment), microsecond) / 1e6 end as s2,
-- 61|     case when reached >= 3 then timestamp_diff(timestamp(t3), timestamp(t2), microsecond) / 1e6 end as s3,
-- 67|     count(case when i0 >= 1 then 1 end) as n1,
-- 68|     count(case when i0 >= 2 then 1 end) as n2,
-- 69|     count(case when i0 >= 3 then 1 end) as n3,
-- 70|     sum(cast(i1 as float64) * greatest(0e0, 1e0 - abs(r1 - 1e0 - 0.5e0 * (n1 - 1e0)))) as q2,
-- 71|     sum(cast(i2 as float64) * greatest(0e0, 1e0 - abs(r2 - 1e0 - 0.5e0 * (n2 - 1e0)))) as q3
-- 72|   from (
-- 73|     select
-- 73+|       reached as i0,
-- 73+|       s2 as i1,
-- 73+|       s3 as i2,
-- 73+|       row_number() over (order by s2 nulls last) as r1,
-- 73+|       count(s2) over () as n1,
-- 73+|       row_number() over (order by s3 nulls last) as r2,
-- 73+|       count(s3) over () as n2
-- 73+|     from best_1
-- 73+|     where number = 1
-- 73+|   ) as ranked
-- 85|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 91|     select 1 as step, cast(@p1 as string) as name
-- 93|     select 2 as step, cast(@p2 as string) as name
-- 95|     select 3 as step, cast(@p3 as string) as name
-- databricks:
-- 53|     1 + case when t2 < cast(dateadd(day, 3, moment) as timestamp) then 1 else 0 end + case when t3 < cast(dateadd(day, 3, moment) as timestamp) then 1 else 0 end as reached
-- 60|     case when reached >= 2 then (unix_micros(cast(t2 as timestamp)) - unix_micros(cast(moment as timestamp))) / 1000000D end as s2,
-- 61|     case when reached >= 3 then (unix_micros(cast(t3 as timestamp)) - unix_micros(cast(t2 as timestamp))) / 1000000D end as s3,
-- 70|     percentile(cast(s2 as double), 0.5) as q2,
-- 71|     percentile(cast(s3 as double), 0.5) as q3
-- 85|     1D * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1D * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 91|     select 1 as step, cast(:p1 as string) as name
-- 93|     select 2 as step, cast(:p2 as string) as name
-- 95|     select 3 as step, cast(:p3 as string) as name
-- snowflake:
-- 53|     1 + case when t2 < dateadd(day, 3, moment) then 1 else 0 end + case when t3 < dateadd(day, 3, moment) then 1 else 0 end as reached
-- 60|     case when reached >= 2 then datediff(microsecond, moment, t2)::float / 1000000 end as s2,
-- 61|     case when reached >= 3 then datediff(microsecond, t2, t3)::float / 1000000 end as s3,
-- 70|     median(cast(s2 as float)) as q2,
-- 71|     median(cast(s3 as float)) as q3
-- 85|     1::float * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1::float * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 91|     select 1 as step, cast(? as varchar) as name
-- 93|     select 2 as step, cast(? as varchar) as name
-- 95|     select 3 as step, cast(? as varchar) as name
-- redshift:
-- 53|     1 + case when t2 < dateadd(day, 3, moment)::timestamp then 1 else 0 end + case when t3 < dateadd(day, 3, moment)::timestamp then 1 else 0 end as reached
-- 60|     case when reached >= 2 then datediff(microsecond, moment, t2)::float8 / 1000000 end as s2,
-- 61|     case when reached >= 3 then datediff(microsecond, t2, t3)::float8 / 1000000 end as s3,
-- 67|     count(case when i0 >= 1 then 1 end) as n1,
-- 68|     count(case when i0 >= 2 then 1 end) as n2,
-- 69|     count(case when i0 >= 3 then 1 end) as n3,
-- 70|     sum((i1)::float8 * greatest(0, 1 - abs(r1 - 1 - 0.5::float8 * (n1 - 1)))) as q2,
-- 71|     sum((i2)::float8 * greatest(0, 1 - abs(r2 - 1 - 0.5::float8 * (n2 - 1)))) as q3
-- 72|   from (
-- 73|     select
-- 73+|       reached as i0,
-- 73+|       s2 as i1,
-- 73+|       s3 as i2,
-- 73+|       row_number() over (order by s2 nulls last) as r1,
-- 73+|       count(s2) over () as n1,
-- 73+|       row_number() over (order by s3 nulls last) as r2,
-- 73+|       count(s3) over () as n2
-- 73+|     from best_1
-- 73+|     where number = 1
-- 73+|   ) as ranked
-- 85|     1::float8 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1::float8 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 91|     select 1 as step, $1::varchar as name
-- 93|     select 2 as step, $2::varchar as name
-- 95|     select 3 as step, $3::varchar as name

-- grouped by a property of the first event, the lesser of two at one moment
-- ["visits","carts"]
with events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    1 as step,
    "visits"."channel" as d0
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
  union all
  select
    "people"."id" as entity,
    "carts"."at" as moment,
    2 as step,
    null::text as d0
  from "carts"
  left join "people" on "people"."id" = "carts"."person_id"
  where "people"."id" is not null
    and "carts"."at" is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    d0,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t2
  from events_1
),
tries_1 as (
  select
    entity,
    moment,
    d0,
    t2,
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
best_1 as (
  select
    d0,
    reached,
    case when reached >= 2 then (extract(epoch from t2) - extract(epoch from moment))::float8 end as s2,
    row_number() over (partition by entity order by reached desc, moment, d0 nulls last, t2) as number
  from tries_1
),
counted_1 as (
  select
    d0,
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    percentile_cont(0.5) within group (order by s2) as q2
  from best_1
  where number = 1
  group by 1
)
select
  d0 as "visits.channel",
  d1 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous",
  m3 as "funnel.median_seconds"
from (
  select
    d0,
    name as d1,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    case step when 2 then q2 end as m3,
    step as m4
  from counted_1
  cross join (
    select 1 as step, $1::text as name
    union all
    select 2 as step, $2::text as name
  ) as steps
) as funnel
order by "visits.channel" nulls last, m4 nulls last
limit 101;
-- duckdb:
-- 17|     null as d0
-- 46|     case when reached >= 2 then date_diff('microsecond', moment, t2) / 1e6 end as s2,
-- 55|     median(s2::double) as q2
-- 72|     case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 73|     case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- mysql:
-- 17|     null as d0
-- 46|     case when reached >= 2 then timestampdiff(microsecond, moment, t2) / 1e6 end as s2,
-- 47|     row_number() over (partition by entity order by reached desc, moment, d0 <=> null, d0, t2) as number
-- 53|     count(case when i0 >= 1 then 1 end) as n1,
-- 54|     count(case when i0 >= 2 then 1 end) as n2,
-- 55|     sum(i1 * greatest(0, 1 - abs(r1 - 1 - 0.5 * (n1 - 1)))) as q2
-- 56|   from (
-- 57|     select
-- 57+|       d0,
-- 57+|       reached as i0,
-- 57+|       s2 as i1,
-- 57+|       row_number() over (partition by d0 order by s2 <=> null, s2) as r1,
-- 57+|       count(s2) over (partition by d0) as n1
-- 57+|     from best_1
-- 57+|     where number = 1
-- 57+|   ) as ranked
-- 72|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 73|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 78|     select 1 as step, ? as name
-- 80|     select 2 as step, ? as name
-- 83| order by `visits.channel` <=> null, `visits.channel`, m4 <=> null, m4
-- clickhouse:
-- 17|     null as d0
-- 46|     case when reached >= 2 then (toUnixTimestamp64Micro(toDateTime64(t2, 6, 'UTC')) - toUnixTimestamp64Micro(toDateTime64(moment, 6, 'UTC'))) / 1e6 end as s2,
-- 55|     quantileExactInclusiveOrNull(0.5)(toFloat64(s2)) as q2
-- 72|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 73|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 78|     select 1 as step, toString({p1:String}) as name
-- 80|     select 2 as step, toString({p2:String}) as name
-- 83| order by 1 nulls last, m4 nulls last
-- 84| limit 101
-- 84+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 17|     null as d0
-- 46|     case when reached >= 2 then round(to_unixtime(t2) - to_unixtime(moment), 6) end as s2,
-- 53|     count(case when i0 >= 1 then 1 end) as n1,
-- 54|     count(case when i0 >= 2 then 1 end) as n2,
-- 55|     sum(cast(i1 as double) * greatest(0e0, 1e0 - abs(r1 - 1e0 - 0.5e0 * (n1 - 1e0)))) as q2
-- 56|   from (
-- 57|     select
-- 57+|       d0,
-- 57+|       reached as i0,
-- 57+|       s2 as i1,
-- 57+|       row_number() over (partition by d0 order by s2 nulls last) as r1,
-- 57+|       count(s2) over (partition by d0) as n1
-- 57+|     from best_1
-- 57+|     where number = 1
-- 57+|   ) as ranked
-- 72|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 73|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 78|     select 1 as step, cast(? as varchar) as name
-- 80|     select 2 as step, cast(? as varchar) as name
-- bigquery:
-- 17|     null as d0
-- 46|     case when reached >= 2 then timestamp_diff(timestamp(t2), timestamp(moment), microsecond) / 1e6 end as s2,
-- 53|     count(case when i0 >= 1 then 1 end) as n1,
-- 54|     count(case when i0 >= 2 then 1 end) as n2,
-- 55|     sum(cast(i1 as float64) * greatest(0e0, 1e0 - abs(r1 - 1e0 - 0.5e0 * (n1 - 1e0)))) as q2
-- 56|   from (
-- 57|     select
-- 57+|       d0,
-- 57+|       reached as i0,
-- 57+|       s2 as i1,
-- 57+|       row_number() over (partition by d0 order by s2 nulls last) as r1,
-- 57+|       count(s2) over (partition by d0) as n1
-- 57+|     from best_1
-- 57+|     where number = 1
-- 57+|   ) as ranked
-- 72|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 73|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 78|     select 1 as step, cast(@p1 as string) as name
-- 80|     select 2 as step, cast(@p2 as string) as name
-- databricks:
-- 17|     null as d0
-- 46|     case when reached >= 2 then (unix_micros(cast(t2 as timestamp)) - unix_micros(cast(moment as timestamp))) / 1000000D end as s2,
-- 55|     percentile(cast(s2 as double), 0.5) as q2
-- 72|     1D * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 73|     1D * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 78|     select 1 as step, cast(:p1 as string) as name
-- 80|     select 2 as step, cast(:p2 as string) as name
-- snowflake:
-- 17|     null as d0
-- 46|     case when reached >= 2 then datediff(microsecond, moment, t2)::float / 1000000 end as s2,
-- 55|     median(cast(s2 as float)) as q2
-- 72|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 73|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 78|     select 1 as step, cast(? as varchar) as name
-- 80|     select 2 as step, cast(? as varchar) as name
-- redshift:
-- 17|     null::varchar as d0
-- 46|     case when reached >= 2 then datediff(microsecond, moment, t2)::float8 / 1000000 end as s2,
-- 53|     count(case when i0 >= 1 then 1 end) as n1,
-- 54|     count(case when i0 >= 2 then 1 end) as n2,
-- 55|     sum((i1)::float8 * greatest(0, 1 - abs(r1 - 1 - 0.5::float8 * (n1 - 1)))) as q2
-- 56|   from (
-- 57|     select
-- 57+|       d0,
-- 57+|       reached as i0,
-- 57+|       s2 as i1,
-- 57+|       row_number() over (partition by d0 order by s2 nulls last) as r1,
-- 57+|       count(s2) over (partition by d0) as n1
-- 57+|     from best_1
-- 57+|     where number = 1
-- 57+|   ) as ranked
-- 72|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 73|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 78|     select 1 as step, $1::varchar as name
-- 80|     select 2 as step, $2::varchar as name

-- of rows at one moment, the one with the least key comes first, also for the same step twice
-- ["2024-02-02 00:00:00","orders","again","once more"]
with events_1 as (
  select
    "buyer" as entity,
    "at" as moment,
    1 as step,
    "id"::text as k0
  from "orders"
  where "buyer" is not null
    and "at" is not null
    and "at" >= $1::timestamp
  union all
  select
    "buyer" as entity,
    "at" as moment,
    2 as step,
    "id"::text as k0
  from "orders"
  where "buyer" is not null
    and "at" is not null
  union all
  select
    "buyer" as entity,
    "at" as moment,
    3 as step,
    "id"::text as k0
  from "orders"
  where "buyer" is not null
    and "at" is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    k0,
    min(case when step = 3 then moment end) over (partition by entity order by moment desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t3
  from events_1
),
followed_2 as (
  select
    entity,
    moment,
    step,
    k0,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t2,
    min(case when step = 2 then t3 end) over (partition by entity order by moment desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t3
  from followed_1
),
tries_1 as (
  select
    entity,
    moment,
    t2,
    t3,
    1 + case when t2 is not null then 1 else 0 end + case when t3 is not null then 1 else 0 end as reached
  from followed_2
  where step = 1
),
best_1 as (
  select
    reached,
    case when reached >= 2 then (extract(epoch from t2) - extract(epoch from moment))::float8 end as s2,
    case when reached >= 3 then (extract(epoch from t3) - extract(epoch from t2))::float8 end as s3,
    row_number() over (partition by entity order by reached desc, moment, t2, t3) as number
  from tries_1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    count(case when reached >= 3 then 1 end) as n3,
    percentile_cont(0.5) within group (order by s2) as q2,
    percentile_cont(0.5) within group (order by s3) as q3
  from best_1
  where number = 1
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous",
  m3 as "funnel.median_seconds"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 when 3 then n3 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
    case step when 2 then q2 when 3 then q3 end as m3,
    step as m4
  from counted_1
  cross join (
    select 1 as step, $2::text as name
    union all
    select 2 as step, $3::text as name
    union all
    select 3 as step, $4::text as name
  ) as steps
) as funnel
order by m4 nulls last
limit 101;
-- duckdb:
-- 63|     case when reached >= 2 then date_diff('microsecond', moment, t2) / 1e6 end as s2,
-- 64|     case when reached >= 3 then date_diff('microsecond', t2, t3) / 1e6 end as s3,
-- 73|     median(s2::double) as q2,
-- 74|     median(s3::double) as q3
-- 88|     case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 89|     case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- mysql:
-- 7|     concat(`id`) as k0
-- 11|     and `at` >= cast(? as datetime(6))
-- 17|     concat(`id`) as k0
-- 26|     concat(`id`) as k0
-- 63|     case when reached >= 2 then timestampdiff(microsecond, moment, t2) / 1e6 end as s2,
-- 64|     case when reached >= 3 then timestampdiff(microsecond, t2, t3) / 1e6 end as s3,
-- 70|     count(case when i0 >= 1 then 1 end) as n1,
-- 71|     count(case when i0 >= 2 then 1 end) as n2,
-- 72|     count(case when i0 >= 3 then 1 end) as n3,
-- 73|     sum(i1 * greatest(0, 1 - abs(r1 - 1 - 0.5 * (n1 - 1)))) as q2,
-- 74|     sum(i2 * greatest(0, 1 - abs(r2 - 1 - 0.5 * (n2 - 1)))) as q3
-- 75|   from (
-- 76|     select
-- 76+|       reached as i0,
-- 76+|       s2 as i1,
-- 76+|       s3 as i2,
-- 76+|       row_number() over (order by s2 <=> null, s2) as r1,
-- 76+|       count(s2) over () as n1,
-- 76+|       row_number() over (order by s3 <=> null, s3) as r2,
-- 76+|       count(s3) over () as n2
-- 76+|     from best_1
-- 76+|     where number = 1
-- 76+|   ) as ranked
-- 88|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 89|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 94|     select 1 as step, ? as name
-- 96|     select 2 as step, ? as name
-- 98|     select 3 as step, ? as name
-- 101| order by m4 <=> null, m4
-- clickhouse:
-- 7|     toString("id") as k0
-- 11|     and "at" >= {p1:DateTime64(6, 'UTC')}
-- 17|     toString("id") as k0
-- 26|     toString("id") as k0
-- 63|     case when reached >= 2 then (toUnixTimestamp64Micro(toDateTime64(t2, 6, 'UTC')) - toUnixTimestamp64Micro(toDateTime64(moment, 6, 'UTC'))) / 1e6 end as s2,
-- 64|     case when reached >= 3 then (toUnixTimestamp64Micro(toDateTime64(t3, 6, 'UTC')) - toUnixTimestamp64Micro(toDateTime64(t2, 6, 'UTC'))) / 1e6 end as s3,
-- 73|     quantileExactInclusiveOrNull(0.5)(toFloat64(s2)) as q2,
-- 74|     quantileExactInclusiveOrNull(0.5)(toFloat64(s3)) as q3
-- 88|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 89|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 94|     select 1 as step, toString({p2:String}) as name
-- 96|     select 2 as step, toString({p3:String}) as name
-- 98|     select 3 as step, toString({p4:String}) as name
-- 102| limit 101
-- 102+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 7|     cast("id" as varchar) as k0
-- 11|     and "at" >= cast(? as timestamp(6))
-- 17|     cast("id" as varchar) as k0
-- 26|     cast("id" as varchar) as k0
-- 63|     case when reached >= 2 then round(to_unixtime(t2) - to_unixtime(moment), 6) end as s2,
-- 64|     case when reached >= 3 then round(to_unixtime(t3) - to_unixtime(t2), 6) end as s3,
-- 70|     count(case when i0 >= 1 then 1 end) as n1,
-- 71|     count(case when i0 >= 2 then 1 end) as n2,
-- 72|     count(case when i0 >= 3 then 1 end) as n3,
-- 73|     sum(cast(i1 as double) * greatest(0e0, 1e0 - abs(r1 - 1e0 - 0.5e0 * (n1 - 1e0)))) as q2,
-- 74|     sum(cast(i2 as double) * greatest(0e0, 1e0 - abs(r2 - 1e0 - 0.5e0 * (n2 - 1e0)))) as q3
-- 75|   from (
-- 76|     select
-- 76+|       reached as i0,
-- 76+|       s2 as i1,
-- 76+|       s3 as i2,
-- 76+|       row_number() over (order by s2 nulls last) as r1,
-- 76+|       count(s2) over () as n1,
-- 76+|       row_number() over (order by s3 nulls last) as r2,
-- 76+|       count(s3) over () as n2
-- 76+|     from best_1
-- 76+|     where number = 1
-- 76+|   ) as ranked
-- 88|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 89|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 94|     select 1 as step, cast(? as varchar) as name
-- 96|     select 2 as step, cast(? as varchar) as name
-- 98|     select 3 as step, cast(? as varchar) as name
-- bigquery:
-- 7|     cast(`id` as string) as k0
-- 11|     and `at` >= @p1
-- 17|     cast(`id` as string) as k0
-- 26|     cast(`id` as string) as k0
-- 63|     case when reached >= 2 then timestamp_diff(timestamp(t2), timestamp(moment), microsecond) / 1e6 end as s2,
-- 64|     case when reached >= 3 then timestamp_diff(timestamp(t3), timestamp(t2), microsecond) / 1e6 end as s3,
-- 70|     count(case when i0 >= 1 then 1 end) as n1,
-- 71|     count(case when i0 >= 2 then 1 end) as n2,
-- 72|     count(case when i0 >= 3 then 1 end) as n3,
-- 73|     sum(cast(i1 as float64) * greatest(0e0, 1e0 - abs(r1 - 1e0 - 0.5e0 * (n1 - 1e0)))) as q2,
-- 74|     sum(cast(i2 as float64) * greatest(0e0, 1e0 - abs(r2 - 1e0 - 0.5e0 * (n2 - 1e0)))) as q3
-- 75|   from (
-- 76|     select
-- 76+|       reached as i0,
-- 76+|       s2 as i1,
-- 76+|       s3 as i2,
-- 76+|       row_number() over (order by s2 nulls last) as r1,
-- 76+|       count(s2) over () as n1,
-- 76+|       row_number() over (order by s3 nulls last) as r2,
-- 76+|       count(s3) over () as n2
-- 76+|     from best_1
-- 76+|     where number = 1
-- 76+|   ) as ranked
-- 88|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 89|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 94|     select 1 as step, cast(@p2 as string) as name
-- 96|     select 2 as step, cast(@p3 as string) as name
-- 98|     select 3 as step, cast(@p4 as string) as name
-- databricks:
-- 7|     cast(`id` as string) as k0
-- 11|     and `at` >= cast(concat(:p1, 'Z') as timestamp)
-- 17|     cast(`id` as string) as k0
-- 26|     cast(`id` as string) as k0
-- 63|     case when reached >= 2 then (unix_micros(cast(t2 as timestamp)) - unix_micros(cast(moment as timestamp))) / 1000000D end as s2,
-- 64|     case when reached >= 3 then (unix_micros(cast(t3 as timestamp)) - unix_micros(cast(t2 as timestamp))) / 1000000D end as s3,
-- 73|     percentile(cast(s2 as double), 0.5) as q2,
-- 74|     percentile(cast(s3 as double), 0.5) as q3
-- 88|     1D * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 89|     1D * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 94|     select 1 as step, cast(:p2 as string) as name
-- 96|     select 2 as step, cast(:p3 as string) as name
-- 98|     select 3 as step, cast(:p4 as string) as name
-- snowflake:
-- 7|     cast("id" as varchar) as k0
-- 11|     and "at" >= cast(? as timestamp_ntz)
-- 17|     cast("id" as varchar) as k0
-- 26|     cast("id" as varchar) as k0
-- 63|     case when reached >= 2 then datediff(microsecond, moment, t2)::float / 1000000 end as s2,
-- 64|     case when reached >= 3 then datediff(microsecond, t2, t3)::float / 1000000 end as s3,
-- 73|     median(cast(s2 as float)) as q2,
-- 74|     median(cast(s3 as float)) as q3
-- 88|     1::float * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 89|     1::float * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 94|     select 1 as step, cast(? as varchar) as name
-- 96|     select 2 as step, cast(? as varchar) as name
-- 98|     select 3 as step, cast(? as varchar) as name
-- redshift:
-- 7|     "id"::varchar as k0
-- 17|     "id"::varchar as k0
-- 26|     "id"::varchar as k0
-- 63|     case when reached >= 2 then datediff(microsecond, moment, t2)::float8 / 1000000 end as s2,
-- 64|     case when reached >= 3 then datediff(microsecond, t2, t3)::float8 / 1000000 end as s3,
-- 70|     count(case when i0 >= 1 then 1 end) as n1,
-- 71|     count(case when i0 >= 2 then 1 end) as n2,
-- 72|     count(case when i0 >= 3 then 1 end) as n3,
-- 73|     sum((i1)::float8 * greatest(0, 1 - abs(r1 - 1 - 0.5::float8 * (n1 - 1)))) as q2,
-- 74|     sum((i2)::float8 * greatest(0, 1 - abs(r2 - 1 - 0.5::float8 * (n2 - 1)))) as q3
-- 75|   from (
-- 76|     select
-- 76+|       reached as i0,
-- 76+|       s2 as i1,
-- 76+|       s3 as i2,
-- 76+|       row_number() over (order by s2 nulls last) as r1,
-- 76+|       count(s2) over () as n1,
-- 76+|       row_number() over (order by s3 nulls last) as r2,
-- 76+|       count(s3) over () as n2
-- 76+|     from best_1
-- 76+|     where number = 1
-- 76+|   ) as ranked
-- 88|     1::float8 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 89|     1::float8 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 94|     select 1 as step, $2::varchar as name
-- 96|     select 2 as step, $3::varchar as name
-- 98|     select 3 as step, $4::varchar as name

-- keys are in the order of their texts, of which 10 comes before 3
-- ["10","3","10","order 10","order 3","order 10 again"]
with events_1 as (
  select
    "buyer" as entity,
    "at" as moment,
    1 as step,
    "id"::text as k0
  from "orders"
  where "buyer" is not null
    and "at" is not null
    and "id" = $1::bigint
  union all
  select
    "buyer" as entity,
    "at" as moment,
    2 as step,
    "id"::text as k0
  from "orders"
  where "buyer" is not null
    and "at" is not null
    and "id" = $2::bigint
  union all
  select
    "buyer" as entity,
    "at" as moment,
    3 as step,
    "id"::text as k0
  from "orders"
  where "buyer" is not null
    and "at" is not null
    and "id" = $3::bigint
),
followed_1 as (
  select
    entity,
    moment,
    step,
    k0,
    min(case when step = 3 then moment end) over (partition by entity order by moment desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t3
  from events_1
),
followed_2 as (
  select
    entity,
    moment,
    step,
    k0,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t2,
    min(case when step = 2 then t3 end) over (partition by entity order by moment desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t3
  from followed_1
),
tries_1 as (
  select
    entity,
    moment,
    t2,
    t3,
    1 + case when t2 is not null then 1 else 0 end + case when t3 is not null then 1 else 0 end as reached
  from followed_2
  where step = 1
),
best_1 as (
  select
    reached,
    case when reached >= 2 then (extract(epoch from t2) - extract(epoch from moment))::float8 end as s2,
    case when reached >= 3 then (extract(epoch from t3) - extract(epoch from t2))::float8 end as s3,
    row_number() over (partition by entity order by reached desc, moment, t2, t3) as number
  from tries_1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    count(case when reached >= 3 then 1 end) as n3,
    percentile_cont(0.5) within group (order by s2) as q2,
    percentile_cont(0.5) within group (order by s3) as q3
  from best_1
  where number = 1
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous",
  m3 as "funnel.median_seconds"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 when 3 then n3 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
    case step when 2 then q2 when 3 then q3 end as m3,
    step as m4
  from counted_1
  cross join (
    select 1 as step, $4::text as name
    union all
    select 2 as step, $5::text as name
    union all
    select 3 as step, $6::text as name
  ) as steps
) as funnel
order by m4 nulls last
limit 101;
-- duckdb:
-- 65|     case when reached >= 2 then date_diff('microsecond', moment, t2) / 1e6 end as s2,
-- 66|     case when reached >= 3 then date_diff('microsecond', t2, t3) / 1e6 end as s3,
-- 75|     median(s2::double) as q2,
-- 76|     median(s3::double) as q3
-- 90|     case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 91|     case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- mysql:
-- 7|     concat(`id`) as k0
-- 11|     and `id` = cast(? as signed)
-- 17|     concat(`id`) as k0
-- 21|     and `id` = cast(? as signed)
-- 27|     concat(`id`) as k0
-- 31|     and `id` = cast(? as signed)
-- 65|     case when reached >= 2 then timestampdiff(microsecond, moment, t2) / 1e6 end as s2,
-- 66|     case when reached >= 3 then timestampdiff(microsecond, t2, t3) / 1e6 end as s3,
-- 72|     count(case when i0 >= 1 then 1 end) as n1,
-- 73|     count(case when i0 >= 2 then 1 end) as n2,
-- 74|     count(case when i0 >= 3 then 1 end) as n3,
-- 75|     sum(i1 * greatest(0, 1 - abs(r1 - 1 - 0.5 * (n1 - 1)))) as q2,
-- 76|     sum(i2 * greatest(0, 1 - abs(r2 - 1 - 0.5 * (n2 - 1)))) as q3
-- 77|   from (
-- 78|     select
-- 78+|       reached as i0,
-- 78+|       s2 as i1,
-- 78+|       s3 as i2,
-- 78+|       row_number() over (order by s2 <=> null, s2) as r1,
-- 78+|       count(s2) over () as n1,
-- 78+|       row_number() over (order by s3 <=> null, s3) as r2,
-- 78+|       count(s3) over () as n2
-- 78+|     from best_1
-- 78+|     where number = 1
-- 78+|   ) as ranked
-- 90|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 91|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 96|     select 1 as step, ? as name
-- 98|     select 2 as step, ? as name
-- 100|     select 3 as step, ? as name
-- 103| order by m4 <=> null, m4
-- clickhouse:
-- 7|     toString("id") as k0
-- 11|     and "id" = {p1:Int64}
-- 17|     toString("id") as k0
-- 21|     and "id" = {p2:Int64}
-- 27|     toString("id") as k0
-- 31|     and "id" = {p3:Int64}
-- 65|     case when reached >= 2 then (toUnixTimestamp64Micro(toDateTime64(t2, 6, 'UTC')) - toUnixTimestamp64Micro(toDateTime64(moment, 6, 'UTC'))) / 1e6 end as s2,
-- 66|     case when reached >= 3 then (toUnixTimestamp64Micro(toDateTime64(t3, 6, 'UTC')) - toUnixTimestamp64Micro(toDateTime64(t2, 6, 'UTC'))) / 1e6 end as s3,
-- 75|     quantileExactInclusiveOrNull(0.5)(toFloat64(s2)) as q2,
-- 76|     quantileExactInclusiveOrNull(0.5)(toFloat64(s3)) as q3
-- 90|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 91|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 96|     select 1 as step, toString({p4:String}) as name
-- 98|     select 2 as step, toString({p5:String}) as name
-- 100|     select 3 as step, toString({p6:String}) as name
-- 104| limit 101
-- 104+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 7|     cast("id" as varchar) as k0
-- 11|     and "id" = cast(? as bigint)
-- 17|     cast("id" as varchar) as k0
-- 21|     and "id" = cast(? as bigint)
-- 27|     cast("id" as varchar) as k0
-- 31|     and "id" = cast(? as bigint)
-- 65|     case when reached >= 2 then round(to_unixtime(t2) - to_unixtime(moment), 6) end as s2,
-- 66|     case when reached >= 3 then round(to_unixtime(t3) - to_unixtime(t2), 6) end as s3,
-- 72|     count(case when i0 >= 1 then 1 end) as n1,
-- 73|     count(case when i0 >= 2 then 1 end) as n2,
-- 74|     count(case when i0 >= 3 then 1 end) as n3,
-- 75|     sum(cast(i1 as double) * greatest(0e0, 1e0 - abs(r1 - 1e0 - 0.5e0 * (n1 - 1e0)))) as q2,
-- 76|     sum(cast(i2 as double) * greatest(0e0, 1e0 - abs(r2 - 1e0 - 0.5e0 * (n2 - 1e0)))) as q3
-- 77|   from (
-- 78|     select
-- 78+|       reached as i0,
-- 78+|       s2 as i1,
-- 78+|       s3 as i2,
-- 78+|       row_number() over (order by s2 nulls last) as r1,
-- 78+|       count(s2) over () as n1,
-- 78+|       row_number() over (order by s3 nulls last) as r2,
-- 78+|       count(s3) over () as n2
-- 78+|     from best_1
-- 78+|     where number = 1
-- 78+|   ) as ranked
-- 90|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 91|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 96|     select 1 as step, cast(? as varchar) as name
-- 98|     select 2 as step, cast(? as varchar) as name
-- 100|     select 3 as step, cast(? as varchar) as name
-- bigquery:
-- 7|     cast(`id` as string) as k0
-- 11|     and `id` = cast(@p1 as int64)
-- 17|     cast(`id` as string) as k0
-- 21|     and `id` = cast(@p2 as int64)
-- 27|     cast(`id` as string) as k0
-- 31|     and `id` = cast(@p3 as int64)
-- 65|     case when reached >= 2 then timestamp_diff(timestamp(t2), timestamp(moment), microsecond) / 1e6 end as s2,
-- 66|     case when reached >= 3 then timestamp_diff(timestamp(t3), timestamp(t2), microsecond) / 1e6 end as s3,
-- 72|     count(case when i0 >= 1 then 1 end) as n1,
-- 73|     count(case when i0 >= 2 then 1 end) as n2,
-- 74|     count(case when i0 >= 3 then 1 end) as n3,
-- 75|     sum(cast(i1 as float64) * greatest(0e0, 1e0 - abs(r1 - 1e0 - 0.5e0 * (n1 - 1e0)))) as q2,
-- 76|     sum(cast(i2 as float64) * greatest(0e0, 1e0 - abs(r2 - 1e0 - 0.5e0 * (n2 - 1e0)))) as q3
-- 77|   from (
-- 78|     select
-- 78+|       reached as i0,
-- 78+|       s2 as i1,
-- 78+|       s3 as i2,
-- 78+|       row_number() over (order by s2 nulls last) as r1,
-- 78+|       count(s2) over () as n1,
-- 78+|       row_number() over (order by s3 nulls last) as r2,
-- 78+|       count(s3) over () as n2
-- 78+|     from best_1
-- 78+|     where number = 1
-- 78+|   ) as ranked
-- 90|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 91|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 96|     select 1 as step, cast(@p4 as string) as name
-- 98|     select 2 as step, cast(@p5 as string) as name
-- 100|     select 3 as step, cast(@p6 as string) as name
-- databricks:
-- 7|     cast(`id` as string) as k0
-- 11|     and `id` = cast(:p1 as bigint)
-- 17|     cast(`id` as string) as k0
-- 21|     and `id` = cast(:p2 as bigint)
-- 27|     cast(`id` as string) as k0
-- 31|     and `id` = cast(:p3 as bigint)
-- 65|     case when reached >= 2 then (unix_micros(cast(t2 as timestamp)) - unix_micros(cast(moment as timestamp))) / 1000000D end as s2,
-- 66|     case when reached >= 3 then (unix_micros(cast(t3 as timestamp)) - unix_micros(cast(t2 as timestamp))) / 1000000D end as s3,
-- 75|     percentile(cast(s2 as double), 0.5) as q2,
-- 76|     percentile(cast(s3 as double), 0.5) as q3
-- 90|     1D * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 91|     1D * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 96|     select 1 as step, cast(:p4 as string) as name
-- 98|     select 2 as step, cast(:p5 as string) as name
-- 100|     select 3 as step, cast(:p6 as string) as name
-- snowflake:
-- 7|     cast("id" as varchar) as k0
-- 11|     and "id" = cast(? as number(38, 0))
-- 17|     cast("id" as varchar) as k0
-- 21|     and "id" = cast(? as number(38, 0))
-- 27|     cast("id" as varchar) as k0
-- 31|     and "id" = cast(? as number(38, 0))
-- 65|     case when reached >= 2 then datediff(microsecond, moment, t2)::float / 1000000 end as s2,
-- 66|     case when reached >= 3 then datediff(microsecond, t2, t3)::float / 1000000 end as s3,
-- 75|     median(cast(s2 as float)) as q2,
-- 76|     median(cast(s3 as float)) as q3
-- 90|     1::float * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 91|     1::float * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 96|     select 1 as step, cast(? as varchar) as name
-- 98|     select 2 as step, cast(? as varchar) as name
-- 100|     select 3 as step, cast(? as varchar) as name
-- redshift:
-- 7|     "id"::varchar as k0
-- 17|     "id"::varchar as k0
-- 27|     "id"::varchar as k0
-- 65|     case when reached >= 2 then datediff(microsecond, moment, t2)::float8 / 1000000 end as s2,
-- 66|     case when reached >= 3 then datediff(microsecond, t2, t3)::float8 / 1000000 end as s3,
-- 72|     count(case when i0 >= 1 then 1 end) as n1,
-- 73|     count(case when i0 >= 2 then 1 end) as n2,
-- 74|     count(case when i0 >= 3 then 1 end) as n3,
-- 75|     sum((i1)::float8 * greatest(0, 1 - abs(r1 - 1 - 0.5::float8 * (n1 - 1)))) as q2,
-- 76|     sum((i2)::float8 * greatest(0, 1 - abs(r2 - 1 - 0.5::float8 * (n2 - 1)))) as q3
-- 77|   from (
-- 78|     select
-- 78+|       reached as i0,
-- 78+|       s2 as i1,
-- 78+|       s3 as i2,
-- 78+|       row_number() over (order by s2 nulls last) as r1,
-- 78+|       count(s2) over () as n1,
-- 78+|       row_number() over (order by s3 nulls last) as r2,
-- 78+|       count(s3) over () as n2
-- 78+|     from best_1
-- 78+|     where number = 1
-- 78+|   ) as ranked
-- 90|     1::float8 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 91|     1::float8 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 96|     select 1 as step, $4::varchar as name
-- 98|     select 2 as step, $5::varchar as name
-- 100|     select 3 as step, $6::varchar as name

-- of two first steps at one moment, the one with the earlier next step counts
-- ["3","10","orders","again"]
with events_1 as (
  select
    "buyer" as entity,
    "at" as moment,
    1 as step,
    "id"::text as k0
  from "orders"
  where "buyer" is not null
    and "at" is not null
    and "id" in ($1::bigint, $2::bigint)
  union all
  select
    "buyer" as entity,
    "at" as moment,
    2 as step,
    "id"::text as k0
  from "orders"
  where "buyer" is not null
    and "at" is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    k0,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t2
  from events_1
),
tries_1 as (
  select
    entity,
    moment,
    t2,
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
best_1 as (
  select
    reached,
    case when reached >= 2 then (extract(epoch from t2) - extract(epoch from moment))::float8 end as s2,
    row_number() over (partition by entity order by reached desc, moment, t2) as number
  from tries_1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    percentile_cont(0.5) within group (order by s2) as q2
  from best_1
  where number = 1
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous",
  m3 as "funnel.median_seconds"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    case step when 2 then q2 end as m3,
    step as m4
  from counted_1
  cross join (
    select 1 as step, $3::text as name
    union all
    select 2 as step, $4::text as name
  ) as steps
) as funnel
order by m4 nulls last;
-- duckdb:
-- 43|     case when reached >= 2 then date_diff('microsecond', moment, t2) / 1e6 end as s2,
-- 51|     median(s2::double) as q2
-- 65|     case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 66|     case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- mysql:
-- 7|     concat(`id`) as k0
-- 11|     and `id` in (cast(? as signed), cast(? as signed))
-- 17|     concat(`id`) as k0
-- 43|     case when reached >= 2 then timestampdiff(microsecond, moment, t2) / 1e6 end as s2,
-- 49|     count(case when i0 >= 1 then 1 end) as n1,
-- 50|     count(case when i0 >= 2 then 1 end) as n2,
-- 51|     sum(i1 * greatest(0, 1 - abs(r1 - 1 - 0.5 * (n1 - 1)))) as q2
-- 52|   from (
-- 53|     select
-- 53+|       reached as i0,
-- 53+|       s2 as i1,
-- 53+|       row_number() over (order by s2 <=> null, s2) as r1,
-- 53+|       count(s2) over () as n1
-- 53+|     from best_1
-- 53+|     where number = 1
-- 53+|   ) as ranked
-- 65|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 66|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 71|     select 1 as step, ? as name
-- 73|     select 2 as step, ? as name
-- 76| order by m4 <=> null, m4;
-- clickhouse:
-- 7|     toString("id") as k0
-- 11|     and "id" in ({p1:Int64}, {p2:Int64})
-- 17|     toString("id") as k0
-- 43|     case when reached >= 2 then (toUnixTimestamp64Micro(toDateTime64(t2, 6, 'UTC')) - toUnixTimestamp64Micro(toDateTime64(moment, 6, 'UTC'))) / 1e6 end as s2,
-- 51|     quantileExactInclusiveOrNull(0.5)(toFloat64(s2)) as q2
-- 65|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 66|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 71|     select 1 as step, toString({p3:String}) as name
-- 73|     select 2 as step, toString({p4:String}) as name
-- 76| order by m4 nulls last
-- 76+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 7|     cast("id" as varchar) as k0
-- 11|     and "id" in (cast(? as bigint), cast(? as bigint))
-- 17|     cast("id" as varchar) as k0
-- 43|     case when reached >= 2 then round(to_unixtime(t2) - to_unixtime(moment), 6) end as s2,
-- 49|     count(case when i0 >= 1 then 1 end) as n1,
-- 50|     count(case when i0 >= 2 then 1 end) as n2,
-- 51|     sum(cast(i1 as double) * greatest(0e0, 1e0 - abs(r1 - 1e0 - 0.5e0 * (n1 - 1e0)))) as q2
-- 52|   from (
-- 53|     select
-- 53+|       reached as i0,
-- 53+|       s2 as i1,
-- 53+|       row_number() over (order by s2 nulls last) as r1,
-- 53+|       count(s2) over () as n1
-- 53+|     from best_1
-- 53+|     where number = 1
-- 53+|   ) as ranked
-- 65|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 66|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 71|     select 1 as step, cast(? as varchar) as name
-- 73|     select 2 as step, cast(? as varchar) as name
-- bigquery:
-- 7|     cast(`id` as string) as k0
-- 11|     and `id` in (cast(@p1 as int64), cast(@p2 as int64))
-- 17|     cast(`id` as string) as k0
-- 43|     case when reached >= 2 then timestamp_diff(timestamp(t2), timestamp(moment), microsecond) / 1e6 end as s2,
-- 49|     count(case when i0 >= 1 then 1 end) as n1,
-- 50|     count(case when i0 >= 2 then 1 end) as n2,
-- 51|     sum(cast(i1 as float64) * greatest(0e0, 1e0 - abs(r1 - 1e0 - 0.5e0 * (n1 - 1e0)))) as q2
-- 52|   from (
-- 53|     select
-- 53+|       reached as i0,
-- 53+|       s2 as i1,
-- 53+|       row_number() over (order by s2 nulls last) as r1,
-- 53+|       count(s2) over () as n1
-- 53+|     from best_1
-- 53+|     where number = 1
-- 53+|   ) as ranked
-- 65|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 66|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 71|     select 1 as step, cast(@p3 as string) as name
-- 73|     select 2 as step, cast(@p4 as string) as name
-- databricks:
-- 7|     cast(`id` as string) as k0
-- 11|     and `id` in (cast(:p1 as bigint), cast(:p2 as bigint))
-- 17|     cast(`id` as string) as k0
-- 43|     case when reached >= 2 then (unix_micros(cast(t2 as timestamp)) - unix_micros(cast(moment as timestamp))) / 1000000D end as s2,
-- 51|     percentile(cast(s2 as double), 0.5) as q2
-- 65|     1D * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 66|     1D * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 71|     select 1 as step, cast(:p3 as string) as name
-- 73|     select 2 as step, cast(:p4 as string) as name
-- snowflake:
-- 7|     cast("id" as varchar) as k0
-- 11|     and "id" in (cast(? as number(38, 0)), cast(? as number(38, 0)))
-- 17|     cast("id" as varchar) as k0
-- 43|     case when reached >= 2 then datediff(microsecond, moment, t2)::float / 1000000 end as s2,
-- 51|     median(cast(s2 as float)) as q2
-- 65|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 66|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 71|     select 1 as step, cast(? as varchar) as name
-- 73|     select 2 as step, cast(? as varchar) as name
-- redshift:
-- 7|     "id"::varchar as k0
-- 17|     "id"::varchar as k0
-- 43|     case when reached >= 2 then datediff(microsecond, moment, t2)::float8 / 1000000 end as s2,
-- 49|     count(case when i0 >= 1 then 1 end) as n1,
-- 50|     count(case when i0 >= 2 then 1 end) as n2,
-- 51|     sum((i1)::float8 * greatest(0, 1 - abs(r1 - 1 - 0.5::float8 * (n1 - 1)))) as q2
-- 52|   from (
-- 53|     select
-- 53+|       reached as i0,
-- 53+|       s2 as i1,
-- 53+|       row_number() over (order by s2 nulls last) as r1,
-- 53+|       count(s2) over () as n1
-- 53+|     from best_1
-- 53+|     where number = 1
-- 53+|   ) as ranked
-- 65|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 66|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 71|     select 1 as step, $3::varchar as name
-- 73|     select 2 as step, $4::varchar as name

-- between dates, whole days are counted in any timezone
-- ["order_days","again"]
with events_1 as (
  select
    "buyer" as entity,
    "day" as moment,
    1 as step
  from "orders" as "order_days"
  where "buyer" is not null
    and "day" is not null
  union all
  select
    "buyer" as entity,
    "day" as moment,
    2 as step
  from "orders" as "order_days"
  where "buyer" is not null
    and "day" is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step rows between unbounded preceding and 1 preceding) as t2
  from events_1
),
tries_1 as (
  select
    entity,
    moment,
    t2,
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
best_1 as (
  select
    reached,
    case when reached >= 2 then (extract(epoch from t2) - extract(epoch from moment))::float8 end as s2,
    row_number() over (partition by entity order by reached desc, moment, t2) as number
  from tries_1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    percentile_cont(0.5) within group (order by s2) as q2
  from best_1
  where number = 1
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous",
  m3 as "funnel.median_seconds"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    case step when 2 then q2 end as m3,
    step as m4
  from counted_1
  cross join (
    select 1 as step, $1::text as name
    union all
    select 2 as step, $2::text as name
  ) as steps
) as funnel
order by m4 nulls last
limit 101;
-- duckdb:
-- 39|     case when reached >= 2 then date_diff('microsecond', moment, t2) / 1e6 end as s2,
-- 47|     median(s2::double) as q2
-- 61|     case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 62|     case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- mysql:
-- 39|     case when reached >= 2 then timestampdiff(microsecond, moment, t2) / 1e6 end as s2,
-- 45|     count(case when i0 >= 1 then 1 end) as n1,
-- 46|     count(case when i0 >= 2 then 1 end) as n2,
-- 47|     sum(i1 * greatest(0, 1 - abs(r1 - 1 - 0.5 * (n1 - 1)))) as q2
-- 48|   from (
-- 49|     select
-- 49+|       reached as i0,
-- 49+|       s2 as i1,
-- 49+|       row_number() over (order by s2 <=> null, s2) as r1,
-- 49+|       count(s2) over () as n1
-- 49+|     from best_1
-- 49+|     where number = 1
-- 49+|   ) as ranked
-- 61|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 62|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 67|     select 1 as step, ? as name
-- 69|     select 2 as step, ? as name
-- 72| order by m4 <=> null, m4
-- clickhouse:
-- 39|     case when reached >= 2 then toFloat64(dateDiff('day', moment, t2)) * 86400 end as s2,
-- 47|     quantileExactInclusiveOrNull(0.5)(toFloat64(s2)) as q2
-- 61|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 62|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 67|     select 1 as step, toString({p1:String}) as name
-- 69|     select 2 as step, toString({p2:String}) as name
-- 73| limit 101
-- 73+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 39|     case when reached >= 2 then date_diff('day', moment, t2) * 86400e0 end as s2,
-- 45|     count(case when i0 >= 1 then 1 end) as n1,
-- 46|     count(case when i0 >= 2 then 1 end) as n2,
-- 47|     sum(cast(i1 as double) * greatest(0e0, 1e0 - abs(r1 - 1e0 - 0.5e0 * (n1 - 1e0)))) as q2
-- 48|   from (
-- 49|     select
-- 49+|       reached as i0,
-- 49+|       s2 as i1,
-- 49+|       row_number() over (order by s2 nulls last) as r1,
-- 49+|       count(s2) over () as n1
-- 49+|     from best_1
-- 49+|     where number = 1
-- 49+|   ) as ranked
-- 61|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 62|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 67|     select 1 as step, cast(? as varchar) as name
-- 69|     select 2 as step, cast(? as varchar) as name
-- bigquery:
-- 39|     case when reached >= 2 then date_diff(t2, moment, day) * 86400e0 end as s2,
-- 45|     count(case when i0 >= 1 then 1 end) as n1,
-- 46|     count(case when i0 >= 2 then 1 end) as n2,
-- 47|     sum(cast(i1 as float64) * greatest(0e0, 1e0 - abs(r1 - 1e0 - 0.5e0 * (n1 - 1e0)))) as q2
-- 48|   from (
-- 49|     select
-- 49+|       reached as i0,
-- 49+|       s2 as i1,
-- 49+|       row_number() over (order by s2 nulls last) as r1,
-- 49+|       count(s2) over () as n1
-- 49+|     from best_1
-- 49+|     where number = 1
-- 49+|   ) as ranked
-- 61|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 62|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 67|     select 1 as step, cast(@p1 as string) as name
-- 69|     select 2 as step, cast(@p2 as string) as name
-- databricks:
-- 39|     case when reached >= 2 then datediff(t2, moment) * 86400D end as s2,
-- 47|     percentile(cast(s2 as double), 0.5) as q2
-- 61|     1D * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 62|     1D * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 67|     select 1 as step, cast(:p1 as string) as name
-- 69|     select 2 as step, cast(:p2 as string) as name
-- snowflake:
-- 39|     case when reached >= 2 then datediff(microsecond, moment, t2)::float / 1000000 end as s2,
-- 47|     median(cast(s2 as float)) as q2
-- 61|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 62|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 67|     select 1 as step, cast(? as varchar) as name
-- 69|     select 2 as step, cast(? as varchar) as name
-- redshift:
-- 39|     case when reached >= 2 then datediff(microsecond, moment, t2)::float8 / 1000000 end as s2,
-- 45|     count(case when i0 >= 1 then 1 end) as n1,
-- 46|     count(case when i0 >= 2 then 1 end) as n2,
-- 47|     sum((i1)::float8 * greatest(0, 1 - abs(r1 - 1 - 0.5::float8 * (n1 - 1)))) as q2
-- 48|   from (
-- 49|     select
-- 49+|       reached as i0,
-- 49+|       s2 as i1,
-- 49+|       row_number() over (order by s2 nulls last) as r1,
-- 49+|       count(s2) over () as n1
-- 49+|     from best_1
-- 49+|     where number = 1
-- 49+|   ) as ranked
-- 61|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 62|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 67|     select 1 as step, $1::varchar as name
-- 69|     select 2 as step, $2::varchar as name

-- the time after a date is measured from the beginning of the date
-- ["4","order_days","visit"]
with events_1 as (
  select
    "buyer" as entity,
    "day"::timestamp as moment,
    1 as step
  from "orders" as "order_days"
  where "buyer" is not null
    and "day" is not null
  union all
  select
    "person_id" as entity,
    "at"::timestamp as moment,
    2 as step
  from "visits"
  where "person_id" is not null
    and "at" is not null
    and "id" > $1::bigint
),
followed_1 as (
  select
    entity,
    moment,
    step,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t2
  from events_1
),
tries_1 as (
  select
    entity,
    moment,
    t2,
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
best_1 as (
  select
    reached,
    case when reached >= 2 then (extract(epoch from t2) - extract(epoch from moment))::float8 end as s2,
    row_number() over (partition by entity order by reached desc, moment, t2) as number
  from tries_1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    percentile_cont(0.5) within group (order by s2) as q2
  from best_1
  where number = 1
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous",
  m3 as "funnel.median_seconds"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    case step when 2 then q2 end as m3,
    step as m4
  from counted_1
  cross join (
    select 1 as step, $2::text as name
    union all
    select 2 as step, $3::text as name
  ) as steps
) as funnel
order by m4 nulls last
limit 101;
-- duckdb:
-- 40|     case when reached >= 2 then date_diff('microsecond', moment, t2) / 1e6 end as s2,
-- 48|     median(s2::double) as q2
-- 62|     case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 63|     case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- mysql:
-- 5|     cast(`day` as datetime(6)) as moment,
-- 13|     cast(`at` as datetime(6)) as moment,
-- 18|     and `id` > cast(? as signed)
-- 40|     case when reached >= 2 then timestampdiff(microsecond, moment, t2) / 1e6 end as s2,
-- 46|     count(case when i0 >= 1 then 1 end) as n1,
-- 47|     count(case when i0 >= 2 then 1 end) as n2,
-- 48|     sum(i1 * greatest(0, 1 - abs(r1 - 1 - 0.5 * (n1 - 1)))) as q2
-- 49|   from (
-- 50|     select
-- 50+|       reached as i0,
-- 50+|       s2 as i1,
-- 50+|       row_number() over (order by s2 <=> null, s2) as r1,
-- 50+|       count(s2) over () as n1
-- 50+|     from best_1
-- 50+|     where number = 1
-- 50+|   ) as ranked
-- 62|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 63|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 68|     select 1 as step, ? as name
-- 70|     select 2 as step, ? as name
-- 73| order by m4 <=> null, m4
-- clickhouse:
-- 5|     toDateTime64("day", 6, 'UTC') as moment,
-- 13|     toDateTime64("at", 6, 'UTC') as moment,
-- 18|     and "id" > {p1:Int64}
-- 40|     case when reached >= 2 then (toUnixTimestamp64Micro(toDateTime64(t2, 6, 'UTC')) - toUnixTimestamp64Micro(toDateTime64(moment, 6, 'UTC'))) / 1e6 end as s2,
-- 48|     quantileExactInclusiveOrNull(0.5)(toFloat64(s2)) as q2
-- 62|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 63|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 68|     select 1 as step, toString({p2:String}) as name
-- 70|     select 2 as step, toString({p3:String}) as name
-- 74| limit 101
-- 74+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 5|     cast("day" as timestamp(6)) as moment,
-- 13|     cast("at" as timestamp(6)) as moment,
-- 18|     and "id" > cast(? as bigint)
-- 40|     case when reached >= 2 then round(to_unixtime(t2) - to_unixtime(moment), 6) end as s2,
-- 46|     count(case when i0 >= 1 then 1 end) as n1,
-- 47|     count(case when i0 >= 2 then 1 end) as n2,
-- 48|     sum(cast(i1 as double) * greatest(0e0, 1e0 - abs(r1 - 1e0 - 0.5e0 * (n1 - 1e0)))) as q2
-- 49|   from (
-- 50|     select
-- 50+|       reached as i0,
-- 50+|       s2 as i1,
-- 50+|       row_number() over (order by s2 nulls last) as r1,
-- 50+|       count(s2) over () as n1
-- 50+|     from best_1
-- 50+|     where number = 1
-- 50+|   ) as ranked
-- 62|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 63|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 68|     select 1 as step, cast(? as varchar) as name
-- 70|     select 2 as step, cast(? as varchar) as name
-- bigquery:
-- 5|     timestamp(`day`) as moment,
-- 13|     timestamp(`at`) as moment,
-- 18|     and `id` > cast(@p1 as int64)
-- 40|     case when reached >= 2 then timestamp_diff(timestamp(t2), timestamp(moment), microsecond) / 1e6 end as s2,
-- 46|     count(case when i0 >= 1 then 1 end) as n1,
-- 47|     count(case when i0 >= 2 then 1 end) as n2,
-- 48|     sum(cast(i1 as float64) * greatest(0e0, 1e0 - abs(r1 - 1e0 - 0.5e0 * (n1 - 1e0)))) as q2
-- 49|   from (
-- 50|     select
-- 50+|       reached as i0,
-- 50+|       s2 as i1,
-- 50+|       row_number() over (order by s2 nulls last) as r1,
-- 50+|       count(s2) over () as n1
-- 50+|     from best_1
-- 50+|     where number = 1
-- 50+|   ) as ranked
-- 62|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 63|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 68|     select 1 as step, cast(@p2 as string) as name
-- 70|     select 2 as step, cast(@p3 as string) as name
-- databricks:
-- 5|     cast(`day` as timestamp) as moment,
-- 13|     cast(`at` as timestamp) as moment,
-- 18|     and `id` > cast(:p1 as bigint)
-- 40|     case when reached >= 2 then (unix_micros(cast(t2 as timestamp)) - unix_micros(cast(moment as timestamp))) / 1000000D end as s2,
-- 48|     percentile(cast(s2 as double), 0.5) as q2
-- 62|     1D * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 63|     1D * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 68|     select 1 as step, cast(:p2 as string) as name
-- 70|     select 2 as step, cast(:p3 as string) as name
-- snowflake:
-- 5|     cast("day" as timestamp_ntz) as moment,
-- 13|     cast("at" as timestamp_ntz) as moment,
-- 18|     and "id" > cast(? as number(38, 0))
-- 40|     case when reached >= 2 then datediff(microsecond, moment, t2)::float / 1000000 end as s2,
-- 48|     median(cast(s2 as float)) as q2
-- 62|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 63|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 68|     select 1 as step, cast(? as varchar) as name
-- 70|     select 2 as step, cast(? as varchar) as name
-- redshift:
-- 40|     case when reached >= 2 then datediff(microsecond, moment, t2)::float8 / 1000000 end as s2,
-- 46|     count(case when i0 >= 1 then 1 end) as n1,
-- 47|     count(case when i0 >= 2 then 1 end) as n2,
-- 48|     sum((i1)::float8 * greatest(0, 1 - abs(r1 - 1 - 0.5::float8 * (n1 - 1)))) as q2
-- 49|   from (
-- 50|     select
-- 50+|       reached as i0,
-- 50+|       s2 as i1,
-- 50+|       row_number() over (order by s2 nulls last) as r1,
-- 50+|       count(s2) over () as n1
-- 50+|     from best_1
-- 50+|     where number = 1
-- 50+|   ) as ranked
-- 62|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 63|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 68|     select 1 as step, $2::varchar as name
-- 70|     select 2 as step, $3::varchar as name

-- row access limits the rows of each step
-- ["blue","visits","own_orders"]
with events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    1 as step
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
  union all
  select
    "people"."id" as entity,
    "own_orders"."at" as moment,
    2 as step
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
followed_1 as (
  select
    entity,
    moment,
    step,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t2
  from events_1
),
tries_1 as (
  select
    entity,
    moment,
    t2,
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
best_1 as (
  select
    reached,
    case when reached >= 2 then (extract(epoch from t2) - extract(epoch from moment))::float8 end as s2,
    row_number() over (partition by entity order by reached desc, moment, t2) as number
  from tries_1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    percentile_cont(0.5) within group (order by s2) as q2
  from best_1
  where number = 1
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous",
  m3 as "funnel.median_seconds"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    case step when 2 then q2 end as m3,
    step as m4
  from counted_1
  cross join (
    select 1 as step, $2::text as name
    union all
    select 2 as step, $3::text as name
  ) as steps
) as funnel
order by "funnel.median_seconds" desc nulls last, m4 nulls last
limit 101;
-- duckdb:
-- 19|     where "own_orders"."buyer" in (
-- 20|       select "people"."id"
-- 22|       where "people"."team" in ($1)
-- 23 is left out
-- 50|     case when reached >= 2 then date_diff('microsecond', moment, t2) / 1e6 end as s2,
-- 58|     median(s2::double) as q2
-- 72|     case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 73|     case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- mysql:
-- 19|     where `own_orders`.`buyer` in (
-- 20|       select `people`.`id`
-- 22|       where `people`.`team` in (?)
-- 23 is left out
-- 50|     case when reached >= 2 then timestampdiff(microsecond, moment, t2) / 1e6 end as s2,
-- 56|     count(case when i0 >= 1 then 1 end) as n1,
-- 57|     count(case when i0 >= 2 then 1 end) as n2,
-- 58|     sum(i1 * greatest(0, 1 - abs(r1 - 1 - 0.5 * (n1 - 1)))) as q2
-- 59|   from (
-- 60|     select
-- 60+|       reached as i0,
-- 60+|       s2 as i1,
-- 60+|       row_number() over (order by s2 <=> null, s2) as r1,
-- 60+|       count(s2) over () as n1
-- 60+|     from best_1
-- 60+|     where number = 1
-- 60+|   ) as ranked
-- 72|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 73|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 78|     select 1 as step, ? as name
-- 80|     select 2 as step, ? as name
-- 83| order by `funnel.median_seconds` desc, m4 <=> null, m4
-- clickhouse:
-- 19|     where "own_orders"."buyer" in (
-- 20|       select "people"."id"
-- 22|       where "people"."team" in ({p1:String})
-- 23 is left out
-- 50|     case when reached >= 2 then (toUnixTimestamp64Micro(toDateTime64(t2, 6, 'UTC')) - toUnixTimestamp64Micro(toDateTime64(moment, 6, 'UTC'))) / 1e6 end as s2,
-- 58|     quantileExactInclusiveOrNull(0.5)(toFloat64(s2)) as q2
-- 72|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 73|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 78|     select 1 as step, toString({p2:String}) as name
-- 80|     select 2 as step, toString({p3:String}) as name
-- 83| order by 5 desc nulls last, m4 nulls last
-- 84| limit 101
-- 84+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 19|     where "own_orders"."buyer" in (
-- 20|       select "people"."id"
-- 22|       where "people"."team" in (?)
-- 23 is left out
-- 50|     case when reached >= 2 then round(to_unixtime(t2) - to_unixtime(moment), 6) end as s2,
-- 56|     count(case when i0 >= 1 then 1 end) as n1,
-- 57|     count(case when i0 >= 2 then 1 end) as n2,
-- 58|     sum(cast(i1 as double) * greatest(0e0, 1e0 - abs(r1 - 1e0 - 0.5e0 * (n1 - 1e0)))) as q2
-- 59|   from (
-- 60|     select
-- 60+|       reached as i0,
-- 60+|       s2 as i1,
-- 60+|       row_number() over (order by s2 nulls last) as r1,
-- 60+|       count(s2) over () as n1
-- 60+|     from best_1
-- 60+|     where number = 1
-- 60+|   ) as ranked
-- 72|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 73|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 78|     select 1 as step, cast(? as varchar) as name
-- 80|     select 2 as step, cast(? as varchar) as name
-- bigquery:
-- 19|     where `own_orders`.`buyer` in (
-- 20|       select `people`.`id`
-- 22|       where `people`.`team` in (@p1)
-- 23 is left out
-- 50|     case when reached >= 2 then timestamp_diff(timestamp(t2), timestamp(moment), microsecond) / 1e6 end as s2,
-- 56|     count(case when i0 >= 1 then 1 end) as n1,
-- 57|     count(case when i0 >= 2 then 1 end) as n2,
-- 58|     sum(cast(i1 as float64) * greatest(0e0, 1e0 - abs(r1 - 1e0 - 0.5e0 * (n1 - 1e0)))) as q2
-- 59|   from (
-- 60|     select
-- 60+|       reached as i0,
-- 60+|       s2 as i1,
-- 60+|       row_number() over (order by s2 nulls last) as r1,
-- 60+|       count(s2) over () as n1
-- 60+|     from best_1
-- 60+|     where number = 1
-- 60+|   ) as ranked
-- 72|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 73|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 78|     select 1 as step, cast(@p2 as string) as name
-- 80|     select 2 as step, cast(@p3 as string) as name
-- databricks:
-- 19|     where `own_orders`.`buyer` in (
-- 20|       select `people`.`id`
-- 22|       where `people`.`team` in (:p1)
-- 23 is left out
-- 50|     case when reached >= 2 then (unix_micros(cast(t2 as timestamp)) - unix_micros(cast(moment as timestamp))) / 1000000D end as s2,
-- 58|     percentile(cast(s2 as double), 0.5) as q2
-- 72|     1D * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 73|     1D * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 78|     select 1 as step, cast(:p2 as string) as name
-- 80|     select 2 as step, cast(:p3 as string) as name
-- snowflake:
-- 19|     where "own_orders"."buyer" in (
-- 20|       select "people"."id"
-- 22|       where "people"."team" in (?)
-- 23 is left out
-- 50|     case when reached >= 2 then datediff(microsecond, moment, t2)::float / 1000000 end as s2,
-- 58|     median(cast(s2 as float)) as q2
-- 72|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 73|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 78|     select 1 as step, cast(? as varchar) as name
-- 80|     select 2 as step, cast(? as varchar) as name
-- redshift:
-- 50|     case when reached >= 2 then datediff(microsecond, moment, t2)::float8 / 1000000 end as s2,
-- 56|     count(case when i0 >= 1 then 1 end) as n1,
-- 57|     count(case when i0 >= 2 then 1 end) as n2,
-- 58|     sum((i1)::float8 * greatest(0, 1 - abs(r1 - 1 - 0.5::float8 * (n1 - 1)))) as q2
-- 59|   from (
-- 60|     select
-- 60+|       reached as i0,
-- 60+|       s2 as i1,
-- 60+|       row_number() over (order by s2 nulls last) as r1,
-- 60+|       count(s2) over () as n1
-- 60+|     from best_1
-- 60+|     where number = 1
-- 60+|   ) as ranked
-- 72|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 73|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 78|     select 1 as step, $2::varchar as name
-- 80|     select 2 as step, $3::varchar as name

-- a step that nobody reaches has no time
-- ["7","8","visits","carts"]
with events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    1 as step
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
    and "visits"."id" in ($1::bigint, $2::bigint)
  union all
  select
    "people"."id" as entity,
    "carts"."at" as moment,
    2 as step
  from "carts"
  left join "people" on "people"."id" = "carts"."person_id"
  where "people"."id" is not null
    and "carts"."at" is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t2
  from events_1
),
tries_1 as (
  select
    entity,
    moment,
    t2,
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
best_1 as (
  select
    reached,
    case when reached >= 2 then (extract(epoch from t2) - extract(epoch from moment))::float8 end as s2,
    row_number() over (partition by entity order by reached desc, moment, t2) as number
  from tries_1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    percentile_cont(0.5) within group (order by s2) as q2
  from best_1
  where number = 1
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous",
  m3 as "funnel.median_seconds"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    case step when 2 then q2 end as m3,
    step as m4
  from counted_1
  cross join (
    select 1 as step, $3::text as name
    union all
    select 2 as step, $4::text as name
  ) as steps
) as funnel
order by m4 nulls last
limit 101;
-- duckdb:
-- 42|     case when reached >= 2 then date_diff('microsecond', moment, t2) / 1e6 end as s2,
-- 50|     median(s2::double) as q2
-- 64|     case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 65|     case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- mysql:
-- 11|     and `visits`.`id` in (cast(? as signed), cast(? as signed))
-- 42|     case when reached >= 2 then timestampdiff(microsecond, moment, t2) / 1e6 end as s2,
-- 48|     count(case when i0 >= 1 then 1 end) as n1,
-- 49|     count(case when i0 >= 2 then 1 end) as n2,
-- 50|     sum(i1 * greatest(0, 1 - abs(r1 - 1 - 0.5 * (n1 - 1)))) as q2
-- 51|   from (
-- 52|     select
-- 52+|       reached as i0,
-- 52+|       s2 as i1,
-- 52+|       row_number() over (order by s2 <=> null, s2) as r1,
-- 52+|       count(s2) over () as n1
-- 52+|     from best_1
-- 52+|     where number = 1
-- 52+|   ) as ranked
-- 64|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 65|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 70|     select 1 as step, ? as name
-- 72|     select 2 as step, ? as name
-- 75| order by m4 <=> null, m4
-- clickhouse:
-- 11|     and "visits"."id" in ({p1:Int64}, {p2:Int64})
-- 42|     case when reached >= 2 then (toUnixTimestamp64Micro(toDateTime64(t2, 6, 'UTC')) - toUnixTimestamp64Micro(toDateTime64(moment, 6, 'UTC'))) / 1e6 end as s2,
-- 50|     quantileExactInclusiveOrNull(0.5)(toFloat64(s2)) as q2
-- 64|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 65|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 70|     select 1 as step, toString({p3:String}) as name
-- 72|     select 2 as step, toString({p4:String}) as name
-- 76| limit 101
-- 76+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 11|     and "visits"."id" in (cast(? as bigint), cast(? as bigint))
-- 42|     case when reached >= 2 then round(to_unixtime(t2) - to_unixtime(moment), 6) end as s2,
-- 48|     count(case when i0 >= 1 then 1 end) as n1,
-- 49|     count(case when i0 >= 2 then 1 end) as n2,
-- 50|     sum(cast(i1 as double) * greatest(0e0, 1e0 - abs(r1 - 1e0 - 0.5e0 * (n1 - 1e0)))) as q2
-- 51|   from (
-- 52|     select
-- 52+|       reached as i0,
-- 52+|       s2 as i1,
-- 52+|       row_number() over (order by s2 nulls last) as r1,
-- 52+|       count(s2) over () as n1
-- 52+|     from best_1
-- 52+|     where number = 1
-- 52+|   ) as ranked
-- 64|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 65|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 70|     select 1 as step, cast(? as varchar) as name
-- 72|     select 2 as step, cast(? as varchar) as name
-- bigquery:
-- 11|     and `visits`.`id` in (cast(@p1 as int64), cast(@p2 as int64))
-- 42|     case when reached >= 2 then timestamp_diff(timestamp(t2), timestamp(moment), microsecond) / 1e6 end as s2,
-- 48|     count(case when i0 >= 1 then 1 end) as n1,
-- 49|     count(case when i0 >= 2 then 1 end) as n2,
-- 50|     sum(cast(i1 as float64) * greatest(0e0, 1e0 - abs(r1 - 1e0 - 0.5e0 * (n1 - 1e0)))) as q2
-- 51|   from (
-- 52|     select
-- 52+|       reached as i0,
-- 52+|       s2 as i1,
-- 52+|       row_number() over (order by s2 nulls last) as r1,
-- 52+|       count(s2) over () as n1
-- 52+|     from best_1
-- 52+|     where number = 1
-- 52+|   ) as ranked
-- 64|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 65|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 70|     select 1 as step, cast(@p3 as string) as name
-- 72|     select 2 as step, cast(@p4 as string) as name
-- databricks:
-- 11|     and `visits`.`id` in (cast(:p1 as bigint), cast(:p2 as bigint))
-- 42|     case when reached >= 2 then (unix_micros(cast(t2 as timestamp)) - unix_micros(cast(moment as timestamp))) / 1000000D end as s2,
-- 50|     percentile(cast(s2 as double), 0.5) as q2
-- 64|     1D * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 65|     1D * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 70|     select 1 as step, cast(:p3 as string) as name
-- 72|     select 2 as step, cast(:p4 as string) as name
-- snowflake:
-- 11|     and "visits"."id" in (cast(? as number(38, 0)), cast(? as number(38, 0)))
-- 42|     case when reached >= 2 then datediff(microsecond, moment, t2)::float / 1000000 end as s2,
-- 50|     median(cast(s2 as float)) as q2
-- 64|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 65|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 70|     select 1 as step, cast(? as varchar) as name
-- 72|     select 2 as step, cast(? as varchar) as name
-- redshift:
-- 42|     case when reached >= 2 then datediff(microsecond, moment, t2)::float8 / 1000000 end as s2,
-- 48|     count(case when i0 >= 1 then 1 end) as n1,
-- 49|     count(case when i0 >= 2 then 1 end) as n2,
-- 50|     sum((i1)::float8 * greatest(0, 1 - abs(r1 - 1 - 0.5::float8 * (n1 - 1)))) as q2
-- 51|   from (
-- 52|     select
-- 52+|       reached as i0,
-- 52+|       s2 as i1,
-- 52+|       row_number() over (order by s2 nulls last) as r1,
-- 52+|       count(s2) over () as n1
-- 52+|     from best_1
-- 52+|     where number = 1
-- 52+|   ) as ranked
-- 64|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 65|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 70|     select 1 as step, $3::varchar as name
-- 72|     select 2 as step, $4::varchar as name
