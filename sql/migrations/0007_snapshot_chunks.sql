-- CSVs on their way to a worker that no direct door leads to: gone when they are stored, or after an hour.
create unlogged table snapshot_chunks (
  org_id text not null,
  upload_id text not null,
  position int not null,
  bytes bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (upload_id, position)
);
alter table snapshot_chunks alter column bytes set storage external;
create index snapshot_chunks_by_age on snapshot_chunks (created_at);
