import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import type { TestApi } from '../../../testing/api.ts'
import { aReservation } from '../../../testing/factories/calendars.ts'
import { aLot, type TestLot } from '../../../testing/factories/lots.ts'
import { aPerson } from '../../../testing/factories/people.ts'
import type { Random } from '../../../testing/model/random.ts'

export interface PlateWorld {
  lots: TestLot[]
  /** The plates that occur, and what may be read of them. */
  reads: { plate_normalized: string; region: string }[]
}

const characters = Array.from('ABDGILOQSZ012568')
const regions = ['', 'IL', 'WI'] as const

/** Returns a plate that is the same, one edit away, or a look-alike. */
function nearPlate(random: Random, plate: string): string {
  const at = random.below(plate.length)
  const [before, after] = [plate.slice(0, at), plate.slice(at)]
  const found = random.pick([
    plate,
    before + after.slice(1),
    before + random.pick(characters) + after,
    before + random.pick(characters) + after.slice(1),
    plate.replaceAll('O', '0').replaceAll('I', '1').replaceAll('S', '5'),
  ])
  return found.slice(0, 15) || 'A'
}

/**
 * Fills two lots with vehicles of similar plates, and everything that decides whether they may park, at random moments of the last
 * day: reservations and their changes, spots of persons and groups, memberships, changed plates, and notes of the staff.
 */
