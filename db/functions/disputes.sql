-- Evidence about disputed payments. This file runs again whenever it changes.

-- Raises OS051 if evidence that is being sent, or was, is changed.
create or replace function keep_sent_evidence() returns trigger language plpgsql as $$
begin
  if old.state in ('SENDING', 'SUBMITTED') and (old.product_description, old.refund_refusal_explanation, old.cancellation_rebuttal,
      old.uncategorized_text) is distinct from (new.product_description, new.refund_refusal_explanation, new.cancellation_rebuttal,
      new.uncategorized_text) or old.state = 'SUBMITTED' and new.state <> 'SUBMITTED' then
    raise exception 'the evidence of dispute % was sent', old.dispute_id using errcode = 'OS051';
  end if;
  return new;
end $$;
create or replace trigger dispute_evidence_sent before update on dispute_evidence for each row execute function keep_sent_evidence();

-- Raises OS051 if a file is added to or removed from such evidence, and OS052 if the files are more than the provider takes. Locks the
-- evidence, so that the sum is of all files.
create or replace function keep_evidence_files() returns trigger language plpgsql as $$
declare
  the_dispute uuid := coalesce(new.dispute_id, old.dispute_id);
  the_lot uuid := coalesce(new.lot_id, old.lot_id);
  the_state evidence_state;
begin
  select e.state into the_state from dispute_evidence e where e.dispute_id = the_dispute and e.lot_id = the_lot for no key update;
  if the_state in ('SENDING', 'SUBMITTED') and (tg_op = 'INSERT' or tg_op = 'UPDATE' and new.bytes is distinct from old.bytes) then
    raise exception 'the evidence of dispute % was sent', the_dispute using errcode = 'OS051';
  end if;
  if (select sum(f.size_bytes) from dispute_files f where f.dispute_id = the_dispute and f.lot_id = the_lot) > 4500000 then
    raise exception 'the files of dispute % are too large', the_dispute using errcode = 'OS052';
  end if;
  return null;
end $$;
create or replace trigger dispute_files_limits after insert or update on dispute_files for each row execute function keep_evidence_files();
