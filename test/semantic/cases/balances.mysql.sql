-- a balance is taken of the last day of each account, then added up
select
  d0 as `balances.day.month`,
  max(m0) as `balances.closing`,
  max(m1) as `balances.opening`,
  max(m0) - max(m1) as `balances.growth`
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
      cast(date_format(`day`, '%Y-%m-01') as date) as d0,
      `balance` as v0,
      case when `day` is not null then rank() over (partition by cast(date_format(`day`, '%Y-%m-01') as date), `account_id` order by `day` <=> null, `day`) end as place
    from `balances`
  ) as `balances`
  group by 1
) as branches
group by 1
order by `balances.day.month` <=> null, `balances.day.month`
limit 11;

-- without per, only the last day of the group counts
select
  d0 as `balances.day.month`,
  max(m0) as `balances.closing_day`,
  coalesce(max(m1), 0) as `balances.count`
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      cast(date_format(`day`, '%Y-%m-01') as date) as d0,
      `balance` as v0,
      case when `day` is not null then rank() over (partition by cast(date_format(`day`, '%Y-%m-01') as date) order by `day` desc) end as place
    from `balances`
  ) as `balances`
  group by 1
  union all
  select
    cast(date_format(`day`, '%Y-%m-01') as date) as d0,
    null as m0,
    count(*) as m1
  from `balances`
  group by 1
) as branches
group by 1
order by `balances.day.month` <=> null, `balances.day.month`
limit 11;

-- a balance over all time is the last there is
select sum(case when place = 1 then v0 end) as `balances.closing`
from (
  select
    `balance` as v0,
    case when `day` is not null then rank() over (partition by `account_id` order by `day` desc) end as place
  from `balances`
) as `balances`
limit 11;
-- totals
select sum(case when place = 1 then v0 end) as `balances.closing`
from (
  select
    `balance` as v0,
    case when `day` is not null then rank() over (partition by `account_id` order by `day` desc) end as place
  from `balances`
) as `balances`;

-- a balance by a dimension of another model
select
  d0 as `accounts.branch`,
  sum(case when place = 1 then v0 end) as `balances.closing`
from (
  select
    `accounts`.`branch` as d0,
    `balances`.`balance` as v0,
    case when `balances`.`day` is not null then rank() over (partition by `accounts`.`branch`, `balances`.`account_id` order by `balances`.`day` desc) end as place
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
) as `balances`
group by 1
order by `accounts.branch` <=> null, `accounts.branch`
limit 11;

-- the last day is the last that the filter lets through
-- ["2024-01-31"]
select
  d0 as `accounts.branch`,
  sum(case when place = 1 then v0 end) as `balances.closing`
from (
  select
    `accounts`.`branch` as d0,
    `balances`.`balance` as v0,
    case when `balances`.`day` is not null then rank() over (partition by `accounts`.`branch`, `balances`.`account_id` order by `balances`.`day` desc) end as place
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  where `balances`.`day` < cast(? as date)
) as `balances`
group by 1
order by `accounts.branch` <=> null, `accounts.branch`
limit 11;

-- a measure's own filter comes before the last day
select sum(case when place = 1 then v0 end) as `balances.closing_positive`
from (
  select
    `balance` as v0,
    case when (case when balance > 0 then `day` end) is not null then rank() over (partition by `account_id` order by case when balance > 0 then `day` end desc) end as place
  from `balances`
) as `balances`
limit 11;

-- a balance through a fan-out is counted once per group
select
  d0 as `tags.tag`,
  sum(case when place = 1 then v0 end) as `balances.closing`
from (
  select distinct
    `tags`.`tag` as d0,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0,
    case when `balances`.`day` is not null then rank() over (partition by `tags`.`tag`, `balances`.`account_id` order by `balances`.`day` desc) end as place
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
) as `balances`
group by 1
order by `tags.tag` <=> null, `tags.tag`
limit 11;

-- the balance last known goes on where a month has none
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
  join periods_1 on day_ < d0 + interval 1 month
)
select
  d0 as `balances.day.month`,
  max(m0) as `balances.known`,
  max(m1) as `balances.closing`
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      d0,
      v0,
      case when moment is not null then rank() over (partition by d0, p0 order by moment desc) end as place
    from facts_1
    join spans_1 on on_day = day_
  ) as placed
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      cast(date_format(`day`, '%Y-%m-01') as date) as d0,
      `balance` as v0,
      case when `day` is not null then rank() over (partition by cast(date_format(`day`, '%Y-%m-01') as date), `account_id` order by `day` desc) end as place
    from `balances`
  ) as `balances`
  group by 1
) as branches
group by 1
order by `balances.day.month` <=> null, `balances.day.month`
limit 11;
-- totals
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
)
select
  max(m0) as `balances.known`,
  max(m1) as `balances.closing`
from (
  select
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      v0,
      case when moment is not null then rank() over (partition by p0 order by moment desc) end as place
    from facts_1
    where day_ in (
      select day_
      from (select distinct day_ from facts_1) as days
      join periods_1 on day_ < periods_1.d0 + interval 1 month
    )
  ) as placed
  union all
  select
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      `balance` as v0,
      case when `day` is not null then rank() over (partition by `account_id` order by `day` desc) end as place
    from `balances`
  ) as `balances`
) as branches;
