-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- a day that the calendar does not have lies in no period
select
  `days`.`retail_month` as `orders__placed_at__retail_month`,
  sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
group by 1
order by `orders__placed_at__retail_month` nulls last
limit 11;

-- the day is one of the query's timezone
select
  `days`.`retail_month` as `orders__placed_at__retail_month`,
  sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'America/New_York') as date)
group by 1
order by `orders__placed_at__retail_month` nulls last
limit 11;

-- a filter on a period of the calendar
-- ["2024-02-02"]
select
  cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date) as `orders__placed_at__day`,
  sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
where `days`.`season` = cast(@p1 as date)
group by 1
order by `orders__placed_at__day` nulls last;

-- fillGaps adds the calendar's periods between those of the rows
-- ["2"]
with groups_1 as (
  select
    `days`.`retail_month` as d0,
    sum(`orders`.`amount`) as m0
  from `orders`
  left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
  where `orders`.`amount` is distinct from cast(@p1 as int64)
  group by 1
),
periods_1 as (
  select distinct `retail_month` as d0
  from `days` as `calendar`
  where `retail_month` is not null
    and `day` >= (
    select min(`day`)
    from `days` as `calendar`
    where `retail_month` in (select d0 from groups_1)
  )
    and `day` <= (
    select max(`day`)
    from `days` as `calendar`
    where `retail_month` in (select d0 from groups_1)
  )
)
select
  d0 as `orders__placed_at__retail_month`,
  max(m0) as `orders__total`
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by `orders__placed_at__retail_month` nulls last
limit 11;

-- and up to those of the days that filters name
-- ["2024-01-30 00:00:00","2024-02-04 00:00:00","1","2024-01-30 00:00:00","2024-02-03 23:59:59.999999"]
with groups_1 as (
  select
    `days`.`retail_month` as d0,
    `customers`.`name` as d1,
    sum(`orders`.`amount`) as m0
  from `orders`
  left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `orders`.`placed_at` >= @p1 and `orders`.`placed_at` < @p2
    and `orders`.`amount` = cast(@p3 as int64)
  group by 1, 2
),
periods_1 as (
  select distinct `retail_month` as d0
  from `days` as `calendar`
  where `retail_month` is not null
    and `day` >= cast(datetime(timestamp(@p4), 'UTC') as date)
    and `day` <= cast(datetime(timestamp(@p5), 'UTC') as date)
)
select
  d0 as `orders__placed_at__retail_month`,
  d1 as `customers__name`,
  max(m0) as `orders__total`
from (
  select d0, d1, m0 from groups_1
  union all
  select d0, d1, null as m0
  from periods_1
  cross join (select distinct d1 from groups_1) as others
) as filled
group by 1, 2
order by `orders__placed_at__retail_month` nulls last, `customers__name` nulls last
limit 11;

-- facts meet in the periods of a time that they share
-- ["1","4"]
select
  d0 as `orders__placed_at__retail_month`,
  max(m0) as `orders__total`,
  max(m1) as `refunds__total`
from (
  select
    `days`.`retail_month` as d0,
    sum(`orders`.`amount`) as m0,
    null as m1
  from `orders`
  left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
  group by 1
  union all
  select
    `days`.`retail_month` as d0,
    null as m0,
    sum(`refunds`.`amount`) as m1
  from (
    select *
    from `refunds`
    where `refunds`.`order_id` in (
      select `orders`.`id`
      from `orders`
      where `orders`.`amount` in (cast(@p1 as int64), cast(@p2 as int64))
    )
  ) as `refunds`
  left join `orders` on `orders`.`id` = `refunds`.`order_id`
  left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
  group by 1
) as branches
group by 1
order by `orders__placed_at__retail_month` nulls last
limit 11;

-- two times of one query look at the calendar each by itself
-- ["1","2"]
select
  `days`.`retail_month` as `orders__placed_at__retail_month`,
  `refunds_days`.`retail_month` as `refunds__day__retail_month`,
  sum(`refunds`.`amount`) as `refunds__total`
