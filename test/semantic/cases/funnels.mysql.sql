-- each step comes after the one before it, or at its moment
-- ["visits","carts","orders"]
with events_1 as (
  select
    `people`.`id` as entity,
    `visits`.`at` as moment,
    1 as step
  from `visits`
  left join `people` on `people`.`id` = `visits`.`person_id`
  where `people`.`id` is not null
    and `visits`.`at` is not null
  union all
  select
    `people`.`id` as entity,
    `carts`.`at` as moment,
    2 as step
  from `carts`
  left join `people` on `people`.`id` = `carts`.`person_id`
  where `people`.`id` is not null
    and `carts`.`at` is not null
  union all
  select
    `people`.`id` as entity,
    `orders`.`at` as moment,
    3 as step
  from `orders`
  left join `people` on `people`.`id` = `orders`.`buyer`
  where `people`.`id` is not null
    and `orders`.`at` is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    min(case when step = 3 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t3
  from events_1
),
followed_2 as (
  select
    entity,
    moment,
    step,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t2,
    min(case when step = 2 then t3 end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t3
  from followed_1
),
tries_1 as (
  select
    entity,
    moment,
    1 + case when t2 is not null then 1 else 0 end + case when t3 is not null then 1 else 0 end as reached
  from followed_2
  where step = 1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    count(case when reached >= 3 then 1 end) as n3
  from (
    select max(reached) as reached
    from tries_1
    group by entity
  ) as best
)
select
  d0 as `funnel.step`,
  m0 as `funnel.entities`,
  m1 as `funnel.share_of_first`,
  m2 as `funnel.share_of_previous`
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 when 3 then n3 end as m0,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, ? as name
    union all
    select 2 as step, ? as name
    union all
    select 3 as step, ? as name
  ) as steps
) as funnel
order by m3 <=> null, m3;

-- within days of the first step, with the try that gets furthest
-- ["visits","carts","orders"]
with events_1 as (
  select
    `people`.`id` as entity,
    `visits`.`at` as moment,
    1 as step
  from `visits`
  left join `people` on `people`.`id` = `visits`.`person_id`
  where `people`.`id` is not null
    and `visits`.`at` is not null
  union all
  select
    `people`.`id` as entity,
    `carts`.`at` as moment,
    2 as step
  from `carts`
  left join `people` on `people`.`id` = `carts`.`person_id`
  where `people`.`id` is not null
    and `carts`.`at` is not null
  union all
  select
    `people`.`id` as entity,
    `orders`.`at` as moment,
    3 as step
  from `orders`
  left join `people` on `people`.`id` = `orders`.`buyer`
  where `people`.`id` is not null
    and `orders`.`at` is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    min(case when step = 3 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t3
  from events_1
),
followed_2 as (
  select
    entity,
    moment,
    step,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t2,
    min(case when step = 2 then t3 end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t3
  from followed_1
),
tries_1 as (
  select
    entity,
    moment,
    1 + case when t2 < moment + interval 7 day then 1 else 0 end + case when t3 < moment + interval 7 day then 1 else 0 end as reached
  from followed_2
  where step = 1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    count(case when reached >= 3 then 1 end) as n3
  from (
    select max(reached) as reached
    from tries_1
    group by entity
  ) as best
)
select
  d0 as `funnel.step`,
  m0 as `funnel.entities`,
  m1 as `funnel.share_of_first`,
  m2 as `funnel.share_of_previous`
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 when 3 then n3 end as m0,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, ? as name
    union all
    select 2 as step, ? as name
    union all
    select 3 as step, ? as name
  ) as steps
) as funnel
order by m3 <=> null, m3
limit 101;

