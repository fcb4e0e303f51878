import type { FastifyInstance } from 'fastify'
import { refuse } from '../errors.ts'
import { atOnce } from './hooks.ts'

/**
 * Rejects text that PostgreSQL cannot store: NUL, and unpaired surrogates, which have no encoding. Also rejects deeper
 * nesting than any route accepts.
 */
export function refuseUnwritable(app: FastifyInstance): void {
  const check = atOnce((request) => {
    for (const part of [request.params, request.query, request.body]) {
      const fault = findFault(part, 0)
      if (fault === null) continue
      // Report only the first three path segments of deeply nested input.
      const field = (fault.path.length > deepest ? fault.path.slice(0, 3) : fault.path).join('.')
      const facts = { has_field: String(field !== ''), field }
      refuse('request_invalid', { field, message: (t) => t(`apiErrors.request.${fault.kind}`, facts) })
    }
  })
  app.addHook('preValidation', check)
}

const deepest = 32

interface Fault {
  kind: 'unstorable' | 'tooDeep' | 'unstorableName'
  /** The path to the fault. It is built only if there is a fault, because every request is checked. */
  path: string[]
}

function findFault(value: unknown, depth: number): Fault | null {
  if (typeof value === 'string') {
    return isWritable(value) ? null : { kind: 'unstorable', path: [] }
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return null
  if (depth > deepest) return { kind: 'tooDeep', path: [] }
  for (const [name, inner] of Object.entries(value)) {
    if (!isWritable(name)) return { kind: 'unstorableName', path: [] }
    const fault = findFault(inner, depth + 1)
    if (fault === null) continue
    fault.path.unshift(name)
    return fault
  }
  return null
}

/** Returns whether PostgreSQL can store the text, which it can't with NUL or an unpaired surrogate. */
export const isWritable = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text)
