-- two hours are two hours in the night in which one comes twice, and after a gap
-- ["2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
with facts_1 as (
  select
    date_trunc('hour', "at") as instant,
    "minutes" as v0,
    "line" as v1
  from "calls"
  where "at" >= $1::timestamp - interval '1 hour' - interval '2 days' - interval '2 hours'
    and "at" < $2::timestamp + interval '1 hour' + interval '2 days'
),
periods_1 as (
  select generate_series(date_trunc('hour', $3::timestamp), date_trunc('hour', $4::timestamp), interval '1 hour') as d0
),
spans_1 as (
  select
    instant as on_day,
    d0
  from (select distinct instant from facts_1) as days
  join periods_1 on instant >= d0 + interval '1 hour' - interval '2 hours' and instant < d0 + interval '1 hour'
),
facts_2 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $7::timestamp - interval '1 hour' - interval '2 days' - interval '1 hour'
    and "at" < $8::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    date_trunc('hour', $9::timestamp) as lo,
    date_trunc('hour', $10::timestamp) as hi
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
    null::numeric as m2,
    null::numeric as m3
  from facts_1
  join spans_1 on on_day = instant
  group by 1
  union all
  select
    date_trunc('hour', "at") as d0,
    null::numeric as m0,
    null::bigint as m1,
    sum("minutes") as m2,
    null::numeric as m3
  from "calls"
  where "at" between $5::timestamp and $6::timestamp
  group by 1
  union all
  select
    (instant + interval '1 hour')::timestamp as d0,
    null::numeric as m0,
    null::bigint as m1,
    null::numeric as m2,
    max(s0) as m3
  from facts_2
  cross join bounds_1
  where instant >= (lo - interval '1 hour')
    and instant <= (hi - interval '1 hour')
  group by 1
) as branches
group by 1
order by "calls.at.hour" nulls last
limit 101;
-- totals
-- ["2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
with facts_1 as (
  select
    date_trunc('hour', "at") as instant,
    "minutes" as v0,
    "line" as v1
  from "calls"
  where "at" >= $1::timestamp - interval '1 hour' - interval '2 days' - interval '2 hours'
    and "at" < $2::timestamp + interval '1 hour' + interval '2 days'
),
periods_1 as (
  select generate_series(date_trunc('hour', $3::timestamp), date_trunc('hour', $4::timestamp), interval '1 hour') as d0
),
facts_2 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $7::timestamp - interval '1 hour' - interval '2 days' - interval '1 hour'
    and "at" < $8::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
periods_2 as (
  select generate_series(date_trunc('hour', $9::timestamp), date_trunc('hour', $10::timestamp), interval '1 hour') as d0
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
    null::numeric as m2,
    null::numeric as m3
  from facts_1
  where instant in (
    select instant
    from (select distinct instant from facts_1) as days
    join periods_1 on instant >= periods_1.d0 + interval '1 hour' - interval '2 hours' and instant < periods_1.d0 + interval '1 hour'
  )
  union all
  select
    null::numeric as m0,
    null::bigint as m1,
    sum("minutes") as m2,
    null::numeric as m3
  from "calls"
  where "at" between $5::timestamp and $6::timestamp
  union all
  select
    null::numeric as m0,
    null::bigint as m1,
    null::numeric as m2,
    sum(s0) as m3
  from facts_2
  where instant in (
    select instant
    from (select distinct instant from facts_2) as days
    join periods_2 on instant >= periods_2.d0 - interval '1 hour' and instant < periods_2.d0 - interval '1 hour' + interval '1 hour'
  )
) as branches;

-- hours of a line, with the day and the hour of the clock, where New York has one hour twice
-- ["2024-11-03 04:00:00","2024-11-04 05:00:00","2024-11-03 04:00:00","2024-11-04 05:00:00"]
with facts_1 as (
  select
    "line" as d0,
    date_trunc('hour', "seen_at") as instant,
    sum("minutes" + 0.0) as s0,
    count("minutes") as s1
  from "calls"
  where "seen_at" >= $1::timestamp - interval '1 hour' - interval '2 days' - interval '2 hours'
    and "seen_at" < $2::timestamp + interval '1 hour' + interval '2 days'
  group by 1, 2
),
bounds_1 as (
  select
    date_trunc('hour', $3::timestamp) as lo,
    date_trunc('hour', ($4::timestamp - interval '1 microsecond')) as hi
),
followed_1 as (
  select
    d0,
    instant,
    s0,
    s1,
    lead(instant) over (partition by d0 order by instant) as next
  from facts_1
  where instant is not null
),
spread_1 as (
  select
    d0,
    instant,
    s0,
    s1
  from followed_1
  union all
  select
    d0,
    generate_series(greatest(instant + interval '1 hour', lo)::timestamp, least(next - interval '1 hour', hi, instant + interval '1 hour')::timestamp, interval '1 hour') as instant,
    null as s0,
    null as s1
  from followed_1
  cross join bounds_1
  where next is null or next > instant + interval '1 hour'
),
framed_1 as (
  select
    d0,
    instant,
    sum(s0) over (partition by d0 order by instant range between interval '1 hour' preceding and current row) as s0,
    sum(s1) over (partition by d0 order by instant range between interval '1 hour' preceding and current row) as s1
  from spread_1
)
select
  d0 as "calls.line",
  instant::timestamp as "calls.seen_at.hour",
  (instant::timestamp::timestamptz at time zone 'America/New_York')::date as "calls.seen_at.day",
  extract(hour from (instant::timestamp::timestamptz at time zone 'America/New_York'))::integer as "calls.seen_at.hour_of_day",
  (max(s0) / nullif(max(s1), 0)) as "calls.seen_in_two_hours"
from framed_1
cross join bounds_1
where instant >= lo
  and instant <= hi
group by 1, 2, 3, 4
order by "calls.line" nulls last, "calls.seen_at.hour" nulls last, "calls.seen_at.day" nulls last, "calls.seen_at.hour_of_day" nulls last
limit 101;

-- parts of an hour, a month and all so far, on the day that Berlin has an hour less and into the next month
-- ["2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
with facts_1 as (
  select
    date_trunc('hour', "at") as instant,
    date_trunc('minute', "at") >= date_trunc('hour', "at") + interval '30 minutes' as is_end,
    sum("minutes") as s0
  from "calls"
  where "at" >= $1::timestamp - interval '1 hour' - interval '2 days' - interval '90 minutes'
    and "at" < $2::timestamp + interval '1 hour' + interval '2 days'
  group by 1, 2
),
bounds_1 as (
  select
    date_trunc('hour', $3::timestamp) as lo,
    date_trunc('hour', $4::timestamp) as hi
),
sums_1 as (
  select
    instant,
    sum(s0) as s0
  from facts_1
  group by 1
),
windows_1 as (
  select
    instant,
    s0
  from sums_1
  union all
  select
    (instant + interval '1 hour') as instant,
    s0
  from facts_1
  where is_end
),
facts_2 as (
  select
    date_trunc('minute', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $5::timestamp - interval '1 hour' - interval '2 days' - interval '30 minutes'
    and "at" < $6::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('hour', $7::timestamp), date_trunc('hour', $8::timestamp), interval '1 hour') as d0
),
facts_3 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $9::timestamp - interval '1 hour' - interval '2 days' - interval '1 month'
    and "at" < $10::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
bounds_2 as (
  select
    date_trunc('hour', $11::timestamp) as lo,
    date_trunc('hour', $12::timestamp) as hi
),
begun_1 as (
  select
    instant,
    date_trunc('month', (instant::timestamptz at time zone 'Europe/Berlin'))::date as began,
    s0
  from facts_3
),
followed_1 as (
  select
    began,
    instant,
    s0,
    lead(instant) over (partition by began order by instant) as next
  from begun_1
  where instant is not null
),
spread_1 as (
  select
    began,
    instant,
    s0
  from followed_1
  union all
  select
    began,
    generate_series(greatest(instant + interval '1 hour', lo)::timestamp, least(next - interval '1 hour', hi, began + interval '1 month' + interval '1 day')::timestamp, interval '1 hour') as instant,
    null as s0
  from followed_1
  cross join bounds_2
  where next is null or next > instant + interval '1 hour'
),
framed_1 as (
  select
    began,
    instant,
    sum(s0) over (partition by began order by instant rows unbounded preceding) as s0
  from spread_1
),
facts_4 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" < $13::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
bounds_3 as (
  select
    date_trunc('hour', $14::timestamp) as lo,
    date_trunc('hour', $15::timestamp) as hi
),
followed_2 as (
  select
    instant,
    s0,
    lead(instant) over (order by instant) as next
  from facts_4
  where instant is not null
),
spread_2 as (
  select
    instant,
    s0
  from followed_2
  union all
  select
    generate_series(greatest(instant + interval '1 hour', lo)::timestamp, least(next - interval '1 hour', hi)::timestamp, interval '1 hour') as instant,
    null as s0
  from followed_2
  cross join bounds_3
  where next is null or next > instant + interval '1 hour'
),
framed_2 as (
  select
    instant,
    sum(s0) over (order by instant rows unbounded preceding) as s0
  from spread_2
)
select
  d0 as "calls.at.hour",
  max(m0) as "calls.ninety_minutes",
  max(m1) as "calls.half_an_hour_before",
  max(m2) as "calls.this_month",
  max(m3) as "calls.so_far"
from (
  select
    instant::timestamp as d0,
    sum(s0) as m0,
    null::numeric as m1,
    null::numeric as m2,
    null::numeric as m3
  from windows_1
  cross join bounds_1
  where instant >= lo
    and instant <= hi
  group by 1
  union all
  select
    d0,
    null::numeric as m0,
    sum(s0) as m1,
    null::numeric as m2,
    null::numeric as m3
  from facts_2
  join periods_1 on instant >= d0 - interval '30 minutes' and instant < d0 - interval '30 minutes' + interval '1 hour'
  group by 1
  union all
  select
    instant::timestamp as d0,
    null::numeric as m0,
    null::numeric as m1,
    max(s0) as m2,
    null::numeric as m3
  from framed_1
  cross join bounds_2
  where instant >= lo
    and instant <= hi
    and began = date_trunc('month', (instant::timestamptz at time zone 'Europe/Berlin'))::date
  group by 1
  union all
  select
    instant::timestamp as d0,
    null::numeric as m0,
    null::numeric as m1,
    null::numeric as m2,
    max(s0) as m3
  from framed_2
  cross join bounds_3
  where instant >= lo
    and instant <= hi
  group by 1
) as branches
group by 1
order by "calls.at.hour" nulls last
limit 101;
-- totals
-- ["2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
with facts_1 as (
  select
    date_trunc('minute', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $1::timestamp - interval '1 hour' - interval '2 days' - interval '90 minutes'
    and "at" < $2::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('hour', $3::timestamp), date_trunc('hour', $4::timestamp), interval '1 hour') as d0
),
facts_2 as (
  select
    date_trunc('minute', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $5::timestamp - interval '1 hour' - interval '2 days' - interval '30 minutes'
    and "at" < $6::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
periods_2 as (
  select generate_series(date_trunc('hour', $7::timestamp), date_trunc('hour', $8::timestamp), interval '1 hour') as d0
),
facts_3 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $9::timestamp - interval '1 hour' - interval '2 days' - interval '1 month'
    and "at" < $10::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
periods_3 as (
  select generate_series(date_trunc('hour', $11::timestamp), date_trunc('hour', $12::timestamp), interval '1 hour') as d0
),
facts_4 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" < $13::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
periods_4 as (
  select generate_series(date_trunc('hour', $14::timestamp), date_trunc('hour', $15::timestamp), interval '1 hour') as d0
)
select
  max(m0) as "calls.ninety_minutes",
  max(m1) as "calls.half_an_hour_before",
  max(m2) as "calls.this_month",
  max(m3) as "calls.so_far"
from (
  select
    sum(s0) as m0,
    null::numeric as m1,
    null::numeric as m2,
    null::numeric as m3
  from facts_1
  where instant in (
    select instant
    from (select distinct instant from facts_1) as days
    join periods_1 on instant >= periods_1.d0 + interval '1 hour' - interval '90 minutes' and instant < periods_1.d0 + interval '1 hour'
  )
  union all
  select
    null::numeric as m0,
    sum(s0) as m1,
    null::numeric as m2,
    null::numeric as m3
  from facts_2
  where instant in (
    select instant
    from (select distinct instant from facts_2) as days
    join periods_2 on instant >= periods_2.d0 - interval '30 minutes' and instant < periods_2.d0 - interval '30 minutes' + interval '1 hour'
  )
  union all
  select
    null::numeric as m0,
    null::numeric as m1,
    sum(s0) as m2,
    null::numeric as m3
  from facts_3
  where instant in (
    select instant
    from (select distinct instant from facts_3) as days
    join periods_3 on instant < periods_3.d0 + interval '1 hour' and date_trunc('month', (instant::timestamptz at time zone 'Europe/Berlin'))::date = date_trunc('month', (periods_3.d0::timestamptz at time zone 'Europe/Berlin'))::date
  )
  union all
  select
    null::numeric as m0,
    null::numeric as m1,
    null::numeric as m2,
    sum(s0) as m3
  from facts_4
  where instant in (
    select instant
    from (select distinct instant from facts_4) as days
    join periods_4 on instant < periods_4.d0 + interval '1 hour'
  )
) as branches;

-- a month begins within an hour where the clocks are half an hour apart
-- ["2024-03-31 17:00:00","2024-03-31 19:59:00","2024-03-31 17:00:00","2024-03-31 19:59:00"]
with facts_1 as (
  select
    date_trunc('hour', "at") as instant,
    date_trunc('month', ("at"::timestamptz at time zone 'Asia/Kolkata'))::date as began,
    sum("minutes") as s0
  from "calls"
  where "at" >= $1::timestamp - interval '1 hour' - interval '2 days' - interval '1 month'
    and "at" < $2::timestamp + interval '1 hour' + interval '2 days'
  group by 1, 2
),
bounds_1 as (
  select
    date_trunc('hour', $3::timestamp) as lo,
    date_trunc('hour', $4::timestamp) as hi
),
followed_1 as (
  select
    began,
    instant,
    s0,
    lead(instant) over (partition by began order by instant) as next
  from facts_1
  where instant is not null
),
spread_1 as (
  select
    began,
    instant,
    s0
  from followed_1
  union all
  select
    began,
    generate_series(greatest(instant + interval '1 hour', lo)::timestamp, least(next - interval '1 hour', hi, began + interval '1 month' + interval '1 day')::timestamp, interval '1 hour') as instant,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > instant + interval '1 hour'
),
framed_1 as (
  select
    began,
    instant,
    sum(s0) over (partition by began order by instant rows unbounded preceding) as s0
  from spread_1
)
select
  instant::timestamp as "calls.at.hour",
  max(s0) as "calls.this_month"
from framed_1
cross join bounds_1
where instant >= lo
  and instant <= hi
  and began = date_trunc('month', ((instant + interval '59 minutes')::timestamptz at time zone 'Asia/Kolkata'))::date
group by 1
order by "calls.at.hour" nulls last
limit 101;

-- minute by minute
-- ["2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00"]
with facts_1 as (
  select
    date_trunc('minute', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $1::timestamp - interval '1 minute' - interval '2 days' - interval '90 minutes'
    and "at" < $2::timestamp + interval '1 minute' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    date_trunc('minute', $3::timestamp) as lo,
    date_trunc('minute', $4::timestamp) as hi
),
followed_1 as (
  select
    instant,
    s0,
    lead(instant) over (order by instant) as next
  from facts_1
  where instant is not null
),
spread_1 as (
  select
    instant,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(instant + interval '1 minute', lo)::timestamp, least(next - interval '1 minute', hi, instant + interval '89 minutes')::timestamp, interval '1 minute') as instant,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > instant + interval '1 minute'
),
framed_1 as (
  select
    instant,
    sum(s0) over (order by instant range between interval '89 minutes' preceding and current row) as s0
  from spread_1
),
facts_2 as (
  select
    date_trunc('minute', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $5::timestamp - interval '1 minute' - interval '2 days' - interval '2 hours'
    and "at" < $6::timestamp + interval '1 minute' + interval '2 days'
  group by 1
),
bounds_2 as (
  select
    date_trunc('minute', $7::timestamp) as lo,
    date_trunc('minute', $8::timestamp) as hi
),
followed_2 as (
  select
    instant,
    s0,
    lead(instant) over (order by instant) as next
  from facts_2
  where instant is not null
),
spread_2 as (
  select
    instant,
    s0
  from followed_2
  union all
  select
    generate_series(greatest(instant + interval '1 minute', lo)::timestamp, least(next - interval '1 minute', hi, instant + interval '119 minutes')::timestamp, interval '1 minute') as instant,
    null as s0
  from followed_2
  cross join bounds_2
  where next is null or next > instant + interval '1 minute'
),
framed_2 as (
  select
    instant,
    sum(s0) over (order by instant range between interval '119 minutes' preceding and current row) as s0
  from spread_2
)
select
  d0 as "calls.at.minute",
  max(m0) as "calls.ninety_minutes",
  max(m1) as "calls.two_hours",
  max(m2) as "calls.minutes"
from (
  select
    instant::timestamp as d0,
    max(s0) as m0,
    null::numeric as m1,
    null::numeric as m2
  from framed_1
  cross join bounds_1
  where instant >= lo
    and instant <= hi
  group by 1
  union all
  select
    instant::timestamp as d0,
    null::numeric as m0,
    max(s0) as m1,
    null::numeric as m2
  from framed_2
  cross join bounds_2
  where instant >= lo
    and instant <= hi
  group by 1
  union all
  select
    date_trunc('minute', "at") as d0,
    null::numeric as m0,
    null::numeric as m1,
    sum("minutes") as m2
  from "calls"
  where "at" between $9::timestamp and $10::timestamp
  group by 1
) as branches
group by 1
order by "calls.at.minute" nulls last
limit 101;

-- two hours, and what they were two hours before, with the hours of nothing
-- ["2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00"]
with facts_1 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $1::timestamp - interval '1 hour' - interval '2 days' - interval '2 hours' - interval '2 hours'
    and "at" < $2::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    date_trunc('hour', $3::timestamp) as lo,
    date_trunc('hour', $4::timestamp) as hi
),
followed_1 as (
  select
    instant,
    s0,
    lead(instant) over (order by instant) as next
  from facts_1
  where instant is not null
),
spread_1 as (
  select
    instant,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(instant + interval '1 hour', (lo - interval '2 hours'))::timestamp, least(next - interval '1 hour', (hi - interval '2 hours'), instant + interval '1 hour')::timestamp, interval '1 hour') as instant,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > instant + interval '1 hour'
),
framed_1 as (
  select
    instant,
    sum(s0) over (order by instant range between interval '1 hour' preceding and current row) as s0
  from spread_1
),
facts_2 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $5::timestamp - interval '1 hour' - interval '2 days' - interval '2 hours'
    and "at" < $6::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
bounds_2 as (
  select
    date_trunc('hour', $7::timestamp) as lo,
    date_trunc('hour', $8::timestamp) as hi
),
followed_2 as (
  select
    instant,
    s0,
    lead(instant) over (order by instant) as next
  from facts_2
  where instant is not null
),
spread_2 as (
  select
    instant,
    s0
  from followed_2
  union all
  select
    generate_series(greatest(instant + interval '1 hour', lo)::timestamp, least(next - interval '1 hour', hi, instant + interval '1 hour')::timestamp, interval '1 hour') as instant,
    null as s0
  from followed_2
  cross join bounds_2
  where next is null or next > instant + interval '1 hour'
),
framed_2 as (
  select
    instant,
    sum(s0) over (order by instant range between interval '1 hour' preceding and current row) as s0
  from spread_2
),
groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      (instant + interval '2 hours')::timestamp as d0,
      max(s0) as m0,
      null as m1
    from framed_1
    cross join bounds_1
    where instant >= (lo - interval '2 hours')
      and instant <= (hi - interval '2 hours')
    group by 1
    union all
    select
      instant::timestamp as d0,
      null as m0,
      max(s0) as m1
    from framed_2
    cross join bounds_2
    where instant >= lo
      and instant <= hi
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('hour', $9::timestamp), date_trunc('hour', $10::timestamp), interval '1 hour') as d0
)
select
  d0 as "calls.at.hour",
  max(m0) as "calls.two_hours_before",
  max(m1) as "calls.two_hours"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by "calls.at.hour" nulls last
limit 101;
