-- Whether the request writes the project's verified questions, beside changes of the layer or alone.
alter table write_back_requests add column with_questions boolean not null default false;
