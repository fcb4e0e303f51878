import type { Hold } from '@openspot/api/booking/reservations/hold.sql.ts'
import { appRole } from '@openspot/db/privileges.ts'
import type pg from 'pg'
import { firstMoment, numberOf } from './size.ts'

/**
 * The baseline of bookings: the least that PostgreSQL must do for one. The same rows as the product has loaded, in tables of
 * their own with integer keys, and one function that inserts the reservation under an exclusion constraint, its occupancy,
 * its invoice, and two lines. It checks nothing else.
 */
export async function makeMinimal(client: pg.Client): Promise<void> {
  await client.query(tables)
  await client.query(rows)
  await client.query(constraints)
  await client.query(
    `vacuum (analyze) minimal.spots, minimal.reservations, minimal.occupancy, minimal.invoices, minimal.invoice_lines`,
  )
  await client.query(bookFunction)
  await client.query(`grant usage on schema minimal to ${appRole};
    grant select, insert on all tables in schema minimal to ${appRole}`)
}

/** Makes the same booking in these tables; returns whether the spot was free. */
export async function bookMinimally(pool: pg.Pool, hold: Hold): Promise<boolean> {
  const { rows: answer } = await pool.query<{ invoice_id: number | null }>({
    name: 'book_minimally',
    text: 'select minimal.book($1, $2, $3, $4, $5) as invoice_id',
    values: [numberOf(hold.user_id), numberOf(hold.spot_id), hold.starts_at, hold.ends_at, hold.total_cents],
  })
  return answer[0]?.invoice_id !== null
}

const tables = `
  create schema minimal;
  create table minimal.spots (id int primary key, lot_id int not null, spot_no smallint not null);
  create table minimal.reservations (
    id bigint generated always as identity, user_id int not null, lot_id int not null, spot_id int not null,
    during tstzrange not null, status text not null, total_cents int not null);
  create table minimal.occupancy (
    lot_id int not null, spot_no smallint not null, starts_min int not null, ends_min int not null, reservation_id bigint not null);
  create table minimal.invoices (
    id bigint generated always as identity, reservation_id bigint not null, user_id int not null, currency text not null,
    total_cents int not null, status text not null);
  create table minimal.invoice_lines (
    invoice_id bigint not null, line_no smallint not null, kind text not null, quantity int not null, unit_cents int not null,
    amount_cents int not null)`

/** The number of a row, from its ID (\`idOf\`). */
const numberInSql = (id: string) =>
  `(('x' || lpad(left(replace(${id}::text, '-', ''), 12), 16, '0'))::bit(64)::bigint - ${firstMoment})`

const rows = `
  insert into minimal.spots select ${numberInSql('id')}, ${numberInSql('lot_id')}, spot_no from spots;
  insert into minimal.reservations (user_id, lot_id, spot_id, during, status, total_cents)
    select ${numberInSql('user_id')}, ${numberInSql('lot_id')}, ${numberInSql('spot_id')}, tstzrange(starts_at, ends_at),
      lower(status::text), total_cents
    from reservations order by id;
  insert into minimal.occupancy
    select r.lot_id, s.spot_no, minutes_of(lower(r.during)), minutes_of(upper(r.during)), r.id
    from minimal.reservations r join minimal.spots s on s.id = r.spot_id where r.status = 'active';
  insert into minimal.invoices (reservation_id, user_id, currency, total_cents, status)
    select ${numberInSql('reservation_id')} + 1, ${numberInSql('user_id')}, currency, total_cents, 'open' from invoices order by id;
  insert into minimal.invoice_lines
    select i.id, l.no, l.kind, 1, l.cents, l.cents
    from minimal.invoices i, (values (1, 'parking', 800), (2, 'fee', 99)) l(no, kind, cents)`

const constraints = `
  alter table minimal.reservations add primary key (id);
  alter table minimal.reservations add foreign key (spot_id) references minimal.spots;
  alter table minimal.reservations add constraint no_overlap
    exclude using gist (spot_id with =, during with &&) where (status = 'active');
  create index on minimal.occupancy (lot_id, starts_min) include (ends_min, spot_no);
  alter table minimal.invoices add primary key (id);
  alter table minimal.invoices add foreign key (reservation_id) references minimal.reservations;
  alter table minimal.invoice_lines add primary key (invoice_id, line_no);
  alter table minimal.invoice_lines add foreign key (invoice_id) references minimal.invoices`

const bookFunction = `
  create function minimal.book(p_user int, p_spot int, p_starts_at timestamptz, p_ends_at timestamptz, p_cents int) returns bigint
  language plpgsql as $$
  declare
    the_spot minimal.spots;
    the_reservation bigint;
    the_invoice bigint;
  begin
    select s.* into the_spot from minimal.spots s where s.id = p_spot;
    insert into minimal.reservations (user_id, lot_id, spot_id, during, status, total_cents)
      values (p_user, the_spot.lot_id, p_spot, tstzrange(p_starts_at, p_ends_at), 'active', p_cents)
      on conflict do nothing returning id into the_reservation;
    if not found then return null; end if;
    insert into minimal.occupancy
      values (the_spot.lot_id, the_spot.spot_no, extract(epoch from p_starts_at) / 60, extract(epoch from p_ends_at) / 60, the_reservation);
    insert into minimal.invoices (reservation_id, user_id, currency, total_cents, status)
      values (the_reservation, p_user, 'USD', p_cents, 'open') returning id into the_invoice;
    insert into minimal.invoice_lines
      values (the_invoice, 1, 'parking', 1, p_cents, p_cents), (the_invoice, 2, 'fee', 1, 0, 0);
    return the_invoice;
  end $$`
