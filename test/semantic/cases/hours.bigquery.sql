-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- two hours are two hours in the night in which one comes twice, and after a gap
-- ["2024-10-24 20:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-24 21:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
with facts_1 as (
  select
    timestamp_trunc(timestamp(`at`), hour) as instant,
    `minutes` as v0,
    `line` as v1
  from `calls`
  where `at` >= @p1
    and `at` < @p2
),
periods_1 as (
  select step as d0
  from (
    select timestamp_trunc(timestamp(@p3), hour) as lo, timestamp_trunc(timestamp(@p4), hour) as hi
  ) as bounds
  cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
),
spans_1 as (
  select
    instant as on_day,
    d0
  from (select distinct instant from facts_1) as days
  join periods_1 on instant >= timestamp_add(timestamp_add(d0, interval 1 hour), interval -2 hour) and instant < timestamp_add(d0, interval 1 hour)
),
facts_2 as (
  select
    timestamp_trunc(timestamp(`at`), hour) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= @p7
    and `at` < @p8
  group by 1
),
periods_2 as (
  select step as d0
  from (
    select timestamp_trunc(timestamp(@p9), hour) as lo, timestamp_trunc(timestamp(@p10), hour) as hi
  ) as bounds
  cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
)
select
  d0 as `calls__at__hour`,
  max(m0) as `calls__two_hours`,
  max(m2) as `calls__minutes`,
  max(m3) as `calls__hour_before`,
  max(m2) - max(m3) as `calls__gain`,
  coalesce(max(m1), 0) as `calls__lines_in_two_hours`
from (
  select
    d0,
    sum(v0) as m0,
    count(distinct v1) as m1,
    null as m2,
    null as m3
  from facts_1
  join spans_1 on on_day = instant
  group by 1
  union all
  select
    timestamp_trunc(timestamp(`at`), hour) as d0,
    null as m0,
    null as m1,
    sum(`minutes`) as m2,
    null as m3
  from `calls`
  where `at` between @p5 and @p6
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    null as m2,
    sum(s0) as m3
  from facts_2
  join periods_2 on instant >= timestamp_add(d0, interval -1 hour) and instant < timestamp_add(timestamp_add(d0, interval -1 hour), interval 1 hour)
  group by 1
) as branches
group by 1
order by `calls__at__hour` nulls last
limit 101;
-- totals
-- ["2024-10-24 20:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-24 21:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
with facts_1 as (
  select
    timestamp_trunc(timestamp(`at`), hour) as instant,
    `minutes` as v0,
    `line` as v1
  from `calls`
  where `at` >= @p1
    and `at` < @p2
),
periods_1 as (
  select step as d0
  from (
    select timestamp_trunc(timestamp(@p3), hour) as lo, timestamp_trunc(timestamp(@p4), hour) as hi
  ) as bounds
  cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
),
facts_2 as (
  select
    timestamp_trunc(timestamp(`at`), hour) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= @p7
    and `at` < @p8
  group by 1
),
periods_2 as (
  select step as d0
  from (
    select timestamp_trunc(timestamp(@p9), hour) as lo, timestamp_trunc(timestamp(@p10), hour) as hi
  ) as bounds
  cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
)
select
  max(m0) as `calls__two_hours`,
  max(m2) as `calls__minutes`,
  max(m3) as `calls__hour_before`,
  max(m2) - max(m3) as `calls__gain`,
  coalesce(max(m1), 0) as `calls__lines_in_two_hours`
from (
  select
    sum(v0) as m0,
    count(distinct v1) as m1,
    null as m2,
    null as m3
  from facts_1
  where instant in (
    select instant
    from (select distinct instant from facts_1) as days
    join periods_1 on instant >= timestamp_add(timestamp_add(periods_1.d0, interval 1 hour), interval -2 hour) and instant < timestamp_add(periods_1.d0, interval 1 hour)
  )
  union all
  select
    null as m0,
    null as m1,
    sum(`minutes`) as m2,
    null as m3
  from `calls`
  where `at` between @p5 and @p6
  union all
  select
    null as m0,
    null as m1,
    null as m2,
    sum(s0) as m3
  from facts_2
  where instant in (
    select instant
    from (select distinct instant from facts_2) as days
    join periods_2 on instant >= timestamp_add(periods_2.d0, interval -1 hour) and instant < timestamp_add(timestamp_add(periods_2.d0, interval -1 hour), interval 1 hour)
  )
) as branches;

-- hours of a line, with the day and the hour of the clock, where New York has one hour twice
-- ["2024-11-01 01:00:00","2024-11-06 06:00:00","2024-11-03 04:00:00","2024-11-04 04:59:59.999999"]
with facts_1 as (
  select
    `line` as d0,
    timestamp_trunc(timestamp(`seen_at`), hour) as instant,
    sum(cast(`minutes` as float64)) as s0,
    count(`minutes`) as s1
  from `calls`
  where `seen_at` >= @p1
    and `seen_at` < @p2
  group by 1, 2
),
periods_1 as (
  select step as d1
  from (
    select timestamp_trunc(timestamp(@p3), hour) as lo, timestamp_trunc(timestamp(@p4), hour) as hi
  ) as bounds
  cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
),
told_1 as (
  select
    d1,
    cast(datetime(timestamp(d1), 'America/New_York') as date) as d2,
    extract(hour from datetime(timestamp(d1), 'America/New_York')) as d3
  from periods_1
),
spans_1 as (
  select
    instant as on_day,
    d1,
    d2,
    d3
  from (select distinct instant from facts_1) as days
  join told_1 on instant >= timestamp_add(timestamp_add(d1, interval 1 hour), interval -2 hour) and instant < timestamp_add(d1, interval 1 hour)
)
select
  d0 as `calls__line`,
  d1 as `calls__seen_at__hour`,
  d2 as `calls__seen_at__day`,
  d3 as `calls__seen_at__hour_of_day`,
  (sum(s0) / nullif(sum(s1), 0)) as `calls__seen_in_two_hours`
from facts_1
join spans_1 on on_day = instant
group by 1, 2, 3, 4
order by `calls__line` nulls last, `calls__seen_at__hour` nulls last, `calls__seen_at__day` nulls last, `calls__seen_at__hour_of_day` nulls last
limit 101;

-- parts of an hour, a month and all so far, on the day that Berlin has an hour less and into the next month
-- ["2024-03-28 20:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-28 21:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-02-28 22:00:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
with facts_1 as (
  select
    timestamp_trunc(timestamp(`at`), minute) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= @p1
    and `at` < @p2
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select timestamp_trunc(timestamp(@p3), hour) as lo, timestamp_trunc(timestamp(@p4), hour) as hi
  ) as bounds
  cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
),
facts_2 as (
  select
    timestamp_trunc(timestamp(`at`), minute) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= @p5
    and `at` < @p6
  group by 1
),
periods_2 as (
  select step as d0
  from (
    select timestamp_trunc(timestamp(@p7), hour) as lo, timestamp_trunc(timestamp(@p8), hour) as hi
  ) as bounds
  cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
),
facts_3 as (
  select
    timestamp_trunc(timestamp(`at`), hour) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= @p9
    and `at` < @p10
  group by 1
),
periods_3 as (
  select step as d0
  from (
    select timestamp_trunc(timestamp(@p11), hour) as lo, timestamp_trunc(timestamp(@p12), hour) as hi
  ) as bounds
  cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
),
facts_4 as (
  select
    timestamp_trunc(timestamp(`at`), hour) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` < @p13
  group by 1
),
periods_4 as (
  select step as d0
  from (
    select timestamp_trunc(timestamp(@p14), hour) as lo, timestamp_trunc(timestamp(@p15), hour) as hi
  ) as bounds
  cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
)
select
  d0 as `calls__at__hour`,
  max(m0) as `calls__ninety_minutes`,
  max(m1) as `calls__half_an_hour_before`,
  max(m2) as `calls__this_month`,
  max(m3) as `calls__so_far`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1,
    null as m2,
    null as m3
  from facts_1
  join periods_1 on instant >= timestamp_add(timestamp_add(d0, interval 1 hour), interval -90 minute) and instant < timestamp_add(d0, interval 1 hour)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1,
    null as m2,
    null as m3
  from facts_2
  join periods_2 on instant >= timestamp_add(d0, interval -30 minute) and instant < timestamp_add(timestamp_add(d0, interval -30 minute), interval 1 hour)
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    sum(s0) as m2,
    null as m3
  from facts_3
  join periods_3 on instant < timestamp_add(d0, interval 1 hour) and date_trunc(cast(datetime(timestamp(instant), 'Europe/Berlin') as date), month) = date_trunc(cast(datetime(timestamp(d0), 'Europe/Berlin') as date), month)
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    null as m2,
    sum(s0) as m3
  from facts_4
  join periods_4 on instant < timestamp_add(d0, interval 1 hour)
  group by 1
) as branches
group by 1
order by `calls__at__hour` nulls last
limit 101;
-- totals
-- ["2024-03-28 20:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-28 21:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-02-28 22:00:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
with facts_1 as (
  select
    timestamp_trunc(timestamp(`at`), minute) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= @p1
    and `at` < @p2
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select timestamp_trunc(timestamp(@p3), hour) as lo, timestamp_trunc(timestamp(@p4), hour) as hi
  ) as bounds
  cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
),
facts_2 as (
  select
    timestamp_trunc(timestamp(`at`), minute) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= @p5
    and `at` < @p6
  group by 1
),
periods_2 as (
  select step as d0
  from (
    select timestamp_trunc(timestamp(@p7), hour) as lo, timestamp_trunc(timestamp(@p8), hour) as hi
  ) as bounds
  cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
),
facts_3 as (
  select
    timestamp_trunc(timestamp(`at`), hour) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= @p9
    and `at` < @p10
  group by 1
),
periods_3 as (
  select step as d0
  from (
    select timestamp_trunc(timestamp(@p11), hour) as lo, timestamp_trunc(timestamp(@p12), hour) as hi
  ) as bounds
  cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
),
facts_4 as (
  select
    timestamp_trunc(timestamp(`at`), hour) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` < @p13
  group by 1
),
periods_4 as (
  select step as d0
  from (
    select timestamp_trunc(timestamp(@p14), hour) as lo, timestamp_trunc(timestamp(@p15), hour) as hi
  ) as bounds
  cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
)
select
  max(m0) as `calls__ninety_minutes`,
  max(m1) as `calls__half_an_hour_before`,
  max(m2) as `calls__this_month`,
  max(m3) as `calls__so_far`
from (
  select
    sum(s0) as m0,
    null as m1,
    null as m2,
    null as m3
  from facts_1
  where instant in (
    select instant
    from (select distinct instant from facts_1) as days
    join periods_1 on instant >= timestamp_add(timestamp_add(periods_1.d0, interval 1 hour), interval -90 minute) and instant < timestamp_add(periods_1.d0, interval 1 hour)
  )
  union all
  select
    null as m0,
    sum(s0) as m1,
    null as m2,
    null as m3
  from facts_2
  where instant in (
    select instant
    from (select distinct instant from facts_2) as days
    join periods_2 on instant >= timestamp_add(periods_2.d0, interval -30 minute) and instant < timestamp_add(timestamp_add(periods_2.d0, interval -30 minute), interval 1 hour)
  )
  union all
  select
    null as m0,
    null as m1,
    sum(s0) as m2,
    null as m3
  from facts_3
  where instant in (
    select instant
    from (select distinct instant from facts_3) as days
    join periods_3 on instant < timestamp_add(periods_3.d0, interval 1 hour) and date_trunc(cast(datetime(timestamp(instant), 'Europe/Berlin') as date), month) = date_trunc(cast(datetime(timestamp(periods_3.d0), 'Europe/Berlin') as date), month)
  )
  union all
  select
    null as m0,
    null as m1,
    null as m2,
    sum(s0) as m3
  from facts_4
  where instant in (
    select instant
    from (select distinct instant from facts_4) as days
    join periods_4 on instant < timestamp_add(periods_4.d0, interval 1 hour)
  )
) as branches;

-- a month begins within an hour where the clocks are half an hour apart
-- ["2024-02-29 16:00:00","2024-04-02 20:59:00","2024-03-31 17:00:00","2024-03-31 19:59:00"]
with facts_1 as (
  select
    timestamp_trunc(timestamp(`at`), minute) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= @p1
    and `at` < @p2
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select timestamp_trunc(timestamp(@p3), hour) as lo, timestamp_trunc(timestamp(@p4), hour) as hi
  ) as bounds
  cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
)
select
  d0 as `calls__at__hour`,
  sum(s0) as `calls__this_month`
from facts_1
join periods_1 on instant < timestamp_add(d0, interval 1 hour) and date_trunc(cast(datetime(timestamp(instant), 'Asia/Kolkata') as date), month) = date_trunc(cast(datetime(timestamp((timestamp_add(d0, interval 59 minute))), 'Asia/Kolkata') as date), month)
group by 1
order by `calls__at__hour` nulls last
limit 101;

-- minute by minute
-- ["2024-10-25 00:13:00","2024-10-29 01:47:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-24 23:43:00","2024-10-29 01:47:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00"]
with facts_1 as (
  select
    timestamp_trunc(timestamp(`at`), minute) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= @p1
    and `at` < @p2
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select timestamp_trunc(timestamp(@p3), minute) as lo, timestamp_trunc(timestamp(@p4), minute) as hi
  ) as bounds
  cross join unnest(generate_timestamp_array(lo, hi, interval 1 minute)) as step
),
facts_2 as (
  select
    timestamp_trunc(timestamp(`at`), minute) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= @p5
    and `at` < @p6
  group by 1
),
periods_2 as (
  select step as d0
  from (
    select timestamp_trunc(timestamp(@p7), minute) as lo, timestamp_trunc(timestamp(@p8), minute) as hi
  ) as bounds
  cross join unnest(generate_timestamp_array(lo, hi, interval 1 minute)) as step
)
select
  d0 as `calls__at__minute`,
  max(m0) as `calls__ninety_minutes`,
  max(m1) as `calls__two_hours`,
  max(m2) as `calls__minutes`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1,
    null as m2
  from facts_1
  join periods_1 on instant >= timestamp_add(timestamp_add(d0, interval 1 minute), interval -90 minute) and instant < timestamp_add(d0, interval 1 minute)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1,
    null as m2
  from facts_2
  join periods_2 on instant >= timestamp_add(timestamp_add(d0, interval 1 minute), interval -2 hour) and instant < timestamp_add(d0, interval 1 minute)
  group by 1
  union all
  select
    timestamp_trunc(timestamp(`at`), minute) as d0,
    null as m0,
    null as m1,
    sum(`minutes`) as m2
  from `calls`
  where `at` between @p9 and @p10
  group by 1
) as branches
group by 1
order by `calls__at__minute` nulls last
limit 101;

