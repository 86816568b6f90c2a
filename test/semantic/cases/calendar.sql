-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a day that the calendar does not have lies in no period
select
  "days"."retail_month" as "orders.placed_at.retail_month",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "days" on "days"."day" = "orders"."placed_at"::date
group by 1
order by "orders.placed_at.retail_month" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 5| left join `days` on `days`.`day` = date(`orders`.`placed_at`)
-- 7| order by `orders.placed_at.retail_month` <=> null, `orders.placed_at.retail_month`
-- clickhouse:
-- 3|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 5| left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
-- 7| order by 1 nulls last
-- 8| limit 11
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 5| left join "days" on "days"."day" = cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)
-- bigquery:
-- 5| left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
-- databricks:
-- 5| left join `days` on `days`.`day` = cast(convert_timezone('UTC', `orders`.`placed_at`) as date)
-- snowflake:
-- 5| left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)

-- the day is that of the query's timezone
select
  "days"."retail_month" as "orders.placed_at.retail_month",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "days" on "days"."day" = ("orders"."placed_at"::timestamptz at time zone 'America/New_York')::date
group by 1
order by "orders.placed_at.retail_month" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 5| left join `days` on `days`.`day` = date((`orders`.`placed_at` + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `orders`.`placed_at`), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute))
-- 7| order by `orders.placed_at.retail_month` <=> null, `orders.placed_at.retail_month`
-- clickhouse:
-- 3|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 5| left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'America/New_York'))
-- 7| order by 1 nulls last
-- 8| limit 11
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 5| left join "days" on "days"."day" = cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'America/New_York' as timestamp(6)) as date)
-- bigquery:
-- 5| left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'America/New_York') as date)
-- databricks:
-- 5| left join `days` on `days`.`day` = cast(convert_timezone('America/New_York', `orders`.`placed_at`) as date)
-- snowflake:
-- 5| left join "days" on "days"."day" = cast(cast(convert_timezone('America/New_York', "orders"."placed_at") as timestamp_ntz) as date)

-- a filter can be on a period of the calendar
-- ["2024-02-02"]
select
  "orders"."placed_at"::date as "orders.placed_at.day",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "days" on "days"."day" = "orders"."placed_at"::date
where "days"."season" = $1::date
group by 1
order by "orders.placed_at.day" nulls last;
-- duckdb, redshift: the same
-- mysql:
-- 3|   date(`orders`.`placed_at`) as `orders.placed_at.day`,
-- 6| left join `days` on `days`.`day` = date(`orders`.`placed_at`)
-- 7| where `days`.`season` = cast(? as date)
-- 9| order by `orders.placed_at.day` <=> null, `orders.placed_at.day`;
-- clickhouse:
-- 3|   toDate32(toTimeZone("orders"."placed_at", 'UTC')) as "orders.placed_at.day",
-- 4|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 6| left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
-- 7| where "days"."season" = {p1:Date32}
-- 9| order by 1 nulls last
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|   cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as "orders.placed_at.day",
-- 6| left join "days" on "days"."day" = cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)
-- 7| where "days"."season" = cast(? as date)
-- bigquery:
-- 3|   cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date) as `orders__placed_at__day`,
-- 6| left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
-- 7| where `days`.`season` = cast(@p1 as date)
-- databricks:
-- 3|   cast(convert_timezone('UTC', `orders`.`placed_at`) as date) as `orders.placed_at.day`,
-- 6| left join `days` on `days`.`day` = cast(convert_timezone('UTC', `orders`.`placed_at`) as date)
-- 7| where `days`.`season` = cast(:p1 as date)
-- snowflake:
-- 3|   cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date) as "orders.placed_at.day",
-- 6| left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
-- 7| where "days"."season" = cast(? as date)

