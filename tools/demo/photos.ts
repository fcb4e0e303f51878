import {
  type EncodedPicture,
  encodePicture,
  encodeThumbnail,
} from '@openspot/api/lots/files/encode-picture.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import type pg from 'pg'
import type { Drawing } from './drawing.ts'
import type { TownLot } from './lots.ts'
import type { Random } from './random.ts'
import { garageEntrance, garageInside, lotEntrance, openLot, type Palette, palettes } from './scenes.ts'

type Scene = (palette: Palette) => Drawing
type Stored = EncodedPicture & { thumbnail: Buffer }

/** By scene and palette, because lots share them and encoding takes longest. */
const pictures = new Map<string, Promise<Stored>>()

function pictureOf(scene: Scene, at: number): Promise<Stored> {
  const key = `${scene.name} ${at}`
  const known = pictures.get(key)
  if (known) return known
  const palette = palettes[at]
  if (!palette) throw new RangeError(`There is no palette ${at}.`)
  const picture = store(scene(palette))
  pictures.set(key, picture)
  return picture
}

async function store(drawing: Drawing): Promise<Stored> {
  const large = await encodePicture(await drawing.png(), 'LOT_PHOTO')
  return { ...large, thumbnail: await encodeThumbnail(large) }
}

const entrance = 'Entrance'

/** What the photos of a lot show, the cover first. A few lots have none, as in life. */
function scenesOf({ plan, row }: TownLot, at: number): [Scene, string][] {
  if (at % 9 === 8) return []
  const street = row.street?.replace(/^\d+ /, '') ?? 'the street'
  const isGarage = plan.features?.some((feature) => feature === 'INDOOR' || feature === 'COVERED')
  return isGarage
    ? [
        [garageEntrance, `${entrance} on ${street}`],
        [garageInside, 'Level 2, with the elevators at the far end'],
      ]
    : [
        [openLot, 'The lot from its northeast corner'],
        [lotEntrance, `${entrance} from ${street}`],
      ]
}

/** The photos of the lots, drawn for the demo. */
export async function photoRows(
  random: Random,
  lots: readonly TownLot[],
  created_at: string,
): Promise<Insertable<DB['lot_photos']>[]> {
  const rows: Insertable<DB['lot_photos']>[] = []
  for (const [at, lot] of lots.entries()) {
    for (const [scene, caption] of scenesOf(lot, at)) {
      const { width, height, bytes, thumbnail } = await pictureOf(scene, at % palettes.length)
      rows.push({ id: random.id(), lot_id: lot.row.id, caption, width, height, bytes, thumbnail, created_at })
    }
  }
  return rows
}

/** Shows the photos of every lot in the order in which they were made. */
export async function showAllPhotos(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(
    `update lots l set photo_ids = p.ids, entrance_photo_id = p.entrance_id from (
       select lot_id, array_agg(id order by id) as ids, (array_agg(id) filter (where caption like $1 || '%'))[1] as entrance_id
       from lot_photos group by lot_id) p
     where p.lot_id = l.id and l.photo_ids = '{}'`,
    [entrance],
  )
}
