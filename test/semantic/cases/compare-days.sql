-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- February is compared with the first 28 days of January, day by day
-- ["2023-02-01","2023-03-01","2023-01-01","2023-02-01","2023-01-29","2023-02-01"]
select
  d0 as "sales.day",
  max(m0) as "sales.total",
  max(m1) as "sales.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
from (
  select
    "day" as d0,
    sum("amount") as m0,
    null as m1
  from "sales"
  where "day" >= $1::date and "day" < $2::date
  group by 1
  union all
  select
    (("day") + interval '1 month')::date as d0,
    null as m0,
    sum("amount") as m1
  from "sales"
  where "day" >= $3::date
    and "day" < $4::date
    and ("day" < $5::date or "day" >= $6::date or "day" is null)
  group by 1
) as branches
group by 1
order by "sales.day" nulls last
limit 21;
-- duckdb:
-- 6|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `sales.total@change`
-- 13|   where `day` >= cast(? as date) and `day` < cast(? as date)
-- 17|     cast(((`day`) + interval 1 month) as date) as d0,
-- 21|   where `day` >= cast(? as date)
-- 22|     and `day` < cast(? as date)
-- 23|     and (`day` < cast(? as date) or `day` >= cast(? as date) or `day` is null)
-- 27| order by `sales.day` <=> null, `sales.day`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 10|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 13|   where "day" >= {p1:Date32} and "day" < {p2:Date32}
-- 17|     toDate32(((("day") + toIntervalMonth(1)))) as d0,
-- 19|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 21|   where "day" >= {p3:Date32}
-- 22|     and "day" < {p4:Date32}
-- 23|     and ("day" < {p5:Date32} or "day" >= {p6:Date32} or "day" is null)
-- 27| order by 1 nulls last
-- 28| limit 21
-- 28+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 13|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 17|     cast((date_add('month', 1, ("day"))) as date) as d0,
-- 21|   where "day" >= cast(? as date)
-- 22|     and "day" < cast(? as date)
-- 23|     and ("day" < cast(? as date) or "day" >= cast(? as date) or "day" is null)
-- bigquery:
-- 5|   max(m1) as `c_sales_total_before__2bcxonwra6ecq`,
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_sales_total_change__czhjlzb4koyn`
-- 13|   where `day` >= cast(@p1 as date) and `day` < cast(@p2 as date)
-- 17|     cast((date_add((`day`), interval 1 month)) as date) as d0,
-- 21|   where `day` >= cast(@p3 as date)
-- 22|     and `day` < cast(@p4 as date)
-- 23|     and (`day` < cast(@p5 as date) or `day` >= cast(@p6 as date) or `day` is null)
-- databricks:
-- 6|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `sales.total@change`
-- 13|   where `day` >= cast(:p1 as date) and `day` < cast(:p2 as date)
-- 17|     cast((cast(dateadd(month, 1, (`day`)) as date)) as date) as d0,
-- 21|   where `day` >= cast(:p3 as date)
-- 22|     and `day` < cast(:p4 as date)
-- 23|     and (`day` < cast(:p5 as date) or `day` >= cast(:p6 as date) or `day` is null)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 13|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 17|     cast((dateadd(month, 1, ("day"))) as date) as d0,
-- 21|   where "day" >= cast(? as date)
-- 22|     and "day" < cast(? as date)
-- 23|     and ("day" < cast(? as date) or "day" >= cast(? as date) or "day" is null)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 17|     (dateadd(month, 1, ("day"))::date)::date as d0,

-- February as a whole is compared with all days of January
-- ["2023-02-01","2023-03-01","2023-01-01","2023-02-01"]
select
  max(m0) as "sales.total",
  max(m1) as "sales.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
from (
  select
    sum("amount") as m0,
    null as m1
  from "sales"
  where "day" >= $1::date and "day" < $2::date
  union all
  select
    null as m0,
    sum("amount") as m1
  from "sales"
  where "day" >= $3::date
    and "day" < $4::date
) as branches
limit 21;
-- duckdb:
-- 5|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- mysql:
-- 5|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `sales.total@change`
-- 11|   where `day` >= cast(? as date) and `day` < cast(? as date)
-- 17|   where `day` >= cast(? as date)
-- 18|     and `day` < cast(? as date)
-- clickhouse:
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 8|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 11|   where "day" >= {p1:Date32} and "day" < {p2:Date32}
-- 15|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 17|   where "day" >= {p3:Date32}
-- 18|     and "day" < {p4:Date32}
-- 20| limit 21
-- 20+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 11|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 17|   where "day" >= cast(? as date)
-- 18|     and "day" < cast(? as date)
-- bigquery:
-- 4|   max(m1) as `c_sales_total_before__2bcxonwra6ecq`,
-- 5|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_sales_total_change__czhjlzb4koyn`
-- 11|   where `day` >= cast(@p1 as date) and `day` < cast(@p2 as date)
-- 17|   where `day` >= cast(@p3 as date)
-- 18|     and `day` < cast(@p4 as date)
-- databricks:
-- 5|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `sales.total@change`
-- 11|   where `day` >= cast(:p1 as date) and `day` < cast(:p2 as date)
-- 17|   where `day` >= cast(:p3 as date)
-- 18|     and `day` < cast(:p4 as date)
-- snowflake:
-- 5|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 11|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 17|   where "day" >= cast(? as date)
-- 18|     and "day" < cast(? as date)
-- redshift:
-- 5|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"

