-- fillGaps adds the periods between the first and the last
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
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
    case when max(d0) >= date(cast(? as datetime(6))) + interval 100000 day then from_days(18446744073709551615 + length(concat('fillGaps: over 100000 periods', substr(max(d0), 1, 0)))) else max(d0) end as last
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
order by `orders.placed_at.day` <=> null, `orders.placed_at.day`
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
order by `orders.placed_at.month` <=> null, `orders.placed_at.month`
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
order by `orders.channel` <=> null, `orders.channel`, `orders.placed_at.year` <=> null, `orders.placed_at.year`
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
order by `balances.day.month` <=> null, `balances.day.month`
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
order by `orders.placed_at.hour` <=> null, `orders.placed_at.hour`
limit 21;

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
order by `balances.day.month` <=> null, `balances.day.month`
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
