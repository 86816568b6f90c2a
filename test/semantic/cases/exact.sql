-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- sums above 64 bits keep every digit
select
  sum("big") as "amounts.sum_big",
  sum("dec") as "amounts.sum_dec",
  max("big") as "amounts.max_big"
from "amounts"
limit 2;
-- duckdb, mysql, trino, bigquery, databricks, snowflake, redshift: the same
-- clickhouse:
-- 2|   sumOrNull("big" + toDecimal128(0, 0)) as "amounts.sum_big",
-- 3|   sumOrNull("dec" + toDecimal128(0, 0)) as "amounts.sum_dec",
-- 4|   maxOrNull("big") as "amounts.max_big"
-- 6| limit 2
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- an average of numbers whose sum is above 64 bits
select floor(1.0 * avg("big") / 1000000000000000) as "amounts.rough_big"
from "amounts"
limit 2;
-- duckdb:
-- 1| select floor(avg("big") / 1000000000000000) as "amounts.rough_big"
-- mysql:
-- 1| select floor(1.0000000000000000 * avg(1.0000000000000000 * `big`) / 1000000000000000) as `amounts.rough_big`
-- clickhouse:
-- 1| select floor(1e0 * avgOrNull("big" + toDecimal128(0, 0)) / 1000000000000000) as "amounts.rough_big"
-- 3| limit 2
-- 3+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| select floor(1e0 * avg(cast("big" as double)) / 1000000000000000) as "amounts.rough_big"
-- bigquery:
-- 1| select floor(1e0 * avg(cast(`big` as float64)) / 1000000000000000) as `amounts__rough_big`
-- databricks:
-- 1| select floor(1D * avg(cast(`big` as double)) / 1000000000000000) as `amounts.rough_big`
-- snowflake:
-- 1| select floor(1::float * avg(cast("big" as float)) / 1000000000000000) as "amounts.rough_big"
-- redshift:
-- 1| select floor(1::float8 * avg(("big")::float8) / 1000000000000000) as "amounts.rough_big"

-- a whole number in a filter is compared digit by digit
-- ["9007199254740993"]
select "id" as "amounts.id"
from "amounts"
where "big" = $1::bigint
order by "amounts.id" nulls last
limit 10;
-- duckdb, redshift: the same
-- mysql:
-- 4| where `big` = cast(? as signed)
-- 5| order by `amounts.id` <=> null, `amounts.id`
-- clickhouse:
-- 4| where "big" = {p1:Int64}
-- 5| order by 1 nulls last
-- 6| limit 10
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "big" = cast(? as bigint)
-- bigquery:
-- 4| where `big` = cast(@p1 as int64)
-- databricks:
-- 4| where `big` = cast(:p1 as bigint)
-- snowflake:
-- 4| where "big" = cast(? as number(38, 0))

-- a number above 64 bits in a filter is compared, not refused
-- ["123456789012345678901234567890"]
select "id" as "amounts.id"
from "amounts"
where "big" < $1::numeric
order by "amounts.id" nulls last
limit 10;
-- duckdb:
-- 4| where "big" < $1::decimal(30, 0)
-- mysql:
-- 4| where `big` < cast(? as decimal(30, 0))
-- 5| order by `amounts.id` <=> null, `amounts.id`
-- clickhouse:
-- 4| where "big" < {p1:Decimal(38, 0)}
-- 5| order by 1 nulls last
-- 6| limit 10
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "big" < cast(? as decimal(30, 0))
-- bigquery:
-- 4| where `big` < cast(@p1 as bignumeric)
-- databricks:
-- 4| where `big` < cast(:p1 as decimal(30, 0))
-- snowflake:
-- 4| where "big" < cast(? as number(38, 0))
-- redshift:
-- 4| where "big" < $1::decimal(38, 0)

