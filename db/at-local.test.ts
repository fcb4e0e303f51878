import { zones } from '@openspot/core/testing/time.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { atLocal, plusLocalDays, plusLocalMonths, startOfLocalDay } from '@openspot/core/time/zone.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from './testing/database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Morocco changes its rules often, so that Node and PostgreSQL may know different ones. */
const sameRules = zones.filter((zone) => zone !== 'Africa/Casablanca')

/** Says where two lists of instants differ, because a list of thousands says little. */
function differences(
  clocks: readonly { zone: string; text: string }[],
  found: readonly string[],
  expected: readonly string[],
): string[] {
  return clocks.flatMap(({ zone, text }, at) =>
    found[at] === expected[at] ? [] : [`${text} ${zone}: ${found[at]}, not ${expected[at]}`],
  )
}

async function instantsOf(sql: string, values: unknown[]): Promise<string[]> {
  // Seconds, because other files of the process may have changed how instants are read.
  const { rows } = await client.query<{ seconds: number }>(
    `select extract(epoch from t.at)::float8 as seconds from (${sql}) t`,
    values,
  )
  return rows.map(({ seconds }) => isoOf(seconds / 60))
}

const local = (text: string) => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = text.split(/\D/).map(Number)
  return { year, month, day, hour, minute }
}

// On November 1, 2026, 01:00 to 02:00 occurs twice in Chicago, and on March 8, 02:00 to 03:00 does not occur.
test.each([
  ['America/Chicago', '2026-11-01 01:30', '2026-11-01T06:30'],
  ['America/Chicago', '2026-11-01 00:59', '2026-11-01T05:59'],
  ['America/Chicago', '2026-11-01 01:00', '2026-11-01T06:00'],
  ['America/Chicago', '2026-11-01 02:00', '2026-11-01T08:00'],
  ['America/Chicago', '2026-11-02 01:30', '2026-11-02T07:30'],
  ['America/Chicago', '2026-03-08 02:30', '2026-03-08T08:30'],
  ['America/Chicago', '2026-03-08 03:30', '2026-03-08T08:30'],
  ['America/Phoenix', '2026-11-01 01:30', '2026-11-01T08:30'],
  ['Australia/Lord_Howe', '2026-04-05 01:45', '2026-04-04T14:45'],
  ['America/Havana', '2026-11-01 00:00', '2026-11-01T04:00'],
  ['America/Santiago', '2026-09-06 00:00', '2026-09-06T04:00'],
  ['Africa/Cairo', '2026-04-24 00:00', '2026-04-23T22:00'],
])('at_local: in %s, %s is %s', async (zone, text, expected) => {
  const [at] = await instantsOf('select at_local($1::timestamp, $2) as at', [text, zone])
  expect(at?.slice(0, 16)).toBe(expected)
  expect(isoOf(atLocal(zone, local(text))).slice(0, 16)).toBe(expected)
})

describe('on the days before and after each clock change of 2026 and 2027, SQL and TypeScript agree on', () => {
  /** Every half hour, on the local clock, from the day before each change of the clock to the day after. */
  const clocks = sameRules.flatMap((zone) => {
    const days: string[] = []
    for (let day = minutesOf('2026-01-01T00:00Z'); day < minutesOf('2028-01-01T00:00Z'); day += 1440) {
      if (plusLocalDays(zone, day, 1) - day !== 1440) days.push(isoOf(day).slice(0, 10))
    }
    return days.flatMap((day) =>
      Array.from({ length: 144 }, (_, half) => ({
        zone,
        text: isoOf(minutesOf(`${day}T00:00Z`) + (half - 48) * 30).slice(0, 16),
      })),
    )
  })
  const columns = [clocks.map(({ zone }) => zone), clocks.map(({ text }) => text)]
  const from = 'from unnest($1::text[], $2::timestamp[]) with ordinality x (zone, clock, no)'

  test('the instant of a local time', async () => {
    expect(clocks.length).toBeGreaterThan(5_000)
    const found = await instantsOf(`select at_local(clock, zone) as at ${from} order by no`, columns)
    expect(
      differences(
        clocks,
        found,
        clocks.map(({ zone, text }) => isoOf(atLocal(zone, local(text)))),
      ),
    ).toEqual([])
  })

  test('the start of the day that contains it', async () => {
    const today = `at_local(date_trunc('day', (clock at time zone 'UTC') at time zone zone), zone)`
    const found = await instantsOf(`select ${today} as at ${from} order by no`, columns)
    expect(
      differences(
        clocks,
        found,
        clocks.map(({ zone, text }) => isoOf(startOfLocalDay(zone, minutesOf(`${text}Z`)))),
      ),
    ).toEqual([])
  })

  test('the same time a month later, which ends the first month of a subscription', async () => {
    const later = `at_local(((clock at time zone 'UTC') at time zone zone) + interval '1 month', zone)`
    const found = await instantsOf(`select ${later} as at ${from} order by no`, columns)
    expect(
      differences(
        clocks,
        found,
        clocks.map(({ zone, text }) => isoOf(plusLocalMonths(zone, minutesOf(`${text}Z`), 1))),
      ),
    ).toEqual([])
  })

  test('the last payout day, which is never ahead', async () => {
    const day = `payout_day('DAILY', zone, clock at time zone 'UTC')`
    const found = await instantsOf(`select ${day} as at ${from} order by no`, columns)
    expect(
      differences(
        clocks,
        found,
        clocks.map(({ zone, text }) => isoOf(startOfLocalDay(zone, minutesOf(`${text}Z`)))),
      ),
    ).toEqual([])
  })

  test('the next payout day', async () => {
    const next = `next_payout_day('DAILY', zone, clock at time zone 'UTC')`
    const found = await instantsOf(`select ${next} as at ${from} order by no`, columns)
    const expected = clocks.map(({ zone, text }) => {
      const at = minutesOf(`${text}Z`)
      const today = startOfLocalDay(zone, at)
      // From noon, because a day that begins late ends at midnight all the same.
      return isoOf(today === at ? at : startOfLocalDay(zone, plusLocalDays(zone, today, 1) + 120))
    })
    expect(differences(clocks, found, expected)).toEqual([])
  })
})
