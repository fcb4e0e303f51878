import { loadavg } from 'node:os'
import { listMonitorVehicles } from '@openspot/api/booking/monitor/vehicles.sql.ts'
import { rightsOfPlate } from '@openspot/api/operations/plates/look-up.ts'
import { fillLot } from '@openspot/api/operations/plates/testing/lot-of-vehicles.ts'
import { matchesOf } from '@openspot/core/plates/match.ts'
import { normalizePlate } from '@openspot/core/plates/plates.ts'
import { connectDatabase } from '@openspot/db/database.ts'
import type { BenchDatabase } from './bench-database.ts'

const vehicleCounts = [500, 5000]
/** The reservations that each vehicle had before, on one half of the spots. */
const HISTORY = 40
const ROUNDS = 60
const MOST_MS = 5

/**
 * Measures what it takes to find the rights of one plate in lots with many vehicles, compared with matching all of them as before. Returns
 * 1 if the median is more than 5 ms.
 */
export async function benchPlates(
  { client, database_url }: BenchDatabase,
  print: (line: string) => void,
): Promise<number> {
  const database = await connectDatabase(database_url, 1)
  let slowest = 0
  try {
    print(`machine load before: ${loadavg()[0]?.toFixed(1)}`)
    print('vehicles | moment | one statement, median and p95 | all vehicles, matched in TypeScript')
    for (const [at, count] of vehicleCounts.entries()) {
      const { rows } = await client.query<{ id: string; now: string }>(
        `insert into lots (public_id, name, street, city, lat, lng, time_zone, hour_cents, service_fee_cents)
         values ($1, 'Many vehicles', '1 Main St', 'Far', 64, -150, 'America/Anchorage', 200, 99) returning id, now()`,
        [`plates${`${at}`.repeat(19)}`],
      )
      const lot_id = rows[0]?.id ?? ''
      const now = new Date(rows[0]?.now ?? '')
      await client.query('begin; set local session_replication_role = replica')
      const plates = await fillLot(client, { lot_id, count, history: HISTORY, now })
      await client.query('commit')
      await client.query('analyze')
      for (const hours of [0, 8]) {
        const asked = { lot_id, region: 'IL', at: new Date(now.getTime() - hours * 3_600_000) }
        const reads = [plates.reserved, plates.assigned, `${plates.reserved.slice(1)}X`, 'ZZZ9999']
        const [one, all]: [number[], number[]] = [[], []]
        // In turns, so that both meet the same load.
        for (let round = 0; round < ROUNDS; round++) {
          const of = { ...asked, plate_normalized: reads[round % reads.length] ?? '' }
          one.push(await timed(() => rightsOfPlate(database.pool, of, now)))
          if (round % 6 === 0)
            all.push(
              await timed(async () => {
                const vehicles = await listMonitorVehicles(database.pool, lot_id, of.at.toISOString(), now)
                matchesOf(
                  of,
                  vehicles.map((each) => ({ ...each, plate_normalized: normalizePlate(each.plate) })),
                )
              }),
            )
        }
        slowest = Math.max(slowest, quantile(one, 0.5))
        print(
          `${count} | ${hours === 0 ? 'now' : `${hours} hours ago`} | ${quantile(one, 0.5).toFixed(1)} ms, ${quantile(one, 0.95).toFixed(1)} ms | ${quantile(all, 0.5).toFixed(0)} ms`,
        )
      }
    }
  } finally {
    await database.close()
  }
  return slowest <= MOST_MS ? 0 : 1
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

const quantile = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
