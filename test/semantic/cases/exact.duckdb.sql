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
where "big" < $1::decimal(30, 0)
order by "amounts.id" nulls last
limit 10;

-- a decimal in a filter is compared exactly
-- ["1234567890123456.7891","0.0001"]
select "id" as "amounts.id"
from "amounts"
where "dec" in ($1::decimal(20, 4), $2::decimal(5, 4))
order by "amounts.id" nulls last
limit 10;

-- a literal of twenty decimals is compared exactly, also with what has too many digits before the point
-- ["0.12345678901234567890","0.12345678901234567890"]
select "id" as "amounts.id"
from "amounts"
where case when typeof("wide") in ('FLOAT', 'DOUBLE') then "wide" < $1::decimal(21, 20)::double else coalesce(try_cast("wide" as decimal(38, 20)) < $2::decimal(21, 20), "wide" < 0) end
order by "amounts.id" nulls last
limit 10;

-- more than a literal of twenty decimals
-- ["0.12345678901234567890","0.12345678901234567890"]
select "id" as "amounts.id"
from "amounts"
where case when typeof("wide") in ('FLOAT', 'DOUBLE') then "wide" >= $1::decimal(21, 20)::double else coalesce(try_cast("wide" as decimal(38, 20)) >= $2::decimal(21, 20), "wide" > 0) end
order by "amounts.id" nulls last
limit 10;

-- equal to a literal of twenty decimals
-- ["0.12345678900000000000","0.12345678900000000000","0.12345678901234567890","0.12345678901234567890"]
select "id" as "amounts.id"
from "amounts"
where (case when typeof("wide") in ('FLOAT', 'DOUBLE') then "wide" = $1::decimal(21, 20)::double else coalesce(try_cast("wide" as decimal(38, 20)) = $2::decimal(21, 20), "wide" <> "wide") end or case when typeof("wide") in ('FLOAT', 'DOUBLE') then "wide" = $3::decimal(21, 20)::double else coalesce(try_cast("wide" as decimal(38, 20)) = $4::decimal(21, 20), "wide" <> "wide") end)
order by "amounts.id" nulls last
limit 10;

-- unequal to a literal of twenty decimals
-- ["0.12345678900000000000","0.12345678900000000000"]
select "id" as "amounts.id"
from "amounts"
where (not (case when typeof("wide") in ('FLOAT', 'DOUBLE') then "wide" = $1::decimal(21, 20)::double else coalesce(try_cast("wide" as decimal(38, 20)) = $2::decimal(21, 20), "wide" <> "wide") end) or "wide" is null)
order by "amounts.id" nulls last
limit 10;

-- not between literals of twenty decimals
-- ["0.00000000000000000001","0.00000000000000000001","0.99999999999999999999","0.99999999999999999999"]
select "id" as "amounts.id"
from "amounts"
where (not ((case when typeof("wide") in ('FLOAT', 'DOUBLE') then "wide" >= $1::decimal(21, 20)::double else coalesce(try_cast("wide" as decimal(38, 20)) >= $2::decimal(21, 20), "wide" > 0) end and case when typeof("wide") in ('FLOAT', 'DOUBLE') then "wide" <= $3::decimal(21, 20)::double else coalesce(try_cast("wide" as decimal(38, 20)) <= $4::decimal(21, 20), "wide" < 0) end)) or "wide" is null)
order by "amounts.id" nulls last
limit 10;

-- whole numbers divide exactly in dimensions and in what is aggregated
select
  n / 3 as "amounts.third",
  sum(n / 2) as "amounts.halves"
from "amounts"
group by 1
order by "amounts.third" nulls last
limit 10;

-- division by zero is null, wherever it stands
select
  "id" as "amounts.id",
  floor(n / 10) * 10 as "amounts.decade",
  n * 2 / nullif(id, 0) / nullif((n - 7), 0) as "amounts.chained",
  sum("n") / nullif((count(*) - 3), 0) as "amounts.mean_less"
from "amounts"
group by 1, 2, 3
order by "amounts.id" nulls last, "amounts.decade" nulls last, "amounts.chained" nulls last
limit 10;

-- a ratio of derived measures
select
  sum("n") / nullif(count(*), 0) as "amounts.mean_n",
  sum("n") / nullif((count(*) - 3), 0) as "amounts.mean_less",
  100 * (sum("n") / nullif(count(*), 0)) / nullif(case when count(*) > 1 then count(*) else 0 end, 0) as "amounts.nested"
from "amounts"
limit 10;

-- a median of decimals is not rounded to their digits
-- ["2","3"]
select median("dec"::double) as "amounts.median_dec"
from "amounts"
where "id" in ($1::bigint, $2::bigint)
limit 10;
