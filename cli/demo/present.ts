import { plusLocalMonths } from '@openspot/core/time/zone.ts'
import type { Diary } from './diary.ts'
import type { Ground } from './history.ts'
import { zone } from './lots.ts'
import type { Person } from './people.ts'

/** Makes a lot alive at this moment: cars that stand there, that have just left, that are about to come. */
export function liveNow(diary: Diary, ground: Ground, people: readonly Person[]): void {
  const { chance, times } = diary
  const { lot, lively, fresh } = ground
  const { plan, row } = lot
  if (row.month_cents !== null && row.day_cents !== null) {
    for (const spot of fresh.splice(0, 3)) {
      const starts = times.at(-chance.int(2, 26), 480)
      diary.add(
        { lot, spot },
        diary.somebody(people, starts, times.now),
        starts,
        plusLocalMonths(zone, starts, 1),
        'stayed',
      )
    }
  }
  const spots = chance.shuffled([...lively, ...fresh])
  const taken = Math.round((lot.spots.length * plan.busy) / 100)
  const around = Math.ceil(spots.length * 0.04)
  for (const [at, spot] of spots.slice(0, taken + 2 * around).entries()) {
    const [starts, ends] =
      at < taken
        ? [times.half - 30 * chance.int(1, 16), times.half + 30 * chance.int(1, 20)]
        : at < taken + around
          ? window(times.half - 30 * chance.int(12, 20), 30 * chance.int(2, 11))
          : window(times.half + 30 * chance.int(1, 16), 30 * chance.int(2, 10))
    const fate = at >= taken && at < taken + around && chance.perMille(150) ? 'canceled_late' : 'stayed'
    diary.add({ lot, spot }, diary.somebody(people, starts, ends), starts, ends, fate)
  }
}

function window(starts: number, minutes: number): [number, number] {
  return [starts, starts + minutes]
}
