import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { missingPaths, registerFaults } from '../asvs-register.ts'
import { root } from '../settings.ts'

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

/** `api/testing/security/07` refers to the test of finding 7, whatever the rest of its name. */
function exists(file: string): boolean {
  const finding = /^api\/security\/(\d\d)$/.exec(file)?.[1]
  if (finding === undefined) return existsSync(path.join(root, file))
  const folder = path.join(root, 'api', 'security')
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.some((name) => name.startsWith(`${finding}-`) && name.endsWith('.test.ts'))
}