-- March is compared with January, which has as many days
-- ["2023-03-01","2023-04-01","2023-01-01","2023-02-01"]
select
  d0 as "sales.day",
  max(m0) as "sales.total",
  max(m1) as "sales.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
from (
  select
    "day" as d0,
    sum("amount") as m0,
    null as m1
  from "sales"
  where "day" >= $1::date and "day" < $2::date
  group by 1
  union all
  select
    (("day") + interval '2 months')::date as d0,
    null as m0,
    sum("amount") as m1
  from "sales"
  where "day" >= $3::date
    and "day" < $4::date
  group by 1
) as branches
group by 1
order by "sales.day" nulls last
limit 21;
-- duckdb:
-- 6|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `sales.total@change`
-- 13|   where `day` >= cast(? as date) and `day` < cast(? as date)
-- 17|     cast(((`day`) + interval 2 month) as date) as d0,
-- 21|   where `day` >= cast(? as date)
-- 22|     and `day` < cast(? as date)
-- 26| order by `sales.day` <=> null, `sales.day`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 10|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 13|   where "day" >= {p1:Date32} and "day" < {p2:Date32}
-- 17|     toDate32(((("day") + toIntervalMonth(2)))) as d0,
-- 19|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 21|   where "day" >= {p3:Date32}
-- 22|     and "day" < {p4:Date32}
-- 26| order by 1 nulls last
-- 27| limit 21
-- 27+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 13|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 17|     cast((date_add('month', 2, ("day"))) as date) as d0,
-- 21|   where "day" >= cast(? as date)
-- 22|     and "day" < cast(? as date)
-- bigquery:
-- 5|   max(m1) as `c_sales_total_before__2bcxonwra6ecq`,
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_sales_total_change__czhjlzb4koyn`
-- 13|   where `day` >= cast(@p1 as date) and `day` < cast(@p2 as date)
-- 17|     cast((date_add((`day`), interval 2 month)) as date) as d0,
-- 21|   where `day` >= cast(@p3 as date)
-- 22|     and `day` < cast(@p4 as date)
-- databricks:
-- 6|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `sales.total@change`
-- 13|   where `day` >= cast(:p1 as date) and `day` < cast(:p2 as date)
-- 17|     cast((cast(dateadd(month, 2, (`day`)) as date)) as date) as d0,
-- 21|   where `day` >= cast(:p3 as date)
-- 22|     and `day` < cast(:p4 as date)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 13|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 17|     cast((dateadd(month, 2, ("day"))) as date) as d0,
-- 21|   where "day" >= cast(? as date)
-- 22|     and "day" < cast(? as date)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 17|     (dateadd(month, 2, ("day"))::date)::date as d0,

-- April is compared with the first 30 days of January, and days around the end of February with a quarter before
-- ["2023-04-01","2023-05-01","2023-01-01","2023-02-01","2023-01-31","2023-02-01"]
select
  d0 as "sales.day",
  max(m0) as "sales.total",
  max(m1) as "sales.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
from (
  select
    "day" as d0,
    sum("amount") as m0,
    null as m1
  from "sales"
  where "day" >= $1::date and "day" < $2::date
  group by 1
  union all
  select
    (("day") + interval '3 months')::date as d0,
    null as m0,
    sum("amount") as m1
  from "sales"
  where "day" >= $3::date
    and "day" < $4::date
    and ("day" < $5::date or "day" >= $6::date or "day" is null)
  group by 1
) as branches
group by 1
order by "sales.day" nulls last
limit 21;
-- duckdb:
-- 6|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `sales.total@change`
-- 13|   where `day` >= cast(? as date) and `day` < cast(? as date)
-- 17|     cast(((`day`) + interval 3 month) as date) as d0,
-- 21|   where `day` >= cast(? as date)
-- 22|     and `day` < cast(? as date)
-- 23|     and (`day` < cast(? as date) or `day` >= cast(? as date) or `day` is null)
-- 27| order by `sales.day` <=> null, `sales.day`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 10|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 13|   where "day" >= {p1:Date32} and "day" < {p2:Date32}
-- 17|     toDate32(((("day") + toIntervalMonth(3)))) as d0,
-- 19|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 21|   where "day" >= {p3:Date32}
-- 22|     and "day" < {p4:Date32}
-- 23|     and ("day" < {p5:Date32} or "day" >= {p6:Date32} or "day" is null)
-- 27| order by 1 nulls last
-- 28| limit 21
-- 28+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 13|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 17|     cast((date_add('month', 3, ("day"))) as date) as d0,
-- 21|   where "day" >= cast(? as date)
-- 22|     and "day" < cast(? as date)
-- 23|     and ("day" < cast(? as date) or "day" >= cast(? as date) or "day" is null)
-- bigquery:
-- 5|   max(m1) as `c_sales_total_before__2bcxonwra6ecq`,
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_sales_total_change__czhjlzb4koyn`
-- 13|   where `day` >= cast(@p1 as date) and `day` < cast(@p2 as date)
-- 17|     cast((date_add((`day`), interval 3 month)) as date) as d0,
-- 21|   where `day` >= cast(@p3 as date)
-- 22|     and `day` < cast(@p4 as date)
-- 23|     and (`day` < cast(@p5 as date) or `day` >= cast(@p6 as date) or `day` is null)
-- databricks:
-- 6|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `sales.total@change`
-- 13|   where `day` >= cast(:p1 as date) and `day` < cast(:p2 as date)
-- 17|     cast((cast(dateadd(month, 3, (`day`)) as date)) as date) as d0,
-- 21|   where `day` >= cast(:p3 as date)
-- 22|     and `day` < cast(:p4 as date)
-- 23|     and (`day` < cast(:p5 as date) or `day` >= cast(:p6 as date) or `day` is null)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 13|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 17|     cast((dateadd(month, 3, ("day"))) as date) as d0,
-- 21|   where "day" >= cast(? as date)
-- 22|     and "day" < cast(? as date)
-- 23|     and ("day" < cast(? as date) or "day" >= cast(? as date) or "day" is null)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 17|     (dateadd(month, 3, ("day"))::date)::date as d0,

