-- a share is of all groups, whatever the limit cuts
-- ["Ann","Cid"]
with results_1 as (
  select
    `customers`.`name` as d0,
    sum(`orders`.`amount`) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `customers`.`name` in (?, ?)
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    1.0000000000000000 * x0 / nullif(sum(x0) over (), 0) as c0
  from results_1
)
select
  d0 as `customers.name`,
  x0 as `orders.total`,
  c0 as `share`
from calculated_1
order by `share` <=> null, `share`, `customers.name` <=> null, `customers.name`
limit 2;
-- totals
-- ["Ann","Cid"]
select
  sum(`orders`.`amount`) as `orders.total`,
  null as `share`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where `customers`.`name` in (?, ?);

-- a share within the groups of a dimension
-- ["open","paid","4"]
with results_1 as (
  select
    cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
    `status` as d1,
    count(*) as x0
  from `orders`
  where `status` in (?, ?)
    and not (`id` <=> cast(? as signed))
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    1.0000000000000000 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
  from results_1
)
select
  d0 as `orders.placed.month`,
  d1 as `orders.status`,
  x0 as `orders.count`,
  c0 as `share`
from calculated_1
order by `orders.placed.month` <=> null, `orders.placed.month`, `orders.status` <=> null, `orders.status`;

-- equal values share a rank, and a filter on it comes last
-- ["2"]
with results_1 as (
  select
    `customers`.`name` as d0,
    count(*) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    rank() over (order by x0 desc) as c0,
    rank() over (order by x0 <=> null, x0) as c1
  from results_1
)
select
  d0 as `customers.name`,
  x0 as `orders.count`,
  c0 as `place`,
  c1 as `from below`
from calculated_1
where c0 >= cast(? as signed)
order by `place` <=> null, `place`, `customers.name` <=> null, `customers.name`;
-- totals
-- ["2"]
with results_1 as (
  select
    `customers`.`name` as d0,
    count(*) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    rank() over (order by x0 desc) as c0,
    rank() over (order by x0 <=> null, x0) as c1
  from results_1
),
picked_1 as (
  select d0
  from calculated_1
  where c0 >= cast(? as signed)
)
select
  count(*) as `orders.count`,
  null as `place`,
  null as `from below`
from `orders`
left join `customers` on `customers`.`id` = `orders`.`customer_id`
where exists (
  select 1
  from picked_1
  where picked_1.d0 <=> `customers`.`name`
);

-- calculations are of the groups that pass the filters on measures
-- ["50","50"]
with recursive groups_1 as (
  select
    cast(date_format(`placed`, '%Y-%m-01') as date) as d0,
    sum(`amount`) as m0
  from `orders`
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
),
results_1 as (
  select
    d0,
    max(m0) as x0,
    case when max(present) = 1 and max(m0) > cast(? as signed) then 1 else 0 end as shown,
    case when max(m0) > cast(? as signed) then max(m0) end as y0
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
    case when d0 is not null then sum(x0) over (partition by shown order by d0 <=> null, d0 rows between unbounded preceding and current row) end as c0,
    case when d0 is not null then y0 - lag(y0, 1) over (order by d0 <=> null, d0) end as c1
  from results_1
)
select
  d0 as `orders.placed.month`,
  x0 as `orders.total`,
  c0 as `so far`,
  c1 as `change`
from calculated_1
where shown = 1
order by `orders.placed.month` <=> null, `orders.placed.month`;

-- along the only time, for each combination of the others, a missing month has its place
with recursive groups_1 as (
  select
    `customers`.`name` as d0,
    cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d1,
    sum(`orders`.`amount`) as m0,
    count(*) as m1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1, 2
),
periods_1 as (
  select
    1 as n,
    min(d1) as d1,
    min(d1) as first,
    max(d1) as last
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
    coalesce(max(m1), 0) as x1,
    case when max(present) = 1 then 1 else 0 end as shown
  from (
  select d0, d1, m0, m1, 1 as present from groups_1
  union all
  select d0, d1, null as m0, null as m1, 0 as present
  from periods_1
  cross join (select distinct d0 from groups_1) as others
) as filled
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    x1,
    shown,
    case when d1 is not null then sum(x0) over (partition by shown, d0 order by d1 <=> null, d1 rows between unbounded preceding and current row) end as c0,
    case when d1 is not null then x0 - lag(x0, 1) over (partition by d0 order by d1 <=> null, d1) end as c1,
    case when d1 is not null then x1 - lag(x1, 1) over (partition by d0 order by d1 <=> null, d1) end as c2,
    case when d1 is not null then x0 - lag(x0, 2) over (partition by d0 order by d1 <=> null, d1) end as c3
  from results_1
)
select
  d0 as `customers.name`,
  d1 as `orders.placed.month`,
  x0 as `orders.total`,
  x1 as `orders.count`,
  c0 as `so far`,
  c1 as `more`,
  c2 as `more orders`,
  c3 as `since January`
