-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- each row meets the version that was valid at its time, and no row is counted twice
select
  `customers`.`tier` as `customers__tier`,
  count(*) as `orders__count`,
  sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= timestamp(`customers`.`valid_from`) and (timestamp(`customers`.`valid_to`) is null or `orders`.`placed_at` < timestamp(`customers`.`valid_to`))
group by 1
order by `customers__tier` nulls last
limit 11;
-- totals
select
  count(*) as `orders__count`,
  sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= timestamp(`customers`.`valid_from`) and (timestamp(`customers`.`valid_to`) is null or `orders`.`placed_at` < timestamp(`customers`.`valid_to`));

-- a row between two versions meets none
select
  case when `customers`.`id` is not null then coalesce(`customers`.tier, 'none') end as `customers__label`,
  sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= timestamp(`customers`.`valid_from`) and (timestamp(`customers`.`valid_to`) is null or `orders`.`placed_at` < timestamp(`customers`.`valid_to`))
group by 1
order by `customers__label` nulls last
limit 11;

-- further joins start from that version
select
  `regions`.`name` as `regions__name`,
  sum(`orders`.`amount`) as `orders__total`
from `orders`
left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= timestamp(`customers`.`valid_from`) and (timestamp(`customers`.`valid_to`) is null or `orders`.`placed_at` < timestamp(`customers`.`valid_to`))
left join `regions` on `regions`.`id` = `customers`.`region_id`
group by 1
order by `regions__name` nulls last
limit 11;

-- a filter and a measure's condition look at that version
select
  sum(`orders`.`amount`) as `orders__total`,
  sum(case when `customers`.`tier` = 'gold' then `orders`.`amount` end) as `orders__gold`
from `orders`
left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= timestamp(`customers`.`valid_from`) and (timestamp(`customers`.`valid_to`) is null or `orders`.`placed_at` < timestamp(`customers`.`valid_to`))
where `customers`.`valid_to` is null
  and `customers`.`tier` is not null
limit 11;

-- a version counts once, whichever of its rows are grouped
select
  `orders`.d0 as `orders__id`,
  sum(`customers`.`credit`) as `customers__credit`
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
        timestamp(`customers`.`valid_from`) as w1,
        case when timestamp(`customers`.`valid_to`) is null then timestamp(`customers`.`valid_from`) when timestamp(`customers`.`valid_to`) > timestamp(`customers`.`valid_from`) then timestamp(`customers`.`valid_to`) end as w2
      from `customer_versions` as `customers`
    ) as pairs
    join `orders` as `paired` on `paired`.`customer_id` = pairs.w0
    where `paired`.`placed_at` >= pairs.w1 and (pairs.w2 = pairs.w1 or `paired`.`placed_at` < pairs.w2)
  ) as `orders`
) as `orders` on `orders`.j0 = `customers`.`id` and `orders`.j1 = timestamp(`customers`.`valid_from`) and `orders`.j2 = case when timestamp(`customers`.`valid_to`) is null then timestamp(`customers`.`valid_from`) when timestamp(`customers`.`valid_to`) > timestamp(`customers`.`valid_from`) then timestamp(`customers`.`valid_to`) end
group by 1
order by `orders__id` nulls last
limit 21;

-- a version counts once in a group of many of its rows
-- ["basic","gold"]
select
  `orders`.d0 as `items__sku`,
  sum(`customers`.`credit`) as `customers__credit`,
  count(*) as `customers__versions`
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
        timestamp(`customers`.`valid_from`) as w1,
        case when timestamp(`customers`.`valid_to`) is null then timestamp(`customers`.`valid_from`) when timestamp(`customers`.`valid_to`) > timestamp(`customers`.`valid_from`) then timestamp(`customers`.`valid_to`) end as w2
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
      where `orders`.`placed_at` >= timestamp(`customers_2`.`valid_from`)
        and (timestamp(`customers_2`.`valid_to`) is null or `orders`.`placed_at` < timestamp(`customers_2`.`valid_to`))
        and `customers_2`.`tier` in (@p1, @p2)
    )
  ) as `items` on `items`.`order_id` = `orders`.`id`
) as `orders` on `orders`.j0 = `customers`.`id` and `orders`.j1 = timestamp(`customers`.`valid_from`) and `orders`.j2 = case when timestamp(`customers`.`valid_to`) is null then timestamp(`customers`.`valid_from`) when timestamp(`customers`.`valid_to`) > timestamp(`customers`.`valid_from`) then timestamp(`customers`.`valid_to`) end
group by 1
order by `items__sku` nulls last
limit 21;

-- versions with rows of their time
-- ["1","1","0"]
select
  d0 as `customers__tier`,
  max(m0) as `customers__credit`