-- each of two months is compared with its own month of a quarter before
-- ["2023-02-01","2023-03-31","2022-11-01","2023-01-01","2022-11-29","2022-12-01","2023-01-31","2023-02-01"]
select
  d0 as "sales.day.month",
  d1 as "sales.day",
  max(m0) as "sales.total",
  max(m1) as "sales.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
from (
  select
    date_trunc('month', "day")::date as d0,
    "day" as d1,
    sum("amount") as m0,
    null as m1
  from "sales"
  where "day" between $1::date and $2::date
  group by 1, 2
  union all
  select
    ((date_trunc('month', "day")::date) + interval '3 months')::date as d0,
    (("day") + interval '3 months')::date as d1,
    null as m0,
    sum("amount") as m1
  from "sales"
  where "day" >= $3::date
    and "day" < $4::date
    and ("day" < $5::date or "day" >= $6::date or "day" is null)
    and ("day" < $7::date or "day" >= $8::date or "day" is null)
  group by 1, 2
) as branches
group by 1, 2
order by "sales.day.month" nulls last, "sales.day" nulls last
limit 21;
-- totals
-- ["2023-02-01","2023-03-31","2022-11-01","2023-01-01","2022-11-29","2022-12-01","2023-01-31","2023-02-01"]
select
  max(m0) as "sales.total",
  max(m1) as "sales.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
