-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- orders count for the last visit before them, in time
select
  d0 as `visits__channel`,
  coalesce(max(m0), 0) as `visits__count`,
  coalesce(max(m1), 0) as `visits__bought`,
  1e0 * coalesce(max(m1), 0) / nullif(coalesce(max(m0), 0), 0) as `visits__rate`
from (
  select
    `channel` as d0,
    count(*) as m0,
    null as m1
  from `visits`
  group by 1
  union all
  select
    d0,
    null as m0,
    count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          `person_id` as entity,
          `at` as moment,
          case when `at` is not null then 1 else 0 end as step,
          cast(`id` as string) as k0,
          `channel` as d0,
          null as v0
        from `visits`
        union all
        select
          `buyer` as entity,
          `at` as moment,
          2 as step,
          null as k0,
          null as d0,
          1 as v0
        from `orders`
        where `buyer` is not null
          and `at` is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
) as branches
group by 1
order by `visits__channel` nulls last
limit 11;

-- the time is that of the visit
select
  d0 as `visits__at__month`,
  1e0 * coalesce(max(m0), 0) / nullif(coalesce(max(m1), 0), 0) as `visits__rate`
from (
  select
    d0,
    count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as m0,
    null as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          `person_id` as entity,
          `at` as moment,
          case when `at` is not null then 1 else 0 end as step,
          cast(`id` as string) as k0,
          date_trunc(cast(datetime(timestamp(`at`), 'UTC') as date), month) as d0,
          null as v0
        from `visits`
        union all
        select
          `buyer` as entity,
          `at` as moment,
          2 as step,
          null as k0,
          null as d0,
          1 as v0
        from `orders`
        where `buyer` is not null
          and `at` is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
  union all
  select
    date_trunc(cast(datetime(timestamp(`at`), 'UTC') as date), month) as d0,
    null as m0,
    count(*) as m1
  from `visits`
  group by 1
) as branches
group by 1
order by `visits__at__month` nulls last
limit 11;

-- any aggregate of what follows, without an end
select
  d0 as `visits__channel`,
  sum(case when step = 2 then v0 end) as `visits__earned`
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
  from (
    select
      entity,
      moment,
      step,
      k0,
      d0,
      v0,
      sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
    from (
      select
        `people`.`id` as entity,
        `visits`.`at` as moment,
        case when `visits`.`at` is not null then 1 else 0 end as step,
        cast(`visits`.`id` as string) as k0,
        `visits`.`channel` as d0,
        null as v0
      from `visits`
      left join `people` on `people`.`id` = `visits`.`person_id`
      union all
      select
        `people`.`id` as entity,
        `orders`.`at` as moment,
        2 as step,
        null as k0,
        null as d0,
        `orders`.`amount` as v0
      from `orders`
      left join `people` on `people`.`id` = `orders`.`buyer`
      where `people`.`id` is not null
        and `orders`.`at` is not null
    ) as events
  ) as ordered
) as attributed
where (step < 2 or stretch > 0)
group by 1
order by `visits__channel` nulls last
limit 11;

-- a condition of the measure says which visits can be followed
select
  d0 as `visits__channel`,
  sum(case when step = 2 then v0 end) as `visits__earned_by_ads`
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
  from (
    select
      entity,
      moment,
      step,
      k0,
      d0,
      v0,
      sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
    from (
      select
        `people`.`id` as entity,
        `visits`.`at` as moment,
        case when `visits`.`at` is not null and (`visits`.channel = 'ad') then 1 else 0 end as step,
        cast(`visits`.`id` as string) as k0,
        `visits`.`channel` as d0,
        null as v0
      from `visits`
      left join `people` on `people`.`id` = `visits`.`person_id`
      union all
      select
        `people`.`id` as entity,
        `orders`.`at` as moment,
        2 as step,
        null as k0,
        null as d0,
        `orders`.`amount` as v0
      from `orders`
      left join `people` on `people`.`id` = `orders`.`buyer`
      where `people`.`id` is not null
        and `orders`.`at` is not null
    ) as events
  ) as ordered
) as attributed
where (step < 2 or stretch > 0)
group by 1
order by `visits__channel` nulls last
limit 11;

