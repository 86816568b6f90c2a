-- Never run on redshift itself: see shared/semantic/dialects/README.md for what it rests on.

-- two hours are two hours in the night in which one comes twice, and after a gap
-- ["2024-10-24 20:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-24 21:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
with facts_1 as (
  select
    date_trunc('hour', "at") as instant,
    "minutes" as v0,
    "line" as v1
  from "calls"
  where "at" >= $1::timestamp
    and "at" < $2::timestamp
),
periods_1 as (
  select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
  from (
    select date_trunc('hour', $3::timestamp) as lo, date_trunc('hour', $4::timestamp) as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
),
spans_1 as (
  select
    instant as on_day,
    d0
  from (select distinct instant from facts_1) as days
  join periods_1 on instant >= dateadd(hour, -2, dateadd(hour, 1, d0)::timestamp)::timestamp and instant < dateadd(hour, 1, d0)::timestamp
),
facts_2 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $7::timestamp
    and "at" < $8::timestamp
  group by 1
),
periods_2 as (
  select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
  from (
    select date_trunc('hour', $9::timestamp) as lo, date_trunc('hour', $10::timestamp) as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
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
    null::float8 as m2,
    null::float8 as m3
  from facts_1
  join spans_1 on on_day = instant
  group by 1
  union all
  select
    date_trunc('hour', "at") as d0,
    null::float8 as m0,
    null::bigint as m1,
    sum("minutes") as m2,
    null::float8 as m3
  from "calls"
  where "at" between $5::timestamp and $6::timestamp
  group by 1
  union all
  select
    d0,
    null::float8 as m0,
    null::bigint as m1,
    null::float8 as m2,
    sum(s0) as m3
  from facts_2
  join periods_2 on instant >= dateadd(hour, -1, d0)::timestamp and instant < dateadd(hour, 1, dateadd(hour, -1, d0)::timestamp)::timestamp
  group by 1
) as branches
group by 1
order by "calls.at.hour" nulls last
limit 101;
-- totals
-- ["2024-10-24 20:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-24 21:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
with facts_1 as (
  select
    date_trunc('hour', "at") as instant,
    "minutes" as v0,
    "line" as v1
  from "calls"
  where "at" >= $1::timestamp
    and "at" < $2::timestamp
),
periods_1 as (
  select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
  from (
    select date_trunc('hour', $3::timestamp) as lo, date_trunc('hour', $4::timestamp) as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
),
facts_2 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $7::timestamp
    and "at" < $8::timestamp
  group by 1
),
periods_2 as (
  select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
  from (
    select date_trunc('hour', $9::timestamp) as lo, date_trunc('hour', $10::timestamp) as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
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
    null::float8 as m2,
    null::float8 as m3
  from facts_1
  where instant in (
    select instant
    from (select distinct instant from facts_1) as days
    join periods_1 on instant >= dateadd(hour, -2, dateadd(hour, 1, periods_1.d0)::timestamp)::timestamp and instant < dateadd(hour, 1, periods_1.d0)::timestamp
  )
  union all
  select
    null::float8 as m0,
    null::bigint as m1,
    sum("minutes") as m2,
    null::float8 as m3
  from "calls"
  where "at" between $5::timestamp and $6::timestamp
  union all
  select
    null::float8 as m0,
    null::bigint as m1,
    null::float8 as m2,
    sum(s0) as m3
  from facts_2
  where instant in (
    select instant
    from (select distinct instant from facts_2) as days
    join periods_2 on instant >= dateadd(hour, -1, periods_2.d0)::timestamp and instant < dateadd(hour, 1, dateadd(hour, -1, periods_2.d0)::timestamp)::timestamp
  )
) as branches;

-- hours of a line, with the day and the hour of the clock, where New York has one hour twice
-- ["2024-11-01 01:00:00","2024-11-06 06:00:00","2024-11-03 04:00:00","2024-11-04 04:59:59.999999"]
with facts_1 as (
  select
    "line" as d0,
    date_trunc('hour', "seen_at") as instant,
    sum(("minutes")::float8) as s0,
    count("minutes") as s1
  from "calls"
  where "seen_at" >= $1::timestamp
    and "seen_at" < $2::timestamp
  group by 1, 2
),
periods_1 as (
  select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d1
  from (
    select date_trunc('hour', $3::timestamp) as lo, date_trunc('hour', $4::timestamp) as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
),
told_1 as (
  select
    d1,
    (d1::timestamptz at time zone 'America/New_York')::date as d2,
    extract(hour from (d1::timestamptz at time zone 'America/New_York'))::integer as d3
  from periods_1
),
spans_1 as (
  select
    instant as on_day,
    d1,
    d2,
    d3
  from (select distinct instant from facts_1) as days
  join told_1 on instant >= dateadd(hour, -2, dateadd(hour, 1, d1)::timestamp)::timestamp and instant < dateadd(hour, 1, d1)::timestamp
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
    date_trunc('minute', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $1::timestamp
    and "at" < $2::timestamp
  group by 1
),
periods_1 as (
  select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
  from (
    select date_trunc('hour', $3::timestamp) as lo, date_trunc('hour', $4::timestamp) as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
),
facts_2 as (
  select
    date_trunc('minute', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $5::timestamp
    and "at" < $6::timestamp
  group by 1
),
periods_2 as (
  select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
  from (
    select date_trunc('hour', $7::timestamp) as lo, date_trunc('hour', $8::timestamp) as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
),
facts_3 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $9::timestamp
    and "at" < $10::timestamp
  group by 1
),
periods_3 as (
  select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
  from (
    select date_trunc('hour', $11::timestamp) as lo, date_trunc('hour', $12::timestamp) as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
),
facts_4 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" < $13::timestamp
  group by 1
),
periods_4 as (
  select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
  from (
    select date_trunc('hour', $14::timestamp) as lo, date_trunc('hour', $15::timestamp) as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
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
    null::float8 as m1,
    null::float8 as m2,
    null::float8 as m3
  from facts_1
  join periods_1 on instant >= dateadd(minute, -90, dateadd(hour, 1, d0)::timestamp)::timestamp and instant < dateadd(hour, 1, d0)::timestamp
  group by 1
  union all
  select
    d0,
    null::float8 as m0,
    sum(s0) as m1,
    null::float8 as m2,
    null::float8 as m3
  from facts_2
  join periods_2 on instant >= dateadd(minute, -30, d0)::timestamp and instant < dateadd(hour, 1, dateadd(minute, -30, d0)::timestamp)::timestamp
  group by 1
  union all
  select
    d0,
    null::float8 as m0,
    null::float8 as m1,
    sum(s0) as m2,
    null::float8 as m3
  from facts_3
  join periods_3 on instant < dateadd(hour, 1, d0)::timestamp and date_trunc('month', (instant::timestamptz at time zone 'Europe/Berlin'))::date = date_trunc('month', (d0::timestamptz at time zone 'Europe/Berlin'))::date
  group by 1
  union all
  select
    d0,
    null::float8 as m0,
    null::float8 as m1,
    null::float8 as m2,
    sum(s0) as m3
  from facts_4
  join periods_4 on instant < dateadd(hour, 1, d0)::timestamp
  group by 1
) as branches
group by 1
order by "calls.at.hour" nulls last
limit 101;
-- totals
-- ["2024-03-28 20:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-28 21:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-02-28 22:00:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
with facts_1 as (
  select
    date_trunc('minute', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $1::timestamp
    and "at" < $2::timestamp
  group by 1
),
periods_1 as (
  select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
  from (
    select date_trunc('hour', $3::timestamp) as lo, date_trunc('hour', $4::timestamp) as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
),
facts_2 as (
  select
    date_trunc('minute', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $5::timestamp
    and "at" < $6::timestamp
  group by 1
),
periods_2 as (
  select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
  from (
    select date_trunc('hour', $7::timestamp) as lo, date_trunc('hour', $8::timestamp) as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
),
facts_3 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $9::timestamp
    and "at" < $10::timestamp
  group by 1
),
periods_3 as (
  select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
  from (
    select date_trunc('hour', $11::timestamp) as lo, date_trunc('hour', $12::timestamp) as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
),
facts_4 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" < $13::timestamp
  group by 1
),
periods_4 as (
  select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
  from (
    select date_trunc('hour', $14::timestamp) as lo, date_trunc('hour', $15::timestamp) as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
)
select
  max(m0) as "calls.ninety_minutes",
  max(m1) as "calls.half_an_hour_before",
  max(m2) as "calls.this_month",
  max(m3) as "calls.so_far"
from (
  select
    sum(s0) as m0,
    null::float8 as m1,
    null::float8 as m2,
    null::float8 as m3
  from facts_1
  where instant in (
    select instant
    from (select distinct instant from facts_1) as days
    join periods_1 on instant >= dateadd(minute, -90, dateadd(hour, 1, periods_1.d0)::timestamp)::timestamp and instant < dateadd(hour, 1, periods_1.d0)::timestamp
  )
  union all
  select
    null::float8 as m0,
    sum(s0) as m1,
    null::float8 as m2,
    null::float8 as m3
  from facts_2
  where instant in (
    select instant
    from (select distinct instant from facts_2) as days
    join periods_2 on instant >= dateadd(minute, -30, periods_2.d0)::timestamp and instant < dateadd(hour, 1, dateadd(minute, -30, periods_2.d0)::timestamp)::timestamp
  )
  union all
  select
    null::float8 as m0,
    null::float8 as m1,
    sum(s0) as m2,
    null::float8 as m3
  from facts_3
  where instant in (
    select instant
    from (select distinct instant from facts_3) as days
    join periods_3 on instant < dateadd(hour, 1, periods_3.d0)::timestamp and date_trunc('month', (instant::timestamptz at time zone 'Europe/Berlin'))::date = date_trunc('month', (periods_3.d0::timestamptz at time zone 'Europe/Berlin'))::date
  )
  union all
  select
    null::float8 as m0,
    null::float8 as m1,
    null::float8 as m2,
    sum(s0) as m3
  from facts_4
  where instant in (
    select instant
    from (select distinct instant from facts_4) as days
    join periods_4 on instant < dateadd(hour, 1, periods_4.d0)::timestamp
  )
) as branches;

-- a month begins within an hour where the clocks are half an hour apart
-- ["2024-02-29 16:00:00","2024-04-02 20:59:00","2024-03-31 17:00:00","2024-03-31 19:59:00"]
with facts_1 as (
  select
    date_trunc('minute', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $1::timestamp
    and "at" < $2::timestamp
  group by 1
),
periods_1 as (
  select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
  from (
    select date_trunc('hour', $3::timestamp) as lo, date_trunc('hour', $4::timestamp) as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
)
select
  d0 as "calls.at.hour",
  sum(s0) as "calls.this_month"
from facts_1
join periods_1 on instant < dateadd(hour, 1, d0)::timestamp and date_trunc('month', (instant::timestamptz at time zone 'Asia/Kolkata'))::date = date_trunc('month', ((dateadd(minute, 59, d0)::timestamp)::timestamptz at time zone 'Asia/Kolkata'))::date
group by 1
order by "calls.at.hour" nulls last
limit 101;

-- minute by minute
-- ["2024-10-25 00:13:00","2024-10-29 01:47:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-24 23:43:00","2024-10-29 01:47:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00"]
with facts_1 as (
  select
    date_trunc('minute', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $1::timestamp
    and "at" < $2::timestamp
  group by 1
),
periods_1 as (
  select dateadd(minute, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
  from (
    select date_trunc('minute', $3::timestamp) as lo, date_trunc('minute', $4::timestamp) as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(minute, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(minute, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(minute, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(minute, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(minute, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(minute, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(minute, lo, hi)
),
facts_2 as (
  select
    date_trunc('minute', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $5::timestamp
    and "at" < $6::timestamp
  group by 1
),
periods_2 as (
  select dateadd(minute, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
  from (
    select date_trunc('minute', $7::timestamp) as lo, date_trunc('minute', $8::timestamp) as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(minute, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(minute, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(minute, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(minute, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(minute, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(minute, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(minute, lo, hi)
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
    null::float8 as m1,
    null::float8 as m2
  from facts_1
  join periods_1 on instant >= dateadd(minute, -90, dateadd(minute, 1, d0)::timestamp)::timestamp and instant < dateadd(minute, 1, d0)::timestamp
  group by 1
  union all
  select
    d0,
    null::float8 as m0,
    sum(s0) as m1,
    null::float8 as m2
  from facts_2
  join periods_2 on instant >= dateadd(hour, -2, dateadd(minute, 1, d0)::timestamp)::timestamp and instant < dateadd(minute, 1, d0)::timestamp
  group by 1
  union all
  select
    date_trunc('minute', "at") as d0,
    null::float8 as m0,
    null::float8 as m1,
    sum("minutes") as m2
  from "calls"
  where "at" between $9::timestamp and $10::timestamp
  group by 1
) as branches
group by 1
order by "calls.at.minute" nulls last
limit 101;

-- two hours, and what they were two hours before, with the hours of nothing
-- ["2024-10-24 21:00:00","2024-10-29 06:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-24 23:00:00","2024-10-29 06:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00"]
with facts_1 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $1::timestamp
    and "at" < $2::timestamp
  group by 1
),
periods_1 as (
  select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
  from (
    select date_trunc('hour', $3::timestamp) as lo, date_trunc('hour', $4::timestamp) as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
),
facts_2 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $5::timestamp
    and "at" < $6::timestamp
  group by 1
),
periods_2 as (
  select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
  from (
    select date_trunc('hour', $7::timestamp) as lo, date_trunc('hour', $8::timestamp) as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
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
    join periods_1 on instant >= dateadd(hour, -2, dateadd(hour, 1, dateadd(hour, -2, d0)::timestamp)::timestamp)::timestamp and instant < dateadd(hour, 1, dateadd(hour, -2, d0)::timestamp)::timestamp
    group by 1
    union all
    select
      d0,
      null as m0,
      sum(s0) as m1
    from facts_2
    join periods_2 on instant >= dateadd(hour, -2, dateadd(hour, 1, d0)::timestamp)::timestamp and instant < dateadd(hour, 1, d0)::timestamp
    group by 1
  ) as branches
  group by 1
),
periods_3 as (
  select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
  from (
    select date_trunc('hour', $9::timestamp) as lo, date_trunc('hour', $10::timestamp) as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
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
