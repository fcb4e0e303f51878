import type { Input } from '@openspot/contract/call.ts'
import type { patchCarRoute } from '@openspot/contract/people/cars.ts'
import type { Message } from '@openspot/messages/translate.ts'
import { refuse } from '../../errors.ts'
import { enteredPlate } from './plate-entry.rules.ts'

/** The maximum number of vehicles per user. */
export const MAX_CARS = 20

type Written = Input<typeof patchCarRoute>['body']

/** Maps a request body to `cars` columns. */
export function carColumns({ plate, region, ...rest }: Written, now: Date) {
  if (typeof rest.valid_until === 'string' && Date.parse(rest.valid_until) <= now.getTime()) {
    const message: Message = (t) => t('apiErrors.cars.plateEnd')
    refuse('request_invalid', { field: 'valid_until', message })
  }
  return {
    ...rest,
    ...(plate === undefined ? {} : plateColumns(plate, region ?? '')),
    ...(region === undefined ? {} : { region: region.toUpperCase() }),
  }
}

/** Returns a plate as its owner wrote it and in its normalized form, by which plates are compared. */
export function plateColumns(raw: string, region: string): { plate: string; plate_normalized: string } {
  const ofLength: Message = (t) => t('apiErrors.cars.plateLength')
  const { plate, plate_normalized } = enteredPlate(raw, { region, field: 'plate', ofLength })
  return { plate, plate_normalized }
}
