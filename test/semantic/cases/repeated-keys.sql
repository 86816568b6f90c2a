-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- an answer that does not use the side counts each row once
select
  count(*) as "orders.count",
  sum("amount") as "orders.total"
from "orders"
limit 11;
-- duckdb, mysql, trino, bigquery, databricks, snowflake, redshift: the same
-- clickhouse:
-- 3|   sumOrNull("amount" + toDecimal128(0, 0)) as "orders.total"
-- 5| limit 11
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- subtotals and totals are of the same rows as the groups
with results_1 as (
  select
    date_trunc('year', "orders"."placed")::date as d0,
    "customers"."region" as d1,
    count(*) as x0,
    sum("orders"."amount") as x1,
    2 as level
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
),
results_2 as (
  select
    date_trunc('year', "orders"."placed")::date as d0,
    null::text as d1,
    count(*) as x0,
    sum("orders"."amount") as x1,
    1 as level
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
together_1 as (
  select d0, d1, x0, x1, level from results_1
  union all
  select d0, d1, x0, x1, level from results_2
)
select
  d0 as "orders.placed.year",
  d1 as "customers.region",
  x0 as "orders.count",
  x1 as "orders.total",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last
limit 21;
-- totals
select
  count(*) as "orders.count",
  sum("orders"."amount") as "orders.total",
  null as "subtotal"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id";
-- duckdb:
-- 15|     null as d1,
-- mysql:
-- 3|     cast(date_format(`orders`.`placed`, '%Y-01-01') as date) as d0,
-- 14|     cast(date_format(`orders`.`placed`, '%Y-01-01') as date) as d0,
-- 15|     null as d1,
-- 35| order by d0 <=> null, d0, case when level = 1 then 1 else 0 end, d1 <=> null, d1
-- clickhouse:
-- 3|     toStartOfYear(toDate32("orders"."placed")) as d0,
-- 6|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x1,
-- 14|     toStartOfYear(toDate32("orders"."placed")) as d0,
-- 15|     null as d1,
-- 17|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x1,
-- 36| limit 21
-- 36+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 40|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total",
-- 43| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 43+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 3|     cast(date_trunc('year', "orders"."placed") as date) as d0,
-- 14|     cast(date_trunc('year', "orders"."placed") as date) as d0,
-- 15|     null as d1,
-- bigquery:
-- 3|     date_trunc(cast(`orders`.`placed` as date), year) as d0,
-- 14|     date_trunc(cast(`orders`.`placed` as date), year) as d0,
-- 15|     null as d1,
-- databricks:
-- 3|     cast(date_trunc('year', `orders`.`placed`) as date) as d0,
-- 14|     cast(date_trunc('year', `orders`.`placed`) as date) as d0,
-- 15|     null as d1,
-- redshift:
-- 15|     null::varchar as d1,

-- aggregates of groups are of the same rows as the groups
select
  d0 as "customers.region",
  max(v0) as "orders",
  sum(v1) as "worth"
from (
  select
    "customers"."region" as d0,
    "customers"."id" as d1,
    count(*) as v0,
    sum("orders"."amount") as v1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
) as nested
group by 1
order by "customers.region" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 16| order by `customers.region` <=> null, `customers.region`
-- clickhouse:
-- 3|   maxOrNull(v0) as "orders",
-- 4|   sumOrNull(v1 + toDecimal128(0, 0)) as "worth"
-- 10|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as v1
-- 16| order by 1 nulls last
-- 17| limit 11
-- 17+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a field is compared with that of each row of the side
select
  count(*) as "orders.count",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "orders"."amount" < "customers"."credit"
limit 11;
-- duckdb, mysql, trino, bigquery, databricks, snowflake, redshift: the same
-- clickhouse:
-- 3|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 7| limit 11
-- 7+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- queried from the side itself, each of its rows counts once
select count(*) as "customers.count"
from "customers"
where exists (
  select 1
  from "orders"
  left join "customers" as "orders_customers" on "orders_customers"."id" = "orders"."customer_id"
  where "orders"."customer_id" = "customers"."id"
    and "orders_customers"."credit" > "orders"."amount"
)
limit 11;
-- duckdb, trino, snowflake:
-- 3| where "customers"."id" in (
-- 4|   select "orders"."customer_id"
-- 7|   where "orders_customers"."credit" > "orders"."amount"
-- 8 is left out
-- mysql, bigquery, databricks:
-- 3| where `customers`.`id` in (
-- 4|   select `orders`.`customer_id`
-- 7|   where `orders_customers`.`credit` > `orders`.`amount`
-- 8 is left out
-- clickhouse:
-- 3| where "customers"."id" in (
-- 4|   select "orders"."customer_id"
-- 7|   where "orders_customers"."credit" > "orders"."amount"
-- 8 is left out
-- 10| limit 11
-- 10+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- redshift: the same

-- both periods of a comparison are joined to the same rows, up to the same day
-- ["2024-01-01","2024-02-26","2023-01-01","2023-02-26"]
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
  where "orders"."placed" >= $1::date
    and "orders"."placed" < $2::date
  group by 1
  union all
  select
    "customers"."region" as d0,
    null as m0,
    sum("orders"."amount") as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed" >= $3::date
    and "orders"."placed" < $4::date
  group by 1
) as branches
group by 1
order by "customers.region" nulls last
limit 11;
-- duckdb:
-- 6|   (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- mysql:
-- 6|   1.0000000000000000 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 14|   where `orders`.`placed` >= cast(? as date)
-- 15|     and `orders`.`placed` < cast(? as date)
-- 24|   where `orders`.`placed` >= cast(? as date)
-- 25|     and `orders`.`placed` < cast(? as date)
-- 29| order by `customers.region` <=> null, `customers.region`
-- clickhouse:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 10|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 14|   where "orders"."placed" >= {p1:Date32}
-- 15|     and "orders"."placed" < {p2:Date32}
-- 21|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m1
-- 24|   where "orders"."placed" >= {p3:Date32}
-- 25|     and "orders"."placed" < {p4:Date32}
-- 29| order by 1 nulls last
-- 30| limit 11
-- 30+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 14|   where "orders"."placed" >= cast(? as date)
-- 15|     and "orders"."placed" < cast(? as date)
-- 24|   where "orders"."placed" >= cast(? as date)
-- 25|     and "orders"."placed" < cast(? as date)
-- bigquery:
-- 5|   max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
-- 6|   1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
-- 14|   where `orders`.`placed` >= cast(@p1 as date)
-- 15|     and `orders`.`placed` < cast(@p2 as date)
-- 24|   where `orders`.`placed` >= cast(@p3 as date)
-- 25|     and `orders`.`placed` < cast(@p4 as date)
-- databricks:
-- 6|   1D * (max(m0) - max(m1)) / nullif(max(m1), 0) as `orders.total@change`
-- 14|   where `orders`.`placed` >= cast(:p1 as date)
-- 15|     and `orders`.`placed` < cast(:p2 as date)
-- 24|   where `orders`.`placed` >= cast(:p3 as date)
-- 25|     and `orders`.`placed` < cast(:p4 as date)
-- snowflake:
-- 6|   1::float * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
-- 14|   where "orders"."placed" >= cast(? as date)
-- 15|     and "orders"."placed" < cast(? as date)
-- 24|   where "orders"."placed" >= cast(? as date)
-- 25|     and "orders"."placed" < cast(? as date)
-- redshift:
-- 6|   1::float8 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"

-- the greatest of each year, with a comparison of fields
with results_1 as (
  select
    date_trunc('year', "orders"."placed")::date as d0,
    "customers"."region" as d1,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."amount" < "customers"."credit"
  group by 1, 2
),
asked_1 as (
  select
    d0,
    d1,
    place
  from (
    select
      d0,
      d1,
      row_number() over (partition by d0 order by x0 desc nulls last, d1 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  date_trunc('year', "orders"."placed")::date as "orders.placed.year",
  "customers"."region" as "customers.region",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "orders"."amount" < "customers"."credit"
  and exists (
    select 1
    from asked_1
    where array[asked_1.d0] = array[date_trunc('year', "orders"."placed")::date]
      and array[asked_1.d1] = array["customers"."region"]
  )
group by 1, 2
order by "orders.placed.year" nulls last, "customers.region" nulls last
limit 11;
-- duckdb:
-- 35|     where asked_1.d0 is not distinct from date_trunc('year', "orders"."placed")::date
-- 36|       and asked_1.d1 is not distinct from "customers"."region"
-- mysql:
-- 3|     cast(date_format(`orders`.`placed`, '%Y-01-01') as date) as d0,
-- 20|       row_number() over (partition by d0 order by x0 desc, d1 <=> null, d1) as place
-- 26|   cast(date_format(`orders`.`placed`, '%Y-01-01') as date) as `orders.placed.year`,
-- 35|     where asked_1.d0 <=> cast(date_format(`orders`.`placed`, '%Y-01-01') as date)
-- 36|       and asked_1.d1 <=> `customers`.`region`
-- 39| order by `orders.placed.year` <=> null, `orders.placed.year`, `customers.region` <=> null, `customers.region`
-- clickhouse:
-- 3|     toStartOfYear(toDate32("orders"."placed")) as d0,
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 20|       row_number() over (partition by d0 order by x0 <> x0 desc nulls last, x0 desc nulls last, d1 nulls last) as place
-- 26|   toStartOfYear(toDate32("orders"."placed")) as "orders.placed.year",
-- 28|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 32|   and toJSONString(tuple(toStartOfYear(toDate32("orders"."placed")), "customers"."region")) in (
-- 33|     select toJSONString(tuple(asked_1.d0, asked_1.d1))
-- 35 is left out
-- 36 is left out
-- 39| order by 1 nulls last, 2 nulls last
-- 40| limit 11
-- 40+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 3|     cast(date_trunc('year', "orders"."placed") as date) as d0,
-- 26|   cast(date_trunc('year', "orders"."placed") as date) as "orders.placed.year",
-- 32|   and json_format(cast(array[cast(cast(date_trunc('year', "orders"."placed") as date) as json), cast("customers"."region" as json)] as json)) in (
-- 33|     select json_format(cast(array[cast(asked_1.d0 as json), cast(asked_1.d1 as json)] as json))
-- 35 is left out
-- 36 is left out
-- bigquery:
-- 3|     date_trunc(cast(`orders`.`placed` as date), year) as d0,
-- 26|   date_trunc(cast(`orders`.`placed` as date), year) as `orders__placed__year`,
-- 32|   and to_json_string([to_json_string(date_trunc(cast(`orders`.`placed` as date), year)), to_json_string(`customers`.`region`)]) in (
-- 33|     select to_json_string([to_json_string(asked_1.d0), to_json_string(asked_1.d1)])
-- 35 is left out
-- 36 is left out
-- databricks:
-- 3|     cast(date_trunc('year', `orders`.`placed`) as date) as d0,
-- 26|   cast(date_trunc('year', `orders`.`placed`) as date) as `orders.placed.year`,
-- 32|   and to_json(named_struct('c0', cast(date_trunc('year', `orders`.`placed`) as date), 'c1', `customers`.`region`)) in (
-- 33|     select to_json(named_struct('c0', asked_1.d0, 'c1', asked_1.d1))
-- 35 is left out
-- 36 is left out
-- snowflake:
-- 3|     cast(date_trunc('year', "orders"."placed") as date) as d0,
-- 26|   cast(date_trunc('year', "orders"."placed") as date) as "orders.placed.year",
-- 32|   and to_json(array_construct(cast(date_trunc('year', "orders"."placed") as date), "customers"."region")) in (
-- 33|     select to_json(array_construct(asked_1.d0, asked_1.d1))
-- 35 is left out
-- 36 is left out
-- redshift:
-- 35|     where (asked_1.d0 = date_trunc('year', "orders"."placed")::date or (asked_1.d0 is null and date_trunc('year', "orders"."placed")::date is null))
-- 36|       and (asked_1.d1 = "customers"."region" or (asked_1.d1 is null and "customers"."region" is null))

-- bins of a number of the side
select
  (floor(cast("customers"."credit" as double precision) / 15) * 15) as "customers.credit.bin",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1
order by "customers.credit.bin" nulls last
limit 11;
-- duckdb, trino:
-- 2|   (floor(cast("customers"."credit" as double) / 15) * 15) as "customers.credit.bin",
-- mysql:
-- 2|   cast((floor(cast(`customers`.`credit` as double) / 15) * 15) as double) as `customers.credit.bin`,
-- 7| order by `customers.credit.bin` <=> null, `customers.credit.bin`
-- clickhouse:
-- 2|   (floor(cast("customers"."credit" as Nullable(Float64)) / 15) * 15) as "customers.credit.bin",
-- 7| order by 1 nulls last
-- 8| limit 11
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- bigquery:
-- 2|   (floor(cast(`customers`.`credit` as float64) / 15) * 15) as `customers__credit__bin`,
-- databricks:
-- 2|   (floor(cast(`customers`.`credit` as double) / 15) * 15) as `customers.credit.bin`,
-- snowflake:
-- 2|   (floor(cast("customers"."credit" as float) / 15) * 15) as "customers.credit.bin",
-- redshift: the same
