-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- groups of either month are shown, and what was nothing before has no change
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as `orders__channel`,
  max(m0) as `orders__total`,
  max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
from (
  select
    `channel` as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= @p1 and `placed_at` < @p2
  group by 1
  union all
  select
    `channel` as d0,
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= @p3
    and `placed_at` < @p4
  group by 1
) as branches
group by 1
order by `orders__channel` nulls last
limit 21;
-- totals
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  max(m0) as `orders__total`,
  max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
from (
  select
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= @p1 and `placed_at` < @p2
  union all
  select
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= @p3
    and `placed_at` < @p4
) as branches;

-- a month stands beside that of the year before
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00","2023-01-01 00:00:00","2024-01-01 00:00:00"]
select
  d0 as `orders__placed_at__month`,
  max(m0) as `orders__total`,
  max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
from (
  select
    date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month) as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= @p1 and `placed_at` < @p2
  group by 1
  union all
  select
    cast((date_add((date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), month)), interval 12 month)) as date) as d0,
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= @p3
    and `placed_at` < @p4
  group by 1
) as branches
group by 1
order by `orders__placed_at__month` nulls last
limit 21;

-- a day of a month stands beside the same day, and one that only the other month has beside none
-- ["2024-02-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-30 00:00:00","2024-02-01 00:00:00","2024-03-31 00:00:00","2024-04-01 00:00:00"]
select
  d0 as `orders__placed_at__day`,
  max(m0) as `orders__total`,
  max(m2) as `c_orders_total_before__1upa3dsfwuo04`,
  1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `c_orders_total_change__2kfn9tvvw52y`,
  coalesce(max(m1), 0) as `orders__count`,
  coalesce(max(m3), 0) as `c_orders_count_before__osolha1biue9`,
  1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `c_orders_count_change__2ugzibdaik0ap`
from (
  select
    cast(datetime(timestamp(`placed_at`), 'UTC') as date) as d0,
    sum(`amount`) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from `orders`
  where `placed_at` >= @p1
    and `placed_at` < @p2
  group by 1
  union all
  select
    cast((date_add((cast(datetime(timestamp(`placed_at`), 'UTC') as date)), interval 1 month)) as date) as d0,
    null as m0,
    null as m1,
    sum(`amount`) as m2,
    count(*) as m3
  from `orders`
  where `placed_at` >= @p3
    and `placed_at` < @p4
    and (`placed_at` < @p5 or `placed_at` >= @p6 or `placed_at` is null)
    and (`placed_at` < @p7 or `placed_at` >= @p8 or `placed_at` is null)
  group by 1
) as branches
group by 1
order by `orders__placed_at__day` nulls last
limit 21;

-- weeks meet in their order, counted from that in which each span begins
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as `orders__placed_at__week`,
  max(m0) as `orders__total`,
  max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
from (
  select
    date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), week(monday)) as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= @p1 and `placed_at` < @p2
  group by 1
  union all
  select
    cast((date_add((date_trunc(cast(datetime(timestamp(`placed_at`), 'UTC') as date), week(monday))), interval 28 day)) as date) as d0,
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= @p3
    and `placed_at` < @p4
  group by 1
) as branches
group by 1
order by `orders__placed_at__week` nulls last
limit 21;

-- of a month that goes on the earlier one counts as many days
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2023-02-01 00:00:00","2023-02-11 00:00:00"]
select
  max(m0) as `orders__total`,
  max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
from (
  select
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= @p1 and `placed_at` < @p2
  union all
  select
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= @p3
    and `placed_at` < @p4
) as branches;

-- the days behind today count in neither month
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2023-02-01 00:00:00","2023-02-10 00:00:00"]
select
  max(m0) as `orders__total`,
  max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
from (
  select
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= @p1 and `placed_at` < @p2
  union all
  select
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= @p3
    and `placed_at` < @p4
) as branches;

-- without that the whole earlier month counts
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2023-02-01 00:00:00","2023-03-01 00:00:00"]
select
  max(m0) as `orders__total`,
  max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
