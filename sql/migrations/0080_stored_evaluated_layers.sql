-- The layers that evaluations ask over, each once for a project by its content, however often it is evaluated. What
-- `evaluations.layer` has of an earlier version is still read, until its evaluation is deleted.
create table evaluated_layers (
  org_id text not null,
  project_id text not null,
  -- SHA-256 of `layer`, as hexadecimal digits.
  hash text not null,
  layer json not null,
  -- When an evaluation last began to need it.
  kept_at timestamptz(3) not null default now(),
  primary key (project_id, hash),
  unique (org_id, project_id, hash),
  foreign key (org_id, project_id) references projects (org_id, id) on delete cascade
);
alter table evaluations
  add column layer_hash text,
  add constraint evaluations_layer_fkey foreign key (org_id, project_id, layer_hash)
    references evaluated_layers (org_id, project_id, hash) not valid;
create index evaluations_by_layer on evaluations (project_id, layer_hash) where layer_hash is not null;
