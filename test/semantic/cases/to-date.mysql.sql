-- from the first of the month to each day
-- ["2024-01-31 00:00:00","2024-02-06 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00","2024-02-06 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 1 month
    and `placed_at` < cast(? as datetime(6)) + interval 1 day + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date(cast(? as datetime(6))) as d0,
    date(cast(? as datetime(6))) as first,
    date((cast(? as datetime(6)) - interval 1 microsecond)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  d0 as `orders.placed_at.day`,
  sum(s0) as `orders.month_to_date`
from facts_1
join periods_1 on day >= cast(date_format((d0 + interval 1 day - interval 1 day), '%Y-%m-01') as date) and day < d0 + interval 1 day
group by 1
order by `orders.placed_at.day` <=> null, `orders.placed_at.day`;
-- totals
-- ["2024-01-31 00:00:00","2024-02-06 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00","2024-02-06 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 1 month
    and `placed_at` < cast(? as datetime(6)) + interval 1 day + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date(cast(? as datetime(6))) as d0,
    date(cast(? as datetime(6))) as first,
    date((cast(? as datetime(6)) - interval 1 microsecond)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select sum(s0) as `orders.month_to_date`
from facts_1
where day in (
  select day
  from (select distinct day from facts_1) as days
  join periods_1 on day >= cast(date_format((periods_1.d0 + interval 1 day - interval 1 day), '%Y-%m-01') as date) and day < periods_1.d0 + interval 1 day
);

-- a week that begins in another month counts from the first of the month that it ends in
-- ["2024-01-29 00:00:00","2024-02-12 00:00:00","2024-01-29 00:00:00","2024-01-29 00:00:00","2024-02-12 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 week - interval 2 day - interval 1 month
    and `placed_at` < cast(? as datetime(6)) + interval 1 week + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date '1900-01-01' + interval floor(datediff(cast(? as datetime(6)), '1900-01-01') / 7) week as d0,
    date '1900-01-01' + interval floor(datediff(cast(? as datetime(6)), '1900-01-01') / 7) week as first,
    date '1900-01-01' + interval floor(datediff((cast(? as datetime(6)) - interval 1 microsecond), '1900-01-01') / 7) week as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) week, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) week <= last
)
select
  d0 as `orders.placed_at.week`,
  sum(s0) as `orders.month_to_date`
from facts_1
join periods_1 on day >= cast(date_format((d0 + interval 1 week - interval 1 day), '%Y-%m-01') as date) and day < d0 + interval 1 week
group by 1
order by `orders.placed_at.week` <=> null, `orders.placed_at.week`;

-- the same part of the month before
-- ["2024-03-01 00:00:00","2024-03-05 00:00:00","2024-03-01 00:00:00","2024-03-01 00:00:00","2024-03-05 00:00:00","2024-03-01 00:00:00","2024-03-05 00:00:00","2024-03-01 00:00:00","2024-03-01 00:00:00","2024-03-05 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 1 month
    and `placed_at` < cast(? as datetime(6)) + interval 1 day + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date(cast(? as datetime(6))) as d0,
    date(cast(? as datetime(6))) as first,
    date((cast(? as datetime(6)) - interval 1 microsecond)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
),
facts_2 as (
  select
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 1 month - interval 1 month
    and `placed_at` < cast(? as datetime(6)) + interval 1 day + interval 2 day
  group by 1
),
periods_2 as (
  select
    1 as n,
    date(cast(? as datetime(6))) as d0,
    date(cast(? as datetime(6))) as first,
    date((cast(? as datetime(6)) - interval 1 microsecond)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  d0 as `orders.placed_at.day`,
  max(m0) as `orders.month_to_date`,
  max(m1) as `orders.month_before_to_date`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= cast(date_format((d0 + interval 1 day - interval 1 day), '%Y-%m-01') as date) and day < d0 + interval 1 day
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day >= cast(date_format((d0 - interval 1 month + interval 1 day - interval 1 day), '%Y-%m-01') as date) and day < d0 - interval 1 month + interval 1 day
  group by 1
) as branches
group by 1
order by `orders.placed_at.day` <=> null, `orders.placed_at.day`;

-- beside the first month of the year
-- ["2024-01-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-04-01 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
    and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `orders.placed_at.month`,
  max(m0) as `orders.total`,
  max(m1) as `orders.at_year_start`
from (
  select
    cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_1
  join periods_1 on day >= makedate(year(d0), 1) and day < makedate(year(d0), 1) + interval 1 month
  group by 1
) as branches
group by 1
order by `orders.placed_at.month` <=> null, `orders.placed_at.month`;
