-- of one fact the values that it reaches, orphans and what is null in one group
select
  "halls"."town" as "halls.town",
  sum("tickets"."price") as "tickets.sales",
  count(*) as "tickets.count",
  avg("tickets"."price") as "tickets.mean_price",
  min("tickets"."price") as "tickets.least_price"
from "tickets"
left join "concerts" on "concerts"."id" = "tickets"."concert_id"
left join "halls" on "halls"."id" = "concerts"."hall_id"
group by 1
order by "halls.town" nulls last
limit 11;

-- all values, where the dimension's own model is counted beside it
select
  d0 as "halls.town",
  max(m0) as "tickets.sales",
  coalesce(max(m1), 0) as "tickets.count",
  coalesce(max(m2), 0) as "halls.count"
from (
  select
    "halls"."town" as d0,
    sum("tickets"."price") as m0,
    count(*) as m1,
    null as m2
  from "tickets"
  left join "concerts" on "concerts"."id" = "tickets"."concert_id"
  left join "halls" on "halls"."id" = "concerts"."hall_id"
  group by 1
  union all
  select
    "town" as d0,
    null as m0,
    null as m1,
    count(*) as m2
  from "halls"
  group by 1
) as branches
group by 1
order by "halls.town" nulls last
limit 11;

-- over a bridge each row counts once in a group, whatever aggregates it
select
  "appearances".d0 as "players.instrument",
  sum("concerts"."cost") as "concerts.costs",
  avg("concerts"."cost") as "concerts.mean_cost",
  percentile_cont(0.5) within group (order by "concerts"."cost") as "concerts.median_cost",
  count(distinct "concerts"."title") as "concerts.titles",
  count(*) as "concerts.count"
from "concerts"
left join (
  select distinct
    "appearances"."concert_id" as j0,
    "players"."instrument" as d0
  from "appearances"
  left join "players" on "players"."id" = "appearances"."player_id"
) as "appearances" on "appearances".j0 = "concerts"."id"
group by 1
order by "players.instrument" nulls last
limit 11;

-- a fact and a count over a bridge, each by itself, and 0 or null where it has nothing
select
  d0 as "halls.town",
  max(m0) as "tickets.sales",
  coalesce(max(m1), 0) as "players.count"
from (
  select
    "halls"."town" as d0,
    sum("tickets"."price") as m0,
    null as m1
  from "tickets"
  left join "concerts" on "concerts"."id" = "tickets"."concert_id"
  left join "halls" on "halls"."id" = "concerts"."hall_id"
  group by 1
  union all
  select
    "appearances".d0 as d0,
    null as m0,
    count(*) as m1
  from "players"
  left join (
    select distinct
      "appearances"."player_id" as j0,
      "halls"."town" as d0
    from "appearances"
    left join "concerts" on "concerts"."id" = "appearances"."concert_id"
    left join "halls" on "halls"."id" = "concerts"."hall_id"
  ) as "appearances" on "appearances".j0 = "players"."id"
  group by 1
) as branches
group by 1
order by "halls.town" nulls last
limit 11;

-- distinct values of the many side are counted over all its rows
select
  "concerts"."title" as "concerts.title",
  count(distinct "tickets"."kind") as "tickets.kinds",
  avg("tickets"."price") as "tickets.mean_price"
from "tickets"
left join "concerts" on "concerts"."id" = "tickets"."concert_id"
group by 1
order by "concerts.title" nulls last
limit 11;

-- and values of the one side once, however many rows of the many side there are
select
  "tickets".d0 as "tickets.kind",
  count(distinct "concerts"."title") as "concerts.titles",
  sum("concerts"."cost") as "concerts.costs"
from "concerts"
left join (
  select distinct
    "concert_id" as j0,
    "kind" as d0
  from "tickets"
) as "tickets" on "tickets".j0 = "concerts"."id"
group by 1
order by "tickets.kind" nulls last
limit 11;

-- rows with what is counted of another fact, those with none too
select
  d0 as "halls.town",
  d1 as "concerts.id",
  max(m0) as "tickets.sales",
  coalesce(max(m1), 0) as "concerts.count"
from (
  select
    "halls"."town" as d0,
    "concerts"."id" as d1,
    sum("tickets"."price") as m0,
    null as m1
  from "tickets"
  left join "concerts" on "concerts"."id" = "tickets"."concert_id"
  left join "halls" on "halls"."id" = "concerts"."hall_id"
  group by 1, 2
  union all
  select
    "halls"."town" as d0,
    "concerts"."id" as d1,
    null as m0,
    count(*) as m1
  from "concerts"
  left join "halls" on "halls"."id" = "concerts"."hall_id"
  group by 1, 2
) as branches
group by 1, 2
order by "halls.town" nulls last, "concerts.id" nulls last
limit 11;

-- a condition on what is counted of another fact selects rows
-- ["seat","0"]
with asked_1 as (
  select "concerts"."id" as d0
  from "tickets"
  left join "concerts" on "concerts"."id" = "tickets"."concert_id"
  where "tickets"."kind" = $1
  group by 1
  having count(*) > $2::bigint
)
select
  "halls"."town" as "halls.town",
  count(*) as "concerts.count"
from "concerts"
left join "halls" on "halls"."id" = "concerts"."hall_id"
where exists (
  select 1
  from asked_1
  where array[asked_1.d0] = array["concerts"."id"]
)
group by 1
order by "halls.town" nulls last
limit 11;

-- a running total and a rank, row by row
with results_1 as (
  select
    "concert_id" as d0,
    "id" as d1,
    sum("price") as x0
  from "tickets"
  where "concert_id" is not null
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    case when d1 is not null then sum(x0) over (partition by d0 order by d1 nulls last rows between unbounded preceding and current row) end as c0,
    rank() over (partition by d0 order by x0 desc nulls last) as c1
  from results_1
)
select
  d0 as "tickets.concert",
  d1 as "tickets.id",
  x0 as "tickets.sales",
  c0 as "so far",
  c1 as "place"
from calculated_1
order by "tickets.concert" nulls last, "tickets.id" nulls last
limit 11;

-- the first of each, by the rank
-- ["1"]
with results_1 as (
  select
    "concert_id" as d0,
    "id" as d1,
    sum("price") as x0
  from "tickets"
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    rank() over (partition by d0 order by x0 desc nulls last) as c0
  from results_1
)
select
  d0 as "tickets.concert",
  d1 as "tickets.id",
  x0 as "tickets.sales",
  c0 as "place"
from calculated_1
where c0 = $1::bigint
order by "tickets.concert" nulls last, "tickets.id" nulls last
limit 11;
