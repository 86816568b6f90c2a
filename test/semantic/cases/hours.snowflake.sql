-- Never run on snowflake itself: see shared/semantic/dialects/README.md for what it rests on.

-- two hours are two hours in the night in which one comes twice, and after a gap
-- ["2024-10-24 20:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-24 21:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
with facts_1 as (
  select
    date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
    "minutes" as v0,
    "line" as v1
  from "calls"
  where "at" >= cast(? as timestamp_ntz)
    and "at" < cast(? as timestamp_ntz)
),
periods_1 as (
  select dateadd(hour, cast(steps.value as integer), lo) as d0
  from (
    select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
),
spans_1 as (
  select
    instant as on_day,
    d0
  from (select distinct instant from facts_1) as days
  join periods_1 on instant >= dateadd(hour, -2, dateadd(hour, 1, d0)) and instant < dateadd(hour, 1, d0)
),
facts_2 as (
  select
    date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= cast(? as timestamp_ntz)
    and "at" < cast(? as timestamp_ntz)
  group by 1
),
periods_2 as (
  select dateadd(hour, cast(steps.value as integer), lo) as d0
  from (
    select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
)
select
  d0 as "calls.at.hour",
  max(m0) as "calls.two_hours",
  max(m2) as "calls.minutes",
  max(m3) as "calls.hour_before",
  max(m2) - max(m3) as "calls.gain",
  coalesce(max(m1), 0) as "calls.lines_in_two_hours"
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
    date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as d0,
    null as m0,
    null as m1,
    sum("minutes") as m2,
    null as m3
  from "calls"
  where "at" between cast(? as timestamp_ntz) and cast(? as timestamp_ntz)
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    null as m2,
    sum(s0) as m3
  from facts_2
  join periods_2 on instant >= dateadd(hour, -1, d0) and instant < dateadd(hour, 1, dateadd(hour, -1, d0))
  group by 1
) as branches
group by 1
order by "calls.at.hour" nulls last
limit 101;
-- totals
-- ["2024-10-24 20:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-24 21:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
with facts_1 as (
  select
    date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
    "minutes" as v0,
    "line" as v1
  from "calls"
  where "at" >= cast(? as timestamp_ntz)
    and "at" < cast(? as timestamp_ntz)
),
periods_1 as (
  select dateadd(hour, cast(steps.value as integer), lo) as d0
  from (
    select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
),
facts_2 as (
  select
    date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= cast(? as timestamp_ntz)
    and "at" < cast(? as timestamp_ntz)
  group by 1
),
periods_2 as (
  select dateadd(hour, cast(steps.value as integer), lo) as d0
  from (
    select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
)
select
  max(m0) as "calls.two_hours",
  max(m2) as "calls.minutes",
  max(m3) as "calls.hour_before",
  max(m2) - max(m3) as "calls.gain",
  coalesce(max(m1), 0) as "calls.lines_in_two_hours"
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
    join periods_1 on instant >= dateadd(hour, -2, dateadd(hour, 1, periods_1.d0)) and instant < dateadd(hour, 1, periods_1.d0)
  )
  union all
  select
    null as m0,
    null as m1,
    sum("minutes") as m2,
    null as m3
  from "calls"
  where "at" between cast(? as timestamp_ntz) and cast(? as timestamp_ntz)
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
    join periods_2 on instant >= dateadd(hour, -1, periods_2.d0) and instant < dateadd(hour, 1, dateadd(hour, -1, periods_2.d0))
  )
) as branches;

-- hours of a line, with the day and the hour of the clock, where New York has one hour twice
-- ["2024-11-01 01:00:00","2024-11-06 06:00:00","2024-11-03 04:00:00","2024-11-04 04:59:59.999999"]
with facts_1 as (
  select
    "line" as d0,
    date_trunc('hour', cast(convert_timezone('UTC', "seen_at") as timestamp_ntz)) as instant,
    sum(cast("minutes" as float)) as s0,
    count("minutes") as s1
  from "calls"
  where "seen_at" >= cast(? as timestamp_ntz)
    and "seen_at" < cast(? as timestamp_ntz)
  group by 1, 2
),
periods_1 as (
  select dateadd(hour, cast(steps.value as integer), lo) as d1
  from (
    select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
),
told_1 as (
  select
    d1,
    cast(cast(convert_timezone('America/New_York', d1) as timestamp_ntz) as date) as d2,
    hour(cast(convert_timezone('America/New_York', d1) as timestamp_ntz)) as d3
  from periods_1
),
spans_1 as (
  select
    instant as on_day,
    d1,
    d2,
    d3
  from (select distinct instant from facts_1) as days
  join told_1 on instant >= dateadd(hour, -2, dateadd(hour, 1, d1)) and instant < dateadd(hour, 1, d1)
)
select
  d0 as "calls.line",
  d1 as "calls.seen_at.hour",
  d2 as "calls.seen_at.day",
  d3 as "calls.seen_at.hour_of_day",
  (sum(s0) / nullif(sum(s1), 0)) as "calls.seen_in_two_hours"
from facts_1
join spans_1 on on_day = instant
group by 1, 2, 3, 4
order by "calls.line" nulls last, "calls.seen_at.hour" nulls last, "calls.seen_at.day" nulls last, "calls.seen_at.hour_of_day" nulls last
limit 101;

-- parts of an hour, a month and all so far, on the day that Berlin has an hour less and into the next month
-- ["2024-03-28 20:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-28 21:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-02-28 22:00:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
with facts_1 as (
  select
    date_trunc('minute', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= cast(? as timestamp_ntz)
    and "at" < cast(? as timestamp_ntz)
  group by 1
),
periods_1 as (
  select dateadd(hour, cast(steps.value as integer), lo) as d0
  from (
    select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
),
facts_2 as (
  select
    date_trunc('minute', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= cast(? as timestamp_ntz)
    and "at" < cast(? as timestamp_ntz)
  group by 1
),
periods_2 as (
  select dateadd(hour, cast(steps.value as integer), lo) as d0
  from (
    select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
),
facts_3 as (
  select
    date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= cast(? as timestamp_ntz)
    and "at" < cast(? as timestamp_ntz)
  group by 1
),
periods_3 as (
  select dateadd(hour, cast(steps.value as integer), lo) as d0
  from (
    select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
),
facts_4 as (
  select
    date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
    sum("minutes") as s0
  from "calls"
  where "at" < cast(? as timestamp_ntz)
  group by 1
),
periods_4 as (
  select dateadd(hour, cast(steps.value as integer), lo) as d0
  from (
    select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
)
select
  d0 as "calls.at.hour",
  max(m0) as "calls.ninety_minutes",
  max(m1) as "calls.half_an_hour_before",
  max(m2) as "calls.this_month",
  max(m3) as "calls.so_far"
from (
  select
    d0,
    sum(s0) as m0,
    null as m1,
    null as m2,
    null as m3
  from facts_1
  join periods_1 on instant >= dateadd(minute, -90, dateadd(hour, 1, d0)) and instant < dateadd(hour, 1, d0)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1,
    null as m2,
    null as m3
  from facts_2
  join periods_2 on instant >= dateadd(minute, -30, d0) and instant < dateadd(hour, 1, dateadd(minute, -30, d0))
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    sum(s0) as m2,
    null as m3
  from facts_3
  join periods_3 on instant < dateadd(hour, 1, d0) and cast(date_trunc('month', cast(convert_timezone('Europe/Berlin', instant) as timestamp_ntz)) as date) = cast(date_trunc('month', cast(convert_timezone('Europe/Berlin', d0) as timestamp_ntz)) as date)
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    null as m2,
    sum(s0) as m3
  from facts_4
  join periods_4 on instant < dateadd(hour, 1, d0)
  group by 1
) as branches
group by 1
order by "calls.at.hour" nulls last
limit 101;
-- totals
-- ["2024-03-28 20:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-28 21:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-02-28 22:00:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
with facts_1 as (
  select
    date_trunc('minute', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= cast(? as timestamp_ntz)
    and "at" < cast(? as timestamp_ntz)
  group by 1
),
periods_1 as (
  select dateadd(hour, cast(steps.value as integer), lo) as d0
  from (
    select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
),
facts_2 as (
  select
    date_trunc('minute', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= cast(? as timestamp_ntz)
    and "at" < cast(? as timestamp_ntz)
  group by 1
),
periods_2 as (
  select dateadd(hour, cast(steps.value as integer), lo) as d0
  from (
    select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
),
facts_3 as (
  select
    date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= cast(? as timestamp_ntz)
    and "at" < cast(? as timestamp_ntz)
  group by 1
),
periods_3 as (
  select dateadd(hour, cast(steps.value as integer), lo) as d0
  from (
    select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
),
facts_4 as (
  select
    date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
    sum("minutes") as s0
  from "calls"
  where "at" < cast(? as timestamp_ntz)
  group by 1
),
periods_4 as (
  select dateadd(hour, cast(steps.value as integer), lo) as d0
  from (
    select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
)
select
  max(m0) as "calls.ninety_minutes",
  max(m1) as "calls.half_an_hour_before",
  max(m2) as "calls.this_month",
  max(m3) as "calls.so_far"
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
    join periods_1 on instant >= dateadd(minute, -90, dateadd(hour, 1, periods_1.d0)) and instant < dateadd(hour, 1, periods_1.d0)
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
    join periods_2 on instant >= dateadd(minute, -30, periods_2.d0) and instant < dateadd(hour, 1, dateadd(minute, -30, periods_2.d0))
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
    join periods_3 on instant < dateadd(hour, 1, periods_3.d0) and cast(date_trunc('month', cast(convert_timezone('Europe/Berlin', instant) as timestamp_ntz)) as date) = cast(date_trunc('month', cast(convert_timezone('Europe/Berlin', periods_3.d0) as timestamp_ntz)) as date)
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
    join periods_4 on instant < dateadd(hour, 1, periods_4.d0)
  )
) as branches;

-- a month begins within an hour where the clocks are half an hour apart
-- ["2024-02-29 16:00:00","2024-04-02 20:59:00","2024-03-31 17:00:00","2024-03-31 19:59:00"]
with facts_1 as (
  select
    date_trunc('minute', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= cast(? as timestamp_ntz)
    and "at" < cast(? as timestamp_ntz)
  group by 1
),
periods_1 as (
  select dateadd(hour, cast(steps.value as integer), lo) as d0
  from (
    select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
)
select
  d0 as "calls.at.hour",
  sum(s0) as "calls.this_month"
from facts_1
join periods_1 on instant < dateadd(hour, 1, d0) and cast(date_trunc('month', cast(convert_timezone('Asia/Kolkata', instant) as timestamp_ntz)) as date) = cast(date_trunc('month', cast(convert_timezone('Asia/Kolkata', (dateadd(minute, 59, d0))) as timestamp_ntz)) as date)
group by 1
order by "calls.at.hour" nulls last
limit 101;

-- minute by minute
-- ["2024-10-25 00:13:00","2024-10-29 01:47:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-24 23:43:00","2024-10-29 01:47:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00"]
with facts_1 as (
  select
    date_trunc('minute', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= cast(? as timestamp_ntz)
    and "at" < cast(? as timestamp_ntz)
  group by 1
),
periods_1 as (
  select dateadd(minute, cast(steps.value as integer), lo) as d0
  from (
    select date_trunc('minute', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('minute', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(minute, lo, hi) + 1)) as steps
),
facts_2 as (
  select
    date_trunc('minute', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= cast(? as timestamp_ntz)
    and "at" < cast(? as timestamp_ntz)
  group by 1
),
periods_2 as (
  select dateadd(minute, cast(steps.value as integer), lo) as d0
  from (
    select date_trunc('minute', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('minute', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(minute, lo, hi) + 1)) as steps
)
select
  d0 as "calls.at.minute",
  max(m0) as "calls.ninety_minutes",
  max(m1) as "calls.two_hours",
  max(m2) as "calls.minutes"
from (
  select
    d0,
    sum(s0) as m0,
    null as m1,
    null as m2
  from facts_1
  join periods_1 on instant >= dateadd(minute, -90, dateadd(minute, 1, d0)) and instant < dateadd(minute, 1, d0)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1,
    null as m2
  from facts_2
  join periods_2 on instant >= dateadd(hour, -2, dateadd(minute, 1, d0)) and instant < dateadd(minute, 1, d0)
  group by 1
  union all
  select
    date_trunc('minute', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as d0,
    null as m0,
    null as m1,
    sum("minutes") as m2
  from "calls"
  where "at" between cast(? as timestamp_ntz) and cast(? as timestamp_ntz)
  group by 1
) as branches
group by 1
order by "calls.at.minute" nulls last
limit 101;

-- two hours, and what they were two hours before, with the hours of nothing
-- ["2024-10-24 21:00:00","2024-10-29 06:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-24 23:00:00","2024-10-29 06:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00"]
with facts_1 as (
  select
    date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= cast(? as timestamp_ntz)
    and "at" < cast(? as timestamp_ntz)
  group by 1
),
periods_1 as (
  select dateadd(hour, cast(steps.value as integer), lo) as d0
  from (
    select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
),
facts_2 as (
  select
    date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= cast(? as timestamp_ntz)
    and "at" < cast(? as timestamp_ntz)
  group by 1
),
periods_2 as (
  select dateadd(hour, cast(steps.value as integer), lo) as d0
  from (
    select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
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
    join periods_1 on instant >= dateadd(hour, -2, dateadd(hour, 1, dateadd(hour, -2, d0))) and instant < dateadd(hour, 1, dateadd(hour, -2, d0))
    group by 1
    union all
    select
      d0,
      null as m0,
      sum(s0) as m1
    from facts_2
    join periods_2 on instant >= dateadd(hour, -2, dateadd(hour, 1, d0)) and instant < dateadd(hour, 1, d0)
    group by 1
  ) as branches
  group by 1
),
periods_3 as (
  select dateadd(hour, cast(steps.value as integer), lo) as d0
  from (
    select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
)
select
  d0 as "calls.at.hour",
  max(m0) as "calls.two_hours_before",
  max(m1) as "calls.two_hours"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_3
) as filled
group by 1
order by "calls.at.hour" nulls last
limit 101;
