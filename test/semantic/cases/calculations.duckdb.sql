-- a share is of all groups, whatever the limit cuts
-- ["Ann","Cid"]
with results_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."name" in ($1, $2)
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    x0 / nullif(sum(x0) over (), 0) as c0
  from results_1
)
select
  d0 as "customers.name",
  x0 as "orders.total",
  c0 as "share"
from calculated_1
order by "share" nulls last, "customers.name" nulls last
limit 2;
-- totals
-- ["Ann","Cid"]
select
  sum("orders"."amount") as "orders.total",
  null as "share"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where "customers"."name" in ($1, $2);

-- a share within the groups of a dimension
-- ["open","paid","4"]
with results_1 as (
  select
    date_trunc('month', "placed")::date as d0,
    "status" as d1,
    count(*) as x0
  from "orders"
  where "status" in ($1, $2)
    and ("id" <> $3::bigint or "id" is null)
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    x0 / nullif(sum(x0) over (partition by d0), 0) as c0
  from results_1
)
select
  d0 as "orders.placed.month",
  d1 as "orders.status",
  x0 as "orders.count",
  c0 as "share"
from calculated_1
order by "orders.placed.month" nulls last, "orders.status" nulls last;

-- equal values share a rank, and a filter on it comes last
-- ["2"]
with results_1 as (
  select
    "customers"."name" as d0,
    count(*) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    rank() over (order by x0 desc nulls last) as c0,
    rank() over (order by x0 nulls last) as c1
  from results_1
)
select
  d0 as "customers.name",
  x0 as "orders.count",
  c0 as "place",
  c1 as "from below"
from calculated_1
where c0 >= $1::bigint
order by "place" nulls last, "customers.name" nulls last;
-- totals
-- ["2"]
with results_1 as (
  select
    "customers"."name" as d0,
    count(*) as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    rank() over (order by x0 desc nulls last) as c0,
    rank() over (order by x0 nulls last) as c1
  from results_1
),
picked_1 as (
  select d0
  from calculated_1
  where c0 >= $1::bigint
)
select
  count(*) as "orders.count",
  null as "place",
  null as "from below"
from "orders"
left join "customers" on "customers"."id" = "orders"."customer_id"
where exists (
  select 1
  from picked_1
  where picked_1.d0 is not distinct from "customers"."name"
);

-- calculations are of the groups that pass the filters on measures
-- ["50"]
with groups_1 as (
  select
    date_trunc('month', "placed")::date as d0,
    sum("amount") as m0
  from "orders"
  group by 1
),
periods_1 as (
  select unnest(generate_series(min(d0)::timestamp, max(d0)::timestamp, interval '1 month'))::date as d0
  from groups_1
),
results_1 as (
  select
    d0,
    max(m0) as x0,
    case when max(present) = 1 and max(m0) > $1::bigint then 1 else 0 end as shown,
    case when max(m0) > $1::bigint then max(m0) end as y0
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
    case when d0 is not null then sum(x0) over (partition by shown order by d0 nulls last rows between unbounded preceding and current row) end as c0,
    case when d0 is not null then y0 - lag(y0, 1) over (order by d0 nulls last) end as c1
  from results_1
)
select
  d0 as "orders.placed.month",
  x0 as "orders.total",
  c0 as "so far",
  c1 as "change"
from calculated_1
where shown = 1
order by "orders.placed.month" nulls last;

-- along the only time, for each combination of the others, a missing month has its place
with groups_1 as (
  select
    "customers"."name" as d0,
    date_trunc('month', "orders"."placed")::date as d1,
    sum("orders"."amount") as m0,
    count(*) as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1, 2
),
periods_1 as (
  select unnest(generate_series(min(d1)::timestamp, max(d1)::timestamp, interval '1 month'))::date as d1
  from groups_1
),
results_1 as (
  select
    d0,
    d1,
    max(m0) as x0,
    coalesce(max(m1), 0) as x1,
    case when max(present) = 1 then 1 else 0 end as shown
  from (
  select d0, d1, m0, m1, 1 as present from groups_1
  union all
  select d0, d1, null as m0, null as m1, 0 as present
  from periods_1
  cross join (select distinct d0 from groups_1) as others
) as filled
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    x1,
    shown,
    case when d1 is not null then sum(x0) over (partition by shown, d0 order by d1 nulls last rows between unbounded preceding and current row) end as c0,
    case when d1 is not null then x0 - lag(x0, 1) over (partition by d0 order by d1 nulls last) end as c1,
    case when d1 is not null then x1 - lag(x1, 1) over (partition by d0 order by d1 nulls last) end as c2,
    case when d1 is not null then x0 - lag(x0, 2) over (partition by d0 order by d1 nulls last) end as c3
  from results_1
)
select
  d0 as "customers.name",
  d1 as "orders.placed.month",
  x0 as "orders.total",
  x1 as "orders.count",
  c0 as "so far",
  c1 as "more",
  c2 as "more orders",
  c3 as "since January"