-- a decimal in a filter is compared exactly
-- ["1234567890123456.7891","0.0001"]
select "id" as "amounts.id"
from "amounts"
where "dec" in ($1::numeric, $2::numeric)
order by "amounts.id" nulls last
limit 10;
-- duckdb:
-- 4| where "dec" in ($1::decimal(20, 4), $2::decimal(5, 4))
-- mysql:
-- 4| where `dec` in (cast(? as decimal(20, 4)), cast(? as decimal(5, 4)))
-- 5| order by `amounts.id` <=> null, `amounts.id`
-- clickhouse:
-- 4| where ("dec" = {p1:Decimal(38, 4)} or "dec" = {p2:Decimal(38, 4)})
-- 5| order by 1 nulls last
-- 6| limit 10
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 4| where "dec" in (cast(? as decimal(20, 4)), cast(? as decimal(5, 4)))
-- bigquery:
-- 4| where `dec` in (cast(@p1 as numeric), cast(@p2 as numeric))
-- databricks:
-- 4| where `dec` in (cast(:p1 as decimal(20, 4)), cast(:p2 as decimal(5, 4)))
-- snowflake:
-- 4| where "dec" in (cast(? as number(38, 4)), cast(? as number(38, 4)))
-- redshift:
-- 4| where "dec" in ($1::decimal(38, 4), $2::decimal(38, 4))

-- a literal of twenty decimals is compared exactly, also with numbers of many digits before the point
-- ["0.12345678901234567890"]
select "id" as "amounts.id"
from "amounts"
where "wide" < $1::numeric
order by "amounts.id" nulls last
limit 10;
-- duckdb:
-- 1| -- ["0.12345678901234567890","0.12345678901234567890"]
-- 4| where case when typeof("wide") in ('FLOAT', 'DOUBLE') then "wide" < $1::decimal(21, 20)::double else coalesce(try("wide" < $2::decimal(21, 20)), "wide" < 0) end
-- mysql:
-- 4| where `wide` < cast(? as decimal(21, 20))
-- 5| order by `amounts.id` <=> null, `amounts.id`
-- clickhouse:
-- 4| where "wide" < {p1:Decimal(38, 20)}
-- 5| order by 1 nulls last
-- 6| limit 10
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "wide" < cast(? as decimal(21, 20))
-- bigquery:
-- 4| where `wide` < cast(@p1 as bignumeric)
-- databricks:
-- 4| where `wide` < cast(:p1 as decimal(21, 20))
-- snowflake:
-- 4| where "wide" < cast(? as number(38, 20))
-- redshift:
-- 4| where "wide" < $1::decimal(38, 20)

-- greater than a literal of twenty decimals
-- ["0.12345678901234567890"]
select "id" as "amounts.id"
from "amounts"
where "wide" >= $1::numeric
order by "amounts.id" nulls last
limit 10;
-- duckdb:
-- 1| -- ["0.12345678901234567890","0.12345678901234567890"]
-- 4| where case when typeof("wide") in ('FLOAT', 'DOUBLE') then "wide" >= $1::decimal(21, 20)::double else coalesce(try("wide" >= $2::decimal(21, 20)), "wide" > 0) end
-- mysql:
-- 4| where `wide` >= cast(? as decimal(21, 20))
-- 5| order by `amounts.id` <=> null, `amounts.id`
-- clickhouse:
-- 4| where "wide" >= {p1:Decimal(38, 20)}
-- 5| order by 1 nulls last
-- 6| limit 10
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "wide" >= cast(? as decimal(21, 20))
-- bigquery:
-- 4| where `wide` >= cast(@p1 as bignumeric)
-- databricks:
-- 4| where `wide` >= cast(:p1 as decimal(21, 20))
-- snowflake:
-- 4| where "wide" >= cast(? as number(38, 20))
-- redshift:
-- 4| where "wide" >= $1::decimal(38, 20)

