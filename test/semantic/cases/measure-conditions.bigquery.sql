-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- a measure counts the rows whose partner over two joins has a value
-- ["red","blue"]
select
  `orders`.`status` as `orders__status`,
  sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) as `orders__eu`,
  count(case when `regions`.`name` = 'EU' and `orders`.status = 'paid' then 1 end) as `orders__eu_paid`,
  sum(`orders`.`amount`) as `orders__total`
from `orders`
left join (
  select *
  from `people` as `buyer`
  where `team` in (@p1, @p2)
) as `buyer` on `buyer`.`id` = `orders`.`buyer_id`
left join `regions` on `regions`.`id` = `buyer`.`region_id`
group by 1
order by `orders__status` nulls last
limit 11;

-- each role is a row of its own
-- ["red","blue","red","blue"]
select
  count(case when `buyer`.`region_id` = `seller`.`region_id` then 1 end) as `orders__local`,
  count(*) as `orders__count`
from `orders`
left join (
  select *
  from `people` as `buyer`
  where `team` in (@p1, @p2)
) as `buyer` on `buyer`.`id` = `orders`.`buyer_id`
left join (
  select *
  from `people` as `seller`
  where `team` in (@p3, @p4)
) as `seller` on `seller`.`id` = `orders`.`seller_id`
limit 11;

-- where there is no partner, an expression of it is null
-- ["red","blue"]
select count(case when (case when `buyer`.`id` is not null then coalesce(`buyer`.tier, 'none') end) = 'none' then 1 end) as `orders__unlabelled`
from `orders`
left join (
  select *
  from `people` as `buyer`
  where `team` in (@p1, @p2)
) as `buyer` on `buyer`.`id` = `orders`.`buyer_id`
limit 11;

-- what its partners' row access hides does not fulfil it
-- ["blue"]
select
  sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) as `orders__eu`,
  count(*) as `orders__count`,
  count(case when (case when `buyer`.`id` is not null then coalesce(`buyer`.tier, 'none') end) = 'none' then 1 end) as `orders__unlabelled`
from `orders`
left join (
  select *
  from `people` as `buyer`
  where `team` in (@p1)
) as `buyer` on `buyer`.`id` = `orders`.`buyer_id`
left join `regions` on `regions`.`id` = `buyer`.`region_id`
limit 11;

-- the table that a dimension has joined is the one that the condition looks at
-- ["red","blue"]
select
  `buyer`.`tier` as `buyer__tier`,
  sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) as `orders__eu`,
  max(case when `buyer`.`tier` = 'gold' then `orders`.`amount` end) as `orders__largest_gold`
from `orders`
left join (
  select *
  from `people` as `buyer`
  where `team` in (@p1, @p2)
) as `buyer` on `buyer`.`id` = `orders`.`buyer_id`
left join `regions` on `regions`.`id` = `buyer`.`region_id`
group by 1
order by `buyer__tier` nulls last
limit 11;

-- no row is counted twice where the many side is a dimension
-- ["red","blue"]
select
  `items`.d0 as `items__sku`,
  sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) as `orders__eu`,
  count(*) as `orders__count`
from `orders`
left join (
  select *
  from `people` as `buyer`
  where `team` in (@p1, @p2)
) as `buyer` on `buyer`.`id` = `orders`.`buyer_id`
left join `regions` on `regions`.`id` = `buyer`.`region_id`
left join (
  select distinct
    `order_id` as j0,
    `sku` as d0
  from `items`
) as `items` on `items`.j0 = `orders`.`id`
group by 1
order by `items__sku` nulls last
limit 11;

-- nor where a filter looks at the rows of that side
-- ["red","blue","pen"]
select
  d0 as `items__sku`,
  sum(v0) as `orders__eu`
from (
  select distinct
    `items`.`sku` as d0,
    `orders`.`id` as k0,
    case when `regions`.`name` = 'EU' then `orders`.`amount` end as v0
  from `orders`
  left join `items` on `items`.`order_id` = `orders`.`id`
  left join (
    select *
    from `people` as `buyer`
    where `team` in (@p1, @p2)
  ) as `buyer` on `buyer`.`id` = `orders`.`buyer_id`
  left join `regions` on `regions`.`id` = `buyer`.`region_id`
  where `items`.`sku` = @p3
) as `orders`
group by 1
order by `items__sku` nulls last
limit 11;

