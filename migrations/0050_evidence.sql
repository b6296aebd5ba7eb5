-- What was sent and what came back, as it was; a rotation or a new URL changes nothing of it. Null where nothing was.
alter table webhook_attempts
  add column request_head text,
  add column answer_head text;