-- equal to a literal of twenty decimals
-- ["0.12345678900000000000","0.12345678901234567890"]
select "id" as "amounts.id"
from "amounts"
where "wide" in ($1::numeric, $2::numeric)
order by "amounts.id" nulls last
limit 10;
-- duckdb:
-- 1| -- ["0.12345678900000000000","0.12345678900000000000","0.12345678901234567890","0.12345678901234567890"]
-- 4| where (case when typeof("wide") in ('FLOAT', 'DOUBLE') then "wide" = $1::decimal(21, 20)::double else coalesce(try("wide" = $2::decimal(21, 20)), "wide" <> "wide") end or case when typeof("wide") in ('FLOAT', 'DOUBLE') then "wide" = $3::decimal(21, 20)::double else coalesce(try("wide" = $4::decimal(21, 20)), "wide" <> "wide") end)
-- mysql:
-- 4| where `wide` in (cast(? as decimal(21, 20)), cast(? as decimal(21, 20)))
-- 5| order by `amounts.id` <=> null, `amounts.id`
-- clickhouse:
-- 4| where ("wide" = {p1:Decimal(38, 20)} or "wide" = {p2:Decimal(38, 20)})
-- 5| order by 1 nulls last
-- 6| limit 10
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 4| where "wide" in (cast(? as decimal(21, 20)), cast(? as decimal(21, 20)))
-- bigquery:
-- 4| where `wide` in (cast(@p1 as bignumeric), cast(@p2 as bignumeric))
-- databricks:
-- 4| where `wide` in (cast(:p1 as decimal(21, 20)), cast(:p2 as decimal(21, 20)))
-- snowflake:
-- 4| where "wide" in (cast(? as number(38, 20)), cast(? as number(38, 20)))
-- redshift:
-- 4| where "wide" in ($1::decimal(38, 20), $2::decimal(38, 20))

-- unequal to a literal of twenty decimals
-- ["0.12345678900000000000"]
select "id" as "amounts.id"
from "amounts"
where "wide" is distinct from $1::numeric
order by "amounts.id" nulls last
limit 10;
-- duckdb:
-- 1| -- ["0.12345678900000000000","0.12345678900000000000"]
-- 4| where (not (case when typeof("wide") in ('FLOAT', 'DOUBLE') then "wide" = $1::decimal(21, 20)::double else coalesce(try("wide" = $2::decimal(21, 20)), "wide" <> "wide") end) or "wide" is null)
-- mysql:
-- 4| where not (`wide` <=> cast(? as decimal(21, 20)))
-- 5| order by `amounts.id` <=> null, `amounts.id`
-- clickhouse:
-- 4| where (not ("wide" = {p1:Decimal(38, 20)}) or "wide" is null)
-- 5| order by 1 nulls last
-- 6| limit 10
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 4| where "wide" is distinct from cast(? as decimal(21, 20))
-- bigquery:
-- 4| where `wide` is distinct from cast(@p1 as bignumeric)
-- databricks:
-- 4| where not (`wide` <=> cast(:p1 as decimal(21, 20)))
-- snowflake:
-- 4| where "wide" is distinct from cast(? as number(38, 20))
-- redshift:
-- 4| where ("wide" <> $1::decimal(38, 20) or "wide" is null)

-- not between literals of twenty decimals
-- ["0.00000000000000000001","0.99999999999999999999"]
select "id" as "amounts.id"
from "amounts"
where ("wide" not between $1::numeric and $2::numeric or "wide" is null)
order by "amounts.id" nulls last
limit 10;
-- duckdb:
-- 1| -- ["0.00000000000000000001","0.00000000000000000001","0.99999999999999999999","0.99999999999999999999"]
-- 4| where (not ((case when typeof("wide") in ('FLOAT', 'DOUBLE') then "wide" >= $1::decimal(21, 20)::double else coalesce(try("wide" >= $2::decimal(21, 20)), "wide" > 0) end and case when typeof("wide") in ('FLOAT', 'DOUBLE') then "wide" <= $3::decimal(21, 20)::double else coalesce(try("wide" <= $4::decimal(21, 20)), "wide" < 0) end)) or "wide" is null)
-- mysql:
-- 4| where (`wide` not between cast(? as decimal(21, 20)) and cast(? as decimal(21, 20)) or `wide` is null)
-- 5| order by `amounts.id` <=> null, `amounts.id`
-- clickhouse:
-- 4| where (not (("wide" >= {p1:Decimal(38, 20)} and "wide" <= {p2:Decimal(38, 20)})) or "wide" is null)
-- 5| order by 1 nulls last
-- 6| limit 10
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 4| where ("wide" not between cast(? as decimal(21, 20)) and cast(? as decimal(21, 20)) or "wide" is null)
-- bigquery:
-- 4| where (`wide` not between cast(@p1 as bignumeric) and cast(@p2 as bignumeric) or `wide` is null)
-- databricks:
-- 4| where (`wide` not between cast(:p1 as decimal(21, 20)) and cast(:p2 as decimal(21, 20)) or `wide` is null)
-- snowflake:
-- 4| where ("wide" not between cast(? as number(38, 20)) and cast(? as number(38, 20)) or "wide" is null)
-- redshift:
-- 4| where ("wide" not between $1::decimal(38, 20) and $2::decimal(38, 20) or "wide" is null)

