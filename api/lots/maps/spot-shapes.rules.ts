import type { Input } from '@openspot/contract/call.ts'
import type { Ring } from '@openspot/contract/common.ts'
import type { importSpotShapesRoute } from '@openspot/contract/lots/maps.ts'
import { distanceMeters } from '@openspot/core/geo/cells.ts'
import type { Message } from '@openspot/messages/translate.ts'
import { refuse } from '../../errors.ts'

export type Stalls = Input<typeof importSpotShapesRoute>['body']['features']

/**
 * The maximum distance of a stall from its lot in meters. A stall farther away has its coordinates swapped or belongs
 * to another lot.
 */
const MAX_METERS = 3000

/** Throws `request_invalid` on the field if a shape cannot be a stall of this lot. */
export function checkSpotShapes(lot: { lat: number; lng: number }, stalls: Stalls): void {
  const labels = new Set<string>()
  stalls.forEach(({ properties: { label }, geometry }, at) => {
    const field = `features.${at}`
    if (labels.has(label))
      fault(`${field}.properties.label`, (t) => t('apiErrors.documents.twice', { name: label }))
    labels.add(label)
    checkShape(lot, geometry.coordinates[0] ?? [], `${field}.geometry.coordinates.0`)
  })
}

/** Throws `request_invalid` on the field or one of its corners if a ring is open or too far from its lot. */
export function checkShape(lot: { lat: number; lng: number }, ring: Ring, field: string): void {
  const [first, last] = [ring[0] ?? [], ring.at(-1) ?? []]
  if (first[0] !== last[0] || first[1] !== last[1]) fault(field, (t) => t('apiErrors.maps.polygonOpen'))
  ring.forEach(([lng = Number.NaN, lat = Number.NaN], corner) => {
    const isOnEarth = Math.abs(lat) <= 90 && Math.abs(lng) <= 180
    if (!isOnEarth || distanceMeters(lot.lat, lot.lng, lat, lng) > MAX_METERS) {
      fault(`${field}.${corner}`, (t) => t('apiErrors.maps.polygonFar', { km: MAX_METERS / 1000 }))
    }
  })
}

function fault(field: string, message: Message): never {
  refuse('request_invalid', { field, message })
}
