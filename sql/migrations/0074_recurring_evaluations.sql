-- An evaluation with a cadence is asked again at each of its slots, by its input as it was sent.
alter table cadences drop constraint cadences_kind_check;
alter table cadences add constraint cadences_kind_check
  check (kind in ('schedule', 'action', 'agent', 'rollup', 'evaluation'));
alter table evaluations
  add column input json,
  -- The evaluation whose cadence has begun this one, and the slot.
  add column repeats text,
  add column slot timestamptz(3);
create unique index evaluations_slots on evaluations (repeats, slot) where repeats is not null;
