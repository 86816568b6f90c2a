-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- each step comes after the one before it, or at its moment
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
    1 + case when t2 is not null then 1 else 0 end + case when t3 is not null then 1 else 0 end as reached
  from followed_2
  where step = 1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    count(case when reached >= 3 then 1 end) as n3
  from (
    select max(reached) as reached
    from tries_1
    group by entity
  ) as best
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 when 3 then n3 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, $1::text as name
    union all
    select 2 as step, $2::text as name
    union all
    select 3 as step, $3::text as name
  ) as steps
) as funnel
order by m3 nulls last;
-- duckdb:
-- 75|     case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 76|     case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- mysql:
-- 75|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 76|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 80|     select 1 as step, ? as name
-- 82|     select 2 as step, ? as name
-- 84|     select 3 as step, ? as name
-- 87| order by m3 <=> null, m3;
-- clickhouse:
-- 75|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 76|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 80|     select 1 as step, toString({p1:String}) as name
-- 82|     select 2 as step, toString({p2:String}) as name
-- 84|     select 3 as step, toString({p3:String}) as name
-- 87| order by m3 nulls last
-- 87+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 75|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 76|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 80|     select 1 as step, cast(? as varchar) as name
-- 82|     select 2 as step, cast(? as varchar) as name
-- 84|     select 3 as step, cast(? as varchar) as name
-- bigquery:
-- 75|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 76|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 80|     select 1 as step, cast(@p1 as string) as name
-- 82|     select 2 as step, cast(@p2 as string) as name
-- 84|     select 3 as step, cast(@p3 as string) as name
-- databricks:
-- 75|     1D * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 76|     1D * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 80|     select 1 as step, cast(:p1 as string) as name
-- 82|     select 2 as step, cast(:p2 as string) as name
-- 84|     select 3 as step, cast(:p3 as string) as name
-- snowflake:
-- 75|     1::float * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 76|     1::float * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 80|     select 1 as step, cast(? as varchar) as name
-- 82|     select 2 as step, cast(? as varchar) as name
-- 84|     select 3 as step, cast(? as varchar) as name
-- redshift:
-- 75|     1::float8 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 76|     1::float8 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 80|     select 1 as step, $1::varchar as name
-- 82|     select 2 as step, $2::varchar as name
-- 84|     select 3 as step, $3::varchar as name

-- with a window from the first step, the attempt that gets furthest counts
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
    1 + case when t2 < moment + interval '7 days' then 1 else 0 end + case when t3 < moment + interval '7 days' then 1 else 0 end as reached
  from followed_2
  where step = 1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    count(case when reached >= 3 then 1 end) as n3
  from (
    select max(reached) as reached
    from tries_1
    group by entity
  ) as best
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 when 3 then n3 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, $1::text as name
    union all
    select 2 as step, $2::text as name
    union all
    select 3 as step, $3::text as name
  ) as steps
) as funnel
order by m3 nulls last
limit 101;
-- duckdb:
-- 75|     case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 76|     case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- mysql:
-- 51|     1 + case when t2 < moment + interval 7 day then 1 else 0 end + case when t3 < moment + interval 7 day then 1 else 0 end as reached
-- 75|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 76|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 80|     select 1 as step, ? as name
-- 82|     select 2 as step, ? as name
-- 84|     select 3 as step, ? as name
-- 87| order by m3 <=> null, m3
-- clickhouse:
-- 51|     1 + case when t2 < (moment + toIntervalDay(7)) then 1 else 0 end + case when t3 < (moment + toIntervalDay(7)) then 1 else 0 end as reached
-- 75|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 76|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 80|     select 1 as step, toString({p1:String}) as name
-- 82|     select 2 as step, toString({p2:String}) as name
-- 84|     select 3 as step, toString({p3:String}) as name
-- 88| limit 101
-- 88+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 51|     1 + case when t2 < date_add('day', 7, moment) then 1 else 0 end + case when t3 < date_add('day', 7, moment) then 1 else 0 end as reached
-- 75|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 76|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 80|     select 1 as step, cast(? as varchar) as name
-- 82|     select 2 as step, cast(? as varchar) as name
-- 84|     select 3 as step, cast(? as varchar) as name
-- bigquery:
-- 51|     1 + case when t2 < timestamp_add(moment, interval 7 day) then 1 else 0 end + case when t3 < timestamp_add(moment, interval 7 day) then 1 else 0 end as reached
-- 75|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 76|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 80|     select 1 as step, cast(@p1 as string) as name
-- 82|     select 2 as step, cast(@p2 as string) as name
-- 84|     select 3 as step, cast(@p3 as string) as name
-- databricks:
-- 51|     1 + case when t2 < cast(dateadd(day, 7, moment) as timestamp) then 1 else 0 end + case when t3 < cast(dateadd(day, 7, moment) as timestamp) then 1 else 0 end as reached
-- 75|     1D * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 76|     1D * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 80|     select 1 as step, cast(:p1 as string) as name
-- 82|     select 2 as step, cast(:p2 as string) as name
-- 84|     select 3 as step, cast(:p3 as string) as name
-- snowflake:
-- 51|     1 + case when t2 < dateadd(day, 7, moment) then 1 else 0 end + case when t3 < dateadd(day, 7, moment) then 1 else 0 end as reached
-- 75|     1::float * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 76|     1::float * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 80|     select 1 as step, cast(? as varchar) as name
-- 82|     select 2 as step, cast(? as varchar) as name
-- 84|     select 3 as step, cast(? as varchar) as name
-- redshift:
-- 51|     1 + case when t2 < dateadd(day, 7, moment)::timestamp then 1 else 0 end + case when t3 < dateadd(day, 7, moment)::timestamp then 1 else 0 end as reached
-- 75|     1::float8 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 76|     1::float8 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 80|     select 1 as step, $1::varchar as name
-- 82|     select 2 as step, $2::varchar as name
-- 84|     select 3 as step, $3::varchar as name

