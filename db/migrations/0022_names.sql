-- squawk-ignore-file ban-drop-column, constraint-missing-not-valid, renaming-column, renaming-table
-- Names follow docs/glossary.md: a stay is a reservation, a holder is a limit scope, and a difference is resolved. The
-- functions in db/functions have new names, too, so no earlier release runs beside this one, and its
-- statements may break existing clients.

alter table holders rename to limit_scopes;
alter table limit_scopes rename column holder to limit_scope;
alter table limit_scopes rename constraint holders_pkey to limit_scopes_pkey;
alter table limit_scopes rename constraint holders_lot_id_fkey to limit_scopes_lot_id_fkey;
alter table limit_scopes rename constraint holders_holder_check to limit_scopes_limit_scope_check;

alter table memberships rename column asked_at to requested_at;
alter table subscription_changes rename column asked_by_user_id to requested_by_user_id;
alter table subscription_changes rename constraint subscription_changes_asked_by_user_id_fkey
  to subscription_changes_requested_by_user_id_fkey;
alter table account_changes rename column told_address to notified_address;
alter table map_spots rename column turn to rotation;
alter table map_spots rename constraint map_spots_turn_check to map_spots_rotation_check;

alter table reconciliation_differences rename column settled_at to resolved_at;
alter table reconciliation_differences rename column settled_by_user_id to resolved_by_user_id;
alter table reconciliation_differences rename constraint reconciliation_differences_settled_by_user_id_fkey
  to reconciliation_differences_resolved_by_user_id_fkey;
alter table reconciliation_differences drop constraint reconciliation_differences_check;
alter table reconciliation_differences drop constraint reconciliation_differences_status_check;
update reconciliation_differences set status = 'RESOLVED' where status = 'SETTLED';
alter table reconciliation_differences
  add constraint reconciliation_differences_check check ((status = 'RESOLVED') = (resolved_at is not null)),
  add constraint reconciliation_differences_status_check check (status in ('OPEN', 'GONE', 'RESOLVED')),
  drop column message;

alter index subscriptions_stay rename to subscriptions_reservation;
alter table subscriptions drop constraint subscriptions_check;
alter table subscriptions drop constraint subscriptions_check1;
alter table subscriptions drop constraint subscriptions_kind_check;
update subscriptions set kind = 'RESERVATION' where kind = 'STAY';
alter table subscriptions
  add constraint subscriptions_check check ((kind = 'RESERVATION') = (reservation_id is not null)),
  add constraint subscriptions_check1 check ((kind = 'RESERVATION') = (user_id is not null)),
  add constraint subscriptions_kind_check check (kind in ('LOT_PLAN', 'RESERVATION'));

alter table lots drop constraint lots_failed_payment_rule_check;
alter table lots alter failed_payment_rule set default 'END_RESERVATION';
update lots set failed_payment_rule = 'END_RESERVATION' where failed_payment_rule = 'END_STAY';
alter table lots
  add constraint lots_failed_payment_rule_check check (failed_payment_rule in ('END_RESERVATION', 'KEEP'));

-- Assignments are upcoming, and a replaced public ID is a previous one.
alter table coming_assignments rename to upcoming_assignments;
alter table upcoming_assignments rename constraint coming_assignments_apart to upcoming_assignments_apart;
alter table upcoming_assignments rename constraint coming_assignments_check to upcoming_assignments_check;
alter table upcoming_assignments rename constraint coming_assignments_check1 to upcoming_assignments_check1;
alter table upcoming_assignments rename constraint coming_assignments_created_by_user_id_fkey
  to upcoming_assignments_created_by_user_id_fkey;
alter table upcoming_assignments rename constraint coming_assignments_lot_id_availability_id_fkey
  to upcoming_assignments_lot_id_availability_id_fkey;
alter table upcoming_assignments rename constraint coming_assignments_lot_id_fkey to upcoming_assignments_lot_id_fkey;
alter table upcoming_assignments rename constraint coming_assignments_lot_id_group_id_fkey
  to upcoming_assignments_lot_id_group_id_fkey;
alter table upcoming_assignments rename constraint coming_assignments_lot_id_spot_id_fkey
  to upcoming_assignments_lot_id_spot_id_fkey;
alter table upcoming_assignments rename constraint coming_assignments_pkey to upcoming_assignments_pkey;
alter table upcoming_assignments rename constraint coming_assignments_user_id_fkey to upcoming_assignments_user_id_fkey;
alter index coming_assignments_group rename to upcoming_assignments_group;
alter index coming_assignments_start rename to upcoming_assignments_start;
alter index coming_assignments_user rename to upcoming_assignments_user;
alter index coming_assignments_window rename to upcoming_assignments_availability;
alter table former_public_ids rename to previous_public_ids;
alter table previous_public_ids rename constraint former_public_ids_check to previous_public_ids_check;
alter table previous_public_ids rename constraint former_public_ids_lot_id_fkey to previous_public_ids_lot_id_fkey;
alter table previous_public_ids rename constraint former_public_ids_pkey to previous_public_ids_pkey;
alter table previous_public_ids rename constraint former_public_ids_public_id_check
  to previous_public_ids_public_id_check;
alter table previous_public_ids rename constraint former_public_ids_replaced_by_user_id_fkey
  to previous_public_ids_replaced_by_user_id_fkey;
alter index former_public_ids_lot rename to previous_public_ids_lot;

-- Only the keys of the rules change, so the versions that reservations name keep their meaning.
alter table rule_set_versions disable trigger user;
update rule_set_versions v set rules = (
  select coalesce(jsonb_object_agg(case key
    when 'min_stay_minutes' then 'min_duration_minutes'
    when 'max_stay_minutes' then 'max_duration_minutes'
    when 'max_short_stays' then 'max_short_reservations'
    when 'max_long_stays' then 'max_long_reservations'
    else key end, value), '{}') from jsonb_each(v.rules));
alter table rule_set_versions enable trigger user;

-- Jobs that wait keep running under the new names of their tasks.
update graphile_worker._private_tasks t set identifier = n.name
  from (values ('tell', 'notify'), ('tell_payout_failed', 'notify_payout_failed'), ('sweep', 'purge_expired'),
    ('lay_out_calendars', 'materialize_closures'), ('turn_assignments', 'activate_assignments'),
    ('ask_after_banks', 'sync_bank_payments')) as n (old, name)
  where t.identifier = n.old;
delete from graphile_worker._private_known_crontabs
  where identifier in ('sweep', 'lay_out_calendars', 'turn_assignments', 'ask_after_banks');

-- With their triggers, which db/functions creates again.
drop function if exists note_acceptance, note_hold_end, note_membership_act, recount_holders, forget_what_lots_noted,
  end_what_was_unproven, refuse_former_public_id cascade;
drop trigger if exists coming_assignments_after_present on upcoming_assignments;
drop trigger if exists spots_before_coming on spots;
drop function if exists activate_stay, apply_stay_prices, ask_refund, carry_on, change_stay, fold_stay, give_back,
  note_bank_payout, note_decline, note_differences, note_dispute, note_payment, note_payout_delay,
  note_provider_transactions, note_transfer, tell_about_bill, tell_about_stay, think_of_waiting, try_again,
  reseat_stays, stay_facts, swap_stays, claim_holder, what_keeps, seen_person, settle_difference, fitting_plan, room_for;
