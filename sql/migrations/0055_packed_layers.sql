-- Layers that are no longer their project's current one are kept compressed, or as what differs from the next version.
-- shared/projects/pack-versions.ts packs them, from the release on that has this migration.
alter table layer_versions
  alter column graph drop not null,
  add column packed bytea,
  add constraint layer_versions_held check ((graph is null) <> (packed is null)) not valid;
-- It is compressed already.
alter table layer_versions alter column packed set storage external;
create index layer_versions_whole on layer_versions (project_id, version) where graph is not null;
