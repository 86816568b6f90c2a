-- What a principal has starred.
create table content_stars (
  org_id text not null,
  principal_id text not null,
  content_id text not null,
  created_at timestamptz(3) not null default now(),
  primary key (principal_id, content_id),
  foreign key (org_id, principal_id) references principals (org_id, id) on delete cascade,
  foreign key (org_id, content_id) references content (org_id, id) on delete cascade
);
create index content_stars_by_content on content_stars (content_id);

-- How often content was looked at, and when last. Written in batches by the web processes.
create table content_views (
  org_id text not null,
  content_id text primary key,
  views bigint not null,
  last_viewed_at timestamptz(3) not null,
  foreign key (org_id, content_id) references content (org_id, id) on delete cascade
);
