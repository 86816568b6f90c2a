-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- the total of a balance is the last of the months that a filter on groups keeps
-- ["2"]
select
  d0 as "balances.day.month",
  max(m0) as "balances.closing"
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      date_trunc('month', "day")::date as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by date_trunc('month', "day")::date, "account_id" order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1
  union all
  select
    date_trunc('month', "day")::date as d0,
    null as m0,
    count(*) as m1
  from "balances"
  group by 1
) as branches
group by 1
having coalesce(max(m1), 0) > $1::bigint
order by "balances.day.month" nulls last
limit 11;
-- totals
-- ["2"]
with picked_1 as (
  select d0
  from (
    select
      d0,
      null as m0
    from (
      select
        date_trunc('month', "day")::date as d0,
        case when "day" is not null then rank() over (partition by date_trunc('month', "day")::date, "account_id" order by "day" desc nulls last) end as place
      from "balances"
    ) as "balances"
    group by 1
    union all
    select
      date_trunc('month', "day")::date as d0,
      count(*) as m0
    from "balances"
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) > $1::bigint
)
select sum(case when place = 1 then v0 end) as "balances.closing"
from (
  select
    "balances"."balance" as v0,
    case when "balances"."day" is not null then rank() over (partition by "balances"."account_id" order by "balances"."day" desc nulls last) end as place
  from "balances"
  where exists (
    select 1
    from picked_1
    where array[picked_1.d0] = array[date_trunc('month', "balances"."day")::date]
  )
) as "balances";
-- duckdb:
-- 64|     where picked_1.d0 is not distinct from date_trunc('month', "balances"."day")::date
-- mysql:
-- 12|       cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 14|       case when `day` is not null then rank() over (partition by cast(date_format(`day`, '%Y-%m-01') as date), `account_id` order by `day` desc) end as place
-- 20|     cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 27| having coalesce(max(m1), 0) > cast(? as signed)
-- 28| order by `balances.day.month` <=> null, `balances.day.month`
-- 40|         cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 41|         case when `day` is not null then rank() over (partition by cast(date_format(`day`, '%Y-%m-01') as date), `account_id` order by `day` desc) end as place
-- 47|       cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 53|   having coalesce(max(m0), 0) > cast(? as signed)
-- 59|     case when `balances`.`day` is not null then rank() over (partition by `balances`.`account_id` order by `balances`.`day` desc) end as place
-- 64|     where picked_1.d0 <=> cast(date_format(`balances`.`day`, '%Y-%m-01') as date)
-- clickhouse:
-- 8|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
-- 12|       toStartOfMonth(toDate32("day")) as d0,
-- 14|       case when "day" is not null then rank() over (partition by toStartOfMonth(toDate32("day")), "account_id" order by "day" desc nulls last) end as place
-- 20|     toStartOfMonth(toDate32("day")) as d0,
-- 27| having coalesce(max(m1), 0) > {p1:Int64}
-- 28| order by 1 nulls last
-- 29| limit 11
-- 29+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- 40|         toStartOfMonth(toDate32("day")) as d0,
-- 41|         case when "day" is not null then rank() over (partition by toStartOfMonth(toDate32("day")), "account_id" order by "day" desc nulls last) end as place
-- 47|       toStartOfMonth(toDate32("day")) as d0,
-- 53|   having coalesce(max(m0), 0) > {p1:Int64}
-- 55| select sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.closing"
-- 61|   where toJSONString(tuple(toStartOfMonth(toDate32("balances"."day")))) in (
-- 62|     select toJSONString(tuple(picked_1.d0))
-- 64 is left out
-- 66| ) as "balances"
-- 66+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, output_format_json_quote_denormals = 1;
-- trino:
-- 12|       cast(date_trunc('month', "day") as date) as d0,
-- 14|       case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date), "account_id" order by "day" desc nulls last) end as place
-- 20|     cast(date_trunc('month', "day") as date) as d0,
-- 27| having coalesce(max(m1), 0) > cast(? as bigint)
-- 40|         cast(date_trunc('month', "day") as date) as d0,
-- 41|         case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date), "account_id" order by "day" desc nulls last) end as place
-- 47|       cast(date_trunc('month', "day") as date) as d0,
-- 53|   having coalesce(max(m0), 0) > cast(? as bigint)
-- 61|   where json_format(cast(array[cast(cast(date_trunc('month', "balances"."day") as date) as json)] as json)) in (
-- 62|     select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 64 is left out
-- bigquery:
-- 12|       date_trunc(cast(`day` as date), month) as d0,
-- 14|       case when `day` is not null then rank() over (partition by date_trunc(cast(`day` as date), month), `account_id` order by `day` desc nulls last) end as place
-- 20|     date_trunc(cast(`day` as date), month) as d0,
-- 27| having coalesce(max(m1), 0) > cast(@p1 as int64)
-- 40|         date_trunc(cast(`day` as date), month) as d0,
-- 41|         case when `day` is not null then rank() over (partition by date_trunc(cast(`day` as date), month), `account_id` order by `day` desc nulls last) end as place
-- 47|       date_trunc(cast(`day` as date), month) as d0,
-- 53|   having coalesce(max(m0), 0) > cast(@p1 as int64)
-- 61|   where to_json_string([to_json_string(date_trunc(cast(`balances`.`day` as date), month))]) in (
-- 62|     select to_json_string([to_json_string(picked_1.d0)])
-- 64 is left out
-- databricks:
-- 12|       cast(date_trunc('month', `day`) as date) as d0,
-- 14|       case when `day` is not null then rank() over (partition by cast(date_trunc('month', `day`) as date), `account_id` order by `day` desc nulls last) end as place
-- 20|     cast(date_trunc('month', `day`) as date) as d0,
-- 27| having coalesce(max(m1), 0) > cast(:p1 as bigint)
-- 40|         cast(date_trunc('month', `day`) as date) as d0,
-- 41|         case when `day` is not null then rank() over (partition by cast(date_trunc('month', `day`) as date), `account_id` order by `day` desc nulls last) end as place
-- 47|       cast(date_trunc('month', `day`) as date) as d0,
-- 53|   having coalesce(max(m0), 0) > cast(:p1 as bigint)
-- 61|   where to_json(named_struct('c0', cast(date_trunc('month', `balances`.`day`) as date))) in (
-- 62|     select to_json(named_struct('c0', picked_1.d0))
-- 64 is left out
-- snowflake:
-- 12|       cast(date_trunc('month', "day") as date) as d0,
-- 14|       case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date), "account_id" order by "day" desc nulls last) end as place
-- 20|     cast(date_trunc('month', "day") as date) as d0,
-- 27| having coalesce(max(m1), 0) > cast(? as number(38, 0))
-- 40|         cast(date_trunc('month', "day") as date) as d0,
-- 41|         case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date), "account_id" order by "day" desc nulls last) end as place
-- 47|       cast(date_trunc('month', "day") as date) as d0,
-- 53|   having coalesce(max(m0), 0) > cast(? as number(38, 0))
-- 61|   where to_json(array_construct(cast(date_trunc('month', "balances"."day") as date))) in (
-- 62|     select to_json(array_construct(picked_1.d0))
-- 64 is left out
-- redshift:
-- 64|     where (picked_1.d0 = date_trunc('month', "balances"."day")::date or (picked_1.d0 is null and date_trunc('month', "balances"."day")::date is null))

-- the total of a rolling sum counts each row of its periods once
-- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
    and "placed_at" < $2::timestamp + interval '1 day' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    $3::timestamp::date::date as lo,
    ($4::timestamp - interval '1 microsecond')::date::date as hi
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
    generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day')::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where day < least(next - interval '1 day', hi, day + interval '2 days')
),
framed_1 as (
  select
    day,
    sum(s0) over (order by day range between interval '2 days' preceding and current row) as s0
  from spread_1
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    day as d0,
    max(s0) as m0,
    null as m1
  from framed_1
  cross join bounds_1
  where day >= lo
    and day <= hi
  group by 1
  union all
  select
    "placed_at"::date as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $5::timestamp and "placed_at" < $6::timestamp
  group by 1
) as branches
group by 1
order by "orders.placed_at.day" nulls last
limit 21;
-- totals
-- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
    and "placed_at" < $2::timestamp + interval '1 day' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series($3::timestamp::date::timestamp, ($4::timestamp - interval '1 microsecond')::date::timestamp, interval '1 day')::date as d0
)
select
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= periods_1.d0 + interval '1 day' - interval '3 days' and day < periods_1.d0 + interval '1 day'
  )
  union all
  select
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $5::timestamp and "placed_at" < $6::timestamp
) as branches;
-- duckdb:
-- 31|     unnest(generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day'))::date as day,
-- 81|   select unnest(generate_series($3::timestamp::date::timestamp, ($4::timestamp - interval '1 microsecond')::date::timestamp, interval '1 day'))::date as d0
-- mysql:
-- 1| -- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00"]
-- 2| with recursive facts_1 as (
-- 4|     date(`placed_at`) as day,
-- 7|   where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
-- 8|     and `placed_at` < cast(? as datetime(6)) + interval 1 day + interval 2 day
-- 11| periods_1 as (
-- 13|     1 as n,
-- 14|     date(cast(? as datetime(6))) as d0,
-- 15|     date(cast(? as datetime(6))) as first,
-- 16|     date((cast(? as datetime(6)) - interval 1 microsecond)) as last
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
-- 30|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 31|   from periods_1
-- 32|   cross join (select 0 as bit union all select 1) as bits
-- 33|   where first + interval (n * 2 + bit - 1) day <= last
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 49|     d0,
-- 50|     sum(s0) as m0,
-- 52|   from facts_1
-- 53|   join periods_1 on day >= d0 + interval 1 day - interval 3 day and day < d0 + interval 1 day
-- 54 is left out
-- 55 is left out
-- 59|     date(`placed_at`) as d0,
-- 63|   where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
-- 67| order by `orders.placed_at.day` <=> null, `orders.placed_at.day`
-- 70| -- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00"]
-- 71| with recursive facts_1 as (
-- 73|     date(`placed_at`) as day,
-- 76|   where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
-- 77|     and `placed_at` < cast(? as datetime(6)) + interval 1 day + interval 2 day
-- 81|   select
-- 81+|     1 as n,
-- 81+|     date(cast(? as datetime(6))) as d0,
-- 81+|     date(cast(? as datetime(6))) as first,
-- 81+|     date((cast(? as datetime(6)) - interval 1 microsecond)) as last
-- 81+|   having first <= last
-- 81+|   union all
-- 81+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 81+|   from periods_1
-- 81+|   cross join (select 0 as bit union all select 1) as bits
-- 81+|   where first + interval (n * 2 + bit - 1) day <= last
-- 94|     join periods_1 on day >= periods_1.d0 + interval 1 day - interval 3 day and day < periods_1.d0 + interval 1 day
-- 101|   where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
-- clickhouse:
-- 1| -- ["2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999","2024-02-01 00:00:00","2024-02-05 00:00:00"]
-- 4|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 8|     and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 11| periods_1 as (
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 13|   from (
-- 14|     select toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC')) as lo, toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC')) as hi
-- 15|   ) as bounds
-- 16|   where lo <= hi
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
-- 49|     d0,
-- 50|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 52|   from facts_1
-- 53|   join periods_1 on day >= ((d0 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (d0 + toIntervalDay(1))
-- 54 is left out
-- 55 is left out
-- 59|     toDate32(toTimeZone("placed_at", 'UTC')) as d0,
-- 61|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 63|   where "placed_at" >= {p5:DateTime64(6, 'UTC')} and "placed_at" < {p6:DateTime64(6, 'UTC')}
-- 67| order by 1 nulls last
-- 68| limit 21
-- 68+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 70| -- ["2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999","2024-02-01 00:00:00","2024-02-05 00:00:00"]
-- 73|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 74|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 76|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 77|     and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 81|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 81+|   from (
-- 81+|     select toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC')) as lo, toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC')) as hi
-- 81+|   ) as bounds
-- 81+|   where lo <= hi
-- 88|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 94|     join periods_1 on day >= ((periods_1.d0 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (periods_1.d0 + toIntervalDay(1))
-- 99|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 101|   where "placed_at" >= {p5:DateTime64(6, 'UTC')} and "placed_at" < {p6:DateTime64(6, 'UTC')}
-- 102| ) as branches
-- 102+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999","2024-02-01 00:00:00","2024-02-05 00:00:00"]
-- 4|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp(6))
-- 8|     and "placed_at" < cast(? as timestamp(6))
-- 11| periods_1 as (
-- 12|   select date_add('day', many * 10000 + few, lo) as d0
-- 13|   from (
-- 14|     select cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo, cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as hi
-- 15|   ) as bounds
-- 16|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 17|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 18|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
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
-- 49|     d0,
-- 50|     sum(s0) as m0,
-- 52|   from facts_1
-- 53|   join periods_1 on day >= date_add('day', -3, date_add('day', 1, d0)) and day < date_add('day', 1, d0)
-- 54 is left out
-- 55 is left out
-- 59|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as d0,
-- 63|   where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
-- 70| -- ["2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999","2024-02-01 00:00:00","2024-02-05 00:00:00"]
-- 73|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 76|   where "placed_at" >= cast(? as timestamp(6))
-- 77|     and "placed_at" < cast(? as timestamp(6))
-- 81|   select date_add('day', many * 10000 + few, lo) as d0
-- 81+|   from (
-- 81+|     select cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo, cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as hi
-- 81+|   ) as bounds
-- 81+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 81+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 81+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- 94|     join periods_1 on day >= date_add('day', -3, date_add('day', 1, periods_1.d0)) and day < date_add('day', 1, periods_1.d0)
-- 101|   where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
-- bigquery:
-- 1| -- ["2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999","2024-02-01 00:00:00","2024-02-05 00:00:00"]
-- 4|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 7|   where `placed_at` >= @p1
-- 8|     and `placed_at` < @p2
-- 11| periods_1 as (
-- 12|   select step as d0
-- 13|   from (
-- 14|     select cast(datetime(timestamp(@p3), 'UTC') as date) as lo, cast(datetime(timestamp(@p4), 'UTC') as date) as hi
-- 15|   ) as bounds
-- 16|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
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
-- 49|     d0,
-- 50|     sum(s0) as m0,
-- 52|   from facts_1
-- 53|   join periods_1 on day >= date_add(date_add(d0, interval 1 day), interval -3 day) and day < date_add(d0, interval 1 day)
-- 54 is left out
-- 55 is left out
-- 59|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as d0,
-- 63|   where `placed_at` >= @p5 and `placed_at` < @p6
-- 70| -- ["2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999","2024-02-01 00:00:00","2024-02-05 00:00:00"]
-- 73|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 76|   where `placed_at` >= @p1
-- 77|     and `placed_at` < @p2
-- 81|   select step as d0
-- 81+|   from (
-- 81+|     select cast(datetime(timestamp(@p3), 'UTC') as date) as lo, cast(datetime(timestamp(@p4), 'UTC') as date) as hi
-- 81+|   ) as bounds
-- 81+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- 94|     join periods_1 on day >= date_add(date_add(periods_1.d0, interval 1 day), interval -3 day) and day < date_add(periods_1.d0, interval 1 day)
-- 101|   where `placed_at` >= @p5 and `placed_at` < @p6
-- databricks:
-- 1| -- ["2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999","2024-02-01 00:00:00","2024-02-05 00:00:00"]
-- 4|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 7|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 8|     and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 11| periods_1 as (
-- 12|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 13|   from (
-- 14|     select cast(convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp)) as date) as lo, cast(convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp)) as date) as hi
-- 15|   ) as bounds
-- 16|   where lo <= hi
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
-- 49|     d0,
-- 50|     sum(s0) as m0,
-- 52|   from facts_1
-- 53|   join periods_1 on day >= cast(dateadd(day, -3, cast(dateadd(day, 1, d0) as date)) as date) and day < cast(dateadd(day, 1, d0) as date)
-- 54 is left out
-- 55 is left out
-- 59|     cast(convert_timezone('UTC', `placed_at`) as date) as d0,
-- 63|   where `placed_at` >= cast(concat(:p5, 'Z') as timestamp) and `placed_at` < cast(concat(:p6, 'Z') as timestamp)
-- 70| -- ["2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999","2024-02-01 00:00:00","2024-02-05 00:00:00"]
-- 73|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 76|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 77|     and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 81|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 81+|   from (
-- 81+|     select cast(convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp)) as date) as lo, cast(convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp)) as date) as hi
-- 81+|   ) as bounds
-- 81+|   where lo <= hi
-- 94|     join periods_1 on day >= cast(dateadd(day, -3, cast(dateadd(day, 1, periods_1.d0) as date)) as date) and day < cast(dateadd(day, 1, periods_1.d0) as date)
-- 101|   where `placed_at` >= cast(concat(:p5, 'Z') as timestamp) and `placed_at` < cast(concat(:p6, 'Z') as timestamp)
-- snowflake:
-- 1| -- ["2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999","2024-02-01 00:00:00","2024-02-05 00:00:00"]
-- 4|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp_ntz)
-- 8|     and "placed_at" < cast(? as timestamp_ntz)
-- 11| periods_1 as (
-- 12|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 13|   from (
-- 14|     select cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as hi
-- 15|   ) as bounds
-- 16|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
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
-- 49|     d0,
-- 50|     sum(s0) as m0,
-- 52|   from facts_1
-- 53|   join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, d0)) and day < dateadd(day, 1, d0)
-- 54 is left out
-- 55 is left out
-- 59|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as d0,
-- 63|   where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
-- 70| -- ["2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999","2024-02-01 00:00:00","2024-02-05 00:00:00"]
-- 73|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 76|   where "placed_at" >= cast(? as timestamp_ntz)
-- 77|     and "placed_at" < cast(? as timestamp_ntz)
-- 81|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 81+|   from (
-- 81+|     select cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as hi
-- 81+|   ) as bounds
-- 81+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- 94|     join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, periods_1.d0)) and day < dateadd(day, 1, periods_1.d0)
-- 101|   where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
-- redshift:
-- 1| -- ["2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999","2024-02-01 00:00:00","2024-02-05 00:00:00"]
-- 7|   where "placed_at" >= $1::timestamp
-- 8|     and "placed_at" < $2::timestamp
-- 11| periods_1 as (
-- 12|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 13|   from (
-- 14|     select $3::timestamp::date as lo, $4::timestamp::date as hi
-- 15|   ) as bounds
-- 16|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 17|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 18|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 19|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 20|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 21|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 22|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
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
-- 49|     d0,
-- 50|     sum(s0) as m0,
-- 52|   from facts_1
-- 53|   join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, d0)::date)::date and day < dateadd(day, 1, d0)::date
-- 54 is left out
-- 55 is left out
-- 70| -- ["2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999","2024-02-01 00:00:00","2024-02-05 00:00:00"]
-- 76|   where "placed_at" >= $1::timestamp
-- 77|     and "placed_at" < $2::timestamp
-- 81|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 81+|   from (
-- 81+|     select $3::timestamp::date as lo, $4::timestamp::date as hi
-- 81+|   ) as bounds
-- 81+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 81+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 81+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 81+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 81+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 81+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 81+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
-- 94|     join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, periods_1.d0)::date)::date and day < dateadd(day, 1, periods_1.d0)::date

