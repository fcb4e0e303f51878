import type { PlateLookup } from '@openspot/contract/operations/plates.ts'
import type { PlateMatch } from '@openspot/core/enums.ts'
import { type Judgment, judgePlate } from '@openspot/core/patrol/judge.ts'
import { plateEntry } from '@openspot/core/plates/plate-entry.ts'
import { normalizePlate } from '@openspot/core/plates/plates.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import type { PatrolActionOf } from '@/lib/patrol/action.ts'
import { type DeviceShift, noteShown } from '@/lib/patrol/device.ts'
import { hashAllWith } from '@/lib/patrol/hash-plates.ts'
import { serverNow } from '@/lib/patrol/shift.ts'
import type { Outbox } from './use-outbox.ts'

/** Someone stands at a car: after this long, the device answers. */
const PATIENCE_MS = 2_500

export interface AnswerRight {
  match: PlateMatch
  /** Null if it can't be told from its hash. */
  plate: string | null
  region: string
  spot_label: string
  ends_at: string | null
}

/** The answer to a lookup, from the server or from this device. */
export interface Answer {
  plate: string
  region: string
  result: Judgment['result']
  rights: AnswerRight[]
  ended: { spot_label: string; ends_at: string | null } | null
  next: { spot_label: string; starts_at: string } | null
  is_from_device: boolean
}

/** Returns what is wrong with a license plate that can't be looked up. */
export function plateProblem(
  t: Translate,
  { plate, region }: { plate: string; region: string },
): string | null {
  const { problem } = plateEntry(plate, region.trim())
  if (problem === null) return null
  if (problem.kind === 'LENGTH') return t('patrol.lookUp.unreadable')
  const { character } = problem
  if (problem.kind === 'SIGN') return t('apiErrors.plates.sign', { character })
  const { suggestion } = problem
  return suggestion === null
    ? t('apiErrors.plates.otherLetter', { character })
    : t('apiErrors.plates.looksLatin', { character, suggestion })
}

/**
 * Looks up a plate. The lookup is saved first, so that it is logged whatever happens. Who has no connection gets the answer of the
 * device, and the server's is compared with it later.
 */
export async function lookUp(
  shift: DeviceShift,
  outbox: Outbox,
  asked: { plate: string; region: string },
): Promise<Answer> {
  const region = asked.region.trim().toUpperCase()
  const entry = plateEntry(asked.plate, region)
  const plate = entry.problem === null ? entry.plate_normalized : normalizePlate(asked.plate)
  const action: PatrolActionOf<'LOOKUP'> = {
    kind: 'LOOKUP',
    id: crypto.randomUUID(),
    lot_id: shift.lot_id,
    user_id: shift.user_id,
    done_at: serverNow(shift).toISOString(),
    plate,
    region,
    shown: null,
    state: 'WAITING',
    attempt: 0,
    not_before: 0,
    failures: 0,
    problem: null,
  }
  await outbox.add(action)
  const judged = judgePlate(
    { plate_normalized: plate, region },
    new Date(action.done_at),
    knownOf(shift),
    hashAllWith(shift.hash_key),
  )
  const sent = outbox.send().then((answers) => answers.get(action.id) ?? null)
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))
  const answered = await Promise.race([sent, late])
  if (answered) return fromServer(answered)
  const judgment = await judged
  if (!(await noteShown(action.id, judgment.result))) {
    const answeredNow = await sent
    if (answeredNow) return fromServer(answeredNow)
  }
  return {
    plate,
    region,
    result: judgment.result,
    rights: judgment.rights.map(({ plate_normalized, ...right }) => ({ ...right, plate: plate_normalized })),
    ended: judgment.ended,
    next: judgment.next,
    is_from_device: true,
  }
}

const knownOf = ({ as_of, known_until, data }: DeviceShift) => ({ as_of, known_until, rights: data.rights })

const fromServer = ({ plate, region, result, rights, ended, next }: PlateLookup): Answer => ({
  plate,
  region,
  result,
  rights,
  ended,
  next,
  is_from_device: false,
})
