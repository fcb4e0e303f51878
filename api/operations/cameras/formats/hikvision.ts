import { fieldsOf, instantOf, needed, percentOf, pictureOf, textOf } from './fields.ts'
import { type Format, ignore, unreadable } from './reading.ts'
import { xmlOf } from './xml.ts'

/** Hikvision: XML, alone or as a part of a form with pictures. Elements are found by their local names. */
export const readHikvision: Format = (parts) => {
  const part =
    parts.find(({ name, filename }) => /\.xml$/i.test(name) || /\.xml$/i.test(filename)) ??
    parts.find(({ name }) => name === '') ??
    unreadable('PART_MISSING')
  const event = fieldsOf(xmlOf(part.bytes.toString('utf8')), 'EventNotificationAlert')
  if (Object.keys(event).length === 0) unreadable('FIELD_MISSING')
  if (textOf(event, 'eventType').toUpperCase() !== 'ANPR') ignore('OTHER_EVENT')
  const seen = fieldsOf(event, 'ANPR')
  const plate = textOf(seen, 'licensePlate')
  if (/^(?:unknown|noplate|)$/i.test(plate)) ignore('NO_PLATE')
  return [
    {
      event_key: needed(textOf(event, 'UUID')),
      plate,
      region: '',
      confidence: percentOf(textOf(seen, 'confidenceLevel')),
      captured_at: instantOf(textOf(event, 'dateTime')),
      direction: directionOf(textOf(seen, 'direction')),
      stage: 2,
      image: pictureOf(parts, /licensePlatePicture/i),
    },
  ]
}

/** A vehicle that approaches the camera enters. */
const directionOf = (text: string) => (text === 'forward' ? 'IN' : text === 'reverse' ? 'OUT' : 'UNKNOWN')
