-- a rolling sum takes the days before the period too, also in periods without rows
-- ["2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
  group by 1
),
bounds_1 as (
  select
    $2::timestamp::date::date as lo,
    max(day)::date as hi
  from facts_1
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
    unnest(generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day'))::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > day + interval '1 day'
),
framed_1 as (
  select
    day,
    sum(s0) over (order by day range between interval '2 days' preceding and current row) as s0
  from spread_1
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
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
    "placed_at"::date as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $3::timestamp
  group by 1
) as branches
group by 1
order by "orders.placed_at.day" nulls last
limit 21;

-- a filter on the time chooses periods, not what rolls into them
-- ["2024-02-01 00:00:00","2024-02-02 00:00:00","2024-02-01 00:00:00","2024-02-02 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
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
    unnest(generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day'))::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > day + interval '1 day'
),
framed_1 as (
  select
    day,
    sum(s0) over (order by day range between interval '2 days' preceding and current row) as s0
  from spread_1
)
select
  day as "orders.placed_at.day",
  max(s0) as "orders.three_days"
from framed_1
cross join bounds_1
where day >= lo
  and day <= hi
group by 1
order by "orders.placed_at.day" nulls last
limit 21;

-- other filters choose rows
-- ["web","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00"]
with facts_1 as (
  select
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0,
    count(*) as s1
  from "orders"
  where "channel" = $1
    and "placed_at" < $2::timestamp + interval '1 month' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    date_trunc('month', $3::timestamp)::date::date as lo,
    date_trunc('month', ($4::timestamp - interval '1 microsecond'))::date::date as hi
),
followed_1 as (
  select
    period,
    s0,
    s1,
    lead(period) over (order by period) as next
  from facts_1
  where period is not null
),
spread_1 as (
  select
    period,
    s0,
    s1
  from followed_1
  union all
  select
    unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, least(next - interval '1 month', hi)::timestamp, interval '1 month'))::date as period,
    null as s0,
    null as s1
  from followed_1
  cross join bounds_1
  where next is null or next > period + interval '1 month'
),
framed_1 as (
  select
    period,
    sum(s0) over (order by period rows unbounded preceding) as s0,
    sum(s1) over (order by period rows unbounded preceding) as s1
  from spread_1
)
select
  period as "orders.placed_at.month",
  max(s0) as "orders.running",
  coalesce(max(s1), 0)::bigint as "orders.running_count"
from framed_1
cross join bounds_1
where period >= lo
  and period <= hi
group by 1
order by "orders.placed_at.month" nulls last
limit 21;

-- a running sum per group of another dimension
-- ["2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00"]
with facts_1 as (
  select
    "channel" as d0,
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  where "placed_at" < $1::timestamp + interval '1 month' + interval '2 days'
  group by 1, 2
),
bounds_1 as (
  select
    date_trunc('month', $2::timestamp)::date::date as lo,
    date_trunc('month', ($3::timestamp - interval '1 microsecond'))::date::date as hi
),
followed_1 as (
  select
    d0,
    period,
    s0,
    lead(period) over (partition by d0 order by period) as next
  from facts_1
  where period is not null
),
spread_1 as (
  select
    d0,
    period,
    s0
  from followed_1
  union all
  select
    d0,
    unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, least(next - interval '1 month', hi)::timestamp, interval '1 month'))::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > period + interval '1 month'
),
framed_1 as (
  select
    d0,
    period,
    sum(s0) over (partition by d0 order by period rows unbounded preceding) as s0
  from spread_1
)
select
  d0 as "orders.channel",
  period as "orders.placed_at.month",
  max(s0) as "orders.running"
from framed_1
cross join bounds_1
where period >= lo
  and period <= hi
group by 1, 2
order by "orders.channel" nulls last, "orders.placed_at.month" nulls last
limit 21;