from (
  select
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= @p1 and `placed_at` < @p2
  union all
  select
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= @p3
    and `placed_at` < @p4
) as branches;

-- hours of a day in another timezone meet those of an earlier day
-- ["2024-02-03 23:00:00","2024-02-04 23:00:00","2024-01-31 23:00:00","2024-02-01 23:00:00"]
select
  d0 as `orders__placed_at__hour`,
  max(m0) as `orders__total`,
  max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
from (
  select
    timestamp_trunc(timestamp(`placed_at`), hour) as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= @p1 and `placed_at` < @p2
  group by 1
  union all
  select
    timestamp_add((timestamp_trunc(timestamp(`placed_at`), hour)), interval 72 hour) as d0,
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= @p3
    and `placed_at` < @p4
  group by 1
) as branches
group by 1
order by `orders__placed_at__hour` nulls last
limit 21;

-- measures of two models and of several groups are compared, each row once
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as `lines__sku`,
  max(m0) as `lines__quantity`,
  max(m2) as `c_lines_quantity_before__fui5k1nz6law`,
  1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as `c_lines_quantity_change__3ooko2atrkvhb`,
  coalesce(max(m1), 0) as `orders__count`,
  coalesce(max(m3), 0) as `c_orders_count_before__osolha1biue9`,
  1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as `c_orders_count_change__2ugzibdaik0ap`
from (
  select
    `lines`.`sku` as d0,
    sum(`lines`.`quantity`) as m0,
    null as m1,
    null as m2,
    null as m3
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= @p1 and `orders`.`placed_at` < @p2
  group by 1
  union all
  select
    `lines`.d0 as d0,
    null as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from `orders`
  left join (
    select distinct
      `order_id` as j0,
      `sku` as d0
    from `lines`
  ) as `lines` on `lines`.j0 = `orders`.`id`
  where `orders`.`placed_at` >= @p3 and `orders`.`placed_at` < @p4
  group by 1
  union all
  select
    `lines`.`sku` as d0,
    null as m0,
    null as m1,
    sum(`lines`.`quantity`) as m2,
    null as m3
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= @p5
    and `orders`.`placed_at` < @p6
  group by 1
  union all
  select
    `lines`.d0 as d0,
    null as m0,
    null as m1,
    null as m2,
    count(*) as m3
  from `orders`
  left join (
    select distinct
      `order_id` as j0,
      `sku` as d0
    from `lines`
  ) as `lines` on `lines`.j0 = `orders`.`id`
  where `orders`.`placed_at` >= @p7
    and `orders`.`placed_at` < @p8
  group by 1
) as branches
group by 1
order by `lines__sku` nulls last
limit 21;

-- missing days are filled with what was there before
-- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-01-29 00:00:00","2024-02-02 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999"]
with groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      cast(datetime(timestamp(`placed_at`), 'UTC') as date) as d0,
      sum(`amount`) as m0,
      null as m1
    from `orders`
    where `placed_at` >= @p1 and `placed_at` < @p2
    group by 1
    union all
    select
      cast((date_add((cast(datetime(timestamp(`placed_at`), 'UTC') as date)), interval 3 day)) as date) as d0,
      null as m0,
      sum(`amount`) as m1
    from `orders`
    where `placed_at` >= @p3
      and `placed_at` < @p4
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select step as d0
  from (
    select cast(datetime(timestamp(@p5), 'UTC') as date) as lo, cast(datetime(timestamp(@p6), 'UTC') as date) as hi
  ) as bounds
  cross join unnest(generate_date_array(lo, hi, interval 1 day)) as step
)
select
  d0 as `orders__placed_at__day`,
  max(m0) as `orders__total`,
  max(m1) as `c_orders_total_before__1upa3dsfwuo04`,
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_orders_total_change__2kfn9tvvw52y`
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by `orders__placed_at__day` nulls last
limit 21;

-- a balance stands beside that at the end of the month before
-- ["2024-02-01","2024-02-29","2024-01-01","2024-02-01"]
select
  d0 as `balances__account`,
  max(m0) as `balances__closing`,
  max(m1) as `c_balances_closing_before__1mzw8z37c292n`,
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_balances_closing_change__hw82jdepic7a`
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      `account_id` as d0,
      `balance` as v0,
      case when `day` is not null then rank() over (partition by `account_id`, `account_id` order by `day` desc nulls last) end as place
    from `balances`
    where `day` between cast(@p1 as date) and cast(@p2 as date)
  ) as `balances`
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      `account_id` as d0,
      `balance` as v0,
      case when `day` is not null then rank() over (partition by `account_id`, `account_id` order by `day` desc nulls last) end as place
    from `balances`
    where `day` >= cast(@p3 as date)
      and `day` < cast(@p4 as date)
  ) as `balances`
  group by 1
) as branches
group by 1
order by `balances__account` nulls last
limit 21;

