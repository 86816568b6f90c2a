-- groups of either month are shown, and what was nothing before has no change
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as "orders.channel",
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    "channel" as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1
  union all
  select
    "channel" as d0,
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from "orders"
  where "placed_at" >= {p3:DateTime64(6, 'UTC')}
    and "placed_at" < {p4:DateTime64(6, 'UTC')}
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- totals
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
  union all
  select
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from "orders"
  where "placed_at" >= {p3:DateTime64(6, 'UTC')}
    and "placed_at" < {p4:DateTime64(6, 'UTC')}
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a month stands beside that of the year before
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00","2023-01-01 00:00:00","2024-01-01 00:00:00"]
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1
  union all
  select
    toDate32((((toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC')))) + toIntervalMonth(12)))) as d0,
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from "orders"
  where "placed_at" >= {p3:DateTime64(6, 'UTC')}
    and "placed_at" < {p4:DateTime64(6, 'UTC')}
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a day of a month stands beside the same day, and one that only the other month has beside none
-- ["2024-02-01 00:00:00","2024-04-01 00:00:00","2024-01-01 00:00:00","2024-03-01 00:00:00","2024-01-30 00:00:00","2024-02-01 00:00:00","2024-03-31 00:00:00","2024-04-01 00:00:00"]
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.total",
  max(m2) as "orders.total@before",
  1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "orders.total@change",
  coalesce(max(m1), 0) as "orders.count",
  coalesce(max(m3), 0) as "orders.count@before",
  1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
from (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')}
    and "placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1
  union all
  select
    toDate32((((toDate32(toTimeZone("placed_at", 'UTC'))) + toIntervalMonth(1)))) as d0,
    null as m0,
    null as m1,
    sumOrNull("amount" + toDecimal128(0, 0)) as m2,
    count(*) as m3
  from "orders"
  where "placed_at" >= {p3:DateTime64(6, 'UTC')}
    and "placed_at" < {p4:DateTime64(6, 'UTC')}
    and ("placed_at" < {p5:DateTime64(6, 'UTC')} or "placed_at" >= {p6:DateTime64(6, 'UTC')} or "placed_at" is null)
    and ("placed_at" < {p7:DateTime64(6, 'UTC')} or "placed_at" >= {p8:DateTime64(6, 'UTC')} or "placed_at" is null)
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;

-- weeks meet in their order, counted from that in which each span begins
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as "orders.placed_at.week",
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    toStartOfWeek(toDate32(toTimeZone("placed_at", 'UTC')), 1) as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1
  union all
  select
    toDate32((((toStartOfWeek(toDate32(toTimeZone("placed_at", 'UTC')), 1)) + toIntervalDay(28)))) as d0,
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from "orders"
  where "placed_at" >= {p3:DateTime64(6, 'UTC')}
    and "placed_at" < {p4:DateTime64(6, 'UTC')}
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- of a month that goes on the earlier one counts as many days
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2023-02-01 00:00:00","2023-02-11 00:00:00"]
select
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
  union all
  select
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from "orders"
  where "placed_at" >= {p3:DateTime64(6, 'UTC')}
    and "placed_at" < {p4:DateTime64(6, 'UTC')}
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- the days behind today count in neither month
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2023-02-01 00:00:00","2023-02-10 00:00:00"]
select
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
  union all
  select
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from "orders"
  where "placed_at" >= {p3:DateTime64(6, 'UTC')}
    and "placed_at" < {p4:DateTime64(6, 'UTC')}
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- without that the whole earlier month counts
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2023-02-01 00:00:00","2023-03-01 00:00:00"]
select
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
  union all
  select
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from "orders"
  where "placed_at" >= {p3:DateTime64(6, 'UTC')}
    and "placed_at" < {p4:DateTime64(6, 'UTC')}
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- hours of a day in another timezone meet those of an earlier day
-- ["2024-02-03 23:00:00","2024-02-04 23:00:00","2024-01-31 23:00:00","2024-02-01 23:00:00"]
select
  d0 as "orders.placed_at.hour",
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select
    toStartOfInterval(toTimeZone("placed_at", 'UTC'), toIntervalHour(1)) as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1
  union all
  select
    ((toStartOfInterval(toTimeZone("placed_at", 'UTC'), toIntervalHour(1))) + toIntervalHour(72)) as d0,
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from "orders"
  where "placed_at" >= {p3:DateTime64(6, 'UTC')}
    and "placed_at" < {p4:DateTime64(6, 'UTC')}
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- measures of two models and of several groups are compared, each row once
-- ["2024-02-01 00:00:00","2024-03-01 00:00:00","2024-02-01 00:00:00","2024-03-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00","2024-01-01 00:00:00","2024-02-01 00:00:00"]
select
  d0 as "lines.sku",
  max(m0) as "lines.quantity",
  max(m2) as "lines.quantity@before",
  1e0 * (max(m0) - max(m2)) / nullif(max(m2), 0) as "lines.quantity@change",
  coalesce(max(m1), 0) as "orders.count",
  coalesce(max(m3), 0) as "orders.count@before",
  1e0 * (coalesce(max(m1), 0) - coalesce(max(m3), 0)) / nullif(coalesce(max(m3), 0), 0) as "orders.count@change"
from (
  select
    "lines"."sku" as d0,
    sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m0,
    null as m1,
    null as m2,
    null as m3
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed_at" < {p2:DateTime64(6, 'UTC')}
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
      "order_id" as j0,
      "sku" as d0
    from "lines"
  ) as "lines" on "lines".j0 = "orders"."id"
  where "orders"."placed_at" >= {p3:DateTime64(6, 'UTC')} and "orders"."placed_at" < {p4:DateTime64(6, 'UTC')}
  group by 1
  union all
  select
    "lines"."sku" as d0,
    null as m0,
    null as m1,
    sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m2,
    null as m3
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= {p5:DateTime64(6, 'UTC')}
    and "orders"."placed_at" < {p6:DateTime64(6, 'UTC')}
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
      "order_id" as j0,
      "sku" as d0
    from "lines"
  ) as "lines" on "lines".j0 = "orders"."id"
  where "orders"."placed_at" >= {p7:DateTime64(6, 'UTC')}
    and "orders"."placed_at" < {p8:DateTime64(6, 'UTC')}
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- missing days are filled with what was there before
-- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-01-29 00:00:00","2024-02-02 00:00:00","2024-02-01 00:00:00","2024-02-04 23:59:59.999999"]
with groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      toDate32(toTimeZone("placed_at", 'UTC')) as d0,
      sumOrNull("amount" + toDecimal128(0, 0)) as m0,
      null as m1
    from "orders"
    where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
    group by 1
    union all
    select
      toDate32((((toDate32(toTimeZone("placed_at", 'UTC'))) + toIntervalDay(3)))) as d0,
      null as m0,
      sumOrNull("amount" + toDecimal128(0, 0)) as m1
    from "orders"
    where "placed_at" >= {p3:DateTime64(6, 'UTC')}
      and "placed_at" < {p4:DateTime64(6, 'UTC')}
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32(toTimeZone({p5:DateTime64(6, 'UTC')}, 'UTC')) as lo, toDate32(toTimeZone({p6:DateTime64(6, 'UTC')}, 'UTC')) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.total",
  max(m1) as "orders.total@before",
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "orders.total@change"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a balance stands beside that at the end of the month before
-- ["2024-02-01","2024-02-29","2024-01-01","2024-02-01"]
select
  d0 as "balances.account",
  max(m0) as "balances.closing",
  max(m1) as "balances.closing@before",
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "balances.closing@change"
from (
  select
    d0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
    null as m1
  from (
    select
      "account_id" as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by "account_id", "account_id" order by "day" desc nulls last) end as place
    from "balances"
    where "day" between {p1:Date32} and {p2:Date32}
  ) as "balances"
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
  from (
    select
      "account_id" as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by "account_id", "account_id" order by "day" desc nulls last) end as place
    from "balances"
    where "day" >= {p3:Date32}
      and "day" < {p4:Date32}
  ) as "balances"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a filter on a measure acts on what is now, and the change can be ordered by
-- ["2024-01-31 00:00:00","2024-02-02 00:00:00","2024-01-29 00:00:00","2024-01-31 00:00:00","0"]
select
  d0 as "lines.sku",
  max(m0) as "lines.quantity",
  max(m1) as "lines.quantity@before",
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "lines.quantity@change"
from (
  select
    "lines"."sku" as d0,
    sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m0,
    null as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1
  union all
  select
    "lines"."sku" as d0,
    null as m0,
    sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= {p3:DateTime64(6, 'UTC')}
    and "orders"."placed_at" < {p4:DateTime64(6, 'UTC')}
  group by 1
) as branches
group by 1
having max(m0) >= {p5:Int64}
order by 4 desc nulls last, 3 nulls last, 2 desc nulls last, 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- what top keeps is told by the present, and the rest before has the same name
-- ["2024-02-01 00:00:00","2024-02-04 00:00:00","2024-02-01 00:00:00","2024-02-04 00:00:00","rest","2024-02-01 00:00:00","2024-02-04 00:00:00","rest","2024-01-29 00:00:00","2024-02-01 00:00:00"]
with results_1 as (
  select
    "lines"."sku" as d0,
    sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as x0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed_at" < {p2:DateTime64(6, 'UTC')}
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
    sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as x0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= {p3:DateTime64(6, 'UTC')} and "orders"."placed_at" < {p4:DateTime64(6, 'UTC')}
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
  1e0 * (max(m0) - max(m1)) / nullif(max(m1), 0) as "lines.quantity@change"
from (
  select
    case when asked_1.place is not null then toString("lines"."sku") else {p5:String} end as d0,
    sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m0,
    null as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  left join asked_1 on [asked_1.d0] = ["lines"."sku"]
  where "orders"."placed_at" >= {p6:DateTime64(6, 'UTC')} and "orders"."placed_at" < {p7:DateTime64(6, 'UTC')}
  group by 1
  union all
  select
    case when asked_2.place is not null then toString("lines"."sku") else {p8:String} end as d0,
    null as m0,
    sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  left join asked_2 on [asked_2.d0] = ["lines"."sku"]
  where "orders"."placed_at" >= {p9:DateTime64(6, 'UTC')}
    and "orders"."placed_at" < {p10:DateTime64(6, 'UTC')}
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