-- whole numbers divide exactly in dimensions and in aggregated expressions
select
  1.0 * n / 3 as "amounts.third",
  sum(1.0 * n / 2) as "amounts.halves"
from "amounts"
group by 1
order by "amounts.third" nulls last
limit 10;
-- duckdb:
-- 2|   n / 3 as "amounts.third",
-- 3|   sum(n / 2) as "amounts.halves"
-- mysql:
-- 2|   1.0000000000000000 * n / 3 as `amounts.third`,
-- 3|   sum(1.0000000000000000 * n / 2) as `amounts.halves`
-- 6| order by `amounts.third` <=> null, `amounts.third`
-- clickhouse:
-- 2|   1e0 * n / 3 as "amounts.third",
-- 3|   sumOrNull((1e0 * n / 2) + toDecimal128(0, 0)) as "amounts.halves"
-- 6| order by 1 nulls last
-- 7| limit 10
-- 7+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 2|   1e0 * n / 3 as "amounts.third",
-- 3|   sum(1e0 * n / 2) as "amounts.halves"
-- bigquery:
-- 2|   1e0 * n / 3 as `amounts__third`,
-- 3|   sum(1e0 * n / 2) as `amounts__halves`
-- databricks:
-- 2|   1D * n / 3 as `amounts.third`,
-- 3|   sum(1D * n / 2) as `amounts.halves`
-- snowflake:
-- 2|   1::float * n / 3 as "amounts.third",
-- 3|   sum(1::float * n / 2) as "amounts.halves"
-- redshift:
-- 2|   1::float8 * n / 3 as "amounts.third",
-- 3|   sum(1::float8 * n / 2) as "amounts.halves"

-- division by zero is null in every part of an expression
select
  "id" as "amounts.id",
  floor(1.0 * n / 10) * 10 as "amounts.decade",
  1.0 * n * 2 / nullif(id, 0) / nullif((n - 7), 0) as "amounts.chained",
  1.0 * sum("n") / nullif((count(*) - 3), 0) as "amounts.mean_less"
