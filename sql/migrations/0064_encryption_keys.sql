-- The keys that secrets of this database have been encrypted with: of each a keyed hash, by which a process knows before
-- it serves anybody whether it has the right one.
create table encryption_keys (
  id text primary key,
  created_at timestamptz(3) not null default now()
);
