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

-- beside the day its month and its day of the week, also of days without rows
-- ["2024-01-25 00:00:00","2024-02-08 00:00:00","2024-01-31 00:00:00","2024-02-04 23:59:59.999999","2024-01-31 00:00:00","2024-02-05 00:00:00"]
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
  select date_add('day', many * 10000 + few, lo) as d1
  from (
    select cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo, cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as hi
  ) as bounds
  cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
),
told_1 as (
  select
    d1,
    cast(date_trunc('month', d1) as date) as d0,
    day_of_week(d1) as d2
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
  join told_1 on day >= date_add('day', -3, date_add('day', 1, d1)) and day < date_add('day', 1, d1)
  group by 1, 2, 3
  union all
  select
    cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as d1,
    day_of_week(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as d2,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
  group by 1, 2, 3
) as branches
group by 1, 2, 3
order by "orders.placed_at.day" nulls last, "orders.placed_at.month" nulls last, "orders.placed_at.day_of_week" nulls last;

-- beside the month its year and its number, by another dimension, an earlier year
-- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2"]
with facts_1 as (
  select
    "channel" as d1,
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
    and "placed_at" < cast(? as timestamp(6))
  group by 1, 2
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d2
  from (
    select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
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
  join told_1 on day >= date_add('year', -1, d2) and day < date_add('month', 1, date_add('year', -1, d2))
),
facts_2 as (
  select
    "channel" as d1,
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" < cast(? as timestamp(6))
  group by 1, 2
),
periods_2 as (
  select date_add('month', many * 10000 + few, lo) as d2
  from (
    select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
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
  join told_2 on day < date_add('month', 1, d2)
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
having max(m1) > cast(? as bigint)
order by "orders.placed_at.month" nulls last, "orders.placed_at.year" nulls last, "orders.channel" nulls last, "orders.placed_at.month_of_year" nulls last;
-- totals
-- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2","2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
with facts_1 as (
  select
    "channel" as d1,
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
    and "placed_at" < cast(? as timestamp(6))
  group by 1, 2
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d2
  from (
    select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
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
  join told_1 on day >= date_add('year', -1, d2) and day < date_add('month', 1, date_add('year', -1, d2))
),
facts_2 as (
  select
    "channel" as d1,
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" < cast(? as timestamp(6))
  group by 1, 2
),
periods_2 as (
  select date_add('month', many * 10000 + few, lo) as d2
  from (
    select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
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
  join told_2 on day < date_add('month', 1, d2)
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
  having max(m0) > cast(? as bigint)
),
facts_3 as (
  select
    "channel" as d1,
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
    and "placed_at" < cast(? as timestamp(6))
  group by 1, 2
),
periods_3 as (
  select date_add('month', many * 10000 + few, lo) as d2
  from (
    select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
),
facts_4 as (
  select
    "channel" as d1,
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" < cast(? as timestamp(6))
  group by 1, 2
),
periods_4 as (
  select date_add('month', many * 10000 + few, lo) as d2
  from (
    select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
)
select
  max(m0) as "orders.last_year",
  max(m1) as "orders.running"
from (
  select
    sum(s0) as m0,
    null as m1
  from facts_3
  where json_format(cast(array[cast(facts_3.day as json), cast(facts_3.d1 as json)] as json)) in (
    select json_format(cast(array[cast(days.day as json), cast(picked_1.d1 as json)] as json))
    from (select distinct day from facts_3) as days
    join periods_3 on day >= date_add('year', -1, periods_3.d2) and day < date_add('month', 1, date_add('year', -1, periods_3.d2))
    join picked_1 on picked_1.d2 is not distinct from periods_3.d2
  )
  union all
  select
    null as m0,
    sum(s0) as m1
  from facts_4
  where json_format(cast(array[cast(facts_4.day as json), cast(facts_4.d1 as json)] as json)) in (
    select json_format(cast(array[cast(days.day as json), cast(picked_1.d1 as json)] as json))
    from (select distinct day from facts_4) as days
    join periods_4 on day < date_add('month', 1, periods_4.d2)
    join picked_1 on picked_1.d2 is not distinct from periods_4.d2
  )
) as branches;

-- lines of an order by its day and quarter, what is not added up
-- ["2024-01-26 00:00:00","2024-02-06 00:00:00","2024-02-01 00:00:00","2024-02-02 23:59:59.999999"]
with facts_1 as (
  select
    cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    sum("lines"."quantity") as s0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= cast(? as timestamp(6))
    and "orders"."placed_at" < cast(? as timestamp(6))
  group by 1
),
periods_1 as (
  select date_add('day', many * 10000 + few, lo) as d1
  from (
    select cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo, cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as hi
  ) as bounds
  cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
),
told_1 as (
  select
    d1,
    cast(date_trunc('quarter', d1) as date) as d0
  from periods_1
)
select
  d0 as "orders.placed_at.quarter",
  d1 as "orders.placed_at.day",
  sum(s0) as "lines.three_days"
from facts_1
join told_1 on day >= date_add('day', -3, date_add('day', 1, d1)) and day < date_add('day', 1, d1)
group by 1, 2
order by "orders.placed_at.day" nulls last, "orders.placed_at.quarter" nulls last;
