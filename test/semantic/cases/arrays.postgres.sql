-- an array has a value, whose letters are as they are
-- ["red"]
select "id" as "articles.id"
from "articles"
where "tags"::text[] && array[$1]::text[]
order by "articles.id" nulls last
limit 11;

-- any of some values
-- ["blue","Red","green"]
select "id" as "articles.id"
from "articles"
where "tags"::text[] && array[$1, $2, $3]::text[]
order by "articles.id" nulls last
limit 11;

-- all of some values
-- ["blue","red"]
select
  count(*) as "articles.count",
  sum("reads") as "articles.reads_total"
from "articles"
where "tags"::text[] @> array[$1, $2]::text[];

-- none of some values, which keeps arrays that are null and nulls in arrays
-- ["blue","green"]
select "id" as "articles.id"
from "articles"
where not coalesce("tags"::text[] && array[$1, $2]::text[], false)
order by "articles.id" nulls last
limit 11;

-- the negation of what an array has
-- ["blue","red"]
select "id" as "articles.id"
from "articles"
where not coalesce("tags"::text[] @> array[$1, $2]::text[], false)
order by "articles.id" nulls last
limit 11;

-- what an array is asked for is never read as anything else
-- ["it's a \"tag\", {x}","%","50%","it's a","tag","{x}","null",""]
select "id" as "articles.id"
from "articles"
where "tags"::text[] && array[$1]::text[]
  and "tags"::text[] && array[$2, $3]::text[]
  and not coalesce(tags::text[] && array[$4, $5, $6, $7, $8]::text[], false)
order by "articles.id" nulls last
limit 11;

-- numbers are compared as numbers
-- ["2","-1","1.5"]
select "id" as "articles.id"
from "articles"
where ($1::bigint = any("scores") or $2::bigint = any("scores") or $3::numeric = any("scores"))
order by "articles.id" nulls last
limit 11;

-- all of some numbers, and none that has a fraction
-- ["2","1","2.5"]
select "id" as "articles.id"
from "articles"
where $1::bigint = any("scores")
  and not coalesce(($2::bigint = any("scores") or $3::numeric = any("scores")), false)
order by "articles.id" nulls last
limit 11;

-- truths
-- [true]
select "id" as "articles.id"
from "articles"
where $1::boolean = any("answers")
order by "articles.id" nulls last
limit 11;

-- no truth that is false
-- [false]
select "id" as "articles.id"
from "articles"
where not coalesce($1::boolean = any("answers"), false)
order by "articles.id" nulls last
limit 11;

-- one of nothing is in no array, all and none of nothing is in each
-- ["20"]
select "id" as "articles.id"
from "articles"
where (false or $1::bigint = any("scores"))
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
  to_jsonb("tags")::text as "articles.tags",
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
where not coalesce("authors"."regions"::text[] && array[$1]::text[], false)
order by "articles.id" nulls last
limit 11;

-- an array on the many side picks rows and repeats none
-- ["blue","Red"]
select
  "authors"."name" as "authors.name",
  count(*) as "authors.count"
from "authors"
where exists (
  select 1
  from "articles"
  where "articles"."author_id" = "authors"."id"
    and "articles"."tags"::text[] && array[$1, $2]::text[]
)
group by 1
order by "authors.name" nulls last
limit 11;

-- each of two tags in some article of its own
-- ["red","green"]
select distinct "authors"."name" as "authors.name"
from "authors"
where exists (
  select 1
  from "articles"
  where "articles"."author_id" = "authors"."id"
    and "articles"."tags"::text[] && array[$1]::text[]
)
  and not exists (
    select 1
    from "articles" as "authors_articles"
    where "authors_articles"."author_id" = "authors"."id"
      and "authors_articles"."tags"::text[] && array[$2]::text[]
  )
order by "authors.name" nulls last
limit 11;

-- row access by what is among the values of an array, over a join
-- ["north","east"]
select "id" as "notes.id"
from (
  select *
  from "notes"
  where exists (
    select 1
    from "authors" as "author"
    where "author"."id" = "notes"."author_id"
      and "author"."regions"::text[] && array[$1, $2]::text[]
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
  where $1::bigint = any("years")
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
