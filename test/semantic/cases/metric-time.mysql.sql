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
