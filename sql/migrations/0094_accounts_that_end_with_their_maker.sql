-- A service account that ends when its maker goes, or is no org-admin any more: `ends_with` is that principal. It names
-- nobody by a foreign key, as the account, which may own content, outlives its maker, without acting.
alter table principals add column ends_with text;
create index principals_by_ends_with on principals (org_id, ends_with) where ends_with is not null;