-- and so does a filter of the query
-- ["ad"]
select
  d0 as `visits__channel`,
  sum(case when step = 2 then v0 end) as `visits__earned`
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
  from (
    select
      entity,
      moment,
      step,
      k0,
      d0,
      v0,
      sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
    from (
      select
        `people`.`id` as entity,
        `visits`.`at` as moment,
        case when `visits`.`at` is not null then 1 else 0 end as step,
        cast(`visits`.`id` as string) as k0,
        `visits`.`channel` as d0,
        null as v0
      from `visits`
      left join `people` on `people`.`id` = `visits`.`person_id`
      where `visits`.`channel` = @p1
      union all
      select
        `people`.`id` as entity,
        `orders`.`at` as moment,
        2 as step,
        null as k0,
        null as d0,
        `orders`.`amount` as v0
      from `orders`
      left join `people` on `people`.`id` = `orders`.`buyer`
      where `people`.`id` is not null
        and `orders`.`at` is not null
    ) as events
  ) as ordered
) as attributed
where (step < 2 or stretch > 0)
group by 1;

-- times cut to days follow on the same day, whichever came first
select
  d0 as `visits__channel`,
  coalesce(max(m0), 0) as `visits__bought_that_day`,
  coalesce(max(m1), 0) as `visits__bought`
from (
  select
    d0,
    count(case when step = 2 and since > date_add(moment, interval -1 day) then v0 end) as m0,
    null as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          `person_id` as entity,
          cast(datetime(timestamp(`at`), 'UTC') as date) as moment,
          case when cast(datetime(timestamp(`at`), 'UTC') as date) is not null then 1 else 0 end as step,
          cast(`id` as string) as k0,
          `channel` as d0,
          null as v0
        from `visits`
        union all
        select
          `buyer` as entity,
          cast(datetime(timestamp(`at`), 'UTC') as date) as moment,
          2 as step,
          null as k0,
          null as d0,
          case when status = 'paid' then 1 end as v0
        from `orders`
        where `buyer` is not null
          and cast(datetime(timestamp(`at`), 'UTC') as date) is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
  union all
  select
    d0,
    null as m0,
    count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          `person_id` as entity,
          `at` as moment,
          case when `at` is not null then 1 else 0 end as step,
          cast(`id` as string) as k0,
          `channel` as d0,
          null as v0
        from `visits`
        union all
        select
          `buyer` as entity,
          `at` as moment,
          2 as step,
          null as k0,
          null as d0,
          1 as v0
        from `orders`
        where `buyer` is not null
          and `at` is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
) as branches
group by 1
order by `visits__channel` nulls last
limit 11;

-- nothing follows on a row of no time
select
  d0 as `carts__at__month`,
  count(case when step = 2 then v0 end) as `carts__ordered`
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value(moment) over (partition by entity, stretch order by moment, step rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step rows between unbounded preceding and unbounded following) else d0 end as d0
  from (
    select
      entity,
      moment,
      step,
      d0,
      v0,
      sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step rows between unbounded preceding and current row) as stretch
    from (
      select
        `people`.`id` as entity,
        `carts`.`at` as moment,
        case when `carts`.`at` is not null then 1 else 0 end as step,
        date_trunc(cast(datetime(timestamp(`carts`.`at`), 'UTC') as date), month) as d0,
        null as v0
      from `carts`
      left join `people` on `people`.`id` = `carts`.`person_id`
      union all
      select
        `people`.`id` as entity,
        `orders`.`at` as moment,
        2 as step,
        null as d0,
        1 as v0
      from `orders`
      left join `people` on `people`.`id` = `orders`.`buyer`
      where `people`.`id` is not null
        and `orders`.`at` is not null
    ) as events
  ) as ordered
) as attributed
where (step < 2 or stretch > 0)
group by 1
order by `carts__at__month` nulls last
limit 11;

