-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a subtotal follows each group of the first dimension, with null for the second
with results_1 as (
  select
    "channel" as d0,
    date_trunc('month', "placed_at")::date as d1,
    sum("amount") as x0,
    count(*) as x1,
    2 as level
  from "orders"
  group by 1, 2
),
results_2 as (
  select
    "channel" as d0,
    null::date as d1,
    sum("amount") as x0,
    count(*) as x1,
    1 as level
  from "orders"
  group by 1
),
together_1 as (
  select d0, d1, x0, x1, level from results_1
  union all
  select d0, d1, x0, x1, level from results_2
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.month",
  x0 as "orders.total",
  x1 as "orders.count",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last
limit 21;
-- duckdb:
-- 14|     null as d1,
-- mysql:
-- 4|     cast(date_format(`placed_at`, '%Y-%m-01') as date) as d1,
-- 14|     null as d1,
-- 33| order by d0 <=> null, d0, case when level = 1 then 1 else 0 end, d1 <=> null, d1
-- clickhouse:
-- 4|     toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d1,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as x0,
-- 14|     null as d1,
-- 15|     sumOrNull("amount" + toDecimal128(0, 0)) as x0,
-- 34| limit 21
-- 34+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4|     cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d1,
-- 14|     null as d1,
-- bigquery:
-- 4|     date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d1,
-- 14|     null as d1,
-- databricks:
-- 4|     cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d1,
-- 14|     null as d1,
-- snowflake:
-- 4|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d1,
-- 14|     null as d1,
-- redshift: the same

-- a row in two groups counts once in their subtotal
with results_1 as (
  select
    "accounts"."branch" as d0,
    "tags".d1 as d1,
    count(*) as x0,
    2 as level
  from "accounts"
  left join (
    select distinct
      "account_id" as j0,
      "tag" as d1
    from "tags"
  ) as "tags" on "tags".j0 = "accounts"."id"
  group by 1, 2
),
results_2 as (
  select
    "accounts"."branch" as d0,
    null::text as d1,
    count(*) as x0,
    1 as level
  from "accounts"
  group by 1
),
together_1 as (
  select d0, d1, x0, level from results_1
  union all
  select d0, d1, x0, level from results_2
)
select
  d0 as "accounts.branch",
  d1 as "tags.tag",
  x0 as "accounts.count",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last
limit 21;
-- totals
select
  count(*) as "accounts.count",
  null as "subtotal"
from "accounts";
-- duckdb:
-- 10|       "tags"."account_id" as j0,
-- 11|       "tags"."tag" as d1
-- 19|     null as d1,
-- mysql:
-- 19|     null as d1,
-- 36| order by d0 <=> null, d0, case when level = 1 then 1 else 0 end, d1 <=> null, d1
-- clickhouse:
-- 19|     null as d1,
-- 37| limit 21
-- 37+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 42| from "accounts"
-- 42+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, bigquery, databricks, snowflake:
-- 19|     null as d1,
-- redshift:
-- 19|     null::varchar as d1,

-- a measure orders groups by their subtotals, and the rows within them by its own value
with results_1 as (
  select
    "channel" as d0,
    date_trunc('month', "placed_at")::date as d1,
    sum("amount") as x0,
    2 as level
  from "orders"
  group by 1, 2
),
results_2 as (
  select
    "channel" as d0,
    null::date as d1,
    sum("amount") as x0,
    1 as level
  from "orders"
  group by 1
),
together_1 as (
  select d0, d1, x0, level from results_1
  union all
  select d0, d1, x0, level from results_2
),
sorted_1 as (
  select
    d0,
    d1,
    x0,
    level,
    max(case when level = 1 then x0 end) over (partition by d0) as s0
  from together_1
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.month",
  x0 as "orders.total",
  level as "subtotal"
from sorted_1
order by s0 desc nulls last, d0 nulls last, case when level = 1 then 1 else 0 end, x0 desc nulls last, d1 nulls last
limit 21;
-- duckdb:
-- 13|     null as d1,
-- mysql:
-- 4|     cast(date_format(`placed_at`, '%Y-%m-01') as date) as d1,
-- 13|     null as d1,
-- 39| order by s0 desc, d0 <=> null, d0, case when level = 1 then 1 else 0 end, x0 desc, d1 <=> null, d1
-- clickhouse:
-- 4|     toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d1,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as x0,
-- 13|     null as d1,
-- 14|     sumOrNull("amount" + toDecimal128(0, 0)) as x0,
-- 40| limit 21
-- 40+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4|     cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d1,
-- 13|     null as d1,
-- bigquery:
-- 4|     date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d1,
-- 13|     null as d1,
-- databricks:
-- 4|     cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d1,
-- 13|     null as d1,
-- snowflake:
-- 4|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d1,
-- 13|     null as d1,
-- redshift: the same

-- groups are sorted by the subtotals of a measure that is not selected
with results_1 as (
  select
    "channel" as d0,
    date_trunc('month', "placed_at")::date as d1,
    sum("amount") as x0,
    count(*) as o0,
    2 as level
  from "orders"
  group by 1, 2
),
results_2 as (
  select
    "channel" as d0,
    null::date as d1,
    sum("amount") as x0,
    count(*) as o0,
    1 as level
  from "orders"
  group by 1
),
together_1 as (
  select d0, d1, x0, o0, level from results_1
  union all
  select d0, d1, x0, o0, level from results_2
),
sorted_1 as (
  select
    d0,
    d1,
    x0,
    o0,
    level,
    max(case when level = 1 then o0 end) over (partition by d0) as s0
  from together_1
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.month",
  x0 as "orders.total",
  level as "subtotal"
from sorted_1
order by s0 desc nulls last, d0 nulls last, case when level = 1 then 1 else 0 end, o0 desc nulls last, d1 desc nulls last
limit 4;
-- duckdb:
-- 14|     null as d1,
-- mysql:
-- 4|     cast(date_format(`placed_at`, '%Y-%m-01') as date) as d1,
-- 14|     null as d1,
-- 42| order by s0 desc, d0 <=> null, d0, case when level = 1 then 1 else 0 end, o0 desc, d1 desc
-- clickhouse:
-- 4|     toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d1,
-- 5|     sumOrNull("amount" + toDecimal128(0, 0)) as x0,
-- 14|     null as d1,
-- 15|     sumOrNull("amount" + toDecimal128(0, 0)) as x0,
-- 43| limit 4
-- 43+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4|     cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d1,
-- 14|     null as d1,
-- bigquery:
-- 4|     date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d1,
-- 14|     null as d1,
-- databricks:
-- 4|     cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d1,
-- 14|     null as d1,
-- snowflake:
-- 4|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d1,
-- 14|     null as d1,
-- redshift: the same

-- a filter on a measure leaves groups out, and their rows out of the subtotals
-- ["4","4"]
with picked_1 as (
  select
    "channel" as d0,
    date_trunc('month', "placed_at")::date as d1
  from "orders"
  group by 1, 2
  having sum("amount") > $1::bigint
),
results_1 as (
  select
    "channel" as d0,
    date_trunc('month', "placed_at")::date as d1,
    sum("amount") as x0,
    2 as level
  from "orders"
  group by 1, 2
  having sum("amount") > $2::bigint
),
results_2 as (
  select
    "orders"."channel" as d0,
    null::date as d1,
    sum("orders"."amount") as x0,
    1 as level
  from "orders"
  where exists (
    select 1
    from picked_1
    where array[picked_1.d0] = array["orders"."channel"]
      and array[picked_1.d1] = array[date_trunc('month', "orders"."placed_at")::date]
  )
  group by 1
),
together_1 as (
  select d0, d1, x0, level from results_1
  union all
  select d0, d1, x0, level from results_2
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.month",
  x0 as "orders.total",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last
limit 21;
-- totals
-- ["4"]
with picked_1 as (
  select
    "channel" as d0,
    date_trunc('month', "placed_at")::date as d1
  from "orders"
  group by 1, 2
  having sum("amount") > $1::bigint
)
select
  sum("orders"."amount") as "orders.total",
  null as "subtotal"
from "orders"
where exists (
  select 1
  from picked_1
  where array[picked_1.d0] = array["orders"."channel"]
    and array[picked_1.d1] = array[date_trunc('month', "orders"."placed_at")::date]
);
-- duckdb:
-- 23|     null as d1,
-- 30|     where picked_1.d0 is not distinct from "orders"."channel"
-- 31|       and picked_1.d1 is not distinct from date_trunc('month', "orders"."placed_at")::date
-- 65|   where picked_1.d0 is not distinct from "orders"."channel"
-- 66|     and picked_1.d1 is not distinct from date_trunc('month', "orders"."placed_at")::date
-- mysql:
-- 5|     cast(date_format(`placed_at`, '%Y-%m-01') as date) as d1
-- 8|   having sum(`amount`) > cast(? as signed)
-- 13|     cast(date_format(`placed_at`, '%Y-%m-01') as date) as d1,
-- 18|   having sum(`amount`) > cast(? as signed)
-- 23|     null as d1,
-- 30|     where picked_1.d0 <=> `orders`.`channel`
-- 31|       and picked_1.d1 <=> cast(date_format(`orders`.`placed_at`, '%Y-%m-01') as date)
-- 46| order by d0 <=> null, d0, case when level = 1 then 1 else 0 end, d1 <=> null, d1
-- 53|     cast(date_format(`placed_at`, '%Y-%m-01') as date) as d1
-- 56|   having sum(`amount`) > cast(? as signed)
-- 65|   where picked_1.d0 <=> `orders`.`channel`
-- 66|     and picked_1.d1 <=> cast(date_format(`orders`.`placed_at`, '%Y-%m-01') as date)
-- clickhouse:
-- 5|     toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d1
-- 8|   having sumOrNull("amount" + toDecimal128(0, 0)) > {p1:Int64}
-- 13|     toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d1,
-- 14|     sumOrNull("amount" + toDecimal128(0, 0)) as x0,
-- 18|   having sumOrNull("amount" + toDecimal128(0, 0)) > {p2:Int64}
-- 23|     null as d1,
-- 24|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as x0,
-- 27|   where toJSONString(tuple("orders"."channel", toStartOfMonth(toDate32(toTimeZone("orders"."placed_at", 'UTC'))))) in (
-- 28|     select toJSONString(tuple(picked_1.d0, picked_1.d1))
-- 30 is left out
-- 31 is left out
-- 47| limit 21
-- 47+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, output_format_json_quote_denormals = 1;
-- 53|     toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d1
-- 56|   having sumOrNull("amount" + toDecimal128(0, 0)) > {p1:Int64}
-- 59|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total",
-- 62| where toJSONString(tuple("orders"."channel", toStartOfMonth(toDate32(toTimeZone("orders"."placed_at", 'UTC'))))) in (
-- 63|   select toJSONString(tuple(picked_1.d0, picked_1.d1))
-- 65| )
-- 66| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, output_format_json_quote_denormals = 1;
-- 67 is left out
-- trino:
-- 5|     cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d1
-- 8|   having sum("amount") > cast(? as bigint)
-- 13|     cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d1,
-- 18|   having sum("amount") > cast(? as bigint)
-- 23|     null as d1,
-- 27|   where json_format(cast(array[cast("orders"."channel" as json), cast(cast(date_trunc('month', cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as json)] as json)) in (
-- 28|     select json_format(cast(array[cast(picked_1.d0 as json), cast(picked_1.d1 as json)] as json))
-- 30 is left out
-- 31 is left out
-- 53|     cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d1
-- 56|   having sum("amount") > cast(? as bigint)
-- 62| where json_format(cast(array[cast("orders"."channel" as json), cast(cast(date_trunc('month', cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as json)] as json)) in (
-- 63|   select json_format(cast(array[cast(picked_1.d0 as json), cast(picked_1.d1 as json)] as json))
-- 65 is left out
-- 66 is left out
-- bigquery:
-- 5|     date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d1
-- 8|   having sum(`amount`) > cast(@p1 as int64)
-- 13|     date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d1,
-- 18|   having sum(`amount`) > cast(@p2 as int64)
-- 23|     null as d1,
-- 27|   where to_json_string([to_json_string(`orders`.`channel`), to_json_string(date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), month))]) in (
-- 28|     select to_json_string([to_json_string(picked_1.d0), to_json_string(picked_1.d1)])
-- 30 is left out
-- 31 is left out
-- 53|     date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d1
-- 56|   having sum(`amount`) > cast(@p1 as int64)
-- 62| where to_json_string([to_json_string(`orders`.`channel`), to_json_string(date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), month))]) in (
-- 63|   select to_json_string([to_json_string(picked_1.d0), to_json_string(picked_1.d1)])
-- 65 is left out
-- 66 is left out
-- databricks:
-- 5|     cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d1
-- 8|   having sum(`amount`) > cast(:p1 as bigint)
-- 13|     cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d1,
-- 18|   having sum(`amount`) > cast(:p2 as bigint)
-- 23|     null as d1,
-- 27|   where to_json(named_struct('c0', `orders`.`channel`, 'c1', cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed_at`)) as date))) in (
-- 28|     select to_json(named_struct('c0', picked_1.d0, 'c1', picked_1.d1))
-- 30 is left out
-- 31 is left out
-- 53|     cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d1
-- 56|   having sum(`amount`) > cast(:p1 as bigint)
-- 62| where to_json(named_struct('c0', `orders`.`channel`, 'c1', cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed_at`)) as date))) in (
-- 63|   select to_json(named_struct('c0', picked_1.d0, 'c1', picked_1.d1))
-- 65 is left out
-- 66 is left out
-- snowflake:
-- 5|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d1
-- 8|   having sum("amount") > cast(? as number(38, 0))
-- 13|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d1,
-- 18|   having sum("amount") > cast(? as number(38, 0))
-- 23|     null as d1,
-- 27|   where to_json(array_construct("orders"."channel", cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz)) as date))) in (
-- 28|     select to_json(array_construct(picked_1.d0, picked_1.d1))
-- 30 is left out
-- 31 is left out
-- 53|     cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d1
-- 56|   having sum("amount") > cast(? as number(38, 0))
-- 62| where to_json(array_construct("orders"."channel", cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz)) as date))) in (
-- 63|   select to_json(array_construct(picked_1.d0, picked_1.d1))
-- 65 is left out
-- 66 is left out
-- redshift:
-- 30|     where (picked_1.d0 = "orders"."channel" or (picked_1.d0 is null and "orders"."channel" is null))
-- 31|       and (picked_1.d1 = date_trunc('month', "orders"."placed_at")::date or (picked_1.d1 is null and date_trunc('month', "orders"."placed_at")::date is null))
-- 65|   where (picked_1.d0 = "orders"."channel" or (picked_1.d0 is null and "orders"."channel" is null))
-- 66|     and (picked_1.d1 = date_trunc('month', "orders"."placed_at")::date or (picked_1.d1 is null and date_trunc('month', "orders"."placed_at")::date is null))

-- the subtotal of a balance is that of the last day among its rows
with results_1 as (
  select
    d0,
    d1,
    sum(case when place = 1 then v0 end) as x0,
    2 as level
  from (
    select
      "accounts"."branch" as d0,
      date_trunc('month', "balances"."day")::date as d1,
      "balances"."balance" as v0,
      case when "balances"."day" is not null then rank() over (partition by "accounts"."branch", date_trunc('month', "balances"."day")::date, "balances"."account_id" order by "balances"."day" desc nulls last) end as place
    from "balances"
    left join "accounts" on "accounts"."id" = "balances"."account_id"
    where "balances"."day" is not null
  ) as "balances"
  group by 1, 2
),
results_2 as (
  select
    d0,
    null::date as d1,
    sum(case when place = 1 then v0 end) as x0,
    1 as level
  from (
    select
      "accounts"."branch" as d0,
      "balances"."balance" as v0,
      case when "balances"."day" is not null then rank() over (partition by "accounts"."branch", "balances"."account_id" order by "balances"."day" desc nulls last) end as place
    from "balances"
    left join "accounts" on "accounts"."id" = "balances"."account_id"
    where "balances"."day" is not null
  ) as "balances"
  group by 1
),
together_1 as (
  select d0, d1, x0, level from results_1
  union all
  select d0, d1, x0, level from results_2
)
select
  d0 as "accounts.branch",
  d1 as "balances.day.month",
  x0 as "balances.closing",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last
limit 21;
-- duckdb:
-- 22|     null as d1,
-- mysql:
-- 10|       cast(date_format(`balances`.`day`, '%Y-%m-01') as date) as d1,
-- 12|       case when `balances`.`day` is not null then rank() over (partition by `accounts`.`branch`, cast(date_format(`balances`.`day`, '%Y-%m-01') as date), `balances`.`account_id` order by `balances`.`day` desc) end as place
-- 22|     null as d1,
-- 29|       case when `balances`.`day` is not null then rank() over (partition by `accounts`.`branch`, `balances`.`account_id` order by `balances`.`day` desc) end as place
-- 47| order by d0 <=> null, d0, case when level = 1 then 1 else 0 end, d1 <=> null, d1
-- clickhouse:
-- 5|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as x0,
-- 10|       toStartOfMonth(toDate32("balances"."day")) as d1,
-- 12|       case when "balances"."day" is not null then rank() over (partition by "accounts"."branch", toStartOfMonth(toDate32("balances"."day")), "balances"."account_id" order by "balances"."day" desc nulls last) end as place
-- 22|     null as d1,
-- 23|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as x0,
-- 48| limit 21
-- 48+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 10|       cast(date_trunc('month', "balances"."day") as date) as d1,
-- 12|       case when "balances"."day" is not null then rank() over (partition by "accounts"."branch", cast(date_trunc('month', "balances"."day") as date), "balances"."account_id" order by "balances"."day" desc nulls last) end as place
-- 22|     null as d1,
-- bigquery:
-- 10|       date_trunc(cast(`balances`.`day` as date), month) as d1,
-- 12|       case when `balances`.`day` is not null then rank() over (partition by `accounts`.`branch`, date_trunc(cast(`balances`.`day` as date), month), `balances`.`account_id` order by `balances`.`day` desc nulls last) end as place
-- 22|     null as d1,
-- databricks:
-- 10|       cast(date_trunc('month', `balances`.`day`) as date) as d1,
-- 12|       case when `balances`.`day` is not null then rank() over (partition by `accounts`.`branch`, cast(date_trunc('month', `balances`.`day`) as date), `balances`.`account_id` order by `balances`.`day` desc nulls last) end as place
-- 22|     null as d1,
-- redshift: the same

-- three dimensions have subtotals of the first two and of the first, also over two facts
-- ["2024-02-01 00:00:00","2024-02-01 00:00:00","2024-02-01 00:00:00","2024-02-01 00:00:00","2024-02-01 00:00:00","2024-02-01 00:00:00"]
with results_1 as (
  select
    d0,
    d1,
    d2,
    max(m0) as x0,
    coalesce(max(m1), 0) as x1,
    3 as level
  from (
    select
      "orders"."channel" as d0,
      date_trunc('month', "orders"."placed_at")::date as d1,
      "lines"."sku" as d2,
      sum("lines"."quantity") as m0,
      null as m1
    from "lines"
    left join "orders" on "orders"."id" = "lines"."order_id"
    where "orders"."placed_at" >= $1::timestamp
    group by 1, 2, 3
    union all
    select
      "orders"."channel" as d0,
      date_trunc('month', "orders"."placed_at")::date as d1,
      "lines".d2 as d2,
      null as m0,
      count(*) as m1
    from "orders"
    left join (
      select distinct
        "order_id" as j0,
        "sku" as d2
      from "lines"
    ) as "lines" on "lines".j0 = "orders"."id"
    where "orders"."placed_at" >= $2::timestamp
    group by 1, 2, 3
  ) as branches
  group by 1, 2, 3
),
results_2 as (
  select
    d0,
    null::date as d1,
    null::text as d2,
    max(m0) as x0,
    coalesce(max(m1), 0) as x1,
    1 as level
  from (
    select
      "orders"."channel" as d0,
      sum("lines"."quantity") as m0,
      null as m1
    from "lines"
    left join "orders" on "orders"."id" = "lines"."order_id"
    where "orders"."placed_at" >= $3::timestamp
    group by 1
    union all
    select
      "orders"."channel" as d0,
      null as m0,
      count(*) as m1
    from "orders"
    where "orders"."placed_at" >= $4::timestamp
    group by 1
  ) as branches
  group by 1
),
results_3 as (
  select
    d0,
    d1,
    null::text as d2,
    max(m0) as x0,
    coalesce(max(m1), 0) as x1,
    2 as level
  from (
    select
      "orders"."channel" as d0,
      date_trunc('month', "orders"."placed_at")::date as d1,
      sum("lines"."quantity") as m0,
      null as m1
    from "lines"
    left join "orders" on "orders"."id" = "lines"."order_id"
    where "orders"."placed_at" >= $5::timestamp
    group by 1, 2
    union all
    select
      "orders"."channel" as d0,
      date_trunc('month', "orders"."placed_at")::date as d1,
      null as m0,
      count(*) as m1
    from "orders"
    where "orders"."placed_at" >= $6::timestamp
    group by 1, 2
  ) as branches
  group by 1, 2
),
together_1 as (
  select d0, d1, d2, x0, x1, level from results_1
  union all
  select d0, d1, d2, x0, x1, level from results_2
  union all
  select d0, d1, d2, x0, x1, level from results_3
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.month",
  d2 as "lines.sku",
  x0 as "lines.quantity",
  x1 as "orders.count",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last, case when level = 2 then 1 else 0 end, d2 nulls last
limit 21;
-- duckdb:
-- 31|         "lines"."order_id" as j0,
-- 32|         "lines"."sku" as d2
-- 43|     null as d1,
-- 44|     null as d2,
-- 72|     null as d2,
-- mysql:
-- 13|       cast(date_format(`orders`.`placed_at`, '%Y-%m-01') as date) as d1,
-- 19|     where `orders`.`placed_at` >= cast(? as datetime(6))
-- 24|       cast(date_format(`orders`.`placed_at`, '%Y-%m-01') as date) as d1,
-- 35|     where `orders`.`placed_at` >= cast(? as datetime(6))
-- 43|     null as d1,
-- 44|     null as d2,
-- 55|     where `orders`.`placed_at` >= cast(? as datetime(6))
-- 63|     where `orders`.`placed_at` >= cast(? as datetime(6))
-- 72|     null as d2,
-- 79|       cast(date_format(`orders`.`placed_at`, '%Y-%m-01') as date) as d1,
-- 84|     where `orders`.`placed_at` >= cast(? as datetime(6))
-- 89|       cast(date_format(`orders`.`placed_at`, '%Y-%m-01') as date) as d1,
-- 93|     where `orders`.`placed_at` >= cast(? as datetime(6))
-- 113| order by d0 <=> null, d0, case when level = 1 then 1 else 0 end, d1 <=> null, d1, case when level = 2 then 1 else 0 end, d2 <=> null, d2
-- clickhouse:
-- 13|       toStartOfMonth(toDate32(toTimeZone("orders"."placed_at", 'UTC'))) as d1,
-- 15|       sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m0,
-- 19|     where "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')}
-- 24|       toStartOfMonth(toDate32(toTimeZone("orders"."placed_at", 'UTC'))) as d1,
-- 35|     where "orders"."placed_at" >= {p2:DateTime64(6, 'UTC')}
-- 43|     null as d1,
-- 44|     null as d2,
-- 51|       sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m0,
-- 55|     where "orders"."placed_at" >= {p3:DateTime64(6, 'UTC')}
-- 63|     where "orders"."placed_at" >= {p4:DateTime64(6, 'UTC')}
-- 72|     null as d2,
-- 79|       toStartOfMonth(toDate32(toTimeZone("orders"."placed_at", 'UTC'))) as d1,
-- 80|       sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m0,
-- 84|     where "orders"."placed_at" >= {p5:DateTime64(6, 'UTC')}
-- 89|       toStartOfMonth(toDate32(toTimeZone("orders"."placed_at", 'UTC'))) as d1,
-- 93|     where "orders"."placed_at" >= {p6:DateTime64(6, 'UTC')}
-- 114| limit 21
-- 114+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 13|       cast(date_trunc('month', cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d1,
-- 19|     where "orders"."placed_at" >= cast(? as timestamp(6))
-- 24|       cast(date_trunc('month', cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d1,
-- 35|     where "orders"."placed_at" >= cast(? as timestamp(6))
-- 43|     null as d1,
-- 44|     null as d2,
-- 55|     where "orders"."placed_at" >= cast(? as timestamp(6))
-- 63|     where "orders"."placed_at" >= cast(? as timestamp(6))
-- 72|     null as d2,
-- 79|       cast(date_trunc('month', cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d1,
-- 84|     where "orders"."placed_at" >= cast(? as timestamp(6))
-- 89|       cast(date_trunc('month', cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d1,
-- 93|     where "orders"."placed_at" >= cast(? as timestamp(6))
-- bigquery:
-- 13|       date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), month) as d1,
-- 19|     where `orders`.`placed_at` >= @p1
-- 24|       date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), month) as d1,
-- 35|     where `orders`.`placed_at` >= @p2
-- 43|     null as d1,
-- 44|     null as d2,
-- 55|     where `orders`.`placed_at` >= @p3
-- 63|     where `orders`.`placed_at` >= @p4
-- 72|     null as d2,
-- 79|       date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), month) as d1,
-- 84|     where `orders`.`placed_at` >= @p5
-- 89|       date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), month) as d1,
-- 93|     where `orders`.`placed_at` >= @p6
-- databricks:
-- 13|       cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed_at`)) as date) as d1,
-- 19|     where `orders`.`placed_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 24|       cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed_at`)) as date) as d1,
-- 35|     where `orders`.`placed_at` >= cast(concat(:p2, 'Z') as timestamp)
-- 43|     null as d1,
-- 44|     null as d2,
-- 55|     where `orders`.`placed_at` >= cast(concat(:p3, 'Z') as timestamp)
-- 63|     where `orders`.`placed_at` >= cast(concat(:p4, 'Z') as timestamp)
-- 72|     null as d2,
-- 79|       cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed_at`)) as date) as d1,
-- 84|     where `orders`.`placed_at` >= cast(concat(:p5, 'Z') as timestamp)
-- 89|       cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed_at`)) as date) as d1,
-- 93|     where `orders`.`placed_at` >= cast(concat(:p6, 'Z') as timestamp)
-- snowflake:
-- 13|       cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz)) as date) as d1,
-- 19|     where "orders"."placed_at" >= cast(? as timestamp_ntz)
-- 24|       cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz)) as date) as d1,
-- 35|     where "orders"."placed_at" >= cast(? as timestamp_ntz)
-- 43|     null as d1,
-- 44|     null as d2,
-- 55|     where "orders"."placed_at" >= cast(? as timestamp_ntz)
-- 63|     where "orders"."placed_at" >= cast(? as timestamp_ntz)
-- 72|     null as d2,
-- 79|       cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz)) as date) as d1,
-- 84|     where "orders"."placed_at" >= cast(? as timestamp_ntz)
-- 89|       cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed_at") as timestamp_ntz)) as date) as d1,
-- 93|     where "orders"."placed_at" >= cast(? as timestamp_ntz)
-- redshift:
-- 44|     null::varchar as d2,
-- 72|     null::varchar as d2,

-- the rest of a top has one subtotal under its name
-- ["rest"]
with results_1 as (
  select
    "lines"."sku" as d0,
    sum("lines"."quantity") as x0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."channel" is not null
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
  where "orders"."channel" is not null
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
results_3 as (
  select
    "orders"."channel" as d0,
    case when asked_1.place is not null then "lines"."sku"::text else $1 end as d1,
    sum("lines"."quantity") as x0,
    2 as level
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  left join asked_1 on array[asked_1.d0] = array["lines"."sku"]
  where "orders"."channel" is not null
  group by 1, 2
),
results_4 as (
  select
    "orders"."channel" as d0,
    null::text as d1,
    sum("lines"."quantity") as x0,
    1 as level
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  left join asked_2 on array[asked_2.d0] = array["lines"."sku"]
  where "orders"."channel" is not null
  group by 1
),
together_1 as (
  select d0, d1, x0, level from results_3
  union all
  select d0, d1, x0, level from results_4
)
select
  d0 as "orders.channel",
  d1 as "lines.sku",
  x0 as "lines.quantity",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last
limit 21;
-- duckdb:
-- 52|   left join asked_1 on asked_1.d0 is not distinct from "lines"."sku"
-- 59|     null as d1,
-- 64|   left join asked_2 on asked_2.d0 is not distinct from "lines"."sku"
-- mysql:
-- 18|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 39|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 47|     case when asked_1.place is not null then `lines`.`sku` else ? end as d1,
-- 52|   left join asked_1 on asked_1.d0 <=> `lines`.`sku`
-- 59|     null as d1,
-- 64|   left join asked_2 on asked_2.d0 <=> `lines`.`sku`
-- 79| order by d0 <=> null, d0, case when level = 1 then 1 else 0 end, d1 <=> null, d1
-- clickhouse:
-- 5|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as x0
-- 18|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 26|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as x0
-- 39|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 47|     case when asked_1.place is not null then toString("lines"."sku") else {p1:String} end as d1,
-- 48|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as x0,
-- 52|   left join asked_1 on [asked_1.d0] = ["lines"."sku"]
-- 59|     null as d1,
-- 60|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as x0,
-- 64|   left join asked_2 on [asked_2.d0] = ["lines"."sku"]
-- 80| limit 21
-- 80+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 47|     case when asked_1.place is not null then cast("lines"."sku" as varchar) else ? end as d1,
-- 52|   left join asked_1 on asked_1.d0 is not distinct from "lines"."sku"
-- 59|     null as d1,
-- 64|   left join asked_2 on asked_2.d0 is not distinct from "lines"."sku"
-- bigquery:
-- 47|     case when asked_1.place is not null then cast(`lines`.`sku` as string) else @p1 end as d1,
-- 52|   left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`lines`.`sku`)
-- 59|     null as d1,
-- 64|   left join asked_2 on to_json_string(asked_2.d0) = to_json_string(`lines`.`sku`)
-- databricks:
-- 47|     case when asked_1.place is not null then cast(`lines`.`sku` as string) else :p1 end as d1,
-- 52|   left join asked_1 on asked_1.d0 <=> `lines`.`sku`
-- 59|     null as d1,
-- 64|   left join asked_2 on asked_2.d0 <=> `lines`.`sku`
-- snowflake:
-- 47|     case when asked_1.place is not null then cast("lines"."sku" as varchar) else ? end as d1,
-- 52|   left join asked_1 on equal_null(asked_1.d0, "lines"."sku")
-- 59|     null as d1,
-- 64|   left join asked_2 on equal_null(asked_2.d0, "lines"."sku")
-- redshift:
-- 47|     case when asked_1.place is not null then "lines"."sku"::varchar else $1 end as d1,
-- 52|   left join asked_1 on (asked_1.d0 = "lines"."sku" or (asked_1.d0 is null and "lines"."sku" is null))
-- 59|     null::varchar as d1,
-- 64|   left join asked_2 on (asked_2.d0 = "lines"."sku" or (asked_2.d0 is null and "lines"."sku" is null))

-- values that top leaves out are in no subtotal
with results_1 as (
  select
    "lines"."sku" as d0,
    sum("lines"."quantity") as x0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."channel" is not null
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
  where "orders"."channel" is not null
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
results_3 as (
  select
    "orders"."channel" as d0,
    "lines"."sku" as d1,
    sum("lines"."quantity") as x0,
    2 as level
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."channel" is not null
    and exists (
      select 1
      from asked_1
      where array[asked_1.d0] = array["lines"."sku"]
    )
  group by 1, 2
),
results_4 as (
  select
    "orders"."channel" as d0,
    null::text as d1,
    sum("lines"."quantity") as x0,
    1 as level
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."channel" is not null
    and exists (
      select 1
      from asked_2
      where array[asked_2.d0] = array["lines"."sku"]
    )
  group by 1
),
together_1 as (
  select d0, d1, x0, level from results_3
  union all
  select d0, d1, x0, level from results_4
)
select
  d0 as "orders.channel",
  d1 as "lines.sku",
  x0 as "lines.quantity",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last
limit 21;
-- duckdb:
-- 55|       where asked_1.d0 is not distinct from "lines"."sku"
-- 62|     null as d1,
-- 71|       where asked_2.d0 is not distinct from "lines"."sku"
-- mysql:
-- 17|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 38|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 55|       where asked_1.d0 <=> `lines`.`sku`
-- 62|     null as d1,
-- 71|       where asked_2.d0 <=> `lines`.`sku`
-- 86| order by d0 <=> null, d0, case when level = 1 then 1 else 0 end, d1 <=> null, d1
-- clickhouse:
-- 4|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as x0
-- 17|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 25|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as x0
-- 38|       row_number() over (order by x0 <> x0 desc nulls last, x0 desc nulls last, d0 nulls last) as place
-- 47|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as x0,
-- 52|     and toJSONString(tuple("lines"."sku")) in (
-- 53|       select toJSONString(tuple(asked_1.d0))
-- 55 is left out
-- 62|     null as d1,
-- 63|     sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as x0,
-- 68|     and toJSONString(tuple("lines"."sku")) in (
-- 69|       select toJSONString(tuple(asked_2.d0))
-- 71 is left out
-- 87| limit 21
-- 87+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 52|     and json_format(cast(array[cast("lines"."sku" as json)] as json)) in (
-- 53|       select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 55 is left out
-- 62|     null as d1,
-- 68|     and json_format(cast(array[cast("lines"."sku" as json)] as json)) in (
-- 69|       select json_format(cast(array[cast(asked_2.d0 as json)] as json))
-- 71 is left out
-- bigquery:
-- 52|     and to_json_string([to_json_string(`lines`.`sku`)]) in (
-- 53|       select to_json_string([to_json_string(asked_1.d0)])
-- 55 is left out
-- 62|     null as d1,
-- 68|     and to_json_string([to_json_string(`lines`.`sku`)]) in (
-- 69|       select to_json_string([to_json_string(asked_2.d0)])
-- 71 is left out
-- databricks:
-- 52|     and to_json(named_struct('c0', `lines`.`sku`)) in (
-- 53|       select to_json(named_struct('c0', asked_1.d0))
-- 55 is left out
-- 62|     null as d1,
-- 68|     and to_json(named_struct('c0', `lines`.`sku`)) in (
-- 69|       select to_json(named_struct('c0', asked_2.d0))
-- 71 is left out
-- snowflake:
-- 52|     and to_json(array_construct("lines"."sku")) in (
-- 53|       select to_json(array_construct(asked_1.d0))
-- 55 is left out
-- 62|     null as d1,
-- 68|     and to_json(array_construct("lines"."sku")) in (
-- 69|       select to_json(array_construct(asked_2.d0))
-- 71 is left out
-- redshift:
-- 55|       where (asked_1.d0 = "lines"."sku" or (asked_1.d0 is null and "lines"."sku" is null))
-- 62|     null::varchar as d1,
-- 71|       where (asked_2.d0 = "lines"."sku" or (asked_2.d0 is null and "lines"."sku" is null))

-- a balance over the whole query has the same last moment in all subtotals of a level
with results_1 as (
  select
    d0,
    d1,
    d2,
    sum(case when place = 1 then v0 end) as x0,
    3 as level
  from (
    select
      date_trunc('month', "balances"."day")::date as d0,
      "accounts"."branch" as d1,
      "balances"."account_id" as d2,
      "balances"."balance" as v0,
      case when "balances"."day" is not null then rank() over (partition by date_trunc('month', "balances"."day")::date order by "balances"."day" desc nulls last) end as place
    from "balances"
    left join "accounts" on "accounts"."id" = "balances"."account_id"
    where "balances"."day" is not null
  ) as "balances"
  group by 1, 2, 3
),
results_2 as (
  select
    d0,
    null::text as d1,
    null::numeric as d2,
    sum(case when place = 1 then v0 end) as x0,
    1 as level
  from (
    select
      date_trunc('month', "balances"."day")::date as d0,
      "balances"."balance" as v0,
      case when "balances"."day" is not null then rank() over (partition by date_trunc('month', "balances"."day")::date order by "balances"."day" desc nulls last) end as place
    from "balances"
    left join "accounts" on "accounts"."id" = "balances"."account_id"
    where "balances"."day" is not null
  ) as "balances"
  group by 1
),
results_3 as (
  select
    d0,
    d1,
    null::numeric as d2,
    sum(case when place = 1 then v0 end) as x0,
    2 as level
  from (
    select
      date_trunc('month', "balances"."day")::date as d0,
      "accounts"."branch" as d1,
      "balances"."balance" as v0,
      case when "balances"."day" is not null then rank() over (partition by date_trunc('month', "balances"."day")::date order by "balances"."day" desc nulls last) end as place
    from "balances"
    left join "accounts" on "accounts"."id" = "balances"."account_id"
    where "balances"."day" is not null
  ) as "balances"
  group by 1, 2
),
together_1 as (
  select d0, d1, d2, x0, level from results_1
  union all
  select d0, d1, d2, x0, level from results_2
  union all
  select d0, d1, d2, x0, level from results_3
)
select
  d0 as "balances.day.month",
  d1 as "accounts.branch",
  d2 as "balances.account",
  x0 as "balances.closing_at_last",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last, case when level = 2 then 1 else 0 end, d2 nulls last
limit 21;
-- duckdb:
-- 24|     null as d1,
-- 25|     null as d2,
-- 43|     null as d2,
-- mysql:
-- 10|       cast(date_format(`balances`.`day`, '%Y-%m-01') as date) as d0,
-- 14|       case when `balances`.`day` is not null then rank() over (partition by cast(date_format(`balances`.`day`, '%Y-%m-01') as date) order by `balances`.`day` desc) end as place
-- 24|     null as d1,
-- 25|     null as d2,
-- 30|       cast(date_format(`balances`.`day`, '%Y-%m-01') as date) as d0,
-- 32|       case when `balances`.`day` is not null then rank() over (partition by cast(date_format(`balances`.`day`, '%Y-%m-01') as date) order by `balances`.`day` desc) end as place
-- 43|     null as d2,
-- 48|       cast(date_format(`balances`.`day`, '%Y-%m-01') as date) as d0,
-- 51|       case when `balances`.`day` is not null then rank() over (partition by cast(date_format(`balances`.`day`, '%Y-%m-01') as date) order by `balances`.`day` desc) end as place
-- 72| order by d0 <=> null, d0, case when level = 1 then 1 else 0 end, d1 <=> null, d1, case when level = 2 then 1 else 0 end, d2 <=> null, d2
-- clickhouse:
-- 6|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as x0,
-- 10|       toStartOfMonth(toDate32("balances"."day")) as d0,
-- 14|       case when "balances"."day" is not null then rank() over (partition by toStartOfMonth(toDate32("balances"."day")) order by "balances"."day" desc nulls last) end as place
-- 24|     null as d1,
-- 25|     null as d2,
-- 26|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as x0,
-- 30|       toStartOfMonth(toDate32("balances"."day")) as d0,
-- 32|       case when "balances"."day" is not null then rank() over (partition by toStartOfMonth(toDate32("balances"."day")) order by "balances"."day" desc nulls last) end as place
-- 43|     null as d2,
-- 44|     sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as x0,
-- 48|       toStartOfMonth(toDate32("balances"."day")) as d0,
-- 51|       case when "balances"."day" is not null then rank() over (partition by toStartOfMonth(toDate32("balances"."day")) order by "balances"."day" desc nulls last) end as place
-- 73| limit 21
-- 73+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 10|       cast(date_trunc('month', "balances"."day") as date) as d0,
-- 14|       case when "balances"."day" is not null then rank() over (partition by cast(date_trunc('month', "balances"."day") as date) order by "balances"."day" desc nulls last) end as place
-- 24|     null as d1,
-- 25|     null as d2,
-- 30|       cast(date_trunc('month', "balances"."day") as date) as d0,
-- 32|       case when "balances"."day" is not null then rank() over (partition by cast(date_trunc('month', "balances"."day") as date) order by "balances"."day" desc nulls last) end as place
-- 43|     null as d2,
-- 48|       cast(date_trunc('month', "balances"."day") as date) as d0,
-- 51|       case when "balances"."day" is not null then rank() over (partition by cast(date_trunc('month', "balances"."day") as date) order by "balances"."day" desc nulls last) end as place
-- bigquery:
-- 10|       date_trunc(cast(`balances`.`day` as date), month) as d0,
-- 14|       case when `balances`.`day` is not null then rank() over (partition by date_trunc(cast(`balances`.`day` as date), month) order by `balances`.`day` desc nulls last) end as place
-- 24|     null as d1,
-- 25|     null as d2,
-- 30|       date_trunc(cast(`balances`.`day` as date), month) as d0,
-- 32|       case when `balances`.`day` is not null then rank() over (partition by date_trunc(cast(`balances`.`day` as date), month) order by `balances`.`day` desc nulls last) end as place
-- 43|     null as d2,
-- 48|       date_trunc(cast(`balances`.`day` as date), month) as d0,
-- 51|       case when `balances`.`day` is not null then rank() over (partition by date_trunc(cast(`balances`.`day` as date), month) order by `balances`.`day` desc nulls last) end as place
-- databricks:
-- 10|       cast(date_trunc('month', `balances`.`day`) as date) as d0,
-- 14|       case when `balances`.`day` is not null then rank() over (partition by cast(date_trunc('month', `balances`.`day`) as date) order by `balances`.`day` desc nulls last) end as place
-- 24|     null as d1,
-- 25|     null as d2,
-- 30|       cast(date_trunc('month', `balances`.`day`) as date) as d0,
-- 32|       case when `balances`.`day` is not null then rank() over (partition by cast(date_trunc('month', `balances`.`day`) as date) order by `balances`.`day` desc nulls last) end as place
-- 43|     null as d2,
-- 48|       cast(date_trunc('month', `balances`.`day`) as date) as d0,
-- 51|       case when `balances`.`day` is not null then rank() over (partition by cast(date_trunc('month', `balances`.`day`) as date) order by `balances`.`day` desc nulls last) end as place
-- redshift:
-- 24|     null::varchar as d1,
-- 25|     null::float8 as d2,
-- 43|     null::float8 as d2,
