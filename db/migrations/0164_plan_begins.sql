-- When the first month of a lot's plan began: with the lot's approval, or with its first reservation if that is earlier. Null while the lot
-- waits for both, which costs nothing.
alter table subscriptions add column begun_at timestamptz;
alter table subscriptions add constraint subscriptions_begun check (kind = 'LOT_PLAN' or begun_at is null) not valid;
update subscriptions s set begun_at = s.created_at from lots l
  where l.id = s.lot_id and s.kind = 'LOT_PLAN' and (l.trust_level = 'TRUSTED'
    or exists (select from plan_bills b where b.subscription_id = s.id and b.lot_id = s.lot_id)
    or exists (select from reservations r where r.lot_id = s.lot_id and r.confirmed_at is not null));
