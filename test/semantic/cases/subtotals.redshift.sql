-- Never run on redshift itself: see shared/semantic/dialects/README.md for what it rests on.

-- a row stands behind each group of the first dimension, and its day is null
with results_1 as (
  select
    "channel" as d0,
    date_trunc('month', "placed_at")::date as d1,
    sum("amount") as x0,
    count(*) as x1,
    2 as level
  from "orders"
  group by 1, 2
),
results_2 as (
  select
    "channel" as d0,
    null::date as d1,
    sum("amount") as x0,
    count(*) as x1,
    1 as level
  from "orders"
  group by 1
),
together_1 as (
  select d0, d1, x0, x1, level from results_1
  union all
  select d0, d1, x0, x1, level from results_2
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.month",
  x0 as "orders.total",
  x1 as "orders.count",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last
limit 21;

-- an account of two tags counts once in the subtotal of its branch
with results_1 as (
  select
    "accounts"."branch" as d0,
    "tags".d1 as d1,
    count(*) as x0,
    2 as level
  from "accounts"
  left join (
    select distinct
      "account_id" as j0,
      "tag" as d1
    from "tags"
  ) as "tags" on "tags".j0 = "accounts"."id"
  group by 1, 2
),
results_2 as (
  select
    "accounts"."branch" as d0,
    null::varchar as d1,
    count(*) as x0,
    1 as level
  from "accounts"
  group by 1
),
together_1 as (
  select d0, d1, x0, level from results_1
  union all
  select d0, d1, x0, level from results_2
)
select
  d0 as "accounts.branch",
  d1 as "tags.tag",
  x0 as "accounts.count",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last
limit 21;
-- totals
select
  count(*) as "accounts.count",
  null as "subtotal"
from "accounts";

-- a measure orders groups by their subtotals, and the rows within them by its own value
with results_1 as (
  select
    "channel" as d0,
    date_trunc('month', "placed_at")::date as d1,
    sum("amount") as x0,
    2 as level
  from "orders"
  group by 1, 2
),
results_2 as (
  select
    "channel" as d0,
    null::date as d1,
    sum("amount") as x0,
    1 as level
  from "orders"
  group by 1
),
together_1 as (
  select d0, d1, x0, level from results_1
  union all
  select d0, d1, x0, level from results_2
),
sorted_1 as (
  select
    d0,
    d1,
    x0,
    level,
    max(case when level = 1 then x0 end) over (partition by d0) as s0
  from together_1
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.month",
  x0 as "orders.total",
  level as "subtotal"
from sorted_1
order by s0 desc nulls last, d0 nulls last, case when level = 1 then 1 else 0 end, x0 desc nulls last, d1 nulls last
limit 21;

-- a measure that is not selected orders them as well
with results_1 as (
  select
    "channel" as d0,
    date_trunc('month', "placed_at")::date as d1,
    sum("amount") as x0,
    count(*) as o0,
    2 as level
  from "orders"
  group by 1, 2
),
results_2 as (
  select
    "channel" as d0,
    null::date as d1,
    sum("amount") as x0,
    count(*) as o0,
    1 as level
  from "orders"
  group by 1
),
together_1 as (
  select d0, d1, x0, o0, level from results_1
  union all
  select d0, d1, x0, o0, level from results_2
),
sorted_1 as (
  select
    d0,
    d1,
    x0,
    o0,
    level,
    max(case when level = 1 then o0 end) over (partition by d0) as s0
  from together_1
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.month",
  x0 as "orders.total",
  level as "subtotal"
from sorted_1
order by s0 desc nulls last, d0 nulls last, case when level = 1 then 1 else 0 end, o0 desc nulls last, d1 desc nulls last
limit 4;

-- a filter on a measure leaves groups out, and their rows out of the subtotals
-- ["4","4"]
with picked_1 as (
  select
    "channel" as d0,
    date_trunc('month', "placed_at")::date as d1
  from "orders"
  group by 1, 2
  having sum("amount") > $1::bigint
),
results_1 as (
  select
    "channel" as d0,
    date_trunc('month', "placed_at")::date as d1,
    sum("amount") as x0,
    2 as level
  from "orders"
  group by 1, 2
  having sum("amount") > $2::bigint
),
results_2 as (
  select
    "orders"."channel" as d0,
    null::date as d1,
    sum("orders"."amount") as x0,
    1 as level
  from "orders"
  where exists (
    select 1
    from picked_1
    where (picked_1.d0 = "orders"."channel" or (picked_1.d0 is null and "orders"."channel" is null))
      and (picked_1.d1 = date_trunc('month', "orders"."placed_at")::date or (picked_1.d1 is null and date_trunc('month', "orders"."placed_at")::date is null))
  )
  group by 1
),
together_1 as (
  select d0, d1, x0, level from results_1
  union all
  select d0, d1, x0, level from results_2
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.month",
  x0 as "orders.total",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last
limit 21;
-- totals
-- ["4"]
with picked_1 as (
  select
    "channel" as d0,
    date_trunc('month', "placed_at")::date as d1
  from "orders"
  group by 1, 2
  having sum("amount") > $1::bigint
)
select
  sum("orders"."amount") as "orders.total",
  null as "subtotal"
from "orders"
where exists (
  select 1
  from picked_1
  where (picked_1.d0 = "orders"."channel" or (picked_1.d0 is null and "orders"."channel" is null))
    and (picked_1.d1 = date_trunc('month', "orders"."placed_at")::date or (picked_1.d1 is null and date_trunc('month', "orders"."placed_at")::date is null))
);

-- a balance of a branch is that of the last day among the rows below
with results_1 as (
  select
    d0,
    d1,
    sum(case when place = 1 then v0 end) as x0,
    2 as level
  from (
    select
      "accounts"."branch" as d0,
      date_trunc('month', "balances"."day")::date as d1,
      "balances"."balance" as v0,
      case when "balances"."day" is not null then rank() over (partition by "accounts"."branch", date_trunc('month', "balances"."day")::date, "balances"."account_id" order by "balances"."day" desc nulls last) end as place
    from "balances"
    left join "accounts" on "accounts"."id" = "balances"."account_id"
    where "balances"."day" is not null
  ) as "balances"
  group by 1, 2
),
results_2 as (
  select
    d0,
    null::date as d1,
    sum(case when place = 1 then v0 end) as x0,
    1 as level
  from (
    select
      "accounts"."branch" as d0,
      "balances"."balance" as v0,
      case when "balances"."day" is not null then rank() over (partition by "accounts"."branch", "balances"."account_id" order by "balances"."day" desc nulls last) end as place
    from "balances"
    left join "accounts" on "accounts"."id" = "balances"."account_id"
    where "balances"."day" is not null
  ) as "balances"
  group by 1
),
together_1 as (
  select d0, d1, x0, level from results_1
  union all
  select d0, d1, x0, level from results_2
)
select
  d0 as "accounts.branch",
  d1 as "balances.day.month",
  x0 as "balances.closing",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last
limit 21;

-- of three dimensions the first two and the first have rows, also over two facts
-- ["2024-02-01 00:00:00","2024-02-01 00:00:00","2024-02-01 00:00:00","2024-02-01 00:00:00","2024-02-01 00:00:00","2024-02-01 00:00:00"]
with results_1 as (
  select
    d0,
    d1,
    d2,
    max(m0) as x0,
    coalesce(max(m1), 0) as x1,
    3 as level
  from (
    select
      "orders"."channel" as d0,
      date_trunc('month', "orders"."placed_at")::date as d1,
      "lines"."sku" as d2,
      sum("lines"."quantity") as m0,
      null as m1
    from "lines"
    left join "orders" on "orders"."id" = "lines"."order_id"
    where "orders"."placed_at" >= $1::timestamp
    group by 1, 2, 3
    union all
    select
      "orders"."channel" as d0,
      date_trunc('month', "orders"."placed_at")::date as d1,
      "lines".d2 as d2,
      null as m0,
      count(*) as m1
    from "orders"
    left join (
      select distinct
        "order_id" as j0,
        "sku" as d2
      from "lines"
    ) as "lines" on "lines".j0 = "orders"."id"
    where "orders"."placed_at" >= $2::timestamp
    group by 1, 2, 3
  ) as branches
  group by 1, 2, 3
),
results_2 as (
  select
    d0,
    null::date as d1,
    null::varchar as d2,
    max(m0) as x0,
    coalesce(max(m1), 0) as x1,
    1 as level
  from (
    select
      "orders"."channel" as d0,
      sum("lines"."quantity") as m0,
      null as m1
    from "lines"
    left join "orders" on "orders"."id" = "lines"."order_id"
    where "orders"."placed_at" >= $3::timestamp
    group by 1
    union all
    select
      "orders"."channel" as d0,
      null as m0,
      count(*) as m1
    from "orders"
    where "orders"."placed_at" >= $4::timestamp
    group by 1
  ) as branches
  group by 1
),
results_3 as (
  select
    d0,
    d1,
    null::varchar as d2,
    max(m0) as x0,
    coalesce(max(m1), 0) as x1,
    2 as level
  from (
    select
      "orders"."channel" as d0,
      date_trunc('month', "orders"."placed_at")::date as d1,
      sum("lines"."quantity") as m0,
      null as m1
    from "lines"
    left join "orders" on "orders"."id" = "lines"."order_id"
    where "orders"."placed_at" >= $5::timestamp
    group by 1, 2
    union all
    select
      "orders"."channel" as d0,
      date_trunc('month', "orders"."placed_at")::date as d1,
      null as m0,
      count(*) as m1
    from "orders"
    where "orders"."placed_at" >= $6::timestamp
    group by 1, 2
  ) as branches
  group by 1, 2
),
together_1 as (
  select d0, d1, d2, x0, x1, level from results_1
  union all
  select d0, d1, d2, x0, x1, level from results_2
  union all
  select d0, d1, d2, x0, x1, level from results_3
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.month",
  d2 as "lines.sku",
  x0 as "lines.quantity",
  x1 as "orders.count",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last, case when level = 2 then 1 else 0 end, d2 nulls last
limit 21;

-- the rest beside the greatest is summed up under one name
-- ["rest"]
with results_1 as (
  select
    "lines"."sku" as d0,
    sum("lines"."quantity") as x0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."channel" is not null
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
),
results_2 as (
  select
    "lines"."sku" as d0,
    sum("lines"."quantity") as x0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."channel" is not null
  group by 1
),
asked_2 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_2
  ) as numbered
  where place <= 1
),
results_3 as (
  select
    "orders"."channel" as d0,
    case when asked_1.place is not null then "lines"."sku"::varchar else $1 end as d1,
    sum("lines"."quantity") as x0,
    2 as level
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  left join asked_1 on (asked_1.d0 = "lines"."sku" or (asked_1.d0 is null and "lines"."sku" is null))
  where "orders"."channel" is not null
  group by 1, 2
),
results_4 as (
  select
    "orders"."channel" as d0,
    null::varchar as d1,
    sum("lines"."quantity") as x0,
    1 as level
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  left join asked_2 on (asked_2.d0 = "lines"."sku" or (asked_2.d0 is null and "lines"."sku" is null))
  where "orders"."channel" is not null
  group by 1
),
together_1 as (
  select d0, d1, x0, level from results_3
  union all
  select d0, d1, x0, level from results_4
)
select
  d0 as "orders.channel",
  d1 as "lines.sku",
  x0 as "lines.quantity",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last
limit 21;

-- what top leaves out is in no subtotal
with results_1 as (
  select
    "lines"."sku" as d0,
    sum("lines"."quantity") as x0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."channel" is not null
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
),
results_2 as (
  select
    "lines"."sku" as d0,
    sum("lines"."quantity") as x0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."channel" is not null
  group by 1
),
asked_2 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_2
  ) as numbered
  where place <= 1
),
results_3 as (
  select
    "orders"."channel" as d0,
    "lines"."sku" as d1,
    sum("lines"."quantity") as x0,
    2 as level
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."channel" is not null
    and exists (
      select 1
      from asked_1
      where (asked_1.d0 = "lines"."sku" or (asked_1.d0 is null and "lines"."sku" is null))
    )
  group by 1, 2
),
results_4 as (
  select
    "orders"."channel" as d0,
    null::varchar as d1,
    sum("lines"."quantity") as x0,
    1 as level
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."channel" is not null
    and exists (
      select 1
      from asked_2
      where (asked_2.d0 = "lines"."sku" or (asked_2.d0 is null and "lines"."sku" is null))
    )
  group by 1
),
together_1 as (
  select d0, d1, x0, level from results_3
  union all
  select d0, d1, x0, level from results_4
)
select
  d0 as "orders.channel",
  d1 as "lines.sku",
  x0 as "lines.quantity",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last
limit 21;

-- a balance at the last moment of the query has one moment in all subtotals of a level
with results_1 as (
  select
    d0,
    d1,
    d2,
    sum(case when place = 1 then v0 end) as x0,
    3 as level
  from (
    select
      date_trunc('month', "balances"."day")::date as d0,
      "accounts"."branch" as d1,
      "balances"."account_id" as d2,
      "balances"."balance" as v0,
      case when "balances"."day" is not null then rank() over (partition by date_trunc('month', "balances"."day")::date order by "balances"."day" desc nulls last) end as place
    from "balances"
    left join "accounts" on "accounts"."id" = "balances"."account_id"
    where "balances"."day" is not null
  ) as "balances"
  group by 1, 2, 3
),
results_2 as (
  select
    d0,
    null::varchar as d1,
    null::float8 as d2,
    sum(case when place = 1 then v0 end) as x0,
    1 as level
  from (
    select
      date_trunc('month', "balances"."day")::date as d0,
      "balances"."balance" as v0,
      case when "balances"."day" is not null then rank() over (partition by date_trunc('month', "balances"."day")::date order by "balances"."day" desc nulls last) end as place
    from "balances"
    left join "accounts" on "accounts"."id" = "balances"."account_id"
    where "balances"."day" is not null
  ) as "balances"
  group by 1
),
results_3 as (
  select
    d0,
    d1,
    null::float8 as d2,
    sum(case when place = 1 then v0 end) as x0,
    2 as level
  from (
    select
      date_trunc('month', "balances"."day")::date as d0,
      "accounts"."branch" as d1,
      "balances"."balance" as v0,
      case when "balances"."day" is not null then rank() over (partition by date_trunc('month', "balances"."day")::date order by "balances"."day" desc nulls last) end as place
    from "balances"
    left join "accounts" on "accounts"."id" = "balances"."account_id"
    where "balances"."day" is not null
  ) as "balances"
  group by 1, 2
),
together_1 as (
  select d0, d1, d2, x0, level from results_1
  union all
  select d0, d1, d2, x0, level from results_2
  union all
  select d0, d1, d2, x0, level from results_3
)
select
  d0 as "balances.day.month",
  d1 as "accounts.branch",
  d2 as "balances.account",
  x0 as "balances.closing_at_last",
  level as "subtotal"
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last, case when level = 2 then 1 else 0 end, d2 nulls last
limit 21;
