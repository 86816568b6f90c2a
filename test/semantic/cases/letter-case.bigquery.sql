-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- contains ignores case
-- ["%pAiD%"]
select `id` as `notes__id`
from `notes`
where lower(cast(`text` as string)) like lower(@p1)
order by `notes__id` nulls last
limit 21;

-- contains minds case where it is asked to
-- ["%Paid%"]
select `id` as `notes__id`
from `notes`
where cast(`text` as string) like @p1
order by `notes__id` nulls last
limit 21;

-- that case is to be ignored can be said
-- ["%FULL%"]
select `id` as `notes__id`
from `notes`
where lower(cast(`text` as string)) like lower(@p1)
order by `notes__id` nulls last
limit 21;

-- not_contains ignores case and keeps nulls
-- ["%PAID%"]
select `id` as `notes__id`
from `notes`
where (lower(cast(`text` as string)) not like lower(@p1) or `text` is null)
order by `notes__id` nulls last
limit 21;

-- not_contains minds case where it is asked to
-- ["%paid%"]
select `id` as `notes__id`
from `notes`
where (cast(`text` as string) not like @p1 or `text` is null)
order by `notes__id` nulls last
limit 21;

-- starts_with ignores case
-- ["paid%"]
select `id` as `notes__id`
from `notes`
where lower(cast(`text` as string)) like lower(@p1)
order by `notes__id` nulls last
limit 21;

-- starts_with minds case where it is asked to
-- ["PAID%"]
select `id` as `notes__id`
from `notes`
where cast(`text` as string) like @p1
order by `notes__id` nulls last
limit 21;

-- ends_with ignores case
-- ["%PAID"]
select `id` as `notes__id`
from `notes`
where lower(cast(`text` as string)) like lower(@p1)
order by `notes__id` nulls last
limit 21;

-- ends_with minds case where it is asked to
-- ["%ÉCOLE"]
select `id` as `notes__id`
from `notes`
where cast(`text` as string) like @p1
order by `notes__id` nulls last
limit 21;

-- letters with accents have cases too
-- ["%éCOLE%"]
select `id` as `notes__id`
from `notes`
where lower(cast(`text` as string)) like lower(@p1)
order by `notes__id` nulls last
limit 21;

-- an accent is no case
-- ["%ecole%"]
select `id` as `notes__id`
from `notes`
where lower(cast(`text` as string)) like lower(@p1)
order by `notes__id` nulls last
limit 21;

-- marks of patterns stand for themselves
-- ["%0\\% off\\_S%","%k\\\\slash~","%f\\_s\\_%"]
select `id` as `notes__id`
from `notes`
where (lower(cast(`text` as string)) like lower(@p1) or lower(cast(`text` as string)) like lower(@p2) or lower(cast(`text` as string)) like lower(@p3))
order by `notes__id` nulls last
limit 21;

-- equality minds case
-- ["paid","UNPAID","Paid"]
select `id` as `notes__id`
from `notes`
where (`text` = @p1 or `text` in (@p2, @p3))
order by `notes__id` nulls last
limit 21;

-- a uuid is searched as text
-- ["%3A1C%"]
select `id` as `notes__id`
from `notes`
where lower(cast(`key` as string)) like lower(@p1)
order by `notes__id` nulls last
limit 21;

-- a measure of texts is searched alike
-- ["PAID%"]
select
  `id` as `notes__id`,
  max(`text`) as `notes__longest`
from `notes`
group by 1
having lower(cast(max(`text`) as string)) like lower(@p1)
order by `notes__id` nulls last
limit 21;