from calculated_1
where shown = 1
order by `customers.name` <=> null, `customers.name`, `orders.placed.month` <=> null, `orders.placed.month`;

-- the same of filled gaps
-- ["Ann"]
with recursive groups_1 as (
  select
    cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
    sum(`orders`.`amount`) as m0,
    count(*) as m1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `customers`.`name` = ?
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
),
results_1 as (
  select
    d0,
    max(m0) as x0,
    coalesce(max(m1), 0) as x1
  from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    x1,
    case when d0 is not null then avg(1.0000000000000000 * x0) over (order by d0 <=> null, d0 rows between 1 preceding and current row) end as c0,
    case when d0 is not null then avg(1.0000000000000000 * x1) over (order by d0 <=> null, d0 rows between 1 preceding and current row) end as c1,
    case when d0 is not null then x1 - lag(x1, 1) over (order by d0 <=> null, d0) end as c2
  from results_1
)
select
  d0 as `orders.placed.month`,
  x0 as `orders.total`,
  x1 as `orders.count`,
  c0 as `smooth`,
  c1 as `smooth count`,
  c2 as `more`
from calculated_1
order by `orders.placed.month` <=> null, `orders.placed.month`;

-- a change relative to the period before
-- ["Bob"]
with recursive groups_1 as (
  select
    cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d0,
    sum(`orders`.`amount`) as m0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `customers`.`name` = ?
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
    case when d0 is not null then 1.0000000000000000 * (x0 - lag(x0, 1) over (order by d0 <=> null, d0)) / nullif(lag(x0, 1) over (order by d0 <=> null, d0), 0) end as c0
  from results_1
)
select
  d0 as `orders.placed.month`,
  x0 as `orders.total`,
  c0 as `growth`
from calculated_1
where shown = 1
  and c0 is not null;

-- the first and the last of each
-- ["Ann","Bob"]
with results_1 as (
  select
    `customers`.`name` as d0,
    cast(date_format(`orders`.`placed`, '%Y-%m-01') as date) as d1,
    sum(`orders`.`amount`) as x0,
    max(`orders`.`placed`) as x1
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `customers`.`name` in (?, ?)
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    x1,
    case when d1 is not null then first_value(x0) over (partition by d0 order by d1 <=> null, d1 rows between unbounded preceding and unbounded following) end as c0,
    case when d1 is not null then first_value(x0) over (partition by d0 order by d1 desc rows between unbounded preceding and unbounded following) end as c1,
    case when d1 is not null then first_value(x1) over (partition by d0 order by d1 desc rows between unbounded preceding and unbounded following) end as c2
  from results_1
)
select
  d0 as `customers.name`,
  d1 as `orders.placed.month`,
  x0 as `orders.total`,
  x1 as `orders.latest`,
  c0 as `at first`,
  c1 as `at last`,
  c2 as `day`
from calculated_1
order by `customers.name` <=> null, `customers.name`, `orders.placed.month` <=> null, `orders.placed.month`;

-- along values that are no periods, row by row
with results_1 as (
  select
    `customers`.`name` as d0,
    sum(`orders`.`amount`) as x0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    case when d0 is not null then x0 - lag(x0, 1) over (order by d0 <=> null, d0) end as c0,
    case when d0 is not null then sum(x0) over (order by d0 <=> null, d0 rows between unbounded preceding and current row) end as c1
  from results_1
)
select
  d0 as `customers.name`,
  x0 as `orders.total`,
  c0 as `more`,
  c1 as `so far`
from calculated_1
order by `customers.name` <=> null, `customers.name`;

-- ordered by a measure that is not selected
-- ["1","3"]
with results_1 as (
  select
    `customers`.`name` as d0,
    count(*) as x0,
    sum(`orders`.`amount`) as o0
  from `orders`
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    o0,
    rank() over (order by x0 desc) as c0
  from results_1
)
select
  d0 as `customers.name`,
  x0 as `orders.count`,
  c0 as `place`
from calculated_1
where (c0 = cast(? as signed) or c0 = cast(? as signed))
order by o0 desc, `customers.name` <=> null, `customers.name`;

-- of the rows that the caller may see
-- ["north"]
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
      where `customers`.`region` in (?)
    )
  ) as `own_orders`
  left join `customers` on `customers`.`id` = `own_orders`.`customer_id`
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    1.0000000000000000 * x0 / nullif(sum(x0) over (), 0) as c0
  from results_1
)
select
  d0 as `customers.name`,
  x0 as `own_orders.count`,
  c0 as `share`
from calculated_1;
