-- each measure is counted by the time of its own model
-- ["ann","bob"]
select
  d0 as `metric_time.month`,
  max(m0) as `orders.total`,
  max(m1) as `refunds.total`
from (
  select
    cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  group by 1
  union all
  select
    cast(date_format(`day`, '%Y-%m-01') as date) as d0,
    null as m0,
    sum(`amount`) as m1
  from (
    select *
    from `refunds`
    where `refunds`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`name` in (?, ?)
    )
  ) as `refunds`
  group by 1
) as branches
group by 1
order by `metric_time.month` <=> null, `metric_time.month`
limit 11;

-- a filter on it acts on each model's own time, dates and moments of the query's timezone
-- ["2024-02-01 05:00:00","2024-04-01 04:00:00","ann","bob","2024-02-01","2024-03-31"]
select
  d0 as `customers.name`,
  max(m0) as `orders.total`,
  max(m1) as `refunds.total`
from (
  select
    `customers`.`name` as d0,
    sum(`orders`.`amount`) as m0,
    null as m1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `orders`.`placed_at` >= cast(? as datetime(6)) and `orders`.`placed_at` < cast(? as datetime(6))
  group by 1
  union all
  select
    `customers`.`name` as d0,
    null as m0,
    sum(`refunds`.`amount`) as m1
  from (
    select *
    from `refunds`
    where `refunds`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`name` in (?, ?)
    )
  ) as `refunds`
  left join `customers` on `customers`.`id` = `refunds`.`customer_id`
  where `refunds`.`day` between cast(? as date) and cast(? as date)
  group by 1
) as branches
group by 1
order by `customers.name` <=> null, `customers.name`
limit 11;

-- fillGaps adds the months in which no fact has rows
-- ["ann","bob"]
with recursive groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
      sum(`amount`) as m0,
      null as m1
    from `orders`
    where `placed_at` is not null
    group by 1
    union all
    select
      cast(date_format(`day`, '%Y-%m-01') as date) as d0,
      null as m0,
      sum(`amount`) as m1
    from (
      select *
      from `refunds`
      where `refunds`.`customer_id` in (
        select `customers`.`id`
        from `customers`
        where `customers`.`name` in (?, ?)
      )
    ) as `refunds`
    where `day` is not null
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select
    1 as n,
    min(d0) as d0,
    min(d0) as first,
    max(d0) as last
  from groups_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `metric_time.month`,
  max(m0) as `orders.total`,
  max(m1) as `refunds.total`
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by `metric_time.month` <=> null, `metric_time.month`
limit 11;

-- totals of the periods that a filter on one fact keeps
-- ["ann","bob","0"]
select
  d0 as `metric_time.quarter`,
  max(m0) as `orders.total`,
  max(m1) as `refunds.total`
from (
  select
    date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `placed_at`) quarter as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  group by 1
  union all
  select
    date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `day`) quarter as d0,
    null as m0,
    sum(`amount`) as m1
  from (
    select *
    from `refunds`
    where `refunds`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`name` in (?, ?)
    )
  ) as `refunds`
  group by 1
) as branches
group by 1
having max(m1) > cast(? as signed)
order by `metric_time.quarter` <=> null, `metric_time.quarter`
limit 11;
-- totals
-- ["ann","bob","0","ann","bob"]
with picked_1 as (
  select d0
  from (
    select
      date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `placed_at`) quarter as d0,
      null as m0
    from `orders`
    group by 1
    union all
    select
      date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `day`) quarter as d0,
      sum(`amount`) as m0
    from (
      select *
      from `refunds`
      where `refunds`.`customer_id` in (
        select `customers`.`id`
        from `customers`
        where `customers`.`name` in (?, ?)
      )
    ) as `refunds`
    group by 1
  ) as branches
  group by 1
  having max(m0) > cast(? as signed)
)
select
  max(m0) as `orders.total`,
  max(m1) as `refunds.total`
from (
  select
    sum(`orders`.`amount`) as m0,
    null as m1
  from `orders`
  where exists (
    select 1
    from picked_1
    where picked_1.d0 <=> date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `orders`.`placed_at`) quarter
  )
  union all
  select
    null as m0,
    sum(`refunds`.`amount`) as m1
  from (
    select *
    from `refunds`
    where `refunds`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`name` in (?, ?)
    )
  ) as `refunds`
  where exists (
    select 1
    from picked_1
    where picked_1.d0 <=> date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', `refunds`.`day`) quarter
  )
) as branches;

-- a window along a model's time goes along it
-- ["ann","bob","ann","bob"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day_,
    sum(`amount`) as s0
  from `orders`
  group by 1
),
extent_1 as (
  select
    min(cast(date_format(day_, '%Y-%m-01') as date)) as earliest,
    max(cast(date_format(day_, '%Y-%m-01') as date)) as latest
  from facts_1
  union all
  select
    min(cast(date_format(`day`, '%Y-%m-01') as date)) as earliest,
    max(cast(date_format(`day`, '%Y-%m-01') as date)) as latest
  from (
    select *
    from `refunds`
    where `refunds`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`name` in (?, ?)
    )
  ) as `refunds`
),
periods_1 as (
  select
    1 as n,
    min(earliest) as d0,
    min(earliest) as first,
    max(latest) as last
  from extent_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `metric_time.month`,
  max(m0) as `orders.running`,
  max(m1) as `refunds.total`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ < d0 + interval 1 month
  group by 1
  union all
  select
    cast(date_format(`day`, '%Y-%m-01') as date) as d0,
    null as m0,
    sum(`amount`) as m1
  from (
    select *
    from `refunds`
    where `refunds`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`name` in (?, ?)
    )
  ) as `refunds`
  group by 1
) as branches
group by 1
order by `metric_time.month` <=> null, `metric_time.month`
limit 11;