from "amounts"
group by 1, 2, 3
order by "amounts.id" nulls last, "amounts.decade" nulls last, "amounts.chained" nulls last
limit 10;
-- duckdb:
-- 3|   floor(n / 10) * 10 as "amounts.decade",
-- 4|   n * 2 / nullif(id, 0) / nullif((n - 7), 0) as "amounts.chained",
-- 5|   sum("n") / nullif((count(*) - 3), 0) as "amounts.mean_less"
-- mysql:
-- 3|   floor(1.0000000000000000 * n / 10) * 10 as `amounts.decade`,
-- 4|   1.0000000000000000 * n * 2 / nullif(id, 0) / nullif((n - 7), 0) as `amounts.chained`,
-- 5|   1.0000000000000000 * sum(`n`) / nullif((count(*) - 3), 0) as `amounts.mean_less`
-- 8| order by `amounts.id` <=> null, `amounts.id`, `amounts.decade` <=> null, `amounts.decade`, `amounts.chained` <=> null, `amounts.chained`
-- clickhouse:
-- 3|   floor(1e0 * n / 10) * 10 as "amounts.decade",
-- 4|   1e0 * n * 2 / nullif(id, 0) / nullif((n - 7), 0) as "amounts.chained",
-- 5|   1e0 * sumOrNull("n" + toDecimal128(0, 0)) / nullif((count(*) - 3), 0) as "amounts.mean_less"
-- 8| order by 1 nulls last, 2 nulls last, 3 nulls last
-- 9| limit 10
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|   floor(1e0 * n / 10) * 10 as "amounts.decade",
-- 4|   1e0 * n * 2 / nullif(id, 0) / nullif((n - 7), 0) as "amounts.chained",
-- 5|   1e0 * sum("n") / nullif((count(*) - 3), 0) as "amounts.mean_less"
-- bigquery:
-- 3|   floor(1e0 * n / 10) * 10 as `amounts__decade`,
-- 4|   1e0 * n * 2 / nullif(id, 0) / nullif((n - 7), 0) as `amounts__chained`,
-- 5|   1e0 * sum(`n`) / nullif((count(*) - 3), 0) as `amounts__mean_less`
-- databricks:
-- 3|   floor(1D * n / 10) * 10 as `amounts.decade`,
-- 4|   1D * n * 2 / nullif(id, 0) / nullif((n - 7), 0) as `amounts.chained`,
-- 5|   1D * sum(`n`) / nullif((count(*) - 3), 0) as `amounts.mean_less`
-- snowflake:
-- 3|   floor(1::float * n / 10) * 10 as "amounts.decade",
-- 4|   1::float * n * 2 / nullif(id, 0) / nullif((n - 7), 0) as "amounts.chained",
-- 5|   1::float * sum("n") / nullif((count(*) - 3), 0) as "amounts.mean_less"
-- redshift:
-- 3|   floor(1::float8 * n / 10) * 10 as "amounts.decade",
-- 4|   1::float8 * n * 2 / nullif(id, 0) / nullif((n - 7), 0) as "amounts.chained",
-- 5|   1::float8 * sum("n") / nullif((count(*) - 3), 0) as "amounts.mean_less"

-- a ratio of derived measures is exact
select
  1.0 * sum("n") / nullif(count(*), 0) as "amounts.mean_n",
  1.0 * sum("n") / nullif((count(*) - 3), 0) as "amounts.mean_less",
  1.0 * 100 * (1.0 * sum("n") / nullif(count(*), 0)) / nullif(case when count(*) > 1 then count(*) else 0 end, 0) as "amounts.nested"
