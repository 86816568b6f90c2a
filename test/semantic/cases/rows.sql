-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- equal rows are shown as often as they occur
select
  "status" as "orders.status",
  "amount" as "orders.amount"
from "orders"
order by "orders.status" nulls last, "orders.amount" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 5| order by `orders.status` <=> null, `orders.status`, `orders.amount` <=> null, `orders.amount`
-- clickhouse:
-- 5| order by 1 nulls last, 2 nulls last
-- 6| limit 11
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a row without a partner is shown with nulls, also for expressions that replace null
select
  "orders"."id" as "orders.id",
  "customers"."name" as "customers.name",
  case when "customers"."id" is not null then coalesce("customers".region, 'nowhere') end as "customers.known",
  "customers"."vip" as "customers.vip"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
order by "orders.id" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 5|   `customers`.`vip` <> 0 as `customers.vip`
-- 8| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 8| order by 1 nulls last
-- 9| limit 11
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- conditions on a many side repeat no row
-- ["shoe","1"]
select
  "orders"."id" as "orders.id",
  "orders"."amount" as "orders.amount"
from "orders"
where exists (
  select 1
  from "items"
  where "items"."order_id" = "orders"."id"
    and "items"."sku" = $1
    and "items"."quantity" >= $2::bigint
)
order by "orders.id" nulls last
limit 11;
-- duckdb:
-- 6| where "orders"."id" in (
-- 7|   select "items"."order_id"
-- 9|   where "items"."sku" = $1
-- 10 is left out
-- mysql:
-- 6| where `orders`.`id` in (
-- 7|   select `items`.`order_id`
-- 9|   where `items`.`sku` = ?
-- 10|     and `items`.`quantity` >= cast(? as signed)
-- 11 is left out
-- 13| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 6| where "orders"."id" in (
-- 7|   select "items"."order_id"
-- 9|   where "items"."sku" = {p1:String}
-- 10|     and "items"."quantity" >= {p2:Int64}
-- 11 is left out
-- 13| order by 1 nulls last
-- 14| limit 11
-- 14+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 6| where "orders"."id" in (
-- 7|   select "items"."order_id"
-- 9|   where "items"."sku" = ?
-- 10|     and "items"."quantity" >= cast(? as bigint)
-- 11 is left out
-- bigquery:
-- 6| where `orders`.`id` in (
-- 7|   select `items`.`order_id`
-- 9|   where `items`.`sku` = @p1
-- 10|     and `items`.`quantity` >= cast(@p2 as int64)
-- 11 is left out
-- databricks:
-- 6| where `orders`.`id` in (
-- 7|   select `items`.`order_id`
-- 9|   where `items`.`sku` = :p1
-- 10|     and `items`.`quantity` >= cast(:p2 as bigint)
-- 11 is left out
-- snowflake:
-- 6| where "orders"."id" in (
-- 7|   select "items"."order_id"
-- 9|   where "items"."sku" = ?
-- 10|     and "items"."quantity" >= cast(? as number(38, 0))
-- 11 is left out
-- redshift: the same

-- rows with some row of one model, and without any row of another
-- ["paid"]
select "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
    and "orders"."status" = $1
)
  and not exists (
    select 1
    from "tickets"
    where "tickets"."customer_id" = "customers"."id"
  )
order by "customers.name" nulls last
limit 11;
-- duckdb:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."status" = $1
-- 8 is left out
-- 10|   and not coalesce("customers"."id" in (
-- 11|     select "tickets"."customer_id"
-- 13|   ), false)
-- 14 is left out
-- mysql:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`status` = ?
-- 8 is left out
-- 10|   and not coalesce(`customers`.`id` in (
-- 11|     select `tickets`.`customer_id`
-- 13|   ), false)
-- 14| order by `customers.name` <=> null, `customers.name`
-- 15 is left out
-- clickhouse:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."status" = {p1:String}
-- 8 is left out
-- 10|   and not coalesce("customers"."id" in (
-- 11|     select "tickets"."customer_id"
-- 13|   ), false)
-- 14| order by 1 nulls last
-- 15| limit 11
-- 16| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."status" = ?
-- 8 is left out
-- 10|   and not coalesce("customers"."id" in (
-- 11|     select "tickets"."customer_id"
-- 13|   ), false)
-- 14 is left out
-- bigquery:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`status` = @p1
-- 8 is left out
-- 10|   and not coalesce(`customers`.`id` in (
-- 11|     select `tickets`.`customer_id`
-- 13|   ), false)
-- 14 is left out
-- databricks:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`status` = :p1
-- 8 is left out
-- 10|   and not coalesce(`customers`.`id` in (
-- 11|     select `tickets`.`customer_id`
-- 13|   ), false)
-- 14 is left out
-- redshift: the same

-- rows are selected by a condition on their groups
-- ["1"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having count(*) > $1::bigint
)
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
)
order by "orders.id" desc nulls last
limit 11;
-- duckdb:
-- 15|   where asked_1.d0 is not distinct from "customers"."id"
-- mysql:
-- 7|   having count(*) > cast(? as signed)
-- 15|   where asked_1.d0 <=> `customers`.`id`
-- 17| order by `orders.id` desc
-- clickhouse:
-- 7|   having count(*) > {p1:Int64}
-- 12| where toJSONString(tuple("customers"."id")) in (
-- 13|   select toJSONString(tuple(asked_1.d0))
-- 15 is left out
-- 17| order by 1 desc nulls last
-- 18| limit 11
-- 18+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 7|   having count(*) > cast(? as bigint)
-- 12| where json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 13|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 15 is left out
-- bigquery:
-- 7|   having count(*) > cast(@p1 as int64)
-- 12| where to_json_string([to_json_string(`customers`.`id`)]) in (
-- 13|   select to_json_string([to_json_string(asked_1.d0)])
-- 15 is left out
-- databricks:
-- 7|   having count(*) > cast(:p1 as bigint)
-- 12| where to_json(named_struct('c0', `customers`.`id`)) in (
-- 13|   select to_json(named_struct('c0', asked_1.d0))
-- 15 is left out
-- snowflake:
-- 7|   having count(*) > cast(? as number(38, 0))
-- 12| where to_json(array_construct("customers"."id")) in (
-- 13|   select to_json(array_construct(asked_1.d0))
-- 15 is left out
-- redshift:
-- 15|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))

-- a field is compared with one of its own row, and with one of the one side
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "orders"."amount" <= "orders"."most"
  and not coalesce("customers"."credit" < "orders"."amount", false)
order by "orders.id" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 6| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 6| order by 1 nulls last
-- 7| limit 11
-- 7+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- days are those of the query's timezone, in columns and in filters
-- ["2024-01-31 23:00:00","2024-02-01 23:00:00"]
select
  "id" as "orders.id",
  ("placed"::timestamptz at time zone 'Europe/Berlin')::date as "orders.placed.day",
  date_trunc('month', ("placed"::timestamptz at time zone 'Europe/Berlin'))::date as "orders.placed.month",
  extract(isodow from ("placed"::timestamptz at time zone 'Europe/Berlin'))::integer as "orders.placed.day_of_week"
from "orders"
where "placed" >= $1::timestamp and "placed" < $2::timestamp
order by "orders.id" nulls last
limit 11;
-- duckdb: the same
-- mysql:
-- 4|   date((`placed` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `placed`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute)) as `orders.placed.day`,
-- 5|   cast(date_format((`placed` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `placed`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date) as `orders.placed.month`,
-- 6|   weekday((`placed` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `placed`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute)) + 1 as `orders.placed.day_of_week`
-- 8| where `placed` >= cast(? as datetime(6)) and `placed` < cast(? as datetime(6))
-- 9| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 4|   toDate32(toTimeZone("placed", 'Europe/Berlin')) as "orders.placed.day",
-- 5|   toStartOfMonth(toDate32(toTimeZone("placed", 'Europe/Berlin'))) as "orders.placed.month",
-- 6|   toDayOfWeek(toTimeZone("placed", 'Europe/Berlin')) as "orders.placed.day_of_week"
-- 8| where "placed" >= {p1:DateTime64(6, 'UTC')} and "placed" < {p2:DateTime64(6, 'UTC')}
-- 9| order by 1 nulls last
-- 10| limit 11
-- 10+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4|   cast(cast(cast("placed" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6)) as date) as "orders.placed.day",
-- 5|   cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date) as "orders.placed.month",
-- 6|   day_of_week(cast(cast("placed" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as "orders.placed.day_of_week"
-- 8| where "placed" >= cast(? as timestamp(6)) and "placed" < cast(? as timestamp(6))
-- bigquery:
-- 4|   cast(datetime(timestamp(`placed`), 'Europe/Berlin') as date) as `orders__placed__day`,
-- 5|   date_trunc(cast(datetime(timestamp(`placed`), 'Europe/Berlin') as date), month) as `orders__placed__month`,
-- 6|   mod(extract(dayofweek from datetime(timestamp(`placed`), 'Europe/Berlin')) + 5, 7) + 1 as `orders__placed__day_of_week`
-- 8| where `placed` >= @p1 and `placed` < @p2
-- databricks:
-- 4|   cast(convert_timezone('Europe/Berlin', `placed`) as date) as `orders.placed.day`,
-- 5|   cast(date_trunc('month', convert_timezone('Europe/Berlin', `placed`)) as date) as `orders.placed.month`,
-- 6|   weekday(convert_timezone('Europe/Berlin', `placed`)) + 1 as `orders.placed.day_of_week`
-- 8| where `placed` >= cast(concat(:p1, 'Z') as timestamp) and `placed` < cast(concat(:p2, 'Z') as timestamp)
-- snowflake:
-- 4|   cast(cast(convert_timezone('Europe/Berlin', "placed") as timestamp_ntz) as date) as "orders.placed.day",
-- 5|   cast(date_trunc('month', cast(convert_timezone('Europe/Berlin', "placed") as timestamp_ntz)) as date) as "orders.placed.month",
-- 6|   dayofweekiso(cast(convert_timezone('Europe/Berlin', "placed") as timestamp_ntz)) as "orders.placed.day_of_week"
-- 8| where "placed" >= cast(? as timestamp_ntz) and "placed" < cast(? as timestamp_ntz)
-- redshift:
-- 6|   ((extract(dow from ("placed"::timestamptz at time zone 'Europe/Berlin')) + 6)::integer % 7 + 1) as "orders.placed.day_of_week"

-- numbers in bins of one width, between given edges, and in a number of bins
with values_1 as (
  select distinct "most" as d0
  from "orders"
),
spread_1 as (
  select
    min(cast(d0 as double precision)) as least_value,
    case when max(cast(d0 as double precision)) - min(cast(d0 as double precision)) > 0 then max(cast(d0 as double precision)) - min(cast(d0 as double precision)) else 1 end as range_value
  from values_1
  where abs(cast(d0 as double precision)) < 'Infinity'
)
select
  "id" as "orders.id",
  (floor(cast("amount" as double precision) / 10) * 10) as "orders.amount.bin",
  case when cast("amount" as double precision) = 'NaN' then 'NaN' when cast("amount" as double precision) >= 20 then '≥ 20' when cast("amount" as double precision) >= 10 then '10–20' when cast("amount" as double precision) < 10 then '< 10' end as "column.2",
  case when abs(cast("most" as double precision)) < 'Infinity' then ((select spread_1.least_value from spread_1) + (case when round((cast("most" as double precision) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) >= 3 then 2 when cast("most" as double precision) < ((select spread_1.least_value from spread_1) + round((cast("most" as double precision) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 3) then round((cast("most" as double precision) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) - 1 else round((cast("most" as double precision) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 3) else cast("most" as double precision) end as "column.3"
from "orders"
order by "orders.id" nulls last
limit 11;
-- duckdb:
-- 7|     min(cast(d0 as double)) as least_value,
-- 8|     case when max(cast(d0 as double)) - min(cast(d0 as double)) > 0 then max(cast(d0 as double)) - min(cast(d0 as double)) else 1 end as range_value
-- 10|   where isfinite(cast(d0 as double))
-- 14|   (floor(cast("amount" as double) / 10) * 10) as "orders.amount.bin",
-- 15|   case when isnan(cast("amount" as double)) then 'NaN' when cast("amount" as double) >= 20 then '≥ 20' when cast("amount" as double) >= 10 then '10–20' when cast("amount" as double) < 10 then '< 10' end as "column.2",
-- 16|   case when isfinite(cast("most" as double)) then ((select spread_1.least_value from spread_1) + (case when round((cast("most" as double) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) >= 3 then 2 when cast("most" as double) < ((select spread_1.least_value from spread_1) + round((cast("most" as double) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 3) then round((cast("most" as double) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) - 1 else round((cast("most" as double) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 3) else cast("most" as double) end as "column.3"
-- mysql:
-- 7|     min(cast(d0 as double)) as least_value,
-- 8|     case when max(cast(d0 as double)) - min(cast(d0 as double)) > 0 then max(cast(d0 as double)) - min(cast(d0 as double)) else 1 end as range_value
-- 10 is left out
-- 14|   cast((floor(cast(`amount` as double) / 10) * 10) as double) as `orders.amount.bin`,
-- 15|   case when cast(`amount` as double) >= 20 then '≥ 20' when cast(`amount` as double) >= 10 then '10–20' when cast(`amount` as double) < 10 then '< 10' end as `column.2`,
-- 16|   ((select spread_1.least_value from spread_1) + (case when round((cast(`most` as double) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) >= 3 then 2 when cast(`most` as double) < ((select spread_1.least_value from spread_1) + round((cast(`most` as double) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 3) then round((cast(`most` as double) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) - 1 else round((cast(`most` as double) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 3) as `column.3`
-- 18| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 7|     min(cast(d0 as Nullable(Float64))) as least_value,
-- 8|     case when max(cast(d0 as Nullable(Float64))) - min(cast(d0 as Nullable(Float64))) > 0 then max(cast(d0 as Nullable(Float64))) - min(cast(d0 as Nullable(Float64))) else 1 end as range_value
-- 10|   where isFinite(cast(d0 as Nullable(Float64)))
-- 14|   (floor(cast("amount" as Nullable(Float64)) / 10) * 10) as "orders.amount.bin",
-- 15|   case when isNaN(cast("amount" as Nullable(Float64))) then 'NaN' when cast("amount" as Nullable(Float64)) >= 20 then '≥ 20' when cast("amount" as Nullable(Float64)) >= 10 then '10–20' when cast("amount" as Nullable(Float64)) < 10 then '< 10' end as "column.2",
-- 16|   case when isFinite(cast("most" as Nullable(Float64))) then ((select spread_1.least_value from spread_1) + (case when round((cast("most" as Nullable(Float64)) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) >= 3 then 2 when cast("most" as Nullable(Float64)) < ((select spread_1.least_value from spread_1) + round((cast("most" as Nullable(Float64)) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 3) then round((cast("most" as Nullable(Float64)) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) - 1 else round((cast("most" as Nullable(Float64)) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 3) else cast("most" as Nullable(Float64)) end as "column.3"
-- 18| order by 1 nulls last
-- 19| limit 11
-- 19+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 7|     min(cast(d0 as double)) as least_value,
-- 8|     case when max(cast(d0 as double)) - min(cast(d0 as double)) > 0 then max(cast(d0 as double)) - min(cast(d0 as double)) else 1 end as range_value
-- 10|   where is_finite(cast(d0 as double))
-- 14|   (floor(cast("amount" as double) / 10) * 10) as "orders.amount.bin",
-- 15|   case when is_nan(cast("amount" as double)) then 'NaN' when cast("amount" as double) >= 20 then '≥ 20' when cast("amount" as double) >= 10 then '10–20' when cast("amount" as double) < 10 then '< 10' end as "column.2",
-- 16|   case when is_finite(cast("most" as double)) then ((select spread_1.least_value from spread_1) + (case when round((cast("most" as double) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) >= 3 then 2 when cast("most" as double) < ((select spread_1.least_value from spread_1) + round((cast("most" as double) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 3) then round((cast("most" as double) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) - 1 else round((cast("most" as double) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 3) else cast("most" as double) end as "column.3"
-- bigquery:
-- 7|     min(cast(d0 as float64)) as least_value,
-- 8|     case when max(cast(d0 as float64)) - min(cast(d0 as float64)) > 0 then max(cast(d0 as float64)) - min(cast(d0 as float64)) else 1 end as range_value
-- 10|   where not (is_nan(cast(d0 as float64)) or is_inf(cast(d0 as float64)))
-- 14|   (floor(cast(`amount` as float64) / 10) * 10) as `orders__amount__bin`,
-- 15|   case when is_nan(cast(`amount` as float64)) then 'NaN' when cast(`amount` as float64) >= 20 then '≥ 20' when cast(`amount` as float64) >= 10 then '10–20' when cast(`amount` as float64) < 10 then '< 10' end as `column__2`,
-- 16|   case when not (is_nan(cast(`most` as float64)) or is_inf(cast(`most` as float64))) then ((select spread_1.least_value from spread_1) + (case when round((cast(`most` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) >= 3 then 2 when cast(`most` as float64) < ((select spread_1.least_value from spread_1) + round((cast(`most` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 3) then round((cast(`most` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) - 1 else round((cast(`most` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 3) else cast(`most` as float64) end as `column__3`
-- databricks:
-- 7|     min(cast(d0 as double)) as least_value,
-- 8|     case when max(cast(d0 as double)) - min(cast(d0 as double)) > 0 then max(cast(d0 as double)) - min(cast(d0 as double)) else 1 end as range_value
-- 10|   where abs(cast(d0 as double)) < cast('Infinity' as double)
-- 14|   (floor(cast(`amount` as double) / 10) * 10) as `orders.amount.bin`,
-- 15|   case when isnan(cast(`amount` as double)) then 'NaN' when cast(`amount` as double) >= 20 then '≥ 20' when cast(`amount` as double) >= 10 then '10–20' when cast(`amount` as double) < 10 then '< 10' end as `column.2`,
-- 16|   case when abs(cast(`most` as double)) < cast('Infinity' as double) then ((select spread_1.least_value from spread_1) + (case when round((cast(`most` as double) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) >= 3 then 2 when cast(`most` as double) < ((select spread_1.least_value from spread_1) + round((cast(`most` as double) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 3) then round((cast(`most` as double) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) - 1 else round((cast(`most` as double) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 3) else cast(`most` as double) end as `column.3`
-- snowflake:
-- 7|     min(cast(d0 as float)) as least_value,
-- 8|     case when max(cast(d0 as float)) - min(cast(d0 as float)) > 0 then max(cast(d0 as float)) - min(cast(d0 as float)) else 1 end as range_value
-- 10|   where abs(cast(d0 as float)) < cast('inf' as float)
-- 14|   (floor(cast("amount" as float) / 10) * 10) as "orders.amount.bin",
-- 15|   case when cast("amount" as float) = cast('NaN' as float) then 'NaN' when cast("amount" as float) >= 20 then '≥ 20' when cast("amount" as float) >= 10 then '10–20' when cast("amount" as float) < 10 then '< 10' end as "column.2",
-- 16|   case when abs(cast("most" as float)) < cast('inf' as float) then ((select spread_1.least_value from spread_1) + (case when round((cast("most" as float) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) >= 3 then 2 when cast("most" as float) < ((select spread_1.least_value from spread_1) + round((cast("most" as float) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 3) then round((cast("most" as float) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) - 1 else round((cast("most" as float) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 3) else cast("most" as float) end as "column.3"
-- redshift:
-- 10|   where lower(cast(cast(d0 as double precision) as varchar)) <> 'nan' and abs(cast(d0 as double precision)) < cast('Infinity' as double precision)
-- 15|   case when lower(cast(cast("amount" as double precision) as varchar)) = 'nan' then 'NaN' when cast("amount" as double precision) >= 20 then '≥ 20' when cast("amount" as double precision) >= 10 then '10–20' when cast("amount" as double precision) < 10 then '< 10' end as "column.2",
-- 16|   case when lower(cast(cast("most" as double precision) as varchar)) <> 'nan' and abs(cast("most" as double precision)) < cast('Infinity' as double precision) then ((select spread_1.least_value from spread_1) + (case when round((cast("most" as double precision) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) >= 3 then 2 when cast("most" as double precision) < ((select spread_1.least_value from spread_1) + round((cast("most" as double precision) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 3) then round((cast("most" as double precision) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) - 1 else round((cast("most" as double precision) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 3) else cast("most" as double precision) end as "column.3"

-- computed dimensions
select
  amount * 2 as "orders.double",
  amount > 15 as "orders.large"
from "orders"
order by "orders.double" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 5| order by `orders.double` <=> null, `orders.double`
-- clickhouse:
-- 3|   cast(amount > 15 as Nullable(Bool)) as "orders.large"
-- 5| order by 1 nulls last
-- 6| limit 11
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- row access limits the rows that are shown
-- ["north"]
select
  "id" as "own_orders.id",
  "amount" as "own_orders.amount"
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
order by "own_orders.id" nulls last
limit 11;
-- duckdb:
-- 8|   where "own_orders"."customer_id" in (
-- 9|     select "customers"."id"
-- 11|     where "customers"."region" in ($1)
-- 12 is left out
-- mysql:
-- 8|   where `own_orders`.`customer_id` in (
-- 9|     select `customers`.`id`
-- 11|     where `customers`.`region` in (?)
-- 12 is left out
-- 15| order by `own_orders.id` <=> null, `own_orders.id`
-- clickhouse:
-- 8|   where "own_orders"."customer_id" in (
-- 9|     select "customers"."id"
-- 11|     where "customers"."region" in ({p1:String})
-- 12 is left out
-- 15| order by 1 nulls last
-- 16| limit 11
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 8|   where "own_orders"."customer_id" in (
-- 9|     select "customers"."id"
-- 11|     where "customers"."region" in (?)
-- 12 is left out
-- bigquery:
-- 8|   where `own_orders`.`customer_id` in (
-- 9|     select `customers`.`id`
-- 11|     where `customers`.`region` in (@p1)
-- 12 is left out
-- databricks:
-- 8|   where `own_orders`.`customer_id` in (
-- 9|     select `customers`.`id`
-- 11|     where `customers`.`region` in (:p1)
-- 12 is left out
-- redshift: the same

-- rows in descending order, with a limit
select
  "id" as "orders.id",
  "amount" as "orders.amount"
from "orders"
order by "orders.amount" desc nulls last, "orders.id" nulls last
limit 3;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 5| order by `orders.amount` desc, `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 5| order by 2 desc nulls last, 1 nulls last
-- 6| limit 3
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a repeated key on the one side duplicates a row, as in SQL
select
  "orders"."id" as "orders.id",
  "notes"."text" as "notes.text"
from "orders"
left join "notes" on "notes"."customer_id" = "orders"."customer_id"
order by "orders.id" nulls last, "notes.text" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 6| order by `orders.id` <=> null, `orders.id`, `notes.text` <=> null, `notes.text`
-- clickhouse:
-- 6| order by 1 nulls last, 2 nulls last
-- 7| limit 11
-- 7+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a repeated key on the one side duplicates no row if no column uses that side
select "id" as "orders.id"
from "orders"
where "amount" is null
order by "orders.id" nulls last
limit 11;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 4| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 4| order by 1 nulls last
-- 5| limit 11
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- rows are sorted also by dimensions that are not shown
-- ["5"]
select d0 as "orders.id"
from (
  select
    "orders"."id" as d0,
    case when "customers"."id" is not null then coalesce("customers".region, 'nowhere') end as d1,
    date_trunc('month', "orders"."placed")::date as d2,
    "orders".amount > 15 as d3
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."amount" > $1::bigint
) as sorted
order by d1 nulls last, d2 desc nulls last, d3 nulls last, "orders.id" desc nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 7|     cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d2,
-- 11|   where `orders`.`amount` > cast(? as signed)
-- 13| order by d1 <=> null, d1, d2 desc, d3 <=> null, d3, `orders.id` desc
-- clickhouse:
-- 7|     toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC'))) as d2,
-- 8|     cast("orders".amount > 15 as Nullable(Bool)) as d3
-- 11|   where "orders"."amount" > {p1:Int64}
-- 13| order by d1 nulls last, d2 desc nulls last, d3 nulls last, 1 desc nulls last
-- 14| limit 11
-- 14+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 7|     cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d2,
-- 11|   where "orders"."amount" > cast(? as bigint)
-- bigquery:
-- 7|     date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month) as d2,
-- 11|   where `orders`.`amount` > cast(@p1 as int64)
-- databricks:
-- 7|     cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date) as d2,
-- 11|   where `orders`.`amount` > cast(:p1 as bigint)
-- snowflake:
-- 7|     cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz)) as date) as d2,
-- 11|   where "orders"."amount" > cast(? as number(38, 0))

-- rows are sorted only by dimensions that are not shown
select
  d0 as "orders.status",
  d1 as "orders.amount.bin"
from (
  select
    "status" as d0,
    (floor(cast("amount" as double precision) / 10) * 10) as d1,
    "amount" as d2,
    "placed" as d3
  from "orders"
) as sorted
order by d2 desc nulls last, d3 desc nulls last
limit 11;
-- duckdb, trino:
-- 7|     (floor(cast("amount" as double) / 10) * 10) as d1,
-- mysql:
-- 7|     cast((floor(cast(`amount` as double) / 10) * 10) as double) as d1,
-- 12| order by d2 desc, d3 desc
-- clickhouse:
-- 7|     (floor(cast("amount" as Nullable(Float64)) / 10) * 10) as d1,
-- 13| limit 11
-- 13+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- bigquery:
-- 7|     (floor(cast(`amount` as float64) / 10) * 10) as d1,
-- databricks:
-- 7|     (floor(cast(`amount` as double) / 10) * 10) as d1,
-- snowflake:
-- 7|     (floor(cast("amount" as float) / 10) * 10) as d1,
-- redshift: the same

-- a constant in the layer's SQL is not read as a position in the order
select d0 as "orders.id"
from (
  select
    "id" as d0,
    2 as d1,
    'word' as d2
  from "orders"
) as sorted
order by d1 nulls last, d2 nulls last, "orders.id" desc nulls last
limit 3;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 9| order by d1 <=> null, d1, d2 <=> null, d2, `orders.id` desc
-- clickhouse:
-- 9| order by d1 nulls last, d2 nulls last, 1 desc nulls last
-- 10| limit 3
-- 10+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
