import type { SpotsByUse } from './history.ts'
import type { Person } from './people.ts'
import type { Fate } from './reservation.ts'
import type { Schedule } from './schedule.ts'
import { fromNow, oneMonth } from './span.ts'

/** Adds current activity to a lot: cars that are parked, have just left, or are about to arrive. */
export function liveNow(schedule: Schedule, groups: SpotsByUse, people: readonly Person[]): void {
  const { random } = schedule
  const { lot, lively, fresh } = groups
  if (lot.row.month_cents !== null && lot.row.day_cents !== null) {
    for (const spot of fresh.splice(0, 3)) {
      const span = oneMonth(-random.int(2, 26))
      schedule.add({ lot, spot }, schedule.somebody(people, span), span, 'stayed')
    }
  }
  const spots = random.shuffled([...lively, ...fresh])
  const around = Math.ceil(spots.length * 0.04)
  const comeAndGo = (count: number, first: [number, number], length: [number, number], fate: () => Fate) => {
    for (const spot of spots.splice(0, count)) {
      const starts = random.int(...first)
      const span = fromNow(starts, starts + random.int(...length))
      schedule.add({ lot, spot }, schedule.somebody(people, span), span, fate())
    }
  }
  const stayed = () => 'stayed' as const
  for (const spot of spots.splice(0, Math.round((lot.spots.length * lot.plan.busy) / 100))) {
    const span = fromNow(-random.int(1, 16), random.int(1, 20))
    schedule.add({ lot, spot }, schedule.somebody(people, span), span, 'stayed')
  }
  comeAndGo(around, [-20, -12], [2, 11], () => (random.perMille(150) ? 'canceled_late' : 'stayed'))
  comeAndGo(around, [1, 16], [2, 10], stayed)
}
