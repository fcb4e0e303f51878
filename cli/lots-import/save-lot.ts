import { findNearestCity } from '@openspot/api/lots/lot-files/nearest-city.sql.ts'
import { timeZoneAt } from '@openspot/api/lots/lot-settings/time-zone-at.ts'
import { type Ports, secretWord } from '@openspot/api/ports.ts'
import { isRecord } from '@openspot/core/lot-files/is-record.ts'
import { type Rates, rateColumns, readRates } from '@openspot/core/lot-files/read-rates.ts'
import { type Facts, readTags } from '@openspot/core/lot-files/read-tags.ts'
import type { Database } from '@openspot/db/database.ts'
import { allowSlowStatements } from '@openspot/db/pool.ts'
import { fileLotName } from '@openspot/messages/lot-file-text.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type pg from 'pg'
import { formatChanges } from './format-changes.ts'
import type { LotDraft } from './read-features.ts'

export type Saved =
  | { outcome: 'new'; name: string; spots: number }
  | { outcome: 'changed'; name: string; spots: number; what: string }
  | { outcome: 'unchanged'; name: string; spots: number }

export interface Order {
  source: string
  owner_user_id: string | null
  /** Whether the change is rolled back, and only its outcome returned. */
  is_dry: boolean
}

const usual_maximum = 100_000
const english = translatorFor(null)