-- what comes exactly that much later comes too late
-- ["5","visits","filled"]
with events_1 as (
  select
    `people`.`id` as entity,
    `visits`.`at` as moment,
    1 as step
  from `visits`
  left join `people` on `people`.`id` = `visits`.`person_id`
  where `people`.`id` is not null
    and `visits`.`at` is not null
    and `visits`.`id` = cast(? as signed)
  union all
  select
    `people`.`id` as entity,
    `carts`.`at` as moment,
    2 as step
  from `carts`
  left join `people` on `people`.`id` = `carts`.`person_id`
  where `people`.`id` is not null
    and `carts`.`at` is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t2
  from events_1
),
tries_1 as (
  select
    entity,
    moment,
    1 + case when t2 < moment + interval 192 hour then 1 else 0 end as reached
  from followed_1
  where step = 1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2
  from (
    select max(reached) as reached
    from tries_1
    group by entity
  ) as best
)
select
  d0 as `funnel.step`,
  m0 as `funnel.entities`,
  m1 as `funnel.share_of_first`,
  m2 as `funnel.share_of_previous`
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, ? as name
    union all
    select 2 as step, ? as name
  ) as steps
) as funnel
order by m3 <=> null, m3
limit 101;

-- by what is known of the first event of that try
-- ["visits","carts","orders"]
with events_1 as (
  select
    `people`.`id` as entity,
    `visits`.`at` as moment,
    1 as step,
    `visits`.`channel` as d0
  from `visits`
  left join `people` on `people`.`id` = `visits`.`person_id`
  where `people`.`id` is not null
    and `visits`.`at` is not null
  union all
  select
    `people`.`id` as entity,
    `carts`.`at` as moment,
    2 as step,
    null as d0
  from `carts`
  left join `people` on `people`.`id` = `carts`.`person_id`
  where `people`.`id` is not null
    and `carts`.`at` is not null
  union all
  select
    `people`.`id` as entity,
    `orders`.`at` as moment,
    3 as step,
    null as d0
  from `orders`
  left join `people` on `people`.`id` = `orders`.`buyer`
  where `people`.`id` is not null
    and `orders`.`at` is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    d0,
    min(case when step = 3 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t3
  from events_1
),
followed_2 as (
  select
    entity,
    moment,
    step,
    d0,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t2,
    min(case when step = 2 then t3 end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t3
  from followed_1
),
tries_1 as (
  select
    entity,
    moment,
    d0,
    1 + case when t2 < moment + interval 9 day then 1 else 0 end + case when t3 < moment + interval 9 day then 1 else 0 end as reached
  from followed_2
  where step = 1
),
counted_1 as (
  select
    d0,
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    count(case when reached >= 3 then 1 end) as n3
  from (
    select
      d0,
      reached,
      row_number() over (partition by entity order by reached desc, moment, d0 <=> null, d0) as number
    from tries_1
  ) as best
  where number = 1
  group by 1
)
select
  d0 as `visits.channel`,
  d1 as `funnel.step`,
  m0 as `funnel.entities`,
  m1 as `funnel.share_of_first`,
  m2 as `funnel.share_of_previous`
from (
  select
    d0,
    name as d1,
    case step when 1 then n1 when 2 then n2 when 3 then n3 end as m0,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, ? as name
    union all
    select 2 as step, ? as name
    union all
    select 3 as step, ? as name
  ) as steps
) as funnel
order by `visits.channel` <=> null, `visits.channel`, m3 <=> null, m3
limit 101;

-- filters of the query are of the first step, those of a step of its own rows
-- ["ad","2024-02-01 00:00:00","open","came","bought"]
with events_1 as (
  select
    `people`.`id` as entity,
    `visits`.`at` as moment,
    1 as step,
    `visits`.channel = 'ad' as d0,
    cast(date_format(`visits`.`at`, '%Y-%m-01') as date) as d1
  from `visits`
  left join `people` on `people`.`id` = `visits`.`person_id`
  where `people`.`id` is not null
    and `visits`.`at` is not null
    and `visits`.`channel` = ?
    and `visits`.`at` < cast(? as datetime(6))
  union all
  select
    `people`.`id` as entity,
    `orders`.`at` as moment,
    2 as step,
    null as d0,
    null as d1
  from `orders`
  left join `people` on `people`.`id` = `orders`.`buyer`
  where `people`.`id` is not null
    and `orders`.`at` is not null
    and `orders`.`status` = ?
),
followed_1 as (
  select
    entity,
    moment,
    step,
    d0,
    d1,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t2
  from events_1
),
tries_1 as (
  select
    entity,
    moment,
    d0,
    d1,
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
counted_1 as (
  select
    d0,
    d1,
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2
  from (
    select
      d0,
      d1,
      reached,
      row_number() over (partition by entity order by reached desc, moment, d0 <=> null, d0, d1 <=> null, d1) as number
    from tries_1
  ) as best
  where number = 1
  group by 1, 2
)
select
  d0 as `visits.paid`,
  d1 as `visits.at.month`,
  d2 as `funnel.step`,
  m0 as `funnel.entities`,
  m1 as `funnel.share_of_first`,
  m2 as `funnel.share_of_previous`
from (
  select
    d0,
    d1,
    name as d2,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, ? as name
    union all
    select 2 as step, ? as name
  ) as steps
) as funnel
order by `visits.paid` <=> null, `visits.paid`, `visits.at.month` <=> null, `visits.at.month`, m3 <=> null, m3
limit 101;

-- a second order is another row, at the same moment one with a greater key
-- ["open","open","again"]
with events_1 as (
  select
    `buyer` as entity,
    `at` as moment,
    1 as step,
    concat(`id`) as k0
  from `orders`
  where `buyer` is not null
    and `at` is not null
    and `status` = ?
  union all
  select
    `buyer` as entity,
    `at` as moment,
    2 as step,
    concat(`id`) as k0
  from `orders`
  where `buyer` is not null
    and `at` is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    k0,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t2
  from events_1
),
tries_1 as (
  select
    entity,
    moment,
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2
  from (
    select max(reached) as reached
    from tries_1
    group by entity
  ) as best
)
select
  d0 as `funnel.step`,
  m0 as `funnel.entities`,
  m1 as `funnel.share_of_first`,
  m2 as `funnel.share_of_previous`
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, ? as name
    union all
    select 2 as step, ? as name
  ) as steps
) as funnel
order by m3 <=> null, m3
limit 101;