-- windows are of the query's timezone
-- ["2024-01-31 23:00:00","2024-01-31 23:00:00"]
with facts_1 as (
  select
    ("placed_at"::timestamptz at time zone 'Europe/Berlin')::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
  group by 1
),
bounds_1 as (
  select
    ($2::timestamp::timestamptz at time zone 'Europe/Berlin')::date::date as lo,
    max(day)::date as hi
  from facts_1
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
    unnest(generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day'))::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > day + interval '1 day'
),
framed_1 as (
  select
    day,
    sum(s0) over (order by day range between interval '2 days' preceding and current row) as s0
  from spread_1
)
select
  day as "orders.placed_at.day",
  max(s0) as "orders.three_days"
from framed_1
cross join bounds_1
where day >= lo
  and day <= hi
group by 1
order by "orders.placed_at.day" nulls last
limit 21;

-- a window goes along the date of what a row belongs to
-- ["2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    "orders"."placed_at"::date as day,
    sum("lines"."quantity") as s0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
  group by 1
),
bounds_1 as (
  select
    $2::timestamp::date::date as lo,
    max(day)::date as hi
  from facts_1
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
    unnest(generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day'))::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > day + interval '1 day'
),
framed_1 as (
  select
    day,
    sum(s0) over (order by day range between interval '2 days' preceding and current row) as s0
  from spread_1
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "lines.three_days",
  max(m1) as "lines.quantity"
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
    "orders"."placed_at"::date as d0,
    null as m0,
    sum("lines"."quantity") as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $3::timestamp
  group by 1
) as branches
group by 1
order by "orders.placed_at.day" nulls last
limit 21;
-- totals
-- ["2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    "orders"."placed_at"::date as day,
    sum("lines"."quantity") as s0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
  group by 1
),
periods_1 as (
  select unnest(generate_series($2::timestamp::date::timestamp, max(day)::timestamp, interval '1 day'))::date as d0
  from facts_1
)
select
  max(m0) as "lines.three_days",
  max(m1) as "lines.quantity"
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= periods_1.d0 + interval '1 day' - interval '3 days' and day < periods_1.d0 + interval '1 day'
  )
  union all
  select
    null as m0,
    sum("lines"."quantity") as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $3::timestamp
) as branches;

