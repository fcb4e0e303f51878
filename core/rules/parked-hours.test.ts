import { expect, test } from 'vitest'
import { checkRules } from './check-rules.ts'
import { noRules } from './no-rules.ts'
import type { HeldReservation, Rules } from './types.ts'

const reservation = (starts_at: string, ends_at: string | null): HeldReservation => ({ starts_at, ends_at })
const breaches = (
  max_hours: Rules['max_hours'],
  requested: { times: HeldReservation; held?: HeldReservation[] },
) =>
  checkRules(
    { ...noRules, max_hours },
    {
      zone: 'America/Chicago',
      long_term_days: 45,
      now: '2026-11-21T15:00:00.000Z',
      spot: { type: 'STANDARD', zone_id: null },
      held: [],
      ...requested,
    },
  )
const reasonsOf = (...requested: Parameters<typeof breaches>) =>
  breaches(...requested).map(({ reason }) => reason)

test('counts the hours of all reservations, including past ones, in each period that this one touches', () => {
  // From 08:00 to 08:30 today, and from 20:00 to 01:00 that night.
  const morning = reservation('2026-11-21T14:00Z', '2026-11-21T14:30Z')
  const night = reservation('2026-11-22T02:00Z', '2026-11-22T07:00Z')
  const day = (hours: number) => ({ hours, per: 'DAY' }) as const
  expect(breaches(day(4), { times: night })).toEqual([])
  expect(breaches(day(4), { times: night, held: [morning] })).toEqual([
    {
      rule: 'max_hours',
      reason: { code: 'too_many_hours', hours: 4, per: 'DAY', parked_minutes: 270, first_day: '2026-11-21' },
      field: 'ends_at',
      params: {
        hours: 4,
        per: 'DAY',
        parked_minutes: 270,
        period_starts_at: '2026-11-21T06:00:00.000Z',
        period_ends_at: '2026-11-22T06:00:00.000Z',
      },
    },
  ])
  // The 22nd is a Sunday, so the week from the 16th contains both.
  const sunday = reservation('2026-11-22T20:00Z', '2026-11-23T08:00Z')
  const held = [
    reservation('2026-11-16T06:00Z', '2026-11-16T16:00Z'),
    reservation('2026-11-16T05:00Z', '2026-11-16T06:00Z'),
  ]
  expect(reasonsOf({ hours: 19, per: 'WEEK' }, { times: sunday, held })).toEqual([
    { code: 'too_many_hours', hours: 19, per: 'WEEK', parked_minutes: 1200, first_day: '2026-11-16' },
  ])
  expect(breaches({ hours: 20, per: 'WEEK' }, { times: sunday, held })).toEqual([])
  expect(reasonsOf({ hours: 22, per: 'MONTH' }, { times: sunday, held })).toEqual([
    { code: 'too_many_hours', hours: 22, per: 'MONTH', parked_minutes: 1380, first_day: '2026-11-01' },
  ])
  expect(breaches({ hours: 23, per: 'MONTH' }, { times: sunday, held })).toEqual([])
})

test('adds seconds up to an hour exactly', () => {
  const at = (time: string) => `2026-11-23T${time}Z`
  const held = [reservation(at('16:00:00'), at('16:20:02')), reservation(at('17:00:00'), at('17:20:02'))]
  const hour = { hours: 1, per: 'DAY' } as const
  expect(breaches(hour, { held, times: reservation(at('18:00:00'), at('18:19:56')) })).toEqual([])
  expect(breaches(hour, { held, times: reservation(at('18:00:00'), at('18:19:56.001')) })).toHaveLength(1)
})

test('an open-ended reservation fills every later period, and a day of 25 hours exceeds a limit of 24', () => {
  const endless = { times: reservation('2026-11-23T23:00Z', null) }
  const params = (hours: number, per: 'DAY' | 'WEEK' | 'MONTH', held: HeldReservation[] = []) =>
    breaches({ hours, per }, { ...endless, held })[0]?.params.period_starts_at ?? null
  // Seven hours of the first day remain, and all of the second.
  expect(params(7, 'DAY')).toBe('2026-11-24T06:00:00.000Z')
  expect(params(24, 'DAY')).toBe('2027-11-07T05:00:00.000Z')
  expect(params(25, 'DAY')).toBeNull()
  expect(params(169, 'WEEK')).toBeNull()
  expect(params(744, 'MONTH')).toBeNull()
  // November, with its extra hour, has 721.
  expect(params(743, 'MONTH')).toBe('2026-12-01T06:00:00.000Z')
  const held = [reservation('2029-05-05T12:00Z', '2029-05-05T14:00Z')]
  expect(params(25, 'DAY', held)).toBe('2029-05-05T05:00:00.000Z')
})
