-- Never run on redshift itself: see shared/semantic/dialects/README.md for what it rests on.

-- the share of each month, and how much of the whole there was up to it
with results_1 as (
  select
    date_trunc('month', "placed")::date as d0,
    sum("amount") as x0
  from "orders"
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    1::float8 * x0 / nullif(sum(x0) over (), 0) as c0
  from results_1
),
calculated_2 as (
  select
    d0,
    x0,
    c0,
    case when d0 is not null then sum(c0) over (order by d0 nulls last rows between unbounded preceding and current row) end as c1
  from calculated_1
)
select
  d0 as "orders.placed.month",
  x0 as "orders.total",
  c0 as "share",
  c1 as "so far"
from calculated_2
order by "orders.placed.month" nulls last;

-- the months by how much they changed
with groups_1 as (
  select
    date_trunc('month', "placed")::date as d0,
    sum("amount") as m0
  from "orders"
  group by 1
),
periods_1 as (
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select
      min(d0) as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
),
results_1 as (
  select
    d0,
    max(m0) as x0,
    case when max(present) = 1 then 1 else 0 end as shown
  from (
  select d0, m0, 1 as present from groups_1
  union all
  select d0, null as m0, 0 as present
  from periods_1
) as filled
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    shown,
    case when d0 is not null then x0 - lag(x0, 1) over (order by d0 nulls last) end as c0
  from results_1
),
calculated_2 as (
  select
    d0,
    x0,
    shown,
    c0,
    rank() over (partition by shown order by c0 desc nulls last) as c1
  from calculated_1
)
select
  d0 as "orders.placed.month",
  x0 as "orders.total",
  c0 as "more",
  c1 as "place"
from calculated_2
where shown = 1
order by "place" nulls last, "orders.placed.month" nulls last;

-- changes made smooth
with groups_1 as (
  select
    date_trunc('month', "placed")::date as d0,
    sum("amount") as m0
  from "orders"
  group by 1
),
periods_1 as (
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select
      min(d0) as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
),
results_1 as (
  select
    d0,
    max(m0) as x0,
    case when max(present) = 1 then 1 else 0 end as shown
  from (
  select d0, m0, 1 as present from groups_1
  union all
  select d0, null as m0, 0 as present
  from periods_1
) as filled
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    shown,
    case when d0 is not null then x0 - lag(x0, 1) over (order by d0 nulls last) end as c0
  from results_1
),
calculated_2 as (
  select
    d0,
    x0,
    shown,
    c0,
    case when d0 is not null then avg((case when shown = 1 then c0 end)::float8) over (order by d0 nulls last rows between 1 preceding and current row) end as c1
  from calculated_1
)
select
  d0 as "orders.placed.month",
  x0 as "orders.total",
  c0 as "more",
  c1 as "smooth"
from calculated_2
where shown = 1
order by "orders.placed.month" nulls last;

-- the change of the change
with groups_1 as (
  select
    date_trunc('month', "placed")::date as d0,
    sum("amount") as m0
  from "orders"
  group by 1
),
periods_1 as (
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select
      min(d0) as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
),
results_1 as (
  select
    d0,
    max(m0) as x0,
    case when max(present) = 1 then 1 else 0 end as shown
  from (
  select d0, m0, 1 as present from groups_1
  union all
  select d0, null as m0, 0 as present
  from periods_1
) as filled
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    shown,
    case when d0 is not null then x0 - lag(x0, 1) over (order by d0 nulls last) end as c0,
    1::float8 * x0 / nullif(sum(x0) over (partition by shown), 0) as c2
  from results_1
),
calculated_2 as (
  select
    d0,
    x0,
    shown,
    c0,
    case when d0 is not null then case when shown = 1 then c0 end - lag(case when shown = 1 then c0 end, 1) over (order by d0 nulls last) end as c1,
    c2
  from calculated_1
)
select
  d0 as "orders.placed.month",
  x0 as "orders.total",
  c0 as "more",
  c1 as "bend",
  c2 as "share"
from calculated_2
where shown = 1
order by "orders.placed.month" nulls last;

-- only the months that make up three quarters
-- ["0.75"]
with results_1 as (
  select
    date_trunc('month', "placed")::date as d0,
    sum("amount") as x0
  from "orders"
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    1::float8 * x0 / nullif(sum(x0) over (), 0) as c0
  from results_1
),
calculated_2 as (
  select
    d0,
    x0,
    c0,
    case when d0 is not null then sum(c0) over (order by d0 nulls last rows between unbounded preceding and current row) end as c1
  from calculated_1
)
select
  d0 as "orders.placed.month",
  x0 as "orders.total",
  c0 as "share",
  c1 as "so far"
from calculated_2
where c1 <= $1::decimal(38, 2)
order by "so far" desc nulls last, "orders.placed.month" nulls last;

-- a month that is left out has no change that the next is compared with
-- ["115"]
with groups_1 as (
  select
    date_trunc('month', "placed")::date as d0,
    sum("amount") as m0
  from "orders"
  group by 1
),
periods_1 as (
  select dateadd(month, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::date as d0
  from (
    select
      min(d0) as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(month, lo, hi)
  join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(month, lo, hi)
  where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(month, lo, hi)
),
results_1 as (
  select
    d0,
    max(m0) as x0,
    case when max(present) = 1 and (max(m0) <> $1::bigint or max(m0) is null) then 1 else 0 end as shown,
    case when (max(m0) <> $1::bigint or max(m0) is null) then max(m0) end as y0
  from (
  select d0, m0, 1 as present from groups_1
  union all
  select d0, null as m0, 0 as present
  from periods_1
) as filled
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    shown,
    y0,
    case when d0 is not null then sum(x0) over (partition by shown order by d0 nulls last rows between unbounded preceding and current row) end as c0,
    case when d0 is not null then 1::float8 * (y0 - lag(y0, 1) over (order by d0 nulls last)) / nullif(lag(y0, 1) over (order by d0 nulls last), 0) end as c2
  from results_1
),
calculated_2 as (
  select
    d0,
    x0,
    shown,
    c0,
    case when d0 is not null then case when shown = 1 then c0 end - lag(case when shown = 1 then c0 end, 1) over (order by d0 nulls last) end as c1,
    c2
  from calculated_1
)
select
  d0 as "orders.placed.month",
  x0 as "orders.total",
  c0 as "running",
  c1 as "more",
  c2 as "growth"
from calculated_2
where shown = 1
order by "orders.placed.month" nulls last;

-- of each customer, the share of the customer's first month
-- ["Ann","Bob"]
with results_1 as (
  select
    "customers"."name" as d0,
    date_trunc('month', "orders"."placed")::date as d1,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."name" in ($1, $2)
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    1::float8 * x0 / nullif(sum(x0) over (partition by d0), 0) as c0
  from results_1
),
calculated_2 as (
  select
    d0,
    d1,
    x0,
    c0,
    case when d1 is not null then first_value(c0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and unbounded following) end as c1
  from calculated_1
),
calculated_3 as (
  select
    d0,
    d1,
    x0,
    c0,
    c1,
    rank() over (partition by d1 order by c1 nulls last) as c2
  from calculated_2
)
select
  d0 as "customers.name",
  d1 as "orders.placed.month",
  x0 as "orders.total",
  c0 as "share",
  c1 as "at first",
  c2 as "place"
from calculated_3
order by "customers.name" nulls last, "orders.placed.month" nulls last;
