import { base64Of, fieldsOf, jsonOf, millisecondsOf, needed, percentOf, regionOf, textOf } from './fields.ts'
import { type Format, ignore } from './reading.ts'

/** OpenALPR and Rekor: a group of frames with its best plate. A preview of a group is followed by the group. */
export const readOpenAlpr: Format = (parts) => {
  const event = jsonOf(parts, 'json')
  if (textOf(event, 'data_type') !== 'alpr_group') ignore('OTHER_EVENT')
  if (event['is_preview'] === true) ignore('PREVIEW')
  const best = fieldsOf(event, 'best_plate')
  const picture = textOf(best, 'plate_crop_jpeg') || textOf(event, 'vehicle_crop_jpeg')
  return [
    {
      event_key: needed(textOf(event, 'best_uuid')),
      plate: needed(textOf(event, 'best_plate_number') || textOf(best, 'plate')),
      region: regionOf(textOf(event, 'best_region') || textOf(best, 'region')),
      confidence: percentOf(textOf(event, 'best_confidence') || textOf(best, 'confidence')),
      captured_at: millisecondsOf(textOf(event, 'epoch_end')) ?? millisecondsOf(textOf(event, 'epoch_start')),
      direction: 'UNKNOWN',
      stage: 2,
      image: base64Of(picture),
    },
  ]
}
