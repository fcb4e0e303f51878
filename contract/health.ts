import { Type } from 'typebox'
import { route } from './route.ts'

export const getLive = route({
  method: 'GET',
  url: '/api/health/live',
  config: { access: ['anonymous'], errors: [] },
  schema: {
    summary: 'The process answers',
    tags: ['health'],
    response: { 200: Type.Object({ status: Type.Literal('ok') }) },
  },
})

export const getReady = route({
  method: 'GET',
  url: '/api/health/ready',
  config: { access: ['anonymous'], errors: [] },
  schema: {
    summary: 'The process can work: its database answers and its jobs are not late',
    tags: ['health'],
    response: {
      200: Type.Object({
        status: Type.Literal('ok'),
        checks: Type.Record(Type.String(), Type.Literal('ok')),
      }),
    },
  },
})
