import type { CameraKind } from '@openspot/core/cameras/enums.ts'
import { readAxis } from './axis.ts'
import { readGenetec } from './genetec.ts'
import { readHikvision } from './hikvision.ts'
import { readOpenAlpr } from './openalpr.ts'
import { partsOf } from './parts.ts'
import { readPlateRecognizer } from './plate-recognizer.ts'
import type { Format, Reading } from './reading.ts'

const formats: Record<CameraKind, Format> = {
  PLATE_RECOGNIZER: readPlateRecognizer,
  OPENALPR: readOpenAlpr,
  HIKVISION: readHikvision,
  AXIS: readAxis,
  GENETEC: readGenetec,
}

/** Returns what an event says about vehicles. Throws `NoReading` if it says nothing, or can't be read. */
export async function readEvent(
  kind: CameraKind,
  event: { content_type: string; body: Buffer },
): Promise<Reading[]> {
  return formats[kind](await partsOf(event.content_type, event.body))
}