from (
  select
    `customers`.`tier` as d0,
    sum(`customers`.`credit`) as m0,
    null as m1
  from `customer_versions` as `customers`
  where (`customers`.`id`, timestamp(`customers`.`valid_from`), case when timestamp(`customers`.`valid_to`) is null then timestamp(`customers`.`valid_from`) when timestamp(`customers`.`valid_to`) > timestamp(`customers`.`valid_from`) then timestamp(`customers`.`valid_to`) end) in (
    select (`orders`.w0, `orders`.w1, `orders`.w2)
    from (
      select
        pairs.w0 as w0,
        pairs.w1 as w1,
        pairs.w2 as w2,
        `paired`.*
      from (
        select distinct
          `customers`.`id` as w0,
          timestamp(`customers`.`valid_from`) as w1,
          case when timestamp(`customers`.`valid_to`) is null then timestamp(`customers`.`valid_from`) when timestamp(`customers`.`valid_to`) > timestamp(`customers`.`valid_from`) then timestamp(`customers`.`valid_to`) end as w2
        from `customer_versions` as `customers`
      ) as pairs
      join `orders` as `paired` on `paired`.`customer_id` = pairs.w0
      where `paired`.`placed_at` >= pairs.w1 and (pairs.w2 = pairs.w1 or `paired`.`placed_at` < pairs.w2)
    ) as `orders`
    where `orders`.`id` > cast(@p1 as int64)
  )
  group by 1
  union all
  select
    `customers`.`tier` as d0,
    null as m0,
    sum(`orders`.`amount`) as m1
  from `orders`
  left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= timestamp(`customers`.`valid_from`) and (timestamp(`customers`.`valid_to`) is null or `orders`.`placed_at` < timestamp(`customers`.`valid_to`))
  where `orders`.`id` > cast(@p2 as int64)
  group by 1
) as branches
group by 1
having max(m1) > cast(@p3 as int64)
order by `customers__tier` nulls last
limit 11;

-- versions without any
select count(*) as `customers__versions`
from `customer_versions` as `customers`
where not coalesce((`customers`.`id`, timestamp(`customers`.`valid_from`), case when timestamp(`customers`.`valid_to`) is null then timestamp(`customers`.`valid_from`) when timestamp(`customers`.`valid_to`) > timestamp(`customers`.`valid_from`) then timestamp(`customers`.`valid_to`) end) in (
  select (`orders`.w0, `orders`.w1, `orders`.w2)
  from (
    select
      pairs.w0 as w0,
      pairs.w1 as w1,
      pairs.w2 as w2,
      `paired`.*
    from (
      select distinct
        `customers`.`id` as w0,
        timestamp(`customers`.`valid_from`) as w1,
        case when timestamp(`customers`.`valid_to`) is null then timestamp(`customers`.`valid_from`) when timestamp(`customers`.`valid_to`) > timestamp(`customers`.`valid_from`) then timestamp(`customers`.`valid_to`) end as w2
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
  `sku` as `items__sku`,
  count(*) as `items__count`
from (
  select *
  from `items`
  where `items`.`order_id` in (
    select `orders`.`id`
    from `orders`
    join `customer_versions` as `customers_2` on `customers_2`.`id` = `orders`.`customer_id`
    where `orders`.`placed_at` >= timestamp(`customers_2`.`valid_from`)
      and (timestamp(`customers_2`.`valid_to`) is null or `orders`.`placed_at` < timestamp(`customers_2`.`valid_to`))
      and `customers_2`.`tier` in (@p1, @p2)
  )
) as `items`
group by 1
order by `items__sku` nulls last
limit 11;

-- and rows of no version are nobody's
-- ["void"]
select count(*) as `items__count`
from (
  select *
  from `items`
  where `items`.`order_id` in (
    select `orders`.`id`
    from `orders`
    join `customer_versions` as `customers_2` on `customers_2`.`id` = `orders`.`customer_id`
    where `orders`.`placed_at` >= timestamp(`customers_2`.`valid_from`)
      and (timestamp(`customers_2`.`valid_to`) is null or `orders`.`placed_at` < timestamp(`customers_2`.`valid_to`))
      and `customers_2`.`tier` in (@p1)
  )
) as `items`
limit 11;

-- facts and versions side by side
select
  d0 as `customers__tier`,
  max(m0) as `customers__credit`,
  max(m1) as `orders__total`
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
  left join `customer_versions` as `customers` on `customers`.`id` = `orders`.`customer_id` and `orders`.`placed_at` >= timestamp(`customers`.`valid_from`) and (timestamp(`customers`.`valid_to`) is null or `orders`.`placed_at` < timestamp(`customers`.`valid_to`))
  group by 1
) as branches
group by 1
order by `customers__tier` nulls last
limit 11;
