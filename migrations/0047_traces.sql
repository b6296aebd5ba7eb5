-- The trace of the request that caused a delivery, as W3C Trace Context writes it.
alter table webhook_queue add column traceparent text;
