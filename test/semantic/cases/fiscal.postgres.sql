-- a fiscal year comes as its first day
select
  (date_trunc('year', ("placed_at"::date - interval '1 month'))::date + interval '1 month')::date as "orders.placed_at.fiscal_year",
  sum("amount") as "orders.total"
from "orders"
group by 1
order by "orders.placed_at.fiscal_year" nulls last
limit 11;

-- it begins in the query's timezone
select
  (date_trunc('year', (("placed_at"::timestamptz at time zone 'America/New_York')::date - interval '1 month'))::date + interval '1 month')::date as "orders.placed_at.fiscal_year",
  sum("amount") as "orders.total"
from "orders"
group by 1
order by "orders.placed_at.fiscal_year" nulls last
limit 11;

-- the quarters of a fiscal year, with those that have no rows
-- ["2023-02-01 00:00:00","2024-02-01 00:00:00","2023-02-01 00:00:00","2024-02-01 00:00:00"]
with groups_1 as (
  select
    (date_trunc('quarter', ("placed_at"::date - interval '1 month'))::date + interval '1 month')::date as d0,
    sum("amount") as m0
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  group by 1
),
periods_1 as (
  select generate_series((date_trunc('quarter', ($3::timestamp::date - interval '1 month'))::date + interval '1 month')::date::timestamp, (date_trunc('quarter', (($4::timestamp - interval '1 microsecond')::date - interval '1 month'))::date + interval '1 month')::date::timestamp, interval '3 months')::date as d0
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
  (date_trunc('quarter', ("due"::date - interval '1 month'))::date + interval '1 month')::date as "orders.due.fiscal_quarter",
  sum("amount") as "orders.total"
from "orders"
group by 1
order by "orders.due.fiscal_quarter" nulls last
limit 11;

-- a fiscal year to date, beside the same part of the year before
-- ["2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00"]
with facts_1 as (
  select
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
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
    lead(period) over (order by period) as next
  from facts_1
  where period is not null
),
spread_1 as (
  select
    period,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(period + interval '1 month', lo)::timestamp, least(next - interval '1 month', hi, (date_trunc('year', (period::date - interval '1 month'))::date + interval '1 month')::date + interval '1 year' - interval '1 month')::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > period + interval '1 month'
),
framed_1 as (
  select
    period,
    sum(s0) over (partition by (date_trunc('year', (period::date - interval '1 month'))::date + interval '1 month')::date order by period rows unbounded preceding) as s0
  from spread_1
),
facts_2 as (
  select
    date_trunc('month', "placed_at")::date as period,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $5::timestamp - interval '1 month' - interval '2 days' - interval '1 year' - interval '1 year'
    and "placed_at" < $6::timestamp + interval '1 month' + interval '2 days'
  group by 1
),
bounds_2 as (
  select
    date_trunc('month', $7::timestamp)::date::date as lo,
    date_trunc('month', ($8::timestamp - interval '1 microsecond'))::date::date as hi
),
followed_2 as (
  select
    period,
    s0,
    lead(period) over (order by period) as next
  from facts_2
  where period is not null
),
spread_2 as (
  select
    period,
    s0
  from followed_2
  union all
  select
    generate_series(greatest(period + interval '1 month', (lo - interval '12 months')::date)::timestamp, least(next - interval '1 month', (hi - interval '12 months')::date, (date_trunc('year', (period::date - interval '1 month'))::date + interval '1 month')::date + interval '1 year' - interval '1 month')::timestamp, interval '1 month')::date as period,
    null as s0
  from followed_2
  cross join bounds_2
  where next is null or next > period + interval '1 month'
),
framed_2 as (
  select
    period,
    sum(s0) over (partition by (date_trunc('year', (period::date - interval '1 month'))::date + interval '1 month')::date order by period rows unbounded preceding) as s0
  from spread_2
),
facts_3 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $9::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
    and "placed_at" < $10::timestamp + interval '1 month' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $11::timestamp)::date::timestamp, date_trunc('month', ($12::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month')::date as d0
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.year_to_date",
  max(m1) as "orders.year_before",
  max(m2) as "orders.at_start"
from (
  select
    period as d0,
    max(s0) as m0,
    null::numeric as m1,
    null::numeric as m2
  from framed_1
  cross join bounds_1
  where period >= lo
    and period <= hi
  group by 1
  union all
  select
    (period + interval '12 months')::date as d0,
    null::numeric as m0,
    max(s0) as m1,
    null::numeric as m2
  from framed_2
  cross join bounds_2
  where period >= (lo - interval '12 months')::date
    and period <= (hi - interval '12 months')::date
  group by 1
  union all
  select
    d0,
    null::numeric as m0,
    null::numeric as m1,
    sum(s0) as m2
  from facts_3
  join periods_1 on day >= (date_trunc('year', (d0::date - interval '1 month'))::date + interval '1 month')::date and day < (date_trunc('year', (d0::date - interval '1 month'))::date + interval '1 month')::date + interval '1 month'
  group by 1
) as branches
group by 1
order by "orders.placed_at.month" nulls last;
-- totals
-- ["2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00"]
with facts_1 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $1::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
    and "placed_at" < $2::timestamp + interval '1 month' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('month', $3::timestamp)::date::timestamp, date_trunc('month', ($4::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month')::date as d0
),
facts_2 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $5::timestamp - interval '1 month' - interval '2 days' - interval '1 year' - interval '1 year'
    and "placed_at" < $6::timestamp + interval '1 month' + interval '2 days'
  group by 1
),
periods_2 as (
  select generate_series(date_trunc('month', $7::timestamp)::date::timestamp, date_trunc('month', ($8::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month')::date as d0
),
facts_3 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $9::timestamp - interval '1 month' - interval '2 days' - interval '1 year'
    and "placed_at" < $10::timestamp + interval '1 month' + interval '2 days'
  group by 1
),
periods_3 as (
  select generate_series(date_trunc('month', $11::timestamp)::date::timestamp, date_trunc('month', ($12::timestamp - interval '1 microsecond'))::date::timestamp, interval '1 month')::date as d0
)
select
  max(m0) as "orders.year_to_date",
  max(m1) as "orders.year_before",
  max(m2) as "orders.at_start"
from (
  select
    sum(s0) as m0,
    null::numeric as m1,
    null::numeric as m2
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= (date_trunc('year', ((periods_1.d0 + interval '1 month' - interval '1 day')::date - interval '1 month'))::date + interval '1 month')::date and day < periods_1.d0 + interval '1 month'
  )
  union all
  select
    null::numeric as m0,
    sum(s0) as m1,
    null::numeric as m2
  from facts_2
  where day in (
    select day
    from (select distinct day from facts_2) as days
    join periods_2 on day >= (date_trunc('year', ((periods_2.d0 - interval '1 year' + interval '1 month' - interval '1 day')::date - interval '1 month'))::date + interval '1 month')::date and day < periods_2.d0 - interval '1 year' + interval '1 month'
  )
  union all
  select
    null::numeric as m0,
    null::numeric as m1,
    sum(s0) as m2
  from facts_3
  where day in (
    select day
    from (select distinct day from facts_3) as days
    join periods_3 on day >= (date_trunc('year', (periods_3.d0::date - interval '1 month'))::date + interval '1 month')::date and day < (date_trunc('year', (periods_3.d0::date - interval '1 month'))::date + interval '1 month')::date + interval '1 month'
  )
) as branches;

-- what has come together by the end of each fiscal quarter
with facts_1 as (
  select
    (date_trunc('quarter', ("due"::date - interval '1 month'))::date + interval '1 month')::date as period,
    sum("amount") as s0
  from "orders"
  group by 1
),
bounds_1 as (
  select
    min(period)::date as lo,
    max(period)::date as hi
  from facts_1
),
followed_1 as (
  select
    period,
    s0,
    lead(period) over (order by period) as next
  from facts_1
  where period is not null
),
spread_1 as (
  select
    period,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(period + interval '3 months', lo)::timestamp, least(next - interval '3 months', hi)::timestamp, interval '3 months')::date as period,
    null as s0
  from followed_1
  cross join bounds_1
  where next is null or next > period + interval '3 months'
),
framed_1 as (
  select
    period,
    sum(s0) over (order by period rows unbounded preceding) as s0
  from spread_1
)
select
  period as "orders.due.fiscal_quarter",
  max(s0) as "orders.running"
from framed_1
cross join bounds_1
where period >= lo
  and period <= hi
group by 1
order by "orders.due.fiscal_quarter" nulls last;

-- the fiscal quarter before this one
-- ["2023-11-01 00:00:00","2024-02-01 00:00:00"]
select sum("amount") as "orders.total"
from "orders"
where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp;

-- the quarters of this fiscal year
-- ["2024-02-01","2025-02-01"]
select
  (date_trunc('quarter', ("due"::date - interval '1 month'))::date + interval '1 month')::date as "orders.due.fiscal_quarter",
  sum("amount") as "orders.total"
from "orders"
where "due" >= $1::date and "due" < $2::date
group by 1;
