-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- last year stands beside this year
-- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= @p2
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select
      date_trunc(cast(datetime(timestamp(@p3), 'UTC') as date), month) as lo,
      max(date_trunc(cast(day as date), month)) as hi
    from facts_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `orders__placed_at__month`,
  max(m0) as `orders__total`,
  max(m1) as `orders__last_year`,
  1e0 * max(m0) / nullif(max(m1), 0) - 1 as `orders__growth`
from (
  select
    date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= @p1
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_1
  join periods_1 on day >= date_add(d0, interval -1 year) and day < date_add(date_add(d0, interval -1 year), interval 1 month)
  group by 1
) as branches
group by 1
order by `orders__placed_at__month` nulls last
limit 21;

-- the month before, also where this month has no rows
with facts_1 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select
      min(date_trunc(cast(day as date), month)) as lo,
      max(date_trunc(cast(day as date), month)) as hi
    from facts_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
facts_2 as (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as day,
    sum(`amount`) as s0
  from `orders`
  group by 1
),
periods_2 as (
  select step as d0
  from (
    select
      min(date_trunc(cast(day as date), month)) as lo,
      max(date_trunc(cast(day as date), month)) as hi
    from facts_2
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
)
select
  d0 as `orders__placed_at__month`,
  max(m0) as `orders__last_month`,
  max(m1) as `orders__running_last_month`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= date_add(d0, interval -1 month) and day < date_add(date_add(d0, interval -1 month), interval 1 month)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day < date_add(date_add(d0, interval -1 month), interval 1 month)
  group by 1
) as branches
group by 1
order by `orders__placed_at__month` nulls last
limit 21;

-- last month's rows of a child, asked from its parent
-- ["2023-10-29 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    `lines`.`sku` as d0,
    cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date) as day,
    sum(`lines`.`quantity`) as s0
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= @p1
  group by 1, 2
),
periods_1 as (
  select step as d1
  from (
    select
      date_trunc(cast(datetime(timestamp(@p2), 'UTC') as date), month) as lo,
      max(date_trunc(cast(day as date), month)) as hi
    from facts_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
spans_1 as (
  select
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day >= date_add(d1, interval -1 month) and day < date_add(date_add(d1, interval -1 month), interval 1 month)
)
select
  d0 as `lines__sku`,
  d1 as `orders__placed_at__month`,
  max(m0) as `lines__last_month`,
  max(m1) as `lines__quantity`
from (
  select
    d0,
    d1,
    sum(s0) as m0,
    null as m1
  from facts_1
  join spans_1 on on_day = day
  group by 1, 2
  union all
  select
    `lines`.`sku` as d0,
    date_trunc(cast(datetime(timestamp(`orders`.`placed_at`), 'UTC') as date), month) as d1,
    null as m0,
    sum(`lines`.`quantity`) as m1
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= @p3
  group by 1, 2
) as branches
group by 1, 2
order by `lines__sku` nulls last, `orders__placed_at__month` nulls last
limit 21;

-- last month's closing balance stands beside this month's
with facts_1 as (
  select
    cast(`day` as date) as day_,
    `balance` as v0,
    `day` as moment,
    `account_id` as p0
  from `balances`
),
periods_1 as (
  select step as d0
  from (
    select
      min(date_trunc(cast(day_ as date), month)) as lo,
      max(date_trunc(cast(day_ as date), month)) as hi
    from facts_1
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 month)) as step
),
spans_1 as (
  select
    day_ as on_day,
    d0
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ >= date_add(d0, interval -1 month) and day_ < date_add(date_add(d0, interval -1 month), interval 1 month)
)
select
  d0 as `balances__day__month`,
  max(m0) as `balances__closing`,
  max(m1) as `balances__closing_last_month`
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      date_trunc(cast(`day` as date), month) as d0,
      `balance` as v0,
      case when `day` is not null then rank() over (partition by date_trunc(cast(`day` as date), month), `account_id` order by `day` desc nulls last) end as place
    from `balances`
  ) as `balances`
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      d0,
      v0,
      case when moment is not null then rank() over (partition by d0, p0 order by moment desc nulls last) end as place
    from facts_1
    join spans_1 on on_day = day_
  ) as placed
  group by 1
) as branches
group by 1
order by `balances__day__month` nulls last
limit 11;
