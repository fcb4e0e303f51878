import {
  type Fields,
  fieldsOf,
  instantOf,
  isFields,
  jsonOf,
  listOf,
  needed,
  percentOf,
  pictureOf,
  regionOf,
  textOf,
} from './fields.ts'
import { type Format, ignore, type Reading, unreadable } from './reading.ts'

/** Plate Recognizer Stream: JSON, or a form with the part `json` and a picture. One event may have several vehicles. */
export const readPlateRecognizer: Format = (parts) => {
  const event = jsonOf(parts, 'json')
  const hook = textOf(fieldsOf(event, 'hook'), 'event')
  if (hook !== '' && hook !== 'recognition' && hook !== 'image') ignore('OTHER_EVENT')
  const data = Object.hasOwn(event, 'data') ? fieldsOf(event, 'data') : event
  if (!Object.hasOwn(data, 'results')) unreadable('FIELD_MISSING')
  const results = listOf(data, 'results').filter(isFields)
  if (results.length === 0) ignore('NO_PLATE')
  const time = textOf(data, 'timestamp')
  const source = `${textOf(data, 'camera_id')} ${time || textOf(data, 'filename')}`
  const image = pictureOf(parts, /plate|upload/i)
  return results.slice(0, 20).map((result) => {
    const { plate, region, score } = readResult(result)
    return {
      event_key: `${source} ${needed(plate)}`,
      plate,
      region: regionOf(region),
      confidence: percentOf(score),
      captured_at: instantOf(time),
      direction: 'UNKNOWN',
      stage: 2,
      image,
    } satisfies Reading
  })
}

/** The plate is a text, or an object with candidates, the best first. */
function readResult(result: Fields): { plate: string; region: string; score: string } {
  const properties = fieldsOf(fieldsOf(result, 'plate'), 'props')
  const [best] = listOf(properties, 'plate').filter(isFields)
  if (best) {
    const [region] = listOf(properties, 'region').filter(isFields)
    return {
      plate: textOf(best, 'value'),
      region: region ? textOf(region, 'value') : '',
      score: textOf(best, 'score'),
    }
  }
  return {
    plate: textOf(result, 'plate'),
    region: textOf(fieldsOf(result, 'region'), 'code'),
    score: textOf(result, 'score'),
  }
}
