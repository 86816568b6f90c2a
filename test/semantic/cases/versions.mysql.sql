-- each row meets the version that was valid at its time, and no row is counted twice
select
  `customers`.`tier` as `customers.tier`,
  count(*) as `orders.count`,
  sum(`orders`.`amount`) as `orders.total`
from `orders`
left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as datetime(6)) and (cast(`customers`.`valid_to` as datetime(6)) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as datetime(6)))
group by 1
order by `customers.tier` <=> null, `customers.tier`
limit 11;
-- totals
select
  count(*) as `orders.count`,
  sum(`orders`.`amount`) as `orders.total`
from `orders`
left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as datetime(6)) and (cast(`customers`.`valid_to` as datetime(6)) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as datetime(6)));

-- a row between two versions meets none
select
  case when `customers`.`id` is not null then coalesce(`customers`.tier, 'none') end as `customers.label`,
  sum(`orders`.`amount`) as `orders.total`
from `orders`
left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as datetime(6)) and (cast(`customers`.`valid_to` as datetime(6)) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as datetime(6)))
group by 1
order by `customers.label` <=> null, `customers.label`
limit 11;

-- further joins start from that version
select
  `regions`.`name` as `regions.name`,
  sum(`orders`.`amount`) as `orders.total`
from `orders`
left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as datetime(6)) and (cast(`customers`.`valid_to` as datetime(6)) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as datetime(6)))
left join `regions` on `regions`.`id` = `customers`.`region_id`
group by 1
order by `regions.name` <=> null, `regions.name`
limit 11;

-- a filter and a measure's condition look at that version
select
  sum(`orders`.`amount`) as `orders.total`,
  sum(case when `customers`.`tier` = 'gold' then `orders`.`amount` end) as `orders.gold`
from `orders`
left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as datetime(6)) and (cast(`customers`.`valid_to` as datetime(6)) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as datetime(6)))
where `customers`.`valid_to` is null
  and `customers`.`tier` is not null
limit 11;

-- a version counts once, whichever of its rows are grouped
select
  `orders`.d0 as `orders.id`,
  sum(`customers`.`credit`) as `customers.credit`
from `customer_versions` as `customers`
left join (
  select distinct
    w0 as j0,
    w1 as j1,
    w2 as j2,
    `id` as d0
  from (
    select
      pairs.w0 as w0,
      pairs.w1 as w1,
      pairs.w2 as w2,
      `paired`.*
    from (
      select distinct
        `customers`.`id` as w0,
        cast(`customers`.`valid_from` as datetime(6)) as w1,
        case when cast(`customers`.`valid_to` as datetime(6)) is null then cast(`customers`.`valid_from` as datetime(6)) when cast(`customers`.`valid_to` as datetime(6)) > cast(`customers`.`valid_from` as datetime(6)) then cast(`customers`.`valid_to` as datetime(6)) end as w2
      from `customer_versions` as `customers`
    ) as pairs
    join `orders` as `paired` on `paired`.`customer_id` = pairs.w0
    where `paired`.`placed_at` >= pairs.w1 and (pairs.w2 = pairs.w1 or `paired`.`placed_at` < pairs.w2)
  ) as `orders`
) as `orders` on `orders`.j0 = `customers`.`id` and `orders`.j1 = cast(`customers`.`valid_from` as datetime(6)) and `orders`.j2 = case when cast(`customers`.`valid_to` as datetime(6)) is null then cast(`customers`.`valid_from` as datetime(6)) when cast(`customers`.`valid_to` as datetime(6)) > cast(`customers`.`valid_from` as datetime(6)) then cast(`customers`.`valid_to` as datetime(6)) end
group by 1
order by `orders.id` <=> null, `orders.id`
limit 21;

-- a version counts once in a group of many of its rows
-- ["basic","gold"]
select
  `orders`.d0 as `items.sku`,
  sum(`customers`.`credit`) as `customers.credit`,
  count(*) as `customers.versions`
