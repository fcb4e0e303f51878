import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'
import { versionOfCheckout } from '@openspot/server/version.ts'
import { billOf, type Lock } from './bill-of-materials.ts'

/** Prints what the product is made of, without what only development needs, as a CycloneDX document. */
export async function sbom(): Promise<number> {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock
  const text = `${JSON.stringify(billOf(lock, versionOfCheckout().version), null, 2)}\n`
  // The process ends right after this, and a pipe takes only a part of it at once.
  await new Promise<void>((done) => process.stdout.write(text, () => done()))
  return 0
}