-- fillGaps adds the calendar's periods between those of the rows
-- ["2"]
with groups_1 as (
  select
    "days"."retail_month" as d0,
    sum("orders"."amount") as m0
  from "orders"
  left join "days" on "days"."day" = "orders"."placed_at"::date
  where "orders"."amount" is distinct from $1::bigint
  group by 1
),
periods_1 as (
  select distinct "retail_month" as d0
  from "days" as "calendar"
  where "retail_month" is not null
    and "day" >= (
    select min("day")
    from "days" as "calendar"
    where "retail_month" in (select d0 from groups_1)
  )
    and "day" <= (
    select max("day")
    from "days" as "calendar"
    where "retail_month" in (select d0 from groups_1)
  )
)
select
  d0 as "orders.placed_at.retail_month",
  max(m0) as "orders.total"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by "orders.placed_at.retail_month" nulls last
limit 11;
-- duckdb, redshift:
-- 8|   where ("orders"."amount" <> $1::bigint or "orders"."amount" is null)
-- mysql:
-- 7|   left join `days` on `days`.`day` = date(`orders`.`placed_at`)
-- 8|   where not (`orders`.`amount` <=> cast(? as signed))
-- 36| order by `orders.placed_at.retail_month` <=> null, `orders.placed_at.retail_month`
-- clickhouse:
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0
-- 7|   left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
-- 8|   where ifNull("orders"."amount" != {p1:Int64}, true)
-- 16|     select minOrNull("day")
-- 21|     select maxOrNull("day")
-- 36| order by 1 nulls last
-- 37| limit 11
-- 37+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 7|   left join "days" on "days"."day" = cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)
-- 8|   where "orders"."amount" is distinct from cast(? as bigint)
-- bigquery:
-- 7|   left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
-- 8|   where `orders`.`amount` is distinct from cast(@p1 as int64)
-- databricks:
-- 7|   left join `days` on `days`.`day` = cast(convert_timezone('UTC', `orders`.`placed_at`) as date)
-- 8|   where not (`orders`.`amount` <=> cast(:p1 as bigint))
-- snowflake:
-- 7|   left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
-- 8|   where "orders"."amount" is distinct from cast(? as number(38, 0))

-- fillGaps adds the calendar's periods up to the bounds of filters
-- ["2024-01-30 00:00:00","2024-02-04 00:00:00","1","2024-01-30 00:00:00","2024-02-04 00:00:00"]
with groups_1 as (
  select
    "days"."retail_month" as d0,
    "customers"."name" as d1,
    sum("orders"."amount") as m0
  from "orders"
  left join "days" on "days"."day" = "orders"."placed_at"::date
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed_at" >= $1::timestamp and "orders"."placed_at" < $2::timestamp
    and "orders"."amount" = $3::bigint
  group by 1, 2
),
periods_1 as (
  select distinct "retail_month" as d0
  from "days" as "calendar"
  where "retail_month" is not null
    and "day" >= $4::timestamp::date
    and "day" <= ($5::timestamp - interval '1 microsecond')::date
)
select
  d0 as "orders.placed_at.retail_month",
  d1 as "customers.name",
  max(m0) as "orders.total"