from (
  select *
  from `refunds`
  where `refunds`.`order_id` in (
    select `orders`.`id`
    from `orders`
    where `orders`.`amount` in (cast(@p1 as int64), cast(@p2 as int64))
  )
) as `refunds`
left join `orders` on `orders`.`id` = `refunds`.`order_id`
left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
left join `days` as `refunds_days` on `refunds_days`.`day` = cast(`refunds`.`day` as date)
group by 1, 2
order by `orders__placed_at__retail_month` nulls last, `refunds__day__retail_month` nulls last
limit 11;

-- totals of the periods that a filter on a measure keeps
-- ["2"]
select
  `days`.`season` as `orders__placed_at__season`,
  sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
group by 1
having sum(`orders`.`amount`) > cast(@p1 as int64)
order by `orders__placed_at__season` nulls last
limit 11;
-- totals
-- ["2"]
with picked_1 as (
  select `days`.`season` as d0
  from `orders`
  left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
  group by 1
  having sum(`orders`.`amount`) > cast(@p1 as int64)
)
select sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
where to_json_string([to_json_string(`days`.`season`)]) in (
  select to_json_string([to_json_string(picked_1.d0)])
  from picked_1
);

-- customers with an order in a period
-- ["2024-R01"]
select
  `customers`.`name` as `customers__name`,
  count(*) as `customers__count`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
  where `days`.`retail_month` = @p1
)
group by 1
order by `customers__name` nulls last
limit 11;

-- the orders of periods with much
-- ["2"]
with asked_1 as (
  select `days`.`retail_month` as d0
  from `orders`
  left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
  group by 1
  having sum(`orders`.`amount`) >= cast(@p1 as int64)
)
select sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
where to_json_string([to_json_string(`days`.`retail_month`)]) in (
  select to_json_string([to_json_string(asked_1.d0)])
  from asked_1
);

-- a difference to a period of the calendar that has no rows
-- ["2"]
with groups_1 as (
  select
    `days`.`retail_month` as d0,
    sum(`orders`.`amount`) as m0
  from `orders`
  left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
  where `orders`.`amount` is distinct from cast(@p1 as int64)
    and `days`.`retail_month` is not null
  group by 1
),
periods_1 as (
  select distinct `retail_month` as d0
  from `days` as `calendar`
  where `retail_month` is not null
    and `day` >= (
    select min(`day`)
    from `days` as `calendar`
    where `retail_month` in (select d0 from groups_1)
  )
    and `day` <= (
    select max(`day`)
    from `days` as `calendar`
    where `retail_month` in (select d0 from groups_1)
  )
),
results_1 as (
  select
    d0,
    max(m0) as x0,
    case when max(present) = 1 then 1 else 0 end as shown
  from (
  select d0, m0, 1 as present from groups_1
  union all
  select d0, null as m0, 0 as present
  from periods_1
) as filled
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    shown,
    case when d0 is not null then x0 - lag(x0, 1) over (order by d0 nulls last) end as c0,
    case when d0 is not null then x0 - lag(x0, 2) over (order by d0 nulls last) end as c1
  from results_1
)
select
  d0 as `orders__placed_at__retail_month`,
  x0 as `orders__total`,
  c0 as `before`,
  c1 as `c_two_before__k5awaiea6yz3`
from calculated_1
where shown = 1
order by `orders__placed_at__retail_month` nulls last
limit 11;

-- what a balance was at the end of each period
select
  d0 as `orders__placed_at__season`,
  sum(case when place = 1 then v0 end) as `orders__closing`
from (
  select
    `days`.`season` as d0,
    `orders`.`amount` as v0,
    case when `orders`.`placed_at` is not null then rank() over (partition by `days`.`season` order by `orders`.`placed_at` desc nulls last) end as place
  from `orders`
  left join `days` on `days`.`day` = cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date)
) as `orders`
group by 1
order by `orders__placed_at__season` nulls last
limit 11;