/** Inserts one lot, or updates it with what changed in the file, in its own transaction. */
export async function saveLot(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  ports: Ports,
  draft: LotDraft,
  order: Order,
): Promise<Saved> {
  const city = await findNearestCity(db, draft)
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local statement_timeout = '60s'`)
    allowSlowStatements(client, 60_000)
    const saved =
      (await updateLot(client, ports, draft, order)) ?? (await insertLot(client, ports, draft, city, order))
    await client.query(order.is_dry ? 'rollback' : 'commit')
    return saved
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function insertLot(
  client: pg.PoolClient,
  ports: Ports,
  draft: LotDraft,
  city: Awaited<ReturnType<typeof findNearestCity>>,
  order: Order,
): Promise<Saved> {
  const { lat, lng, rates, facts } = draft
  const name = draft.name ?? fileLotName(english, draft.number, city?.name ?? null)
  const lot_id = ports.id()
  const now = ports.now().toISOString()
  const row = {
    id: lot_id,
    public_id: secretWord(ports),
    name,
    managed_by: facts.managed_by,
    street: facts.street,
    postal_code: facts.postal_code,
    opening_hours: facts.opening_hours,
    clearance_mm: facts.clearance_mm,
    is_private: facts.is_private,
    city: city?.name ?? null,
    region: city?.region || null,
    country: city?.country ?? 'US',
    lat,
    lng,
    boundary: draft.rings,
    time_zone: await timeZoneAt({ lat, lng }),
    ...rates,
    max_reservation_price: maximumFor(rates),
    source: order.source,
    source_key: draft.source_key,
    source_properties: draft.properties,
    created_at: now,
  }
  const columns = Object.keys(row).join(', ')
  await client.query(
    `insert into lots (${columns}) select ${columns} from json_populate_recordset(null::lots, $1)`,
    [JSON.stringify([row])],
  )
  await insertSpots(client, ports, lot_id, draft, 0)
  if (order.owner_user_id !== null) {
    await client.query(
      `insert into memberships (id, lot_id, user_id, role, status, created_at, changed_at)
       values ($1, $2, $3, 'SUPER_ADMIN', 'ACTIVE', $4, $4)`,
      [ports.id(), lot_id, order.owner_user_id, now],
    )
  }
  return { outcome: 'new', name, spots: draft.spots.length }
}

interface Known extends Rates {
  id: string
  name: string
  max_reservation_price: number
  source_properties: unknown
  rows: number
  spot_count: number
}

/**
 * Applies what changed in the file since the last import. Staff changes stay if the file did not change that value.
 * Returns null if the lot is unknown.
 */
async function updateLot(
  client: pg.PoolClient,
  ports: Ports,
  draft: LotDraft,
  { source }: Order,
): Promise<Saved | null> {
  const { rows } = await client.query<Known>(
    `select id, name, max_reservation_price, source_properties, spot_count, ${rateColumns.join(', ')},
       (select count(*) from spots s where s.lot_id = lots.id)::int as rows
     from lots where source = $1 and source_key = $2 for update`,
    [source, draft.source_key],
  )
  const lot = rows[0]
  if (!lot) return null
  const { name, spot_count: spots } = lot
  if (sameJson(lot.source_properties, draft.properties)) return { outcome: 'unchanged', name, spots }
  const properties = isRecord(lot.source_properties) ? lot.source_properties : null
  const before = properties && readRates(properties)
  const told: Partial<Rates> = before?.ok ? before.rates : {}
  const rates: Rates = { ...draft.rates }
  for (const column of rateColumns) if (told[column] === rates[column]) rates[column] = lot[column]
  const changed = changedFacts(properties, draft.facts)
  await client.query(
    `update lots set ${changed.map((column) => `${column} = f.${column},`).join(' ')} max_reservation_price = $3, source_properties = $4,
       ${rateColumns.map((column, at) => `${column} = $${at + 5}`).join(', ')}
     from json_populate_record(null::lots, $2) f where lots.id = $1`,
    [
      lot.id,
      JSON.stringify(draft.facts),
      Math.max(lot.max_reservation_price, maximumFor(rates)),
      JSON.stringify(draft.properties),
      ...rateColumns.map((column) => rates[column]),
    ],
  )
  const more = draft.is_counted ? draft.spots.slice(lot.rows) : []
  await insertSpots(client, ports, lot.id, { ...draft, spots: more, accessible: 0 }, lot.rows)
  const what = [
    formatChanges(lot, rates),
    ...(more.length > 0 ? [`${more.length} more spots`] : []),
    ...(draft.is_counted && draft.spots.length < lot.rows
      ? [`kept ${lot.rows} spots, although the file has ${draft.spots.length}; staff can delete spots`]
      : []),
  ].filter(Boolean)
  const words = what.length > 0 ? what.join(', ') : 'details other than prices and spots'
  return { outcome: 'changed', name, spots: spots + more.length, what: words }
}

/** The facts that the file says otherwise than before. Whether a lot is private is only read once: opening it to everyone is for its staff. */
function changedFacts(before: Record<string, unknown> | null, now: Facts): (keyof Facts)[] {
  const then = readTags(before ?? {}, null).facts
  return (Object.keys(now) as (keyof Facts)[]).filter(
    (column) => column !== 'is_private' && !sameJson(then[column], now[column]),
  )
}

/** Adds the spots of a draft to those that the lot has already. */
async function insertSpots(
  client: pg.PoolClient,
  ports: Ports,
  lot_id: string,
  { spots, accessible, spot_features }: Pick<LotDraft, 'spots' | 'accessible' | 'spot_features'>,
  known: number,
): Promise<void> {
  if (spots.length === 0) return
  const rows = spots.map((spot, at) => ({
    ...spot,
    id: ports.id(),
    spot_no: known + at + 1,
    type: at < accessible ? 'ACCESSIBLE' : 'STANDARD',
  }))
  await client.query(
    `insert into spots (id, lot_id, spot_no, label, level, shape, type, features, created_at)
     select x.id, $1, x.spot_no, x.label, x.level, x.ring, x.type, $4::spot_feature[], $3
     from json_to_recordset($2) as x(id uuid, spot_no smallint, label text, level smallint, ring jsonb, type spot_type)`,
    [lot_id, JSON.stringify(rows), ports.now().toISOString(), spot_features],
  )
}

/** Allows booking a month and any other block that is sold. */
function maximumFor(rates: Rates): number {
  return Math.max(usual_maximum, ...rateColumns.map((column) => rates[column] ?? 0))
}

/** PostgreSQL stores JSON properties in its own order. */
function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b))
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, inOrder(each)]),
  )
}
