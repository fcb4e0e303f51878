import {
  failedPaymentRules,
  isOneOf,
  lotRoles,
  payoutSchedules,
  repeatFrequencies,
  spotFeatures,
  spotTypes,
  weekdays,
} from '@openspot/core/enums.ts'
import { fineReasons } from '@openspot/core/fines/enums.ts'
import { flags } from '@openspot/core/flags/catalog.ts'
import { gateActuations, gateDrivers } from '@openspot/core/gates/enums.ts'
import { simulatedGateScripts } from '@openspot/core/gates/scripts.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { moneyText } from '@/ui/money.tsx'
import { detailName } from './detail-names.ts'

/** In which words a recorded value is shown: its name decides. */
export interface DetailContext {
  t: Translate
  /** Amounts are in it. Null: it isn't known. */
  currency: string | null
  /** What IDs are called now. */
  names?: Readonly<Record<string, string>>
}

/** A value as a reader takes it in: instants apart, lists and objects as text. Null: there is none. */
export type DetailValue = { at: string } | { text: string } | { is: boolean } | null

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/

export function detailValue(context: DetailContext, name: string, value: unknown): DetailValue {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return { is: value }
  if (typeof value === 'string' && instant.test(value)) return { at: value }
  const text = textOf(context, name, value)
  return text === '' ? null : { text }
}

function textOf(context: DetailContext, name: string, value: unknown): string {
  const { t } = context
  if (value === null || value === undefined) return t('audit.detail.nothing')
  if (typeof value === 'boolean') return t(value ? 'audit.detail.yes' : 'audit.detail.no')
  if (typeof value === 'number') return numberText(context, name, value)
  if (typeof value === 'string') return context.names?.[value] ?? wordOf(t, name, value)
  if (name === 'boundary' && Array.isArray(value))
    return t('lotSettings.map.corners', { count: Array.isArray(value[0]) ? value[0].length : 0 })
  if (Array.isArray(value)) return value.map((one) => textOf(context, name, one)).join(', ')
  if (typeof value !== 'object') return ''
  // Something with a name of its own is known by it rather than by its ID.
  if ('id' in value && 'name' in value && typeof value.name === 'string') return value.name
  return Object.entries(value)
    .map(([inner, one]) =>
      t('audit.detail.pair', { name: detailName(t, inner), value: textOf(context, inner, one) }),
    )
    .join('; ')
}

/** The endings of names that say in which unit a number is. */
const units = [
  [/_ms$/, 'millisecond'],
  [/_seconds$/, 'second'],
  [/_minutes(_after_start)?$/, 'minute'],
  [/_hours$/, 'hour'],
  [/_days$/, 'day'],
] as const

const amounts = new Set(['min_reservation_price', 'max_reservation_price'])

function numberText({ t, currency }: DetailContext, name: string, value: number): string {
  const locale = localeOf(t)
  if (name.endsWith('_cents') || amounts.has(name)) {
    if (currency !== null) return moneyText(t, value, currency)
    // "$16.00" may be wrong, and so may the point in "16.00".
    return t('audit.detail.smallestUnit', { amount: value })
  }
  if (name.endsWith('_bps'))
    return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
      value / 10_000,
    )
  const unit = units.find(([ending]) => ending.test(name))?.[1]
  if (unit) return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
  // Coordinates keep all of their digits.
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 20, useGrouping: false }).format(value)
}

/** The word of a state that screens show, or the text as it is. */
function wordOf(t: Translate, name: string, value: string): string {
  if (name === 'role' && isOneOf(lotRoles, value)) return t(`staff.roles.${value}`)
  if (name === 'reason' && isOneOf(fineReasons, value)) return t(`fines.reasons.${value}`)
  if (name === 'driver' && isOneOf(gateDrivers, value)) return t(`gates.drivers.${value}`)
  if (name === 'script' && isOneOf(simulatedGateScripts, value)) return t(`gates.scripts.${value}`)
  if (name === 'actuation' && isOneOf(gateActuations, value)) return t(`gates.actuations.${value}`)
  if (name === 'flag' && isOneOf(flags, value)) return t(`flags.names.${value}.name`)
  if (name === 'schedule' && isOneOf(payoutSchedules, value)) return t(`payouts.schedules.${value}`)
  if (name === 'features' && isOneOf(spotFeatures, value)) return t(`spot.features.${value}`)
  if ((name === 'type' || name === 'spot_types') && isOneOf(spotTypes, value)) return t(`spot.types.${value}`)
  if (name === 'repeat_frequency' && isOneOf(repeatFrequencies, value))
    return t(`recurrence.frequencies.${value}`)
  if (name === 'repeat_on' && isOneOf(weekdays, value)) return t(`recurrence.shortDays.${value}`)
  if (name === 'failed_payment_rule' && isOneOf(failedPaymentRules, value))
    return t(`lotSettings.money.failedRules.${value}`)
  return value
}