-- a row is not its own next step
-- ["4","orders","orders 2"]
with events_1 as (
  select
    `buyer` as entity,
    `at` as moment,
    1 as step,
    concat(`id`) as k0
  from `orders`
  where `buyer` is not null
    and `at` is not null
    and `id` >= cast(? as signed)
  union all
  select
    `buyer` as entity,
    `at` as moment,
    2 as step,
    concat(`id`) as k0
  from `orders`
  where `buyer` is not null
    and `at` is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    k0,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t2
  from events_1
),
tries_1 as (
  select
    entity,
    moment,
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2
  from (
    select max(reached) as reached
    from tries_1
    group by entity
  ) as best
)
select
  d0 as `funnel.step`,
  m0 as `funnel.entities`,
  m1 as `funnel.share_of_first`,
  m2 as `funnel.share_of_previous`
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, ? as name
    union all
    select 2 as step, ? as name
  ) as steps
) as funnel
order by m3 <=> null, m3
limit 101;

-- without a key, rows of one model at one moment are one event
-- ["order_days","order_days 2","order_days 3"]
with events_1 as (
  select
    `buyer` as entity,
    `day` as moment,
    1 as step
  from `orders` as `order_days`
  where `buyer` is not null
    and `day` is not null
  union all
  select
    `buyer` as entity,
    `day` as moment,
    2 as step
  from `orders` as `order_days`
  where `buyer` is not null
    and `day` is not null
  union all
  select
    `buyer` as entity,
    `day` as moment,
    3 as step
  from `orders` as `order_days`
  where `buyer` is not null
    and `day` is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    min(case when step = 3 then moment end) over (partition by entity order by moment desc, step rows between unbounded preceding and 1 preceding) as t3
  from events_1
),
followed_2 as (
  select
    entity,
    moment,
    step,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step rows between unbounded preceding and 1 preceding) as t2,
    min(case when step = 2 then t3 end) over (partition by entity order by moment desc, step rows between unbounded preceding and 1 preceding) as t3
  from followed_1
),
tries_1 as (
  select
    entity,
    moment,
    1 + case when t2 is not null then 1 else 0 end + case when t3 is not null then 1 else 0 end as reached
  from followed_2
  where step = 1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    count(case when reached >= 3 then 1 end) as n3
  from (
    select max(reached) as reached
    from tries_1
    group by entity
  ) as best
)
select
  d0 as `funnel.step`,
  m0 as `funnel.entities`,
  m1 as `funnel.share_of_first`,
  m2 as `funnel.share_of_previous`
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 when 3 then n3 end as m0,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, ? as name
    union all
    select 2 as step, ? as name
    union all
    select 3 as step, ? as name
  ) as steps
) as funnel
order by m3 <=> null, m3
limit 101;

