-- Never run on redshift itself: see shared/semantic/dialects/README.md for what it rests on.

-- a rolling sum takes the days before the period too, also in periods without rows
-- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp
  group by 1
),
periods_1 as (
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select
      $2::timestamp::date as lo,
      max(day) as hi
    from facts_1
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, d0)::date)::date and day < dateadd(day, 1, d0)::date
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
-- ["2024-01-26 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-01 23:59:59.999999"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp
    and "placed_at" < $2::timestamp
  group by 1
),
periods_1 as (
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select $3::timestamp::date as lo, $4::timestamp::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
)
select
  d0 as "orders.placed_at.day",
  sum(s0) as "orders.three_days"
from facts_1
join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, d0)::date)::date and day < dateadd(day, 1, d0)::date
group by 1
order by "orders.placed_at.day" nulls last
limit 21;

-- other filters choose rows
-- ["web","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0,
    count(*) as s1
  from "orders"
  where "channel" = $1
    and "placed_at" < $2::timestamp
  group by 1
),
periods_1 as (
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select date_trunc('month', $3::timestamp)::date as lo, date_trunc('month', $4::timestamp)::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
)
select
  d0 as "orders.placed_at.month",
  sum(s0) as "orders.running",
  coalesce(sum(s1), 0)::bigint as "orders.running_count"
from facts_1
join periods_1 on day < dateadd(month, 1, d0)::date
group by 1
order by "orders.placed_at.month" nulls last
limit 21;

-- a running sum per group of another dimension
-- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
with facts_1 as (
  select
    "channel" as d0,
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" < $1::timestamp
  group by 1, 2
),
periods_1 as (
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
  from (
    select date_trunc('month', $2::timestamp)::date as lo, date_trunc('month', $3::timestamp)::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
),
spans_1 as (
  select
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day < dateadd(month, 1, d1)::date
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.month",
  sum(s0) as "orders.running"
from facts_1
join spans_1 on on_day = day
group by 1, 2
order by "orders.channel" nulls last, "orders.placed_at.month" nulls last
limit 21;

-- windows are of the query's timezone
-- ["2024-01-25 23:00:00","2024-01-31 23:00:00"]
with facts_1 as (
  select
    ("placed_at"::timestamptz at time zone 'Europe/Berlin')::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp
  group by 1
),
periods_1 as (
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select
      ($2::timestamp::timestamptz at time zone 'Europe/Berlin')::date as lo,
      max(day) as hi
    from facts_1
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
)
select
  d0 as "orders.placed_at.day",
  sum(s0) as "orders.three_days"
from facts_1
join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, d0)::date)::date and day < dateadd(day, 1, d0)::date
group by 1
order by "orders.placed_at.day" nulls last
limit 21;

