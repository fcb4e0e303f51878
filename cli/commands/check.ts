import { runTool } from '../run.ts'
import { boundariesHold } from './boundaries-hold.ts'
import { functionsAreSound } from './functions-are-sound.ts'
import { generatedIsCurrent } from './generate.ts'
import { migrationsAreSafe } from './migrations-are-safe.ts'
import { securityDocsAreTrue } from './security-docs.ts'
import { sqlIsLaidOut } from './sql-is-laid-out.ts'
import { wordsArePlain } from './words-are-plain.ts'

/** Runs all static checks, continuing after failures so that one run shows every problem. */
export async function check(): Promise<number> {
  const steps: [name: string, run: () => Promise<number>][] = [
    ['format', () => runTool('biome', ['ci', '--linter-enabled=false', '.'])],
    ['lint', () => runTool('oxlint', ['--type-aware', '--deny-warnings'])],
    ['types', () => runTool('tsc', ['--noEmit', '-p', 'tsconfig.json'])],
    ['types of the web', () => runTool('tsc', ['--noEmit', '-p', 'web/tsconfig.json'])],
    ['dead code', () => runTool('knip', [])],
    ['repeats', () => runTool('jscpd', ['.'])],
    ['generated files', generatedIsCurrent],
    ['SQL functions', functionsAreSound],
    ['layout of SQL functions', sqlIsLaidOut],
    ['migrations that block nobody', migrationsAreSafe],
    ['security documents', securityDocsAreTrue],
    ['boundaries', boundariesHold],
    ['plain words', wordsArePlain],
  ]
  const failed: string[] = []
  for (const [name, run] of steps) {
    console.log(`\n== ${name}`)
    if ((await run()) !== 0) failed.push(name)
  }
  console.log(
    failed.length === 0 ? `\nAll ${steps.length} checks passed.` : `\nNot in order: ${failed.join(', ')}.`,
  )
  return failed.length === 0 ? 0 : 1
}