-- two hours, and what they were two hours before, with the hours of nothing
-- ["2024-10-24 21:00:00","2024-10-29 06:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-24 23:00:00","2024-10-29 06:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00"]
with facts_1 as (
  select
    timestamp_trunc(timestamp(`at`), hour) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= @p1
    and `at` < @p2
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select timestamp_trunc(timestamp(@p3), hour) as lo, timestamp_trunc(timestamp(@p4), hour) as hi
  ) as bounds
  cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
),
facts_2 as (
  select
    timestamp_trunc(timestamp(`at`), hour) as instant,
    sum(`minutes`) as s0
  from `calls`
  where `at` >= @p5
    and `at` < @p6
  group by 1
),
periods_2 as (
  select step as d0
  from (
    select timestamp_trunc(timestamp(@p7), hour) as lo, timestamp_trunc(timestamp(@p8), hour) as hi
  ) as bounds
  cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
),
groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      d0,
      sum(s0) as m0,
      null as m1
    from facts_1
    join periods_1 on instant >= timestamp_add(timestamp_add(timestamp_add(d0, interval -2 hour), interval 1 hour), interval -2 hour) and instant < timestamp_add(timestamp_add(d0, interval -2 hour), interval 1 hour)
    group by 1
    union all
    select
      d0,
      null as m0,
      sum(s0) as m1
    from facts_2
    join periods_2 on instant >= timestamp_add(timestamp_add(d0, interval 1 hour), interval -2 hour) and instant < timestamp_add(d0, interval 1 hour)
    group by 1
  ) as branches
  group by 1
),
periods_3 as (
  select step as d0
  from (
    select timestamp_trunc(timestamp(@p9), hour) as lo, timestamp_trunc(timestamp(@p10), hour) as hi
  ) as bounds
  cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
)
select
  d0 as `calls__at__hour`,
  max(m0) as `calls__two_hours_before`,
  max(m1) as `calls__two_hours`
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_3
) as filled
group by 1
order by `calls__at__hour` nulls last
limit 101;
