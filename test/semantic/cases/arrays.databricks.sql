-- Never run on databricks itself: see shared/semantic/dialects/README.md for what it rests on.

-- an array has a value, whose letters are as they are
-- ["red"]
select `id` as `articles.id`
from `articles`
where array_contains(`tags`, :p1)
order by `articles.id` nulls last
limit 11;

-- any of some values
-- ["blue","Red","green"]
select `id` as `articles.id`
from `articles`
where (array_contains(`tags`, :p1) or array_contains(`tags`, :p2) or array_contains(`tags`, :p3))
order by `articles.id` nulls last
limit 11;

-- all of some values
-- ["blue","red"]
select
  count(*) as `articles.count`,
  sum(`reads`) as `articles.reads_total`
from `articles`
where (array_contains(`tags`, :p1) and array_contains(`tags`, :p2));

-- none of some values, which keeps arrays that are null and nulls in arrays
-- ["blue","green"]
select `id` as `articles.id`
from `articles`
where not coalesce((array_contains(`tags`, :p1) or array_contains(`tags`, :p2)), false)
order by `articles.id` nulls last
limit 11;

-- the negation of what an array has
-- ["blue","red"]
select `id` as `articles.id`
from `articles`
where not coalesce((array_contains(`tags`, :p1) and array_contains(`tags`, :p2)), false)
order by `articles.id` nulls last
limit 11;

-- what an array is asked for is never read as anything else
-- ["it's a \"tag\", {x}","%","50%","it's a","tag","{x}","null",""]
select `id` as `articles.id`
from `articles`
where array_contains(`tags`, :p1)
  and (array_contains(`tags`, :p2) or array_contains(`tags`, :p3))
  and not coalesce((array_contains(tags, :p4) or array_contains(tags, :p5) or array_contains(tags, :p6) or array_contains(tags, :p7) or array_contains(tags, :p8)), false)
order by `articles.id` nulls last
limit 11;

-- numbers are compared as numbers
-- ["2","-1","1.5"]
select `id` as `articles.id`
from `articles`
where (array_contains(`scores`, cast(:p1 as bigint)) or array_contains(`scores`, cast(:p2 as bigint)) or array_contains(`scores`, cast(:p3 as decimal(2, 1))))
order by `articles.id` nulls last
limit 11;

-- all of some numbers, and none that has a fraction
-- ["2","1","2.5"]
select `id` as `articles.id`
from `articles`
where array_contains(`scores`, cast(:p1 as bigint))
  and not coalesce((array_contains(`scores`, cast(:p2 as bigint)) or array_contains(`scores`, cast(:p3 as decimal(2, 1)))), false)
order by `articles.id` nulls last
limit 11;

-- truths
-- [true]
select `id` as `articles.id`
from `articles`
where array_contains(`answers`, cast(:p1 as boolean))
order by `articles.id` nulls last
limit 11;

-- no truth that is false
-- [false]
select `id` as `articles.id`
from `articles`
where not coalesce(array_contains(`answers`, cast(:p1 as boolean)), false)
order by `articles.id` nulls last
limit 11;

-- one of nothing is in no array, all and none of nothing is in each
-- ["20"]
select `id` as `articles.id`
from `articles`
where (false or array_contains(`scores`, cast(:p1 as bigint)))
  and true
  and true
order by `articles.id` nulls last
limit 11;

-- arrays that are null
select `id` as `articles.id`
from `articles`
where `tags` is null
order by `articles.id` nulls last
limit 11;

-- an array is grouped by as a whole
-- ["2","3"]
select
  to_json(`tags`) as `articles.tags`,
  count(*) as `articles.count`
from `articles`
where `id` in (cast(:p1 as bigint), cast(:p2 as bigint))
group by 1
order by `articles.tags` nulls last
limit 11;

-- an array of the one side, and rows without a partner
-- ["north"]
select `articles`.`id` as `articles.id`
from `articles`
left join `authors` on `authors`.`id` = `articles`.`author_id`
where not coalesce(array_contains(`authors`.`regions`, :p1), false)
order by `articles.id` nulls last
limit 11;

-- an array on the many side picks rows and repeats none
-- ["blue","Red"]
select
  `authors`.`name` as `authors.name`,
  count(*) as `authors.count`
from `authors`
where `authors`.`id` in (
  select `articles`.`author_id`
  from `articles`
  where (array_contains(`articles`.`tags`, :p1) or array_contains(`articles`.`tags`, :p2))
)
group by 1
order by `authors.name` nulls last
limit 11;

-- each of two tags in some article of its own
-- ["red","green"]
select distinct `authors`.`name` as `authors.name`
from `authors`
where `authors`.`id` in (
  select `articles`.`author_id`
  from `articles`
  where array_contains(`articles`.`tags`, :p1)
)
  and not coalesce(`authors`.`id` in (
    select `authors_articles`.`author_id`
    from `articles` as `authors_articles`
    where array_contains(`authors_articles`.`tags`, :p2)
  ), false)
order by `authors.name` nulls last
limit 11;

-- row access by what is among the values of an array, over a join
-- ["north","east"]
select `id` as `notes.id`
from (
  select *
  from `notes`
  where `notes`.`author_id` in (
    select `author`.`id`
    from `authors` as `author`
    where (array_contains(`author`.`regions`, :p1) or array_contains(`author`.`regions`, :p2))
  )
) as `notes`
order by `notes.id` nulls last
limit 11;

-- row access by numbers in an array
-- ["2024"]
select `id` as `own_notes.id`
from (
  select *
  from `notes` as `own_notes`
  where array_contains(`years`, cast(:p1 as bigint))
) as `own_notes`
order by `own_notes.id` nulls last
limit 11;

-- row access by an array without a value of the attribute
select count(*) as `own_notes.count`
from (
  select *
  from `notes` as `own_notes`
  where false
) as `own_notes`;
