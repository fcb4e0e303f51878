import tzLookup from '@photostructure/tz-lookup'

/** Returns the IANA time zone of a location. */
export const timeZoneAt = ({ lat, lng }: { lat: number; lng: number }): string => tzLookup(lat, lng)