-- times at two grains, one of them within the day
select
  d0 as `visits__channel`,
  count(case when step = 2 and since > timestamp_add(moment, interval -180 hour) then v0 end) as `visits__bought_within_hours`
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
  from (
    select
      entity,
      moment,
      step,
      k0,
      d0,
      v0,
      sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
    from (
      select
        `person_id` as entity,
        timestamp(cast(datetime(timestamp(`at`), 'UTC') as date)) as moment,
        case when cast(datetime(timestamp(`at`), 'UTC') as date) is not null then 1 else 0 end as step,
        cast(`id` as string) as k0,
        `channel` as d0,
        null as v0
      from `visits`
      union all
      select
        `buyer` as entity,
        timestamp(timestamp_trunc(timestamp(`at`), hour)) as moment,
        2 as step,
        null as k0,
        null as d0,
        1 as v0
      from `orders`
      where `buyer` is not null
        and timestamp_trunc(timestamp(`at`), hour) is not null
    ) as events
  ) as ordered
) as attributed
where (step < 2 or stretch > 0)
group by 1
order by `visits__channel` nulls last
limit 11;

-- row access is inside, and properties stay the same
-- ["red"]
select
  d0 as `visits__channel`,
  count(case when step = 2 then v0 end) as `visits__bought_in_team`
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value(moment) over (partition by entity, p0, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value(d0) over (partition by entity, p0, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
  from (
    select
      entity,
      p0,
      moment,
      step,
      k0,
      d0,
      v0,
      sum(case when step = 1 then 1 else 0 end) over (partition by entity, p0 order by moment, step, k0 rows between unbounded preceding and current row) as stretch
    from (
      select
        `people`.`id` as entity,
        `people`.`team` as p0,
        `visits`.`at` as moment,
        case when `visits`.`at` is not null then 1 else 0 end as step,
        cast(`visits`.`id` as string) as k0,
        `visits`.`channel` as d0,
        null as v0
      from `visits`
      left join `people` on `people`.`id` = `visits`.`person_id`
      union all
      select
        `people`.`id` as entity,
        `people`.`team` as p0,
        `own_orders`.`at` as moment,
        2 as step,
        null as k0,
        null as d0,
        1 as v0
      from (
        select *
        from `orders` as `own_orders`
        where `own_orders`.`buyer` in (
          select `people`.`id`
          from `people`
          where `people`.`team` in (@p1)
        )
      ) as `own_orders`
      left join `people` on `people`.`id` = `own_orders`.`buyer`
      where `people`.`id` is not null
        and `own_orders`.`at` is not null
        and `people`.`team` is not null
    ) as events
  ) as ordered
) as attributed
where (step < 2 or stretch > 0)
group by 1
order by `visits__channel` nulls last
limit 11;

-- beside other facts, by what they share
select
  d0 as `people__team`,
  coalesce(max(m0), 0) as `visits__bought`,
  coalesce(max(m1), 0) as `visits__count`,
  coalesce(max(m2), 0) as `orders__count`
from (
  select
    d0,
    count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as m0,
    null as m1,
    null as m2
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          `visits`.`person_id` as entity,
          `visits`.`at` as moment,
          case when `visits`.`at` is not null then 1 else 0 end as step,
          cast(`visits`.`id` as string) as k0,
          `people`.`team` as d0,
          null as v0
        from `visits`
        left join `people` on `people`.`id` = `visits`.`person_id`
        union all
        select
          `buyer` as entity,
          `at` as moment,
          2 as step,
          null as k0,
          null as d0,
          1 as v0
        from `orders`
        where `buyer` is not null
          and `at` is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
  union all
  select
    `people`.`team` as d0,
    null as m0,
    count(*) as m1,
    null as m2
  from `visits`
  left join `people` on `people`.`id` = `visits`.`person_id`
  group by 1
  union all
  select
    `people`.`team` as d0,
    null as m0,
    null as m1,
    count(*) as m2
  from `orders`
  left join `people` on `people`.`id` = `orders`.`buyer`
  group by 1
) as branches
group by 1
order by `people__team` nulls last;

-- totals of the groups that pass a filter on it
-- ["1"]
select
  d0 as `visits__channel`,
  coalesce(max(m0), 0) as `visits__bought`,
  max(m1) as `visits__earned`
from (
  select
    d0,
    count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as m0,
    null as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          `person_id` as entity,
          `at` as moment,
          case when `at` is not null then 1 else 0 end as step,
          cast(`id` as string) as k0,
          `channel` as d0,
          null as v0
        from `visits`
        union all
        select
          `buyer` as entity,
          `at` as moment,
          2 as step,
          null as k0,
          null as d0,
          1 as v0
        from `orders`
        where `buyer` is not null
          and `at` is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(case when step = 2 then v0 end) as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          `people`.`id` as entity,
          `visits`.`at` as moment,
          case when `visits`.`at` is not null then 1 else 0 end as step,
          cast(`visits`.`id` as string) as k0,
          `visits`.`channel` as d0,
          null as v0
        from `visits`
        left join `people` on `people`.`id` = `visits`.`person_id`
        union all
        select
          `people`.`id` as entity,
          `orders`.`at` as moment,
          2 as step,
          null as k0,
          null as d0,
          `orders`.`amount` as v0
        from `orders`
        left join `people` on `people`.`id` = `orders`.`buyer`
        where `people`.`id` is not null
          and `orders`.`at` is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
) as branches
group by 1
having coalesce(max(m0), 0) >= cast(@p1 as int64)
order by `visits__channel` nulls last
limit 11;
-- totals
-- ["1"]
with picked_1 as (
  select d0
  from (
    select
      d0,
      count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as m0
    from (
      select
        moment,
        step,
        stretch,
        v0,
        first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
        case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
      from (
        select
          entity,
          moment,
          step,
          k0,
          d0,
          v0,
          sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
        from (
          select
            `person_id` as entity,
            `at` as moment,
            case when `at` is not null then 1 else 0 end as step,
            cast(`id` as string) as k0,
            `channel` as d0,
            null as v0
          from `visits`
          union all
          select
            `buyer` as entity,
            `at` as moment,
            2 as step,
            null as k0,
            null as d0,
            1 as v0
          from `orders`
          where `buyer` is not null
            and `at` is not null
        ) as events
      ) as ordered
    ) as attributed
    where (step < 2 or stretch > 0)
    group by 1
    union all
    select
      d0,
      null as m0
    from (
      select
        moment,
        step,
        stretch,
        first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
        case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
      from (
        select
          entity,
          moment,
          step,
          k0,
          d0,
          sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
        from (
          select
            `people`.`id` as entity,
            `visits`.`at` as moment,
            case when `visits`.`at` is not null then 1 else 0 end as step,
            cast(`visits`.`id` as string) as k0,
            `visits`.`channel` as d0
          from `visits`
          left join `people` on `people`.`id` = `visits`.`person_id`
          union all
          select
            `people`.`id` as entity,
            `orders`.`at` as moment,
            2 as step,
            null as k0,
            null as d0
          from `orders`
          left join `people` on `people`.`id` = `orders`.`buyer`
          where `people`.`id` is not null
            and `orders`.`at` is not null
        ) as events
      ) as ordered
    ) as attributed
    where (step < 2 or stretch > 0)
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) >= cast(@p1 as int64)
)
select
  coalesce(max(m0), 0) as `visits__bought`,
  max(m1) as `visits__earned`
from (
  select
    count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as m0,
    null as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
    from (
      select
        entity,
        moment,
        step,
        k0,
        v0,
        shown,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          `visits`.`person_id` as entity,
          `visits`.`at` as moment,
          case when `visits`.`at` is not null then 1 else 0 end as step,
          cast(`visits`.`id` as string) as k0,
          null as v0,
          case when to_json_string([to_json_string(`visits`.`channel`)]) in (
          select to_json_string([to_json_string(picked_1.d0)])
          from picked_1
        ) then 1 else 0 end as shown
        from `visits`
        union all
        select
          `buyer` as entity,
          `at` as moment,
          2 as step,
          null as k0,
          1 as v0,
          null as shown
        from `orders`
        where `buyer` is not null
          and `at` is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0) and shown = 1
  union all
  select
    null as m0,
    sum(case when step = 2 then v0 end) as m1
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
    from (
      select
        entity,
        moment,
        step,
        k0,
        v0,
        shown,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          `people`.`id` as entity,
          `visits`.`at` as moment,
          case when `visits`.`at` is not null then 1 else 0 end as step,
          cast(`visits`.`id` as string) as k0,
          null as v0,
          case when to_json_string([to_json_string(`visits`.`channel`)]) in (
          select to_json_string([to_json_string(picked_1.d0)])
          from picked_1
        ) then 1 else 0 end as shown
        from `visits`
        left join `people` on `people`.`id` = `visits`.`person_id`
        union all
        select
          `people`.`id` as entity,
          `orders`.`at` as moment,
          2 as step,
          null as k0,
          `orders`.`amount` as v0,
          null as shown
        from `orders`
        left join `people` on `people`.`id` = `orders`.`buyer`
        where `people`.`id` is not null
          and `orders`.`at` is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0) and shown = 1
) as branches;

-- an order stays with its visit where totals leave the groups of others out
-- ["2"]
select
  d0 as `visits__channel`,
  coalesce(max(m0), 0) as `visits__bought`,
  max(m1) as `visits__earned`,
  coalesce(max(m2), 0) as `visits__count`
from (
  select
    d0,
    count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as m0,
    null as m1,
    null as m2
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          `person_id` as entity,
          `at` as moment,
          case when `at` is not null then 1 else 0 end as step,
          cast(`id` as string) as k0,
          `channel` as d0,
          null as v0
        from `visits`
        union all
        select
          `buyer` as entity,
          `at` as moment,
          2 as step,
          null as k0,
          null as d0,
          1 as v0
        from `orders`
        where `buyer` is not null
          and `at` is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(case when step = 2 then v0 end) as m1,
    null as m2
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          `people`.`id` as entity,
          `visits`.`at` as moment,
          case when `visits`.`at` is not null then 1 else 0 end as step,
          cast(`visits`.`id` as string) as k0,
          `visits`.`channel` as d0,
          null as v0
        from `visits`
        left join `people` on `people`.`id` = `visits`.`person_id`
        union all
        select
          `people`.`id` as entity,
          `orders`.`at` as moment,
          2 as step,
          null as k0,
          null as d0,
          `orders`.`amount` as v0
        from `orders`
        left join `people` on `people`.`id` = `orders`.`buyer`
        where `people`.`id` is not null
          and `orders`.`at` is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
  union all
  select
    `channel` as d0,
    null as m0,
    null as m1,
    count(*) as m2
  from `visits`
  group by 1
) as branches
group by 1
having coalesce(max(m0), 0) >= cast(@p1 as int64);
-- totals
-- ["2"]
with picked_1 as (
  select d0
  from (
    select
      d0,
      count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as m0
    from (
      select
        moment,
        step,
        stretch,
        v0,
        first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
        case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
      from (
        select
          entity,
          moment,
          step,
          k0,
          d0,
          v0,
          sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
        from (
          select
            `person_id` as entity,
            `at` as moment,
            case when `at` is not null then 1 else 0 end as step,
            cast(`id` as string) as k0,
            `channel` as d0,
            null as v0
          from `visits`
          union all
          select
            `buyer` as entity,
            `at` as moment,
            2 as step,
            null as k0,
            null as d0,
            1 as v0
          from `orders`
          where `buyer` is not null
            and `at` is not null
        ) as events
      ) as ordered
    ) as attributed
    where (step < 2 or stretch > 0)
    group by 1
    union all
    select
      d0,
      null as m0
    from (
      select
        moment,
        step,
        stretch,
        first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
        case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
      from (
        select
          entity,
          moment,
          step,
          k0,
          d0,
          sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
        from (
          select
            `people`.`id` as entity,
            `visits`.`at` as moment,
            case when `visits`.`at` is not null then 1 else 0 end as step,
            cast(`visits`.`id` as string) as k0,
            `visits`.`channel` as d0
          from `visits`
          left join `people` on `people`.`id` = `visits`.`person_id`
          union all
          select
            `people`.`id` as entity,
            `orders`.`at` as moment,
            2 as step,
            null as k0,
            null as d0
          from `orders`
          left join `people` on `people`.`id` = `orders`.`buyer`
          where `people`.`id` is not null
            and `orders`.`at` is not null
        ) as events
      ) as ordered
    ) as attributed
    where (step < 2 or stretch > 0)
    group by 1
    union all
    select
      `channel` as d0,
      null as m0
    from `visits`
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) >= cast(@p1 as int64)
)
select
  coalesce(max(m0), 0) as `visits__bought`,
  max(m1) as `visits__earned`,
  coalesce(max(m2), 0) as `visits__count`
from (
  select
    count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as m0,
    null as m1,
    null as m2
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
    from (
      select
        entity,
        moment,
        step,
        k0,
        v0,
        shown,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          `visits`.`person_id` as entity,
          `visits`.`at` as moment,
          case when `visits`.`at` is not null then 1 else 0 end as step,
          cast(`visits`.`id` as string) as k0,
          null as v0,
          case when to_json_string([to_json_string(`visits`.`channel`)]) in (
          select to_json_string([to_json_string(picked_1.d0)])
          from picked_1
        ) then 1 else 0 end as shown
        from `visits`
        union all
        select
          `buyer` as entity,
          `at` as moment,
          2 as step,
          null as k0,
          1 as v0,
          null as shown
        from `orders`
        where `buyer` is not null
          and `at` is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0) and shown = 1
  union all
  select
    null as m0,
    sum(case when step = 2 then v0 end) as m1,
    null as m2
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
    from (
      select
        entity,
        moment,
        step,
        k0,
        v0,
        shown,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          `people`.`id` as entity,
          `visits`.`at` as moment,
          case when `visits`.`at` is not null then 1 else 0 end as step,
          cast(`visits`.`id` as string) as k0,
          null as v0,
          case when to_json_string([to_json_string(`visits`.`channel`)]) in (
          select to_json_string([to_json_string(picked_1.d0)])
          from picked_1
        ) then 1 else 0 end as shown
        from `visits`
        left join `people` on `people`.`id` = `visits`.`person_id`
        union all
        select
          `people`.`id` as entity,
          `orders`.`at` as moment,
          2 as step,
          null as k0,
          `orders`.`amount` as v0,
          null as shown
        from `orders`
        left join `people` on `people`.`id` = `orders`.`buyer`
        where `people`.`id` is not null
          and `orders`.`at` is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0) and shown = 1
  union all
  select
    null as m0,
    null as m1,
    count(*) as m2
  from `visits`
  where to_json_string([to_json_string(`visits`.`channel`)]) in (
    select to_json_string([to_json_string(picked_1.d0)])
    from picked_1
  )
) as branches;

-- and where only the greatest are shown
with results_1 as (
  select
    d0,
    sum(case when step = 2 then v0 end) as x0
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          `people`.`id` as entity,
          `visits`.`at` as moment,
          case when `visits`.`at` is not null then 1 else 0 end as step,
          cast(`visits`.`id` as string) as k0,
          `visits`.`channel` as d0,
          null as v0
        from `visits`
        left join `people` on `people`.`id` = `visits`.`person_id`
        union all
        select
          `people`.`id` as entity,
          `orders`.`at` as moment,
          2 as step,
          null as k0,
          null as d0,
          `orders`.`amount` as v0
        from `orders`
        left join `people` on `people`.`id` = `orders`.`buyer`
        where `people`.`id` is not null
          and `orders`.`at` is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
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
)
select
  d0 as `visits__channel`,
  sum(case when step = 2 then v0 end) as `visits__earned`
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0,
    case when step = 2 then first_value(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
  from (
    select
      entity,
      moment,
      step,
      k0,
      d0,
      v0,
      shown,
      sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
    from (
      select
        `people`.`id` as entity,
        `visits`.`at` as moment,
        case when `visits`.`at` is not null then 1 else 0 end as step,
        cast(`visits`.`id` as string) as k0,
        `visits`.`channel` as d0,
        null as v0,
        case when to_json_string([to_json_string(`visits`.`channel`)]) in (
        select to_json_string([to_json_string(asked_1.d0)])
        from asked_1
      ) then 1 else 0 end as shown
      from `visits`
      left join `people` on `people`.`id` = `visits`.`person_id`
      union all
      select
        `people`.`id` as entity,
        `orders`.`at` as moment,
        2 as step,
        null as k0,
        null as d0,
        `orders`.`amount` as v0,
        null as shown
      from `orders`
      left join `people` on `people`.`id` = `orders`.`buyer`
      where `people`.`id` is not null
        and `orders`.`at` is not null
    ) as events
  ) as ordered
) as attributed
where (step < 2 or stretch > 0) and shown = 1
group by 1;
-- totals
with results_1 as (
  select
    d0,
    sum(case when step = 2 then v0 end) as x0
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          `people`.`id` as entity,
          `visits`.`at` as moment,
          case when `visits`.`at` is not null then 1 else 0 end as step,
          cast(`visits`.`id` as string) as k0,
          `visits`.`channel` as d0,
          null as v0
        from `visits`
        left join `people` on `people`.`id` = `visits`.`person_id`
        union all
        select
          `people`.`id` as entity,
          `orders`.`at` as moment,
          2 as step,
          null as k0,
          null as d0,
          `orders`.`amount` as v0
        from `orders`
        left join `people` on `people`.`id` = `orders`.`buyer`
        where `people`.`id` is not null
          and `orders`.`at` is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
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
)
select sum(case when step = 2 then v0 end) as `visits__earned`
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value(shown) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else shown end as shown
  from (
    select
      entity,
      moment,
      step,
      k0,
      v0,
      shown,
      sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
    from (
      select
        `people`.`id` as entity,
        `visits`.`at` as moment,
        case when `visits`.`at` is not null then 1 else 0 end as step,
        cast(`visits`.`id` as string) as k0,
        null as v0,
        case when to_json_string([to_json_string(`visits`.`channel`)]) in (
        select to_json_string([to_json_string(asked_1.d0)])
        from asked_1
      ) then 1 else 0 end as shown
      from `visits`
      left join `people` on `people`.`id` = `visits`.`person_id`
      union all
      select
        `people`.`id` as entity,
        `orders`.`at` as moment,
        2 as step,
        null as k0,
        `orders`.`amount` as v0,
        null as shown
      from `orders`
      left join `people` on `people`.`id` = `orders`.`buyer`
      where `people`.`id` is not null
        and `orders`.`at` is not null
    ) as events
  ) as ordered
) as attributed
where (step < 2 or stretch > 0) and shown = 1;

