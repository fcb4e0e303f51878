import { createHash } from 'node:crypto'
import { lotTitles } from '@openspot/api/lots/lot-files/lot-titles.ts'
import { readLotText } from '@openspot/api/lots/lot-files/read-lot-text.ts'
import type { FileReason } from '@openspot/core/lot-files/file-reasons.ts'
import * as core from '@openspot/core/lot-files/read-features.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import { filePlaceText, filePropertyText, fileReasonText } from '@openspot/messages/lot-file-text.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { Outcome } from './outcomes.ts'

/** A lot as described by a file, with the key by which it is known again. */
export type LotDraft = core.LotDraft & { source_key: string }

/** One lot of the file: the lot to import, or why it is rejected; and what became of its properties. */
export type ReadFeature = { label: string; notes: string[]; outcomes: Outcome[] } & (
  | { draft: LotDraft; refusal: null }
  | { draft: null; refusal: string }
)

const english = translatorFor(null)

/**
 * Reads the lots of a text with `core/lot-files`, and says in English what became of everything.
 * @throws PlainError for a file of another kind, or an empty one
 */
export function readFeatures(text: string, { splits = false } = {}): ReadFeature[] {
  const file = readLotText(text, splits, lotTitles())
  if (!file.ok) throw new PlainError(say(file.refusal))
  return core.readFeatures(file).map((feature) => {
    const said = {
      label: filePlaceText(english, feature.place),
      notes: feature.notes.map(say),
      outcomes: feature.outcomes.map((each) => ({
        ...each,
        property: filePropertyText(english, each),
        reason: each.reason && say(each.reason),
      })),
    }
    if (feature.draft === null) return { ...said, draft: null, refusal: say(feature.refusal) }
    const source_key = createHash('sha256').update(feature.draft.identity).digest('hex').slice(0, 32)
    return { ...said, draft: { ...feature.draft, source_key }, refusal: null }
  })
}

/** A terminal has room for the detail, and an option for several polygons. */
function say(reason: FileReason): string {
  if (reason.code === 'no_json') return `The file is not JSON: ${reason.detail}.`
  if (reason.code === 'no_outline') return reason.fault.message
  const text = fileReasonText(english, reason)
  return reason.code === 'several_polygons' ? `${text} Use --split if each is a lot.` : text
}