-- the total of last year is of the same periods a year ago
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $2::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
  group by 1
),
bounds_1 as (
  select
    date_trunc('month', $3::timestamp)::date::date as lo,
    max(period)::date as hi
  from facts_1
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total",
  max(m1) as "orders.last_year",
  1.0 * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
from (
  select
    date_trunc('month', "placed_at")::date as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp
  group by 1
  union all
  select
    (period + interval '12 months')::date as d0,
    null as m0,
    max(s0) as m1
  from facts_1
  cross join bounds_1
  where period >= (lo - interval '12 months')::date
    and period <= (hi - interval '12 months')::date
  group by 1
) as branches
group by 1
order by "orders.placed_at.month" nulls last
limit 21;
-- totals
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $2::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $3::timestamp)::date::timestamp, case when not isfinite(date_trunc('month', $3::timestamp)::date) or not isfinite(max(date_trunc('month', day)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day)::date)::text, 1, 0))::date else max(date_trunc('month', day)::date) end::timestamp, interval '1 month')::date as d0
  from facts_1
)
select
  max(m0) as "orders.total",
  max(m1) as "orders.last_year",
  1.0 * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
from (
  select
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp
  union all
  select
    null as m0,
    sum(s0) as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= periods_1.d0 - interval '1 year' and day < periods_1.d0 - interval '1 year' + interval '1 month'
  )
) as branches;
-- duckdb:
-- 20|   max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
-- 54|   select unnest(generate_series(date_trunc('month', $3::timestamp)::date::timestamp, case when not isfinite(date_trunc('month', $3::timestamp)::date) or not isfinite(max(date_trunc('month', day)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day)::date)::text, 1, 0))::date else max(date_trunc('month', day)::date) end::timestamp, interval '1 month'))::date as d0
-- 60|   max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
-- mysql:
-- 1| -- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
-- 2| with recursive facts_1 as (
-- 4|     date(`placed_at`) as day,
-- 7|   where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
-- 10| periods_1 as (
-- 12|     1 as n,
-- 13|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
-- 13+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 13+|     max(cast(date_format(day, '%Y-%m-01') as date)) as last
-- 14+|   having first <= last
-- 14+|   union all
-- 14+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 14+|   from periods_1
-- 14+|   cross join (select 0 as bit union all select 1) as bits
-- 14+|   where first + interval (n * 2 + bit - 1) month <= last
-- 20|   1.0000000000000000 * max(m0) / nullif(max(m1), 0) - 1 as `orders.growth`
-- 23|     cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
-- 27|   where `placed_at` >= cast(? as datetime(6))
-- 31|     d0,
-- 33|     sum(s0) as m1
-- 35|   join periods_1 on day >= d0 - interval 1 year and day < d0 - interval 1 year + interval 1 month
-- 36 is left out
-- 37 is left out
-- 41| order by `orders.placed_at.month` <=> null, `orders.placed_at.month`
-- 44| -- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
-- 45| with recursive facts_1 as (
-- 47|     date(`placed_at`) as day,
-- 50|   where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
-- 54|   select
-- 54+|     1 as n,
-- 54+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
-- 54+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 54+|     max(cast(date_format(day, '%Y-%m-01') as date)) as last
-- 55+|   having first <= last
-- 55+|   union all
-- 55+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 55+|   from periods_1
-- 55+|   cross join (select 0 as bit union all select 1) as bits
-- 55+|   where first + interval (n * 2 + bit - 1) month <= last
-- 60|   1.0000000000000000 * max(m0) / nullif(max(m1), 0) - 1 as `orders.growth`
-- 66|   where `placed_at` >= cast(? as datetime(6))
-- 75|     join periods_1 on day >= periods_1.d0 - interval 1 year and day < periods_1.d0 - interval 1 year + interval 1 month
-- clickhouse:
-- 1| -- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
-- 4|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 7|   where "placed_at" >= {p2:DateTime64(6, 'UTC')}
-- 10| periods_1 as (
-- 11|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 12|   from (
-- 13|     select
-- 14|       toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as lo,
-- 14+|       maxOrNull(toStartOfMonth(toDate32(day))) as hi
-- 14+|     from facts_1
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 20|   1e0 * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
-- 23|     toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
-- 24|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 27|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 31|     d0,
-- 33|     sumOrNull(s0 + toDecimal128(0, 0)) as m1
-- 35|   join periods_1 on day >= (d0 + toIntervalYear(-1)) and day < ((d0 + toIntervalYear(-1)) + toIntervalMonth(1))
-- 36 is left out
-- 37 is left out
-- 41| order by 1 nulls last
-- 42| limit 21
-- 42+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 44| -- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
-- 47|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 48|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 50|   where "placed_at" >= {p2:DateTime64(6, 'UTC')}
-- 54|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 55|   from (
-- 55+|     select
-- 55+|       toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as lo,
-- 55+|       maxOrNull(toStartOfMonth(toDate32(day))) as hi
-- 55+|     from facts_1
-- 55+|   ) as bounds
-- 55+|   where lo <= hi
-- 60|   1e0 * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
-- 63|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 66|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 70|     sumOrNull(s0 + toDecimal128(0, 0)) as m1
-- 75|     join periods_1 on day >= (periods_1.d0 + toIntervalYear(-1)) and day < ((periods_1.d0 + toIntervalYear(-1)) + toIntervalMonth(1))
-- 77| ) as branches
-- 77+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2022-11-29 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
-- 4|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp(6))
-- 10| periods_1 as (
-- 11|   select date_add('month', many * 10000 + few, lo) as d0
-- 12|   from (
-- 13|     select
-- 14|       cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo,
-- 14+|       max(cast(date_trunc('month', day) as date)) as hi
-- 14+|     from facts_1
-- 14+|   ) as bounds
-- 14+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 14+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 14+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 20|   1e0 * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
-- 23|     cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 27|   where "placed_at" >= cast(? as timestamp(6))
-- 31|     d0,
-- 33|     sum(s0) as m1
-- 35|   join periods_1 on day >= date_add('year', -1, d0) and day < date_add('month', 1, date_add('year', -1, d0))
-- 36 is left out
-- 37 is left out
-- 44| -- ["2022-11-29 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
-- 47|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 50|   where "placed_at" >= cast(? as timestamp(6))
-- 54|   select date_add('month', many * 10000 + few, lo) as d0
-- 55|   from (
-- 55+|     select
-- 55+|       cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo,
-- 55+|       max(cast(date_trunc('month', day) as date)) as hi
-- 55+|     from facts_1
-- 55+|   ) as bounds
-- 55+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 55+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 55+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 60|   1e0 * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
-- 66|   where "placed_at" >= cast(? as timestamp(6))
-- 75|     join periods_1 on day >= date_add('year', -1, periods_1.d0) and day < date_add('month', 1, date_add('year', -1, periods_1.d0))
-- bigquery:
-- 1| -- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
-- 4|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 7|   where `placed_at` >= @p2
-- 10| periods_1 as (
-- 11|   select step as d0
-- 12|   from (
-- 13|     select
-- 14|       date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as lo,
-- 14+|       max(date_trunc(cast(day as date), month)) as hi
-- 14+|     from facts_1
-- 14+|   ) as bounds
-- 14+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 20|   1e0 * max(m0) / nullif(max(m1), 0) - 1 as `orders__growth`
-- 23|     date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d0,
-- 27|   where `placed_at` >= @p1
-- 31|     d0,
-- 33|     sum(s0) as m1
-- 35|   join periods_1 on day >= date_add(d0, interval -1 year) and day < date_add(date_add(d0, interval -1 year), interval 1 month)
-- 36 is left out
-- 37 is left out
-- 44| -- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
-- 47|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 50|   where `placed_at` >= @p2
-- 54|   select step as d0
-- 55|   from (
-- 55+|     select
-- 55+|       date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as lo,
-- 55+|       max(date_trunc(cast(day as date), month)) as hi
-- 55+|     from facts_1
-- 55+|   ) as bounds
-- 55+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 60|   1e0 * max(m0) / nullif(max(m1), 0) - 1 as `orders__growth`
-- 66|   where `placed_at` >= @p1
-- 75|     join periods_1 on day >= date_add(periods_1.d0, interval -1 year) and day < date_add(date_add(periods_1.d0, interval -1 year), interval 1 month)
-- databricks:
-- 1| -- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
-- 4|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 7|   where `placed_at` >= cast(concat(:p2, 'Z') as timestamp)
-- 10| periods_1 as (
-- 11|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 12|   from (
-- 13|     select
-- 14|       cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as lo,
-- 14+|       max(cast(date_trunc('month', day) as date)) as hi
-- 14+|     from facts_1
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 20|   1D * max(m0) / nullif(max(m1), 0) - 1 as `orders.growth`
-- 23|     cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d0,
-- 27|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 31|     d0,
-- 33|     sum(s0) as m1
-- 35|   join periods_1 on day >= cast(dateadd(year, -1, d0) as date) and day < cast(dateadd(month, 1, cast(dateadd(year, -1, d0) as date)) as date)
-- 36 is left out
-- 37 is left out
-- 44| -- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
-- 47|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 50|   where `placed_at` >= cast(concat(:p2, 'Z') as timestamp)
-- 54|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 55|   from (
-- 55+|     select
-- 55+|       cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as lo,
-- 55+|       max(cast(date_trunc('month', day) as date)) as hi
-- 55+|     from facts_1
-- 55+|   ) as bounds
-- 55+|   where lo <= hi
-- 60|   1D * max(m0) / nullif(max(m1), 0) - 1 as `orders.growth`
-- 66|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 75|     join periods_1 on day >= cast(dateadd(year, -1, periods_1.d0) as date) and day < cast(dateadd(month, 1, cast(dateadd(year, -1, periods_1.d0) as date)) as date)
-- snowflake:
-- 1| -- ["2022-11-29 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
-- 4|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 7|   where "placed_at" >= cast(? as timestamp_ntz)
-- 10| periods_1 as (
-- 11|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 12|   from (
-- 13|     select
-- 14|       cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo,
-- 14+|       max(cast(date_trunc('month', day) as date)) as hi
-- 14+|     from facts_1
-- 14+|   ) as bounds
-- 14+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 20|   1::float * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
-- 23|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d0,
-- 27|   where "placed_at" >= cast(? as timestamp_ntz)
-- 31|     d0,
-- 33|     sum(s0) as m1
-- 35|   join periods_1 on day >= dateadd(year, -1, d0) and day < dateadd(month, 1, dateadd(year, -1, d0))
-- 36 is left out
-- 37 is left out
-- 44| -- ["2022-11-29 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
-- 47|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 50|   where "placed_at" >= cast(? as timestamp_ntz)
-- 54|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 55|   from (
-- 55+|     select
-- 55+|       cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo,
-- 55+|       max(cast(date_trunc('month', day) as date)) as hi
-- 55+|     from facts_1
-- 55+|   ) as bounds
-- 55+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 60|   1::float * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
-- 66|   where "placed_at" >= cast(? as timestamp_ntz)
-- 75|     join periods_1 on day >= dateadd(year, -1, periods_1.d0) and day < dateadd(month, 1, dateadd(year, -1, periods_1.d0))
-- redshift:
-- 1| -- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
-- 4|     "placed_at"::date as day,
-- 7|   where "placed_at" >= $2::timestamp
-- 10| periods_1 as (
-- 11|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 12|   from (
-- 13|     select
-- 14|       date_trunc('month', $3::timestamp)::date as lo,
-- 14+|       max(date_trunc('month', day)::date) as hi
-- 14+|     from facts_1
-- 14+|   ) as bounds
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 14+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 20|   1::float8 * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
-- 31|     d0,
-- 33|     sum(s0) as m1
-- 35|   join periods_1 on day >= dateadd(year, -1, d0)::date and day < dateadd(month, 1, dateadd(year, -1, d0)::date)::date
-- 36 is left out
-- 37 is left out
-- 44| -- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
-- 50|   where "placed_at" >= $2::timestamp
-- 54|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 55|   from (
-- 55+|     select
-- 55+|       date_trunc('month', $3::timestamp)::date as lo,
-- 55+|       max(date_trunc('month', day)::date) as hi
-- 55+|     from facts_1
-- 55+|   ) as bounds
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 55+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 60|   1::float8 * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
-- 75|     join periods_1 on day >= dateadd(year, -1, periods_1.d0)::date and day < dateadd(month, 1, dateadd(year, -1, periods_1.d0)::date)::date

-- totals of windows cover the rows of the groups that a filter keeps
-- ["2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","7"]
with facts_1 as (
  select
    "channel" as d0,
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  where "placed_at" < $1::timestamp + interval '1 month' + interval '2 days'
  group by 1, 2
),
bounds_1 as (
  select
    date_trunc('month', $2::timestamp)::date::date as lo,
    date_trunc('month', ($3::timestamp - interval '1 microsecond'))::date::date as hi
),
followed_1 as (
  select
    d0,
    period,
    s0,
    lead(period) over (partition by d0 order by period) as next
  from facts_1
  where period is not null
),
spread_1 as (
  select
    d0,
    period,
    s0
  from followed_1
  union all
  select
    d0,
    generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where period < least(next - interval '1 month', hi)
),
framed_1 as (
  select
    d0,
    period,
    sum(s0) over (partition by d0 order by period rows unbounded preceding) as s0
  from spread_1
)
select
  d0 as "orders.channel",
  period as "orders.placed_at.month",
  max(s0) as "orders.running"
from framed_1
cross join bounds_1
where period >= lo
  and period <= hi
group by 1, 2
having max(s0) < $4::bigint
order by "orders.channel" nulls last, "orders.placed_at.month" nulls last
limit 21;
-- totals
-- ["2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","7","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00"]
with facts_1 as (
  select
    "channel" as d0,
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  where "placed_at" < $1::timestamp + interval '1 month' + interval '2 days'
  group by 1, 2
),
bounds_1 as (
  select
    date_trunc('month', $2::timestamp)::date::date as lo,
    date_trunc('month', ($3::timestamp - interval '1 microsecond'))::date::date as hi
),
followed_1 as (
  select
    d0,
    period,
    s0,
    lead(period) over (partition by d0 order by period) as next
  from facts_1
  where period is not null
),
spread_1 as (
  select
    d0,
    period,
    s0
  from followed_1
  union all
  select
    d0,
    generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where period < least(next - interval '1 month', hi)
),
framed_1 as (
  select
    d0,
    period,
    sum(s0) over (partition by d0 order by period rows unbounded preceding) as s0
  from spread_1
),
picked_1 as (
  select
    d0,
    period as d1
  from framed_1
  cross join bounds_1
  where period >= lo
    and period <= hi
  group by 1, 2
  having max(s0) < $4::bigint
),
facts_2 as (
  select
    "channel" as d0,
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" < $5::timestamp + interval '1 month' + interval '2 days'
  group by 1, 2
),
periods_1 as (
  select generate_series(date_trunc('month', $6::timestamp)::date::timestamp, date_trunc('month', ($7::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month')::date as d1
)
select sum(s0) as "orders.running"
from facts_2
where exists (
  select 1
  from periods_1
  join picked_1 on array[picked_1.d1] = array[periods_1.d1]
  where day < periods_1.d1 + interval '1 month'
    and array[picked_1.d0] = array[facts_2.d0]
);
-- duckdb:
-- 34|     unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period,
-- 93|     unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, case when not isfinite(greatest(period, lo)) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period,
-- 127|   select unnest(generate_series(date_trunc('month', $6::timestamp)::date::timestamp, date_trunc('month', ($7::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month'))::date as d1
-- 134|   join picked_1 on picked_1.d1 is not distinct from periods_1.d1
-- 136|     and picked_1.d0 is not distinct from facts_2.d0
-- mysql:
-- 1| -- ["2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","7"]
-- 2| with recursive facts_1 as (
-- 5|     date(`placed_at`) as day,
-- 8|   where `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
-- 11| periods_1 as (
-- 13|     1 as n,
-- 14|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d1,
-- 15|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 16|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
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
-- 29 is left out
-- 30 is left out
-- 32|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 33|   from periods_1
-- 34|   cross join (select 0 as bit union all select 1) as bits
-- 35|   where first + interval (n * 2 + bit - 1) month <= last
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 40| spans_1 as (
-- 41|   select distinct
-- 42|     day as on_day,
-- 43|     d1
-- 44|   from (select distinct day from facts_1) as days
-- 45|   join periods_1 on day < d1 + interval 1 month
-- 49|   d1 as `orders.placed_at.month`,
-- 50|   sum(s0) as `orders.running`
-- 51| from facts_1
-- 52| join spans_1 on on_day = day
-- 53 is left out
-- 54 is left out
-- 56| having sum(s0) < cast(? as signed)
-- 57| order by `orders.channel` <=> null, `orders.channel`, `orders.placed_at.month` <=> null, `orders.placed_at.month`
-- 60| -- ["2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","7","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00"]
-- 61| with recursive facts_1 as (
-- 64|     date(`placed_at`) as day,
-- 67|   where `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
-- 70| periods_1 as (
-- 72|     1 as n,
-- 73|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d1,
-- 74|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 75|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
-- 76|   having first <= last
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 84 is left out
-- 85 is left out
-- 86 is left out
-- 87 is left out
-- 88 is left out
-- 89 is left out
-- 91|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 92|   from periods_1
-- 93|   cross join (select 0 as bit union all select 1) as bits
-- 94|   where first + interval (n * 2 + bit - 1) month <= last
-- 95 is left out
-- 96 is left out
-- 97 is left out
-- 99| spans_1 as (
-- 100|   select distinct
-- 101|     day as on_day,
-- 102|     d1
-- 103|   from (select distinct day from facts_1) as days
-- 104|   join periods_1 on day < d1 + interval 1 month
-- 109|     d1
-- 110|   from facts_1
-- 111|   join spans_1 on on_day = day
-- 112 is left out
-- 113 is left out
-- 115|   having sum(s0) < cast(? as signed)
-- 120|     date(`placed_at`) as day,
-- 123|   where `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
-- 126| periods_2 as (
-- 127|   select
-- 127+|     1 as n,
-- 127+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d1,
-- 127+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
-- 127+|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
-- 127+|   having first <= last
-- 127+|   union all
-- 127+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 127+|   from periods_2
-- 127+|   cross join (select 0 as bit union all select 1) as bits
-- 127+|   where first + interval (n * 2 + bit - 1) month <= last
-- 133|   from periods_2
-- 134|   join picked_1 on picked_1.d1 <=> periods_2.d1
-- 135|   where day < periods_2.d1 + interval 1 month
-- 136|     and picked_1.d0 <=> facts_2.d0
-- clickhouse:
-- 1| -- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","7"]
-- 5|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 6|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 8|   where "placed_at" < {p1:DateTime64(6, 'UTC')}
-- 11| periods_1 as (
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 13|   from (
-- 14|     select toStartOfMonth(toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 16| spans_1 as (
-- 18|     day as on_day,
-- 19|     d1
-- 20|   from (select distinct day from facts_1) as days
-- 21|   join periods_1 on day < (d1 + toIntervalMonth(1))
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
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 49|   d1 as "orders.placed_at.month",
-- 50|   sumOrNull(s0 + toDecimal128(0, 0)) as "orders.running"
-- 51| from facts_1
-- 52| join spans_1 on on_day = day
-- 53 is left out
-- 54 is left out
-- 56| having sumOrNull(s0 + toDecimal128(0, 0)) < {p4:Int64}
-- 57| order by 1 nulls last, 2 nulls last
-- 58| limit 21
-- 58+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 60| -- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","7","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 64|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 65|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 67|   where "placed_at" < {p1:DateTime64(6, 'UTC')}
-- 70| periods_1 as (
-- 71|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 72|   from (
-- 73|     select toStartOfMonth(toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 73+|   ) as bounds
-- 73+|   where lo <= hi
-- 75| spans_1 as (
-- 77|     day as on_day,
-- 78|     d1
-- 79|   from (select distinct day from facts_1) as days
-- 80|   join periods_1 on day < (d1 + toIntervalMonth(1))
-- 81 is left out
-- 82 is left out
-- 84 is left out
-- 85 is left out
-- 86 is left out
-- 87 is left out
-- 88 is left out
-- 89 is left out
-- 90 is left out
-- 91 is left out
-- 92 is left out
-- 93 is left out
-- 94 is left out
-- 95 is left out
-- 96 is left out
-- 97 is left out
-- 98 is left out
-- 99 is left out
-- 100 is left out
-- 101 is left out
-- 102 is left out
-- 103 is left out
-- 104 is left out
-- 105 is left out
-- 109|     d1
-- 110|   from facts_1
-- 111|   join spans_1 on on_day = day
-- 112 is left out
-- 113 is left out
-- 115|   having sumOrNull(s0 + toDecimal128(0, 0)) < {p4:Int64}
-- 120|     toDate32(toTimeZone("placed_at", 'UTC')) as day,
-- 121|     sumOrNull("amount" + toDecimal128(0, 0)) as s0
-- 123|   where "placed_at" < {p5:DateTime64(6, 'UTC')}
-- 126| periods_2 as (
-- 127|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 127+|   from (
-- 127+|     select toStartOfMonth(toDate32(toTimeZone({p6:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p7:DateTime64(6, 'UTC')}, 'UTC'))) as hi
-- 127+|   ) as bounds
-- 127+|   where lo <= hi
-- 129| select sumOrNull(s0 + toDecimal128(0, 0)) as "orders.running"
-- 131| where toJSONString(tuple(facts_2.day, facts_2.d0)) in (
-- 132|   select toJSONString(tuple(days.day, picked_1.d0))
-- 133|   from (select distinct day from facts_2) as days
-- 134|   join periods_2 on day < (periods_2.d1 + toIntervalMonth(1))
-- 135|   join picked_1 on [picked_1.d1] = [periods_2.d1]
-- 136| )
-- 137| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 1| -- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","7"]
-- 5|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 8|   where "placed_at" < cast(? as timestamp(6))
-- 11| periods_1 as (
-- 12|   select date_add('month', many * 10000 + few, lo) as d1
-- 13|   from (
-- 14|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 14+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 14+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 16| spans_1 as (
-- 18|     day as on_day,
-- 19|     d1
-- 20|   from (select distinct day from facts_1) as days
-- 21|   join periods_1 on day < date_add('month', 1, d1)
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
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 49|   d1 as "orders.placed_at.month",
-- 50|   sum(s0) as "orders.running"
-- 51| from facts_1
-- 52| join spans_1 on on_day = day
-- 53 is left out
-- 54 is left out
-- 56| having sum(s0) < cast(? as bigint)
-- 60| -- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","7","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 64|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 67|   where "placed_at" < cast(? as timestamp(6))
-- 70| periods_1 as (
-- 71|   select date_add('month', many * 10000 + few, lo) as d1
-- 72|   from (
-- 73|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 73+|   ) as bounds
-- 73+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 73+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 73+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 75| spans_1 as (
-- 77|     day as on_day,
-- 78|     d1
-- 79|   from (select distinct day from facts_1) as days
-- 80|   join periods_1 on day < date_add('month', 1, d1)
-- 81 is left out
-- 82 is left out
-- 84 is left out
-- 85 is left out
-- 86 is left out
-- 87 is left out
-- 88 is left out
-- 89 is left out
-- 90 is left out
-- 91 is left out
-- 92 is left out
-- 93 is left out
-- 94 is left out
-- 95 is left out
-- 96 is left out
-- 97 is left out
-- 98 is left out
-- 99 is left out
-- 100 is left out
-- 101 is left out
-- 102 is left out
-- 103 is left out
-- 104 is left out
-- 105 is left out
-- 109|     d1
-- 110|   from facts_1
-- 111|   join spans_1 on on_day = day
-- 112 is left out
-- 113 is left out
-- 115|   having sum(s0) < cast(? as bigint)
-- 120|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
-- 123|   where "placed_at" < cast(? as timestamp(6))
-- 126| periods_2 as (
-- 127|   select date_add('month', many * 10000 + few, lo) as d1
-- 127+|   from (
-- 127+|     select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
-- 127+|   ) as bounds
-- 127+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 127+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 127+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 131| where json_format(cast(array[cast(facts_2.day as json), cast(facts_2.d0 as json)] as json)) in (
-- 132|   select json_format(cast(array[cast(days.day as json), cast(picked_1.d0 as json)] as json))
-- 133|   from (select distinct day from facts_2) as days
-- 134|   join periods_2 on day < date_add('month', 1, periods_2.d1)
-- 135|   join picked_1 on picked_1.d1 is not distinct from periods_2.d1
-- 136 is left out
-- bigquery:
-- 1| -- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","7"]
-- 5|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 8|   where `placed_at` < @p1
-- 11| periods_1 as (
-- 12|   select step as d1
-- 13|   from (
-- 14|     select date_trunc(cast(datetime(timestamp(@p2), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 16| spans_1 as (
-- 18|     day as on_day,
-- 19|     d1
-- 20|   from (select distinct day from facts_1) as days
-- 21|   join periods_1 on day < date_add(d1, interval 1 month)
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
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 49|   d1 as `orders__placed_at__month`,
-- 50|   sum(s0) as `orders__running`
-- 51| from facts_1
-- 52| join spans_1 on on_day = day
-- 53 is left out
-- 54 is left out
-- 56| having sum(s0) < cast(@p4 as int64)
-- 60| -- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","7","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 64|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 67|   where `placed_at` < @p1
-- 70| periods_1 as (
-- 71|   select step as d1
-- 72|   from (
-- 73|     select date_trunc(cast(datetime(timestamp(@p2), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as hi
-- 73+|   ) as bounds
-- 73+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 75| spans_1 as (
-- 77|     day as on_day,
-- 78|     d1
-- 79|   from (select distinct day from facts_1) as days
-- 80|   join periods_1 on day < date_add(d1, interval 1 month)
-- 81 is left out
-- 82 is left out
-- 84 is left out
-- 85 is left out
-- 86 is left out
-- 87 is left out
-- 88 is left out
-- 89 is left out
-- 90 is left out
-- 91 is left out
-- 92 is left out
-- 93 is left out
-- 94 is left out
-- 95 is left out
-- 96 is left out
-- 97 is left out
-- 98 is left out
-- 99 is left out
-- 100 is left out
-- 101 is left out
-- 102 is left out
-- 103 is left out
-- 104 is left out
-- 105 is left out
-- 109|     d1
-- 110|   from facts_1
-- 111|   join spans_1 on on_day = day
-- 112 is left out
-- 113 is left out
-- 115|   having sum(s0) < cast(@p4 as int64)
-- 120|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
-- 123|   where `placed_at` < @p5
-- 126| periods_2 as (
-- 127|   select step as d1
-- 127+|   from (
-- 127+|     select date_trunc(cast(datetime(timestamp(@p6), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p7), 'UTC') as date), month) as hi
-- 127+|   ) as bounds
-- 127+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 131| where to_json_string([to_json_string(facts_2.day), to_json_string(facts_2.d0)]) in (
-- 132|   select to_json_string([to_json_string(days.day), to_json_string(picked_1.d0)])
-- 133|   from (select distinct day from facts_2) as days
-- 134|   join periods_2 on day < date_add(periods_2.d1, interval 1 month)
-- 135|   join picked_1 on to_json_string(picked_1.d1) = to_json_string(periods_2.d1)
-- 136 is left out
-- databricks:
-- 1| -- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","7"]
-- 5|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 8|   where `placed_at` < cast(concat(:p1, 'Z') as timestamp)
-- 11| periods_1 as (
-- 12|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 13|   from (
-- 14|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p2, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as hi
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 16| spans_1 as (
-- 18|     day as on_day,
-- 19|     d1
-- 20|   from (select distinct day from facts_1) as days
-- 21|   join periods_1 on day < cast(dateadd(month, 1, d1) as date)
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
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 49|   d1 as `orders.placed_at.month`,
-- 50|   sum(s0) as `orders.running`
-- 51| from facts_1
-- 52| join spans_1 on on_day = day
-- 53 is left out
-- 54 is left out
-- 56| having sum(s0) < cast(:p4 as bigint)
-- 60| -- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","7","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 64|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 67|   where `placed_at` < cast(concat(:p1, 'Z') as timestamp)
-- 70| periods_1 as (
-- 71|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 72|   from (
-- 73|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p2, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as hi
-- 73+|   ) as bounds
-- 73+|   where lo <= hi
-- 75| spans_1 as (
-- 77|     day as on_day,
-- 78|     d1
-- 79|   from (select distinct day from facts_1) as days
-- 80|   join periods_1 on day < cast(dateadd(month, 1, d1) as date)
-- 81 is left out
-- 82 is left out
-- 84 is left out
-- 85 is left out
-- 86 is left out
-- 87 is left out
-- 88 is left out
-- 89 is left out
-- 90 is left out
-- 91 is left out
-- 92 is left out
-- 93 is left out
-- 94 is left out
-- 95 is left out
-- 96 is left out
-- 97 is left out
-- 98 is left out
-- 99 is left out
-- 100 is left out
-- 101 is left out
-- 102 is left out
-- 103 is left out
-- 104 is left out
-- 105 is left out
-- 109|     d1
-- 110|   from facts_1
-- 111|   join spans_1 on on_day = day
-- 112 is left out
-- 113 is left out
-- 115|   having sum(s0) < cast(:p4 as bigint)
-- 120|     cast(convert_timezone('UTC', `placed_at`) as date) as day,
-- 123|   where `placed_at` < cast(concat(:p5, 'Z') as timestamp)
-- 126| periods_2 as (
-- 127|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 127+|   from (
-- 127+|     select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p6, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p7, 'Z') as timestamp))) as date) as hi
-- 127+|   ) as bounds
-- 127+|   where lo <= hi
-- 131| where to_json(named_struct('c0', facts_2.day, 'c1', facts_2.d0)) in (
-- 132|   select to_json(named_struct('c0', days.day, 'c1', picked_1.d0))
-- 133|   from (select distinct day from facts_2) as days
-- 134|   join periods_2 on day < cast(dateadd(month, 1, periods_2.d1) as date)
-- 135|   join picked_1 on picked_1.d1 <=> periods_2.d1
-- 136 is left out
-- snowflake:
-- 1| -- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","7"]
-- 5|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 8|   where "placed_at" < cast(? as timestamp_ntz)
-- 11| periods_1 as (
-- 12|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 13|   from (
-- 14|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 14+|   ) as bounds
-- 14+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 16| spans_1 as (
-- 18|     day as on_day,
-- 19|     d1
-- 20|   from (select distinct day from facts_1) as days
-- 21|   join periods_1 on day < dateadd(month, 1, d1)
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
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 49|   d1 as "orders.placed_at.month",
-- 50|   sum(s0) as "orders.running"
-- 51| from facts_1
-- 52| join spans_1 on on_day = day
-- 53 is left out
-- 54 is left out
-- 56| having sum(s0) < cast(? as number(38, 0))
-- 60| -- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","7","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 64|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 67|   where "placed_at" < cast(? as timestamp_ntz)
-- 70| periods_1 as (
-- 71|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 72|   from (
-- 73|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 73+|   ) as bounds
-- 73+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 75| spans_1 as (
-- 77|     day as on_day,
-- 78|     d1
-- 79|   from (select distinct day from facts_1) as days
-- 80|   join periods_1 on day < dateadd(month, 1, d1)
-- 81 is left out
-- 82 is left out
-- 84 is left out
-- 85 is left out
-- 86 is left out
-- 87 is left out
-- 88 is left out
-- 89 is left out
-- 90 is left out
-- 91 is left out
-- 92 is left out
-- 93 is left out
-- 94 is left out
-- 95 is left out
-- 96 is left out
-- 97 is left out
-- 98 is left out
-- 99 is left out
-- 100 is left out
-- 101 is left out
-- 102 is left out
-- 103 is left out
-- 104 is left out
-- 105 is left out
-- 109|     d1
-- 110|   from facts_1
-- 111|   join spans_1 on on_day = day
-- 112 is left out
-- 113 is left out
-- 115|   having sum(s0) < cast(? as number(38, 0))
-- 120|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
-- 123|   where "placed_at" < cast(? as timestamp_ntz)
-- 126| periods_2 as (
-- 127|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 127+|   from (
-- 127+|     select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
-- 127+|   ) as bounds
-- 127+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 131| where to_json(array_construct(facts_2.day, facts_2.d0)) in (
-- 132|   select to_json(array_construct(days.day, picked_1.d0))
-- 133|   from (select distinct day from facts_2) as days
-- 134|   join periods_2 on day < dateadd(month, 1, periods_2.d1)
-- 135|   join picked_1 on equal_null(picked_1.d1, periods_2.d1)
-- 136 is left out
-- redshift:
-- 1| -- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","7"]
-- 5|     "placed_at"::date as day,
-- 8|   where "placed_at" < $1::timestamp
-- 11| periods_1 as (
-- 12|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 13|   from (
-- 14|     select date_trunc('month', $2::timestamp)::date as lo, date_trunc('month', $3::timestamp)::date as hi
-- 14+|   ) as bounds
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 14+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 16| spans_1 as (
-- 18|     day as on_day,
-- 19|     d1
-- 20|   from (select distinct day from facts_1) as days
-- 21|   join periods_1 on day < dateadd(month, 1, d1)::date
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
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 49|   d1 as "orders.placed_at.month",
-- 50|   sum(s0) as "orders.running"
-- 51| from facts_1
-- 52| join spans_1 on on_day = day
-- 53 is left out
-- 54 is left out
-- 56| having sum(s0) < $4::bigint
-- 60| -- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","7","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
-- 64|     "placed_at"::date as day,
-- 67|   where "placed_at" < $1::timestamp
-- 70| periods_1 as (
-- 71|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 72|   from (
-- 73|     select date_trunc('month', $2::timestamp)::date as lo, date_trunc('month', $3::timestamp)::date as hi
-- 73+|   ) as bounds
-- 73+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 73+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 73+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 73+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 73+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 73+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 73+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 75| spans_1 as (
-- 77|     day as on_day,
-- 78|     d1
-- 79|   from (select distinct day from facts_1) as days
-- 80|   join periods_1 on day < dateadd(month, 1, d1)::date
-- 81 is left out
-- 82 is left out
-- 84 is left out
-- 85 is left out
-- 86 is left out
-- 87 is left out
-- 88 is left out
-- 89 is left out
-- 90 is left out
-- 91 is left out
-- 92 is left out
-- 93 is left out
-- 94 is left out
-- 95 is left out
-- 96 is left out
-- 97 is left out
-- 98 is left out
-- 99 is left out
-- 100 is left out
-- 101 is left out
-- 102 is left out
-- 103 is left out
-- 104 is left out
-- 105 is left out
-- 109|     d1
-- 110|   from facts_1
-- 111|   join spans_1 on on_day = day
-- 112 is left out
-- 113 is left out
-- 115|   having sum(s0) < $4::bigint
-- 123|   where "placed_at" < $5::timestamp
-- 126| periods_2 as (
-- 127|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 127+|   from (
-- 127+|     select date_trunc('month', $6::timestamp)::date as lo, date_trunc('month', $7::timestamp)::date as hi
-- 127+|   ) as bounds
-- 127+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 127+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 127+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 127+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 127+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 127+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 127+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 133|   from periods_2
-- 134|   join picked_1 on (picked_1.d1 = periods_2.d1 or (picked_1.d1 is null and periods_2.d1 is null))
-- 135|   where day < dateadd(month, 1, periods_2.d1)::date
-- 136|     and (picked_1.d0 = facts_2.d0 or (picked_1.d0 is null and facts_2.d0 is null))

-- in totals with a dimension of the many side, a row of several groups that pass counts once
-- ["50"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    date_trunc('month', "balances"."day")::date as period,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
sums_1 as (
  select
    d0,
    period,
    sum(v0) as s0
  from facts_1
  group by 1, 2
),
bounds_1 as (
  select
    min(period)::date as lo,
    max(period)::date as hi
  from sums_1
),
followed_1 as (
  select
    d0,
    period,
    s0,
    lead(period) over (partition by d0 order by period) as next
  from sums_1
  where period is not null
),
spread_1 as (
  select
    d0,
    period,
    s0
  from followed_1
  union all
  select
    d0,
    generate_series((period + interval '1 month')::timestamp, case when not isfinite(period) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where period < least(next - interval '1 month', hi)
),
framed_1 as (
  select
    d0,
    period,
    sum(s0) over (partition by d0 order by period rows unbounded preceding) as s0
  from spread_1
),
facts_2 as (
  select distinct
    "tags"."tag" as d0,
    "balances"."day"::date as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_1 as (
  select generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month')::date as d1
  from facts_2
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_2) as days
  join periods_1 on day_ < d1 + interval '1 month'
)
select
  d0 as "tags.tag",
  d1 as "balances.day.month",
  max(m0) as "balances.added_up",
  max(m1) as "balances.known"
from (
  select
    d0,
    period as d1,
    max(s0) as m0,
    null as m1
  from framed_1
  group by 1, 2
  union all
  select
    d0,
    d1,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      d0,
      d1,
      v0,
      case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc nulls last) end as place
    from facts_2
    join spans_1 on on_day = day_
  ) as placed
  group by 1, 2
) as branches
group by 1, 2
having max(m0) > $1::bigint
order by "tags.tag" nulls last, "balances.day.month" nulls last
limit 11;
-- totals
-- ["50"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    date_trunc('month', "balances"."day")::date as period,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
sums_1 as (
  select
    d0,
    period,
    sum(v0) as s0
  from facts_1
  group by 1, 2
),
bounds_1 as (
  select
    min(period)::date as lo,
    max(period)::date as hi
  from sums_1
),
followed_1 as (
  select
    d0,
    period,
    s0,
    lead(period) over (partition by d0 order by period) as next
  from sums_1
  where period is not null
),
spread_1 as (
  select
    d0,
    period,
    s0
  from followed_1
  union all
  select
    d0,
    generate_series((period + interval '1 month')::timestamp, case when not isfinite(period) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where period < least(next - interval '1 month', hi)
),
framed_1 as (
  select
    d0,
    period,
    sum(s0) over (partition by d0 order by period rows unbounded preceding) as s0
  from spread_1
),
facts_2 as (
  select
    "tags"."tag" as d0,
    "balances"."day"::date as day_,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_1 as (
  select generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month')::date as d1
  from facts_2
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_2) as days
  join periods_1 on day_ < d1 + interval '1 month'
),
picked_1 as (
  select
    d0,
    d1
  from (
    select
      d0,
      period as d1,
      max(s0) as m0
    from framed_1
    group by 1, 2
    union all
    select
      d0,
      d1,
      null as m0
    from (
      select
        d0,
        d1,
        case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc nulls last) end as place
      from facts_2
      join spans_1 on on_day = day_
    ) as placed
    group by 1, 2
  ) as branches
  group by 1, 2
  having max(m0) > $1::bigint
),
facts_3 as (
  select distinct
    "tags"."tag" as d0,
    "balances"."day"::date as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_2 as (
  select generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month')::date as d1
  from facts_3
),
facts_4 as (
  select distinct
    "tags"."tag" as d0,
    "balances"."day"::date as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_3 as (
  select generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month')::date as d1
  from facts_4
)
select
  max(m0) as "balances.added_up",
  max(m1) as "balances.known"
from (
  select
    sum(v0) as m0,
    null as m1
  from (
    select distinct
      k0,
      k1,
      v0
    from facts_3
    where exists (
      select 1
      from periods_2
      join picked_1 on array[picked_1.d1] = array[periods_2.d1]
      where day_ < periods_2.d1 + interval '1 month'
        and array[picked_1.d0] = array[facts_3.d0]
    )
  ) as single
  union all
  select
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      v0,
      case when moment is not null then rank() over (partition by p0 order by moment desc nulls last) end as place
    from (
      select distinct
        k0,
        k1,
        v0,
        moment,
        p0
      from facts_4
      where exists (
        select 1
        from periods_3
        join picked_1 on array[picked_1.d1] = array[periods_3.d1]
        where day_ < periods_3.d1 + interval '1 month'
          and array[picked_1.d0] = array[facts_4.d0]
      )
    ) as single
  ) as placed
) as branches;
-- duckdb:
-- 45|     unnest(generate_series((period + interval '1 month')::timestamp, case when not isfinite(period) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period,
-- 72|   select unnest(generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month'))::date as d1
-- 161|     unnest(generate_series((period + interval '1 month')::timestamp, case when not isfinite(period) or not isfinite(least(next, hi)) then concat('fillGaps: over 100000 periods', substr(period::text, 1, 0))::date else least(next - interval '1 month', hi) end::timestamp, interval '1 month'))::date as period,
-- 185|   select unnest(generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month'))::date as d1
-- 236|   select unnest(generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month'))::date as d1
-- 253|   select unnest(generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month'))::date as d1
-- 272|       join picked_1 on picked_1.d1 is not distinct from periods_2.d1
-- 274|         and picked_1.d0 is not distinct from facts_3.d0
-- 296|         join picked_1 on picked_1.d1 is not distinct from periods_3.d1
-- 298|           and picked_1.d0 is not distinct from facts_4.d0
-- mysql:
-- 2| with recursive facts_1 as (
-- 5|     date(`balances`.`day`) as day_,
-- 16|     day_,
-- 21| periods_1 as (
-- 23|     1 as n,
-- 24|     min(cast(date_format(day_, '%Y-%m-01') as date)) as d1,
-- 24+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
-- 24+|     max(cast(date_format(day_, '%Y-%m-01') as date)) as last
-- 26|   having first <= last
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
-- 43|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 44|   from periods_1
-- 45|   cross join (select 0 as bit union all select 1) as bits
-- 46|   where first + interval (n * 2 + bit - 1) month <= last
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 51| spans_1 as (
-- 52|   select distinct
-- 53|     day_ as on_day,
-- 54|     d1
-- 55|   from (select distinct day_ from sums_1) as days
-- 56|   join periods_1 on day_ < d1 + interval 1 month
-- 61|     date(`balances`.`day`) as day_,
-- 71| periods_2 as (
-- 72|   select
-- 72+|     1 as n,
-- 72+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as d1,
-- 72+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
-- 72+|     max(cast(date_format(day_, '%Y-%m-01') as date)) as last
-- 73+|   having first <= last
-- 73+|   union all
-- 73+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 73+|   from periods_2
-- 73+|   cross join (select 0 as bit union all select 1) as bits
-- 73+|   where first + interval (n * 2 + bit - 1) month <= last
-- 75| spans_2 as (
-- 76|   select distinct
-- 80|   join periods_2 on day_ < d1 + interval 1 month
-- 90|     d1,
-- 91|     sum(s0) as m0,
-- 93|   from sums_1
-- 93+|   join spans_1 on on_day = day_
-- 106|       case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc) end as place
-- 108|     join spans_2 on on_day = day_
-- 113| having max(m0) > cast(? as signed)
-- 114| order by `tags.tag` <=> null, `tags.tag`, `balances.day.month` <=> null, `balances.day.month`
-- 118| with recursive facts_1 as (
-- 121|     date(`balances`.`day`) as day_,
-- 132|     day_,
-- 137| periods_1 as (
-- 139|     1 as n,
-- 140|     min(cast(date_format(day_, '%Y-%m-01') as date)) as d1,
-- 140+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
-- 140+|     max(cast(date_format(day_, '%Y-%m-01') as date)) as last
-- 142|   having first <= last
-- 143 is left out
-- 144 is left out
-- 145 is left out
-- 146 is left out
-- 147 is left out
-- 148 is left out
-- 149 is left out
-- 150 is left out
-- 151 is left out
-- 152 is left out
-- 153 is left out
-- 154 is left out
-- 155 is left out
-- 156 is left out
-- 157 is left out
-- 159|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 160|   from periods_1
-- 161|   cross join (select 0 as bit union all select 1) as bits
-- 162|   where first + interval (n * 2 + bit - 1) month <= last
-- 163 is left out
-- 164 is left out
-- 165 is left out
-- 167| spans_1 as (
-- 168|   select distinct
-- 169|     day_ as on_day,
-- 170|     d1
-- 171|   from (select distinct day_ from sums_1) as days
-- 172|   join periods_1 on day_ < d1 + interval 1 month
-- 177|     date(`balances`.`day`) as day_,
-- 184| periods_2 as (
-- 185|   select
-- 185+|     1 as n,
-- 185+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as d1,
-- 185+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
-- 185+|     max(cast(date_format(day_, '%Y-%m-01') as date)) as last
-- 186+|   having first <= last
-- 186+|   union all
-- 186+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 186+|   from periods_2
-- 186+|   cross join (select 0 as bit union all select 1) as bits
-- 186+|   where first + interval (n * 2 + bit - 1) month <= last
-- 188| spans_2 as (
-- 189|   select distinct
-- 193|   join periods_2 on day_ < d1 + interval 1 month
-- 202|       d1,
-- 203|       sum(s0) as m0
-- 204|     from sums_1
-- 204+|     join spans_1 on on_day = day_
-- 215|         case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc) end as place
-- 217|       join spans_2 on on_day = day_
-- 222|   having max(m0) > cast(? as signed)
-- 227|     date(`balances`.`day`) as day_,
-- 235| periods_3 as (
-- 236|   select
-- 236+|     1 as n,
-- 236+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as d1,
-- 236+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
-- 236+|     max(cast(date_format(day_, '%Y-%m-01') as date)) as last
-- 237+|   having first <= last
-- 237+|   union all
-- 237+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 237+|   from periods_3
-- 237+|   cross join (select 0 as bit union all select 1) as bits
-- 237+|   where first + interval (n * 2 + bit - 1) month <= last
-- 242|     date(`balances`.`day`) as day_,
-- 252| periods_4 as (
-- 253|   select
-- 253+|     1 as n,
-- 253+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as d1,
-- 253+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
-- 253+|     max(cast(date_format(day_, '%Y-%m-01') as date)) as last
-- 254+|   having first <= last
-- 254+|   union all
-- 254+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 254+|   from periods_4
-- 254+|   cross join (select 0 as bit union all select 1) as bits
-- 254+|   where first + interval (n * 2 + bit - 1) month <= last
-- 271|       from periods_3
-- 272|       join picked_1 on picked_1.d1 <=> periods_3.d1
-- 273|       where day_ < periods_3.d1 + interval 1 month
-- 274|         and picked_1.d0 <=> facts_3.d0
-- 284|       case when moment is not null then rank() over (partition by p0 order by moment desc) end as place
-- 295|         from periods_4
-- 296|         join picked_1 on picked_1.d1 <=> periods_4.d1
-- 297|         where day_ < periods_4.d1 + interval 1 month
-- 298|           and picked_1.d0 <=> facts_4.d0
-- clickhouse:
-- 5|     toDate32("balances"."day") as day_,
-- 16|     day_,
-- 17|     sumOrNull(v0 + toDecimal128(0, 0)) as s0
-- 21| periods_1 as (
-- 22|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 23|   from (
-- 24|     select
-- 25|       minOrNull(toStartOfMonth(toDate32(day_))) as lo,
-- 25+|       maxOrNull(toStartOfMonth(toDate32(day_))) as hi
-- 25+|     from sums_1
-- 25+|   ) as bounds
-- 25+|   where lo <= hi
-- 27| spans_1 as (
-- 29|     day_ as on_day,
-- 30|     d1
-- 31|   from (select distinct day_ from sums_1) as days
-- 32|   join periods_1 on day_ < (d1 + toIntervalMonth(1))
-- 33 is left out
-- 34 is left out
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
-- 61|     toDate32("balances"."day") as day_,
-- 71| periods_2 as (
-- 72|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 73|   from (
-- 73+|     select
-- 73+|       minOrNull(toStartOfMonth(toDate32(day_))) as lo,
-- 73+|       maxOrNull(toStartOfMonth(toDate32(day_))) as hi
-- 73+|     from facts_2
-- 73+|   ) as bounds
-- 73+|   where lo <= hi
-- 75| spans_2 as (
-- 80|   join periods_2 on day_ < (d1 + toIntervalMonth(1))
-- 90|     d1,
-- 91|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 93|   from sums_1
-- 93+|   join spans_1 on on_day = day_
-- 100|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
-- 108|     join spans_2 on on_day = day_
-- 113| having max(m0) > {p1:Int64}
-- 114| order by 1 nulls last, 2 nulls last
-- 115| limit 11
-- 115+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 121|     toDate32("balances"."day") as day_,
-- 132|     day_,
-- 133|     sumOrNull(v0 + toDecimal128(0, 0)) as s0
-- 137| periods_1 as (
-- 138|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 139|   from (
-- 140|     select
-- 141|       minOrNull(toStartOfMonth(toDate32(day_))) as lo,
-- 141+|       maxOrNull(toStartOfMonth(toDate32(day_))) as hi
-- 141+|     from sums_1
-- 141+|   ) as bounds
-- 141+|   where lo <= hi
-- 143| spans_1 as (
-- 145|     day_ as on_day,
-- 146|     d1
-- 147|   from (select distinct day_ from sums_1) as days
-- 148|   join periods_1 on day_ < (d1 + toIntervalMonth(1))
-- 149 is left out
-- 150 is left out
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
-- 164 is left out
-- 165 is left out
-- 166 is left out
-- 167 is left out
-- 168 is left out
-- 169 is left out
-- 170 is left out
-- 171 is left out
-- 172 is left out
-- 173 is left out
-- 177|     toDate32("balances"."day") as day_,
-- 184| periods_2 as (
-- 185|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 186|   from (
-- 186+|     select
-- 186+|       minOrNull(toStartOfMonth(toDate32(day_))) as lo,
-- 186+|       maxOrNull(toStartOfMonth(toDate32(day_))) as hi
-- 186+|     from facts_2
-- 186+|   ) as bounds
-- 186+|   where lo <= hi
-- 188| spans_2 as (
-- 193|   join periods_2 on day_ < (d1 + toIntervalMonth(1))
-- 202|       d1,
-- 203|       sumOrNull(s0 + toDecimal128(0, 0)) as m0
-- 204|     from sums_1
-- 204+|     join spans_1 on on_day = day_
-- 217|       join spans_2 on on_day = day_
-- 222|   having max(m0) > {p1:Int64}
-- 227|     toDate32("balances"."day") as day_,
-- 235| periods_3 as (
-- 236|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 237|   from (
-- 237+|     select
-- 237+|       minOrNull(toStartOfMonth(toDate32(day_))) as lo,
-- 237+|       maxOrNull(toStartOfMonth(toDate32(day_))) as hi
-- 237+|     from facts_3
-- 237+|   ) as bounds
-- 237+|   where lo <= hi
-- 242|     toDate32("balances"."day") as day_,
-- 252| periods_4 as (
-- 253|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 254|   from (
-- 254+|     select
-- 254+|       minOrNull(toStartOfMonth(toDate32(day_))) as lo,
-- 254+|       maxOrNull(toStartOfMonth(toDate32(day_))) as hi
-- 254+|     from facts_4
-- 254+|   ) as bounds
-- 254+|   where lo <= hi
-- 261|     sumOrNull(v0 + toDecimal128(0, 0)) as m0,
-- 269|     where toJSONString(tuple(facts_3.day_, facts_3.d0)) in (
-- 270|       select toJSONString(tuple(days.day_, picked_1.d0))
-- 271|       from (select distinct day_ from facts_3) as days
-- 272|       join periods_3 on day_ < (periods_3.d1 + toIntervalMonth(1))
-- 273|       join picked_1 on [picked_1.d1] = [periods_3.d1]
-- 274 is left out
-- 280|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
-- 293|       where toJSONString(tuple(facts_4.day_, facts_4.d0)) in (
-- 294|         select toJSONString(tuple(days.day_, picked_1.d0))
-- 295|         from (select distinct day_ from facts_4) as days
-- 296|         join periods_4 on day_ < (periods_4.d1 + toIntervalMonth(1))
-- 297|         join picked_1 on [picked_1.d1] = [periods_4.d1]
-- 298 is left out
-- 302| ) as branches
-- 302+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 5|     cast("balances"."day" as date) as day_,
-- 16|     day_,
-- 21| periods_1 as (
-- 22|   select date_add('month', many * 10000 + few, lo) as d1
-- 23|   from (
-- 24|     select
-- 25|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 25+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 25+|     from sums_1
-- 25+|   ) as bounds
-- 25+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 25+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 25+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 27| spans_1 as (
-- 29|     day_ as on_day,
-- 30|     d1
-- 31|   from (select distinct day_ from sums_1) as days
-- 32|   join periods_1 on day_ < date_add('month', 1, d1)
-- 33 is left out
-- 34 is left out
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
-- 61|     cast("balances"."day" as date) as day_,
-- 71| periods_2 as (
-- 72|   select date_add('month', many * 10000 + few, lo) as d1
-- 73|   from (
-- 73+|     select
-- 73+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 73+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 73+|     from facts_2
-- 73+|   ) as bounds
-- 73+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 73+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 73+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 75| spans_2 as (
-- 80|   join periods_2 on day_ < date_add('month', 1, d1)
-- 90|     d1,
-- 91|     sum(s0) as m0,
-- 93|   from sums_1
-- 93+|   join spans_1 on on_day = day_
-- 108|     join spans_2 on on_day = day_
-- 113| having max(m0) > cast(? as bigint)
-- 121|     cast("balances"."day" as date) as day_,
-- 132|     day_,
-- 137| periods_1 as (
-- 138|   select date_add('month', many * 10000 + few, lo) as d1
-- 139|   from (
-- 140|     select
-- 141|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 141+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 141+|     from sums_1
-- 141+|   ) as bounds
-- 141+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 141+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 141+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 143| spans_1 as (
-- 145|     day_ as on_day,
-- 146|     d1
-- 147|   from (select distinct day_ from sums_1) as days
-- 148|   join periods_1 on day_ < date_add('month', 1, d1)
-- 149 is left out
-- 150 is left out
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
-- 164 is left out
-- 165 is left out
-- 166 is left out
-- 167 is left out
-- 168 is left out
-- 169 is left out
-- 170 is left out
-- 171 is left out
-- 172 is left out
-- 173 is left out
-- 177|     cast("balances"."day" as date) as day_,
-- 184| periods_2 as (
-- 185|   select date_add('month', many * 10000 + few, lo) as d1
-- 186|   from (
-- 186+|     select
-- 186+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 186+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 186+|     from facts_2
-- 186+|   ) as bounds
-- 186+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 186+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 186+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 188| spans_2 as (
-- 193|   join periods_2 on day_ < date_add('month', 1, d1)
-- 202|       d1,
-- 203|       sum(s0) as m0
-- 204|     from sums_1
-- 204+|     join spans_1 on on_day = day_
-- 217|       join spans_2 on on_day = day_
-- 222|   having max(m0) > cast(? as bigint)
-- 227|     cast("balances"."day" as date) as day_,
-- 235| periods_3 as (
-- 236|   select date_add('month', many * 10000 + few, lo) as d1
-- 237|   from (
-- 237+|     select
-- 237+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 237+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 237+|     from facts_3
-- 237+|   ) as bounds
-- 237+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 237+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 237+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 242|     cast("balances"."day" as date) as day_,
-- 252| periods_4 as (
-- 253|   select date_add('month', many * 10000 + few, lo) as d1
-- 254|   from (
-- 254+|     select
-- 254+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 254+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 254+|     from facts_4
-- 254+|   ) as bounds
-- 254+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 254+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 254+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 269|     where json_format(cast(array[cast(facts_3.day_ as json), cast(facts_3.d0 as json)] as json)) in (
-- 270|       select json_format(cast(array[cast(days.day_ as json), cast(picked_1.d0 as json)] as json))
-- 271|       from (select distinct day_ from facts_3) as days
-- 272|       join periods_3 on day_ < date_add('month', 1, periods_3.d1)
-- 273|       join picked_1 on picked_1.d1 is not distinct from periods_3.d1
-- 274 is left out
-- 293|       where json_format(cast(array[cast(facts_4.day_ as json), cast(facts_4.d0 as json)] as json)) in (
-- 294|         select json_format(cast(array[cast(days.day_ as json), cast(picked_1.d0 as json)] as json))
-- 295|         from (select distinct day_ from facts_4) as days
-- 296|         join periods_4 on day_ < date_add('month', 1, periods_4.d1)
-- 297|         join picked_1 on picked_1.d1 is not distinct from periods_4.d1
-- 298 is left out
-- bigquery:
-- 5|     cast(`balances`.`day` as date) as day_,
-- 16|     day_,
-- 21| periods_1 as (
-- 22|   select step as d1
-- 23|   from (
-- 24|     select
-- 25|       min(date_trunc(cast(day_ as date), month)) as lo,
-- 25+|       max(date_trunc(cast(day_ as date), month)) as hi
-- 25+|     from sums_1
-- 25+|   ) as bounds
-- 25+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 27| spans_1 as (
-- 29|     day_ as on_day,
-- 30|     d1
-- 31|   from (select distinct day_ from sums_1) as days
-- 32|   join periods_1 on day_ < date_add(d1, interval 1 month)
-- 33 is left out
-- 34 is left out
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
-- 61|     cast(`balances`.`day` as date) as day_,
-- 71| periods_2 as (
-- 72|   select step as d1
-- 73|   from (
-- 73+|     select
-- 73+|       min(date_trunc(cast(day_ as date), month)) as lo,
-- 73+|       max(date_trunc(cast(day_ as date), month)) as hi
-- 73+|     from facts_2
-- 73+|   ) as bounds
-- 73+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 75| spans_2 as (
-- 80|   join periods_2 on day_ < date_add(d1, interval 1 month)
-- 90|     d1,
-- 91|     sum(s0) as m0,
-- 93|   from sums_1
-- 93+|   join spans_1 on on_day = day_
-- 108|     join spans_2 on on_day = day_
-- 113| having max(m0) > cast(@p1 as int64)
-- 121|     cast(`balances`.`day` as date) as day_,
-- 132|     day_,
-- 137| periods_1 as (
-- 138|   select step as d1
-- 139|   from (
-- 140|     select
-- 141|       min(date_trunc(cast(day_ as date), month)) as lo,
-- 141+|       max(date_trunc(cast(day_ as date), month)) as hi
-- 141+|     from sums_1
-- 141+|   ) as bounds
-- 141+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 143| spans_1 as (
-- 145|     day_ as on_day,
-- 146|     d1
-- 147|   from (select distinct day_ from sums_1) as days
-- 148|   join periods_1 on day_ < date_add(d1, interval 1 month)
-- 149 is left out
-- 150 is left out
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
-- 164 is left out
-- 165 is left out
-- 166 is left out
-- 167 is left out
-- 168 is left out
-- 169 is left out
-- 170 is left out
-- 171 is left out
-- 172 is left out
-- 173 is left out
-- 177|     cast(`balances`.`day` as date) as day_,
-- 184| periods_2 as (
-- 185|   select step as d1
-- 186|   from (
-- 186+|     select
-- 186+|       min(date_trunc(cast(day_ as date), month)) as lo,
-- 186+|       max(date_trunc(cast(day_ as date), month)) as hi
-- 186+|     from facts_2
-- 186+|   ) as bounds
-- 186+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 188| spans_2 as (
-- 193|   join periods_2 on day_ < date_add(d1, interval 1 month)
-- 202|       d1,
-- 203|       sum(s0) as m0
-- 204|     from sums_1
-- 204+|     join spans_1 on on_day = day_
-- 217|       join spans_2 on on_day = day_
-- 222|   having max(m0) > cast(@p1 as int64)
-- 227|     cast(`balances`.`day` as date) as day_,
-- 235| periods_3 as (
-- 236|   select step as d1
-- 237|   from (
-- 237+|     select
-- 237+|       min(date_trunc(cast(day_ as date), month)) as lo,
-- 237+|       max(date_trunc(cast(day_ as date), month)) as hi
-- 237+|     from facts_3
-- 237+|   ) as bounds
-- 237+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 242|     cast(`balances`.`day` as date) as day_,
-- 252| periods_4 as (
-- 253|   select step as d1
-- 254|   from (
-- 254+|     select
-- 254+|       min(date_trunc(cast(day_ as date), month)) as lo,
-- 254+|       max(date_trunc(cast(day_ as date), month)) as hi
-- 254+|     from facts_4
-- 254+|   ) as bounds
-- 254+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 269|     where to_json_string([to_json_string(facts_3.day_), to_json_string(facts_3.d0)]) in (
-- 270|       select to_json_string([to_json_string(days.day_), to_json_string(picked_1.d0)])
-- 271|       from (select distinct day_ from facts_3) as days
-- 272|       join periods_3 on day_ < date_add(periods_3.d1, interval 1 month)
-- 273|       join picked_1 on to_json_string(picked_1.d1) = to_json_string(periods_3.d1)
-- 274 is left out
-- 293|       where to_json_string([to_json_string(facts_4.day_), to_json_string(facts_4.d0)]) in (
-- 294|         select to_json_string([to_json_string(days.day_), to_json_string(picked_1.d0)])
-- 295|         from (select distinct day_ from facts_4) as days
-- 296|         join periods_4 on day_ < date_add(periods_4.d1, interval 1 month)
-- 297|         join picked_1 on to_json_string(picked_1.d1) = to_json_string(periods_4.d1)
-- 298 is left out
-- databricks:
-- 5|     cast(`balances`.`day` as date) as day_,
-- 16|     day_,
-- 21| periods_1 as (
-- 22|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 23|   from (
-- 24|     select
-- 25|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 25+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 25+|     from sums_1
-- 25+|   ) as bounds
-- 25+|   where lo <= hi
-- 27| spans_1 as (
-- 29|     day_ as on_day,
-- 30|     d1
-- 31|   from (select distinct day_ from sums_1) as days
-- 32|   join periods_1 on day_ < cast(dateadd(month, 1, d1) as date)
-- 33 is left out
-- 34 is left out
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
-- 61|     cast(`balances`.`day` as date) as day_,
-- 71| periods_2 as (
-- 72|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 73|   from (
-- 73+|     select
-- 73+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 73+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 73+|     from facts_2
-- 73+|   ) as bounds
-- 73+|   where lo <= hi
-- 75| spans_2 as (
-- 80|   join periods_2 on day_ < cast(dateadd(month, 1, d1) as date)
-- 90|     d1,
-- 91|     sum(s0) as m0,
-- 93|   from sums_1
-- 93+|   join spans_1 on on_day = day_
-- 108|     join spans_2 on on_day = day_
-- 113| having max(m0) > cast(:p1 as bigint)
-- 121|     cast(`balances`.`day` as date) as day_,
-- 132|     day_,
-- 137| periods_1 as (
-- 138|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 139|   from (
-- 140|     select
-- 141|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 141+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 141+|     from sums_1
-- 141+|   ) as bounds
-- 141+|   where lo <= hi
-- 143| spans_1 as (
-- 145|     day_ as on_day,
-- 146|     d1
-- 147|   from (select distinct day_ from sums_1) as days
-- 148|   join periods_1 on day_ < cast(dateadd(month, 1, d1) as date)
-- 149 is left out
-- 150 is left out
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
-- 164 is left out
-- 165 is left out
-- 166 is left out
-- 167 is left out
-- 168 is left out
-- 169 is left out
-- 170 is left out
-- 171 is left out
-- 172 is left out
-- 173 is left out
-- 177|     cast(`balances`.`day` as date) as day_,
-- 184| periods_2 as (
-- 185|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 186|   from (
-- 186+|     select
-- 186+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 186+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 186+|     from facts_2
-- 186+|   ) as bounds
-- 186+|   where lo <= hi
-- 188| spans_2 as (
-- 193|   join periods_2 on day_ < cast(dateadd(month, 1, d1) as date)
-- 202|       d1,
-- 203|       sum(s0) as m0
-- 204|     from sums_1
-- 204+|     join spans_1 on on_day = day_
-- 217|       join spans_2 on on_day = day_
-- 222|   having max(m0) > cast(:p1 as bigint)
-- 227|     cast(`balances`.`day` as date) as day_,
-- 235| periods_3 as (
-- 236|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 237|   from (
-- 237+|     select
-- 237+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 237+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 237+|     from facts_3
-- 237+|   ) as bounds
-- 237+|   where lo <= hi
-- 242|     cast(`balances`.`day` as date) as day_,
-- 252| periods_4 as (
-- 253|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 254|   from (
-- 254+|     select
-- 254+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 254+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 254+|     from facts_4
-- 254+|   ) as bounds
-- 254+|   where lo <= hi
-- 269|     where to_json(named_struct('c0', facts_3.day_, 'c1', facts_3.d0)) in (
-- 270|       select to_json(named_struct('c0', days.day_, 'c1', picked_1.d0))
-- 271|       from (select distinct day_ from facts_3) as days
-- 272|       join periods_3 on day_ < cast(dateadd(month, 1, periods_3.d1) as date)
-- 273|       join picked_1 on picked_1.d1 <=> periods_3.d1
-- 274 is left out
-- 293|       where to_json(named_struct('c0', facts_4.day_, 'c1', facts_4.d0)) in (
-- 294|         select to_json(named_struct('c0', days.day_, 'c1', picked_1.d0))
-- 295|         from (select distinct day_ from facts_4) as days
-- 296|         join periods_4 on day_ < cast(dateadd(month, 1, periods_4.d1) as date)
-- 297|         join picked_1 on picked_1.d1 <=> periods_4.d1
-- 298 is left out
-- snowflake:
-- 5|     cast("balances"."day" as date) as day_,
-- 16|     day_,
-- 21| periods_1 as (
-- 22|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 23|   from (
-- 24|     select
-- 25|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 25+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 25+|     from sums_1
-- 25+|   ) as bounds
-- 25+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 27| spans_1 as (
-- 29|     day_ as on_day,
-- 30|     d1
-- 31|   from (select distinct day_ from sums_1) as days
-- 32|   join periods_1 on day_ < dateadd(month, 1, d1)
-- 33 is left out
-- 34 is left out
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
-- 61|     cast("balances"."day" as date) as day_,
-- 71| periods_2 as (
-- 72|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 73|   from (
-- 73+|     select
-- 73+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 73+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 73+|     from facts_2
-- 73+|   ) as bounds
-- 73+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 75| spans_2 as (
-- 80|   join periods_2 on day_ < dateadd(month, 1, d1)
-- 90|     d1,
-- 91|     sum(s0) as m0,
-- 93|   from sums_1
-- 93+|   join spans_1 on on_day = day_
-- 108|     join spans_2 on on_day = day_
-- 113| having max(m0) > cast(? as number(38, 0))
-- 121|     cast("balances"."day" as date) as day_,
-- 132|     day_,
-- 137| periods_1 as (
-- 138|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 139|   from (
-- 140|     select
-- 141|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 141+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 141+|     from sums_1
-- 141+|   ) as bounds
-- 141+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 143| spans_1 as (
-- 145|     day_ as on_day,
-- 146|     d1
-- 147|   from (select distinct day_ from sums_1) as days
-- 148|   join periods_1 on day_ < dateadd(month, 1, d1)
-- 149 is left out
-- 150 is left out
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
-- 164 is left out
-- 165 is left out
-- 166 is left out
-- 167 is left out
-- 168 is left out
-- 169 is left out
-- 170 is left out
-- 171 is left out
-- 172 is left out
-- 173 is left out
-- 177|     cast("balances"."day" as date) as day_,
-- 184| periods_2 as (
-- 185|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 186|   from (
-- 186+|     select
-- 186+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 186+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 186+|     from facts_2
-- 186+|   ) as bounds
-- 186+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 188| spans_2 as (
-- 193|   join periods_2 on day_ < dateadd(month, 1, d1)
-- 202|       d1,
-- 203|       sum(s0) as m0
-- 204|     from sums_1
-- 204+|     join spans_1 on on_day = day_
-- 217|       join spans_2 on on_day = day_
-- 222|   having max(m0) > cast(? as number(38, 0))
-- 227|     cast("balances"."day" as date) as day_,
-- 235| periods_3 as (
-- 236|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 237|   from (
-- 237+|     select
-- 237+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 237+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 237+|     from facts_3
-- 237+|   ) as bounds
-- 237+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 242|     cast("balances"."day" as date) as day_,
-- 252| periods_4 as (
-- 253|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 254|   from (
-- 254+|     select
-- 254+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 254+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 254+|     from facts_4
-- 254+|   ) as bounds
-- 254+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 269|     where to_json(array_construct(facts_3.day_, facts_3.d0)) in (
-- 270|       select to_json(array_construct(days.day_, picked_1.d0))
-- 271|       from (select distinct day_ from facts_3) as days
-- 272|       join periods_3 on day_ < dateadd(month, 1, periods_3.d1)
-- 273|       join picked_1 on equal_null(picked_1.d1, periods_3.d1)
-- 274 is left out
-- 293|       where to_json(array_construct(facts_4.day_, facts_4.d0)) in (
-- 294|         select to_json(array_construct(days.day_, picked_1.d0))
-- 295|         from (select distinct day_ from facts_4) as days
-- 296|         join periods_4 on day_ < dateadd(month, 1, periods_4.d1)
-- 297|         join picked_1 on equal_null(picked_1.d1, periods_4.d1)
-- 298 is left out
-- redshift:
-- 5|     "balances"."day"::date as day_,
-- 16|     day_,
-- 21| periods_1 as (
-- 22|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 23|   from (
-- 24|     select
-- 25|       min(date_trunc('month', day_)::date) as lo,
-- 25+|       max(date_trunc('month', day_)::date) as hi
-- 25+|     from sums_1
-- 25+|   ) as bounds
-- 25+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 25+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 25+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 25+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 25+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 25+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 25+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 27| spans_1 as (
-- 29|     day_ as on_day,
-- 30|     d1
-- 31|   from (select distinct day_ from sums_1) as days
-- 32|   join periods_1 on day_ < dateadd(month, 1, d1)::date
-- 33 is left out
-- 34 is left out
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
-- 71| periods_2 as (
-- 72|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 73|   from (
-- 73+|     select
-- 73+|       min(date_trunc('month', day_)::date) as lo,
-- 73+|       max(date_trunc('month', day_)::date) as hi
-- 73+|     from facts_2
-- 73+|   ) as bounds
-- 73+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 73+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 73+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 73+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 73+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 73+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 73+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 75| spans_2 as (
-- 80|   join periods_2 on day_ < dateadd(month, 1, d1)::date
-- 90|     d1,
-- 91|     sum(s0) as m0,
-- 93|   from sums_1
-- 93+|   join spans_1 on on_day = day_
-- 108|     join spans_2 on on_day = day_
-- 121|     "balances"."day"::date as day_,
-- 132|     day_,
-- 137| periods_1 as (
-- 138|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 139|   from (
-- 140|     select
-- 141|       min(date_trunc('month', day_)::date) as lo,
-- 141+|       max(date_trunc('month', day_)::date) as hi
-- 141+|     from sums_1
-- 141+|   ) as bounds
-- 141+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 141+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 141+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 141+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 141+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 141+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 141+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 143| spans_1 as (
-- 145|     day_ as on_day,
-- 146|     d1
-- 147|   from (select distinct day_ from sums_1) as days
-- 148|   join periods_1 on day_ < dateadd(month, 1, d1)::date
-- 149 is left out
-- 150 is left out
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
-- 164 is left out
-- 165 is left out
-- 166 is left out
-- 167 is left out
-- 168 is left out
-- 169 is left out
-- 170 is left out
-- 171 is left out
-- 172 is left out
-- 173 is left out
-- 184| periods_2 as (
-- 185|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 186|   from (
-- 186+|     select
-- 186+|       min(date_trunc('month', day_)::date) as lo,
-- 186+|       max(date_trunc('month', day_)::date) as hi
-- 186+|     from facts_2
-- 186+|   ) as bounds
-- 186+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 186+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 186+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 186+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 186+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 186+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 186+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 188| spans_2 as (
-- 193|   join periods_2 on day_ < dateadd(month, 1, d1)::date
-- 202|       d1,
-- 203|       sum(s0) as m0
-- 204|     from sums_1
-- 204+|     join spans_1 on on_day = day_
-- 217|       join spans_2 on on_day = day_
-- 235| periods_3 as (
-- 236|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 237|   from (
-- 237+|     select
-- 237+|       min(date_trunc('month', day_)::date) as lo,
-- 237+|       max(date_trunc('month', day_)::date) as hi
-- 237+|     from facts_3
-- 237+|   ) as bounds
-- 237+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 237+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 237+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 237+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 237+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 237+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 237+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 252| periods_4 as (
-- 253|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 254|   from (
-- 254+|     select
-- 254+|       min(date_trunc('month', day_)::date) as lo,
-- 254+|       max(date_trunc('month', day_)::date) as hi
-- 254+|     from facts_4
-- 254+|   ) as bounds
-- 254+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 254+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 254+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 254+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 254+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 254+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 254+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 271|       from periods_3
-- 272|       join picked_1 on (picked_1.d1 = periods_3.d1 or (picked_1.d1 is null and periods_3.d1 is null))
-- 273|       where day_ < dateadd(month, 1, periods_3.d1)::date
-- 274|         and (picked_1.d0 = facts_3.d0 or (picked_1.d0 is null and facts_3.d0 is null))
-- 295|         from periods_4
-- 296|         join picked_1 on (picked_1.d1 = periods_4.d1 or (picked_1.d1 is null and periods_4.d1 is null))
-- 297|         where day_ < dateadd(month, 1, periods_4.d1)::date
-- 298|           and (picked_1.d0 = facts_4.d0 or (picked_1.d0 is null and facts_4.d0 is null))

-- the last value among the groups that pass may not be the last of all
-- ["25"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    "balances"."day"::date as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_1 as (
  select generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month')::date as d1
  from facts_1
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ < d1 + interval '1 month'
)
select
  d0 as "tags.tag",
  d1 as "balances.day.month",
  sum(case when place = 1 then v0 end) as "balances.known"
from (
  select
    d0,
    d1,
    v0,
    case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc nulls last) end as place
  from facts_1
  join spans_1 on on_day = day_
) as placed
group by 1, 2
having sum(case when place = 1 then v0 end) > $1::bigint
order by "tags.tag" nulls last, "balances.day.month" nulls last
limit 11;
-- totals
-- ["25"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    "balances"."day"::date as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_1 as (
  select generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month')::date as d1
  from facts_1
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ < d1 + interval '1 month'
),
picked_1 as (
  select
    d0,
    d1
  from (
    select
      d0,
      d1,
      v0,
      case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc nulls last) end as place
    from facts_1
    join spans_1 on on_day = day_
  ) as placed
  group by 1, 2
  having sum(case when place = 1 then v0 end) > $1::bigint
),
facts_2 as (
  select distinct
    "tags"."tag" as d0,
    "balances"."day"::date as day_,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_2 as (
  select generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month')::date as d1
  from facts_2
)
select sum(case when place = 1 then v0 end) as "balances.known"
from (
  select
    v0,
    case when moment is not null then rank() over (partition by p0 order by moment desc nulls last) end as place
  from (
    select distinct
      k0,
      k1,
      v0,
      moment,
      p0
    from facts_2
    where exists (
      select 1
      from periods_2
      join picked_1 on array[picked_1.d1] = array[periods_2.d1]
      where day_ < periods_2.d1 + interval '1 month'
        and array[picked_1.d0] = array[facts_2.d0]
    )
  ) as single
) as placed;
-- duckdb:
-- 16|   select unnest(generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month'))::date as d1
-- 59|   select unnest(generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month'))::date as d1
-- 99|   select unnest(generate_series(min(date_trunc('month', day_)::date)::timestamp, case when not isfinite(min(date_trunc('month', day_)::date)) or not isfinite(max(date_trunc('month', day_)::date)) then concat('fillGaps: over 100000 periods', substr(max(date_trunc('month', day_)::date)::text, 1, 0))::date else max(date_trunc('month', day_)::date) end::timestamp, interval '1 month'))::date as d1
-- 118|       join picked_1 on picked_1.d1 is not distinct from periods_2.d1
-- 120|         and picked_1.d0 is not distinct from facts_2.d0
-- mysql:
-- 2| with recursive facts_1 as (
-- 5|     date(`balances`.`day`) as day_,
-- 16|   select
-- 16+|     1 as n,
-- 16+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as d1,
-- 16+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
-- 16+|     max(cast(date_format(day_, '%Y-%m-01') as date)) as last
-- 17+|   having first <= last
-- 17+|   union all
-- 17+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 17+|   from periods_1
-- 17+|   cross join (select 0 as bit union all select 1) as bits
-- 17+|   where first + interval (n * 2 + bit - 1) month <= last
-- 20|   select distinct
-- 24|   join periods_1 on day_ < d1 + interval 1 month
-- 35|     case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc) end as place
-- 40| having sum(case when place = 1 then v0 end) > cast(? as signed)
-- 41| order by `tags.tag` <=> null, `tags.tag`, `balances.day.month` <=> null, `balances.day.month`
-- 45| with recursive facts_1 as (
-- 48|     date(`balances`.`day`) as day_,
-- 59|   select
-- 59+|     1 as n,
-- 59+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as d1,
-- 59+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
-- 59+|     max(cast(date_format(day_, '%Y-%m-01') as date)) as last
-- 60+|   having first <= last
-- 60+|   union all
-- 60+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 60+|   from periods_1
-- 60+|   cross join (select 0 as bit union all select 1) as bits
-- 60+|   where first + interval (n * 2 + bit - 1) month <= last
-- 63|   select distinct
-- 67|   join periods_1 on day_ < d1 + interval 1 month
-- 78|       case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc) end as place
-- 83|   having sum(case when place = 1 then v0 end) > cast(? as signed)
-- 88|     date(`balances`.`day`) as day_,
-- 99|   select
-- 99+|     1 as n,
-- 99+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as d1,
-- 99+|     min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
-- 99+|     max(cast(date_format(day_, '%Y-%m-01') as date)) as last
-- 100+|   having first <= last
-- 100+|   union all
-- 100+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 100+|   from periods_2
-- 100+|   cross join (select 0 as bit union all select 1) as bits
-- 100+|   where first + interval (n * 2 + bit - 1) month <= last
-- 106|     case when moment is not null then rank() over (partition by p0 order by moment desc) end as place
-- 118|       join picked_1 on picked_1.d1 <=> periods_2.d1
-- 119|       where day_ < periods_2.d1 + interval 1 month
-- 120|         and picked_1.d0 <=> facts_2.d0
-- clickhouse:
-- 5|     toDate32("balances"."day") as day_,
-- 16|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 17|   from (
-- 17+|     select
-- 17+|       minOrNull(toStartOfMonth(toDate32(day_))) as lo,
-- 17+|       maxOrNull(toStartOfMonth(toDate32(day_))) as hi
-- 17+|     from facts_1
-- 17+|   ) as bounds
-- 17+|   where lo <= hi
-- 24|   join periods_1 on day_ < (d1 + toIntervalMonth(1))
-- 29|   sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.known"
-- 40| having sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) > {p1:Int64}
-- 41| order by 1 nulls last, 2 nulls last
-- 42| limit 11
-- 42+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 48|     toDate32("balances"."day") as day_,
-- 59|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 60|   from (
-- 60+|     select
-- 60+|       minOrNull(toStartOfMonth(toDate32(day_))) as lo,
-- 60+|       maxOrNull(toStartOfMonth(toDate32(day_))) as hi
-- 60+|     from facts_1
-- 60+|   ) as bounds
-- 60+|   where lo <= hi
-- 67|   join periods_1 on day_ < (d1 + toIntervalMonth(1))
-- 83|   having sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) > {p1:Int64}
-- 88|     toDate32("balances"."day") as day_,
-- 99|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 100|   from (
-- 100+|     select
-- 100+|       minOrNull(toStartOfMonth(toDate32(day_))) as lo,
-- 100+|       maxOrNull(toStartOfMonth(toDate32(day_))) as hi
-- 100+|     from facts_2
-- 100+|   ) as bounds
-- 100+|   where lo <= hi
-- 102| select sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.known"
-- 115|     where toJSONString(tuple(facts_2.day_, facts_2.d0)) in (
-- 116|       select toJSONString(tuple(days.day_, picked_1.d0))
-- 117|       from (select distinct day_ from facts_2) as days
-- 118|       join periods_2 on day_ < (periods_2.d1 + toIntervalMonth(1))
-- 119|       join picked_1 on [picked_1.d1] = [periods_2.d1]
-- 120 is left out
-- 123| ) as placed
-- 123+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 5|     cast("balances"."day" as date) as day_,
-- 16|   select date_add('month', many * 10000 + few, lo) as d1
-- 17|   from (
-- 17+|     select
-- 17+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 17+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 17+|     from facts_1
-- 17+|   ) as bounds
-- 17+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 17+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 17+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 24|   join periods_1 on day_ < date_add('month', 1, d1)
-- 40| having sum(case when place = 1 then v0 end) > cast(? as bigint)
-- 48|     cast("balances"."day" as date) as day_,
-- 59|   select date_add('month', many * 10000 + few, lo) as d1
-- 60|   from (
-- 60+|     select
-- 60+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 60+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 60+|     from facts_1
-- 60+|   ) as bounds
-- 60+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 60+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 60+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 67|   join periods_1 on day_ < date_add('month', 1, d1)
-- 83|   having sum(case when place = 1 then v0 end) > cast(? as bigint)
-- 88|     cast("balances"."day" as date) as day_,
-- 99|   select date_add('month', many * 10000 + few, lo) as d1
-- 100|   from (
-- 100+|     select
-- 100+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 100+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 100+|     from facts_2
-- 100+|   ) as bounds
-- 100+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 100+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 100+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 115|     where json_format(cast(array[cast(facts_2.day_ as json), cast(facts_2.d0 as json)] as json)) in (
-- 116|       select json_format(cast(array[cast(days.day_ as json), cast(picked_1.d0 as json)] as json))
-- 117|       from (select distinct day_ from facts_2) as days
-- 118|       join periods_2 on day_ < date_add('month', 1, periods_2.d1)
-- 119|       join picked_1 on picked_1.d1 is not distinct from periods_2.d1
-- 120 is left out
-- bigquery:
-- 5|     cast(`balances`.`day` as date) as day_,
-- 16|   select step as d1
-- 17|   from (
-- 17+|     select
-- 17+|       min(date_trunc(cast(day_ as date), month)) as lo,
-- 17+|       max(date_trunc(cast(day_ as date), month)) as hi
-- 17+|     from facts_1
-- 17+|   ) as bounds
-- 17+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 24|   join periods_1 on day_ < date_add(d1, interval 1 month)
-- 40| having sum(case when place = 1 then v0 end) > cast(@p1 as int64)
-- 48|     cast(`balances`.`day` as date) as day_,
-- 59|   select step as d1
-- 60|   from (
-- 60+|     select
-- 60+|       min(date_trunc(cast(day_ as date), month)) as lo,
-- 60+|       max(date_trunc(cast(day_ as date), month)) as hi
-- 60+|     from facts_1
-- 60+|   ) as bounds
-- 60+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 67|   join periods_1 on day_ < date_add(d1, interval 1 month)
-- 83|   having sum(case when place = 1 then v0 end) > cast(@p1 as int64)
-- 88|     cast(`balances`.`day` as date) as day_,
-- 99|   select step as d1
-- 100|   from (
-- 100+|     select
-- 100+|       min(date_trunc(cast(day_ as date), month)) as lo,
-- 100+|       max(date_trunc(cast(day_ as date), month)) as hi
-- 100+|     from facts_2
-- 100+|   ) as bounds
-- 100+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 115|     where to_json_string([to_json_string(facts_2.day_), to_json_string(facts_2.d0)]) in (
-- 116|       select to_json_string([to_json_string(days.day_), to_json_string(picked_1.d0)])
-- 117|       from (select distinct day_ from facts_2) as days
-- 118|       join periods_2 on day_ < date_add(periods_2.d1, interval 1 month)
-- 119|       join picked_1 on to_json_string(picked_1.d1) = to_json_string(periods_2.d1)
-- 120 is left out
-- databricks:
-- 5|     cast(`balances`.`day` as date) as day_,
-- 16|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 17|   from (
-- 17+|     select
-- 17+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 17+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 17+|     from facts_1
-- 17+|   ) as bounds
-- 17+|   where lo <= hi
-- 24|   join periods_1 on day_ < cast(dateadd(month, 1, d1) as date)
-- 40| having sum(case when place = 1 then v0 end) > cast(:p1 as bigint)
-- 48|     cast(`balances`.`day` as date) as day_,
-- 59|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 60|   from (
-- 60+|     select
-- 60+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 60+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 60+|     from facts_1
-- 60+|   ) as bounds
-- 60+|   where lo <= hi
-- 67|   join periods_1 on day_ < cast(dateadd(month, 1, d1) as date)
-- 83|   having sum(case when place = 1 then v0 end) > cast(:p1 as bigint)
-- 88|     cast(`balances`.`day` as date) as day_,
-- 99|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 100|   from (
-- 100+|     select
-- 100+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 100+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 100+|     from facts_2
-- 100+|   ) as bounds
-- 100+|   where lo <= hi
-- 115|     where to_json(named_struct('c0', facts_2.day_, 'c1', facts_2.d0)) in (
-- 116|       select to_json(named_struct('c0', days.day_, 'c1', picked_1.d0))
-- 117|       from (select distinct day_ from facts_2) as days
-- 118|       join periods_2 on day_ < cast(dateadd(month, 1, periods_2.d1) as date)
-- 119|       join picked_1 on picked_1.d1 <=> periods_2.d1
-- 120 is left out
-- snowflake:
-- 5|     cast("balances"."day" as date) as day_,
-- 16|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 17|   from (
-- 17+|     select
-- 17+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 17+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 17+|     from facts_1
-- 17+|   ) as bounds
-- 17+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 24|   join periods_1 on day_ < dateadd(month, 1, d1)
-- 40| having sum(case when place = 1 then v0 end) > cast(? as number(38, 0))
-- 48|     cast("balances"."day" as date) as day_,
-- 59|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 60|   from (
-- 60+|     select
-- 60+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 60+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 60+|     from facts_1
-- 60+|   ) as bounds
-- 60+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 67|   join periods_1 on day_ < dateadd(month, 1, d1)
-- 83|   having sum(case when place = 1 then v0 end) > cast(? as number(38, 0))
-- 88|     cast("balances"."day" as date) as day_,
-- 99|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 100|   from (
-- 100+|     select
-- 100+|       min(cast(date_trunc('month', day_) as date)) as lo,
-- 100+|       max(cast(date_trunc('month', day_) as date)) as hi
-- 100+|     from facts_2
-- 100+|   ) as bounds
-- 100+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 115|     where to_json(array_construct(facts_2.day_, facts_2.d0)) in (
-- 116|       select to_json(array_construct(days.day_, picked_1.d0))
-- 117|       from (select distinct day_ from facts_2) as days
-- 118|       join periods_2 on day_ < dateadd(month, 1, periods_2.d1)
-- 119|       join picked_1 on equal_null(picked_1.d1, periods_2.d1)
-- 120 is left out
-- redshift:
-- 16|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 17|   from (
-- 17+|     select
-- 17+|       min(date_trunc('month', day_)::date) as lo,
-- 17+|       max(date_trunc('month', day_)::date) as hi
-- 17+|     from facts_1
-- 17+|   ) as bounds
-- 17+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 17+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 17+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 17+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 17+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 17+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 17+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 24|   join periods_1 on day_ < dateadd(month, 1, d1)::date
-- 59|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 60|   from (
-- 60+|     select
-- 60+|       min(date_trunc('month', day_)::date) as lo,
-- 60+|       max(date_trunc('month', day_)::date) as hi
-- 60+|     from facts_1
-- 60+|   ) as bounds
-- 60+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 60+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 60+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 60+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 60+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 60+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 60+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 67|   join periods_1 on day_ < dateadd(month, 1, d1)::date
-- 99|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 100|   from (
-- 100+|     select
-- 100+|       min(date_trunc('month', day_)::date) as lo,
-- 100+|       max(date_trunc('month', day_)::date) as hi
-- 100+|     from facts_2
-- 100+|   ) as bounds
-- 100+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 100+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 100+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 100+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 100+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 100+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 100+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 118|       join picked_1 on (picked_1.d1 = periods_2.d1 or (picked_1.d1 is null and periods_2.d1 is null))
-- 119|       where day_ < dateadd(month, 1, periods_2.d1)::date
-- 120|         and (picked_1.d0 = facts_2.d0 or (picked_1.d0 is null and facts_2.d0 is null))
