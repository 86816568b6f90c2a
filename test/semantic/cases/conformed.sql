-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- two facts are joined on two shared dimensions at once
select
  d0 as "customers.name",
  d1 as "days.season",
  max(m0) as "orders.total",
  max(m1) as "returns.total"
from (
  select
    "customers"."name" as d0,
    "days"."season" as d1,
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join "days" on "days"."day" = "orders"."day"
  group by 1, 2
  union all
  select
    "customers"."name" as d0,
    "days"."season" as d1,
    null as m0,
    sum("returns"."amount") as m1
  from "returns"
  left join "customers" on "customers"."id" = "returns"."customer_id"
  left join "days" on "days"."day" = "returns"."day"
  group by 1, 2
) as branches
group by 1, 2
order by "customers.name" nulls last, "days.season" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 28| order by `customers.name` <=> null, `customers.name`, `days.season` <=> null, `days.season`
-- clickhouse:
-- 10|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 21|     sumOrNull("returns"."amount" + toDecimal128(0, 0)) as m1
-- 28| order by 1 nulls last, 2 nulls last
-- 29| limit 11
-- 29+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a filter on a shared dimension applies to each fact
-- ["summer","ann","summer","ann"]
select
  max(m0) as "orders.total",
  max(m1) as "returns.total"
from (
  select
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  left join "days" on "days"."day" = "orders"."day"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "days"."season" = $1
    and "customers"."name" = $2
  union all
  select
    null as m0,
    sum("returns"."amount") as m1
  from "returns"
  left join "days" on "days"."day" = "returns"."day"
  left join "customers" on "customers"."id" = "returns"."customer_id"
  where "days"."season" = $3
    and "customers"."name" = $4
) as branches
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 12|   where `days`.`season` = ?
-- 13|     and `customers`.`name` = ?
-- 21|   where `days`.`season` = ?
-- 22|     and `customers`.`name` = ?
-- clickhouse:
-- 7|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 12|   where "days"."season" = {p1:String}
-- 13|     and "customers"."name" = {p2:String}
-- 17|     sumOrNull("returns"."amount" + toDecimal128(0, 0)) as m1
-- 21|   where "days"."season" = {p3:String}
-- 22|     and "customers"."name" = {p4:String}
-- 24| limit 11
-- 24+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 12|   where "days"."season" = ?
-- 13|     and "customers"."name" = ?
-- 21|   where "days"."season" = ?
-- 22|     and "customers"."name" = ?
-- bigquery:
-- 12|   where `days`.`season` = @p1
-- 13|     and `customers`.`name` = @p2
-- 21|   where `days`.`season` = @p3
-- 22|     and `customers`.`name` = @p4
-- databricks:
-- 12|   where `days`.`season` = :p1
-- 13|     and `customers`.`name` = :p2
-- 21|   where `days`.`season` = :p3
-- 22|     and `customers`.`name` = :p4

-- three facts are joined on the dimension that all of them share
select
  d0 as "days.season",
  max(m0) as "orders.total",
  max(m1) as "returns.total",
  coalesce(max(m2), 0) as "deliveries.count"
from (
  select
    "days"."season" as d0,
    sum("orders"."amount") as m0,
    null::numeric as m1,
    null::bigint as m2
  from "orders"
  left join "days" on "days"."day" = "orders"."day"
  group by 1
  union all
  select
    "days"."season" as d0,
    null::numeric as m0,
    sum("returns"."amount") as m1,
    null::bigint as m2
  from "returns"
  left join "days" on "days"."day" = "returns"."day"
  group by 1
  union all
  select
    "days"."season" as d0,
    null::numeric as m0,
    null::numeric as m1,
    count(*) as m2
  from "deliveries"
  left join "days" on "days"."day" = "deliveries"."day"
  group by 1
) as branches
group by 1
order by "days.season" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake:
-- 10|     null as m1,
-- 11|     null as m2
-- 18|     null as m0,
-- 20|     null as m2
-- 27|     null as m0,
-- 28|     null as m1,
-- mysql:
-- 10|     null as m1,
-- 11|     null as m2
-- 18|     null as m0,
-- 20|     null as m2
-- 27|     null as m0,
-- 28|     null as m1,
-- 35| order by `days.season` <=> null, `days.season`
-- clickhouse:
-- 9|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 10|     null as m1,
-- 11|     null as m2
-- 18|     null as m0,
-- 19|     sumOrNull("returns"."amount" + toDecimal128(0, 0)) as m1,
-- 20|     null as m2
-- 27|     null as m0,
-- 28|     null as m1,
-- 35| order by 1 nulls last
-- 36| limit 11
-- 36+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- redshift:
-- 10|     null::float8 as m1,
-- 18|     null::float8 as m0,
-- 27|     null::float8 as m0,
-- 28|     null::float8 as m1,