-- a step exactly at the end of the window is too late
-- ["5","visits","filled"]
with events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    1 as step
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
    and "visits"."id" = $1::bigint
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
    1 + case when t2 < moment + interval '192 hours' then 1 else 0 end as reached
  from followed_1
  where step = 1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2
  from (
    select max(reached) as reached
    from tries_1
    group by entity
  ) as best
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, $2::text as name
    union all
    select 2 as step, $3::text as name
  ) as steps
) as funnel
order by m3 nulls last
limit 101;
-- duckdb:
-- 57|     case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 58|     case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- mysql:
-- 11|     and `visits`.`id` = cast(? as signed)
-- 34|     1 + case when t2 < moment + interval 192 hour then 1 else 0 end as reached
-- 57|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 58|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 62|     select 1 as step, ? as name
-- 64|     select 2 as step, ? as name
-- 67| order by m3 <=> null, m3
-- clickhouse:
-- 11|     and "visits"."id" = {p1:Int64}
-- 34|     1 + case when t2 < (moment + toIntervalHour(192)) then 1 else 0 end as reached
-- 57|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 58|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 62|     select 1 as step, toString({p2:String}) as name
-- 64|     select 2 as step, toString({p3:String}) as name
-- 68| limit 101
-- 68+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 11|     and "visits"."id" = cast(? as bigint)
-- 34|     1 + case when t2 < date_add('hour', 192, moment) then 1 else 0 end as reached
-- 57|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 58|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 62|     select 1 as step, cast(? as varchar) as name
-- 64|     select 2 as step, cast(? as varchar) as name
-- bigquery:
-- 11|     and `visits`.`id` = cast(@p1 as int64)
-- 34|     1 + case when t2 < timestamp_add(moment, interval 192 hour) then 1 else 0 end as reached
-- 57|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 58|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 62|     select 1 as step, cast(@p2 as string) as name
-- 64|     select 2 as step, cast(@p3 as string) as name
-- databricks:
-- 11|     and `visits`.`id` = cast(:p1 as bigint)
-- 34|     1 + case when t2 < cast(dateadd(hour, 192, moment) as timestamp) then 1 else 0 end as reached
-- 57|     1D * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 58|     1D * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 62|     select 1 as step, cast(:p2 as string) as name
-- 64|     select 2 as step, cast(:p3 as string) as name
-- snowflake:
-- 11|     and "visits"."id" = cast(? as number(38, 0))
-- 34|     1 + case when t2 < dateadd(hour, 192, moment) then 1 else 0 end as reached
-- 57|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 58|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 62|     select 1 as step, cast(? as varchar) as name
-- 64|     select 2 as step, cast(? as varchar) as name
-- redshift:
-- 34|     1 + case when t2 < dateadd(hour, 192, moment)::timestamp then 1 else 0 end as reached
-- 57|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 58|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 62|     select 1 as step, $2::varchar as name
-- 64|     select 2 as step, $3::varchar as name

