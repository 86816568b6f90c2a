-- Never run on trino itself: see shared/semantic/dialects/README.md for what it rests on.

-- from the first of the month to each day
-- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
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
  sum(s0) as "orders.month_to_date"
from facts_1
join periods_1 on day >= cast(date_trunc('month', (date_add('day', -1, date_add('day', 1, d0)))) as date) and day < date_add('day', 1, d0)
group by 1
order by "orders.placed_at.day" nulls last;
-- totals
-- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
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
select sum(s0) as "orders.month_to_date"
from facts_1
where day in (
  select day
  from (select distinct day from facts_1) as days
  join periods_1 on day >= cast(date_trunc('month', (date_add('day', -1, date_add('day', 1, periods_1.d0)))) as date) and day < date_add('day', 1, periods_1.d0)
);

-- a week that begins in another month counts from the first of the month that it ends in
-- ["2023-12-20 00:00:00","2024-02-21 00:00:00","2024-01-29 00:00:00","2024-02-11 23:59:59.999999"]
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
  select date_add('week', many * 10000 + few, lo) as d0
  from (
    select cast(date_trunc('week', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as lo, cast(date_trunc('week', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as hi
  ) as bounds
  cross join unnest(sequence(0, date_diff('week', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('week', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('week', lo, hi)
)
select
  d0 as "orders.placed_at.week",
  sum(s0) as "orders.month_to_date"
from facts_1
join periods_1 on day >= cast(date_trunc('month', (date_add('day', -1, date_add('week', 1, d0)))) as date) and day < date_add('week', 1, d0)
group by 1
order by "orders.placed_at.week" nulls last;

-- the same part of the month before
-- ["2024-01-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999","2023-12-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999"]
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
),
facts_2 as (
  select
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
    and "placed_at" < cast(? as timestamp(6))
  group by 1
),
periods_2 as (
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
  max(m0) as "orders.month_to_date",
  max(m1) as "orders.month_before_to_date"
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= cast(date_trunc('month', (date_add('day', -1, date_add('day', 1, d0)))) as date) and day < date_add('day', 1, d0)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day >= cast(date_trunc('month', (date_add('day', -1, date_add('day', 1, date_add('month', -1, d0))))) as date) and day < date_add('day', 1, date_add('month', -1, d0))
  group by 1
) as branches
group by 1
order by "orders.placed_at.day" nulls last;

-- beside the first month of the year
-- ["2022-11-29 00:00:00","2024-05-03 00:00:00","2024-01-01 00:00:00","2024-03-31 23:59:59.999999","2024-01-01 00:00:00","2024-04-01 00:00:00"]
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
  max(m0) as "orders.total",
  max(m1) as "orders.at_year_start"
from (
  select
    cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_1
  join periods_1 on day >= cast(date_trunc('year', d0) as date) and day < date_add('month', 1, cast(date_trunc('year', d0) as date))
  group by 1
) as branches
group by 1
order by "orders.placed_at.month" nulls last;
