import type { LotDocument } from '@openspot/contract/lots/lot-export.ts'
import type { Message } from '@openspot/messages/translate.ts'
import { ApiError, refuse } from '../../errors.ts'

/** Runs a part of the work and prefixes the field of an error with its place in the document. */
export function within<T>(place: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw placed(place, error)
  }
}

export async function withinAsync<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw placed(place, error)
  }
}

function placed(place: string, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const field = error.field === undefined ? place : `${place}.${error.field}`
  return new ApiError(error.code, {
    message: error.text,
    field,
    ...(error.details === undefined ? {} : { details: error.details }),
  })
}

/** Throws `request_invalid` if a document has duplicate names or references a part that it does not contain. */
export function checkReferences(document: LotDocument): void {
  const { zones, spots, rule_sets, groups, calendar_prices, availability_rules: rules } = document
  refuseTwice(
    'zones',
    'id',
    zones.map(({ id }) => id),
  )
  refuseTwice(
    'zones',
    'name',
    zones.map(({ name }) => name.trim().toLowerCase()),
  )
  refuseTwice(
    'spots',
    'label',
    spots.map(({ label }) => label.trim()),
  )
  refuseTwice(
    'rule_sets',
    'id',
    rule_sets.map(({ id }) => id),
  )
  refuseTwice(
    'rule_sets',
    'name',
    rule_sets.map(({ name }) => name.trim().toLowerCase()),
  )
  refuseTwice(
    'groups',
    'name',
    groups.map(({ name }) => name.trim().toLowerCase()),
  )
  const { maps = [], signs = [] } = document
  refuseTwice(
    'maps',
    'name',
    maps.map(({ name }) => name.trim().toLowerCase()),
  )
  refuseTwice(
    'signs',
    'place',
    signs.map(({ place }) => place.trim().toLowerCase()),
  )
  const second = rule_sets.findIndex(
    (rules, at) => rules.is_default && rule_sets.findIndex((one) => one.is_default) < at,
  )
  if (second >= 0) fail(`rule_sets.${second}.is_default`, (t) => t('apiErrors.documents.oneDefault'))

  const zoneIds = new Set(zones.map(({ id }) => id))
  const labels = new Set(spots.map(({ label }) => label.trim()))
  const ruleIds = new Set(rule_sets.map(({ id }) => id))
  const need = (known: ReadonlySet<string>, named: string | null | undefined, field: string) => {
    if (named !== null && named !== undefined && !known.has(named))
      fail(field, (t) => t('apiErrors.documents.missing'))
  }
  for (const [at, spot] of spots.entries()) need(zoneIds, spot.zone_id, `spots.${at}.zone_id`)
  for (const [at, group] of groups.entries()) need(ruleIds, group.rule_set_id, `groups.${at}.rule_set_id`)
  for (const [at, { rules }] of rule_sets.entries()) {
    for (const id of rules.zone_ids ?? []) need(zoneIds, id, `rule_sets.${at}.rules.zone_ids`)
  }
  for (const [at, price] of calendar_prices.entries()) {
    for (const id of price.zone_ids ?? []) need(zoneIds, id, `calendar_prices.${at}.zone_ids`)
  }
  for (const [at, { spots: placed }] of maps.entries()) {
    for (const [nth, { spot }] of placed.entries()) need(labels, spot.trim(), `maps.${at}.spots.${nth}.spot`)
  }
  for (const [at, { spot }] of signs.entries()) need(labels, spot?.trim(), `signs.${at}.spot`)
  for (const [at, rule] of rules.entries()) {
    need(zoneIds, rule.zone_id, `availability_rules.${at}.zone_id`)
    need(labels, rule.spot, `availability_rules.${at}.spot`)
    if (rule.zone_id !== null && rule.spot !== null)
      fail(`availability_rules.${at}.zone_id`, (t) => t('apiErrors.documents.spotOrZone'))
  }
}

function refuseTwice(part: string, field: string, names: readonly string[]): void {
  const seen = new Set<string>()
  for (const [at, name] of names.entries()) {
    if (seen.has(name)) fail(`${part}.${at}.${field}`, (t) => t('apiErrors.documents.twice', { name }))
    seen.add(name)
  }
}

const fail = (field: string, message: Message): never =>
  refuse('request_invalid', { field: `document.${field}`, message })