from `customer_versions` as `customers`
left join (
  select distinct
    `orders`.w0 as j0,
    `orders`.w1 as j1,
    `orders`.w2 as j2,
    `items`.`sku` as d0
  from (
    select
      pairs.w0 as w0,
      pairs.w1 as w1,
      pairs.w2 as w2,
      `paired`.*
    from (
      select distinct
        `customers`.`id` as w0,
        cast(`customers`.`valid_from` as datetime(6)) as w1,
        case when cast(`customers`.`valid_to` as datetime(6)) is null then cast(`customers`.`valid_from` as datetime(6)) when cast(`customers`.`valid_to` as datetime(6)) > cast(`customers`.`valid_from` as datetime(6)) then cast(`customers`.`valid_to` as datetime(6)) end as w2
      from `customer_versions` as `customers`
    ) as pairs
    join `orders` as `paired` on `paired`.`customer_id` = pairs.w0
    where `paired`.`placed_at` >= pairs.w1 and (pairs.w2 = pairs.w1 or `paired`.`placed_at` < pairs.w2)
  ) as `orders`
  left join (
    select *
    from `items`
    where `items`.`order_id` in (
      select `orders`.`id`
      from `orders`
      join `customer_versions` as `customers_2` on `customers_2`.`id` = `orders`.`customer_id`
      where `orders`.`placed_at` >= cast(`customers_2`.`valid_from` as datetime(6))
        and (cast(`customers_2`.`valid_to` as datetime(6)) is null or `orders`.`placed_at` < cast(`customers_2`.`valid_to` as datetime(6)))
        and `customers_2`.`tier` in (?, ?)
    )
  ) as `items` on `items`.`order_id` = `orders`.`id`
) as `orders` on `orders`.j0 = `customers`.`id` and `orders`.j1 = cast(`customers`.`valid_from` as datetime(6)) and `orders`.j2 = case when cast(`customers`.`valid_to` as datetime(6)) is null then cast(`customers`.`valid_from` as datetime(6)) when cast(`customers`.`valid_to` as datetime(6)) > cast(`customers`.`valid_from` as datetime(6)) then cast(`customers`.`valid_to` as datetime(6)) end
group by 1
order by `items.sku` <=> null, `items.sku`
limit 21;

-- versions with rows of their time
-- ["1","1","0"]
select
  d0 as `customers.tier`,
  max(m0) as `customers.credit`
from (
  select
    `customers`.`tier` as d0,
    sum(`customers`.`credit`) as m0,
    null as m1
  from `customer_versions` as `customers`
  where (`customers`.`id`, cast(`customers`.`valid_from` as datetime(6)), case when cast(`customers`.`valid_to` as datetime(6)) is null then cast(`customers`.`valid_from` as datetime(6)) when cast(`customers`.`valid_to` as datetime(6)) > cast(`customers`.`valid_from` as datetime(6)) then cast(`customers`.`valid_to` as datetime(6)) end) in (
    select `orders`.w0, `orders`.w1, `orders`.w2
    from (
      select
        pairs.w0 as w0,
        pairs.w1 as w1,
        pairs.w2 as w2,
        `paired`.*
      from (
        select distinct
          `customers`.`id` as w0,
          cast(`customers`.`valid_from` as datetime(6)) as w1,
          case when cast(`customers`.`valid_to` as datetime(6)) is null then cast(`customers`.`valid_from` as datetime(6)) when cast(`customers`.`valid_to` as datetime(6)) > cast(`customers`.`valid_from` as datetime(6)) then cast(`customers`.`valid_to` as datetime(6)) end as w2
        from `customer_versions` as `customers`
      ) as pairs
      join `orders` as `paired` on `paired`.`customer_id` = pairs.w0
      where `paired`.`placed_at` >= pairs.w1 and (pairs.w2 = pairs.w1 or `paired`.`placed_at` < pairs.w2)
    ) as `orders`
    where `orders`.`id` > cast(? as signed)
  )
  group by 1
  union all
  select
    `customers`.`tier` as d0,
    null as m0,
    sum(`orders`.`amount`) as m1
  from `orders`
  left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as datetime(6)) and (cast(`customers`.`valid_to` as datetime(6)) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as datetime(6)))
  where `orders`.`id` > cast(? as signed)
  group by 1
) as branches
group by 1
having max(m1) > cast(? as signed)
order by `customers.tier` <=> null, `customers.tier`
limit 11;

