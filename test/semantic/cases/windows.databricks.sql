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

-- beside the day its month and its day of the week, also of days without rows
-- ["2024-01-25 00:00:00","2024-02-08 00:00:00","2024-01-31 00:00:00","2024-02-04 23:59:59.999999","2024-01-31 00:00:00","2024-02-05 00:00:00"]
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
  select explode(sequence(lo, hi, interval 1 day)) as d1
  from (
    select cast(convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp)) as date) as lo, cast(convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp)) as date) as hi
  ) as bounds
  where lo <= hi
),
told_1 as (
  select
    d1,
    cast(date_trunc('month', d1) as date) as d0,
    weekday(d1) + 1 as d2
  from periods_1
)
select
  d0 as `orders.placed_at.month`,
  d1 as `orders.placed_at.day`,
  d2 as `orders.placed_at.day_of_week`,
  max(m0) as `orders.three_days`,
  max(m1) as `orders.total`
from (
  select
    d0,
    d1,
    d2,
    sum(s0) as m0,
    null as m1
  from facts_1
  join told_1 on day >= cast(dateadd(day, -3, cast(dateadd(day, 1, d1) as date)) as date) and day < cast(dateadd(day, 1, d1) as date)
  group by 1, 2, 3
  union all
  select
    cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d0,
    cast(convert_timezone('UTC', `placed_at`) as date) as d1,
    weekday(convert_timezone('UTC', `placed_at`)) + 1 as d2,
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= cast(concat(:p5, 'Z') as timestamp) and `placed_at` < cast(concat(:p6, 'Z') as timestamp)
  group by 1, 2, 3
) as branches
group by 1, 2, 3
order by `orders.placed_at.day` nulls last, `orders.placed_at.month` nulls last, `orders.placed_at.day_of_week` nulls last;