-- grouped by a property of the first event of the attempt
-- ["visits","carts","orders"]
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
  union all
  select
    "people"."id" as entity,
    "orders"."at" as moment,
    3 as step,
    null::text as d0
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
    d0,
    min(case when step = 3 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t3
  from events_1
),
followed_2 as (
  select
    entity,
    moment,
    step,
    d0,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t2,
    min(case when step = 2 then t3 end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t3
  from followed_1
),
tries_1 as (
  select
    entity,
    moment,
    d0,
    1 + case when t2 < moment + interval '9 days' then 1 else 0 end + case when t3 < moment + interval '9 days' then 1 else 0 end as reached
  from followed_2
  where step = 1
),
counted_1 as (
  select
    d0,
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    count(case when reached >= 3 then 1 end) as n3
  from (
    select
      d0,
      reached,
      row_number() over (partition by entity order by reached desc, moment, d0 nulls last) as number
    from tries_1
  ) as best
  where number = 1
  group by 1
)
select
  d0 as "visits.channel",
  d1 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous"
from (
  select
    d0,
    name as d1,
    case step when 1 then n1 when 2 then n2 when 3 then n3 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, $1::text as name
    union all
    select 2 as step, $2::text as name
    union all
    select 3 as step, $3::text as name
  ) as steps
) as funnel
order by "visits.channel" nulls last, m3 nulls last
limit 101;
-- duckdb:
-- 17|     null as d0
-- 27|     null as d0
-- 88|     case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 89|     case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- mysql:
-- 17|     null as d0
-- 27|     null as d0
-- 57|     1 + case when t2 < moment + interval 9 day then 1 else 0 end + case when t3 < moment + interval 9 day then 1 else 0 end as reached
-- 71|       row_number() over (partition by entity order by reached desc, moment, d0 <=> null, d0) as number
-- 88|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 89|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 93|     select 1 as step, ? as name
-- 95|     select 2 as step, ? as name
-- 97|     select 3 as step, ? as name
-- 100| order by `visits.channel` <=> null, `visits.channel`, m3 <=> null, m3
-- clickhouse:
-- 17|     null as d0
-- 27|     null as d0
-- 57|     1 + case when t2 < (moment + toIntervalDay(9)) then 1 else 0 end + case when t3 < (moment + toIntervalDay(9)) then 1 else 0 end as reached
-- 88|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 89|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 93|     select 1 as step, toString({p1:String}) as name
-- 95|     select 2 as step, toString({p2:String}) as name
-- 97|     select 3 as step, toString({p3:String}) as name
-- 100| order by 1 nulls last, m3 nulls last
-- 101| limit 101
-- 101+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 17|     null as d0
-- 27|     null as d0
-- 57|     1 + case when t2 < date_add('day', 9, moment) then 1 else 0 end + case when t3 < date_add('day', 9, moment) then 1 else 0 end as reached
-- 88|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 89|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 93|     select 1 as step, cast(? as varchar) as name
-- 95|     select 2 as step, cast(? as varchar) as name
-- 97|     select 3 as step, cast(? as varchar) as name
-- bigquery:
-- 17|     null as d0
-- 27|     null as d0
-- 57|     1 + case when t2 < timestamp_add(moment, interval 9 day) then 1 else 0 end + case when t3 < timestamp_add(moment, interval 9 day) then 1 else 0 end as reached
-- 88|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 89|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 93|     select 1 as step, cast(@p1 as string) as name
-- 95|     select 2 as step, cast(@p2 as string) as name
-- 97|     select 3 as step, cast(@p3 as string) as name
-- databricks:
-- 17|     null as d0
-- 27|     null as d0
-- 57|     1 + case when t2 < cast(dateadd(day, 9, moment) as timestamp) then 1 else 0 end + case when t3 < cast(dateadd(day, 9, moment) as timestamp) then 1 else 0 end as reached
-- 88|     1D * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 89|     1D * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 93|     select 1 as step, cast(:p1 as string) as name
-- 95|     select 2 as step, cast(:p2 as string) as name
-- 97|     select 3 as step, cast(:p3 as string) as name
-- snowflake:
-- 17|     null as d0
-- 27|     null as d0
-- 57|     1 + case when t2 < dateadd(day, 9, moment) then 1 else 0 end + case when t3 < dateadd(day, 9, moment) then 1 else 0 end as reached
-- 88|     1::float * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 89|     1::float * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 93|     select 1 as step, cast(? as varchar) as name
-- 95|     select 2 as step, cast(? as varchar) as name
-- 97|     select 3 as step, cast(? as varchar) as name
-- redshift:
-- 17|     null::varchar as d0
-- 27|     null::varchar as d0
-- 57|     1 + case when t2 < dateadd(day, 9, moment)::timestamp then 1 else 0 end + case when t3 < dateadd(day, 9, moment)::timestamp then 1 else 0 end as reached
-- 88|     1::float8 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 89|     1::float8 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 93|     select 1 as step, $1::varchar as name
-- 95|     select 2 as step, $2::varchar as name
-- 97|     select 3 as step, $3::varchar as name