from "amounts"
limit 10;
-- duckdb:
-- 2|   sum("n") / nullif(count(*), 0) as "amounts.mean_n",
-- 3|   sum("n") / nullif((count(*) - 3), 0) as "amounts.mean_less",
-- 4|   100 * (sum("n") / nullif(count(*), 0)) / nullif(case when count(*) > 1 then count(*) else 0 end, 0) as "amounts.nested"
-- mysql:
-- 2|   1.0000000000000000 * sum(`n`) / nullif(count(*), 0) as `amounts.mean_n`,
-- 3|   1.0000000000000000 * sum(`n`) / nullif((count(*) - 3), 0) as `amounts.mean_less`,
-- 4|   1.0000000000000000 * 100 * (1.0000000000000000 * sum(`n`) / nullif(count(*), 0)) / nullif(case when count(*) > 1 then count(*) else 0 end, 0) as `amounts.nested`
-- clickhouse:
-- 2|   1e0 * sumOrNull("n" + toDecimal128(0, 0)) / nullif(count(*), 0) as "amounts.mean_n",
-- 3|   1e0 * sumOrNull("n" + toDecimal128(0, 0)) / nullif((count(*) - 3), 0) as "amounts.mean_less",
-- 4|   1e0 * 100 * (1e0 * sumOrNull("n" + toDecimal128(0, 0)) / nullif(count(*), 0)) / nullif(case when count(*) > 1 then count(*) else 0 end, 0) as "amounts.nested"
-- 6| limit 10
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 2|   1e0 * sum("n") / nullif(count(*), 0) as "amounts.mean_n",
-- 3|   1e0 * sum("n") / nullif((count(*) - 3), 0) as "amounts.mean_less",
-- 4|   1e0 * 100 * (1e0 * sum("n") / nullif(count(*), 0)) / nullif(case when count(*) > 1 then count(*) else 0 end, 0) as "amounts.nested"
-- bigquery:
-- 2|   1e0 * sum(`n`) / nullif(count(*), 0) as `amounts__mean_n`,
-- 3|   1e0 * sum(`n`) / nullif((count(*) - 3), 0) as `amounts__mean_less`,
-- 4|   1e0 * 100 * (1e0 * sum(`n`) / nullif(count(*), 0)) / nullif(case when count(*) > 1 then count(*) else 0 end, 0) as `amounts__nested`
-- databricks:
-- 2|   1D * sum(`n`) / nullif(count(*), 0) as `amounts.mean_n`,
-- 3|   1D * sum(`n`) / nullif((count(*) - 3), 0) as `amounts.mean_less`,
-- 4|   1D * 100 * (1D * sum(`n`) / nullif(count(*), 0)) / nullif(case when count(*) > 1 then count(*) else 0 end, 0) as `amounts.nested`
-- snowflake:
-- 2|   1::float * sum("n") / nullif(count(*), 0) as "amounts.mean_n",
-- 3|   1::float * sum("n") / nullif((count(*) - 3), 0) as "amounts.mean_less",
-- 4|   1::float * 100 * (1::float * sum("n") / nullif(count(*), 0)) / nullif(case when count(*) > 1 then count(*) else 0 end, 0) as "amounts.nested"
-- redshift:
-- 2|   1::float8 * sum("n") / nullif(count(*), 0) as "amounts.mean_n",
-- 3|   1::float8 * sum("n") / nullif((count(*) - 3), 0) as "amounts.mean_less",
-- 4|   1::float8 * 100 * (1::float8 * sum("n") / nullif(count(*), 0)) / nullif(case when count(*) > 1 then count(*) else 0 end, 0) as "amounts.nested"

