-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a filter on the last possible day has no upper bound
select "id" as "contracts.id"
from "contracts"
where "ends_at" is not null
order by "contracts.id" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 4| order by `contracts.id` <=> null, `contracts.id`
-- clickhouse:
-- 4| order by 1 nulls last
-- 5| limit 21
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- no row is after the last possible day
select "id" as "contracts.id"
from "contracts"
where false
order by "contracts.id" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 4| order by `contracts.id` <=> null, `contracts.id`
-- clickhouse:
-- 4| order by 1 nulls last
-- 5| limit 21
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- every other row is not on the last possible day
-- ["9999-12-31 00:00:00"]
select "id" as "contracts.id"
from "contracts"
where (not ("ends_at" >= $1::timestamp) or "ends_at" is null)
order by "contracts.id" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 4| where (not (`ends_at` >= cast(? as datetime(6))) or `ends_at` is null)
-- 5| order by `contracts.id` <=> null, `contracts.id`
-- clickhouse:
-- 4| where (not ("ends_at" >= {p1:DateTime64(6, 'UTC')}) or "ends_at" is null)
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 4| where (not ("ends_at" >= cast(? as timestamp(6))) or "ends_at" is null)
-- bigquery:
-- 4| where (not (`ends_at` >= @p1) or `ends_at` is null)
-- databricks:
-- 4| where (not (`ends_at` >= cast(concat(:p1, 'Z') as timestamp)) or `ends_at` is null)
-- snowflake:
-- 4| where (not ("ends_at" >= cast(? as timestamp_ntz)) or "ends_at" is null)

-- a filter up to the last possible year has no upper bound
-- ["2025-01-01"]
select "id" as "contracts.id"
from "contracts"
where "ends_on" >= $1::date
order by "contracts.id" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 4| where `ends_on` >= cast(? as date)
-- 5| order by `contracts.id` <=> null, `contracts.id`
-- clickhouse:
-- 4| where "ends_on" >= {p1:Date32}
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where "ends_on" >= cast(? as date)
-- bigquery:
-- 4| where `ends_on` >= cast(@p1 as date)
-- databricks:
-- 4| where `ends_on` >= cast(:p1 as date)

-- a filter may reach ten thousand years ahead and back
-- ["2024-01-01","0001-01-01","2025-01-01"]
select "id" as "contracts.id"
from "contracts"
where ("ends_on" >= $1::date or ("ends_on" >= $2::date and "ends_on" < $3::date))
order by "contracts.id" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 4| where (`ends_on` >= cast(? as date) or (`ends_on` >= cast(? as date) and `ends_on` < cast(? as date)))
-- 5| order by `contracts.id` <=> null, `contracts.id`
-- clickhouse:
-- 4| where ("ends_on" >= {p1:Date32} or ("ends_on" >= {p2:Date32} and "ends_on" < {p3:Date32}))
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where ("ends_on" >= cast(? as date) or ("ends_on" >= cast(? as date) and "ends_on" < cast(? as date)))
-- bigquery:
-- 4| where (`ends_on` >= cast(@p1 as date) or (`ends_on` >= cast(@p2 as date) and `ends_on` < cast(@p3 as date)))
-- databricks:
-- 4| where (`ends_on` >= cast(:p1 as date) or (`ends_on` >= cast(:p2 as date) and `ends_on` < cast(:p3 as date)))

-- a fraction in a list for a column of whole numbers matches no row
-- ["1","1.5"]
select "id" as "contracts.id"
from "contracts"
where "id" in ($1::bigint, $2::numeric)
order by "contracts.id" nulls last
limit 21;
-- duckdb:
-- 4| where "id" in ($1::bigint, $2::decimal(2, 1))
-- mysql:
-- 4| where `id` in (cast(? as signed), cast(? as decimal(2, 1)))
-- 5| order by `contracts.id` <=> null, `contracts.id`
-- clickhouse:
-- 4| where ("id" = {p1:Int64} or "id" = {p2:Decimal(38, 1)})
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 4| where "id" in (cast(? as bigint), cast(? as decimal(2, 1)))
-- bigquery:
-- 4| where `id` in (cast(@p1 as int64), cast(@p2 as numeric))
-- databricks:
-- 4| where `id` in (cast(:p1 as bigint), cast(:p2 as decimal(2, 1)))
-- snowflake:
-- 4| where "id" in (cast(? as number(38, 0)), cast(? as number(38, 1)))
-- redshift:
-- 4| where "id" in ($1::bigint, $2::decimal(38, 1))

