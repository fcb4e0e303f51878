import type { QuoteInput, QuoteResult } from './types.ts'

export type * from './types.ts'

/** Signature only, for a few minutes: others build on the types meanwhile. */
export function quote(_input: QuoteInput): QuoteResult {
  return { ok: false, code: 'rate_missing', message: 'Not written yet.', field: 'rates' }
}