-- a median of decimals is not rounded to their digits
-- ["2","3"]
select percentile_cont(0.5) within group (order by "dec") as "amounts.median_dec"
from "amounts"
where "id" in ($1::bigint, $2::bigint)
limit 10;
-- duckdb:
-- 2| select median("dec"::double) as "amounts.median_dec"
-- mysql:
-- 2| select sum(i0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `amounts.median_dec`
-- 3| from (
-- 4|   select
-- 4+|     `dec` as i0,
-- 4+|     row_number() over (order by `dec` <=> null, `dec`) as r0,
-- 4+|     count(`dec`) over () as n0
-- 4+|   from `amounts`
-- 4+|   where `id` in (cast(? as signed), cast(? as signed))
-- 4+| ) as ranked
-- clickhouse:
-- 2| select quantileExactInclusiveOrNull(0.5)(toFloat64("dec")) as "amounts.median_dec"
-- 4| where "id" in ({p1:Int64}, {p2:Int64})
-- 5| limit 10
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 2| select sum(cast(i0 as double) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as "amounts.median_dec"
-- 3| from (
-- 4|   select
-- 4+|     "dec" as i0,
-- 4+|     row_number() over (order by "dec" nulls last) as r0,
-- 4+|     count("dec") over () as n0
-- 4+|   from "amounts"
-- 4+|   where "id" in (cast(? as bigint), cast(? as bigint))
-- 4+| ) as ranked
-- bigquery:
-- 2| select sum(cast(i0 as float64) * greatest(0e0, 1e0 - abs(r0 - 1e0 - 0.5e0 * (n0 - 1e0)))) as `amounts__median_dec`
-- 3| from (
-- 4|   select
-- 4+|     `dec` as i0,
-- 4+|     row_number() over (order by `dec` nulls last) as r0,
-- 4+|     count(`dec`) over () as n0
-- 4+|   from `amounts`
-- 4+|   where `id` in (cast(@p1 as int64), cast(@p2 as int64))
-- 4+| ) as ranked
-- databricks:
-- 2| select percentile(cast(`dec` as double), 0.5) as `amounts.median_dec`
-- 4| where `id` in (cast(:p1 as bigint), cast(:p2 as bigint))
-- snowflake:
-- 2| select median(cast("dec" as float)) as "amounts.median_dec"
-- 4| where "id" in (cast(? as number(38, 0)), cast(? as number(38, 0)))
-- redshift:
-- 2| select sum((i0)::float8 * greatest(0, 1 - abs(r0 - 1 - 0.5::float8 * (n0 - 1)))) as "amounts.median_dec"
-- 3| from (
-- 4|   select
-- 4+|     "dec" as i0,
-- 4+|     row_number() over (order by "dec" nulls last) as r0,
-- 4+|     count("dec") over () as n0
-- 4+|   from "amounts"
-- 4+|   where "id" in ($1::bigint, $2::bigint)
-- 4+| ) as ranked

-- a literal of ten decimals is compared with a value of eighteen, =
-- ["0.1234567890"]
select "id" as "amounts.id"
from "amounts"
where "fine" = $1::numeric
order by "amounts.id" nulls last
limit 10;
-- duckdb:
-- 1| -- ["0.1234567890","0.1234567890"]
-- 4| where case when typeof("fine") in ('FLOAT', 'DOUBLE') then "fine" = $1::decimal(11, 10)::double else coalesce(try("fine" = $2::decimal(11, 10)), "fine" <> "fine") end
-- mysql:
-- 4| where `fine` = cast(? as decimal(11, 10))
-- 5| order by `amounts.id` <=> null, `amounts.id`
-- clickhouse:
-- 4| where "fine" = {p1:Decimal(38, 10)}
-- 5| order by 1 nulls last
-- 6| limit 10
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "fine" = cast(? as decimal(11, 10))
-- bigquery:
-- 4| where `fine` = cast(@p1 as bignumeric)
-- databricks:
-- 4| where `fine` = cast(:p1 as decimal(11, 10))
-- snowflake:
-- 4| where "fine" = cast(? as number(38, 10))
-- redshift:
-- 4| where "fine" = $1::decimal(38, 10)

-- a literal of ten decimals is compared with a value of eighteen, >
-- ["0.1234567890"]
select "id" as "amounts.id"
from "amounts"
where "fine" > $1::numeric
order by "amounts.id" nulls last
limit 10;
-- duckdb:
-- 1| -- ["0.1234567890","0.1234567890"]
-- 4| where case when typeof("fine") in ('FLOAT', 'DOUBLE') then "fine" > $1::decimal(11, 10)::double else coalesce(try("fine" > $2::decimal(11, 10)), "fine" > 0) end
-- mysql:
-- 4| where `fine` > cast(? as decimal(11, 10))
-- 5| order by `amounts.id` <=> null, `amounts.id`
-- clickhouse:
-- 4| where "fine" > {p1:Decimal(38, 10)}
-- 5| order by 1 nulls last
-- 6| limit 10
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "fine" > cast(? as decimal(11, 10))
-- bigquery:
-- 4| where `fine` > cast(@p1 as bignumeric)
-- databricks:
-- 4| where `fine` > cast(:p1 as decimal(11, 10))
-- snowflake:
-- 4| where "fine" > cast(? as number(38, 10))
-- redshift:
-- 4| where "fine" > $1::decimal(38, 10)

-- a literal of ten decimals is compared with a value of eighteen, <
-- ["-0.1234567890"]
select "id" as "amounts.id"
from "amounts"
where "fine" < $1::numeric
order by "amounts.id" nulls last
limit 10;
-- duckdb:
-- 1| -- ["-0.1234567890","-0.1234567890"]
-- 4| where case when typeof("fine") in ('FLOAT', 'DOUBLE') then "fine" < $1::decimal(11, 10)::double else coalesce(try("fine" < $2::decimal(11, 10)), "fine" < 0) end
-- mysql:
-- 4| where `fine` < cast(? as decimal(11, 10))
-- 5| order by `amounts.id` <=> null, `amounts.id`
-- clickhouse:
-- 4| where "fine" < {p1:Decimal(38, 10)}
-- 5| order by 1 nulls last
-- 6| limit 10
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "fine" < cast(? as decimal(11, 10))
-- bigquery:
-- 4| where `fine` < cast(@p1 as bignumeric)
-- databricks:
-- 4| where `fine` < cast(:p1 as decimal(11, 10))
-- snowflake:
-- 4| where "fine" < cast(? as number(38, 10))
-- redshift:
-- 4| where "fine" < $1::decimal(38, 10)

-- a literal of ten decimals is compared with a value of eighteen, in
-- ["0.1234567890","0.1234567891"]
select "id" as "amounts.id"
from "amounts"
where "fine" in ($1::numeric, $2::numeric)
order by "amounts.id" nulls last
limit 10;
-- duckdb:
-- 1| -- ["0.1234567890","0.1234567890","0.1234567891","0.1234567891"]
-- 4| where (case when typeof("fine") in ('FLOAT', 'DOUBLE') then "fine" = $1::decimal(11, 10)::double else coalesce(try("fine" = $2::decimal(11, 10)), "fine" <> "fine") end or case when typeof("fine") in ('FLOAT', 'DOUBLE') then "fine" = $3::decimal(11, 10)::double else coalesce(try("fine" = $4::decimal(11, 10)), "fine" <> "fine") end)
-- mysql:
-- 4| where `fine` in (cast(? as decimal(11, 10)), cast(? as decimal(11, 10)))
-- 5| order by `amounts.id` <=> null, `amounts.id`
-- clickhouse:
-- 4| where ("fine" = {p1:Decimal(38, 10)} or "fine" = {p2:Decimal(38, 10)})
-- 5| order by 1 nulls last
-- 6| limit 10
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 4| where "fine" in (cast(? as decimal(11, 10)), cast(? as decimal(11, 10)))
-- bigquery:
-- 4| where `fine` in (cast(@p1 as bignumeric), cast(@p2 as bignumeric))
-- databricks:
-- 4| where `fine` in (cast(:p1 as decimal(11, 10)), cast(:p2 as decimal(11, 10)))
-- snowflake:
-- 4| where "fine" in (cast(? as number(38, 10)), cast(? as number(38, 10)))
-- redshift:
-- 4| where "fine" in ($1::decimal(38, 10), $2::decimal(38, 10))

-- a literal of ten decimals is compared with a value of eighteen, between
-- ["0.1234567889","0.1234567890"]
select "id" as "amounts.id"
from "amounts"
where "fine" between $1::numeric and $2::numeric
order by "amounts.id" nulls last
limit 10;
-- duckdb:
-- 1| -- ["0.1234567889","0.1234567889","0.1234567890","0.1234567890"]
-- 4| where (case when typeof("fine") in ('FLOAT', 'DOUBLE') then "fine" >= $1::decimal(11, 10)::double else coalesce(try("fine" >= $2::decimal(11, 10)), "fine" > 0) end and case when typeof("fine") in ('FLOAT', 'DOUBLE') then "fine" <= $3::decimal(11, 10)::double else coalesce(try("fine" <= $4::decimal(11, 10)), "fine" < 0) end)
-- mysql:
-- 4| where `fine` between cast(? as decimal(11, 10)) and cast(? as decimal(11, 10))
-- 5| order by `amounts.id` <=> null, `amounts.id`
-- clickhouse:
-- 4| where ("fine" >= {p1:Decimal(38, 10)} and "fine" <= {p2:Decimal(38, 10)})
-- 5| order by 1 nulls last
-- 6| limit 10
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "fine" between cast(? as decimal(11, 10)) and cast(? as decimal(11, 10))
-- bigquery:
-- 4| where `fine` between cast(@p1 as bignumeric) and cast(@p2 as bignumeric)
-- databricks:
-- 4| where `fine` between cast(:p1 as decimal(11, 10)) and cast(:p2 as decimal(11, 10))
-- snowflake:
-- 4| where "fine" between cast(? as number(38, 10)) and cast(? as number(38, 10))
-- redshift:
-- 4| where "fine" between $1::decimal(38, 10) and $2::decimal(38, 10)
