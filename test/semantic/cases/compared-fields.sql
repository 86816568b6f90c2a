-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- two numbers of one row are compared
select "id" as "orders.id"
from "orders"
where "discount" >= "amount"
order by "orders.id" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 4| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 4| order by 1 nulls last
-- 5| limit 21
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- `!=` between two fields keeps rows in which one is null
select "id" as "orders.id"
from "orders"
where not coalesce("discount" = "amount", false)
order by "orders.id" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 4| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 4| order by 1 nulls last
-- 5| limit 21
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a negated `=` between two fields is the same as `!=`
select "id" as "orders.id"
from "orders"
where not coalesce("discount" = "amount", false)
order by "orders.id" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 4| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 4| order by 1 nulls last
-- 5| limit 21
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- two booleans are compared
select "id" as "orders.id"
from "orders"
where "sent" = "paid"
order by "orders.id" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 3| where (`sent` <> 0) = (`paid` <> 0)
-- 4| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 4| order by 1 nulls last
-- 5| limit 21
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- texts of two models are compared, over a many-to-one join
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "orders"."region" = "customers"."region"
order by "orders.id" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 5| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 4| where toString("orders"."region") = toString("customers"."region")
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- `!=` between texts of two models keeps rows in which one is null
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where not coalesce("orders"."region" = "customers"."region", false)
order by "orders.id" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 5| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 4| where not coalesce(toString("orders"."region") = toString("customers"."region"), false)
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- texts are compared by their order
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "orders"."region" > "customers"."region"
order by "orders.id" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 5| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 4| where toString("orders"."region") > toString("customers"."region")
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a moment with a zone is compared with one without
select "id" as "orders.id"
from "orders"
where "shipped" < "placed"
order by "orders.id" nulls last
limit 21;
-- duckdb, trino, databricks, snowflake, redshift: the same
-- mysql:
-- 4| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 4| order by 1 nulls last
-- 5| limit 21
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- bigquery:
-- 3| where timestamp(`shipped`) < timestamp(`placed`)

-- a moment is compared with a date by its day
select "id" as "orders.id"
from "orders"
where "shipped"::date > "promised"
order by "orders.id" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 3| where date(`shipped`) > `promised`
-- 4| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 3| where toDate32(toTimeZone("shipped", 'UTC')) > "promised"
-- 4| order by 1 nulls last
-- 5| limit 21
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3| where cast(cast(cast("shipped" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) > "promised"
-- bigquery:
-- 3| where cast(datetime(timestamp(`shipped`), 'UTC') as date) > `promised`
-- databricks:
-- 3| where cast(convert_timezone('UTC', `shipped`) as date) > `promised`
-- snowflake:
-- 3| where cast(cast(convert_timezone('UTC', "shipped") as timestamp_ntz) as date) > "promised"

-- a moment is compared with a date by its day in the query's timezone
select "id" as "orders.id"
from "orders"
where "promised" < ("shipped"::timestamptz at time zone 'America/New_York')::date
order by "orders.id" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 3| where `promised` < date((`shipped` + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `shipped`), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute))
-- 4| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 3| where "promised" < toDate32(toTimeZone("shipped", 'America/New_York'))
-- 4| order by 1 nulls last
-- 5| limit 21
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3| where "promised" < cast(cast(cast("shipped" as timestamp(6) with time zone) at time zone 'America/New_York' as timestamp(6)) as date)
-- bigquery:
-- 3| where `promised` < cast(datetime(timestamp(`shipped`), 'America/New_York') as date)
-- databricks:
-- 3| where `promised` < cast(convert_timezone('America/New_York', `shipped`) as date)
-- snowflake:
-- 3| where "promised" < cast(cast(convert_timezone('America/New_York', "shipped") as timestamp_ntz) as date)

-- hours of moments are compared in the query's timezone
select "id" as "orders.id"
from "orders"
where ((date_trunc('hour', "shipped"))::timestamptz at time zone 'America/New_York')::date > "promised"
order by "orders.id" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 3| where date(((cast(date_format(`shipped`, '%Y-%m-%d %H:00:00') as datetime)) + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', (cast(date_format(`shipped`, '%Y-%m-%d %H:00:00') as datetime))), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute)) > `promised`
-- 4| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 3| where toDate32(toTimeZone((toStartOfInterval(toTimeZone("shipped", 'UTC'), toIntervalHour(1))), 'America/New_York')) > "promised"
-- 4| order by 1 nulls last
-- 5| limit 21
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3| where cast(cast(cast((date_trunc('hour', cast(cast("shipped" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)))) as timestamp(6) with time zone) at time zone 'America/New_York' as timestamp(6)) as date) > "promised"
-- bigquery:
-- 3| where cast(datetime(timestamp((timestamp_trunc(timestamp(`shipped`), hour))), 'America/New_York') as date) > `promised`
-- databricks:
-- 3| where cast(convert_timezone('America/New_York', (date_trunc('hour', convert_timezone('UTC', `shipped`)))) as date) > `promised`
-- snowflake:
-- 3| where cast(cast(convert_timezone('America/New_York', (date_trunc('hour', cast(convert_timezone('UTC', "shipped") as timestamp_ntz)))) as timestamp_ntz) as date) > "promised"

-- months of two models are compared
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where (date_trunc('month', "orders"."placed")::date) = (date_trunc('month', "customers"."joined")::date)
order by "orders.id" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 4| where (cast(date_format(`orders`.`placed`, '%Y-%m-01') as date)) = (cast(date_format(`customers`.`joined`, '%Y-%m-01') as date))
-- 5| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 4| where (toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC')))) = (toStartOfMonth(toDate32(toTimeZone("customers"."joined", 'UTC'))))
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 4| where (cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)) = (cast(date_trunc('month', cast(cast("customers"."joined" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date))
-- bigquery:
-- 4| where (date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month)) = (date_trunc(cast(datetime(timestamp(`customers`.`joined`), 'UTC') as date), month))
-- databricks:
-- 4| where (cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date)) = (cast(date_trunc('month', convert_timezone('UTC', `customers`.`joined`)) as date))
-- snowflake:
-- 4| where (cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz)) as date)) = (cast(date_trunc('month', cast(convert_timezone('UTC', "customers"."joined") as timestamp_ntz)) as date))

-- months are compared in the query's timezone
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where (date_trunc('month', ("orders"."placed"::timestamptz at time zone 'America/New_York'))::date) = (date_trunc('month', ("customers"."joined"::timestamptz at time zone 'America/New_York'))::date)
order by "orders.id" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 4| where (cast(date_format((`orders`.`placed` + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `orders`.`placed`), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute), '%Y-%m-01') as date)) = (cast(date_format((`customers`.`joined` + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `customers`.`joined`), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute), '%Y-%m-01') as date))
-- 5| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 4| where (toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'America/New_York')))) = (toStartOfMonth(toDate32(toTimeZone("customers"."joined", 'America/New_York'))))
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 4| where (cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'America/New_York' as timestamp(6))) as date)) = (cast(date_trunc('month', cast(cast("customers"."joined" as timestamp(6) with time zone) at time zone 'America/New_York' as timestamp(6))) as date))
-- bigquery:
-- 4| where (date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'America/New_York') as date), month)) = (date_trunc(cast(datetime(timestamp(`customers`.`joined`), 'America/New_York') as date), month))
-- databricks:
-- 4| where (cast(date_trunc('month', convert_timezone('America/New_York', `orders`.`placed`)) as date)) = (cast(date_trunc('month', convert_timezone('America/New_York', `customers`.`joined`)) as date))
-- snowflake:
-- 4| where (cast(date_trunc('month', cast(convert_timezone('America/New_York', "orders"."placed") as timestamp_ntz)) as date)) = (cast(date_trunc('month', cast(convert_timezone('America/New_York', "customers"."joined") as timestamp_ntz)) as date))