-- a group without rows on a day has those of the days before
-- ["2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    "channel" as d0,
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
  group by 1, 2
),
bounds_1 as (
  select
    $2::timestamp::date::date as lo,
    max(day)::date as hi
  from facts_1
),
followed_1 as (
  select
    d0,
    day,
    s0,
    lead(day) over (partition by d0 order by day) as next
  from facts_1
  where day is not null
),
spread_1 as (
  select
    d0,
    day,
    s0
  from followed_1
  union all
  select
    d0,
    unnest(generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day'))::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > day + interval '1 day'
),
framed_1 as (
  select
    d0,
    day,
    sum(s0) over (partition by d0 order by day range between interval '2 days' preceding and current row) as s0
  from spread_1
)
select
  d0 as "orders.channel",
  day as "orders.placed_at.day",
  max(s0) as "orders.three_days"
from framed_1
cross join bounds_1
where day >= lo
  and day <= hi
group by 1, 2
order by "orders.channel" nulls last, "orders.placed_at.day" nulls last
limit 21;

-- beside the day its month and its day of the week, also of days without rows
-- ["2024-01-31 00:00:00","2024-02-05 00:00:00","2024-01-31 00:00:00","2024-02-05 00:00:00","2024-01-31 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
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
    unnest(generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day'))::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > day + interval '1 day'
),
framed_1 as (
  select
    day,
    sum(s0) over (order by day range between interval '2 days' preceding and current row) as s0
  from spread_1
)
select
  d0 as "orders.placed_at.month",
  d1 as "orders.placed_at.day",
  d2 as "orders.placed_at.day_of_week",
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    date_trunc('month', day)::date as d0,
    day as d1,
    extract(isodow from day)::integer as d2,
    max(s0) as m0,
    null as m1
  from framed_1
  cross join bounds_1
  where day >= lo
    and day <= hi
  group by 1, 2, 3
  union all
  select
    date_trunc('month', "placed_at")::date as d0,
    "placed_at"::date as d1,
    extract(isodow from "placed_at")::integer as d2,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $5::timestamp and "placed_at" < $6::timestamp
  group by 1, 2, 3
) as branches
group by 1, 2, 3
order by "orders.placed_at.day" nulls last, "orders.placed_at.month" nulls last, "orders.placed_at.day_of_week" nulls last;

-- beside the month its year and its number, by another dimension, an earlier year
-- ["2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2"]
with facts_1 as (
  select
    "channel" as d1,
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
    and "placed_at" < $2::timestamp + interval '1 month' + interval '2 days'
  group by 1, 2
),
bounds_1 as (
  select
    date_trunc('month', $3::timestamp)::date::date as lo,
    date_trunc('month', ($4::timestamp - interval '1 microsecond'))::date::date as hi
),
facts_2 as (
  select
    "channel" as d1,
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  where "placed_at" < $5::timestamp + interval '1 month' + interval '2 days'
  group by 1, 2
),
bounds_2 as (
  select
    date_trunc('month', $6::timestamp)::date::date as lo,
    date_trunc('month', ($7::timestamp - interval '1 microsecond'))::date::date as hi
),
followed_1 as (
  select
    d1,
    period,
    s0,
    lead(period) over (partition by d1 order by period) as next
  from facts_2
  where period is not null
),
spread_1 as (
  select
    d1,
    period,
    s0
  from followed_1
  union all
  select
    d1,
    unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, least(next - interval '1 month', hi)::timestamp, interval '1 month'))::date as period,
    null as s0
  from followed_1
  cross join bounds_2
  where next is null or next > period + interval '1 month'
),
framed_1 as (
  select
    d1,
    period,
    sum(s0) over (partition by d1 order by period rows unbounded preceding) as s0
  from spread_1
)
select
  d0 as "orders.placed_at.year",
  d1 as "orders.channel",
  d2 as "orders.placed_at.month",
  d3 as "orders.placed_at.month_of_year",
  max(m0) as "orders.last_year",
  max(m1) as "orders.running"
