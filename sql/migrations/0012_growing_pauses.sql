-- A limit that leaks evenly and pauses that grow, in place of a list of times. The list is kept, unused, as processes of
-- the version before still write it while a deploy goes on.
alter table throttles
  alter column times set default '{}',
  add column level float8 not null default 0,
  add column strikes integer not null default 0,
  add column counted_at timestamptz(3) not null default now(),
  add column paused_until timestamptz(3);
