import { setTimeout as pause } from 'node:timers/promises'
import { aLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson } from '@openspot/api/testing/factories/people.ts'
import { watchLotRoute } from '@openspot/contract/booking/monitor.ts'
import { CallError } from '@openspot/contract/call.ts'
import { bookNext, type Driver, type LoadTarget } from '../under-test/drivers.ts'
import { resetLimits } from '../under-test/reset-limits.ts'
import { type Answers, watchAnswers } from './answers.ts'
import { withDeps } from './with-deps.ts'

/** Where the product under a drill is reached. */
export interface Reached {
  base: string
  database_url: string
  stand_in_port: number
}

export interface Booked {
  reservation_id: string
  /** Which of the drivers it was, from 0. */
  driver: number
  /** When its first call was sent and when it was acknowledged, on the clock of `performance.now`. */
  began: number
  acknowledged: number
}

/** Drivers who book one time after another over HTTP, and one of the staff who watches the lot. */
export interface Load {
  booked: Booked[]
  /** When the watcher was notified of a change. */
  told: number[]
  /** What the drivers' calls were answered. */
  answers: Answers
  /** How many drivers there are. */
  drivers: number
  /** The lot in which they book. */
  lot_id: string
  /** Calls that the server itself says it failed at: there should be none. */
  failed_calls: Set<string>
  stop(): Promise<void>
}

const usualDrivers = 3

export async function startLoad(reached: Reached, driverCount = usualDrivers): Promise<Load> {
  const { target, drivers } = await createDrivers(reached, driverCount)
  const answers = watchAnswers()
  const booked: Booked[] = []
  const told: number[] = []
  const watching = new AbortController()
  let isOver = false
  const running = {
    ...target,
    base: reached.base,
    failed_calls: new Set<string>(),
    isOver: () => isOver,
    fetch: answers.fetch,
    resetLimits: () => resetLimits(reached.database_url),
  }
  const driving = drivers.map((driver, number) => drive(running, driver, number, booked))
  const watcher = watch(running, told, watching.signal)
  return {
    booked,
    told,
    answers,
    drivers: driverCount,
    lot_id: target.lot.lot_id,
    failed_calls: running.failed_calls,
    async stop() {
      isOver = true
      await Promise.all(driving)
      watching.abort()
      // A stream that the server does not end may not end here either.
      await Promise.race([watcher, pause(2_000)])
    },
  }
}

/** The drivers and their lots. Their rows bypass the API, which has no call for test people. */
function createDrivers(reached: Reached, driverCount: number) {
  return withDeps(reached, async (deps) => {
    const lot = await aLot({ deps }, {}, 80)
    const admin = await aMember({ deps }, lot.lot_id, 'ADMIN')
    const drivers: Driver[] = []
    for (let day = 1; day <= driverCount; day++) {
      const person = await aPerson({ deps })
      drivers.push({
        person,
        payment_method_id: await aCard({ deps }, person),
        // Apart, and all within the time for which a lot can be booked.
        day: day * (60 / driverCount),
        booked: 0,
      })
    }
    return { target: { lot, admin }, drivers }
  })
}

async function drive(target: LoadTarget, driver: Driver, number: number, booked: Booked[]): Promise<void> {
  for (let at = 0; !target.isOver(); at++) {
    const began = performance.now()
    try {
      const booking = await bookNext(target, driver, at, crypto.randomUUID())
      if (booking)
        booked.push({
          reservation_id: booking.reservation.id,
          driver: number,
          began,
          acknowledged: performance.now(),
        })
    } catch (error) {
      // A refusal is an answer: the quote may have run out while the server was away.
      if (!(error instanceof CallError)) throw error
    }
    await pause(50)
  }
}

/** As a browser's EventSource: opened again a moment after it ends. */
async function watch(
  { base, lot, admin, ...target }: LoadTarget,
  told: number[],
  signal: AbortSignal,
): Promise<void> {
  const headers = { authorization: `Bearer ${admin.token}`, 'x-openspot-client': 'app' }
  while (!target.isOver()) {
    try {
      const answer = await fetch(`${base}${watchLotRoute.url.replace(':lot_id', lot.lot_id)}`, {
        headers,
        signal,
      })
      for await (const part of answer.body ?? []) {
        if (Buffer.from(part).toString().includes('event: change')) told.push(performance.now())
      }
    } catch (error) {
      if (!(error instanceof TypeError) && !(error instanceof DOMException)) throw error
    }
    await pause(200)
  }
}
