-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- the two customers who bought most
with results_1 as (
  select
    `customers`.`name` as d0,
    sum(`orders`.`amount`) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `customers`.`id` is not null
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
  where place <= 2
)
select
  `customers`.`name` as `customers__name`,
  sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where `customers`.`id` is not null
  and to_json_string([to_json_string(`customers`.`name`)]) in (
    select to_json_string([to_json_string(asked_1.d0)])
    from asked_1
  )
group by 1
order by `orders__total` desc nulls last, `customers__name` nulls last;
-- totals
with results_1 as (
  select
    `customers`.`name` as d0,
    sum(`orders`.`amount`) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `customers`.`id` is not null
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
  where place <= 2
)
select sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where `customers`.`id` is not null
  and to_json_string([to_json_string(`customers`.`name`)]) in (
    select to_json_string([to_json_string(asked_1.d0)])
    from asked_1
  );

-- an average and a distinct count of the rest are of its rows
-- ["Other"]
with results_1 as (
  select
    `customers`.`region` as d0,
    count(*) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
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
)
select
  case when asked_1.place is not null then cast(`customers`.`region` as string) else @p1 end as `customers__region`,
  sum(`orders`.`amount`) as `orders__total`,
  avg(cast(`orders`.`amount` as float64)) as `orders__mean`,
  count(distinct `orders`.`customer_id`) as `orders__buyers`,
  count(*) as `orders__count`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`region`)
group by 1
order by `customers__region` nulls last;
-- totals
with results_1 as (
  select
    `customers`.`region` as d0,
    count(*) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
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
)
select
  sum(`orders`.`amount`) as `orders__total`,
  avg(cast(`orders`.`amount` as float64)) as `orders__mean`,
  count(distinct `orders`.`customer_id`) as `orders__buyers`,
  count(*) as `orders__count`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`region`);

-- values with equal measures are told apart by their own order, and null is a value
-- ["the rest"]
with results_1 as (
  select
    `customers`.`name` as d0,
    count(*) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
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
  where place <= 3
)
select
  case when asked_1.place is not null then cast(`customers`.`name` as string) else @p1 end as `customers__name`,
  count(*) as `orders__count`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`name`)
group by 1
order by `orders__count` desc nulls last, `customers__name` nulls last;

-- the best of each month, and the rest of it
-- ["2024-03-01","Other","2024-03-01"]
with results_1 as (
  select
    date_trunc(cast(`orders`.`placed` as date), month) as d0,
    `customers`.`name` as d1,
    sum(`orders`.`amount`) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `orders`.`placed` >= cast(@p1 as date)
  group by 1, 2
),
asked_1 as (
  select
    d0,
    d1,
    place
  from (
    select
      d0,
      d1,
      row_number() over (partition by d0 order by x0 desc nulls last, d1 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
),
results_2 as (
  select
    date_trunc(cast(`orders`.`placed` as date), month) as d0,
    case when asked_1.place is not null then cast(`customers`.`name` as string) else @p2 end as d1,
    sum(`orders`.`amount`) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  left join asked_1 on to_json_string(asked_1.d0) = to_json_string(date_trunc(cast(`orders`.`placed` as date), month)) and to_json_string(asked_1.d1) = to_json_string(`customers`.`name`)
  where `orders`.`placed` >= cast(@p3 as date)
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    1e0 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
  from results_2
)
select
  d0 as `orders__placed__month`,
  d1 as `customers__name`,
  x0 as `orders__total`,
  c0 as `share`
from calculated_1
order by `orders__placed__month` nulls last, `orders__total` desc nulls last, `customers__name` nulls last;

-- the best of all, month by month
-- ["Other"]
with results_1 as (
  select
    `customers`.`name` as d0,
    sum(`orders`.`amount`) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `customers`.`id` is not null
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
)
select
  date_trunc(cast(`orders`.`placed` as date), month) as `orders__placed__month`,
  case when asked_1.place is not null then cast(`customers`.`name` as string) else @p1 end as `customers__name`,
  sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`name`)
where `customers`.`id` is not null
group by 1, 2
order by `orders__placed__month` nulls last, `customers__name` nulls last;

-- an order of several things of the rest counts once
-- ["Other","Other"]
with results_1 as (
  select
    `sku` as d0,
    sum(`quantity`) as x0
  from `items`
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
)
select
  d0 as `items__sku`,
  coalesce(max(m0), 0) as `orders__count`,
  max(m1) as `orders__total`,
  max(m2) as `items__quantity`
from (
  select
    d0,
    count(*) as m0,
    sum(v0) as m1,
    null as m2
  from (
    select distinct
      case when asked_1.place is not null then cast(`items`.`sku` as string) else @p1 end as d0,
      `orders`.`id` as k0,
      `orders`.`amount` as v0
    from `orders`
    left join `items` on `items`.`order_id` = `orders`.`id`
    left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`items`.`sku`)
  ) as `orders`
  group by 1
  union all
  select
    case when asked_1.place is not null then cast(`items`.`sku` as string) else @p2 end as d0,
    null as m0,
    null as m1,
    sum(`items`.`quantity`) as m2
  from `items`
  left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`items`.`sku`)
  group by 1
) as branches
group by 1
order by `items__sku` nulls last;

-- filters on measures come after, on the rest too
-- ["Other","110"]
with results_1 as (
  select
    `customers`.`name` as d0,
    sum(`orders`.`amount`) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
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
)
select
  case when asked_1.place is not null then cast(`customers`.`name` as string) else @p1 end as `customers__name`,
  sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`name`)