-- a window goes along the date of what a row belongs to
-- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    "orders"."placed_at"::date as day,
    sum("lines"."quantity") as s0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $1::timestamp
  group by 1
),
periods_1 as (
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select
      $2::timestamp::date as lo,
      max(day) as hi
    from facts_1
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "lines.three_days",
  max(m1) as "lines.quantity"
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, d0)::date)::date and day < dateadd(day, 1, d0)::date
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
-- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    "orders"."placed_at"::date as day,
    sum("lines"."quantity") as s0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $1::timestamp
  group by 1
),
periods_1 as (
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select
      $2::timestamp::date as lo,
      max(day) as hi
    from facts_1
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
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
    join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, periods_1.d0)::date)::date and day < dateadd(day, 1, periods_1.d0)::date
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
-- ["2024-01-25 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    "channel" as d0,
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp
  group by 1, 2
),
periods_1 as (
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
  from (
    select
      $2::timestamp::date as lo,
      max(day) as hi
    from facts_1
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
),
spans_1 as (
  select
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day >= dateadd(day, -3, dateadd(day, 1, d1)::date)::date and day < dateadd(day, 1, d1)::date
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.day",
  sum(s0) as "orders.three_days"
from facts_1
join spans_1 on on_day = day
group by 1, 2
order by "orders.channel" nulls last, "orders.placed_at.day" nulls last
limit 21;

-- beside the day its month and its day of the week, also of days without rows
-- ["2024-01-25 00:00:00","2024-02-08 00:00:00","2024-01-31 00:00:00","2024-02-04 23:59:59.999999","2024-01-31 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp
    and "placed_at" < $2::timestamp
  group by 1
),
periods_1 as (
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
  from (
    select $3::timestamp::date as lo, $4::timestamp::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
),
told_1 as (
  select
    d1,
    date_trunc('month', d1)::date as d0,
    ((extract(dow from d1) + 6)::integer % 7 + 1) as d2
  from periods_1
)
select
  d0 as "orders.placed_at.month",
  d1 as "orders.placed_at.day",
  d2 as "orders.placed_at.day_of_week",
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    d0,
    d1,
    d2,
    sum(s0) as m0,
    null as m1
  from facts_1
  join told_1 on day >= dateadd(day, -3, dateadd(day, 1, d1)::date)::date and day < dateadd(day, 1, d1)::date
  group by 1, 2, 3
  union all
  select
    date_trunc('month', "placed_at")::date as d0,
    "placed_at"::date as d1,
    ((extract(dow from "placed_at") + 6)::integer % 7 + 1) as d2,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $5::timestamp and "placed_at" < $6::timestamp
  group by 1, 2, 3
) as branches
group by 1, 2, 3
order by "orders.placed_at.day" nulls last, "orders.placed_at.month" nulls last, "orders.placed_at.day_of_week" nulls last;

-- beside the month its year and its number, by another dimension, an earlier year
-- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2"]
with facts_1 as (
  select
    "channel" as d1,
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp
    and "placed_at" < $2::timestamp
  group by 1, 2
),
periods_1 as (
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d2
  from (
    select date_trunc('month', $3::timestamp)::date as lo, date_trunc('month', $4::timestamp)::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
),
told_1 as (
  select
    d2,
    date_trunc('year', d2)::date as d0,
    extract(month from d2)::integer as d3
  from periods_1
),
spans_1 as (
  select
    day as on_day,
    d2,
    d0,
    d3
  from (select distinct day from facts_1) as days
  join told_1 on day >= dateadd(year, -1, d2)::date and day < dateadd(month, 1, dateadd(year, -1, d2)::date)::date
),
facts_2 as (
  select
    "channel" as d1,
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" < $5::timestamp
  group by 1, 2
),
periods_2 as (
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d2
  from (
    select date_trunc('month', $6::timestamp)::date as lo, date_trunc('month', $7::timestamp)::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
),
told_2 as (
  select
    d2,
    date_trunc('year', d2)::date as d0,
    extract(month from d2)::integer as d3
  from periods_2
),
spans_2 as (
  select
    day as on_day,
    d2,
    d0,
    d3
  from (select distinct day from facts_2) as days
  join told_2 on day < dateadd(month, 1, d2)::date
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
having max(m1) > $8::bigint
order by "orders.placed_at.month" nulls last, "orders.placed_at.year" nulls last, "orders.channel" nulls last, "orders.placed_at.month_of_year" nulls last;
-- totals
-- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2","2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
with facts_1 as (
  select
    "channel" as d1,
    "placed_at"::date as day
  from "orders"
  where "placed_at" >= $1::timestamp
    and "placed_at" < $2::timestamp
  group by 1, 2
),
periods_1 as (
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d2
  from (
    select date_trunc('month', $3::timestamp)::date as lo, date_trunc('month', $4::timestamp)::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
),
told_1 as (
  select
    d2,
    date_trunc('year', d2)::date as d0,
    extract(month from d2)::integer as d3
  from periods_1
),
spans_1 as (
  select
    day as on_day,
    d2,
    d0,
    d3
  from (select distinct day from facts_1) as days
  join told_1 on day >= dateadd(year, -1, d2)::date and day < dateadd(month, 1, dateadd(year, -1, d2)::date)::date
),
facts_2 as (
  select
    "channel" as d1,
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" < $5::timestamp
  group by 1, 2
),
periods_2 as (
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d2
  from (
    select date_trunc('month', $6::timestamp)::date as lo, date_trunc('month', $7::timestamp)::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
),
told_2 as (
  select
    d2,
    date_trunc('year', d2)::date as d0,
    extract(month from d2)::integer as d3
  from periods_2
),
spans_2 as (
  select
    day as on_day,
    d2,
    d0,
    d3
  from (select distinct day from facts_2) as days
  join told_2 on day < dateadd(month, 1, d2)::date
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
  having max(m0) > $8::bigint
),
facts_3 as (
  select
    "channel" as d1,
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $9::timestamp
    and "placed_at" < $10::timestamp
  group by 1, 2
),
periods_3 as (
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d2
  from (
    select date_trunc('month', $11::timestamp)::date as lo, date_trunc('month', $12::timestamp)::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
),
facts_4 as (
  select
    "channel" as d1,
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" < $13::timestamp
  group by 1, 2
),
periods_4 as (
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d2
  from (
    select date_trunc('month', $14::timestamp)::date as lo, date_trunc('month', $15::timestamp)::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
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
    from periods_3
    join picked_1 on (picked_1.d2 = periods_3.d2 or (picked_1.d2 is null and periods_3.d2 is null))
    where day >= dateadd(year, -1, periods_3.d2)::date and day < dateadd(month, 1, dateadd(year, -1, periods_3.d2)::date)::date
      and (picked_1.d1 = facts_3.d1 or (picked_1.d1 is null and facts_3.d1 is null))
  )
  union all
  select
    null as m0,
    sum(s0) as m1
  from facts_4
  where exists (
    select 1
    from periods_4
    join picked_1 on (picked_1.d2 = periods_4.d2 or (picked_1.d2 is null and periods_4.d2 is null))
    where day < dateadd(month, 1, periods_4.d2)::date
      and (picked_1.d1 = facts_4.d1 or (picked_1.d1 is null and facts_4.d1 is null))
  )
) as branches;

-- lines of an order by its day and quarter, what is not added up
-- ["2024-01-26 00:00:00","2024-02-06 00:00:00","2024-02-01 00:00:00","2024-02-02 23:59:59.999999"]
with facts_1 as (
  select
    "orders"."placed_at"::date as day,
    sum("lines"."quantity") as s0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $1::timestamp
    and "orders"."placed_at" < $2::timestamp
  group by 1
),
periods_1 as (
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d1
  from (
    select $3::timestamp::date as lo, $4::timestamp::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
),
told_1 as (
  select
    d1,
    date_trunc('quarter', d1)::date as d0
  from periods_1
)
select
  d0 as "orders.placed_at.quarter",
  d1 as "orders.placed_at.day",
  sum(s0) as "lines.three_days"
from facts_1
join told_1 on day >= dateadd(day, -3, dateadd(day, 1, d1)::date)::date and day < dateadd(day, 1, d1)::date
group by 1, 2
order by "orders.placed_at.day" nulls last, "orders.placed_at.quarter" nulls last;
