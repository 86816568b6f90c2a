-- two roles of one model
select
  `origin`.`city` as `origin.city`,
  `destination`.`city` as `destination.city`,
  count(*) as `flights.count`
from `flights`
left join `airports` as `origin` on `origin`.`code` = `flights`.`origin`
left join `airports` as `destination` on `destination`.`code` = `flights`.`destination`
group by 1, 2
order by `origin.city` <=> null, `origin.city`, `destination.city` <=> null, `destination.city`
limit 11;

-- a role chooses the rows that a measure of its model counts
select
  d0 as `destination.city`,
  coalesce(max(m0), 0) as `origin.count`,
  1.0000000000000000 * max(m1) / nullif(coalesce(max(m0), 0), 0) as `flights.per_airport`
from (
  select
    `flights`.d0 as d0,
    count(*) as m0,
    null as m1
  from `airports`
  left join (
    select distinct
      `flights`.`origin` as j0,
      `destination`.`city` as d0
    from `flights`
    left join `airports` as `destination` on `destination`.`code` = `flights`.`destination`
  ) as `flights` on `flights`.j0 = `airports`.`code`
  group by 1
  union all
  select
    `destination`.`city` as d0,
    null as m0,
    sum(`flights`.`distance`) as m1
  from `flights`
  left join `airports` as `destination` on `destination`.`code` = `flights`.`destination`
  group by 1
) as branches
group by 1
order by `destination.city` <=> null, `destination.city`
limit 11;

-- a model that joins itself
select
  `manager`.`name` as `manager.name`,
  count(*) as `employees.count`,
  sum(`employees`.`pay`) as `employees.pay`
from `employees`
left join `employees` as `manager` on `manager`.`id` = `employees`.`manager_id`
group by 1
order by `manager.name` <=> null, `manager.name`
limit 11;

-- roles chain
select
  `manager_manager`.`name` as `manager.manager.name`,
  `base`.`city` as `manager.base.city`,
  count(*) as `employees.count`
from `employees`
left join `employees` as `manager` on `manager`.`id` = `employees`.`manager_id`
left join `employees` as `manager_manager` on `manager_manager`.`id` = `manager`.`manager_id`
left join `airports` as `base` on `base`.`code` = `manager`.`base`
group by 1, 2
order by `manager.manager.name` <=> null, `manager.manager.name`, `manager.base.city` <=> null, `manager.base.city`
limit 11;

-- many-to-many through a bridge counts each row once per group
select
  `pilots`.d0 as `employees.name`,
  sum(`flights`.`distance`) as `flights.distance`,
  count(*) as `flights.count`
from `flights`
left join (
  select distinct
    `pilots`.`flight_id` as j0,
    `employees`.`name` as d0
  from `pilots`
  left join `employees` on `employees`.`id` = `pilots`.`employee_id`
) as `pilots` on `pilots`.j0 = `flights`.`id`
group by 1
order by `employees.name` <=> null, `employees.name`
limit 11;
-- totals
select
  sum(`flights`.`distance`) as `flights.distance`,
  count(*) as `flights.count`
from `flights`;

-- a filter over a bridge selects
-- ["bob","cyd","left"]
select sum(`flights`.`distance`) as `flights.distance`
from `flights`
where `flights`.`id` in (
  select `pilots`.`flight_id`
  from `pilots`
  left join `employees` on `employees`.`id` = `pilots`.`employee_id`
  where `employees`.`name` in (?, ?)
    and `pilots`.`seat` = ?
)
limit 11;

-- a bridge asked from the other side
select
  `pilots`.d0 as `flights.origin.city`,
  sum(`employees`.`pay`) as `employees.pay`
from `employees`
left join (
  select distinct
    `pilots`.`employee_id` as j0,
    `origin`.`city` as d0
  from `pilots`
  left join `flights` on `flights`.`id` = `pilots`.`flight_id`
  left join `airports` as `origin` on `origin`.`code` = `flights`.`origin`
) as `pilots` on `pilots`.j0 = `employees`.`id`
group by 1
order by `flights.origin.city` <=> null, `flights.origin.city`
limit 11;

-- a query's model settles which way a diamond is walked
select
  `origin`.`city` as `flights.origin.city`,
  `base`.`city` as `employees.base.city`,
  count(*) as `pilots.count`
from `pilots`
left join `flights` on `flights`.`id` = `pilots`.`flight_id`
left join `airports` as `origin` on `origin`.`code` = `flights`.`origin`
left join `employees` on `employees`.`id` = `pilots`.`employee_id`
left join `airports` as `base` on `base`.`code` = `employees`.`base`
group by 1, 2
order by `flights.origin.city` <=> null, `flights.origin.city`, `employees.base.city` <=> null, `employees.base.city`
limit 11;
