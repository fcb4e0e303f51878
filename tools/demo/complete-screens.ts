import type pg from 'pg'
import { showAllPhotos } from './photos.ts'

/** The host of the residents' lot needs two hours to move the car. */
const minimumNotice = `update spots s set min_notice_minutes = 120 from users u where u.id = s.assigned_user_id and u.email = 'host@openspot.example'`

/** Two drivers who pay by the month were told of a higher price. One increase is large enough to need their consent. */
const higherPrices = `insert into subscription_changes (
     lot_id, subscription_id, kind, effective_at, month_cents, reason, requested_by_user_id, created_at, needs_acceptance)
   select s.lot_id, s.id, 'PRICE', s.billed_until + interval '1 month', s.month_cents * case s.n when 1 then 106 else 125 end / 100,
     case s.n when 1 then 'Electricity and cleaning cost more this year.' else 'The garage was renovated.' end, s.admin_id,
     $1::timestamptz - interval '4 days', s.n = 2
   from (select s.*, a.user_id as admin_id, row_number() over (order by s.created_at, s.id) as n
     from subscriptions s
       join lots l on l.id = s.lot_id and l.name = 'South Loop Monthly'
       join memberships a on a.lot_id = s.lot_id and a.role = 'ADMIN' and a.status = 'ACTIVE'
     where s.kind = 'RESERVATION' and s.ended_at is null) s
   where s.n <= 2`

/** A driver reported the worst rating, and the platform has not decided yet. */
const reportedRating = `insert into rating_reports (rating_id, lot_id, user_id, reason, created_at)
   select r.id, r.lot_id, u.id, 'This is about another garage on the same street.', $1::timestamptz - interval '3 hours'
   from ratings r join users u on u.email = 'driver@openspot.example' and u.id <> r.user_id
   where r.text is not null order by r.stars, r.created_at desc limit 1`

/** Adds what a person sees on single screens: a host's minimum notice, and monthly prices that will change. */
export async function completeScreens(client: pg.ClientBase, now: Date): Promise<void> {
  await client.query(minimumNotice)
  await client.query(higherPrices, [now.toISOString()])
  await showAllPhotos(client)
  await client.query(reportedRating, [now.toISOString()])
}
