-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a comparison of two fields applies to both months
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as "customers.region",
  max(m0) as "orders.total",
  max(m2) as "orders.total@before",
  1.0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
  coalesce(max(m1), 0) as "orders.count",
  coalesce(max(m3), 0) as "orders.count@before",
  1.0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
from (
  select
    "customers"."region" as d0,
    sum("orders"."amount") as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed" >= $1::timestamp and "orders"."placed" < $2::timestamp
    and "orders"."sent" > "orders"."due"
  group by 1
  union all
  select
    "customers"."region" as d0,
    null as m0,
    null as m1,
    sum("orders"."amount") as m2,
    count(*) as m3
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."sent" > "orders"."due"
    and "orders"."placed" >= $3::timestamp
    and "orders"."placed" < $4::timestamp
  group by 1
) as branches
group by 1
order by "customers.region" nulls last
limit 21;
-- totals
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  max(m0) as "orders.total",
  max(m2) as "orders.total@before",
  1.0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
  coalesce(max(m1), 0) as "orders.count",
  coalesce(max(m3), 0) as "orders.count@before",
  1.0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
from (
  select
    sum("orders"."amount") as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed" >= $1::timestamp and "orders"."placed" < $2::timestamp
    and "orders"."sent" > "orders"."due"
  union all
  select
    null as m0,
    null as m1,
    sum("orders"."amount") as m2,
    count(*) as m3
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."sent" > "orders"."due"
    and "orders"."placed" >= $3::timestamp
    and "orders"."placed" < $4::timestamp
) as branches;
-- duckdb:
-- 6|   (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 9|   (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 44|   (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 47|   (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `orders.total@change`,
-- 9|   1.0000000000000000 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `orders.count@change`
-- 19|   where `orders`.`placed` >= cast(? as datetime(6)) and `orders`.`placed` < cast(? as datetime(6))
-- 32|     and `orders`.`placed` >= cast(? as datetime(6))
-- 33|     and `orders`.`placed` < cast(? as datetime(6))
-- 37| order by `customers.region` <=> null, `customers.region`
-- 44|   1.0000000000000000 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `orders.total@change`,
-- 47|   1.0000000000000000 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `orders.count@change`
-- 56|   where `orders`.`placed` >= cast(? as datetime(6)) and `orders`.`placed` < cast(? as datetime(6))
-- 67|     and `orders`.`placed` >= cast(? as datetime(6))
-- 68|     and `orders`.`placed` < cast(? as datetime(6))
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 9|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 13|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 19|   where "orders"."placed" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed" < {p2:DateTime64(6, 'UTC')}
-- 27|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m2,
-- 32|     and "orders"."placed" >= {p3:DateTime64(6, 'UTC')}
-- 33|     and "orders"."placed" < {p4:DateTime64(6, 'UTC')}
-- 37| order by 1 nulls last
-- 38| limit 21
-- 38+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 44|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 47|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 50|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 56|   where "orders"."placed" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed" < {p2:DateTime64(6, 'UTC')}
-- 62|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m2,
-- 67|     and "orders"."placed" >= {p3:DateTime64(6, 'UTC')}
-- 68|     and "orders"."placed" < {p4:DateTime64(6, 'UTC')}
-- 69| ) as branches
-- 69+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 9|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 19|   where "orders"."placed" >= cast(? as timestamp(6)) and "orders"."placed" < cast(? as timestamp(6))
-- 32|     and "orders"."placed" >= cast(? as timestamp(6))
-- 33|     and "orders"."placed" < cast(? as timestamp(6))
-- 44|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 47|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 56|   where "orders"."placed" >= cast(? as timestamp(6)) and "orders"."placed" < cast(? as timestamp(6))
-- 67|     and "orders"."placed" >= cast(? as timestamp(6))
-- 68|     and "orders"."placed" < cast(? as timestamp(6))
-- bigquery:
-- 5|   max(m2) as `c_orders_total_before__1upa3dsfwuo04`,
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `c_orders_total_change__2kfn9tvvw52y`,
-- 8|   coalesce(max(m3), 0) as `c_orders_count_before__osolha1biue9`,
-- 9|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `c_orders_count_change__2ugzibdaik0ap`
-- 19|   where `orders`.`placed` >= @p1 and `orders`.`placed` < @p2
-- 32|     and `orders`.`placed` >= @p3
-- 33|     and `orders`.`placed` < @p4
-- 43|   max(m2) as `c_orders_total_before__1upa3dsfwuo04`,
-- 44|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `c_orders_total_change__2kfn9tvvw52y`,
-- 46|   coalesce(max(m3), 0) as `c_orders_count_before__osolha1biue9`,
-- 47|   1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `c_orders_count_change__2ugzibdaik0ap`
-- 56|   where `orders`.`placed` >= @p1 and `orders`.`placed` < @p2
-- 67|     and `orders`.`placed` >= @p3
-- 68|     and `orders`.`placed` < @p4
-- databricks:
-- 6|   1D * (max(m0) - max(m2)) / nullif(max(m2), 0) as `orders.total@change`,
-- 9|   1D * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `orders.count@change`
-- 19|   where `orders`.`placed` >= cast(concat(:p1, 'Z') as timestamp) and `orders`.`placed` < cast(concat(:p2, 'Z') as timestamp)
-- 32|     and `orders`.`placed` >= cast(concat(:p3, 'Z') as timestamp)
-- 33|     and `orders`.`placed` < cast(concat(:p4, 'Z') as timestamp)
-- 44|   1D * (max(m0) - max(m2)) / nullif(max(m2), 0) as `orders.total@change`,
-- 47|   1D * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `orders.count@change`
-- 56|   where `orders`.`placed` >= cast(concat(:p1, 'Z') as timestamp) and `orders`.`placed` < cast(concat(:p2, 'Z') as timestamp)
-- 67|     and `orders`.`placed` >= cast(concat(:p3, 'Z') as timestamp)
-- 68|     and `orders`.`placed` < cast(concat(:p4, 'Z') as timestamp)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 9|   1::float * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 19|   where "orders"."placed" >= cast(? as timestamp_ntz) and "orders"."placed" < cast(? as timestamp_ntz)
-- 32|     and "orders"."placed" >= cast(? as timestamp_ntz)
-- 33|     and "orders"."placed" < cast(? as timestamp_ntz)
-- 44|   1::float * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 47|   1::float * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 56|   where "orders"."placed" >= cast(? as timestamp_ntz) and "orders"."placed" < cast(? as timestamp_ntz)
-- 67|     and "orders"."placed" >= cast(? as timestamp_ntz)
-- 68|     and "orders"."placed" < cast(? as timestamp_ntz)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 9|   1::float8 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
-- 44|   1::float8 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
-- 47|   1::float8 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"

-- a comparison of fields of two models applies to both months
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as "orders.region",
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    "orders"."region" as d0,
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed" >= $1::timestamp and "orders"."placed" < $2::timestamp
    and "orders"."region" = "customers"."region"
  group by 1
  union all
  select
    "orders"."region" as d0,
    null as m0,
    sum("orders"."amount") as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."region" = "customers"."region"
    and "orders"."placed" >= $3::timestamp
    and "orders"."placed" < $4::timestamp
  group by 1
) as branches
group by 1
order by "orders.region" nulls last
limit 21;
-- duckdb:
-- 6|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 14|   where `orders`.`placed` >= cast(? as datetime(6)) and `orders`.`placed` < cast(? as datetime(6))
-- 25|     and `orders`.`placed` >= cast(? as datetime(6))
-- 26|     and `orders`.`placed` < cast(? as datetime(6))
-- 30| order by `orders.region` <=> null, `orders.region`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 10|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 14|   where "orders"."placed" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed" < {p2:DateTime64(6, 'UTC')}
-- 15|     and toString("orders"."region") = toString("customers"."region")
-- 21|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m1
-- 24|   where toString("orders"."region") = toString("customers"."region")
-- 25|     and "orders"."placed" >= {p3:DateTime64(6, 'UTC')}
-- 26|     and "orders"."placed" < {p4:DateTime64(6, 'UTC')}
-- 30| order by 1 nulls last
-- 31| limit 21
-- 31+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 14|   where "orders"."placed" >= cast(? as timestamp(6)) and "orders"."placed" < cast(? as timestamp(6))
-- 25|     and "orders"."placed" >= cast(? as timestamp(6))
-- 26|     and "orders"."placed" < cast(? as timestamp(6))
-- bigquery:
-- 5|   max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 14|   where `orders`.`placed` >= @p1 and `orders`.`placed` < @p2
-- 25|     and `orders`.`placed` >= @p3
-- 26|     and `orders`.`placed` < @p4
-- databricks:
-- 6|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 14|   where `orders`.`placed` >= cast(concat(:p1, 'Z') as timestamp) and `orders`.`placed` < cast(concat(:p2, 'Z') as timestamp)
-- 25|     and `orders`.`placed` >= cast(concat(:p3, 'Z') as timestamp)
-- 26|     and `orders`.`placed` < cast(concat(:p4, 'Z') as timestamp)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 14|   where "orders"."placed" >= cast(? as timestamp_ntz) and "orders"."placed" < cast(? as timestamp_ntz)
-- 25|     and "orders"."placed" >= cast(? as timestamp_ntz)
-- 26|     and "orders"."placed" < cast(? as timestamp_ntz)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"

-- a negated comparison of fields keeps nulls in both months
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
  where "placed" >= $1::timestamp and "placed" < $2::timestamp
    and not coalesce("sent" > "due", false)
  union all
  select
    null as m0,
    sum("amount") as m1
  from "orders"
  where not coalesce("sent" > "due", false)
    and "placed" >= $3::timestamp
    and "placed" < $4::timestamp
) as branches
limit 21;
-- duckdb:
-- 5|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- mysql:
-- 5|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 11|   where `placed` >= cast(? as datetime(6)) and `placed` < cast(? as datetime(6))
-- 19|     and `placed` >= cast(? as datetime(6))
-- 20|     and `placed` < cast(? as datetime(6))
-- clickhouse:
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 8|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 11|   where "placed" >= {p1:DateTime64(6, 'UTC')} and "placed" < {p2:DateTime64(6, 'UTC')}
-- 16|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 19|     and "placed" >= {p3:DateTime64(6, 'UTC')}
-- 20|     and "placed" < {p4:DateTime64(6, 'UTC')}
-- 22| limit 21
-- 22+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 11|   where "placed" >= cast(? as timestamp(6)) and "placed" < cast(? as timestamp(6))
-- 19|     and "placed" >= cast(? as timestamp(6))
-- 20|     and "placed" < cast(? as timestamp(6))
-- bigquery:
-- 4|   max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 11|   where `placed` >= @p1 and `placed` < @p2
-- 19|     and `placed` >= @p3
-- 20|     and `placed` < @p4
-- databricks:
-- 5|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 11|   where `placed` >= cast(concat(:p1, 'Z') as timestamp) and `placed` < cast(concat(:p2, 'Z') as timestamp)
-- 19|     and `placed` >= cast(concat(:p3, 'Z') as timestamp)
-- 20|     and `placed` < cast(concat(:p4, 'Z') as timestamp)
-- snowflake:
-- 5|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 11|   where "placed" >= cast(? as timestamp_ntz) and "placed" < cast(? as timestamp_ntz)
-- 19|     and "placed" >= cast(? as timestamp_ntz)
-- 20|     and "placed" < cast(? as timestamp_ntz)
-- redshift:
-- 5|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"

-- a comparison of two measures uses their current values
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as "customers.region",
  max(m0) as "orders.total",
  max(m2) as "orders.total@before",
  1.0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change"
from (
  select
    "customers"."region" as d0,
    sum("orders"."amount") as m0,
    sum("orders"."discount") as m1,
    null as m2
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed" >= $1::timestamp and "orders"."placed" < $2::timestamp
  group by 1
  union all
  select
    "customers"."region" as d0,
    null as m0,
    null as m1,
    sum("orders"."amount") as m2
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed" >= $3::timestamp
    and "orders"."placed" < $4::timestamp
  group by 1
) as branches
group by 1
having max(m0) > max(m1)
order by "customers.region" nulls last
limit 21;
-- duckdb:
-- 6|   (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `orders.total@change`
-- 15|   where `orders`.`placed` >= cast(? as datetime(6)) and `orders`.`placed` < cast(? as datetime(6))
-- 25|   where `orders`.`placed` >= cast(? as datetime(6))
-- 26|     and `orders`.`placed` < cast(? as datetime(6))
-- 31| order by `customers.region` <=> null, `customers.region`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change"
-- 10|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 11|     sumOrNull("orders"."discount" + toDecimal128(0, 0)) as m1,
-- 15|   where "orders"."placed" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed" < {p2:DateTime64(6, 'UTC')}
-- 22|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m2
-- 25|   where "orders"."placed" >= {p3:DateTime64(6, 'UTC')}
-- 26|     and "orders"."placed" < {p4:DateTime64(6, 'UTC')}
-- 31| order by 1 nulls last
-- 32| limit 21
-- 32+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change"
-- 15|   where "orders"."placed" >= cast(? as timestamp(6)) and "orders"."placed" < cast(? as timestamp(6))
-- 25|   where "orders"."placed" >= cast(? as timestamp(6))
-- 26|     and "orders"."placed" < cast(? as timestamp(6))
-- bigquery:
-- 5|   max(m2) as `c_orders_total_before__1upa3dsfwuo04`,
-- 6|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 15|   where `orders`.`placed` >= @p1 and `orders`.`placed` < @p2
-- 25|   where `orders`.`placed` >= @p3
-- 26|     and `orders`.`placed` < @p4
-- databricks:
-- 6|   1D * (max(m0) - max(m2)) / nullif(max(m2), 0) as `orders.total@change`
-- 15|   where `orders`.`placed` >= cast(concat(:p1, 'Z') as timestamp) and `orders`.`placed` < cast(concat(:p2, 'Z') as timestamp)
-- 25|   where `orders`.`placed` >= cast(concat(:p3, 'Z') as timestamp)
-- 26|     and `orders`.`placed` < cast(concat(:p4, 'Z') as timestamp)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change"
-- 15|   where "orders"."placed" >= cast(? as timestamp_ntz) and "orders"."placed" < cast(? as timestamp_ntz)
-- 25|   where "orders"."placed" >= cast(? as timestamp_ntz)
-- 26|     and "orders"."placed" < cast(? as timestamp_ntz)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change"

-- a comparison of fields of the many side selects each order once, in both months
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as "orders.region",
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    "orders"."region" as d0,
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  where "orders"."placed" >= $1::timestamp and "orders"."placed" < $2::timestamp
    and exists (
      select 1
      from "items"
      where "items"."order_id" = "orders"."id"
        and "items"."delivered" < "items"."quantity"
    )
  group by 1
  union all
  select
    "orders"."region" as d0,
    null as m0,
    sum("orders"."amount") as m1
  from "orders"
  where exists (
    select 1
    from "items"
    where "items"."order_id" = "orders"."id"
      and "items"."delivered" < "items"."quantity"
  )
    and "orders"."placed" >= $3::timestamp
    and "orders"."placed" < $4::timestamp
  group by 1
) as branches
group by 1
order by "orders.region" nulls last
limit 21;
-- duckdb:
-- 6|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 14|     and "orders"."id" in (
-- 15|       select "items"."order_id"
-- 17|       where "items"."delivered" < "items"."quantity"
-- 18 is left out
-- 27|   where "orders"."id" in (
-- 28|     select "items"."order_id"
-- 30|     where "items"."delivered" < "items"."quantity"
-- 31 is left out
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 13|   where `orders`.`placed` >= cast(? as datetime(6)) and `orders`.`placed` < cast(? as datetime(6))
-- 14|     and `orders`.`id` in (
-- 15|       select `items`.`order_id`
-- 17|       where `items`.`delivered` < `items`.`quantity`
-- 18 is left out
-- 27|   where `orders`.`id` in (
-- 28|     select `items`.`order_id`
-- 30|     where `items`.`delivered` < `items`.`quantity`
-- 31 is left out
-- 33|     and `orders`.`placed` >= cast(? as datetime(6))
-- 34|     and `orders`.`placed` < cast(? as datetime(6))
-- 38| order by `orders.region` <=> null, `orders.region`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 10|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 13|   where "orders"."placed" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed" < {p2:DateTime64(6, 'UTC')}
-- 14|     and "orders"."id" in (
-- 15|       select "items"."order_id"
-- 17|       where "items"."delivered" < "items"."quantity"
-- 18 is left out
-- 25|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m1
-- 27|   where "orders"."id" in (
-- 28|     select "items"."order_id"
-- 30|     where "items"."delivered" < "items"."quantity"
-- 31 is left out
-- 33|     and "orders"."placed" >= {p3:DateTime64(6, 'UTC')}
-- 34|     and "orders"."placed" < {p4:DateTime64(6, 'UTC')}
-- 38| order by 1 nulls last
-- 39| limit 21
-- 39+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 13|   where "orders"."placed" >= cast(? as timestamp(6)) and "orders"."placed" < cast(? as timestamp(6))
-- 14|     and "orders"."id" in (
-- 15|       select "items"."order_id"
-- 17|       where "items"."delivered" < "items"."quantity"
-- 18 is left out
-- 27|   where "orders"."id" in (
-- 28|     select "items"."order_id"
-- 30|     where "items"."delivered" < "items"."quantity"
-- 31 is left out
-- 33|     and "orders"."placed" >= cast(? as timestamp(6))
-- 34|     and "orders"."placed" < cast(? as timestamp(6))
-- bigquery:
-- 5|   max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 13|   where `orders`.`placed` >= @p1 and `orders`.`placed` < @p2
-- 14|     and `orders`.`id` in (
-- 15|       select `items`.`order_id`
-- 17|       where `items`.`delivered` < `items`.`quantity`
-- 18 is left out
-- 27|   where `orders`.`id` in (
-- 28|     select `items`.`order_id`
-- 30|     where `items`.`delivered` < `items`.`quantity`
-- 31 is left out
-- 33|     and `orders`.`placed` >= @p3
-- 34|     and `orders`.`placed` < @p4
-- databricks:
-- 6|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 13|   where `orders`.`placed` >= cast(concat(:p1, 'Z') as timestamp) and `orders`.`placed` < cast(concat(:p2, 'Z') as timestamp)
-- 14|     and `orders`.`id` in (
-- 15|       select `items`.`order_id`
-- 17|       where `items`.`delivered` < `items`.`quantity`
-- 18 is left out
-- 27|   where `orders`.`id` in (
-- 28|     select `items`.`order_id`
-- 30|     where `items`.`delivered` < `items`.`quantity`
-- 31 is left out
-- 33|     and `orders`.`placed` >= cast(concat(:p3, 'Z') as timestamp)
-- 34|     and `orders`.`placed` < cast(concat(:p4, 'Z') as timestamp)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 13|   where "orders"."placed" >= cast(? as timestamp_ntz) and "orders"."placed" < cast(? as timestamp_ntz)
-- 14|     and "orders"."id" in (
-- 15|       select "items"."order_id"
-- 17|       where "items"."delivered" < "items"."quantity"
-- 18 is left out
-- 27|   where "orders"."id" in (
-- 28|     select "items"."order_id"
-- 30|     where "items"."delivered" < "items"."quantity"
-- 31 is left out
-- 33|     and "orders"."placed" >= cast(? as timestamp_ntz)
-- 34|     and "orders"."placed" < cast(? as timestamp_ntz)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"

-- a negated comparison of fields of the many side, in both months
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  where "orders"."placed" >= $1::timestamp and "orders"."placed" < $2::timestamp
    and not exists (
      select 1
      from "items"
      where "items"."order_id" = "orders"."id"
        and "items"."delivered" < "items"."quantity"
    )
  union all
  select
    null as m0,
    sum("orders"."amount") as m1
  from "orders"
  where not exists (
    select 1
    from "items"
    where "items"."order_id" = "orders"."id"
      and "items"."delivered" < "items"."quantity"
  )
    and "orders"."placed" >= $3::timestamp
    and "orders"."placed" < $4::timestamp
) as branches
limit 21;
-- duckdb:
-- 5|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 12|     and not coalesce("orders"."id" in (
-- 13|       select "items"."order_id"
-- 15|       where "items"."delivered" < "items"."quantity"
-- 16|     ), false)
-- 17 is left out
-- 23|   where not coalesce("orders"."id" in (
-- 24|     select "items"."order_id"
-- 26|     where "items"."delivered" < "items"."quantity"
-- 27|   ), false)
-- 28 is left out
-- mysql:
-- 5|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 11|   where `orders`.`placed` >= cast(? as datetime(6)) and `orders`.`placed` < cast(? as datetime(6))
-- 12|     and not coalesce(`orders`.`id` in (
-- 13|       select `items`.`order_id`
-- 15|       where `items`.`delivered` < `items`.`quantity`
-- 16|     ), false)
-- 17 is left out
-- 23|   where not coalesce(`orders`.`id` in (
-- 24|     select `items`.`order_id`
-- 26|     where `items`.`delivered` < `items`.`quantity`
-- 27|   ), false)
-- 28|     and `orders`.`placed` >= cast(? as datetime(6))
-- 29|     and `orders`.`placed` < cast(? as datetime(6))
-- 30 is left out
-- clickhouse:
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 8|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 11|   where "orders"."placed" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed" < {p2:DateTime64(6, 'UTC')}
-- 12|     and not coalesce("orders"."id" in (
-- 13|       select "items"."order_id"
-- 15|       where "items"."delivered" < "items"."quantity"
-- 16|     ), false)
-- 17 is left out
-- 21|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m1
-- 23|   where not coalesce("orders"."id" in (
-- 24|     select "items"."order_id"
-- 26|     where "items"."delivered" < "items"."quantity"
-- 27|   ), false)
-- 28|     and "orders"."placed" >= {p3:DateTime64(6, 'UTC')}
-- 29|     and "orders"."placed" < {p4:DateTime64(6, 'UTC')}
-- 30 is left out
-- 32| limit 21
-- 32+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 11|   where "orders"."placed" >= cast(? as timestamp(6)) and "orders"."placed" < cast(? as timestamp(6))
-- 12|     and not coalesce("orders"."id" in (
-- 13|       select "items"."order_id"
-- 15|       where "items"."delivered" < "items"."quantity"
-- 16|     ), false)
-- 17 is left out
-- 23|   where not coalesce("orders"."id" in (
-- 24|     select "items"."order_id"
-- 26|     where "items"."delivered" < "items"."quantity"
-- 27|   ), false)
-- 28|     and "orders"."placed" >= cast(? as timestamp(6))
-- 29|     and "orders"."placed" < cast(? as timestamp(6))
-- 30 is left out
-- bigquery:
-- 4|   max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 11|   where `orders`.`placed` >= @p1 and `orders`.`placed` < @p2
-- 12|     and not coalesce(`orders`.`id` in (
-- 13|       select `items`.`order_id`
-- 15|       where `items`.`delivered` < `items`.`quantity`
-- 16|     ), false)
-- 17 is left out
-- 23|   where not coalesce(`orders`.`id` in (
-- 24|     select `items`.`order_id`
-- 26|     where `items`.`delivered` < `items`.`quantity`
-- 27|   ), false)
-- 28|     and `orders`.`placed` >= @p3
-- 29|     and `orders`.`placed` < @p4
-- 30 is left out
-- databricks:
-- 5|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 11|   where `orders`.`placed` >= cast(concat(:p1, 'Z') as timestamp) and `orders`.`placed` < cast(concat(:p2, 'Z') as timestamp)
-- 12|     and not coalesce(`orders`.`id` in (
-- 13|       select `items`.`order_id`
-- 15|       where `items`.`delivered` < `items`.`quantity`
-- 16|     ), false)
-- 17 is left out
-- 23|   where not coalesce(`orders`.`id` in (
-- 24|     select `items`.`order_id`
-- 26|     where `items`.`delivered` < `items`.`quantity`
-- 27|   ), false)
-- 28|     and `orders`.`placed` >= cast(concat(:p3, 'Z') as timestamp)
-- 29|     and `orders`.`placed` < cast(concat(:p4, 'Z') as timestamp)
-- 30 is left out
-- snowflake:
-- 5|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 11|   where "orders"."placed" >= cast(? as timestamp_ntz) and "orders"."placed" < cast(? as timestamp_ntz)
-- 12|     and not coalesce("orders"."id" in (
-- 13|       select "items"."order_id"
-- 15|       where "items"."delivered" < "items"."quantity"
-- 16|     ), false)
-- 17 is left out
-- 23|   where not coalesce("orders"."id" in (
-- 24|     select "items"."order_id"
-- 26|     where "items"."delivered" < "items"."quantity"
-- 27|   ), false)
-- 28|     and "orders"."placed" >= cast(? as timestamp_ntz)
-- 29|     and "orders"."placed" < cast(? as timestamp_ntz)
-- 30 is left out
-- redshift:
-- 5|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"

-- the time that is shifted, compared with another time of the row
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
  where "placed" >= $1::timestamp and "placed" < $2::timestamp
    and (date_trunc('month', "placed")::date) = (date_trunc('month', "sent")::date)
  union all
  select
    null as m0,
    sum("amount") as m1
  from "orders"
  where (date_trunc('month', "placed")::date) = (date_trunc('month', "sent")::date)
    and "placed" >= $3::timestamp
    and "placed" < $4::timestamp
) as branches
limit 21;
-- duckdb:
-- 5|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- mysql:
-- 5|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 11|   where `placed` >= cast(? as datetime(6)) and `placed` < cast(? as datetime(6))
-- 12|     and (cast(date_format(`placed`, '%Y-%m-01') as date)) = (cast(date_format(`sent`, '%Y-%m-01') as date))
-- 18|   where (cast(date_format(`placed`, '%Y-%m-01') as date)) = (cast(date_format(`sent`, '%Y-%m-01') as date))
-- 19|     and `placed` >= cast(? as datetime(6))
-- 20|     and `placed` < cast(? as datetime(6))
-- clickhouse:
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 8|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 11|   where "placed" >= {p1:DateTime64(6, 'UTC')} and "placed" < {p2:DateTime64(6, 'UTC')}
-- 12|     and (toStartOfMonth(toDate32(toTimeZone("placed", 'UTC')))) = (toStartOfMonth(toDate32("sent")))
-- 16|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 18|   where (toStartOfMonth(toDate32(toTimeZone("placed", 'UTC')))) = (toStartOfMonth(toDate32("sent")))
-- 19|     and "placed" >= {p3:DateTime64(6, 'UTC')}
-- 20|     and "placed" < {p4:DateTime64(6, 'UTC')}
-- 22| limit 21
-- 22+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 11|   where "placed" >= cast(? as timestamp(6)) and "placed" < cast(? as timestamp(6))
-- 12|     and (cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)) = (cast(date_trunc('month', "sent") as date))
-- 18|   where (cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)) = (cast(date_trunc('month', "sent") as date))
-- 19|     and "placed" >= cast(? as timestamp(6))
-- 20|     and "placed" < cast(? as timestamp(6))
-- bigquery:
-- 4|   max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 11|   where `placed` >= @p1 and `placed` < @p2
-- 12|     and (date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month)) = (date_trunc(cast(`sent` as date), month))
-- 18|   where (date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month)) = (date_trunc(cast(`sent` as date), month))
-- 19|     and `placed` >= @p3
-- 20|     and `placed` < @p4
-- databricks:
-- 5|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 11|   where `placed` >= cast(concat(:p1, 'Z') as timestamp) and `placed` < cast(concat(:p2, 'Z') as timestamp)
-- 12|     and (cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date)) = (cast(date_trunc('month', `sent`) as date))
-- 18|   where (cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date)) = (cast(date_trunc('month', `sent`) as date))
-- 19|     and `placed` >= cast(concat(:p3, 'Z') as timestamp)
-- 20|     and `placed` < cast(concat(:p4, 'Z') as timestamp)
-- snowflake:
-- 5|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 11|   where "placed" >= cast(? as timestamp_ntz) and "placed" < cast(? as timestamp_ntz)
-- 12|     and (cast(date_trunc('month', cast(convert_timezone('UTC', "placed") as timestamp_ntz)) as date)) = (cast(date_trunc('month', "sent") as date))
-- 18|   where (cast(date_trunc('month', cast(convert_timezone('UTC', "placed") as timestamp_ntz)) as date)) = (cast(date_trunc('month', "sent") as date))
-- 19|     and "placed" >= cast(? as timestamp_ntz)
-- 20|     and "placed" < cast(? as timestamp_ntz)
-- redshift:
-- 5|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"

-- a condition on groups of all time, in both months
-- ["2","2","2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having count(*) >= $1::bigint
),
asked_2 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having count(*) >= $2::bigint
)
select
  d0 as "customers.region",
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    "customers"."region" as d0,
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed" >= $3::timestamp and "orders"."placed" < $4::timestamp
    and exists (
      select 1
      from asked_1
      where array[asked_1.d0] = array["customers"."id"]
    )
  group by 1
  union all
  select
    "customers"."region" as d0,
    null as m0,
    sum("orders"."amount") as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where exists (
    select 1
    from asked_2
    where array[asked_2.d0] = array["customers"."id"]
  )
    and "orders"."placed" >= $5::timestamp
    and "orders"."placed" < $6::timestamp
  group by 1
) as branches
group by 1
order by "customers.region" nulls last
limit 21;
-- duckdb:
-- 20|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 32|       where asked_1.d0 is not distinct from "customers"."id"
-- 45|     where asked_2.d0 is not distinct from "customers"."id"
-- mysql:
-- 7|   having count(*) >= cast(? as signed)
-- 14|   having count(*) >= cast(? as signed)
-- 20|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 28|   where `orders`.`placed` >= cast(? as datetime(6)) and `orders`.`placed` < cast(? as datetime(6))
-- 32|       where asked_1.d0 <=> `customers`.`id`
-- 45|     where asked_2.d0 <=> `customers`.`id`
-- 47|     and `orders`.`placed` >= cast(? as datetime(6))
-- 48|     and `orders`.`placed` < cast(? as datetime(6))
-- 52| order by `customers.region` <=> null, `customers.region`
-- clickhouse:
-- 7|   having count(*) >= {p1:Int64}
-- 14|   having count(*) >= {p2:Int64}
-- 20|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 24|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 28|   where "orders"."placed" >= {p3:DateTime64(6, 'UTC')} and "orders"."placed" < {p4:DateTime64(6, 'UTC')}
-- 29|     and toJSONString(tuple("customers"."id")) in (
-- 30|       select toJSONString(tuple(asked_1.d0))
-- 32 is left out
-- 39|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m1
-- 42|   where toJSONString(tuple("customers"."id")) in (
-- 43|     select toJSONString(tuple(asked_2.d0))
-- 45 is left out
-- 47|     and "orders"."placed" >= {p5:DateTime64(6, 'UTC')}
-- 48|     and "orders"."placed" < {p6:DateTime64(6, 'UTC')}
-- 52| order by 1 nulls last
-- 53| limit 21
-- 53+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 7|   having count(*) >= cast(? as bigint)
-- 14|   having count(*) >= cast(? as bigint)
-- 20|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 28|   where "orders"."placed" >= cast(? as timestamp(6)) and "orders"."placed" < cast(? as timestamp(6))
-- 29|     and json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 30|       select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 32 is left out
-- 42|   where json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 43|     select json_format(cast(array[cast(asked_2.d0 as json)] as json))
-- 45 is left out
-- 47|     and "orders"."placed" >= cast(? as timestamp(6))
-- 48|     and "orders"."placed" < cast(? as timestamp(6))
-- bigquery:
-- 7|   having count(*) >= cast(@p1 as int64)
-- 14|   having count(*) >= cast(@p2 as int64)
-- 19|   max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
-- 20|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 28|   where `orders`.`placed` >= @p3 and `orders`.`placed` < @p4
-- 29|     and to_json_string([to_json_string(`customers`.`id`)]) in (
-- 30|       select to_json_string([to_json_string(asked_1.d0)])
-- 32 is left out
-- 42|   where to_json_string([to_json_string(`customers`.`id`)]) in (
-- 43|     select to_json_string([to_json_string(asked_2.d0)])
-- 45 is left out
-- 47|     and `orders`.`placed` >= @p5
-- 48|     and `orders`.`placed` < @p6
-- databricks:
-- 7|   having count(*) >= cast(:p1 as bigint)
-- 14|   having count(*) >= cast(:p2 as bigint)
-- 20|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 28|   where `orders`.`placed` >= cast(concat(:p3, 'Z') as timestamp) and `orders`.`placed` < cast(concat(:p4, 'Z') as timestamp)
-- 29|     and to_json(named_struct('c0', `customers`.`id`)) in (
-- 30|       select to_json(named_struct('c0', asked_1.d0))
-- 32 is left out
-- 42|   where to_json(named_struct('c0', `customers`.`id`)) in (
-- 43|     select to_json(named_struct('c0', asked_2.d0))
-- 45 is left out
-- 47|     and `orders`.`placed` >= cast(concat(:p5, 'Z') as timestamp)
-- 48|     and `orders`.`placed` < cast(concat(:p6, 'Z') as timestamp)
-- snowflake:
-- 7|   having count(*) >= cast(? as number(38, 0))
-- 14|   having count(*) >= cast(? as number(38, 0))
-- 20|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 28|   where "orders"."placed" >= cast(? as timestamp_ntz) and "orders"."placed" < cast(? as timestamp_ntz)
-- 29|     and to_json(array_construct("customers"."id")) in (
-- 30|       select to_json(array_construct(asked_1.d0))
-- 32 is left out
-- 42|   where to_json(array_construct("customers"."id")) in (
-- 43|     select to_json(array_construct(asked_2.d0))
-- 45 is left out
-- 47|     and "orders"."placed" >= cast(? as timestamp_ntz)
-- 48|     and "orders"."placed" < cast(? as timestamp_ntz)
-- redshift:
-- 20|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 32|       where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))
-- 45|     where (asked_2.d0 = "customers"."id" or (asked_2.d0 is null and "customers"."id" is null))

-- a period in a condition on groups does not shift with the comparison
-- ["2024-01-01 00:00:00","2024-02-01 00:00:00","1","2024-01-01 00:00:00","2024-02-01 00:00:00","1","2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed" >= $1::timestamp and "orders"."placed" < $2::timestamp
  group by 1
  having count(*) >= $3::bigint
),
asked_2 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed" >= $4::timestamp and "orders"."placed" < $5::timestamp
  group by 1
  having count(*) >= $6::bigint
)
select
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed" >= $7::timestamp and "orders"."placed" < $8::timestamp
    and exists (
      select 1
      from asked_1
      where array[asked_1.d0] = array["customers"."id"]
    )
  union all
  select
    null as m0,
    sum("orders"."amount") as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where exists (
    select 1
    from asked_2
    where array[asked_2.d0] = array["customers"."id"]
  )
    and "orders"."placed" >= $9::timestamp
    and "orders"."placed" < $10::timestamp
) as branches
limit 21;
-- duckdb:
-- 21|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 32|       where asked_1.d0 is not distinct from "customers"."id"
-- 43|     where asked_2.d0 is not distinct from "customers"."id"
-- mysql:
-- 6|   where `orders`.`placed` >= cast(? as datetime(6)) and `orders`.`placed` < cast(? as datetime(6))
-- 8|   having count(*) >= cast(? as signed)
-- 14|   where `orders`.`placed` >= cast(? as datetime(6)) and `orders`.`placed` < cast(? as datetime(6))
-- 16|   having count(*) >= cast(? as signed)
-- 21|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 28|   where `orders`.`placed` >= cast(? as datetime(6)) and `orders`.`placed` < cast(? as datetime(6))
-- 32|       where asked_1.d0 <=> `customers`.`id`
-- 43|     where asked_2.d0 <=> `customers`.`id`
-- 45|     and `orders`.`placed` >= cast(? as datetime(6))
-- 46|     and `orders`.`placed` < cast(? as datetime(6))
-- clickhouse:
-- 6|   where "orders"."placed" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed" < {p2:DateTime64(6, 'UTC')}
-- 8|   having count(*) >= {p3:Int64}
-- 14|   where "orders"."placed" >= {p4:DateTime64(6, 'UTC')} and "orders"."placed" < {p5:DateTime64(6, 'UTC')}
-- 16|   having count(*) >= {p6:Int64}
-- 21|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 24|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 28|   where "orders"."placed" >= {p7:DateTime64(6, 'UTC')} and "orders"."placed" < {p8:DateTime64(6, 'UTC')}
-- 29|     and toJSONString(tuple("customers"."id")) in (
-- 30|       select toJSONString(tuple(asked_1.d0))
-- 32 is left out
-- 37|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m1
-- 40|   where toJSONString(tuple("customers"."id")) in (
-- 41|     select toJSONString(tuple(asked_2.d0))
-- 43 is left out
-- 45|     and "orders"."placed" >= {p9:DateTime64(6, 'UTC')}
-- 46|     and "orders"."placed" < {p10:DateTime64(6, 'UTC')}
-- 48| limit 21
-- 48+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 6|   where "orders"."placed" >= cast(? as timestamp(6)) and "orders"."placed" < cast(? as timestamp(6))
-- 8|   having count(*) >= cast(? as bigint)
-- 14|   where "orders"."placed" >= cast(? as timestamp(6)) and "orders"."placed" < cast(? as timestamp(6))
-- 16|   having count(*) >= cast(? as bigint)
-- 21|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 28|   where "orders"."placed" >= cast(? as timestamp(6)) and "orders"."placed" < cast(? as timestamp(6))
-- 29|     and json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 30|       select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 32 is left out
-- 40|   where json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 41|     select json_format(cast(array[cast(asked_2.d0 as json)] as json))
-- 43 is left out
-- 45|     and "orders"."placed" >= cast(? as timestamp(6))
-- 46|     and "orders"."placed" < cast(? as timestamp(6))
-- bigquery:
-- 6|   where `orders`.`placed` >= @p1 and `orders`.`placed` < @p2
-- 8|   having count(*) >= cast(@p3 as int64)
-- 14|   where `orders`.`placed` >= @p4 and `orders`.`placed` < @p5
-- 16|   having count(*) >= cast(@p6 as int64)
-- 20|   max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
-- 21|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 28|   where `orders`.`placed` >= @p7 and `orders`.`placed` < @p8
-- 29|     and to_json_string([to_json_string(`customers`.`id`)]) in (
-- 30|       select to_json_string([to_json_string(asked_1.d0)])
-- 32 is left out
-- 40|   where to_json_string([to_json_string(`customers`.`id`)]) in (
-- 41|     select to_json_string([to_json_string(asked_2.d0)])
-- 43 is left out
-- 45|     and `orders`.`placed` >= @p9
-- 46|     and `orders`.`placed` < @p10
-- databricks:
-- 6|   where `orders`.`placed` >= cast(concat(:p1, 'Z') as timestamp) and `orders`.`placed` < cast(concat(:p2, 'Z') as timestamp)
-- 8|   having count(*) >= cast(:p3 as bigint)
-- 14|   where `orders`.`placed` >= cast(concat(:p4, 'Z') as timestamp) and `orders`.`placed` < cast(concat(:p5, 'Z') as timestamp)
-- 16|   having count(*) >= cast(:p6 as bigint)
-- 21|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 28|   where `orders`.`placed` >= cast(concat(:p7, 'Z') as timestamp) and `orders`.`placed` < cast(concat(:p8, 'Z') as timestamp)
-- 29|     and to_json(named_struct('c0', `customers`.`id`)) in (
-- 30|       select to_json(named_struct('c0', asked_1.d0))
-- 32 is left out
-- 40|   where to_json(named_struct('c0', `customers`.`id`)) in (
-- 41|     select to_json(named_struct('c0', asked_2.d0))
-- 43 is left out
-- 45|     and `orders`.`placed` >= cast(concat(:p9, 'Z') as timestamp)
-- 46|     and `orders`.`placed` < cast(concat(:p10, 'Z') as timestamp)
-- snowflake:
-- 6|   where "orders"."placed" >= cast(? as timestamp_ntz) and "orders"."placed" < cast(? as timestamp_ntz)
-- 8|   having count(*) >= cast(? as number(38, 0))
-- 14|   where "orders"."placed" >= cast(? as timestamp_ntz) and "orders"."placed" < cast(? as timestamp_ntz)
-- 16|   having count(*) >= cast(? as number(38, 0))
-- 21|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 28|   where "orders"."placed" >= cast(? as timestamp_ntz) and "orders"."placed" < cast(? as timestamp_ntz)
-- 29|     and to_json(array_construct("customers"."id")) in (
-- 30|       select to_json(array_construct(asked_1.d0))
-- 32 is left out
-- 40|   where to_json(array_construct("customers"."id")) in (
-- 41|     select to_json(array_construct(asked_2.d0))
-- 43 is left out
-- 45|     and "orders"."placed" >= cast(? as timestamp_ntz)
-- 46|     and "orders"."placed" < cast(? as timestamp_ntz)
-- redshift:
-- 21|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 32|       where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))
-- 43|     where (asked_2.d0 = "customers"."id" or (asked_2.d0 is null and "customers"."id" is null))

-- a comparison of two measures in groups, in both months, with orders without a customer
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having sum("orders"."amount") > sum("orders"."discount")
),
asked_2 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having sum("orders"."amount") > sum("orders"."discount")
)
select
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed" >= $1::timestamp and "orders"."placed" < $2::timestamp
    and exists (
      select 1
      from asked_1
      where array[asked_1.d0] = array["customers"."id"]
    )
  union all
  select
    null as m0,
    sum("orders"."amount") as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where exists (
    select 1
    from asked_2
    where array[asked_2.d0] = array["customers"."id"]
  )
    and "orders"."placed" >= $3::timestamp
    and "orders"."placed" < $4::timestamp
) as branches
limit 21;
-- duckdb:
-- 19|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 30|       where asked_1.d0 is not distinct from "customers"."id"
-- 41|     where asked_2.d0 is not distinct from "customers"."id"
-- mysql:
-- 19|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 26|   where `orders`.`placed` >= cast(? as datetime(6)) and `orders`.`placed` < cast(? as datetime(6))
-- 30|       where asked_1.d0 <=> `customers`.`id`
-- 41|     where asked_2.d0 <=> `customers`.`id`
-- 43|     and `orders`.`placed` >= cast(? as datetime(6))
-- 44|     and `orders`.`placed` < cast(? as datetime(6))
-- clickhouse:
-- 7|   having sumOrNull("orders"."amount" + toDecimal128(0, 0)) > sumOrNull("orders"."discount" + toDecimal128(0, 0))
-- 14|   having sumOrNull("orders"."amount" + toDecimal128(0, 0)) > sumOrNull("orders"."discount" + toDecimal128(0, 0))
-- 19|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 22|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 26|   where "orders"."placed" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed" < {p2:DateTime64(6, 'UTC')}
-- 27|     and toJSONString(tuple("customers"."id")) in (
-- 28|       select toJSONString(tuple(asked_1.d0))
-- 30 is left out
-- 35|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m1
-- 38|   where toJSONString(tuple("customers"."id")) in (
-- 39|     select toJSONString(tuple(asked_2.d0))
-- 41 is left out
-- 43|     and "orders"."placed" >= {p3:DateTime64(6, 'UTC')}
-- 44|     and "orders"."placed" < {p4:DateTime64(6, 'UTC')}
-- 46| limit 21
-- 46+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 19|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 26|   where "orders"."placed" >= cast(? as timestamp(6)) and "orders"."placed" < cast(? as timestamp(6))
-- 27|     and json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 28|       select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 30 is left out
-- 38|   where json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 39|     select json_format(cast(array[cast(asked_2.d0 as json)] as json))
-- 41 is left out
-- 43|     and "orders"."placed" >= cast(? as timestamp(6))
-- 44|     and "orders"."placed" < cast(? as timestamp(6))
-- bigquery:
-- 18|   max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
-- 19|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 26|   where `orders`.`placed` >= @p1 and `orders`.`placed` < @p2
-- 27|     and to_json_string([to_json_string(`customers`.`id`)]) in (
-- 28|       select to_json_string([to_json_string(asked_1.d0)])
-- 30 is left out
-- 38|   where to_json_string([to_json_string(`customers`.`id`)]) in (
-- 39|     select to_json_string([to_json_string(asked_2.d0)])
-- 41 is left out
-- 43|     and `orders`.`placed` >= @p3
-- 44|     and `orders`.`placed` < @p4
-- databricks:
-- 19|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 26|   where `orders`.`placed` >= cast(concat(:p1, 'Z') as timestamp) and `orders`.`placed` < cast(concat(:p2, 'Z') as timestamp)
-- 27|     and to_json(named_struct('c0', `customers`.`id`)) in (
-- 28|       select to_json(named_struct('c0', asked_1.d0))
-- 30 is left out
-- 38|   where to_json(named_struct('c0', `customers`.`id`)) in (
-- 39|     select to_json(named_struct('c0', asked_2.d0))
-- 41 is left out
-- 43|     and `orders`.`placed` >= cast(concat(:p3, 'Z') as timestamp)
-- 44|     and `orders`.`placed` < cast(concat(:p4, 'Z') as timestamp)
-- snowflake:
-- 19|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 26|   where "orders"."placed" >= cast(? as timestamp_ntz) and "orders"."placed" < cast(? as timestamp_ntz)
-- 27|     and to_json(array_construct("customers"."id")) in (
-- 28|       select to_json(array_construct(asked_1.d0))
-- 30 is left out
-- 38|   where to_json(array_construct("customers"."id")) in (
-- 39|     select to_json(array_construct(asked_2.d0))
-- 41 is left out
-- 43|     and "orders"."placed" >= cast(? as timestamp_ntz)
-- 44|     and "orders"."placed" < cast(? as timestamp_ntz)
-- redshift:
-- 19|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 30|       where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))
-- 41|     where (asked_2.d0 = "customers"."id" or (asked_2.d0 is null and "customers"."id" is null))

-- conditions on groups cover only the rows that the caller may see
-- ["north","south","2","north","south","2","north","south","2024-02-01 00:00:00","2024-03-01 00:00:00","north","south","2024-01-01 00:00:00","2024-02-01 00:00:00"]
with asked_1 as (
  select "customers"."id" as d0
  from (
    select *
    from "orders" as "own_orders"
    where "region" in ($1, $2)
  ) as "own_orders"
  left join "customers" on "customers"."id" = "own_orders"."customer_id"
  group by 1
  having count(*) >= $3::bigint
),
asked_2 as (
  select "customers"."id" as d0
  from (
    select *
    from "orders" as "own_orders"
    where "region" in ($4, $5)
  ) as "own_orders"
  left join "customers" on "customers"."id" = "own_orders"."customer_id"
  group by 1
  having count(*) >= $6::bigint
)
select
  d0 as "customers.region",
  max(m0) as "own_orders.total",
  max(m1) as "own_orders.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "own_orders.total@change"
from (
  select
    "customers"."region" as d0,
    sum("own_orders"."amount") as m0,
    null as m1
  from (
    select *
    from "orders" as "own_orders"
    where "region" in ($7, $8)
  ) as "own_orders"
  left join "customers" on "customers"."id" = "own_orders"."customer_id"
  where "own_orders"."placed" >= $9::timestamp and "own_orders"."placed" < $10::timestamp
    and exists (
      select 1
      from asked_1
      where array[asked_1.d0] = array["customers"."id"]
    )
  group by 1
  union all
  select
    "customers"."region" as d0,
    null as m0,
    sum("own_orders"."amount") as m1
  from (
    select *
    from "orders" as "own_orders"
    where "region" in ($11, $12)
  ) as "own_orders"
  left join "customers" on "customers"."id" = "own_orders"."customer_id"
  where exists (
    select 1
    from asked_2
    where array[asked_2.d0] = array["customers"."id"]
  )
    and "own_orders"."placed" >= $13::timestamp
    and "own_orders"."placed" < $14::timestamp
  group by 1
) as branches
group by 1
order by "customers.region" nulls last
limit 21;
-- duckdb:
-- 28|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "own_orders.total@change"
-- 44|       where asked_1.d0 is not distinct from "customers"."id"
-- 61|     where asked_2.d0 is not distinct from "customers"."id"
-- mysql:
-- 7|     where `region` in (?, ?)
-- 11|   having count(*) >= cast(? as signed)
-- 18|     where `region` in (?, ?)
-- 22|   having count(*) >= cast(? as signed)
-- 28|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `own_orders.total@change`
-- 37|     where `region` in (?, ?)
-- 40|   where `own_orders`.`placed` >= cast(? as datetime(6)) and `own_orders`.`placed` < cast(? as datetime(6))
-- 44|       where asked_1.d0 <=> `customers`.`id`
-- 55|     where `region` in (?, ?)
-- 61|     where asked_2.d0 <=> `customers`.`id`
-- 63|     and `own_orders`.`placed` >= cast(? as datetime(6))
-- 64|     and `own_orders`.`placed` < cast(? as datetime(6))
-- 68| order by `customers.region` <=> null, `customers.region`
-- clickhouse:
-- 7|     where "region" in ({p1:String}, {p2:String})
-- 11|   having count(*) >= {p3:Int64}
-- 18|     where "region" in ({p4:String}, {p5:String})
-- 22|   having count(*) >= {p6:Int64}
-- 28|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "own_orders.total@change"
-- 32|     sumOrNull("own_orders"."amount" + toDecimal128(0, 0)) as m0,
-- 37|     where "region" in ({p7:String}, {p8:String})
-- 40|   where "own_orders"."placed" >= {p9:DateTime64(6, 'UTC')} and "own_orders"."placed" < {p10:DateTime64(6, 'UTC')}
-- 41|     and toJSONString(tuple("customers"."id")) in (
-- 42|       select toJSONString(tuple(asked_1.d0))
-- 44 is left out
-- 51|     sumOrNull("own_orders"."amount" + toDecimal128(0, 0)) as m1
-- 55|     where "region" in ({p11:String}, {p12:String})
-- 58|   where toJSONString(tuple("customers"."id")) in (
-- 59|     select toJSONString(tuple(asked_2.d0))
-- 61 is left out
-- 63|     and "own_orders"."placed" >= {p13:DateTime64(6, 'UTC')}
-- 64|     and "own_orders"."placed" < {p14:DateTime64(6, 'UTC')}
-- 68| order by 1 nulls last
-- 69| limit 21
-- 69+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 7|     where "region" in (?, ?)
-- 11|   having count(*) >= cast(? as bigint)
-- 18|     where "region" in (?, ?)
-- 22|   having count(*) >= cast(? as bigint)
-- 28|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "own_orders.total@change"
-- 37|     where "region" in (?, ?)
-- 40|   where "own_orders"."placed" >= cast(? as timestamp(6)) and "own_orders"."placed" < cast(? as timestamp(6))
-- 41|     and json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 42|       select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 44 is left out
-- 55|     where "region" in (?, ?)
-- 58|   where json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 59|     select json_format(cast(array[cast(asked_2.d0 as json)] as json))
-- 61 is left out
-- 63|     and "own_orders"."placed" >= cast(? as timestamp(6))
-- 64|     and "own_orders"."placed" < cast(? as timestamp(6))
-- bigquery:
-- 7|     where `region` in (@p1, @p2)
-- 11|   having count(*) >= cast(@p3 as int64)
-- 18|     where `region` in (@p4, @p5)
-- 22|   having count(*) >= cast(@p6 as int64)
-- 27|   max(m1) as `c_own_orders_total_before__10e32nzpynsw7`,
-- 28|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_own_orders_total_change__1txalvi4ylqfv`
-- 37|     where `region` in (@p7, @p8)
-- 40|   where `own_orders`.`placed` >= @p9 and `own_orders`.`placed` < @p10
-- 41|     and to_json_string([to_json_string(`customers`.`id`)]) in (
-- 42|       select to_json_string([to_json_string(asked_1.d0)])
-- 44 is left out
-- 55|     where `region` in (@p11, @p12)
-- 58|   where to_json_string([to_json_string(`customers`.`id`)]) in (
-- 59|     select to_json_string([to_json_string(asked_2.d0)])
-- 61 is left out
-- 63|     and `own_orders`.`placed` >= @p13
-- 64|     and `own_orders`.`placed` < @p14
-- databricks:
-- 7|     where `region` in (:p1, :p2)
-- 11|   having count(*) >= cast(:p3 as bigint)
-- 18|     where `region` in (:p4, :p5)
-- 22|   having count(*) >= cast(:p6 as bigint)
-- 28|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `own_orders.total@change`
-- 37|     where `region` in (:p7, :p8)
-- 40|   where `own_orders`.`placed` >= cast(concat(:p9, 'Z') as timestamp) and `own_orders`.`placed` < cast(concat(:p10, 'Z') as timestamp)
-- 41|     and to_json(named_struct('c0', `customers`.`id`)) in (
-- 42|       select to_json(named_struct('c0', asked_1.d0))
-- 44 is left out
-- 55|     where `region` in (:p11, :p12)
-- 58|   where to_json(named_struct('c0', `customers`.`id`)) in (
-- 59|     select to_json(named_struct('c0', asked_2.d0))
-- 61 is left out
-- 63|     and `own_orders`.`placed` >= cast(concat(:p13, 'Z') as timestamp)
-- 64|     and `own_orders`.`placed` < cast(concat(:p14, 'Z') as timestamp)
-- snowflake:
-- 7|     where "region" in (?, ?)
-- 11|   having count(*) >= cast(? as number(38, 0))
-- 18|     where "region" in (?, ?)
-- 22|   having count(*) >= cast(? as number(38, 0))
-- 28|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "own_orders.total@change"
-- 37|     where "region" in (?, ?)
-- 40|   where "own_orders"."placed" >= cast(? as timestamp_ntz) and "own_orders"."placed" < cast(? as timestamp_ntz)
-- 41|     and to_json(array_construct("customers"."id")) in (
-- 42|       select to_json(array_construct(asked_1.d0))
-- 44 is left out
-- 55|     where "region" in (?, ?)
-- 58|   where to_json(array_construct("customers"."id")) in (
-- 59|     select to_json(array_construct(asked_2.d0))
-- 61 is left out
-- 63|     and "own_orders"."placed" >= cast(? as timestamp_ntz)
-- 64|     and "own_orders"."placed" < cast(? as timestamp_ntz)
-- redshift:
-- 28|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "own_orders.total@change"
-- 44|       where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))
-- 61|     where (asked_2.d0 = "customers"."id" or (asked_2.d0 is null and "customers"."id" is null))

-- an average over groups beside a total, now and before
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  max(m0) as "usual",
  max(m2) as "usual@before",
  1.0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
  max(m1) as "orders.total",
  max(m3) as "orders.total@before",
  1.0 * (max(m1) - max(m3)) / nullif(max(m3), 0) as "orders.total@change"
from (
  select
    avg(v0) as m0,
    null::numeric as m1,
    null::numeric as m2,
    null::numeric as m3
  from (
    select
      "customers"."id" as d0,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= $1::timestamp and "orders"."placed" < $2::timestamp
    group by 1
  ) as nested
  union all
  select
    null::numeric as m0,
    sum("amount") as m1,
    null::numeric as m2,
    null::numeric as m3
  from "orders"
  where "placed" >= $3::timestamp and "placed" < $4::timestamp
  union all
  select
    null::numeric as m0,
    null::numeric as m1,
    avg(v0) as m2,
    null::numeric as m3
  from (
    select
      "customers"."id" as d0,
      sum("orders"."amount") as v0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    where "orders"."placed" >= $5::timestamp
      and "orders"."placed" < $6::timestamp
    group by 1
  ) as nested
  union all
  select
    null::numeric as m0,
    null::numeric as m1,
    null::numeric as m2,
    sum("amount") as m3
  from "orders"
  where "placed" >= $7::timestamp
    and "placed" < $8::timestamp
) as branches
having max(m0) < max(m1)
limit 21;
-- duckdb:
-- 5|   (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
-- 8|   (max(m1) - max(m3)) / nullif(max(m3), 0) as "orders.total@change"
-- 12|     null as m1,
-- 13|     null as m2,
-- 14|     null as m3
-- 26|     null as m0,
-- 28|     null as m2,
-- 29|     null as m3
-- 34|     null as m0,
-- 35|     null as m1,
-- 37|     null as m3
-- 50|     null as m0,
-- 51|     null as m1,
-- 52|     null as m2,
-- mysql:
-- 5|   1.0000000000000000 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `usual@change`,
-- 8|   1.0000000000000000 * (max(m1) - max(m3)) / nullif(max(m3), 0) as `orders.total@change`
-- 11|     avg(1.0000000000000000 * v0) as m0,
-- 12|     null as m1,
-- 13|     null as m2,
-- 14|     null as m3
-- 21|     where `orders`.`placed` >= cast(? as datetime(6)) and `orders`.`placed` < cast(? as datetime(6))
-- 26|     null as m0,
-- 28|     null as m2,
-- 29|     null as m3
-- 31|   where `placed` >= cast(? as datetime(6)) and `placed` < cast(? as datetime(6))
-- 34|     null as m0,
-- 35|     null as m1,
-- 36|     avg(1.0000000000000000 * v0) as m2,
-- 37|     null as m3
-- 44|     where `orders`.`placed` >= cast(? as datetime(6))
-- 45|       and `orders`.`placed` < cast(? as datetime(6))
-- 50|     null as m0,
-- 51|     null as m1,
-- 52|     null as m2,
-- 55|   where `placed` >= cast(? as datetime(6))
-- 56|     and `placed` < cast(? as datetime(6))
-- clickhouse:
-- 5|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
-- 8|   1e0 * (max(m1) - max(m3)) / nullif(max(m3), 0) as "orders.total@change"
-- 11|     avgOrNull(v0 + toDecimal128(0, 0)) as m0,
-- 12|     null as m1,
-- 13|     null as m2,
-- 14|     null as m3
-- 18|       sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 21|     where "orders"."placed" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed" < {p2:DateTime64(6, 'UTC')}
-- 26|     null as m0,
-- 27|     sumOrNull("amount" + toDecimal128(0, 0)) as m1,
-- 28|     null as m2,
-- 29|     null as m3
-- 31|   where "placed" >= {p3:DateTime64(6, 'UTC')} and "placed" < {p4:DateTime64(6, 'UTC')}
-- 34|     null as m0,
-- 35|     null as m1,
-- 36|     avgOrNull(v0 + toDecimal128(0, 0)) as m2,
-- 37|     null as m3
-- 41|       sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v0
-- 44|     where "orders"."placed" >= {p5:DateTime64(6, 'UTC')}
-- 45|       and "orders"."placed" < {p6:DateTime64(6, 'UTC')}
-- 50|     null as m0,
-- 51|     null as m1,
-- 52|     null as m2,
-- 53|     sumOrNull("amount" + toDecimal128(0, 0)) as m3
-- 55|   where "placed" >= {p7:DateTime64(6, 'UTC')}
-- 56|     and "placed" < {p8:DateTime64(6, 'UTC')}
-- 59| limit 21
-- 59+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 5|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
-- 8|   1e0 * (max(m1) - max(m3)) / nullif(max(m3), 0) as "orders.total@change"
-- 11|     avg(cast(v0 as double)) as m0,
-- 12|     null as m1,
-- 13|     null as m2,
-- 14|     null as m3
-- 21|     where "orders"."placed" >= cast(? as timestamp(6)) and "orders"."placed" < cast(? as timestamp(6))
-- 26|     null as m0,
-- 28|     null as m2,
-- 29|     null as m3
-- 31|   where "placed" >= cast(? as timestamp(6)) and "placed" < cast(? as timestamp(6))
-- 34|     null as m0,
-- 35|     null as m1,
-- 36|     avg(cast(v0 as double)) as m2,
-- 37|     null as m3
-- 44|     where "orders"."placed" >= cast(? as timestamp(6))
-- 45|       and "orders"."placed" < cast(? as timestamp(6))
-- 50|     null as m0,
-- 51|     null as m1,
-- 52|     null as m2,
-- 55|   where "placed" >= cast(? as timestamp(6))
-- 56|     and "placed" < cast(? as timestamp(6))
-- bigquery:
-- 4|   max(m2) as `c_usual_before__2njbadl2q3ruv`,
-- 5|   1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `c_usual_change__dca6cm2tpu8d`,
-- 7|   max(m3) as `c_orders_total_before__1upa3dsfwuo04`,
-- 8|   1e0 * (max(m1) - max(m3)) / nullif(max(m3), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 11|     avg(cast(v0 as float64)) as m0,
-- 12|     null as m1,
-- 13|     null as m2,
-- 14|     null as m3
-- 21|     where `orders`.`placed` >= @p1 and `orders`.`placed` < @p2
-- 26|     null as m0,
-- 28|     null as m2,
-- 29|     null as m3
-- 31|   where `placed` >= @p3 and `placed` < @p4
-- 34|     null as m0,
-- 35|     null as m1,
-- 36|     avg(cast(v0 as float64)) as m2,
-- 37|     null as m3
-- 44|     where `orders`.`placed` >= @p5
-- 45|       and `orders`.`placed` < @p6
-- 50|     null as m0,
-- 51|     null as m1,
-- 52|     null as m2,
-- 55|   where `placed` >= @p7
-- 56|     and `placed` < @p8
-- databricks:
-- 5|   1D * (max(m0) - max(m2)) / nullif(max(m2), 0) as `usual@change`,
-- 8|   1D * (max(m1) - max(m3)) / nullif(max(m3), 0) as `orders.total@change`
-- 11|     avg(cast(v0 as double)) as m0,
-- 12|     null as m1,
-- 13|     null as m2,
-- 14|     null as m3
-- 21|     where `orders`.`placed` >= cast(concat(:p1, 'Z') as timestamp) and `orders`.`placed` < cast(concat(:p2, 'Z') as timestamp)
-- 26|     null as m0,
-- 28|     null as m2,
-- 29|     null as m3
-- 31|   where `placed` >= cast(concat(:p3, 'Z') as timestamp) and `placed` < cast(concat(:p4, 'Z') as timestamp)
-- 34|     null as m0,
-- 35|     null as m1,
-- 36|     avg(cast(v0 as double)) as m2,
-- 37|     null as m3
-- 44|     where `orders`.`placed` >= cast(concat(:p5, 'Z') as timestamp)
-- 45|       and `orders`.`placed` < cast(concat(:p6, 'Z') as timestamp)
-- 50|     null as m0,
-- 51|     null as m1,
-- 52|     null as m2,
-- 55|   where `placed` >= cast(concat(:p7, 'Z') as timestamp)
-- 56|     and `placed` < cast(concat(:p8, 'Z') as timestamp)
-- snowflake:
-- 5|   1::float * (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
-- 8|   1::float * (max(m1) - max(m3)) / nullif(max(m3), 0) as "orders.total@change"
-- 11|     avg(cast(v0 as float)) as m0,
-- 12|     null as m1,
-- 13|     null as m2,
-- 14|     null as m3
-- 21|     where "orders"."placed" >= cast(? as timestamp_ntz) and "orders"."placed" < cast(? as timestamp_ntz)
-- 26|     null as m0,
-- 28|     null as m2,
-- 29|     null as m3
-- 31|   where "placed" >= cast(? as timestamp_ntz) and "placed" < cast(? as timestamp_ntz)
-- 34|     null as m0,
-- 35|     null as m1,
-- 36|     avg(cast(v0 as float)) as m2,
-- 37|     null as m3
-- 44|     where "orders"."placed" >= cast(? as timestamp_ntz)
-- 45|       and "orders"."placed" < cast(? as timestamp_ntz)
-- 50|     null as m0,
-- 51|     null as m1,
-- 52|     null as m2,
-- 55|   where "placed" >= cast(? as timestamp_ntz)
-- 56|     and "placed" < cast(? as timestamp_ntz)
-- redshift:
-- 5|   1::float8 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "usual@change",
-- 8|   1::float8 * (max(m1) - max(m3)) / nullif(max(m3), 0) as "orders.total@change"
-- 11|     avg((v0)::float8) as m0,
-- 12|     null::float8 as m1,
-- 13|     null::float8 as m2,
-- 14|     null::float8 as m3
-- 26|     null::float8 as m0,
-- 28|     null::float8 as m2,
-- 29|     null::float8 as m3
-- 34|     null::float8 as m0,
-- 35|     null::float8 as m1,
-- 36|     avg((v0)::float8) as m2,
-- 37|     null::float8 as m3
-- 50|     null::float8 as m0,
-- 51|     null::float8 as m1,
-- 52|     null::float8 as m2,

-- a path over a many side and back reaches the time that is shifted
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as "items.orders.placed.month",
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    date_trunc('month', "placed")::date as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed" >= $1::timestamp and "placed" < $2::timestamp
  group by 1
  union all
  select
    ((date_trunc('month', "placed")::date) + interval '1 month')::date as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed" >= $3::timestamp
    and "placed" < $4::timestamp
  group by 1
) as branches
group by 1
order by "items.orders.placed.month" nulls last
limit 21;
-- duckdb:
-- 6|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 9|     cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 13|   where `placed` >= cast(? as datetime(6)) and `placed` < cast(? as datetime(6))
-- 17|     cast(((cast(date_format(`placed`, '%Y-%m-01') as date)) + interval 1 month) as date) as d0,
-- 21|   where `placed` >= cast(? as datetime(6))
-- 22|     and `placed` < cast(? as datetime(6))
-- 26| order by `items.orders.placed.month` <=> null, `items.orders.placed.month`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 9|     toStartOfMonth(toDate32(toTimeZone("placed", 'UTC'))) as d0,
-- 10|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 13|   where "placed" >= {p1:DateTime64(6, 'UTC')} and "placed" < {p2:DateTime64(6, 'UTC')}
-- 17|     toDate32((((toStartOfMonth(toDate32(toTimeZone("placed", 'UTC')))) + toIntervalMonth(1)))) as d0,
-- 19|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 21|   where "placed" >= {p3:DateTime64(6, 'UTC')}
-- 22|     and "placed" < {p4:DateTime64(6, 'UTC')}
-- 26| order by 1 nulls last
-- 27| limit 21
-- 27+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 9|     cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
-- 13|   where "placed" >= cast(? as timestamp(6)) and "placed" < cast(? as timestamp(6))
-- 17|     cast((date_add('month', 1, (cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)))) as date) as d0,
-- 21|   where "placed" >= cast(? as timestamp(6))
-- 22|     and "placed" < cast(? as timestamp(6))
-- bigquery:
-- 5|   max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 9|     date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month) as d0,
-- 13|   where `placed` >= @p1 and `placed` < @p2
-- 17|     cast((date_add((date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month)), interval 1 month)) as date) as d0,
-- 21|   where `placed` >= @p3
-- 22|     and `placed` < @p4
-- databricks:
-- 6|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 9|     cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date) as d0,
-- 13|   where `placed` >= cast(concat(:p1, 'Z') as timestamp) and `placed` < cast(concat(:p2, 'Z') as timestamp)
-- 17|     cast((cast(dateadd(month, 1, (cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date))) as date)) as date) as d0,
-- 21|   where `placed` >= cast(concat(:p3, 'Z') as timestamp)
-- 22|     and `placed` < cast(concat(:p4, 'Z') as timestamp)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 9|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed") as timestamp_ntz)) as date) as d0,
-- 13|   where "placed" >= cast(? as timestamp_ntz) and "placed" < cast(? as timestamp_ntz)
-- 17|     cast((dateadd(month, 1, (cast(date_trunc('month', cast(convert_timezone('UTC', "placed") as timestamp_ntz)) as date)))) as date) as d0,
-- 21|   where "placed" >= cast(? as timestamp_ntz)
-- 22|     and "placed" < cast(? as timestamp_ntz)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 17|     (dateadd(month, 1, (date_trunc('month', "placed")::date))::date)::date as d0,
