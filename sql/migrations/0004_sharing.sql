-- What a person owns alone is listed without passing by what their teams own.
drop index content_by_owner;
create index content_by_owner on content (owner_id);
create index content_of_persons on content (owner_id, type, id desc) where team_id is null;

-- Null: its placer is gone and had no right of their own on the chart that an heir could stand for, so that no
-- cascade reaches the chart by this tile.
alter table dashboard_tiles alter column placed_by drop not null;