group by 1
having sum(`orders`.`amount`) > cast(@p2 as int64);
-- totals
-- ["Other","110","Other"]
with results_1 as (
  select
    `customers`.`name` as d0,
    sum(`orders`.`amount`) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
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
    `customers`.`name` as d0,
    sum(`orders`.`amount`) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
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
),
picked_1 as (
  select case when asked_2.place is not null then cast(`customers`.`name` as string) else @p1 end as d0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  left join asked_2 on to_json_string(asked_2.d0) = to_json_string(`customers`.`name`)
  group by 1
  having sum(`orders`.`amount`) > cast(@p2 as int64)
)
select sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`name`)
where to_json_string([to_json_string(case when asked_1.place is not null then cast(`customers`.`name` as string) else @p3 end)]) in (
  select to_json_string([to_json_string(picked_1.d0)])
  from picked_1
);

-- of the rows that the caller may see
-- ["south","Other"]
with results_1 as (
  select
    `customers`.`name` as d0,
    count(*) as x0
  from (
    select *
    from `orders` as `own_orders`
    where `own_orders`.`customer_id` in (
      select `customers`.`id`
      from `customers`
      where `customers`.`region` in (@p1)
    )
  ) as `own_orders`
  left join `customers` on `customers`.`id` = `own_orders`.`customer_id`
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
)
select
  case when asked_1.place is not null then cast(`customers`.`name` as string) else @p2 end as `customers__name`,
  count(*) as `customers__count`
from `customers`
left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`name`)
group by 1
order by `customers__name` nulls last;

-- numbers beside the name of their rest are texts
-- ["Other"]
with results_1 as (
  select
    `customers`.`id` as d0,
    sum(`orders`.`amount`) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `customers`.`id` is not null
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
)
select
  case when asked_1.place is not null then cast(`customers`.`id` as string) else @p1 end as `customers__id`,
  sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`id`)
where `customers`.`id` is not null
group by 1
order by `customers__id` nulls last;

-- the two customers who bought least
with results_1 as (
  select
    `customers`.`name` as d0,
    sum(`orders`.`amount`) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `customers`.`id` is not null
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 2
)
select
  `customers`.`name` as `customers__name`,
  sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where `customers`.`id` is not null
  and to_json_string([to_json_string(`customers`.`name`)]) in (
    select to_json_string([to_json_string(asked_1.d0)])
    from asked_1
  )
group by 1
order by `orders__total` nulls last, `customers__name` nulls last;
-- totals
with results_1 as (
  select
    `customers`.`name` as d0,
    sum(`orders`.`amount`) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `customers`.`id` is not null
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 2
)
select sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where `customers`.`id` is not null
  and to_json_string([to_json_string(`customers`.`name`)]) in (
    select to_json_string([to_json_string(asked_1.d0)])
    from asked_1
  );

-- what is sold least, and the rest
-- ["Other"]
with results_1 as (
  select
    `sku` as d0,
    sum(`quantity`) as x0
  from `items`
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  case when asked_1.place is not null then cast(`items`.`sku` as string) else @p1 end as `items__sku`,
  sum(`items`.`quantity`) as `items__quantity`,
  count(*) as `items__count`
from `items`
left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`items`.`sku`)
group by 1
order by `items__sku` nulls last;
-- totals
with results_1 as (
  select
    `sku` as d0,
    sum(`quantity`) as x0
  from `items`
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  sum(`items`.`quantity`) as `items__quantity`,
  count(*) as `items__count`
from `items`
left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`items`.`sku`);

-- the least of each month
with results_1 as (
  select
    date_trunc(cast(`orders`.`placed` as date), month) as d0,
    `customers`.`name` as d1,
    sum(`orders`.`amount`) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1, 2
),
asked_1 as (
  select
    d0,
    d1,
    place
  from (
    select
      d0,
      d1,
      row_number() over (partition by d0 order by x0 nulls last, d1 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  date_trunc(cast(`orders`.`placed` as date), month) as `orders__placed__month`,
  `customers`.`name` as `customers__name`,
  sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where to_json_string([to_json_string(date_trunc(cast(`orders`.`placed` as date), month)), to_json_string(`customers`.`name`)]) in (
  select to_json_string([to_json_string(asked_1.d0), to_json_string(asked_1.d1)])
  from asked_1
)
group by 1, 2
order by `orders__placed__month` nulls last, `customers__name` nulls last;

-- of equal ones the first by the dimension, and null after all of them
with results_1 as (
  select
    `customers`.`name` as d0,
    count(*) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  `customers`.`name` as `customers__name`,
  count(*) as `orders__count`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where to_json_string([to_json_string(`customers`.`name`)]) in (
  select to_json_string([to_json_string(asked_1.d0)])
  from asked_1
)
group by 1;

-- what has no value is neither the least nor the greatest
with results_1 as (
  select
    `customers`.`name` as d0,
    avg(cast(`orders`.`amount` as float64)) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 2
)
select
  `customers`.`name` as `customers__name`,
  count(*) as `customers__count`
from `customers`
where to_json_string([to_json_string(`customers`.`name`)]) in (
  select to_json_string([to_json_string(asked_1.d0)])
  from asked_1
)
group by 1
order by `customers__name` nulls last;

-- the least by a number, beside the rest
-- ["more"]
with results_1 as (
  select
    `customers`.`id` as d0,
    sum(`orders`.`amount`) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `customers`.`id` is not null
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 2
)
select
  case when asked_1.place is not null then cast(`customers`.`id` as string) else @p1 end as `customers__id`,
  sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`customers`.`id`)
where `customers`.`id` is not null
group by 1
order by `customers__id` nulls last;