-- periods of a date and of a moment are compared
select "id" as "orders.id"
from "orders"
where not coalesce((date_trunc('month', "promised")::date) = (date_trunc('month', "placed")::date), false)
order by "orders.id" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 3| where not coalesce((cast(date_format(`promised`, '%Y-%m-01') as date)) = (cast(date_format(`placed`, '%Y-%m-01') as date)), false)
-- 4| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 3| where not coalesce((toStartOfMonth(toDate32("promised"))) = (toStartOfMonth(toDate32(toTimeZone("placed", 'UTC')))), false)
-- 4| order by 1 nulls last
-- 5| limit 21
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3| where not coalesce((cast(date_trunc('month', "promised") as date)) = (cast(date_trunc('month', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)), false)
-- bigquery:
-- 3| where not coalesce((date_trunc(cast(`promised` as date), month)) = (date_trunc(cast(datetime(timestamp(`placed`), 'UTC') as date), month)), false)
-- databricks:
-- 3| where not coalesce((cast(date_trunc('month', `promised`) as date)) = (cast(date_trunc('month', convert_timezone('UTC', `placed`)) as date)), false)
-- snowflake:
-- 3| where not coalesce((cast(date_trunc('month', "promised") as date)) = (cast(date_trunc('month', cast(convert_timezone('UTC', "placed") as timestamp_ntz)) as date)), false)

-- hours of moments are compared, and parts of a time as numbers
select "id" as "orders.id"
from "orders"
where (date_trunc('hour', "placed")) = (date_trunc('hour', "shipped"))
  and (extract(day from "placed")::integer) < "amount"
order by "orders.id" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 3| where (cast(date_format(`placed`, '%Y-%m-%d %H:00:00') as datetime)) = (cast(date_format(`shipped`, '%Y-%m-%d %H:00:00') as datetime))
-- 4|   and (dayofmonth(`placed`)) < `amount`
-- 5| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 3| where (toStartOfInterval(toTimeZone("placed", 'UTC'), toIntervalHour(1))) = (toStartOfInterval(toTimeZone("shipped", 'UTC'), toIntervalHour(1)))
-- 4|   and (toDayOfMonth(toTimeZone("placed", 'UTC'))) < "amount"
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3| where (date_trunc('hour', cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)))) = (date_trunc('hour', cast(cast("shipped" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))))
-- 4|   and (day(cast(cast("placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)))) < "amount"
-- bigquery:
-- 3| where timestamp((timestamp_trunc(timestamp(`placed`), hour))) = timestamp((timestamp_trunc(timestamp(`shipped`), hour)))
-- 4|   and (extract(day from datetime(timestamp(`placed`), 'UTC'))) < `amount`
-- databricks:
-- 3| where (date_trunc('hour', convert_timezone('UTC', `placed`))) = (date_trunc('hour', convert_timezone('UTC', `shipped`)))
-- 4|   and (dayofmonth(convert_timezone('UTC', `placed`))) < `amount`
-- snowflake:
-- 3| where (date_trunc('hour', cast(convert_timezone('UTC', "placed") as timestamp_ntz))) = (date_trunc('hour', cast(convert_timezone('UTC', "shipped") as timestamp_ntz)))
-- 4|   and (dayofmonth(cast(convert_timezone('UTC', "placed") as timestamp_ntz))) < "amount"

-- a comparison of fields is one of several conditions
-- ["Cid"]
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where ("orders"."discount" > "orders"."amount" or "customers"."name" = $1)
order by "orders.id" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 5| where (`orders`.`discount` > `orders`.`amount` or `customers`.`name` = ?)
-- 6| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 5| where ("orders"."discount" > "orders"."amount" or "customers"."name" = {p1:String})
-- 6| order by 1 nulls last
-- 7| limit 21
-- 7+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 5| where ("orders"."discount" > "orders"."amount" or "customers"."name" = ?)
-- bigquery:
-- 5| where (`orders`.`discount` > `orders`.`amount` or `customers`.`name` = @p1)
-- databricks:
-- 5| where (`orders`.`discount` > `orders`.`amount` or `customers`.`name` = :p1)

-- a comparison with a field of the many side selects rows with some such row there
select
  "customers"."name" as "customers.name",
  sum("customers"."credit") as "customers.credits"
from "customers"
where exists (
  select 1
  from "orders"
  left join "customers" as "orders_customers" on "orders_customers"."id" = "orders"."customer_id"
  where "orders"."customer_id" = "customers"."id"
    and "orders"."amount" > "orders_customers"."credit"
)
group by 1
order by "customers.name" nulls last
limit 21;
-- duckdb, trino, snowflake:
-- 5| where "customers"."id" in (
-- 6|   select "orders"."customer_id"
-- 9|   where "orders"."amount" > "orders_customers"."credit"
-- 10 is left out
-- mysql:
-- 5| where `customers`.`id` in (
-- 6|   select `orders`.`customer_id`
-- 9|   where `orders`.`amount` > `orders_customers`.`credit`
-- 10 is left out
-- 13| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 3|   sumOrNull("customers"."credit" + toDecimal128(0, 0)) as "customers.credits"
-- 5| where "customers"."id" in (
-- 6|   select "orders"."customer_id"
-- 9|   where "orders"."amount" > "orders_customers"."credit"
-- 10 is left out
-- 13| order by 1 nulls last
-- 14| limit 21
-- 14+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- bigquery, databricks:
-- 5| where `customers`.`id` in (
-- 6|   select `orders`.`customer_id`
-- 9|   where `orders`.`amount` > `orders_customers`.`credit`
-- 10 is left out
-- redshift: the same

-- a comparison with a field of the many side, written the other way around
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from "orders"
  left join "customers" as "orders_customers" on "orders_customers"."id" = "orders"."customer_id"
  where "orders"."customer_id" = "customers"."id"
    and "orders_customers"."credit" < "orders"."amount"
)
order by "customers.name" nulls last
limit 21;
-- duckdb, trino, snowflake:
-- 3| where "customers"."id" in (
-- 4|   select "orders"."customer_id"
-- 7|   where "orders_customers"."credit" < "orders"."amount"
-- 8 is left out
-- mysql:
-- 3| where `customers`.`id` in (
-- 4|   select `orders`.`customer_id`
-- 7|   where `orders_customers`.`credit` < `orders`.`amount`
-- 8 is left out
-- 10| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 3| where "customers"."id" in (
-- 4|   select "orders"."customer_id"
-- 7|   where "orders_customers"."credit" < "orders"."amount"
-- 8 is left out
-- 10| order by 1 nulls last
-- 11| limit 21
-- 11+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- bigquery, databricks:
-- 3| where `customers`.`id` in (
-- 4|   select `orders`.`customer_id`
-- 7|   where `orders_customers`.`credit` < `orders`.`amount`
-- 8 is left out
-- redshift: the same

-- a negated comparison with a field of the many side selects rows without such a row there
select distinct "customers"."name" as "customers.name"
from "customers"
where not exists (
  select 1
  from "orders"
  left join "customers" as "orders_customers" on "orders_customers"."id" = "orders"."customer_id"
  where "orders"."customer_id" = "customers"."id"
    and "orders"."amount" > "orders_customers"."credit"
)
order by "customers.name" nulls last
limit 21;
-- duckdb, trino, snowflake:
-- 3| where not coalesce("customers"."id" in (
-- 4|   select "orders"."customer_id"
-- 7|   where "orders"."amount" > "orders_customers"."credit"
-- 8| ), false)
-- 9 is left out
-- mysql:
-- 3| where not coalesce(`customers`.`id` in (
-- 4|   select `orders`.`customer_id`
-- 7|   where `orders`.`amount` > `orders_customers`.`credit`
-- 8| ), false)
-- 9| order by `customers.name` <=> null, `customers.name`
-- 10 is left out
-- clickhouse:
-- 3| where not coalesce("customers"."id" in (
-- 4|   select "orders"."customer_id"
-- 7|   where "orders"."amount" > "orders_customers"."credit"
-- 8| ), false)
-- 9| order by 1 nulls last
-- 10| limit 21
-- 11| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- bigquery, databricks:
-- 3| where not coalesce(`customers`.`id` in (
-- 4|   select `orders`.`customer_id`
-- 7|   where `orders`.`amount` > `orders_customers`.`credit`
-- 8| ), false)
-- 9 is left out
-- redshift: the same

-- `!=` with a field of the many side requires a row there
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from "orders"
  left join "customers" as "orders_customers" on "orders_customers"."id" = "orders"."customer_id"
  where "orders"."customer_id" = "customers"."id"
    and not coalesce("orders"."amount" = "orders_customers"."credit", false)
)
order by "customers.name" nulls last
limit 21;
-- duckdb, trino, snowflake:
-- 3| where "customers"."id" in (
-- 4|   select "orders"."customer_id"
-- 7|   where not coalesce("orders"."amount" = "orders_customers"."credit", false)
-- 8 is left out
-- mysql:
-- 3| where `customers`.`id` in (
-- 4|   select `orders`.`customer_id`
-- 7|   where not coalesce(`orders`.`amount` = `orders_customers`.`credit`, false)
-- 8 is left out
-- 10| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 3| where "customers"."id" in (
-- 4|   select "orders"."customer_id"
-- 7|   where not coalesce("orders"."amount" = "orders_customers"."credit", false)
-- 8 is left out
-- 10| order by 1 nulls last
-- 11| limit 21
-- 11+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- bigquery, databricks:
-- 3| where `customers`.`id` in (
-- 4|   select `orders`.`customer_id`
-- 7|   where not coalesce(`orders`.`amount` = `orders_customers`.`credit`, false)
-- 8 is left out
-- redshift: the same

-- `!=` with a field of the many side requires a row there, also if that side is selected
select distinct
  "customers"."name" as "customers.name",
  "orders"."id" as "orders.id"
from "customers"
left join "orders" on "orders"."customer_id" = "customers"."id"
where ("orders"."customer_id" is not null and not coalesce("orders"."amount" = "customers"."credit", false))
order by "customers.name" nulls last, "orders.id" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 7| order by `customers.name` <=> null, `customers.name`, `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 7| order by 1 nulls last, 2 nulls last
-- 8| limit 21
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a selected many side shows the rows for which the comparison holds
select
  d0 as "orders.id",
  sum(v0) as "customers.credits"
from (
  select distinct
    "orders"."id" as d0,
    "customers"."id" as k0,
    "customers"."credit" as v0
  from "customers"
  left join "orders" on "orders"."customer_id" = "customers"."id"
  where "orders"."amount" > "customers"."credit"
) as "customers"
group by 1
order by "orders.id" nulls last
limit 21;
-- totals
select sum(v0) as "customers.credits"
from (
  select distinct
    "customers"."id" as k0,
    "customers"."credit" as v0
  from "customers"
  left join "orders" on "orders"."customer_id" = "customers"."id"
  where "orders"."amount" > "customers"."credit"
) as "customers";
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 14| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 3|   sumOrNull(v0 + toDecimal128(0, 0)) as "customers.credits"
-- 14| order by 1 nulls last
-- 15| limit 21
-- 15+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 17| select sumOrNull(v0 + toDecimal128(0, 0)) as "customers.credits"
-- 25| ) as "customers"
-- 25+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- two compared fields of one many side are of the same row
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
    and exists (
      select 1
      from "items"
      where "items"."order_id" = "orders"."id"
        and "items"."delivered" < "items"."quantity"
    )
)
order by "customers.name" nulls last
limit 21;
-- duckdb, trino, snowflake:
-- 3| where "customers"."id" in (
-- 4|   select "orders"."customer_id"
-- 6|   where "orders"."id" in (
-- 7|     select "items"."order_id"
-- 8|     from "items"
-- 9|     where "items"."delivered" < "items"."quantity"
-- 10|   )
-- 11 is left out
-- 12 is left out
-- mysql:
-- 3| where `customers`.`id` in (
-- 4|   select `orders`.`customer_id`
-- 6|   where `orders`.`id` in (
-- 7|     select `items`.`order_id`
-- 8|     from `items`
-- 9|     where `items`.`delivered` < `items`.`quantity`
-- 10|   )
-- 11 is left out
-- 12 is left out
-- 14| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 3| where "customers"."id" in (
-- 4|   select "orders"."customer_id"
-- 6|   where "orders"."id" in (
-- 7|     select "items"."order_id"
-- 8|     from "items"
-- 9|     where "items"."delivered" < "items"."quantity"
-- 10|   )
-- 11 is left out
-- 12 is left out
-- 14| order by 1 nulls last
-- 15| limit 21
-- 15+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- bigquery, databricks:
-- 3| where `customers`.`id` in (
-- 4|   select `orders`.`customer_id`
-- 6|   where `orders`.`id` in (
-- 7|     select `items`.`order_id`
-- 8|     from `items`
-- 9|     where `items`.`delivered` < `items`.`quantity`
-- 10|   )
-- 11 is left out
-- 12 is left out
-- redshift: the same

-- a comparison and other conditions on one many side are of the same row
-- ["shoe"]
select count(*) as "customers.count"
from "customers"
where exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
    and exists (
      select 1
      from "items"
      where "items"."order_id" = "orders"."id"
        and "items"."delivered" < "items"."quantity"
        and "items"."sku" = $1
    )
)
limit 21;
-- duckdb:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."id" in (
-- 8|     select "items"."order_id"
-- 9|     from "items"
-- 10|     where "items"."delivered" < "items"."quantity"
-- 11|       and "items"."sku" = $1
-- 12|   )
-- 13 is left out
-- 14 is left out
-- mysql:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`id` in (
-- 8|     select `items`.`order_id`
-- 9|     from `items`
-- 10|     where `items`.`delivered` < `items`.`quantity`
-- 11|       and `items`.`sku` = ?
-- 12|   )
-- 13 is left out
-- 14 is left out
-- clickhouse:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."id" in (
-- 8|     select "items"."order_id"
-- 9|     from "items"
-- 10|     where "items"."delivered" < "items"."quantity"
-- 11|       and "items"."sku" = {p1:String}
-- 12|   )
-- 13 is left out
-- 14 is left out
-- 16| limit 21
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where "customers"."id" in (
-- 5|   select "orders"."customer_id"
-- 7|   where "orders"."id" in (
-- 8|     select "items"."order_id"
-- 9|     from "items"
-- 10|     where "items"."delivered" < "items"."quantity"
-- 11|       and "items"."sku" = ?
-- 12|   )
-- 13 is left out
-- 14 is left out
-- bigquery:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`id` in (
-- 8|     select `items`.`order_id`
-- 9|     from `items`
-- 10|     where `items`.`delivered` < `items`.`quantity`
-- 11|       and `items`.`sku` = @p1
-- 12|   )
-- 13 is left out
-- 14 is left out
-- databricks:
-- 4| where `customers`.`id` in (
-- 5|   select `orders`.`customer_id`
-- 7|   where `orders`.`id` in (
-- 8|     select `items`.`order_id`
-- 9|     from `items`
-- 10|     where `items`.`delivered` < `items`.`quantity`
-- 11|       and `items`.`sku` = :p1
-- 12|   )
-- 13 is left out
-- 14 is left out
-- redshift: the same

-- fields of a many side and of the many side before it are compared
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
    and exists (
      select 1
      from "items"
      left join "orders" as "items_orders" on "items_orders"."id" = "items"."order_id"
      where "items"."order_id" = "orders"."id"
        and "items"."quantity" >= "items_orders"."discount"
    )
)
order by "customers.name" nulls last
limit 21;
-- duckdb, trino, snowflake:
-- 3| where "customers"."id" in (
-- 4|   select "orders"."customer_id"
-- 6|   where "orders"."id" in (
-- 7|     select "items"."order_id"
-- 8|     from "items"
-- 9|     left join "orders" as "items_orders" on "items_orders"."id" = "items"."order_id"
-- 10|     where "items"."quantity" >= "items_orders"."discount"
-- 11|   )
-- 12 is left out
-- 13 is left out
-- mysql:
-- 3| where `customers`.`id` in (
-- 4|   select `orders`.`customer_id`
-- 6|   where `orders`.`id` in (
-- 7|     select `items`.`order_id`
-- 8|     from `items`
-- 9|     left join `orders` as `items_orders` on `items_orders`.`id` = `items`.`order_id`
-- 10|     where `items`.`quantity` >= `items_orders`.`discount`
-- 11|   )
-- 12 is left out
-- 13 is left out
-- 15| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 3| where "customers"."id" in (
-- 4|   select "orders"."customer_id"
-- 6|   where "orders"."id" in (
-- 7|     select "items"."order_id"
-- 8|     from "items"
-- 9|     left join "orders" as "items_orders" on "items_orders"."id" = "items"."order_id"
-- 10|     where "items"."quantity" >= "items_orders"."discount"
-- 11|   )
-- 12 is left out
-- 13 is left out
-- 15| order by 1 nulls last
-- 16| limit 21
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- bigquery, databricks:
-- 3| where `customers`.`id` in (
-- 4|   select `orders`.`customer_id`
-- 6|   where `orders`.`id` in (
-- 7|     select `items`.`order_id`
-- 8|     from `items`
-- 9|     left join `orders` as `items_orders` on `items_orders`.`id` = `items`.`order_id`
-- 10|     where `items`.`quantity` >= `items_orders`.`discount`
-- 11|   )
-- 12 is left out
-- 13 is left out
-- redshift: the same

-- fields of a many side behind a many side and of the query's own model are compared
select distinct "customers"."name" as "customers.name"
from "customers"
where not exists (
  select 1
  from "orders"
  where "orders"."customer_id" = "customers"."id"
    and exists (
      select 1
      from "items"
      left join "orders" as "items_orders" on "items_orders"."id" = "items"."order_id"
      left join "customers" as "orders_customers" on "orders_customers"."id" = "items_orders"."customer_id"
      where "items"."order_id" = "orders"."id"
        and "items"."delivered" < "orders_customers"."credit"
    )
)
order by "customers.name" nulls last
limit 21;
-- duckdb, trino, snowflake:
-- 3| where not coalesce("customers"."id" in (
-- 4|   select "orders"."customer_id"
-- 6|   where "orders"."id" in (
-- 7|     select "items"."order_id"
-- 8|     from "items"
-- 9|     left join "orders" as "items_orders" on "items_orders"."id" = "items"."order_id"
-- 10|     left join "customers" as "orders_customers" on "orders_customers"."id" = "items_orders"."customer_id"
-- 11|     where "items"."delivered" < "orders_customers"."credit"
-- 12|   )
-- 13| ), false)
-- 14 is left out
-- 15 is left out
-- mysql:
-- 3| where not coalesce(`customers`.`id` in (
-- 4|   select `orders`.`customer_id`
-- 6|   where `orders`.`id` in (
-- 7|     select `items`.`order_id`
-- 8|     from `items`
-- 9|     left join `orders` as `items_orders` on `items_orders`.`id` = `items`.`order_id`
-- 10|     left join `customers` as `orders_customers` on `orders_customers`.`id` = `items_orders`.`customer_id`
-- 11|     where `items`.`delivered` < `orders_customers`.`credit`
-- 12|   )
-- 13| ), false)
-- 14| order by `customers.name` <=> null, `customers.name`
-- 15 is left out
-- 16 is left out
-- clickhouse:
-- 3| where not coalesce("customers"."id" in (
-- 4|   select "orders"."customer_id"
-- 6|   where "orders"."id" in (
-- 7|     select "items"."order_id"
-- 8|     from "items"
-- 9|     left join "orders" as "items_orders" on "items_orders"."id" = "items"."order_id"
-- 10|     left join "customers" as "orders_customers" on "orders_customers"."id" = "items_orders"."customer_id"
-- 11|     where "items"."delivered" < "orders_customers"."credit"
-- 12|   )
-- 13| ), false)
-- 14| order by 1 nulls last
-- 15| limit 21
-- 16| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 17 is left out
-- bigquery, databricks:
-- 3| where not coalesce(`customers`.`id` in (
-- 4|   select `orders`.`customer_id`
-- 6|   where `orders`.`id` in (
-- 7|     select `items`.`order_id`
-- 8|     from `items`
-- 9|     left join `orders` as `items_orders` on `items_orders`.`id` = `items`.`order_id`
-- 10|     left join `customers` as `orders_customers` on `orders_customers`.`id` = `items_orders`.`customer_id`
-- 11|     where `items`.`delivered` < `orders_customers`.`credit`
-- 12|   )
-- 13| ), false)
-- 14 is left out
-- 15 is left out
-- redshift: the same

-- a comparison with fields two many sides away counts each row once
select
  d0 as "items.sku",
  sum(v0) as "customers.credits",
  count(*) as "customers.count"
from (
  select distinct
    "items"."sku" as d0,
    "customers"."id" as k0,
    "customers"."credit" as v0
  from "customers"
  left join "orders" on "orders"."customer_id" = "customers"."id"
  left join "items" on "items"."order_id" = "orders"."id"
  where "items"."delivered" < "items"."quantity"
) as "customers"
group by 1
order by "items.sku" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 16| order by `items.sku` <=> null, `items.sku`
-- clickhouse:
-- 3|   sumOrNull(v0 + toDecimal128(0, 0)) as "customers.credits",
-- 16| order by 1 nulls last
-- 17| limit 21
-- 17+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a comparison applies to the rows that are measured, if these are the many side
select
  d0 as "customers.name",
  coalesce(max(m0), 0) as "orders.count",
  max(m1) as "customers.credits"
from (
  select
    "customers"."name" as d0,
    count(*) as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."amount" > "customers"."credit"
  group by 1
  union all
  select
    "customers"."name" as d0,
    null as m0,
    sum("customers"."credit") as m1
  from "customers"
  where exists (
    select 1
    from "orders"
    left join "customers" as "orders_customers" on "orders_customers"."id" = "orders"."customer_id"
    where "orders"."customer_id" = "customers"."id"
      and "orders"."amount" > "orders_customers"."credit"
  )
  group by 1
) as branches
group by 1
order by "customers.name" nulls last
limit 21;
-- duckdb, trino, snowflake:
-- 20|   where "customers"."id" in (
-- 21|     select "orders"."customer_id"
-- 24|     where "orders"."amount" > "orders_customers"."credit"
-- 25 is left out
-- mysql:
-- 20|   where `customers`.`id` in (
-- 21|     select `orders`.`customer_id`
-- 24|     where `orders`.`amount` > `orders_customers`.`credit`
-- 25 is left out
-- 30| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 18|     sumOrNull("customers"."credit" + toDecimal128(0, 0)) as m1
-- 20|   where "customers"."id" in (
-- 21|     select "orders"."customer_id"
-- 24|     where "orders"."amount" > "orders_customers"."credit"
-- 25 is left out
-- 30| order by 1 nulls last
-- 31| limit 21
-- 31+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- bigquery, databricks:
-- 20|   where `customers`.`id` in (
-- 21|     select `orders`.`customer_id`
-- 24|     where `orders`.`amount` > `orders_customers`.`credit`
-- 25 is left out
-- redshift: the same

-- a comparison inside a condition that some row exists
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from "orders"
  left join "customers" as "orders_customers" on "orders_customers"."id" = "orders"."customer_id"
  where "orders"."customer_id" = "customers"."id"
    and "orders"."amount" > "orders_customers"."credit"
    and (date_trunc('month', "orders"."placed")::date) = (date_trunc('month', "orders"."promised")::date)
)
order by "customers.name" nulls last
limit 21;
-- duckdb:
-- 3| where "customers"."id" in (
-- 4|   select "orders"."customer_id"
-- 7|   where "orders"."amount" > "orders_customers"."credit"
-- 8 is left out
-- mysql:
-- 3| where `customers`.`id` in (
-- 4|   select `orders`.`customer_id`
-- 7|   where `orders`.`amount` > `orders_customers`.`credit`
-- 8|     and (cast(date_format(`orders`.`placed`, '%Y-%m-01') as date)) = (cast(date_format(`orders`.`promised`, '%Y-%m-01') as date))
-- 9 is left out
-- 11| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 3| where "customers"."id" in (
-- 4|   select "orders"."customer_id"
-- 7|   where "orders"."amount" > "orders_customers"."credit"
-- 8|     and (toStartOfMonth(toDate32(toTimeZone("orders"."placed", 'UTC')))) = (toStartOfMonth(toDate32("orders"."promised")))
-- 9 is left out
-- 11| order by 1 nulls last
-- 12| limit 21
-- 12+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3| where "customers"."id" in (
-- 4|   select "orders"."customer_id"
-- 7|   where "orders"."amount" > "orders_customers"."credit"
-- 8|     and (cast(date_trunc('month', cast(cast("orders"."placed" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date)) = (cast(date_trunc('month', "orders"."promised") as date))
-- 9 is left out
-- bigquery:
-- 3| where `customers`.`id` in (
-- 4|   select `orders`.`customer_id`
-- 7|   where `orders`.`amount` > `orders_customers`.`credit`
-- 8|     and (date_trunc(cast(datetime(timestamp(`orders`.`placed`), 'UTC') as date), month)) = (date_trunc(cast(`orders`.`promised` as date), month))
-- 9 is left out
-- databricks:
-- 3| where `customers`.`id` in (
-- 4|   select `orders`.`customer_id`
-- 7|   where `orders`.`amount` > `orders_customers`.`credit`
-- 8|     and (cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed`)) as date)) = (cast(date_trunc('month', `orders`.`promised`) as date))
-- 9 is left out
-- snowflake:
-- 3| where "customers"."id" in (
-- 4|   select "orders"."customer_id"
-- 7|   where "orders"."amount" > "orders_customers"."credit"
-- 8|     and (cast(date_trunc('month', cast(convert_timezone('UTC', "orders"."placed") as timestamp_ntz)) as date)) = (cast(date_trunc('month', "orders"."promised") as date))
-- 9 is left out
-- redshift: the same

-- a comparison inside a condition that no row exists
select "orders"."id" as "orders.id"
from "orders"
where not exists (
  select 1
  from "items"
  where "items"."order_id" = "orders"."id"
    and "items"."delivered" < "items"."quantity"
)
order by "orders.id" nulls last
limit 21;
-- duckdb, trino, snowflake:
-- 3| where not coalesce("orders"."id" in (
-- 4|   select "items"."order_id"
-- 6|   where "items"."delivered" < "items"."quantity"
-- 7| ), false)
-- 8 is left out
-- mysql:
-- 3| where not coalesce(`orders`.`id` in (
-- 4|   select `items`.`order_id`
-- 6|   where `items`.`delivered` < `items`.`quantity`
-- 7| ), false)
-- 8| order by `orders.id` <=> null, `orders.id`
-- 9 is left out
-- clickhouse:
-- 3| where not coalesce("orders"."id" in (
-- 4|   select "items"."order_id"
-- 6|   where "items"."delivered" < "items"."quantity"
-- 7| ), false)
-- 8| order by 1 nulls last
-- 9| limit 21
-- 10| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- bigquery, databricks:
-- 3| where not coalesce(`orders`.`id` in (
-- 4|   select `items`.`order_id`
-- 6|   where `items`.`delivered` < `items`.`quantity`
-- 7| ), false)
-- 8 is left out
-- redshift: the same

-- a comparison inside a condition on groups
-- ["2"]
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."amount" >= "orders"."discount"
  group by 1
  having count(*) >= $1::bigint
)
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
)
order by "customers.name" nulls last
limit 21;
-- duckdb:
-- 15|   where asked_1.d0 is not distinct from "customers"."id"
-- mysql:
-- 8|   having count(*) >= cast(? as signed)
-- 15|   where asked_1.d0 <=> `customers`.`id`
-- 17| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 8|   having count(*) >= {p1:Int64}
-- 12| where toJSONString(tuple("customers"."id")) in (
-- 13|   select toJSONString(tuple(asked_1.d0))
-- 15 is left out
-- 17| order by 1 nulls last
-- 18| limit 21
-- 18+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 8|   having count(*) >= cast(? as bigint)
-- 12| where json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 13|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 15 is left out
-- bigquery:
-- 8|   having count(*) >= cast(@p1 as int64)
-- 12| where to_json_string([to_json_string(`customers`.`id`)]) in (
-- 13|   select to_json_string([to_json_string(asked_1.d0)])
-- 15 is left out
-- databricks:
-- 8|   having count(*) >= cast(:p1 as bigint)
-- 12| where to_json(named_struct('c0', `customers`.`id`)) in (
-- 13|   select to_json(named_struct('c0', asked_1.d0))
-- 15 is left out
-- snowflake:
-- 8|   having count(*) >= cast(? as number(38, 0))
-- 12| where to_json(array_construct("customers"."id")) in (
-- 13|   select to_json(array_construct(asked_1.d0))
-- 15 is left out
-- redshift:
-- 15|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))

-- two measures of one model are compared
select
  "customers"."name" as "customers.name",
  sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1
having sum("orders"."amount") < sum("orders"."discount")
order by "customers.name" nulls last
limit 21;
-- totals
with picked_1 as (
  select "customers"."name" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having sum("orders"."amount") < sum("orders"."discount")
)
select sum("orders"."amount") as "orders.total"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from picked_1
  where array[picked_1.d0] = array["customers"."name"]
);
-- duckdb:
-- 24|   where picked_1.d0 is not distinct from "customers"."name"
-- mysql:
-- 8| order by `customers.name` <=> null, `customers.name`
-- 24|   where picked_1.d0 <=> `customers`.`name`
-- clickhouse:
-- 3|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 7| having sumOrNull("orders"."amount" + toDecimal128(0, 0)) < sumOrNull("orders"."discount" + toDecimal128(0, 0))
-- 8| order by 1 nulls last
-- 9| limit 21
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 16|   having sumOrNull("orders"."amount" + toDecimal128(0, 0)) < sumOrNull("orders"."discount" + toDecimal128(0, 0))
-- 18| select sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
-- 21| where toJSONString(tuple("customers"."name")) in (
-- 22|   select toJSONString(tuple(picked_1.d0))
-- 24| )
-- 25| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 21| where json_format(cast(array[cast("customers"."name" as json)] as json)) in (
-- 22|   select json_format(cast(array[cast(picked_1.d0 as json)] as json))
-- 24 is left out
-- bigquery:
-- 21| where to_json_string([to_json_string(`customers`.`name`)]) in (
-- 22|   select to_json_string([to_json_string(picked_1.d0)])
-- 24 is left out
-- databricks:
-- 21| where to_json(named_struct('c0', `customers`.`name`)) in (
-- 22|   select to_json(named_struct('c0', picked_1.d0))
-- 24 is left out
-- snowflake:
-- 21| where to_json(array_construct("customers"."name")) in (
-- 22|   select to_json(array_construct(picked_1.d0))
-- 24 is left out
-- redshift:
-- 24|   where (picked_1.d0 = "customers"."name" or (picked_1.d0 is null and "customers"."name" is null))

-- a derived measure is compared inside a negation
select
  "customers"."name" as "customers.name",
  sum("orders"."amount") - sum("orders"."discount") as "orders.net"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1
having not coalesce(((sum("orders"."amount") - sum("orders"."discount")) > sum("orders"."discount")), false)
order by "customers.name" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 8| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 3|   sumOrNull("orders"."amount" + toDecimal128(0, 0)) - sumOrNull("orders"."discount" + toDecimal128(0, 0)) as "orders.net"
-- 7| having not coalesce(((sumOrNull("orders"."amount" + toDecimal128(0, 0)) - sumOrNull("orders"."discount" + toDecimal128(0, 0))) > sumOrNull("orders"."discount" + toDecimal128(0, 0))), false)
-- 8| order by 1 nulls last
-- 9| limit 21
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- two measures of two models are compared
select
  d0 as "customers.name",
  max(m0) as "orders.total"
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
    "customers"."name" as d0,
    null as m0,
    sum("tickets"."minutes") as m1
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  group by 1
) as branches
group by 1
having max(m0) < max(m1)
order by "customers.name" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 23| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 7|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 16|     sumOrNull("tickets"."minutes" + toDecimal128(0, 0)) as m1
-- 23| order by 1 nulls last
-- 24| limit 21
-- 24+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a count of nothing is compared as 0, and null is unequal to everything
select
  d0 as "customers.name",
  max(m0) as "orders.total",
  max(m2) as "tickets.total"
from (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  union all
  select
    "customers"."name" as d0,
    null as m0,
    null as m1,
    sum("tickets"."minutes") as m2,
    count(*) as m3
  from "tickets"
  left join "customers" on "customers"."id" = "tickets"."customer_id"
  group by 1
) as branches
group by 1
having (coalesce(max(m1), 0) < coalesce(max(m3), 0) or not coalesce(max(m0) = max(m2), false))
order by "customers.name" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 28| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 8|     sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 20|     sumOrNull("tickets"."minutes" + toDecimal128(0, 0)) as m2,
-- 28| order by 1 nulls last
-- 29| limit 21
-- 29+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', optimize_min_equality_disjunction_chain_length = 1000000;

-- the greatest moment is compared with the greatest date
select
  "customers"."name" as "customers.name",
  count(*) as "orders.count"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
group by 1
having max("orders"."placed")::date >= max("orders"."promised")
order by "customers.name" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 7| having date(max(`orders`.`placed`)) >= max(`orders`.`promised`)
-- 8| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 7| having toDate32(toTimeZone(maxOrNull("orders"."placed"), 'UTC')) >= maxOrNull("orders"."promised")
-- 8| order by 1 nulls last
-- 9| limit 21
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 7| having cast(cast(cast(max("orders"."placed") as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) >= max("orders"."promised")
-- bigquery:
-- 7| having cast(datetime(timestamp(max(`orders`.`placed`)), 'UTC') as date) >= max(`orders`.`promised`)
-- databricks:
-- 7| having cast(convert_timezone('UTC', max(`orders`.`placed`)) as date) >= max(`orders`.`promised`)
-- snowflake:
-- 7| having cast(cast(convert_timezone('UTC', max("orders"."placed")) as timestamp_ntz) as date) >= max("orders"."promised")

-- two measures are compared in a condition on groups
with asked_1 as (
  select d0
  from (
    select
      "customers"."id" as d0,
      sum("orders"."amount") as m0,
      null as m1
    from "orders"
    left join "customers" on "customers"."id" = "orders"."customer_id"
    group by 1
    union all
    select
      "customers"."id" as d0,
      null as m0,
      sum("tickets"."minutes") as m1
    from "tickets"
    left join "customers" on "customers"."id" = "tickets"."customer_id"
    group by 1
  ) as branches
  group by 1
  having max(m0) < max(m1)
)
select "orders"."id" as "orders.id"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
)
order by "orders.id" nulls last
limit 21;
-- duckdb:
-- 29|   where asked_1.d0 is not distinct from "customers"."id"
-- mysql:
-- 29|   where asked_1.d0 <=> `customers`.`id`
-- 31| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 6|       sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
-- 15|       sumOrNull("tickets"."minutes" + toDecimal128(0, 0)) as m1
-- 26| where toJSONString(tuple("customers"."id")) in (
-- 27|   select toJSONString(tuple(asked_1.d0))
-- 29 is left out
-- 31| order by 1 nulls last
-- 32| limit 21
-- 32+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 26| where json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 27|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 29 is left out
-- bigquery:
-- 26| where to_json_string([to_json_string(`customers`.`id`)]) in (
-- 27|   select to_json_string([to_json_string(asked_1.d0)])
-- 29 is left out
-- databricks:
-- 26| where to_json(named_struct('c0', `customers`.`id`)) in (
-- 27|   select to_json(named_struct('c0', asked_1.d0))
-- 29 is left out
-- snowflake:
-- 26| where to_json(array_construct("customers"."id")) in (
-- 27|   select to_json(array_construct(asked_1.d0))
-- 29 is left out
-- redshift:
-- 29|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))

-- two measures are compared in groups without rows of either
-- ["nowhere"]
with asked_1 as (
  select d0
  from (
    select
      "customers"."id" as d0,
      count(*) as m0,
      null as m1
    from (
      select *
      from "orders" as "own_orders"
      where "region" in ($1)
    ) as "own_orders"
    left join "customers" on "customers"."id" = "own_orders"."customer_id"
    group by 1
    union all
    select
      "customers"."id" as d0,
      null as m0,
      count(*) as m1
    from "tickets"
    left join "customers" on "customers"."id" = "tickets"."customer_id"
    group by 1
  ) as branches
  group by 1
  having not coalesce((coalesce(max(m0), 0) = coalesce(max(m1), 0)), false)
)
select distinct "customers"."name" as "customers.name"
from "customers"
where not exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
)
order by "customers.name" nulls last
limit 21;
-- duckdb:
-- 33|   where asked_1.d0 is not distinct from "customers"."id"
-- mysql:
-- 12|       where `region` in (?)
-- 33|   where asked_1.d0 <=> `customers`.`id`
-- 35| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 12|       where "region" in ({p1:String})
-- 30| where not toJSONString(tuple("customers"."id")) in (
-- 31|   select toJSONString(tuple(asked_1.d0))
-- 33 is left out
-- 35| order by 1 nulls last
-- 36| limit 21
-- 36+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 12|       where "region" in (?)
-- 30| where not json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 31|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 33 is left out
-- bigquery:
-- 12|       where `region` in (@p1)
-- 30| where not to_json_string([to_json_string(`customers`.`id`)]) in (
-- 31|   select to_json_string([to_json_string(asked_1.d0)])
-- 33 is left out
-- databricks:
-- 12|       where `region` in (:p1)
-- 30| where not to_json(named_struct('c0', `customers`.`id`)) in (
-- 31|   select to_json(named_struct('c0', asked_1.d0))
-- 33 is left out
-- snowflake:
-- 12|       where "region" in (?)
-- 30| where not to_json(array_construct("customers"."id")) in (
-- 31|   select to_json(array_construct(asked_1.d0))
-- 33 is left out
-- redshift:
-- 33|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))

-- a negated comparison of measures keeps groups in which one is null
with asked_1 as (
  select "customers"."id" as d0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
  having sum("orders"."amount") > sum("orders"."discount")
)
select distinct "customers"."name" as "customers.name"
from "customers"
where not coalesce(exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["customers"."id"]
), false)
order by "customers.name" nulls last
limit 21;
-- duckdb:
-- 13|   where asked_1.d0 is not distinct from "customers"."id"
-- mysql:
-- 13|   where asked_1.d0 <=> `customers`.`id`
-- 15| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 6|   having sumOrNull("orders"."amount" + toDecimal128(0, 0)) > sumOrNull("orders"."discount" + toDecimal128(0, 0))
-- 10| where not coalesce(toJSONString(tuple("customers"."id")) in (
-- 11|   select toJSONString(tuple(asked_1.d0))
-- 13 is left out
-- 15| order by 1 nulls last
-- 16| limit 21
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL', output_format_json_quote_denormals = 1;
-- trino:
-- 10| where not coalesce(json_format(cast(array[cast("customers"."id" as json)] as json)) in (
-- 11|   select json_format(cast(array[cast(asked_1.d0 as json)] as json))
-- 13 is left out
-- bigquery:
-- 10| where not coalesce(to_json_string([to_json_string(`customers`.`id`)]) in (
-- 11|   select to_json_string([to_json_string(asked_1.d0)])
-- 13 is left out
-- databricks:
-- 10| where not coalesce(to_json(named_struct('c0', `customers`.`id`)) in (
-- 11|   select to_json(named_struct('c0', asked_1.d0))
-- 13 is left out
-- snowflake:
-- 10| where not coalesce(to_json(array_construct("customers"."id")) in (
-- 11|   select to_json(array_construct(asked_1.d0))
-- 13 is left out
-- redshift:
-- 13|   where (asked_1.d0 = "customers"."id" or (asked_1.d0 is null and "customers"."id" is null))

-- only rows that the caller sees are compared
-- ["south"]
select distinct "customers"."name" as "customers.name"
from "customers"
where exists (
  select 1
  from (
    select *
    from "orders" as "own_orders"
    where "own_orders"."region" in ($1)
  ) as "own_orders"
  left join "customers" as "own_orders_customers" on "own_orders_customers"."id" = "own_orders"."customer_id"
  where "own_orders"."customer_id" = "customers"."id"
    and "own_orders"."amount" > "own_orders_customers"."credit"
)
order by "customers.name" nulls last
limit 21;
-- duckdb:
-- 4| where "customers"."id" in (
-- 5|   select "own_orders"."customer_id"
-- 12|   where "own_orders"."amount" > "own_orders_customers"."credit"
-- 13 is left out
-- mysql:
-- 4| where `customers`.`id` in (
-- 5|   select `own_orders`.`customer_id`
-- 9|     where `own_orders`.`region` in (?)
-- 12|   where `own_orders`.`amount` > `own_orders_customers`.`credit`
-- 13 is left out
-- 15| order by `customers.name` <=> null, `customers.name`
-- clickhouse:
-- 4| where "customers"."id" in (
-- 5|   select "own_orders"."customer_id"
-- 9|     where "own_orders"."region" in ({p1:String})
-- 12|   where "own_orders"."amount" > "own_orders_customers"."credit"
-- 13 is left out
-- 15| order by 1 nulls last
-- 16| limit 21
-- 16+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 4| where "customers"."id" in (
-- 5|   select "own_orders"."customer_id"
-- 9|     where "own_orders"."region" in (?)
-- 12|   where "own_orders"."amount" > "own_orders_customers"."credit"
-- 13 is left out
-- bigquery:
-- 4| where `customers`.`id` in (
-- 5|   select `own_orders`.`customer_id`
-- 9|     where `own_orders`.`region` in (@p1)
-- 12|   where `own_orders`.`amount` > `own_orders_customers`.`credit`
-- 13 is left out
-- databricks:
-- 4| where `customers`.`id` in (
-- 5|   select `own_orders`.`customer_id`
-- 9|     where `own_orders`.`region` in (:p1)
-- 12|   where `own_orders`.`amount` > `own_orders_customers`.`credit`
-- 13 is left out
-- redshift: the same

-- rows that the caller does not see count as absent in a comparison
-- ["north"]
select distinct "customers"."name" as "customers.name"
from "customers"
where not exists (
  select 1
  from (
    select *
    from "orders" as "own_orders"
    where "own_orders"."region" in ($1)
  ) as "own_orders"
  left join "customers" as "own_orders_customers" on "own_orders_customers"."id" = "own_orders"."customer_id"
  where "own_orders"."customer_id" = "customers"."id"
    and "own_orders"."amount" <= "own_orders_customers"."credit"
)
order by "customers.name" nulls last
limit 21;
-- duckdb:
-- 4| where not coalesce("customers"."id" in (
-- 5|   select "own_orders"."customer_id"
-- 12|   where "own_orders"."amount" <= "own_orders_customers"."credit"
-- 13| ), false)
-- 14 is left out
-- mysql:
-- 4| where not coalesce(`customers`.`id` in (
-- 5|   select `own_orders`.`customer_id`
-- 9|     where `own_orders`.`region` in (?)
-- 12|   where `own_orders`.`amount` <= `own_orders_customers`.`credit`
-- 13| ), false)
-- 14| order by `customers.name` <=> null, `customers.name`
-- 15 is left out
-- clickhouse:
-- 4| where not coalesce("customers"."id" in (
-- 5|   select "own_orders"."customer_id"
-- 9|     where "own_orders"."region" in ({p1:String})
-- 12|   where "own_orders"."amount" <= "own_orders_customers"."credit"
-- 13| ), false)
-- 14| order by 1 nulls last
-- 15| limit 21
-- 16| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 4| where not coalesce("customers"."id" in (
-- 5|   select "own_orders"."customer_id"
-- 9|     where "own_orders"."region" in (?)
-- 12|   where "own_orders"."amount" <= "own_orders_customers"."credit"
-- 13| ), false)
-- 14 is left out
-- bigquery:
-- 4| where not coalesce(`customers`.`id` in (
-- 5|   select `own_orders`.`customer_id`
-- 9|     where `own_orders`.`region` in (@p1)
-- 12|   where `own_orders`.`amount` <= `own_orders_customers`.`credit`
-- 13| ), false)
-- 14 is left out
-- databricks:
-- 4| where not coalesce(`customers`.`id` in (
-- 5|   select `own_orders`.`customer_id`
-- 9|     where `own_orders`.`region` in (:p1)
-- 12|   where `own_orders`.`amount` <= `own_orders_customers`.`credit`
-- 13| ), false)
-- 14 is left out
-- redshift: the same

-- what the caller does not see of a joined model is null
-- ["north"]
select "orders"."id" as "orders.id"
from "orders"
left join (
  select *
  from "customers" as "own_customers"
  where "region" in ($1)
) as "own_customers" on "own_customers"."id" = "orders"."customer_id"
where "orders"."region" = "own_customers"."region"
order by "orders.id" nulls last
limit 21;
-- duckdb:
-- 7|   where "own_customers"."region" in ($1)
-- mysql:
-- 7|   where `region` in (?)
-- 10| order by `orders.id` <=> null, `orders.id`
-- clickhouse:
-- 7|   where "region" in ({p1:String})
-- 9| where toString("orders"."region") = toString("own_customers"."region")
-- 10| order by 1 nulls last
-- 11| limit 21
-- 11+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino, snowflake:
-- 7|   where "region" in (?)
-- bigquery:
-- 7|   where `region` in (@p1)
-- databricks:
-- 7|   where `region` in (:p1)
-- redshift: the same
