-- Never run on snowflake itself: see shared/semantic/dialects/README.md for what it rests on.

-- from the first of the month to each day
-- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
with facts_1 as (
  select
    cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz)
    and "placed_at" < cast(? as timestamp_ntz)
  group by 1
),
periods_1 as (
  select dateadd(day, cast(steps.value as integer), lo) as d0
  from (
    select cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
)
select
  d0 as "orders.placed_at.day",
  sum(s0) as "orders.month_to_date"
from facts_1
join periods_1 on day >= cast(date_trunc('month', (dateadd(day, -1, dateadd(day, 1, d0)))) as date) and day < dateadd(day, 1, d0)
group by 1
order by "orders.placed_at.day" nulls last;
-- totals
-- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
with facts_1 as (
  select
    cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz)
    and "placed_at" < cast(? as timestamp_ntz)
  group by 1
),
periods_1 as (
  select dateadd(day, cast(steps.value as integer), lo) as d0
  from (
    select cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
)
select sum(s0) as "orders.month_to_date"
from facts_1
where day in (
  select day
  from (select distinct day from facts_1) as days
  join periods_1 on day >= cast(date_trunc('month', (dateadd(day, -1, dateadd(day, 1, periods_1.d0)))) as date) and day < dateadd(day, 1, periods_1.d0)
);

-- a week that begins in another month counts from the first of the month that it ends in
-- ["2023-12-20 00:00:00","2024-02-21 00:00:00","2024-01-29 00:00:00","2024-01-29 00:00:00","2024-02-11 23:59:59.999999","2024-02-11 23:59:59.999999"]
with facts_1 as (
  select
    cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz)
    and "placed_at" < cast(? as timestamp_ntz)
  group by 1
),
periods_1 as (
  select dateadd(week, cast(steps.value as integer), lo) as d0
  from (
    select dateadd(day, 1 - dayofweekiso(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)), cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date)) as lo, dateadd(day, 1 - dayofweekiso(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)), cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, floor(datediff(day, lo, hi) / 7) + 1)) as steps
)
select
  d0 as "orders.placed_at.week",
  sum(s0) as "orders.month_to_date"
from facts_1
join periods_1 on day >= cast(date_trunc('month', (dateadd(day, -1, dateadd(week, 1, d0)))) as date) and day < dateadd(week, 1, d0)
group by 1
order by "orders.placed_at.week" nulls last;

-- the same part of the month before
-- ["2024-01-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999","2023-12-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999"]
with facts_1 as (
  select
    cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz)
    and "placed_at" < cast(? as timestamp_ntz)
  group by 1
),
periods_1 as (
  select dateadd(day, cast(steps.value as integer), lo) as d0
  from (
    select cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
),
facts_2 as (
  select
    cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz)
    and "placed_at" < cast(? as timestamp_ntz)
  group by 1
),
periods_2 as (
  select dateadd(day, cast(steps.value as integer), lo) as d0
  from (
    select cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
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
  join periods_1 on day >= cast(date_trunc('month', (dateadd(day, -1, dateadd(day, 1, d0)))) as date) and day < dateadd(day, 1, d0)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day >= cast(date_trunc('month', (dateadd(day, -1, dateadd(day, 1, dateadd(month, -1, d0))))) as date) and day < dateadd(day, 1, dateadd(month, -1, d0))
  group by 1
) as branches
group by 1
order by "orders.placed_at.day" nulls last;

-- beside the first month of the year
-- ["2022-11-29 00:00:00","2024-05-03 00:00:00","2024-01-01 00:00:00","2024-03-31 23:59:59.999999","2024-01-01 00:00:00","2024-04-01 00:00:00"]
with facts_1 as (
  select
    cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz)
    and "placed_at" < cast(? as timestamp_ntz)
  group by 1
),
periods_1 as (
  select dateadd(month, cast(steps.value as integer), lo) as d0
  from (
    select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total",
  max(m1) as "orders.at_year_start"
from (
  select
    cast(date_trunc('month', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_1
  join periods_1 on day >= cast(date_trunc('year', d0) as date) and day < dateadd(month, 1, cast(date_trunc('year', d0) as date))
  group by 1
) as branches
group by 1
order by "orders.placed_at.month" nulls last;
