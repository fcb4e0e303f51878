import type { CallError } from '@openspot/contract/call.ts'
import type { ActionProblem } from './action.ts'

/** Returns what a person has to know about a refusal. */
export function problemOf({ body }: CallError): ActionProblem {
  const { code, message, details = {}, field } = body
  const { plate, spot_label, ends_at, fine_id, similar } = details
  const isRight = code === 'plate_may_park' && typeof plate === 'string' && typeof spot_label === 'string'
  return {
    code: field === 'photo_ids' ? 'photos_gone' : code,
    message,
    right: isRight ? { plate, spot_label, ends_at: typeof ends_at === 'string' ? ends_at : null } : null,
    similar: code === 'plate_similar' && Array.isArray(similar) ? similar.flatMap(similarPlate) : [],
    fine_id: typeof fine_id === 'string' ? fine_id : null,
  }
}

function similarPlate(each: unknown): ActionProblem['similar'] {
  if (typeof each !== 'object' || each === null) return []
  const { plate, region, spot_label } = each as Record<string, unknown>
  if (typeof plate !== 'string' || typeof spot_label !== 'string') return []
  return [{ plate, region: typeof region === 'string' ? region : '', spot_label }]
}
