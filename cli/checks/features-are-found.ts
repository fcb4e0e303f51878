import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'
import { findFeatureGaps } from './feature-table.ts'
import { sourceNames } from './sources.ts'

/** Checks that the table of features in `docs/tour.md` names every folder of a feature, and only what exists. */
export async function featuresAreFound(): Promise<number> {
  const document = readFileSync(path.join(root, 'docs/tour.md'), 'utf8')
  const gaps = findFeatureGaps(
    document,
    sourceNames(/^(?:contract|core|api|web|db\/functions|stand-ins|e2e)\//),
  )
  for (const gap of gaps) console.error(gap)
  return gaps.length === 0 ? 0 : 1
}
