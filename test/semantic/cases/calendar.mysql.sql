-- a day that the calendar does not have lies in no period
select
  `days`.`retail_month` as `orders.placed_at.retail_month`,
  sum(`orders`.`amount`) as `orders.total`
from `orders`
left join `days` on `days`.`day` = date(`orders`.`placed_at`)
group by 1
order by `orders.placed_at.retail_month` <=> null, `orders.placed_at.retail_month`
limit 11;

-- the day is one of the query's timezone
select
  `days`.`retail_month` as `orders.placed_at.retail_month`,
  sum(`orders`.`amount`) as `orders.total`
from `orders`
left join `days` on `days`.`day` = date((`orders`.`placed_at` + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `orders`.`placed_at`), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute))
group by 1
order by `orders.placed_at.retail_month` <=> null, `orders.placed_at.retail_month`
limit 11;

-- a filter on a period of the calendar
-- ["2024-02-02"]
select
  date(`orders`.`placed_at`) as `orders.placed_at.day`,
  sum(`orders`.`amount`) as `orders.total`
from `orders`
left join `days` on `days`.`day` = date(`orders`.`placed_at`)
where `days`.`season` = cast(? as date)
group by 1
order by `orders.placed_at.day` <=> null, `orders.placed_at.day`;

-- fillGaps adds the calendar's periods between those of the rows
-- ["2"]
with groups_1 as (
  select
    `days`.`retail_month` as d0,
    sum(`orders`.`amount`) as m0
  from `orders`
  left join `days` on `days`.`day` = date(`orders`.`placed_at`)
  where not (`orders`.`amount` <=> cast(? as signed))
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
  d0 as `orders.placed_at.retail_month`,
  max(m0) as `orders.total`
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by `orders.placed_at.retail_month` <=> null, `orders.placed_at.retail_month`
limit 11;

-- and up to those of the days that filters name
-- ["2024-01-30 00:00:00","2024-02-04 00:00:00","1","2024-01-30 00:00:00","2024-02-04 00:00:00"]
with groups_1 as (
  select
    `days`.`retail_month` as d0,
    `customers`.`name` as d1,
    sum(`orders`.`amount`) as m0
  from `orders`
  left join `days` on `days`.`day` = date(`orders`.`placed_at`)
  left join `customers` on `customers`.`id` = `orders`.`customer_id`
  where `orders`.`placed_at` >= cast(? as datetime(6)) and `orders`.`placed_at` < cast(? as datetime(6))
    and `orders`.`amount` = cast(? as signed)
  group by 1, 2
),
periods_1 as (
  select distinct `retail_month` as d0
  from `days` as `calendar`
  where `retail_month` is not null
    and `day` >= date(cast(? as datetime(6)))
    and `day` <= date((cast(? as datetime(6)) - interval 1 microsecond))
)
select
  d0 as `orders.placed_at.retail_month`,
  d1 as `customers.name`,
  max(m0) as `orders.total`
from (
  select d0, d1, m0 from groups_1
  union all
  select d0, d1, null as m0
  from periods_1
  cross join (select distinct d1 from groups_1) as others
) as filled
group by 1, 2
order by `orders.placed_at.retail_month` <=> null, `orders.placed_at.retail_month`, `customers.name` <=> null, `customers.name`
limit 11;

-- facts meet in the periods of a time that they share
-- ["1","4"]
select
  d0 as `orders.placed_at.retail_month`,
  max(m0) as `orders.total`,
  max(m1) as `refunds.total`
from (
  select
    `days`.`retail_month` as d0,
    sum(`orders`.`amount`) as m0,
    null as m1
  from `orders`
  left join `days` on `days`.`day` = date(`orders`.`placed_at`)
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
      where `orders`.`amount` in (cast(? as signed), cast(? as signed))
    )
  ) as `refunds`
  left join `orders` on `orders`.`id` = `refunds`.`order_id`
  left join `days` on `days`.`day` = date(`orders`.`placed_at`)
  group by 1
) as branches
group by 1
order by `orders.placed_at.retail_month` <=> null, `orders.placed_at.retail_month`
limit 11;

