-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- each measure is counted by the time of its own model
-- ["ann","bob"]
select
  d0 as "metric_time.month",
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select
    date_trunc('month', "placed_at")::date as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  group by 1
  union all
  select
    date_trunc('month', "day")::date as d0,
    null as m0,
    sum("amount") as m1
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($1, $2)
    )
  ) as "refunds"
  group by 1
) as branches
group by 1
order by "metric_time.month" nulls last
limit 11;
-- duckdb:
-- 21|     where "refunds"."customer_id" in (
-- 22|       select "customers"."id"
-- 24|       where "customers"."name" in ($1, $2)
-- 25 is left out
-- mysql:
-- 8|     cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
-- 15|     cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 21|     where `refunds`.`customer_id` in (
-- 22|       select `customers`.`id`
-- 24|       where `customers`.`name` in (?, ?)
-- 25 is left out
-- 31| order by `metric_time.month` <=> null, `metric_time.month`
-- clickhouse:
-- 8|     toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
-- 9|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 15|     toStartOfMonth(toDate32("day")) as d0,
-- 17|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 21|     where "refunds"."customer_id" in (
-- 22|       select "customers"."id"
-- 24|       where "customers"."name" in ({p1:String}, {p2:String})
-- 25 is left out
-- 31| order by 1 nulls last
-- 32| limit 11
-- 32+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 8|     cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 15|     cast(date_trunc('month', "day") as date) as d0,
-- 21|     where "refunds"."customer_id" in (
-- 22|       select "customers"."id"
-- 24|       where "customers"."name" in (?, ?)
-- 25 is left out
-- bigquery:
-- 8|     date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d0,
-- 15|     date_trunc(cast(`day` as date), month) as d0,
-- 21|     where `refunds`.`customer_id` in (
-- 22|       select `customers`.`id`
-- 24|       where `customers`.`name` in (@p1, @p2)
-- 25 is left out
-- databricks:
-- 8|     cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d0,
-- 15|     cast(date_trunc('month', `day`) as date) as d0,
-- 21|     where `refunds`.`customer_id` in (
-- 22|       select `customers`.`id`
-- 24|       where `customers`.`name` in (:p1, :p2)
-- 25 is left out
-- snowflake:
-- 8|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d0,
-- 15|     cast(date_trunc('month', "day") as date) as d0,
-- 21|     where "refunds"."customer_id" in (
-- 22|       select "customers"."id"
-- 24|       where "customers"."name" in (?, ?)
-- 25 is left out
-- redshift: the same

-- a filter on metric_time applies to each model's own time, a date or a moment in the query's timezone
-- ["2024-02-01 05:00:00","2024-04-01 04:00:00","ann","bob","2024-02-01","2024-03-31"]
select
  d0 as "customers.name",
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed_at" >= $1::timestamp and "orders"."placed_at" < $2::timestamp
  group by 1
  union all
  select
    "customers"."name" as d0,
    null as m0,
    sum("refunds"."amount") as m1
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($3, $4)
    )
  ) as "refunds"
  left join "customers" on "customers"."id" = "refunds"."customer_id"
  where "refunds"."day" between $5::date and $6::date
  group by 1
) as branches
group by 1
order by "customers.name" nulls last
limit 11;
-- duckdb:
-- 23|     where "refunds"."customer_id" in (
-- 24|       select "customers"."id"
-- 26|       where "customers"."name" in ($3, $4)
-- 27 is left out
-- mysql:
-- 13|   where `orders`.`placed_at` >= cast(? as datetime(6)) and `orders`.`placed_at` < cast(? as datetime(6))
-- 23|     where `refunds`.`customer_id` in (
-- 24|       select `customers`.`id`
-- 26|       where `customers`.`name` in (?, ?)
-- 27 is left out
-- 31|   where `refunds`.`day` between cast(? as date) and cast(? as date)
-- 35| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 9|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 13|   where "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed_at" < {p2:DateTime64(6, 'UTC')}
-- 19|     sumOrNull("refunds"."amount" + toDecimal128(0, 0)) as m1
-- 23|     where "refunds"."customer_id" in (
-- 24|       select "customers"."id"
-- 26|       where "customers"."name" in ({p3:String}, {p4:String})
-- 27 is left out
-- 31|   where "refunds"."day" between {p5:Date32} and {p6:Date32}
-- 35| order by 1 nulls last
-- 36| limit 11
-- 36+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 13|   where "orders"."placed_at" >= cast(? as timestamp(6)) and "orders"."placed_at" < cast(? as timestamp(6))
-- 23|     where "refunds"."customer_id" in (
-- 24|       select "customers"."id"
-- 26|       where "customers"."name" in (?, ?)
-- 27 is left out
-- 31|   where "refunds"."day" between cast(? as date) and cast(? as date)
-- bigquery:
-- 13|   where `orders`.`placed_at` >= @p1 and `orders`.`placed_at` < @p2
-- 23|     where `refunds`.`customer_id` in (
-- 24|       select `customers`.`id`
-- 26|       where `customers`.`name` in (@p3, @p4)
-- 27 is left out
-- 31|   where `refunds`.`day` between cast(@p5 as date) and cast(@p6 as date)
-- databricks:
-- 13|   where `orders`.`placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `orders`.`placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 23|     where `refunds`.`customer_id` in (
-- 24|       select `customers`.`id`
-- 26|       where `customers`.`name` in (:p3, :p4)
-- 27 is left out
-- 31|   where `refunds`.`day` between cast(:p5 as date) and cast(:p6 as date)
-- snowflake:
-- 13|   where "orders"."placed_at" >= cast(? as timestamp_ntz) and "orders"."placed_at" < cast(? as timestamp_ntz)
-- 23|     where "refunds"."customer_id" in (
-- 24|       select "customers"."id"
-- 26|       where "customers"."name" in (?, ?)
-- 27 is left out
-- 31|   where "refunds"."day" between cast(? as date) and cast(? as date)
-- redshift: the same

-- fillGaps adds the months in which no fact has rows
-- ["ann","bob"]
with groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      date_trunc('month', "placed_at")::date as d0,
      sum("amount") as m0,
      null as m1
    from "orders"
    where "placed_at" is not null
    group by 1
    union all
    select
      date_trunc('month', "day")::date as d0,
      null as m0,
      sum("amount") as m1
    from (
      select *
      from "refunds"
      where exists (
        select 1
        from "customers"
        where "customers"."id" = "refunds"."customer_id"
          and "customers"."name" in ($1, $2)
      )
    ) as "refunds"
    where "day" is not null
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month')::date as d0
  from groups_1
)
select
  d0 as "metric_time.month",
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by "metric_time.month" nulls last
limit 11;
-- duckdb:
-- 23|       where "refunds"."customer_id" in (
-- 24|         select "customers"."id"
-- 26|         where "customers"."name" in ($1, $2)
-- 27 is left out
-- 36|   select unnest(generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 2| with recursive groups_1 as (
-- 9|       cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
-- 17|       cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 23|       where `refunds`.`customer_id` in (
-- 24|         select `customers`.`id`
-- 26|         where `customers`.`name` in (?, ?)
-- 27 is left out
-- 36|   select
-- 36+|     1 as n,
-- 36+|     min(d0) as d0,
-- 36+|     min(d0) as first,
-- 36+|     max(d0) as last
-- 37+|   having first <= last
-- 37+|   union all
-- 37+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 37+|   from periods_1
-- 37+|   cross join (select 0 as bit union all select 1) as bits
-- 37+|   where first + interval (n * 2 + bit - 1) month <= last
-- 50| order by `metric_time.month` <=> null, `metric_time.month`
-- clickhouse:
-- 9|       toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
-- 10|       sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 17|       toStartOfMonth(toDate32("day")) as d0,
-- 19|       sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 23|       where "refunds"."customer_id" in (
-- 24|         select "customers"."id"
-- 26|         where "customers"."name" in ({p1:String}, {p2:String})
-- 27 is left out
-- 36|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 37|   from (
-- 37+|     select
-- 37+|       minOrNull(d0) as lo,
-- 37+|       maxOrNull(d0) as hi
-- 37+|     from groups_1
-- 37+|   ) as bounds
-- 37+|   where lo <= hi
-- 50| order by 1 nulls last
-- 51| limit 11
-- 51+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 9|       cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 17|       cast(date_trunc('month', "day") as date) as d0,
-- 23|       where "refunds"."customer_id" in (
-- 24|         select "customers"."id"
-- 26|         where "customers"."name" in (?, ?)
-- 27 is left out
-- 36|   select date_add('month', many * 10000 + few, lo) as d0
-- 37|   from (
-- 37+|     select
-- 37+|       min(d0) as lo,
-- 37+|       max(d0) as hi
-- 37+|     from groups_1
-- 37+|   ) as bounds
-- 37+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 37+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 37+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- bigquery:
-- 9|       date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d0,
-- 17|       date_trunc(cast(`day` as date), month) as d0,
-- 23|       where `refunds`.`customer_id` in (
-- 24|         select `customers`.`id`
-- 26|         where `customers`.`name` in (@p1, @p2)
-- 27 is left out
-- 36|   select step as d0
-- 37|   from (
-- 37+|     select
-- 37+|       min(d0) as lo,
-- 37+|       max(d0) as hi
-- 37+|     from groups_1
-- 37+|   ) as bounds
-- 37+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- databricks:
-- 9|       cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d0,
-- 17|       cast(date_trunc('month', `day`) as date) as d0,
-- 23|       where `refunds`.`customer_id` in (
-- 24|         select `customers`.`id`
-- 26|         where `customers`.`name` in (:p1, :p2)
-- 27 is left out
-- 36|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 37|   from (
-- 37+|     select
-- 37+|       min(d0) as lo,
-- 37+|       max(d0) as hi
-- 37+|     from groups_1
-- 37+|   ) as bounds
-- 37+|   where lo <= hi
-- snowflake:
-- 9|       cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d0,
-- 17|       cast(date_trunc('month', "day") as date) as d0,
-- 23|       where "refunds"."customer_id" in (
-- 24|         select "customers"."id"
-- 26|         where "customers"."name" in (?, ?)
-- 27 is left out
-- 36|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 37|   from (
-- 37+|     select
-- 37+|       min(d0) as lo,
-- 37+|       max(d0) as hi
-- 37+|     from groups_1
-- 37+|   ) as bounds
-- 37+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- redshift:
-- 36|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 37|   from (
-- 37+|     select
-- 37+|       min(d0) as lo,
-- 37+|       max(d0) as hi
-- 37+|     from groups_1
-- 37+|   ) as bounds
-- 37+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 37+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 37+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 37+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 37+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 37+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 37+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)

-- totals of the periods that a filter on one fact keeps
-- ["ann","bob","0"]
select
  d0 as "metric_time.quarter",
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select
    date_trunc('quarter', "placed_at")::date as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  group by 1
  union all
  select
    date_trunc('quarter', "day")::date as d0,
    null as m0,
    sum("amount") as m1
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($1, $2)
    )
  ) as "refunds"
  group by 1
) as branches
group by 1
having max(m1) > $3::bigint
order by "metric_time.quarter" nulls last
limit 11;
-- totals
-- ["ann","bob","0","ann","bob"]
with picked_1 as (
  select d0
  from (
    select
      date_trunc('quarter', "placed_at")::date as d0,
      null as m0
    from "orders"
    group by 1
    union all
    select
      date_trunc('quarter', "day")::date as d0,
      sum("amount") as m0
    from (
      select *
      from "refunds"
      where exists (
        select 1
        from "customers"
        where "customers"."id" = "refunds"."customer_id"
          and "customers"."name" in ($1, $2)
      )
    ) as "refunds"
    group by 1
  ) as branches
  group by 1
  having max(m0) > $3::bigint
)
select
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  where exists (
    select 1
    from picked_1
    where array[picked_1.d0] = array[date_trunc('quarter', "orders"."placed_at")::date]
  )
  union all
  select
    null as m0,
    sum("refunds"."amount") as m1
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($4, $5)
    )
  ) as "refunds"
  where exists (
    select 1
    from picked_1
    where array[picked_1.d0] = array[date_trunc('quarter', "refunds"."day")::date]
  )
) as branches;
-- duckdb:
-- 21|     where "refunds"."customer_id" in (
-- 22|       select "customers"."id"
-- 24|       where "customers"."name" in ($1, $2)
-- 25 is left out
-- 51|       where "refunds"."customer_id" in (
-- 52|         select "customers"."id"
-- 54|         where "customers"."name" in ($1, $2)
-- 55 is left out
-- 74|     where picked_1.d0 is not distinct from date_trunc('quarter', "orders"."placed_at")::date
-- 83|     where "refunds"."customer_id" in (
-- 84|       select "customers"."id"
-- 86|       where "customers"."name" in ($4, $5)
-- 87 is left out
-- 93|     where picked_1.d0 is not distinct from date_trunc('quarter', "refunds"."day")::date
-- mysql:
-- 8|     date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `placed_at`) quarter as d0,
-- 15|     date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `day`) quarter as d0,
-- 21|     where `refunds`.`customer_id` in (
-- 22|       select `customers`.`id`
-- 24|       where `customers`.`name` in (?, ?)
-- 25 is left out
-- 31| having max(m1) > cast(? as signed)
-- 32| order by `metric_time.quarter` <=> null, `metric_time.quarter`
-- 40|       date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `placed_at`) quarter as d0,
-- 46|       date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `day`) quarter as d0,
-- 51|       where `refunds`.`customer_id` in (
-- 52|         select `customers`.`id`
-- 54|         where `customers`.`name` in (?, ?)
-- 55 is left out
-- 61|   having max(m0) > cast(? as signed)
-- 74|     where picked_1.d0 <=> date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `orders`.`placed_at`) quarter
-- 83|     where `refunds`.`customer_id` in (
-- 84|       select `customers`.`id`
-- 86|       where `customers`.`name` in (?, ?)
-- 87 is left out
-- 93|     where picked_1.d0 <=> date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `refunds`.`day`) quarter
-- clickhouse:
-- 8|     toStartOfQuarter(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
-- 9|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 15|     toStartOfQuarter(toDate32("day")) as d0,
-- 17|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 21|     where "refunds"."customer_id" in (
-- 22|       select "customers"."id"
-- 24|       where "customers"."name" in ({p1:String}, {p2:String})
-- 25 is left out
-- 31| having max(m1) > {p3:Int64}
-- 32| order by 1 nulls last
-- 33| limit 11
-- 33+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- 40|       toStartOfQuarter(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
-- 46|       toStartOfQuarter(toDate32("day")) as d0,
-- 47|       sumOrNull("amount" + toDecimal128(0, 0)) as m0
-- 51|       where "refunds"."customer_id" in (
-- 52|         select "customers"."id"
-- 54|         where "customers"."name" in ({p1:String}, {p2:String})
-- 55 is left out
-- 61|   having max(m0) > {p3:Int64}
-- 68|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 71|   where toJSONString(tuple(toStartOfQuarter(toDate32(toTimeZone("orders"."placed_at", 'UTC'))))) in (
-- 72|     select toJSONString(tuple(picked_1.d0))
-- 74 is left out
-- 79|     sumOrNull("refunds"."amount" + toDecimal128(0, 0)) as m1
-- 83|     where "refunds"."customer_id" in (
-- 84|       select "customers"."id"
-- 86|       where "customers"."name" in ({p4:String}, {p5:String})
-- 87 is left out
-- 90|   where toJSONString(tuple(toStartOfQuarter(toDate32("refunds"."day")))) in (
-- 91|     select toJSONString(tuple(picked_1.d0))
-- 93 is left out
-- 95| ) as branches
-- 95+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, output_format_json_quote_denormals = 1;
-- trino:
-- 8|     cast(date_trunc('quarter', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 15|     cast(date_trunc('quarter', "day") as date) as d0,
-- 21|     where "refunds"."customer_id" in (
-- 22|       select "customers"."id"
-- 24|       where "customers"."name" in (?, ?)
-- 25 is left out
-- 31| having max(m1) > cast(? as bigint)
-- 40|       cast(date_trunc('quarter', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 46|       cast(date_trunc('quarter', "day") as date) as d0,
-- 51|       where "refunds"."customer_id" in (
-- 52|         select "customers"."id"
-- 54|         where "customers"."name" in (?, ?)
-- 55 is left out
-- 61|   having max(m0) > cast(? as bigint)
-- 71|   where json_format(cast(array[cast(cast(date_trunc('quarter', cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as json)] as json)) in (
-- 72|     select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 74 is left out
-- 83|     where "refunds"."customer_id" in (
-- 84|       select "customers"."id"
-- 86|       where "customers"."name" in (?, ?)
-- 87 is left out
-- 90|   where json_format(cast(array[cast(cast(date_trunc('quarter', "refunds"."day") as date) as json)] as json)) in (
-- 91|     select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 93 is left out
-- bigquery:
-- 8|     date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), quarter) as d0,
-- 15|     date_trunc(cast(`day` as date), quarter) as d0,
-- 21|     where `refunds`.`customer_id` in (
-- 22|       select `customers`.`id`
-- 24|       where `customers`.`name` in (@p1, @p2)
-- 25 is left out
-- 31| having max(m1) > cast(@p3 as int64)
-- 40|       date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), quarter) as d0,
-- 46|       date_trunc(cast(`day` as date), quarter) as d0,
-- 51|       where `refunds`.`customer_id` in (
-- 52|         select `customers`.`id`
-- 54|         where `customers`.`name` in (@p1, @p2)
-- 55 is left out
-- 61|   having max(m0) > cast(@p3 as int64)
-- 71|   where to_json_string([to_json_string(date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), quarter))]) in (
-- 72|     select to_json_string([to_json_string(picked_1.d0)])
-- 74 is left out
-- 83|     where `refunds`.`customer_id` in (
-- 84|       select `customers`.`id`
-- 86|       where `customers`.`name` in (@p4, @p5)
-- 87 is left out
-- 90|   where to_json_string([to_json_string(date_trunc(cast(`refunds`.`day` as date), quarter))]) in (
-- 91|     select to_json_string([to_json_string(picked_1.d0)])
-- 93 is left out
-- databricks:
-- 8|     cast(date_trunc('quarter', convert_timezone('UTC', `placed_at`)) as date) as d0,
-- 15|     cast(date_trunc('quarter', `day`) as date) as d0,
-- 21|     where `refunds`.`customer_id` in (
-- 22|       select `customers`.`id`
-- 24|       where `customers`.`name` in (:p1, :p2)
-- 25 is left out
-- 31| having max(m1) > cast(:p3 as bigint)
-- 40|       cast(date_trunc('quarter', convert_timezone('UTC', `placed_at`)) as date) as d0,
-- 46|       cast(date_trunc('quarter', `day`) as date) as d0,
-- 51|       where `refunds`.`customer_id` in (
-- 52|         select `customers`.`id`
-- 54|         where `customers`.`name` in (:p1, :p2)
-- 55 is left out
-- 61|   having max(m0) > cast(:p3 as bigint)
-- 71|   where to_json(named_struct('c0', cast(date_trunc('quarter', convert_timezone('UTC', `orders`.`placed_at`)) as date))) in (
-- 72|     select to_json(named_struct('c0', picked_1.d0))
-- 74 is left out
-- 83|     where `refunds`.`customer_id` in (
-- 84|       select `customers`.`id`
-- 86|       where `customers`.`name` in (:p4, :p5)
-- 87 is left out
-- 90|   where to_json(named_struct('c0', cast(date_trunc('quarter', `refunds`.`day`) as date))) in (
-- 91|     select to_json(named_struct('c0', picked_1.d0))
-- 93 is left out
-- snowflake:
-- 8|     cast(date_trunc('quarter', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d0,
-- 15|     cast(date_trunc('quarter', "day") as date) as d0,
-- 21|     where "refunds"."customer_id" in (
-- 22|       select "customers"."id"
-- 24|       where "customers"."name" in (?, ?)
-- 25 is left out
-- 31| having max(m1) > cast(? as number(38, 0))
-- 40|       cast(date_trunc('quarter', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d0,
-- 46|       cast(date_trunc('quarter', "day") as date) as d0,
-- 51|       where "refunds"."customer_id" in (
-- 52|         select "customers"."id"
-- 54|         where "customers"."name" in (?, ?)
-- 55 is left out
-- 61|   having max(m0) > cast(? as number(38, 0))
-- 71|   where to_json(array_construct(cast(date_trunc('quarter', cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz)) as date))) in (
-- 72|     select to_json(array_construct(picked_1.d0))
-- 74 is left out
-- 83|     where "refunds"."customer_id" in (
-- 84|       select "customers"."id"
-- 86|       where "customers"."name" in (?, ?)
-- 87 is left out
-- 90|   where to_json(array_construct(cast(date_trunc('quarter', "refunds"."day") as date))) in (
-- 91|     select to_json(array_construct(picked_1.d0))
-- 93 is left out
-- redshift:
-- 74|     where (picked_1.d0 = date_trunc('quarter', "orders"."placed_at")::date or (picked_1.d0 is null and date_trunc('quarter', "orders"."placed_at")::date is null))
-- 93|     where (picked_1.d0 = date_trunc('quarter', "refunds"."day")::date or (picked_1.d0 is null and date_trunc('quarter', "refunds"."day")::date is null))

-- a window along a model's time goes along metric_time
-- ["ann","bob","ann","bob"]
with facts_1 as (
  select
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  group by 1
),
extent_1 as (
  select
    min(period) as earliest,
    max(period) as latest
  from facts_1
  union all
  select
    min(date_trunc('month', "day")::date) as earliest,
    max(date_trunc('month', "day")::date) as latest
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($1, $2)
    )
  ) as "refunds"
),
bounds_1 as (
  select
    min(earliest)::date as lo,
    max(latest)::date as hi
  from extent_1
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
    generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where period < least(next - interval '1 month', hi)
),
framed_1 as (
  select
    period,
    sum(s0) over (order by period rows unbounded preceding) as s0
  from spread_1
)
select
  d0 as "metric_time.month",
  max(m0) as "orders.running",
  max(m1) as "refunds.total"
from (
  select
    period as d0,
    max(s0) as m0,
    null as m1
  from framed_1
  cross join bounds_1
  where period >= lo
    and period <= hi
  group by 1
  union all
  select
    date_trunc('month', "day")::date as d0,
    null as m0,
    sum("amount") as m1
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($3, $4)
    )
  ) as "refunds"
  group by 1
) as branches
group by 1
order by "metric_time.month" nulls last
limit 11;
-- duckdb:
-- 21|     where "refunds"."customer_id" in (
-- 22|       select "customers"."id"
-- 24|       where "customers"."name" in ($1, $2)
-- 25 is left out
-- 50|     unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period,
-- 84|     where "refunds"."customer_id" in (
-- 85|       select "customers"."id"
-- 87|       where "customers"."name" in ($3, $4)
-- 88 is left out
-- mysql:
-- 2| with recursive facts_1 as (
-- 4|     date(`placed_at`) as day_,
-- 11|     min(cast(date_format(day_, '%Y-%m-01') as date)) as earliest,
-- 12|     max(cast(date_format(day_, '%Y-%m-01') as date)) as latest
-- 16|     min(cast(date_format(`day`, '%Y-%m-01') as date)) as earliest,
-- 17|     max(cast(date_format(`day`, '%Y-%m-01') as date)) as latest
-- 21|     where `refunds`.`customer_id` in (
-- 22|       select `customers`.`id`
-- 24|       where `customers`.`name` in (?, ?)
-- 25 is left out
-- 29| periods_1 as (
-- 31|     1 as n,
-- 32|     min(earliest) as d0,
-- 32+|     min(earliest) as first,
-- 32+|     max(latest) as last
-- 34|   having first <= last
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 49|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 50|   from periods_1
-- 51|   cross join (select 0 as bit union all select 1) as bits
-- 52|   where first + interval (n * 2 + bit - 1) month <= last
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 56 is left out
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 68|     d0,
-- 69|     sum(s0) as m0,
-- 71|   from facts_1
-- 72|   join periods_1 on day_ < d0 + interval 1 month
-- 73 is left out
-- 74 is left out
-- 78|     cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 84|     where `refunds`.`customer_id` in (
-- 85|       select `customers`.`id`
-- 87|       where `customers`.`name` in (?, ?)
-- 88 is left out
-- 94| order by `metric_time.month` <=> null, `metric_time.month`
-- clickhouse:
-- 4|     toDate32(toTimeZone("placed_at", 'UTC')) as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 11|     minOrNull(toStartOfMonth(toDate32(day_))) as earliest,
-- 12|     maxOrNull(toStartOfMonth(toDate32(day_))) as latest
-- 16|     minOrNull(toStartOfMonth(toDate32("day"))) as earliest,
-- 17|     maxOrNull(toStartOfMonth(toDate32("day"))) as latest
-- 21|     where "refunds"."customer_id" in (
-- 22|       select "customers"."id"
-- 24|       where "customers"."name" in ({p1:String}, {p2:String})
-- 25 is left out
-- 29| periods_1 as (
-- 30|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 31|   from (
-- 32|     select
-- 33|       minOrNull(earliest) as lo,
-- 34|       maxOrNull(latest) as hi
-- 35|     from extent_1
-- 36|   ) as bounds
-- 37|   where lo <= hi
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
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
-- 60 is left out
-- 68|     d0,
-- 69|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 71|   from facts_1
-- 72|   join periods_1 on day_ < (d0 + toIntervalMonth(1))
-- 73 is left out
-- 74 is left out
-- 78|     toStartOfMonth(toDate32("day")) as d0,
-- 80|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 84|     where "refunds"."customer_id" in (
-- 85|       select "customers"."id"
-- 87|       where "customers"."name" in ({p3:String}, {p4:String})
-- 88 is left out
-- 94| order by 1 nulls last
-- 95| limit 11
-- 95+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 4|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day_,
-- 11|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 12|     max(cast(date_trunc('month', day_) as date)) as latest
-- 16|     min(cast(date_trunc('month', "day") as date)) as earliest,
-- 17|     max(cast(date_trunc('month', "day") as date)) as latest
-- 21|     where "refunds"."customer_id" in (
-- 22|       select "customers"."id"
-- 24|       where "customers"."name" in (?, ?)
-- 25 is left out
-- 29| periods_1 as (
-- 30|   select date_add('month', many * 10000 + few, lo) as d0
-- 31|   from (
-- 32|     select
-- 33|       min(earliest) as lo,
-- 34|       max(latest) as hi
-- 35|     from extent_1
-- 36|   ) as bounds
-- 37|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 38|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 39|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
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
-- 60 is left out
-- 68|     d0,
-- 69|     sum(s0) as m0,
-- 71|   from facts_1
-- 72|   join periods_1 on day_ < date_add('month', 1, d0)
-- 73 is left out
-- 74 is left out
-- 78|     cast(date_trunc('month', "day") as date) as d0,
-- 84|     where "refunds"."customer_id" in (
-- 85|       select "customers"."id"
-- 87|       where "customers"."name" in (?, ?)
-- 88 is left out
-- bigquery:
-- 4|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day_,
-- 11|     min(date_trunc(cast(day_ as date), month)) as earliest,
-- 12|     max(date_trunc(cast(day_ as date), month)) as latest
-- 16|     min(date_trunc(cast(`day` as date), month)) as earliest,
-- 17|     max(date_trunc(cast(`day` as date), month)) as latest
-- 21|     where `refunds`.`customer_id` in (
-- 22|       select `customers`.`id`
-- 24|       where `customers`.`name` in (@p1, @p2)
-- 25 is left out
-- 29| periods_1 as (
-- 30|   select step as d0
-- 31|   from (
-- 32|     select
-- 33|       min(earliest) as lo,
-- 34|       max(latest) as hi
-- 35|     from extent_1
-- 36|   ) as bounds
-- 37|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
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
-- 60 is left out
-- 68|     d0,
-- 69|     sum(s0) as m0,
-- 71|   from facts_1
-- 72|   join periods_1 on day_ < date_add(d0, interval 1 month)
-- 73 is left out
-- 74 is left out
-- 78|     date_trunc(cast(`day` as date), month) as d0,
-- 84|     where `refunds`.`customer_id` in (
-- 85|       select `customers`.`id`
-- 87|       where `customers`.`name` in (@p3, @p4)
-- 88 is left out
-- databricks:
-- 4|     cast(convert_timezone('UTC', `placed_at`) as date) as day_,
-- 11|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 12|     max(cast(date_trunc('month', day_) as date)) as latest
-- 16|     min(cast(date_trunc('month', `day`) as date)) as earliest,
-- 17|     max(cast(date_trunc('month', `day`) as date)) as latest
-- 21|     where `refunds`.`customer_id` in (
-- 22|       select `customers`.`id`
-- 24|       where `customers`.`name` in (:p1, :p2)
-- 25 is left out
-- 29| periods_1 as (
-- 30|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 31|   from (
-- 32|     select
-- 33|       min(earliest) as lo,
-- 34|       max(latest) as hi
-- 35|     from extent_1
-- 36|   ) as bounds
-- 37|   where lo <= hi
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
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
-- 60 is left out
-- 68|     d0,
-- 69|     sum(s0) as m0,
-- 71|   from facts_1
-- 72|   join periods_1 on day_ < cast(dateadd(month, 1, d0) as date)
-- 73 is left out
-- 74 is left out
-- 78|     cast(date_trunc('month', `day`) as date) as d0,
-- 84|     where `refunds`.`customer_id` in (
-- 85|       select `customers`.`id`
-- 87|       where `customers`.`name` in (:p3, :p4)
-- 88 is left out
-- snowflake:
-- 4|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day_,
-- 11|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 12|     max(cast(date_trunc('month', day_) as date)) as latest
-- 16|     min(cast(date_trunc('month', "day") as date)) as earliest,
-- 17|     max(cast(date_trunc('month', "day") as date)) as latest
-- 21|     where "refunds"."customer_id" in (
-- 22|       select "customers"."id"
-- 24|       where "customers"."name" in (?, ?)
-- 25 is left out
-- 29| periods_1 as (
-- 30|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 31|   from (
-- 32|     select
-- 33|       min(earliest) as lo,
-- 34|       max(latest) as hi
-- 35|     from extent_1
-- 36|   ) as bounds
-- 37|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
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
-- 60 is left out
-- 68|     d0,
-- 69|     sum(s0) as m0,
-- 71|   from facts_1
-- 72|   join periods_1 on day_ < dateadd(month, 1, d0)
-- 73 is left out
-- 74 is left out
-- 78|     cast(date_trunc('month', "day") as date) as d0,
-- 84|     where "refunds"."customer_id" in (
-- 85|       select "customers"."id"
-- 87|       where "customers"."name" in (?, ?)
-- 88 is left out
-- redshift:
-- 4|     "placed_at"::date as day_,
-- 11|     min(date_trunc('month', day_)::date) as earliest,
-- 12|     max(date_trunc('month', day_)::date) as latest
-- 29| periods_1 as (
-- 30|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 31|   from (
-- 32|     select
-- 33|       min(earliest) as lo,
-- 34|       max(latest) as hi
-- 35|     from extent_1
-- 36|   ) as bounds
-- 37|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 38|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 39|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 40|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 41|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 42|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 43|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
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
-- 60 is left out
-- 68|     d0,
-- 69|     sum(s0) as m0,
-- 71|   from facts_1
-- 72|   join periods_1 on day_ < dateadd(month, 1, d0)::date
-- 73 is left out
-- 74 is left out

-- a condition on groups by metric_time selects rows of another fact
-- ["ann","bob","30"]
with asked_1 as (
  select date_trunc('month', "day")::date as d0
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($1, $2)
    )
  ) as "refunds"
  group by 1
  having sum("amount") > $3::bigint
)
select sum("orders"."amount") as "orders.total"
from "orders"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array[date_trunc('month', "orders"."placed_at")::date]
);
-- duckdb:
-- 7|     where "refunds"."customer_id" in (
-- 8|       select "customers"."id"
-- 10|       where "customers"."name" in ($1, $2)
-- 11 is left out
-- 22|   where asked_1.d0 is not distinct from date_trunc('month', "orders"."placed_at")::date
-- mysql:
-- 3|   select cast(date_format(`day`, '%Y-%m-01') as date) as d0
-- 7|     where `refunds`.`customer_id` in (
-- 8|       select `customers`.`id`
-- 10|       where `customers`.`name` in (?, ?)
-- 11 is left out
-- 15|   having sum(`amount`) > cast(? as signed)
-- 22|   where asked_1.d0 <=> cast(date_format(`orders`.`placed_at`, '%Y-%m-01') as date)
-- clickhouse:
-- 3|   select toStartOfMonth(toDate32("day")) as d0
-- 7|     where "refunds"."customer_id" in (
-- 8|       select "customers"."id"
-- 10|       where "customers"."name" in ({p1:String}, {p2:String})
-- 11 is left out
-- 15|   having sumOrNull("amount" + toDecimal128(0, 0)) > {p3:Int64}
-- 17| select sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 19| where toJSONString(tuple(toStartOfMonth(toDate32(toTimeZone("orders"."placed_at", 'UTC'))))) in (
-- 20|   select toJSONString(tuple(asked_1.d0))
-- 22| )
-- 23| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, output_format_json_quote_denormals = 1;
-- trino:
-- 3|   select cast(date_trunc('month', "day") as date) as d0
-- 7|     where "refunds"."customer_id" in (
-- 8|       select "customers"."id"
-- 10|       where "customers"."name" in (?, ?)
-- 11 is left out
-- 15|   having sum("amount") > cast(? as bigint)
-- 19| where json_format(cast(array[cast(cast(date_trunc('month', cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as json)] as json)) in (
-- 20|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 22 is left out
-- bigquery:
-- 3|   select date_trunc(cast(`day` as date), month) as d0
-- 7|     where `refunds`.`customer_id` in (
-- 8|       select `customers`.`id`
-- 10|       where `customers`.`name` in (@p1, @p2)
-- 11 is left out
-- 15|   having sum(`amount`) > cast(@p3 as int64)
-- 19| where to_json_string([to_json_string(date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), month))]) in (
-- 20|   select to_json_string([to_json_string(asked_1.d0)])
-- 22 is left out
-- databricks:
-- 3|   select cast(date_trunc('month', `day`) as date) as d0
-- 7|     where `refunds`.`customer_id` in (
-- 8|       select `customers`.`id`
-- 10|       where `customers`.`name` in (:p1, :p2)
-- 11 is left out
-- 15|   having sum(`amount`) > cast(:p3 as bigint)
-- 19| where to_json(named_struct('c0', cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed_at`)) as date))) in (
-- 20|   select to_json(named_struct('c0', asked_1.d0))
-- 22 is left out
-- snowflake:
-- 3|   select cast(date_trunc('month', "day") as date) as d0
-- 7|     where "refunds"."customer_id" in (
-- 8|       select "customers"."id"
-- 10|       where "customers"."name" in (?, ?)
-- 11 is left out
-- 15|   having sum("amount") > cast(? as number(38, 0))
-- 19| where to_json(array_construct(cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz)) as date))) in (
-- 20|   select to_json(array_construct(asked_1.d0))
-- 22 is left out
-- redshift:
-- 22|   where (asked_1.d0 = date_trunc('month', "orders"."placed_at")::date or (asked_1.d0 is null and date_trunc('month', "orders"."placed_at")::date is null))

-- fillGaps reaches to the bounds of a filter on the same time by its own name
-- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2024-06-01 00:00:00"]
with groups_1 as (
  select
    date_trunc('month', "placed_at")::date as d0,
    sum("amount") as m0
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $3::timestamp)::date::timestamp, date_trunc('month', ($4::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month')::date as d0
)
select
  d0 as "metric_time.month",
  max(m0) as "orders.total"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by "metric_time.month" nulls last
limit 11;
-- duckdb:
-- 11|   select unnest(generate_series(date_trunc('month', $3::timestamp)::date::timestamp, date_trunc('month', ($4::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 1| -- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2023-12-01 00:00:00","2024-06-01 00:00:00"]
-- 2| with recursive groups_1 as (
-- 4|     cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
-- 7|   where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
-- 11|   select
-- 11+|     1 as n,
-- 11+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
-- 11+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 11+|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
-- 11+|   having first <= last
-- 11+|   union all
-- 11+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 11+|   from periods_1
-- 11+|   cross join (select 0 as bit union all select 1) as bits
-- 11+|   where first + interval (n * 2 + bit - 1) month <= last
-- 23| order by `metric_time.month` <=> null, `metric_time.month`
-- clickhouse:
-- 1| -- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2024-05-31 23:59:59.999999"]
-- 4|     toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as m0
-- 7|   where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 11|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 11+|   from (
-- 11+|     select toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- 23| order by 1 nulls last
-- 24| limit 11
-- 24+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2024-05-31 23:59:59.999999"]
-- 4|     cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 7|   where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
-- 11|   select date_add('month', many * 10000 + few, lo) as d0
-- 11+|   from (
-- 11+|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 11+|   ) as bounds
-- 11+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 11+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 11+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- bigquery:
-- 1| -- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2024-05-31 23:59:59.999999"]
-- 4|     date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d0,
-- 7|   where `placed_at` >= @p1 and `placed_at` < @p2
-- 11|   select step as d0
-- 11+|   from (
-- 11+|     select date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p4), 'UTC') as date), month) as hi
-- 11+|   ) as bounds
-- 11+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- databricks:
-- 1| -- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2024-05-31 23:59:59.999999"]
-- 4|     cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d0,
-- 7|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 11|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 11+|   from (
-- 11+|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as date) as hi
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- snowflake:
-- 1| -- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2024-05-31 23:59:59.999999"]
-- 4|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d0,
-- 7|   where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
-- 11|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 11+|   from (
-- 11+|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 11+|   ) as bounds
-- 11+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- redshift:
-- 1| -- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2024-05-31 23:59:59.999999"]
-- 11|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 11+|   from (
-- 11+|     select date_trunc('month', $3::timestamp)::date as lo, date_trunc('month', $4::timestamp)::date as hi
-- 11+|   ) as bounds
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 11+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)

-- fillGaps reaches to the bounds of a filter on metric_time, with the time by its own name
-- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2024-06-01 00:00:00"]
with groups_1 as (
  select
    date_trunc('month', "placed_at")::date as d0,
    sum("amount") as m0
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $3::timestamp)::date::timestamp, date_trunc('month', ($4::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month')::date as d0
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by "orders.placed_at.month" nulls last
limit 11;
-- duckdb:
-- 11|   select unnest(generate_series(date_trunc('month', $3::timestamp)::date::timestamp, date_trunc('month', ($4::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 1| -- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2023-12-01 00:00:00","2024-06-01 00:00:00"]
-- 2| with recursive groups_1 as (
-- 4|     cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
-- 7|   where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
-- 11|   select
-- 11+|     1 as n,
-- 11+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
-- 11+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 11+|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
-- 11+|   having first <= last
-- 11+|   union all
-- 11+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 11+|   from periods_1
-- 11+|   cross join (select 0 as bit union all select 1) as bits
-- 11+|   where first + interval (n * 2 + bit - 1) month <= last
-- 23| order by `orders.placed_at.month` <=> null, `orders.placed_at.month`
-- clickhouse:
-- 1| -- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2024-05-31 23:59:59.999999"]
-- 4|     toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as m0
-- 7|   where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 11|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 11+|   from (
-- 11+|     select toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- 23| order by 1 nulls last
-- 24| limit 11
-- 24+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2024-05-31 23:59:59.999999"]
-- 4|     cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 7|   where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
-- 11|   select date_add('month', many * 10000 + few, lo) as d0
-- 11+|   from (
-- 11+|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 11+|   ) as bounds
-- 11+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 11+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 11+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- bigquery:
-- 1| -- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2024-05-31 23:59:59.999999"]
-- 4|     date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d0,
-- 7|   where `placed_at` >= @p1 and `placed_at` < @p2
-- 11|   select step as d0
-- 11+|   from (
-- 11+|     select date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p4), 'UTC') as date), month) as hi
-- 11+|   ) as bounds
-- 11+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- databricks:
-- 1| -- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2024-05-31 23:59:59.999999"]
-- 4|     cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d0,
-- 7|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 11|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 11+|   from (
-- 11+|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as date) as hi
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- snowflake:
-- 1| -- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2024-05-31 23:59:59.999999"]
-- 4|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d0,
-- 7|   where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
-- 11|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 11+|   from (
-- 11+|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 11+|   ) as bounds
-- 11+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- redshift:
-- 1| -- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2024-05-31 23:59:59.999999"]
-- 11|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 11+|   from (
-- 11+|     select date_trunc('month', $3::timestamp)::date as lo, date_trunc('month', $4::timestamp)::date as hi
-- 11+|   ) as bounds
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 11+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)

-- a measure of another model by the days of its own time
-- ["ann","bob","2024-02-27","2024-03-01","2024-02-27","2024-02-27","2024-03-01"]
with groups_1 as (
  select
    "day"::date as d0,
    sum("amount") as m0
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($1, $2)
    )
  ) as "refunds"
  where "day" between $3::date and $4::date
    and "day" > $5::date
  group by 1
),
periods_1 as (
  select generate_series(($6::date + interval '1 day')::date::timestamp, $7::date::date::timestamp, interval '1 day')::date as d0
)
select
  d0 as "metric_time.day",
  max(m0) as "refunds.total"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by "metric_time.day" nulls last
limit 11;
-- duckdb:
-- 9|     where "refunds"."customer_id" in (
-- 10|       select "customers"."id"
-- 12|       where "customers"."name" in ($1, $2)
-- 13 is left out
-- 21|   select unnest(generate_series(($6::date + interval '1 day')::date::timestamp, $7::date::date::timestamp, interval '1 day'))::date as d0
-- mysql:
-- 1| -- ["ann","bob","2024-02-27","2024-03-01","2024-02-27","2024-02-27","2024-02-27","2024-03-01"]
-- 2| with recursive groups_1 as (
-- 4|     date(`day`) as d0,
-- 9|     where `refunds`.`customer_id` in (
-- 10|       select `customers`.`id`
-- 12|       where `customers`.`name` in (?, ?)
-- 13 is left out
-- 16|   where `day` between cast(? as date) and cast(? as date)
-- 17|     and `day` > cast(? as date)
-- 21|   select
-- 21+|     1 as n,
-- 21+|     date((cast(? as date) + interval 1 day)) as d0,
-- 21+|     date((cast(? as date) + interval 1 day)) as first,
-- 21+|     date(cast(? as date)) as last
-- 21+|   having first <= last
-- 21+|   union all
-- 21+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 21+|   from periods_1
-- 21+|   cross join (select 0 as bit union all select 1) as bits
-- 21+|   where first + interval (n * 2 + bit - 1) day <= last
-- 33| order by `metric_time.day` <=> null, `metric_time.day`
-- clickhouse:
-- 1| -- ["ann","bob","2024-02-27","2024-03-01","2024-02-27","2024-02-28","2024-03-01"]
-- 4|     toDate32("day") as d0,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as m0
-- 9|     where "refunds"."customer_id" in (
-- 10|       select "customers"."id"
-- 12|       where "customers"."name" in ({p1:String}, {p2:String})
-- 13 is left out
-- 16|   where "day" between {p3:Date32} and {p4:Date32}
-- 17|     and "day" > {p5:Date32}
-- 21|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 21+|   from (
-- 21+|     select toDate32({p6:Date32}) as lo, toDate32({p7:Date32}) as hi
-- 21+|   ) as bounds
-- 21+|   where lo <= hi
-- 33| order by 1 nulls last
-- 34| limit 11
-- 34+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["ann","bob","2024-02-27","2024-03-01","2024-02-27","2024-02-28","2024-03-01"]
-- 4|     cast("day" as date) as d0,
-- 9|     where "refunds"."customer_id" in (
-- 10|       select "customers"."id"
-- 12|       where "customers"."name" in (?, ?)
-- 13 is left out
-- 16|   where "day" between cast(? as date) and cast(? as date)
-- 17|     and "day" > cast(? as date)
-- 21|   select date_add('day', many * 10000 + few, lo) as d0
-- 21+|   from (
-- 21+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 21+|   ) as bounds
-- 21+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 21+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 21+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- bigquery:
-- 1| -- ["ann","bob","2024-02-27","2024-03-01","2024-02-27","2024-02-28","2024-03-01"]
-- 4|     cast(`day` as date) as d0,
-- 9|     where `refunds`.`customer_id` in (
-- 10|       select `customers`.`id`
-- 12|       where `customers`.`name` in (@p1, @p2)
-- 13 is left out
-- 16|   where `day` between cast(@p3 as date) and cast(@p4 as date)
-- 17|     and `day` > cast(@p5 as date)
-- 21|   select step as d0
-- 21+|   from (
-- 21+|     select cast(cast(@p6 as date) as date) as lo, cast(cast(@p7 as date) as date) as hi
-- 21+|   ) as bounds
-- 21+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- databricks:
-- 1| -- ["ann","bob","2024-02-27","2024-03-01","2024-02-27","2024-02-28","2024-03-01"]
-- 4|     cast(`day` as date) as d0,
-- 9|     where `refunds`.`customer_id` in (
-- 10|       select `customers`.`id`
-- 12|       where `customers`.`name` in (:p1, :p2)
-- 13 is left out
-- 16|   where `day` between cast(:p3 as date) and cast(:p4 as date)
-- 17|     and `day` > cast(:p5 as date)
-- 21|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 21+|   from (
-- 21+|     select cast(cast(:p6 as date) as date) as lo, cast(cast(:p7 as date) as date) as hi
-- 21+|   ) as bounds
-- 21+|   where lo <= hi
-- snowflake:
-- 1| -- ["ann","bob","2024-02-27","2024-03-01","2024-02-27","2024-02-28","2024-03-01"]
-- 4|     cast("day" as date) as d0,
-- 9|     where "refunds"."customer_id" in (
-- 10|       select "customers"."id"
-- 12|       where "customers"."name" in (?, ?)
-- 13 is left out
-- 16|   where "day" between cast(? as date) and cast(? as date)
-- 17|     and "day" > cast(? as date)
-- 21|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 21+|   from (
-- 21+|     select cast(cast(? as date) as date) as lo, cast(cast(? as date) as date) as hi
-- 21+|   ) as bounds
-- 21+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- redshift:
-- 1| -- ["ann","bob","2024-02-27","2024-03-01","2024-02-27","2024-02-28","2024-03-01"]
-- 21|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 21+|   from (
-- 21+|     select $6::date::date as lo, $7::date::date as hi
-- 21+|   ) as bounds
-- 21+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 21+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 21+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 21+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 21+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 21+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 21+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)

-- a filter on the time of one fact bounds no periods of another
-- ["2024-04-01 00:00:00","2024-05-01 00:00:00","ann","bob","2024-04-01 00:00:00","2024-05-01 00:00:00"]
with groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      date_trunc('month', "placed_at")::date as d0,
      sum("amount") as m0,
      null as m1
    from "orders"
    where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
    group by 1
    union all
    select
      date_trunc('month', "refunds"."day")::date as d0,
      null as m0,
      sum("refunds"."amount") as m1
    from (
      select *
      from "refunds"
      where exists (
        select 1
        from "customers"
        where "customers"."id" = "refunds"."customer_id"
          and "customers"."name" in ($3, $4)
      )
    ) as "refunds"
    left join "customers" on "customers"."id" = "refunds"."customer_id"
    where exists (
      select 1
      from "orders"
      where "orders"."customer_id" = "customers"."id"
        and "orders"."placed_at" >= $5::timestamp and "orders"."placed_at" < $6::timestamp
    )
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month')::date as d0
  from groups_1
)
select
  d0 as "metric_time.month",
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by "metric_time.month" nulls last
limit 11;
-- duckdb:
-- 23|       where "refunds"."customer_id" in (
-- 24|         select "customers"."id"
-- 26|         where "customers"."name" in ($3, $4)
-- 27 is left out
-- 31|     where "customers"."id" in (
-- 32|       select "orders"."customer_id"
-- 34|       where "orders"."placed_at" >= $5::timestamp and "orders"."placed_at" < $6::timestamp
-- 35 is left out
-- 42|   select unnest(generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 2| with recursive groups_1 as (
-- 9|       cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
-- 13|     where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
-- 17|       cast(date_format(`refunds`.`day`, '%Y-%m-01') as date) as d0,
-- 23|       where `refunds`.`customer_id` in (
-- 24|         select `customers`.`id`
-- 26|         where `customers`.`name` in (?, ?)
-- 27 is left out
-- 31|     where `customers`.`id` in (
-- 32|       select `orders`.`customer_id`
-- 34|       where `orders`.`placed_at` >= cast(? as datetime(6)) and `orders`.`placed_at` < cast(? as datetime(6))
-- 35 is left out
-- 42|   select
-- 42+|     1 as n,
-- 42+|     min(d0) as d0,
-- 42+|     min(d0) as first,
-- 42+|     max(d0) as last
-- 43+|   having first <= last
-- 43+|   union all
-- 43+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 43+|   from periods_1
-- 43+|   cross join (select 0 as bit union all select 1) as bits
-- 43+|   where first + interval (n * 2 + bit - 1) month <= last
-- 56| order by `metric_time.month` <=> null, `metric_time.month`
-- clickhouse:
-- 9|       toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
-- 10|       sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 13|     where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 17|       toStartOfMonth(toDate32("refunds"."day")) as d0,
-- 19|       sumOrNull("refunds"."amount" + toDecimal128(0, 0)) as m1
-- 23|       where "refunds"."customer_id" in (
-- 24|         select "customers"."id"
-- 26|         where "customers"."name" in ({p3:String}, {p4:String})
-- 27 is left out
-- 31|     where "customers"."id" in (
-- 32|       select "orders"."customer_id"
-- 34|       where "orders"."placed_at" >= {p5:DateTime64(6, 'UTC')} and "orders"."placed_at" < {p6:DateTime64(6, 'UTC')}
-- 35 is left out
-- 42|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 43|   from (
-- 43+|     select
-- 43+|       minOrNull(d0) as lo,
-- 43+|       maxOrNull(d0) as hi
-- 43+|     from groups_1
-- 43+|   ) as bounds
-- 43+|   where lo <= hi
-- 56| order by 1 nulls last
-- 57| limit 11
-- 57+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 9|       cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 13|     where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
-- 17|       cast(date_trunc('month', "refunds"."day") as date) as d0,
-- 23|       where "refunds"."customer_id" in (
-- 24|         select "customers"."id"
-- 26|         where "customers"."name" in (?, ?)
-- 27 is left out
-- 31|     where "customers"."id" in (
-- 32|       select "orders"."customer_id"
-- 34|       where "orders"."placed_at" >= cast(? as timestamp(6)) and "orders"."placed_at" < cast(? as timestamp(6))
-- 35 is left out
-- 42|   select date_add('month', many * 10000 + few, lo) as d0
-- 43|   from (
-- 43+|     select
-- 43+|       min(d0) as lo,
-- 43+|       max(d0) as hi
-- 43+|     from groups_1
-- 43+|   ) as bounds
-- 43+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 43+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 43+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- bigquery:
-- 9|       date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d0,
-- 13|     where `placed_at` >= @p1 and `placed_at` < @p2
-- 17|       date_trunc(cast(`refunds`.`day` as date), month) as d0,
-- 23|       where `refunds`.`customer_id` in (
-- 24|         select `customers`.`id`
-- 26|         where `customers`.`name` in (@p3, @p4)
-- 27 is left out
-- 31|     where `customers`.`id` in (
-- 32|       select `orders`.`customer_id`
-- 34|       where `orders`.`placed_at` >= @p5 and `orders`.`placed_at` < @p6
-- 35 is left out
-- 42|   select step as d0
-- 43|   from (
-- 43+|     select
-- 43+|       min(d0) as lo,
-- 43+|       max(d0) as hi
-- 43+|     from groups_1
-- 43+|   ) as bounds
-- 43+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- databricks:
-- 9|       cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d0,
-- 13|     where `placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 17|       cast(date_trunc('month', `refunds`.`day`) as date) as d0,
-- 23|       where `refunds`.`customer_id` in (
-- 24|         select `customers`.`id`
-- 26|         where `customers`.`name` in (:p3, :p4)
-- 27 is left out
-- 31|     where `customers`.`id` in (
-- 32|       select `orders`.`customer_id`
-- 34|       where `orders`.`placed_at` >= cast(concat(:p5, 'Z') as timestamp) and `orders`.`placed_at` < cast(concat(:p6, 'Z') as timestamp)
-- 35 is left out
-- 42|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 43|   from (
-- 43+|     select
-- 43+|       min(d0) as lo,
-- 43+|       max(d0) as hi
-- 43+|     from groups_1
-- 43+|   ) as bounds
-- 43+|   where lo <= hi
-- snowflake:
-- 9|       cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d0,
-- 13|     where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
-- 17|       cast(date_trunc('month', "refunds"."day") as date) as d0,
-- 23|       where "refunds"."customer_id" in (
-- 24|         select "customers"."id"
-- 26|         where "customers"."name" in (?, ?)
-- 27 is left out
-- 31|     where "customers"."id" in (
-- 32|       select "orders"."customer_id"
-- 34|       where "orders"."placed_at" >= cast(? as timestamp_ntz) and "orders"."placed_at" < cast(? as timestamp_ntz)
-- 35 is left out
-- 42|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 43|   from (
-- 43+|     select
-- 43+|       min(d0) as lo,
-- 43+|       max(d0) as hi
-- 43+|     from groups_1
-- 43+|   ) as bounds
-- 43+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- redshift:
-- 42|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 43|   from (
-- 43+|     select
-- 43+|       min(d0) as lo,
-- 43+|       max(d0) as hi
-- 43+|     from groups_1
-- 43+|   ) as bounds
-- 43+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 43+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 43+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 43+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 43+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 43+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 43+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)

-- a window by day, grouped by the month of the same time as metric_time
-- ["2024-04-02 00:00:00","2024-03-31 00:00:00","2024-04-02 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" < $1::timestamp + interval '1 day' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    $2::timestamp::date::date as lo,
    ($3::timestamp - interval '1 microsecond')::date::date as hi
),
followed_1 as (
  select
    day,
    s0,
    lead(day) over (order by day) as next
  from facts_1
  where day is not null
),
spread_1 as (
  select
    day,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(day + interval '1 day', lo)::timestamp, case when not isfinite(greatest(day, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(day::text, 1, 0))::date else least(next - interval '1 day', hi) end::timestamp, interval '1 day')::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where day < least(next - interval '1 day', hi)
),
framed_1 as (
  select
    day,
    sum(s0) over (order by day rows unbounded preceding) as s0
  from spread_1
)
select
  date_trunc('month', day)::date as "metric_time.month",
  day as "orders.placed_at.day",
  max(s0) as "orders.running"
from framed_1
cross join bounds_1
where day >= lo
  and day <= hi
group by 1, 2
order by "metric_time.month" nulls last, "orders.placed_at.day" nulls last
limit 11;
-- duckdb:
-- 30|     unnest(generate_series(greatest(day + interval '1 day', lo)::timestamp, case when not isfinite(greatest(day, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(day::text, 1, 0))::date else least(next - interval '1 day', hi) end::timestamp, interval '1 day'))::date as day,
-- mysql:
-- 1| -- ["2024-04-02 00:00:00","2024-03-31 00:00:00","2024-03-31 00:00:00","2024-04-02 00:00:00"]
-- 2| with recursive facts_1 as (
-- 4|     date(`placed_at`) as day,
-- 7|   where `placed_at` < cast(? as datetime(6)) + interval 1 day + interval 2 day
-- 10| periods_1 as (
-- 12|     1 as n,
-- 13|     date(cast(? as datetime(6))) as d1,
-- 14|     date(cast(? as datetime(6))) as first,
-- 15|     date((cast(? as datetime(6)) - interval 1 microsecond)) as last
-- 16|   having first <= last
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
-- 29|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 30|   from periods_1
-- 31|   cross join (select 0 as bit union all select 1) as bits
-- 32|   where first + interval (n * 2 + bit - 1) day <= last
-- 33 is left out
-- 34 is left out
-- 36| told_1 as (
-- 38|     d1,
-- 39|     cast(date_format(d1, '%Y-%m-01') as date) as d0
-- 40|   from periods_1
-- 43|   d0 as `metric_time.month`,
-- 44|   d1 as `orders.placed_at.day`,
-- 45|   sum(s0) as `orders.running`
-- 46| from facts_1
-- 47| join told_1 on day < d1 + interval 1 day
-- 48 is left out
-- 49 is left out
-- 51| order by `metric_time.month` <=> null, `metric_time.month`, `orders.placed_at.day` <=> null, `orders.placed_at.day`
-- clickhouse:
-- 1| -- ["2024-04-05 00:00:00","2024-03-31 00:00:00","2024-04-01 23:59:59.999999"]
-- 4|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "placed_at" < {p1:DateTime64(6, 'UTC')}
-- 10| periods_1 as (
-- 11|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d1
-- 12|   from (
-- 13|     select toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC')) as lo, toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC')) as hi
-- 13+|   ) as bounds
-- 13+|   where lo <= hi
-- 15| told_1 as (
-- 17|     d1,
-- 18|     toStartOfMonth(toDate32(d1)) as d0
-- 19|   from periods_1
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
-- 43|   d0 as "metric_time.month",
-- 44|   d1 as "orders.placed_at.day",
-- 45|   sumOrNull(s0 + toDecimal128(0, 0)) as "orders.running"
-- 46| from facts_1
-- 47| join told_1 on day < (d1 + toIntervalDay(1))
-- 48 is left out
-- 49 is left out
-- 51| order by 1 nulls last, 2 nulls last
-- 52| limit 11
-- 52+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2024-04-05 00:00:00","2024-03-31 00:00:00","2024-04-01 23:59:59.999999"]
-- 4|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 7|   where "placed_at" < cast(? as timestamp(6))
-- 10| periods_1 as (
-- 11|   select date_add('day', many * 10000 + few, lo) as d1
-- 12|   from (
-- 13|     select cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo, cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as hi
-- 13+|   ) as bounds
-- 13+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 13+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 13+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- 15| told_1 as (
-- 17|     d1,
-- 18|     cast(date_trunc('month', d1) as date) as d0
-- 19|   from periods_1
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
-- 43|   d0 as "metric_time.month",
-- 44|   d1 as "orders.placed_at.day",
-- 45|   sum(s0) as "orders.running"
-- 46| from facts_1
-- 47| join told_1 on day < date_add('day', 1, d1)
-- 48 is left out
-- 49 is left out
-- bigquery:
-- 1| -- ["2024-04-05 00:00:00","2024-03-31 00:00:00","2024-04-01 23:59:59.999999"]
-- 4|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 7|   where `placed_at` < @p1
-- 10| periods_1 as (
-- 11|   select step as d1
-- 12|   from (
-- 13|     select cast(datetime(timestamp(@p2), 'UTC') as date) as lo, cast(datetime(timestamp(@p3), 'UTC') as date) as hi
-- 13+|   ) as bounds
-- 13+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- 15| told_1 as (
-- 17|     d1,
-- 18|     date_trunc(cast(d1 as date), month) as d0
-- 19|   from periods_1
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
-- 43|   d0 as `metric_time__month`,
-- 44|   d1 as `orders__placed_at__day`,
-- 45|   sum(s0) as `orders__running`
-- 46| from facts_1
-- 47| join told_1 on day < date_add(d1, interval 1 day)
-- 48 is left out
-- 49 is left out
-- databricks:
-- 1| -- ["2024-04-05 00:00:00","2024-03-31 00:00:00","2024-04-01 23:59:59.999999"]
-- 4|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 7|   where `placed_at` < cast(concat(:p1, 'Z') as timestamp)
-- 10| periods_1 as (
-- 11|   select explode(sequence(lo, hi, interval 1 day)) as d1
-- 12|   from (
-- 13|     select cast(convert_timezone('UTC', cast(concat(:p2, 'Z') as timestamp)) as date) as lo, cast(convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp)) as date) as hi
-- 13+|   ) as bounds
-- 13+|   where lo <= hi
-- 15| told_1 as (
-- 17|     d1,
-- 18|     cast(date_trunc('month', d1) as date) as d0
-- 19|   from periods_1
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
-- 43|   d0 as `metric_time.month`,
-- 44|   d1 as `orders.placed_at.day`,
-- 45|   sum(s0) as `orders.running`
-- 46| from facts_1
-- 47| join told_1 on day < cast(dateadd(day, 1, d1) as date)
-- 48 is left out
-- 49 is left out
-- snowflake:
-- 1| -- ["2024-04-05 00:00:00","2024-03-31 00:00:00","2024-04-01 23:59:59.999999"]
-- 4|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 7|   where "placed_at" < cast(? as timestamp_ntz)
-- 10| periods_1 as (
-- 11|   select dateadd(day, cast(steps.value as integer), lo) as d1
-- 12|   from (
-- 13|     select cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as hi
-- 13+|   ) as bounds
-- 13+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- 15| told_1 as (
-- 17|     d1,
-- 18|     cast(date_trunc('month', d1) as date) as d0
-- 19|   from periods_1
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
-- 43|   d0 as "metric_time.month",
-- 44|   d1 as "orders.placed_at.day",
-- 45|   sum(s0) as "orders.running"
-- 46| from facts_1
-- 47| join told_1 on day < dateadd(day, 1, d1)
-- 48 is left out
-- 49 is left out
-- redshift:
-- 1| -- ["2024-04-05 00:00:00","2024-03-31 00:00:00","2024-04-01 23:59:59.999999"]
-- 7|   where "placed_at" < $1::timestamp
-- 10| periods_1 as (
-- 11|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 12|   from (
-- 13|     select $2::timestamp::date as lo, $3::timestamp::date as hi
-- 13+|   ) as bounds
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 13+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 13+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
-- 15| told_1 as (
-- 17|     d1,
-- 18|     date_trunc('month', d1)::date as d0
-- 19|   from periods_1
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
-- 43|   d0 as "metric_time.month",
-- 44|   d1 as "orders.placed_at.day",
-- 45|   sum(s0) as "orders.running"
-- 46| from facts_1
-- 47| join told_1 on day < dateadd(day, 1, d1)::date
-- 48 is left out
-- 49 is left out

-- a comparison along each model's time, by a date that is no model's time
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as "orders.paid_on.month",
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    date_trunc('month', "paid_on")::date as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  group by 1
  union all
  select
    date_trunc('month', "paid_on")::date as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
  group by 1
) as branches
group by 1
order by "orders.paid_on.month" nulls last
limit 11;
-- duckdb:
-- 6|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 9|     cast(date_format(`paid_on`, '%Y-%m-01') as date) as d0,
-- 13|   where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
-- 17|     cast(date_format(`paid_on`, '%Y-%m-01') as date) as d0,
-- 21|   where `placed_at` >= cast(? as datetime(6))
-- 22|     and `placed_at` < cast(? as datetime(6))
-- 26| order by `orders.paid_on.month` <=> null, `orders.paid_on.month`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 9|     toStartOfMonth(toDate32("paid_on")) as d0,
-- 10|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 13|   where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 17|     toStartOfMonth(toDate32("paid_on")) as d0,
-- 19|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 21|   where "placed_at" >= {p3:DateTime64(6, 'UTC')}
-- 22|     and "placed_at" < {p4:DateTime64(6, 'UTC')}
-- 26| order by 1 nulls last
-- 27| limit 11
-- 27+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 9|     cast(date_trunc('month', "paid_on") as date) as d0,
-- 13|   where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
-- 17|     cast(date_trunc('month', "paid_on") as date) as d0,
-- 21|   where "placed_at" >= cast(? as timestamp(6))
-- 22|     and "placed_at" < cast(? as timestamp(6))
-- bigquery:
-- 5|   max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 9|     date_trunc(cast(`paid_on` as date), month) as d0,
-- 13|   where `placed_at` >= @p1 and `placed_at` < @p2
-- 17|     date_trunc(cast(`paid_on` as date), month) as d0,
-- 21|   where `placed_at` >= @p3
-- 22|     and `placed_at` < @p4
-- databricks:
-- 6|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 9|     cast(date_trunc('month', `paid_on`) as date) as d0,
-- 13|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 17|     cast(date_trunc('month', `paid_on`) as date) as d0,
-- 21|   where `placed_at` >= cast(concat(:p3, 'Z') as timestamp)
-- 22|     and `placed_at` < cast(concat(:p4, 'Z') as timestamp)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 9|     cast(date_trunc('month', "paid_on") as date) as d0,
-- 13|   where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
-- 17|     cast(date_trunc('month', "paid_on") as date) as d0,
-- 21|   where "placed_at" >= cast(? as timestamp_ntz)
-- 22|     and "placed_at" < cast(? as timestamp_ntz)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"

-- a comparison along each model's time, by the month of another model's date
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","ann","bob","2024-02-01","2024-03-01","2024-01-01 00:00:00","2024-02-01 00:00:00","ann","bob","2024-01-01","2024-02-01"]
select
  d0 as "orders.paid_on.month",
  max(m0) as "orders.total",
  max(m2) as "orders.total@before",
  1.0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
  max(m1) as "refunds.total",
  max(m3) as "refunds.total@before",
  1.0 * (max(m1) - max(m3)) / nullif(max(m3), 0) as "refunds.total@change"
from (
  select
    date_trunc('month', "paid_on")::date as d0,
    sum("amount") as m0,
    null::numeric as m1,
    null::numeric as m2,
    null::numeric as m3
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  group by 1
  union all
  select
    "orders".d0 as d0,
    null::numeric as m0,
    sum("refunds"."amount") as m1,
    null::numeric as m2,
    null::numeric as m3
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($3, $4)
    )
  ) as "refunds"
  left join "customers" on "customers"."id" = "refunds"."customer_id"
  left join (
    select distinct
      "customer_id" as j0,
      date_trunc('month', "paid_on")::date as d0
    from "orders"
  ) as "orders" on "orders".j0 = "customers"."id"
  where "refunds"."day" >= $5::date and "refunds"."day" < $6::date
  group by 1
  union all
  select
    date_trunc('month', "paid_on")::date as d0,
    null::numeric as m0,
    null::numeric as m1,
    sum("amount") as m2,
    null::numeric as m3
  from "orders"
  where "placed_at" >= $7::timestamp
    and "placed_at" < $8::timestamp
  group by 1
  union all
  select
    "orders".d0 as d0,
    null::numeric as m0,
    null::numeric as m1,
    null::numeric as m2,
    sum("refunds"."amount") as m3
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($9, $10)
    )
  ) as "refunds"
  left join "customers" on "customers"."id" = "refunds"."customer_id"
  left join (
    select distinct
      "customer_id" as j0,
      date_trunc('month', "paid_on")::date as d0
    from "orders"
  ) as "orders" on "orders".j0 = "customers"."id"
  where "refunds"."day" >= $11::date
    and "refunds"."day" < $12::date
  group by 1
) as branches
group by 1
order by "orders.paid_on.month" nulls last
limit 11;
-- duckdb:
-- 6|   (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 9|   (max(m1) - max(m3)) / nullif(max(m3), 0) as "refunds.total@change"
-- 14|     null as m1,
-- 15|     null as m2,
-- 16|     null as m3
-- 23|     null as m0,
-- 25|     null as m2,
-- 26|     null as m3
-- 30|     where "refunds"."customer_id" in (
-- 31|       select "customers"."id"
-- 33|       where "customers"."name" in ($3, $4)
-- 34 is left out
-- 40|       "orders"."customer_id" as j0,
-- 41|       date_trunc('month', "orders"."paid_on")::date as d0
-- 49|     null as m0,
-- 50|     null as m1,
-- 52|     null as m3
-- 60|     null as m0,
-- 61|     null as m1,
-- 62|     null as m2,
-- 67|     where "refunds"."customer_id" in (
-- 68|       select "customers"."id"
-- 70|       where "customers"."name" in ($9, $10)
-- 71 is left out
-- 77|       "orders"."customer_id" as j0,
-- 78|       date_trunc('month', "orders"."paid_on")::date as d0
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `orders.total@change`,
-- 9|   1.0000000000000000 * (max(m1) - max(m3)) / nullif(max(m3), 0) as `refunds.total@change`
-- 12|     cast(date_format(`paid_on`, '%Y-%m-01') as date) as d0,
-- 14|     null as m1,
-- 15|     null as m2,
-- 16|     null as m3
-- 18|   where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
-- 23|     null as m0,
-- 25|     null as m2,
-- 26|     null as m3
-- 30|     where `refunds`.`customer_id` in (
-- 31|       select `customers`.`id`
-- 33|       where `customers`.`name` in (?, ?)
-- 34 is left out
-- 41|       cast(date_format(`paid_on`, '%Y-%m-01') as date) as d0
-- 44|   where `refunds`.`day` >= cast(? as date) and `refunds`.`day` < cast(? as date)
-- 48|     cast(date_format(`paid_on`, '%Y-%m-01') as date) as d0,
-- 49|     null as m0,
-- 50|     null as m1,
-- 52|     null as m3
-- 54|   where `placed_at` >= cast(? as datetime(6))
-- 55|     and `placed_at` < cast(? as datetime(6))
-- 60|     null as m0,
-- 61|     null as m1,
-- 62|     null as m2,
-- 67|     where `refunds`.`customer_id` in (
-- 68|       select `customers`.`id`
-- 70|       where `customers`.`name` in (?, ?)
-- 71 is left out
-- 78|       cast(date_format(`paid_on`, '%Y-%m-01') as date) as d0
-- 81|   where `refunds`.`day` >= cast(? as date)
-- 82|     and `refunds`.`day` < cast(? as date)
-- 86| order by `orders.paid_on.month` <=> null, `orders.paid_on.month`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 9|   1e0 * (max(m1) - max(m3)) / nullif(max(m3), 0) as "refunds.total@change"
-- 12|     toStartOfMonth(toDate32("paid_on")) as d0,
-- 13|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 14|     null as m1,
-- 15|     null as m2,
-- 16|     null as m3
-- 18|   where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 23|     null as m0,
-- 24|     sumOrNull("refunds"."amount" + toDecimal128(0, 0)) as m1,
-- 25|     null as m2,
-- 26|     null as m3
-- 30|     where "refunds"."customer_id" in (
-- 31|       select "customers"."id"
-- 33|       where "customers"."name" in ({p3:String}, {p4:String})
-- 34 is left out
-- 41|       toStartOfMonth(toDate32("paid_on")) as d0
-- 44|   where "refunds"."day" >= {p5:Date32} and "refunds"."day" < {p6:Date32}
-- 48|     toStartOfMonth(toDate32("paid_on")) as d0,
-- 49|     null as m0,
-- 50|     null as m1,
-- 51|     sumOrNull("amount" + toDecimal128(0, 0)) as m2,
-- 52|     null as m3
-- 54|   where "placed_at" >= {p7:DateTime64(6, 'UTC')}
-- 55|     and "placed_at" < {p8:DateTime64(6, 'UTC')}
-- 60|     null as m0,
-- 61|     null as m1,
-- 62|     null as m2,
-- 63|     sumOrNull("refunds"."amount" + toDecimal128(0, 0)) as m3
-- 67|     where "refunds"."customer_id" in (
-- 68|       select "customers"."id"
-- 70|       where "customers"."name" in ({p9:String}, {p10:String})
-- 71 is left out
-- 78|       toStartOfMonth(toDate32("paid_on")) as d0
-- 81|   where "refunds"."day" >= {p11:Date32}
-- 82|     and "refunds"."day" < {p12:Date32}
-- 86| order by 1 nulls last
-- 87| limit 11
-- 87+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 9|   1e0 * (max(m1) - max(m3)) / nullif(max(m3), 0) as "refunds.total@change"
-- 12|     cast(date_trunc('month', "paid_on") as date) as d0,
-- 14|     null as m1,
-- 15|     null as m2,
-- 16|     null as m3
-- 18|   where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
-- 23|     null as m0,
-- 25|     null as m2,
-- 26|     null as m3
-- 30|     where "refunds"."customer_id" in (
-- 31|       select "customers"."id"
-- 33|       where "customers"."name" in (?, ?)
-- 34 is left out
-- 41|       cast(date_trunc('month', "paid_on") as date) as d0
-- 44|   where "refunds"."day" >= cast(? as date) and "refunds"."day" < cast(? as date)
-- 48|     cast(date_trunc('month', "paid_on") as date) as d0,
-- 49|     null as m0,
-- 50|     null as m1,
-- 52|     null as m3
-- 54|   where "placed_at" >= cast(? as timestamp(6))
-- 55|     and "placed_at" < cast(? as timestamp(6))
-- 60|     null as m0,
-- 61|     null as m1,
-- 62|     null as m2,
-- 67|     where "refunds"."customer_id" in (
-- 68|       select "customers"."id"
-- 70|       where "customers"."name" in (?, ?)
-- 71 is left out
-- 78|       cast(date_trunc('month', "paid_on") as date) as d0
-- 81|   where "refunds"."day" >= cast(? as date)
-- 82|     and "refunds"."day" < cast(? as date)
-- bigquery:
-- 5|   max(m2) as `c_orders_total_before__1upa3dsfwuo04`,
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `c_orders_total_change__2kfn9tvvw52y`,
-- 8|   max(m3) as `c_refunds_total_before__2n8jyqg42lw8s`,
-- 9|   1e0 * (max(m1) - max(m3)) / nullif(max(m3), 0) as `c_refunds_total_change__oprcfr7zhah`
-- 12|     date_trunc(cast(`paid_on` as date), month) as d0,
-- 14|     null as m1,
-- 15|     null as m2,
-- 16|     null as m3
-- 18|   where `placed_at` >= @p1 and `placed_at` < @p2
-- 23|     null as m0,
-- 25|     null as m2,
-- 26|     null as m3
-- 30|     where `refunds`.`customer_id` in (
-- 31|       select `customers`.`id`
-- 33|       where `customers`.`name` in (@p3, @p4)
-- 34 is left out
-- 41|       date_trunc(cast(`paid_on` as date), month) as d0
-- 44|   where `refunds`.`day` >= cast(@p5 as date) and `refunds`.`day` < cast(@p6 as date)
-- 48|     date_trunc(cast(`paid_on` as date), month) as d0,
-- 49|     null as m0,
-- 50|     null as m1,
-- 52|     null as m3
-- 54|   where `placed_at` >= @p7
-- 55|     and `placed_at` < @p8
-- 60|     null as m0,
-- 61|     null as m1,
-- 62|     null as m2,
-- 67|     where `refunds`.`customer_id` in (
-- 68|       select `customers`.`id`
-- 70|       where `customers`.`name` in (@p9, @p10)
-- 71 is left out
-- 78|       date_trunc(cast(`paid_on` as date), month) as d0
-- 81|   where `refunds`.`day` >= cast(@p11 as date)
-- 82|     and `refunds`.`day` < cast(@p12 as date)
-- databricks:
-- 6|   1D * (max(m0) - max(m2)) / nullif(max(m2), 0) as `orders.total@change`,
-- 9|   1D * (max(m1) - max(m3)) / nullif(max(m3), 0) as `refunds.total@change`
-- 12|     cast(date_trunc('month', `paid_on`) as date) as d0,
-- 14|     null as m1,
-- 15|     null as m2,
-- 16|     null as m3
-- 18|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 23|     null as m0,
-- 25|     null as m2,
-- 26|     null as m3
-- 30|     where `refunds`.`customer_id` in (
-- 31|       select `customers`.`id`
-- 33|       where `customers`.`name` in (:p3, :p4)
-- 34 is left out
-- 41|       cast(date_trunc('month', `paid_on`) as date) as d0
-- 44|   where `refunds`.`day` >= cast(:p5 as date) and `refunds`.`day` < cast(:p6 as date)
-- 48|     cast(date_trunc('month', `paid_on`) as date) as d0,
-- 49|     null as m0,
-- 50|     null as m1,
-- 52|     null as m3
-- 54|   where `placed_at` >= cast(concat(:p7, 'Z') as timestamp)
-- 55|     and `placed_at` < cast(concat(:p8, 'Z') as timestamp)
-- 60|     null as m0,
-- 61|     null as m1,
-- 62|     null as m2,
-- 67|     where `refunds`.`customer_id` in (
-- 68|       select `customers`.`id`
-- 70|       where `customers`.`name` in (:p9, :p10)
-- 71 is left out
-- 78|       cast(date_trunc('month', `paid_on`) as date) as d0
-- 81|   where `refunds`.`day` >= cast(:p11 as date)
-- 82|     and `refunds`.`day` < cast(:p12 as date)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 9|   1::float * (max(m1) - max(m3)) / nullif(max(m3), 0) as "refunds.total@change"
-- 12|     cast(date_trunc('month', "paid_on") as date) as d0,
-- 14|     null as m1,
-- 15|     null as m2,
-- 16|     null as m3
-- 18|   where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
-- 23|     null as m0,
-- 25|     null as m2,
-- 26|     null as m3
-- 30|     where "refunds"."customer_id" in (
-- 31|       select "customers"."id"
-- 33|       where "customers"."name" in (?, ?)
-- 34 is left out
-- 41|       cast(date_trunc('month', "paid_on") as date) as d0
-- 44|   where "refunds"."day" >= cast(? as date) and "refunds"."day" < cast(? as date)
-- 48|     cast(date_trunc('month', "paid_on") as date) as d0,
-- 49|     null as m0,
-- 50|     null as m1,
-- 52|     null as m3
-- 54|   where "placed_at" >= cast(? as timestamp_ntz)
-- 55|     and "placed_at" < cast(? as timestamp_ntz)
-- 60|     null as m0,
-- 61|     null as m1,
-- 62|     null as m2,
-- 67|     where "refunds"."customer_id" in (
-- 68|       select "customers"."id"
-- 70|       where "customers"."name" in (?, ?)
-- 71 is left out
-- 78|       cast(date_trunc('month', "paid_on") as date) as d0
-- 81|   where "refunds"."day" >= cast(? as date)
-- 82|     and "refunds"."day" < cast(? as date)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 9|   1::float8 * (max(m1) - max(m3)) / nullif(max(m3), 0) as "refunds.total@change"
-- 14|     null::float8 as m1,
-- 15|     null::float8 as m2,
-- 16|     null::float8 as m3
-- 23|     null::float8 as m0,
-- 25|     null::float8 as m2,
-- 26|     null::float8 as m3
-- 49|     null::float8 as m0,
-- 50|     null::float8 as m1,
-- 52|     null::float8 as m3
-- 60|     null::float8 as m0,
-- 61|     null::float8 as m1,
-- 62|     null::float8 as m2,

-- a window has no rows in a group whose quarter does not contain its month
-- ["ann","bob","ann","bob","30"]
with facts_1 as (
  select
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  group by 1
),
extent_1 as (
  select
    min(period) as earliest,
    max(period) as latest
  from facts_1
  union all
  select
    min(date_trunc('month', "orders"."placed_at")::date) as earliest,
    max(date_trunc('month', "orders"."placed_at")::date) as latest
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($1, $2)
    )
  ) as "refunds"
  left join "customers" on "customers"."id" = "refunds"."customer_id"
  left join "orders" on "orders"."customer_id" = "customers"."id"
),
bounds_1 as (
  select
    min(earliest)::date as lo,
    max(latest)::date as hi
  from extent_1
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
    generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where period < least(next - interval '1 month', hi)
),
framed_1 as (
  select
    period,
    sum(s0) over (order by period rows unbounded preceding) as s0
  from spread_1
)
select
  d0 as "metric_time.quarter",
  d1 as "orders.placed_at.month",
  max(m0) as "orders.running",
  max(m1) as "refunds.total"
from (
  select
    date_trunc('quarter', period)::date as d0,
    period as d1,
    max(s0) as m0,
    null as m1
  from framed_1
  cross join bounds_1
  where period >= lo
    and period <= hi
  group by 1, 2
  union all
  select
    date_trunc('quarter', "refunds"."day")::date as d0,
    "orders".d1 as d1,
    null as m0,
    sum("refunds"."amount") as m1
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($3, $4)
    )
  ) as "refunds"
  left join "customers" on "customers"."id" = "refunds"."customer_id"
  left join (
    select distinct
      "customer_id" as j0,
      date_trunc('month', "placed_at")::date as d1
    from "orders"
  ) as "orders" on "orders".j0 = "customers"."id"
  group by 1, 2
) as branches
group by 1, 2
having max(m1) > $5::bigint
order by "metric_time.quarter" nulls last, "orders.placed_at.month" nulls last
limit 11;
-- totals
-- ["ann","bob","ann","bob","30","ann","bob","ann","bob"]
with facts_1 as (
  select date_trunc('month', "placed_at")::date as period
  from "orders"
  group by 1
),
extent_1 as (
  select
    min(period) as earliest,
    max(period) as latest
  from facts_1
  union all
  select
    min(date_trunc('month', "orders"."placed_at")::date) as earliest,
    max(date_trunc('month', "orders"."placed_at")::date) as latest
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($1, $2)
    )
  ) as "refunds"
  left join "customers" on "customers"."id" = "refunds"."customer_id"
  left join "orders" on "orders"."customer_id" = "customers"."id"
),
bounds_1 as (
  select
    min(earliest)::date as lo,
    max(latest)::date as hi
  from extent_1
),
followed_1 as (
  select
    period,
    lead(period) over (order by period) as next
  from facts_1
  where period is not null
),
spread_1 as (
  select period
  from followed_1
  union all
  select generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month')::date as period
  from followed_1
  cross join bounds_1
  where period < least(next - interval '1 month', hi)
),
framed_1 as (
  select period
  from spread_1
),
picked_1 as (
  select
    d0,
    d1
  from (
    select
      date_trunc('quarter', period)::date as d0,
      period as d1,
      null as m0
    from framed_1
    cross join bounds_1
    where period >= lo
      and period <= hi
    group by 1, 2
    union all
    select
      date_trunc('quarter', "refunds"."day")::date as d0,
      "orders".d1 as d1,
      sum("refunds"."amount") as m0
    from (
      select *
      from "refunds"
      where exists (
        select 1
        from "customers"
        where "customers"."id" = "refunds"."customer_id"
          and "customers"."name" in ($3, $4)
      )
    ) as "refunds"
    left join "customers" on "customers"."id" = "refunds"."customer_id"
    left join (
      select distinct
        "customer_id" as j0,
        date_trunc('month', "placed_at")::date as d1
      from "orders"
    ) as "orders" on "orders".j0 = "customers"."id"
    group by 1, 2
  ) as branches
  group by 1, 2
  having max(m0) > $5::bigint
),
facts_2 as (
  select
    "placed_at"::date as day_,
    sum("amount") as s0
  from "orders"
  group by 1
),
extent_2 as (
  select
    min(date_trunc('month', day_)::date) as earliest,
    max(date_trunc('month', day_)::date) as latest
  from facts_2
  union all
  select
    min(date_trunc('month', "orders"."placed_at")::date) as earliest,
    max(date_trunc('month', "orders"."placed_at")::date) as latest
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "refunds"."customer_id"
        and "customers"."name" in ($6, $7)
    )
  ) as "refunds"
  left join "customers" on "customers"."id" = "refunds"."customer_id"
  left join "orders" on "orders"."customer_id" = "customers"."id"
),
periods_1 as (
  select generate_series(min(earliest)::timestamp, case when not isfinite(min(earliest)) or not isfinite(max(latest)) then concat('fillGaps: over 100000 periods', substr(max(latest)::text, 1, 0))::date else max(latest) end::timestamp, interval '1 month')::date as d1
  from extent_2
),
told_1 as (
  select
    d1,
    date_trunc('quarter', d1)::date as d0
  from periods_1
)
select
  max(m0) as "orders.running",
  max(m1) as "refunds.total"
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_2
  where exists (
    select 1
    from told_1
    join picked_1 on array[picked_1.d1] = array[told_1.d1]
    where day_ < told_1.d1 + interval '1 month'
      and array[picked_1.d0] = array[told_1.d0]
  )
  union all
  select
    null as m0,
    sum(v0) as m1
  from (
    select distinct
      "refunds"."id" as k0,
      "refunds"."amount" as v0
    from (
      select *
      from "refunds"
      where exists (
        select 1
        from "customers"
        where "customers"."id" = "refunds"."customer_id"
          and "customers"."name" in ($8, $9)
      )
    ) as "refunds"
    left join "customers" on "customers"."id" = "refunds"."customer_id"
    left join "orders" on "orders"."customer_id" = "customers"."id"
    where exists (
      select 1
      from picked_1
      where array[picked_1.d0] = array[date_trunc('quarter', "refunds"."day")::date]
        and array[picked_1.d1] = array[date_trunc('month', "orders"."placed_at")::date]
    )
  ) as "refunds"
) as branches;
-- duckdb:
-- 21|     where "refunds"."customer_id" in (
-- 22|       select "customers"."id"
-- 24|       where "customers"."name" in ($1, $2)
-- 25 is left out
-- 52|     unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period,
-- 89|     where "refunds"."customer_id" in (
-- 90|       select "customers"."id"
-- 92|       where "customers"."name" in ($3, $4)
-- 93 is left out
-- 99|       "orders"."customer_id" as j0,
-- 100|       date_trunc('month', "orders"."placed_at")::date as d1
-- 128|     where "refunds"."customer_id" in (
-- 129|       select "customers"."id"
-- 131|       where "customers"."name" in ($1, $2)
-- 132 is left out
-- 155|   select unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period
-- 186|       where "refunds"."customer_id" in (
-- 187|         select "customers"."id"
-- 189|         where "customers"."name" in ($3, $4)
-- 190 is left out
-- 196|         "orders"."customer_id" as j0,
-- 197|         date_trunc('month', "orders"."placed_at")::date as d1
-- 224|     where "refunds"."customer_id" in (
-- 225|       select "customers"."id"
-- 227|       where "customers"."name" in ($6, $7)
-- 228 is left out
-- 235|   select unnest(generate_series(min(earliest)::timestamp, case when not isfinite(min(earliest)) or not isfinite(max(latest)) then concat('fillGaps: over 100000 periods', substr(max(latest)::text, 1, 0))::date else max(latest) end::timestamp, interval '1 month'))::date as d1
-- 255|     join picked_1 on picked_1.d1 is not distinct from told_1.d1
-- 257|       and picked_1.d0 is not distinct from told_1.d0
-- 270|       where "refunds"."customer_id" in (
-- 271|         select "customers"."id"
-- 273|         where "customers"."name" in ($8, $9)
-- 274 is left out
-- 282|       where picked_1.d0 is not distinct from date_trunc('quarter', "refunds"."day")::date
-- 283|         and picked_1.d1 is not distinct from date_trunc('month', "orders"."placed_at")::date
-- mysql:
-- 2| with recursive facts_1 as (
-- 4|     date(`placed_at`) as day_,
-- 11|     min(cast(date_format(day_, '%Y-%m-01') as date)) as earliest,
-- 12|     max(cast(date_format(day_, '%Y-%m-01') as date)) as latest
-- 16|     min(cast(date_format(`orders`.`placed_at`, '%Y-%m-01') as date)) as earliest,
-- 17|     max(cast(date_format(`orders`.`placed_at`, '%Y-%m-01') as date)) as latest
-- 21|     where `refunds`.`customer_id` in (
-- 22|       select `customers`.`id`
-- 24|       where `customers`.`name` in (?, ?)
-- 25 is left out
-- 31| periods_1 as (
-- 33|     1 as n,
-- 34|     min(earliest) as d1,
-- 34+|     min(earliest) as first,
-- 34+|     max(latest) as last
-- 36|   having first <= last
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 51|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 52|   from periods_1
-- 53|   cross join (select 0 as bit union all select 1) as bits
-- 54|   where first + interval (n * 2 + bit - 1) month <= last
-- 55 is left out
-- 56 is left out
-- 58| told_1 as (
-- 60|     d1,
-- 61|     date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', d1) quarter as d0
-- 62|   from periods_1
-- 71|     d0,
-- 72|     d1,
-- 73|     sum(s0) as m0,
-- 75|   from facts_1
-- 76|   join told_1 on day_ < d1 + interval 1 month
-- 77 is left out
-- 78 is left out
-- 82|     date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `refunds`.`day`) quarter as d0,
-- 89|     where `refunds`.`customer_id` in (
-- 90|       select `customers`.`id`
-- 92|       where `customers`.`name` in (?, ?)
-- 93 is left out
-- 100|       cast(date_format(`placed_at`, '%Y-%m-01') as date) as d1
-- 106| having max(m1) > cast(? as signed)
-- 107| order by `metric_time.quarter` <=> null, `metric_time.quarter`, `orders.placed_at.month` <=> null, `orders.placed_at.month`
-- 111| with recursive facts_1 as (
-- 112|   select date(`placed_at`) as day_
-- 118|     min(cast(date_format(day_, '%Y-%m-01') as date)) as earliest,
-- 119|     max(cast(date_format(day_, '%Y-%m-01') as date)) as latest
-- 123|     min(cast(date_format(`orders`.`placed_at`, '%Y-%m-01') as date)) as earliest,
-- 124|     max(cast(date_format(`orders`.`placed_at`, '%Y-%m-01') as date)) as latest
-- 128|     where `refunds`.`customer_id` in (
-- 129|       select `customers`.`id`
-- 131|       where `customers`.`name` in (?, ?)
-- 132 is left out
-- 138| periods_1 as (
-- 140|     1 as n,
-- 141|     min(earliest) as d1,
-- 141+|     min(earliest) as first,
-- 141+|     max(latest) as last
-- 142+|   having first <= last
-- 142+|   union all
-- 142+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 142+|   from periods_1
-- 142+|   cross join (select 0 as bit union all select 1) as bits
-- 142+|   where first + interval (n * 2 + bit - 1) month <= last
-- 144| told_1 as (
-- 146|     d1,
-- 147|     date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', d1) quarter as d0
-- 148|   from periods_1
-- 149 is left out
-- 151 is left out
-- 152 is left out
-- 153 is left out
-- 154 is left out
-- 155 is left out
-- 156 is left out
-- 157 is left out
-- 158 is left out
-- 159 is left out
-- 160 is left out
-- 161 is left out
-- 162 is left out
-- 163 is left out
-- 170|       d0,
-- 171|       d1,
-- 173|     from facts_1
-- 174|     join told_1 on day_ < d1 + interval 1 month
-- 175 is left out
-- 176 is left out
-- 180|       date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `refunds`.`day`) quarter as d0,
-- 186|       where `refunds`.`customer_id` in (
-- 187|         select `customers`.`id`
-- 189|         where `customers`.`name` in (?, ?)
-- 190 is left out
-- 197|         cast(date_format(`placed_at`, '%Y-%m-01') as date) as d1
-- 203|   having max(m0) > cast(? as signed)
-- 207|     date(`placed_at`) as day_,
-- 214|     min(cast(date_format(day_, '%Y-%m-01') as date)) as earliest,
-- 215|     max(cast(date_format(day_, '%Y-%m-01') as date)) as latest
-- 219|     min(cast(date_format(`orders`.`placed_at`, '%Y-%m-01') as date)) as earliest,
-- 220|     max(cast(date_format(`orders`.`placed_at`, '%Y-%m-01') as date)) as latest
-- 224|     where `refunds`.`customer_id` in (
-- 225|       select `customers`.`id`
-- 227|       where `customers`.`name` in (?, ?)
-- 228 is left out
-- 234| periods_2 as (
-- 235|   select
-- 235+|     1 as n,
-- 235+|     min(earliest) as d1,
-- 235+|     min(earliest) as first,
-- 235+|     max(latest) as last
-- 236+|   having first <= last
-- 236+|   union all
-- 236+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 236+|   from periods_2
-- 236+|   cross join (select 0 as bit union all select 1) as bits
-- 236+|   where first + interval (n * 2 + bit - 1) month <= last
-- 238| told_2 as (
-- 241|     date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', d1) quarter as d0
-- 242|   from periods_2
-- 254|     from told_2
-- 255|     join picked_1 on picked_1.d1 <=> told_2.d1
-- 256|     where day_ < told_2.d1 + interval 1 month
-- 257|       and picked_1.d0 <=> told_2.d0
-- 270|       where `refunds`.`customer_id` in (
-- 271|         select `customers`.`id`
-- 273|         where `customers`.`name` in (?, ?)
-- 274 is left out
-- 282|       where picked_1.d0 <=> date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `refunds`.`day`) quarter
-- 283|         and picked_1.d1 <=> cast(date_format(`orders`.`placed_at`, '%Y-%m-01') as date)
-- clickhouse:
-- 4|     toDate32(toTimeZone("placed_at", 'UTC')) as day_,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 11|     minOrNull(toStartOfMonth(toDate32(day_))) as earliest,
-- 12|     maxOrNull(toStartOfMonth(toDate32(day_))) as latest
-- 16|     minOrNull(toStartOfMonth(toDate32(toTimeZone("orders"."placed_at", 'UTC')))) as earliest,
-- 17|     maxOrNull(toStartOfMonth(toDate32(toTimeZone("orders"."placed_at", 'UTC')))) as latest
-- 21|     where "refunds"."customer_id" in (
-- 22|       select "customers"."id"
-- 24|       where "customers"."name" in ({p1:String}, {p2:String})
-- 25 is left out
-- 31| periods_1 as (
-- 32|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 33|   from (
-- 34|     select
-- 35|       minOrNull(earliest) as lo,
-- 35+|       maxOrNull(latest) as hi
-- 35+|     from extent_1
-- 35+|   ) as bounds
-- 35+|   where lo <= hi
-- 37| told_1 as (
-- 39|     d1,
-- 40|     toStartOfQuarter(toDate32(d1)) as d0
-- 41|   from periods_1
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
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
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 71|     d0,
-- 72|     d1,
-- 73|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 75|   from facts_1
-- 76|   join told_1 on day_ < (d1 + toIntervalMonth(1))
-- 77 is left out
-- 78 is left out
-- 82|     toStartOfQuarter(toDate32("refunds"."day")) as d0,
-- 85|     sumOrNull("refunds"."amount" + toDecimal128(0, 0)) as m1
-- 89|     where "refunds"."customer_id" in (
-- 90|       select "customers"."id"
-- 92|       where "customers"."name" in ({p3:String}, {p4:String})
-- 93 is left out
-- 100|       toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d1
-- 106| having max(m1) > {p5:Int64}
-- 107| order by 1 nulls last, 2 nulls last
-- 108| limit 11
-- 108+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 112|   select toDate32(toTimeZone("placed_at", 'UTC')) as day_
-- 118|     minOrNull(toStartOfMonth(toDate32(day_))) as earliest,
-- 119|     maxOrNull(toStartOfMonth(toDate32(day_))) as latest
-- 123|     minOrNull(toStartOfMonth(toDate32(toTimeZone("orders"."placed_at", 'UTC')))) as earliest,
-- 124|     maxOrNull(toStartOfMonth(toDate32(toTimeZone("orders"."placed_at", 'UTC')))) as latest
-- 128|     where "refunds"."customer_id" in (
-- 129|       select "customers"."id"
-- 131|       where "customers"."name" in ({p1:String}, {p2:String})
-- 132 is left out
-- 138| periods_1 as (
-- 139|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 140|   from (
-- 141|     select
-- 142|       minOrNull(earliest) as lo,
-- 142+|       maxOrNull(latest) as hi
-- 142+|     from extent_1
-- 142+|   ) as bounds
-- 142+|   where lo <= hi
-- 144| told_1 as (
-- 146|     d1,
-- 147|     toStartOfQuarter(toDate32(d1)) as d0
-- 148|   from periods_1
-- 149 is left out
-- 151 is left out
-- 152 is left out
-- 153 is left out
-- 154 is left out
-- 155 is left out
-- 156 is left out
-- 157 is left out
-- 158 is left out
-- 159 is left out
-- 160 is left out
-- 161 is left out
-- 162 is left out
-- 163 is left out
-- 170|       d0,
-- 171|       d1,
-- 173|     from facts_1
-- 174|     join told_1 on day_ < (d1 + toIntervalMonth(1))
-- 175 is left out
-- 176 is left out
-- 180|       toStartOfQuarter(toDate32("refunds"."day")) as d0,
-- 182|       sumOrNull("refunds"."amount" + toDecimal128(0, 0)) as m0
-- 186|       where "refunds"."customer_id" in (
-- 187|         select "customers"."id"
-- 189|         where "customers"."name" in ({p3:String}, {p4:String})
-- 190 is left out
-- 197|         toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d1
-- 203|   having max(m0) > {p5:Int64}
-- 207|     toDate32(toTimeZone("placed_at", 'UTC')) as day_,
-- 208|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 214|     minOrNull(toStartOfMonth(toDate32(day_))) as earliest,
-- 215|     maxOrNull(toStartOfMonth(toDate32(day_))) as latest
-- 219|     minOrNull(toStartOfMonth(toDate32(toTimeZone("orders"."placed_at", 'UTC')))) as earliest,
-- 220|     maxOrNull(toStartOfMonth(toDate32(toTimeZone("orders"."placed_at", 'UTC')))) as latest
-- 224|     where "refunds"."customer_id" in (
-- 225|       select "customers"."id"
-- 227|       where "customers"."name" in ({p6:String}, {p7:String})
-- 228 is left out
-- 234| periods_2 as (
-- 235|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 236|   from (
-- 236+|     select
-- 236+|       minOrNull(earliest) as lo,
-- 236+|       maxOrNull(latest) as hi
-- 236+|     from extent_2
-- 236+|   ) as bounds
-- 236+|   where lo <= hi
-- 238| told_2 as (
-- 241|     toStartOfQuarter(toDate32(d1)) as d0
-- 242|   from periods_2
-- 249|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 252|   where toJSONString(tuple(facts_2.day_)) in (
-- 253|     select toJSONString(tuple(days.day_))
-- 254|     from (select distinct day_ from facts_2) as days
-- 255|     join told_2 on day_ < (told_2.d1 + toIntervalMonth(1))
-- 256|     join picked_1 on [picked_1.d0] = [told_2.d0] and [picked_1.d1] = [told_2.d1]
-- 257 is left out
-- 262|     sumOrNull(v0 + toDecimal128(0, 0)) as m1
-- 270|       where "refunds"."customer_id" in (
-- 271|         select "customers"."id"
-- 273|         where "customers"."name" in ({p8:String}, {p9:String})
-- 274 is left out
-- 279|     where toJSONString(tuple(toStartOfQuarter(toDate32("refunds"."day")), toStartOfMonth(toDate32(toTimeZone("orders"."placed_at", 'UTC'))))) in (
-- 280|       select toJSONString(tuple(picked_1.d0, picked_1.d1))
-- 282 is left out
-- 283 is left out
-- 286| ) as branches
-- 286+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 4|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day_,
-- 11|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 12|     max(cast(date_trunc('month', day_) as date)) as latest
-- 16|     min(cast(date_trunc('month', cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)) as earliest,
-- 17|     max(cast(date_trunc('month', cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)) as latest
-- 21|     where "refunds"."customer_id" in (
-- 22|       select "customers"."id"
-- 24|       where "customers"."name" in (?, ?)
-- 25 is left out
-- 31| periods_1 as (
-- 32|   select date_add('month', many * 10000 + few, lo) as d1
-- 33|   from (
-- 34|     select
-- 35|       min(earliest) as lo,
-- 35+|       max(latest) as hi
-- 35+|     from extent_1
-- 35+|   ) as bounds
-- 35+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 35+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 35+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 37| told_1 as (
-- 39|     d1,
-- 40|     cast(date_trunc('quarter', d1) as date) as d0
-- 41|   from periods_1
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
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
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 71|     d0,
-- 72|     d1,
-- 73|     sum(s0) as m0,
-- 75|   from facts_1
-- 76|   join told_1 on day_ < date_add('month', 1, d1)
-- 77 is left out
-- 78 is left out
-- 82|     cast(date_trunc('quarter', "refunds"."day") as date) as d0,
-- 89|     where "refunds"."customer_id" in (
-- 90|       select "customers"."id"
-- 92|       where "customers"."name" in (?, ?)
-- 93 is left out
-- 100|       cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d1
-- 106| having max(m1) > cast(? as bigint)
-- 112|   select cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day_
-- 118|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 119|     max(cast(date_trunc('month', day_) as date)) as latest
-- 123|     min(cast(date_trunc('month', cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)) as earliest,
-- 124|     max(cast(date_trunc('month', cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)) as latest
-- 128|     where "refunds"."customer_id" in (
-- 129|       select "customers"."id"
-- 131|       where "customers"."name" in (?, ?)
-- 132 is left out
-- 138| periods_1 as (
-- 139|   select date_add('month', many * 10000 + few, lo) as d1
-- 140|   from (
-- 141|     select
-- 142|       min(earliest) as lo,
-- 142+|       max(latest) as hi
-- 142+|     from extent_1
-- 142+|   ) as bounds
-- 142+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 142+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 142+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 144| told_1 as (
-- 146|     d1,
-- 147|     cast(date_trunc('quarter', d1) as date) as d0
-- 148|   from periods_1
-- 149 is left out
-- 151 is left out
-- 152 is left out
-- 153 is left out
-- 154 is left out
-- 155 is left out
-- 156 is left out
-- 157 is left out
-- 158 is left out
-- 159 is left out
-- 160 is left out
-- 161 is left out
-- 162 is left out
-- 163 is left out
-- 170|       d0,
-- 171|       d1,
-- 173|     from facts_1
-- 174|     join told_1 on day_ < date_add('month', 1, d1)
-- 175 is left out
-- 176 is left out
-- 180|       cast(date_trunc('quarter', "refunds"."day") as date) as d0,
-- 186|       where "refunds"."customer_id" in (
-- 187|         select "customers"."id"
-- 189|         where "customers"."name" in (?, ?)
-- 190 is left out
-- 197|         cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d1
-- 203|   having max(m0) > cast(? as bigint)
-- 207|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day_,
-- 214|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 215|     max(cast(date_trunc('month', day_) as date)) as latest
-- 219|     min(cast(date_trunc('month', cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)) as earliest,
-- 220|     max(cast(date_trunc('month', cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)) as latest
-- 224|     where "refunds"."customer_id" in (
-- 225|       select "customers"."id"
-- 227|       where "customers"."name" in (?, ?)
-- 228 is left out
-- 234| periods_2 as (
-- 235|   select date_add('month', many * 10000 + few, lo) as d1
-- 236|   from (
-- 236+|     select
-- 236+|       min(earliest) as lo,
-- 236+|       max(latest) as hi
-- 236+|     from extent_2
-- 236+|   ) as bounds
-- 236+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 236+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 236+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 238| told_2 as (
-- 241|     cast(date_trunc('quarter', d1) as date) as d0
-- 242|   from periods_2
-- 252|   where json_format(cast(array[cast(facts_2.day_ as json)] as json)) in (
-- 253|     select json_format(cast(array[cast(days.day_ as json)] as json))
-- 254|     from (select distinct day_ from facts_2) as days
-- 255|     join told_2 on day_ < date_add('month', 1, told_2.d1)
-- 256|     join picked_1 on picked_1.d0 is not distinct from told_2.d0 and picked_1.d1 is not distinct from told_2.d1
-- 257 is left out
-- 270|       where "refunds"."customer_id" in (
-- 271|         select "customers"."id"
-- 273|         where "customers"."name" in (?, ?)
-- 274 is left out
-- 279|     where json_format(cast(array[cast(cast(date_trunc('quarter', "refunds"."day") as date) as json), cast(cast(date_trunc('month', cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as json)] as json)) in (
-- 280|       select json_format(cast(array[cast(picked_1.d0 as json), cast(picked_1.d1 as json)] as json))
-- 282 is left out
-- 283 is left out
-- bigquery:
-- 4|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day_,
-- 11|     min(date_trunc(cast(day_ as date), month)) as earliest,
-- 12|     max(date_trunc(cast(day_ as date), month)) as latest
-- 16|     min(date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), month)) as earliest,
-- 17|     max(date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), month)) as latest
-- 21|     where `refunds`.`customer_id` in (
-- 22|       select `customers`.`id`
-- 24|       where `customers`.`name` in (@p1, @p2)
-- 25 is left out
-- 31| periods_1 as (
-- 32|   select step as d1
-- 33|   from (
-- 34|     select
-- 35|       min(earliest) as lo,
-- 35+|       max(latest) as hi
-- 35+|     from extent_1
-- 35+|   ) as bounds
-- 35+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 37| told_1 as (
-- 39|     d1,
-- 40|     date_trunc(cast(d1 as date), quarter) as d0
-- 41|   from periods_1
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
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
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 71|     d0,
-- 72|     d1,
-- 73|     sum(s0) as m0,
-- 75|   from facts_1
-- 76|   join told_1 on day_ < date_add(d1, interval 1 month)
-- 77 is left out
-- 78 is left out
-- 82|     date_trunc(cast(`refunds`.`day` as date), quarter) as d0,
-- 89|     where `refunds`.`customer_id` in (
-- 90|       select `customers`.`id`
-- 92|       where `customers`.`name` in (@p3, @p4)
-- 93 is left out
-- 100|       date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d1
-- 106| having max(m1) > cast(@p5 as int64)
-- 112|   select cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day_
-- 118|     min(date_trunc(cast(day_ as date), month)) as earliest,
-- 119|     max(date_trunc(cast(day_ as date), month)) as latest
-- 123|     min(date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), month)) as earliest,
-- 124|     max(date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), month)) as latest
-- 128|     where `refunds`.`customer_id` in (
-- 129|       select `customers`.`id`
-- 131|       where `customers`.`name` in (@p1, @p2)
-- 132 is left out
-- 138| periods_1 as (
-- 139|   select step as d1
-- 140|   from (
-- 141|     select
-- 142|       min(earliest) as lo,
-- 142+|       max(latest) as hi
-- 142+|     from extent_1
-- 142+|   ) as bounds
-- 142+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 144| told_1 as (
-- 146|     d1,
-- 147|     date_trunc(cast(d1 as date), quarter) as d0
-- 148|   from periods_1
-- 149 is left out
-- 151 is left out
-- 152 is left out
-- 153 is left out
-- 154 is left out
-- 155 is left out
-- 156 is left out
-- 157 is left out
-- 158 is left out
-- 159 is left out
-- 160 is left out
-- 161 is left out
-- 162 is left out
-- 163 is left out
-- 170|       d0,
-- 171|       d1,
-- 173|     from facts_1
-- 174|     join told_1 on day_ < date_add(d1, interval 1 month)
-- 175 is left out
-- 176 is left out
-- 180|       date_trunc(cast(`refunds`.`day` as date), quarter) as d0,
-- 186|       where `refunds`.`customer_id` in (
-- 187|         select `customers`.`id`
-- 189|         where `customers`.`name` in (@p3, @p4)
-- 190 is left out
-- 197|         date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d1
-- 203|   having max(m0) > cast(@p5 as int64)
-- 207|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day_,
-- 214|     min(date_trunc(cast(day_ as date), month)) as earliest,
-- 215|     max(date_trunc(cast(day_ as date), month)) as latest
-- 219|     min(date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), month)) as earliest,
-- 220|     max(date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), month)) as latest
-- 224|     where `refunds`.`customer_id` in (
-- 225|       select `customers`.`id`
-- 227|       where `customers`.`name` in (@p6, @p7)
-- 228 is left out
-- 234| periods_2 as (
-- 235|   select step as d1
-- 236|   from (
-- 236+|     select
-- 236+|       min(earliest) as lo,
-- 236+|       max(latest) as hi
-- 236+|     from extent_2
-- 236+|   ) as bounds
-- 236+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 238| told_2 as (
-- 241|     date_trunc(cast(d1 as date), quarter) as d0
-- 242|   from periods_2
-- 252|   where to_json_string([to_json_string(facts_2.day_)]) in (
-- 253|     select to_json_string([to_json_string(days.day_)])
-- 254|     from (select distinct day_ from facts_2) as days
-- 255|     join told_2 on day_ < date_add(told_2.d1, interval 1 month)
-- 256|     join picked_1 on to_json_string(picked_1.d0) = to_json_string(told_2.d0) and to_json_string(picked_1.d1) = to_json_string(told_2.d1)
-- 257 is left out
-- 270|       where `refunds`.`customer_id` in (
-- 271|         select `customers`.`id`
-- 273|         where `customers`.`name` in (@p8, @p9)
-- 274 is left out
-- 279|     where to_json_string([to_json_string(date_trunc(cast(`refunds`.`day` as date), quarter)), to_json_string(date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), month))]) in (
-- 280|       select to_json_string([to_json_string(picked_1.d0), to_json_string(picked_1.d1)])
-- 282 is left out
-- 283 is left out
-- databricks:
-- 4|     cast(convert_timezone('UTC', `placed_at`) as date) as day_,
-- 11|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 12|     max(cast(date_trunc('month', day_) as date)) as latest
-- 16|     min(cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed_at`)) as date)) as earliest,
-- 17|     max(cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed_at`)) as date)) as latest
-- 21|     where `refunds`.`customer_id` in (
-- 22|       select `customers`.`id`
-- 24|       where `customers`.`name` in (:p1, :p2)
-- 25 is left out
-- 31| periods_1 as (
-- 32|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 33|   from (
-- 34|     select
-- 35|       min(earliest) as lo,
-- 35+|       max(latest) as hi
-- 35+|     from extent_1
-- 35+|   ) as bounds
-- 35+|   where lo <= hi
-- 37| told_1 as (
-- 39|     d1,
-- 40|     cast(date_trunc('quarter', d1) as date) as d0
-- 41|   from periods_1
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
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
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 71|     d0,
-- 72|     d1,
-- 73|     sum(s0) as m0,
-- 75|   from facts_1
-- 76|   join told_1 on day_ < cast(dateadd(month, 1, d1) as date)
-- 77 is left out
-- 78 is left out
-- 82|     cast(date_trunc('quarter', `refunds`.`day`) as date) as d0,
-- 89|     where `refunds`.`customer_id` in (
-- 90|       select `customers`.`id`
-- 92|       where `customers`.`name` in (:p3, :p4)
-- 93 is left out
-- 100|       cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d1
-- 106| having max(m1) > cast(:p5 as bigint)
-- 112|   select cast(convert_timezone('UTC', `placed_at`) as date) as day_
-- 118|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 119|     max(cast(date_trunc('month', day_) as date)) as latest
-- 123|     min(cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed_at`)) as date)) as earliest,
-- 124|     max(cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed_at`)) as date)) as latest
-- 128|     where `refunds`.`customer_id` in (
-- 129|       select `customers`.`id`
-- 131|       where `customers`.`name` in (:p1, :p2)
-- 132 is left out
-- 138| periods_1 as (
-- 139|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 140|   from (
-- 141|     select
-- 142|       min(earliest) as lo,
-- 142+|       max(latest) as hi
-- 142+|     from extent_1
-- 142+|   ) as bounds
-- 142+|   where lo <= hi
-- 144| told_1 as (
-- 146|     d1,
-- 147|     cast(date_trunc('quarter', d1) as date) as d0
-- 148|   from periods_1
-- 149 is left out
-- 151 is left out
-- 152 is left out
-- 153 is left out
-- 154 is left out
-- 155 is left out
-- 156 is left out
-- 157 is left out
-- 158 is left out
-- 159 is left out
-- 160 is left out
-- 161 is left out
-- 162 is left out
-- 163 is left out
-- 170|       d0,
-- 171|       d1,
-- 173|     from facts_1
-- 174|     join told_1 on day_ < cast(dateadd(month, 1, d1) as date)
-- 175 is left out
-- 176 is left out
-- 180|       cast(date_trunc('quarter', `refunds`.`day`) as date) as d0,
-- 186|       where `refunds`.`customer_id` in (
-- 187|         select `customers`.`id`
-- 189|         where `customers`.`name` in (:p3, :p4)
-- 190 is left out
-- 197|         cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d1
-- 203|   having max(m0) > cast(:p5 as bigint)
-- 207|     cast(convert_timezone('UTC', `placed_at`) as date) as day_,
-- 214|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 215|     max(cast(date_trunc('month', day_) as date)) as latest
-- 219|     min(cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed_at`)) as date)) as earliest,
-- 220|     max(cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed_at`)) as date)) as latest
-- 224|     where `refunds`.`customer_id` in (
-- 225|       select `customers`.`id`
-- 227|       where `customers`.`name` in (:p6, :p7)
-- 228 is left out
-- 234| periods_2 as (
-- 235|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 236|   from (
-- 236+|     select
-- 236+|       min(earliest) as lo,
-- 236+|       max(latest) as hi
-- 236+|     from extent_2
-- 236+|   ) as bounds
-- 236+|   where lo <= hi
-- 238| told_2 as (
-- 241|     cast(date_trunc('quarter', d1) as date) as d0
-- 242|   from periods_2
-- 252|   where to_json(named_struct('c0', facts_2.day_)) in (
-- 253|     select to_json(named_struct('c0', days.day_))
-- 254|     from (select distinct day_ from facts_2) as days
-- 255|     join told_2 on day_ < cast(dateadd(month, 1, told_2.d1) as date)
-- 256|     join picked_1 on picked_1.d0 <=> told_2.d0 and picked_1.d1 <=> told_2.d1
-- 257 is left out
-- 270|       where `refunds`.`customer_id` in (
-- 271|         select `customers`.`id`
-- 273|         where `customers`.`name` in (:p8, :p9)
-- 274 is left out
-- 279|     where to_json(named_struct('c0', cast(date_trunc('quarter', `refunds`.`day`) as date), 'c1', cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed_at`)) as date))) in (
-- 280|       select to_json(named_struct('c0', picked_1.d0, 'c1', picked_1.d1))
-- 282 is left out
-- 283 is left out
-- snowflake:
-- 4|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day_,
-- 11|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 12|     max(cast(date_trunc('month', day_) as date)) as latest
-- 16|     min(cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz)) as date)) as earliest,
-- 17|     max(cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz)) as date)) as latest
-- 21|     where "refunds"."customer_id" in (
-- 22|       select "customers"."id"
-- 24|       where "customers"."name" in (?, ?)
-- 25 is left out
-- 31| periods_1 as (
-- 32|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 33|   from (
-- 34|     select
-- 35|       min(earliest) as lo,
-- 35+|       max(latest) as hi
-- 35+|     from extent_1
-- 35+|   ) as bounds
-- 35+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 37| told_1 as (
-- 39|     d1,
-- 40|     cast(date_trunc('quarter', d1) as date) as d0
-- 41|   from periods_1
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
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
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 71|     d0,
-- 72|     d1,
-- 73|     sum(s0) as m0,
-- 75|   from facts_1
-- 76|   join told_1 on day_ < dateadd(month, 1, d1)
-- 77 is left out
-- 78 is left out
-- 82|     cast(date_trunc('quarter', "refunds"."day") as date) as d0,
-- 89|     where "refunds"."customer_id" in (
-- 90|       select "customers"."id"
-- 92|       where "customers"."name" in (?, ?)
-- 93 is left out
-- 100|       cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d1
-- 106| having max(m1) > cast(? as number(38, 0))
-- 112|   select cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day_
-- 118|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 119|     max(cast(date_trunc('month', day_) as date)) as latest
-- 123|     min(cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz)) as date)) as earliest,
-- 124|     max(cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz)) as date)) as latest
-- 128|     where "refunds"."customer_id" in (
-- 129|       select "customers"."id"
-- 131|       where "customers"."name" in (?, ?)
-- 132 is left out
-- 138| periods_1 as (
-- 139|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 140|   from (
-- 141|     select
-- 142|       min(earliest) as lo,
-- 142+|       max(latest) as hi
-- 142+|     from extent_1
-- 142+|   ) as bounds
-- 142+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 144| told_1 as (
-- 146|     d1,
-- 147|     cast(date_trunc('quarter', d1) as date) as d0
-- 148|   from periods_1
-- 149 is left out
-- 151 is left out
-- 152 is left out
-- 153 is left out
-- 154 is left out
-- 155 is left out
-- 156 is left out
-- 157 is left out
-- 158 is left out
-- 159 is left out
-- 160 is left out
-- 161 is left out
-- 162 is left out
-- 163 is left out
-- 170|       d0,
-- 171|       d1,
-- 173|     from facts_1
-- 174|     join told_1 on day_ < dateadd(month, 1, d1)
-- 175 is left out
-- 176 is left out
-- 180|       cast(date_trunc('quarter', "refunds"."day") as date) as d0,
-- 186|       where "refunds"."customer_id" in (
-- 187|         select "customers"."id"
-- 189|         where "customers"."name" in (?, ?)
-- 190 is left out
-- 197|         cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d1
-- 203|   having max(m0) > cast(? as number(38, 0))
-- 207|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day_,
-- 214|     min(cast(date_trunc('month', day_) as date)) as earliest,
-- 215|     max(cast(date_trunc('month', day_) as date)) as latest
-- 219|     min(cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz)) as date)) as earliest,
-- 220|     max(cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz)) as date)) as latest
-- 224|     where "refunds"."customer_id" in (
-- 225|       select "customers"."id"
-- 227|       where "customers"."name" in (?, ?)
-- 228 is left out
-- 234| periods_2 as (
-- 235|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 236|   from (
-- 236+|     select
-- 236+|       min(earliest) as lo,
-- 236+|       max(latest) as hi
-- 236+|     from extent_2
-- 236+|   ) as bounds
-- 236+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 238| told_2 as (
-- 241|     cast(date_trunc('quarter', d1) as date) as d0
-- 242|   from periods_2
-- 252|   where to_json(array_construct(facts_2.day_)) in (
-- 253|     select to_json(array_construct(days.day_))
-- 254|     from (select distinct day_ from facts_2) as days
-- 255|     join told_2 on day_ < dateadd(month, 1, told_2.d1)
-- 256|     join picked_1 on equal_null(picked_1.d0, told_2.d0) and equal_null(picked_1.d1, told_2.d1)
-- 257 is left out
-- 270|       where "refunds"."customer_id" in (
-- 271|         select "customers"."id"
-- 273|         where "customers"."name" in (?, ?)
-- 274 is left out
-- 279|     where to_json(array_construct(cast(date_trunc('quarter', "refunds"."day") as date), cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz)) as date))) in (
-- 280|       select to_json(array_construct(picked_1.d0, picked_1.d1))
-- 282 is left out
-- 283 is left out
-- redshift:
-- 4|     "placed_at"::date as day_,
-- 11|     min(date_trunc('month', day_)::date) as earliest,
-- 12|     max(date_trunc('month', day_)::date) as latest
-- 31| periods_1 as (
-- 32|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 33|   from (
-- 34|     select
-- 35|       min(earliest) as lo,
-- 35+|       max(latest) as hi
-- 35+|     from extent_1
-- 35+|   ) as bounds
-- 35+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 35+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 35+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 35+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 35+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 35+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 35+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 37| told_1 as (
-- 39|     d1,
-- 40|     date_trunc('quarter', d1)::date as d0
-- 41|   from periods_1
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
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
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 71|     d0,
-- 72|     d1,
-- 73|     sum(s0) as m0,
-- 75|   from facts_1
-- 76|   join told_1 on day_ < dateadd(month, 1, d1)::date
-- 77 is left out
-- 78 is left out
-- 112|   select "placed_at"::date as day_
-- 118|     min(date_trunc('month', day_)::date) as earliest,
-- 119|     max(date_trunc('month', day_)::date) as latest
-- 138| periods_1 as (
-- 139|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 140|   from (
-- 141|     select
-- 142|       min(earliest) as lo,
-- 142+|       max(latest) as hi
-- 142+|     from extent_1
-- 142+|   ) as bounds
-- 142+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 142+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 142+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 142+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 142+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 142+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 142+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 144| told_1 as (
-- 146|     d1,
-- 147|     date_trunc('quarter', d1)::date as d0
-- 148|   from periods_1
-- 149 is left out
-- 151 is left out
-- 152 is left out
-- 153 is left out
-- 154 is left out
-- 155 is left out
-- 156 is left out
-- 157 is left out
-- 158 is left out
-- 159 is left out
-- 160 is left out
-- 161 is left out
-- 162 is left out
-- 163 is left out
-- 170|       d0,
-- 171|       d1,
-- 173|     from facts_1
-- 174|     join told_1 on day_ < dateadd(month, 1, d1)::date
-- 175 is left out
-- 176 is left out
-- 234| periods_2 as (
-- 235|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 236|   from (
-- 236+|     select
-- 236+|       min(earliest) as lo,
-- 236+|       max(latest) as hi
-- 236+|     from extent_2
-- 236+|   ) as bounds
-- 236+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 236+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 236+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 236+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 236+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 236+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 236+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 238| told_2 as (
-- 242|   from periods_2
-- 254|     from told_2
-- 255|     join picked_1 on (picked_1.d1 = told_2.d1 or (picked_1.d1 is null and told_2.d1 is null))
-- 256|     where day_ < dateadd(month, 1, told_2.d1)::date
-- 257|       and (picked_1.d0 = told_2.d0 or (picked_1.d0 is null and told_2.d0 is null))
-- 282|       where (picked_1.d0 = date_trunc('quarter', "refunds"."day")::date or (picked_1.d0 is null and date_trunc('quarter', "refunds"."day")::date is null))
-- 283|         and (picked_1.d1 = date_trunc('month', "orders"."placed_at")::date or (picked_1.d1 is null and date_trunc('month', "orders"."placed_at")::date is null))

-- a difference along one fact's time, for each month of another fact
with groups_1 as (
  select
    date_trunc('month', "placed_at")::date as d0,
    date_trunc('month', "paid_on")::date as d1,
    sum("amount") as m0
  from "orders"
  group by 1, 2
),
periods_1 as (
  select generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month')::date as d0
  from groups_1
),
results_1 as (
  select
    d0,
    d1,
    max(m0) as x0,
    case when max(present) = 1 then 1 else 0 end as shown
  from (
  select d0, d1, m0, 1 as present from groups_1
  union all
  select d0, d1, null as m0, 0 as present
  from periods_1
  cross join (select distinct d1 from groups_1) as others
) as filled
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    shown,
    case when d0 is not null then x0 - lag(x0, 1) over (partition by d1 order by d0 nulls last) end as c0
  from results_1
)
select
  d0 as "metric_time.month",
  d1 as "customers.orders.paid_on.month",
  x0 as "orders.total",
  c0 as "gain"
from calculated_1
where shown = 1
order by "metric_time.month" nulls last, "customers.orders.paid_on.month" nulls last
limit 11;
-- duckdb:
-- 10|   select unnest(generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month'))::date as d0
-- mysql:
-- 1| with recursive groups_1 as (
-- 3|     cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
-- 4|     cast(date_format(`paid_on`, '%Y-%m-01') as date) as d1,
-- 10|   select
-- 10+|     1 as n,
-- 10+|     min(d0) as d0,
-- 10+|     min(d0) as first,
-- 10+|     max(d0) as last
-- 11+|   having first <= last
-- 11+|   union all
-- 11+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 11+|   from periods_1
-- 11+|   cross join (select 0 as bit union all select 1) as bits
-- 11+|   where first + interval (n * 2 + bit - 1) month <= last
-- 34|     case when d0 is not null then x0 - lag(x0, 1) over (partition by d1 order by d0 <=> null, d0) end as c0
-- 44| order by `metric_time.month` <=> null, `metric_time.month`, `customers.orders.paid_on.month` <=> null, `customers.orders.paid_on.month`
-- clickhouse:
-- 3|     toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
-- 4|     toStartOfMonth(toDate32("paid_on")) as d1,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as m0
-- 10|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       minOrNull(d0) as lo,
-- 11+|       maxOrNull(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- 34|     case when d0 is not null then x0 - lagInFrame(toNullable(x0), 1) over (partition by d1 order by d0 nulls last rows between unbounded preceding and unbounded following) end as c0
-- 44| order by 1 nulls last, 2 nulls last
-- 45| limit 11
-- 45+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|     cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 4|     cast(date_trunc('month', "paid_on") as date) as d1,
-- 10|   select date_add('month', many * 10000 + few, lo) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(d0) as lo,
-- 11+|       max(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 11+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 11+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- bigquery:
-- 3|     date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d0,
-- 4|     date_trunc(cast(`paid_on` as date), month) as d1,
-- 10|   select step as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(d0) as lo,
-- 11+|       max(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- databricks:
-- 3|     cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d0,
-- 4|     cast(date_trunc('month', `paid_on`) as date) as d1,
-- 10|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(d0) as lo,
-- 11+|       max(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   where lo <= hi
-- snowflake:
-- 3|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d0,
-- 4|     cast(date_trunc('month', "paid_on") as date) as d1,
-- 10|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(d0) as lo,
-- 11+|       max(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- redshift:
-- 10|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 11|   from (
-- 11+|     select
-- 11+|       min(d0) as lo,
-- 11+|       max(d0) as hi
-- 11+|     from groups_1
-- 11+|   ) as bounds
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 11+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 11+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
