-- The language that people chose or signed in with last, which their mails speak; null until one is known.
alter table users add column language text;
alter table staff add column language text;
-- The language of a mail on its way; null is English.
alter table mails add column language text;
