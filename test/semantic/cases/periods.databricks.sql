-- Never run on databricks itself: see shared/semantic/dialects/README.md for what it rests on.

-- a balance goes on to the end that the filter names, past the last row
-- ["2024-08-03","2024-04-01","2024-06-30","2024-04-01","2024-07-01"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` < cast(:p1 as date)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select cast(date_trunc('month', cast(:p2 as date)) as date) as lo, cast(date_trunc('month', cast(:p3 as date)) as date) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as `sales.day.month`,
  max(m0) as `sales.running`,
  max(m1) as `sales.total`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ < cast(dateadd(month, 1, d0) as date)
  group by 1
  union all
  select
    cast(date_trunc('month', `day`) as date) as d0,
    null as m0,
    sum(`amount`) as m1
  from `sales`
  where `day` >= cast(:p4 as date) and `day` < cast(:p5 as date)
  group by 1
) as branches
group by 1
order by `sales.day.month` nulls last
limit 11;
-- totals
-- ["2024-08-03","2024-04-01","2024-06-30","2024-04-01","2024-07-01"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` < cast(:p1 as date)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select cast(date_trunc('month', cast(:p2 as date)) as date) as lo, cast(date_trunc('month', cast(:p3 as date)) as date) as hi
  ) as bounds
  where lo <= hi
)
select
  max(m0) as `sales.running`,
  max(m1) as `sales.total`
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_1
  where day_ in (
    select day_
    from (select distinct day_ from facts_1) as days
    join periods_1 on day_ < cast(dateadd(month, 1, periods_1.d0) as date)
  )
  union all
  select
    null as m0,
    sum(`amount`) as m1
  from `sales`
  where `day` >= cast(:p4 as date) and `day` < cast(:p5 as date)
) as branches;

