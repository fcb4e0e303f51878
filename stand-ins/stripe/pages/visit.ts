import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { FormError, type FormFields, parseForm } from '../protocol/form.ts'
import { type Context, workOn } from '../state/context.ts'
import { inTransaction, type Work } from '../state/work.ts'
import { message, sendPage } from './layout.ts'

export type Outcome = (reply: FastifyReply) => FastifyReply

/** Registers a page and its form; each runs in one transaction and responds after it ends. */
export function page(
  app: FastifyInstance,
  context: Context,
  url: string,
  run: { get: PageHandler; post: PageHandler },
): void {
  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        const outcome = await inTransaction(context.pool, (client) =>
          open(context, client, request, method === 'GET' ? run.get : run.post),
        )
        if (method === 'POST') context.changed()
        return outcome(reply)
      },
    })
  }
}

export interface Visit {
  id: string
  query: FormFields
  form: FormFields
}
export type PageHandler = (work: Work, visit: Visit) => Promise<Outcome>

async function open(
  context: Context,
  client: pg.ClientBase,
  request: FastifyRequest,
  run: PageHandler,
): Promise<Outcome> {
  const { id = '' } = request.params as { id?: string }
  const cut = request.url.indexOf('?')
  let visit: Visit
  try {
    visit = {
      id,
      query: parseForm(cut < 0 ? '' : request.url.slice(cut + 1)),
      form: parseForm(typeof request.body === 'string' ? request.body : ''),
    }
  } catch (error) {
    if (!(error instanceof FormError)) throw error
    return (reply) => sendPage(reply, 400, message('This form cannot be read', error.message))
  }
  // The URL is as long as a password, so a person who has it may see the page. The object itself names its account.
  const found = await client.query<{ account: string }>('select account from objects where id = $1', [id])
  const account = found.rows[0]?.account
  if (account === undefined) return notFound
  return run(workOn(context, client, account), visit)
}

export const notFound: Outcome = (reply) =>
  sendPage(reply, 404, message('Nothing here', 'This page does not exist. Check the address.'))

export function redirect(url: string): Outcome {
  return (reply) => reply.redirect(url, 303)
}

export function word(fields: FormFields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value.trim() : ''
}
