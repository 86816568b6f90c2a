-- Never run on redshift itself: see shared/semantic/dialects/README.md for what it rests on.

-- a month before the 28th to the 31st of March is each time the 28th of February
-- ["2023-02-24","2023-04-03","2023-03-27","2023-03-31","2023-03-27","2023-03-31"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date
    and "day" < $2::date
  group by 1
),
periods_1 as (
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select $3::date::date as lo, $4::date::date as hi
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
  d0 as "sales.day.day",
  max(m0) as "sales.month_ago",
  max(m1) as "sales.total"
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= dateadd(month, -1, d0)::date and day_ < dateadd(day, 1, dateadd(month, -1, d0)::date)::date
  group by 1
  union all
  select
    "day"::date as d0,
    null as m0,
    sum("amount") as m1
  from "sales"
  where "day" between $5::date and $6::date
  group by 1
) as branches
group by 1
order by "sales.day.day" nulls last;

-- a month after the 28th to the 31st of January is the last day of February
-- ["2023-01-24","2023-03-03","2023-01-27","2023-01-31"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date
    and "day" < $2::date
  group by 1
),
periods_1 as (
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select $3::date::date as lo, $4::date::date as hi
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
  d0 as "sales.day.day",
  sum(s0) as "sales.in_a_month"
from facts_1
join periods_1 on day_ >= dateadd(month, 1, d0)::date and day_ < dateadd(day, 1, dateadd(month, 1, d0)::date)::date
group by 1
order by "sales.day.day" nulls last;

-- a year before the 29th of February and a quarter before the 31st of May
-- ["2023-02-25","2024-06-03","2024-02-28","2024-05-31","2023-11-25","2024-06-03","2024-02-28","2024-05-31"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date
    and "day" < $2::date
  group by 1
),
periods_1 as (
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select $3::date::date as lo, $4::date::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
),
facts_2 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $5::date
    and "day" < $6::date
  group by 1
),
periods_2 as (
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select $7::date::date as lo, $8::date::date as hi
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
  d0 as "sales.day.day",
  max(m0) as "sales.year_ago",
  max(m1) as "sales.quarter_ago"
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= dateadd(year, -1, d0)::date and day_ < dateadd(day, 1, dateadd(year, -1, d0)::date)::date
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day_ >= dateadd(quarter, -1, d0)::date and day_ < dateadd(day, 1, dateadd(quarter, -1, d0)::date)::date
  group by 1
) as branches
group by 1
having max(m0) is not null
order by "sales.day.day" nulls last;

-- a quarter before each day of the end of May is the end of February
-- ["2024-02-25","2024-06-03","2024-05-28","2024-05-31"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date
    and "day" < $2::date
  group by 1
),
periods_1 as (
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select $3::date::date as lo, $4::date::date as hi
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
  d0 as "sales.day.day",
  sum(s0) as "sales.quarter_ago"
from facts_1
join periods_1 on day_ >= dateadd(quarter, -1, d0)::date and day_ < dateadd(day, 1, dateadd(quarter, -1, d0)::date)::date
group by 1
order by "sales.day.day" nulls last;

-- the month before to date goes up to its last day where it has no such day
-- ["2023-01-24","2023-04-03","2023-03-27","2023-03-31"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date
    and "day" < $2::date
  group by 1
),
periods_1 as (
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select $3::date::date as lo, $4::date::date as hi
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
  d0 as "sales.day.day",
  sum(s0) as "sales.to_date_month_ago"
from facts_1
join periods_1 on day_ >= date_trunc('month', (dateadd(day, -1, dateadd(day, 1, dateadd(month, -1, d0)::date)::date)::date))::date and day_ < dateadd(day, 1, dateadd(month, -1, d0)::date)::date
group by 1
order by "sales.day.day" nulls last;

-- of a week that ends on the 30th of March too
-- ["2024-01-08","2024-04-15","2024-03-17","2024-04-06"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date
    and "day" < $2::date
  group by 1
),
periods_1 as (
  select dateadd(week, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select (date_trunc('week', $3::date + interval '1 day') - interval '1 day')::date as lo, (date_trunc('week', $4::date + interval '1 day') - interval '1 day')::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi) / 7
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi) / 7
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi) / 7
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi) / 7
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi) / 7
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi) / 7
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi) / 7
)
select
  d0 as "sales.day.week",
  sum(s0) as "sales.to_date_month_ago"
