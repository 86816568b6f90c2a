-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- groups of both months are shown, and a change from nothing is null
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as "orders.channel",
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    "channel" as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  group by 1
  union all
  select
    "channel" as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
  group by 1
) as branches
group by 1
order by "orders.channel" nulls last
limit 21;
-- totals
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  union all
  select
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
) as branches;
-- duckdb:
-- 6|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 33|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 13|   where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
-- 21|   where `placed_at` >= cast(? as datetime(6))
-- 22|     and `placed_at` < cast(? as datetime(6))
-- 26| order by `orders.channel` <=> null, `orders.channel`
-- 33|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 39|   where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
-- 45|   where `placed_at` >= cast(? as datetime(6))
-- 46|     and `placed_at` < cast(? as datetime(6))
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 10|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 13|   where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 19|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 21|   where "placed_at" >= {p3:DateTime64(6, 'UTC')}
-- 22|     and "placed_at" < {p4:DateTime64(6, 'UTC')}
-- 26| order by 1 nulls last
-- 27| limit 21
-- 27+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- 33|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 36|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 39|   where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 43|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 45|   where "placed_at" >= {p3:DateTime64(6, 'UTC')}
-- 46|     and "placed_at" < {p4:DateTime64(6, 'UTC')}
-- 47| ) as branches
-- 47+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 13|   where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
-- 21|   where "placed_at" >= cast(? as timestamp(6))
-- 22|     and "placed_at" < cast(? as timestamp(6))
-- 33|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 39|   where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
-- 45|   where "placed_at" >= cast(? as timestamp(6))
-- 46|     and "placed_at" < cast(? as timestamp(6))
-- bigquery:
-- 5|   max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 13|   where `placed_at` >= @p1 and `placed_at` < @p2
-- 21|   where `placed_at` >= @p3
-- 22|     and `placed_at` < @p4
-- 32|   max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
-- 33|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 39|   where `placed_at` >= @p1 and `placed_at` < @p2
-- 45|   where `placed_at` >= @p3
-- 46|     and `placed_at` < @p4
-- databricks:
-- 6|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 13|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 21|   where `placed_at` >= cast(concat(:p3, 'Z') as timestamp)
-- 22|     and `placed_at` < cast(concat(:p4, 'Z') as timestamp)
-- 33|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 39|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 45|   where `placed_at` >= cast(concat(:p3, 'Z') as timestamp)
-- 46|     and `placed_at` < cast(concat(:p4, 'Z') as timestamp)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 13|   where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
-- 21|   where "placed_at" >= cast(? as timestamp_ntz)
-- 22|     and "placed_at" < cast(? as timestamp_ntz)
-- 33|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 39|   where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
-- 45|   where "placed_at" >= cast(? as timestamp_ntz)
-- 46|     and "placed_at" < cast(? as timestamp_ntz)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 33|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"

-- a month is compared with that of the year before
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00","2023-01-01 00:00:00","2024-01-01 00:00:00"]
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
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
    ((date_trunc('month', "placed_at")::date) + interval '12 months')::date as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
  group by 1
) as branches
group by 1
order by "orders.placed_at.month" nulls last
limit 21;
-- duckdb:
-- 6|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 9|     cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
-- 13|   where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
-- 17|     cast(((cast(date_format(`placed_at`, '%Y-%m-01') as date)) + interval 12 month) as date) as d0,
-- 21|   where `placed_at` >= cast(? as datetime(6))
-- 22|     and `placed_at` < cast(? as datetime(6))
-- 26| order by `orders.placed_at.month` <=> null, `orders.placed_at.month`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 9|     toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
-- 10|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 13|   where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 17|     toDate32((((toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC')))) + toIntervalMonth(12)))) as d0,
-- 19|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 21|   where "placed_at" >= {p3:DateTime64(6, 'UTC')}
-- 22|     and "placed_at" < {p4:DateTime64(6, 'UTC')}
-- 26| order by 1 nulls last
-- 27| limit 21
-- 27+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 9|     cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 13|   where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
-- 17|     cast((date_add('month', 12, (cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)))) as date) as d0,
-- 21|   where "placed_at" >= cast(? as timestamp(6))
-- 22|     and "placed_at" < cast(? as timestamp(6))
-- bigquery:
-- 5|   max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 9|     date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d0,
-- 13|   where `placed_at` >= @p1 and `placed_at` < @p2
-- 17|     cast((date_add((date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month)), interval 12 month)) as date) as d0,
-- 21|   where `placed_at` >= @p3
-- 22|     and `placed_at` < @p4
-- databricks:
-- 6|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 9|     cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d0,
-- 13|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 17|     cast((cast(dateadd(month, 12, (cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date))) as date)) as date) as d0,
-- 21|   where `placed_at` >= cast(concat(:p3, 'Z') as timestamp)
-- 22|     and `placed_at` < cast(concat(:p4, 'Z') as timestamp)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 9|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d0,
-- 13|   where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
-- 17|     cast((dateadd(month, 12, (cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date)))) as date) as d0,
-- 21|   where "placed_at" >= cast(? as timestamp_ntz)
-- 22|     and "placed_at" < cast(? as timestamp_ntz)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 17|     (dateadd(month, 12, (date_trunc('month', "placed_at")::date))::date)::date as d0,

-- a day is compared with the same day of the other month, and with nothing if that has no such day
-- ["2024-02-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-30 00:00:00","2024-02-01 00:00:00","2024-03-31 00:00:00","2024-04-01 00:00:00"]
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.total",
  max(m2) as "orders.total@before",
  1.0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
  coalesce(max(m1), 0) as "orders.count",
  coalesce(max(m3), 0) as "orders.count@before",
  1.0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