-- filters of the query apply to the first step, and those of a step to its own rows
-- ["ad","2024-02-01 00:00:00","open","came","bought"]
with events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    1 as step,
    "visits".channel = 'ad' as d0,
    date_trunc('month', "visits"."at")::date as d1
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
    and "visits"."channel" = $1
    and "visits"."at" < $2::timestamp
  union all
  select
    "people"."id" as entity,
    "orders"."at" as moment,
    2 as step,
    null::boolean as d0,
    null::date as d1
  from "orders"
  left join "people" on "people"."id" = "orders"."buyer"
  where "people"."id" is not null
    and "orders"."at" is not null
    and "orders"."status" = $3
),
followed_1 as (
  select
    entity,
    moment,
    step,
    d0,
    d1,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t2
  from events_1
),
tries_1 as (
  select
    entity,
    moment,
    d0,
    d1,
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
counted_1 as (
  select
    d0,
    d1,
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2
  from (
    select
      d0,
      d1,
      reached,
      row_number() over (partition by entity order by reached desc, moment, d0 nulls last, d1 nulls last) as number
    from tries_1
  ) as best
  where number = 1
  group by 1, 2
)
select
  d0 as "visits.paid",
  d1 as "visits.at.month",
  d2 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous"
from (
  select
    d0,
    d1,
    name as d2,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, $4::text as name
    union all
    select 2 as step, $5::text as name
  ) as steps
) as funnel
order by "visits.paid" nulls last, "visits.at.month" nulls last, m3 nulls last
limit 101;
-- duckdb:
-- 20|     null as d0,
-- 21|     null as d1
-- 78|     case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 79|     case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- mysql:
-- 8|     cast(date_format(`visits`.`at`, '%Y-%m-01') as date) as d1
-- 13|     and `visits`.`channel` = ?
-- 14|     and `visits`.`at` < cast(? as datetime(6))
-- 20|     null as d0,
-- 21|     null as d1
-- 26|     and `orders`.`status` = ?
-- 59|       row_number() over (partition by entity order by reached desc, moment, d0 <=> null, d0, d1 <=> null, d1) as number
-- 78|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 79|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 83|     select 1 as step, ? as name
-- 85|     select 2 as step, ? as name
-- 88| order by `visits.paid` <=> null, `visits.paid`, `visits.at.month` <=> null, `visits.at.month`, m3 <=> null, m3
-- clickhouse:
-- 7|     cast("visits".channel = 'ad' as Nullable(Bool)) as d0,
-- 8|     toStartOfMonth(toDate32(toTimeZone("visits"."at", 'UTC'))) as d1
-- 13|     and "visits"."channel" = {p1:String}
-- 14|     and "visits"."at" < {p2:DateTime64(6, 'UTC')}
-- 20|     null as d0,
-- 21|     null as d1
-- 26|     and "orders"."status" = {p3:String}
-- 78|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 79|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 83|     select 1 as step, toString({p4:String}) as name
-- 85|     select 2 as step, toString({p5:String}) as name
-- 88| order by 1 nulls last, 2 nulls last, m3 nulls last
-- 89| limit 101
-- 89+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 8|     cast(date_trunc('month', cast(cast("visits"."at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d1
-- 13|     and "visits"."channel" = ?
-- 14|     and "visits"."at" < cast(? as timestamp(6))
-- 20|     null as d0,
-- 21|     null as d1
-- 26|     and "orders"."status" = ?
-- 78|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 79|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 83|     select 1 as step, cast(? as varchar) as name
-- 85|     select 2 as step, cast(? as varchar) as name
-- bigquery:
-- 8|     date_trunc(cast(datetime(timestamp(`visits`.`at`), 'UTC') as date), month) as d1
-- 13|     and `visits`.`channel` = @p1
-- 14|     and `visits`.`at` < @p2
-- 20|     null as d0,
-- 21|     null as d1
-- 26|     and `orders`.`status` = @p3
-- 78|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 79|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 83|     select 1 as step, cast(@p4 as string) as name
-- 85|     select 2 as step, cast(@p5 as string) as name
-- databricks:
-- 8|     cast(date_trunc('month', convert_timezone('UTC', `visits`.`at`)) as date) as d1
-- 13|     and `visits`.`channel` = :p1
-- 14|     and `visits`.`at` < cast(concat(:p2, 'Z') as timestamp)
-- 20|     null as d0,
-- 21|     null as d1
-- 26|     and `orders`.`status` = :p3
-- 78|     1D * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 79|     1D * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 83|     select 1 as step, cast(:p4 as string) as name
-- 85|     select 2 as step, cast(:p5 as string) as name
-- snowflake:
-- 8|     cast(date_trunc('month', cast(convert_timezone('UTC', "visits"."at") as timestamp_ntz)) as date) as d1
-- 13|     and "visits"."channel" = ?
-- 14|     and "visits"."at" < cast(? as timestamp_ntz)
-- 20|     null as d0,
-- 21|     null as d1
-- 26|     and "orders"."status" = ?
-- 78|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 79|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 83|     select 1 as step, cast(? as varchar) as name
-- 85|     select 2 as step, cast(? as varchar) as name
-- redshift:
-- 78|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 79|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 83|     select 1 as step, $4::varchar as name
-- 85|     select 2 as step, $5::varchar as name

-- a repeated step is another row, and at the same moment one with a greater key
-- ["open","open","again"]
with events_1 as (
  select
    "buyer" as entity,
    "at" as moment,
    1 as step,
    "id"::text as k0
  from "orders"
  where "buyer" is not null
    and "at" is not null
    and "status" = $1
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
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2
  from (
    select max(reached) as reached
    from tries_1
    group by entity
  ) as best
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, $2::text as name
    union all
    select 2 as step, $3::text as name
  ) as steps
) as funnel
order by m3 nulls last
limit 101;
-- duckdb:
-- 58|     case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 59|     case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- mysql:
-- 7|     concat(`id`) as k0
-- 11|     and `status` = ?
-- 17|     concat(`id`) as k0
-- 58|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 59|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 63|     select 1 as step, ? as name
-- 65|     select 2 as step, ? as name
-- 68| order by m3 <=> null, m3
-- clickhouse:
-- 7|     toString("id") as k0
-- 11|     and "status" = {p1:String}
-- 17|     toString("id") as k0
-- 58|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 59|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 63|     select 1 as step, toString({p2:String}) as name
-- 65|     select 2 as step, toString({p3:String}) as name
-- 69| limit 101
-- 69+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 7|     cast("id" as varchar) as k0
-- 11|     and "status" = ?
-- 17|     cast("id" as varchar) as k0
-- 58|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 59|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 63|     select 1 as step, cast(? as varchar) as name
-- 65|     select 2 as step, cast(? as varchar) as name
-- bigquery:
-- 7|     cast(`id` as string) as k0
-- 11|     and `status` = @p1
-- 17|     cast(`id` as string) as k0
-- 58|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 59|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 63|     select 1 as step, cast(@p2 as string) as name
-- 65|     select 2 as step, cast(@p3 as string) as name
-- databricks:
-- 7|     cast(`id` as string) as k0
-- 11|     and `status` = :p1
-- 17|     cast(`id` as string) as k0
-- 58|     1D * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 59|     1D * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 63|     select 1 as step, cast(:p2 as string) as name
-- 65|     select 2 as step, cast(:p3 as string) as name
-- snowflake:
-- 7|     cast("id" as varchar) as k0
-- 11|     and "status" = ?
-- 17|     cast("id" as varchar) as k0
-- 58|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 59|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 63|     select 1 as step, cast(? as varchar) as name
-- 65|     select 2 as step, cast(? as varchar) as name
-- redshift:
-- 7|     "id"::varchar as k0
-- 17|     "id"::varchar as k0
-- 58|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 59|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 63|     select 1 as step, $2::varchar as name
-- 65|     select 2 as step, $3::varchar as name

-- a row is not its own next step
-- ["4","orders","orders 2"]
with events_1 as (
  select
    "buyer" as entity,
    "at" as moment,
    1 as step,
    "id"::text as k0
  from "orders"
  where "buyer" is not null
    and "at" is not null
    and "id" >= $1::bigint
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
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2
  from (
    select max(reached) as reached
    from tries_1
    group by entity
  ) as best
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, $2::text as name
    union all
    select 2 as step, $3::text as name
  ) as steps
) as funnel
order by m3 nulls last
limit 101;
-- duckdb:
-- 58|     case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 59|     case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- mysql:
-- 7|     concat(`id`) as k0
-- 11|     and `id` >= cast(? as signed)
-- 17|     concat(`id`) as k0
-- 58|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 59|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 63|     select 1 as step, ? as name
-- 65|     select 2 as step, ? as name
-- 68| order by m3 <=> null, m3
-- clickhouse:
-- 7|     toString("id") as k0
-- 11|     and "id" >= {p1:Int64}
-- 17|     toString("id") as k0
-- 58|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 59|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 63|     select 1 as step, toString({p2:String}) as name
-- 65|     select 2 as step, toString({p3:String}) as name
-- 69| limit 101
-- 69+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 7|     cast("id" as varchar) as k0
-- 11|     and "id" >= cast(? as bigint)
-- 17|     cast("id" as varchar) as k0
-- 58|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 59|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 63|     select 1 as step, cast(? as varchar) as name
-- 65|     select 2 as step, cast(? as varchar) as name
-- bigquery:
-- 7|     cast(`id` as string) as k0
-- 11|     and `id` >= cast(@p1 as int64)
-- 17|     cast(`id` as string) as k0
-- 58|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 59|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 63|     select 1 as step, cast(@p2 as string) as name
-- 65|     select 2 as step, cast(@p3 as string) as name
-- databricks:
-- 7|     cast(`id` as string) as k0
-- 11|     and `id` >= cast(:p1 as bigint)
-- 17|     cast(`id` as string) as k0
-- 58|     1D * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 59|     1D * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 63|     select 1 as step, cast(:p2 as string) as name
-- 65|     select 2 as step, cast(:p3 as string) as name
-- snowflake:
-- 7|     cast("id" as varchar) as k0
-- 11|     and "id" >= cast(? as number(38, 0))
-- 17|     cast("id" as varchar) as k0
-- 58|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 59|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 63|     select 1 as step, cast(? as varchar) as name
-- 65|     select 2 as step, cast(? as varchar) as name
-- redshift:
-- 7|     "id"::varchar as k0
-- 17|     "id"::varchar as k0
-- 58|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 59|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 63|     select 1 as step, $2::varchar as name
-- 65|     select 2 as step, $3::varchar as name

-- without a key, rows of one model at one moment are one event
-- ["order_days","order_days 2","order_days 3"]
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
  union all
  select
    "buyer" as entity,
    "day" as moment,
    3 as step
  from "orders" as "order_days"
  where "buyer" is not null
    and "day" is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    min(case when step = 3 then moment end) over (partition by entity order by moment desc, step rows between unbounded preceding and 1 preceding) as t3
  from events_1
),
followed_2 as (
  select
    entity,
    moment,
    step,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step rows between unbounded preceding and 1 preceding) as t2,
    min(case when step = 2 then t3 end) over (partition by entity order by moment desc, step rows between unbounded preceding and 1 preceding) as t3
  from followed_1
),
tries_1 as (
  select
    entity,
    moment,
    1 + case when t2 is not null then 1 else 0 end + case when t3 is not null then 1 else 0 end as reached
  from followed_2
  where step = 1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    count(case when reached >= 3 then 1 end) as n3
  from (
    select max(reached) as reached
    from tries_1
    group by entity
  ) as best
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 when 3 then n3 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, $1::text as name
    union all
    select 2 as step, $2::text as name
    union all
    select 3 as step, $3::text as name
  ) as steps
) as funnel
order by m3 nulls last
limit 101;
-- duckdb:
-- 72|     case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 73|     case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- mysql:
-- 72|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 73|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 77|     select 1 as step, ? as name
-- 79|     select 2 as step, ? as name
-- 81|     select 3 as step, ? as name
-- 84| order by m3 <=> null, m3
-- clickhouse:
-- 72|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 73|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 77|     select 1 as step, toString({p1:String}) as name
-- 79|     select 2 as step, toString({p2:String}) as name
-- 81|     select 3 as step, toString({p3:String}) as name
-- 85| limit 101
-- 85+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 72|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 73|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 77|     select 1 as step, cast(? as varchar) as name
-- 79|     select 2 as step, cast(? as varchar) as name
-- 81|     select 3 as step, cast(? as varchar) as name
-- bigquery:
-- 72|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 73|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 77|     select 1 as step, cast(@p1 as string) as name
-- 79|     select 2 as step, cast(@p2 as string) as name
-- 81|     select 3 as step, cast(@p3 as string) as name
-- databricks:
-- 72|     1D * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 73|     1D * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 77|     select 1 as step, cast(:p1 as string) as name
-- 79|     select 2 as step, cast(:p2 as string) as name
-- 81|     select 3 as step, cast(:p3 as string) as name
-- snowflake:
-- 72|     1::float * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 73|     1::float * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 77|     select 1 as step, cast(? as varchar) as name
-- 79|     select 2 as step, cast(? as varchar) as name
-- 81|     select 3 as step, cast(? as varchar) as name
-- redshift:
-- 72|     1::float8 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 73|     1::float8 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 77|     select 1 as step, $1::varchar as name
-- 79|     select 2 as step, $2::varchar as name
-- 81|     select 3 as step, $3::varchar as name

