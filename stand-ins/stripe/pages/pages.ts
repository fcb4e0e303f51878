import type { FastifyInstance } from 'fastify'
import type { Context } from '../state/context.ts'
import { addAuthenticate } from './authenticate.ts'
import { addCheckout } from './checkout.ts'
import { addElements } from './elements.ts'
import { addExpress } from './express.ts'
import { addOnboarding } from './onboarding.ts'
import { style } from './style.ts'

export function addPages(app: FastifyInstance, context: Context): void {
  app.get('/stand-in/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
  addCheckout(app, context)
  addAuthenticate(app, context)
  addOnboarding(app, context)
  addElements(app, context)
  addExpress(app, context)
}
