-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- a rolling sum takes the days before the period too, also in periods without rows
-- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p1
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select
      cast(datetime(timestamp(@p2), 'UTC') as date) as lo,
      max(day) as hi
    from facts_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  d0 as `orders__placed_at__day`,
  max(m0) as `orders__three_days`,
  max(m1) as `orders__total`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= date_add(date_add(d0, interval 1 day), interval -3 day) and day < date_add(d0, interval 1 day)
  group by 1
  union all
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as d0,
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= @p3
  group by 1
) as branches
group by 1
order by `orders__placed_at__day` nulls last
limit 21;

-- a filter on the time chooses periods, not what rolls into them
-- ["2024-01-26 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-01 23:59:59.999999"]
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
  sum(s0) as `orders__three_days`
from facts_1
join periods_1 on day >= date_add(date_add(d0, interval 1 day), interval -3 day) and day < date_add(d0, interval 1 day)
group by 1
order by `orders__placed_at__day` nulls last
limit 21;

-- other filters choose rows
-- ["web","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0,
    count(*) as s1
  from `orders`
  where `channel` = @p1
    and `placed_at` < @p2
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p4), 'UTC') as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `orders__placed_at__month`,
  sum(s0) as `orders__running`,
  coalesce(sum(s1), 0) as `orders__running_count`
from facts_1
join periods_1 on day < date_add(d0, interval 1 month)
group by 1
order by `orders__placed_at__month` nulls last
limit 21;

-- a running sum per group of another dimension
-- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
with facts_1 as (
  select
    `channel` as d0,
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` < @p1
  group by 1, 2
),
periods_1 as (
  select step as d1
  from (
    select date_trunc(cast(datetime(timestamp(@p2), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
spans_1 as (
  select
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day < date_add(d1, interval 1 month)
)
select
  d0 as `orders__channel`,
  d1 as `orders__placed_at__month`,
  sum(s0) as `orders__running`
from facts_1
join spans_1 on on_day = day
group by 1, 2
order by `orders__channel` nulls last, `orders__placed_at__month` nulls last
limit 21;

-- windows are of the query's timezone
-- ["2024-01-25 23:00:00","2024-01-31 23:00:00"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'Europe/Berlin') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p1
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select
      cast(datetime(timestamp(@p2), 'Europe/Berlin') as date) as lo,
      max(day) as hi
    from facts_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  d0 as `orders__placed_at__day`,
  sum(s0) as `orders__three_days`
from facts_1
join periods_1 on day >= date_add(date_add(d0, interval 1 day), interval -3 day) and day < date_add(d0, interval 1 day)
group by 1
order by `orders__placed_at__day` nulls last
limit 21;

-- a window goes along the date of what a row belongs to
-- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date) as day,
    sum(`lines`.`quantity`) as s0
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= @p1
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select
      cast(datetime(timestamp(@p2), 'UTC') as date) as lo,
      max(day) as hi
    from facts_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  d0 as `orders__placed_at__day`,
  max(m0) as `lines__three_days`,
  max(m1) as `lines__quantity`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= date_add(date_add(d0, interval 1 day), interval -3 day) and day < date_add(d0, interval 1 day)
  group by 1
  union all
  select
    cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date) as d0,
    null as m0,
    sum(`lines`.`quantity`) as m1
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= @p3
  group by 1
) as branches
group by 1
order by `orders__placed_at__day` nulls last
limit 21;
-- totals
-- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date) as day,
    sum(`lines`.`quantity`) as s0
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= @p1
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select
      cast(datetime(timestamp(@p2), 'UTC') as date) as lo,
      max(day) as hi
    from facts_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  max(m0) as `lines__three_days`,
  max(m1) as `lines__quantity`
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= date_add(date_add(periods_1.d0, interval 1 day), interval -3 day) and day < date_add(periods_1.d0, interval 1 day)
  )
  union all
  select
    null as m0,
    sum(`lines`.`quantity`) as m1
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= @p3
) as branches;

-- a group without rows on a day has those of the days before
-- ["2024-01-25 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    `channel` as d0,
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p1
  group by 1, 2
),
periods_1 as (
  select step as d1
  from (
    select
      cast(datetime(timestamp(@p2), 'UTC') as date) as lo,
      max(day) as hi
    from facts_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
),
spans_1 as (
  select
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day >= date_add(date_add(d1, interval 1 day), interval -3 day) and day < date_add(d1, interval 1 day)
)
select
  d0 as `orders__channel`,
  d1 as `orders__placed_at__day`,
  sum(s0) as `orders__three_days`
from facts_1
join spans_1 on on_day = day
group by 1, 2
order by `orders__channel` nulls last, `orders__placed_at__day` nulls last
limit 21;