export async function aPlateWorld(api: TestApi, random: Random): Promise<PlateWorld> {
  const { db } = api.deps.database
  const ago = (hours: number) => new Date(api.ports.now().getTime() - hours * 3_600_000).toISOString()
  const minuteAgo = (hours: number) => `${ago(hours).slice(0, 16)}:00.000Z`
  const maybe = <T>(chance: number, make: () => T): T | null => (random.yes(chance) ? make() : null)
  let changes = 0
  // Never twice the same moment: which of two assignments that ended at once was the later one, nobody knows.
  const since = () => ago(random.below(40) + 0.5 + ++changes / 3_600_000)
  const lots = [await aLot(api, {}, 8), await aLot(api, {}, 3)]
  const people = await Promise.all(Array.from({ length: 10 }, () => aPerson(api)))
  const bases = ['AB1', 'OIS1205', 'B8G6QD2', 'ILO', '0O1I2Z5S8B6G0QD'].map((base) => nearPlate(random, base))
  const aPlate = () => {
    const plate_normalized = nearPlate(random, random.pick(bases))
    return { plate: plate_normalized, plate_normalized, region: random.pick(regions) }
  }
  const cars: { id: string; user_id: string }[] = []
  for (const { user_id } of people)
    for (let count = random.below(3); count >= 0; count--) {
      const [car] = await db
        .insertInto('cars')
        .values({
          user_id,
          ...aPlate(),
          created_at: since(),
          deleted_at: maybe(0.15, () => ago(random.below(20))),
          valid_until: maybe(0.15, () => ago(random.below(30) - 20)),
        })
        .onConflict((on) => on.doNothing())
        .returning(['id', 'user_id'])
        .execute()
      if (car) cars.push(car)
    }
  for (const { id } of cars)
    for (let count = random.below(9); count > 0; count--)
      await db
        .insertInto('car_plates')
        .values({ car_id: id, ...aPlate(), replaced_at: since() })
        .execute()
  for (const { lot_id, spot_ids } of lots) {
    const groups = await db
      .insertInto('groups')
      .values(['North', 'South'].map((name) => ({ lot_id, name })))
      .returning('id')
      .execute()
    const aGroup = () => random.pick(groups).id
    for (const { user_id } of people.filter(() => random.yes(0.8))) {
      await db
        .insertInto('memberships')
        .values({
          lot_id,
          user_id,
          status: random.pick(['ACTIVE', 'ACTIVE', 'REMOVED'] as const),
          source: random.pick(['CODE', 'STAFF'] as const),
          group_id: maybe(0.6, aGroup),
          created_at: since(),
        })
        .execute()
      if (random.yes(0.4))
        await db
          .insertInto('previous_memberships')
          .values({
            lot_id,
            user_id,
            group_id: maybe(0.6, aGroup),
            has_acted: random.yes(0.7),
            ends_at: since(),
          })
          .execute()
    }
    const assignee = () =>
      random.yes(0.5)
        ? { user_id: random.pick(people).user_id, group_id: null }
        : { user_id: null, group_id: aGroup() }
    for (const spot_id of spot_ids) {
      if (random.yes(0.6)) {
        const { user_id, group_id } = assignee()
        await db
          .updateTable('spots')
          .set({
            assigned_user_id: user_id,
            assigned_group_id: group_id,
            assigned_at: maybe(0.7, since),
          })
          .where('id', '=', spot_id)
          .execute()
      }
      for (let count = random.below(3); count > 0; count--)
        await db
          .insertInto('previous_assignments')
          .values({ lot_id, spot_id, ...assignee(), starts_at: maybe(0.5, since), ends_at: since() })
          .execute()
    }
    await reservationsOf({ lot_id, spot_ids })
    for (const id of spot_ids.filter(() => random.yes(0.1)))
      await db
        .updateTable('spots')
        .set({ deleted_at: ago(random.below(20)) })
        .where('id', '=', id)
        .execute()
  }

  async function reservationsOf({ lot_id, spot_ids }: { lot_id: string; spot_ids: string[] }) {
    const ids: { id: string; user_id: string }[] = []
    // One after the other, because reservations of one spot don't overlap.
    for (const spot_id of spot_ids)
      for (let hours = 44; hours > -6; hours -= 5) {
        const [began, { user_id }] = [hours, random.pick(people)]
        const status = random.pick(['ACTIVE', 'ACTIVE', 'CANCELED', 'EXPIRED'] as const)
        const facts = {
          spot_id,
          car_id: maybe(
            0.7,
            () => random.pick([...cars.filter((car) => car.user_id === user_id), null])?.id ?? null,
          ),
          starts_at: minuteAgo(hours),
          ends_at: maybe(hours < 0 ? 0.3 : 1, () => minuteAgo(hours - 1 - random.below(5))),
        }
        if (facts.ends_at === null) hours = -99
        const id = await aReservation(api, {
          lot_id,
          user_id,
          ...facts,
          status,
          confirmed_at: maybe(0.8, () => facts.starts_at),
          canceled_at: status === 'CANCELED' ? ago(random.below(20)) : null,
        })
        ids.push({ id, user_id })
        for (let count = random.below(3); count > 0; count--) {
          const from = {
            spot_id: random.pick([spot_id, random.pick(spot_ids)]),
            car_id: random.pick([
              facts.car_id,
              ...cars.filter((car) => car.user_id === user_id).map((car) => car.id),
            ]),
            starts_at: minuteAgo(began + random.below(3)),
            ends_at: minuteAgo(began - 1 - random.below(5)),
          }
          await db
            .insertInto('reservation_events')
            .values({
              lot_id,
              reservation_id: id,
              at: since(),
              kind: 'CAR_CHANGED',
              details: JSON.stringify({ from }),
            })
            .execute()
        }
      }
    await notesOf(lot_id, ids)
  }

  async function notesOf(lot_id: string, reservations: { id: string; user_id: string }[]) {
    const note = (more: Pick<Insertable<DB['lot_car_notes']>, 'user_id' | 'car_id' | 'reservation_id'>) => {
      const isOpen = random.yes(0.6)
      return db
        .insertInto('lot_car_notes')
        .values({
          lot_id,
          ...aPlate(),
          ...more,
          created_at: since(),
          created_by_user_id: more.user_id,
          valid_until: maybe(0.15, () => ago(random.below(30) - 20)),
          state: isOpen ? 'OPEN' : 'ACCEPTED',
          answered_at: isOpen ? null : ago(random.below(20)),
        })
        .onConflict((on) => on.doNothing())
        .execute()
    }
    for (const { id, user_id } of cars.filter(() => random.yes(0.3))) await note({ user_id, car_id: id })
    for (const { user_id } of people.filter(() => random.yes(0.4))) await note({ user_id })
    for (const { id, user_id } of reservations.filter(() => random.yes(0.4)))
      await note({ user_id, reservation_id: id })
  }

  const reads = [...bases, ...Array.from({ length: 15 }, () => nearPlate(random, random.pick(bases)))]
  return {
    lots,
    reads: [...reads, 'ЖAB1205', 'OIS12०5', '0O1I2Z5S8B6G0QDX'].map((plate_normalized) => ({
      plate_normalized,
      region: random.pick(regions),
    })),
  }
}
