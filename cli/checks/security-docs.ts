import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'
import { missingPaths, registerFaults } from './asvs-register.ts'

const exists = (file: string): boolean => existsSync(path.join(root, file))

const pages = ['SECURITY.md', 'docs/security.md', 'docs/threat-model.md']

/** Checks that the security pages mention only existing files, and that the ASVS register is complete. */
export async function securityDocsAreTrue(): Promise<number> {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const faults = [
    ...registerFaults(read('docs/asvs.md'), exists).map((fault) => `docs/asvs.md: ${fault}`),
    ...pages.flatMap((page) =>
      missingPaths(read(page), exists).map((missing) => `${page} names ${missing}, which does not exist.`),
    ),
  ]
  for (const fault of faults) console.error(fault)
  return faults.length === 0 ? 0 : 1
}