-- the orders of months with many refunds
-- ["ann","bob","30"]
with asked_1 as (
  select cast(date_format(`day`, '%Y-%m-01') as date) as d0
  from (
    select *
    from `refunds`
    where `refunds`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`name` in (?, ?)
    )
  ) as `refunds`
  group by 1
  having sum(`amount`) > cast(? as signed)
)
select sum(`orders`.`amount`) as `orders.total`
from `orders`
where exists (
  select 1
  from asked_1
  where asked_1.d0 <=> cast(date_format(`orders`.`placed_at`, '%Y-%m-01') as date)
);

-- fillGaps reaches to the bounds of a filter on the same time by its own name
-- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2023-12-01 00:00:00","2024-06-01 00:00:00"]
with recursive groups_1 as (
  select
    cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
    sum(`amount`) as m0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
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
  d0 as `metric_time.month`,
  max(m0) as `orders.total`
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by `metric_time.month` <=> null, `metric_time.month`
limit 11;

-- and of one on it, where the time has its own name
-- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2023-12-01 00:00:00","2024-06-01 00:00:00"]
with recursive groups_1 as (
  select
    cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
    sum(`amount`) as m0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
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
  max(m0) as `orders.total`
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by `orders.placed_at.month` <=> null, `orders.placed_at.month`
limit 11;

-- the days of another model's time, which the measure alone is measured by
-- ["ann","bob","2024-02-27","2024-03-01","2024-02-27","2024-02-27","2024-02-27","2024-03-01"]
with recursive groups_1 as (
  select
    date(`day`) as d0,
    sum(`amount`) as m0
  from (
    select *
    from `refunds`
    where `refunds`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`name` in (?, ?)
    )
  ) as `refunds`
  where `day` between cast(? as date) and cast(? as date)
    and `day` > cast(? as date)
  group by 1
),
periods_1 as (
  select
    1 as n,
    date((cast(? as date) + interval 1 day)) as d0,
    date((cast(? as date) + interval 1 day)) as first,
    date(cast(? as date)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  d0 as `metric_time.day`,
  max(m0) as `refunds.total`
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by `metric_time.day` <=> null, `metric_time.day`
limit 11;

-- a filter on the time of one fact bounds no periods of another
-- ["2024-04-01 00:00:00","2024-05-01 00:00:00","ann","bob","2024-04-01 00:00:00","2024-05-01 00:00:00"]
with recursive groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
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
      cast(date_format(`refunds`.`day`, '%Y-%m-01') as date) as d0,
      null as m0,
      sum(`refunds`.`amount`) as m1
    from (
      select *
      from `refunds`
      where `refunds`.`customer_id` in (
        select `customers`.`id`
        from `customers`
        where `customers`.`name` in (?, ?)
      )
    ) as `refunds`
    left join `customers` on `customers`.`id` = `refunds`.`customer_id`
    where `customers`.`id` in (
      select `orders`.`customer_id`
      from `orders`
      where `orders`.`placed_at` >= cast(? as datetime(6)) and `orders`.`placed_at` < cast(? as datetime(6))
    )
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select
    1 as n,
    min(d0) as d0,
    min(d0) as first,
    max(d0) as last
  from groups_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `metric_time.month`,
  max(m0) as `orders.total`,
  max(m1) as `refunds.total`
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by `metric_time.month` <=> null, `metric_time.month`
limit 11;

-- a window by day, told by the month of the same time under its other name
-- ["2024-04-02 00:00:00","2024-03-31 00:00:00","2024-03-31 00:00:00","2024-04-02 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` < cast(? as datetime(6)) + interval 1 day + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date(cast(? as datetime(6))) as d1,
    date(cast(? as datetime(6))) as first,
    date((cast(? as datetime(6)) - interval 1 microsecond)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
),
told_1 as (
  select
    d1,
    cast(date_format(d1, '%Y-%m-01') as date) as d0
  from periods_1
)
select
  d0 as `metric_time.month`,
  d1 as `orders.placed_at.day`,
  sum(s0) as `orders.running`
from facts_1
join told_1 on day < d1 + interval 1 day
group by 1, 2
order by `metric_time.month` <=> null, `metric_time.month`, `orders.placed_at.day` <=> null, `orders.placed_at.day`
limit 11;

-- what one fact gains along its own time, for each month of another fact's
with recursive groups_1 as (
  select
    cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
    cast(date_format(`paid_on`, '%Y-%m-01') as date) as d1,
    sum(`amount`) as m0
  from `orders`
  group by 1, 2
),
periods_1 as (
  select
    1 as n,
    min(d0) as d0,
    min(d0) as first,
    max(d0) as last
  from groups_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
results_1 as (
  select
    d0,
    d1,
    max(m0) as x0,
    case when max(present) = 1 then 1 else 0 end as shown
  from (
  select d0, d1, m0, 1 as present from groups_1
  union all
  select d0, d1, null as m0, 0 as present
  from periods_1
  cross join (select distinct d1 from groups_1) as others
) as filled
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    shown,
    case when d0 is not null then x0 - lag(x0, 1) over (partition by d1 order by d0 <=> null, d0) end as c0
  from results_1
)
select
  d0 as `metric_time.month`,
  d1 as `customers.orders.paid_on.month`,
  x0 as `orders.total`,
  c0 as `gain`
from calculated_1
where shown = 1
order by `metric_time.month` <=> null, `metric_time.month`, `customers.orders.paid_on.month` <=> null, `customers.orders.paid_on.month`
limit 11;