from (
  select
    date_trunc('year', (period + interval '12 months')::date)::date as d0,
    d1,
    (period + interval '12 months')::date as d2,
    extract(month from (period + interval '12 months')::date)::integer as d3,
    max(s0) as m0,
    null as m1
  from facts_1
  cross join bounds_1
  where period >= (lo - interval '12 months')::date
    and period <= (hi - interval '12 months')::date
  group by 1, 2, 3, 4
  union all
  select
    date_trunc('year', period)::date as d0,
    d1,
    period as d2,
    extract(month from period)::integer as d3,
    null as m0,
    max(s0) as m1
  from framed_1
  cross join bounds_2
  where period >= lo
    and period <= hi
  group by 1, 2, 3, 4
) as branches
group by 1, 2, 3, 4
having max(m1) > $8::bigint
order by "orders.placed_at.month" nulls last, "orders.placed_at.year" nulls last, "orders.channel" nulls last, "orders.placed_at.month_of_year" nulls last;
-- totals
-- ["2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00"]
with facts_1 as (
  select
    "channel" as d1,
    date_trunc('month', "placed_at")::date as period
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
    and "placed_at" < $2::timestamp + interval '1 month' + interval '2 days'
  group by 1, 2
),
bounds_1 as (
  select
    date_trunc('month', $3::timestamp)::date::date as lo,
    date_trunc('month', ($4::timestamp - interval '1 microsecond'))::date::date as hi
),
facts_2 as (
  select
    "channel" as d1,
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  where "placed_at" < $5::timestamp + interval '1 month' + interval '2 days'
  group by 1, 2
),
bounds_2 as (
  select
    date_trunc('month', $6::timestamp)::date::date as lo,
    date_trunc('month', ($7::timestamp - interval '1 microsecond'))::date::date as hi
),
followed_1 as (
  select
    d1,
    period,
    s0,
    lead(period) over (partition by d1 order by period) as next
  from facts_2
  where period is not null
),
spread_1 as (
  select
    d1,
    period,
    s0
  from followed_1
  union all
  select
    d1,
    unnest(generate_series(greatest(period + interval '1 month', lo)::timestamp, least(next - interval '1 month', hi)::timestamp, interval '1 month'))::date as period,
    null as s0
  from followed_1
  cross join bounds_2
  where next is null or next > period + interval '1 month'
),
framed_1 as (
  select
    d1,
    period,
    sum(s0) over (partition by d1 order by period rows unbounded preceding) as s0
  from spread_1
),
picked_1 as (
  select
    d0,
    d1,
    d2,
    d3
  from (
    select
      date_trunc('year', (period + interval '12 months')::date)::date as d0,
      d1,
      (period + interval '12 months')::date as d2,
      extract(month from (period + interval '12 months')::date)::integer as d3,
      null as m0
    from facts_1
    cross join bounds_1
    where period >= (lo - interval '12 months')::date
      and period <= (hi - interval '12 months')::date
    group by 1, 2, 3, 4
    union all
    select
      date_trunc('year', period)::date as d0,
      d1,
      period as d2,
      extract(month from period)::integer as d3,
      max(s0) as m0
    from framed_1
    cross join bounds_2
    where period >= lo
      and period <= hi
    group by 1, 2, 3, 4
  ) as branches
  group by 1, 2, 3, 4
  having max(m0) > $8::bigint
),
facts_3 as (
  select
    "channel" as d1,
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $9::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
    and "placed_at" < $10::timestamp + interval '1 month' + interval '2 days'
  group by 1, 2
),
periods_1 as (
  select unnest(generate_series(date_trunc('month', $11::timestamp)::date::timestamp, date_trunc('month', ($12::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month'))::date as d2
),
facts_4 as (
  select
    "channel" as d1,
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" < $13::timestamp + interval '1 month' + interval '2 days'
  group by 1, 2
),
periods_2 as (
  select unnest(generate_series(date_trunc('month', $14::timestamp)::date::timestamp, date_trunc('month', ($15::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month'))::date as d2
)
select
  max(m0) as "orders.last_year",
  max(m1) as "orders.running"
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_3
  where exists (
    select 1
    from periods_1
    join picked_1 on picked_1.d2 is not distinct from periods_1.d2
    where day >= periods_1.d2 - interval '1 year' and day < periods_1.d2 - interval '1 year' + interval '1 month'
      and picked_1.d1 is not distinct from facts_3.d1
  )
  union all
  select
    null as m0,
    sum(s0) as m1
  from facts_4
  where exists (
    select 1
    from periods_2
    join picked_1 on picked_1.d2 is not distinct from periods_2.d2
    where day < periods_2.d2 + interval '1 month'
      and picked_1.d1 is not distinct from facts_4.d1
  )
) as branches;

-- lines of an order by its day and quarter, what is not added up
-- ["2024-02-01 00:00:00","2024-02-03 00:00:00","2024-02-01 00:00:00","2024-02-03 00:00:00"]
with facts_1 as (
  select
    "orders"."placed_at"::date as day,
    sum("lines"."quantity") as s0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $1::timestamp - interval '1 day' - interval '2 days' - interval '3 days'
    and "orders"."placed_at" < $2::timestamp + interval '1 day' + interval '2 days'
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
    unnest(generate_series(greatest(day + interval '1 day', lo)::timestamp, least(next - interval '1 day', hi, day + interval '2 days')::timestamp, interval '1 day'))::date as day,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > day + interval '1 day'
),
framed_1 as (
  select
    day,
    sum(s0) over (order by day range between interval '2 days' preceding and current row) as s0
  from spread_1
)
select
  date_trunc('quarter', day)::date as "orders.placed_at.quarter",
  day as "orders.placed_at.day",
  max(s0) as "lines.three_days"
from framed_1
cross join bounds_1
where day >= lo
  and day <= hi
group by 1, 2
order by "orders.placed_at.day" nulls last, "orders.placed_at.quarter" nulls last;
