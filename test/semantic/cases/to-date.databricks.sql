-- Never run on databricks itself: see shared/semantic/dialects/README.md for what it rests on.

-- from the first of the month to each day
-- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
with facts_1 as (
  select
    cast(convert_timezone('UTC', `placed_at`) as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
    and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 day)) as d0
  from (
    select cast(convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp)) as date) as lo, cast(convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp)) as date) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as `orders.placed_at.day`,
  sum(s0) as `orders.month_to_date`
from facts_1
join periods_1 on day >= cast(date_trunc('month', (cast(dateadd(day, -1, cast(dateadd(day, 1, d0) as date)) as date))) as date) and day < cast(dateadd(day, 1, d0) as date)
group by 1
order by `orders.placed_at.day` nulls last;
-- totals
-- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
with facts_1 as (
  select
    cast(convert_timezone('UTC', `placed_at`) as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
    and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 day)) as d0
  from (
    select cast(convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp)) as date) as lo, cast(convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp)) as date) as hi
  ) as bounds
  where lo <= hi
)
select sum(s0) as `orders.month_to_date`
from facts_1
where day in (
  select day
  from (select distinct day from facts_1) as days
  join periods_1 on day >= cast(date_trunc('month', (cast(dateadd(day, -1, cast(dateadd(day, 1, periods_1.d0) as date)) as date))) as date) and day < cast(dateadd(day, 1, periods_1.d0) as date)
);

-- a week that begins in another month counts from the first of the month that it ends in
-- ["2023-12-20 00:00:00","2024-02-21 00:00:00","2024-01-29 00:00:00","2024-02-11 23:59:59.999999"]
with facts_1 as (
  select
    cast(convert_timezone('UTC', `placed_at`) as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
    and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 week)) as d0
  from (
    select cast(date_trunc('week', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as lo, cast(date_trunc('week', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as date) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as `orders.placed_at.week`,
  sum(s0) as `orders.month_to_date`
from facts_1
join periods_1 on day >= cast(date_trunc('month', (cast(dateadd(day, -1, cast(dateadd(week, 1, d0) as date)) as date))) as date) and day < cast(dateadd(week, 1, d0) as date)
group by 1
order by `orders.placed_at.week` nulls last;

-- the same part of the month before
-- ["2024-01-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999","2023-12-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999"]
with facts_1 as (
  select
    cast(convert_timezone('UTC', `placed_at`) as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
    and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 day)) as d0
  from (
    select cast(convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp)) as date) as lo, cast(convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp)) as date) as hi
  ) as bounds
  where lo <= hi
),
facts_2 as (
  select
    cast(convert_timezone('UTC', `placed_at`) as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(concat(:p5, 'Z') as timestamp)
    and `placed_at` < cast(concat(:p6, 'Z') as timestamp)
  group by 1
),
periods_2 as (
  select explode(sequence(lo, hi, interval 1 day)) as d0
  from (
    select cast(convert_timezone('UTC', cast(concat(:p7, 'Z') as timestamp)) as date) as lo, cast(convert_timezone('UTC', cast(concat(:p8, 'Z') as timestamp)) as date) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as `orders.placed_at.day`,
  max(m0) as `orders.month_to_date`,
  max(m1) as `orders.month_before_to_date`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= cast(date_trunc('month', (cast(dateadd(day, -1, cast(dateadd(day, 1, d0) as date)) as date))) as date) and day < cast(dateadd(day, 1, d0) as date)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day >= cast(date_trunc('month', (cast(dateadd(day, -1, cast(dateadd(day, 1, cast(dateadd(month, -1, d0) as date)) as date)) as date))) as date) and day < cast(dateadd(day, 1, cast(dateadd(month, -1, d0) as date)) as date)
  group by 1
) as branches
group by 1
order by `orders.placed_at.day` nulls last;

-- beside the first month of the year
-- ["2024-01-01 00:00:00","2024-04-01 00:00:00","2022-11-29 00:00:00","2024-05-03 00:00:00","2024-01-01 00:00:00","2024-03-31 23:59:59.999999"]
with facts_1 as (
  select
    cast(convert_timezone('UTC', `placed_at`) as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(concat(:p3, 'Z') as timestamp)
    and `placed_at` < cast(concat(:p4, 'Z') as timestamp)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p5, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p6, 'Z') as timestamp))) as date) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as `orders.placed_at.month`,
  max(m0) as `orders.total`,
  max(m1) as `orders.at_year_start`
from (
  select
    cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_1
  join periods_1 on day >= cast(date_trunc('year', d0) as date) and day < cast(dateadd(month, 1, cast(date_trunc('year', d0) as date)) as date)
  group by 1
) as branches
group by 1
order by `orders.placed_at.month` nulls last;
