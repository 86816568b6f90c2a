-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- the last day of all has no end
select `id` as `contracts__id`
from `contracts`
where `ends_at` is not null
order by `contracts__id` nulls last
limit 21;

-- nothing comes after the last day of all
select `id` as `contracts__id`
from `contracts`
where false
order by `contracts__id` nulls last
limit 21;

-- everything else is not on the last day of all
-- ["9999-12-31 00:00:00"]
select `id` as `contracts__id`
from `contracts`
where (not (`ends_at` >= @p1) or `ends_at` is null)
order by `contracts__id` nulls last
limit 21;

-- a year without an end
-- ["2025-01-01"]
select `id` as `contracts__id`
from `contracts`
where `ends_on` >= cast(@p1 as date)
order by `contracts__id` nulls last
limit 21;

-- ten thousand years ahead and back
-- ["2024-01-01","0001-01-01","2025-01-01"]
select `id` as `contracts__id`
from `contracts`
where (`ends_on` >= cast(@p1 as date) or (`ends_on` >= cast(@p2 as date) and `ends_on` < cast(@p3 as date)))
order by `contracts__id` nulls last
limit 21;

-- a fraction among whole numbers
-- ["1","1.5"]
select `id` as `contracts__id`
from `contracts`
where `id` in (cast(@p1 as int64), cast(@p2 as numeric))
order by `contracts__id` nulls last
limit 21;

-- fractions of doubles
-- ["0.5","0.25","1.25","1.5"]
select `id` as `contracts__id`
from `contracts`
where `weight` in (cast(@p1 as numeric), cast(@p2 as numeric), cast(@p3 as numeric), cast(@p4 as numeric))
order by `contracts__id` nulls last
limit 21;

-- neither of these fractions
-- ["0.5","0.25","1.25"]
select `id` as `contracts__id`
from `contracts`
where (`weight` not in (cast(@p1 as numeric), cast(@p2 as numeric), cast(@p3 as numeric)) or `weight` is null)
order by `contracts__id` nulls last
limit 21;

-- a number with more digits than the column
-- ["99999999999999999999","-12345678901234567890.5"]
select `id` as `contracts__id`
from `contracts`
where `price` < cast(@p1 as numeric)
  and `price` is distinct from cast(@p2 as numeric)
order by `contracts__id` nulls last
limit 21;

-- a number with more digits than any decimal
-- ["1e60"]
select `id` as `contracts__id`
from `contracts`
where `price` < cast(@p1 as float64)
order by `contracts__id` nulls last
limit 21;

-- numbers with more digits in a list
-- ["99999999999999999999","0.1","1e+60"]
select `id` as `contracts__id`
from `contracts`
where `price` in (cast(@p1 as numeric), cast(@p2 as numeric), cast(@p3 as float64))
order by `contracts__id` nulls last
limit 21;

-- moments in a list
-- ["2024-03-15 10:00:00","2024-03-15 10:00:00.500000","2099-12-31 00:00:00","9999-12-31 23:59:59"]
select `id` as `contracts__id`
from `contracts`
where `ends_at` in (@p1, @p2, @p3, @p4)
order by `contracts__id` nulls last
limit 21;
