-- Never run on databricks itself: see shared/semantic/dialects/README.md for what it rests on.

-- each measure is counted by the time of its own model
-- ["ann","bob"]
select
  d0 as `metric_time.month`,
  max(m0) as `orders.total`,
  max(m1) as `refunds.total`
from (
  select
    cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  group by 1
  union all
  select
    cast(date_trunc('month', `day`) as date) as d0,
    null as m0,
    sum(`amount`) as m1
  from (
    select *
    from `refunds`
    where `refunds`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`name` in (:p1, :p2)
    )
  ) as `refunds`
  group by 1
) as branches
group by 1
order by `metric_time.month` nulls last
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
  where `orders`.`placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `orders`.`placed_at` < cast(concat(:p2, 'Z') as timestamp)
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
      where `customers`.`name` in (:p3, :p4)
    )
  ) as `refunds`
  left join `customers` on `customers`.`id` = `refunds`.`customer_id`
  where `refunds`.`day` between cast(:p5 as date) and cast(:p6 as date)
  group by 1
) as branches
group by 1
order by `customers.name` nulls last
limit 11;

-- fillGaps adds the months in which no fact has rows
-- ["ann","bob"]
with groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d0,
      sum(`amount`) as m0,
      null as m1
    from `orders`
    where `placed_at` is not null
    group by 1
    union all
    select
      cast(date_trunc('month', `day`) as date) as d0,
      null as m0,
      sum(`amount`) as m1
    from (
      select *
      from `refunds`
      where `refunds`.`customer_id` in (
        select `customers`.`id`
        from `customers`
        where `customers`.`name` in (:p1, :p2)
      )
    ) as `refunds`
    where `day` is not null
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select
      min(d0) as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  where lo <= hi
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
order by `metric_time.month` nulls last
limit 11;

-- totals of the periods that a filter on one fact keeps
-- ["ann","bob","0"]
select
  d0 as `metric_time.quarter`,
  max(m0) as `orders.total`,
  max(m1) as `refunds.total`
from (
  select
    cast(date_trunc('quarter', convert_timezone('UTC', `placed_at`)) as date) as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  group by 1
  union all
  select
    cast(date_trunc('quarter', `day`) as date) as d0,
    null as m0,
    sum(`amount`) as m1
  from (
    select *
    from `refunds`
    where `refunds`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`name` in (:p1, :p2)
    )
  ) as `refunds`
  group by 1
) as branches
group by 1
having max(m1) > cast(:p3 as bigint)
order by `metric_time.quarter` nulls last
limit 11;
-- totals
-- ["ann","bob","0","ann","bob"]
with picked_1 as (
  select d0
  from (
    select
      cast(date_trunc('quarter', convert_timezone('UTC', `placed_at`)) as date) as d0,
      null as m0
    from `orders`
    group by 1
    union all
    select
      cast(date_trunc('quarter', `day`) as date) as d0,
      sum(`amount`) as m0
    from (
      select *
      from `refunds`
      where `refunds`.`customer_id` in (
        select `customers`.`id`
        from `customers`
        where `customers`.`name` in (:p1, :p2)
      )
    ) as `refunds`
    group by 1
  ) as branches
  group by 1
  having max(m0) > cast(:p3 as bigint)
)
select
  max(m0) as `orders.total`,
  max(m1) as `refunds.total`
from (
  select
    sum(`orders`.`amount`) as m0,
    null as m1
  from `orders`
  where to_json(named_struct('c0', cast(date_trunc('quarter', convert_timezone('UTC', `orders`.`placed_at`)) as date))) in (
    select to_json(named_struct('c0', picked_1.d0))
    from picked_1
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
      where `customers`.`name` in (:p4, :p5)
    )
  ) as `refunds`
  where to_json(named_struct('c0', cast(date_trunc('quarter', `refunds`.`day`) as date))) in (
    select to_json(named_struct('c0', picked_1.d0))
    from picked_1
  )
) as branches;

-- a window along a model's time goes along it
-- ["ann","bob","ann","bob"]
with facts_1 as (
  select
    cast(convert_timezone('UTC', `placed_at`) as date) as day_,
    sum(`amount`) as s0
  from `orders`
  group by 1
),
extent_1 as (
  select
    min(cast(date_trunc('month', day_) as date)) as earliest,
    max(cast(date_trunc('month', day_) as date)) as latest
  from facts_1
  union all
  select
    min(cast(date_trunc('month', `day`) as date)) as earliest,
    max(cast(date_trunc('month', `day`) as date)) as latest
  from (
    select *
    from `refunds`
    where `refunds`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`name` in (:p1, :p2)
    )
  ) as `refunds`
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select
      min(earliest) as lo,
      max(latest) as hi
    from extent_1
  ) as bounds
  where lo <= hi
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
  join periods_1 on day_ < cast(dateadd(month, 1, d0) as date)
  group by 1
  union all
  select
    cast(date_trunc('month', `day`) as date) as d0,
    null as m0,
    sum(`amount`) as m1
  from (
    select *
    from `refunds`
    where `refunds`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`name` in (:p3, :p4)
    )
  ) as `refunds`
  group by 1
) as branches
group by 1
order by `metric_time.month` nulls last
limit 11;

-- the orders of months with many refunds
-- ["ann","bob","30"]
with asked_1 as (
  select cast(date_trunc('month', `day`) as date) as d0
  from (
    select *
    from `refunds`
    where `refunds`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`name` in (:p1, :p2)
    )
  ) as `refunds`
  group by 1
  having sum(`amount`) > cast(:p3 as bigint)
)
select sum(`orders`.`amount`) as `orders.total`
from `orders`
where to_json(named_struct('c0', cast(date_trunc('month', convert_timezone('UTC', `orders`.`placed_at`)) as date))) in (
  select to_json(named_struct('c0', asked_1.d0))
  from asked_1
);

-- fillGaps reaches to the bounds of a filter on the same time by its own name
-- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2024-05-31 23:59:59.999999"]
with groups_1 as (
  select
    cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d0,
    sum(`amount`) as m0
  from `orders`
  where `placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as date) as hi
  ) as bounds
  where lo <= hi
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
order by `metric_time.month` nulls last
limit 11;

