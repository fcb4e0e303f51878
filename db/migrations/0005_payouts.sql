-- What paying out needs besides: which bank account it was, which connected account a payout went to, and the lists.

alter table payout_accounts
  -- The bank account at the provider: another one is told to whom it concerns.
  add if not exists stripe_bank_id text,
  -- How often a connected account was taken from us: each made anew has a key of its own.
  add if not exists accounts_lost smallint not null default 0;

alter table payouts
  -- Where it goes, whatever becomes of the payee's account.
  add if not exists stripe_account_id text not null,
  -- Transfers that the provider refused: the next is asked for under a key of its own.
  add if not exists transfer_refusals smallint not null default 0;
create unique index if not exists payouts_number on payouts (number, lot_id);

create index if not exists earnings_lot on earnings (lot_id, payee_kind, created_at desc, source_id desc);

-- Notices that are about no stay: each once for what it is about.
create unique index if not exists notifications_once_about on notifications (user_id, kind, about)
  where reservation_id is null and about <> '';
