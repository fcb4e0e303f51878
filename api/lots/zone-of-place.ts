import tzLookup from '@photostructure/tz-lookup'

/** The time zone of a point on the ground, by its IANA name. */
export const zoneOfPlace = ({ lat, lng }: { lat: number; lng: number }): string => tzLookup(lat, lng)
