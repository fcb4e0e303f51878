import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { QuoteRates } from '../quote/types.ts'
import { resolveRates } from './resolve-rates.ts'

const none = { half_hour_cents: null, hour_cents: null, day_cents: null, month_cents: null }
const lot = { ...none, half_hour_cents: 150, hour_cents: 250, day_cents: 1800 }
const never = { day_from_hours: null, month_from_days: null }
const always = { day_from_hours: 8, month_from_days: 20 }

test('the most specific level that sets any rate replaces the levels above it as a whole', () => {
  const zone = { ...none, hour_cents: 400 }
  const spot = { ...none, month_cents: 9000 }
  expect(resolveRates({ lot, zone: null, spot: none }, never).rates).toEqual(lot)
  expect(resolveRates({ lot, zone, spot: none }, never)).toEqual({
    rates: zone,
    sources: { half_hour_cents: null, hour_cents: 'ZONE', day_cents: null, month_cents: null },
  })
  expect(resolveRates({ lot, zone, spot }, never)).toEqual({
    rates: spot,
    sources: { half_hour_cents: null, hour_cents: null, day_cents: null, month_cents: 'SPOT' },
  })
  expect(resolveRates({ lot: null, zone: null, spot: null }, always).rates).toEqual(none)
})

test('a rate of 0 counts as a rate', () => {
  const spot = { ...none, hour_cents: 0 }
  expect(resolveRates({ lot, zone: null, spot }, always)).toEqual({
    rates: { half_hour_cents: null, hour_cents: 0, day_cents: 0, month_cents: 0 },
    sources: { half_hour_cents: null, hour_cents: 'SPOT', day_cents: 'DERIVED', month_cents: 'DERIVED' },
  })
})

test('derives missing longer rates if the lot says so, and a month from a derived day', () => {
  const hours = { ...none, hour_cents: 250 }
  expect(resolveRates({ lot: hours, zone: null, spot: null }, always)).toEqual({
    rates: { half_hour_cents: null, hour_cents: 250, day_cents: 2000, month_cents: 40_000 },
    sources: { half_hour_cents: null, hour_cents: 'LOT', day_cents: 'DERIVED', month_cents: 'DERIVED' },
  })
  expect(resolveRates({ lot, zone: null, spot: null }, always).rates).toEqual({ ...lot, month_cents: 36_000 })
  const onlyMonths = { day_from_hours: null, month_from_days: 20 }
  expect(resolveRates({ lot: hours, zone: null, spot: null }, onlyMonths).rates).toEqual(hours)
})

test('ignores other columns of a row that contains rates', () => {
  const row = { ...lot, ...always, name: 'Main Street' }
  expect(Object.keys(resolveRates({ lot: row, zone: null, spot: null }, row).rates)).toEqual(Object.keys(lot))
})

test('each rate equals what its source says, for all levels and derivations', () => {
  const cents = fc.option(fc.integer({ min: 0, max: 100_000 }), { freq: 2 })
  const level = fc.option(
    fc.record({ half_hour_cents: cents, hour_cents: cents, day_cents: cents, month_cents: cents }),
  )
  const levels = fc.record({ lot: level, zone: level, spot: level })
  const times = fc.option(fc.integer({ min: 1, max: 31 }), { freq: 2 })
  const derive = fc.record({ day_from_hours: times, month_from_days: times })
  const names = Object.keys(none) as (keyof QuoteRates)[]
  fc.assert(
    fc.property(levels, derive, (levels, derive) => {
      const { rates, sources } = resolveRates(levels, derive)
      const all = { LOT: levels.lot, ZONE: levels.zone, SPOT: levels.spot }
      const derived: Partial<Record<keyof QuoteRates, number>> = {
        day_cents: (rates.hour_cents ?? Number.NaN) * (derive.day_from_hours ?? Number.NaN),
        month_cents: (rates.day_cents ?? Number.NaN) * (derive.month_from_days ?? Number.NaN),
      }
      for (const name of names) {
        const source = sources[name]
        if (source === null) {
          expect(rates[name]).toBeNull()
          expect(derived[name] ?? Number.NaN).toBeNaN()
        } else if (source === 'DERIVED') expect(rates[name]).toBe(derived[name])
        else expect(rates[name]).toBe(all[source]?.[name])
      }
      const setting = (['SPOT', 'ZONE', 'LOT'] as const).find((each) =>
        names.some((name) => (all[each]?.[name] ?? null) !== null),
      )
      const used = new Set(
        names.map((name) => sources[name]).filter((each) => each !== null && each !== 'DERIVED'),
      )
      expect([...used]).toEqual(setting ? [setting] : [])
      for (const name of names)
        if (setting && all[setting]?.[name] !== null) expect(sources[name]).toBe(setting)
    }),
    { numRuns: 2000 },
  )
})
