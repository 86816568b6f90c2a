-- last year stands beside this year
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    max(cast(date_format(day, '%Y-%m-01') as date)) as last
  from facts_1
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
  max(m1) as `orders.last_year`,
  1.0000000000000000 * max(m0) / nullif(max(m1), 0) - 1 as `orders.growth`
from (
  select
    cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= cast(? as datetime(6))
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_1
  join periods_1 on day >= d0 - interval 1 year and day < d0 - interval 1 year + interval 1 month
  group by 1
) as branches
group by 1
order by `orders.placed_at.month` <=> null, `orders.placed_at.month`
limit 21;

-- the month before, also where this month has no rows
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    sum(`amount`) as s0
  from `orders`
  group by 1
),
periods_1 as (
  select
    1 as n,
    min(cast(date_format(day, '%Y-%m-01') as date)) as d0,
    min(cast(date_format(day, '%Y-%m-01') as date)) as first,
    max(cast(date_format(day, '%Y-%m-01') as date)) as last
  from facts_1
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
  group by 1
),
periods_2 as (
  select
    1 as n,
    min(cast(date_format(day, '%Y-%m-01') as date)) as d0,
    min(cast(date_format(day, '%Y-%m-01') as date)) as first,
    max(cast(date_format(day, '%Y-%m-01') as date)) as last
  from facts_2
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `orders.placed_at.month`,
  max(m0) as `orders.last_month`,
  max(m1) as `orders.running_last_month`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= d0 - interval 1 month and day < d0 - interval 1 month + interval 1 month
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day < d0 - interval 1 month + interval 1 month
  group by 1
) as branches
group by 1
order by `orders.placed_at.month` <=> null, `orders.placed_at.month`
limit 21;

-- last month's rows of a child, asked from its parent
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with recursive facts_1 as (
  select
    `lines`.`sku` as d0,
    date(`orders`.`placed_at`) as day,
    sum(`lines`.`quantity`) as s0
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 month
  group by 1, 2
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as d1,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-01') as date) as first,
    max(cast(date_format(day, '%Y-%m-01') as date)) as last
  from facts_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
spans_1 as (
  select distinct
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day >= d1 - interval 1 month and day < d1 - interval 1 month + interval 1 month
)
select
  d0 as `lines.sku`,
  d1 as `orders.placed_at.month`,
  max(m0) as `lines.last_month`,
  max(m1) as `lines.quantity`
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
    cast(date_format(`orders`.`placed_at`, '%Y-%m-01') as date) as d1,
    null as m0,
    sum(`lines`.`quantity`) as m1
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= cast(? as datetime(6))
  group by 1, 2
) as branches
group by 1, 2
order by `lines.sku` <=> null, `lines.sku`, `orders.placed_at.month` <=> null, `orders.placed_at.month`
limit 21;

-- last month's closing balance stands beside this month's
with recursive facts_1 as (
  select
    date(`day`) as day_,
    `balance` as v0,
    `day` as moment,
    `account_id` as p0
  from `balances`
),
periods_1 as (
  select
    1 as n,
    min(cast(date_format(day_, '%Y-%m-01') as date)) as d0,
    min(cast(date_format(day_, '%Y-%m-01') as date)) as first,
    max(cast(date_format(day_, '%Y-%m-01') as date)) as last
  from facts_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
spans_1 as (
  select distinct
    day_ as on_day,
    d0
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ >= d0 - interval 1 month and day_ < d0 - interval 1 month + interval 1 month
)
select
  d0 as `balances.day.month`,
  max(m0) as `balances.closing`,
  max(m1) as `balances.closing_last_month`
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      cast(date_format(`day`, '%Y-%m-01') as date) as d0,
      `balance` as v0,
      case when `day` is not null then rank() over (partition by cast(date_format(`day`, '%Y-%m-01') as date), `account_id` order by `day` desc) end as place
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
      case when moment is not null then rank() over (partition by d0, p0 order by moment desc) end as place
    from facts_1
    join spans_1 on on_day = day_
  ) as placed
  group by 1
) as branches
group by 1
order by `balances.day.month` <=> null, `balances.day.month`
limit 11;