-- a balance in a month after all rows
-- ["2024-08-03","2024-06-01","2024-06-30"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` < cast(:p1 as date)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select cast(date_trunc('month', cast(:p2 as date)) as date) as lo, cast(date_trunc('month', cast(:p3 as date)) as date) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as `sales.day.month`,
  sum(s0) as `sales.running`
from facts_1
join periods_1 on day_ < cast(dateadd(month, 1, d0) as date)
group by 1
order by `sales.day.month` nulls last
limit 11;

-- balances stand in the periods that fillGaps adds, for every combination
-- ["2024-07-03","2024-03-01","2024-05-31","2024-03-01","2024-05-31"]
with facts_1 as (
  select
    `shop` as d0,
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` < cast(:p1 as date)
  group by 1, 2
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d1
  from (
    select cast(date_trunc('month', cast(:p2 as date)) as date) as lo, cast(date_trunc('month', cast(:p3 as date)) as date) as hi
  ) as bounds
  where lo <= hi
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ < cast(dateadd(month, 1, d1) as date)
),
groups_1 as (
  select
    d0,
    d1,
    sum(s0) as m0
  from facts_1
  join spans_1 on on_day = day_
  group by 1, 2
),
periods_2 as (
  select explode(sequence(lo, hi, interval 1 month)) as d1
  from (
    select cast(date_trunc('month', cast(:p4 as date)) as date) as lo, cast(date_trunc('month', cast(:p5 as date)) as date) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as `sales.shop`,
  d1 as `sales.day.month`,
  max(m0) as `sales.running`
from (
  select d0, d1, m0 from groups_1
  union all
  select d0, d1, null as m0
  from periods_2
  cross join (select distinct d0 from groups_1) as others
) as filled
group by 1, 2
order by `sales.shop` nulls last, `sales.day.month` nulls last
limit 11;

-- the month after the last row has that row's month beside it
-- ["2024-01-28","2025-02-03","2024-04-01","2024-12-31","2024-04-01","2025-01-01"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(:p1 as date)
    and `day` < cast(:p2 as date)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select cast(date_trunc('month', cast(:p3 as date)) as date) as lo, cast(date_trunc('month', cast(:p4 as date)) as date) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as `sales.day.month`,
  max(m0) as `sales.last_month`,
  max(m1) as `sales.total`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= cast(dateadd(month, -1, d0) as date) and day_ < cast(dateadd(month, 1, cast(dateadd(month, -1, d0) as date)) as date)
  group by 1
  union all
  select
    cast(date_trunc('month', `day`) as date) as d0,
    null as m0,
    sum(`amount`) as m1
  from `sales`
  where `day` >= cast(:p5 as date) and `day` < cast(:p6 as date)
  group by 1
) as branches
group by 1
order by `sales.day.month` nulls last
limit 21;

-- the month before the first row has that row's month after it
-- ["2023-05-03","2022-11-28","2023-01-01","2023-02-28"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` < cast(:p1 as date)
    and `day` >= cast(:p2 as date)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select cast(date_trunc('month', cast(:p3 as date)) as date) as lo, cast(date_trunc('month', cast(:p4 as date)) as date) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as `sales.day.month`,
  sum(s0) as `sales.next_month`
from facts_1
join periods_1 on day_ >= cast(dateadd(month, 1, d0) as date) and day_ < cast(dateadd(month, 1, cast(dateadd(month, 1, d0) as date)) as date)
group by 1
order by `sales.day.month` nulls last
limit 21;

-- where no filter ends the periods, the rows of another fact do
-- ["2024-02-01","2024-02-01","2024-02-01"]
with facts_1 as (
  select
    cast(`days`.`day` as date) as day_,
    sum(`sales`.`amount`) as s0
  from `sales`
  left join `days` on `days`.`day` = `sales`.`day`
  group by 1
),
extent_1 as (
  select
    min(cast(date_trunc('month', day_) as date)) as earliest,
    max(cast(date_trunc('month', day_) as date)) as latest
  from facts_1
  union all
  select
    min(cast(date_trunc('month', `days`.`day`) as date)) as earliest,
    max(cast(date_trunc('month', `days`.`day`) as date)) as latest
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
  where `days`.`day` >= cast(:p1 as date)
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select
      cast(date_trunc('month', cast(:p2 as date)) as date) as lo,
      max(latest) as hi
    from extent_1
  ) as bounds
  where lo <= hi
)
select
  d0 as `days.day.month`,
  max(m0) as `sales.running_days`,
  coalesce(max(m1), 0) as `visits.count`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ < cast(dateadd(month, 1, d0) as date)
  group by 1
  union all
  select
    cast(date_trunc('month', `days`.`day`) as date) as d0,
    null as m0,
    count(*) as m1
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
  where `days`.`day` >= cast(:p3 as date)
  group by 1
) as branches
group by 1
order by `days.day.month` nulls last
limit 21;
-- totals
-- ["2024-02-01","2024-02-01","2024-02-01"]
with facts_1 as (
  select
    cast(`days`.`day` as date) as day_,
    sum(`sales`.`amount`) as s0
  from `sales`
  left join `days` on `days`.`day` = `sales`.`day`
  group by 1
),
extent_1 as (
  select
    min(cast(date_trunc('month', day_) as date)) as earliest,
    max(cast(date_trunc('month', day_) as date)) as latest
  from facts_1
  union all
  select
    min(cast(date_trunc('month', `days`.`day`) as date)) as earliest,
    max(cast(date_trunc('month', `days`.`day`) as date)) as latest
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
  where `days`.`day` >= cast(:p1 as date)
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select
      cast(date_trunc('month', cast(:p2 as date)) as date) as lo,
      max(latest) as hi
    from extent_1
  ) as bounds
  where lo <= hi
)
select
  max(m0) as `sales.running_days`,
  coalesce(max(m1), 0) as `visits.count`
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_1
  where day_ in (
    select day_
    from (select distinct day_ from facts_1) as days_
    join periods_1 on day_ < cast(dateadd(month, 1, periods_1.d0) as date)
  )
  union all
  select
    null as m0,
    count(*) as m1
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
  where `days`.`day` >= cast(:p3 as date)
) as branches;

-- a filter on another fact's measure picks among its months too
-- ["0"]
with facts_1 as (
  select
    cast(`days`.`day` as date) as day_,
    sum(`sales`.`amount`) as s0
  from `sales`
  left join `days` on `days`.`day` = `sales`.`day`
  group by 1
),
extent_1 as (
  select
    min(cast(date_trunc('month', day_) as date)) as earliest,
    max(cast(date_trunc('month', day_) as date)) as latest
  from facts_1
  union all
  select
    min(cast(date_trunc('month', `days`.`day`) as date)) as earliest,
    max(cast(date_trunc('month', `days`.`day`) as date)) as latest
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select
      min(earliest) as lo,
      max(latest) as hi
    from extent_1
  ) as bounds
  where lo <= hi
)
select
  d0 as `days.day.month`,
  max(m0) as `sales.running_days`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ < cast(dateadd(month, 1, d0) as date)
  group by 1
  union all
  select
    cast(date_trunc('month', `days`.`day`) as date) as d0,
    null as m0,
    count(*) as m1
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
  group by 1
) as branches
group by 1
having coalesce(max(m1), 0) > cast(:p1 as bigint)
order by `days.day.month` nulls last
limit 21;
-- totals
-- ["0"]
with facts_1 as (
  select cast(`days`.`day` as date) as day_
  from `sales`
  left join `days` on `days`.`day` = `sales`.`day`
  group by 1
),
extent_1 as (
  select
    min(cast(date_trunc('month', day_) as date)) as earliest,
    max(cast(date_trunc('month', day_) as date)) as latest
  from facts_1
  union all
  select
    min(cast(date_trunc('month', `days`.`day`) as date)) as earliest,
    max(cast(date_trunc('month', `days`.`day`) as date)) as latest
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select
      min(earliest) as lo,
      max(latest) as hi
    from extent_1
  ) as bounds
  where lo <= hi
),
picked_1 as (
  select d0
  from (
    select
      d0,
      null as m0
    from facts_1
    join periods_1 on day_ < cast(dateadd(month, 1, d0) as date)
    group by 1
    union all
    select
      cast(date_trunc('month', `days`.`day`) as date) as d0,
      count(*) as m0
    from `visits`
    left join `days` on `days`.`day` = `visits`.`day`
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) > cast(:p1 as bigint)
),
facts_2 as (
  select
    cast(`days`.`day` as date) as day_,
    sum(`sales`.`amount`) as s0
  from `sales`
  left join `days` on `days`.`day` = `sales`.`day`
  group by 1
),
extent_2 as (
  select
    min(cast(date_trunc('month', day_) as date)) as earliest,
    max(cast(date_trunc('month', day_) as date)) as latest
  from facts_2
  union all
  select
    min(cast(date_trunc('month', `days`.`day`) as date)) as earliest,
    max(cast(date_trunc('month', `days`.`day`) as date)) as latest
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
),
periods_2 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select
      min(earliest) as lo,
      max(latest) as hi
    from extent_2
  ) as bounds
  where lo <= hi
)
select sum(s0) as `sales.running_days`
from facts_2
where to_json(named_struct('c0', facts_2.day_)) in (
  select to_json(named_struct('c0', days_.day_))
  from (select distinct day_ from facts_2) as days_
  join periods_2 on day_ < cast(dateadd(month, 1, periods_2.d0) as date)
  join picked_1 on picked_1.d0 <=> periods_2.d0
);

-- a dataset bounds the periods as a filter does, and the rows as well
-- ["2024-03-01","2024-06-01","2024-03-01","2024-05-31"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(:p1 as date) and `day` < cast(:p2 as date)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select cast(date_trunc('month', cast(:p3 as date)) as date) as lo, cast(date_trunc('month', cast(:p4 as date)) as date) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as `sales.day.month`,
  sum(s0) as `sales.running`
from facts_1
join periods_1 on day_ < cast(dateadd(month, 1, d0) as date)
group by 1
order by `sales.day.month` nulls last
limit 11;

-- a week ago, of months, no day is lost or comes twice
-- ["2023-11-22","2025-02-03","2024-01-01","2024-12-31","2023-10-25","2025-02-03","2024-01-01","2024-12-31"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(:p1 as date)
    and `day` < cast(:p2 as date)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select cast(date_trunc('month', cast(:p3 as date)) as date) as lo, cast(date_trunc('month', cast(:p4 as date)) as date) as hi
  ) as bounds
  where lo <= hi
),
facts_2 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(:p5 as date)
    and `day` < cast(:p6 as date)
  group by 1
),
periods_2 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select cast(date_trunc('month', cast(:p7 as date)) as date) as lo, cast(date_trunc('month', cast(:p8 as date)) as date) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as `sales.day.month`,
  max(m0) as `sales.week_ago`,
  max(m1) as `sales.rolled_week_ago`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= cast(dateadd(week, -1, d0) as date) and day_ < cast(dateadd(week, -1, cast(dateadd(month, 1, d0) as date)) as date)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day_ >= cast(dateadd(day, -28, cast(dateadd(week, -1, cast(dateadd(month, 1, d0) as date)) as date)) as date) and day_ < cast(dateadd(week, -1, cast(dateadd(month, 1, d0) as date)) as date)
  group by 1
) as branches
group by 1
order by `sales.day.month` nulls last
limit 11;

-- thirty days ago and in five days, of months
-- ["2023-10-30","2025-02-03","2024-01-01","2024-12-31","2023-11-29","2025-02-08","2024-01-01","2024-12-31"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(:p1 as date)
    and `day` < cast(:p2 as date)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select cast(date_trunc('month', cast(:p3 as date)) as date) as lo, cast(date_trunc('month', cast(:p4 as date)) as date) as hi
  ) as bounds
  where lo <= hi
),
facts_2 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(:p5 as date)
    and `day` < cast(:p6 as date)
  group by 1
),
periods_2 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select cast(date_trunc('month', cast(:p7 as date)) as date) as lo, cast(date_trunc('month', cast(:p8 as date)) as date) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as `sales.day.month`,
  max(m0) as `sales.days30_ago`,
  max(m1) as `sales.in_5_days`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= cast(dateadd(day, -30, d0) as date) and day_ < cast(dateadd(day, -30, cast(dateadd(month, 1, d0) as date)) as date)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day_ >= cast(dateadd(day, 5, d0) as date) and day_ < cast(dateadd(day, 5, cast(dateadd(month, 1, d0) as date)) as date)
  group by 1
) as branches
group by 1
order by `sales.day.month` nulls last
limit 11;

-- a year ago, of weeks, over the 29th of February
-- ["2022-12-23","2025-01-10","2024-01-01","2024-12-31"]
with facts_1 as (
  select
    cast(`day` as date) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(:p1 as date)
    and `day` < cast(:p2 as date)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 week)) as d0
  from (
    select cast(date_trunc('week', cast(:p3 as date)) as date) as lo, cast(date_trunc('week', cast(:p4 as date)) as date) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as `sales.day.week`,
  sum(s0) as `sales.year_ago`
from facts_1
join periods_1 on day_ >= cast(dateadd(year, -1, d0) as date) and day_ < cast(dateadd(year, -1, cast(dateadd(week, 1, d0) as date)) as date)
group by 1
order by `sales.day.week` nulls last
limit 11;

-- groups whose measures have no rows stay, with 0 for a count and null for all else
select
  cast(date_trunc('month', `day`) as date) as `sales.day.month`,
  sum(case when amount > 32 then `amount` end) as `sales.great`,
  count(case when amount > 32 then 1 end) as `sales.great_count`,
  count(distinct case when amount > 32 then `shop` end) as `sales.great_shops`
from `sales`
group by 1
order by `sales.day.month` nulls last
limit 11;
