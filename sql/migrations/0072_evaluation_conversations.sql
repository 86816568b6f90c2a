-- The evaluation that has asked the question of a conversation. Such a conversation is not listed among its owner's,
-- and goes with the evaluation.
alter table conversations add column evaluation_id text;
update conversations c set evaluation_id = e.evaluation_id
from evaluation_runs e join agent_runs r on r.org_id = e.org_id and r.id = e.run_id
where c.org_id = r.org_id and c.id = r.conversation_id;
alter table conversations add constraint conversations_evaluation_fkey
  foreign key (org_id, evaluation_id) references evaluations (org_id, id) on delete cascade;
create index conversations_by_evaluation on conversations (evaluation_id) where evaluation_id is not null;