-- two times of one query look at the calendar each by itself
-- ["1","2"]
select
  `days`.`retail_month` as `orders.placed_at.retail_month`,
  `refunds_days`.`retail_month` as `refunds.day.retail_month`,
  sum(`refunds`.`amount`) as `refunds.total`
from (
  select *
  from `refunds`
  where `refunds`.`order_id` in (
    select `orders`.`id`
    from `orders`
    where `orders`.`amount` in (cast(? as signed), cast(? as signed))
  )
) as `refunds`
left join `orders` on `orders`.`id` = `refunds`.`order_id`
left join `days` on `days`.`day` = date(`orders`.`placed_at`)
left join `days` as `refunds_days` on `refunds_days`.`day` = date(`refunds`.`day`)
group by 1, 2
order by `orders.placed_at.retail_month` <=> null, `orders.placed_at.retail_month`, `refunds.day.retail_month` <=> null, `refunds.day.retail_month`
limit 11;

-- totals of the periods that a filter on a measure keeps
-- ["2"]
select
  `days`.`season` as `orders.placed_at.season`,
  sum(`orders`.`amount`) as `orders.total`
from `orders`
left join `days` on `days`.`day` = date(`orders`.`placed_at`)
group by 1
having sum(`orders`.`amount`) > cast(? as signed)
order by `orders.placed_at.season` <=> null, `orders.placed_at.season`
limit 11;
-- totals
-- ["2"]
with picked_1 as (
  select `days`.`season` as d0
  from `orders`
  left join `days` on `days`.`day` = date(`orders`.`placed_at`)
  group by 1
  having sum(`orders`.`amount`) > cast(? as signed)
)
select sum(`orders`.`amount`) as `orders.total`
from `orders`
left join `days` on `days`.`day` = date(`orders`.`placed_at`)
where exists (
  select 1
  from picked_1
  where picked_1.d0 <=> `days`.`season`
);

-- customers with an order in a period
-- ["2024-R01"]
select
  `customers`.`name` as `customers.name`,
  count(*) as `customers.count`
from `customers`
where `customers`.`id` in (
  select `orders`.`customer_id`
  from `orders`
  left join `days` on `days`.`day` = date(`orders`.`placed_at`)
  where `days`.`retail_month` = ?
)
group by 1
order by `customers.name` <=> null, `customers.name`
limit 11;

-- the orders of periods with much
-- ["2"]
with asked_1 as (
  select `days`.`retail_month` as d0
  from `orders`
  left join `days` on `days`.`day` = date(`orders`.`placed_at`)
  group by 1
  having sum(`orders`.`amount`) >= cast(? as signed)
)
select sum(`orders`.`amount`) as `orders.total`
from `orders`
left join `days` on `days`.`day` = date(`orders`.`placed_at`)
where exists (
  select 1
  from asked_1
  where asked_1.d0 <=> `days`.`retail_month`
);

-- a difference to a period of the calendar that has no rows
-- ["2"]
with groups_1 as (
  select
    `days`.`retail_month` as d0,
    sum(`orders`.`amount`) as m0
  from `orders`
  left join `days` on `days`.`day` = date(`orders`.`placed_at`)
  where not (`orders`.`amount` <=> cast(? as signed))
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
    case when d0 is not null then x0 - lag(x0, 1) over (order by d0 <=> null, d0) end as c0,
    case when d0 is not null then x0 - lag(x0, 2) over (order by d0 <=> null, d0) end as c1
  from results_1
)
select
  d0 as `orders.placed_at.retail_month`,
  x0 as `orders.total`,
  c0 as `before`,
  c1 as `two before`
from calculated_1
where shown = 1
order by `orders.placed_at.retail_month` <=> null, `orders.placed_at.retail_month`
limit 11;

-- what a balance was at the end of each period
select
  d0 as `orders.placed_at.season`,
  sum(case when place = 1 then v0 end) as `orders.closing`
from (
  select
    `days`.`season` as d0,
    `orders`.`amount` as v0,
    case when `orders`.`placed_at` is not null then rank() over (partition by `days`.`season` order by `orders`.`placed_at` desc) end as place
  from `orders`
  left join `days` on `days`.`day` = date(`orders`.`placed_at`)
) as `orders`
group by 1
order by `orders.placed_at.season` <=> null, `orders.placed_at.season`
limit 11;
