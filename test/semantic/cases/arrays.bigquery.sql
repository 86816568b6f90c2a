-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- an array has a value, whose letters are as they are
-- ["red"]
select `id` as `articles__id`
from `articles`
where @p1 in unnest(`tags`)
order by `articles__id` nulls last
limit 11;

-- any of some values
-- ["blue","Red","green"]
select `id` as `articles__id`
from `articles`
where (@p1 in unnest(`tags`) or @p2 in unnest(`tags`) or @p3 in unnest(`tags`))
order by `articles__id` nulls last
limit 11;

-- all of some values
-- ["blue","red"]
select
  count(*) as `articles__count`,
  sum(`reads`) as `articles__reads_total`
from `articles`
where (@p1 in unnest(`tags`) and @p2 in unnest(`tags`));

-- none of some values, which keeps arrays that are null and nulls in arrays
-- ["blue","green"]
select `id` as `articles__id`
from `articles`
where not coalesce((@p1 in unnest(`tags`) or @p2 in unnest(`tags`)), false)
order by `articles__id` nulls last
limit 11;

-- the negation of what an array has
-- ["blue","red"]
select `id` as `articles__id`
from `articles`
where not coalesce((@p1 in unnest(`tags`) and @p2 in unnest(`tags`)), false)
order by `articles__id` nulls last
limit 11;

-- what an array is asked for is never read as anything else
-- ["it's a \"tag\", {x}","%","50%","it's a","tag","{x}","null",""]
select `id` as `articles__id`
from `articles`
where @p1 in unnest(`tags`)
  and (@p2 in unnest(`tags`) or @p3 in unnest(`tags`))
  and not coalesce((@p4 in unnest(tags) or @p5 in unnest(tags) or @p6 in unnest(tags) or @p7 in unnest(tags) or @p8 in unnest(tags)), false)
order by `articles__id` nulls last
limit 11;

-- numbers are compared as numbers
-- ["2","-1","1.5"]
select `id` as `articles__id`
from `articles`
where (cast(@p1 as int64) in unnest(`scores`) or cast(@p2 as int64) in unnest(`scores`) or cast(@p3 as numeric) in unnest(`scores`))
order by `articles__id` nulls last
limit 11;

-- all of some numbers, and none that has a fraction
-- ["2","1","2.5"]
select `id` as `articles__id`
from `articles`
where cast(@p1 as int64) in unnest(`scores`)
  and not coalesce((cast(@p2 as int64) in unnest(`scores`) or cast(@p3 as numeric) in unnest(`scores`)), false)
order by `articles__id` nulls last
limit 11;

-- truths
-- [true]
select `id` as `articles__id`
from `articles`
where cast(@p1 as bool) in unnest(`answers`)
order by `articles__id` nulls last
limit 11;

-- no truth that is false
-- [false]
select `id` as `articles__id`
from `articles`
where not coalesce(cast(@p1 as bool) in unnest(`answers`), false)
order by `articles__id` nulls last
limit 11;

-- one of nothing is in no array, all and none of nothing is in each
-- ["20"]
select `id` as `articles__id`
from `articles`
where (false or cast(@p1 as int64) in unnest(`scores`))
  and true
  and true
order by `articles__id` nulls last
limit 11;

-- arrays that are null
select `id` as `articles__id`
from `articles`
where `tags` is null
order by `articles__id` nulls last
limit 11;

-- an array is grouped by as a whole
-- ["2","3"]
select
  to_json_string(`tags`) as `articles__tags`,
  count(*) as `articles__count`
from `articles`
where `id` in (cast(@p1 as int64), cast(@p2 as int64))
group by 1
order by `articles__tags` nulls last
limit 11;

-- an array of the one side, and rows without a partner
-- ["north"]
select `articles`.`id` as `articles__id`
from `articles`
left join `authors` on `authors`.`id` = `articles`.`author_id`
where not coalesce(@p1 in unnest(`authors`.`regions`), false)
order by `articles__id` nulls last
limit 11;

-- an array on the many side picks rows and repeats none
-- ["blue","Red"]
select
  `authors`.`name` as `authors__name`,
  count(*) as `authors__count`
from `authors`
where `authors`.`id` in (
  select `articles`.`author_id`
  from `articles`
  where (@p1 in unnest(`articles`.`tags`) or @p2 in unnest(`articles`.`tags`))
)
group by 1
order by `authors__name` nulls last
limit 11;

-- each of two tags in some article of its own
-- ["red","green"]
select distinct `authors`.`name` as `authors__name`
from `authors`
where `authors`.`id` in (
  select `articles`.`author_id`
  from `articles`
  where @p1 in unnest(`articles`.`tags`)
)
  and not coalesce(`authors`.`id` in (
    select `authors_articles`.`author_id`
    from `articles` as `authors_articles`
    where @p2 in unnest(`authors_articles`.`tags`)
  ), false)
order by `authors__name` nulls last
limit 11;

-- row access by what is among the values of an array, over a join
-- ["north","east"]
select `id` as `notes__id`
from (
  select *
  from `notes`
  where `notes`.`author_id` in (
    select `author`.`id`
    from `authors` as `author`
    where (@p1 in unnest(`author`.`regions`) or @p2 in unnest(`author`.`regions`))
  )
) as `notes`
order by `notes__id` nulls last
limit 11;

-- row access by numbers in an array
-- ["2024"]
select `id` as `own_notes__id`
from (
  select *
  from `notes` as `own_notes`
  where cast(@p1 as int64) in unnest(`years`)
) as `own_notes`
order by `own_notes__id` nulls last
limit 11;

-- row access by an array without a value of the attribute
select count(*) as `own_notes__count`
from (
  select *
  from `notes` as `own_notes`
  where false
) as `own_notes`;