from (
  select
    "placed_at"::date as d0,
    sum("amount") as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "orders"
  where "placed_at" >= $1::timestamp
    and "placed_at" < $2::timestamp
  group by 1
  union all
  select
    (("placed_at"::date) + interval '1 month')::date as d0,
    null as m0,
    null as m1,
    sum("amount") as m2,
    count(*) as m3
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
    and ("placed_at" < $5::timestamp or "placed_at" >= $6::timestamp or "placed_at" is null)
    and ("placed_at" < $7::timestamp or "placed_at" >= $8::timestamp or "placed_at" is null)
  group by 1
) as branches
group by 1
order by "orders.placed_at.day" nulls last
limit 21;
-- duckdb:
-- 6|   (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 9|   (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `orders.total@change`,
-- 9|   1.0000000000000000 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `orders.count@change`
-- 12|     date(`placed_at`) as d0,
-- 18|   where `placed_at` >= cast(? as datetime(6))
-- 19|     and `placed_at` < cast(? as datetime(6))
-- 23|     cast(((date(`placed_at`)) + interval 1 month) as date) as d0,
-- 29|   where `placed_at` >= cast(? as datetime(6))
-- 30|     and `placed_at` < cast(? as datetime(6))
-- 31|     and (`placed_at` < cast(? as datetime(6)) or `placed_at` >= cast(? as datetime(6)) or `placed_at` is null)
-- 32|     and (`placed_at` < cast(? as datetime(6)) or `placed_at` >= cast(? as datetime(6)) or `placed_at` is null)
-- 36| order by `orders.placed_at.day` <=> null, `orders.placed_at.day`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 9|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 12|     toDate32(toTimeZone("placed_at", 'UTC')) as d0,
-- 13|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 18|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 19|     and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 23|     toDate32((((toDate32(toTimeZone("placed_at", 'UTC'))) + toIntervalMonth(1)))) as d0,
-- 26|     sumOrNull("amount" + toDecimal128(0, 0)) as m2,
-- 29|   where "placed_at" >= {p3:DateTime64(6, 'UTC')}
-- 30|     and "placed_at" < {p4:DateTime64(6, 'UTC')}
-- 31|     and ("placed_at" < {p5:DateTime64(6, 'UTC')} or "placed_at" >= {p6:DateTime64(6, 'UTC')} or "placed_at" is null)
-- 32|     and ("placed_at" < {p7:DateTime64(6, 'UTC')} or "placed_at" >= {p8:DateTime64(6, 'UTC')} or "placed_at" is null)
-- 36| order by 1 nulls last
-- 37| limit 21
-- 37+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 9|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 12|     cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as d0,
-- 18|   where "placed_at" >= cast(? as timestamp(6))
-- 19|     and "placed_at" < cast(? as timestamp(6))
-- 23|     cast((date_add('month', 1, (cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)))) as date) as d0,
-- 29|   where "placed_at" >= cast(? as timestamp(6))
-- 30|     and "placed_at" < cast(? as timestamp(6))
-- 31|     and ("placed_at" < cast(? as timestamp(6)) or "placed_at" >= cast(? as timestamp(6)) or "placed_at" is null)
-- 32|     and ("placed_at" < cast(? as timestamp(6)) or "placed_at" >= cast(? as timestamp(6)) or "placed_at" is null)
-- bigquery:
-- 5|   max(m2) as `c_orders_total_before__1upa3dsfwuo04`,
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `c_orders_total_change__2kfn9tvvw52y`,
-- 8|   coalesce(max(m3), 0) as `c_orders_count_before__osolha1biue9`,
-- 9|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `c_orders_count_change__2ugzibdaik0ap`
-- 12|     cast(datetime(timestamp(`placed_at`), 'UTC') as date) as d0,
-- 18|   where `placed_at` >= @p1
-- 19|     and `placed_at` < @p2
-- 23|     cast((date_add((cast(datetime(timestamp(`placed_at`), 'UTC') as date)), interval 1 month)) as date) as d0,
-- 29|   where `placed_at` >= @p3
-- 30|     and `placed_at` < @p4
-- 31|     and (`placed_at` < @p5 or `placed_at` >= @p6 or `placed_at` is null)
-- 32|     and (`placed_at` < @p7 or `placed_at` >= @p8 or `placed_at` is null)
-- databricks:
-- 6|   1D * (max(m0) - max(m2)) / nullif(max(m2), 0) as `orders.total@change`,
-- 9|   1D * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `orders.count@change`
-- 12|     cast(convert_timezone('UTC', `placed_at`) as date) as d0,
-- 18|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 19|     and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 23|     cast((cast(dateadd(month, 1, (cast(convert_timezone('UTC', `placed_at`) as date))) as date)) as date) as d0,
-- 29|   where `placed_at` >= cast(concat(:p3, 'Z') as timestamp)
-- 30|     and `placed_at` < cast(concat(:p4, 'Z') as timestamp)
-- 31|     and (`placed_at` < cast(concat(:p5, 'Z') as timestamp) or `placed_at` >= cast(concat(:p6, 'Z') as timestamp) or `placed_at` is null)
-- 32|     and (`placed_at` < cast(concat(:p7, 'Z') as timestamp) or `placed_at` >= cast(concat(:p8, 'Z') as timestamp) or `placed_at` is null)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 9|   1::float * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 12|     cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as d0,
-- 18|   where "placed_at" >= cast(? as timestamp_ntz)
-- 19|     and "placed_at" < cast(? as timestamp_ntz)
-- 23|     cast((dateadd(month, 1, (cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date)))) as date) as d0,
-- 29|   where "placed_at" >= cast(? as timestamp_ntz)
-- 30|     and "placed_at" < cast(? as timestamp_ntz)
-- 31|     and ("placed_at" < cast(? as timestamp_ntz) or "placed_at" >= cast(? as timestamp_ntz) or "placed_at" is null)
-- 32|     and ("placed_at" < cast(? as timestamp_ntz) or "placed_at" >= cast(? as timestamp_ntz) or "placed_at" is null)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 9|   1::float8 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 23|     (dateadd(month, 1, ("placed_at"::date))::date)::date as d0,

-- weeks are compared by their number within each span
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as "orders.placed_at.week",
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    date_trunc('week', "placed_at")::date as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  group by 1
  union all
  select
    ((date_trunc('week', "placed_at")::date) + interval '28 days')::date as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
  group by 1
) as branches
group by 1
order by "orders.placed_at.week" nulls last
limit 21;
-- duckdb:
-- 6|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 9|     date '1900-01-01' + interval floor(datediff(`placed_at`, '1900-01-01') / 7) week as d0,
-- 13|   where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
-- 17|     cast(((date '1900-01-01' + interval floor(datediff(`placed_at`, '1900-01-01') / 7) week) + interval 28 day) as date) as d0,
-- 21|   where `placed_at` >= cast(? as datetime(6))
-- 22|     and `placed_at` < cast(? as datetime(6))
-- 26| order by `orders.placed_at.week` <=> null, `orders.placed_at.week`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 9|     toStartOfWeek(toDate32(toTimeZone("placed_at", 'UTC')), 1) as d0,
-- 10|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 13|   where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 17|     toDate32((((toStartOfWeek(toDate32(toTimeZone("placed_at", 'UTC')), 1)) + toIntervalDay(28)))) as d0,
-- 19|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 21|   where "placed_at" >= {p3:DateTime64(6, 'UTC')}
-- 22|     and "placed_at" < {p4:DateTime64(6, 'UTC')}
-- 26| order by 1 nulls last
-- 27| limit 21
-- 27+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 9|     cast(date_trunc('week', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 13|   where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
-- 17|     cast((date_add('day', 28, (cast(date_trunc('week', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)))) as date) as d0,
-- 21|   where "placed_at" >= cast(? as timestamp(6))
-- 22|     and "placed_at" < cast(? as timestamp(6))
-- bigquery:
-- 5|   max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 9|     date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), week(monday)) as d0,
-- 13|   where `placed_at` >= @p1 and `placed_at` < @p2
-- 17|     cast((date_add((date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), week(monday))), interval 28 day)) as date) as d0,
-- 21|   where `placed_at` >= @p3
-- 22|     and `placed_at` < @p4
-- databricks:
-- 6|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 9|     cast(date_trunc('week', convert_timezone('UTC', `placed_at`)) as date) as d0,
-- 13|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 17|     cast((cast(dateadd(day, 28, (cast(date_trunc('week', convert_timezone('UTC', `placed_at`)) as date))) as date)) as date) as d0,
-- 21|   where `placed_at` >= cast(concat(:p3, 'Z') as timestamp)
-- 22|     and `placed_at` < cast(concat(:p4, 'Z') as timestamp)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 9|     dateadd(day, 1 - dayofweekiso(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)), cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date)) as d0,
-- 13|   where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
-- 17|     cast((dateadd(day, 28, (dateadd(day, 1 - dayofweekiso(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)), cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date))))) as date) as d0,
-- 21|   where "placed_at" >= cast(? as timestamp_ntz)
-- 22|     and "placed_at" < cast(? as timestamp_ntz)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 17|     (dateadd(day, 28, (date_trunc('week', "placed_at")::date))::date)::date as d0,

-- with `sameDays`, as many days of the earlier month count as of the current one
-- ["2024-02-01 00:00:00","2024-02-11 00:00:00","2023-02-01 00:00:00","2023-02-11 00:00:00"]
select
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp
    and "placed_at" < $2::timestamp
  union all
  select
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
) as branches;
-- duckdb:
-- 5|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- mysql:
-- 5|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 11|   where `placed_at` >= cast(? as datetime(6))
-- 12|     and `placed_at` < cast(? as datetime(6))
-- 18|   where `placed_at` >= cast(? as datetime(6))
-- 19|     and `placed_at` < cast(? as datetime(6))
-- clickhouse:
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 8|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 11|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 12|     and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 16|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 18|   where "placed_at" >= {p3:DateTime64(6, 'UTC')}
-- 19|     and "placed_at" < {p4:DateTime64(6, 'UTC')}
-- 20| ) as branches
-- 20+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 11|   where "placed_at" >= cast(? as timestamp(6))
-- 12|     and "placed_at" < cast(? as timestamp(6))
-- 18|   where "placed_at" >= cast(? as timestamp(6))
-- 19|     and "placed_at" < cast(? as timestamp(6))
-- bigquery:
-- 4|   max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 11|   where `placed_at` >= @p1
-- 12|     and `placed_at` < @p2
-- 18|   where `placed_at` >= @p3
-- 19|     and `placed_at` < @p4
-- databricks:
-- 5|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 11|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 12|     and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 18|   where `placed_at` >= cast(concat(:p3, 'Z') as timestamp)
-- 19|     and `placed_at` < cast(concat(:p4, 'Z') as timestamp)
-- snowflake:
-- 5|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 11|   where "placed_at" >= cast(? as timestamp_ntz)
-- 12|     and "placed_at" < cast(? as timestamp_ntz)
-- 18|   where "placed_at" >= cast(? as timestamp_ntz)
-- 19|     and "placed_at" < cast(? as timestamp_ntz)
-- redshift:
-- 5|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"

