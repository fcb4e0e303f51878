import { Type } from 'typebox'
import { route } from '../route.ts'

export const getLiveRoute = route({
  method: 'GET',
  url: '/api/health/live',
  config: { access: ['anonymous'], errors: [] },
  schema: {
    summary: 'Check that the process responds',
    tags: ['health'],
    response: { 200: Type.Object({ status: Type.Literal('ok') }) },
  },
})

export const getReadyRoute = route({
  method: 'GET',
  url: '/api/health/ready',
  config: { access: ['anonymous'], errors: [] },
  schema: {
    summary:
      'Check that every part that the roles of the process need is ready. Otherwise responds with 503 within 2 seconds, with the checks in `details`',
    tags: ['health'],
    response: {
      200: Type.Object({
        status: Type.Literal('ok'),
        checks: Type.Record(Type.String(), Type.String(), {
          description: 'Each check of the roles of this process: `ok`, or the problem.',
        }),
      }),
    },
  },
})