-- a step of one model may be between two steps of another
-- ["came","orders","came back"]
with events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    1 as step,
    0 as place,
    "visits"."id"::text as k0
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
  union all
  select
    "people"."id" as entity,
    "orders"."at" as moment,
    2 as step,
    1 as place,
    "orders"."id"::text as k0
  from "orders"
  left join "people" on "people"."id" = "orders"."buyer"
  where "people"."id" is not null
    and "orders"."at" is not null
  union all
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    3 as step,
    0 as place,
    "visits"."id"::text as k0
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    place,
    k0,
    min(case when step = 3 then moment end) over (partition by entity order by moment desc, place desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t3
  from events_1
),
followed_2 as (
  select
    entity,
    moment,
    step,
    place,
    k0,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, place desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t2,
    min(case when step = 2 then t3 end) over (partition by entity order by moment desc, place desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t3
  from followed_1
),
tries_1 as (
  select
    entity,
    moment,
    1 + case when t2 is not null then 1 else 0 end + case when t3 is not null then 1 else 0 end as reached
  from followed_2
  where step = 1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    count(case when reached >= 3 then 1 end) as n3
  from (
    select max(reached) as reached
    from tries_1
    group by entity
  ) as best
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 when 3 then n3 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, $1::text as name
    union all
    select 2 as step, $2::text as name
    union all
    select 3 as step, $3::text as name
  ) as steps
) as funnel
order by m3 nulls last
limit 101;
-- duckdb:
-- 85|     case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- mysql:
-- 8|     concat(`visits`.`id`) as k0
-- 19|     concat(`orders`.`id`) as k0
-- 30|     concat(`visits`.`id`) as k0
-- 85|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 90|     select 1 as step, ? as name
-- 92|     select 2 as step, ? as name
-- 94|     select 3 as step, ? as name
-- 97| order by m3 <=> null, m3
-- clickhouse:
-- 8|     toString("visits"."id") as k0
-- 19|     toString("orders"."id") as k0
-- 30|     toString("visits"."id") as k0
-- 85|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 90|     select 1 as step, toString({p1:String}) as name
-- 92|     select 2 as step, toString({p2:String}) as name
-- 94|     select 3 as step, toString({p3:String}) as name
-- 98| limit 101
-- 98+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 8|     cast("visits"."id" as varchar) as k0
-- 19|     cast("orders"."id" as varchar) as k0
-- 30|     cast("visits"."id" as varchar) as k0
-- 85|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 90|     select 1 as step, cast(? as varchar) as name
-- 92|     select 2 as step, cast(? as varchar) as name
-- 94|     select 3 as step, cast(? as varchar) as name
-- bigquery:
-- 8|     cast(`visits`.`id` as string) as k0
-- 19|     cast(`orders`.`id` as string) as k0
-- 30|     cast(`visits`.`id` as string) as k0
-- 85|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1e0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 90|     select 1 as step, cast(@p1 as string) as name
-- 92|     select 2 as step, cast(@p2 as string) as name
-- 94|     select 3 as step, cast(@p3 as string) as name
-- databricks:
-- 8|     cast(`visits`.`id` as string) as k0
-- 19|     cast(`orders`.`id` as string) as k0
-- 30|     cast(`visits`.`id` as string) as k0
-- 85|     1D * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1D * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 90|     select 1 as step, cast(:p1 as string) as name
-- 92|     select 2 as step, cast(:p2 as string) as name
-- 94|     select 3 as step, cast(:p3 as string) as name
-- snowflake:
-- 8|     cast("visits"."id" as varchar) as k0
-- 19|     cast("orders"."id" as varchar) as k0
-- 30|     cast("visits"."id" as varchar) as k0
-- 85|     1::float * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1::float * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 90|     select 1 as step, cast(? as varchar) as name
-- 92|     select 2 as step, cast(? as varchar) as name
-- 94|     select 3 as step, cast(? as varchar) as name
-- redshift:
-- 8|     "visits"."id"::varchar as k0
-- 19|     "orders"."id"::varchar as k0
-- 30|     "visits"."id"::varchar as k0
-- 85|     1::float8 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
-- 86|     1::float8 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
-- 90|     select 1 as step, $1::varchar as name
-- 92|     select 2 as step, $2::varchar as name
-- 94|     select 3 as step, $3::varchar as name