-- with `sameDays`, days after today count in neither month
-- ["2024-02-01 00:00:00","2024-02-10 00:00:00","2023-02-01 00:00:00","2023-02-10 00:00:00"]
select
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp
    and "placed_at" < $2::timestamp
  union all
  select
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
) as branches;
-- duckdb:
-- 5|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- mysql:
-- 5|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 11|   where `placed_at` >= cast(? as datetime(6))
-- 12|     and `placed_at` < cast(? as datetime(6))
-- 18|   where `placed_at` >= cast(? as datetime(6))
-- 19|     and `placed_at` < cast(? as datetime(6))
-- clickhouse:
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 8|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 11|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 12|     and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 16|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 18|   where "placed_at" >= {p3:DateTime64(6, 'UTC')}
-- 19|     and "placed_at" < {p4:DateTime64(6, 'UTC')}
-- 20| ) as branches
-- 20+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 11|   where "placed_at" >= cast(? as timestamp(6))
-- 12|     and "placed_at" < cast(? as timestamp(6))
-- 18|   where "placed_at" >= cast(? as timestamp(6))
-- 19|     and "placed_at" < cast(? as timestamp(6))
-- bigquery:
-- 4|   max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 11|   where `placed_at` >= @p1
-- 12|     and `placed_at` < @p2
-- 18|   where `placed_at` >= @p3
-- 19|     and `placed_at` < @p4
-- databricks:
-- 5|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 11|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 12|     and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 18|   where `placed_at` >= cast(concat(:p3, 'Z') as timestamp)
-- 19|     and `placed_at` < cast(concat(:p4, 'Z') as timestamp)
-- snowflake:
-- 5|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 11|   where "placed_at" >= cast(? as timestamp_ntz)
-- 12|     and "placed_at" < cast(? as timestamp_ntz)
-- 18|   where "placed_at" >= cast(? as timestamp_ntz)
-- 19|     and "placed_at" < cast(? as timestamp_ntz)
-- redshift:
-- 5|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"

-- with `sameDays`, rows dated after today are not compared with an earlier period
-- ["2024-02-01 00:00:00","2024-02-04 00:00:00","2024-01-29 00:00:00","2024-02-01 00:00:00"]
select
  d0 as "orders.channel",
  max(m0) as "orders.total",
  max(m2) as "orders.total@before",
  1.0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
  coalesce(max(m1), 0) as "orders.count",
  coalesce(max(m3), 0) as "orders.count@before",
  1.0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
from (
  select
    "channel" as d0,
    sum("amount") as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "orders"
  where "placed_at" >= $1::timestamp
    and "placed_at" < $2::timestamp
  group by 1
  union all
  select
    "channel" as d0,
    null as m0,
    null as m1,
    sum("amount") as m2,
    count(*) as m3
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
  group by 1
) as branches
group by 1
order by "orders.channel" nulls last
limit 21;
-- totals
-- ["2024-02-01 00:00:00","2024-02-04 00:00:00","2024-01-29 00:00:00","2024-02-01 00:00:00"]
select
  max(m0) as "orders.total",
  max(m2) as "orders.total@before",
  1.0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
  coalesce(max(m1), 0) as "orders.count",
  coalesce(max(m3), 0) as "orders.count@before",
  1.0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