from facts_1
join periods_1 on day_ >= date_trunc('month', (dateadd(day, -1, dateadd(day, 1, dateadd(month, -1, dateadd(day, -1, dateadd(week, 1, d0)::date)::date)::date)::date)::date))::date and day_ < dateadd(day, 1, dateadd(month, -1, dateadd(day, -1, dateadd(week, 1, d0)::date)::date)::date)::date
group by 1
order by "sales.day.week" nulls last;

-- a month before whole weeks counts each day once
-- ["2024-02-09","2024-04-16","2024-03-18","2024-04-07"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date
    and "day" < $2::date
  group by 1
),
periods_1 as (
  select dateadd(week, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select date_trunc('week', $3::date)::date as lo, date_trunc('week', $4::date)::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi) / 7
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi) / 7
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi) / 7
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi) / 7
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi) / 7
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi) / 7
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi) / 7
)
select
  d0 as "sales.day.week",
  sum(s0) as "sales.month_ago"
from facts_1
join periods_1 on day_ >= dateadd(month, -1, d0)::date and day_ < dateadd(month, -1, dateadd(week, 1, d0)::date)::date
group by 1
order by "sales.day.week" nulls last;
-- totals
-- ["2024-02-09","2024-04-16","2024-03-18","2024-04-07"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date
    and "day" < $2::date
  group by 1
),
periods_1 as (
  select dateadd(week, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select date_trunc('week', $3::date)::date as lo, date_trunc('week', $4::date)::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi) / 7
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi) / 7
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi) / 7
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi) / 7
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi) / 7
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi) / 7
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi) / 7
)
select sum(s0) as "sales.month_ago"
from facts_1
where day_ in (
  select day_
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ >= dateadd(month, -1, periods_1.d0)::date and day_ < dateadd(month, -1, dateadd(week, 1, periods_1.d0)::date)::date
);

-- what has rolled up to the same day a year ago
-- ["2024-01-28","2024-03-04","2024-02-28","2024-03-01","2023-01-28","2024-03-04","2024-02-28","2024-03-01"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date
    and "day" < $2::date
  group by 1
),
periods_1 as (
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select $3::date::date as lo, $4::date::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
),
facts_2 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $5::date
    and "day" < $6::date
  group by 1
),
periods_2 as (
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select $7::date::date as lo, $8::date::date as hi
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
  d0 as "sales.day.day",
  max(m0) as "sales.month_rolled",
  max(m1) as "sales.month_rolled_year_ago"
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= dateadd(day, -28, dateadd(day, 1, d0)::date)::date and day_ < dateadd(day, 1, d0)::date
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day_ >= dateadd(day, -28, dateadd(day, 1, dateadd(year, -1, d0)::date)::date)::date and day_ < dateadd(day, 1, dateadd(year, -1, d0)::date)::date
  group by 1
) as branches
group by 1
order by "sales.day.day" nulls last;