from (
  select d0, d1, m0 from groups_1
  union all
  select d0, d1, null as m0
  from periods_1
  cross join (select distinct d1 from groups_1) as others
) as filled
group by 1, 2
order by "orders.placed_at.retail_month" nulls last, "customers.name" nulls last
limit 11;
-- duckdb: the same
-- mysql:
-- 8|   left join `days` on `days`.`day` = date(`orders`.`placed_at`)
-- 10|   where `orders`.`placed_at` >= cast(? as datetime(6)) and `orders`.`placed_at` < cast(? as datetime(6))
-- 11|     and `orders`.`amount` = cast(? as signed)
-- 18|     and `day` >= date(cast(? as datetime(6)))
-- 19|     and `day` <= date((cast(? as datetime(6)) - interval 1 microsecond))
-- 33| order by `orders.placed_at.retail_month` <=> null, `orders.placed_at.retail_month`, `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 1| -- ["2024-01-30 00:00:00","2024-02-04 00:00:00","1","2024-01-30 00:00:00","2024-02-03 23:59:59.999999"]
-- 6|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0
-- 8|   left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
-- 10|   where "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed_at" < {p2:DateTime64(6, 'UTC')}
-- 11|     and "orders"."amount" = {p3:Int64}
-- 18|     and "day" >= toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'))
-- 19|     and "day" <= toDate32(toTimeZone({p5:DateTime64(6, 'UTC')}, 'UTC'))
-- 33| order by 1 nulls last, 2 nulls last
-- 34| limit 11
-- 34+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-01-30 00:00:00","2024-02-04 00:00:00","1","2024-01-30 00:00:00","2024-02-03 23:59:59.999999"]
-- 8|   left join "days" on "days"."day" = cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)
-- 10|   where "orders"."placed_at" >= cast(? as timestamp(6)) and "orders"."placed_at" < cast(? as timestamp(6))
-- 11|     and "orders"."amount" = cast(? as bigint)
-- 18|     and "day" >= cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)
-- 19|     and "day" <= cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)
-- bigquery:
-- 1| -- ["2024-01-30 00:00:00","2024-02-04 00:00:00","1","2024-01-30 00:00:00","2024-02-03 23:59:59.999999"]
-- 8|   left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
-- 10|   where `orders`.`placed_at` >= @p1 and `orders`.`placed_at` < @p2
-- 11|     and `orders`.`amount` = cast(@p3 as int64)
-- 18|     and `day` >= cast(datetime(timestamp(@p4), 'UTC') as date)
-- 19|     and `day` <= cast(datetime(timestamp(@p5), 'UTC') as date)
-- databricks:
-- 1| -- ["2024-01-30 00:00:00","2024-02-04 00:00:00","1","2024-01-30 00:00:00","2024-02-03 23:59:59.999999"]
-- 8|   left join `days` on `days`.`day` = cast(convert_timezone('UTC', `orders`.`placed_at`) as date)
-- 10|   where `orders`.`placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `orders`.`placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 11|     and `orders`.`amount` = cast(:p3 as bigint)
-- 18|     and `day` >= cast(convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp)) as date)
-- 19|     and `day` <= cast(convert_timezone('UTC', cast(concat(:p5, 'Z') as timestamp)) as date)
-- snowflake:
-- 1| -- ["2024-01-30 00:00:00","2024-02-04 00:00:00","1","2024-01-30 00:00:00","2024-02-03 23:59:59.999999"]
-- 8|   left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
-- 10|   where "orders"."placed_at" >= cast(? as timestamp_ntz) and "orders"."placed_at" < cast(? as timestamp_ntz)
-- 11|     and "orders"."amount" = cast(? as number(38, 0))
-- 18|     and "day" >= cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date)
-- 19|     and "day" <= cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date)
-- redshift:
-- 1| -- ["2024-01-30 00:00:00","2024-02-04 00:00:00","1","2024-01-30 00:00:00","2024-02-03 23:59:59.999999"]
-- 19|     and "day" <= $5::timestamp::date

-- facts are joined on the calendar's periods of a time that they share
-- ["1","4"]
select
  d0 as "orders.placed_at.retail_month",
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select
    "days"."retail_month" as d0,
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  left join "days" on "days"."day" = "orders"."placed_at"::date
  group by 1
  union all
  select
    "days"."retail_month" as d0,
    null as m0,
    sum("refunds"."amount") as m1
  from (
    select *
    from "refunds"
    where exists (
      select 1
      from "orders"
      where "orders"."id" = "refunds"."order_id"
        and "orders"."amount" in ($1::bigint, $2::bigint)
    )
  ) as "refunds"
  left join "orders" on "orders"."id" = "refunds"."order_id"
  left join "days" on "days"."day" = "orders"."placed_at"::date
  group by 1
) as branches
group by 1
order by "orders.placed_at.retail_month" nulls last
limit 11;
-- duckdb:
-- 22|     where "refunds"."order_id" in (
-- 23|       select "orders"."id"
-- 25|       where "orders"."amount" in ($1::bigint, $2::bigint)
-- 26 is left out
-- mysql:
-- 12|   left join `days` on `days`.`day` = date(`orders`.`placed_at`)
-- 22|     where `refunds`.`order_id` in (
-- 23|       select `orders`.`id`
-- 25|       where `orders`.`amount` in (cast(? as signed), cast(? as signed))
-- 26 is left out
-- 30|   left join `days` on `days`.`day` = date(`orders`.`placed_at`)
-- 34| order by `orders.placed_at.retail_month` <=> null, `orders.placed_at.retail_month`
-- clickhouse:
-- 9|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 12|   left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
-- 18|     sumOrNull("refunds"."amount" + toDecimal128(0, 0)) as m1
-- 22|     where "refunds"."order_id" in (
-- 23|       select "orders"."id"
-- 25|       where "orders"."amount" in ({p1:Int64}, {p2:Int64})
-- 26 is left out
-- 30|   left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
-- 34| order by 1 nulls last
-- 35| limit 11
-- 35+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 12|   left join "days" on "days"."day" = cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)
-- 22|     where "refunds"."order_id" in (
-- 23|       select "orders"."id"
-- 25|       where "orders"."amount" in (cast(? as bigint), cast(? as bigint))
-- 26 is left out
-- 30|   left join "days" on "days"."day" = cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)
-- bigquery:
-- 12|   left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
-- 22|     where `refunds`.`order_id` in (
-- 23|       select `orders`.`id`
-- 25|       where `orders`.`amount` in (cast(@p1 as int64), cast(@p2 as int64))
-- 26 is left out
-- 30|   left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
-- databricks:
-- 12|   left join `days` on `days`.`day` = cast(convert_timezone('UTC', `orders`.`placed_at`) as date)
-- 22|     where `refunds`.`order_id` in (
-- 23|       select `orders`.`id`
-- 25|       where `orders`.`amount` in (cast(:p1 as bigint), cast(:p2 as bigint))
-- 26 is left out
-- 30|   left join `days` on `days`.`day` = cast(convert_timezone('UTC', `orders`.`placed_at`) as date)
-- snowflake:
-- 12|   left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
-- 22|     where "refunds"."order_id" in (
-- 23|       select "orders"."id"
-- 25|       where "orders"."amount" in (cast(? as number(38, 0)), cast(? as number(38, 0)))
-- 26 is left out
-- 30|   left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
-- redshift: the same

-- two times of one query are each joined to the calendar
-- ["1","2"]
select
  "days"."retail_month" as "orders.placed_at.retail_month",
  "refunds_days"."retail_month" as "refunds.day.retail_month",
  sum("refunds"."amount") as "refunds.total"
from (
  select *
  from "refunds"
  where exists (
    select 1
    from "orders"
    where "orders"."id" = "refunds"."order_id"
      and "orders"."amount" in ($1::bigint, $2::bigint)
  )
) as "refunds"
left join "orders" on "orders"."id" = "refunds"."order_id"
left join "days" on "days"."day" = "orders"."placed_at"::date
left join "days" as "refunds_days" on "refunds_days"."day" = "refunds"."day"::date
group by 1, 2
order by "orders.placed_at.retail_month" nulls last, "refunds.day.retail_month" nulls last
limit 11;
-- duckdb:
-- 9|   where "refunds"."order_id" in (
-- 10|     select "orders"."id"
-- 12|     where "orders"."amount" in ($1::bigint, $2::bigint)
-- 13 is left out
-- mysql:
-- 9|   where `refunds`.`order_id` in (
-- 10|     select `orders`.`id`
-- 12|     where `orders`.`amount` in (cast(? as signed), cast(? as signed))
-- 13 is left out
-- 17| left join `days` on `days`.`day` = date(`orders`.`placed_at`)
-- 18| left join `days` as `refunds_days` on `refunds_days`.`day` = date(`refunds`.`day`)
-- 20| order by `orders.placed_at.retail_month` <=> null, `orders.placed_at.retail_month`, `refunds.day.retail_month` <=> null, `refunds.day.retail_month`
-- clickhouse:
-- 5|   sumOrNull("refunds"."amount" + toDecimal128(0, 0)) as "refunds.total"
-- 9|   where "refunds"."order_id" in (
-- 10|     select "orders"."id"
-- 12|     where "orders"."amount" in ({p1:Int64}, {p2:Int64})
-- 13 is left out
-- 17| left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
-- 18| left join "days" as "refunds_days" on "refunds_days"."day" = toDate32("refunds"."day")
-- 20| order by 1 nulls last, 2 nulls last
-- 21| limit 11
-- 21+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 9|   where "refunds"."order_id" in (
-- 10|     select "orders"."id"
-- 12|     where "orders"."amount" in (cast(? as bigint), cast(? as bigint))
-- 13 is left out
-- 17| left join "days" on "days"."day" = cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)
-- 18| left join "days" as "refunds_days" on "refunds_days"."day" = cast("refunds"."day" as date)
-- bigquery:
-- 9|   where `refunds`.`order_id` in (
-- 10|     select `orders`.`id`
-- 12|     where `orders`.`amount` in (cast(@p1 as int64), cast(@p2 as int64))
-- 13 is left out
-- 17| left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
-- 18| left join `days` as `refunds_days` on `refunds_days`.`day` = cast(`refunds`.`day` as date)
-- databricks:
-- 9|   where `refunds`.`order_id` in (
-- 10|     select `orders`.`id`
-- 12|     where `orders`.`amount` in (cast(:p1 as bigint), cast(:p2 as bigint))
-- 13 is left out
-- 17| left join `days` on `days`.`day` = cast(convert_timezone('UTC', `orders`.`placed_at`) as date)
-- 18| left join `days` as `refunds_days` on `refunds_days`.`day` = cast(`refunds`.`day` as date)
-- snowflake:
-- 9|   where "refunds"."order_id" in (
-- 10|     select "orders"."id"
-- 12|     where "orders"."amount" in (cast(? as number(38, 0)), cast(? as number(38, 0)))
-- 13 is left out
-- 17| left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
-- 18| left join "days" as "refunds_days" on "refunds_days"."day" = cast("refunds"."day" as date)
-- redshift: the same

-- totals are of the calendar's periods that a filter on a measure keeps
-- ["2"]
select
  "days"."season" as "orders.placed_at.season",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "days" on "days"."day" = "orders"."placed_at"::date
group by 1
having sum("orders"."amount") > $1::bigint
order by "orders.placed_at.season" nulls last
limit 11;
-- totals
-- ["2"]
with picked_1 as (
  select "days"."season" as d0
  from "orders"
  left join "days" on "days"."day" = "orders"."placed_at"::date
  group by 1
  having sum("orders"."amount") > $1::bigint
)
select sum("orders"."amount") as "orders.total"
from "orders"
left join "days" on "days"."day" = "orders"."placed_at"::date
where exists (
  select 1
  from picked_1
  where array[picked_1.d0] = array["days"."season"]
);
-- duckdb:
-- 26|   where picked_1.d0 is not distinct from "days"."season"
-- mysql:
-- 6| left join `days` on `days`.`day` = date(`orders`.`placed_at`)
-- 8| having sum(`orders`.`amount`) > cast(? as signed)
-- 9| order by `orders.placed_at.season` <=> null, `orders.placed_at.season`
-- 16|   left join `days` on `days`.`day` = date(`orders`.`placed_at`)
-- 18|   having sum(`orders`.`amount`) > cast(? as signed)
-- 22| left join `days` on `days`.`day` = date(`orders`.`placed_at`)
-- 26|   where picked_1.d0 <=> `days`.`season`
-- clickhouse:
-- 4|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 6| left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
-- 8| having sumOrNull("orders"."amount" + toDecimal128(0, 0)) > {p1:Int64}
-- 9| order by 1 nulls last
-- 10| limit 11
-- 10+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 16|   left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
-- 18|   having sumOrNull("orders"."amount" + toDecimal128(0, 0)) > {p1:Int64}
-- 20| select sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 22| left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
-- 23| where toJSONString(tuple("days"."season")) in (
-- 24|   select toJSONString(tuple(picked_1.d0))
-- 26| )
-- 27| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 6| left join "days" on "days"."day" = cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)
-- 8| having sum("orders"."amount") > cast(? as bigint)
-- 16|   left join "days" on "days"."day" = cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)
-- 18|   having sum("orders"."amount") > cast(? as bigint)
-- 22| left join "days" on "days"."day" = cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)
-- 23| where json_format(cast(array[cast("days"."season" as json)] as json)) in (
-- 24|   select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 26 is left out
-- bigquery:
-- 6| left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
-- 8| having sum(`orders`.`amount`) > cast(@p1 as int64)
-- 16|   left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
-- 18|   having sum(`orders`.`amount`) > cast(@p1 as int64)
-- 22| left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
-- 23| where to_json_string([to_json_string(`days`.`season`)]) in (
-- 24|   select to_json_string([to_json_string(picked_1.d0)])
-- 26 is left out
-- databricks:
-- 6| left join `days` on `days`.`day` = cast(convert_timezone('UTC', `orders`.`placed_at`) as date)
-- 8| having sum(`orders`.`amount`) > cast(:p1 as bigint)
-- 16|   left join `days` on `days`.`day` = cast(convert_timezone('UTC', `orders`.`placed_at`) as date)
-- 18|   having sum(`orders`.`amount`) > cast(:p1 as bigint)
-- 22| left join `days` on `days`.`day` = cast(convert_timezone('UTC', `orders`.`placed_at`) as date)
-- 23| where to_json(named_struct('c0', `days`.`season`)) in (
-- 24|   select to_json(named_struct('c0', picked_1.d0))
-- 26 is left out
-- snowflake:
-- 6| left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
-- 8| having sum("orders"."amount") > cast(? as number(38, 0))
-- 16|   left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
-- 18|   having sum("orders"."amount") > cast(? as number(38, 0))
-- 22| left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
-- 23| where to_json(array_construct("days"."season")) in (
-- 24|   select to_json(array_construct(picked_1.d0))
-- 26 is left out
-- redshift:
-- 26|   where (picked_1.d0 = "days"."season" or (picked_1.d0 is null and "days"."season" is null))

-- a filter on a calendar's period of the many side
-- ["2024-R01"]
select
  "customers"."name" as "customers.name",
  count(*) as "customers.count"
from "customers"
where exists (
  select 1
  from "orders"
  left join "days" on "days"."day" = "orders"."placed_at"::date
  where "orders"."customer_id" = "customers"."id"
    and "days"."retail_month" = $1
)
group by 1
order by "customers.name" nulls last
limit 11;
-- duckdb:
-- 6| where "customers"."id" in (
-- 7|   select "orders"."customer_id"
-- 10|   where "days"."retail_month" = $1
-- 11 is left out
-- mysql:
-- 6| where `customers`.`id` in (
-- 7|   select `orders`.`customer_id`
-- 9|   left join `days` on `days`.`day` = date(`orders`.`placed_at`)
-- 10|   where `days`.`retail_month` = ?
-- 11 is left out
-- 14| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 6| where "customers"."id" in (
-- 7|   select "orders"."customer_id"
-- 9|   left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
-- 10|   where "days"."retail_month" = {p1:String}
-- 11 is left out
-- 14| order by 1 nulls last
-- 15| limit 11
-- 15+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 6| where "customers"."id" in (
-- 7|   select "orders"."customer_id"
-- 9|   left join "days" on "days"."day" = cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)
-- 10|   where "days"."retail_month" = ?
-- 11 is left out
-- bigquery:
-- 6| where `customers`.`id` in (
-- 7|   select `orders`.`customer_id`
-- 9|   left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
-- 10|   where `days`.`retail_month` = @p1
-- 11 is left out
-- databricks:
-- 6| where `customers`.`id` in (
-- 7|   select `orders`.`customer_id`
-- 9|   left join `days` on `days`.`day` = cast(convert_timezone('UTC', `orders`.`placed_at`) as date)
-- 10|   where `days`.`retail_month` = :p1
-- 11 is left out
-- snowflake:
-- 6| where "customers"."id" in (
-- 7|   select "orders"."customer_id"
-- 9|   left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
-- 10|   where "days"."retail_month" = ?
-- 11 is left out
-- redshift: the same

-- a condition on groups by a calendar's period
-- ["2"]
with asked_1 as (
  select "days"."retail_month" as d0
  from "orders"
  left join "days" on "days"."day" = "orders"."placed_at"::date
  group by 1
  having sum("orders"."amount") >= $1::bigint
)
select sum("orders"."amount") as "orders.total"
from "orders"
left join "days" on "days"."day" = "orders"."placed_at"::date
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["days"."retail_month"]
);
-- duckdb:
-- 15|   where asked_1.d0 is not distinct from "days"."retail_month"
-- mysql:
-- 5|   left join `days` on `days`.`day` = date(`orders`.`placed_at`)
-- 7|   having sum(`orders`.`amount`) >= cast(? as signed)
-- 11| left join `days` on `days`.`day` = date(`orders`.`placed_at`)
-- 15|   where asked_1.d0 <=> `days`.`retail_month`
-- clickhouse:
-- 5|   left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
-- 7|   having sumOrNull("orders"."amount" + toDecimal128(0, 0)) >= {p1:Int64}
-- 9| select sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 11| left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
-- 12| where toJSONString(tuple("days"."retail_month")) in (
-- 13|   select toJSONString(tuple(asked_1.d0))
-- 15| )
-- 16| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 5|   left join "days" on "days"."day" = cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)
-- 7|   having sum("orders"."amount") >= cast(? as bigint)
-- 11| left join "days" on "days"."day" = cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)
-- 12| where json_format(cast(array[cast("days"."retail_month" as json)] as json)) in (
-- 13|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 15 is left out
-- bigquery:
-- 5|   left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
-- 7|   having sum(`orders`.`amount`) >= cast(@p1 as int64)
-- 11| left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
-- 12| where to_json_string([to_json_string(`days`.`retail_month`)]) in (
-- 13|   select to_json_string([to_json_string(asked_1.d0)])
-- 15 is left out
-- databricks:
-- 5|   left join `days` on `days`.`day` = cast(convert_timezone('UTC', `orders`.`placed_at`) as date)
-- 7|   having sum(`orders`.`amount`) >= cast(:p1 as bigint)
-- 11| left join `days` on `days`.`day` = cast(convert_timezone('UTC', `orders`.`placed_at`) as date)
-- 12| where to_json(named_struct('c0', `days`.`retail_month`)) in (
-- 13|   select to_json(named_struct('c0', asked_1.d0))
-- 15 is left out
-- snowflake:
-- 5|   left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
-- 7|   having sum("orders"."amount") >= cast(? as number(38, 0))
-- 11| left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
-- 12| where to_json(array_construct("days"."retail_month")) in (
-- 13|   select to_json(array_construct(asked_1.d0))
-- 15 is left out
-- redshift:
-- 15|   where (asked_1.d0 = "days"."retail_month" or (asked_1.d0 is null and "days"."retail_month" is null))

-- a difference to a period of the calendar that has no rows
-- ["2"]
with groups_1 as (
  select
    "days"."retail_month" as d0,
    sum("orders"."amount") as m0
  from "orders"
  left join "days" on "days"."day" = "orders"."placed_at"::date
  where "orders"."amount" is distinct from $1::bigint
    and "days"."retail_month" is not null
  group by 1
),
periods_1 as (
  select distinct "retail_month" as d0
  from "days" as "calendar"
  where "retail_month" is not null
    and "day" >= (
    select min("day")
    from "days" as "calendar"
    where "retail_month" in (select d0 from groups_1)
  )
    and "day" <= (
    select max("day")
    from "days" as "calendar"
    where "retail_month" in (select d0 from groups_1)
  )
),
results_1 as (
  select
    d0,
    max(m0) as x0,
    case when max(present) = 1 then 1 else 0 end as shown
  from (
  select d0, m0, 1 as present from groups_1
  union all
  select d0, null as m0, 0 as present
  from periods_1
) as filled
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    shown,
    case when d0 is not null then x0 - lag(x0, 1) over (order by d0 nulls last) end as c0,
    case when d0 is not null then x0 - lag(x0, 2) over (order by d0 nulls last) end as c1
  from results_1
)
select
  d0 as "orders.placed_at.retail_month",
  x0 as "orders.total",
  c0 as "before",
  c1 as "two before"
from calculated_1
where shown = 1
order by "orders.placed_at.retail_month" nulls last
limit 11;
-- duckdb, redshift:
-- 8|   where ("orders"."amount" <> $1::bigint or "orders"."amount" is null)
-- mysql:
-- 7|   left join `days` on `days`.`day` = date(`orders`.`placed_at`)
-- 8|   where not (`orders`.`amount` <=> cast(? as signed))
-- 45|     case when d0 is not null then x0 - lag(x0, 1) over (order by d0 <=> null, d0) end as c0,
-- 46|     case when d0 is not null then x0 - lag(x0, 2) over (order by d0 <=> null, d0) end as c1
-- 56| order by `orders.placed_at.retail_month` <=> null, `orders.placed_at.retail_month`
-- clickhouse:
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0
-- 7|   left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
-- 8|   where ifNull("orders"."amount" != {p1:Int64}, true)
-- 17|     select minOrNull("day")
-- 22|     select maxOrNull("day")
-- 45|     case when d0 is not null then x0 - lagInFrame(toNullable(x0), 1) over (order by d0 nulls last rows between unbounded preceding and unbounded following) end as c0,
-- 46|     case when d0 is not null then x0 - lagInFrame(toNullable(x0), 2) over (order by d0 nulls last rows between unbounded preceding and unbounded following) end as c1
-- 56| order by 1 nulls last
-- 57| limit 11
-- 57+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 7|   left join "days" on "days"."day" = cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)
-- 8|   where "orders"."amount" is distinct from cast(? as bigint)
-- bigquery:
-- 7|   left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
-- 8|   where `orders`.`amount` is distinct from cast(@p1 as int64)
-- 53|   c1 as `c_two_before__k5awaiea6yz3`
-- databricks:
-- 7|   left join `days` on `days`.`day` = cast(convert_timezone('UTC', `orders`.`placed_at`) as date)
-- 8|   where not (`orders`.`amount` <=> cast(:p1 as bigint))
-- snowflake:
-- 7|   left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
-- 8|   where "orders"."amount" is distinct from cast(? as number(38, 0))

-- the balance at the end of each period of the calendar
select
  d0 as "orders.placed_at.season",
  sum(case when place = 1 then v0 end) as "orders.closing"
from (
  select
    "days"."season" as d0,
    "orders"."amount" as v0,
    case when "orders"."placed_at" is not null then rank() over (partition by "days"."season" order by "orders"."placed_at" desc nulls last) end as place
  from "orders"
  left join "days" on "days"."day" = "orders"."placed_at"::date
) as "orders"
group by 1
order by "orders.placed_at.season" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 8|     case when `orders`.`placed_at` is not null then rank() over (partition by `days`.`season` order by `orders`.`placed_at` desc) end as place
-- 10|   left join `days` on `days`.`day` = date(`orders`.`placed_at`)
-- 13| order by `orders.placed_at.season` <=> null, `orders.placed_at.season`
-- clickhouse:
-- 3|   sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "orders.closing"
-- 10|   left join "days" on "days"."day" = toDate32(toTimeZone("orders"."placed_at", 'UTC'))
-- 13| order by 1 nulls last
-- 14| limit 11
-- 14+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 10|   left join "days" on "days"."day" = cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)
-- bigquery:
-- 10|   left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
-- databricks:
-- 10|   left join `days` on `days`.`day` = cast(convert_timezone('UTC', `orders`.`placed_at`) as date)
-- snowflake:
-- 10|   left join "days" on "days"."day" = cast(cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz) as date)
