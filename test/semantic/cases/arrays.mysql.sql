-- an array has a value, whose letters are as they are
-- ["red"]
select `id` as `articles.id`
from `articles`
where json_contains(`tags`, json_quote(?))
order by `articles.id` <=> null, `articles.id`
limit 11;

-- any of some values
-- ["blue","Red","green"]
select `id` as `articles.id`
from `articles`
where (json_contains(`tags`, json_quote(?)) or json_contains(`tags`, json_quote(?)) or json_contains(`tags`, json_quote(?)))
order by `articles.id` <=> null, `articles.id`
limit 11;

-- all of some values
-- ["blue","red"]
select
  count(*) as `articles.count`,
  sum(`reads`) as `articles.reads_total`
from `articles`
where (json_contains(`tags`, json_quote(?)) and json_contains(`tags`, json_quote(?)));

-- none of some values, which keeps arrays that are null and nulls in arrays
-- ["blue","green"]
select `id` as `articles.id`
from `articles`
where not coalesce((json_contains(`tags`, json_quote(?)) or json_contains(`tags`, json_quote(?))), false)
order by `articles.id` <=> null, `articles.id`
limit 11;

-- the negation of what an array has
-- ["blue","red"]
select `id` as `articles.id`
from `articles`
where not coalesce((json_contains(`tags`, json_quote(?)) and json_contains(`tags`, json_quote(?))), false)
order by `articles.id` <=> null, `articles.id`
limit 11;

-- what an array is asked for is never read as anything else
-- ["it's a \"tag\", {x}","%","50%","it's a","tag","{x}","null",""]
select `id` as `articles.id`
from `articles`
where json_contains(`tags`, json_quote(?))
  and (json_contains(`tags`, json_quote(?)) or json_contains(`tags`, json_quote(?)))
  and not coalesce((json_contains(tags, json_quote(?)) or json_contains(tags, json_quote(?)) or json_contains(tags, json_quote(?)) or json_contains(tags, json_quote(?)) or json_contains(tags, json_quote(?))), false)
order by `articles.id` <=> null, `articles.id`
limit 11;

-- numbers are compared as numbers
-- ["2","-1","1.5"]
select `id` as `articles.id`
from `articles`
where (json_contains(`scores`, concat(cast(? as signed), '')) or json_contains(`scores`, concat(cast(? as signed), '')) or json_contains(`scores`, concat(cast(? as decimal(2, 1)), '')))
order by `articles.id` <=> null, `articles.id`
limit 11;

-- all of some numbers, and none that has a fraction
-- ["2","1","2.5"]
select `id` as `articles.id`
from `articles`
where json_contains(`scores`, concat(cast(? as signed), ''))
  and not coalesce((json_contains(`scores`, concat(cast(? as signed), '')) or json_contains(`scores`, concat(cast(? as decimal(2, 1)), ''))), false)
order by `articles.id` <=> null, `articles.id`
limit 11;

-- truths
-- [true]
select `id` as `articles.id`
from `articles`
where json_contains(`answers`, if(cast(? as signed), 'true', 'false'))
order by `articles.id` <=> null, `articles.id`
limit 11;

-- no truth that is false
-- [false]
select `id` as `articles.id`
from `articles`
where not coalesce(json_contains(`answers`, if(cast(? as signed), 'true', 'false')), false)
order by `articles.id` <=> null, `articles.id`
limit 11;

-- one of nothing is in no array, all and none of nothing is in each
-- ["20"]
select `id` as `articles.id`
from `articles`
where (false or json_contains(`scores`, concat(cast(? as signed), '')))
  and true
  and true
order by `articles.id` <=> null, `articles.id`
limit 11;

-- arrays that are null
select `id` as `articles.id`
from `articles`
where `tags` is null
order by `articles.id` <=> null, `articles.id`
limit 11;

-- an array is grouped by as a whole
-- ["2","3"]
select
  `tags` as `articles.tags`,
  count(*) as `articles.count`
from `articles`
where `id` in (cast(? as signed), cast(? as signed))
group by 1
order by `articles.tags` <=> null, `articles.tags`
limit 11;

-- an array of the one side, and rows without a partner
-- ["north"]
select `articles`.`id` as `articles.id`
from `articles`
left join `authors` on `authors`.`id` = `articles`.`author_id`
where not coalesce(json_contains(`authors`.`regions`, json_quote(?)), false)
order by `articles.id` <=> null, `articles.id`
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
  where (json_contains(`articles`.`tags`, json_quote(?)) or json_contains(`articles`.`tags`, json_quote(?)))
)
group by 1
order by `authors.name` <=> null, `authors.name`
limit 11;

-- each of two tags in some article of its own
-- ["red","green"]
select distinct `authors`.`name` as `authors.name`
from `authors`
where `authors`.`id` in (
  select `articles`.`author_id`
  from `articles`
  where json_contains(`articles`.`tags`, json_quote(?))
)
  and not coalesce(`authors`.`id` in (
    select `authors_articles`.`author_id`
    from `articles` as `authors_articles`
    where json_contains(`authors_articles`.`tags`, json_quote(?))
  ), false)
order by `authors.name` <=> null, `authors.name`
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
    where (json_contains(`author`.`regions`, json_quote(?)) or json_contains(`author`.`regions`, json_quote(?)))
  )
) as `notes`
order by `notes.id` <=> null, `notes.id`
limit 11;

-- row access by numbers in an array
-- ["2024"]
select `id` as `own_notes.id`
from (
  select *
  from `notes` as `own_notes`
  where json_contains(`years`, concat(cast(? as signed), ''))
) as `own_notes`
order by `own_notes.id` <=> null, `own_notes.id`
limit 11;

-- row access by an array without a value of the attribute
select count(*) as `own_notes.count`
from (
  select *
  from `notes` as `own_notes`
  where false
) as `own_notes`;
