import { parentPort, workerData } from 'node:worker_threads'
import { MAX_LISTED_FEATURES } from '@openspot/contract/lots/lot-files.ts'
import { type RawFeature, readGeoJson } from '@openspot/core/lot-files/geojson.ts'
import { readFeature } from '@openspot/core/lot-files/read-features.ts'
import { workLast } from '../../work-last.ts'
import type { LotFileAsked, LotFileRead } from './lot-file-in-thread.ts'

/** An outline within these takes seconds at most; surveyed lots have up to a hundred corners. */
const limits = { corners: 500, area_m2: 1_000_000 }

function read({ text, number }: LotFileAsked): LotFileRead {
  const file = readGeoJson(text, false)
  if (!file.ok) return { refusal: file.refusal, field: 'text' }
  const listed = file.features.slice(0, MAX_LISTED_FEATURES)
  const wanted = number ?? (file.features.length === 1 ? 1 : null)
  const raw = wanted === null ? null : listed[wanted - 1]
  if (raw === undefined) return { refusal: { code: 'no_features' }, field: 'feature' }
  return {
    listed: listed.map((each) => ({ place: each.place, name: nameOf(each) })),
    left_out: file.features.length - listed.length,
    chosen: raw && readFeature(raw, raw.place.number, limits),
  }
}

function nameOf(raw: RawFeature): string | null {
  const name = 'refusal' in raw ? null : raw.properties['name']
  return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 120) : null
}

workLast()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin, unlike a window
parentPort?.postMessage(read(workerData as LotFileAsked))
