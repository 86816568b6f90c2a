-- the median seconds from the step before, of the try that gets furthest
-- ["visits","carts","orders"]
with events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    1 as step
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
  union all
  select
    "people"."id" as entity,
    "carts"."at" as moment,
    2 as step
  from "carts"
  left join "people" on "people"."id" = "carts"."person_id"
  where "people"."id" is not null
    and "carts"."at" is not null
  union all
  select
    "people"."id" as entity,
    "orders"."at" as moment,
    3 as step
  from "orders"
  left join "people" on "people"."id" = "orders"."buyer"
  where "people"."id" is not null
    and "orders"."at" is not null
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
    t2,
    t3,
    1 + case when t2 is not null then 1 else 0 end + case when t3 is not null then 1 else 0 end as reached
  from followed_2
  where step = 1
),
best_1 as (
  select
    reached,
    case when reached >= 2 then (extract(epoch from t2) - extract(epoch from moment))::float8 end as s2,
    case when reached >= 3 then (extract(epoch from t3) - extract(epoch from t2))::float8 end as s3,
    row_number() over (partition by entity order by reached desc, moment, t2, t3) as number
  from tries_1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    count(case when reached >= 3 then 1 end) as n3,
    percentile_cont(0.5) within group (order by s2) as q2,
    percentile_cont(0.5) within group (order by s3) as q3
  from best_1
  where number = 1
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous",
  m3 as "funnel.median_seconds"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 when 3 then n3 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
    case step when 2 then q2 when 3 then q3 end as m3,
    step as m4
  from counted_1
  cross join (
    select 1 as step, $1::text as name
    union all
    select 2 as step, $2::text as name
    union all
    select 3 as step, $3::text as name
  ) as steps
) as funnel
order by m4 nulls last
limit 101;

-- a bound leaves out what comes too late, and who begins again in time is told by that try
-- ["visits","carts","orders"]
with events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    1 as step
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
  union all
  select
    "people"."id" as entity,
    "carts"."at" as moment,
    2 as step
  from "carts"
  left join "people" on "people"."id" = "carts"."person_id"
  where "people"."id" is not null
    and "carts"."at" is not null
  union all
  select
    "people"."id" as entity,
    "orders"."at" as moment,
    3 as step
  from "orders"
  left join "people" on "people"."id" = "orders"."buyer"
  where "people"."id" is not null
    and "orders"."at" is not null
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
    t2,
    t3,
    1 + case when t2 < moment + interval '3 days' then 1 else 0 end + case when t3 < moment + interval '3 days' then 1 else 0 end as reached
  from followed_2
  where step = 1
),
best_1 as (
  select
    reached,
    case when reached >= 2 then (extract(epoch from t2) - extract(epoch from moment))::float8 end as s2,
    case when reached >= 3 then (extract(epoch from t3) - extract(epoch from t2))::float8 end as s3,
    row_number() over (partition by entity order by reached desc, moment, t2, t3) as number
  from tries_1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    count(case when reached >= 3 then 1 end) as n3,
    percentile_cont(0.5) within group (order by s2) as q2,
    percentile_cont(0.5) within group (order by s3) as q3
  from best_1
  where number = 1
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous",
  m3 as "funnel.median_seconds"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 when 3 then n3 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
    case step when 2 then q2 when 3 then q3 end as m3,
    step as m4
  from counted_1
  cross join (
    select 1 as step, $1::text as name
    union all
    select 2 as step, $2::text as name
    union all
    select 3 as step, $3::text as name
  ) as steps
) as funnel
order by m4 nulls last
limit 101;

-- by what is known of the first event, of two at one moment the lesser
-- ["visits","carts"]
with events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    1 as step,
    "visits"."channel" as d0
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
  union all
  select
    "people"."id" as entity,
    "carts"."at" as moment,
    2 as step,
    null::text as d0
  from "carts"
  left join "people" on "people"."id" = "carts"."person_id"
  where "people"."id" is not null
    and "carts"."at" is not null
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
    t2,
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
best_1 as (
  select
    d0,
    reached,
    case when reached >= 2 then (extract(epoch from t2) - extract(epoch from moment))::float8 end as s2,
    row_number() over (partition by entity order by reached desc, moment, d0 nulls last, t2) as number
  from tries_1
),
counted_1 as (
  select
    d0,
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    percentile_cont(0.5) within group (order by s2) as q2
  from best_1
  where number = 1
  group by 1
)
select
  d0 as "visits.channel",
  d1 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous",
  m3 as "funnel.median_seconds"