from (
  select
    sum("amount") as m0,
    null as m1
  from "sales"
  where "day" between $1::date and $2::date
  union all
  select
    null as m0,
    sum("amount") as m1
  from "sales"
  where "day" >= $3::date
    and "day" < $4::date
    and ("day" < $5::date or "day" >= $6::date or "day" is null)
    and ("day" < $7::date or "day" >= $8::date or "day" is null)
) as branches;
-- duckdb:
-- 7|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 38|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- mysql:
-- 7|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `sales.total@change`
-- 10|     cast(date_format(`day`, '%Y-%m-01') as date) as d0,
-- 15|   where `day` between cast(? as date) and cast(? as date)
-- 19|     cast(((cast(date_format(`day`, '%Y-%m-01') as date)) + interval 3 month) as date) as d0,
-- 20|     cast(((`day`) + interval 3 month) as date) as d1,
-- 24|   where `day` >= cast(? as date)
-- 25|     and `day` < cast(? as date)
-- 26|     and (`day` < cast(? as date) or `day` >= cast(? as date) or `day` is null)
-- 27|     and (`day` < cast(? as date) or `day` >= cast(? as date) or `day` is null)
-- 31| order by `sales.day.month` <=> null, `sales.day.month`, `sales.day` <=> null, `sales.day`
-- 38|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `sales.total@change`
-- 44|   where `day` between cast(? as date) and cast(? as date)
-- 50|   where `day` >= cast(? as date)
-- 51|     and `day` < cast(? as date)
-- 52|     and (`day` < cast(? as date) or `day` >= cast(? as date) or `day` is null)
-- 53|     and (`day` < cast(? as date) or `day` >= cast(? as date) or `day` is null)
-- clickhouse:
-- 7|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 10|     toStartOfMonth(toDate32("day")) as d0,
-- 12|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 15|   where "day" between {p1:Date32} and {p2:Date32}
-- 19|     toDate32((((toStartOfMonth(toDate32("day"))) + toIntervalMonth(3)))) as d0,
-- 20|     toDate32(((("day") + toIntervalMonth(3)))) as d1,
-- 22|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 24|   where "day" >= {p3:Date32}
-- 25|     and "day" < {p4:Date32}
-- 26|     and ("day" < {p5:Date32} or "day" >= {p6:Date32} or "day" is null)
-- 27|     and ("day" < {p7:Date32} or "day" >= {p8:Date32} or "day" is null)
-- 31| order by 1 nulls last, 2 nulls last
-- 32| limit 21
-- 32+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- 38|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 41|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 44|   where "day" between {p1:Date32} and {p2:Date32}
-- 48|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 50|   where "day" >= {p3:Date32}
-- 51|     and "day" < {p4:Date32}
-- 52|     and ("day" < {p5:Date32} or "day" >= {p6:Date32} or "day" is null)
-- 53|     and ("day" < {p7:Date32} or "day" >= {p8:Date32} or "day" is null)
-- 54| ) as branches
-- 54+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 7|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 10|     cast(date_trunc('month', "day") as date) as d0,
-- 15|   where "day" between cast(? as date) and cast(? as date)
-- 19|     cast((date_add('month', 3, (cast(date_trunc('month', "day") as date)))) as date) as d0,
-- 20|     cast((date_add('month', 3, ("day"))) as date) as d1,
-- 24|   where "day" >= cast(? as date)
-- 25|     and "day" < cast(? as date)
-- 26|     and ("day" < cast(? as date) or "day" >= cast(? as date) or "day" is null)
-- 27|     and ("day" < cast(? as date) or "day" >= cast(? as date) or "day" is null)
-- 38|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 44|   where "day" between cast(? as date) and cast(? as date)
-- 50|   where "day" >= cast(? as date)
-- 51|     and "day" < cast(? as date)
-- 52|     and ("day" < cast(? as date) or "day" >= cast(? as date) or "day" is null)
-- 53|     and ("day" < cast(? as date) or "day" >= cast(? as date) or "day" is null)
-- bigquery:
-- 6|   max(m1) as `c_sales_total_before__2bcxonwra6ecq`,
-- 7|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_sales_total_change__czhjlzb4koyn`
-- 10|     date_trunc(cast(`day` as date), month) as d0,
-- 15|   where `day` between cast(@p1 as date) and cast(@p2 as date)
-- 19|     cast((date_add((date_trunc(cast(`day` as date), month)), interval 3 month)) as date) as d0,
-- 20|     cast((date_add((`day`), interval 3 month)) as date) as d1,
-- 24|   where `day` >= cast(@p3 as date)
-- 25|     and `day` < cast(@p4 as date)
-- 26|     and (`day` < cast(@p5 as date) or `day` >= cast(@p6 as date) or `day` is null)
-- 27|     and (`day` < cast(@p7 as date) or `day` >= cast(@p8 as date) or `day` is null)
-- 37|   max(m1) as `c_sales_total_before__2bcxonwra6ecq`,
-- 38|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_sales_total_change__czhjlzb4koyn`
-- 44|   where `day` between cast(@p1 as date) and cast(@p2 as date)
-- 50|   where `day` >= cast(@p3 as date)
-- 51|     and `day` < cast(@p4 as date)
-- 52|     and (`day` < cast(@p5 as date) or `day` >= cast(@p6 as date) or `day` is null)
-- 53|     and (`day` < cast(@p7 as date) or `day` >= cast(@p8 as date) or `day` is null)
-- databricks:
-- 7|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `sales.total@change`
-- 10|     cast(date_trunc('month', `day`) as date) as d0,
-- 15|   where `day` between cast(:p1 as date) and cast(:p2 as date)
-- 19|     cast((cast(dateadd(month, 3, (cast(date_trunc('month', `day`) as date))) as date)) as date) as d0,
-- 20|     cast((cast(dateadd(month, 3, (`day`)) as date)) as date) as d1,
-- 24|   where `day` >= cast(:p3 as date)
-- 25|     and `day` < cast(:p4 as date)
-- 26|     and (`day` < cast(:p5 as date) or `day` >= cast(:p6 as date) or `day` is null)
-- 27|     and (`day` < cast(:p7 as date) or `day` >= cast(:p8 as date) or `day` is null)
-- 38|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `sales.total@change`
-- 44|   where `day` between cast(:p1 as date) and cast(:p2 as date)
-- 50|   where `day` >= cast(:p3 as date)
-- 51|     and `day` < cast(:p4 as date)
-- 52|     and (`day` < cast(:p5 as date) or `day` >= cast(:p6 as date) or `day` is null)
-- 53|     and (`day` < cast(:p7 as date) or `day` >= cast(:p8 as date) or `day` is null)
-- snowflake:
-- 7|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 10|     cast(date_trunc('month', "day") as date) as d0,
-- 15|   where "day" between cast(? as date) and cast(? as date)
-- 19|     cast((dateadd(month, 3, (cast(date_trunc('month', "day") as date)))) as date) as d0,
-- 20|     cast((dateadd(month, 3, ("day"))) as date) as d1,
-- 24|   where "day" >= cast(? as date)
-- 25|     and "day" < cast(? as date)
-- 26|     and ("day" < cast(? as date) or "day" >= cast(? as date) or "day" is null)
-- 27|     and ("day" < cast(? as date) or "day" >= cast(? as date) or "day" is null)
-- 38|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 44|   where "day" between cast(? as date) and cast(? as date)
-- 50|   where "day" >= cast(? as date)
-- 51|     and "day" < cast(? as date)
-- 52|     and ("day" < cast(? as date) or "day" >= cast(? as date) or "day" is null)
-- 53|     and ("day" < cast(? as date) or "day" >= cast(? as date) or "day" is null)
-- redshift:
-- 7|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 19|     (dateadd(month, 3, (date_trunc('month', "day")::date))::date)::date as d0,
-- 20|     (dateadd(month, 3, ("day"))::date)::date as d1,
-- 38|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"

