-- sums past 64 bits keep every digit
select
  sum("big") as "amounts.sum_big",
  sum("dec") as "amounts.sum_dec",
  max("big") as "amounts.max_big"
from "amounts"
limit 2;

-- a whole number in a filter is compared digit by digit
-- ["9007199254740993"]
select "id" as "amounts.id"
from "amounts"
where "big" = $1::bigint
order by "amounts.id" nulls last
limit 10;

-- a number past 64 bits in a filter is compared, not refused
-- ["123456789012345678901234567890"]
select "id" as "amounts.id"
from "amounts"
where "big" < $1::numeric
order by "amounts.id" nulls last
limit 10;

-- a decimal in a filter is compared exactly
-- ["1234567890123456.7891","0.0001"]
select "id" as "amounts.id"
from "amounts"
where "dec" in ($1::numeric, $2::numeric)
order by "amounts.id" nulls last
limit 10;

-- a literal of twenty decimals is compared exactly, also with what has too many digits before the point
-- ["0.12345678901234567890"]
select "id" as "amounts.id"
from "amounts"
where "wide" < $1::numeric
order by "amounts.id" nulls last
limit 10;

-- more than a literal of twenty decimals
-- ["0.12345678901234567890"]
select "id" as "amounts.id"
from "amounts"
where "wide" >= $1::numeric
order by "amounts.id" nulls last
limit 10;

-- equal to a literal of twenty decimals
-- ["0.12345678900000000000","0.12345678901234567890"]
select "id" as "amounts.id"
from "amounts"
where "wide" in ($1::numeric, $2::numeric)
order by "amounts.id" nulls last
limit 10;

-- unequal to a literal of twenty decimals
-- ["0.12345678900000000000"]
select "id" as "amounts.id"
from "amounts"
where "wide" is distinct from $1::numeric
order by "amounts.id" nulls last
limit 10;

-- not between literals of twenty decimals
-- ["0.00000000000000000001","0.99999999999999999999"]
select "id" as "amounts.id"
from "amounts"
where ("wide" not between $1::numeric and $2::numeric or "wide" is null)
order by "amounts.id" nulls last
limit 10;

-- whole numbers divide exactly in dimensions and in what is aggregated
select
  1.0 * n / 3 as "amounts.third",
  sum(1.0 * n / 2) as "amounts.halves"
from "amounts"
group by 1
order by "amounts.third" nulls last
limit 10;

-- division by zero is null, wherever it stands
select
  "id" as "amounts.id",
  floor(1.0 * n / 10) * 10 as "amounts.decade",
  1.0 * n * 2 / nullif(id, 0) / nullif((n - 7), 0) as "amounts.chained",
  1.0 * sum("n") / nullif((count(*) - 3), 0) as "amounts.mean_less"
from "amounts"
group by 1, 2, 3
order by "amounts.id" nulls last, "amounts.decade" nulls last, "amounts.chained" nulls last
limit 10;

-- a ratio of derived measures
select
  1.0 * sum("n") / nullif(count(*), 0) as "amounts.mean_n",
  1.0 * sum("n") / nullif((count(*) - 3), 0) as "amounts.mean_less",
  1.0 * 100 * (1.0 * sum("n") / nullif(count(*), 0)) / nullif(case when count(*) > 1 then count(*) else 0 end, 0) as "amounts.nested"
from "amounts"
limit 10;

-- a median of decimals is not rounded to their digits
-- ["2","3"]
select percentile_cont(0.5) within group (order by "dec") as "amounts.median_dec"
from "amounts"
where "id" in ($1::bigint, $2::bigint)
limit 10;
