-- groups of either month are shown, and what was nothing before has no change
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as "orders.channel",
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    "channel" as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  group by 1
  union all
  select
    "channel" as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
  group by 1
) as branches
group by 1
order by "orders.channel" nulls last
limit 21;
-- totals
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  union all
  select
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
) as branches;

-- a month stands beside that of the year before
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00","2023-01-01 00:00:00","2024-01-01 00:00:00"]
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    date_trunc('month', "placed_at")::date as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  group by 1
  union all
  select
    ((date_trunc('month', "placed_at")::date) + interval '12 months')::date as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
  group by 1
) as branches
group by 1
order by "orders.placed_at.month" nulls last
limit 21;

-- a day of a month stands beside the same day, and one that only the other month has beside none
-- ["2024-02-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-30 00:00:00","2024-02-01 00:00:00","2024-03-31 00:00:00","2024-04-01 00:00:00"]
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.total",
  max(m2) as "orders.total@before",
  (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
  coalesce(max(m1), 0) as "orders.count",
  coalesce(max(m3), 0) as "orders.count@before",
  (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
from (
  select
    "placed_at"::date as d0,
    sum("amount") as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "orders"
  where "placed_at" >= $1::timestamp
    and "placed_at" < $2::timestamp
  group by 1
  union all
  select
    (("placed_at"::date) + interval '1 month')::date as d0,
    null as m0,
    null as m1,
    sum("amount") as m2,
    count(*) as m3
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
    and ("placed_at" < $5::timestamp or "placed_at" >= $6::timestamp or "placed_at" is null)
    and ("placed_at" < $7::timestamp or "placed_at" >= $8::timestamp or "placed_at" is null)
  group by 1
) as branches
group by 1
order by "orders.placed_at.day" nulls last
limit 21;

-- weeks meet in their order, counted from that in which each span begins
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as "orders.placed_at.week",
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    date_trunc('week', "placed_at")::date as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  group by 1
  union all
  select
    ((date_trunc('week', "placed_at")::date) + interval '28 days')::date as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
  group by 1
) as branches
group by 1
order by "orders.placed_at.week" nulls last
limit 21;

-- of a month that goes on the earlier one counts as many days
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2023-02-01 00:00:00","2023-02-11 00:00:00"]
select
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  union all
  select
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
) as branches;

-- the days behind today count in neither month
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2023-02-01 00:00:00","2023-02-10 00:00:00"]
select
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  union all
  select
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
) as branches;

-- without that the whole earlier month counts
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2023-02-01 00:00:00","2023-03-01 00:00:00"]
select
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  union all
  select
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
) as branches;

-- hours of a day in another timezone meet those of an earlier day
-- ["2024-02-03 23:00:00","2024-02-04 23:00:00","2024-01-31 23:00:00","2024-02-01 23:00:00"]
select
  d0 as "orders.placed_at.hour",
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    date_trunc('hour', "placed_at") as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
  group by 1
  union all
  select
    (date_trunc('hour', "placed_at")) + interval '72 hours' as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= $3::timestamp
    and "placed_at" < $4::timestamp
  group by 1
) as branches
group by 1
order by "orders.placed_at.hour" nulls last
limit 21;