from calculated_1
where shown = 1
order by "customers.name" nulls last, "orders.placed.month" nulls last;

-- the same of filled gaps
-- ["Ann"]
with groups_1 as (
  select
    date_trunc('month', "orders"."placed")::date as d0,
    sum("orders"."amount") as m0,
    count(*) as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."name" = $1
  group by 1
),
periods_1 as (
  select unnest(generate_series(min(d0)::timestamp, max(d0)::timestamp, interval '1 month'))::date as d0
  from groups_1
),
results_1 as (
  select
    d0,
    max(m0) as x0,
    coalesce(max(m1), 0) as x1
  from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    x1,
    case when d0 is not null then avg(x0) over (order by d0 nulls last rows between 1 preceding and current row) end as c0,
    case when d0 is not null then avg(x1) over (order by d0 nulls last rows between 1 preceding and current row) end as c1,
    case when d0 is not null then x1 - lag(x1, 1) over (order by d0 nulls last) end as c2
  from results_1
)
select
  d0 as "orders.placed.month",
  x0 as "orders.total",
  x1 as "orders.count",
  c0 as "smooth",
  c1 as "smooth count",
  c2 as "more"
from calculated_1
order by "orders.placed.month" nulls last;

-- a change relative to the period before
-- ["Bob"]
with groups_1 as (
  select
    date_trunc('month', "orders"."placed")::date as d0,
    sum("orders"."amount") as m0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "customers"."name" = $1
  group by 1
),
periods_1 as (
  select unnest(generate_series(min(d0)::timestamp, max(d0)::timestamp, interval '1 month'))::date as d0
  from groups_1
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
    case when d0 is not null then (x0 - lag(x0, 1) over (order by d0 nulls last)) / nullif(lag(x0, 1) over (order by d0 nulls last), 0) end as c0
  from results_1
)
select
  d0 as "orders.placed.month",
  x0 as "orders.total",
  c0 as "growth"
from calculated_1
where shown = 1
  and c0 is not null;

-- the first and the last of each
-- ["Ann","Bob"]
with results_1 as (
  select
    "customers"."name" as d0,
    date_trunc('month', "orders"."placed")::date as d1,
    sum("orders"."amount") as x0,
    max("orders"."placed") as x1
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
    x1,
    case when d1 is not null then first_value(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and unbounded following) end as c0,
    case when d1 is not null then first_value(x0) over (partition by d0 order by d1 desc nulls last rows between unbounded preceding and unbounded following) end as c1,
    case when d1 is not null then first_value(x1) over (partition by d0 order by d1 desc nulls last rows between unbounded preceding and unbounded following) end as c2
  from results_1
)
select
  d0 as "customers.name",
  d1 as "orders.placed.month",
  x0 as "orders.total",
  x1 as "orders.latest",
  c0 as "at first",
  c1 as "at last",
  c2 as "day"
from calculated_1
order by "customers.name" nulls last, "orders.placed.month" nulls last;

-- along values that are no periods, row by row
with results_1 as (
  select
    "customers"."name" as d0,
    sum("orders"."amount") as x0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    case when d0 is not null then x0 - lag(x0, 1) over (order by d0 nulls last) end as c0,
    case when d0 is not null then sum(x0) over (order by d0 nulls last rows between unbounded preceding and current row) end as c1
  from results_1
)
select
  d0 as "customers.name",
  x0 as "orders.total",
  c0 as "more",
  c1 as "so far"
from calculated_1
order by "customers.name" nulls last;

-- ordered by a measure that is not selected
-- ["1","3"]
with results_1 as (
  select
    "customers"."name" as d0,
    count(*) as x0,
    sum("orders"."amount") as o0
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    o0,
    rank() over (order by x0 desc nulls last) as c0
  from results_1
)
select
  d0 as "customers.name",
  x0 as "orders.count",
  c0 as "place"
from calculated_1
where (c0 = $1::bigint or c0 = $2::bigint)
order by o0 desc nulls last, "customers.name" nulls last;

-- of the rows that the caller may see
-- ["north"]
with results_1 as (
  select
    "customers"."name" as d0,
    count(*) as x0
  from (
    select *
    from "orders" as "own_orders"
    where "own_orders"."customer_id" in (
      select "customers"."id"
      from "customers"
      where "customers"."region" in ($1)
    )
  ) as "own_orders"
  left join "customers" on "customers"."id" = "own_orders"."customer_id"
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    x0 / nullif(sum(x0) over (), 0) as c0
  from results_1
)
select
  d0 as "customers.name",
  x0 as "own_orders.count",
  c0 as "share"
from calculated_1;
