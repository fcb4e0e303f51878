import { formatDistance } from '@openspot/core/geo/format-distance.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import {
  formatClock,
  formatDate,
  formatDay,
  formatForReader,
  formatHour,
  formatInstant,
  formatLocalDate,
  formatMinutes,
  formatReservationTime,
  formatSpan,
  formatTime,
  zoneMessage,
} from '@openspot/core/time/format.ts'
import { messages } from '@openspot/messages/en-us.ts'
import type { Locale } from '@openspot/messages/locales.ts'
import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { listText, percentText } from './figures.ts'

const starts_at = '2026-11-23T20:00:00.000Z'
const ends_at = '2026-11-24T15:30:00.000Z'

/** Formats one of each with the functions that the screens, emails, and documents use. */
function formatsIn(locale: string) {
  const inChicago = { zone: 'America/Chicago', now: '2026-11-22T18:00:00.000Z', locale }
  const t = createTranslator({
    locale: locale as Locale,
    messages: { ...messages, common: { ...messages.common, locale } } as unknown as typeof messages,
    timeZone: 'UTC',
  })
  return {
    date: formatDate(starts_at, inChicago),
    month: formatLocalDate('2026-11-01', locale, 'month'),
    day: formatDay('2026-11-25T20:00:00.000Z', inChicago),
    moment: formatInstant(starts_at, inChicago),
    time: formatTime(starts_at, inChicago),
    clock: formatClock(18 * 60 + 30, locale),
    hour: formatHour(18, locale),
    reservation: formatReservationTime({ starts_at, ends_at }, inChicago, (start) => start),
    range: formatSpan(starts_at, ends_at, inChicago),
    in_utc: formatForReader(starts_at, locale, null),
    length: formatMinutes(150, locale),
    zone: zoneMessage(starts_at, inChicago),
    near: formatDistance(120, locale),
    far: formatDistance(2400, locale),
    dollars: formatMoney(123_456, 'USD', locale),
    yen: formatMoney(2000, 'JPY', locale),
    negative: formatMoney(-1500, 'EUR', locale),
    percent: percentText(t, 1250),
    number: t('apiErrors.spots.limit', { max: 12_345 }),
    list: listText(t, ['A', 'B', 'C']),
  }
}

// Reviewed by hand for each locale. A change of these after an update of Node.js is one that readers see.
const expected: Record<string, ReturnType<typeof formatsIn>> = {
  'en-US': {
    date: 'November 23, 2026',
    month: 'November 2026',
    day: 'Wed, Nov 25',
    moment: 'Tomorrow, 2:00 PM',
    time: '2:00 PM',
    clock: '6:30 PM',
    hour: '6 PM',
    reservation: 'Tomorrow, 2:00 PM – Tue, Nov 24, 9:30 AM · 19 hr 30 min',
    range: 'November 23, 2026 at 2:00 PM – November 24, 2026 at 9:30 AM',
    in_utc: 'Nov 23, 2026, 8:00 PM UTC',
    length: '2 hr 30 min',
    zone: 'Central Time',
    near: '390 ft',
    far: '1.5 mi',
    dollars: '$1,234.56',
    yen: '¥2,000',
    negative: '-€15.00',
    percent: '12.5%',
    number: 'A lot can have at most 12,345 spots, including deleted ones.',
    list: 'A, B, and C',
  },
  'en-GB': {
    date: '23 November 2026',
    month: 'November 2026',
    day: 'Wed 25 Nov',
    moment: 'Tomorrow, 14:00',
    time: '14:00',
    clock: '18:30',
    hour: '18',
    reservation: 'Tomorrow, 14:00 – Tue 24 Nov, 09:30 · 19 hrs 30 mins',
    range: '23 November 2026 at 14:00 – 24 November 2026 at 09:30',
    in_utc: '23 Nov 2026, 20:00 UTC',
    length: '2 hrs 30 mins',
    zone: 'Central Time',
    near: '130 yd',
    far: '1.5 mi',
    dollars: 'US$1,234.56',
    yen: 'JP¥2,000',
    negative: '-€15.00',
    percent: '12.5%',
    number: 'A lot can have at most 12,345 spots, including deleted ones.',
    list: 'A, B and C',
  },
  'de-DE': {
    date: '23. November 2026',
    month: 'November 2026',
    day: 'Mi., 25. Nov.',
    moment: 'Morgen, 14:00',
    time: '14:00',
    clock: '18:30',
    hour: '18 Uhr',
    reservation: 'Morgen, 14:00 – Di., 24. Nov., 09:30 · 19 Std., 30 Min.',
    range: '23. November 2026 um 14:00 – 24. November 2026 um 09:30',
    in_utc: '23. Nov. 2026, 20:00 UTC',
    length: '2 Std., 30 Min.',
    zone: 'Nordamerikanische Zentralzeit',
    near: '120 m',
    far: '2,4 km',
    dollars: '1.234,56\u00a0$',
    yen: '2.000\u00a0¥',
    negative: '-15,00\u00a0€',
    percent: '12,5\u00a0%',
    number: 'A lot can have at most 12.345 spots, including deleted ones.',
    list: 'A, B und C',
  },
  'ja-JP': {
    date: '2026年11月23日',
    month: '2026年11月',
    day: '11月25日(水)',
    moment: '明日 14:00',
    time: '14:00',
    clock: '18:30',
    hour: '18時',
    reservation: '明日 14:00 – 11月24日(火) 09:30 · 19 時間30 分',
    range: '2026年11月23日 14:00 – 2026年11月24日 09:30',
    in_utc: '2026年11月23日 20:00 UTC',
    length: '2 時間30 分',
    zone: '米国中部時間',
    near: '120 m',
    far: '2.4 km',
    dollars: '$1,234.56',
    yen: '￥2,000',
    negative: '-€15.00',
    percent: '12.5%',
    number: 'A lot can have at most 12,345 spots, including deleted ones.',
    list: 'A、B、C',
  },
  ar: {
    date: '23 نوفمبر 2026',
    month: 'نوفمبر 2026',
    day: 'الأربعاء، 25 نوفمبر',
    moment: 'غدًا، 2:00 م',
    time: '2:00 م',
    clock: '6:30 م',
    hour: '6 م',
    reservation: 'غدًا، 2:00 م – الثلاثاء، 24 نوفمبر، 9:30 ص · 19 س و30 د',
    range: '23 نوفمبر 2026 في 2:00 م – 24 نوفمبر 2026 في 9:30 ص',
    in_utc: '23 نوفمبر 2026، 8:00 م UTC',
    length: '2 س و30 د',
    zone: 'التوقيت المركزي لأمريكا الشمالية',
    near: '120 مترًا',
    far: '2.4 كم',
    dollars: '\u200f1,234.56\u00a0US$\u200e',
    yen: '\u200f2,000\u00a0JP¥\u200e',
    negative: '\u200f\u200e-15.00\u00a0€',
    percent: '12.5\u200e%\u200e',
    number: 'A lot can have at most 12,345 spots, including deleted ones.',
    list: 'A وB وC',
  },
}

test.each(Object.keys(expected))(
  'formats dates, times, amounts, and units as people in %s write them',
  (locale) => {
    expect(formatsIn(locale)).toEqual(expected[locale])
  },
)