-- the 29th of a February has no counterpart in a February of 28 days a year later
-- ["2025-02-01","2025-03-01","2024-02-01","2024-03-01","2024-02-29","2024-03-01"]
select
  d0 as "sales.day",
  max(m0) as "sales.total",
  max(m1) as "sales.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
from (
  select
    "day" as d0,
    sum("amount") as m0,
    null as m1
  from "sales"
  where "day" >= $1::date and "day" < $2::date
  group by 1
  union all
  select
    (("day") + interval '12 months')::date as d0,
    null as m0,
    sum("amount") as m1
  from "sales"
  where "day" >= $3::date
    and "day" < $4::date
    and ("day" < $5::date or "day" >= $6::date or "day" is null)
  group by 1
) as branches
group by 1
order by "sales.day" nulls last
limit 21;
-- duckdb:
-- 6|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `sales.total@change`
-- 13|   where `day` >= cast(? as date) and `day` < cast(? as date)
-- 17|     cast(((`day`) + interval 12 month) as date) as d0,
-- 21|   where `day` >= cast(? as date)
-- 22|     and `day` < cast(? as date)
-- 23|     and (`day` < cast(? as date) or `day` >= cast(? as date) or `day` is null)
-- 27| order by `sales.day` <=> null, `sales.day`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 10|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 13|   where "day" >= {p1:Date32} and "day" < {p2:Date32}
-- 17|     toDate32(((("day") + toIntervalMonth(12)))) as d0,
-- 19|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 21|   where "day" >= {p3:Date32}
-- 22|     and "day" < {p4:Date32}
-- 23|     and ("day" < {p5:Date32} or "day" >= {p6:Date32} or "day" is null)
-- 27| order by 1 nulls last
-- 28| limit 21
-- 28+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 13|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 17|     cast((date_add('month', 12, ("day"))) as date) as d0,
-- 21|   where "day" >= cast(? as date)
-- 22|     and "day" < cast(? as date)
-- 23|     and ("day" < cast(? as date) or "day" >= cast(? as date) or "day" is null)
-- bigquery:
-- 5|   max(m1) as `c_sales_total_before__2bcxonwra6ecq`,
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_sales_total_change__czhjlzb4koyn`
-- 13|   where `day` >= cast(@p1 as date) and `day` < cast(@p2 as date)
-- 17|     cast((date_add((`day`), interval 12 month)) as date) as d0,
-- 21|   where `day` >= cast(@p3 as date)
-- 22|     and `day` < cast(@p4 as date)
-- 23|     and (`day` < cast(@p5 as date) or `day` >= cast(@p6 as date) or `day` is null)
-- databricks:
-- 6|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `sales.total@change`
-- 13|   where `day` >= cast(:p1 as date) and `day` < cast(:p2 as date)
-- 17|     cast((cast(dateadd(month, 12, (`day`)) as date)) as date) as d0,
-- 21|   where `day` >= cast(:p3 as date)
-- 22|     and `day` < cast(:p4 as date)
-- 23|     and (`day` < cast(:p5 as date) or `day` >= cast(:p6 as date) or `day` is null)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 13|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 17|     cast((dateadd(month, 12, ("day"))) as date) as d0,
-- 21|   where "day" >= cast(? as date)
-- 22|     and "day" < cast(? as date)
-- 23|     and ("day" < cast(? as date) or "day" >= cast(? as date) or "day" is null)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 17|     (dateadd(month, 12, ("day"))::date)::date as d0,

-- the 29th of a February has no counterpart in a February of 28 days a year before
-- ["2024-02-01","2024-03-01","2023-02-01","2023-03-01"]
select
  d0 as "sales.day",
  max(m0) as "sales.total",
  max(m1) as "sales.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
from (
  select
    "day" as d0,
    sum("amount") as m0,
    null as m1
  from "sales"
  where "day" >= $1::date and "day" < $2::date
  group by 1
  union all
  select
    (("day") + interval '12 months')::date as d0,
    null as m0,
    sum("amount") as m1
  from "sales"
  where "day" >= $3::date
    and "day" < $4::date
  group by 1
) as branches
group by 1
order by "sales.day" nulls last
limit 21;
-- duckdb:
-- 6|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `sales.total@change`
-- 13|   where `day` >= cast(? as date) and `day` < cast(? as date)
-- 17|     cast(((`day`) + interval 12 month) as date) as d0,
-- 21|   where `day` >= cast(? as date)
-- 22|     and `day` < cast(? as date)
-- 26| order by `sales.day` <=> null, `sales.day`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 10|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 13|   where "day" >= {p1:Date32} and "day" < {p2:Date32}
-- 17|     toDate32(((("day") + toIntervalMonth(12)))) as d0,
-- 19|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 21|   where "day" >= {p3:Date32}
-- 22|     and "day" < {p4:Date32}
-- 26| order by 1 nulls last
-- 27| limit 21
-- 27+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 13|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 17|     cast((date_add('month', 12, ("day"))) as date) as d0,
-- 21|   where "day" >= cast(? as date)
-- 22|     and "day" < cast(? as date)
-- bigquery:
-- 5|   max(m1) as `c_sales_total_before__2bcxonwra6ecq`,
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_sales_total_change__czhjlzb4koyn`
-- 13|   where `day` >= cast(@p1 as date) and `day` < cast(@p2 as date)
-- 17|     cast((date_add((`day`), interval 12 month)) as date) as d0,
-- 21|   where `day` >= cast(@p3 as date)
-- 22|     and `day` < cast(@p4 as date)
-- databricks:
-- 6|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `sales.total@change`
-- 13|   where `day` >= cast(:p1 as date) and `day` < cast(:p2 as date)
-- 17|     cast((cast(dateadd(month, 12, (`day`)) as date)) as date) as d0,
-- 21|   where `day` >= cast(:p3 as date)
-- 22|     and `day` < cast(:p4 as date)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 13|   where "day" >= cast(? as date) and "day" < cast(? as date)
-- 17|     cast((dateadd(month, 12, ("day"))) as date) as d0,
-- 21|   where "day" >= cast(? as date)
-- 22|     and "day" < cast(? as date)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 17|     (dateadd(month, 12, ("day"))::date)::date as d0,

