-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- from the first of the month to each day
-- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p1
    and `placed_at` < @p2
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select cast(datetime(timestamp(@p3), 'UTC') as date) as lo, cast(datetime(timestamp(@p4), 'UTC') as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  d0 as `orders__placed_at__day`,
  sum(s0) as `orders__month_to_date`
from facts_1
join periods_1 on day >= date_trunc(cast((date_add(date_add(d0, interval 1 day), interval -1 day)) as date), month) and day < date_add(d0, interval 1 day)
group by 1
order by `orders__placed_at__day` nulls last;
-- totals
-- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p1
    and `placed_at` < @p2
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select cast(datetime(timestamp(@p3), 'UTC') as date) as lo, cast(datetime(timestamp(@p4), 'UTC') as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select sum(s0) as `orders__month_to_date`
from facts_1
where day in (
  select day
  from (select distinct day from facts_1) as days
  join periods_1 on day >= date_trunc(cast((date_add(date_add(periods_1.d0, interval 1 day), interval -1 day)) as date), month) and day < date_add(periods_1.d0, interval 1 day)
);

-- a week that begins in another month counts from the first of the month that it ends in
-- ["2023-12-20 00:00:00","2024-02-21 00:00:00","2024-01-29 00:00:00","2024-02-11 23:59:59.999999"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p1
    and `placed_at` < @p2
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), week(monday)) as lo, date_trunc(cast(datetime(timestamp(@p4), 'UTC') as date), week(monday)) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 week)) as step
)
select
  d0 as `orders__placed_at__week`,
  sum(s0) as `orders__month_to_date`
from facts_1
join periods_1 on day >= date_trunc(cast((date_add(date_add(d0, interval 1 week), interval -1 day)) as date), month) and day < date_add(d0, interval 1 week)
group by 1
order by `orders__placed_at__week` nulls last;

-- the same part of the month before
-- ["2024-01-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999","2023-12-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p1
    and `placed_at` < @p2
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select cast(datetime(timestamp(@p3), 'UTC') as date) as lo, cast(datetime(timestamp(@p4), 'UTC') as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
),
facts_2 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p5
    and `placed_at` < @p6
  group by 1
),
periods_2 as (
  select step as d0
  from (
    select cast(datetime(timestamp(@p7), 'UTC') as date) as lo, cast(datetime(timestamp(@p8), 'UTC') as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  d0 as `orders__placed_at__day`,
  max(m0) as `orders__month_to_date`,
  max(m1) as `orders__month_before_to_date`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= date_trunc(cast((date_add(date_add(d0, interval 1 day), interval -1 day)) as date), month) and day < date_add(d0, interval 1 day)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day >= date_trunc(cast((date_add(date_add(date_add(d0, interval -1 month), interval 1 day), interval -1 day)) as date), month) and day < date_add(date_add(d0, interval -1 month), interval 1 day)
  group by 1
) as branches
group by 1
order by `orders__placed_at__day` nulls last;

-- beside the first month of the year
-- ["2024-01-01 00:00:00","2024-04-01 00:00:00","2022-11-29 00:00:00","2024-05-03 00:00:00","2024-01-01 00:00:00","2024-03-31 23:59:59.999999"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p3
    and `placed_at` < @p4
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select date_trunc(cast(datetime(timestamp(@p5), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p6), 'UTC') as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `orders__placed_at__month`,
  max(m0) as `orders__total`,
  max(m1) as `orders__at_year_start`
from (
  select
    date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= @p1 and `placed_at` < @p2
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_1
  join periods_1 on day >= date_trunc(cast(d0 as date), year) and day < date_add(date_trunc(cast(d0 as date), year), interval 1 month)
  group by 1
) as branches
group by 1
order by `orders__placed_at__month` nulls last;