from (
  select
    sum("amount") as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "orders"
  where "placed_at" >= $1::timestamp
    and "placed_at" < $2::timestamp
  union all
  select
    null as m0,
    null as m1,
    sum("amount") as m2,
    count(*) as m3
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
) as branches;
-- duckdb:
-- 6|   (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 9|   (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 41|   (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 44|   (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `orders.total@change`,
-- 9|   1.0000000000000000 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `orders.count@change`
-- 18|   where `placed_at` >= cast(? as datetime(6))
-- 19|     and `placed_at` < cast(? as datetime(6))
-- 29|   where `placed_at` >= cast(? as datetime(6))
-- 30|     and `placed_at` < cast(? as datetime(6))
-- 34| order by `orders.channel` <=> null, `orders.channel`
-- 41|   1.0000000000000000 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `orders.total@change`,
-- 44|   1.0000000000000000 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `orders.count@change`
-- 52|   where `placed_at` >= cast(? as datetime(6))
-- 53|     and `placed_at` < cast(? as datetime(6))
-- 61|   where `placed_at` >= cast(? as datetime(6))
-- 62|     and `placed_at` < cast(? as datetime(6))
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 9|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 13|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 18|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 19|     and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 26|     sumOrNull("amount" + toDecimal128(0, 0)) as m2,
-- 29|   where "placed_at" >= {p3:DateTime64(6, 'UTC')}
-- 30|     and "placed_at" < {p4:DateTime64(6, 'UTC')}
-- 34| order by 1 nulls last
-- 35| limit 21
-- 35+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- 41|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 44|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 47|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 52|   where "placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 53|     and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 58|     sumOrNull("amount" + toDecimal128(0, 0)) as m2,
-- 61|   where "placed_at" >= {p3:DateTime64(6, 'UTC')}
-- 62|     and "placed_at" < {p4:DateTime64(6, 'UTC')}
-- 63| ) as branches
-- 63+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 9|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 18|   where "placed_at" >= cast(? as timestamp(6))
-- 19|     and "placed_at" < cast(? as timestamp(6))
-- 29|   where "placed_at" >= cast(? as timestamp(6))
-- 30|     and "placed_at" < cast(? as timestamp(6))
-- 41|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 44|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 52|   where "placed_at" >= cast(? as timestamp(6))
-- 53|     and "placed_at" < cast(? as timestamp(6))
-- 61|   where "placed_at" >= cast(? as timestamp(6))
-- 62|     and "placed_at" < cast(? as timestamp(6))
-- bigquery:
-- 5|   max(m2) as `c_orders_total_before__1upa3dsfwuo04`,
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `c_orders_total_change__2kfn9tvvw52y`,
-- 8|   coalesce(max(m3), 0) as `c_orders_count_before__osolha1biue9`,
-- 9|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `c_orders_count_change__2ugzibdaik0ap`
-- 18|   where `placed_at` >= @p1
-- 19|     and `placed_at` < @p2
-- 29|   where `placed_at` >= @p3
-- 30|     and `placed_at` < @p4
-- 40|   max(m2) as `c_orders_total_before__1upa3dsfwuo04`,
-- 41|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `c_orders_total_change__2kfn9tvvw52y`,
-- 43|   coalesce(max(m3), 0) as `c_orders_count_before__osolha1biue9`,
-- 44|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `c_orders_count_change__2ugzibdaik0ap`
-- 52|   where `placed_at` >= @p1
-- 53|     and `placed_at` < @p2
-- 61|   where `placed_at` >= @p3
-- 62|     and `placed_at` < @p4
-- databricks:
-- 6|   1D * (max(m0) - max(m2)) / nullif(max(m2), 0) as `orders.total@change`,
-- 9|   1D * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `orders.count@change`
-- 18|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 19|     and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 29|   where `placed_at` >= cast(concat(:p3, 'Z') as timestamp)
-- 30|     and `placed_at` < cast(concat(:p4, 'Z') as timestamp)
-- 41|   1D * (max(m0) - max(m2)) / nullif(max(m2), 0) as `orders.total@change`,
-- 44|   1D * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `orders.count@change`
-- 52|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 53|     and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 61|   where `placed_at` >= cast(concat(:p3, 'Z') as timestamp)
-- 62|     and `placed_at` < cast(concat(:p4, 'Z') as timestamp)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 9|   1::float * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 18|   where "placed_at" >= cast(? as timestamp_ntz)
-- 19|     and "placed_at" < cast(? as timestamp_ntz)
-- 29|   where "placed_at" >= cast(? as timestamp_ntz)
-- 30|     and "placed_at" < cast(? as timestamp_ntz)
-- 41|   1::float * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 44|   1::float * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 52|   where "placed_at" >= cast(? as timestamp_ntz)
-- 53|     and "placed_at" < cast(? as timestamp_ntz)
-- 61|   where "placed_at" >= cast(? as timestamp_ntz)
-- 62|     and "placed_at" < cast(? as timestamp_ntz)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 9|   1::float8 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 41|   1::float8 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 44|   1::float8 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"

-- with `sameDays`, nothing is compared for days that are all after today
-- ["2024-02-01","2024-02-01","2024-01-01","2024-01-01"]
select
  d0 as "balances.account",
  coalesce(max(m0), 0) as "balances.count",
  coalesce(max(m1), 0) as "balances.count@before",
  1.0 * (coalesce(max(m0), 0) - coalesce(max(m1), 0)) / nullif(coalesce(max(m1), 0), 0) as "balances.count@change"
from (
  select
    "account_id" as d0,
    count(*) as m0,
    null as m1
  from "balances"
  where "day" >= $1::date
    and "day" < $2::date
  group by 1
  union all
  select
    "account_id" as d0,
    null as m0,
    count(*) as m1
  from "balances"
  where "day" >= $3::date
    and "day" < $4::date
  group by 1
) as branches
group by 1
order by "balances.account" nulls last
limit 21;
-- duckdb:
-- 6|   (coalesce(max(m0), 0) - coalesce(max(m1), 0)) / nullif(coalesce(max(m1), 0), 0) as "balances.count@change"
-- mysql:
-- 6|   1.0000000000000000 * (coalesce(max(m0), 0) - coalesce(max(m1), 0)) / nullif(coalesce(max(m1), 0), 0) as `balances.count@change`
-- 13|   where `day` >= cast(? as date)
-- 14|     and `day` < cast(? as date)
-- 22|   where `day` >= cast(? as date)
-- 23|     and `day` < cast(? as date)
-- 27| order by `balances.account` <=> null, `balances.account`
-- clickhouse:
-- 6|   1e0 * (coalesce(max(m0), 0) - coalesce(max(m1), 0)) / nullif(coalesce(max(m1), 0), 0) as "balances.count@change"
-- 13|   where "day" >= {p1:Date32}
-- 14|     and "day" < {p2:Date32}
-- 22|   where "day" >= {p3:Date32}
-- 23|     and "day" < {p4:Date32}
-- 27| order by 1 nulls last
-- 28| limit 21
-- 28+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 6|   1e0 * (coalesce(max(m0), 0) - coalesce(max(m1), 0)) / nullif(coalesce(max(m1), 0), 0) as "balances.count@change"
-- 13|   where "day" >= cast(? as date)
-- 14|     and "day" < cast(? as date)
-- 22|   where "day" >= cast(? as date)
-- 23|     and "day" < cast(? as date)
-- bigquery:
-- 5|   coalesce(max(m1), 0) as `c_balances_count_before__2bm6r1jvij5u5`,
-- 6|   1e0 * (coalesce(max(m0), 0) - coalesce(max(m1), 0)) / nullif(coalesce(max(m1), 0), 0) as `c_balances_count_change__2g57dcshf0l16`
-- 13|   where `day` >= cast(@p1 as date)
-- 14|     and `day` < cast(@p2 as date)
-- 22|   where `day` >= cast(@p3 as date)
-- 23|     and `day` < cast(@p4 as date)
-- databricks:
-- 6|   1D * (coalesce(max(m0), 0) - coalesce(max(m1), 0)) / nullif(coalesce(max(m1), 0), 0) as `balances.count@change`
-- 13|   where `day` >= cast(:p1 as date)
-- 14|     and `day` < cast(:p2 as date)
-- 22|   where `day` >= cast(:p3 as date)
-- 23|     and `day` < cast(:p4 as date)
-- snowflake:
-- 6|   1::float * (coalesce(max(m0), 0) - coalesce(max(m1), 0)) / nullif(coalesce(max(m1), 0), 0) as "balances.count@change"
-- 13|   where "day" >= cast(? as date)
-- 14|     and "day" < cast(? as date)
-- 22|   where "day" >= cast(? as date)
-- 23|     and "day" < cast(? as date)
-- redshift:
-- 6|   1::float8 * (coalesce(max(m0), 0) - coalesce(max(m1), 0)) / nullif(coalesce(max(m1), 0), 0) as "balances.count@change"

-- without `sameDays` the whole earlier month counts
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2023-02-01 00:00:00","2023-03-01 00:00:00"]
select
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  union all
  select
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
) as branches;
-- duckdb:
-- 5|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- mysql:
-- 5|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 11|   where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
-- 17|   where `placed_at` >= cast(? as datetime(6))
-- 18|     and `placed_at` < cast(? as datetime(6))
-- clickhouse:
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 8|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 11|   where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 15|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 17|   where "placed_at" >= {p3:DateTime64(6, 'UTC')}
-- 18|     and "placed_at" < {p4:DateTime64(6, 'UTC')}
-- 19| ) as branches
-- 19+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 11|   where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
-- 17|   where "placed_at" >= cast(? as timestamp(6))
-- 18|     and "placed_at" < cast(? as timestamp(6))
-- bigquery:
-- 4|   max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 11|   where `placed_at` >= @p1 and `placed_at` < @p2
-- 17|   where `placed_at` >= @p3
-- 18|     and `placed_at` < @p4
-- databricks:
-- 5|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 11|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 17|   where `placed_at` >= cast(concat(:p3, 'Z') as timestamp)
-- 18|     and `placed_at` < cast(concat(:p4, 'Z') as timestamp)
-- snowflake:
-- 5|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 11|   where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
-- 17|   where "placed_at" >= cast(? as timestamp_ntz)
-- 18|     and "placed_at" < cast(? as timestamp_ntz)
-- redshift:
-- 5|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"

-- hours of a day are compared with those of an earlier day in the query's timezone
-- ["2024-02-03 23:00:00","2024-02-04 23:00:00","2024-01-31 23:00:00","2024-02-01 23:00:00"]
select
  d0 as "orders.placed_at.hour",
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    date_trunc('hour', "placed_at") as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  group by 1
  union all
  select
    (date_trunc('hour', "placed_at")) + interval '72 hours' as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
  group by 1
) as branches
group by 1
order by "orders.placed_at.hour" nulls last
limit 21;
-- duckdb:
-- 6|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 9|     cast(date_format(`placed_at`, '%Y-%m-%d %H:00:00') as datetime) as d0,
-- 13|   where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
-- 17|     (cast(date_format(`placed_at`, '%Y-%m-%d %H:00:00') as datetime)) + interval 72 hour as d0,
-- 21|   where `placed_at` >= cast(? as datetime(6))
-- 22|     and `placed_at` < cast(? as datetime(6))
-- 26| order by `orders.placed_at.hour` <=> null, `orders.placed_at.hour`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 9|     toStartOfInterval(toTimeZone("placed_at", 'UTC'), toIntervalHour(1)) as d0,
-- 10|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 13|   where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 17|     ((toStartOfInterval(toTimeZone("placed_at", 'UTC'), toIntervalHour(1))) + toIntervalHour(72)) as d0,
-- 19|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 21|   where "placed_at" >= {p3:DateTime64(6, 'UTC')}
-- 22|     and "placed_at" < {p4:DateTime64(6, 'UTC')}
-- 26| order by 1 nulls last
-- 27| limit 21
-- 27+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 9|     date_trunc('hour', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as d0,
-- 13|   where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
-- 17|     date_add('hour', 72, (date_trunc('hour', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))))) as d0,
-- 21|   where "placed_at" >= cast(? as timestamp(6))
-- 22|     and "placed_at" < cast(? as timestamp(6))
-- bigquery:
-- 5|   max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 9|     timestamp_trunc(timestamp(`placed_at`), hour) as d0,
-- 13|   where `placed_at` >= @p1 and `placed_at` < @p2
-- 17|     timestamp_add((timestamp_trunc(timestamp(`placed_at`), hour)), interval 72 hour) as d0,
-- 21|   where `placed_at` >= @p3
-- 22|     and `placed_at` < @p4
-- databricks:
-- 6|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 9|     date_trunc('hour', convert_timezone('UTC', `placed_at`)) as d0,
-- 13|   where `placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 17|     cast(dateadd(hour, 72, (date_trunc('hour', convert_timezone('UTC', `placed_at`)))) as timestamp) as d0,
-- 21|   where `placed_at` >= cast(concat(:p3, 'Z') as timestamp)
-- 22|     and `placed_at` < cast(concat(:p4, 'Z') as timestamp)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 9|     date_trunc('hour', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as d0,
-- 13|   where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
-- 17|     dateadd(hour, 72, (date_trunc('hour', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)))) as d0,
-- 21|   where "placed_at" >= cast(? as timestamp_ntz)
-- 22|     and "placed_at" < cast(? as timestamp_ntz)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 17|     dateadd(hour, 72, (date_trunc('hour', "placed_at")))::timestamp as d0,

-- measures of two models and of several groups are compared, each row once
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as "lines.sku",
  max(m0) as "lines.quantity",
  max(m2) as "lines.quantity@before",
  1.0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "lines.quantity@change",
  coalesce(max(m1), 0) as "orders.count",
  coalesce(max(m3), 0) as "orders.count@before",
  1.0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
from (
  select
    "lines"."sku" as d0,
    sum("lines"."quantity") as m0,
    null::bigint as m1,
    null::numeric as m2,
    null::bigint as m3
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $1::timestamp and "orders"."placed_at" < $2::timestamp
  group by 1
  union all
  select
    "lines".d0 as d0,
    null::numeric as m0,
    count(*) as m1,
    null::numeric as m2,
    null::bigint as m3
  from "orders"
  left join (
    select distinct
      "order_id" as j0,
      "sku" as d0
    from "lines"
  ) as "lines" on "lines".j0 = "orders"."id"
  where "orders"."placed_at" >= $3::timestamp and "orders"."placed_at" < $4::timestamp
  group by 1
  union all
  select
    "lines"."sku" as d0,
    null::numeric as m0,
    null::bigint as m1,
    sum("lines"."quantity") as m2,
    null::bigint as m3
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $5::timestamp
    and "orders"."placed_at" < $6::timestamp
  group by 1
  union all
  select
    "lines".d0 as d0,
    null::numeric as m0,
    null::bigint as m1,
    null::numeric as m2,
    count(*) as m3
  from "orders"
  left join (
    select distinct
      "order_id" as j0,
      "sku" as d0
    from "lines"
  ) as "lines" on "lines".j0 = "orders"."id"
  where "orders"."placed_at" >= $7::timestamp
    and "orders"."placed_at" < $8::timestamp
  group by 1
) as branches
group by 1
order by "lines.sku" nulls last
limit 21;
-- duckdb:
-- 6|   (max(m0) - max(m2)) / nullif(max(m2), 0) as "lines.quantity@change",
-- 9|   (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 14|     null as m1,
-- 15|     null as m2,
-- 16|     null as m3
-- 24|     null as m0,
-- 26|     null as m2,
-- 27|     null as m3
-- 31|       "lines"."order_id" as j0,
-- 32|       "lines"."sku" as d0
-- 40|     null as m0,
-- 41|     null as m1,
-- 43|     null as m3
-- 52|     null as m0,
-- 53|     null as m1,
-- 54|     null as m2,
-- 59|       "lines"."order_id" as j0,
-- 60|       "lines"."sku" as d0
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `lines.quantity@change`,
-- 9|   1.0000000000000000 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `orders.count@change`
-- 14|     null as m1,
-- 15|     null as m2,
-- 16|     null as m3
-- 19|   where `orders`.`placed_at` >= cast(? as datetime(6)) and `orders`.`placed_at` < cast(? as datetime(6))
-- 24|     null as m0,
-- 26|     null as m2,
-- 27|     null as m3
-- 35|   where `orders`.`placed_at` >= cast(? as datetime(6)) and `orders`.`placed_at` < cast(? as datetime(6))
-- 40|     null as m0,
-- 41|     null as m1,
-- 43|     null as m3
-- 46|   where `orders`.`placed_at` >= cast(? as datetime(6))
-- 47|     and `orders`.`placed_at` < cast(? as datetime(6))
-- 52|     null as m0,
-- 53|     null as m1,
-- 54|     null as m2,
-- 63|   where `orders`.`placed_at` >= cast(? as datetime(6))
-- 64|     and `orders`.`placed_at` < cast(? as datetime(6))
-- 68| order by `lines.sku` <=> null, `lines.sku`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "lines.quantity@change",
-- 9|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 13|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m0,
-- 14|     null as m1,
-- 15|     null as m2,
-- 16|     null as m3
-- 19|   where "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed_at" < {p2:DateTime64(6, 'UTC')}
-- 24|     null as m0,
-- 26|     null as m2,
-- 27|     null as m3
-- 35|   where "orders"."placed_at" >= {p3:DateTime64(6, 'UTC')} and "orders"."placed_at" < {p4:DateTime64(6, 'UTC')}
-- 40|     null as m0,
-- 41|     null as m1,
-- 42|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m2,
-- 43|     null as m3
-- 46|   where "orders"."placed_at" >= {p5:DateTime64(6, 'UTC')}
-- 47|     and "orders"."placed_at" < {p6:DateTime64(6, 'UTC')}
-- 52|     null as m0,
-- 53|     null as m1,
-- 54|     null as m2,
-- 63|   where "orders"."placed_at" >= {p7:DateTime64(6, 'UTC')}
-- 64|     and "orders"."placed_at" < {p8:DateTime64(6, 'UTC')}
-- 68| order by 1 nulls last
-- 69| limit 21
-- 69+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "lines.quantity@change",
-- 9|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 14|     null as m1,
-- 15|     null as m2,
-- 16|     null as m3
-- 19|   where "orders"."placed_at" >= cast(? as timestamp(6)) and "orders"."placed_at" < cast(? as timestamp(6))
-- 24|     null as m0,
-- 26|     null as m2,
-- 27|     null as m3
-- 35|   where "orders"."placed_at" >= cast(? as timestamp(6)) and "orders"."placed_at" < cast(? as timestamp(6))
-- 40|     null as m0,
-- 41|     null as m1,
-- 43|     null as m3
-- 46|   where "orders"."placed_at" >= cast(? as timestamp(6))
-- 47|     and "orders"."placed_at" < cast(? as timestamp(6))
-- 52|     null as m0,
-- 53|     null as m1,
-- 54|     null as m2,
-- 63|   where "orders"."placed_at" >= cast(? as timestamp(6))
-- 64|     and "orders"."placed_at" < cast(? as timestamp(6))
-- bigquery:
-- 5|   max(m2) as `c_lines_quantity_before__fui5k1nz6law`,
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `c_lines_quantity_change__3ooko2atrkvhb`,
-- 8|   coalesce(max(m3), 0) as `c_orders_count_before__osolha1biue9`,
-- 9|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `c_orders_count_change__2ugzibdaik0ap`
-- 14|     null as m1,
-- 15|     null as m2,
-- 16|     null as m3
-- 19|   where `orders`.`placed_at` >= @p1 and `orders`.`placed_at` < @p2
-- 24|     null as m0,
-- 26|     null as m2,
-- 27|     null as m3
-- 35|   where `orders`.`placed_at` >= @p3 and `orders`.`placed_at` < @p4
-- 40|     null as m0,
-- 41|     null as m1,
-- 43|     null as m3
-- 46|   where `orders`.`placed_at` >= @p5
-- 47|     and `orders`.`placed_at` < @p6
-- 52|     null as m0,
-- 53|     null as m1,
-- 54|     null as m2,
-- 63|   where `orders`.`placed_at` >= @p7
-- 64|     and `orders`.`placed_at` < @p8
-- databricks:
-- 6|   1D * (max(m0) - max(m2)) / nullif(max(m2), 0) as `lines.quantity@change`,
-- 9|   1D * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `orders.count@change`
-- 14|     null as m1,
-- 15|     null as m2,
-- 16|     null as m3
-- 19|   where `orders`.`placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `orders`.`placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 24|     null as m0,
-- 26|     null as m2,
-- 27|     null as m3
-- 35|   where `orders`.`placed_at` >= cast(concat(:p3, 'Z') as timestamp) and `orders`.`placed_at` < cast(concat(:p4, 'Z') as timestamp)
-- 40|     null as m0,
-- 41|     null as m1,
-- 43|     null as m3
-- 46|   where `orders`.`placed_at` >= cast(concat(:p5, 'Z') as timestamp)
-- 47|     and `orders`.`placed_at` < cast(concat(:p6, 'Z') as timestamp)
-- 52|     null as m0,
-- 53|     null as m1,
-- 54|     null as m2,
-- 63|   where `orders`.`placed_at` >= cast(concat(:p7, 'Z') as timestamp)
-- 64|     and `orders`.`placed_at` < cast(concat(:p8, 'Z') as timestamp)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m2)) / nullif(max(m2), 0) as "lines.quantity@change",
-- 9|   1::float * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 14|     null as m1,
-- 15|     null as m2,
-- 16|     null as m3
-- 19|   where "orders"."placed_at" >= cast(? as timestamp_ntz) and "orders"."placed_at" < cast(? as timestamp_ntz)
-- 24|     null as m0,
-- 26|     null as m2,
-- 27|     null as m3
-- 35|   where "orders"."placed_at" >= cast(? as timestamp_ntz) and "orders"."placed_at" < cast(? as timestamp_ntz)
-- 40|     null as m0,
-- 41|     null as m1,
-- 43|     null as m3
-- 46|   where "orders"."placed_at" >= cast(? as timestamp_ntz)
-- 47|     and "orders"."placed_at" < cast(? as timestamp_ntz)
-- 52|     null as m0,
-- 53|     null as m1,
-- 54|     null as m2,
-- 63|   where "orders"."placed_at" >= cast(? as timestamp_ntz)
-- 64|     and "orders"."placed_at" < cast(? as timestamp_ntz)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "lines.quantity@change",
-- 9|   1::float8 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 15|     null::float8 as m2,
-- 24|     null::float8 as m0,
-- 26|     null::float8 as m2,
-- 40|     null::float8 as m0,
-- 52|     null::float8 as m0,
-- 54|     null::float8 as m2,

-- filled days show the values of the earlier span
-- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-01-29 00:00:00","2024-02-02 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      "placed_at"::date as d0,
      sum("amount") as m0,
      null as m1
    from "orders"
    where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
    group by 1
    union all
    select
      (("placed_at"::date) + interval '3 days')::date as d0,
      null as m0,
      sum("amount") as m1
    from "orders"
    where "placed_at" >= $3::timestamp
      and "placed_at" < $4::timestamp
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select generate_series($5::timestamp::date::timestamp, ($6::timestamp - interval '1 microsecond')::date::timestamp, interval '1 day')::date as d0
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by "orders.placed_at.day" nulls last
limit 21;
-- duckdb:
-- 28|   select unnest(generate_series($5::timestamp::date::timestamp, ($6::timestamp - interval '1 microsecond')::date::timestamp, interval '1 day'))::date as d0
-- 34|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- mysql:
-- 1| -- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-01-29 00:00:00","2024-02-02 00:00:00","2024-02-01 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00"]
-- 2| with recursive groups_1 as (
-- 9|       date(`placed_at`) as d0,
-- 13|     where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
-- 17|       cast(((date(`placed_at`)) + interval 3 day) as date) as d0,
-- 21|     where `placed_at` >= cast(? as datetime(6))
-- 22|       and `placed_at` < cast(? as datetime(6))
-- 28|   select
-- 28+|     1 as n,
-- 28+|     date(cast(? as datetime(6))) as d0,
-- 28+|     date(cast(? as datetime(6))) as first,
-- 28+|     date((cast(? as datetime(6)) - interval 1 microsecond)) as last
-- 28+|   having first <= last
-- 28+|   union all
-- 28+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
-- 28+|   from periods_1
-- 28+|   cross join (select 0 as bit union all select 1) as bits
-- 28+|   where first + interval (n * 2 + bit - 1) day <= last
-- 34|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 42| order by `orders.placed_at.day` <=> null, `orders.placed_at.day`
-- clickhouse:
-- 1| -- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-01-29 00:00:00","2024-02-02 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999"]
-- 9|       toDate32(toTimeZone("placed_at", 'UTC')) as d0,
-- 10|       sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 13|     where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
-- 17|       toDate32((((toDate32(toTimeZone("placed_at", 'UTC'))) + toIntervalDay(3)))) as d0,
-- 19|       sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 21|     where "placed_at" >= {p3:DateTime64(6, 'UTC')}
-- 22|       and "placed_at" < {p4:DateTime64(6, 'UTC')}
-- 28|   select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
-- 28+|   from (
-- 28+|     select toDate32(toTimeZone({p5:DateTime64(6, 'UTC')}, 'UTC')) as lo, toDate32(toTimeZone({p6:DateTime64(6, 'UTC')}, 'UTC')) as hi
-- 28+|   ) as bounds
-- 28+|   where lo <= hi
-- 34|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 42| order by 1 nulls last
-- 43| limit 21
-- 43+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-01-29 00:00:00","2024-02-02 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999"]
-- 9|       cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as d0,
-- 13|     where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
-- 17|       cast((date_add('day', 3, (cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date)))) as date) as d0,
-- 21|     where "placed_at" >= cast(? as timestamp(6))
-- 22|       and "placed_at" < cast(? as timestamp(6))
-- 28|   select date_add('day', many * 10000 + few, lo) as d0
-- 28+|   from (
-- 28+|     select cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo, cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as hi
-- 28+|   ) as bounds
-- 28+|   cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
-- 28+|   cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
-- 28+|   where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
-- 34|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- bigquery:
-- 1| -- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-01-29 00:00:00","2024-02-02 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999"]
-- 9|       cast(datetime(timestamp(`placed_at`), 'UTC') as date) as d0,
-- 13|     where `placed_at` >= @p1 and `placed_at` < @p2
-- 17|       cast((date_add((cast(datetime(timestamp(`placed_at`), 'UTC') as date)), interval 3 day)) as date) as d0,
-- 21|     where `placed_at` >= @p3
-- 22|       and `placed_at` < @p4
-- 28|   select step as d0
-- 28+|   from (
-- 28+|     select cast(datetime(timestamp(@p5), 'UTC') as date) as lo, cast(datetime(timestamp(@p6), 'UTC') as date) as hi
-- 28+|   ) as bounds
-- 28+|   cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
-- 33|   max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
-- 34|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- databricks:
-- 1| -- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-01-29 00:00:00","2024-02-02 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999"]
-- 9|       cast(convert_timezone('UTC', `placed_at`) as date) as d0,
-- 13|     where `placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 17|       cast((cast(dateadd(day, 3, (cast(convert_timezone('UTC', `placed_at`) as date))) as date)) as date) as d0,
-- 21|     where `placed_at` >= cast(concat(:p3, 'Z') as timestamp)
-- 22|       and `placed_at` < cast(concat(:p4, 'Z') as timestamp)
-- 28|   select explode(sequence(lo, hi, interval 1 day)) as d0
-- 28+|   from (
-- 28+|     select cast(convert_timezone('UTC', cast(concat(:p5, 'Z') as timestamp)) as date) as lo, cast(convert_timezone('UTC', cast(concat(:p6, 'Z') as timestamp)) as date) as hi
-- 28+|   ) as bounds
-- 28+|   where lo <= hi
-- 34|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- snowflake:
-- 1| -- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-01-29 00:00:00","2024-02-02 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999"]
-- 9|       cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as d0,
-- 13|     where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
-- 17|       cast((dateadd(day, 3, (cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date)))) as date) as d0,
-- 21|     where "placed_at" >= cast(? as timestamp_ntz)
-- 22|       and "placed_at" < cast(? as timestamp_ntz)
-- 28|   select dateadd(day, cast(steps.value as integer), lo) as d0
-- 28+|   from (
-- 28+|     select cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as hi
-- 28+|   ) as bounds
-- 28+|   cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
-- 34|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- redshift:
-- 1| -- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-01-29 00:00:00","2024-02-02 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999"]
-- 17|       (dateadd(day, 3, ("placed_at"::date))::date)::date as d0,
-- 28|   select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 28+|   from (
-- 28+|     select $5::timestamp::date as lo, $6::timestamp::date as hi
-- 28+|   ) as bounds
-- 28+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
-- 28+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
-- 28+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
-- 28+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
-- 28+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
-- 28+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
-- 28+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
-- 34|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"

