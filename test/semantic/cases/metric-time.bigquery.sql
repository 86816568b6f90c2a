-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- each measure is counted by the time of its own model
-- ["ann","bob"]
select
  d0 as `metric_time__month`,
  max(m0) as `orders__total`,
  max(m1) as `refunds__total`
from (
  select
    date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  group by 1
  union all
  select
    date_trunc(cast(`day` as date), month) as d0,
    null as m0,
    sum(`amount`) as m1
  from (
    select *
    from `refunds`
    where `refunds`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`name` in (@p1, @p2)
    )
  ) as `refunds`
  group by 1
) as branches
group by 1
order by `metric_time__month` nulls last
limit 11;

-- a filter on it acts on each model's own time, dates and moments of the query's timezone
-- ["2024-02-01 05:00:00","2024-04-01 04:00:00","ann","bob","2024-02-01","2024-03-31"]
select
  d0 as `customers__name`,
  max(m0) as `orders__total`,
  max(m1) as `refunds__total`
from (
  select
    `customers`.`name` as d0,
    sum(`orders`.`amount`) as m0,
    null as m1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `orders`.`placed_at` >= @p1 and `orders`.`placed_at` < @p2
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
      where `customers`.`name` in (@p3, @p4)
    )
  ) as `refunds`
  left join `customers` on `customers`.`id` = `refunds`.`customer_id`
  where `refunds`.`day` between cast(@p5 as date) and cast(@p6 as date)
  group by 1
) as branches
group by 1
order by `customers__name` nulls last
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
      date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d0,
      sum(`amount`) as m0,
      null as m1
    from `orders`
    where `placed_at` is not null
    group by 1
    union all
    select
      date_trunc(cast(`day` as date), month) as d0,
      null as m0,
      sum(`amount`) as m1
    from (
      select *
      from `refunds`
      where `refunds`.`customer_id` in (
        select `customers`.`id`
        from `customers`
        where `customers`.`name` in (@p1, @p2)
      )
    ) as `refunds`
    where `day` is not null
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select
      min(d0) as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `metric_time__month`,
  max(m0) as `orders__total`,
  max(m1) as `refunds__total`
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by `metric_time__month` nulls last
limit 11;

-- totals of the periods that a filter on one fact keeps
-- ["ann","bob","0"]
select
  d0 as `metric_time__quarter`,
  max(m0) as `orders__total`,
  max(m1) as `refunds__total`
from (
  select
    date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), quarter) as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  group by 1
  union all
  select
    date_trunc(cast(`day` as date), quarter) as d0,
    null as m0,
    sum(`amount`) as m1
  from (
    select *
    from `refunds`
    where `refunds`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`name` in (@p1, @p2)
    )
  ) as `refunds`
  group by 1
) as branches
group by 1
having max(m1) > cast(@p3 as int64)
order by `metric_time__quarter` nulls last
limit 11;
-- totals
-- ["ann","bob","0","ann","bob"]
with picked_1 as (
  select d0
  from (
    select
      date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), quarter) as d0,
      null as m0
    from `orders`
    group by 1
    union all
    select
      date_trunc(cast(`day` as date), quarter) as d0,
      sum(`amount`) as m0
    from (
      select *
      from `refunds`
      where `refunds`.`customer_id` in (
        select `customers`.`id`
        from `customers`
        where `customers`.`name` in (@p1, @p2)
      )
    ) as `refunds`
    group by 1
  ) as branches
  group by 1
  having max(m0) > cast(@p3 as int64)
)
select
  max(m0) as `orders__total`,
  max(m1) as `refunds__total`
from (
  select
    sum(`orders`.`amount`) as m0,
    null as m1
  from `orders`
  where to_json_string([to_json_string(date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), quarter))]) in (
    select to_json_string([to_json_string(picked_1.d0)])
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
      where `customers`.`name` in (@p4, @p5)
    )
  ) as `refunds`
  where to_json_string([to_json_string(date_trunc(cast(`refunds`.`day` as date), quarter))]) in (
    select to_json_string([to_json_string(picked_1.d0)])
    from picked_1
  )
) as branches;

-- a window along a model's time goes along it
-- ["ann","bob","ann","bob"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day_,
    sum(`amount`) as s0
  from `orders`
  group by 1
),
extent_1 as (
  select
    min(date_trunc(cast(day_ as date), month)) as earliest,
    max(date_trunc(cast(day_ as date), month)) as latest
  from facts_1
  union all
  select
    min(date_trunc(cast(`day` as date), month)) as earliest,
    max(date_trunc(cast(`day` as date), month)) as latest
  from (
    select *
    from `refunds`
    where `refunds`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`name` in (@p1, @p2)
    )
  ) as `refunds`
),
periods_1 as (
  select step as d0
  from (
    select
      min(earliest) as lo,
      max(latest) as hi
    from extent_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `metric_time__month`,
  max(m0) as `orders__running`,
  max(m1) as `refunds__total`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ < date_add(d0, interval 1 month)
  group by 1
  union all
  select
    date_trunc(cast(`day` as date), month) as d0,
    null as m0,
    sum(`amount`) as m1
  from (
    select *
    from `refunds`
    where `refunds`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`name` in (@p3, @p4)
    )
  ) as `refunds`
  group by 1
) as branches
group by 1
order by `metric_time__month` nulls last
limit 11;

-- the orders of months with many refunds
-- ["ann","bob","30"]
with asked_1 as (
  select date_trunc(cast(`day` as date), month) as d0
  from (
    select *
    from `refunds`
    where `refunds`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`name` in (@p1, @p2)
    )
  ) as `refunds`
  group by 1
  having sum(`amount`) > cast(@p3 as int64)
)
select sum(`orders`.`amount`) as `orders__total`
from `orders`
where to_json_string([to_json_string(date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), month))]) in (
  select to_json_string([to_json_string(asked_1.d0)])
  from asked_1
);
