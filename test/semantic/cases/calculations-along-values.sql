-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- running total of shares, from the greatest customer on
with results_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    1.0 * x0 / nullif(sum(x0) over (), 0) as c0,
    sum(x0) over () as w0
  from results_1
),
calculated_2 as (
  select
    d0,
    x0,
    c0,
    case when x0 is not null then 1.0 * sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
  from calculated_1
)
select
  d0 as "customers.name",
  x0 as "orders.total",
  c0 as "share",
  c1 as "so far"
from calculated_2
order by "orders.total" desc nulls last, "customers.name" nulls last;
-- duckdb:
-- 13|     x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when x0 is not null then sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- mysql:
-- 13|     1.0000000000000000 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when x0 is not null then 1.0000000000000000 * sum(x0) over (order by x0 desc, d0 <=> null, d0 rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| order by `orders.total` desc, `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 4|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 13|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when x0 is not null then 1e0 * sum(x0) over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 31| order by 2 desc nulls last, 1 nulls last
-- 31+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 13|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when x0 is not null then 1e0 * sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- bigquery:
-- 13|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when x0 is not null then 1e0 * sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 29|   c1 as `c_so_far__2c52mem0qw515`
-- databricks:
-- 13|     1D * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when x0 is not null then 1D * sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- snowflake:
-- 13|     1::float * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when x0 is not null then 1::float * sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- redshift:
-- 13|     1::float8 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 22|     case when x0 is not null then 1::float8 * sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1

-- groups with equal values are in the order of the dimensions, in both directions
with results_1 as (
  select
    "customers"."name" as d0,
    count(*) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    case when x0 is not null then sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) end as c0,
    case when x0 is not null then sum(x0) over (order by x0 nulls last, d0 nulls last rows between unbounded preceding and current row) end as c1
  from results_1
)
select
  d0 as "customers.name",
  x0 as "orders.count",
  c0 as "down",
  c1 as "up"
from calculated_1
order by "orders.count" desc nulls last, "customers.name" nulls last;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 13|     case when x0 is not null then sum(x0) over (order by x0 desc, d0 <=> null, d0 rows between unbounded preceding and current row) end as c0,
-- 14|     case when x0 is not null then sum(x0) over (order by x0 <=> null, x0, d0 <=> null, d0 rows between unbounded preceding and current row) end as c1
-- 23| order by `orders.count` desc, `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 13|     case when x0 is not null then sum(x0) over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) end as c0,
-- 23| order by 2 desc nulls last, 1 nulls last
-- 23+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a group with a null value has no running total in either direction
with results_1 as (
  select
    d0,
    max(m0) as x0,
    coalesce(max(m1), 0) as x1
  from (
    select
      "customers"."name" as d0,
      sum("orders"."amount") as m0,
      null as m1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1
    union all
    select
      "name" as d0,
      null as m0,
      count(*) as m1
    from "customers"
    group by 1
  ) as branches
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    x1,
    case when x0 is not null then sum(x1) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) end as c0,
    case when x0 is not null then sum(x1) over (order by x0 nulls last, d0 nulls last rows between unbounded preceding and current row) end as c1
  from results_1
)
select
  d0 as "customers.name",
  x0 as "orders.total",
  x1 as "customers.count",
  c0 as "down",
  c1 as "up"
from calculated_1
order by "customers.name" nulls last;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 29|     case when x0 is not null then sum(x1) over (order by x0 desc, d0 <=> null, d0 rows between unbounded preceding and current row) end as c0,
-- 30|     case when x0 is not null then sum(x1) over (order by x0 <=> null, x0, d0 <=> null, d0 rows between unbounded preceding and current row) end as c1
-- 40| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 9|       sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 29|     case when x0 is not null then sum(x1) over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) end as c0,
-- 40| order by 1 nulls last
-- 40+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a share of all beside running totals in two orders
with results_1 as (
  select
    "customers"."region" as d0,
    "customers"."name" as d1,
    sum("orders"."amount") as x0,
    count(*) as x1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    x1,
    case when x0 is not null then sum(x0) over (order by x0 desc nulls last, d0 nulls last, d1 nulls last rows between unbounded preceding and current row) end as c0,
    case when x1 is not null then sum(x0) over (partition by d0 order by x1 desc nulls last, d1 nulls last rows between unbounded preceding and current row) end as c1,
    1.0 * x0 / nullif(sum(x0) over (), 0) as c2
  from results_1
)
select
  d0 as "customers.region",
  d1 as "customers.name",
  x0 as "orders.total",
  x1 as "orders.count",
  c0 as "so far",
  c1 as "in region",
  c2 as "share"
