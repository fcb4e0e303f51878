import { Type } from 'typebox'
import { route } from '../route.ts'

export const getLiveRoute = route({
  method: 'GET',
  url: '/api/health/live',
  config: { access: ['anonymous'], errors: [] },
  schema: {
    summary: 'The process answers',
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
      'The process can work: every part that its roles need is ready. Otherwise 503 within 2 seconds, with the checks in `details`',
    tags: ['health'],
    response: {
      200: Type.Object({
        status: Type.Literal('ok'),
        checks: Type.Record(Type.String(), Type.String(), {
          description: 'Each check of the roles of this process: `ok`, or what is wrong.',
        }),
      }),
    },
  },
})
