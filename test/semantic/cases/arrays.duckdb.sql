-- an array has a value, whose letters are as they are
-- ["red"]
select "id" as "articles.id"
from "articles"
where list_has_any(cast("tags" as varchar[]), [$1::varchar])
order by "articles.id" nulls last
limit 11;

-- any of some values
-- ["blue","Red","green"]
select "id" as "articles.id"
from "articles"
where list_has_any(cast("tags" as varchar[]), [$1::varchar, $2::varchar, $3::varchar])
order by "articles.id" nulls last
limit 11;

-- all of some values
-- ["blue","red"]
select
  count(*) as "articles.count",
  sum("reads") as "articles.reads_total"
from "articles"
where list_has_all(cast("tags" as varchar[]), [$1::varchar, $2::varchar]);

-- none of some values, which keeps arrays that are null and nulls in arrays
-- ["blue","green"]
select "id" as "articles.id"
from "articles"
where not coalesce(list_has_any(cast("tags" as varchar[]), [$1::varchar, $2::varchar]), false)
order by "articles.id" nulls last
limit 11;

-- the negation of what an array has
-- ["blue","red"]
select "id" as "articles.id"
from "articles"
where not coalesce(list_has_all(cast("tags" as varchar[]), [$1::varchar, $2::varchar]), false)
order by "articles.id" nulls last
limit 11;

-- what an array is asked for is never read as anything else
-- ["it's a \"tag\", {x}","%","50%","it's a","tag","{x}","null",""]
select "id" as "articles.id"
from "articles"
where list_has_any(cast("tags" as varchar[]), [$1::varchar])
  and list_has_any(cast("tags" as varchar[]), [$2::varchar, $3::varchar])
  and not coalesce(list_has_any(cast(tags as varchar[]), [$4::varchar, $5::varchar, $6::varchar, $7::varchar, $8::varchar]), false)
order by "articles.id" nulls last
limit 11;

-- numbers are compared as numbers
-- ["2","-1","1.5"]
select "id" as "articles.id"
from "articles"
where (list_contains("scores", $1::bigint) or list_contains("scores", $2::bigint) or list_contains("scores", $3::decimal(2, 1)))
order by "articles.id" nulls last
limit 11;

-- all of some numbers, and none that has a fraction
-- ["2","1","2.5"]
select "id" as "articles.id"
from "articles"
where list_contains("scores", $1::bigint)
  and not coalesce((list_contains("scores", $2::bigint) or list_contains("scores", $3::decimal(2, 1))), false)
order by "articles.id" nulls last
limit 11;

-- truths
-- [true]
select "id" as "articles.id"
from "articles"
where list_contains("answers", $1::boolean)
order by "articles.id" nulls last
limit 11;

-- no truth that is false
-- [false]
select "id" as "articles.id"
from "articles"
where not coalesce(list_contains("answers", $1::boolean), false)
order by "articles.id" nulls last
limit 11;

-- one of nothing is in no array, all and none of nothing is in each
-- ["20"]
select "id" as "articles.id"
from "articles"
where (false or list_contains("scores", $1::bigint))
  and true
  and true
order by "articles.id" nulls last
limit 11;

-- arrays that are null
select "id" as "articles.id"
from "articles"
where "tags" is null
order by "articles.id" nulls last
limit 11;

-- an array is grouped by as a whole
-- ["2","3"]
select
  to_json("tags")::text as "articles.tags",
  count(*) as "articles.count"
from "articles"
where "id" in ($1::bigint, $2::bigint)
group by 1
order by "articles.tags" nulls last
limit 11;

-- an array of the one side, and rows without a partner
-- ["north"]
select "articles"."id" as "articles.id"
from "articles"
left join "authors" on "authors"."id" = "articles"."author_id"
where not coalesce(list_has_any(cast("authors"."regions" as varchar[]), [$1::varchar]), false)
order by "articles.id" nulls last
limit 11;

-- an array on the many side picks rows and repeats none
-- ["blue","Red"]
select
  "authors"."name" as "authors.name",
  count(*) as "authors.count"
from "authors"
where "authors"."id" in (
  select "articles"."author_id"
  from "articles"
  where list_has_any(cast("articles"."tags" as varchar[]), [$1::varchar, $2::varchar])
)
group by 1
order by "authors.name" nulls last
limit 11;

-- each of two tags in some article of its own
-- ["red","green"]
select distinct "authors"."name" as "authors.name"
from "authors"
where "authors"."id" in (
  select "articles"."author_id"
  from "articles"
  where list_has_any(cast("articles"."tags" as varchar[]), [$1::varchar])
)
  and not coalesce("authors"."id" in (
    select "authors_articles"."author_id"
    from "articles" as "authors_articles"
    where list_has_any(cast("authors_articles"."tags" as varchar[]), [$2::varchar])
  ), false)
order by "authors.name" nulls last
limit 11;

-- row access by what is among the values of an array, over a join
-- ["north","east"]
select "id" as "notes.id"
from (
  select *
  from "notes"
  where "notes"."author_id" in (
    select "author"."id"
    from "authors" as "author"
    where list_has_any(cast("author"."regions" as varchar[]), [$1::varchar, $2::varchar])
  )
) as "notes"
order by "notes.id" nulls last
limit 11;

-- row access by numbers in an array
-- ["2024"]
select "id" as "own_notes.id"
from (
  select *
  from "notes" as "own_notes"
  where list_contains("years", $1::bigint)
) as "own_notes"
order by "own_notes.id" nulls last
limit 11;

-- row access by an array without a value of the attribute
select count(*) as "own_notes.count"
from (
  select *
  from "notes" as "own_notes"
  where false
) as "own_notes";
