import { parentPort, workerData } from 'node:worker_threads'
import { MAX_LISTED_FEATURES, MAX_OUTCOMES } from '@openspot/contract/lots/lot-files.ts'
import type { RawFeature } from '@openspot/core/lot-files/geojson.ts'
import { type LotDraft, readFeature } from '@openspot/core/lot-files/read-features.ts'
import { shortenOutcomes, shortenReason } from '@openspot/core/lot-files/shorten.ts'
import { workLast } from '../../work-last.ts'
import type { DraftRead, FeatureRead, LotFileForThread, LotFileRead } from './lot-file-in-thread.ts'
import { outlineLimits } from './outline-limits.ts'
import { readLotText } from './read-lot-text.ts'

function read({ text, number, titles }: LotFileForThread): LotFileRead {
  const file = readLotText(text, false, titles)
  if (!file.ok) return { refusal: file.refusal, field: 'text' }
  const listed = file.features.slice(0, MAX_LISTED_FEATURES)
  const wanted = number ?? (file.features.length === 1 ? 1 : null)
  const raw = wanted === null ? null : listed[wanted - 1]
  if (raw === undefined) return { refusal: { code: 'no_features' }, field: 'feature' }
  return {
    listed: listed.map((each) => ({ place: each.place, name: nameOf(each) })),
    left_out: file.features.length - listed.length,
    chosen: raw && chosenOf(raw),
  }
}

function chosenOf(raw: RawFeature): FeatureRead {
  const { notes, outcomes, draft } = readFeature(raw, raw.place.number, outlineLimits)
  return {
    notes: notes.map(shortenReason),
    // The route may add one of its own (`spots_cut`).
    outcomes: shortenOutcomes(outcomes, MAX_OUTCOMES - 1),
    draft: draft && withoutFile(draft),
  }
}

const withoutFile = ({ identity: _identity, properties: _properties, ...draft }: LotDraft): DraftRead => draft

function nameOf(raw: RawFeature): string | null {
  const name = 'refusal' in raw ? null : raw.properties['name']
  return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 120) : null
}

workLast()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin, unlike a window
parentPort?.postMessage(read(workerData as LotFileForThread))