-- a model between two steps of another
-- ["came","orders","came back"]
with events_1 as (
  select
    `people`.`id` as entity,
    `visits`.`at` as moment,
    1 as step,
    0 as place,
    concat(`visits`.`id`) as k0
  from `visits`
  left join `people` on `people`.`id` = `visits`.`person_id`
  where `people`.`id` is not null
    and `visits`.`at` is not null
  union all
  select
    `people`.`id` as entity,
    `orders`.`at` as moment,
    2 as step,
    1 as place,
    concat(`orders`.`id`) as k0
  from `orders`
  left join `people` on `people`.`id` = `orders`.`buyer`
  where `people`.`id` is not null
    and `orders`.`at` is not null
  union all
  select
    `people`.`id` as entity,
    `visits`.`at` as moment,
    3 as step,
    0 as place,
    concat(`visits`.`id`) as k0
  from `visits`
  left join `people` on `people`.`id` = `visits`.`person_id`
  where `people`.`id` is not null
    and `visits`.`at` is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    place,
    k0,
    min(case when step = 3 then moment end) over (partition by entity order by moment desc, place desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t3
  from events_1
),
followed_2 as (
  select
    entity,
    moment,
    step,
    place,
    k0,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, place desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t2,
    min(case when step = 2 then t3 end) over (partition by entity order by moment desc, place desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t3
  from followed_1
),
tries_1 as (
  select
    entity,
    moment,
    1 + case when t2 is not null then 1 else 0 end + case when t3 is not null then 1 else 0 end as reached
  from followed_2
  where step = 1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    count(case when reached >= 3 then 1 end) as n3
  from (
    select max(reached) as reached
    from tries_1
    group by entity
  ) as best
)
select
  d0 as `funnel.step`,
  m0 as `funnel.entities`,
  m1 as `funnel.share_of_first`,
  m2 as `funnel.share_of_previous`
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 when 3 then n3 end as m0,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, ? as name
    union all
    select 2 as step, ? as name
    union all
    select 3 as step, ? as name
  ) as steps
) as funnel
order by m3 <=> null, m3
limit 101;

-- entities and times by the names of each model, dates beside times
-- ["visits","order_days"]
with events_1 as (
  select
    `person_id` as entity,
    cast(`at` as datetime(6)) as moment,
    1 as step
  from `visits`
  where `person_id` is not null
    and `at` is not null
  union all
  select
    `buyer` as entity,
    cast(`day` as datetime(6)) as moment,
    2 as step
  from `orders` as `order_days`
  where `buyer` is not null
    and `day` is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t2
  from events_1
),
tries_1 as (
  select
    entity,
    moment,
    1 + case when t2 < moment + interval 1 month then 1 else 0 end as reached
  from followed_1
  where step = 1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2
  from (
    select max(reached) as reached
    from tries_1
    group by entity
  ) as best
)
select
  d0 as `funnel.step`,
  m0 as `funnel.entities`,
  m1 as `funnel.share_of_first`,
  m2 as `funnel.share_of_previous`
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, ? as name
    union all
    select 2 as step, ? as name
  ) as steps
) as funnel
order by m3 <=> null, m3
limit 101;

