-- a fiscal year comes as its first day
select
  cast((makedate(year((date(`placed_at`) - interval 1 month)), 1) + interval 1 month) as date) as `orders.placed_at.fiscal_year`,
  sum(`amount`) as `orders.total`
from `orders`
group by 1
order by `orders.placed_at.fiscal_year` <=> null, `orders.placed_at.fiscal_year`
limit 11;

-- it begins in the query's timezone
select
  cast((makedate(year((date((`placed_at` + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `placed_at`), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute)) - interval 1 month)), 1) + interval 1 month) as date) as `orders.placed_at.fiscal_year`,
  sum(`amount`) as `orders.total`
from `orders`
group by 1
order by `orders.placed_at.fiscal_year` <=> null, `orders.placed_at.fiscal_year`
limit 11;

-- the quarters of a fiscal year, with those that have no rows
-- ["2023-02-01 00:00:00","2024-02-01 00:00:00","2023-02-01 00:00:00","2023-02-01 00:00:00","2024-02-01 00:00:00"]
with recursive groups_1 as (
  select
    cast((date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', (date(`placed_at`) - interval 1 month)) quarter + interval 1 month) as date) as d0,
    sum(`amount`) as m0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast((date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', (date(cast(? as datetime(6))) - interval 1 month)) quarter + interval 1 month) as date) as d0,
    cast((date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', (date(cast(? as datetime(6))) - interval 1 month)) quarter + interval 1 month) as date) as first,
    cast((date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', (date((cast(? as datetime(6)) - interval 1 microsecond)) - interval 1 month)) quarter + interval 1 month) as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) quarter, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) quarter <= last
)
select
  d0 as `orders.placed_at.fiscal_quarter`,
  max(m0) as `orders.total`
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by `orders.placed_at.fiscal_quarter` <=> null, `orders.placed_at.fiscal_quarter`
limit 11;

-- the last days of long months are in their fiscal quarter
select
  cast((date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', (date(`due`) - interval 1 month)) quarter + interval 1 month) as date) as `orders.due.fiscal_quarter`,
  sum(`amount`) as `orders.total`
from `orders`
group by 1
order by `orders.due.fiscal_quarter` <=> null, `orders.due.fiscal_quarter`
limit 11;

-- a fiscal year to date, beside the same part of the year before
-- ["2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00"]
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
),
facts_2 as (
  select
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year - interval 1 year
    and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
  group by 1
),
periods_2 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
facts_3 as (
  select
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
    and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
  group by 1
),
periods_3 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_3
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `orders.placed_at.month`,
  max(m0) as `orders.year_to_date`,
  max(m1) as `orders.year_before`,
  max(m2) as `orders.at_start`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1,
    null as m2
  from facts_1
  join periods_1 on day >= cast((makedate(year((date((d0 + interval 1 month - interval 1 day)) - interval 1 month)), 1) + interval 1 month) as date) and day < d0 + interval 1 month
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1,
    null as m2
  from facts_2
  join periods_2 on day >= cast((makedate(year((date((d0 - interval 1 year + interval 1 month - interval 1 day)) - interval 1 month)), 1) + interval 1 month) as date) and day < d0 - interval 1 year + interval 1 month
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    sum(s0) as m2
  from facts_3
  join periods_3 on day >= cast((makedate(year((date(d0) - interval 1 month)), 1) + interval 1 month) as date) and day < cast((makedate(year((date(d0) - interval 1 month)), 1) + interval 1 month) as date) + interval 1 month
  group by 1
) as branches
group by 1
order by `orders.placed_at.month` <=> null, `orders.placed_at.month`;
-- totals
-- ["2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00","2023-12-01 00:00:00","2023-12-01 00:00:00","2024-04-01 00:00:00"]
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
),
facts_2 as (
  select
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year - interval 1 year
    and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
  group by 1
),
periods_2 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
facts_3 as (
  select
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
    and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
  group by 1
),
periods_3 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_3
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  max(m0) as `orders.year_to_date`,
  max(m1) as `orders.year_before`,
  max(m2) as `orders.at_start`
from (
  select
    sum(s0) as m0,
    null as m1,
    null as m2
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= cast((makedate(year((date((periods_1.d0 + interval 1 month - interval 1 day)) - interval 1 month)), 1) + interval 1 month) as date) and day < periods_1.d0 + interval 1 month
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
    join periods_2 on day >= cast((makedate(year((date((periods_2.d0 - interval 1 year + interval 1 month - interval 1 day)) - interval 1 month)), 1) + interval 1 month) as date) and day < periods_2.d0 - interval 1 year + interval 1 month
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
    join periods_3 on day >= cast((makedate(year((date(periods_3.d0) - interval 1 month)), 1) + interval 1 month) as date) and day < cast((makedate(year((date(periods_3.d0) - interval 1 month)), 1) + interval 1 month) as date) + interval 1 month
  )
) as branches;

-- what has come together by the end of each fiscal quarter
with recursive facts_1 as (
  select
    date(`due`) as day,
    sum(`amount`) as s0
  from `orders`
  group by 1
),
periods_1 as (
  select
    1 as n,
    min(cast((date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', (date(day) - interval 1 month)) quarter + interval 1 month) as date)) as d0,
    min(cast((date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', (date(day) - interval 1 month)) quarter + interval 1 month) as date)) as first,
    max(cast((date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', (date(day) - interval 1 month)) quarter + interval 1 month) as date)) as last
  from facts_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) quarter, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) quarter <= last
)
select
  d0 as `orders.due.fiscal_quarter`,
  sum(s0) as `orders.running`
from facts_1
join periods_1 on day < d0 + interval 1 quarter
group by 1
order by `orders.due.fiscal_quarter` <=> null, `orders.due.fiscal_quarter`;

-- the fiscal quarter before this one
-- ["2023-11-01 00:00:00","2024-02-01 00:00:00"]
select sum(`amount`) as `orders.total`
from `orders`
where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6));

-- the quarters of this fiscal year
-- ["2024-02-01","2025-02-01"]
select
  cast((date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', (date(`due`) - interval 1 month)) quarter + interval 1 month) as date) as `orders.due.fiscal_quarter`,
  sum(`amount`) as `orders.total`
from `orders`
where `due` >= cast(? as date) and `due` < cast(? as date)
group by 1;
