-- a model's rows are those of the caller's attribute
-- ["rome","oslo"]
select
  `city` as `stores.city`,
  count(*) as `stores.count`
from (
  select *
  from `stores`
  where `city` in (?, ?)
) as `stores`
group by 1
order by `stores.city` <=> null, `stores.city`
limit 11;

-- a missing attribute matches nothing
select count(*) as `stores.count`
from (
  select *
  from `stores`
  where false
) as `stores`
limit 11;

-- a name that every object has is no attribute
select count(*) as `sales.count`
from (
  select *
  from `sales`
  where false
) as `sales`
limit 11;

-- a rule over a join looks at the other table as it is
-- ["10"]
select
  `kind` as `sales.kind`,
  sum(`amount`) as `sales.total`
from (
  select *
  from `sales`
  where `sales`.`store_id` in (
    select `stores`.`id`
    from `stores`
    where `stores`.`size` in (cast(? as signed))
  )
) as `sales`
group by 1
order by `sales.kind` <=> null, `sales.kind`
limit 11;

-- each model rules itself, and what is hidden joins as null
-- ["10","20","oslo"]
select
  `stores`.`city` as `stores.city`,
  sum(`sales`.`amount`) as `sales.total`
from (
  select *
  from `sales`
  where `sales`.`store_id` in (
    select `stores`.`id`
    from `stores`
    where `stores`.`size` in (cast(? as signed), cast(? as signed))
  )
) as `sales`
left join (
  select *
  from `stores`
  where `city` in (?)
) as `stores` on `stores`.`id` = `sales`.`store_id`
group by 1
order by `stores.city` <=> null, `stores.city`
limit 11;

-- an exists looks only among rows that the caller sees
-- ["rome","oslo","20","web"]
select distinct `stores`.`city` as `stores.city`
from (
  select *
  from `stores`
  where `city` in (?, ?)
) as `stores`
where `stores`.`id` in (
  select `sales`.`store_id`
  from (
    select *
    from `sales`
    where `sales`.`store_id` in (
      select `stores`.`id`
      from `stores`
      where `stores`.`size` in (cast(? as signed))
    )
  ) as `sales`
  where `sales`.`kind` = ?
)
order by `stores.city` <=> null, `stores.city`
limit 11;

-- every branch is narrowed
-- ["10","20","rome","rome","rome"]
select
  d0 as `stores.city`,
  max(m0) as `sales.total`,
  max(m1) as `visits.guests_total`,
  coalesce(max(m2), 0) as `stores.count`
from (
  select
    `stores`.`city` as d0,
    sum(`sales`.`amount`) as m0,
    null as m1,
    null as m2
  from (
    select *
    from `sales`
    where `sales`.`store_id` in (
      select `stores`.`id`
      from `stores`
      where `stores`.`size` in (cast(? as signed), cast(? as signed))
    )
  ) as `sales`
  left join (
    select *
    from `stores`
    where `city` in (?)
  ) as `stores` on `stores`.`id` = `sales`.`store_id`
  group by 1
  union all
  select
    `stores`.`city` as d0,
    null as m0,
    sum(`visits`.`guests`) as m1,
    null as m2
  from (
    select id, store_id, guests from raw_visits where guests >= 0
  ) as `visits`
  left join (
    select *
    from `stores`
    where `city` in (?)
  ) as `stores` on `stores`.`id` = `visits`.`store_id`
  group by 1
  union all
  select
    `city` as d0,
    null as m0,
    null as m1,
    count(*) as m2
  from (
    select *
    from `stores`
    where `city` in (?)
  ) as `stores`
  group by 1
) as branches
group by 1
order by `stores.city` <=> null, `stores.city`
limit 11;

-- a fan-out meets only visible rows
-- ["rome","oslo","20"]
select
  `sales`.d0 as `sales.kind`,
  count(*) as `stores.count`
from (
  select *
  from `stores`
  where `city` in (?, ?)
) as `stores`
left join (
  select distinct
    `store_id` as j0,
    `kind` as d0
  from (
    select *
    from `sales`
    where `sales`.`store_id` in (
      select `stores`.`id`
      from `stores`
      where `stores`.`size` in (cast(? as signed))
    )
  ) as `sales`
) as `sales` on `sales`.j0 = `stores`.`id`
group by 1
order by `sales.kind` <=> null, `sales.kind`
limit 11;
