-- The verified questions that the request could not write, with their places and the reasons: [{question, message, file, line}].
alter table write_back_requests add column left_out json;
