import {
  base64Of,
  type Fields,
  fieldsOf,
  instantOf,
  isFields,
  jsonOf,
  listOf,
  needed,
  percentOf,
  regionOf,
  textOf,
} from './fields.ts'
import { type EventPart, type Format, type Reading, unreadable } from './reading.ts'
import { xmlOf } from './xml.ts'

/**
 * Genetec AutoVu SharpV, HTTP extension: JSON, XML with the element `Plate`, or the XML template with the element `AutoVu`.
 * Times without a zone are in UTC.
 */
export const readGenetec: Format = (parts) => {
  const [part] = parts
  if (!part) return unreadable('EMPTY')
  if (!/^\uFEFF?\s*</.test(part.bytes.toString('utf8', 0, 200))) return [readSharp(jsonOf(parts, part.name))]
  return [readXml(part)]
}

function readXml(part: EventPart): Reading {
  const root = xmlOf(part.bytes.toString('utf8'))
  if (isFields(root['Plate'])) {
    const plate = root['Plate']
    const found = fieldsOf(plate, 'PlateAnalytics')
    const analytics = listOf(found, 'PlateAnalytics')
    return readSharp({
      ...plate,
      PlateAnalytics: analytics.length > 0 ? analytics : [found['PlateAnalytics']],
    })
  }
  const read = fieldsOf(root, 'AutoVu')
  if (Object.keys(read).length === 0) unreadable('FIELD_MISSING')
  const date = textOf(read, 'UTCDate').replaceAll(/[:/]/g, '-')
  return {
    event_key: needed(textOf(read, 'Guid')),
    plate: needed(textOf(read, 'Plate')),
    region: regionOf(textOf(read, 'State')),
    confidence: percentOf(textOf(read, 'ConfidenceScore')),
    captured_at: instantOf(`${date}T${textOf(read, 'UTCTime')}`),
    direction: 'UNKNOWN',
    stage: 2,
    image: base64Of(textOf(read, 'PlateImage') || textOf(read, 'ContextImage')),
  }
}

function readSharp(read: Fields): Reading {
  const analytics = listOf(read, 'PlateAnalytics').filter(isFields)
  const valueOf = (key: string) => {
    const found = analytics.find((each) => textOf(each, 'Key') === key)
    return found ? textOf(found, 'Value') : ''
  }
  return {
    event_key: needed(textOf(read, 'Id')),
    plate: needed(textOf(read, 'PlateRead')),
    region: regionOf(valueOf('State Name')),
    confidence: percentOf(valueOf('Confidence Score')),
    captured_at: instantOf(textOf(read, 'Timestamp')),
    direction: 'UNKNOWN',
    stage: 2,
    image: base64Of(textOf(read, 'PlateImage') || textOf(read, 'ContextImage')),
  }
}
