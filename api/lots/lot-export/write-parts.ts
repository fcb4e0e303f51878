import type { LotDocument } from '@openspot/contract/lots/lot-export.ts'
import { eachSpotFact } from '@openspot/core/spots/spot-facts.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyRequest } from 'fastify'
import { noteColumn, rateColumns } from '../../booking/availability/availability.rules.ts'
import { insertAvailabilityRule } from '../../booking/availability/availability.sql.ts'
import { readRecurrence } from '../../booking/availability/recurrence.rules.ts'
import { readPrice } from '../../booking/prices/prices.rules.ts'
import { insertPrice } from '../../booking/prices/prices.sql.ts'
import { insertZone } from '../../booking/prices/zones.sql.ts'
import { readFineTerms, readRules } from '../../booking/rule-sets/rule-sets.rules.ts'
import { insertRuleSet, insertVersion } from '../../booking/rule-sets/rule-sets.sql.ts'
import { readName } from '../../names.ts'
import { addSpots } from '../spots/add-spots.ts'
import { checkBounds } from '../spots/spots.rules.ts'
import { within, withinAsync } from './document.rules.ts'
import { insertGroups } from './export.sql.ts'

/** The transaction, the caller, the new lot, and the document. */
export interface Parts {
  tx: Tx
  request: FastifyRequest
  lot_id: string
  now: Date
  user_id: string
  document: LotDocument
}

/** The new ids by those of the document. */
export type Ids = ReadonlyMap<string, string>

const newId = ({ request }: Parts) => request.server.ports.id()
const idsOf = (ids: Ids, named: readonly string[] | null | undefined) =>
  named ? named.flatMap((id) => ids.get(id) ?? []) : null
const idOf = (ids: Ids, named: string | null) => (named === null ? null : (ids.get(named) ?? null))

export async function writeZones(parts: Parts): Promise<Ids> {
  const { tx, lot_id, now, document } = parts
  const ids = new Map<string, string>()
  for (const [at, { id: old, name, rates }] of document.zones.entries()) {
    const id = newId(parts)
    ids.set(old, id)
    const read = within(`document.zones.${at}`, () => readName(name, 60))
    await insertZone(tx, { id, lot_id, name: read, ...rateColumns(rates), created_at: now.toISOString() })
  }
  return ids
}

/** Inserts the spots and returns their new ids by label. */
export async function writeSpots(parts: Parts, zones: Ids): Promise<Ids> {
  const { tx, request, lot_id, document } = parts
  if (document.spots.length === 0) return new Map()
  for (const [at, spot] of document.spots.entries())
    within(`document.spots.${at}`, () => checkBounds(spot, (field) => spot[field] !== undefined))
  const spots = document.spots.map(({ label, rates, zone_id, ...spot }, at) => ({
    ...spot,
    id: newId(parts),
    label: within(`document.spots.${at}`, () => readName(label, 20, 'label')),
    zone_id: idOf(zones, zone_id),
    ...eachSpotFact((fact) => noteColumn(spot[fact])),
    ...rateColumns(rates),
  }))
  await addSpots(tx, request, lot_id, spots)
  return new Map(spots.map(({ label, id }) => [label, id]))
}

export async function writePrices(parts: Parts, zones: Ids): Promise<void> {
  const { tx, request, lot_id, now, user_id, document } = parts
  const { time_zone } = document.details
  for (const [at, price] of document.calendar_prices.entries()) {
    const read = within(`document.calendar_prices.${at}`, () =>
      readPrice(time_zone, price, request.server.ports.now()),
    )
    await insertPrice(tx, {
      ...read,
      id: newId(parts),
      lot_id,
      weekdays: [...read.weekdays],
      zone_ids: idsOf(zones, read.zone_ids),
      created_by_user_id: user_id,
      created_at: now.toISOString(),
      changed_at: now.toISOString(),
    })
  }
}

/** Inserts the rule sets and the groups that use them. */
export async function writeRules(parts: Parts, zones: Ids): Promise<void> {
  const { tx, lot_id, now, user_id, document } = parts
  const ids = new Map<string, string>()
  for (const [at, one] of document.rule_sets.entries()) {
    const { id: old, name, is_default, rules } = one
    const id = newId(parts)
    ids.set(old, id)
    const place = `document.rule_sets.${at}`
    const read = await withinAsync(place, () =>
      readRules(tx, lot_id, { ...rules, zone_ids: idsOf(zones, rules.zone_ids) }),
    )
    await insertRuleSet(tx, {
      id,
      lot_id,
      name: within(place, () => readName(name, 80)),
      is_default,
      created_at: now.toISOString(),
    })
    const fine_terms = within(`${place}.fine_terms`, () => readFineTerms(one.fine_terms ?? null))
    await insertVersion(tx, { id, lot_id, version: 1, rules: read, fine_terms, user_id, now })
  }
  const groups = document.groups.map(({ name, unit, rule_set_id }, at) => ({
    id: newId(parts),
    name: within(`document.groups.${at}`, () => readName(name, 80)),
    unit: noteColumn(unit),
    rule_set_id: idOf(ids, rule_set_id),
  }))
  await insertGroups(tx, lot_id, groups, now.toISOString())
}

export async function writeAvailabilityRules(parts: Parts, zones: Ids, spots: Ids): Promise<void> {
  const { tx, request, lot_id, now, user_id, document } = parts
  const { time_zone } = document.details
  for (const [at, { spot, zone_id, note, ...recurrence }] of document.availability_rules.entries()) {
    const read = within(`document.availability_rules.${at}`, () =>
      readRecurrence(time_zone, recurrence, request.server.ports.now()),
    )
    await insertAvailabilityRule(tx, {
      ...read,
      id: newId(parts),
      lot_id,
      spot_id: idOf(spots, spot?.trim() ?? null),
      zone_id: idOf(zones, zone_id),
      kind: 'CLOSED',
      weekdays: [...read.weekdays],
      note: noteColumn(note),
      created_by_user_id: user_id,
      created_at: now.toISOString(),
    })
  }
}
