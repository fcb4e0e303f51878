import { fieldsOf, jsonOf, millisecondsOf, needed, percentOf, pictureOf, textOf } from './fields.ts'
import { type Format, ignore, unreadable } from './reading.ts'

const stages: Readonly<Record<string, 0 | 1 | 2>> = { new: 0, update: 1, lost: 2 }
const directions: Readonly<Record<string, 'IN' | 'OUT'>> = { in: 'IN', out: 'OUT' }

/**
 * Axis License Plate Verifier: JSON, alone or as the part `event` of a form. A vehicle is reported when it appears, again if
 * its plate is read better, and when it is gone; `carID` is the same.
 */
export const readAxis: Format = (parts) => {
  const event = jsonOf(parts, 'event')
  const state = textOf(event, 'carState').toLowerCase()
  if (state === '' && textOf(event, 'plateText') === '') unreadable('FIELD_MISSING')
  const stage = Object.hasOwn(stages, state) ? stages[state] : undefined
  if (stage === undefined) return ignore('OTHER_EVENT')
  const plate = textOf(event, 'plateUTF8') || textOf(event, 'plateText')
  if (plate === '') ignore('NO_PLATE')
  const direction = textOf(event, 'carMoveDirection').toLowerCase()
  const serial = textOf(fieldsOf(event, 'camera_info'), 'SerialNumber')
  return [
    {
      event_key: `${serial} ${needed(textOf(event, 'carID'))}`,
      plate,
      // It names a country in three letters, which no state or country of a registered plate equals.
      region: '',
      confidence: percentOf(textOf(event, 'plateConfidence')),
      captured_at: millisecondsOf(textOf(event, 'capture_timestamp')),
      direction: Object.hasOwn(directions, direction) ? (directions[direction] ?? 'UNKNOWN') : 'UNKNOWN',
      stage,
      image: pictureOf(parts, /plate|lp/i),
    },
  ]
}
