import { Type } from 'typebox'
import { route } from '../route.ts'

export const getTimeZoneRoute = route({
  method: 'GET',
  url: '/api/v1/time-zone',
  config: { access: ['user'], errors: [], limit: { max: 600, minutes: 60, per: 'person' } },
  schema: {
    summary:
      'Get the time zone of a location by the exact shapes of time zones, and those within 10 km whose clocks differ',
    tags: ['lots'],
    querystring: Type.Object({
      lat: Type.Number({ minimum: -90, maximum: 90 }),
      lng: Type.Number({ minimum: -180, maximum: 180 }),
    }),
    response: {
      200: Type.Object({
        time_zone: Type.String({ description: 'IANA name.' }),
        nearby: Type.Array(Type.String(), {
          description: 'IANA names. If there are any, ask which time the clocks there show.',
        }),
      }),
    },
  },
})