-- a balance is compared with that at the end of the month before
-- ["2024-02-01","2024-02-29","2024-01-01","2024-02-01"]
select
  d0 as "balances.account",
  max(m0) as "balances.closing",
  max(m1) as "balances.closing@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "balances.closing@change"
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      "account_id" as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by "account_id", "account_id" order by "day" desc nulls last) end as place
    from "balances"
    where "day" between $1::date and $2::date
  ) as "balances"
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      "account_id" as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by "account_id", "account_id" order by "day" desc nulls last) end as place
    from "balances"
    where "day" >= $3::date
      and "day" < $4::date
  ) as "balances"
  group by 1
) as branches
group by 1
order by "balances.account" nulls last
limit 21;
-- duckdb:
-- 6|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "balances.closing@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `balances.closing@change`
-- 16|       case when `day` is not null then rank() over (partition by `account_id`, `account_id` order by `day` desc) end as place
-- 18|     where `day` between cast(? as date) and cast(? as date)
-- 30|       case when `day` is not null then rank() over (partition by `account_id`, `account_id` order by `day` desc) end as place
-- 32|     where `day` >= cast(? as date)
-- 33|       and `day` < cast(? as date)
-- 38| order by `balances.account` <=> null, `balances.account`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "balances.closing@change"
-- 10|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
-- 18|     where "day" between {p1:Date32} and {p2:Date32}
-- 25|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
-- 32|     where "day" >= {p3:Date32}
-- 33|       and "day" < {p4:Date32}
-- 38| order by 1 nulls last
-- 39| limit 21
-- 39+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "balances.closing@change"
-- 18|     where "day" between cast(? as date) and cast(? as date)
-- 32|     where "day" >= cast(? as date)
-- 33|       and "day" < cast(? as date)
-- bigquery:
-- 5|   max(m1) as `c_balances_closing_before__1mzw8z37c292n`,
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_balances_closing_change__hw82jdepic7a`
-- 18|     where `day` between cast(@p1 as date) and cast(@p2 as date)
-- 32|     where `day` >= cast(@p3 as date)
-- 33|       and `day` < cast(@p4 as date)
-- databricks:
-- 6|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `balances.closing@change`
-- 18|     where `day` between cast(:p1 as date) and cast(:p2 as date)
-- 32|     where `day` >= cast(:p3 as date)
-- 33|       and `day` < cast(:p4 as date)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "balances.closing@change"
-- 18|     where "day" between cast(? as date) and cast(? as date)
-- 32|     where "day" >= cast(? as date)
-- 33|       and "day" < cast(? as date)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "balances.closing@change"

-- a filter on a measure applies to the current value, and the change can order
-- ["2024-01-31 00:00:00","2024-02-02 00:00:00","2024-01-29 00:00:00","2024-01-31 00:00:00","0"]
select
  d0 as "lines.sku",
  max(m0) as "lines.quantity",
  max(m1) as "lines.quantity@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "lines.quantity@change"
from (
  select
    "lines"."sku" as d0,
    sum("lines"."quantity") as m0,
    null as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $1::timestamp and "orders"."placed_at" < $2::timestamp
  group by 1
  union all
  select
    "lines"."sku" as d0,
    null as m0,
    sum("lines"."quantity") as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $3::timestamp
    and "orders"."placed_at" < $4::timestamp
  group by 1
) as branches
group by 1
having max(m0) >= $5::bigint
order by "lines.quantity@change" desc nulls last, "lines.quantity@before" nulls last, "lines.quantity" desc nulls last, "lines.sku" nulls last
limit 21;
-- duckdb:
-- 6|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "lines.quantity@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `lines.quantity@change`
-- 14|   where `orders`.`placed_at` >= cast(? as datetime(6)) and `orders`.`placed_at` < cast(? as datetime(6))
-- 23|   where `orders`.`placed_at` >= cast(? as datetime(6))
-- 24|     and `orders`.`placed_at` < cast(? as datetime(6))
-- 28| having max(m0) >= cast(? as signed)
-- 29| order by `lines.quantity@change` desc, max(m1) <=> null, `lines.quantity@before`, `lines.quantity` desc, `lines.sku` <=> null, `lines.sku`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "lines.quantity@change"
-- 10|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m0,
-- 14|   where "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed_at" < {p2:DateTime64(6, 'UTC')}
-- 20|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m1
-- 23|   where "orders"."placed_at" >= {p3:DateTime64(6, 'UTC')}
-- 24|     and "orders"."placed_at" < {p4:DateTime64(6, 'UTC')}
-- 28| having max(m0) >= {p5:Int64}
-- 29| order by 4 desc nulls last, 3 nulls last, 2 desc nulls last, 1 nulls last
-- 30| limit 21
-- 30+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "lines.quantity@change"
-- 14|   where "orders"."placed_at" >= cast(? as timestamp(6)) and "orders"."placed_at" < cast(? as timestamp(6))
-- 23|   where "orders"."placed_at" >= cast(? as timestamp(6))
-- 24|     and "orders"."placed_at" < cast(? as timestamp(6))
-- 28| having max(m0) >= cast(? as bigint)
-- bigquery:
-- 5|   max(m1) as `c_lines_quantity_before__fui5k1nz6law`,
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_lines_quantity_change__3ooko2atrkvhb`
-- 14|   where `orders`.`placed_at` >= @p1 and `orders`.`placed_at` < @p2
-- 23|   where `orders`.`placed_at` >= @p3
-- 24|     and `orders`.`placed_at` < @p4
-- 28| having max(m0) >= cast(@p5 as int64)
-- 29| order by `c_lines_quantity_change__3ooko2atrkvhb` desc nulls last, `c_lines_quantity_before__fui5k1nz6law` nulls last, `lines__quantity` desc nulls last, `lines__sku` nulls last
-- databricks:
-- 6|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `lines.quantity@change`
-- 14|   where `orders`.`placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `orders`.`placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 23|   where `orders`.`placed_at` >= cast(concat(:p3, 'Z') as timestamp)
-- 24|     and `orders`.`placed_at` < cast(concat(:p4, 'Z') as timestamp)
-- 28| having max(m0) >= cast(:p5 as bigint)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "lines.quantity@change"
-- 14|   where "orders"."placed_at" >= cast(? as timestamp_ntz) and "orders"."placed_at" < cast(? as timestamp_ntz)
-- 23|   where "orders"."placed_at" >= cast(? as timestamp_ntz)
-- 24|     and "orders"."placed_at" < cast(? as timestamp_ntz)
-- 28| having max(m0) >= cast(? as number(38, 0))
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "lines.quantity@change"