-- over a join to the model of the roles
-- ["red","blue","red","blue"]
select
  d0 as `items__sku`,
  coalesce(max(m0), 0) as `items__gold_lines`,
  max(m1) as `orders__eu`
from (
  select
    `items`.`sku` as d0,
    count(case when `buyer`.`tier` = 'gold' then 1 end) as m0,
    null as m1
  from `items`
  left join `orders` on `orders`.`id` = `items`.`order_id`
  left join (
    select *
    from `people` as `buyer`
    where `team` in (@p1, @p2)
  ) as `buyer` on `buyer`.`id` = `orders`.`buyer_id`
  group by 1
  union all
  select
    `items`.d0 as d0,
    null as m0,
    sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) as m1
  from `orders`
  left join (
    select *
    from `people` as `buyer`
    where `team` in (@p3, @p4)
  ) as `buyer` on `buyer`.`id` = `orders`.`buyer_id`
  left join `regions` on `regions`.`id` = `buyer`.`region_id`
  left join (
    select distinct
      `order_id` as j0,
      `sku` as d0
    from `items`
  ) as `items` on `items`.j0 = `orders`.`id`
  group by 1
) as branches
group by 1
order by `items__sku` nulls last
limit 11;

-- a ratio, a filter on the measure, and totals
-- ["red","blue","15"]
select
  `orders`.`status` as `orders__status`,
  1e0 * sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) / nullif(sum(`orders`.`amount`), 0) as `orders__eu_share`
from `orders`
left join (
  select *
  from `people` as `buyer`
  where `team` in (@p1, @p2)
) as `buyer` on `buyer`.`id` = `orders`.`buyer_id`
left join `regions` on `regions`.`id` = `buyer`.`region_id`
group by 1
having sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) < cast(@p3 as int64)
order by `orders__status` nulls last
limit 11;
-- totals
-- ["red","blue","15","red","blue"]
with picked_1 as (
  select `orders`.`status` as d0
  from `orders`
  left join (
    select *
    from `people` as `buyer`
    where `team` in (@p1, @p2)
  ) as `buyer` on `buyer`.`id` = `orders`.`buyer_id`
  left join `regions` on `regions`.`id` = `buyer`.`region_id`
  group by 1
  having sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) < cast(@p3 as int64)
)
select 1e0 * sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) / nullif(sum(`orders`.`amount`), 0) as `orders__eu_share`
from `orders`
left join (
  select *
  from `people` as `buyer`
  where `team` in (@p4, @p5)
) as `buyer` on `buyer`.`id` = `orders`.`buyer_id`
left join `regions` on `regions`.`id` = `buyer`.`region_id`
where to_json_string([to_json_string(`orders`.`status`)]) in (
  select to_json_string([to_json_string(picked_1.d0)])
  from picked_1
);

-- the last rows are those that fulfil it
-- ["red","blue"]
select sum(case when place = 1 then v0 end) as `orders__last_eu`
from (
  select
    `orders`.`amount` as v0,
    case when (case when `regions`.`name` = 'EU' then `orders`.`placed_on` end) is not null then rank() over (order by case when `regions`.`name` = 'EU' then `orders`.`placed_on` end desc nulls last) end as place
  from `orders`
  left join (
    select *
    from `people` as `buyer`
    where `team` in (@p1, @p2)
  ) as `buyer` on `buyer`.`id` = `orders`.`buyer_id`
  left join `regions` on `regions`.`id` = `buyer`.`region_id`
) as `orders`
limit 11;

-- along time
-- ["red","blue","red","blue"]
with facts_1 as (
  select
    cast(`orders`.`placed_on` as date) as day,
    sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) as s0
  from `orders`
  left join (
    select *
    from `people` as `buyer`
    where `team` in (@p1, @p2)
  ) as `buyer` on `buyer`.`id` = `orders`.`buyer_id`
  left join `regions` on `regions`.`id` = `buyer`.`region_id`
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
)
select
  d0 as `orders__placed_on__month`,
  max(m0) as `orders__eu_so_far`,
  max(m1) as `orders__eu`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day < date_add(d0, interval 1 month)
  group by 1
  union all
  select
    date_trunc(cast(`orders`.`placed_on` as date), month) as d0,
    null as m0,
    sum(case when `regions`.`name` = 'EU' then `orders`.`amount` end) as m1
  from `orders`
  left join (
    select *
    from `people` as `buyer`
    where `team` in (@p3, @p4)
  ) as `buyer` on `buyer`.`id` = `orders`.`buyer_id`
  left join `regions` on `regions`.`id` = `buyer`.`region_id`
  group by 1
) as branches
group by 1
order by `orders__placed_on__month` nulls last
limit 11;

