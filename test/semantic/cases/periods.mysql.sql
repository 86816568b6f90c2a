-- a balance goes on to the end that the filter names, past the last row
-- ["2024-07-01","2024-04-01","2024-04-01","2024-07-01","2024-04-01","2024-07-01"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` < cast(? as date) + interval 1 month + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
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
  join periods_1 on day_ < d0 + interval 1 month
  group by 1
  union all
  select
    cast(date_format(`day`, '%Y-%m-01') as date) as d0,
    null as m0,
    sum(`amount`) as m1
  from `sales`
  where `day` >= cast(? as date) and `day` < cast(? as date)
  group by 1
) as branches
group by 1
order by `sales.day.month` <=> null, `sales.day.month`
limit 11;
-- totals
-- ["2024-07-01","2024-04-01","2024-04-01","2024-07-01","2024-04-01","2024-07-01"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` < cast(? as date) + interval 1 month + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
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
    join periods_1 on day_ < periods_1.d0 + interval 1 month
  )
  union all
  select
    null as m0,
    sum(`amount`) as m1
  from `sales`
  where `day` >= cast(? as date) and `day` < cast(? as date)
) as branches;

-- a balance in a month after all rows
-- ["2024-07-01","2024-06-01","2024-06-01","2024-07-01"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` < cast(? as date) + interval 1 month + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `sales.day.month`,
  sum(s0) as `sales.running`
from facts_1
join periods_1 on day_ < d0 + interval 1 month
group by 1
order by `sales.day.month` <=> null, `sales.day.month`
limit 11;

-- balances stand in the periods that fillGaps adds, for every combination
-- ["2024-06-01","2024-03-01","2024-03-01","2024-06-01","2024-03-01","2024-03-01","2024-06-01"]
with recursive facts_1 as (
  select
    `shop` as d0,
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` < cast(? as date) + interval 1 month + interval 2 day
  group by 1, 2
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as d1,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
spans_1 as (
  select distinct
    day_ as on_day,
    d1
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ < d1 + interval 1 month
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
  select
    1 as n,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as d1,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
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
order by `sales.shop` <=> null, `sales.shop`, `sales.day.month` <=> null, `sales.day.month`
limit 11;

-- the month after the last row has that row's month beside it
-- ["2024-04-01","2025-01-01","2024-04-01","2024-04-01","2025-01-01","2024-04-01","2025-01-01"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) - interval 1 month - interval 2 day - interval 1 month
    and `day` < cast(? as date) + interval 1 month + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
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
  join periods_1 on day_ >= d0 - interval 1 month and day_ < d0 - interval 1 month + interval 1 month
  group by 1
  union all
  select
    cast(date_format(`day`, '%Y-%m-01') as date) as d0,
    null as m0,
    sum(`amount`) as m1
  from `sales`
  where `day` >= cast(? as date) and `day` < cast(? as date)
  group by 1
) as branches
group by 1
order by `sales.day.month` <=> null, `sales.day.month`
limit 21;

-- the month before the first row has that row's month after it
-- ["2023-03-01","2022-12-31","2022-12-31","2022-12-31","2023-03-01"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` < cast(? as date) + interval 1 month + interval 2 day + interval 1 month
    and `day` >= cast(? as date) - interval 1 month - interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format((cast(? as date) + interval 1 day), '%Y-%m-01') as date) as d0,
    cast(date_format((cast(? as date) + interval 1 day), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `sales.day.month`,
  sum(s0) as `sales.next_month`
from facts_1
join periods_1 on day_ >= d0 + interval 1 month and day_ < d0 + interval 1 month + interval 1 month
group by 1
order by `sales.day.month` <=> null, `sales.day.month`
limit 21;

-- where no filter ends the periods, the rows of another fact do
-- ["2024-02-01","2024-02-01","2024-02-01","2024-02-01"]
with recursive facts_1 as (
  select
    date(`days`.`day`) as day_,
    sum(`sales`.`amount`) as s0
  from `sales`
  left join `days` on `days`.`day` = `sales`.`day`
  group by 1
),
extent_1 as (
  select
    min(cast(date_format(day_, '%Y-%m-01') as date)) as earliest,
    max(cast(date_format(day_, '%Y-%m-01') as date)) as latest
  from facts_1
  union all
  select
    min(cast(date_format(`days`.`day`, '%Y-%m-01') as date)) as earliest,
    max(cast(date_format(`days`.`day`, '%Y-%m-01') as date)) as latest
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
  where `days`.`day` >= cast(? as date)
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
    max(latest) as last
  from extent_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
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
  join periods_1 on day_ < d0 + interval 1 month
  group by 1
  union all
  select
    cast(date_format(`days`.`day`, '%Y-%m-01') as date) as d0,
    null as m0,
    count(*) as m1
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
  where `days`.`day` >= cast(? as date)
  group by 1
) as branches
group by 1
order by `days.day.month` <=> null, `days.day.month`
limit 21;
-- totals
-- ["2024-02-01","2024-02-01","2024-02-01","2024-02-01"]
with recursive facts_1 as (
  select
    date(`days`.`day`) as day_,
    sum(`sales`.`amount`) as s0
  from `sales`
  left join `days` on `days`.`day` = `sales`.`day`
  group by 1
),
extent_1 as (
  select
    min(cast(date_format(day_, '%Y-%m-01') as date)) as earliest,
    max(cast(date_format(day_, '%Y-%m-01') as date)) as latest
  from facts_1
  union all
  select
    min(cast(date_format(`days`.`day`, '%Y-%m-01') as date)) as earliest,
    max(cast(date_format(`days`.`day`, '%Y-%m-01') as date)) as latest
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
  where `days`.`day` >= cast(? as date)
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
    max(latest) as last
  from extent_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
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
    join periods_1 on day_ < periods_1.d0 + interval 1 month
  )
  union all
  select
    null as m0,
    count(*) as m1
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
  where `days`.`day` >= cast(? as date)
) as branches;

-- a filter on another fact's measure picks among its months too
-- ["0"]
with recursive facts_1 as (
  select
    date(`days`.`day`) as day_,
    sum(`sales`.`amount`) as s0
  from `sales`
  left join `days` on `days`.`day` = `sales`.`day`
  group by 1
),
extent_1 as (
  select
    min(cast(date_format(day_, '%Y-%m-01') as date)) as earliest,
    max(cast(date_format(day_, '%Y-%m-01') as date)) as latest
  from facts_1
  union all
  select
    min(cast(date_format(`days`.`day`, '%Y-%m-01') as date)) as earliest,
    max(cast(date_format(`days`.`day`, '%Y-%m-01') as date)) as latest
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
),
periods_1 as (
  select
    1 as n,
    min(earliest) as d0,
    min(earliest) as first,
    max(latest) as last
  from extent_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
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
  join periods_1 on day_ < d0 + interval 1 month
  group by 1
  union all
  select
    cast(date_format(`days`.`day`, '%Y-%m-01') as date) as d0,
    null as m0,
    count(*) as m1
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
  group by 1
) as branches
group by 1
having coalesce(max(m1), 0) > cast(? as signed)
order by `days.day.month` <=> null, `days.day.month`
limit 21;
-- totals
-- ["0"]
with recursive facts_1 as (
  select date(`days`.`day`) as day_
  from `sales`
  left join `days` on `days`.`day` = `sales`.`day`
  group by 1
),
extent_1 as (
  select
    min(cast(date_format(day_, '%Y-%m-01') as date)) as earliest,
    max(cast(date_format(day_, '%Y-%m-01') as date)) as latest
  from facts_1
  union all
  select
    min(cast(date_format(`days`.`day`, '%Y-%m-01') as date)) as earliest,
    max(cast(date_format(`days`.`day`, '%Y-%m-01') as date)) as latest
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
),
periods_1 as (
  select
    1 as n,
    min(earliest) as d0,
    min(earliest) as first,
    max(latest) as last
  from extent_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
picked_1 as (
  select d0
  from (
    select
      d0,
      null as m0
    from facts_1
    join periods_1 on day_ < d0 + interval 1 month
    group by 1
    union all
    select
      cast(date_format(`days`.`day`, '%Y-%m-01') as date) as d0,
      count(*) as m0
    from `visits`
    left join `days` on `days`.`day` = `visits`.`day`
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) > cast(? as signed)
),
facts_2 as (
  select
    date(`days`.`day`) as day_,
    sum(`sales`.`amount`) as s0
  from `sales`
  left join `days` on `days`.`day` = `sales`.`day`
  group by 1
),
extent_2 as (
  select
    min(cast(date_format(day_, '%Y-%m-01') as date)) as earliest,
    max(cast(date_format(day_, '%Y-%m-01') as date)) as latest
  from facts_2
  union all
  select
    min(cast(date_format(`days`.`day`, '%Y-%m-01') as date)) as earliest,
    max(cast(date_format(`days`.`day`, '%Y-%m-01') as date)) as latest
  from `visits`
  left join `days` on `days`.`day` = `visits`.`day`
),
periods_2 as (
  select
    1 as n,
    min(earliest) as d0,
    min(earliest) as first,
    max(latest) as last
  from extent_2
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select sum(s0) as `sales.running_days`
from facts_2
where exists (
  select 1
  from periods_2
  join picked_1 on picked_1.d0 <=> periods_2.d0
  where day_ < periods_2.d0 + interval 1 month
);

-- a dataset bounds the periods as a filter does, and the rows as well
-- ["2024-03-01","2024-06-01","2024-03-01","2024-03-01","2024-06-01"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) and `day` < cast(? as date)
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `sales.day.month`,
  sum(s0) as `sales.running`
from facts_1
join periods_1 on day_ < d0 + interval 1 month
group by 1
order by `sales.day.month` <=> null, `sales.day.month`
limit 11;

-- a week ago, of months, no day is lost or comes twice
-- ["2024-01-01","2025-01-01","2024-01-01","2024-01-01","2025-01-01","2024-01-01","2025-01-01","2024-01-01","2024-01-01","2025-01-01"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) - interval 1 month - interval 2 day - interval 1 week
    and `day` < cast(? as date) + interval 1 month + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
facts_2 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) - interval 1 month - interval 2 day - interval 1 week - interval 28 day
    and `day` < cast(? as date) + interval 1 month + interval 2 day
  group by 1
),
periods_2 as (
  select
    1 as n,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
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
  join periods_1 on day_ >= d0 - interval 1 week and day_ < d0 + interval 1 month - interval 1 week
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day_ >= d0 + interval 1 month - interval 1 week - interval 28 day and day_ < d0 + interval 1 month - interval 1 week
  group by 1
) as branches
group by 1
order by `sales.day.month` <=> null, `sales.day.month`
limit 11;

-- thirty days ago and in five days, of months
-- ["2024-01-01","2025-01-01","2024-01-01","2024-01-01","2025-01-01","2024-01-01","2025-01-01","2024-01-01","2024-01-01","2025-01-01"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) - interval 1 month - interval 2 day - interval 30 day
    and `day` < cast(? as date) + interval 1 month + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
facts_2 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) - interval 1 month - interval 2 day
    and `day` < cast(? as date) + interval 1 month + interval 2 day + interval 5 day
  group by 1
),
periods_2 as (
  select
    1 as n,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
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
  join periods_1 on day_ >= d0 - interval 30 day and day_ < d0 + interval 1 month - interval 30 day
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day_ >= d0 + interval 5 day and day_ < d0 + interval 1 month + interval 5 day
  group by 1
) as branches
group by 1
order by `sales.day.month` <=> null, `sales.day.month`
limit 11;

-- a year ago, of weeks, over the 29th of February
-- ["2024-01-01","2025-01-01","2024-01-01","2024-01-01","2025-01-01"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) - interval 1 week - interval 2 day - interval 1 year
    and `day` < cast(? as date) + interval 1 week + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date '1900-01-01' + interval floor(datediff(cast(? as date), '1900-01-01') / 7) week as d0,
    date '1900-01-01' + interval floor(datediff(cast(? as date), '1900-01-01') / 7) week as first,
    date '1900-01-01' + interval floor(datediff((cast(? as date) - interval 1 day), '1900-01-01') / 7) week as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) week, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) week <= last
)
select
  d0 as `sales.day.week`,
  sum(s0) as `sales.year_ago`
from facts_1
join periods_1 on day_ >= d0 - interval 1 year and day_ < d0 + interval 1 week - interval 1 year
group by 1
order by `sales.day.week` <=> null, `sales.day.week`
limit 11;

-- groups whose measures have no rows stay, with 0 for a count and null for all else
select
  cast(date_format(`day`, '%Y-%m-01') as date) as `sales.day.month`,
  sum(case when amount > 32 then `amount` end) as `sales.great`,
  count(case when amount > 32 then 1 end) as `sales.great_count`,
  count(distinct case when amount > 32 then `shop` end) as `sales.great_shops`
from `sales`
group by 1
order by `sales.day.month` <=> null, `sales.day.month`
limit 11;
