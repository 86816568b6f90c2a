-- Never run on trino itself: see shared/semantic/dialects/README.md for what it rests on.

-- a rolling sum takes the days before the period too, also in periods without rows
-- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
  group by 1
),
periods_1 as (
  select date_add('day', many * 10000 + few, lo) as d0
  from (
    select
      cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo,
      max(day) as hi
    from facts_1
  ) as bounds
  cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
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
  join periods_1 on day >= date_add('day', -3, date_add('day', 1, d0)) and day < date_add('day', 1, d0)
  group by 1
  union all
  select
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
  group by 1
) as branches
group by 1
order by "orders.placed_at.day" nulls last
limit 21;

-- a filter on the time chooses periods, not what rolls into them
-- ["2024-01-26 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-01 23:59:59.999999"]
with facts_1 as (
  select
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
    and "placed_at" < cast(? as timestamp(6))
  group by 1
),
periods_1 as (
  select date_add('day', many * 10000 + few, lo) as d0
  from (
    select cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo, cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as hi
  ) as bounds
  cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
)
select
  d0 as "orders.placed_at.day",
  sum(s0) as "orders.three_days"
from facts_1
join periods_1 on day >= date_add('day', -3, date_add('day', 1, d0)) and day < date_add('day', 1, d0)
group by 1
order by "orders.placed_at.day" nulls last
limit 21;

-- other filters choose rows
-- ["web","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
with facts_1 as (
  select
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    sum("amount") as s0,
    count(*) as s1
  from "orders"
  where "channel" = ?
    and "placed_at" < cast(? as timestamp(6))
  group by 1
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d0
  from (
    select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
)
select
  d0 as "orders.placed_at.month",
  sum(s0) as "orders.running",
  coalesce(sum(s1), 0) as "orders.running_count"
from facts_1
join periods_1 on day < date_add('month', 1, d0)
group by 1
order by "orders.placed_at.month" nulls last
limit 21;

-- a running sum per group of another dimension
-- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
with facts_1 as (
  select
    "channel" as d0,
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" < cast(? as timestamp(6))
  group by 1, 2
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d1
  from (
    select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
),
spans_1 as (
  select
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day < date_add('month', 1, d1)
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
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6)) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
  group by 1
),
periods_1 as (
  select date_add('day', many * 10000 + few, lo) as d0
  from (
    select
      cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6)) as date) as lo,
      max(day) as hi
    from facts_1
  ) as bounds
  cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
)
select
  d0 as "orders.placed_at.day",
  sum(s0) as "orders.three_days"
from facts_1
join periods_1 on day >= date_add('day', -3, date_add('day', 1, d0)) and day < date_add('day', 1, d0)
group by 1
order by "orders.placed_at.day" nulls last
limit 21;

-- a window goes along the date of what a row belongs to
-- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    sum("lines"."quantity") as s0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= cast(? as timestamp(6))
  group by 1
),
periods_1 as (
  select date_add('day', many * 10000 + few, lo) as d0
  from (
    select
      cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo,
      max(day) as hi
    from facts_1
  ) as bounds
  cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
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
  join periods_1 on day >= date_add('day', -3, date_add('day', 1, d0)) and day < date_add('day', 1, d0)
  group by 1
  union all
  select
    cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as d0,
    null as m0,
    sum("lines"."quantity") as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= cast(? as timestamp(6))
  group by 1
) as branches
group by 1
order by "orders.placed_at.day" nulls last
limit 21;
-- totals
-- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    sum("lines"."quantity") as s0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= cast(? as timestamp(6))
  group by 1
),
periods_1 as (
  select date_add('day', many * 10000 + few, lo) as d0
  from (
    select
      cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo,
      max(day) as hi
    from facts_1
  ) as bounds
  cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
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
    join periods_1 on day >= date_add('day', -3, date_add('day', 1, periods_1.d0)) and day < date_add('day', 1, periods_1.d0)
  )
  union all
  select
    null as m0,
    sum("lines"."quantity") as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= cast(? as timestamp(6))
) as branches;

-- a group without rows on a day has those of the days before
-- ["2024-01-25 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    "channel" as d0,
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
  group by 1, 2
),
periods_1 as (
  select date_add('day', many * 10000 + few, lo) as d1
  from (
    select
      cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo,
      max(day) as hi
    from facts_1
  ) as bounds
  cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
),
spans_1 as (
  select
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day >= date_add('day', -3, date_add('day', 1, d1)) and day < date_add('day', 1, d1)
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