-- entities and times by the names of each model, dates beside times
-- ["visits","order_days"]
with events_1 as (
  select
    "person_id" as entity,
    "at"::timestamp as moment,
    1 as step
  from "visits"
  where "person_id" is not null
    and "at" is not null
  union all
  select
    "buyer" as entity,
    "day"::timestamp as moment,
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
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t2
  from events_1
),
tries_1 as (
  select
    entity,
    moment,
    1 + case when t2 < moment + interval '1 month' then 1 else 0 end as reached
  from followed_1
  where step = 1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2
  from (
    select max(reached) as reached
    from tries_1
    group by entity
  ) as best
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, $1::text as name
    union all
    select 2 as step, $2::text as name
  ) as steps
) as funnel
order by m3 nulls last
limit 101;
-- duckdb:
-- 54|     case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 55|     case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- mysql:
-- 5|     cast(`at` as datetime(6)) as moment,
-- 13|     cast(`day` as datetime(6)) as moment,
-- 31|     1 + case when t2 < moment + interval 1 month then 1 else 0 end as reached
-- 54|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 55|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 59|     select 1 as step, ? as name
-- 61|     select 2 as step, ? as name
-- 64| order by m3 <=> null, m3
-- clickhouse:
-- 5|     toDateTime64("at", 6, 'UTC') as moment,
-- 13|     toDateTime64("day", 6, 'UTC') as moment,
-- 31|     1 + case when t2 < (moment + toIntervalMonth(1)) then 1 else 0 end as reached
-- 54|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 55|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 59|     select 1 as step, toString({p1:String}) as name
-- 61|     select 2 as step, toString({p2:String}) as name
-- 65| limit 101
-- 65+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 5|     cast("at" as timestamp(6)) as moment,
-- 13|     cast("day" as timestamp(6)) as moment,
-- 31|     1 + case when t2 < date_add('month', 1, moment) then 1 else 0 end as reached
-- 54|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 55|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 59|     select 1 as step, cast(? as varchar) as name
-- 61|     select 2 as step, cast(? as varchar) as name
-- bigquery:
-- 5|     timestamp(`at`) as moment,
-- 13|     timestamp(`day`) as moment,
-- 31|     1 + case when t2 < timestamp_add(moment, interval 1 month) then 1 else 0 end as reached
-- 54|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 55|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 59|     select 1 as step, cast(@p1 as string) as name
-- 61|     select 2 as step, cast(@p2 as string) as name
-- databricks:
-- 5|     cast(`at` as timestamp) as moment,
-- 13|     cast(`day` as timestamp) as moment,
-- 31|     1 + case when t2 < cast(dateadd(month, 1, moment) as timestamp) then 1 else 0 end as reached
-- 54|     1D * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 55|     1D * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 59|     select 1 as step, cast(:p1 as string) as name
-- 61|     select 2 as step, cast(:p2 as string) as name
-- snowflake:
-- 5|     cast("at" as timestamp_ntz) as moment,
-- 13|     cast("day" as timestamp_ntz) as moment,
-- 31|     1 + case when t2 < dateadd(month, 1, moment) then 1 else 0 end as reached
-- 54|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 55|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 59|     select 1 as step, cast(? as varchar) as name
-- 61|     select 2 as step, cast(? as varchar) as name
-- redshift:
-- 31|     1 + case when t2 < dateadd(month, 1, moment)::timestamp then 1 else 0 end as reached
-- 54|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 55|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 59|     select 1 as step, $1::varchar as name
-- 61|     select 2 as step, $2::varchar as name

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
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2
  from (
    select max(reached) as reached
    from tries_1
    group by entity
  ) as best
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, $2::text as name
    union all
    select 2 as step, $3::text as name
  ) as steps
) as funnel
order by m3 nulls last
limit 101;
-- duckdb:
-- 19|     where "own_orders"."buyer" in (
-- 20|       select "people"."id"
-- 22|       where "people"."team" in ($1)
-- 23 is left out
-- 65|     case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 66|     case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- mysql:
-- 19|     where `own_orders`.`buyer` in (
-- 20|       select `people`.`id`
-- 22|       where `people`.`team` in (?)
-- 23 is left out
-- 65|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 66|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 70|     select 1 as step, ? as name
-- 72|     select 2 as step, ? as name
-- 75| order by m3 <=> null, m3
-- clickhouse:
-- 19|     where "own_orders"."buyer" in (
-- 20|       select "people"."id"
-- 22|       where "people"."team" in ({p1:String})
-- 23 is left out
-- 65|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 66|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 70|     select 1 as step, toString({p2:String}) as name
-- 72|     select 2 as step, toString({p3:String}) as name
-- 76| limit 101
-- 76+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 19|     where "own_orders"."buyer" in (
-- 20|       select "people"."id"
-- 22|       where "people"."team" in (?)
-- 23 is left out
-- 65|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 66|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 70|     select 1 as step, cast(? as varchar) as name
-- 72|     select 2 as step, cast(? as varchar) as name
-- bigquery:
-- 19|     where `own_orders`.`buyer` in (
-- 20|       select `people`.`id`
-- 22|       where `people`.`team` in (@p1)
-- 23 is left out
-- 65|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 66|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 70|     select 1 as step, cast(@p2 as string) as name
-- 72|     select 2 as step, cast(@p3 as string) as name
-- databricks:
-- 19|     where `own_orders`.`buyer` in (
-- 20|       select `people`.`id`
-- 22|       where `people`.`team` in (:p1)
-- 23 is left out
-- 65|     1D * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 66|     1D * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 70|     select 1 as step, cast(:p2 as string) as name
-- 72|     select 2 as step, cast(:p3 as string) as name
-- snowflake:
-- 19|     where "own_orders"."buyer" in (
-- 20|       select "people"."id"
-- 22|       where "people"."team" in (?)
-- 23 is left out
-- 65|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 66|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 70|     select 1 as step, cast(? as varchar) as name
-- 72|     select 2 as step, cast(? as varchar) as name
-- redshift:
-- 65|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 66|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 70|     select 1 as step, $2::varchar as name
-- 72|     select 2 as step, $3::varchar as name

-- a funnel without entities has steps of 0
-- ["visits","carts"]
with events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    1 as step
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
    and false
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
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2
  from (
    select max(reached) as reached
    from tries_1
    group by entity
  ) as best
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, $1::text as name
    union all
    select 2 as step, $2::text as name
  ) as steps
) as funnel
order by m3 desc nulls last
limit 6;
-- duckdb:
-- 57|     case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 58|     case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- mysql:
-- 57|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 58|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 62|     select 1 as step, ? as name
-- 64|     select 2 as step, ? as name
-- 67| order by m3 desc
-- clickhouse:
-- 57|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 58|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 62|     select 1 as step, toString({p1:String}) as name
-- 64|     select 2 as step, toString({p2:String}) as name
-- 68| limit 6
-- 68+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 57|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 58|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 62|     select 1 as step, cast(? as varchar) as name
-- 64|     select 2 as step, cast(? as varchar) as name
-- bigquery:
-- 57|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 58|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 62|     select 1 as step, cast(@p1 as string) as name
-- 64|     select 2 as step, cast(@p2 as string) as name
-- databricks:
-- 57|     1D * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 58|     1D * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 62|     select 1 as step, cast(:p1 as string) as name
-- 64|     select 2 as step, cast(:p2 as string) as name
-- snowflake:
-- 57|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 58|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 62|     select 1 as step, cast(? as varchar) as name
-- 64|     select 2 as step, cast(? as varchar) as name
-- redshift:
-- 57|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 58|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 62|     select 1 as step, $1::varchar as name
-- 64|     select 2 as step, $2::varchar as name

-- steps are in their own order, whatever they are called
-- ["z","a's"]
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
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
counted_1 as (
  select
    d0,
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2
  from (
    select
      d0,
      reached,
      row_number() over (partition by entity order by reached desc, moment, d0 nulls last) as number
    from tries_1
  ) as best
  where number = 1
  group by 1
)
select
  d0 as "visits.channel",
  d1 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous"
from (
  select
    d0,
    name as d1,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, $1::text as name
    union all
    select 2 as step, $2::text as name
  ) as steps
) as funnel
order by m3 nulls last, "funnel.entities" desc nulls last, "visits.channel" nulls last
limit 3;
-- duckdb:
-- 17|     null as d0
-- 67|     case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 68|     case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- mysql:
-- 17|     null as d0
-- 50|       row_number() over (partition by entity order by reached desc, moment, d0 <=> null, d0) as number
-- 67|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 68|     1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 72|     select 1 as step, ? as name
-- 74|     select 2 as step, ? as name
-- 77| order by m3 <=> null, m3, `funnel.entities` desc, `visits.channel` <=> null, `visits.channel`
-- clickhouse:
-- 17|     null as d0
-- 67|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 68|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 72|     select 1 as step, toString({p1:String}) as name
-- 74|     select 2 as step, toString({p2:String}) as name
-- 77| order by m3 nulls last, 3 desc nulls last, 1 nulls last
-- 78| limit 3
-- 78+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 17|     null as d0
-- 67|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 68|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 72|     select 1 as step, cast(? as varchar) as name
-- 74|     select 2 as step, cast(? as varchar) as name
-- bigquery:
-- 17|     null as d0
-- 67|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 68|     1e0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 72|     select 1 as step, cast(@p1 as string) as name
-- 74|     select 2 as step, cast(@p2 as string) as name
-- databricks:
-- 17|     null as d0
-- 67|     1D * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 68|     1D * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 72|     select 1 as step, cast(:p1 as string) as name
-- 74|     select 2 as step, cast(:p2 as string) as name
-- snowflake:
-- 17|     null as d0
-- 67|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 68|     1::float * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 72|     select 1 as step, cast(? as varchar) as name
-- 74|     select 2 as step, cast(? as varchar) as name
-- redshift:
-- 17|     null::varchar as d0
-- 67|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
-- 68|     1::float8 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
-- 72|     select 1 as step, $1::varchar as name
-- 74|     select 2 as step, $2::varchar as name
