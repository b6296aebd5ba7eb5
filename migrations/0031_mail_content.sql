-- The paragraphs of a mail, with values that others chose apart from our own words, and the place of its link. The
-- text in body was searched for that place and is only read of mails that were queued before.
alter table mails add column content jsonb;