-- versions without any
select count(*) as `customers.versions`
from `customer_versions` as `customers`
where not coalesce((`customers`.`id`, cast(`customers`.`valid_from` as datetime(6)), case when cast(`customers`.`valid_to` as datetime(6)) is null then cast(`customers`.`valid_from` as datetime(6)) when cast(`customers`.`valid_to` as datetime(6)) > cast(`customers`.`valid_from` as datetime(6)) then cast(`customers`.`valid_to` as datetime(6)) end) in (
  select `orders`.w0, `orders`.w1, `orders`.w2
  from (
    select
      pairs.w0 as w0,
      pairs.w1 as w1,
      pairs.w2 as w2,
      `paired`.*
    from (
      select distinct
        `customers`.`id` as w0,
        cast(`customers`.`valid_from` as datetime(6)) as w1,
        case when cast(`customers`.`valid_to` as datetime(6)) is null then cast(`customers`.`valid_from` as datetime(6)) when cast(`customers`.`valid_to` as datetime(6)) > cast(`customers`.`valid_from` as datetime(6)) then cast(`customers`.`valid_to` as datetime(6)) end as w2
      from `customer_versions` as `customers`
    ) as pairs
    join `orders` as `paired` on `paired`.`customer_id` = pairs.w0
    where `paired`.`placed_at` >= pairs.w1 and (pairs.w2 = pairs.w1 or `paired`.`placed_at` < pairs.w2)
  ) as `orders`
), false)
limit 11;

-- row access over such a join picks the version by the row's time
-- ["basic","gold"]
select
  `sku` as `items.sku`,
  count(*) as `items.count`
from (
  select *
  from `items`
  where `items`.`order_id` in (
    select `orders`.`id`
    from `orders`
    join `customer_versions` as `customers_2` on `customers_2`.`id` = `orders`.`customer_id`
    where `orders`.`placed_at` >= cast(`customers_2`.`valid_from` as datetime(6))
      and (cast(`customers_2`.`valid_to` as datetime(6)) is null or `orders`.`placed_at` < cast(`customers_2`.`valid_to` as datetime(6)))
      and `customers_2`.`tier` in (?, ?)
  )
) as `items`
group by 1
order by `items.sku` <=> null, `items.sku`
limit 11;

-- and rows of no version are nobody's
-- ["void"]
select count(*) as `items.count`
from (
  select *
  from `items`
  where `items`.`order_id` in (
    select `orders`.`id`
    from `orders`
    join `customer_versions` as `customers_2` on `customers_2`.`id` = `orders`.`customer_id`
    where `orders`.`placed_at` >= cast(`customers_2`.`valid_from` as datetime(6))
      and (cast(`customers_2`.`valid_to` as datetime(6)) is null or `orders`.`placed_at` < cast(`customers_2`.`valid_to` as datetime(6)))
      and `customers_2`.`tier` in (?)
  )
) as `items`
limit 11;

-- facts and versions side by side
select
  d0 as `customers.tier`,
  max(m0) as `customers.credit`,
  max(m1) as `orders.total`
from (
  select
    `tier` as d0,
    sum(`credit`) as m0,
    null as m1
  from `customer_versions` as `customers`
  group by 1
  union all
  select
    `customers`.`tier` as d0,
    null as m0,
    sum(`orders`.`amount`) as m1
  from `orders`
  left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= cast(`customers`.`valid_from` as datetime(6)) and (cast(`customers`.`valid_to` as datetime(6)) is null or `orders`.`placed_at` < cast(`customers`.`valid_to` as datetime(6)))
  group by 1
) as branches
group by 1
order by `customers.tier` <=> null, `customers.tier`
limit 11;
