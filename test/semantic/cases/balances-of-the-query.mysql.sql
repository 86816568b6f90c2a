-- over the whole query, a group without rows on its last day is null
select
  d0 as `accounts.branch`,
  max(m0) as `balances.closing_at_last`,
  max(m1) as `balances.closing_day`
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      `accounts`.`branch` as d0,
      `balances`.`balance` as v0,
      case when `balances`.`day` is not null then rank() over (order by `balances`.`day` desc) end as place
    from `balances`
    left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  ) as `balances`
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      `accounts`.`branch` as d0,
      `balances`.`balance` as v0,
      case when `balances`.`day` is not null then rank() over (partition by `accounts`.`branch` order by `balances`.`day` desc) end as place
    from `balances`
    left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  ) as `balances`
  group by 1
) as branches
group by 1
order by `accounts.branch` <=> null, `accounts.branch`
limit 11;
-- totals
select
  max(m0) as `balances.closing_at_last`,
  max(m1) as `balances.closing_day`
from (
  select
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      `balances`.`balance` as v0,
      case when `balances`.`day` is not null then rank() over (order by `balances`.`day` desc) end as place
    from `balances`
    left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  ) as `balances`
  union all
  select
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      `balances`.`balance` as v0,
      case when `balances`.`day` is not null then rank() over (order by `balances`.`day` desc) end as place
    from `balances`
    left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  ) as `balances`
) as branches;

-- over the whole query, each period that is asked for has its last day
select
  d0 as `balances.day.month`,
  d1 as `balances.account`,
  max(m0) as `balances.closing_at_last`,
  max(m1) as `balances.closing_day`
from (
  select
    d0,
    d1,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      cast(date_format(`day`, '%Y-%m-01') as date) as d0,
      `account_id` as d1,
      `balance` as v0,
      case when `day` is not null then rank() over (partition by cast(date_format(`day`, '%Y-%m-01') as date) order by `day` desc) end as place
    from `balances`
  ) as `balances`
  group by 1, 2
  union all
  select
    d0,
    d1,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      cast(date_format(`day`, '%Y-%m-01') as date) as d0,
      `account_id` as d1,
      `balance` as v0,
      case when `day` is not null then rank() over (partition by cast(date_format(`day`, '%Y-%m-01') as date), `account_id` order by `day` desc) end as place
    from `balances`
  ) as `balances`
  group by 1, 2
) as branches
group by 1, 2
order by `balances.day.month` <=> null, `balances.day.month`, `balances.account` <=> null, `balances.account`
limit 11;

-- over the whole query, what changes in time takes each account where it is last
select
  d0 as `balances.state`,
  max(m0) as `balances.closing_of_each`,
  max(m1) as `balances.closing`
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      case when balance < 0 then 'overdrawn' else 'fine' end as d0,
      `balance` as v0,
      case when `day` is not null then rank() over (partition by `account_id` order by `day` desc) end as place
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
      case when balance < 0 then 'overdrawn' else 'fine' end as d0,
      `balance` as v0,
      case when `day` is not null then rank() over (partition by case when balance < 0 then 'overdrawn' else 'fine' end, `account_id` order by `day` desc) end as place
    from `balances`
  ) as `balances`
  group by 1
) as branches
group by 1
order by `balances.state` <=> null, `balances.state`
limit 11;

-- over the whole query, its last day is the last that the filter lets through
-- ["2024-01-31"]
select
  d0 as `balances.account`,
  sum(case when place = 1 then v0 end) as `balances.closing_at_last`
from (
  select
    `account_id` as d0,
    `balance` as v0,
    case when `day` is not null then rank() over (order by `day` desc) end as place
  from `balances`
  where `day` < cast(? as date)
) as `balances`
group by 1
order by `balances.account` <=> null, `balances.account`
limit 11;

-- over the whole query, a measure's own filter comes before the first day
select
  d0 as `balances.account`,
  count(case when place = 1 then v0 end) as `balances.count_at_first`
