-- Never run on snowflake itself: see shared/semantic/dialects/README.md for what it rests on.

-- a fiscal year comes as its first day
select
  cast((dateadd(month, 1, cast(date_trunc('year', (dateadd(month, -1, cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date)))) as date))) as date) as "orders.placed_at.fiscal_year",
  sum("amount") as "orders.total"
from "orders"
group by 1
order by "orders.placed_at.fiscal_year" nulls last
limit 11;

-- it begins in the query's timezone
select
  cast((dateadd(month, 1, cast(date_trunc('year', (dateadd(month, -1, cast(cast(convert_timezone('America/New_York', "placed_at") as timestamp_ntz) as date)))) as date))) as date) as "orders.placed_at.fiscal_year",
  sum("amount") as "orders.total"
from "orders"
group by 1
order by "orders.placed_at.fiscal_year" nulls last
limit 11;

-- the quarters of a fiscal year, with those that have no rows
-- ["2023-02-01 00:00:00","2024-02-01 00:00:00","2023-02-01 00:00:00","2024-01-31 23:59:59.999999"]
with groups_1 as (
  select
    cast((dateadd(month, 1, cast(date_trunc('quarter', (dateadd(month, -1, cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date)))) as date))) as date) as d0,
    sum("amount") as m0
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
  group by 1
),
periods_1 as (
  select dateadd(quarter, cast(steps.value as integer), lo) as d0
  from (
    select cast((dateadd(month, 1, cast(date_trunc('quarter', (dateadd(month, -1, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date)))) as date))) as date) as lo, cast((dateadd(month, 1, cast(date_trunc('quarter', (dateadd(month, -1, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date)))) as date))) as date) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(quarter, lo, hi) + 1)) as steps
)
select
  d0 as "orders.placed_at.fiscal_quarter",
  max(m0) as "orders.total"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by "orders.placed_at.fiscal_quarter" nulls last
limit 11;

-- the last days of long months are in their fiscal quarter
select
  cast((dateadd(month, 1, cast(date_trunc('quarter', (dateadd(month, -1, cast("due" as date)))) as date))) as date) as "orders.due.fiscal_quarter",
  sum("amount") as "orders.total"
from "orders"
group by 1
order by "orders.due.fiscal_quarter" nulls last
limit 11;

-- a fiscal year to date, beside the same part of the year before
-- ["2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2021-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999"]
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
  select dateadd(month, cast(steps.value as integer), lo) as d0
  from (
    select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
),
facts_3 as (
  select
    cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz)
    and "placed_at" < cast(? as timestamp_ntz)
  group by 1
),
periods_3 as (
  select dateadd(month, cast(steps.value as integer), lo) as d0
  from (
    select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.year_to_date",
  max(m1) as "orders.year_before",
  max(m2) as "orders.at_start"
from (
  select
    d0,
    sum(s0) as m0,
    null as m1,
    null as m2
  from facts_1
  join periods_1 on day >= cast((dateadd(month, 1, cast(date_trunc('year', (dateadd(month, -1, cast((dateadd(day, -1, dateadd(month, 1, d0))) as date)))) as date))) as date) and day < dateadd(month, 1, d0)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1,
    null as m2
  from facts_2
  join periods_2 on day >= cast((dateadd(month, 1, cast(date_trunc('year', (dateadd(month, -1, cast((dateadd(day, -1, dateadd(month, 1, dateadd(year, -1, d0)))) as date)))) as date))) as date) and day < dateadd(month, 1, dateadd(year, -1, d0))
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    sum(s0) as m2
  from facts_3
  join periods_3 on day >= cast((dateadd(month, 1, cast(date_trunc('year', (dateadd(month, -1, cast(d0 as date)))) as date))) as date) and day < dateadd(month, 1, cast((dateadd(month, 1, cast(date_trunc('year', (dateadd(month, -1, cast(d0 as date)))) as date))) as date))
  group by 1
) as branches
group by 1
order by "orders.placed_at.month" nulls last;
-- totals
-- ["2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2021-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999"]
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
  select dateadd(month, cast(steps.value as integer), lo) as d0
  from (
    select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
),
facts_3 as (
  select
    cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz)
    and "placed_at" < cast(? as timestamp_ntz)
  group by 1
),
periods_3 as (
  select dateadd(month, cast(steps.value as integer), lo) as d0
  from (
    select cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
)
select
  max(m0) as "orders.year_to_date",
  max(m1) as "orders.year_before",
  max(m2) as "orders.at_start"
from (
  select
    sum(s0) as m0,
    null as m1,
    null as m2
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= cast((dateadd(month, 1, cast(date_trunc('year', (dateadd(month, -1, cast((dateadd(day, -1, dateadd(month, 1, periods_1.d0))) as date)))) as date))) as date) and day < dateadd(month, 1, periods_1.d0)
  )
  union all
  select
    null as m0,
    sum(s0) as m1,
    null as m2
  from facts_2
  where day in (
    select day
    from (select distinct day from facts_2) as days
    join periods_2 on day >= cast((dateadd(month, 1, cast(date_trunc('year', (dateadd(month, -1, cast((dateadd(day, -1, dateadd(month, 1, dateadd(year, -1, periods_2.d0)))) as date)))) as date))) as date) and day < dateadd(month, 1, dateadd(year, -1, periods_2.d0))
  )
  union all
  select
    null as m0,
    null as m1,
    sum(s0) as m2
  from facts_3
  where day in (
    select day
    from (select distinct day from facts_3) as days
    join periods_3 on day >= cast((dateadd(month, 1, cast(date_trunc('year', (dateadd(month, -1, cast(periods_3.d0 as date)))) as date))) as date) and day < dateadd(month, 1, cast((dateadd(month, 1, cast(date_trunc('year', (dateadd(month, -1, cast(periods_3.d0 as date)))) as date))) as date))
  )
) as branches;

-- what has come together by the end of each fiscal quarter
with facts_1 as (
  select
    cast("due" as date) as day,
    sum("amount") as s0
  from "orders"
  group by 1
),
periods_1 as (
  select dateadd(quarter, cast(steps.value as integer), lo) as d0
  from (
    select
      min(cast((dateadd(month, 1, cast(date_trunc('quarter', (dateadd(month, -1, cast(day as date)))) as date))) as date)) as lo,
      max(cast((dateadd(month, 1, cast(date_trunc('quarter', (dateadd(month, -1, cast(day as date)))) as date))) as date)) as hi
    from facts_1
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(quarter, lo, hi) + 1)) as steps
)
select
  d0 as "orders.due.fiscal_quarter",
  sum(s0) as "orders.running"
from facts_1
join periods_1 on day < dateadd(quarter, 1, d0)
group by 1
order by "orders.due.fiscal_quarter" nulls last;

-- the fiscal quarter before this one
-- ["2023-11-01 00:00:00","2024-02-01 00:00:00"]
select sum("amount") as "orders.total"
from "orders"
where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz);

-- the quarters of this fiscal year
-- ["2024-02-01","2025-02-01"]
select
  cast((dateadd(month, 1, cast(date_trunc('quarter', (dateadd(month, -1, cast("due" as date)))) as date))) as date) as "orders.due.fiscal_quarter",
  sum("amount") as "orders.total"
from "orders"
where "due" >= cast(? as date) and "due" < cast(? as date)
group by 1;