from calculated_1
order by "customers.region" nulls last, "customers.name" nulls last;
-- duckdb:
-- 19|     x0 / nullif(sum(x0) over (), 0) as c2
-- mysql:
-- 17|     case when x0 is not null then sum(x0) over (order by x0 desc, d0 <=> null, d0, d1 <=> null, d1 rows between unbounded preceding and current row) end as c0,
-- 18|     case when x1 is not null then sum(x0) over (partition by d0 order by x1 desc, d1 <=> null, d1 rows between unbounded preceding and current row) end as c1,
-- 19|     1.0000000000000000 * x0 / nullif(sum(x0) over (partition by x0 <=> x0), 0) as c2
-- 31| order by `customers.region` <=> null, `customers.region`, `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0,
-- 17|     case when x0 is not null then sum(x0) over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last, d1 nulls last rows between unbounded preceding and current row) end as c0,
-- 18|     case when x1 is not null then sum(x0) over (partition by d0 order by x1 <> x1 desc nulls last, x1 desc nulls last, d1 nulls last rows between unbounded preceding and current row) end as c1,
-- 19|     1e0 * x0 / nullif(sum(x0) over (), 0) as c2
-- 31| order by 1 nulls last, 2 nulls last
-- 31+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 19|     1e0 * x0 / nullif(sum(x0) over (), 0) as c2
-- bigquery:
-- 19|     1e0 * x0 / nullif(sum(x0) over (), 0) as c2
-- 27|   c0 as `c_so_far__2c52mem0qw515`,
-- 28|   c1 as `c_in_region__1jpj00wg1x6pb`,
-- databricks:
-- 19|     1D * x0 / nullif(sum(x0) over (), 0) as c2
-- snowflake:
-- 19|     1::float * x0 / nullif(sum(x0) over (), 0) as c2
-- redshift:
-- 19|     1::float8 * x0 / nullif(sum(x0) over (), 0) as c2

-- a share within groups beside ranks in two orders, one of them within those groups
with results_1 as (
  select
    "customers"."region" as d0,
    date_trunc('month', "orders"."placed")::date as d1,
    sum("orders"."amount") as x0,
    count(*) as x1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    x1,
    rank() over (partition by d0 order by x0 desc nulls last) as c0,
    rank() over (partition by d0, d1 order by x0 nulls last) as c1,
    1.0 * x1 / nullif(sum(x1) over (partition by d0), 0) as c2
  from results_1
)
select
  d0 as "customers.region",
  d1 as "orders.placed.month",
  x0 as "orders.total",
  x1 as "orders.count",
  c0 as "in region",
  c1 as "in both",
  c2 as "share"
from calculated_1
order by "customers.region" nulls last, "orders.placed.month" nulls last;
-- duckdb:
-- 19|     x1 / nullif(sum(x1) over (partition by d0), 0) as c2
-- mysql:
-- 4|     cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d1,
-- 17|     rank() over (partition by d0 order by x0 desc) as c0,
-- 18|     rank() over (partition by d0, d1 order by x0 <=> null, x0) as c1,
-- 19|     1.0000000000000000 * x1 / nullif(sum(x1) over (partition by x1 <=> x1, d0), 0) as c2
-- 31| order by `customers.region` <=> null, `customers.region`, `orders.placed.month` <=> null, `orders.placed.month`;
-- clickhouse:
-- 4|     toStartOfMonth(toDate32("orders"."placed")) as d1,
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0,
-- 17|     rank() over (partition by d0 order by x0 <> x0 desc nulls last, x0 desc nulls last) as c0,
-- 19|     1e0 * x1 / nullif(sum(x1) over (partition by d0), 0) as c2
-- 31| order by 1 nulls last, 2 nulls last
-- 31+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 4|     cast(date_trunc('month', "orders"."placed") as date) as d1,
-- 19|     1e0 * x1 / nullif(sum(x1) over (partition by d0), 0) as c2
-- bigquery:
-- 4|     date_trunc(cast(`orders`.`placed` as date), month) as d1,
-- 19|     1e0 * x1 / nullif(sum(x1) over (partition by d0), 0) as c2
-- 27|   c0 as `c_in_region__1jpj00wg1x6pb`,
-- 28|   c1 as `c_in_both__148bz5l4sk6hz`,
-- databricks:
-- 4|     cast(date_trunc('month', `orders`.`placed`) as date) as d1,
-- 19|     1D * x1 / nullif(sum(x1) over (partition by d0), 0) as c2
-- snowflake:
-- 4|     cast(date_trunc('month', "orders"."placed") as date) as d1,
-- 19|     1::float * x1 / nullif(sum(x1) over (partition by d0), 0) as c2
-- redshift:
-- 19|     1::float8 * x1 / nullif(sum(x1) over (partition by d0), 0) as c2

-- a running total begins anew within each month
with results_1 as (
  select
    date_trunc('month', "placed")::date as d0,
    "status" as d1,
    sum("amount") as x0
  from "orders"
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    case when x0 is not null then sum(x0) over (partition by d0 order by x0 desc nulls last, d1 nulls last rows between unbounded preceding and current row) end as c0
  from results_1
)
select
  d0 as "orders.placed.month",
  d1 as "orders.status",
  x0 as "orders.total",
  c0 as "so far"
from calculated_1
order by "orders.placed.month" nulls last, "so far" nulls last, "orders.status" nulls last;
-- duckdb, redshift: the same
-- mysql:
-- 3|     cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 14|     case when x0 is not null then sum(x0) over (partition by d0 order by x0 desc, d1 <=> null, d1 rows between unbounded preceding and current row) end as c0
-- 23| order by `orders.placed.month` <=> null, `orders.placed.month`, `so far` <=> null, `so far`, `orders.status` <=> null, `orders.status`;
-- clickhouse:
-- 3|     toStartOfMonth(toDate32("placed")) as d0,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as x0
-- 14|     case when x0 is not null then sum(x0) over (partition by d0 order by x0 <> x0 desc nulls last, x0 desc nulls last, d1 nulls last rows between unbounded preceding and current row) end as c0
-- 23| order by 1 nulls last, 4 nulls last, 2 nulls last
-- 23+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 3|     cast(date_trunc('month', "placed") as date) as d0,
-- bigquery:
-- 3|     date_trunc(cast(`placed` as date), month) as d0,
-- 21|   c0 as `c_so_far__2c52mem0qw515`
-- 23| order by `orders__placed__month` nulls last, `c_so_far__2c52mem0qw515` nulls last, `orders__status` nulls last;
-- databricks:
-- 3|     cast(date_trunc('month', `placed`) as date) as d0,

-- the rest of a top counts as a group, here with the same value as another one
-- ["Rest"]
with grouped_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as s0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
results_1 as (
  select
    d0,
    sum(s0) as x0
  from grouped_1
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
  where place <= 2
),
results_2 as (
  select
    case when asked_1.place is not null then grouped_1.d0::text else $1 end as d0,
    sum(s0) as x0
  from grouped_1
  left join asked_1 on array[asked_1.d0] = array[grouped_1.d0]
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    case when x0 is not null then sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) end as c0
  from results_2
)
select
  d0 as "customers.name",
  x0 as "orders.total",
  c0 as "so far"
from calculated_1
order by "so far" nulls last, "customers.name" nulls last;
-- duckdb:
-- 34|   left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- mysql:
-- 2| with results_1 as (
-- 5|     sum(`orders`.`amount`) as x0
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 24|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 31|     case when asked_1.place is not null then `customers`.`name` else ? end as d0,
-- 32|     sum(`orders`.`amount`) as x0
-- 33|   from `orders`
-- 34|   left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 34+|   left join asked_1 on asked_1.d0 <=> `customers`.`name`
-- 41|     case when x0 is not null then sum(x0) over (order by x0 desc, d0 <=> null, d0 rows between unbounded preceding and current row) end as c0
-- 49| order by `so far` <=> null, `so far`, `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 2| with results_1 as (
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 24|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 31|     case when asked_1.place is not null then toString("customers"."name") else {p1:String} end as d0,
-- 32|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 33|   from "orders"
-- 34|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 34+|   left join asked_1 on [asked_1.d0] = ["customers"."name"]
-- 41|     case when x0 is not null then sum(x0) over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) end as c0
-- 49| order by 3 nulls last, 1 nulls last
-- 49+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 2| with results_1 as (
-- 5|     sum("orders"."amount") as x0
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then cast("customers"."name" as varchar) else ? end as d0,
-- 32|     sum("orders"."amount") as x0
-- 33|   from "orders"
-- 34|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 34+|   left join asked_1 on asked_1.d0 is not distinct from "customers"."name"
-- bigquery:
-- 2| with results_1 as (
-- 5|     sum(`orders`.`amount`) as x0
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then cast(`customers`.`name` as string) else @p1 end as d0,
-- 32|     sum(`orders`.`amount`) as x0
-- 33|   from `orders`
-- 34|   left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 34+|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`name`)
-- 47|   c0 as `c_so_far__2c52mem0qw515`
-- 49| order by `c_so_far__2c52mem0qw515` nulls last, `customers__name` nulls last;
-- databricks:
-- 2| with results_1 as (
-- 5|     sum(`orders`.`amount`) as x0
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then cast(`customers`.`name` as string) else :p1 end as d0,
-- 32|     sum(`orders`.`amount`) as x0
-- 33|   from `orders`
-- 34|   left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 34+|   left join asked_1 on asked_1.d0 <=> `customers`.`name`
-- snowflake:
-- 2| with results_1 as (
-- 5|     sum("orders"."amount") as x0
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then cast("customers"."name" as varchar) else ? end as d0,
-- 32|     sum("orders"."amount") as x0
-- 33|   from "orders"
-- 34|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 34+|   left join asked_1 on equal_null(asked_1.d0, "customers"."name")
-- redshift:
-- 2| with results_1 as (
-- 5|     sum("orders"."amount") as x0
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 31|     case when asked_1.place is not null then "customers"."name"::varchar else $1 end as d0,
-- 32|     sum("orders"."amount") as x0
-- 33|   from "orders"
-- 34|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 34+|   left join asked_1 on (asked_1.d0 = "customers"."name" or (asked_1.d0 is null and "customers"."name" is null))

-- a filter on a running total of shares, with a limit and the totals
-- ["0.95"]
with results_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    1.0 * x0 / nullif(sum(x0) over (), 0) as c0,
    sum(x0) over () as w0
  from results_1
),
calculated_2 as (
  select
    d0,
    x0,
    c0,
    case when x0 is not null then 1.0 * sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
  from calculated_1
)
select
  d0 as "customers.name",
  x0 as "orders.total",
  c0 as "share",
  c1 as "so far"
from calculated_2
where c1 < $1::numeric
order by "so far" nulls last, "customers.name" nulls last
limit 2;
-- totals
-- ["0.95"]
with results_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    1.0 * x0 / nullif(sum(x0) over (), 0) as c0,
    sum(x0) over () as w0
  from results_1
),
calculated_2 as (
  select
    d0,
    x0,
    c0,
    case when x0 is not null then 1.0 * sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
  from calculated_1
),
picked_1 as (
  select d0
  from calculated_2
  where c1 < $1::numeric
)
select
  sum("orders"."amount") as "orders.total",
  null as "share",
  null as "so far"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from picked_1
  where array[picked_1.d0] = array["customers"."name"]
);
-- duckdb:
-- 14|     x0 / nullif(sum(x0) over (), 0) as c0,
-- 23|     case when x0 is not null then sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 32| where c1 < $1::decimal(3, 2)
-- 49|     x0 / nullif(sum(x0) over (), 0) as c0,
-- 58|     case when x0 is not null then sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 64|   where c1 < $1::decimal(3, 2)
-- 75|   where picked_1.d0 is not distinct from "customers"."name"
-- mysql:
-- 14|     1.0000000000000000 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 23|     case when x0 is not null then 1.0000000000000000 * sum(x0) over (order by x0 desc, d0 <=> null, d0 rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 32| where c1 < cast(? as decimal(3, 2))
-- 33| order by `so far` <=> null, `so far`, `customers.name` <=> null, `customers.name`
-- 49|     1.0000000000000000 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 58|     case when x0 is not null then 1.0000000000000000 * sum(x0) over (order by x0 desc, d0 <=> null, d0 rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 64|   where c1 < cast(? as decimal(3, 2))
-- 75|   where picked_1.d0 <=> `customers`.`name`
-- clickhouse:
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 14|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 23|     case when x0 is not null then 1e0 * sum(x0) over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 32| where c1 < {p1:Decimal(38, 2)}
-- 33| order by 4 nulls last, 1 nulls last
-- 34| limit 2
-- 34+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 40|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 49|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 58|     case when x0 is not null then 1e0 * sum(x0) over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 64|   where c1 < {p1:Decimal(38, 2)}
-- 67|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total",
-- 72| where toJSONString(tuple("customers"."name")) in (
-- 73|   select toJSONString(tuple(picked_1.d0))
-- 75| )
-- 76| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 14|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 23|     case when x0 is not null then 1e0 * sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 32| where c1 < cast(? as decimal(3, 2))
-- 49|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 58|     case when x0 is not null then 1e0 * sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 64|   where c1 < cast(? as decimal(3, 2))
-- 72| where json_format(cast(array[cast("customers"."name" as json)] as json)) in (
-- 73|   select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 75 is left out
-- bigquery:
-- 14|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 23|     case when x0 is not null then 1e0 * sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 30|   c1 as `c_so_far__2c52mem0qw515`
-- 32| where c1 < cast(@p1 as numeric)
-- 33| order by `c_so_far__2c52mem0qw515` nulls last, `customers__name` nulls last
-- 49|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 58|     case when x0 is not null then 1e0 * sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 64|   where c1 < cast(@p1 as numeric)
-- 69|   null as `c_so_far__2c52mem0qw515`
-- 72| where to_json_string([to_json_string(`customers`.`name`)]) in (
-- 73|   select to_json_string([to_json_string(picked_1.d0)])
-- 75 is left out
-- databricks:
-- 14|     1D * x0 / nullif(sum(x0) over (), 0) as c0,
-- 23|     case when x0 is not null then 1D * sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 32| where c1 < cast(:p1 as decimal(3, 2))
-- 49|     1D * x0 / nullif(sum(x0) over (), 0) as c0,
-- 58|     case when x0 is not null then 1D * sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 64|   where c1 < cast(:p1 as decimal(3, 2))
-- 72| where to_json(named_struct('c0', `customers`.`name`)) in (
-- 73|   select to_json(named_struct('c0', picked_1.d0))
-- 75 is left out
-- snowflake:
-- 14|     1::float * x0 / nullif(sum(x0) over (), 0) as c0,
-- 23|     case when x0 is not null then 1::float * sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 32| where c1 < cast(? as number(38, 2))
-- 49|     1::float * x0 / nullif(sum(x0) over (), 0) as c0,
-- 58|     case when x0 is not null then 1::float * sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 64|   where c1 < cast(? as number(38, 2))
-- 72| where to_json(array_construct("customers"."name")) in (
-- 73|   select to_json(array_construct(picked_1.d0))
-- 75 is left out
-- redshift:
-- 14|     1::float8 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 23|     case when x0 is not null then 1::float8 * sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 32| where c1 < $1::decimal(38, 2)
-- 49|     1::float8 * x0 / nullif(sum(x0) over (), 0) as c0,
-- 58|     case when x0 is not null then 1::float8 * sum(x0) over (order by x0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) / nullif(w0, 0) end as c1
-- 64|   where c1 < $1::decimal(38, 2)
-- 75|   where (picked_1.d0 = "customers"."name" or (picked_1.d0 is null and "customers"."name" is null))

-- running totals along a change, which the first month does not have, and along ranks
with groups_1 as (
  select
    date_trunc('month', "placed")::date as d0,
    sum("amount") as m0
  from "orders"
  group by 1
),
periods_1 as (
  select generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month')::date as d0
  from groups_1
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
    case when d0 is not null then x0 - lag(x0, 1) over (order by d0 nulls last) end as c0
  from results_1
),
calculated_2 as (
  select
    d0,
    x0,
    shown,
    c0,
    case when c0 is not null then sum(x0) over (partition by shown order by c0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) end as c1,
    rank() over (partition by shown order by c0 desc nulls last) as c2
  from calculated_1
),
calculated_3 as (
  select
    d0,
    x0,
    shown,
    c0,
    c1,
    c2,
    case when c2 is not null then sum(x0) over (partition by shown order by c2 nulls last, d0 nulls last rows between unbounded preceding and current row) end as c3
  from calculated_2
),
calculated_4 as (
  select
    d0,
    x0,
    shown,
    c0,
    c1,
    c2,
    c3,
    1.0 * c3 / nullif(sum(c3) over (partition by shown), 0) as c4
  from calculated_3
)
select
  d0 as "orders.placed.month",
  x0 as "orders.total",
  c0 as "more",
  c1 as "by more",
  c2 as "place",
  c3 as "by place",
  c4 as "share of it"
from calculated_4
where shown = 1
order by "orders.placed.month" nulls last;
-- duckdb:
-- 9|   select unnest(generate_series(min(d0)::timestamp, case when not isfinite(min(d0)) or not isfinite(max(d0)) then concat('fillGaps: over 100000 periods', substr(max(d0)::text, 1, 0))::date else max(d0) end::timestamp, interval '1 month'))::date as d0
-- 63|     c3 / nullif(sum(c3) over (partition by shown), 0) as c4
-- mysql:
-- 1| with recursive groups_1 as (
-- 3|     cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
-- 9|   select
-- 9+|     1 as n,
-- 9+|     min(d0) as d0,
-- 9+|     min(d0) as first,
-- 9+|     max(d0) as last
-- 10+|   having first <= last
-- 10+|   union all
-- 10+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 10+|   from periods_1
-- 10+|   cross join (select 0 as bit union all select 1) as bits
-- 10+|   where first + interval (n * 2 + bit - 1) month <= last
-- 30|     case when d0 is not null then x0 - lag(x0, 1) over (order by d0 <=> null, d0) end as c0
-- 39|     case when c0 is not null then sum(x0) over (partition by shown order by c0 desc, d0 <=> null, d0 rows between unbounded preceding and current row) end as c1,
-- 40|     rank() over (partition by shown order by c0 desc) as c2
-- 51|     case when c2 is not null then sum(x0) over (partition by shown order by c2 <=> null, c2, d0 <=> null, d0 rows between unbounded preceding and current row) end as c3
-- 63|     1.0000000000000000 * c3 / nullif(sum(c3) over (partition by shown), 0) as c4
-- 76| order by `orders.placed.month` <=> null, `orders.placed.month`;
-- clickhouse:
-- 3|     toStartOfMonth(toDate32("placed")) as d0,
-- 4|     sumOrNull("amount" + toDecimal128(0, 0)) as m0
-- 9|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
-- 10|   from (
-- 10+|     select
-- 10+|       minOrNull(d0) as lo,
-- 10+|       maxOrNull(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   where lo <= hi
-- 30|     case when d0 is not null then x0 - lagInFrame(toNullable(x0), 1) over (order by d0 nulls last rows between unbounded preceding and unbounded following) end as c0
-- 39|     case when c0 is not null then sum(x0) over (partition by shown order by c0 <> c0 desc nulls last, c0 desc nulls last, d0 nulls last rows between unbounded preceding and current row) end as c1,
-- 40|     rank() over (partition by shown order by c0 <> c0 desc nulls last, c0 desc nulls last) as c2
-- 63|     1e0 * c3 / nullif(sum(c3) over (partition by shown), 0) as c4
-- 76| order by 1 nulls last
-- 76+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|     cast(date_trunc('month', "placed") as date) as d0,
-- 9|   select date_add('month', many * 10000 + few, lo) as d0
-- 10|   from (
-- 10+|     select
-- 10+|       min(d0) as lo,
-- 10+|       max(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 10+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 10+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 63|     1e0 * c3 / nullif(sum(c3) over (partition by shown), 0) as c4
-- bigquery:
-- 3|     date_trunc(cast(`placed` as date), month) as d0,
-- 9|   select step as d0
-- 10|   from (
-- 10+|     select
-- 10+|       min(d0) as lo,
-- 10+|       max(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 63|     1e0 * c3 / nullif(sum(c3) over (partition by shown), 0) as c4
-- 70|   c1 as `c_by_more__17srrk74jydip`,
-- 72|   c3 as `c_by_place__2t43lnztxqk42`,
-- 73|   c4 as `c_share_of_it__1azdky0ajkssf`
-- databricks:
-- 3|     cast(date_trunc('month', `placed`) as date) as d0,
-- 9|   select explode(sequence(lo, hi, interval 1 month)) as d0
-- 10|   from (
-- 10+|     select
-- 10+|       min(d0) as lo,
-- 10+|       max(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   where lo <= hi
-- 63|     1D * c3 / nullif(sum(c3) over (partition by shown), 0) as c4
-- snowflake:
-- 3|     cast(date_trunc('month', "placed") as date) as d0,
-- 9|   select dateadd(month, cast(steps.value as integer), lo) as d0
-- 10|   from (
-- 10+|     select
-- 10+|       min(d0) as lo,
-- 10+|       max(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 63|     1::float * c3 / nullif(sum(c3) over (partition by shown), 0) as c4
-- redshift:
-- 9|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
-- 10|   from (
-- 10+|     select
-- 10+|       min(d0) as lo,
-- 10+|       max(d0) as hi
-- 10+|     from groups_1
-- 10+|   ) as bounds
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 10+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 10+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 63|     1::float8 * c3 / nullif(sum(c3) over (partition by shown), 0) as c4

-- a running total along a measure ignores missing periods, beside a calculation that counts them
-- ["15"]
with groups_1 as (
  select
    "customers"."name" as d0,
    date_trunc('month', "orders"."placed")::date as d1,
    sum("orders"."amount") as m0,
    count(*) as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
),
periods_1 as (
  select generate_series(min(d1)::timestamp, case when not isfinite(min(d1)) or not isfinite(max(d1)) then concat('fillGaps: over 100000 periods', substr(max(d1)::text, 1, 0))::date else max(d1) end::timestamp, interval '1 month')::date as d1
  from groups_1
),
results_1 as (
  select
    d0,
    d1,
    max(m0) as x0,
    coalesce(max(m1), 0) as x1,
    case when max(present) = 1 and max(m0) is distinct from $1::bigint then 1 else 0 end as shown,
    case when max(m0) is distinct from $1::bigint then max(m0) end as y0,
    case when max(m0) is distinct from $1::bigint then coalesce(max(m1), 0) end as y1
  from (
  select d0, d1, m0, m1, 1 as present from groups_1
  union all
  select d0, d1, null as m0, null as m1, 0 as present
  from periods_1
  cross join (select distinct d0 from groups_1) as others
) as filled
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    x1,
    shown,
    y0,
    y1,
    case when d1 is not null then y1 - lag(y1, 1) over (partition by d0 order by d1 nulls last) end as c0,
    case when x0 is not null then sum(x1) over (partition by shown order by x0 desc nulls last, d0 nulls last, d1 nulls last rows between unbounded preceding and current row) end as c1
  from results_1
),
calculated_2 as (
  select
    d0,
    d1,
    x0,
    x1,
    shown,
    c0,
    c1,
    case when c0 is not null then sum(x1) over (partition by shown order by c0 desc nulls last, d0 nulls last, d1 nulls last rows between unbounded preceding and current row) end as c2
  from calculated_1
)
select
  d0 as "customers.name",
  d1 as "orders.placed.month",
  x0 as "orders.total",
  x1 as "orders.count",
  c0 as "more",
  c1 as "so far",
  c2 as "changed"
from calculated_2
where shown = 1
order by "so far" nulls last, "customers.name" nulls last, "orders.placed.month" nulls last;
-- duckdb:
-- 13|   select unnest(generate_series(min(d1)::timestamp, case when not isfinite(min(d1)) or not isfinite(max(d1)) then concat('fillGaps: over 100000 periods', substr(max(d1)::text, 1, 0))::date else max(d1) end::timestamp, interval '1 month'))::date as d1
-- 22|     case when max(present) = 1 and (max(m0) <> $1::bigint or max(m0) is null) then 1 else 0 end as shown,
-- 23|     case when (max(m0) <> $1::bigint or max(m0) is null) then max(m0) end as y0,
-- 24|     case when (max(m0) <> $1::bigint or max(m0) is null) then coalesce(max(m1), 0) end as y1
-- mysql:
-- 1| -- ["15","15","15"]
-- 2| with recursive groups_1 as (
-- 5|     cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d1,
-- 13|   select
-- 13+|     1 as n,
-- 13+|     min(d1) as d1,
-- 13+|     min(d1) as first,
-- 13+|     max(d1) as last
-- 14+|   having first <= last
-- 14+|   union all
-- 14+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
-- 14+|   from periods_1
-- 14+|   cross join (select 0 as bit union all select 1) as bits
-- 14+|   where first + interval (n * 2 + bit - 1) month <= last
-- 22|     case when max(present) = 1 and not (max(m0) <=> cast(? as signed)) then 1 else 0 end as shown,
-- 23|     case when not (max(m0) <=> cast(? as signed)) then max(m0) end as y0,
-- 24|     case when not (max(m0) <=> cast(? as signed)) then coalesce(max(m1), 0) end as y1
-- 43|     case when d1 is not null then y1 - lag(y1, 1) over (partition by d0 order by d1 <=> null, d1) end as c0,
-- 44|     case when x0 is not null then sum(x1) over (partition by shown order by x0 desc, d0 <=> null, d0, d1 <=> null, d1 rows between unbounded preceding and current row) end as c1
-- 56|     case when c0 is not null then sum(x1) over (partition by shown order by c0 desc, d0 <=> null, d0, d1 <=> null, d1 rows between unbounded preceding and current row) end as c2
-- 69| order by `so far` <=> null, `so far`, `customers.name` <=> null, `customers.name`, `orders.placed.month` <=> null, `orders.placed.month`;
-- clickhouse:
-- 5|     toStartOfMonth(toDate32("orders"."placed")) as d1,
-- 6|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 13|   select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
-- 14|   from (
-- 14+|     select
-- 14+|       minOrNull(d1) as lo,
-- 14+|       maxOrNull(d1) as hi
-- 14+|     from groups_1
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 22|     case when max(present) = 1 and ifNull(max(m0) != {p1:Int64}, true) then 1 else 0 end as shown,
-- 23|     case when ifNull(max(m0) != {p1:Int64}, true) then max(m0) end as y0,
-- 24|     case when ifNull(max(m0) != {p1:Int64}, true) then coalesce(max(m1), 0) end as y1
-- 43|     case when d1 is not null then y1 - lagInFrame(toNullable(y1), 1) over (partition by d0 order by d1 nulls last rows between unbounded preceding and unbounded following) end as c0,
-- 44|     case when x0 is not null then sum(x1) over (partition by shown order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last, d1 nulls last rows between unbounded preceding and current row) end as c1
-- 56|     case when c0 is not null then sum(x1) over (partition by shown order by c0 <> c0 desc nulls last, c0 desc nulls last, d0 nulls last, d1 nulls last rows between unbounded preceding and current row) end as c2
-- 69| order by 6 nulls last, 1 nulls last, 2 nulls last
-- 69+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["15","15","15"]
-- 5|     cast(date_trunc('month', "orders"."placed") as date) as d1,
-- 13|   select date_add('month', many * 10000 + few, lo) as d1
-- 14|   from (
-- 14+|     select
-- 14+|       min(d1) as lo,
-- 14+|       max(d1) as hi
-- 14+|     from groups_1
-- 14+|   ) as bounds
-- 14+|   cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
-- 14+|   cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
-- 14+|   where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
-- 22|     case when max(present) = 1 and max(m0) is distinct from cast(? as bigint) then 1 else 0 end as shown,
-- 23|     case when max(m0) is distinct from cast(? as bigint) then max(m0) end as y0,
-- 24|     case when max(m0) is distinct from cast(? as bigint) then coalesce(max(m1), 0) end as y1
-- bigquery:
-- 5|     date_trunc(cast(`orders`.`placed` as date), month) as d1,
-- 13|   select step as d1
-- 14|   from (
-- 14+|     select
-- 14+|       min(d1) as lo,
-- 14+|       max(d1) as hi
-- 14+|     from groups_1
-- 14+|   ) as bounds
-- 14+|   cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
-- 22|     case when max(present) = 1 and max(m0) is distinct from cast(@p1 as int64) then 1 else 0 end as shown,
-- 23|     case when max(m0) is distinct from cast(@p1 as int64) then max(m0) end as y0,
-- 24|     case when max(m0) is distinct from cast(@p1 as int64) then coalesce(max(m1), 0) end as y1
-- 65|   c1 as `c_so_far__2c52mem0qw515`,
-- 69| order by `c_so_far__2c52mem0qw515` nulls last, `customers__name` nulls last, `orders__placed__month` nulls last;
-- databricks:
-- 5|     cast(date_trunc('month', `orders`.`placed`) as date) as d1,
-- 13|   select explode(sequence(lo, hi, interval 1 month)) as d1
-- 14|   from (
-- 14+|     select
-- 14+|       min(d1) as lo,
-- 14+|       max(d1) as hi
-- 14+|     from groups_1
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 22|     case when max(present) = 1 and not (max(m0) <=> cast(:p1 as bigint)) then 1 else 0 end as shown,
-- 23|     case when not (max(m0) <=> cast(:p1 as bigint)) then max(m0) end as y0,
-- 24|     case when not (max(m0) <=> cast(:p1 as bigint)) then coalesce(max(m1), 0) end as y1
-- snowflake:
-- 1| -- ["15","15","15"]
-- 5|     cast(date_trunc('month', "orders"."placed") as date) as d1,
-- 13|   select dateadd(month, cast(steps.value as integer), lo) as d1
-- 14|   from (
-- 14+|     select
-- 14+|       min(d1) as lo,
-- 14+|       max(d1) as hi
-- 14+|     from groups_1
-- 14+|   ) as bounds
-- 14+|   cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
-- 22|     case when max(present) = 1 and max(m0) is distinct from cast(? as number(38, 0)) then 1 else 0 end as shown,
-- 23|     case when max(m0) is distinct from cast(? as number(38, 0)) then max(m0) end as y0,
-- 24|     case when max(m0) is distinct from cast(? as number(38, 0)) then coalesce(max(m1), 0) end as y1
-- redshift:
-- 13|   select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
-- 14|   from (
-- 14+|     select
-- 14+|       min(d1) as lo,
-- 14+|       max(d1) as hi
-- 14+|     from groups_1
-- 14+|   ) as bounds
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
-- 14+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
-- 22|     case when max(present) = 1 and (max(m0) <> $1::bigint or max(m0) is null) then 1 else 0 end as shown,
-- 23|     case when (max(m0) <> $1::bigint or max(m0) is null) then max(m0) end as y0,
-- 24|     case when (max(m0) <> $1::bigint or max(m0) is null) then coalesce(max(m1), 0) end as y1

-- a running total along a measure that is a date
with results_1 as (
  select
    "customers"."name" as d0,
    max("orders"."placed") as x0,
    count(*) as x1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    x1,
    case when x0 is not null then sum(x1) over (order by x0 nulls last, d0 nulls last rows between unbounded preceding and current row) end as c0
  from results_1
)
select
  d0 as "customers.name",
  x0 as "orders.latest",
  x1 as "orders.count",
  c0 as "before"
from calculated_1
order by "before" nulls last, "customers.name" nulls last;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 15|     case when x0 is not null then sum(x1) over (order by x0 <=> null, x0, d0 <=> null, d0 rows between unbounded preceding and current row) end as c0
-- 24| order by `before` <=> null, `before`, `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 4|     maxOrNull("orders"."placed") as x0,
-- 24| order by 4 nulls last, 1 nulls last
-- 24+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