-- row access is inside of each step
-- ["blue","visits","own_orders"]
with events_1 as (
  select
    `people`.`id` as entity,
    `visits`.`at` as moment,
    1 as step
  from `visits`
  left join `people` on `people`.`id` = `visits`.`person_id`
  where `people`.`id` is not null
    and `visits`.`at` is not null
  union all
  select
    `people`.`id` as entity,
    `own_orders`.`at` as moment,
    2 as step
  from (
    select *
    from `orders` as `own_orders`
    where `own_orders`.`buyer` in (
      select `people`.`id`
      from `people`
      where `people`.`team` in (?)
    )
  ) as `own_orders`
  left join `people` on `people`.`id` = `own_orders`.`buyer`
  where `people`.`id` is not null
    and `own_orders`.`at` is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t2
  from events_1
),
tries_1 as (
  select
    entity,
    moment,
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2
  from (
    select max(reached) as reached
    from tries_1
    group by entity
  ) as best
)
select
  d0 as `funnel.step`,
  m0 as `funnel.entities`,
  m1 as `funnel.share_of_first`,
  m2 as `funnel.share_of_previous`
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, ? as name
    union all
    select 2 as step, ? as name
  ) as steps
) as funnel
order by m3 <=> null, m3
limit 101;

-- of nobody
-- ["visits","carts"]
with events_1 as (
  select
    `people`.`id` as entity,
    `visits`.`at` as moment,
    1 as step
  from `visits`
  left join `people` on `people`.`id` = `visits`.`person_id`
  where `people`.`id` is not null
    and `visits`.`at` is not null
    and false
  union all
  select
    `people`.`id` as entity,
    `carts`.`at` as moment,
    2 as step
  from `carts`
  left join `people` on `people`.`id` = `carts`.`person_id`
  where `people`.`id` is not null
    and `carts`.`at` is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t2
  from events_1
),
tries_1 as (
  select
    entity,
    moment,
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2
  from (
    select max(reached) as reached
    from tries_1
    group by entity
  ) as best
)
select
  d0 as `funnel.step`,
  m0 as `funnel.entities`,
  m1 as `funnel.share_of_first`,
  m2 as `funnel.share_of_previous`
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, ? as name
    union all
    select 2 as step, ? as name
  ) as steps
) as funnel
order by m3 desc
limit 6;

-- steps are in their own order, whatever they are called
-- ["z","a's"]
with events_1 as (
  select
    `people`.`id` as entity,
    `visits`.`at` as moment,
    1 as step,
    `visits`.`channel` as d0
  from `visits`
  left join `people` on `people`.`id` = `visits`.`person_id`
  where `people`.`id` is not null
    and `visits`.`at` is not null
  union all
  select
    `people`.`id` as entity,
    `carts`.`at` as moment,
    2 as step,
    null as d0
  from `carts`
  left join `people` on `people`.`id` = `carts`.`person_id`
  where `people`.`id` is not null
    and `carts`.`at` is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    d0,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step desc rows between unbounded preceding and 1 preceding) as t2
  from events_1
),
tries_1 as (
  select
    entity,
    moment,
    d0,
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
counted_1 as (
  select
    d0,
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2
  from (
    select
      d0,
      reached,
      row_number() over (partition by entity order by reached desc, moment, d0 <=> null, d0) as number
    from tries_1
  ) as best
  where number = 1
  group by 1
)
select
  d0 as `visits.channel`,
  d1 as `funnel.step`,
  m0 as `funnel.entities`,
  m1 as `funnel.share_of_first`,
  m2 as `funnel.share_of_previous`
from (
  select
    d0,
    name as d1,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0000000000000000 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    step as m3
  from counted_1
  cross join (
    select 1 as step, ? as name
    union all
    select 2 as step, ? as name
  ) as steps
) as funnel
order by m3 <=> null, m3, `funnel.entities` desc, `visits.channel` <=> null, `visits.channel`
limit 3;
