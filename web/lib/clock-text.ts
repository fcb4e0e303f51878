import { minutesOf } from '@openspot/core/time/instant.ts'
import { localDate, localParts } from '@openspot/core/time/zone.ts'

/** Formats an instant in local time for spreadsheets: "2026-03-01 14:00". */
export function clockText(at: string | null, zone: string): string {
  if (at === null) return ''
  const { hour, minute } = localParts(zone, minutesOf(at))
  const two = (figure: number) => String(figure).padStart(2, '0')
  return `${localDate(zone, minutesOf(at))} ${two(hour)}:${two(minute)}`
}