from (
  select
    d0,
    name as d1,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    case step when 2 then q2 end as m3,
    step as m4
  from counted_1
  cross join (
    select 1 as step, $1::text as name
    union all
    select 2 as step, $2::text as name
  ) as steps
) as funnel
order by "visits.channel" nulls last, m4 nulls last
limit 101;

-- the same step twice, of rows at one moment that with the least key
-- ["2024-02-02 00:00:00","orders","again","once more"]
with events_1 as (
  select
    "buyer" as entity,
    "at" as moment,
    1 as step,
    "id"::text as k0
  from "orders"
  where "buyer" is not null
    and "at" is not null
    and "at" >= $1::timestamp
  union all
  select
    "buyer" as entity,
    "at" as moment,
    2 as step,
    "id"::text as k0
  from "orders"
  where "buyer" is not null
    and "at" is not null
  union all
  select
    "buyer" as entity,
    "at" as moment,
    3 as step,
    "id"::text as k0
  from "orders"
  where "buyer" is not null
    and "at" is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    k0,
    min(case when step = 3 then moment end) over (partition by entity order by moment desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t3
  from events_1
),
followed_2 as (
  select
    entity,
    moment,
    step,
    k0,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t2,
    min(case when step = 2 then t3 end) over (partition by entity order by moment desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t3
  from followed_1
),
tries_1 as (
  select
    entity,
    moment,
    t2,
    t3,
    1 + case when t2 is not null then 1 else 0 end + case when t3 is not null then 1 else 0 end as reached
  from followed_2
  where step = 1
),
best_1 as (
  select
    reached,
    case when reached >= 2 then (extract(epoch from t2) - extract(epoch from moment))::float8 end as s2,
    case when reached >= 3 then (extract(epoch from t3) - extract(epoch from t2))::float8 end as s3,
    row_number() over (partition by entity order by reached desc, moment, t2, t3) as number
  from tries_1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    count(case when reached >= 3 then 1 end) as n3,
    percentile_cont(0.5) within group (order by s2) as q2,
    percentile_cont(0.5) within group (order by s3) as q3
  from best_1
  where number = 1
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous",
  m3 as "funnel.median_seconds"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 when 3 then n3 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
    case step when 2 then q2 when 3 then q3 end as m3,
    step as m4
  from counted_1
  cross join (
    select 1 as step, $2::text as name
    union all
    select 2 as step, $3::text as name
    union all
    select 3 as step, $4::text as name
  ) as steps
) as funnel
order by m4 nulls last
limit 101;

-- keys are in the order of their texts, of which 10 comes before 3
-- ["10","3","10","order 10","order 3","order 10 again"]
with events_1 as (
  select
    "buyer" as entity,
    "at" as moment,
    1 as step,
    "id"::text as k0
  from "orders"
  where "buyer" is not null
    and "at" is not null
    and "id" = $1::bigint
  union all
  select
    "buyer" as entity,
    "at" as moment,
    2 as step,
    "id"::text as k0
  from "orders"
  where "buyer" is not null
    and "at" is not null
    and "id" = $2::bigint
  union all
  select
    "buyer" as entity,
    "at" as moment,
    3 as step,
    "id"::text as k0
  from "orders"
  where "buyer" is not null
    and "at" is not null
    and "id" = $3::bigint
),
followed_1 as (
  select
    entity,
    moment,
    step,
    k0,
    min(case when step = 3 then moment end) over (partition by entity order by moment desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t3
  from events_1
),
followed_2 as (
  select
    entity,
    moment,
    step,
    k0,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t2,
    min(case when step = 2 then t3 end) over (partition by entity order by moment desc, k0 desc, step rows between unbounded preceding and 1 preceding) as t3
  from followed_1
),
tries_1 as (
  select
    entity,
    moment,
    t2,
    t3,
    1 + case when t2 is not null then 1 else 0 end + case when t3 is not null then 1 else 0 end as reached
  from followed_2
  where step = 1
),
best_1 as (
  select
    reached,
    case when reached >= 2 then (extract(epoch from t2) - extract(epoch from moment))::float8 end as s2,
    case when reached >= 3 then (extract(epoch from t3) - extract(epoch from t2))::float8 end as s3,
    row_number() over (partition by entity order by reached desc, moment, t2, t3) as number
  from tries_1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    count(case when reached >= 3 then 1 end) as n3,
    percentile_cont(0.5) within group (order by s2) as q2,
    percentile_cont(0.5) within group (order by s3) as q3
  from best_1
  where number = 1
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous",
  m3 as "funnel.median_seconds"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 when 3 then n3 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 when 3 then n3 end / nullif(case step when 2 then n1 when 3 then n2 end, 0) as m2,
    case step when 2 then q2 when 3 then q3 end as m3,
    step as m4
  from counted_1
  cross join (
    select 1 as step, $4::text as name
    union all
    select 2 as step, $5::text as name
    union all
    select 3 as step, $6::text as name
  ) as steps
) as funnel
order by m4 nulls last
limit 101;

-- of two first steps at one moment, that which goes on sooner
-- ["3","10","orders","again"]
with events_1 as (
  select
    "buyer" as entity,
    "at" as moment,
    1 as step,
    "id"::text as k0
  from "orders"
  where "buyer" is not null
    and "at" is not null
    and "id" in ($1::bigint, $2::bigint)
  union all
  select
    "buyer" as entity,
    "at" as moment,
    2 as step,
    "id"::text as k0
  from "orders"
  where "buyer" is not null
    and "at" is not null
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
    t2,
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
best_1 as (
  select
    reached,
    case when reached >= 2 then (extract(epoch from t2) - extract(epoch from moment))::float8 end as s2,
    row_number() over (partition by entity order by reached desc, moment, t2) as number
  from tries_1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    percentile_cont(0.5) within group (order by s2) as q2
  from best_1
  where number = 1
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous",
  m3 as "funnel.median_seconds"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    case step when 2 then q2 end as m3,
    step as m4
  from counted_1
  cross join (
    select 1 as step, $3::text as name
    union all
    select 2 as step, $4::text as name
  ) as steps
) as funnel
order by m4 nulls last;

-- days are counted as such, in any timezone
-- ["order_days","again"]
with events_1 as (
  select
    "buyer" as entity,
    "day" as moment,
    1 as step
  from "orders" as "order_days"
  where "buyer" is not null
    and "day" is not null
  union all
  select
    "buyer" as entity,
    "day" as moment,
    2 as step
  from "orders" as "order_days"
  where "buyer" is not null
    and "day" is not null
),
followed_1 as (
  select
    entity,
    moment,
    step,
    min(case when step = 2 then moment end) over (partition by entity order by moment desc, step rows between unbounded preceding and 1 preceding) as t2
  from events_1
),
tries_1 as (
  select
    entity,
    moment,
    t2,
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
best_1 as (
  select
    reached,
    case when reached >= 2 then (extract(epoch from t2) - extract(epoch from moment))::float8 end as s2,
    row_number() over (partition by entity order by reached desc, moment, t2) as number
  from tries_1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    percentile_cont(0.5) within group (order by s2) as q2
  from best_1
  where number = 1
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous",
  m3 as "funnel.median_seconds"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    case step when 2 then q2 end as m3,
    step as m4
  from counted_1
  cross join (
    select 1 as step, $1::text as name
    union all
    select 2 as step, $2::text as name
  ) as steps
) as funnel
order by m4 nulls last
limit 101;

-- a time after a date is so long after its beginning
-- ["4","order_days","visit"]
with events_1 as (
  select
    "buyer" as entity,
    "day"::timestamp as moment,
    1 as step
  from "orders" as "order_days"
  where "buyer" is not null
    and "day" is not null
  union all
  select
    "person_id" as entity,
    "at"::timestamp as moment,
    2 as step
  from "visits"
  where "person_id" is not null
    and "at" is not null
    and "id" > $1::bigint
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
    t2,
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
best_1 as (
  select
    reached,
    case when reached >= 2 then (extract(epoch from t2) - extract(epoch from moment))::float8 end as s2,
    row_number() over (partition by entity order by reached desc, moment, t2) as number
  from tries_1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    percentile_cont(0.5) within group (order by s2) as q2
  from best_1
  where number = 1
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous",
  m3 as "funnel.median_seconds"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    case step when 2 then q2 end as m3,
    step as m4
  from counted_1
  cross join (
    select 1 as step, $2::text as name
    union all
    select 2 as step, $3::text as name
  ) as steps
) as funnel
order by m4 nulls last
limit 101;

-- row access is inside of each step
-- ["blue","visits","own_orders"]
with events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    1 as step
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
  union all
  select
    "people"."id" as entity,
    "own_orders"."at" as moment,
    2 as step
  from (
    select *
    from "orders" as "own_orders"
    where exists (
      select 1
      from "people"
      where "people"."id" = "own_orders"."buyer"
        and "people"."team" in ($1)
    )
  ) as "own_orders"
  left join "people" on "people"."id" = "own_orders"."buyer"
  where "people"."id" is not null
    and "own_orders"."at" is not null
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
    t2,
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
best_1 as (
  select
    reached,
    case when reached >= 2 then (extract(epoch from t2) - extract(epoch from moment))::float8 end as s2,
    row_number() over (partition by entity order by reached desc, moment, t2) as number
  from tries_1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    percentile_cont(0.5) within group (order by s2) as q2
  from best_1
  where number = 1
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous",
  m3 as "funnel.median_seconds"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    case step when 2 then q2 end as m3,
    step as m4
  from counted_1
  cross join (
    select 1 as step, $2::text as name
    union all
    select 2 as step, $3::text as name
  ) as steps
) as funnel
order by "funnel.median_seconds" desc nulls last, m4 nulls last
limit 101;

-- nobody gets there
-- ["7","8","visits","carts"]
with events_1 as (
  select
    "people"."id" as entity,
    "visits"."at" as moment,
    1 as step
  from "visits"
  left join "people" on "people"."id" = "visits"."person_id"
  where "people"."id" is not null
    and "visits"."at" is not null
    and "visits"."id" in ($1::bigint, $2::bigint)
  union all
  select
    "people"."id" as entity,
    "carts"."at" as moment,
    2 as step
  from "carts"
  left join "people" on "people"."id" = "carts"."person_id"
  where "people"."id" is not null
    and "carts"."at" is not null
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
    t2,
    1 + case when t2 is not null then 1 else 0 end as reached
  from followed_1
  where step = 1
),
best_1 as (
  select
    reached,
    case when reached >= 2 then (extract(epoch from t2) - extract(epoch from moment))::float8 end as s2,
    row_number() over (partition by entity order by reached desc, moment, t2) as number
  from tries_1
),
counted_1 as (
  select
    count(case when reached >= 1 then 1 end) as n1,
    count(case when reached >= 2 then 1 end) as n2,
    percentile_cont(0.5) within group (order by s2) as q2
  from best_1
  where number = 1
)
select
  d0 as "funnel.step",
  m0 as "funnel.entities",
  m1 as "funnel.share_of_first",
  m2 as "funnel.share_of_previous",
  m3 as "funnel.median_seconds"
from (
  select
    name as d0,
    case step when 1 then n1 when 2 then n2 end as m0,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(n1, 0) as m1,
    1.0 * case step when 1 then n1 when 2 then n2 end / nullif(case step when 2 then n1 end, 0) as m2,
    case step when 2 then q2 end as m3,
    step as m4
  from counted_1
  cross join (
    select 1 as step, $3::text as name
    union all
    select 2 as step, $4::text as name
  ) as steps
) as funnel
order by m4 nulls last
limit 101;
