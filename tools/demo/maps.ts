import { type EncodedPicture, encodePicture } from '@openspot/api/lots/files/encode-picture.ts'
import type { DB } from '@openspot/db/types.ts'
import { staffedLot } from '@openspot/server/demo-accounts.ts'
import type { Insertable } from 'kysely'
import { type FloorPlan, floorPlanOf } from './floor-plan.ts'
import type { TownLot } from './lots.ts'
import type { Random } from './random.ts'

/** By number of stalls, because levels are alike and encoding takes longest. */
const pictures = new Map<number, Promise<EncodedPicture>>()

function pictureOf(plan: FloorPlan): Promise<EncodedPicture> {
  const known = pictures.get(plan.stalls.length)
  if (known) return known
  const picture = plan.draw().then((bytes) => encodePicture(bytes, 'MAP'))
  pictures.set(plan.stalls.length, picture)
  return picture
}

/** A map of each level of the garage, with a picture of the floor and all its spots. */
export async function mapRows(random: Random, lots: readonly TownLot[], created_at: string) {
  const files: Insertable<DB['files']>[] = []
  const maps: Insertable<DB['maps']>[] = []
  const map_spots: Insertable<DB['map_spots']>[] = []
  const garage = lots.find(({ plan }) => plan.name === staffedLot)
  const all = garage?.spots ?? []
  const levels = [...new Set(all.map(({ level }) => level))].toSorted((a, b) => a - b)
  const lot_id = garage?.row.id ?? ''
  for (const [at, level] of levels.entries()) {
    const spots = all.filter((spot) => spot.level === level)
    const plan = floorPlanOf(spots.length)
    const picture = await pictureOf(plan)
    const size = { width: picture.width, height: picture.height }
    const scale = picture.width / plan.width
    const file_id = random.id()
    files.push({ id: file_id, lot_id, purpose: 'MAP', ...size, bytes: picture.bytes, created_at })
    const map_id = random.id()
    const dates = { created_at, changed_at: created_at }
    maps.push({ id: map_id, lot_id, name: `Level ${level}`, position: at + 1, file_id, ...size, ...dates })
    for (const [index, spot] of spots.entries()) {
      const stall = plan.stalls[index]
      if (!stall) continue
      map_spots.push({
        map_id,
        lot_id,
        spot_id: spot.id,
        x: stall.x * scale,
        y: stall.y * scale,
        width: (stall.width - 8) * scale,
        height: (stall.height - 8) * scale,
        rotation: 0,
      })
    }
  }
  return { files, maps, map_spots }
}
