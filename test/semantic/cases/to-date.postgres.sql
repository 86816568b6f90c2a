-- from the first of the month to each day
-- ["2024-01-31 00:00:00","2024-02-06 00:00:00","2024-01-31 00:00:00","2024-02-06 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '1 month'
    and "placed_at" < $2::timestamp + interval '1 day' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    $3::timestamp::date::date as lo,
    ($4::timestamp - interval '1 microsecond')::date::date as hi
),
followed_1 as (
  select
    day,
    s0,
    lead(day) over (order by day) as next
  from facts_1
  where day is not null
),
spread_1 as (
  select
    day,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, date_trunc('month', day)::date + interval '1 month' - interval '1 day')::timestamp, interval '1 day')::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > day + interval '1 day'
),
framed_1 as (
  select
    day,
    sum(s0) over (partition by date_trunc('month', day)::date order by day rows unbounded preceding) as s0
  from spread_1
)
select
  day as "orders.placed_at.day",
  max(s0) as "orders.month_to_date"
from framed_1
cross join bounds_1
where day >= lo
  and day <= hi
group by 1
order by "orders.placed_at.day" nulls last;
-- totals
-- ["2024-01-31 00:00:00","2024-02-06 00:00:00","2024-01-31 00:00:00","2024-02-06 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '1 month'
    and "placed_at" < $2::timestamp + interval '1 day' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series($3::timestamp::date::timestamp, ($4::timestamp - interval '1 microsecond')::date::timestamp, interval '1 day')::date as d0
)
select sum(s0) as "orders.month_to_date"
from facts_1
where day in (
  select day
  from (select distinct day from facts_1) as days
  join periods_1 on day >= date_trunc('month', (periods_1.d0 + interval '1 day' - interval '1 day'))::date and day < periods_1.d0 + interval '1 day'
);

-- a week that begins in another month counts from the first of the month that it ends in
-- ["2024-01-29 00:00:00","2024-02-12 00:00:00","2024-01-29 00:00:00","2024-02-12 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 week' - interval '2 days' - interval '1 month'
    and "placed_at" < $2::timestamp + interval '1 week' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('week', $3::timestamp)::date::timestamp, date_trunc('week', ($4::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 week')::date as d0
)
select
  d0 as "orders.placed_at.week",
  sum(s0) as "orders.month_to_date"
from facts_1
join periods_1 on day >= date_trunc('month', (d0 + interval '1 week' - interval '1 day'))::date and day < d0 + interval '1 week'
group by 1
order by "orders.placed_at.week" nulls last;

-- the same part of the month before
-- ["2024-03-01 00:00:00","2024-03-05 00:00:00","2024-03-01 00:00:00","2024-03-05 00:00:00","2024-03-01 00:00:00","2024-03-05 00:00:00","2024-03-01 00:00:00","2024-03-05 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '1 month'
    and "placed_at" < $2::timestamp + interval '1 day' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    $3::timestamp::date::date as lo,
    ($4::timestamp - interval '1 microsecond')::date::date as hi
),
followed_1 as (
  select
    day,
    s0,
    lead(day) over (order by day) as next
  from facts_1
  where day is not null
),
spread_1 as (
  select
    day,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, date_trunc('month', day)::date + interval '1 month' - interval '1 day')::timestamp, interval '1 day')::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > day + interval '1 day'
),
framed_1 as (
  select
    day,
    sum(s0) over (partition by date_trunc('month', day)::date order by day rows unbounded preceding) as s0
  from spread_1
),
facts_2 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $5::timestamp - interval '1 day' - interval '2 days' - interval '1 month' - interval '1 month'
    and "placed_at" < $6::timestamp + interval '1 day' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series($7::timestamp::date::timestamp, ($8::timestamp - interval '1 microsecond')::date::timestamp, interval '1 day')::date as d0
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.month_to_date",
  max(m1) as "orders.month_before_to_date"
from (
  select
    day as d0,
    max(s0) as m0,
    null as m1
  from framed_1
  cross join bounds_1
  where day >= lo
    and day <= hi
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_1 on day >= date_trunc('month', (d0 - interval '1 month' + interval '1 day' - interval '1 day'))::date and day < d0 - interval '1 month' + interval '1 day'
  group by 1
) as branches
group by 1
order by "orders.placed_at.day" nulls last;

-- beside the first month of the year
-- ["2024-01-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-04-01 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $3::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
    and "placed_at" < $4::timestamp + interval '1 month' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $5::timestamp)::date::timestamp, date_trunc('month', ($6::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month')::date as d0
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total",
  max(m1) as "orders.at_year_start"
from (
  select
    date_trunc('month', "placed_at")::date as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_1
  join periods_1 on day >= date_trunc('year', d0)::date and day < date_trunc('year', d0)::date + interval '1 month'
  group by 1
) as branches
group by 1
order by "orders.placed_at.month" nulls last;
