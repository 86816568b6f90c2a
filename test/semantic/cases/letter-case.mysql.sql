-- contains ignores case
-- ["%pAiD%"]
select `id` as `notes.id`
from `notes`
where lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
order by `notes.id` <=> null, `notes.id`
limit 21;

-- contains minds case where it is asked to
-- ["%Paid%"]
select `id` as `notes.id`
from `notes`
where convert(`text` using utf8mb4) collate utf8mb4_bin like ? escape '~'
order by `notes.id` <=> null, `notes.id`
limit 21;

-- that case is to be ignored can be said
-- ["%FULL%"]
select `id` as `notes.id`
from `notes`
where lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
order by `notes.id` <=> null, `notes.id`
limit 21;

-- not_contains ignores case and keeps nulls
-- ["%PAID%"]
select `id` as `notes.id`
from `notes`
where (lower(convert(`text` using utf8mb4) collate utf8mb4_bin) not like lower(?) escape '~' or `text` is null)
order by `notes.id` <=> null, `notes.id`
limit 21;

-- not_contains minds case where it is asked to
-- ["%paid%"]
select `id` as `notes.id`
from `notes`
where (convert(`text` using utf8mb4) collate utf8mb4_bin not like ? escape '~' or `text` is null)
order by `notes.id` <=> null, `notes.id`
limit 21;

-- starts_with ignores case
-- ["paid%"]
select `id` as `notes.id`
from `notes`
where lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
order by `notes.id` <=> null, `notes.id`
limit 21;

-- starts_with minds case where it is asked to
-- ["PAID%"]
select `id` as `notes.id`
from `notes`
where convert(`text` using utf8mb4) collate utf8mb4_bin like ? escape '~'
order by `notes.id` <=> null, `notes.id`
limit 21;

-- ends_with ignores case
-- ["%PAID"]
select `id` as `notes.id`
from `notes`
where lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
order by `notes.id` <=> null, `notes.id`
limit 21;

-- ends_with minds case where it is asked to
-- ["%ÉCOLE"]
select `id` as `notes.id`
from `notes`
where convert(`text` using utf8mb4) collate utf8mb4_bin like ? escape '~'
order by `notes.id` <=> null, `notes.id`
limit 21;

-- letters with accents have cases too
-- ["%éCOLE%"]
select `id` as `notes.id`
from `notes`
where lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
order by `notes.id` <=> null, `notes.id`
limit 21;

-- an accent is no case
-- ["%ecole%"]
select `id` as `notes.id`
from `notes`
where lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
order by `notes.id` <=> null, `notes.id`
limit 21;

-- marks of patterns stand for themselves
-- ["%0~% off~_S%","%k\\slash~~","%f~_s~_%"]
select `id` as `notes.id`
from `notes`
where (lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~' or lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~' or lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~')
order by `notes.id` <=> null, `notes.id`
limit 21;

-- equality minds case
-- ["paid","UNPAID","Paid"]
select `id` as `notes.id`
from `notes`
where (`text` = ? or `text` in (?, ?))
order by `notes.id` <=> null, `notes.id`
limit 21;

-- a uuid is searched as text
-- ["%3A1C%"]
select `id` as `notes.id`
from `notes`
where lower(convert(`key` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
order by `notes.id` <=> null, `notes.id`
limit 21;

-- a measure of texts is searched alike
-- ["PAID%"]
select
  `id` as `notes.id`,
  max(`text`) as `notes.longest`
from `notes`
group by 1
having lower(convert(max(`text`) using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
order by `notes.id` <=> null, `notes.id`
limit 21;
