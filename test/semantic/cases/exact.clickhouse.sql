-- sums past 64 bits keep every digit
select
  sumOrNull("big" + toDecimal128(0, 0)) as "amounts.sum_big",
  sumOrNull("dec" + toDecimal128(0, 0)) as "amounts.sum_dec",
  maxOrNull("big") as "amounts.max_big"
from "amounts"
limit 2
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a whole number in a filter is compared digit by digit
-- ["9007199254740993"]
select "id" as "amounts.id"
from "amounts"
where "big" = {p1:Int64}
order by 1 nulls last
limit 10
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a number past 64 bits in a filter is compared, not refused
-- ["123456789012345678901234567890"]
select "id" as "amounts.id"
from "amounts"
where "big" < {p1:Decimal(38, 0)}
order by 1 nulls last
limit 10
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a decimal in a filter is compared exactly
-- ["1234567890123456.7891","0.0001"]
select "id" as "amounts.id"
from "amounts"
where ("dec" = {p1:Decimal(38, 4)} or "dec" = {p2:Decimal(38, 4)})
order by 1 nulls last
limit 10
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;

-- a literal of twenty decimals is compared exactly, also with what has too many digits before the point
-- ["0.12345678901234567890"]
select "id" as "amounts.id"
from "amounts"
where "wide" < {p1:Decimal(38, 20)}
order by 1 nulls last
limit 10
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- more than a literal of twenty decimals
-- ["0.12345678901234567890"]
select "id" as "amounts.id"
from "amounts"
where "wide" >= {p1:Decimal(38, 20)}
order by 1 nulls last
limit 10
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- equal to a literal of twenty decimals
-- ["0.12345678900000000000","0.12345678901234567890"]
select "id" as "amounts.id"
from "amounts"
where ("wide" = {p1:Decimal(38, 20)} or "wide" = {p2:Decimal(38, 20)})
order by 1 nulls last
limit 10
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;

-- unequal to a literal of twenty decimals
-- ["0.12345678900000000000"]
select "id" as "amounts.id"
from "amounts"
where (not ("wide" = {p1:Decimal(38, 20)}) or "wide" is null)
order by 1 nulls last
limit 10
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;

-- not between literals of twenty decimals
-- ["0.00000000000000000001","0.99999999999999999999"]
select "id" as "amounts.id"
from "amounts"
where (not (("wide" >= {p1:Decimal(38, 20)} and "wide" <= {p2:Decimal(38, 20)})) or "wide" is null)
order by 1 nulls last
limit 10
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;

-- whole numbers divide exactly in dimensions and in what is aggregated
select
  1e0 * n / 3 as "amounts.third",
  sumOrNull((1e0 * n / 2) + toDecimal128(0, 0)) as "amounts.halves"
from "amounts"
group by 1
order by 1 nulls last
limit 10
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- division by zero is null, wherever it stands
select
  "id" as "amounts.id",
  floor(1e0 * n / 10) * 10 as "amounts.decade",
  1e0 * n * 2 / nullif(id, 0) / nullif((n - 7), 0) as "amounts.chained",
  1e0 * sumOrNull("n" + toDecimal128(0, 0)) / nullif((count(*) - 3), 0) as "amounts.mean_less"
from "amounts"
group by 1, 2, 3
order by 1 nulls last, 2 nulls last, 3 nulls last
limit 10
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a ratio of derived measures
select
  1e0 * sumOrNull("n" + toDecimal128(0, 0)) / nullif(count(*), 0) as "amounts.mean_n",
  1e0 * sumOrNull("n" + toDecimal128(0, 0)) / nullif((count(*) - 3), 0) as "amounts.mean_less",
  1e0 * 100 * (1e0 * sumOrNull("n" + toDecimal128(0, 0)) / nullif(count(*), 0)) / nullif(case when count(*) > 1 then count(*) else 0 end, 0) as "amounts.nested"
from "amounts"
limit 10
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a median of decimals is not rounded to their digits
-- ["2","3"]
select quantileExactInclusiveOrNull(0.5)(toFloat64("dec")) as "amounts.median_dec"
from "amounts"
where "id" in ({p1:Int64}, {p2:Int64})
limit 10
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
