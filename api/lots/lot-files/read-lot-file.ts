import type { Output } from '@openspot/contract/call.ts'
import type { LotDocument } from '@openspot/contract/lots/lot-export.ts'
import type { readLotFileRoute } from '@openspot/contract/lots/lot-files.ts'
import type { FileReason } from '@openspot/core/lot-files/file-reasons.ts'
import type { Outcome } from '@openspot/core/lot-files/outcomes.ts'
import { fileCurrency, priceProperties, rateColumns } from '@openspot/core/lot-files/read-rates.ts'
import { MAX_SPOTS } from '@openspot/core/lots/trust.ts'
import { currencyOf } from '@openspot/core/money/currency-of-country.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import { localeFor } from '@openspot/messages/locales.ts'
import {
  fileLotName,
  filePlaceText,
  filePropertyText,
  fileReasonText,
} from '@openspot/messages/lot-file-text.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { callerOf } from '../../plugins/access.ts'
import { translatorOf } from '../../plugins/locale.ts'
import type { RouteInput } from '../../route-input.ts'
import { timeZoneAt } from '../lot-settings/time-zone-at.ts'
import { type DraftRead, type FeatureRead, readLotFileInThread } from './lot-file-in-thread.ts'
import { findNearestCity } from './nearest-city.sql.ts'

const noRates = { half_hour_cents: null, hour_cents: null, day_cents: null, month_cents: null }
/** The highest level that a spot can have. */
const MAX_LEVEL = 200
/** What a reservation may cost in any new lot. */
const usualMaximum = 100_000

type Answer = Output<typeof readLotFileRoute>

/** Reads what a file says of lots, and one of them completely. Nothing is saved. */
export async function readLotFile(
  app: FastifyInstance,
  request: FastifyRequest,
  { text, feature }: RouteInput<typeof readLotFileRoute>['body'],
): Promise<Answer> {
  const t = translatorOf(request)
  const file = await readLotFileInThread(callerOf(request).user_id, { text, number: feature ?? null })
  if ('refusal' in file) {
    const { field, refusal } = file
    refuse('request_invalid', { field, message: (reader) => fileReasonText(reader, refusal) })
  }
  return {
    features: file.listed.map(({ place, name }) => ({
      number: place.number,
      name,
      label: filePlaceText(t, place),
    })),
    features_left_out: file.left_out,
    lot: file.chosen && (await lotOf(app, request, t, file.chosen)),
  }
}

async function lotOf(
  app: FastifyInstance,
  request: FastifyRequest,
  t: Translate,
  read: FeatureRead,
): Promise<Answer['lot']> {
  const made = read.draft && (await documentOf(app, request, t, read.draft))
  const outcomes: Outcome[] = [...(made?.outcomes(read.outcomes) ?? read.outcomes)]
  const say = (reason: FileReason) => fileReasonText(t, reason)
  return {
    document: made?.document ?? null,
    outcomes: outcomes.map((each) => ({
      property: filePropertyText(t, each),
      outcome: each.outcome,
      reason: each.reason && say(each.reason),
    })),
    notes: read.notes.map(say),
  }
}

/** Makes a document of a draft, and says what else became of its properties: the lot may have fewer spots, or another currency. */
async function documentOf(app: FastifyInstance, request: FastifyRequest, t: Translate, draft: DraftRead) {
  const { lat, lng, facts, rates } = draft
  const isTrusted = app.settings.trust_new_lots || callerOf(request).roles.includes('OPENSPOT_ADMIN')
  const max = MAX_SPOTS[isTrusted ? 'TRUSTED' : 'NEW']
  const city = await findNearestCity(app.db, draft)
  const country = city?.country ?? 'US'
  const currency = currencyOf(country) ?? fileCurrency
  const hasRates = rateColumns.some((column) => rates[column] !== null)
  const isInDollars = currency === fileCurrency
  const highest = Math.max(usualMaximum, ...rateColumns.map((column) => rates[column] ?? 0))
  const document: LotDocument = {
    format: 'openspot-lot',
    version: 1,
    exported_at: app.ports.now().toISOString(),
    details: {
      name: draft.name ?? fileLotName(t, draft.number, city?.name ?? null),
      description: null,
      managed_by: facts.managed_by,
      street: facts.street,
      city: city?.name ?? null,
      region: city?.region || null,
      postal_code: facts.postal_code,
      country,
      lat,
      lng,
      boundary: draft.rings,
      time_zone: await timeZoneAt(draft),
      clearance_mm: facts.clearance_mm,
      language: localeFor(localeOf(t)),
    },
    settings: {
      ...(isInDollars && hasRates ? { ...rates, max_reservation_price: highest } : {}),
      opening_hours:
        facts.opening_hours &&
        Object.fromEntries(Object.entries(facts.opening_hours).map(([day, spans]) => [day, [...spans]])),
      currency,
      is_private: facts.is_private,
      invite_only: false,
    },
    zones: [],
    spots: draft.spots.slice(0, max).map(({ label, level, ring }, at) => ({
      label,
      type: at < draft.accessible ? ('ACCESSIBLE' as const) : ('STANDARD' as const),
      features: draft.spot_features,
      level: Math.min(level, MAX_LEVEL),
      zone_id: null,
      rates: noRates,
      shape: ring,
    })),
    calendar_prices: [],
    rule_sets: [
      {
        id: app.ports.id(),
        name: t('ruleSets.firstName'),
        is_default: true,
        rules: noRules,
        fine_terms: null,
      },
    ],
    groups: [],
    availability_rules: [],
  }
  const isCut = draft.spots.length > max
  const cut = { outcome: 'guessed' as const, reason: { code: 'spots_cut' as const, max } }
  const isCount = ({ property, outcome }: Outcome) => property === 'spots' && outcome === 'taken'
  const outcomes = (read: readonly Outcome[]): Outcome[] => [
    ...read.map((each) =>
      isCut && isCount(each)
        ? { ...each, ...cut }
        : !isInDollars &&
            typeof each.property === 'string' &&
            priceProperties.has(each.property) &&
            each.outcome === 'taken'
          ? { ...each, outcome: 'ignored' as const, reason: { code: 'no_dollars' as const } }
          : each,
    ),
    ...(isCut && !read.some(isCount) ? [{ property: { own: 'spots' as const }, ...cut }] : []),
  ]
  return { document, outcomes }
}
