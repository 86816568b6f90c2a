-- Never run on redshift itself: see shared/semantic/dialects/README.md for what it rests on.

-- a fiscal year comes as its first day
select
  (dateadd(month, 1, date_trunc('year', (dateadd(month, -1, "placed_at"::date)::date))::date)::date)::date as "orders.placed_at.fiscal_year",
  sum("amount") as "orders.total"
from "orders"
group by 1
order by "orders.placed_at.fiscal_year" nulls last
limit 11;

-- it begins in the query's timezone
select
  (dateadd(month, 1, date_trunc('year', (dateadd(month, -1, ("placed_at"::timestamptz at time zone 'America/New_York')::date)::date))::date)::date)::date as "orders.placed_at.fiscal_year",
  sum("amount") as "orders.total"
from "orders"
group by 1
order by "orders.placed_at.fiscal_year" nulls last
limit 11;

-- the quarters of a fiscal year, with those that have no rows
-- ["2023-02-01 00:00:00","2024-02-01 00:00:00","2023-02-01 00:00:00","2024-01-31 23:59:59.999999"]
with groups_1 as (
  select
    (dateadd(month, 1, date_trunc('quarter', (dateadd(month, -1, "placed_at"::date)::date))::date)::date)::date as d0,
    sum("amount") as m0
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  group by 1
),
periods_1 as (
  select dateadd(quarter, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select (dateadd(month, 1, date_trunc('quarter', (dateadd(month, -1, $3::timestamp::date)::date))::date)::date)::date as lo, (dateadd(month, 1, date_trunc('quarter', (dateadd(month, -1, $4::timestamp::date)::date))::date)::date)::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(quarter, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(quarter, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(quarter, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(quarter, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(quarter, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(quarter, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(quarter, lo, hi)
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
  (dateadd(month, 1, date_trunc('quarter', (dateadd(month, -1, "due"::date)::date))::date)::date)::date as "orders.due.fiscal_quarter",
  sum("amount") as "orders.total"
from "orders"
group by 1
order by "orders.due.fiscal_quarter" nulls last
limit 11;

-- a fiscal year to date, beside the same part of the year before
-- ["2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2021-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999"]
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
),
facts_2 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $5::timestamp
    and "placed_at" < $6::timestamp
  group by 1
),
periods_2 as (
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select date_trunc('month', $7::timestamp)::date as lo, date_trunc('month', $8::timestamp)::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
),
facts_3 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $9::timestamp
    and "placed_at" < $10::timestamp
  group by 1
),
periods_3 as (
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
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
    null::float8 as m1,
    null::float8 as m2
  from facts_1
  join periods_1 on day >= (dateadd(month, 1, date_trunc('year', (dateadd(month, -1, (dateadd(day, -1, dateadd(month, 1, d0)::date)::date)::date)::date))::date)::date)::date and day < dateadd(month, 1, d0)::date
  group by 1
  union all
  select
    d0,
    null::float8 as m0,
    sum(s0) as m1,
    null::float8 as m2
  from facts_2
  join periods_2 on day >= (dateadd(month, 1, date_trunc('year', (dateadd(month, -1, (dateadd(day, -1, dateadd(month, 1, dateadd(year, -1, d0)::date)::date)::date)::date)::date))::date)::date)::date and day < dateadd(month, 1, dateadd(year, -1, d0)::date)::date
  group by 1
  union all
  select
    d0,
    null::float8 as m0,
    null::float8 as m1,
    sum(s0) as m2
  from facts_3
  join periods_3 on day >= (dateadd(month, 1, date_trunc('year', (dateadd(month, -1, d0::date)::date))::date)::date)::date and day < dateadd(month, 1, (dateadd(month, 1, date_trunc('year', (dateadd(month, -1, d0::date)::date))::date)::date)::date)::date
  group by 1
) as branches
group by 1
order by "orders.placed_at.month" nulls last;
-- totals
-- ["2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2021-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999"]
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
),
facts_2 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $5::timestamp
    and "placed_at" < $6::timestamp
  group by 1
),
periods_2 as (
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select date_trunc('month', $7::timestamp)::date as lo, date_trunc('month', $8::timestamp)::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
),
facts_3 as (
  select
    "placed_at"::date as day,
    sum("amount") as s0
  from "orders"
  where "placed_at" >= $9::timestamp
    and "placed_at" < $10::timestamp
  group by 1
),
periods_3 as (
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
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
)
select
  max(m0) as "orders.year_to_date",
  max(m1) as "orders.year_before",
  max(m2) as "orders.at_start"
from (
  select
    sum(s0) as m0,
    null::float8 as m1,
    null::float8 as m2
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= (dateadd(month, 1, date_trunc('year', (dateadd(month, -1, (dateadd(day, -1, dateadd(month, 1, periods_1.d0)::date)::date)::date)::date))::date)::date)::date and day < dateadd(month, 1, periods_1.d0)::date
  )
  union all
  select
    null::float8 as m0,
    sum(s0) as m1,
    null::float8 as m2
  from facts_2
  where day in (
    select day
    from (select distinct day from facts_2) as days
    join periods_2 on day >= (dateadd(month, 1, date_trunc('year', (dateadd(month, -1, (dateadd(day, -1, dateadd(month, 1, dateadd(year, -1, periods_2.d0)::date)::date)::date)::date)::date))::date)::date)::date and day < dateadd(month, 1, dateadd(year, -1, periods_2.d0)::date)::date
  )
  union all
  select
    null::float8 as m0,
    null::float8 as m1,
    sum(s0) as m2
  from facts_3
  where day in (
    select day
    from (select distinct day from facts_3) as days
    join periods_3 on day >= (dateadd(month, 1, date_trunc('year', (dateadd(month, -1, periods_3.d0::date)::date))::date)::date)::date and day < dateadd(month, 1, (dateadd(month, 1, date_trunc('year', (dateadd(month, -1, periods_3.d0::date)::date))::date)::date)::date)::date
  )
) as branches;

-- what has come together by the end of each fiscal quarter
with facts_1 as (
  select
    "due"::date as day,
    sum("amount") as s0
  from "orders"
  group by 1
),
periods_1 as (
  select dateadd(quarter, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select
      min((dateadd(month, 1, date_trunc('quarter', (dateadd(month, -1, day::date)::date))::date)::date)::date) as lo,
      max((dateadd(month, 1, date_trunc('quarter', (dateadd(month, -1, day::date)::date))::date)::date)::date) as hi
    from facts_1
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(quarter, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(quarter, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(quarter, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(quarter, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(quarter, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(quarter, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(quarter, lo, hi)
)
select
  d0 as "orders.due.fiscal_quarter",
  sum(s0) as "orders.running"
from facts_1
join periods_1 on day < dateadd(quarter, 1, d0)::date
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
  (dateadd(month, 1, date_trunc('quarter', (dateadd(month, -1, "due"::date)::date))::date)::date)::date as "orders.due.fiscal_quarter",
  sum("amount") as "orders.total"
from "orders"
where "due" >= $1::date and "due" < $2::date
group by 1;