-- the least and the greatest of a dimension have its type
-- ["red","blue","red","blue"]
select
  `seller`.`tier` as `seller__tier`,
  min(`orders`.`status`) as `orders__first_status`,
  max(`orders`.`placed_on`) as `orders__last_placed`,
  max(case when `regions`.`name` = 'EU' then `orders`.`placed_on` end) as `orders__last_to_eu`,
  min((`orders`.status = 'paid')) as `orders__all_paid`
from `orders`
left join (
  select *
  from `people` as `seller`
  where `team` in (@p1, @p2)
) as `seller` on `seller`.`id` = `orders`.`seller_id`
left join (
  select *
  from `people` as `buyer`
  where `team` in (@p3, @p4)
) as `buyer` on `buyer`.`id` = `orders`.`buyer_id`
left join `regions` on `regions`.`id` = `buyer`.`region_id`
group by 1
order by `seller__tier` nulls last
limit 11;
-- totals
-- ["red","blue","red","blue"]
select
  min(`orders`.`status`) as `orders__first_status`,
  max(`orders`.`placed_on`) as `orders__last_placed`,
  max(case when `regions`.`name` = 'EU' then `orders`.`placed_on` end) as `orders__last_to_eu`,
  min((`orders`.status = 'paid')) as `orders__all_paid`
from `orders`
left join (
  select *
  from `people` as `seller`
  where `team` in (@p1, @p2)
) as `seller` on `seller`.`id` = `orders`.`seller_id`
left join (
  select *
  from `people` as `buyer`
  where `team` in (@p3, @p4)
) as `buyer` on `buyer`.`id` = `orders`.`buyer_id`
left join `regions` on `regions`.`id` = `buyer`.`region_id`;

-- and are compared by it
-- ["red","blue","red","blue","2024-02-01","OP%",false]
select
  `seller`.`tier` as `seller__tier`,
  count(*) as `orders__count`
from `orders`
left join (
  select *
  from `people` as `seller`
  where `team` in (@p1, @p2)
) as `seller` on `seller`.`id` = `orders`.`seller_id`
left join (
  select *
  from `people` as `buyer`
  where `team` in (@p3, @p4)
) as `buyer` on `buyer`.`id` = `orders`.`buyer_id`
left join `regions` on `regions`.`id` = `buyer`.`region_id`
group by 1
having max(case when `regions`.`name` = 'EU' then `orders`.`placed_on` end) >= cast(@p5 as date)
  and lower(cast(min(`orders`.`status`) as string)) like lower(@p6)
  and min((`orders`.status = 'paid')) = cast(@p7 as bool)
order by `seller__tier` nulls last
limit 11;

-- and stand beside measures of other models
-- ["red","blue","red","blue"]
select
  d0 as `orders__status`,
  max(m0) as `orders__last_placed`,
  max(m1) as `orders__all_paid`,
  coalesce(max(m2), 0) as `items__gold_lines`,
  coalesce(max(m3), 0) as `seller__count`
from (
  select
    `status` as d0,
    max(`placed_on`) as m0,
    min((status = 'paid')) as m1,
    null as m2,
    null as m3
  from `orders`
  group by 1
  union all
  select
    `orders`.`status` as d0,
    null as m0,
    null as m1,
    count(case when `buyer`.`tier` = 'gold' then 1 end) as m2,
    null as m3
  from `items`
  left join `orders` on `orders`.`id` = `items`.`order_id`
  left join (
    select *
    from `people` as `buyer`
    where `team` in (@p1, @p2)
  ) as `buyer` on `buyer`.`id` = `orders`.`buyer_id`
  group by 1
  union all
  select
    `orders`.d0 as d0,
    null as m0,
    null as m1,
    null as m2,
    count(*) as m3
  from (
    select *
    from `people`
    where `team` in (@p3, @p4)
  ) as `people`
  left join (
    select distinct
      `seller_id` as j0,
      `status` as d0
    from `orders`
  ) as `orders` on `orders`.j0 = `people`.`id`
  group by 1
) as branches
group by 1
order by `orders__status` nulls last
limit 11;