-- days of moments are compared in the query's timezone
-- ["2023-01-31 23:00:00","2023-02-28 23:00:00","2022-12-31 23:00:00","2023-01-31 23:00:00","2023-01-28 23:00:00","2023-01-31 23:00:00"]
select
  d0 as "sales.at.day",
  max(m0) as "sales.total",
  max(m1) as "sales.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
from (
  select
    ("at"::timestamptz at time zone 'Europe/Berlin')::date as d0,
    sum("amount") as m0,
    null as m1
  from "sales"
  where "at" >= $1::timestamp and "at" < $2::timestamp
  group by 1
  union all
  select
    ((("at"::timestamptz at time zone 'Europe/Berlin')::date) + interval '1 month')::date as d0,
    null as m0,
    sum("amount") as m1
  from "sales"
  where "at" >= $3::timestamp
    and "at" < $4::timestamp
    and ("at" < $5::timestamp or "at" >= $6::timestamp or "at" is null)
  group by 1
) as branches
group by 1
order by "sales.at.day" nulls last
limit 21;
-- duckdb:
-- 6|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `sales.total@change`
-- 9|     date((`at` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `at`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute)) as d0,
-- 13|   where `at` >= cast(? as datetime(6)) and `at` < cast(? as datetime(6))
-- 17|     cast(((date((`at` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `at`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute))) + interval 1 month) as date) as d0,
-- 21|   where `at` >= cast(? as datetime(6))
-- 22|     and `at` < cast(? as datetime(6))
-- 23|     and (`at` < cast(? as datetime(6)) or `at` >= cast(? as datetime(6)) or `at` is null)
-- 27| order by `sales.at.day` <=> null, `sales.at.day`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 9|     toDate32(toTimeZone("at", 'Europe/Berlin')) as d0,
-- 10|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 13|   where "at" >= {p1:DateTime64(6, 'UTC')} and "at" < {p2:DateTime64(6, 'UTC')}
-- 17|     toDate32((((toDate32(toTimeZone("at", 'Europe/Berlin'))) + toIntervalMonth(1)))) as d0,
-- 19|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 21|   where "at" >= {p3:DateTime64(6, 'UTC')}
-- 22|     and "at" < {p4:DateTime64(6, 'UTC')}
-- 23|     and ("at" < {p5:DateTime64(6, 'UTC')} or "at" >= {p6:DateTime64(6, 'UTC')} or "at" is null)
-- 27| order by 1 nulls last
-- 28| limit 21
-- 28+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 9|     cast(cast(cast("at" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6)) as date) as d0,
-- 13|   where "at" >= cast(? as timestamp(6)) and "at" < cast(? as timestamp(6))
-- 17|     cast((date_add('month', 1, (cast(cast(cast("at" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6)) as date)))) as date) as d0,
-- 21|   where "at" >= cast(? as timestamp(6))
-- 22|     and "at" < cast(? as timestamp(6))
-- 23|     and ("at" < cast(? as timestamp(6)) or "at" >= cast(? as timestamp(6)) or "at" is null)
-- bigquery:
-- 5|   max(m1) as `c_sales_total_before__2bcxonwra6ecq`,
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_sales_total_change__czhjlzb4koyn`
-- 9|     cast(datetime(timestamp(`at`), 'Europe/Berlin') as date) as d0,
-- 13|   where `at` >= @p1 and `at` < @p2
-- 17|     cast((date_add((cast(datetime(timestamp(`at`), 'Europe/Berlin') as date)), interval 1 month)) as date) as d0,
-- 21|   where `at` >= @p3
-- 22|     and `at` < @p4
-- 23|     and (`at` < @p5 or `at` >= @p6 or `at` is null)
-- databricks:
-- 6|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `sales.total@change`
-- 9|     cast(convert_timezone('Europe/Berlin', `at`) as date) as d0,
-- 13|   where `at` >= cast(concat(:p1, 'Z') as timestamp) and `at` < cast(concat(:p2, 'Z') as timestamp)
-- 17|     cast((cast(dateadd(month, 1, (cast(convert_timezone('Europe/Berlin', `at`) as date))) as date)) as date) as d0,
-- 21|   where `at` >= cast(concat(:p3, 'Z') as timestamp)
-- 22|     and `at` < cast(concat(:p4, 'Z') as timestamp)
-- 23|     and (`at` < cast(concat(:p5, 'Z') as timestamp) or `at` >= cast(concat(:p6, 'Z') as timestamp) or `at` is null)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 9|     cast(cast(convert_timezone('Europe/Berlin', "at") as timestamp_ntz) as date) as d0,
-- 13|   where "at" >= cast(? as timestamp_ntz) and "at" < cast(? as timestamp_ntz)
-- 17|     cast((dateadd(month, 1, (cast(cast(convert_timezone('Europe/Berlin', "at") as timestamp_ntz) as date)))) as date) as d0,
-- 21|   where "at" >= cast(? as timestamp_ntz)
-- 22|     and "at" < cast(? as timestamp_ntz)
-- 23|     and ("at" < cast(? as timestamp_ntz) or "at" >= cast(? as timestamp_ntz) or "at" is null)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 17|     (dateadd(month, 1, (("at"::timestamptz at time zone 'Europe/Berlin')::date))::date)::date as d0,

-- with `sameDays`, up to the 30th of March all 28 days of February count
-- ["2023-03-01","2023-03-31","2023-02-01","2023-03-01","2023-03-31","2023-04-01"]
select
  d0 as "sales.day",
  max(m0) as "sales.total",
  max(m1) as "sales.total@before",
  1.0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
from (
  select
    "day" as d0,
    sum("amount") as m0,
    null as m1
  from "sales"
  where "day" >= $1::date
    and "day" < $2::date
  group by 1
  union all
  select
    (("day") + interval '1 month')::date as d0,
    null as m0,
    sum("amount") as m1
  from "sales"
  where "day" >= $3::date
    and "day" < $4::date
    and ("day" < $5::date or "day" >= $6::date or "day" is null)
  group by 1
) as branches
group by 1
order by "sales.day" nulls last
limit 21;
-- duckdb:
-- 6|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `sales.total@change`
-- 13|   where `day` >= cast(? as date)
-- 14|     and `day` < cast(? as date)
-- 18|     cast(((`day`) + interval 1 month) as date) as d0,
-- 22|   where `day` >= cast(? as date)
-- 23|     and `day` < cast(? as date)
-- 24|     and (`day` < cast(? as date) or `day` >= cast(? as date) or `day` is null)
-- 28| order by `sales.day` <=> null, `sales.day`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 10|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 13|   where "day" >= {p1:Date32}
-- 14|     and "day" < {p2:Date32}
-- 18|     toDate32(((("day") + toIntervalMonth(1)))) as d0,
-- 20|     sumOrNull("amount" + toDecimal128(0, 0)) as m1
-- 22|   where "day" >= {p3:Date32}
-- 23|     and "day" < {p4:Date32}
-- 24|     and ("day" < {p5:Date32} or "day" >= {p6:Date32} or "day" is null)
-- 28| order by 1 nulls last
-- 29| limit 21
-- 29+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 13|   where "day" >= cast(? as date)
-- 14|     and "day" < cast(? as date)
-- 18|     cast((date_add('month', 1, ("day"))) as date) as d0,
-- 22|   where "day" >= cast(? as date)
-- 23|     and "day" < cast(? as date)
-- 24|     and ("day" < cast(? as date) or "day" >= cast(? as date) or "day" is null)
-- bigquery:
-- 5|   max(m1) as `c_sales_total_before__2bcxonwra6ecq`,
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_sales_total_change__czhjlzb4koyn`
-- 13|   where `day` >= cast(@p1 as date)
-- 14|     and `day` < cast(@p2 as date)
-- 18|     cast((date_add((`day`), interval 1 month)) as date) as d0,
-- 22|   where `day` >= cast(@p3 as date)
-- 23|     and `day` < cast(@p4 as date)
-- 24|     and (`day` < cast(@p5 as date) or `day` >= cast(@p6 as date) or `day` is null)
-- databricks:
-- 6|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `sales.total@change`
-- 13|   where `day` >= cast(:p1 as date)
-- 14|     and `day` < cast(:p2 as date)
-- 18|     cast((cast(dateadd(month, 1, (`day`)) as date)) as date) as d0,
-- 22|   where `day` >= cast(:p3 as date)
-- 23|     and `day` < cast(:p4 as date)
-- 24|     and (`day` < cast(:p5 as date) or `day` >= cast(:p6 as date) or `day` is null)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 13|   where "day" >= cast(? as date)
-- 14|     and "day" < cast(? as date)
-- 18|     cast((dateadd(month, 1, ("day"))) as date) as d0,
-- 22|   where "day" >= cast(? as date)
-- 23|     and "day" < cast(? as date)
-- 24|     and ("day" < cast(? as date) or "day" >= cast(? as date) or "day" is null)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "sales.total@change"
-- 18|     (dateadd(month, 1, ("day"))::date)::date as d0,
