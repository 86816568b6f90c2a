-- the last day of all has no end
select `id` as `contracts.id`
from `contracts`
where `ends_at` is not null
order by `contracts.id` <=> null, `contracts.id`
limit 21;

-- nothing comes after the last day of all
select `id` as `contracts.id`
from `contracts`
where false
order by `contracts.id` <=> null, `contracts.id`
limit 21;

-- everything else is not on the last day of all
-- ["9999-12-31 00:00:00"]
select `id` as `contracts.id`
from `contracts`
where (not (`ends_at` >= cast(? as datetime(6))) or `ends_at` is null)
order by `contracts.id` <=> null, `contracts.id`
limit 21;

-- a year without an end
-- ["2025-01-01"]
select `id` as `contracts.id`
from `contracts`
where `ends_on` >= cast(? as date)
order by `contracts.id` <=> null, `contracts.id`
limit 21;

-- ten thousand years ahead and back
-- ["2024-01-01","0001-01-01","2025-01-01"]
select `id` as `contracts.id`
from `contracts`
where (`ends_on` >= cast(? as date) or (`ends_on` >= cast(? as date) and `ends_on` < cast(? as date)))
order by `contracts.id` <=> null, `contracts.id`
limit 21;

-- a fraction among whole numbers
-- ["1","1.5"]
select `id` as `contracts.id`
from `contracts`
where `id` in (cast(? as signed), cast(? as decimal(2, 1)))
order by `contracts.id` <=> null, `contracts.id`
limit 21;

-- fractions of doubles
-- ["0.5","0.25","1.25","1.5"]
select `id` as `contracts.id`
from `contracts`
where `weight` in (cast(? as decimal(2, 1)), cast(? as decimal(3, 2)), cast(? as decimal(3, 2)), cast(? as decimal(2, 1)))
order by `contracts.id` <=> null, `contracts.id`
limit 21;

-- neither of these fractions
-- ["0.5","0.25","1.25"]
select `id` as `contracts.id`
from `contracts`
where (`weight` not in (cast(? as decimal(2, 1)), cast(? as decimal(3, 2)), cast(? as decimal(3, 2))) or `weight` is null)
order by `contracts.id` <=> null, `contracts.id`
limit 21;

-- a number with more digits than the column
-- ["99999999999999999999","-12345678901234567890.5"]
select `id` as `contracts.id`
from `contracts`
where `price` < cast(? as decimal(20, 0))
  and not (`price` <=> cast(? as decimal(21, 1)))
order by `contracts.id` <=> null, `contracts.id`
limit 21;

-- a number with more digits than any decimal
-- ["1e60"]
select `id` as `contracts.id`
from `contracts`
where `price` < (? + 0e0)
order by `contracts.id` <=> null, `contracts.id`
limit 21;

-- numbers with more digits in a list
-- ["99999999999999999999","0.1","1e+60"]
select `id` as `contracts.id`
from `contracts`
where `price` in (cast(? as decimal(20, 0)), cast(? as decimal(2, 1)), (? + 0e0))
order by `contracts.id` <=> null, `contracts.id`
limit 21;

-- moments in a list
-- ["2024-03-15 10:00:00","2024-03-15 10:00:00.500000","2099-12-31 00:00:00","9999-12-31 23:59:59"]
select `id` as `contracts.id`
from `contracts`
where `ends_at` in (cast(? as datetime(6)), cast(? as datetime(6)), cast(? as datetime(6)), cast(? as datetime(6)))
order by `contracts.id` <=> null, `contracts.id`
limit 21;