-- two offsets in one unit are one, in two units one after the other
-- ["2023-01-25","2023-04-04","2023-03-28","2023-04-01","2023-02-24","2023-04-04","2023-03-28","2023-04-01","2023-03-25","2023-04-04","2023-03-28","2023-04-01"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $1::date
    and "day" < $2::date
  group by 1
),
periods_1 as (
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select $3::date::date as lo, $4::date::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
),
facts_2 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $5::date
    and "day" < $6::date
  group by 1
),
periods_2 as (
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select $7::date::date as lo, $8::date::date as hi
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(day, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(day, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(day, lo, hi)
),
facts_3 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from "sales"
  where "day" >= $9::date
    and "day" < $10::date
  group by 1
),
periods_3 as (
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select $11::date::date as lo, $12::date::date as hi
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
  d0 as "sales.day.day",
  max(m0) as "sales.two_months_ago",
  max(m1) as "sales.day_and_month_ago",
  max(m2) as "sales.there_and_back"
from (
  select
    d0,
    sum(s0) as m0,
    null::float8 as m1,
    null::float8 as m2
  from facts_1
  join periods_1 on day_ >= dateadd(month, -2, d0)::date and day_ < dateadd(day, 1, dateadd(month, -2, d0)::date)::date
  group by 1
  union all
  select
    d0,
    null::float8 as m0,
    sum(s0) as m1,
    null::float8 as m2
  from facts_2
  join periods_2 on day_ >= dateadd(month, -1, dateadd(day, -1, d0)::date)::date and day_ < dateadd(day, 1, dateadd(month, -1, dateadd(day, -1, d0)::date)::date)::date
  group by 1
  union all
  select
    d0,
    null::float8 as m0,
    null::float8 as m1,
    sum(s0) as m2
  from facts_3
  join periods_3 on day_ >= d0 and day_ < dateadd(day, 1, d0)::date
  group by 1
) as branches
group by 1
order by "sales.day.day" nulls last;

-- a ratio a year ago
-- ["2024-02-01","2024-04-01","2022-12-30","2024-05-03","2024-02-01","2024-03-31"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0,
    count(*) as s1
  from "sales"
  where "day" >= $3::date
    and "day" < $4::date
  group by 1
),
periods_1 as (
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select date_trunc('month', $5::date)::date as lo, date_trunc('month', $6::date)::date as hi
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
  d0 as "sales.day.month",
  1::float8 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "sales.mean",
  (1::float8 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as "sales.mean_year_ago",
  1::float8 * (1::float8 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1::float8 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as "sales.mean_growth"
from (
  select
    date_trunc('month', "day")::date as d0,
    sum("amount") as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "sales"
  where "day" >= $1::date and "day" < $2::date
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    sum(s0) as m2,
    coalesce(sum(s1), 0)::bigint as m3
  from facts_1
  join periods_1 on day_ >= dateadd(year, -1, d0)::date and day_ < dateadd(month, 1, dateadd(year, -1, d0)::date)::date
  group by 1
) as branches
group by 1
order by "sales.day.month" nulls last;
-- totals
-- ["2024-02-01","2024-04-01","2022-12-30","2024-05-03","2024-02-01","2024-03-31"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0,
    count(*) as s1
  from "sales"
  where "day" >= $3::date
    and "day" < $4::date
  group by 1
),
periods_1 as (
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select date_trunc('month', $5::date)::date as lo, date_trunc('month', $6::date)::date as hi
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
  1::float8 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "sales.mean",
  (1::float8 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as "sales.mean_year_ago",
  1::float8 * (1::float8 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1::float8 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as "sales.mean_growth"
from (
  select
    sum("amount") as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "sales"
  where "day" >= $1::date and "day" < $2::date
  union all
  select
    null as m0,
    null as m1,
    sum(s0) as m2,
    coalesce(sum(s1), 0)::bigint as m3
  from facts_1
  where day_ in (
    select day_
    from (select distinct day_ from facts_1) as days
    join periods_1 on day_ >= dateadd(year, -1, periods_1.d0)::date and day_ < dateadd(month, 1, dateadd(year, -1, periods_1.d0)::date)::date
  )
) as branches;

-- row access holds in the periods that offsets lead to
-- ["west","2023-02-25","2024-04-01","2024-03-28","2024-03-29"]
with facts_1 as (
  select
    "day"::date as day_,
    sum("amount") as s0
  from (
    select *
    from "sales" as "own_sales"
    where "region" in ($1)
  ) as "own_sales"
  where "day" >= $2::date
    and "day" < $3::date
  group by 1
),
periods_1 as (
  select dateadd(day, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select $4::date::date as lo, $5::date::date as hi
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
  d0 as "own_sales.day.day",
  sum(s0) as "own_sales.year_and_month_ago"
from facts_1
join periods_1 on day_ >= dateadd(year, -1, dateadd(month, -1, d0)::date)::date and day_ < dateadd(day, 1, dateadd(year, -1, dateadd(month, -1, d0)::date)::date)::date
group by 1
order by "own_sales.day.day" nulls last;
