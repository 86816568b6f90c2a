-- sums past 64 bits keep every digit
select
  sum(`big`) as `amounts.sum_big`,
  sum(`dec`) as `amounts.sum_dec`,
  max(`big`) as `amounts.max_big`
from `amounts`
limit 2;

-- a whole number in a filter is compared digit by digit
-- ["9007199254740993"]
select `id` as `amounts.id`
from `amounts`
where `big` = cast(? as signed)
order by `amounts.id` <=> null, `amounts.id`
limit 10;

-- a number past 64 bits in a filter is compared, not refused
-- ["123456789012345678901234567890"]
select `id` as `amounts.id`
from `amounts`
where `big` < cast(? as decimal(30, 0))
order by `amounts.id` <=> null, `amounts.id`
limit 10;

-- a decimal in a filter is compared exactly
-- ["1234567890123456.7891","0.0001"]
select `id` as `amounts.id`
from `amounts`
where `dec` in (cast(? as decimal(20, 4)), cast(? as decimal(5, 4)))
order by `amounts.id` <=> null, `amounts.id`
limit 10;

-- a literal of twenty decimals is compared exactly, also with what has too many digits before the point
-- ["0.12345678901234567890"]
select `id` as `amounts.id`
from `amounts`
where `wide` < cast(? as decimal(21, 20))
order by `amounts.id` <=> null, `amounts.id`
limit 10;

-- more than a literal of twenty decimals
-- ["0.12345678901234567890"]
select `id` as `amounts.id`
from `amounts`
where `wide` >= cast(? as decimal(21, 20))
order by `amounts.id` <=> null, `amounts.id`
limit 10;

-- equal to a literal of twenty decimals
-- ["0.12345678900000000000","0.12345678901234567890"]
select `id` as `amounts.id`
from `amounts`
where `wide` in (cast(? as decimal(21, 20)), cast(? as decimal(21, 20)))
order by `amounts.id` <=> null, `amounts.id`
limit 10;

-- unequal to a literal of twenty decimals
-- ["0.12345678900000000000"]
select `id` as `amounts.id`
from `amounts`
where not (`wide` <=> cast(? as decimal(21, 20)))
order by `amounts.id` <=> null, `amounts.id`
limit 10;

-- not between literals of twenty decimals
-- ["0.00000000000000000001","0.99999999999999999999"]
select `id` as `amounts.id`
from `amounts`
where (`wide` not between cast(? as decimal(21, 20)) and cast(? as decimal(21, 20)) or `wide` is null)
order by `amounts.id` <=> null, `amounts.id`
limit 10;

-- whole numbers divide exactly in dimensions and in what is aggregated
select
  1.0000000000000000 * n / 3 as `amounts.third`,
  sum(1.0000000000000000 * n / 2) as `amounts.halves`
from `amounts`
group by 1
order by `amounts.third` <=> null, `amounts.third`
limit 10;

-- division by zero is null, wherever it stands
select
  `id` as `amounts.id`,
  floor(1.0000000000000000 * n / 10) * 10 as `amounts.decade`,
  1.0000000000000000 * n * 2 / nullif(id, 0) / nullif((n - 7), 0) as `amounts.chained`,
  1.0000000000000000 * sum(`n`) / nullif((count(*) - 3), 0) as `amounts.mean_less`
from `amounts`
group by 1, 2, 3
order by `amounts.id` <=> null, `amounts.id`, `amounts.decade` <=> null, `amounts.decade`, `amounts.chained` <=> null, `amounts.chained`
limit 10;

-- a ratio of derived measures
select
  1.0000000000000000 * sum(`n`) / nullif(count(*), 0) as `amounts.mean_n`,
  1.0000000000000000 * sum(`n`) / nullif((count(*) - 3), 0) as `amounts.mean_less`,
  1.0000000000000000 * 100 * (1.0000000000000000 * sum(`n`) / nullif(count(*), 0)) / nullif(case when count(*) > 1 then count(*) else 0 end, 0) as `amounts.nested`
from `amounts`
limit 10;

-- a median of decimals is not rounded to their digits
-- ["2","3"]
select sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `amounts.median_dec`
from (
  select
    `dec` as v0,
    row_number() over (order by `dec` <=> null, `dec`) as r0,
    count(`dec`) over () as n0
  from `amounts`
  where `id` in (cast(? as signed), cast(? as signed))
) as ranked
limit 10;