-- a filter on a measure acts on what is now, and the change can be ordered by
-- ["2024-01-31 00:00:00","2024-02-02 00:00:00","2024-01-29 00:00:00","2024-01-31 00:00:00","0"]
select
  d0 as `lines__sku`,
  max(m0) as `lines__quantity`,
  max(m1) as `c_lines_quantity_before__fui5k1nz6law`,
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_lines_quantity_change__3ooko2atrkvhb`
from (
  select
    `lines`.`sku` as d0,
    sum(`lines`.`quantity`) as m0,
    null as m1
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= @p1 and `orders`.`placed_at` < @p2
  group by 1
  union all
  select
    `lines`.`sku` as d0,
    null as m0,
    sum(`lines`.`quantity`) as m1
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= @p3
    and `orders`.`placed_at` < @p4
  group by 1
) as branches
group by 1
having max(m0) >= cast(@p5 as int64)
order by `c_lines_quantity_change__3ooko2atrkvhb` desc nulls last, `c_lines_quantity_before__fui5k1nz6law` nulls last, `lines__quantity` desc nulls last, `lines__sku` nulls last
limit 21;

-- what top keeps is told by the present, and the rest before has the same name
-- ["2024-02-01 00:00:00","2024-02-04 00:00:00","2024-02-01 00:00:00","2024-02-04 00:00:00","rest","2024-02-01 00:00:00","2024-02-04 00:00:00","rest","2024-01-29 00:00:00","2024-02-01 00:00:00"]
with results_1 as (
  select
    `lines`.`sku` as d0,
    sum(`lines`.`quantity`) as x0
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= @p1 and `orders`.`placed_at` < @p2
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
),
results_2 as (
  select
    `lines`.`sku` as d0,
    sum(`lines`.`quantity`) as x0
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= @p3 and `orders`.`placed_at` < @p4
  group by 1
),
asked_2 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_2
  ) as numbered
  where place <= 1
)
select
  d0 as `lines__sku`,
  max(m0) as `lines__quantity`,
  max(m1) as `c_lines_quantity_before__fui5k1nz6law`,
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as `c_lines_quantity_change__3ooko2atrkvhb`
from (
  select
    case when asked_1.place is not null then cast(`lines`.`sku` as string) else @p5 end as d0,
    sum(`lines`.`quantity`) as m0,
    null as m1
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`lines`.`sku`)
  where `orders`.`placed_at` >= @p6 and `orders`.`placed_at` < @p7
  group by 1
  union all
  select
    case when asked_2.place is not null then cast(`lines`.`sku` as string) else @p8 end as d0,
    null as m0,
    sum(`lines`.`quantity`) as m1
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  left join asked_2 on to_json_string(asked_2.d0) = to_json_string(`lines`.`sku`)
  where `orders`.`placed_at` >= @p9
    and `orders`.`placed_at` < @p10
  group by 1
) as branches
group by 1
order by `lines__sku` nulls last
limit 21;
