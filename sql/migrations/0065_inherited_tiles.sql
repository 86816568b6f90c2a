-- Some of what a tile gives beside its place comes from who put the chart there: the most that a cascade from the
-- dashboard gives on the chart, whose rows are asked for by what runs later, and which fields declared filters open. An
-- heir who takes that person's place gives no more than they could. An older version that writes a layout beside this
-- one gets the defaults, which limit nothing.
alter table dashboard_tiles
  add column most_level smallint not null default 2,
  add column vouches_rows boolean not null default true,
  add column vouches_source boolean not null default true;
