import type { FastifyInstance } from 'fastify'
import { refuse } from '../errors.ts'

/**
 * Text that cannot be kept is refused wherever it stands: a NUL, which PostgreSQL has no place for, and half of a pair
 * of surrogates, which has no encoding. So is what is nested deeper than anything that is sent to us.
 */
export function refuseUnwritable(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    for (const part of [request.params, request.query, request.body]) {
      const fault = findFault(part, 0)
      if (fault === null) continue
      // Of what lies too deep the first steps of the way are enough to find it.
      const field = (fault.path.length > deepest ? fault.path.slice(0, 3) : fault.path).join('.')
      const name = field === '' ? 'The request' : `"${field}"`
      refuse('request_invalid', { field, message: `${name} ${fault.what}` })
    }
  })
}

const deepest = 32

interface Fault {
  what: string
  /** The way to it, put together only where there is a fault: every request is looked through. */
  path: string[]
}

function findFault(value: unknown, depth: number): Fault | null {
  if (typeof value === 'string') {
    return isWritable(value) ? null : { what: 'holds a character that cannot be kept.', path: [] }
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return null
  if (depth > deepest) return { what: 'is nested too deeply.', path: [] }
  for (const [name, inner] of Object.entries(value)) {
    if (!isWritable(name)) return { what: 'has a field whose name cannot be kept.', path: [] }
    const fault = findFault(inner, depth + 1)
    if (fault === null) continue
    fault.path.unshift(name)
    return fault
  }
  return null
}

/** Whether PostgreSQL can store the text: it has no place for NUL or for half of a surrogate pair. */
export const isWritable = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text)
