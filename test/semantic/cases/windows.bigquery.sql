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

-- beside the day its month and its day of the week, also of days without rows
-- ["2024-01-25 00:00:00","2024-02-08 00:00:00","2024-01-31 00:00:00","2024-02-04 23:59:59.999999","2024-01-31 00:00:00","2024-02-05 00:00:00"]
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
  select step as d1
  from (
    select cast(datetime(timestamp(@p3), 'UTC') as date) as lo, cast(datetime(timestamp(@p4), 'UTC') as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
),
told_1 as (
  select
    d1,
    date_trunc(cast(d1 as date), month) as d0,
    mod(extract(dayofweek from d1) + 5, 7) + 1 as d2
  from periods_1
)
select
  d0 as `orders__placed_at__month`,
  d1 as `orders__placed_at__day`,
  d2 as `orders__placed_at__day_of_week`,
  max(m0) as `orders__three_days`,
  max(m1) as `orders__total`
from (
  select
    d0,
    d1,
    d2,
    sum(s0) as m0,
    null as m1
  from facts_1
  join told_1 on day >= date_add(date_add(d1, interval 1 day), interval -3 day) and day < date_add(d1, interval 1 day)
  group by 1, 2, 3
  union all
  select
    date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d0,
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as d1,
    mod(extract(dayofweek from datetime(timestamp(`placed_at`), 'UTC')) + 5, 7) + 1 as d2,
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= @p5 and `placed_at` < @p6
  group by 1, 2, 3
) as branches
group by 1, 2, 3
order by `orders__placed_at__day` nulls last, `orders__placed_at__month` nulls last, `orders__placed_at__day_of_week` nulls last;

-- beside the month its year and its number, by another dimension, an earlier year
-- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2"]
with facts_1 as (
  select
    `channel` as d1,
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p1
    and `placed_at` < @p2
  group by 1, 2
),
periods_1 as (
  select step as d2
  from (
    select date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p4), 'UTC') as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
told_1 as (
  select
    d2,
    date_trunc(cast(d2 as date), year) as d0,
    extract(month from d2) as d3
  from periods_1
),
spans_1 as (
  select
    day as on_day,
    d2,
    d0,
    d3
  from (select distinct day from facts_1) as days
  join told_1 on day >= date_add(d2, interval -1 year) and day < date_add(date_add(d2, interval -1 year), interval 1 month)
),
facts_2 as (
  select
    `channel` as d1,
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` < @p5
  group by 1, 2
),
periods_2 as (
  select step as d2
  from (
    select date_trunc(cast(datetime(timestamp(@p6), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p7), 'UTC') as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
told_2 as (
  select
    d2,
    date_trunc(cast(d2 as date), year) as d0,
    extract(month from d2) as d3
  from periods_2
),
spans_2 as (
  select
    day as on_day,
    d2,
    d0,
    d3
  from (select distinct day from facts_2) as days
  join told_2 on day < date_add(d2, interval 1 month)
)
select
  d0 as `orders__placed_at__year`,
  d1 as `orders__channel`,
  d2 as `orders__placed_at__month`,
  d3 as `orders__placed_at__month_of_year`,
  max(m0) as `orders__last_year`,
  max(m1) as `orders__running`
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
having max(m1) > cast(@p8 as int64)
order by `orders__placed_at__month` nulls last, `orders__placed_at__year` nulls last, `orders__channel` nulls last, `orders__placed_at__month_of_year` nulls last;
-- totals
-- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2","2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
with facts_1 as (
  select
    `channel` as d1,
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day
  from `orders`
  where `placed_at` >= @p1
    and `placed_at` < @p2
  group by 1, 2
),
periods_1 as (
  select step as d2
  from (
    select date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p4), 'UTC') as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
told_1 as (
  select
    d2,
    date_trunc(cast(d2 as date), year) as d0,
    extract(month from d2) as d3
  from periods_1
),
spans_1 as (
  select
    day as on_day,
    d2,
    d0,
    d3
  from (select distinct day from facts_1) as days
  join told_1 on day >= date_add(d2, interval -1 year) and day < date_add(date_add(d2, interval -1 year), interval 1 month)
),
facts_2 as (
  select
    `channel` as d1,
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` < @p5
  group by 1, 2
),
periods_2 as (
  select step as d2
  from (
    select date_trunc(cast(datetime(timestamp(@p6), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p7), 'UTC') as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
told_2 as (
  select
    d2,
    date_trunc(cast(d2 as date), year) as d0,
    extract(month from d2) as d3
  from periods_2
),
spans_2 as (
  select
    day as on_day,
    d2,
    d0,
    d3
  from (select distinct day from facts_2) as days
  join told_2 on day < date_add(d2, interval 1 month)
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
  having max(m0) > cast(@p8 as int64)
),
facts_3 as (
  select
    `channel` as d1,
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p9
    and `placed_at` < @p10
  group by 1, 2
),
periods_3 as (
  select step as d2
  from (
    select date_trunc(cast(datetime(timestamp(@p11), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p12), 'UTC') as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
facts_4 as (
  select
    `channel` as d1,
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` < @p13
  group by 1, 2
),
periods_4 as (
  select step as d2
  from (
    select date_trunc(cast(datetime(timestamp(@p14), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p15), 'UTC') as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  max(m0) as `orders__last_year`,
  max(m1) as `orders__running`
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_3
  where to_json_string([to_json_string(facts_3.day), to_json_string(facts_3.d1)]) in (
    select to_json_string([to_json_string(days.day), to_json_string(picked_1.d1)])
    from (select distinct day from facts_3) as days
    join periods_3 on day >= date_add(periods_3.d2, interval -1 year) and day < date_add(date_add(periods_3.d2, interval -1 year), interval 1 month)
    join picked_1 on to_json_string(picked_1.d2) = to_json_string(periods_3.d2)
  )
  union all
  select
    null as m0,
    sum(s0) as m1
  from facts_4
  where to_json_string([to_json_string(facts_4.day), to_json_string(facts_4.d1)]) in (
    select to_json_string([to_json_string(days.day), to_json_string(picked_1.d1)])
    from (select distinct day from facts_4) as days
    join periods_4 on day < date_add(periods_4.d2, interval 1 month)
    join picked_1 on to_json_string(picked_1.d2) = to_json_string(periods_4.d2)
  )
) as branches;

-- lines of an order by its day and quarter, what is not added up
-- ["2024-01-26 00:00:00","2024-02-06 00:00:00","2024-02-01 00:00:00","2024-02-02 23:59:59.999999"]
with facts_1 as (
  select
    cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date) as day,
    sum(`lines`.`quantity`) as s0
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= @p1
    and `orders`.`placed_at` < @p2
  group by 1
),
periods_1 as (
  select step as d1
  from (
    select cast(datetime(timestamp(@p3), 'UTC') as date) as lo, cast(datetime(timestamp(@p4), 'UTC') as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
),
told_1 as (
  select
    d1,
    date_trunc(cast(d1 as date), quarter) as d0
  from periods_1
)
select
  d0 as `orders__placed_at__quarter`,
  d1 as `orders__placed_at__day`,
  sum(s0) as `lines__three_days`
from facts_1
join told_1 on day >= date_add(date_add(d1, interval 1 day), interval -3 day) and day < date_add(d1, interval 1 day)
group by 1, 2
order by `orders__placed_at__day` nulls last, `orders__placed_at__quarter` nulls last;
