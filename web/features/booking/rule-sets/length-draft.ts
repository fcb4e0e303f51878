/** A length as edited in a form: minutes in the largest unit that gives a whole number. */
export interface LengthDraft {
  count: number | null
  unit: LengthUnit
}
export const lengthUnits = ['MINUTES', 'HOURS', 'DAYS'] as const
export type LengthUnit = (typeof lengthUnits)[number]

const minutesPer: Record<LengthUnit, number> = { MINUTES: 1, HOURS: 60, DAYS: 1440 }

export function lengthDraft(minutes: number | null, usual: LengthUnit): LengthDraft {
  if (minutes === null || minutes === 0) return { count: minutes, unit: usual }
  const unit = lengthUnits.findLast((one) => minutes % minutesPer[one] === 0) ?? 'MINUTES'
  return { count: minutes / minutesPer[unit], unit }
}

export const readLength = ({ count, unit }: LengthDraft): number | null =>
  count === null ? null : count * minutesPer[unit]
