-- The layer of another commit than the project's, which the questions of an evaluation are asked over.
alter table evaluations
  add column layer json,
  add column layer_commit text;
