-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- a fiscal year comes as its first day
select
  cast((date_add(date_trunc(cast((date_add(cast(datetime(timestamp(`placed_at`), 'UTC') as date), interval -1 month)) as date), year), interval 1 month)) as date) as `orders__placed_at__fiscal_year`,
  sum(`amount`) as `orders__total`
from `orders`
group by 1
order by `orders__placed_at__fiscal_year` nulls last
limit 11;

-- it begins in the query's timezone
select
  cast((date_add(date_trunc(cast((date_add(cast(datetime(timestamp(`placed_at`), 'America/New_York') as date), interval -1 month)) as date), year), interval 1 month)) as date) as `orders__placed_at__fiscal_year`,
  sum(`amount`) as `orders__total`
from `orders`
group by 1
order by `orders__placed_at__fiscal_year` nulls last
limit 11;

-- the quarters of a fiscal year, with those that have no rows
-- ["2023-02-01 00:00:00","2024-02-01 00:00:00","2023-02-01 00:00:00","2024-01-31 23:59:59.999999"]
with groups_1 as (
  select
    cast((date_add(date_trunc(cast((date_add(cast(datetime(timestamp(`placed_at`), 'UTC') as date), interval -1 month)) as date), quarter), interval 1 month)) as date) as d0,
    sum(`amount`) as m0
  from `orders`
  where `placed_at` >= @p1 and `placed_at` < @p2
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select cast((date_add(date_trunc(cast((date_add(cast(datetime(timestamp(@p3), 'UTC') as date), interval -1 month)) as date), quarter), interval 1 month)) as date) as lo, cast((date_add(date_trunc(cast((date_add(cast(datetime(timestamp(@p4), 'UTC') as date), interval -1 month)) as date), quarter), interval 1 month)) as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 quarter)) as step
)
select
  d0 as `orders__placed_at__fiscal_quarter`,
  max(m0) as `orders__total`
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by `orders__placed_at__fiscal_quarter` nulls last
limit 11;

-- the last days of long months are in their fiscal quarter
select
  cast((date_add(date_trunc(cast((date_add(cast(`due` as date), interval -1 month)) as date), quarter), interval 1 month)) as date) as `orders__due__fiscal_quarter`,
  sum(`amount`) as `orders__total`
from `orders`
group by 1
order by `orders__due__fiscal_quarter` nulls last
limit 11;

-- a fiscal year to date, beside the same part of the year before
-- ["2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2021-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p1
    and `placed_at` < @p2
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p4), 'UTC') as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
facts_2 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p5
    and `placed_at` < @p6
  group by 1
),
periods_2 as (
  select step as d0
  from (
    select date_trunc(cast(datetime(timestamp(@p7), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p8), 'UTC') as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
facts_3 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p9
    and `placed_at` < @p10
  group by 1
),
periods_3 as (
  select step as d0
  from (
    select date_trunc(cast(datetime(timestamp(@p11), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p12), 'UTC') as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `orders__placed_at__month`,
  max(m0) as `orders__year_to_date`,
  max(m1) as `orders__year_before`,
  max(m2) as `orders__at_start`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1,
    null as m2
  from facts_1
  join periods_1 on day >= cast((date_add(date_trunc(cast((date_add(cast((date_add(date_add(d0, interval 1 month), interval -1 day)) as date), interval -1 month)) as date), year), interval 1 month)) as date) and day < date_add(d0, interval 1 month)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1,
    null as m2
  from facts_2
  join periods_2 on day >= cast((date_add(date_trunc(cast((date_add(cast((date_add(date_add(date_add(d0, interval -1 year), interval 1 month), interval -1 day)) as date), interval -1 month)) as date), year), interval 1 month)) as date) and day < date_add(date_add(d0, interval -1 year), interval 1 month)
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    sum(s0) as m2
  from facts_3
  join periods_3 on day >= cast((date_add(date_trunc(cast((date_add(cast(d0 as date), interval -1 month)) as date), year), interval 1 month)) as date) and day < date_add(cast((date_add(date_trunc(cast((date_add(cast(d0 as date), interval -1 month)) as date), year), interval 1 month)) as date), interval 1 month)
  group by 1
) as branches
group by 1
order by `orders__placed_at__month` nulls last;
-- totals
-- ["2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2021-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p1
    and `placed_at` < @p2
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p4), 'UTC') as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
facts_2 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p5
    and `placed_at` < @p6
  group by 1
),
periods_2 as (
  select step as d0
  from (
    select date_trunc(cast(datetime(timestamp(@p7), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p8), 'UTC') as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
facts_3 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p9
    and `placed_at` < @p10
  group by 1
),
periods_3 as (
  select step as d0
  from (
    select date_trunc(cast(datetime(timestamp(@p11), 'UTC') as date), month) as lo, date_trunc(cast(datetime(timestamp(@p12), 'UTC') as date), month) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  max(m0) as `orders__year_to_date`,
  max(m1) as `orders__year_before`,
  max(m2) as `orders__at_start`
from (
  select
    sum(s0) as m0,
    null as m1,
    null as m2
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= cast((date_add(date_trunc(cast((date_add(cast((date_add(date_add(periods_1.d0, interval 1 month), interval -1 day)) as date), interval -1 month)) as date), year), interval 1 month)) as date) and day < date_add(periods_1.d0, interval 1 month)
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
    join periods_2 on day >= cast((date_add(date_trunc(cast((date_add(cast((date_add(date_add(date_add(periods_2.d0, interval -1 year), interval 1 month), interval -1 day)) as date), interval -1 month)) as date), year), interval 1 month)) as date) and day < date_add(date_add(periods_2.d0, interval -1 year), interval 1 month)
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
    join periods_3 on day >= cast((date_add(date_trunc(cast((date_add(cast(periods_3.d0 as date), interval -1 month)) as date), year), interval 1 month)) as date) and day < date_add(cast((date_add(date_trunc(cast((date_add(cast(periods_3.d0 as date), interval -1 month)) as date), year), interval 1 month)) as date), interval 1 month)
  )
) as branches;

-- what has come together by the end of each fiscal quarter
with facts_1 as (
  select
    cast(`due` as date) as day,
    sum(`amount`) as s0
  from `orders`
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select
      min(cast((date_add(date_trunc(cast((date_add(cast(day as date), interval -1 month)) as date), quarter), interval 1 month)) as date)) as lo,
      max(cast((date_add(date_trunc(cast((date_add(cast(day as date), interval -1 month)) as date), quarter), interval 1 month)) as date)) as hi
    from facts_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 quarter)) as step
)
select
  d0 as `orders__due__fiscal_quarter`,
  sum(s0) as `orders__running`
from facts_1
join periods_1 on day < date_add(d0, interval 1 quarter)
group by 1
order by `orders__due__fiscal_quarter` nulls last;

-- the fiscal quarter before this one
-- ["2023-11-01 00:00:00","2024-02-01 00:00:00"]
select sum(`amount`) as `orders__total`
from `orders`
where `placed_at` >= @p1 and `placed_at` < @p2;

-- the quarters of this fiscal year
-- ["2024-02-01","2025-02-01"]
select
  cast((date_add(date_trunc(cast((date_add(cast(`due` as date), interval -1 month)) as date), quarter), interval 1 month)) as date) as `orders__due__fiscal_quarter`,
  sum(`amount`) as `orders__total`
from `orders`
where `due` >= cast(@p1 as date) and `due` < cast(@p2 as date)
group by 1;