-- fractions in a list for a column of doubles
-- ["0.5","0.25","1.25","1.5"]
select "id" as "contracts.id"
from "contracts"
where "weight" in ($1::numeric, $2::numeric, $3::numeric, $4::numeric)
order by "contracts.id" nulls last
limit 21;
-- duckdb:
-- 4| where "weight" in ($1::decimal(2, 1), $2::decimal(3, 2), $3::decimal(3, 2), $4::decimal(2, 1))
-- mysql:
-- 4| where `weight` in (cast(? as decimal(2, 1)), cast(? as decimal(3, 2)), cast(? as decimal(3, 2)), cast(? as decimal(2, 1)))
-- 5| order by `contracts.id` <=> null, `contracts.id`
-- clickhouse:
-- 4| where ("weight" = {p1:Decimal(38, 1)} or "weight" = {p2:Decimal(38, 2)} or "weight" = {p3:Decimal(38, 2)} or "weight" = {p4:Decimal(38, 1)})
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 4| where "weight" in (cast(? as decimal(2, 1)), cast(? as decimal(3, 2)), cast(? as decimal(3, 2)), cast(? as decimal(2, 1)))
-- bigquery:
-- 4| where `weight` in (cast(@p1 as numeric), cast(@p2 as numeric), cast(@p3 as numeric), cast(@p4 as numeric))
-- databricks:
-- 4| where `weight` in (cast(:p1 as decimal(2, 1)), cast(:p2 as decimal(3, 2)), cast(:p3 as decimal(3, 2)), cast(:p4 as decimal(2, 1)))
-- snowflake:
-- 4| where "weight" in (cast(? as number(38, 1)), cast(? as number(38, 2)), cast(? as number(38, 2)), cast(? as number(38, 1)))
-- redshift:
-- 4| where "weight" in ($1::decimal(38, 1), $2::decimal(38, 2), $3::decimal(38, 2), $4::decimal(38, 1))

-- fractions in a list that a column of doubles must not match
-- ["0.5","0.25","1.25"]
select "id" as "contracts.id"
from "contracts"
where ("weight" not in ($1::numeric, $2::numeric, $3::numeric) or "weight" is null)
order by "contracts.id" nulls last
limit 21;
-- duckdb:
-- 4| where ("weight" not in ($1::decimal(2, 1), $2::decimal(3, 2), $3::decimal(3, 2)) or "weight" is null)
-- mysql:
-- 4| where (`weight` not in (cast(? as decimal(2, 1)), cast(? as decimal(3, 2)), cast(? as decimal(3, 2))) or `weight` is null)
-- 5| order by `contracts.id` <=> null, `contracts.id`
-- clickhouse:
-- 4| where (not (("weight" = {p1:Decimal(38, 1)} or "weight" = {p2:Decimal(38, 2)} or "weight" = {p3:Decimal(38, 2)})) or "weight" is null)
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 4| where ("weight" not in (cast(? as decimal(2, 1)), cast(? as decimal(3, 2)), cast(? as decimal(3, 2))) or "weight" is null)
-- bigquery:
-- 4| where (`weight` not in (cast(@p1 as numeric), cast(@p2 as numeric), cast(@p3 as numeric)) or `weight` is null)
-- databricks:
-- 4| where (`weight` not in (cast(:p1 as decimal(2, 1)), cast(:p2 as decimal(3, 2)), cast(:p3 as decimal(3, 2))) or `weight` is null)
-- snowflake:
-- 4| where ("weight" not in (cast(? as number(38, 1)), cast(? as number(38, 2)), cast(? as number(38, 2))) or "weight" is null)
-- redshift:
-- 4| where ("weight" not in ($1::decimal(38, 1), $2::decimal(38, 2), $3::decimal(38, 2)) or "weight" is null)

-- a filter with a number of more digits than the column
-- ["99999999999999999999","-12345678901234567890.5"]
select "id" as "contracts.id"
from "contracts"
where "price" < $1::numeric
  and "price" is distinct from $2::numeric