-- top chooses by the current values, and the rest has the same name before
-- ["2024-02-01 00:00:00","2024-02-04 00:00:00","2024-02-01 00:00:00","2024-02-04 00:00:00","rest","2024-02-01 00:00:00","2024-02-04 00:00:00","rest","2024-01-29 00:00:00","2024-02-01 00:00:00"]
with results_1 as (
  select
    "lines"."sku" as d0,
    sum("lines"."quantity") as x0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $1::timestamp and "orders"."placed_at" < $2::timestamp
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
),
results_2 as (
  select
    "lines"."sku" as d0,
    sum("lines"."quantity") as x0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $3::timestamp and "orders"."placed_at" < $4::timestamp
  group by 1
),
asked_2 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_2
  ) as numbered
  where place <= 1
)
select
  d0 as "lines.sku",
  max(m0) as "lines.quantity",
  max(m1) as "lines.quantity@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "lines.quantity@change"
from (
  select
    case when asked_1.place is not null then "lines"."sku"::text else $5 end as d0,
    sum("lines"."quantity") as m0,
    null as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  left join asked_1 on array[asked_1.d0] = array["lines"."sku"]
  where "orders"."placed_at" >= $6::timestamp and "orders"."placed_at" < $7::timestamp
  group by 1
  union all
  select
    case when asked_2.place is not null then "lines"."sku"::text else $8 end as d0,
    null as m0,
    sum("lines"."quantity") as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  left join asked_2 on array[asked_2.d0] = array["lines"."sku"]
  where "orders"."placed_at" >= $9::timestamp
    and "orders"."placed_at" < $10::timestamp
  group by 1
) as branches
group by 1
order by "lines.sku" nulls last
limit 21;
-- duckdb:
-- 48|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "lines.quantity@change"
-- 56|   left join asked_1 on asked_1.d0 is not distinct from "lines"."sku"
-- 66|   left join asked_2 on asked_2.d0 is not distinct from "lines"."sku"
-- mysql:
-- 8|   where `orders`.`placed_at` >= cast(? as datetime(6)) and `orders`.`placed_at` < cast(? as datetime(6))
-- 18|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 29|   where `orders`.`placed_at` >= cast(? as datetime(6)) and `orders`.`placed_at` < cast(? as datetime(6))
-- 39|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 48|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `lines.quantity@change`
-- 51|     case when asked_1.place is not null then `lines`.`sku` else ? end as d0,
-- 56|   left join asked_1 on asked_1.d0 <=> `lines`.`sku`
-- 57|   where `orders`.`placed_at` >= cast(? as datetime(6)) and `orders`.`placed_at` < cast(? as datetime(6))
-- 61|     case when asked_2.place is not null then `lines`.`sku` else ? end as d0,
-- 66|   left join asked_2 on asked_2.d0 <=> `lines`.`sku`
-- 67|   where `orders`.`placed_at` >= cast(? as datetime(6))
-- 68|     and `orders`.`placed_at` < cast(? as datetime(6))
-- 72| order by `lines.sku` <=> null, `lines.sku`
-- clickhouse:
-- 5|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as x0
-- 8|   where "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed_at" < {p2:DateTime64(6, 'UTC')}
-- 18|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 26|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as x0
-- 29|   where "orders"."placed_at" >= {p3:DateTime64(6, 'UTC')} and "orders"."placed_at" < {p4:DateTime64(6, 'UTC')}
-- 39|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 48|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "lines.quantity@change"
-- 51|     case when asked_1.place is not null then toString("lines"."sku") else {p5:String} end as d0,
-- 52|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m0,
-- 56|   left join asked_1 on [asked_1.d0] = ["lines"."sku"]
-- 57|   where "orders"."placed_at" >= {p6:DateTime64(6, 'UTC')} and "orders"."placed_at" < {p7:DateTime64(6, 'UTC')}
-- 61|     case when asked_2.place is not null then toString("lines"."sku") else {p8:String} end as d0,
-- 63|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m1
-- 66|   left join asked_2 on [asked_2.d0] = ["lines"."sku"]
-- 67|   where "orders"."placed_at" >= {p9:DateTime64(6, 'UTC')}
-- 68|     and "orders"."placed_at" < {p10:DateTime64(6, 'UTC')}
-- 72| order by 1 nulls last
-- 73| limit 21
-- 73+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 8|   where "orders"."placed_at" >= cast(? as timestamp(6)) and "orders"."placed_at" < cast(? as timestamp(6))
-- 29|   where "orders"."placed_at" >= cast(? as timestamp(6)) and "orders"."placed_at" < cast(? as timestamp(6))
-- 48|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "lines.quantity@change"
-- 51|     case when asked_1.place is not null then cast("lines"."sku" as varchar) else ? end as d0,
-- 56|   left join asked_1 on asked_1.d0 is not distinct from "lines"."sku"
-- 57|   where "orders"."placed_at" >= cast(? as timestamp(6)) and "orders"."placed_at" < cast(? as timestamp(6))
-- 61|     case when asked_2.place is not null then cast("lines"."sku" as varchar) else ? end as d0,
-- 66|   left join asked_2 on asked_2.d0 is not distinct from "lines"."sku"
-- 67|   where "orders"."placed_at" >= cast(? as timestamp(6))
-- 68|     and "orders"."placed_at" < cast(? as timestamp(6))
-- bigquery:
-- 8|   where `orders`.`placed_at` >= @p1 and `orders`.`placed_at` < @p2
-- 29|   where `orders`.`placed_at` >= @p3 and `orders`.`placed_at` < @p4
-- 47|   max(m1) as `c_lines_quantity_before__fui5k1nz6law`,
-- 48|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_lines_quantity_change__3ooko2atrkvhb`
-- 51|     case when asked_1.place is not null then cast(`lines`.`sku` as string) else @p5 end as d0,
-- 56|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`lines`.`sku`)
-- 57|   where `orders`.`placed_at` >= @p6 and `orders`.`placed_at` < @p7
-- 61|     case when asked_2.place is not null then cast(`lines`.`sku` as string) else @p8 end as d0,
-- 66|   left join asked_2 on to_json_string(asked_2.d0) = to_json_string(`lines`.`sku`)
-- 67|   where `orders`.`placed_at` >= @p9
-- 68|     and `orders`.`placed_at` < @p10
-- databricks:
-- 8|   where `orders`.`placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `orders`.`placed_at` < cast(concat(:p2, 'Z') as timestamp)
-- 29|   where `orders`.`placed_at` >= cast(concat(:p3, 'Z') as timestamp) and `orders`.`placed_at` < cast(concat(:p4, 'Z') as timestamp)
-- 48|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `lines.quantity@change`
-- 51|     case when asked_1.place is not null then cast(`lines`.`sku` as string) else :p5 end as d0,
-- 56|   left join asked_1 on asked_1.d0 <=> `lines`.`sku`
-- 57|   where `orders`.`placed_at` >= cast(concat(:p6, 'Z') as timestamp) and `orders`.`placed_at` < cast(concat(:p7, 'Z') as timestamp)
-- 61|     case when asked_2.place is not null then cast(`lines`.`sku` as string) else :p8 end as d0,
-- 66|   left join asked_2 on asked_2.d0 <=> `lines`.`sku`
-- 67|   where `orders`.`placed_at` >= cast(concat(:p9, 'Z') as timestamp)
-- 68|     and `orders`.`placed_at` < cast(concat(:p10, 'Z') as timestamp)
-- snowflake:
-- 8|   where "orders"."placed_at" >= cast(? as timestamp_ntz) and "orders"."placed_at" < cast(? as timestamp_ntz)
-- 29|   where "orders"."placed_at" >= cast(? as timestamp_ntz) and "orders"."placed_at" < cast(? as timestamp_ntz)
-- 48|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "lines.quantity@change"
-- 51|     case when asked_1.place is not null then cast("lines"."sku" as varchar) else ? end as d0,
-- 56|   left join asked_1 on equal_null(asked_1.d0, "lines"."sku")
-- 57|   where "orders"."placed_at" >= cast(? as timestamp_ntz) and "orders"."placed_at" < cast(? as timestamp_ntz)
-- 61|     case when asked_2.place is not null then cast("lines"."sku" as varchar) else ? end as d0,
-- 66|   left join asked_2 on equal_null(asked_2.d0, "lines"."sku")
-- 67|   where "orders"."placed_at" >= cast(? as timestamp_ntz)
-- 68|     and "orders"."placed_at" < cast(? as timestamp_ntz)
-- redshift:
-- 48|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "lines.quantity@change"
-- 51|     case when asked_1.place is not null then "lines"."sku"::varchar else $5 end as d0,
-- 56|   left join asked_1 on (asked_1.d0 = "lines"."sku" or (asked_1.d0 is null and "lines"."sku" is null))
-- 61|     case when asked_2.place is not null then "lines"."sku"::varchar else $8 end as d0,
-- 66|   left join asked_2 on (asked_2.d0 = "lines"."sku" or (asked_2.d0 is null and "lines"."sku" is null))
