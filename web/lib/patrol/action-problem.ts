import type { CallError } from '@openspot/contract/call.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { problemFindings } from '@openspot/core/problems/enums.ts'
import type { ActionProblem, PatrolAction } from './action.ts'

/** Returns a refused action with what a person has to know. A finding that they then send again replaces the one that they are shown. */
export function afterRefusal(action: PatrolAction, error: CallError): PatrolAction {
  const { code, details = {} } = error.body
  if (action.kind !== 'FINDING' || code !== 'finding_changed') return { ...action, problem: problemOf(error) }
  const shown = isOneOf(problemFindings, details['finding']) ? details['finding'] : null
  const message = typeof details['note'] === 'string' ? details['note'] : ''
  const problem = { code: `finding_${shown ?? 'none'}`, message, right: null, similar: [], fine_id: null }
  return { ...action, shown, problem }
}

/** Returns what a person has to know about a refusal. */
function problemOf({ body }: CallError): ActionProblem {
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
