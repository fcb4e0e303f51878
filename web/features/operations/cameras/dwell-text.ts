import type { Translate } from '@openspot/messages/translate.ts'
import { lengthText, listText } from '@/ui/figures.ts'

/** Formats how long a vehicle was inside: "45 minutes", "2 hours and 5 minutes", "3 days and 1 hour". */
export function dwellText(t: Translate, minutes: number): string {
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  const parts = [
    ...(days > 0 ? [lengthText(t, days, 'day')] : []),
    ...(hours > 0 ? [lengthText(t, hours, 'hour')] : []),
    ...(days === 0 && (minutes % 60 > 0 || hours === 0) ? [lengthText(t, minutes % 60, 'minute')] : []),
  ]
  return listText(t, parts)
}
