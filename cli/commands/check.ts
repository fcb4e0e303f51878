import { boundariesHold } from '../checks/boundaries-hold.ts'
import { functionsAreSound } from '../checks/functions-are-sound.ts'
import { messagesAreComplete } from '../checks/messages-are-complete.ts'
import { migrationsAreSafe } from '../checks/migrations-are-safe.ts'
import { noFolderCycles } from '../checks/no-folder-cycles.ts'
import { securityDocsAreTrue } from '../checks/security-docs.ts'
import { sqlIsLaidOut } from '../checks/sql-is-laid-out.ts'
import { wordsArePlain } from '../checks/words-are-plain.ts'
import { runTool } from '../processes/run-tool.ts'
import { generatedIsCurrent } from './generate.ts'
import { messageTypesAreCurrent } from './generate-messages.ts'

/** Runs all static checks, continuing after failures so that one run shows every problem. */
export async function check(): Promise<number> {
  const steps: [name: string, run: () => Promise<number>][] = [
    ['format', () => runTool('biome', ['ci', '--linter-enabled=false', '.'])],
    ['lint', () => runTool('oxlint', ['--type-aware', '--deny-warnings'])],
    ['types', () => runTool('tsc', ['--noEmit', '-p', 'tsconfig.json'])],
    ['types of the web', () => runTool('tsc', ['--noEmit', '-p', 'web/tsconfig.json'])],
    ['dead code', () => runTool('knip', [])],
    // What only tests use is dead code, too.
    ['dead code of the product', () => runTool('knip', ['--production'])],
    ['repeats', () => runTool('jscpd', ['.'])],
    ['generated files', generatedIsCurrent],
    ['SQL functions', functionsAreSound],
    ['layout of SQL functions', sqlIsLaidOut],
    ['blocking migrations', migrationsAreSafe],
    ['security documents', securityDocsAreTrue],
    ['boundaries', boundariesHold],
    ['cycles between folders', noFolderCycles],
    ['plain words', wordsArePlain],
    ['messages', messagesAreComplete],
    ['types of messages', messageTypesAreCurrent],
  ]
  const failed: string[] = []
  for (const [name, run] of steps) {
    console.log(`\n== ${name}`)
    if ((await run()) !== 0) failed.push(name)
  }
  console.log(
    failed.length === 0 ? `\nAll ${steps.length} checks passed.` : `\nFailed checks: ${failed.join(', ')}.`,
  )
  return failed.length === 0 ? 0 : 1
}