-- and of one on it, where the time has its own name
-- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2024-05-31 23:59:59.999999"]
with groups_1 as (
  select
    cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d0,
    sum(`amount`) as m0
  from `orders`
  where `placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as date) as lo, cast(date_trunc('month', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as date) as hi
  ) as bounds
  where lo <= hi
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
order by `orders.placed_at.month` nulls last
limit 11;

-- the days of another model's time, which the measure alone is measured by
-- ["ann","bob","2024-02-27","2024-03-01","2024-02-27","2024-02-28","2024-03-01"]
with groups_1 as (
  select
    cast(`day` as date) as d0,
    sum(`amount`) as m0
  from (
    select *
    from `refunds`
    where `refunds`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`name` in (:p1, :p2)
    )
  ) as `refunds`
  where `day` between cast(:p3 as date) and cast(:p4 as date)
    and `day` > cast(:p5 as date)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 day)) as d0
  from (
    select cast(cast(:p6 as date) as date) as lo, cast(cast(:p7 as date) as date) as hi
  ) as bounds
  where lo <= hi
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
order by `metric_time.day` nulls last
limit 11;

-- a filter on the time of one fact bounds no periods of another
-- ["2024-04-01 00:00:00","2024-05-01 00:00:00","ann","bob","2024-04-01 00:00:00","2024-05-01 00:00:00"]
with groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d0,
      sum(`amount`) as m0,
      null as m1
    from `orders`
    where `placed_at` >= cast(concat(:p1, 'Z') as timestamp) and `placed_at` < cast(concat(:p2, 'Z') as timestamp)
    group by 1
    union all
    select
      cast(date_trunc('month', `refunds`.`day`) as date) as d0,
      null as m0,
      sum(`refunds`.`amount`) as m1
    from (
      select *
      from `refunds`
      where `refunds`.`customer_id` in (
        select `customers`.`id`
        from `customers`
        where `customers`.`name` in (:p3, :p4)
      )
    ) as `refunds`
    left join `customers` on `customers`.`id` = `refunds`.`customer_id`
    where `customers`.`id` in (
      select `orders`.`customer_id`
      from `orders`
      where `orders`.`placed_at` >= cast(concat(:p5, 'Z') as timestamp) and `orders`.`placed_at` < cast(concat(:p6, 'Z') as timestamp)
    )
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select
      min(d0) as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  where lo <= hi
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
order by `metric_time.month` nulls last
limit 11;

-- a window by day, told by the month of the same time under its other name
-- ["2024-04-05 00:00:00","2024-03-31 00:00:00","2024-04-01 23:59:59.999999"]
with facts_1 as (
  select
    cast(convert_timezone('UTC', `placed_at`) as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` < cast(concat(:p1, 'Z') as timestamp)
  group by 1
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 day)) as d1
  from (
    select cast(convert_timezone('UTC', cast(concat(:p2, 'Z') as timestamp)) as date) as lo, cast(convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp)) as date) as hi
  ) as bounds
  where lo <= hi
),
told_1 as (
  select
    d1,
    cast(date_trunc('month', d1) as date) as d0
  from periods_1
)
select
  d0 as `metric_time.month`,
  d1 as `orders.placed_at.day`,
  sum(s0) as `orders.running`
from facts_1
join told_1 on day < cast(dateadd(day, 1, d1) as date)
group by 1, 2
order by `metric_time.month` nulls last, `orders.placed_at.day` nulls last
limit 11;

-- what one fact gains along its own time, for each month of another fact's
with groups_1 as (
  select
    cast(date_trunc('month', convert_timezone('UTC', `placed_at`)) as date) as d0,
    cast(date_trunc('month', `paid_on`) as date) as d1,
    sum(`amount`) as m0
  from `orders`
  group by 1, 2
),
periods_1 as (
  select explode(sequence(lo, hi, interval 1 month)) as d0
  from (
    select
      min(d0) as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  where lo <= hi
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
    case when d0 is not null then x0 - lag(x0, 1) over (partition by d1 order by d0 nulls last) end as c0
  from results_1
)
select
  d0 as `metric_time.month`,
  d1 as `customers.orders.paid_on.month`,
  x0 as `orders.total`,
  c0 as `gain`
from calculated_1
where shown = 1
order by `metric_time.month` nulls last, `customers.orders.paid_on.month` nulls last
limit 11;