from (
  select
    `account_id` as d0,
    1 as v0,
    case when (case when balance < 100 then `day` end) is not null then rank() over (order by case when balance < 100 then `day` end <=> null, case when balance < 100 then `day` end) end as place
  from `balances`
) as `balances`
group by 1
order by `balances.account` <=> null, `balances.account`
limit 11;

-- over the whole query, a fan-out counts each balance once per group
select
  d0 as `tags.tag`,
  max(m0) as `balances.closing_at_last`,
  max(m1) as `balances.closing_of_each`
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select distinct
      `tags`.`tag` as d0,
      `balances`.`account_id` as k0,
      `balances`.`day` as k1,
      `balances`.`balance` as v0,
      case when `balances`.`day` is not null then rank() over (order by `balances`.`day` desc) end as place
    from `balances`
    left join `accounts` on `accounts`.`id` = `balances`.`account_id`
    left join `tags` on `tags`.`account_id` = `accounts`.`id`
  ) as `balances`
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select distinct
      `tags`.`tag` as d0,
      `balances`.`account_id` as k0,
      `balances`.`day` as k1,
      `balances`.`balance` as v0,
      case when `balances`.`day` is not null then rank() over (partition by `balances`.`account_id` order by `balances`.`day` desc) end as place
    from `balances`
    left join `accounts` on `accounts`.`id` = `balances`.`account_id`
    left join `tags` on `tags`.`account_id` = `accounts`.`id`
  ) as `balances`
  group by 1
) as branches
group by 1
order by `tags.tag` <=> null, `tags.tag`
limit 11;

-- over the whole query, a total behind a filter on measures is of the groups that passed
-- ["3"]
select
  d0 as `accounts.branch`,
  max(m0) as `balances.closing_at_last`
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      `accounts`.`branch` as d0,
      `balances`.`balance` as v0,
      case when `balances`.`day` is not null then rank() over (order by `balances`.`day` desc) end as place
    from `balances`
    left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  ) as `balances`
  group by 1
  union all
  select
    `accounts`.`branch` as d0,
    null as m0,
    count(*) as m1
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  group by 1
) as branches
group by 1
having coalesce(max(m1), 0) < cast(? as signed)
order by `accounts.branch` <=> null, `accounts.branch`
limit 11;
-- totals
-- ["3"]
with picked_1 as (
  select d0
  from (
    select
      d0,
      null as m0
    from (
      select
        `accounts`.`branch` as d0,
        case when `balances`.`day` is not null then rank() over (order by `balances`.`day` desc) end as place
      from `balances`
      left join `accounts` on `accounts`.`id` = `balances`.`account_id`
    ) as `balances`
    group by 1
    union all
    select
      `accounts`.`branch` as d0,
      count(*) as m0
    from `balances`
    left join `accounts` on `accounts`.`id` = `balances`.`account_id`
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) < cast(? as signed)
)
select sum(case when place = 1 then v0 end) as `balances.closing_at_last`
from (
  select
    `balances`.`balance` as v0,
    case when `balances`.`day` is not null then rank() over (order by `balances`.`day` desc) end as place
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  where exists (
    select 1
    from picked_1
    where picked_1.d0 <=> `accounts`.`branch`
  )
) as `balances`;

-- over the whole query, a balance that goes on is the one at the last day before the end of each period
with recursive facts_1 as (
  select
    `account_id` as d1,
    date(`day`) as day_,
    `balance` as v0,
    `day` as moment
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
  d1 as `balances.account`,
  sum(case when place = 1 then v0 end) as `balances.known_at_last`
from (
  select
    d0,
    d1,
    v0,
    case when moment is not null then rank() over (partition by d0 order by moment desc) end as place
  from facts_1
  join spans_1 on on_day = day_
) as placed
group by 1, 2
order by `balances.day.month` <=> null, `balances.day.month`, `balances.account` <=> null, `balances.account`
limit 11;