-- a ratio of two facts is filtered and sorted after the facts are joined
-- ["0"]
select
  d0 as "customers.name",
  1.0 * max(m0) / nullif(max(m1), 0) as "orders.return_rate",
  max(m1) as "orders.total"
from (
  select
    "customers"."name" as d0,
    sum("returns"."amount") as m0,
    null as m1
  from "returns"
  left join "customers" on "customers"."id" = "returns"."customer_id"
  group by 1
  union all
  select
    "customers"."name" as d0,
    null as m0,
    sum("orders"."amount") as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
) as branches
group by 1
having (1.0 * max(m0) / nullif(max(m1), 0)) > $1::bigint
order by "orders.return_rate" desc nulls last, "customers.name" nulls last
limit 2;
-- duckdb:
-- 4|   max(m0) / nullif(max(m1), 0) as "orders.return_rate",
-- 24| having (max(m0) / nullif(max(m1), 0)) > $1::bigint
-- mysql:
-- 4|   1.0000000000000000 * max(m0) / nullif(max(m1), 0) as `orders.return_rate`,
-- 24| having (1.0000000000000000 * max(m0) / nullif(max(m1), 0)) > cast(? as signed)
-- 25| order by `orders.return_rate` desc, `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 4|   1e0 * max(m0) / nullif(max(m1), 0) as "orders.return_rate",
-- 9|     sumOrNull("returns"."amount" + toDecimal128(0, 0)) as m0,
-- 18|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m1
-- 24| having (1e0 * max(m0) / nullif(max(m1), 0)) > {p1:Int64}
-- 25| order by 2 desc nulls last, 1 nulls last
-- 26| limit 2
-- 26+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 4|   1e0 * max(m0) / nullif(max(m1), 0) as "orders.return_rate",
-- 24| having (1e0 * max(m0) / nullif(max(m1), 0)) > cast(? as bigint)
-- bigquery:
-- 4|   1e0 * max(m0) / nullif(max(m1), 0) as `orders__return_rate`,
-- 24| having (1e0 * max(m0) / nullif(max(m1), 0)) > cast(@p1 as int64)
-- databricks:
-- 4|   1D * max(m0) / nullif(max(m1), 0) as `orders.return_rate`,
-- 24| having (1D * max(m0) / nullif(max(m1), 0)) > cast(:p1 as bigint)
-- snowflake:
-- 4|   1::float * max(m0) / nullif(max(m1), 0) as "orders.return_rate",
-- 24| having (1::float * max(m0) / nullif(max(m1), 0)) > cast(? as number(38, 0))
-- redshift:
-- 4|   1::float8 * max(m0) / nullif(max(m1), 0) as "orders.return_rate",
-- 24| having (1::float8 * max(m0) / nullif(max(m1), 0)) > $1::bigint

-- a fact that shares only a coarser dimension is counted once per group
select
  d0 as "orders.channel",
  max(m0) as "orders.total",
  coalesce(max(m1), 0) as "customers.count"
from (
  select
    "channel" as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  group by 1
  union all
  select
    "orders".d0 as d0,
    null as m0,
    count(*) as m1
  from "customers"
  left join (
    select distinct
      "customer_id" as j0,
      "channel" as d0
    from "orders"
  ) as "orders" on "orders".j0 = "customers"."id"
  group by 1
) as branches
group by 1
order by "orders.channel" nulls last
limit 11;
-- duckdb:
-- 20|       "orders"."customer_id" as j0,
-- 21|       "orders"."channel" as d0
-- mysql:
-- 27| order by `orders.channel` <=> null, `orders.channel`
-- clickhouse:
-- 8|     sumOrNull("amount" + toDecimal128(0, 0)) as m0,
-- 27| order by 1 nulls last
-- 28| limit 11
-- 28+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, bigquery, databricks, snowflake, redshift: the same

-- a query that names every step to a measure has its dimensions on that join path
select
  "orders".d0 as "days.season",
  sum("returns"."amount") as "customers.returns.total"
from "returns"
left join "customers" on "customers"."id" = "returns"."customer_id"
left join (
  select distinct
    "orders"."customer_id" as j0,
    "days"."season" as d0
  from "orders"
  left join "days" on "days"."day" = "orders"."day"
) as "orders" on "orders".j0 = "customers"."id"
group by 1
order by "days.season" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 14| order by `days.season` <=> null, `days.season`
-- clickhouse:
-- 3|   sumOrNull("returns"."amount" + toDecimal128(0, 0)) as "customers.returns.total"
-- 14| order by 1 nulls last
-- 15| limit 11
-- 15+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- totals of two facts in the groups that a filter on one of them picks
-- ["10"]
select
  d0 as "customers.name",
  d1 as "days.season",
  max(m0) as "orders.total",
  max(m1) as "returns.total"
from (
  select
    "customers"."name" as d0,
    "days"."season" as d1,
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join "days" on "days"."day" = "orders"."day"
  group by 1, 2
  union all
  select
    "customers"."name" as d0,
    "days"."season" as d1,
    null as m0,
    sum("returns"."amount") as m1
  from "returns"
  left join "customers" on "customers"."id" = "returns"."customer_id"
  left join "days" on "days"."day" = "returns"."day"
  group by 1, 2
) as branches
group by 1, 2
having max(m1) < $1::bigint
order by "customers.name" nulls last, "days.season" nulls last
limit 11;
-- totals
-- ["10"]
with picked_1 as (
  select
    d0,
    d1
  from (
    select
      "customers"."name" as d0,
      "days"."season" as d1,
      null as m0
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    left join "days" on "days"."day" = "orders"."day"
    group by 1, 2
    union all
    select
      "customers"."name" as d0,
      "days"."season" as d1,
      sum("returns"."amount") as m0
    from "returns"
    left join "customers" on "customers"."id" = "returns"."customer_id"
    left join "days" on "days"."day" = "returns"."day"
    group by 1, 2
  ) as branches
  group by 1, 2
  having max(m0) < $1::bigint
)
select
  max(m0) as "orders.total",
  max(m1) as "returns.total"
from (
  select
    sum("orders"."amount") as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  left join "days" on "days"."day" = "orders"."day"
  where exists (
    select 1
    from picked_1
    where array[picked_1.d0] = array["customers"."name"]
      and array[picked_1.d1] = array["days"."season"]
  )
  union all
  select
    null as m0,
    sum("returns"."amount") as m1
  from "returns"
  left join "customers" on "customers"."id" = "returns"."customer_id"
  left join "days" on "days"."day" = "returns"."day"
  where exists (
    select 1
    from picked_1
    where array[picked_1.d0] = array["customers"."name"]
      and array[picked_1.d1] = array["days"."season"]
  )
) as branches;
-- duckdb:
-- 73|     where picked_1.d0 is not distinct from "customers"."name"
-- 74|       and picked_1.d1 is not distinct from "days"."season"
-- 86|     where picked_1.d0 is not distinct from "customers"."name"
-- 87|       and picked_1.d1 is not distinct from "days"."season"
-- mysql:
-- 29| having max(m1) < cast(? as signed)
-- 30| order by `customers.name` <=> null, `customers.name`, `days.season` <=> null, `days.season`
-- 58|   having max(m0) < cast(? as signed)
-- 73|     where picked_1.d0 <=> `customers`.`name`
-- 74|       and picked_1.d1 <=> `days`.`season`
-- 86|     where picked_1.d0 <=> `customers`.`name`
-- 87|       and picked_1.d1 <=> `days`.`season`
-- clickhouse:
-- 11|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 22|     sumOrNull("returns"."amount" + toDecimal128(0, 0)) as m1
-- 29| having max(m1) < {p1:Int64}
-- 30| order by 1 nulls last, 2 nulls last
-- 31| limit 11
-- 31+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 51|       sumOrNull("returns"."amount" + toDecimal128(0, 0)) as m0
-- 58|   having max(m0) < {p1:Int64}
-- 65|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 70|   where toJSONString(tuple("customers"."name", "days"."season")) in (
-- 71|     select toJSONString(tuple(picked_1.d0, picked_1.d1))
-- 73 is left out
-- 74 is left out
-- 79|     sumOrNull("returns"."amount" + toDecimal128(0, 0)) as m1
-- 83|   where toJSONString(tuple("customers"."name", "days"."season")) in (
-- 84|     select toJSONString(tuple(picked_1.d0, picked_1.d1))
-- 86 is left out
-- 87 is left out
-- 89| ) as branches
-- 89+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 29| having max(m1) < cast(? as bigint)
-- 58|   having max(m0) < cast(? as bigint)
-- 70|   where json_format(cast(array[cast("customers"."name" as json), cast("days"."season" as json)] as json)) in (
-- 71|     select json_format(cast(array[cast(picked_1.d0 as json), cast(picked_1.d1 as json)] as json))
-- 73 is left out
-- 74 is left out
-- 83|   where json_format(cast(array[cast("customers"."name" as json), cast("days"."season" as json)] as json)) in (
-- 84|     select json_format(cast(array[cast(picked_1.d0 as json), cast(picked_1.d1 as json)] as json))
-- 86 is left out
-- 87 is left out
-- bigquery:
-- 29| having max(m1) < cast(@p1 as int64)
-- 58|   having max(m0) < cast(@p1 as int64)
-- 70|   where to_json_string([to_json_string(`customers`.`name`), to_json_string(`days`.`season`)]) in (
-- 71|     select to_json_string([to_json_string(picked_1.d0), to_json_string(picked_1.d1)])
-- 73 is left out
-- 74 is left out
-- 83|   where to_json_string([to_json_string(`customers`.`name`), to_json_string(`days`.`season`)]) in (
-- 84|     select to_json_string([to_json_string(picked_1.d0), to_json_string(picked_1.d1)])
-- 86 is left out
-- 87 is left out
-- databricks:
-- 29| having max(m1) < cast(:p1 as bigint)
-- 58|   having max(m0) < cast(:p1 as bigint)
-- 70|   where to_json(named_struct('c0', `customers`.`name`, 'c1', `days`.`season`)) in (
-- 71|     select to_json(named_struct('c0', picked_1.d0, 'c1', picked_1.d1))
-- 73 is left out
-- 74 is left out
-- 83|   where to_json(named_struct('c0', `customers`.`name`, 'c1', `days`.`season`)) in (
-- 84|     select to_json(named_struct('c0', picked_1.d0, 'c1', picked_1.d1))
-- 86 is left out
-- 87 is left out
-- snowflake:
-- 29| having max(m1) < cast(? as number(38, 0))
-- 58|   having max(m0) < cast(? as number(38, 0))
-- 70|   where to_json(array_construct("customers"."name", "days"."season")) in (
-- 71|     select to_json(array_construct(picked_1.d0, picked_1.d1))
-- 73 is left out
-- 74 is left out
-- 83|   where to_json(array_construct("customers"."name", "days"."season")) in (
-- 84|     select to_json(array_construct(picked_1.d0, picked_1.d1))
-- 86 is left out
-- 87 is left out
-- redshift:
-- 73|     where (picked_1.d0 = "customers"."name" or (picked_1.d0 is null and "customers"."name" is null))
-- 74|       and (picked_1.d1 = "days"."season" or (picked_1.d1 is null and "days"."season" is null))
-- 86|     where (picked_1.d0 = "customers"."name" or (picked_1.d0 is null and "customers"."name" is null))
-- 87|       and (picked_1.d1 = "days"."season" or (picked_1.d1 is null and "days"."season" is null))
