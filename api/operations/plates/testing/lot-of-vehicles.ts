import type pg from 'pg'

/** Seven letters and digits that look random, of the 16 that md5 gives. */
const PLATE = `translate(upper(substr(md5('plate ' || n), 1, 7)), 'ABCDEF', 'KLMNPR')`

/**
 * Fills a lot with vehicles that may park in it: half of them by reservations that are running, half as vehicles of spots' assignees.
 * Their owners are members. Each reserved spot also had `history` reservations by the same vehicle before, each third with a change
 * within the last day. Some have previous
 * plates, notes of the staff, and earlier assignments. Returns the plate of one vehicle with a reservation, and of one with an assigned spot.
 */
export async function fillLot(
  client: pg.Client | pg.Pool,
  { lot_id, count, history, now }: { lot_id: string; count: number; history: number; now: Date },
): Promise<{ reserved: string; assigned: string }> {
  const at = now.toISOString()
  await client.query(
    `with people as (
       insert into users (first_name, source, email, created_at)
       select 'Dana', 'ORGANIC', 'dana' || n || '@' || $1::uuid || '.example', $3::timestamptz from generate_series(1, $2::int) n returning id, email),
     numbered as (select id, substr(email, 5, position('@' in email) - 5)::int as n from people),
     members as (
       insert into memberships (lot_id, user_id, status, source, created_at, changed_at)
       select $1, id, 'ACTIVE', 'CODE', $3::timestamptz - interval '90 days', $3::timestamptz from numbered)
     insert into cars (user_id, plate, plate_normalized, region, created_at)
       select id, ${PLATE}, ${PLATE}, 'IL', $3::timestamptz - interval '90 days' from numbered`,
    [lot_id, count, at],
  )
  const numbered = `numbered as (
    select c.id as car_id, c.user_id, row_number() over (order by c.id)::int as n
    from cars c join memberships m on m.user_id = c.user_id where m.lot_id = $1)`
  await client.query(
    `with ${numbered}
     insert into spots (lot_id, spot_no, label, assigned_user_id, assigned_at, created_at)
       select $1, n, 'V' || n, case when n % 2 = 0 then user_id end, case when n % 2 = 0 then $2::timestamptz - interval '60 days' end,
         $2::timestamptz - interval '90 days' from numbered`,
    [lot_id, at],
  )
  await client.query(
    `with ${numbered}, made as (
       insert into reservations (lot_id, spot_id, user_id, car_id, status, starts_at, ends_at, currency, total_cents, terms_version,
         cancel_until_at, created_at, created_by_user_id, confirmed_at)
       select $1, s.id, v.user_id, v.car_id, 'ACTIVE', t.at, t.at + interval '10 hours', 'USD', 0, 1, t.at, t.at, v.user_id, t.at
       from numbered v join spots s on s.lot_id = $1 and s.spot_no = v.n
         cross join lateral (
           select date_trunc('hour', $2::timestamptz) - interval '1 hour' - past * interval '12 hours' as at
           from generate_series(0, $3::int) past) t
       where v.n % 2 = 1 returning id, car_id, spot_id, starts_at, ends_at)
     insert into reservation_events (lot_id, reservation_id, at, kind, details)
       select $1, id, $2::timestamptz - interval '5 hours', 'CAR_CHANGED', jsonb_build_object('from',
         jsonb_build_object('car_id', car_id, 'spot_id', spot_id, 'starts_at', starts_at, 'ends_at', ends_at))
       from made where hashtext(id::text) % 3 = 0`,
    [lot_id, at, history],
  )
  await client.query(
    `with ${numbered}, changed as (
       insert into car_plates (car_id, plate, plate_normalized, region, replaced_at)
       select car_id, p, p, 'IL', $2::timestamptz - interval '10 days' from (
         select car_id, 'X' || upper(substr(md5('previous ' || n), 1, 6)) as p from numbered where n % 3 = 0) v),
     noted as (
       insert into lot_car_notes (lot_id, user_id, plate, plate_normalized, created_at, created_by_user_id)
       select $1, user_id, p, p, $2::timestamptz - interval '10 days', user_id from (
         select user_id, 'Y' || upper(substr(md5('note ' || n), 1, 6)) as p from numbered where n % 3 = 1) v),
     moved as (
       insert into previous_memberships (lot_id, user_id, has_acted, ends_at)
       select $1, user_id, true, $2::timestamptz - interval '50 days' from numbered where n % 3 = 2)
     insert into previous_assignments (lot_id, spot_id, user_id, ends_at)
       select $1, s.id, v.user_id, $2::timestamptz - interval '50 days'
       from numbered v join spots s on s.lot_id = $1 and s.spot_no = v.n`,
    [lot_id, at],
  )
  const { rows } = await client.query<{ plate: string }>(
    `with ${numbered} select c.plate from numbered v join cars c on c.id = v.car_id where v.n in ($2, $2 + 1) order by v.n`,
    [lot_id, 2 * Math.floor(count / 4) + 1],
  )
  return { reserved: rows[0]?.plate ?? '', assigned: rows[1]?.plate ?? '' }
}
