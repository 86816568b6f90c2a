-- Never run on databricks itself: see shared/semantic/dialects/README.md for what it rests on.

-- a rolling sum takes the days before the period too, also in periods without rows
-- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    cast(convert_timezone('UTC', `placed_at`) as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 day)) as d0
  from (
    select
      cast(convert_timezone('UTC', cast(concat(:p2, 'Z') as timestamp)) as date) as lo,
      max(day) as hi
    from facts_1
  ) as bounds
  where lo <= hi
)
select
  d0 as `orders.placed_at.day`,
  max(m0) as `orders.three_days`,
  max(m1) as `orders.total`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= cast(dateadd(day, -3, cast(dateadd(day, 1, d0) as date)) as date) and day < cast(dateadd(day, 1, d0) as date)
  group by 1
  union all
  select
    cast(convert_timezone('UTC', `placed_at`) as date) as d0,
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= cast(concat(:p3, 'Z') as timestamp)
  group by 1
) as branches
group by 1
order by `orders.placed_at.day` nulls last
limit 21;

-- a filter on the time chooses periods, not what rolls into them
-- ["2024-01-26 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-01 23:59:59.999999"]
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
  sum(s0) as `orders.three_days`
from facts_1
join periods_1 on day >= cast(dateadd(day, -3, cast(dateadd(day, 1, d0) as date)) as date) and day < cast(dateadd(day, 1, d0) as date)
group by 1
order by `orders.placed_at.day` nulls last
limit 21;

-- other filters choose rows
-- ["web","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
with facts_1 as (
  select
    cast(convert_timezone('UTC', `placed_at`) as date) as day,
    sum(`amount`) as s0,
    count(*) as s1
  from `orders`
  where `channel` = :p1
    and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as date) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as `orders.placed_at.month`,
  sum(s0) as `orders.running`,
  coalesce(sum(s1), 0) as `orders.running_count`
from facts_1
join periods_1 on day < cast(dateadd(month, 1, d0) as date)
group by 1
order by `orders.placed_at.month` nulls last
limit 21;

-- a running sum per group of another dimension
-- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
with facts_1 as (
  select
    `channel` as d0,
    cast(convert_timezone('UTC', `placed_at`) as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` < cast(concat(:p1, 'Z') as timestamp)
  group by 1, 2
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d1
  from (
    select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p2, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as hi
  ) as bounds
  where lo <= hi
),
spans_1 as (
  select
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day < cast(dateadd(month, 1, d1) as date)
)
select
  d0 as `orders.channel`,
  d1 as `orders.placed_at.month`,
  sum(s0) as `orders.running`
from facts_1
join spans_1 on on_day = day
group by 1, 2
order by `orders.channel` nulls last, `orders.placed_at.month` nulls last
limit 21;

-- windows are of the query's timezone
-- ["2024-01-25 23:00:00","2024-01-31 23:00:00"]
with facts_1 as (
  select
    cast(convert_timezone('Europe/Berlin', `placed_at`) as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 day)) as d0
  from (
    select
      cast(convert_timezone('Europe/Berlin', cast(concat(:p2, 'Z') as timestamp)) as date) as lo,
      max(day) as hi
    from facts_1
  ) as bounds
  where lo <= hi
)
select
  d0 as `orders.placed_at.day`,
  sum(s0) as `orders.three_days`
from facts_1
join periods_1 on day >= cast(dateadd(day, -3, cast(dateadd(day, 1, d0) as date)) as date) and day < cast(dateadd(day, 1, d0) as date)
group by 1
order by `orders.placed_at.day` nulls last
limit 21;

-- a window goes along the date of what a row belongs to
-- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    cast(convert_timezone('UTC', `orders`.`placed_at`) as date) as day,
    sum(`lines`.`quantity`) as s0
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= cast(concat(:p1, 'Z') as timestamp)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 day)) as d0
  from (
    select
      cast(convert_timezone('UTC', cast(concat(:p2, 'Z') as timestamp)) as date) as lo,
      max(day) as hi
    from facts_1
  ) as bounds
  where lo <= hi
)
select
  d0 as `orders.placed_at.day`,
  max(m0) as `lines.three_days`,
  max(m1) as `lines.quantity`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= cast(dateadd(day, -3, cast(dateadd(day, 1, d0) as date)) as date) and day < cast(dateadd(day, 1, d0) as date)
  group by 1
  union all
  select
    cast(convert_timezone('UTC', `orders`.`placed_at`) as date) as d0,
    null as m0,
    sum(`lines`.`quantity`) as m1
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= cast(concat(:p3, 'Z') as timestamp)
  group by 1
) as branches
group by 1
order by `orders.placed_at.day` nulls last
limit 21;
-- totals
-- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    cast(convert_timezone('UTC', `orders`.`placed_at`) as date) as day,
    sum(`lines`.`quantity`) as s0
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= cast(concat(:p1, 'Z') as timestamp)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 day)) as d0
  from (
    select
      cast(convert_timezone('UTC', cast(concat(:p2, 'Z') as timestamp)) as date) as lo,
      max(day) as hi
    from facts_1
  ) as bounds
  where lo <= hi
)
select
  max(m0) as `lines.three_days`,
  max(m1) as `lines.quantity`
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= cast(dateadd(day, -3, cast(dateadd(day, 1, periods_1.d0) as date)) as date) and day < cast(dateadd(day, 1, periods_1.d0) as date)
  )
  union all
  select
    null as m0,
    sum(`lines`.`quantity`) as m1
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= cast(concat(:p3, 'Z') as timestamp)
) as branches;

-- a group without rows on a day has those of the days before
-- ["2024-01-25 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    `channel` as d0,
    cast(convert_timezone('UTC', `placed_at`) as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
  group by 1, 2
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 day)) as d1
  from (
    select
      cast(convert_timezone('UTC', cast(concat(:p2, 'Z') as timestamp)) as date) as lo,
      max(day) as hi
    from facts_1
  ) as bounds
  where lo <= hi
),
spans_1 as (
  select
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day >= cast(dateadd(day, -3, cast(dateadd(day, 1, d1) as date)) as date) and day < cast(dateadd(day, 1, d1) as date)
)
select
  d0 as `orders.channel`,
  d1 as `orders.placed_at.day`,
  sum(s0) as `orders.three_days`
from facts_1
join spans_1 on on_day = day
group by 1, 2
order by `orders.channel` nulls last, `orders.placed_at.day` nulls last
limit 21;