-- the greatest by it, and the rest
-- ["rest"]
with results_1 as (
  select
    d0,
    count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as x0
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          `person_id` as entity,
          `at` as moment,
          case when `at` is not null then 1 else 0 end as step,
          cast(`id` as string) as k0,
          `channel` as d0,
          null as v0
        from `visits`
        union all
        select
          `buyer` as entity,
          `at` as moment,
          2 as step,
          null as k0,
          null as d0,
          1 as v0
        from `orders`
        where `buyer` is not null
          and `at` is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
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
)
select
  d0 as `visits__channel`,
  count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) as `visits__bought`
from (
  select
    moment,
    step,
    stretch,
    v0,
    first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
    case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
  from (
    select
      entity,
      moment,
      step,
      k0,
      d0,
      v0,
      sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
    from (
      select
        `visits`.`person_id` as entity,
        `visits`.`at` as moment,
        case when `visits`.`at` is not null then 1 else 0 end as step,
        cast(`visits`.`id` as string) as k0,
        case when asked_1.place is not null then cast(`visits`.`channel` as string) else @p1 end as d0,
        null as v0
      from `visits`
      left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`visits`.`channel`)
      union all
      select
        `buyer` as entity,
        `at` as moment,
        2 as step,
        null as k0,
        null as d0,
        1 as v0
      from `orders`
      where `buyer` is not null
        and `at` is not null
    ) as events
  ) as ordered
) as attributed
where (step < 2 or stretch > 0)
group by 1
order by `visits__channel` nulls last
limit 11;

