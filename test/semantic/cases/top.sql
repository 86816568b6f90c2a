-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- the two customers who bought most
with results_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."id" is not null
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
)
select
  "customers"."name" as "customers.name",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "customers"."id" is not null
  and exists (
    select 1
    from asked_1
    where array[asked_1.d0] = array["customers"."name"]
  )
group by 1
order by "orders.total" desc nulls last, "customers.name" nulls last;
-- totals
with results_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."id" is not null
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
)
select sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "customers"."id" is not null
  and exists (
    select 1
    from asked_1
    where array[asked_1.d0] = array["customers"."name"]
  );
-- duckdb:
-- 31|     where asked_1.d0 is not distinct from "customers"."name"
-- 64|     where asked_1.d0 is not distinct from "customers"."name"
-- mysql:
-- 17|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 31|     where asked_1.d0 <=> `customers`.`name`
-- 34| order by `orders.total` desc, `customers.name` <=> null, `customers.name`;
-- 52|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 64|     where asked_1.d0 <=> `customers`.`name`
-- clickhouse:
-- 4|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 17|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 24|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 28|   and toJSONString(tuple("customers"."name")) in (
-- 29|     select toJSONString(tuple(asked_1.d0))
-- 31 is left out
-- 34| order by 2 desc nulls last, 1 nulls last
-- 34+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- 39|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 52|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 57| select sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 61|   and toJSONString(tuple("customers"."name")) in (
-- 62|     select toJSONString(tuple(asked_1.d0))
-- 64|   )
-- 65| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 28|   and json_format(cast(array[cast("customers"."name" as json)] as json)) in (
-- 29|     select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 31 is left out
-- 61|   and json_format(cast(array[cast("customers"."name" as json)] as json)) in (
-- 62|     select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 64 is left out
-- bigquery:
-- 28|   and to_json_string([to_json_string(`customers`.`name`)]) in (
-- 29|     select to_json_string([to_json_string(asked_1.d0)])
-- 31 is left out
-- 61|   and to_json_string([to_json_string(`customers`.`name`)]) in (
-- 62|     select to_json_string([to_json_string(asked_1.d0)])
-- 64 is left out
-- databricks:
-- 28|   and to_json(named_struct('c0', `customers`.`name`)) in (
-- 29|     select to_json(named_struct('c0', asked_1.d0))
-- 31 is left out
-- 61|   and to_json(named_struct('c0', `customers`.`name`)) in (
-- 62|     select to_json(named_struct('c0', asked_1.d0))
-- 64 is left out
-- snowflake:
-- 28|   and to_json(array_construct("customers"."name")) in (
-- 29|     select to_json(array_construct(asked_1.d0))
-- 31 is left out
-- 61|   and to_json(array_construct("customers"."name")) in (
-- 62|     select to_json(array_construct(asked_1.d0))
-- 64 is left out
-- redshift:
-- 31|     where (asked_1.d0 = "customers"."name" or (asked_1.d0 is null and "customers"."name" is null))
-- 64|     where (asked_1.d0 = "customers"."name" or (asked_1.d0 is null and "customers"."name" is null))

-- an average and a distinct count of the rest are of its rows
-- ["Other"]
with results_1 as (
  select
    "customers"."region" as d0,
    count(*) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
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
)
select
  case when asked_1.place is not null then "customers"."region"::text else $1 end as "customers.region",
  sum("orders"."amount") as "orders.total",
  avg("orders"."amount") as "orders.mean",
  count(distinct "orders"."customer_id") as "orders.buyers",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on array[asked_1.d0] = array["customers"."region"]
group by 1
order by "customers.region" nulls last;
-- totals
with results_1 as (
  select
    "customers"."region" as d0,
    count(*) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
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
)
select
  sum("orders"."amount") as "orders.total",
  avg("orders"."amount") as "orders.mean",
  count(distinct "orders"."customer_id") as "orders.buyers",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on array[asked_1.d0] = array["customers"."region"];
-- duckdb:
-- 30| left join asked_1 on asked_1.d0 is not distinct from "customers"."region"
-- 61| left join asked_1 on asked_1.d0 is not distinct from "customers"."region";
-- mysql:
-- 17|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 23|   case when asked_1.place is not null then `customers`.`region` else ? end as `customers.region`,
-- 25|   avg(1.0000000000000000 * `orders`.`amount`) as `orders.mean`,
-- 30| left join asked_1 on asked_1.d0 <=> `customers`.`region`
-- 32| order by `customers.region` <=> null, `customers.region`;
-- 49|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 56|   avg(1.0000000000000000 * `orders`.`amount`) as `orders.mean`,
-- 61| left join asked_1 on asked_1.d0 <=> `customers`.`region`;
-- clickhouse:
-- 17|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 23|   case when asked_1.place is not null then toString("customers"."region") else {p1:String} end as "customers.region",
-- 24|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total",
-- 25|   avgOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.mean",
-- 26|   uniqExact("orders"."customer_id") as "orders.buyers",
-- 30| left join asked_1 on [asked_1.d0] = ["customers"."region"]
-- 32| order by 1 nulls last
-- 32+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 49|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 55|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total",
-- 56|   avgOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.mean",
-- 57|   uniqExact("orders"."customer_id") as "orders.buyers",
-- 61| left join asked_1 on [asked_1.d0] = ["customers"."region"]
-- 61+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 23|   case when asked_1.place is not null then cast("customers"."region" as varchar) else ? end as "customers.region",
-- 25|   avg(cast("orders"."amount" as double)) as "orders.mean",
-- 30| left join asked_1 on asked_1.d0 is not distinct from "customers"."region"
-- 56|   avg(cast("orders"."amount" as double)) as "orders.mean",
-- 61| left join asked_1 on asked_1.d0 is not distinct from "customers"."region";
-- bigquery:
-- 23|   case when asked_1.place is not null then cast(`customers`.`region` as string) else @p1 end as `customers__region`,
-- 25|   avg(cast(`orders`.`amount` as float64)) as `orders__mean`,
-- 30| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`region`)
-- 56|   avg(cast(`orders`.`amount` as float64)) as `orders__mean`,
-- 61| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`region`);
-- databricks:
-- 23|   case when asked_1.place is not null then cast(`customers`.`region` as string) else :p1 end as `customers.region`,
-- 25|   avg(cast(`orders`.`amount` as double)) as `orders.mean`,
-- 30| left join asked_1 on asked_1.d0 <=> `customers`.`region`
-- 56|   avg(cast(`orders`.`amount` as double)) as `orders.mean`,
-- 61| left join asked_1 on asked_1.d0 <=> `customers`.`region`;
-- snowflake:
-- 23|   case when asked_1.place is not null then cast("customers"."region" as varchar) else ? end as "customers.region",
-- 25|   avg(cast("orders"."amount" as float)) as "orders.mean",
-- 30| left join asked_1 on equal_null(asked_1.d0, "customers"."region")
-- 56|   avg(cast("orders"."amount" as float)) as "orders.mean",
-- 61| left join asked_1 on equal_null(asked_1.d0, "customers"."region");
-- redshift:
-- 23|   case when asked_1.place is not null then "customers"."region"::varchar else $1 end as "customers.region",
-- 25|   avg(("orders"."amount")::float8) as "orders.mean",
-- 30| left join asked_1 on (asked_1.d0 = "customers"."region" or (asked_1.d0 is null and "customers"."region" is null))
-- 56|   avg(("orders"."amount")::float8) as "orders.mean",
-- 61| left join asked_1 on (asked_1.d0 = "customers"."region" or (asked_1.d0 is null and "customers"."region" is null));

-- a value with the name of the rest belongs to the rest, once
-- ["Ann"]
with grouped_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as s0,
    count(*) as s1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."id" is not null
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
    sum(s0) as x0,
    coalesce(sum(s1), 0)::bigint as x1
  from grouped_1
  left join asked_1 on array[asked_1.d0] = array[grouped_1.d0]
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    x1,
    1.0 * x0 / nullif(sum(x0) over (), 0) as c0
  from results_2
)
select
  d0 as "customers.name",
  x0 as "orders.total",
  x1 as "orders.count",
  c0 as "share"
from calculated_1
order by "customers.name" nulls last
limit 11;
-- totals
with results_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."id" is not null
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
)
select
  sum("orders"."amount") as "orders.total",
  count(*) as "orders.count",
  null as "share"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on array[asked_1.d0] = array["customers"."name"]
where "customers"."id" is not null;
-- duckdb:
-- 37|   left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- 45|     x0 / nullif(sum(x0) over (), 0) as c0
-- 84| left join asked_1 on asked_1.d0 is not distinct from "customers"."name"
-- mysql:
-- 2| with results_1 as (
-- 5|     sum(`orders`.`amount`) as x0
-- 6 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 26|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 33|     case when asked_1.place is not null then `customers`.`name` else ? end as d0,
-- 34|     sum(`orders`.`amount`) as x0,
-- 35|     count(*) as x1
-- 36|   from `orders`
-- 37|   left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 37+|   left join asked_1 on asked_1.d0 <=> `customers`.`name`
-- 37+|   where `customers`.`id` is not null
-- 45|     1.0000000000000000 * x0 / nullif(sum(x0) over (), 0) as c0
-- 54| order by `customers.name` <=> null, `customers.name`
-- 73|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 84| left join asked_1 on asked_1.d0 <=> `customers`.`name`
-- clickhouse:
-- 2| with results_1 as (
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 6 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 26|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 33|     case when asked_1.place is not null then toString("customers"."name") else {p1:String} end as d0,
-- 34|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0,
-- 35|     count(*) as x1
-- 36|   from "orders"
-- 37|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 37+|   left join asked_1 on [asked_1.d0] = ["customers"."name"]
-- 37+|   where "customers"."id" is not null
-- 45|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0
-- 54| order by 1 nulls last
-- 55| limit 11
-- 55+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 60|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 73|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 79|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total",
-- 84| left join asked_1 on [asked_1.d0] = ["customers"."name"]
-- 85| where "customers"."id" is not null
-- 85+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 2| with results_1 as (
-- 5|     sum("orders"."amount") as x0
-- 6 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 33|     case when asked_1.place is not null then cast("customers"."name" as varchar) else ? end as d0,
-- 34|     sum("orders"."amount") as x0,
-- 35|     count(*) as x1
-- 36|   from "orders"
-- 37|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 37+|   left join asked_1 on asked_1.d0 is not distinct from "customers"."name"
-- 37+|   where "customers"."id" is not null
-- 45|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0
-- 84| left join asked_1 on asked_1.d0 is not distinct from "customers"."name"
-- bigquery:
-- 2| with results_1 as (
-- 5|     sum(`orders`.`amount`) as x0
-- 6 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 33|     case when asked_1.place is not null then cast(`customers`.`name` as string) else @p1 end as d0,
-- 34|     sum(`orders`.`amount`) as x0,
-- 35|     count(*) as x1
-- 36|   from `orders`
-- 37|   left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 37+|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`name`)
-- 37+|   where `customers`.`id` is not null
-- 45|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0
-- 84| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`name`)
-- databricks:
-- 2| with results_1 as (
-- 5|     sum(`orders`.`amount`) as x0
-- 6 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 33|     case when asked_1.place is not null then cast(`customers`.`name` as string) else :p1 end as d0,
-- 34|     sum(`orders`.`amount`) as x0,
-- 35|     count(*) as x1
-- 36|   from `orders`
-- 37|   left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 37+|   left join asked_1 on asked_1.d0 <=> `customers`.`name`
-- 37+|   where `customers`.`id` is not null
-- 45|     1D * x0 / nullif(sum(x0) over (), 0) as c0
-- 84| left join asked_1 on asked_1.d0 <=> `customers`.`name`
-- snowflake:
-- 2| with results_1 as (
-- 5|     sum("orders"."amount") as x0
-- 6 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 33|     case when asked_1.place is not null then cast("customers"."name" as varchar) else ? end as d0,
-- 34|     sum("orders"."amount") as x0,
-- 35|     count(*) as x1
-- 36|   from "orders"
-- 37|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 37+|   left join asked_1 on equal_null(asked_1.d0, "customers"."name")
-- 37+|   where "customers"."id" is not null
-- 45|     1::float * x0 / nullif(sum(x0) over (), 0) as c0
-- 84| left join asked_1 on equal_null(asked_1.d0, "customers"."name")
-- redshift:
-- 2| with results_1 as (
-- 5|     sum("orders"."amount") as x0
-- 6 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 33|     case when asked_1.place is not null then "customers"."name"::varchar else $1 end as d0,
-- 34|     sum("orders"."amount") as x0,
-- 35|     count(*) as x1
-- 36|   from "orders"
-- 37|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 37+|   left join asked_1 on (asked_1.d0 = "customers"."name" or (asked_1.d0 is null and "customers"."name" is null))
-- 37+|   where "customers"."id" is not null
-- 45|     1::float8 * x0 / nullif(sum(x0) over (), 0) as c0
-- 84| left join asked_1 on (asked_1.d0 = "customers"."name" or (asked_1.d0 is null and "customers"."name" is null))

-- values with equal measures are in their own order, and null is a value
-- ["the rest"]
with grouped_1 as (
  select
    "customers"."name" as d0,
    count(*) as s0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
results_1 as (
  select
    d0,
    coalesce(sum(s0), 0)::bigint as x0
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
  where place <= 3
)
select
  case when asked_1.place is not null then grouped_1.d0::text else $1 end as "customers.name",
  coalesce(sum(s0), 0)::bigint as "orders.count"
from grouped_1
left join asked_1 on array[asked_1.d0] = array[grouped_1.d0]
group by 1
order by "orders.count" desc nulls last, "customers.name" nulls last;
-- duckdb:
-- 33| left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- mysql:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 24|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 30|   case when asked_1.place is not null then `customers`.`name` else ? end as `customers.name`,
-- 31|   count(*) as `orders.count`
-- 32| from `orders`
-- 33| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 33+| left join asked_1 on asked_1.d0 <=> `customers`.`name`
-- 35| order by `orders.count` desc, `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 24|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 30|   case when asked_1.place is not null then toString("customers"."name") else {p1:String} end as "customers.name",
-- 31|   count(*) as "orders.count"
-- 32| from "orders"
-- 33| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 33+| left join asked_1 on [asked_1.d0] = ["customers"."name"]
-- 35| order by 2 desc nulls last, 1 nulls last
-- 35+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 30|   case when asked_1.place is not null then cast("customers"."name" as varchar) else ? end as "customers.name",
-- 31|   count(*) as "orders.count"
-- 32| from "orders"
-- 33| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 33+| left join asked_1 on asked_1.d0 is not distinct from "customers"."name"
-- bigquery:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 30|   case when asked_1.place is not null then cast(`customers`.`name` as string) else @p1 end as `customers__name`,
-- 31|   count(*) as `orders__count`
-- 32| from `orders`
-- 33| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 33+| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`name`)
-- databricks:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 30|   case when asked_1.place is not null then cast(`customers`.`name` as string) else :p1 end as `customers.name`,
-- 31|   count(*) as `orders.count`
-- 32| from `orders`
-- 33| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 33+| left join asked_1 on asked_1.d0 <=> `customers`.`name`
-- snowflake:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 30|   case when asked_1.place is not null then cast("customers"."name" as varchar) else ? end as "customers.name",
-- 31|   count(*) as "orders.count"
-- 32| from "orders"
-- 33| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 33+| left join asked_1 on equal_null(asked_1.d0, "customers"."name")
-- redshift:
-- 2| with results_1 as (
-- 5|     count(*) as x0
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 30|   case when asked_1.place is not null then "customers"."name"::varchar else $1 end as "customers.name",
-- 31|   count(*) as "orders.count"
-- 32| from "orders"
-- 33| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 33+| left join asked_1 on (asked_1.d0 = "customers"."name" or (asked_1.d0 is null and "customers"."name" is null))

-- the greatest within each month, and the rest of the month
-- ["2024-03-01","Other"]
with grouped_1 as (
  select
    date_trunc('month', "orders"."placed")::date as d0,
    "customers"."name" as d1,
    sum("orders"."amount") as s0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed" >= $1::date
  group by 1, 2
),
results_1 as (
  select
    d0,
    d1,
    sum(s0) as x0
  from grouped_1
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
),
results_2 as (
  select
    grouped_1.d0 as d0,
    case when asked_1.place is not null then grouped_1.d1::text else $2 end as d1,
    sum(s0) as x0
  from grouped_1
  left join asked_1 on array[asked_1.d0] = array[grouped_1.d0] and array[asked_1.d1] = array[grouped_1.d1]
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    1.0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
  from results_2
)
select
  d0 as "orders.placed.month",
  d1 as "customers.name",
  x0 as "orders.total",
  c0 as "share"
from calculated_1
order by "orders.placed.month" nulls last, "orders.total" desc nulls last, "customers.name" nulls last;
-- duckdb:
-- 40|   left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0 and asked_1.d1 is not distinct from grouped_1.d1
-- 48|     x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- mysql:
-- 1| -- ["2024-03-01","Other","2024-03-01"]
-- 2| with results_1 as (
-- 4|     cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
-- 6|     sum(`orders`.`amount`) as x0
-- 9|   where `orders`.`placed` >= cast(? as date)
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 29|       row_number() over (partition by d0 order by x0 desc, d1 <=> null, d1) as place
-- 36|     cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
-- 37|     case when asked_1.place is not null then `customers`.`name` else ? end as d1,
-- 38|     sum(`orders`.`amount`) as x0
-- 39|   from `orders`
-- 40|   left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 40+|   left join asked_1 on asked_1.d0 <=> cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) and asked_1.d1 <=> `customers`.`name`
-- 40+|   where `orders`.`placed` >= cast(? as date)
-- 48|     1.0000000000000000 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- 57| order by `orders.placed.month` <=> null, `orders.placed.month`, `orders.total` desc, `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 1| -- ["2024-03-01","Other","2024-03-01"]
-- 2| with results_1 as (
-- 4|     toStartOfMonth(toDate32("orders"."placed")) as d0,
-- 6|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 9|   where "orders"."placed" >= {p1:Date32}
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 29|       row_number() over (partition by d0 order by x0 <> x0 desc nulls last, x0 desc nulls last, d1 nulls last) as place
-- 36|     toStartOfMonth(toDate32("orders"."placed")) as d0,
-- 37|     case when asked_1.place is not null then toString("customers"."name") else {p2:String} end as d1,
-- 38|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 39|   from "orders"
-- 40|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 40+|   left join asked_1 on [asked_1.d0] = [toStartOfMonth(toDate32("orders"."placed"))] and [asked_1.d1] = ["customers"."name"]
-- 40+|   where "orders"."placed" >= {p3:Date32}
-- 48|     1e0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- 57| order by 1 nulls last, 3 desc nulls last, 2 nulls last
-- 57+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-03-01","Other","2024-03-01"]
-- 2| with results_1 as (
-- 4|     cast(date_trunc('month', "orders"."placed") as date) as d0,
-- 6|     sum("orders"."amount") as x0
-- 9|   where "orders"."placed" >= cast(? as date)
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 36|     cast(date_trunc('month', "orders"."placed") as date) as d0,
-- 37|     case when asked_1.place is not null then cast("customers"."name" as varchar) else ? end as d1,
-- 38|     sum("orders"."amount") as x0
-- 39|   from "orders"
-- 40|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 40+|   left join asked_1 on asked_1.d0 is not distinct from cast(date_trunc('month', "orders"."placed") as date) and asked_1.d1 is not distinct from "customers"."name"
-- 40+|   where "orders"."placed" >= cast(? as date)
-- 48|     1e0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- bigquery:
-- 1| -- ["2024-03-01","Other","2024-03-01"]
-- 2| with results_1 as (
-- 4|     date_trunc(cast(`orders`.`placed` as date), month) as d0,
-- 6|     sum(`orders`.`amount`) as x0
-- 9|   where `orders`.`placed` >= cast(@p1 as date)
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 36|     date_trunc(cast(`orders`.`placed` as date), month) as d0,
-- 37|     case when asked_1.place is not null then cast(`customers`.`name` as string) else @p2 end as d1,
-- 38|     sum(`orders`.`amount`) as x0
-- 39|   from `orders`
-- 40|   left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 40+|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(date_trunc(cast(`orders`.`placed` as date), month)) and to_json_string(asked_1.d1) = to_json_string(`customers`.`name`)
-- 40+|   where `orders`.`placed` >= cast(@p3 as date)
-- 48|     1e0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- databricks:
-- 1| -- ["2024-03-01","Other","2024-03-01"]
-- 2| with results_1 as (
-- 4|     cast(date_trunc('month', `orders`.`placed`) as date) as d0,
-- 6|     sum(`orders`.`amount`) as x0
-- 9|   where `orders`.`placed` >= cast(:p1 as date)
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 36|     cast(date_trunc('month', `orders`.`placed`) as date) as d0,
-- 37|     case when asked_1.place is not null then cast(`customers`.`name` as string) else :p2 end as d1,
-- 38|     sum(`orders`.`amount`) as x0
-- 39|   from `orders`
-- 40|   left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 40+|   left join asked_1 on asked_1.d0 <=> cast(date_trunc('month', `orders`.`placed`) as date) and asked_1.d1 <=> `customers`.`name`
-- 40+|   where `orders`.`placed` >= cast(:p3 as date)
-- 48|     1D * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- snowflake:
-- 1| -- ["2024-03-01","Other","2024-03-01"]
-- 2| with results_1 as (
-- 4|     cast(date_trunc('month', "orders"."placed") as date) as d0,
-- 6|     sum("orders"."amount") as x0
-- 9|   where "orders"."placed" >= cast(? as date)
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 36|     cast(date_trunc('month', "orders"."placed") as date) as d0,
-- 37|     case when asked_1.place is not null then cast("customers"."name" as varchar) else ? end as d1,
-- 38|     sum("orders"."amount") as x0
-- 39|   from "orders"
-- 40|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 40+|   left join asked_1 on equal_null(asked_1.d0, cast(date_trunc('month', "orders"."placed") as date)) and equal_null(asked_1.d1, "customers"."name")
-- 40+|   where "orders"."placed" >= cast(? as date)
-- 48|     1::float * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
-- redshift:
-- 1| -- ["2024-03-01","Other","2024-03-01"]
-- 2| with results_1 as (
-- 6|     sum("orders"."amount") as x0
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 36|     date_trunc('month', "orders"."placed")::date as d0,
-- 37|     case when asked_1.place is not null then "customers"."name"::varchar else $2 end as d1,
-- 38|     sum("orders"."amount") as x0
-- 39|   from "orders"
-- 40|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 40+|   left join asked_1 on (asked_1.d0 = date_trunc('month', "orders"."placed")::date or (asked_1.d0 is null and date_trunc('month', "orders"."placed")::date is null)) and (asked_1.d1 = "customers"."name" or (asked_1.d1 is null and "customers"."name" is null))
-- 40+|   where "orders"."placed" >= $3::date
-- 48|     1::float8 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0

-- the greatest of all months, shown by month
-- ["Other"]
with grouped_1 as (
  select
    date_trunc('month', "orders"."placed")::date as d0,
    "customers"."name" as d1,
    sum("orders"."amount") as s0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."id" is not null
  group by 1, 2
),
results_1 as (
  select
    d1 as d0,
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
  where place <= 1
)
select
  grouped_1.d0 as "orders.placed.month",
  case when asked_1.place is not null then grouped_1.d1::text else $1 end as "customers.name",
  sum(s0) as "orders.total"
from grouped_1
left join asked_1 on array[asked_1.d0] = array[grouped_1.d1]
group by 1, 2
order by "orders.placed.month" nulls last, "customers.name" nulls last;
-- duckdb:
-- 36| left join asked_1 on asked_1.d0 is not distinct from grouped_1.d1
-- mysql:
-- 2| with results_1 as (
-- 4|     `customers`.`name` as d0,
-- 5|     sum(`orders`.`amount`) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 26|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 32|   cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as `orders.placed.month`,
-- 33|   case when asked_1.place is not null then `customers`.`name` else ? end as `customers.name`,
-- 34|   sum(`orders`.`amount`) as `orders.total`
-- 35| from `orders`
-- 36| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 36+| left join asked_1 on asked_1.d0 <=> `customers`.`name`
-- 36+| where `customers`.`id` is not null
-- 38| order by `orders.placed.month` <=> null, `orders.placed.month`, `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 2| with results_1 as (
-- 4|     "customers"."name" as d0,
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 26|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 32|   toStartOfMonth(toDate32("orders"."placed")) as "orders.placed.month",
-- 33|   case when asked_1.place is not null then toString("customers"."name") else {p1:String} end as "customers.name",
-- 34|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 35| from "orders"
-- 36| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 36+| left join asked_1 on [asked_1.d0] = ["customers"."name"]
-- 36+| where "customers"."id" is not null
-- 38| order by 1 nulls last, 2 nulls last
-- 38+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 2| with results_1 as (
-- 4|     "customers"."name" as d0,
-- 5|     sum("orders"."amount") as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 32|   cast(date_trunc('month', "orders"."placed") as date) as "orders.placed.month",
-- 33|   case when asked_1.place is not null then cast("customers"."name" as varchar) else ? end as "customers.name",
-- 34|   sum("orders"."amount") as "orders.total"
-- 35| from "orders"
-- 36| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 36+| left join asked_1 on asked_1.d0 is not distinct from "customers"."name"
-- 36+| where "customers"."id" is not null
-- bigquery:
-- 2| with results_1 as (
-- 4|     `customers`.`name` as d0,
-- 5|     sum(`orders`.`amount`) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 32|   date_trunc(cast(`orders`.`placed` as date), month) as `orders__placed__month`,
-- 33|   case when asked_1.place is not null then cast(`customers`.`name` as string) else @p1 end as `customers__name`,
-- 34|   sum(`orders`.`amount`) as `orders__total`
-- 35| from `orders`
-- 36| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 36+| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`name`)
-- 36+| where `customers`.`id` is not null
-- databricks:
-- 2| with results_1 as (
-- 4|     `customers`.`name` as d0,
-- 5|     sum(`orders`.`amount`) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 32|   cast(date_trunc('month', `orders`.`placed`) as date) as `orders.placed.month`,
-- 33|   case when asked_1.place is not null then cast(`customers`.`name` as string) else :p1 end as `customers.name`,
-- 34|   sum(`orders`.`amount`) as `orders.total`
-- 35| from `orders`
-- 36| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 36+| left join asked_1 on asked_1.d0 <=> `customers`.`name`
-- 36+| where `customers`.`id` is not null
-- snowflake:
-- 2| with results_1 as (
-- 4|     "customers"."name" as d0,
-- 5|     sum("orders"."amount") as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 32|   cast(date_trunc('month', "orders"."placed") as date) as "orders.placed.month",
-- 33|   case when asked_1.place is not null then cast("customers"."name" as varchar) else ? end as "customers.name",
-- 34|   sum("orders"."amount") as "orders.total"
-- 35| from "orders"
-- 36| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 36+| left join asked_1 on equal_null(asked_1.d0, "customers"."name")
-- 36+| where "customers"."id" is not null
-- redshift:
-- 2| with results_1 as (
-- 4|     "customers"."name" as d0,
-- 5|     sum("orders"."amount") as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 32|   date_trunc('month', "orders"."placed")::date as "orders.placed.month",
-- 33|   case when asked_1.place is not null then "customers"."name"::varchar else $1 end as "customers.name",
-- 34|   sum("orders"."amount") as "orders.total"
-- 35| from "orders"
-- 36| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 36+| left join asked_1 on (asked_1.d0 = "customers"."name" or (asked_1.d0 is null and "customers"."name" is null))
-- 36+| where "customers"."id" is not null

-- a row with several values of the rest counts once in it
-- ["Other","Other"]
with results_1 as (
  select
    "sku" as d0,
    sum("quantity") as x0
  from "items"
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
)
select
  d0 as "items.sku",
  coalesce(max(m0), 0) as "orders.count",
  max(m1) as "orders.total",
  max(m2) as "items.quantity"
from (
  select
    d0,
    count(*) as m0,
    sum(v0) as m1,
    null as m2
  from (
    select distinct
      case when asked_1.place is not null then "items"."sku"::text else $1 end as d0,
      "orders"."id" as k0,
      "orders"."amount" as v0
    from "orders"
    left join "items" on "items"."order_id" = "orders"."id"
    left join asked_1 on array[asked_1.d0] = array["items"."sku"]
  ) as "orders"
  group by 1
  union all
  select
    case when asked_1.place is not null then "items"."sku"::text else $2 end as d0,
    null as m0,
    null as m1,
    sum("items"."quantity") as m2
  from "items"
  left join asked_1 on array[asked_1.d0] = array["items"."sku"]
  group by 1
) as branches
group by 1
order by "items.sku" nulls last;
-- duckdb:
-- 39|     left join asked_1 on asked_1.d0 is not distinct from "items"."sku"
-- 49|   left join asked_1 on asked_1.d0 is not distinct from "items"."sku"
-- mysql:
-- 16|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 34|       case when asked_1.place is not null then `items`.`sku` else ? end as d0,
-- 39|     left join asked_1 on asked_1.d0 <=> `items`.`sku`
-- 44|     case when asked_1.place is not null then `items`.`sku` else ? end as d0,
-- 49|   left join asked_1 on asked_1.d0 <=> `items`.`sku`
-- 53| order by `items.sku` <=> null, `items.sku`;
-- clickhouse:
-- 5|     sumOrNull("quantity" + toDecimal128(0, 0)) as x0
-- 16|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 30|     sumOrNull(v0 + toDecimal128(0, 0)) as m1,
-- 34|       case when asked_1.place is not null then toString("items"."sku") else {p1:String} end as d0,
-- 39|     left join asked_1 on [asked_1.d0] = ["items"."sku"]
-- 44|     case when asked_1.place is not null then toString("items"."sku") else {p2:String} end as d0,
-- 47|     sumOrNull("items"."quantity" + toDecimal128(0, 0)) as m2
-- 49|   left join asked_1 on [asked_1.d0] = ["items"."sku"]
-- 53| order by 1 nulls last
-- 53+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 34|       case when asked_1.place is not null then cast("items"."sku" as varchar) else ? end as d0,
-- 39|     left join asked_1 on asked_1.d0 is not distinct from "items"."sku"
-- 44|     case when asked_1.place is not null then cast("items"."sku" as varchar) else ? end as d0,
-- 49|   left join asked_1 on asked_1.d0 is not distinct from "items"."sku"
-- bigquery:
-- 34|       case when asked_1.place is not null then cast(`items`.`sku` as string) else @p1 end as d0,
-- 39|     left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`items`.`sku`)
-- 44|     case when asked_1.place is not null then cast(`items`.`sku` as string) else @p2 end as d0,
-- 49|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`items`.`sku`)
-- databricks:
-- 34|       case when asked_1.place is not null then cast(`items`.`sku` as string) else :p1 end as d0,
-- 39|     left join asked_1 on asked_1.d0 <=> `items`.`sku`
-- 44|     case when asked_1.place is not null then cast(`items`.`sku` as string) else :p2 end as d0,
-- 49|   left join asked_1 on asked_1.d0 <=> `items`.`sku`
-- snowflake:
-- 34|       case when asked_1.place is not null then cast("items"."sku" as varchar) else ? end as d0,
-- 39|     left join asked_1 on equal_null(asked_1.d0, "items"."sku")
-- 44|     case when asked_1.place is not null then cast("items"."sku" as varchar) else ? end as d0,
-- 49|   left join asked_1 on equal_null(asked_1.d0, "items"."sku")
-- redshift:
-- 34|       case when asked_1.place is not null then "items"."sku"::varchar else $1 end as d0,
-- 39|     left join asked_1 on (asked_1.d0 = "items"."sku" or (asked_1.d0 is null and "items"."sku" is null))
-- 44|     case when asked_1.place is not null then "items"."sku"::varchar else $2 end as d0,
-- 49|   left join asked_1 on (asked_1.d0 = "items"."sku" or (asked_1.d0 is null and "items"."sku" is null))

-- filters on measures apply after the choice, also to the rest
-- ["Other","110"]
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
  where place <= 1
)
select
  case when asked_1.place is not null then grouped_1.d0::text else $1 end as "customers.name",
  sum(s0) as "orders.total"
from grouped_1
left join asked_1 on array[asked_1.d0] = array[grouped_1.d0]
group by 1
having sum(s0) > $2::bigint;
-- totals
-- ["Other","110","Other"]
with results_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
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
    "customers"."name" as d0,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
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
),
picked_1 as (
  select case when asked_2.place is not null then "customers"."name"::text else $1 end as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join asked_2 on array[asked_2.d0] = array["customers"."name"]
  group by 1
  having sum("orders"."amount") > $2::bigint
)
select sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on array[asked_1.d0] = array["customers"."name"]
where exists (
  select 1
  from picked_1
  where array[picked_1.d0] = array[(case when asked_1.place is not null then "customers"."name"::text else $3 end)]
);
-- duckdb:
-- 33| left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- 82|   left join asked_2 on asked_2.d0 is not distinct from "customers"."name"
-- 89| left join asked_1 on asked_1.d0 is not distinct from "customers"."name"
-- 93|   where picked_1.d0 is not distinct from (case when asked_1.place is not null then "customers"."name"::text else $3 end)
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
-- 30|   case when asked_1.place is not null then `customers`.`name` else ? end as `customers.name`,
-- 31|   sum(`orders`.`amount`) as `orders.total`
-- 32| from `orders`
-- 33| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 33+| left join asked_1 on asked_1.d0 <=> `customers`.`name`
-- 35| having sum(`orders`.`amount`) > cast(? as signed);
-- 53|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 73|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 79|   select case when asked_2.place is not null then `customers`.`name` else ? end as d0
-- 82|   left join asked_2 on asked_2.d0 <=> `customers`.`name`
-- 84|   having sum(`orders`.`amount`) > cast(? as signed)
-- 89| left join asked_1 on asked_1.d0 <=> `customers`.`name`
-- 93|   where picked_1.d0 <=> (case when asked_1.place is not null then `customers`.`name` else ? end)
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
-- 30|   case when asked_1.place is not null then toString("customers"."name") else {p1:String} end as "customers.name",
-- 31|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 32| from "orders"
-- 33| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 33+| left join asked_1 on [asked_1.d0] = ["customers"."name"]
-- 35| having sumOrNull("orders"."amount" + toDecimal128(0, 0)) > {p2:Int64}
-- 35+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 41|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 53|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 61|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 73|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 79|   select case when asked_2.place is not null then toString("customers"."name") else {p1:String} end as d0
-- 82|   left join asked_2 on [asked_2.d0] = ["customers"."name"]
-- 84|   having sumOrNull("orders"."amount" + toDecimal128(0, 0)) > {p2:Int64}
-- 86| select sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 89| left join asked_1 on [asked_1.d0] = ["customers"."name"]
-- 90| where toJSONString(tuple(case when asked_1.place is not null then toString("customers"."name") else {p3:String} end)) in (
-- 91|   select toJSONString(tuple(picked_1.d0))
-- 93| )
-- 94| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
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
-- 30|   case when asked_1.place is not null then cast("customers"."name" as varchar) else ? end as "customers.name",
-- 31|   sum("orders"."amount") as "orders.total"
-- 32| from "orders"
-- 33| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 33+| left join asked_1 on asked_1.d0 is not distinct from "customers"."name"
-- 35| having sum("orders"."amount") > cast(? as bigint);
-- 79|   select case when asked_2.place is not null then cast("customers"."name" as varchar) else ? end as d0
-- 82|   left join asked_2 on asked_2.d0 is not distinct from "customers"."name"
-- 84|   having sum("orders"."amount") > cast(? as bigint)
-- 89| left join asked_1 on asked_1.d0 is not distinct from "customers"."name"
-- 90| where json_format(cast(array[cast(case when asked_1.place is not null then cast("customers"."name" as varchar) else ? end as json)] as json)) in (
-- 91|   select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 93 is left out
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
-- 30|   case when asked_1.place is not null then cast(`customers`.`name` as string) else @p1 end as `customers__name`,
-- 31|   sum(`orders`.`amount`) as `orders__total`
-- 32| from `orders`
-- 33| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 33+| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`name`)
-- 35| having sum(`orders`.`amount`) > cast(@p2 as int64);
-- 79|   select case when asked_2.place is not null then cast(`customers`.`name` as string) else @p1 end as d0
-- 82|   left join asked_2 on to_json_string(asked_2.d0) = to_json_string(`customers`.`name`)
-- 84|   having sum(`orders`.`amount`) > cast(@p2 as int64)
-- 89| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`name`)
-- 90| where to_json_string([to_json_string(case when asked_1.place is not null then cast(`customers`.`name` as string) else @p3 end)]) in (
-- 91|   select to_json_string([to_json_string(picked_1.d0)])
-- 93 is left out
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
-- 30|   case when asked_1.place is not null then cast(`customers`.`name` as string) else :p1 end as `customers.name`,
-- 31|   sum(`orders`.`amount`) as `orders.total`
-- 32| from `orders`
-- 33| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 33+| left join asked_1 on asked_1.d0 <=> `customers`.`name`
-- 35| having sum(`orders`.`amount`) > cast(:p2 as bigint);
-- 79|   select case when asked_2.place is not null then cast(`customers`.`name` as string) else :p1 end as d0
-- 82|   left join asked_2 on asked_2.d0 <=> `customers`.`name`
-- 84|   having sum(`orders`.`amount`) > cast(:p2 as bigint)
-- 89| left join asked_1 on asked_1.d0 <=> `customers`.`name`
-- 90| where to_json(named_struct('c0', case when asked_1.place is not null then cast(`customers`.`name` as string) else :p3 end)) in (
-- 91|   select to_json(named_struct('c0', picked_1.d0))
-- 93 is left out
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
-- 30|   case when asked_1.place is not null then cast("customers"."name" as varchar) else ? end as "customers.name",
-- 31|   sum("orders"."amount") as "orders.total"
-- 32| from "orders"
-- 33| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 33+| left join asked_1 on equal_null(asked_1.d0, "customers"."name")
-- 35| having sum("orders"."amount") > cast(? as number(38, 0));
-- 79|   select case when asked_2.place is not null then cast("customers"."name" as varchar) else ? end as d0
-- 82|   left join asked_2 on equal_null(asked_2.d0, "customers"."name")
-- 84|   having sum("orders"."amount") > cast(? as number(38, 0))
-- 89| left join asked_1 on equal_null(asked_1.d0, "customers"."name")
-- 90| where to_json(array_construct(case when asked_1.place is not null then cast("customers"."name" as varchar) else ? end)) in (
-- 91|   select to_json(array_construct(picked_1.d0))
-- 93 is left out
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
-- 30|   case when asked_1.place is not null then "customers"."name"::varchar else $1 end as "customers.name",
-- 31|   sum("orders"."amount") as "orders.total"
-- 32| from "orders"
-- 33| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 33+| left join asked_1 on (asked_1.d0 = "customers"."name" or (asked_1.d0 is null and "customers"."name" is null))
-- 35| having sum("orders"."amount") > $2::bigint;
-- 79|   select case when asked_2.place is not null then "customers"."name"::varchar else $1 end as d0
-- 82|   left join asked_2 on (asked_2.d0 = "customers"."name" or (asked_2.d0 is null and "customers"."name" is null))
-- 89| left join asked_1 on (asked_1.d0 = "customers"."name" or (asked_1.d0 is null and "customers"."name" is null))
-- 93|   where (picked_1.d0 = (case when asked_1.place is not null then "customers"."name"::varchar else $3 end) or (picked_1.d0 is null and (case when asked_1.place is not null then "customers"."name"::varchar else $3 end) is null))

-- top chooses by the rows that the caller may see
-- ["south","Other"]
with results_1 as (
  select
    "customers"."name" as d0,
    count(*) as x0
  from (
    select *
    from "orders" as "own_orders"
    where exists (
      select 1
      from "customers"
      where "customers"."id" = "own_orders"."customer_id"
        and "customers"."region" in ($1)
    )
  ) as "own_orders"
  left join "customers" on "customers"."id" = "own_orders"."customer_id"
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
)
select
  case when asked_1.place is not null then "customers"."name"::text else $2 end as "customers.name",
  count(*) as "customers.count"
from "customers"
left join asked_1 on array[asked_1.d0] = array["customers"."name"]
group by 1
order by "customers.name" nulls last;
-- duckdb:
-- 9|     where "own_orders"."customer_id" in (
-- 10|       select "customers"."id"
-- 12|       where "customers"."region" in ($1)
-- 13 is left out
-- 35| left join asked_1 on asked_1.d0 is not distinct from "customers"."name"
-- mysql:
-- 9|     where `own_orders`.`customer_id` in (
-- 10|       select `customers`.`id`
-- 12|       where `customers`.`region` in (?)
-- 13 is left out
-- 26|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 32|   case when asked_1.place is not null then `customers`.`name` else ? end as `customers.name`,
-- 35| left join asked_1 on asked_1.d0 <=> `customers`.`name`
-- 37| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 9|     where "own_orders"."customer_id" in (
-- 10|       select "customers"."id"
-- 12|       where "customers"."region" in ({p1:String})
-- 13 is left out
-- 26|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 32|   case when asked_1.place is not null then toString("customers"."name") else {p2:String} end as "customers.name",
-- 35| left join asked_1 on [asked_1.d0] = ["customers"."name"]
-- 37| order by 1 nulls last
-- 37+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 9|     where "own_orders"."customer_id" in (
-- 10|       select "customers"."id"
-- 12|       where "customers"."region" in (?)
-- 13 is left out
-- 32|   case when asked_1.place is not null then cast("customers"."name" as varchar) else ? end as "customers.name",
-- 35| left join asked_1 on asked_1.d0 is not distinct from "customers"."name"
-- bigquery:
-- 9|     where `own_orders`.`customer_id` in (
-- 10|       select `customers`.`id`
-- 12|       where `customers`.`region` in (@p1)
-- 13 is left out
-- 32|   case when asked_1.place is not null then cast(`customers`.`name` as string) else @p2 end as `customers__name`,
-- 35| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`name`)
-- databricks:
-- 9|     where `own_orders`.`customer_id` in (
-- 10|       select `customers`.`id`
-- 12|       where `customers`.`region` in (:p1)
-- 13 is left out
-- 32|   case when asked_1.place is not null then cast(`customers`.`name` as string) else :p2 end as `customers.name`,
-- 35| left join asked_1 on asked_1.d0 <=> `customers`.`name`
-- snowflake:
-- 9|     where "own_orders"."customer_id" in (
-- 10|       select "customers"."id"
-- 12|       where "customers"."region" in (?)
-- 13 is left out
-- 32|   case when asked_1.place is not null then cast("customers"."name" as varchar) else ? end as "customers.name",
-- 35| left join asked_1 on equal_null(asked_1.d0, "customers"."name")
-- redshift:
-- 32|   case when asked_1.place is not null then "customers"."name"::varchar else $2 end as "customers.name",
-- 35| left join asked_1 on (asked_1.d0 = "customers"."name" or (asked_1.d0 is null and "customers"."name" is null))

-- numbers beside the name of their rest are texts
-- ["Other","Other"]
with grouped_1 as (
  select
    "customers"."id" as d0,
    sum("orders"."amount") as s0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."id" is not null
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
  where place <= 1
),
results_2 as (
  select
    case when asked_1.place is not null then case when cast(pg_typeof(coalesce(grouped_1.d0, null)) as varchar) = 'money' then regexp_replace(cast(cast(cast(cast(grouped_1.d0 as varchar) as money) as numeric) as varchar), '[.]0*$|([.][0-9]*[1-9])0+$', '\1') when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') else grouped_1.d0::text end else $1 end as d0,
    sum(s0) as x0
  from grouped_1
  left join asked_1 on array[asked_1.d0] = array[grouped_1.d0]
  group by 1
)
select
  d0 as "customers.id",
  x0 as "orders.total"
from results_2
order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(substring(d0 from '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;
-- duckdb:
-- 32|     case when asked_1.place is not null then case when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') when grouped_1.d0::text = 'inf' then 'Infinity' when grouped_1.d0::text = '-inf' then '-Infinity' when grouped_1.d0::text = 'nan' then 'NaN' else grouped_1.d0::text end else $1 end as d0,
-- 35|   left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- 42| order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- mysql:
-- 1| -- ["Other","Other","Other","Other","Other"]
-- 2| with results_1 as (
-- 5|     sum(`orders`.`amount`) as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 25|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 32|     case when asked_1.place is not null then case when `customers`.`id` like '%.%0' and lower(`customers`.`id`) not like '%e%' then trim(trailing '.' from trim(trailing '0' from `customers`.`id`)) else `customers`.`id` end else ? end as d0,
-- 33|     sum(`orders`.`amount`) as x0
-- 34|   from `orders`
-- 35|   left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 35+|   left join asked_1 on asked_1.d0 <=> `customers`.`id`
-- 35+|   where `customers`.`id` is not null
-- 42| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end <=> null, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end <=> null, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end, d0 <=> null, d0;
-- clickhouse:
-- 2| with results_1 as (
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 25|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 32|     case when asked_1.place is not null then case when toString("customers"."id") = 'inf' then 'Infinity' when toString("customers"."id") = '-inf' then '-Infinity' when toString("customers"."id") = 'nan' then 'NaN' else toString("customers"."id") end else {p1:String} end as d0,
-- 33|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 34|   from "orders"
-- 35|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 35+|   left join asked_1 on [asked_1.d0] = ["customers"."id"]
-- 35+|   where "customers"."id" is not null
-- 42| order by case when d0 is null then null when d0 = {p2:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = {p2:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end nulls last, d0 nulls last
-- 42+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["Other","Other","Other"]
-- 2| with results_1 as (
-- 5|     sum("orders"."amount") as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 32|     case when asked_1.place is not null then case when cast("customers"."id" as varchar) like '%.%0' and lower(cast("customers"."id" as varchar)) not like '%e%' then regexp_replace(cast("customers"."id" as varchar), '[.]?0+$', '') else cast("customers"."id" as varchar) end else ? end as d0,
-- 33|     sum("orders"."amount") as x0
-- 34|   from "orders"
-- 35|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 35+|   left join asked_1 on asked_1.d0 is not distinct from "customers"."id"
-- 35+|   where "customers"."id" is not null
-- 42| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- bigquery:
-- 2| with results_1 as (
-- 5|     sum(`orders`.`amount`) as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 32|     case when asked_1.place is not null then case when cast(`customers`.`id` as string) = 'inf' then 'Infinity' when cast(`customers`.`id` as string) = '-inf' then '-Infinity' when cast(`customers`.`id` as string) = 'NaN' then 'NaN' else cast(`customers`.`id` as string) end else @p1 end as d0,
-- 33|     sum(`orders`.`amount`) as x0
-- 34|   from `orders`
-- 35|   left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 35+|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`id`)
-- 35+|   where `customers`.`id` is not null
-- 42| order by case when d0 is null then null when d0 = @p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = @p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end nulls last, d0 nulls last;
-- databricks:
-- 2| with results_1 as (
-- 5|     sum(`orders`.`amount`) as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 32|     case when asked_1.place is not null then case when cast(`customers`.`id` as string) like '%.%0' and lower(cast(`customers`.`id` as string)) not like '%e%' then regexp_replace(cast(`customers`.`id` as string), '[.]?0+$', '') else cast(`customers`.`id` as string) end else :p1 end as d0,
-- 33|     sum(`orders`.`amount`) as x0
-- 34|   from `orders`
-- 35|   left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 35+|   left join asked_1 on asked_1.d0 <=> `customers`.`id`
-- 35+|   where `customers`.`id` is not null
-- 42| order by case when d0 is null then null when d0 = :p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = :p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end nulls last, d0 nulls last;
-- snowflake:
-- 1| -- ["Other","Other","Other"]
-- 2| with results_1 as (
-- 5|     sum("orders"."amount") as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 32|     case when asked_1.place is not null then case when cast("customers"."id" as varchar) like '%.%0' and lower(cast("customers"."id" as varchar)) not like '%e%' then rtrim(rtrim(cast("customers"."id" as varchar), '0'), '.') when cast("customers"."id" as varchar) = 'inf' then 'Infinity' when cast("customers"."id" as varchar) = '-inf' then '-Infinity' when cast("customers"."id" as varchar) = 'NaN' then 'NaN' else cast("customers"."id" as varchar) end else ? end as d0,
-- 33|     sum("orders"."amount") as x0
-- 34|   from "orders"
-- 35|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 35+|   left join asked_1 on equal_null(asked_1.d0, "customers"."id")
-- 35+|   where "customers"."id" is not null
-- 42| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end nulls last, d0 nulls last;
-- redshift:
-- 2| with results_1 as (
-- 5|     sum("orders"."amount") as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 32|     case when asked_1.place is not null then case when "customers"."id"::varchar like '%.%0' and lower("customers"."id"::varchar) not like '%e%' then rtrim(rtrim("customers"."id"::varchar, '0'), '.') else "customers"."id"::varchar end else $1 end as d0,
-- 33|     sum("orders"."amount") as x0
-- 34|   from "orders"
-- 35|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 35+|   left join asked_1 on (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))
-- 35+|   where "customers"."id" is not null
-- 42| order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;

-- the least two values
with results_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."id" is not null
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 2
)
select
  "customers"."name" as "customers.name",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "customers"."id" is not null
  and exists (
    select 1
    from asked_1
    where array[asked_1.d0] = array["customers"."name"]
  )
group by 1
order by "orders.total" nulls last, "customers.name" nulls last;
-- totals
with results_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."id" is not null
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 2
)
select sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "customers"."id" is not null
  and exists (
    select 1
    from asked_1
    where array[asked_1.d0] = array["customers"."name"]
  );
-- duckdb:
-- 31|     where asked_1.d0 is not distinct from "customers"."name"
-- 64|     where asked_1.d0 is not distinct from "customers"."name"
-- mysql:
-- 17|       row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
-- 31|     where asked_1.d0 <=> `customers`.`name`
-- 34| order by sum(`orders`.`amount`) <=> null, `orders.total`, `customers.name` <=> null, `customers.name`;
-- 52|       row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
-- 64|     where asked_1.d0 <=> `customers`.`name`
-- clickhouse:
-- 4|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 24|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 28|   and toJSONString(tuple("customers"."name")) in (
-- 29|     select toJSONString(tuple(asked_1.d0))
-- 31 is left out
-- 34| order by 2 nulls last, 1 nulls last
-- 34+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- 39|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 57| select sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 61|   and toJSONString(tuple("customers"."name")) in (
-- 62|     select toJSONString(tuple(asked_1.d0))
-- 64|   )
-- 65| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 28|   and json_format(cast(array[cast("customers"."name" as json)] as json)) in (
-- 29|     select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 31 is left out
-- 61|   and json_format(cast(array[cast("customers"."name" as json)] as json)) in (
-- 62|     select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 64 is left out
-- bigquery:
-- 28|   and to_json_string([to_json_string(`customers`.`name`)]) in (
-- 29|     select to_json_string([to_json_string(asked_1.d0)])
-- 31 is left out
-- 61|   and to_json_string([to_json_string(`customers`.`name`)]) in (
-- 62|     select to_json_string([to_json_string(asked_1.d0)])
-- 64 is left out
-- databricks:
-- 28|   and to_json(named_struct('c0', `customers`.`name`)) in (
-- 29|     select to_json(named_struct('c0', asked_1.d0))
-- 31 is left out
-- 61|   and to_json(named_struct('c0', `customers`.`name`)) in (
-- 62|     select to_json(named_struct('c0', asked_1.d0))
-- 64 is left out
-- snowflake:
-- 28|   and to_json(array_construct("customers"."name")) in (
-- 29|     select to_json(array_construct(asked_1.d0))
-- 31 is left out
-- 61|   and to_json(array_construct("customers"."name")) in (
-- 62|     select to_json(array_construct(asked_1.d0))
-- 64 is left out
-- redshift:
-- 31|     where (asked_1.d0 = "customers"."name" or (asked_1.d0 is null and "customers"."name" is null))
-- 64|     where (asked_1.d0 = "customers"."name" or (asked_1.d0 is null and "customers"."name" is null))

-- the least values, and the rest
-- ["Other"]
with grouped_1 as (
  select
    "sku" as d0,
    sum("quantity") as s0,
    count(*) as s1
  from "items"
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
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  case when asked_1.place is not null then grouped_1.d0::text else $1 end as "items.sku",
  sum(s0) as "items.quantity",
  coalesce(sum(s1), 0)::bigint as "items.count"
from grouped_1
left join asked_1 on array[asked_1.d0] = array[grouped_1.d0]
group by 1
order by "items.sku" nulls last;
-- totals
with results_1 as (
  select
    "sku" as d0,
    sum("quantity") as x0
  from "items"
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  sum("items"."quantity") as "items.quantity",
  count(*) as "items.count"
from "items"
left join asked_1 on array[asked_1.d0] = array["items"."sku"];
-- duckdb:
-- 34| left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- 61| left join asked_1 on asked_1.d0 is not distinct from "items"."sku";
-- mysql:
-- 2| with results_1 as (
-- 5|     sum(`quantity`) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 24|       row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
-- 30|   case when asked_1.place is not null then `items`.`sku` else ? end as `items.sku`,
-- 31|   sum(`items`.`quantity`) as `items.quantity`,
-- 32|   count(*) as `items.count`
-- 33| from `items`
-- 34| left join asked_1 on asked_1.d0 <=> `items`.`sku`
-- 36| order by `items.sku` <=> null, `items.sku`;
-- 52|       row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
-- 61| left join asked_1 on asked_1.d0 <=> `items`.`sku`;
-- clickhouse:
-- 2| with results_1 as (
-- 5|     sumOrNull("quantity" + toDecimal128(0, 0)) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 30|   case when asked_1.place is not null then toString("items"."sku") else {p1:String} end as "items.sku",
-- 31|   sumOrNull("items"."quantity" + toDecimal128(0, 0)) as "items.quantity",
-- 32|   count(*) as "items.count"
-- 33| from "items"
-- 34| left join asked_1 on [asked_1.d0] = ["items"."sku"]
-- 36| order by 1 nulls last
-- 36+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 41|     sumOrNull("quantity" + toDecimal128(0, 0)) as x0
-- 58|   sumOrNull("items"."quantity" + toDecimal128(0, 0)) as "items.quantity",
-- 61| left join asked_1 on [asked_1.d0] = ["items"."sku"]
-- 61+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 2| with results_1 as (
-- 5|     sum("quantity") as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 30|   case when asked_1.place is not null then cast("items"."sku" as varchar) else ? end as "items.sku",
-- 31|   sum("items"."quantity") as "items.quantity",
-- 32|   count(*) as "items.count"
-- 33| from "items"
-- 34| left join asked_1 on asked_1.d0 is not distinct from "items"."sku"
-- 61| left join asked_1 on asked_1.d0 is not distinct from "items"."sku";
-- bigquery:
-- 2| with results_1 as (
-- 5|     sum(`quantity`) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 30|   case when asked_1.place is not null then cast(`items`.`sku` as string) else @p1 end as `items__sku`,
-- 31|   sum(`items`.`quantity`) as `items__quantity`,
-- 32|   count(*) as `items__count`
-- 33| from `items`
-- 34| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`items`.`sku`)
-- 61| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`items`.`sku`);
-- databricks:
-- 2| with results_1 as (
-- 5|     sum(`quantity`) as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 30|   case when asked_1.place is not null then cast(`items`.`sku` as string) else :p1 end as `items.sku`,
-- 31|   sum(`items`.`quantity`) as `items.quantity`,
-- 32|   count(*) as `items.count`
-- 33| from `items`
-- 34| left join asked_1 on asked_1.d0 <=> `items`.`sku`
-- 61| left join asked_1 on asked_1.d0 <=> `items`.`sku`;
-- snowflake:
-- 2| with results_1 as (
-- 5|     sum("quantity") as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 30|   case when asked_1.place is not null then cast("items"."sku" as varchar) else ? end as "items.sku",
-- 31|   sum("items"."quantity") as "items.quantity",
-- 32|   count(*) as "items.count"
-- 33| from "items"
-- 34| left join asked_1 on equal_null(asked_1.d0, "items"."sku")
-- 61| left join asked_1 on equal_null(asked_1.d0, "items"."sku");
-- redshift:
-- 2| with results_1 as (
-- 5|     sum("quantity") as x0
-- 6 is left out
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 30|   case when asked_1.place is not null then "items"."sku"::varchar else $1 end as "items.sku",
-- 31|   sum("items"."quantity") as "items.quantity",
-- 32|   count(*) as "items.count"
-- 33| from "items"
-- 34| left join asked_1 on (asked_1.d0 = "items"."sku" or (asked_1.d0 is null and "items"."sku" is null))
-- 61| left join asked_1 on (asked_1.d0 = "items"."sku" or (asked_1.d0 is null and "items"."sku" is null));

-- beside the least, an average and a distinct count of the rest are of its rows
-- ["Rest"]
with results_1 as (
  select
    "customers"."region" as d0,
    count(*) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  case when asked_1.place is not null then "customers"."region"::text else $1 end as "customers.region",
  sum("orders"."amount") as "orders.total",
  avg("orders"."amount") as "orders.mean",
  count(distinct "orders"."customer_id") as "orders.buyers",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on array[asked_1.d0] = array["customers"."region"]
group by 1
order by "customers.region" nulls last;
-- totals
with results_1 as (
  select
    "customers"."region" as d0,
    count(*) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  sum("orders"."amount") as "orders.total",
  avg("orders"."amount") as "orders.mean",
  count(distinct "orders"."customer_id") as "orders.buyers",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on array[asked_1.d0] = array["customers"."region"];
-- duckdb:
-- 30| left join asked_1 on asked_1.d0 is not distinct from "customers"."region"
-- 61| left join asked_1 on asked_1.d0 is not distinct from "customers"."region";
-- mysql:
-- 17|       row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
-- 23|   case when asked_1.place is not null then `customers`.`region` else ? end as `customers.region`,
-- 25|   avg(1.0000000000000000 * `orders`.`amount`) as `orders.mean`,
-- 30| left join asked_1 on asked_1.d0 <=> `customers`.`region`
-- 32| order by `customers.region` <=> null, `customers.region`;
-- 49|       row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
-- 56|   avg(1.0000000000000000 * `orders`.`amount`) as `orders.mean`,
-- 61| left join asked_1 on asked_1.d0 <=> `customers`.`region`;
-- clickhouse:
-- 23|   case when asked_1.place is not null then toString("customers"."region") else {p1:String} end as "customers.region",
-- 24|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total",
-- 25|   avgOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.mean",
-- 26|   uniqExact("orders"."customer_id") as "orders.buyers",
-- 30| left join asked_1 on [asked_1.d0] = ["customers"."region"]
-- 32| order by 1 nulls last
-- 32+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 55|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total",
-- 56|   avgOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.mean",
-- 57|   uniqExact("orders"."customer_id") as "orders.buyers",
-- 61| left join asked_1 on [asked_1.d0] = ["customers"."region"]
-- 61+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 23|   case when asked_1.place is not null then cast("customers"."region" as varchar) else ? end as "customers.region",
-- 25|   avg(cast("orders"."amount" as double)) as "orders.mean",
-- 30| left join asked_1 on asked_1.d0 is not distinct from "customers"."region"
-- 56|   avg(cast("orders"."amount" as double)) as "orders.mean",
-- 61| left join asked_1 on asked_1.d0 is not distinct from "customers"."region";
-- bigquery:
-- 23|   case when asked_1.place is not null then cast(`customers`.`region` as string) else @p1 end as `customers__region`,
-- 25|   avg(cast(`orders`.`amount` as float64)) as `orders__mean`,
-- 30| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`region`)
-- 56|   avg(cast(`orders`.`amount` as float64)) as `orders__mean`,
-- 61| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`region`);
-- databricks:
-- 23|   case when asked_1.place is not null then cast(`customers`.`region` as string) else :p1 end as `customers.region`,
-- 25|   avg(cast(`orders`.`amount` as double)) as `orders.mean`,
-- 30| left join asked_1 on asked_1.d0 <=> `customers`.`region`
-- 56|   avg(cast(`orders`.`amount` as double)) as `orders.mean`,
-- 61| left join asked_1 on asked_1.d0 <=> `customers`.`region`;
-- snowflake:
-- 23|   case when asked_1.place is not null then cast("customers"."region" as varchar) else ? end as "customers.region",
-- 25|   avg(cast("orders"."amount" as float)) as "orders.mean",
-- 30| left join asked_1 on equal_null(asked_1.d0, "customers"."region")
-- 56|   avg(cast("orders"."amount" as float)) as "orders.mean",
-- 61| left join asked_1 on equal_null(asked_1.d0, "customers"."region");
-- redshift:
-- 23|   case when asked_1.place is not null then "customers"."region"::varchar else $1 end as "customers.region",
-- 25|   avg(("orders"."amount")::float8) as "orders.mean",
-- 30| left join asked_1 on (asked_1.d0 = "customers"."region" or (asked_1.d0 is null and "customers"."region" is null))
-- 56|   avg(("orders"."amount")::float8) as "orders.mean",
-- 61| left join asked_1 on (asked_1.d0 = "customers"."region" or (asked_1.d0 is null and "customers"."region" is null));

-- averages of the least and of the rest, chosen by a sum
-- ["Rest"]
with grouped_1 as (
  select
    "customers"."region" as d0,
    sum("orders"."amount" + 0.0) as s0,
    count("orders"."amount") as s1,
    sum("orders"."amount") as s2
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
results_1 as (
  select
    d0,
    sum(s2) as x0
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
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  case when asked_1.place is not null then grouped_1.d0::text else $1 end as "customers.region",
  (sum(s0) / nullif(sum(s1), 0)) as "orders.mean"
from grouped_1
left join asked_1 on array[asked_1.d0] = array[grouped_1.d0]
group by 1
order by "orders.mean" nulls last, "customers.region" nulls last;
-- duckdb:
-- 5|     sum("orders"."amount") as s0,
-- 6|     count("orders"."amount") as s1
-- 7 is left out
-- 15|     sum(s0) as x0
-- 35| left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- mysql:
-- 2| with results_1 as (
-- 5|     sum(`orders`.`amount`) as x0
-- 6 is left out
-- 7 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 26|       row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
-- 32|   case when asked_1.place is not null then `customers`.`region` else ? end as `customers.region`,
-- 33|   avg(1.0000000000000000 * `orders`.`amount`) as `orders.mean`
-- 34| from `orders`
-- 35| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 35+| left join asked_1 on asked_1.d0 <=> `customers`.`region`
-- 37| order by avg(1.0000000000000000 * `orders`.`amount`) <=> null, `orders.mean`, `customers.region` <=> null, `customers.region`;
-- clickhouse:
-- 2| with results_1 as (
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 6 is left out
-- 7 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 32|   case when asked_1.place is not null then toString("customers"."region") else {p1:String} end as "customers.region",
-- 33|   avgOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.mean"
-- 34| from "orders"
-- 35| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 35+| left join asked_1 on [asked_1.d0] = ["customers"."region"]
-- 37| order by 2 nulls last, 1 nulls last
-- 37+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 2| with results_1 as (
-- 5|     sum("orders"."amount") as x0
-- 6 is left out
-- 7 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 32|   case when asked_1.place is not null then cast("customers"."region" as varchar) else ? end as "customers.region",
-- 33|   avg(cast("orders"."amount" as double)) as "orders.mean"
-- 34| from "orders"
-- 35| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 35+| left join asked_1 on asked_1.d0 is not distinct from "customers"."region"
-- bigquery:
-- 2| with results_1 as (
-- 5|     sum(`orders`.`amount`) as x0
-- 6 is left out
-- 7 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 32|   case when asked_1.place is not null then cast(`customers`.`region` as string) else @p1 end as `customers__region`,
-- 33|   avg(cast(`orders`.`amount` as float64)) as `orders__mean`
-- 34| from `orders`
-- 35| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 35+| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`region`)
-- databricks:
-- 2| with results_1 as (
-- 5|     sum(`orders`.`amount`) as x0
-- 6 is left out
-- 7 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 32|   case when asked_1.place is not null then cast(`customers`.`region` as string) else :p1 end as `customers.region`,
-- 33|   avg(cast(`orders`.`amount` as double)) as `orders.mean`
-- 34| from `orders`
-- 35| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 35+| left join asked_1 on asked_1.d0 <=> `customers`.`region`
-- snowflake:
-- 2| with results_1 as (
-- 5|     sum("orders"."amount") as x0
-- 6 is left out
-- 7 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 32|   case when asked_1.place is not null then cast("customers"."region" as varchar) else ? end as "customers.region",
-- 33|   avg(cast("orders"."amount" as float)) as "orders.mean"
-- 34| from "orders"
-- 35| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 35+| left join asked_1 on equal_null(asked_1.d0, "customers"."region")
-- redshift:
-- 2| with results_1 as (
-- 5|     sum("orders"."amount") as x0
-- 6 is left out
-- 7 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 32|   case when asked_1.place is not null then "customers"."region"::varchar else $1 end as "customers.region",
-- 33|   avg(("orders"."amount")::float8) as "orders.mean"
-- 34| from "orders"
-- 35| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 35+| left join asked_1 on (asked_1.d0 = "customers"."region" or (asked_1.d0 is null and "customers"."region" is null))

-- the greatest by an average, and the rest
-- ["Rest"]
with grouped_1 as (
  select
    "customers"."region" as d0,
    sum("orders"."amount" + 0.0) as s0,
    count("orders"."amount") as s1,
    avg("orders"."amount") as s2
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
results_1 as (
  select
    d0,
    max(s2) as x0
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
  where place <= 1
)
select
  case when asked_1.place is not null then grouped_1.d0::text else $1 end as "customers.region",
  (sum(s0) / nullif(sum(s1), 0)) as "orders.mean"
from grouped_1
left join asked_1 on array[asked_1.d0] = array[grouped_1.d0]
group by 1
order by "orders.mean" nulls last, "customers.region" nulls last;
-- duckdb:
-- 5|     sum("orders"."amount") as s0,
-- 35| left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- mysql:
-- 2| with results_1 as (
-- 5|     avg(1.0000000000000000 * `orders`.`amount`) as x0
-- 6 is left out
-- 7 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 26|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 32|   case when asked_1.place is not null then `customers`.`region` else ? end as `customers.region`,
-- 33|   avg(1.0000000000000000 * `orders`.`amount`) as `orders.mean`
-- 34| from `orders`
-- 35| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 35+| left join asked_1 on asked_1.d0 <=> `customers`.`region`
-- 37| order by avg(1.0000000000000000 * `orders`.`amount`) <=> null, `orders.mean`, `customers.region` <=> null, `customers.region`;
-- clickhouse:
-- 2| with results_1 as (
-- 5|     avgOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 6 is left out
-- 7 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 26|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 32|   case when asked_1.place is not null then toString("customers"."region") else {p1:String} end as "customers.region",
-- 33|   avgOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.mean"
-- 34| from "orders"
-- 35| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 35+| left join asked_1 on [asked_1.d0] = ["customers"."region"]
-- 37| order by 2 nulls last, 1 nulls last
-- 37+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 2| with results_1 as (
-- 5|     avg(cast("orders"."amount" as double)) as x0
-- 6 is left out
-- 7 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 32|   case when asked_1.place is not null then cast("customers"."region" as varchar) else ? end as "customers.region",
-- 33|   avg(cast("orders"."amount" as double)) as "orders.mean"
-- 34| from "orders"
-- 35| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 35+| left join asked_1 on asked_1.d0 is not distinct from "customers"."region"
-- bigquery:
-- 2| with results_1 as (
-- 5|     avg(cast(`orders`.`amount` as float64)) as x0
-- 6 is left out
-- 7 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 32|   case when asked_1.place is not null then cast(`customers`.`region` as string) else @p1 end as `customers__region`,
-- 33|   avg(cast(`orders`.`amount` as float64)) as `orders__mean`
-- 34| from `orders`
-- 35| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 35+| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`region`)
-- databricks:
-- 2| with results_1 as (
-- 5|     avg(cast(`orders`.`amount` as double)) as x0
-- 6 is left out
-- 7 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 32|   case when asked_1.place is not null then cast(`customers`.`region` as string) else :p1 end as `customers.region`,
-- 33|   avg(cast(`orders`.`amount` as double)) as `orders.mean`
-- 34| from `orders`
-- 35| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 35+| left join asked_1 on asked_1.d0 <=> `customers`.`region`
-- snowflake:
-- 2| with results_1 as (
-- 5|     avg(cast("orders"."amount" as float)) as x0
-- 6 is left out
-- 7 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 32|   case when asked_1.place is not null then cast("customers"."region" as varchar) else ? end as "customers.region",
-- 33|   avg(cast("orders"."amount" as float)) as "orders.mean"
-- 34| from "orders"
-- 35| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 35+| left join asked_1 on equal_null(asked_1.d0, "customers"."region")
-- redshift:
-- 2| with results_1 as (
-- 5|     avg(("orders"."amount")::float8) as x0
-- 6 is left out
-- 7 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 32|   case when asked_1.place is not null then "customers"."region"::varchar else $1 end as "customers.region",
-- 33|   avg(("orders"."amount")::float8) as "orders.mean"
-- 34| from "orders"
-- 35| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 35+| left join asked_1 on (asked_1.d0 = "customers"."region" or (asked_1.d0 is null and "customers"."region" is null))

-- the greatest by an average over all their rows, by another dimension
-- ["Rest"]
with results_1 as (
  select
    "customers"."region" as d0,
    avg("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
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
)
select
  case when asked_1.place is not null then "customers"."region"::text else $1 end as "customers.region",
  "orders"."status" as "orders.status",
  avg("orders"."amount") as "orders.mean"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
left join asked_1 on array[asked_1.d0] = array["customers"."region"]
group by 1, 2
order by "orders.mean" nulls last, "customers.region" nulls last, "orders.status" nulls last;
-- duckdb:
-- 28| left join asked_1 on asked_1.d0 is not distinct from "customers"."region"
-- mysql:
-- 5|     avg(1.0000000000000000 * `orders`.`amount`) as x0
-- 17|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 23|   case when asked_1.place is not null then `customers`.`region` else ? end as `customers.region`,
-- 25|   avg(1.0000000000000000 * `orders`.`amount`) as `orders.mean`
-- 28| left join asked_1 on asked_1.d0 <=> `customers`.`region`
-- 30| order by avg(1.0000000000000000 * `orders`.`amount`) <=> null, `orders.mean`, `customers.region` <=> null, `customers.region`, `orders.status` <=> null, `orders.status`;
-- clickhouse:
-- 5|     avgOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 17|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 23|   case when asked_1.place is not null then toString("customers"."region") else {p1:String} end as "customers.region",
-- 25|   avgOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.mean"
-- 28| left join asked_1 on [asked_1.d0] = ["customers"."region"]
-- 30| order by 3 nulls last, 1 nulls last, 2 nulls last
-- 30+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 5|     avg(cast("orders"."amount" as double)) as x0
-- 23|   case when asked_1.place is not null then cast("customers"."region" as varchar) else ? end as "customers.region",
-- 25|   avg(cast("orders"."amount" as double)) as "orders.mean"
-- 28| left join asked_1 on asked_1.d0 is not distinct from "customers"."region"
-- bigquery:
-- 5|     avg(cast(`orders`.`amount` as float64)) as x0
-- 23|   case when asked_1.place is not null then cast(`customers`.`region` as string) else @p1 end as `customers__region`,
-- 25|   avg(cast(`orders`.`amount` as float64)) as `orders__mean`
-- 28| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`region`)
-- databricks:
-- 5|     avg(cast(`orders`.`amount` as double)) as x0
-- 23|   case when asked_1.place is not null then cast(`customers`.`region` as string) else :p1 end as `customers.region`,
-- 25|   avg(cast(`orders`.`amount` as double)) as `orders.mean`
-- 28| left join asked_1 on asked_1.d0 <=> `customers`.`region`
-- snowflake:
-- 5|     avg(cast("orders"."amount" as float)) as x0
-- 23|   case when asked_1.place is not null then cast("customers"."region" as varchar) else ? end as "customers.region",
-- 25|   avg(cast("orders"."amount" as float)) as "orders.mean"
-- 28| left join asked_1 on equal_null(asked_1.d0, "customers"."region")
-- redshift:
-- 5|     avg(("orders"."amount")::float8) as x0
-- 23|   case when asked_1.place is not null then "customers"."region"::varchar else $1 end as "customers.region",
-- 25|   avg(("orders"."amount")::float8) as "orders.mean"
-- 28| left join asked_1 on (asked_1.d0 = "customers"."region" or (asked_1.d0 is null and "customers"."region" is null))

-- the least within each month, and the rest of the month
-- ["Rest"]
with grouped_1 as (
  select
    date_trunc('month', "orders"."placed")::date as d0,
    "customers"."name" as d1,
    sum("orders"."amount") as s0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
),
results_1 as (
  select
    d0,
    d1,
    sum(s0) as x0
  from grouped_1
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
      row_number() over (partition by d0 order by x0 nulls last, d1 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  grouped_1.d0 as "orders.placed.month",
  case when asked_1.place is not null then grouped_1.d1::text else $1 end as "customers.name",
  sum(s0) as "orders.total"
from grouped_1
left join asked_1 on array[asked_1.d0] = array[grouped_1.d0] and array[asked_1.d1] = array[grouped_1.d1]
group by 1, 2
order by "orders.placed.month" nulls last, "customers.name" nulls last;
-- duckdb:
-- 38| left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0 and asked_1.d1 is not distinct from grouped_1.d1
-- mysql:
-- 2| with results_1 as (
-- 4|     cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
-- 6|     sum(`orders`.`amount`) as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 28|       row_number() over (partition by d0 order by x0 <=> null, x0, d1 <=> null, d1) as place
-- 34|   cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as `orders.placed.month`,
-- 35|   case when asked_1.place is not null then `customers`.`name` else ? end as `customers.name`,
-- 36|   sum(`orders`.`amount`) as `orders.total`
-- 37| from `orders`
-- 38| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 38+| left join asked_1 on asked_1.d0 <=> cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) and asked_1.d1 <=> `customers`.`name`
-- 40| order by `orders.placed.month` <=> null, `orders.placed.month`, `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 2| with results_1 as (
-- 4|     toStartOfMonth(toDate32("orders"."placed")) as d0,
-- 6|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 34|   toStartOfMonth(toDate32("orders"."placed")) as "orders.placed.month",
-- 35|   case when asked_1.place is not null then toString("customers"."name") else {p1:String} end as "customers.name",
-- 36|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 37| from "orders"
-- 38| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 38+| left join asked_1 on [asked_1.d0] = [toStartOfMonth(toDate32("orders"."placed"))] and [asked_1.d1] = ["customers"."name"]
-- 40| order by 1 nulls last, 2 nulls last
-- 40+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 2| with results_1 as (
-- 4|     cast(date_trunc('month', "orders"."placed") as date) as d0,
-- 6|     sum("orders"."amount") as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 34|   cast(date_trunc('month', "orders"."placed") as date) as "orders.placed.month",
-- 35|   case when asked_1.place is not null then cast("customers"."name" as varchar) else ? end as "customers.name",
-- 36|   sum("orders"."amount") as "orders.total"
-- 37| from "orders"
-- 38| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 38+| left join asked_1 on asked_1.d0 is not distinct from cast(date_trunc('month', "orders"."placed") as date) and asked_1.d1 is not distinct from "customers"."name"
-- bigquery:
-- 2| with results_1 as (
-- 4|     date_trunc(cast(`orders`.`placed` as date), month) as d0,
-- 6|     sum(`orders`.`amount`) as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 34|   date_trunc(cast(`orders`.`placed` as date), month) as `orders__placed__month`,
-- 35|   case when asked_1.place is not null then cast(`customers`.`name` as string) else @p1 end as `customers__name`,
-- 36|   sum(`orders`.`amount`) as `orders__total`
-- 37| from `orders`
-- 38| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 38+| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(date_trunc(cast(`orders`.`placed` as date), month)) and to_json_string(asked_1.d1) = to_json_string(`customers`.`name`)
-- databricks:
-- 2| with results_1 as (
-- 4|     cast(date_trunc('month', `orders`.`placed`) as date) as d0,
-- 6|     sum(`orders`.`amount`) as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 34|   cast(date_trunc('month', `orders`.`placed`) as date) as `orders.placed.month`,
-- 35|   case when asked_1.place is not null then cast(`customers`.`name` as string) else :p1 end as `customers.name`,
-- 36|   sum(`orders`.`amount`) as `orders.total`
-- 37| from `orders`
-- 38| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 38+| left join asked_1 on asked_1.d0 <=> cast(date_trunc('month', `orders`.`placed`) as date) and asked_1.d1 <=> `customers`.`name`
-- snowflake:
-- 2| with results_1 as (
-- 4|     cast(date_trunc('month', "orders"."placed") as date) as d0,
-- 6|     sum("orders"."amount") as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 34|   cast(date_trunc('month', "orders"."placed") as date) as "orders.placed.month",
-- 35|   case when asked_1.place is not null then cast("customers"."name" as varchar) else ? end as "customers.name",
-- 36|   sum("orders"."amount") as "orders.total"
-- 37| from "orders"
-- 38| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 38+| left join asked_1 on equal_null(asked_1.d0, cast(date_trunc('month', "orders"."placed") as date)) and equal_null(asked_1.d1, "customers"."name")
-- redshift:
-- 2| with results_1 as (
-- 6|     sum("orders"."amount") as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 34|   date_trunc('month', "orders"."placed")::date as "orders.placed.month",
-- 35|   case when asked_1.place is not null then "customers"."name"::varchar else $1 end as "customers.name",
-- 36|   sum("orders"."amount") as "orders.total"
-- 37| from "orders"
-- 38| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 38+| left join asked_1 on (asked_1.d0 = date_trunc('month', "orders"."placed")::date or (asked_1.d0 is null and date_trunc('month', "orders"."placed")::date is null)) and (asked_1.d1 = "customers"."name" or (asked_1.d1 is null and "customers"."name" is null))

-- beside the least, a row with several values of the rest counts once in it
-- ["Rest"]
with results_1 as (
  select
    "items".d0 as d0,
    sum("orders"."amount") as x0
  from "orders"
  left join (
    select distinct
      "order_id" as j0,
      "sku" as d0
    from "items"
  ) as "items" on "items".j0 = "orders"."id"
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  d0 as "items.sku",
  sum(v0) as "orders.total",
  count(*) as "orders.count"
from (
  select distinct
    case when asked_1.place is not null then "items"."sku"::text else $1 end as d0,
    "orders"."id" as k0,
    "orders"."amount" as v0
  from "orders"
  left join "items" on "items"."order_id" = "orders"."id"
  left join asked_1 on array[asked_1.d0] = array["items"."sku"]
) as "orders"
group by 1
order by "items.sku" nulls last;
-- duckdb:
-- 9|       "items"."order_id" as j0,
-- 10|       "items"."sku" as d0
-- 38|   left join asked_1 on asked_1.d0 is not distinct from "items"."sku"
-- mysql:
-- 22|       row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
-- 33|     case when asked_1.place is not null then `items`.`sku` else ? end as d0,
-- 38|   left join asked_1 on asked_1.d0 <=> `items`.`sku`
-- 41| order by `items.sku` <=> null, `items.sku`;
-- clickhouse:
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 29|   sumOrNull(v0 + toDecimal128(0, 0)) as "orders.total",
-- 33|     case when asked_1.place is not null then toString("items"."sku") else {p1:String} end as d0,
-- 38|   left join asked_1 on [asked_1.d0] = ["items"."sku"]
-- 41| order by 1 nulls last
-- 41+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 33|     case when asked_1.place is not null then cast("items"."sku" as varchar) else ? end as d0,
-- 38|   left join asked_1 on asked_1.d0 is not distinct from "items"."sku"
-- bigquery:
-- 33|     case when asked_1.place is not null then cast(`items`.`sku` as string) else @p1 end as d0,
-- 38|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`items`.`sku`)
-- databricks:
-- 33|     case when asked_1.place is not null then cast(`items`.`sku` as string) else :p1 end as d0,
-- 38|   left join asked_1 on asked_1.d0 <=> `items`.`sku`
-- snowflake:
-- 33|     case when asked_1.place is not null then cast("items"."sku" as varchar) else ? end as d0,
-- 38|   left join asked_1 on equal_null(asked_1.d0, "items"."sku")
-- redshift:
-- 33|     case when asked_1.place is not null then "items"."sku"::varchar else $1 end as d0,
-- 38|   left join asked_1 on (asked_1.d0 = "items"."sku" or (asked_1.d0 is null and "items"."sku" is null))

-- a filter on a measure applies after the choice of the least, also to the rest
-- ["Rest","30"]
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
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 2
)
select
  case when asked_1.place is not null then grouped_1.d0::text else $1 end as "customers.name",
  sum(s0) as "orders.total"
from grouped_1
left join asked_1 on array[asked_1.d0] = array[grouped_1.d0]
group by 1
having sum(s0) > $2::bigint
order by "customers.name" nulls last;
-- duckdb:
-- 33| left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
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
-- 24|       row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
-- 30|   case when asked_1.place is not null then `customers`.`name` else ? end as `customers.name`,
-- 31|   sum(`orders`.`amount`) as `orders.total`
-- 32| from `orders`
-- 33| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 33+| left join asked_1 on asked_1.d0 <=> `customers`.`name`
-- 35| having sum(`orders`.`amount`) > cast(? as signed)
-- 36| order by `customers.name` <=> null, `customers.name`;
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
-- 30|   case when asked_1.place is not null then toString("customers"."name") else {p1:String} end as "customers.name",
-- 31|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 32| from "orders"
-- 33| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 33+| left join asked_1 on [asked_1.d0] = ["customers"."name"]
-- 35| having sumOrNull("orders"."amount" + toDecimal128(0, 0)) > {p2:Int64}
-- 36| order by 1 nulls last
-- 36+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
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
-- 30|   case when asked_1.place is not null then cast("customers"."name" as varchar) else ? end as "customers.name",
-- 31|   sum("orders"."amount") as "orders.total"
-- 32| from "orders"
-- 33| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 33+| left join asked_1 on asked_1.d0 is not distinct from "customers"."name"
-- 35| having sum("orders"."amount") > cast(? as bigint)
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
-- 30|   case when asked_1.place is not null then cast(`customers`.`name` as string) else @p1 end as `customers__name`,
-- 31|   sum(`orders`.`amount`) as `orders__total`
-- 32| from `orders`
-- 33| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 33+| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`name`)
-- 35| having sum(`orders`.`amount`) > cast(@p2 as int64)
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
-- 30|   case when asked_1.place is not null then cast(`customers`.`name` as string) else :p1 end as `customers.name`,
-- 31|   sum(`orders`.`amount`) as `orders.total`
-- 32| from `orders`
-- 33| left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 33+| left join asked_1 on asked_1.d0 <=> `customers`.`name`
-- 35| having sum(`orders`.`amount`) > cast(:p2 as bigint)
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
-- 30|   case when asked_1.place is not null then cast("customers"."name" as varchar) else ? end as "customers.name",
-- 31|   sum("orders"."amount") as "orders.total"
-- 32| from "orders"
-- 33| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 33+| left join asked_1 on equal_null(asked_1.d0, "customers"."name")
-- 35| having sum("orders"."amount") > cast(? as number(38, 0))
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
-- 30|   case when asked_1.place is not null then "customers"."name"::varchar else $1 end as "customers.name",
-- 31|   sum("orders"."amount") as "orders.total"
-- 32| from "orders"
-- 33| left join "customers" on "customers"."id" = "orders"."customer_id"
-- 33+| left join asked_1 on (asked_1.d0 = "customers"."name" or (asked_1.d0 is null and "customers"."name" is null))
-- 35| having sum("orders"."amount") > $2::bigint

-- shares of the least and of the rest
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
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
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
    1.0 * x0 / nullif(sum(x0) over (), 0) as c0
  from results_2
)
select
  d0 as "customers.name",
  x0 as "orders.total",
  c0 as "share"
from calculated_1
order by "share" nulls last, "customers.name" nulls last;
-- duckdb:
-- 34|   left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- 41|     x0 / nullif(sum(x0) over (), 0) as c0
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
-- 24|       row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
-- 31|     case when asked_1.place is not null then `customers`.`name` else ? end as d0,
-- 32|     sum(`orders`.`amount`) as x0
-- 33|   from `orders`
-- 34|   left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 34+|   left join asked_1 on asked_1.d0 <=> `customers`.`name`
-- 41|     1.0000000000000000 * x0 / nullif(sum(x0) over (), 0) as c0
-- 49| order by `share` <=> null, `share`, `customers.name` <=> null, `customers.name`;
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
-- 31|     case when asked_1.place is not null then toString("customers"."name") else {p1:String} end as d0,
-- 32|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 33|   from "orders"
-- 34|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 34+|   left join asked_1 on [asked_1.d0] = ["customers"."name"]
-- 41|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0
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
-- 41|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0
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
-- 41|     1e0 * x0 / nullif(sum(x0) over (), 0) as c0
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
-- 41|     1D * x0 / nullif(sum(x0) over (), 0) as c0
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
-- 41|     1::float * x0 / nullif(sum(x0) over (), 0) as c0
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
-- 41|     1::float8 * x0 / nullif(sum(x0) over (), 0) as c0

-- the least within each month
with results_1 as (
  select
    date_trunc('month', "orders"."placed")::date as d0,
    "customers"."name" as d1,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
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
      row_number() over (partition by d0 order by x0 nulls last, d1 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  date_trunc('month', "orders"."placed")::date as "orders.placed.month",
  "customers"."name" as "customers.name",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array[date_trunc('month', "orders"."placed")::date]
    and array[asked_1.d1] = array["customers"."name"]
)
group by 1, 2
order by "orders.placed.month" nulls last, "customers.name" nulls last;
-- duckdb:
-- 33|   where asked_1.d0 is not distinct from date_trunc('month', "orders"."placed")::date
-- 34|     and asked_1.d1 is not distinct from "customers"."name"
-- mysql:
-- 3|     cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
-- 19|       row_number() over (partition by d0 order by x0 <=> null, x0, d1 <=> null, d1) as place
-- 25|   cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as `orders.placed.month`,
-- 33|   where asked_1.d0 <=> cast(date_format(`orders`.`placed`, '%Y-%m-01') as date)
-- 34|     and asked_1.d1 <=> `customers`.`name`
-- 37| order by `orders.placed.month` <=> null, `orders.placed.month`, `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 3|     toStartOfMonth(toDate32("orders"."placed")) as d0,
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 25|   toStartOfMonth(toDate32("orders"."placed")) as "orders.placed.month",
-- 27|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 30| where toJSONString(tuple(toStartOfMonth(toDate32("orders"."placed")), "customers"."name")) in (
-- 31|   select toJSONString(tuple(asked_1.d0, asked_1.d1))
-- 33 is left out
-- 34 is left out
-- 37| order by 1 nulls last, 2 nulls last
-- 37+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 3|     cast(date_trunc('month', "orders"."placed") as date) as d0,
-- 25|   cast(date_trunc('month', "orders"."placed") as date) as "orders.placed.month",
-- 30| where json_format(cast(array[cast(cast(date_trunc('month', "orders"."placed") as date) as json), cast("customers"."name" as json)] as json)) in (
-- 31|   select json_format(cast(array[cast(asked_1.d0 as json), cast(asked_1.d1 as json)] as json))
-- 33 is left out
-- 34 is left out
-- bigquery:
-- 3|     date_trunc(cast(`orders`.`placed` as date), month) as d0,
-- 25|   date_trunc(cast(`orders`.`placed` as date), month) as `orders__placed__month`,
-- 30| where to_json_string([to_json_string(date_trunc(cast(`orders`.`placed` as date), month)), to_json_string(`customers`.`name`)]) in (
-- 31|   select to_json_string([to_json_string(asked_1.d0), to_json_string(asked_1.d1)])
-- 33 is left out
-- 34 is left out
-- databricks:
-- 3|     cast(date_trunc('month', `orders`.`placed`) as date) as d0,
-- 25|   cast(date_trunc('month', `orders`.`placed`) as date) as `orders.placed.month`,
-- 30| where to_json(named_struct('c0', cast(date_trunc('month', `orders`.`placed`) as date), 'c1', `customers`.`name`)) in (
-- 31|   select to_json(named_struct('c0', asked_1.d0, 'c1', asked_1.d1))
-- 33 is left out
-- 34 is left out
-- snowflake:
-- 3|     cast(date_trunc('month', "orders"."placed") as date) as d0,
-- 25|   cast(date_trunc('month', "orders"."placed") as date) as "orders.placed.month",
-- 30| where to_json(array_construct(cast(date_trunc('month', "orders"."placed") as date), "customers"."name")) in (
-- 31|   select to_json(array_construct(asked_1.d0, asked_1.d1))
-- 33 is left out
-- 34 is left out
-- redshift:
-- 33|   where (asked_1.d0 = date_trunc('month', "orders"."placed")::date or (asked_1.d0 is null and date_trunc('month', "orders"."placed")::date is null))
-- 34|     and (asked_1.d1 = "customers"."name" or (asked_1.d1 is null and "customers"."name" is null))

-- of equal values the first by the dimension are chosen, and null last
with results_1 as (
  select
    "customers"."name" as d0,
    count(*) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  "customers"."name" as "customers.name",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."name"]
)
group by 1;
-- duckdb:
-- 29|   where asked_1.d0 is not distinct from "customers"."name"
-- mysql:
-- 16|       row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
-- 29|   where asked_1.d0 <=> `customers`.`name`
-- clickhouse:
-- 26| where toJSONString(tuple("customers"."name")) in (
-- 27|   select toJSONString(tuple(asked_1.d0))
-- 29 is left out
-- 31| group by 1
-- 31+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 26| where json_format(cast(array[cast("customers"."name" as json)] as json)) in (
-- 27|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 29 is left out
-- bigquery:
-- 26| where to_json_string([to_json_string(`customers`.`name`)]) in (
-- 27|   select to_json_string([to_json_string(asked_1.d0)])
-- 29 is left out
-- databricks:
-- 26| where to_json(named_struct('c0', `customers`.`name`)) in (
-- 27|   select to_json(named_struct('c0', asked_1.d0))
-- 29 is left out
-- snowflake:
-- 26| where to_json(array_construct("customers"."name")) in (
-- 27|   select to_json(array_construct(asked_1.d0))
-- 29 is left out
-- redshift:
-- 29|   where (asked_1.d0 = "customers"."name" or (asked_1.d0 is null and "customers"."name" is null))

-- of equal values the first by the dimension are chosen, also among the least
with results_1 as (
  select
    "name" as d0,
    count(*) as x0
  from "customers"
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 2
)
select
  "customers"."name" as "customers.name",
  count(*) as "customers.count"
from "customers"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."name"]
)
group by 1
order by "customers.name" nulls last;
-- duckdb:
-- 27|   where asked_1.d0 is not distinct from "customers"."name"
-- mysql:
-- 15|       row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
-- 27|   where asked_1.d0 <=> `customers`.`name`
-- 30| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 24| where toJSONString(tuple("customers"."name")) in (
-- 25|   select toJSONString(tuple(asked_1.d0))
-- 27 is left out
-- 30| order by 1 nulls last
-- 30+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, output_format_json_quote_denormals = 1;
-- trino:
-- 24| where json_format(cast(array[cast("customers"."name" as json)] as json)) in (
-- 25|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 27 is left out
-- bigquery:
-- 24| where to_json_string([to_json_string(`customers`.`name`)]) in (
-- 25|   select to_json_string([to_json_string(asked_1.d0)])
-- 27 is left out
-- databricks:
-- 24| where to_json(named_struct('c0', `customers`.`name`)) in (
-- 25|   select to_json(named_struct('c0', asked_1.d0))
-- 27 is left out
-- snowflake:
-- 24| where to_json(array_construct("customers"."name")) in (
-- 25|   select to_json(array_construct(asked_1.d0))
-- 27 is left out
-- redshift:
-- 27|   where (asked_1.d0 = "customers"."name" or (asked_1.d0 is null and "customers"."name" is null))

-- a value whose measure is null is neither the least nor the greatest
with results_1 as (
  select
    "customers"."name" as d0,
    avg("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 2
)
select
  "customers"."name" as "customers.name",
  count(*) as "customers.count"
from "customers"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."name"]
)
group by 1
order by "customers.name" nulls last;
-- duckdb:
-- 28|   where asked_1.d0 is not distinct from "customers"."name"
-- mysql:
-- 4|     avg(1.0000000000000000 * `orders`.`amount`) as x0
-- 16|       row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
-- 28|   where asked_1.d0 <=> `customers`.`name`
-- 31| order by `customers.name` <=> null, `customers.name`;
-- clickhouse:
-- 4|     avgOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 25| where toJSONString(tuple("customers"."name")) in (
-- 26|   select toJSONString(tuple(asked_1.d0))
-- 28 is left out
-- 31| order by 1 nulls last
-- 31+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 4|     avg(cast("orders"."amount" as double)) as x0
-- 25| where json_format(cast(array[cast("customers"."name" as json)] as json)) in (
-- 26|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 28 is left out
-- bigquery:
-- 4|     avg(cast(`orders`.`amount` as float64)) as x0
-- 25| where to_json_string([to_json_string(`customers`.`name`)]) in (
-- 26|   select to_json_string([to_json_string(asked_1.d0)])
-- 28 is left out
-- databricks:
-- 4|     avg(cast(`orders`.`amount` as double)) as x0
-- 25| where to_json(named_struct('c0', `customers`.`name`)) in (
-- 26|   select to_json(named_struct('c0', asked_1.d0))
-- 28 is left out
-- snowflake:
-- 4|     avg(cast("orders"."amount" as float)) as x0
-- 25| where to_json(array_construct("customers"."name")) in (
-- 26|   select to_json(array_construct(asked_1.d0))
-- 28 is left out
-- redshift:
-- 4|     avg(("orders"."amount")::float8) as x0
-- 28|   where (asked_1.d0 = "customers"."name" or (asked_1.d0 is null and "customers"."name" is null))

-- the least values of a number, beside the rest
-- ["more","more"]
with grouped_1 as (
  select
    "customers"."id" as d0,
    sum("orders"."amount") as s0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."id" is not null
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
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 2
),
results_2 as (
  select
    case when asked_1.place is not null then case when cast(pg_typeof(coalesce(grouped_1.d0, null)) as varchar) = 'money' then regexp_replace(cast(cast(cast(cast(grouped_1.d0 as varchar) as money) as numeric) as varchar), '[.]0*$|([.][0-9]*[1-9])0+$', '\1') when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') else grouped_1.d0::text end else $1 end as d0,
    sum(s0) as x0
  from grouped_1
  left join asked_1 on array[asked_1.d0] = array[grouped_1.d0]
  group by 1
)
select
  d0 as "customers.id",
  x0 as "orders.total"
from results_2
order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(substring(d0 from '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;
-- duckdb:
-- 32|     case when asked_1.place is not null then case when grouped_1.d0::text like '%.%0' and lower(grouped_1.d0::text) not like '%e%' then rtrim(rtrim(grouped_1.d0::text, '0'), '.') when grouped_1.d0::text = 'inf' then 'Infinity' when grouped_1.d0::text = '-inf' then '-Infinity' when grouped_1.d0::text = 'nan' then 'NaN' else grouped_1.d0::text end else $1 end as d0,
-- 35|   left join asked_1 on asked_1.d0 is not distinct from grouped_1.d0
-- 42| order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- mysql:
-- 1| -- ["more","more","more","more","more"]
-- 2| with results_1 as (
-- 5|     sum(`orders`.`amount`) as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 25|       row_number() over (order by x0 <=> null, x0, d0 <=> null, d0) as place
-- 32|     case when asked_1.place is not null then case when `customers`.`id` like '%.%0' and lower(`customers`.`id`) not like '%e%' then trim(trailing '.' from trim(trailing '0' from `customers`.`id`)) else `customers`.`id` end else ? end as d0,
-- 33|     sum(`orders`.`amount`) as x0
-- 34|   from `orders`
-- 35|   left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 35+|   left join asked_1 on asked_1.d0 <=> `customers`.`id`
-- 35+|   where `customers`.`id` is not null
-- 42| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end <=> null, case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end <=> null, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double) end, d0 <=> null, d0;
-- clickhouse:
-- 2| with results_1 as (
-- 5|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 32|     case when asked_1.place is not null then case when toString("customers"."id") = 'inf' then 'Infinity' when toString("customers"."id") = '-inf' then '-Infinity' when toString("customers"."id") = 'nan' then 'NaN' else toString("customers"."id") end else {p1:String} end as d0,
-- 33|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0
-- 34|   from "orders"
-- 35|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 35+|   left join asked_1 on [asked_1.d0] = ["customers"."id"]
-- 35+|   where "customers"."id" is not null
-- 42| order by case when d0 is null then null when d0 = {p2:String} then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = {p2:String} then null else cast(nullif(extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as Nullable(Float64)) end nulls last, d0 nulls last
-- 42+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["more","more","more"]
-- 2| with results_1 as (
-- 5|     sum("orders"."amount") as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 32|     case when asked_1.place is not null then case when cast("customers"."id" as varchar) like '%.%0' and lower(cast("customers"."id" as varchar)) not like '%e%' then regexp_replace(cast("customers"."id" as varchar), '[.]?0+$', '') else cast("customers"."id" as varchar) end else ? end as d0,
-- 33|     sum("orders"."amount") as x0
-- 34|   from "orders"
-- 35|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 35+|   left join asked_1 on asked_1.d0 is not distinct from "customers"."id"
-- 35+|   where "customers"."id" is not null
-- 42| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1})'), '') as double) end nulls last, d0 nulls last;
-- bigquery:
-- 2| with results_1 as (
-- 5|     sum(`orders`.`amount`) as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 32|     case when asked_1.place is not null then case when cast(`customers`.`id` as string) = 'inf' then 'Infinity' when cast(`customers`.`id` as string) = '-inf' then '-Infinity' when cast(`customers`.`id` as string) = 'NaN' then 'NaN' else cast(`customers`.`id` as string) end else @p1 end as d0,
-- 33|     sum(`orders`.`amount`) as x0
-- 34|   from `orders`
-- 35|   left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 35+|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`id`)
-- 35+|   where `customers`.`id` is not null
-- 42| order by case when d0 is null then null when d0 = @p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = @p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+(?:[.][0-9]+){0,1}(?:e[-+]{0,1}[0-9]+){0,1})'), '') as float64) end nulls last, d0 nulls last;
-- databricks:
-- 2| with results_1 as (
-- 5|     sum(`orders`.`amount`) as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 32|     case when asked_1.place is not null then case when cast(`customers`.`id` as string) like '%.%0' and lower(cast(`customers`.`id` as string)) not like '%e%' then regexp_replace(cast(`customers`.`id` as string), '[.]?0+$', '') else cast(`customers`.`id` as string) end else :p1 end as d0,
-- 33|     sum(`orders`.`amount`) as x0
-- 34|   from `orders`
-- 35|   left join `customers` on `customers`.`id` = `orders`.`customer_id`
-- 35+|   left join asked_1 on asked_1.d0 <=> `customers`.`id`
-- 35+|   where `customers`.`id` is not null
-- 42| order by case when d0 is null then null when d0 = :p2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = :p2 then null else cast(nullif(regexp_extract(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})', 0), '') as double) end nulls last, d0 nulls last;
-- snowflake:
-- 1| -- ["more","more","more"]
-- 2| with results_1 as (
-- 5|     sum("orders"."amount") as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 32|     case when asked_1.place is not null then case when cast("customers"."id" as varchar) like '%.%0' and lower(cast("customers"."id" as varchar)) not like '%e%' then rtrim(rtrim(cast("customers"."id" as varchar), '0'), '.') when cast("customers"."id" as varchar) = 'inf' then 'Infinity' when cast("customers"."id" as varchar) = '-inf' then '-Infinity' when cast("customers"."id" as varchar) = 'NaN' then 'NaN' else cast("customers"."id" as varchar) end else ? end as d0,
-- 33|     sum("orders"."amount") as x0
-- 34|   from "orders"
-- 35|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 35+|   left join asked_1 on equal_null(asked_1.d0, "customers"."id")
-- 35+|   where "customers"."id" is not null
-- 42| order by case when d0 is null then null when d0 = ? then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = ? then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as float) end nulls last, d0 nulls last;
-- redshift:
-- 2| with results_1 as (
-- 5|     sum("orders"."amount") as x0
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 32|     case when asked_1.place is not null then case when "customers"."id"::varchar like '%.%0' and lower("customers"."id"::varchar) not like '%e%' then rtrim(rtrim("customers"."id"::varchar, '0'), '.') else "customers"."id"::varchar end else $1 end as d0,
-- 33|     sum("orders"."amount") as x0
-- 34|   from "orders"
-- 35|   left join "customers" on "customers"."id" = "orders"."customer_id"
-- 35+|   left join asked_1 on (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))
-- 35+|   where "customers"."id" is not null
-- 42| order by case when d0 is null then null when d0 = $2 then 5 when d0 = '-Infinity' then 0 when d0 like '< %' then 1 when d0 = 'Infinity' then 3 when d0 = 'NaN' then 4 else 2 end nulls last, case when d0 = $2 then null else cast(nullif(regexp_substr(d0, '(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'), '') as double precision) end nulls last, d0 nulls last;