order by "contracts.id" nulls last
limit 21;
-- duckdb:
-- 4| where "price" < $1::decimal(20, 0)
-- 5|   and ("price" <> $2::decimal(21, 1) or "price" is null)
-- mysql:
-- 4| where `price` < cast(? as decimal(20, 0))
-- 5|   and not (`price` <=> cast(? as decimal(21, 1)))
-- 6| order by `contracts.id` <=> null, `contracts.id`
-- clickhouse:
-- 4| where "price" < {p1:Decimal(38, 0)}
-- 5|   and (not ("price" = {p2:Decimal(38, 1)}) or "price" is null)
-- 6| order by 1 nulls last
-- 7| limit 21
-- 7+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 4| where "price" < cast(? as decimal(20, 0))
-- 5|   and "price" is distinct from cast(? as decimal(21, 1))
-- bigquery:
-- 4| where `price` < cast(@p1 as numeric)
-- 5|   and `price` is distinct from cast(@p2 as numeric)
-- databricks:
-- 4| where `price` < cast(:p1 as decimal(20, 0))
-- 5|   and not (`price` <=> cast(:p2 as decimal(21, 1)))
-- snowflake:
-- 4| where "price" < cast(? as number(38, 0))
-- 5|   and "price" is distinct from cast(? as number(38, 1))
-- redshift:
-- 4| where "price" < $1::decimal(38, 0)
-- 5|   and ("price" <> $2::decimal(38, 1) or "price" is null)

-- a filter with a number of more digits than any decimal
-- ["1e60"]
select "id" as "contracts.id"
from "contracts"
where "price" < $1::numeric
order by "contracts.id" nulls last
limit 21;
-- duckdb:
-- 4| where "price" < $1::double
-- mysql:
-- 4| where `price` < (? + 0e0)
-- 5| order by `contracts.id` <=> null, `contracts.id`
-- clickhouse:
-- 4| where "price" < {p1:Float64}
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "price" < cast(? as double)
-- bigquery:
-- 4| where `price` < cast(@p1 as float64)
-- databricks:
-- 4| where `price` < cast(:p1 as double)
-- snowflake:
-- 4| where "price" < cast(? as float)
-- redshift:
-- 4| where "price" < $1::float8

-- a list with numbers of more digits than any decimal
-- ["99999999999999999999","0.1","1e+60"]
select "id" as "contracts.id"
from "contracts"
where "price" in ($1::numeric, $2::numeric, $3::numeric)
order by "contracts.id" nulls last
limit 21;
-- duckdb:
-- 4| where "price" in ($1::decimal(20, 0), $2::decimal(2, 1), $3::double)
-- mysql:
-- 4| where `price` in (cast(? as decimal(20, 0)), cast(? as decimal(2, 1)), (? + 0e0))
-- 5| order by `contracts.id` <=> null, `contracts.id`
-- clickhouse:
-- 4| where ("price" = {p1:Decimal(38, 0)} or "price" = {p2:Decimal(38, 1)} or "price" = {p3:Float64})
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 4| where "price" in (cast(? as decimal(20, 0)), cast(? as decimal(2, 1)), cast(? as double))
-- bigquery:
-- 4| where `price` in (cast(@p1 as numeric), cast(@p2 as numeric), cast(@p3 as float64))
-- databricks:
-- 4| where `price` in (cast(:p1 as decimal(20, 0)), cast(:p2 as decimal(2, 1)), cast(:p3 as double))
-- snowflake:
-- 4| where "price" in (cast(? as number(38, 0)), cast(? as number(38, 1)), cast(? as float))
-- redshift:
-- 4| where "price" in ($1::decimal(38, 0), $2::decimal(38, 1), $3::float8)

-- moments are matched in a list
-- ["2024-03-15 10:00:00","2024-03-15 10:00:00.500000","2099-12-31 00:00:00","9999-12-31 23:59:59"]
select "id" as "contracts.id"
from "contracts"
where "ends_at" in ($1::timestamp, $2::timestamp, $3::timestamp, $4::timestamp)
order by "contracts.id" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 4| where `ends_at` in (cast(? as datetime(6)), cast(? as datetime(6)), cast(? as datetime(6)), cast(? as datetime(6)))
-- 5| order by `contracts.id` <=> null, `contracts.id`
-- clickhouse:
-- 4| where ("ends_at" = {p1:DateTime64(6, 'UTC')} or "ends_at" = {p2:DateTime64(6, 'UTC')} or "ends_at" = {p3:DateTime64(6, 'UTC')} or "ends_at" = {p4:DateTime64(6, 'UTC')})
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 4| where "ends_at" in (cast(? as timestamp(6)), cast(? as timestamp(6)), cast(? as timestamp(6)), cast(? as timestamp(6)))
-- bigquery:
-- 4| where `ends_at` in (@p1, @p2, @p3, @p4)
-- databricks:
-- 4| where `ends_at` in (cast(concat(:p1, 'Z') as timestamp), cast(concat(:p2, 'Z') as timestamp), cast(concat(:p3, 'Z') as timestamp), cast(concat(:p4, 'Z') as timestamp))
-- snowflake:
-- 4| where "ends_at" in (cast(? as timestamp_ntz), cast(? as timestamp_ntz), cast(? as timestamp_ntz), cast(? as timestamp_ntz))
