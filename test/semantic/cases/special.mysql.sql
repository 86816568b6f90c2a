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
      case when `day` is not null then rank() over (partition by cast(date_format(`day`, '%Y-%m-01') as date), `account_id` order by `day` is null, `day`) end as place
    from `balances`
  ) as `balances`
  group by 1
) as branches
group by 1
order by `balances.day.month` is null, `balances.day.month`
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
order by `balances.day.month` is null, `balances.day.month`
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
order by `accounts.branch` is null, `accounts.branch`
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
order by `accounts.branch` is null, `accounts.branch`
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
order by `tags.tag` is null, `tags.tag`
limit 11;

-- a rolling sum takes the days before the period too, also in periods without rows
-- ["2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    `placed_at` >= cast(? as datetime(6)) as asked,
    `amount` as v0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
),
periods_1 as (
  select
    1 as n,
    min(day) as d0,
    min(day) as first,
    max(day) as last
  from facts_1
  where asked
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  d0 as `orders.placed_at.day`,
  max(m0) as `orders.three_days`,
  max(m1) as `orders.total`
from (
  select
    d0,
    sum(v0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= d0 + interval 1 day - interval 3 day and day < d0 + interval 1 day
  group by 1
  union all
  select
    date(`placed_at`) as d0,
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= cast(? as datetime(6))
  group by 1
) as branches
group by 1
order by `orders.placed_at.day` is null, `orders.placed_at.day`
limit 21;

-- a filter on the time chooses periods, not what rolls into them
-- ["2024-02-01 00:00:00","2024-02-02 00:00:00","2024-02-01 00:00:00","2024-02-02 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6)) as asked,
    `amount` as v0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
    and `placed_at` < cast(? as datetime(6)) + interval 1 day + interval 2 day
),
periods_1 as (
  select
    1 as n,
    min(day) as d0,
    min(day) as first,
    max(day) as last
  from facts_1
  where asked
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  d0 as `orders.placed_at.day`,
  sum(v0) as `orders.three_days`
from facts_1
join periods_1 on day >= d0 + interval 1 day - interval 3 day and day < d0 + interval 1 day
group by 1
order by `orders.placed_at.day` is null, `orders.placed_at.day`
limit 21;

-- other filters choose rows
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00","web","2025-01-01 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    cast(date_format(`placed_at`, '%Y-%m-01') as date) as period,
    `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6)) as asked,
    `amount` as v0
  from `orders`
  where `channel` = ?
    and `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
),
periods_1 as (
  select
    1 as n,
    min(period) as d0,
    min(period) as first,
    max(period) as last
  from facts_1
  where asked
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `orders.placed_at.month`,
  sum(v0) as `orders.running`,
  count(*) as `orders.running_count`
from facts_1
join periods_1 on day < d0 + interval 1 month
group by 1
order by `orders.placed_at.month` is null, `orders.placed_at.month`
limit 21;

-- a running sum per group of another dimension
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00","2025-01-01 00:00:00"]
with recursive facts_1 as (
  select
    `channel` as d0,
    date(`placed_at`) as day,
    cast(date_format(`placed_at`, '%Y-%m-01') as date) as period,
    `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6)) as asked,
    `amount` as v0
  from `orders`
  where `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
),
periods_1 as (
  select
    1 as n,
    min(period) as d1,
    min(period) as first,
    max(period) as last
  from facts_1
  where asked
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `orders.channel`,
  d1 as `orders.placed_at.month`,
  sum(v0) as `orders.running`
from facts_1
join periods_1 on day < d1 + interval 1 month
group by 1, 2
order by `orders.channel` is null, `orders.channel`, `orders.placed_at.month` is null, `orders.placed_at.month`
limit 21;

-- windows are of the query's timezone
-- ["2024-01-31 23:00:00","2024-01-31 23:00:00"]
with recursive facts_1 as (
  select
    date((`placed_at` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `placed_at`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute)) as day,
    `placed_at` >= cast(? as datetime(6)) as asked,
    `amount` as v0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
),
periods_1 as (
  select
    1 as n,
    min(day) as d0,
    min(day) as first,
    max(day) as last
  from facts_1
  where asked
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  d0 as `orders.placed_at.day`,
  sum(v0) as `orders.three_days`
from facts_1
join periods_1 on day >= d0 + interval 1 day - interval 3 day and day < d0 + interval 1 day
group by 1
order by `orders.placed_at.day` is null, `orders.placed_at.day`
limit 21;

-- last year stands beside this year
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    cast(date_format(`placed_at`, '%Y-%m-01') as date) as period,
    `placed_at` >= cast(? as datetime(6)) as asked,
    `amount` as v0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
),
periods_1 as (
  select
    1 as n,
    min(period) as d0,
    min(period) as first,
    max(period) as last
  from facts_1
  where asked
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `orders.placed_at.month`,
  max(m0) as `orders.total`,
  max(m1) as `orders.last_year`,
  1.0000000000000000 * max(m0) / nullif(max(m1), 0) - 1 as `orders.growth`
from (
  select
    cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= cast(? as datetime(6))
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(v0) as m1
  from facts_1
  join periods_1 on day >= d0 - interval 1 year and day < d0 - interval 1 year + interval 1 month
  group by 1
) as branches
group by 1
order by `orders.placed_at.month` is null, `orders.placed_at.month`
limit 21;

-- the month before, also where this month has no rows
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    cast(date_format(`placed_at`, '%Y-%m-01') as date) as period,
    `amount` as v0
  from `orders`
),
periods_1 as (
  select
    1 as n,
    min(period) as d0,
    min(period) as first,
    max(period) as last
  from facts_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
facts_2 as (
  select
    date(`placed_at`) as day,
    cast(date_format(`placed_at`, '%Y-%m-01') as date) as period,
    `amount` as v0
  from `orders`
),
periods_2 as (
  select
    1 as n,
    min(period) as d0,
    min(period) as first,
    max(period) as last
  from facts_2
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `orders.placed_at.month`,
  max(m0) as `orders.last_month`,
  max(m1) as `orders.running_last_month`
from (
  select
    d0,
    sum(v0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= d0 - interval 1 month and day < d0 - interval 1 month + interval 1 month
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(v0) as m1
  from facts_2
  join periods_2 on day < d0 - interval 1 month + interval 1 month
  group by 1
) as branches
group by 1
order by `orders.placed_at.month` is null, `orders.placed_at.month`
limit 21;

-- fillGaps adds the periods between the first and the last
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with recursive groups_1 as (
  select
    date(`placed_at`) as d0,
    sum(`amount`) as m0,
    count(*) as m1
  from `orders`
  where `placed_at` >= cast(? as datetime(6))
  group by 1
),
periods_1 as (
  select
    1 as n,
    date(cast(? as datetime(6))) as d0,
    date(cast(? as datetime(6))) as first,
    max(d0) as last
  from groups_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  d0 as `orders.placed_at.day`,
  max(m0) as `orders.total`,
  coalesce(max(m1), 0) as `orders.count`
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by `orders.placed_at.day` is null, `orders.placed_at.day`
limit 21;

-- fillGaps follows the bounds of the filters
-- ["2024-01-14 23:00:00","2024-04-30 22:00:00","2024-01-14 23:00:00","2024-01-14 23:00:00","2024-01-14 23:00:00","2024-01-14 23:00:00","2024-04-30 22:00:00","2024-04-30 22:00:00"]
with recursive groups_1 as (
  select
    cast(date_format((`placed_at` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `placed_at`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date) as d0,
    sum(`amount`) as m0,
    count(*) as m1
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format((cast(? as datetime(6)) + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', cast(? as datetime(6))), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date) as d0,
    cast(date_format((cast(? as datetime(6)) + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', cast(? as datetime(6))), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date) as first,
    cast(date_format(((cast(? as datetime(6)) - interval 1 microsecond) + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', (cast(? as datetime(6)) - interval 1 microsecond)), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `orders.placed_at.month`,
  max(m0) as `orders.total`,
  coalesce(max(m1), 0) as `orders.count`
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by `orders.placed_at.month` is null, `orders.placed_at.month`
limit 21;

-- fillGaps fills every combination of the other dimensions, and keeps null
with recursive groups_1 as (
  select
    `channel` as d0,
    makedate(year(`placed_at`), 1) as d1,
    sum(`amount`) as m0
  from `orders`
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
  select n * 2 + bit, first + interval (n * 2 + bit - 1) year, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) year <= last
)
select
  d0 as `orders.channel`,
  d1 as `orders.placed_at.year`,
  max(m0) as `orders.total`
from (
  select d0, d1, m0 from groups_1
  union all
  select d0, d1, null as m0
  from periods_1
  cross join (select distinct d0 from groups_1) as others
) as filled
group by 1, 2
order by `orders.channel` is null, `orders.channel`, `orders.placed_at.year` is null, `orders.placed_at.year`
limit 21;

-- fillGaps over two facts, and before a filter on groups
-- ["2023-12-01","2023-12-01","2023-12-01","2023-12-01","4"]
with recursive groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      cast(date_format(`day`, '%Y-%m-01') as date) as d0,
      count(*) as m0,
      null as m1
    from `balances`
    where `day` >= cast(? as date)
    group by 1
    union all
    select
      d0,
      null as m0,
      count(*) as m1
    from (
      select distinct
        cast(date_format(`balances`.`day`, '%Y-%m-01') as date) as d0,
        `accounts`.`id` as k0
      from `accounts`
      left join `balances` on `balances`.`account_id` = `accounts`.`id`
      where `balances`.`day` >= cast(? as date)
    ) as `accounts`
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
    max(d0) as last
  from groups_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `balances.day.month`,
  coalesce(max(m0), 0) as `balances.count`,
  coalesce(max(m1), 0) as `accounts.count`
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
having coalesce(max(m0), 0) < cast(? as signed)
order by `balances.day.month` is null, `balances.day.month`
limit 21;

-- fillGaps of hours
-- ["2024-02-04 21:30:00","2024-02-05 01:00:00","2024-02-04 21:30:00","2024-02-04 21:30:00","2024-02-05 01:00:00"]
with recursive groups_1 as (
  select
    cast(date_format(`placed_at`, '%Y-%m-%d %H:00:00') as datetime) as d0,
    count(*) as m0
  from `orders`
  where `placed_at` >= cast(? as datetime(6))
    and `placed_at` < cast(? as datetime(6))
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
    cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
    cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-%d %H:00:00') as datetime) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) hour <= last
)
select
  d0 as `orders.placed_at.hour`,
  coalesce(max(m0), 0) as `orders.count`
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by `orders.placed_at.hour` is null, `orders.placed_at.hour`
limit 21;

-- the total of a balance is the last of the months that a filter on groups has picked
-- ["2"]
select
  d0 as `balances.day.month`,
  max(m0) as `balances.closing`
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
    cast(date_format(`day`, '%Y-%m-01') as date) as d0,
    null as m0,
    count(*) as m1
  from `balances`
  group by 1
) as branches
group by 1
having coalesce(max(m1), 0) > cast(? as signed)
order by `balances.day.month` is null, `balances.day.month`
limit 11;
-- totals
-- ["2"]
with picked_1 as (
  select d0
  from (
    select
      d0,
      null as m0
    from (
      select
        cast(date_format(`day`, '%Y-%m-01') as date) as d0,
        case when `day` is not null then rank() over (partition by cast(date_format(`day`, '%Y-%m-01') as date), `account_id` order by `day` desc) end as place
      from `balances`
    ) as `balances`
    group by 1
    union all
    select
      cast(date_format(`day`, '%Y-%m-01') as date) as d0,
      count(*) as m0
    from `balances`
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) > cast(? as signed)
)
select sum(case when place = 1 then v0 end) as `balances.closing`
from (
  select
    `balances`.`balance` as v0,
    case when `balances`.`day` is not null then rank() over (partition by `balances`.`account_id` order by `balances`.`day` desc) end as place
  from `balances`
  where exists (
    select 1
    from picked_1
    where picked_1.d0 <=> cast(date_format(`balances`.`day`, '%Y-%m-01') as date)
  )
) as `balances`;

-- periods that fillGaps adds pass a filter on groups, and add nothing to the totals
-- ["2023-12-01","2023-12-01","2023-12-01","4"]
with recursive groups_1 as (
  select
    cast(date_format(`day`, '%Y-%m-01') as date) as d0,
    count(*) as m0
  from `balances`
  where `day` >= cast(? as date)
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
    max(d0) as last
  from groups_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `balances.day.month`,
  coalesce(max(m0), 0) as `balances.count`
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
having coalesce(max(m0), 0) < cast(? as signed)
order by `balances.day.month` is null, `balances.day.month`
limit 11;
-- totals
-- ["2023-12-01","4","2023-12-01"]
with picked_1 as (
  select cast(date_format(`day`, '%Y-%m-01') as date) as d0
  from `balances`
  where `day` >= cast(? as date)
  group by 1
  having count(*) < cast(? as signed)
)
select count(*) as `balances.count`
from `balances`
where `balances`.`day` >= cast(? as date)
  and exists (
    select 1
    from picked_1
    where picked_1.d0 <=> cast(date_format(`balances`.`day`, '%Y-%m-01') as date)
  );

-- a window goes along the date of what a row belongs to
-- ["2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with recursive facts_1 as (
  select
    date(`orders`.`placed_at`) as day,
    `orders`.`placed_at` >= cast(? as datetime(6)) as asked,
    `lines`.`quantity` as v0
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
),
periods_1 as (
  select
    1 as n,
    min(day) as d0,
    min(day) as first,
    max(day) as last
  from facts_1
  where asked
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  d0 as `orders.placed_at.day`,
  max(m0) as `lines.three_days`,
  max(m1) as `lines.quantity`
from (
  select
    d0,
    sum(v0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= d0 + interval 1 day - interval 3 day and day < d0 + interval 1 day
  group by 1
  union all
  select
    date(`orders`.`placed_at`) as d0,
    null as m0,
    sum(`lines`.`quantity`) as m1
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= cast(? as datetime(6))
  group by 1
) as branches
group by 1
order by `orders.placed_at.day` is null, `orders.placed_at.day`
limit 21;
-- totals
-- ["2024-01-31 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with recursive facts_1 as (
  select
    date(`orders`.`placed_at`) as day,
    `orders`.`placed_at` >= cast(? as datetime(6)) as asked,
    `lines`.`quantity` as v0
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
),
periods_1 as (
  select
    1 as n,
    min(day) as d0,
    min(day) as first,
    max(day) as last
  from facts_1
  where asked
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  max(m0) as `lines.three_days`,
  max(m1) as `lines.quantity`
from (
  select
    sum(v0) as m0,
    null as m1
  from facts_1
  where exists (
    select 1
    from periods_1
    where day >= periods_1.d0 + interval 1 day - interval 3 day and day < periods_1.d0 + interval 1 day
  )
  union all
  select
    null as m0,
    sum(`lines`.`quantity`) as m1
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= cast(? as datetime(6))
) as branches;

-- last month's rows of a child, asked from its parent
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with recursive facts_1 as (
  select
    `lines`.`sku` as d0,
    date(`orders`.`placed_at`) as day,
    cast(date_format(`orders`.`placed_at`, '%Y-%m-01') as date) as period,
    `orders`.`placed_at` >= cast(? as datetime(6)) as asked,
    `lines`.`quantity` as v0
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 month
),
periods_1 as (
  select
    1 as n,
    min(period) as d1,
    min(period) as first,
    max(period) as last
  from facts_1
  where asked
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `lines.sku`,
  d1 as `orders.placed_at.month`,
  max(m0) as `lines.last_month`,
  max(m1) as `lines.quantity`
from (
  select
    d0,
    d1,
    sum(v0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= d1 - interval 1 month and day < d1 - interval 1 month + interval 1 month
  group by 1, 2
  union all
  select
    `lines`.`sku` as d0,
    cast(date_format(`orders`.`placed_at`, '%Y-%m-01') as date) as d1,
    null as m0,
    sum(`lines`.`quantity`) as m1
  from `lines`
  left join `orders` on `orders`.`id` = `lines`.`order_id`
  where `orders`.`placed_at` >= cast(? as datetime(6))
  group by 1, 2
) as branches
group by 1, 2
order by `lines.sku` is null, `lines.sku`, `orders.placed_at.month` is null, `orders.placed_at.month`
limit 21;

-- the total of a rolling sum holds each row of its periods once
-- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6)) as asked,
    `amount` as v0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
    and `placed_at` < cast(? as datetime(6)) + interval 1 day + interval 2 day
),
periods_1 as (
  select
    1 as n,
    min(day) as d0,
    min(day) as first,
    max(day) as last
  from facts_1
  where asked
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  d0 as `orders.placed_at.day`,
  max(m0) as `orders.three_days`,
  max(m1) as `orders.total`
from (
  select
    d0,
    sum(v0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= d0 + interval 1 day - interval 3 day and day < d0 + interval 1 day
  group by 1
  union all
  select
    date(`placed_at`) as d0,
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
  group by 1
) as branches
group by 1
order by `orders.placed_at.day` is null, `orders.placed_at.day`
limit 21;
-- totals
-- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6)) as asked,
    `amount` as v0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 day - interval 2 day - interval 3 day
    and `placed_at` < cast(? as datetime(6)) + interval 1 day + interval 2 day
),
periods_1 as (
  select
    1 as n,
    min(day) as d0,
    min(day) as first,
    max(day) as last
  from facts_1
  where asked
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  max(m0) as `orders.three_days`,
  max(m1) as `orders.total`
from (
  select
    sum(v0) as m0,
    null as m1
  from facts_1
  where exists (
    select 1
    from periods_1
    where day >= periods_1.d0 + interval 1 day - interval 3 day and day < periods_1.d0 + interval 1 day
  )
  union all
  select
    null as m0,
    sum(`amount`) as m1
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6))
) as branches;

-- the total of last year is of the same periods a year ago
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    cast(date_format(`placed_at`, '%Y-%m-01') as date) as period,
    `placed_at` >= cast(? as datetime(6)) as asked,
    `amount` as v0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
),
periods_1 as (
  select
    1 as n,
    min(period) as d0,
    min(period) as first,
    max(period) as last
  from facts_1
  where asked
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `orders.placed_at.month`,
  max(m0) as `orders.total`,
  max(m1) as `orders.last_year`,
  1.0000000000000000 * max(m0) / nullif(max(m1), 0) - 1 as `orders.growth`
from (
  select
    cast(date_format(`placed_at`, '%Y-%m-01') as date) as d0,
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= cast(? as datetime(6))
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(v0) as m1
  from facts_1
  join periods_1 on day >= d0 - interval 1 year and day < d0 - interval 1 year + interval 1 month
  group by 1
) as branches
group by 1
order by `orders.placed_at.month` is null, `orders.placed_at.month`
limit 21;
-- totals
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with recursive facts_1 as (
  select
    date(`placed_at`) as day,
    cast(date_format(`placed_at`, '%Y-%m-01') as date) as period,
    `placed_at` >= cast(? as datetime(6)) as asked,
    `amount` as v0
  from `orders`
  where `placed_at` >= cast(? as datetime(6)) - interval 1 month - interval 2 day - interval 1 year
),
periods_1 as (
  select
    1 as n,
    min(period) as d0,
    min(period) as first,
    max(period) as last
  from facts_1
  where asked
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  max(m0) as `orders.total`,
  max(m1) as `orders.last_year`,
  1.0000000000000000 * max(m0) / nullif(max(m1), 0) - 1 as `orders.growth`
from (
  select
    sum(`amount`) as m0,
    null as m1
  from `orders`
  where `placed_at` >= cast(? as datetime(6))
  union all
  select
    null as m0,
    sum(v0) as m1
  from facts_1
  where exists (
    select 1
    from periods_1
    where day >= periods_1.d0 - interval 1 year and day < periods_1.d0 - interval 1 year + interval 1 month
  )
) as branches;

-- totals of windows hold the rows of the groups that a filter has picked
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00","2025-01-01 00:00:00","7"]
with recursive facts_1 as (
  select
    `channel` as d0,
    date(`placed_at`) as day,
    cast(date_format(`placed_at`, '%Y-%m-01') as date) as period,
    `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6)) as asked,
    `amount` as v0
  from `orders`
  where `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
),
periods_1 as (
  select
    1 as n,
    min(period) as d1,
    min(period) as first,
    max(period) as last
  from facts_1
  where asked
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `orders.channel`,
  d1 as `orders.placed_at.month`,
  sum(v0) as `orders.running`
from facts_1
join periods_1 on day < d1 + interval 1 month
group by 1, 2
having sum(v0) < cast(? as signed)
order by `orders.channel` is null, `orders.channel`, `orders.placed_at.month` is null, `orders.placed_at.month`
limit 21;
-- totals
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00","2025-01-01 00:00:00","7","2024-01-01 00:00:00","2025-01-01 00:00:00","2025-01-01 00:00:00"]
with recursive facts_1 as (
  select
    `channel` as d0,
    date(`placed_at`) as day,
    cast(date_format(`placed_at`, '%Y-%m-01') as date) as period,
    `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6)) as asked,
    `amount` as v0
  from `orders`
  where `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
),
periods_1 as (
  select
    1 as n,
    min(period) as d1,
    min(period) as first,
    max(period) as last
  from facts_1
  where asked
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
picked_1 as (
  select
    d0,
    d1
  from facts_1
  join periods_1 on day < d1 + interval 1 month
  group by 1, 2
  having sum(v0) < cast(? as signed)
),
facts_2 as (
  select
    `channel` as d0,
    date(`placed_at`) as day,
    cast(date_format(`placed_at`, '%Y-%m-01') as date) as period,
    `placed_at` >= cast(? as datetime(6)) and `placed_at` < cast(? as datetime(6)) as asked,
    `amount` as v0
  from `orders`
  where `placed_at` < cast(? as datetime(6)) + interval 1 month + interval 2 day
),
periods_2 as (
  select
    1 as n,
    min(period) as d1,
    min(period) as first,
    max(period) as last
  from facts_2
  where asked
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select sum(v0) as `orders.running`
from facts_2
where exists (
  select 1
  from periods_2
  join picked_1 on picked_1.d1 <=> periods_2.d1
  where day < periods_2.d1 + interval 1 month
    and picked_1.d0 <=> facts_2.d0
);

-- the balance last known goes on where a month has none
with recursive facts_1 as (
  select
    date(`day`) as day,
    cast(date_format(`day`, '%Y-%m-01') as date) as period,
    `balance` as v0,
    `day` as moment,
    `account_id` as p0
  from `balances`
),
periods_1 as (
  select
    1 as n,
    min(period) as d0,
    min(period) as first,
    max(period) as last
  from facts_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
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
    join periods_1 on day < d0 + interval 1 month
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
order by `balances.day.month` is null, `balances.day.month`
limit 11;
-- totals
with recursive facts_1 as (
  select
    date(`day`) as day,
    cast(date_format(`day`, '%Y-%m-01') as date) as period,
    `balance` as v0,
    `day` as moment,
    `account_id` as p0
  from `balances`
),
periods_1 as (
  select
    1 as n,
    min(period) as d0,
    min(period) as first,
    max(period) as last
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
    where exists (
      select 1
      from periods_1
      where day < periods_1.d0 + interval 1 month
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

-- last month's closing balance stands beside this month's
with recursive facts_1 as (
  select
    date(`day`) as day,
    cast(date_format(`day`, '%Y-%m-01') as date) as period,
    `balance` as v0,
    `day` as moment,
    `account_id` as p0
  from `balances`
),
periods_1 as (
  select
    1 as n,
    min(period) as d0,
    min(period) as first,
    max(period) as last
  from facts_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `balances.day.month`,
  max(m0) as `balances.closing`,
  max(m1) as `balances.closing_last_month`
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
      d0,
      v0,
      case when moment is not null then rank() over (partition by d0, p0 order by moment desc) end as place
    from facts_1
    join periods_1 on day >= d0 - interval 1 month and day < d0 - interval 1 month + interval 1 month
  ) as placed
  group by 1
) as branches
group by 1
order by `balances.day.month` is null, `balances.day.month`
limit 11;

-- in totals through a fan-out a row of several groups that pass counts once
-- ["50"]
with recursive facts_1 as (
  select distinct
    `tags`.`tag` as d0,
    date(`balances`.`day`) as day,
    cast(date_format(`balances`.`day`, '%Y-%m-01') as date) as period,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
periods_1 as (
  select
    1 as n,
    min(period) as d1,
    min(period) as first,
    max(period) as last
  from facts_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
facts_2 as (
  select distinct
    `tags`.`tag` as d0,
    date(`balances`.`day`) as day,
    cast(date_format(`balances`.`day`, '%Y-%m-01') as date) as period,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0,
    `balances`.`day` as moment,
    `balances`.`account_id` as p0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
periods_2 as (
  select
    1 as n,
    min(period) as d1,
    min(period) as first,
    max(period) as last
  from facts_2
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `tags.tag`,
  d1 as `balances.day.month`,
  max(m0) as `balances.added_up`,
  max(m1) as `balances.known`
from (
  select
    d0,
    d1,
    sum(v0) as m0,
    null as m1
  from facts_1
  join periods_1 on day < d1 + interval 1 month
  group by 1, 2
  union all
  select
    d0,
    d1,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      d0,
      d1,
      v0,
      case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc) end as place
    from facts_2
    join periods_2 on day < d1 + interval 1 month
  ) as placed
  group by 1, 2
) as branches
group by 1, 2
having max(m0) > cast(? as signed)
order by `tags.tag` is null, `tags.tag`, `balances.day.month` is null, `balances.day.month`
limit 11;
-- totals
-- ["50"]
with recursive facts_1 as (
  select distinct
    `tags`.`tag` as d0,
    date(`balances`.`day`) as day,
    cast(date_format(`balances`.`day`, '%Y-%m-01') as date) as period,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
periods_1 as (
  select
    1 as n,
    min(period) as d1,
    min(period) as first,
    max(period) as last
  from facts_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
facts_2 as (
  select
    `tags`.`tag` as d0,
    date(`balances`.`day`) as day,
    cast(date_format(`balances`.`day`, '%Y-%m-01') as date) as period,
    `balances`.`day` as moment,
    `balances`.`account_id` as p0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
periods_2 as (
  select
    1 as n,
    min(period) as d1,
    min(period) as first,
    max(period) as last
  from facts_2
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
picked_1 as (
  select
    d0,
    d1
  from (
    select
      d0,
      d1,
      sum(v0) as m0
    from facts_1
    join periods_1 on day < d1 + interval 1 month
    group by 1, 2
    union all
    select
      d0,
      d1,
      null as m0
    from (
      select
        d0,
        d1,
        case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc) end as place
      from facts_2
      join periods_2 on day < d1 + interval 1 month
    ) as placed
    group by 1, 2
  ) as branches
  group by 1, 2
  having max(m0) > cast(? as signed)
),
facts_3 as (
  select distinct
    `tags`.`tag` as d0,
    date(`balances`.`day`) as day,
    cast(date_format(`balances`.`day`, '%Y-%m-01') as date) as period,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
periods_3 as (
  select
    1 as n,
    min(period) as d1,
    min(period) as first,
    max(period) as last
  from facts_3
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_3
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
facts_4 as (
  select distinct
    `tags`.`tag` as d0,
    date(`balances`.`day`) as day,
    cast(date_format(`balances`.`day`, '%Y-%m-01') as date) as period,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0,
    `balances`.`day` as moment,
    `balances`.`account_id` as p0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
periods_4 as (
  select
    1 as n,
    min(period) as d1,
    min(period) as first,
    max(period) as last
  from facts_4
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_4
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  max(m0) as `balances.added_up`,
  max(m1) as `balances.known`
from (
  select
    sum(v0) as m0,
    null as m1
  from (
    select distinct
      k0,
      k1,
      v0
    from facts_3
    where exists (
      select 1
      from periods_3
      join picked_1 on picked_1.d1 <=> periods_3.d1
      where day < periods_3.d1 + interval 1 month
        and picked_1.d0 <=> facts_3.d0
    )
  ) as single
  union all
  select
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      v0,
      case when moment is not null then rank() over (partition by p0 order by moment desc) end as place
    from (
      select distinct
        k0,
        k1,
        v0,
        moment,
        p0
      from facts_4
      where exists (
        select 1
        from periods_4
        join picked_1 on picked_1.d1 <=> periods_4.d1
        where day < periods_4.d1 + interval 1 month
          and picked_1.d0 <=> facts_4.d0
      )
    ) as single
  ) as placed
) as branches;

-- what is last among the groups that pass may not be last of all
-- ["25"]
with recursive facts_1 as (
  select distinct
    `tags`.`tag` as d0,
    date(`balances`.`day`) as day,
    cast(date_format(`balances`.`day`, '%Y-%m-01') as date) as period,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0,
    `balances`.`day` as moment,
    `balances`.`account_id` as p0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
periods_1 as (
  select
    1 as n,
    min(period) as d1,
    min(period) as first,
    max(period) as last
  from facts_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `tags.tag`,
  d1 as `balances.day.month`,
  sum(case when place = 1 then v0 end) as `balances.known`
from (
  select
    d0,
    d1,
    v0,
    case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc) end as place
  from facts_1
  join periods_1 on day < d1 + interval 1 month
) as placed
group by 1, 2
having sum(case when place = 1 then v0 end) > cast(? as signed)
order by `tags.tag` is null, `tags.tag`, `balances.day.month` is null, `balances.day.month`
limit 11;
-- totals
-- ["25"]
with recursive facts_1 as (
  select distinct
    `tags`.`tag` as d0,
    date(`balances`.`day`) as day,
    cast(date_format(`balances`.`day`, '%Y-%m-01') as date) as period,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0,
    `balances`.`day` as moment,
    `balances`.`account_id` as p0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
periods_1 as (
  select
    1 as n,
    min(period) as d1,
    min(period) as first,
    max(period) as last
  from facts_1
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
),
picked_1 as (
  select
    d0,
    d1
  from (
    select
      d0,
      d1,
      v0,
      case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc) end as place
    from facts_1
    join periods_1 on day < d1 + interval 1 month
  ) as placed
  group by 1, 2
  having sum(case when place = 1 then v0 end) > cast(? as signed)
),
facts_2 as (
  select distinct
    `tags`.`tag` as d0,
    date(`balances`.`day`) as day,
    cast(date_format(`balances`.`day`, '%Y-%m-01') as date) as period,
    `balances`.`account_id` as k0,
    `balances`.`day` as k1,
    `balances`.`balance` as v0,
    `balances`.`day` as moment,
    `balances`.`account_id` as p0
  from `balances`
  left join `accounts` on `accounts`.`id` = `balances`.`account_id`
  left join `tags` on `tags`.`account_id` = `accounts`.`id`
),
periods_2 as (
  select
    1 as n,
    min(period) as d1,
    min(period) as first,
    max(period) as last
  from facts_2
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select sum(case when place = 1 then v0 end) as `balances.known`
from (
  select
    v0,
    case when moment is not null then rank() over (partition by p0 order by moment desc) end as place
  from (
    select distinct
      k0,
      k1,
      v0,
      moment,
      p0
    from facts_2
    where exists (
      select 1
      from periods_2
      join picked_1 on picked_1.d1 <=> periods_2.d1
      where day < periods_2.d1 + interval 1 month
        and picked_1.d0 <=> facts_2.d0
    )
  ) as single
) as placed;