-- measures of two models and of several groups are compared, each row once
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as "lines.sku",
  max(m0) as "lines.quantity",
  max(m2) as "lines.quantity@before",
  (max(m0) - max(m2)) / nullif(max(m2), 0) as "lines.quantity@change",
  coalesce(max(m1), 0) as "orders.count",
  coalesce(max(m3), 0) as "orders.count@before",
  (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
from (
  select
    "lines"."sku" as d0,
    sum("lines"."quantity") as m0,
    null as m1,
    null as m2,
    null as m3
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $1::timestamp and "orders"."placed_at" < $2::timestamp
  group by 1
  union all
  select
    "lines".d0 as d0,
    null as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "orders"
  left join (
    select distinct
      "lines"."order_id" as j0,
      "lines"."sku" as d0
    from "lines"
  ) as "lines" on "lines".j0 = "orders"."id"
  where "orders"."placed_at" >= $3::timestamp and "orders"."placed_at" < $4::timestamp
  group by 1
  union all
  select
    "lines"."sku" as d0,
    null as m0,
    null as m1,
    sum("lines"."quantity") as m2,
    null as m3
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $5::timestamp
    and "orders"."placed_at" < $6::timestamp
  group by 1
  union all
  select
    "lines".d0 as d0,
    null as m0,
    null as m1,
    null as m2,
    count(*) as m3
  from "orders"
  left join (
    select distinct
      "lines"."order_id" as j0,
      "lines"."sku" as d0
    from "lines"
  ) as "lines" on "lines".j0 = "orders"."id"
  where "orders"."placed_at" >= $7::timestamp
    and "orders"."placed_at" < $8::timestamp
  group by 1
) as branches
group by 1
order by "lines.sku" nulls last
limit 21;

-- missing days are filled with what was there before
-- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-01-29 00:00:00","2024-02-02 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      "placed_at"::date as d0,
      sum("amount") as m0,
      null as m1
    from "orders"
    where "placed_at" >= $1::timestamp and "placed_at" < $2::timestamp
    group by 1
    union all
    select
      (("placed_at"::date) + interval '3 days')::date as d0,
      null as m0,
      sum("amount") as m1
    from "orders"
    where "placed_at" >= $3::timestamp
      and "placed_at" < $4::timestamp
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select unnest(generate_series($5::timestamp::date::timestamp, ($6::timestamp - interval '1 microsecond')::date::timestamp, interval '1 day'))::date as d0
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by "orders.placed_at.day" nulls last
limit 21;

-- a balance stands beside that at the end of the month before
-- ["2024-02-01","2024-02-29","2024-01-01","2024-02-01"]
select
  d0 as "balances.account",
  max(m0) as "balances.closing",
  max(m1) as "balances.closing@before",
  (max(m0) - max(m1)) / nullif(max(m1), 0) as "balances.closing@change"
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      "account_id" as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by "account_id", "account_id" order by "day" desc nulls last) end as place
    from "balances"
    where "day" between $1::date and $2::date
  ) as "balances"
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      "account_id" as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by "account_id", "account_id" order by "day" desc nulls last) end as place
    from "balances"
    where "day" >= $3::date
      and "day" < $4::date
  ) as "balances"
  group by 1
) as branches
group by 1
order by "balances.account" nulls last
limit 21;

-- a filter on a measure acts on what is now, and the change can be ordered by
-- ["2024-01-31 00:00:00","2024-02-02 00:00:00","2024-01-29 00:00:00","2024-01-31 00:00:00","0"]
select
  d0 as "lines.sku",
  max(m0) as "lines.quantity",
  max(m1) as "lines.quantity@before",
  (max(m0) - max(m1)) / nullif(max(m1), 0) as "lines.quantity@change"
from (
  select
    "lines"."sku" as d0,
    sum("lines"."quantity") as m0,
    null as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $1::timestamp and "orders"."placed_at" < $2::timestamp
  group by 1
  union all
  select
    "lines"."sku" as d0,
    null as m0,
    sum("lines"."quantity") as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $3::timestamp
    and "orders"."placed_at" < $4::timestamp
  group by 1
) as branches
group by 1
having max(m0) >= $5::bigint
order by "lines.quantity@change" desc nulls last, "lines.quantity@before" nulls last, "lines.quantity" desc nulls last, "lines.sku" nulls last
limit 21;

-- what top keeps is told by the present, and the rest before has the same name
-- ["2024-02-01 00:00:00","2024-02-04 00:00:00","2024-02-01 00:00:00","2024-02-04 00:00:00","rest","2024-02-01 00:00:00","2024-02-04 00:00:00","rest","2024-01-29 00:00:00","2024-02-01 00:00:00"]
with results_1 as (
  select
    "lines"."sku" as d0,
    sum("lines"."quantity") as x0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= $1::timestamp and "orders"."placed_at" < $2::timestamp
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
  where "orders"."placed_at" >= $3::timestamp and "orders"."placed_at" < $4::timestamp
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
)
select
  d0 as "lines.sku",
  max(m0) as "lines.quantity",
  max(m1) as "lines.quantity@before",
  (max(m0) - max(m1)) / nullif(max(m1), 0) as "lines.quantity@change"
from (
  select
    case when asked_1.place is not null then "lines"."sku"::text else $5 end as d0,
    sum("lines"."quantity") as m0,
    null as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  left join asked_1 on asked_1.d0 is not distinct from "lines"."sku"
  where "orders"."placed_at" >= $6::timestamp and "orders"."placed_at" < $7::timestamp
  group by 1
  union all
  select
    case when asked_2.place is not null then "lines"."sku"::text else $8 end as d0,
    null as m0,
    sum("lines"."quantity") as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  left join asked_2 on asked_2.d0 is not distinct from "lines"."sku"
  where "orders"."placed_at" >= $9::timestamp
    and "orders"."placed_at" < $10::timestamp
  group by 1
) as branches
group by 1
order by "lines.sku" nulls last
limit 21;