-- beside the month its year and its number, by another dimension, an earlier year
-- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2"]
with facts_1 as (
  select
    `channel` as d1,
    cast(convert_timezone('UTC', `placed_at`) as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
    and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
  group by 1, 2
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d2
  from (
    select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as date) as hi
  ) as bounds
  where lo <= hi
),
told_1 as (
  select
    d2,
    cast(date_trunc('year', d2) as date) as d0,
    month(d2) as d3
  from periods_1
),
spans_1 as (
  select
    day as on_day,
    d2,
    d0,
    d3
  from (select distinct day from facts_1) as days
  join told_1 on day >= cast(dateadd(year, -1, d2) as date) and day < cast(dateadd(month, 1, cast(dateadd(year, -1, d2) as date)) as date)
),
facts_2 as (
  select
    `channel` as d1,
    cast(convert_timezone('UTC', `placed_at`) as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` < cast(concat(:p5, 'Z') as timestamp)
  group by 1, 2
),
periods_2 as (
  select explode(sequence(lo, hi, interval 1 month)) as d2
  from (
    select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p6, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p7, 'Z') as timestamp))) as date) as hi
  ) as bounds
  where lo <= hi
),
told_2 as (
  select
    d2,
    cast(date_trunc('year', d2) as date) as d0,
    month(d2) as d3
  from periods_2
),
spans_2 as (
  select
    day as on_day,
    d2,
    d0,
    d3
  from (select distinct day from facts_2) as days
  join told_2 on day < cast(dateadd(month, 1, d2) as date)
)
select
  d0 as `orders.placed_at.year`,
  d1 as `orders.channel`,
  d2 as `orders.placed_at.month`,
  d3 as `orders.placed_at.month_of_year`,
  max(m0) as `orders.last_year`,
  max(m1) as `orders.running`
from (
  select
    d0,
    d1,
    d2,
    d3,
    sum(s0) as m0,
    null as m1
  from facts_1
  join spans_1 on on_day = day
  group by 1, 2, 3, 4
  union all
  select
    d0,
    d1,
    d2,
    d3,
    null as m0,
    sum(s0) as m1
  from facts_2
  join spans_2 on on_day = day
  group by 1, 2, 3, 4
) as branches
group by 1, 2, 3, 4
having max(m1) > cast(:p8 as bigint)
order by `orders.placed_at.month` nulls last, `orders.placed_at.year` nulls last, `orders.channel` nulls last, `orders.placed_at.month_of_year` nulls last;
-- totals
-- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2","2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
with facts_1 as (
  select
    `channel` as d1,
    cast(convert_timezone('UTC', `placed_at`) as date) as day
  from `orders`
  where `placed_at` >= cast(concat(:p1, 'Z') as timestamp)
    and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
  group by 1, 2
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d2
  from (
    select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as date) as hi
  ) as bounds
  where lo <= hi
),
told_1 as (
  select
    d2,
    cast(date_trunc('year', d2) as date) as d0,
    month(d2) as d3
  from periods_1
),
spans_1 as (
  select
    day as on_day,
    d2,
    d0,
    d3
  from (select distinct day from facts_1) as days
  join told_1 on day >= cast(dateadd(year, -1, d2) as date) and day < cast(dateadd(month, 1, cast(dateadd(year, -1, d2) as date)) as date)
),
facts_2 as (
  select
    `channel` as d1,
    cast(convert_timezone('UTC', `placed_at`) as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` < cast(concat(:p5, 'Z') as timestamp)
  group by 1, 2
),
periods_2 as (
  select explode(sequence(lo, hi, interval 1 month)) as d2
  from (
    select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p6, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p7, 'Z') as timestamp))) as date) as hi
  ) as bounds
  where lo <= hi
),
told_2 as (
  select
    d2,
    cast(date_trunc('year', d2) as date) as d0,
    month(d2) as d3
  from periods_2
),
spans_2 as (
  select
    day as on_day,
    d2,
    d0,
    d3
  from (select distinct day from facts_2) as days
  join told_2 on day < cast(dateadd(month, 1, d2) as date)
),
picked_1 as (
  select
    d0,
    d1,
    d2,
    d3
  from (
    select
      d0,
      d1,
      d2,
      d3,
      null as m0
    from facts_1
    join spans_1 on on_day = day
    group by 1, 2, 3, 4
    union all
    select
      d0,
      d1,
      d2,
      d3,
      sum(s0) as m0
    from facts_2
    join spans_2 on on_day = day
    group by 1, 2, 3, 4
  ) as branches
  group by 1, 2, 3, 4
  having max(m0) > cast(:p8 as bigint)
),
facts_3 as (
  select
    `channel` as d1,
    cast(convert_timezone('UTC', `placed_at`) as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(concat(:p9, 'Z') as timestamp)
    and `placed_at` < cast(concat(:p10, 'Z') as timestamp)
  group by 1, 2
),
periods_3 as (
  select explode(sequence(lo, hi, interval 1 month)) as d2
  from (
    select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p11, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p12, 'Z') as timestamp))) as date) as hi
  ) as bounds
  where lo <= hi
),
facts_4 as (
  select
    `channel` as d1,
    cast(convert_timezone('UTC', `placed_at`) as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` < cast(concat(:p13, 'Z') as timestamp)
  group by 1, 2
),
periods_4 as (
  select explode(sequence(lo, hi, interval 1 month)) as d2
  from (
    select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p14, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p15, 'Z') as timestamp))) as date) as hi
  ) as bounds
  where lo <= hi
)
select
  max(m0) as `orders.last_year`,
  max(m1) as `orders.running`
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_3
  where to_json(named_struct('c0', facts_3.day, 'c1', facts_3.d1)) in (
    select to_json(named_struct('c0', days.day, 'c1', picked_1.d1))
    from (select distinct day from facts_3) as days
    join periods_3 on day >= cast(dateadd(year, -1, periods_3.d2) as date) and day < cast(dateadd(month, 1, cast(dateadd(year, -1, periods_3.d2) as date)) as date)
    join picked_1 on picked_1.d2 <=> periods_3.d2
  )
  union all
  select
    null as m0,
    sum(s0) as m1
  from facts_4
  where to_json(named_struct('c0', facts_4.day, 'c1', facts_4.d1)) in (
    select to_json(named_struct('c0', days.day, 'c1', picked_1.d1))
    from (select distinct day from facts_4) as days
    join periods_4 on day < cast(dateadd(month, 1, periods_4.d2) as date)
    join picked_1 on picked_1.d2 <=> periods_4.d2
  )
) as branches;

-- lines of an order by its day and quarter, what is not added up
-- ["2024-01-26 00:00:00","2024-02-06 00:00:00","2024-02-01 00:00:00","2024-02-02 23:59:59.999999"]
with facts_1 as (
  select
    cast(convert_timezone('UTC', `orders`.`placed_at`) as date) as day,
    sum(`lines`.`quantity`) as s0
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= cast(concat(:p1, 'Z') as timestamp)
    and `orders`.`placed_at` < cast(concat(:p2, 'Z') as timestamp)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 day)) as d1
  from (
    select cast(convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp)) as date) as lo, cast(convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp)) as date) as hi
  ) as bounds
  where lo <= hi
),
told_1 as (
  select
    d1,
    cast(date_trunc('quarter', d1) as date) as d0
  from periods_1
)
select
  d0 as `orders.placed_at.quarter`,
  d1 as `orders.placed_at.day`,
  sum(s0) as `lines.three_days`
from facts_1
join told_1 on day >= cast(dateadd(day, -3, cast(dateadd(day, 1, d1) as date)) as date) and day < cast(dateadd(day, 1, d1) as date)
group by 1, 2
order by `orders.placed_at.day` nulls last, `orders.placed_at.quarter` nulls last;