-- the groups on which nothing follows
-- ["0","0","0"]
with asked_1 as (
  select d0
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          `person_id` as entity,
          `at` as moment,
          case when `at` is not null then 1 else 0 end as step,
          cast(`id` as string) as k0,
          `channel` as d0,
          null as v0
        from `visits`
        union all
        select
          `buyer` as entity,
          `at` as moment,
          2 as step,
          null as k0,
          null as d0,
          1 as v0
        from `orders`
        where `buyer` is not null
          and `at` is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
  having count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) = cast(@p1 as int64)
),
asked_2 as (
  select d0
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since,
      case when step = 2 then first_value(d0) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) else d0 end as d0
    from (
      select
        entity,
        moment,
        step,
        k0,
        d0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          `person_id` as entity,
          `at` as moment,
          case when `at` is not null then 1 else 0 end as step,
          cast(`id` as string) as k0,
          `channel` as d0,
          null as v0
        from `visits`
        union all
        select
          `buyer` as entity,
          `at` as moment,
          2 as step,
          null as k0,
          null as d0,
          1 as v0
        from `orders`
        where `buyer` is not null
          and `at` is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  group by 1
  having (count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) = cast(@p2 as int64) or true)
),
asked_3 as (
  select 1 as passed
  from (
    select
      moment,
      step,
      stretch,
      v0,
      first_value(moment) over (partition by entity, stretch order by moment, step, k0 rows between unbounded preceding and unbounded following) as since
    from (
      select
        entity,
        moment,
        step,
        k0,
        v0,
        sum(case when step = 1 then 1 else 0 end) over (partition by entity order by moment, step, k0 rows between unbounded preceding and current row) as stretch
      from (
        select
          `person_id` as entity,
          `at` as moment,
          case when `at` is not null then 1 else 0 end as step,
          cast(`id` as string) as k0,
          null as v0
        from `visits`
        where false
        union all
        select
          `buyer` as entity,
          `at` as moment,
          2 as step,
          null as k0,
          1 as v0
        from `orders`
        where `buyer` is not null
          and `at` is not null
      ) as events
    ) as ordered
  ) as attributed
  where (step < 2 or stretch > 0)
  having count(case when step = 2 and since > timestamp_add(moment, interval -31 day) then v0 end) = cast(@p3 as int64)
)
select `visits`.`id` as `visits__id`
from `visits`
where (to_json_string([to_json_string(`visits`.`channel`)]) in (
  select to_json_string([to_json_string(asked_1.d0)])
  from asked_1
) or exists (
  select 1
  from asked_3
) and not to_json_string([to_json_string(`visits`.`channel`)]) in (
  select to_json_string([to_json_string(asked_2.d0)])
  from asked_2
));
