import { boundariesHold } from '../checks/boundaries-hold.ts'
import { changesAreWhole } from '../checks/changes-are-whole.ts'
import { conditionsHeedNulls } from '../checks/conditions-heed-nulls.ts'
import { featuresAreFound } from '../checks/features-are-found.ts'
import { functionsAreSound } from '../checks/functions-are-sound.ts'
import { messagesAreComplete } from '../checks/messages-are-complete.ts'
import { migrationsAreSafe } from '../checks/migrations-are-safe.ts'
import { noFolderCycles } from '../checks/no-folder-cycles.ts'
import { securityDocsAreTrue } from '../checks/security-docs.ts'
import { sqlIsLaidOut } from '../checks/sql-is-laid-out.ts'
import { textsAreKept } from '../checks/texts-are-kept.ts'
import { wordsArePlain } from '../checks/words-are-plain.ts'
import { runTool } from '../processes/run-tool.ts'
import { generatedIsCurrent } from './generate.ts'
import { messageTypesAreCurrent } from './generate-messages.ts'

interface Check {
  name: string
  run: () => Promise<number>
}

const tool = (name: string, command: string, args: string[]): Check => ({
  name,
  run: () => runTool(command, args, { heading: `== ${name}` }),
})

const tools: Check[] = [
  tool('format', 'biome', ['ci', '--linter-enabled=false', '.']),
  tool('lint', 'oxlint', ['--type-aware', '--deny-warnings']),
  tool('types', 'tsc', ['--noEmit', '-p', 'tsconfig.json']),
  tool('types of the web', 'tsc', ['--noEmit', '-p', 'web/tsconfig.json']),
  tool('dead code', 'knip', []),
  // What only tests use is dead code, too.
  tool('dead code of the product', 'knip', ['--production']),
  tool('repeats', 'jscpd', ['.']),
]

const own: Check[] = [
  { name: 'generated files', run: generatedIsCurrent },
  { name: 'SQL functions', run: functionsAreSound },
  { name: 'layout of SQL functions', run: sqlIsLaidOut },
  { name: 'conditions over nulls', run: conditionsHeedNulls },
  { name: 'blocking migrations', run: migrationsAreSafe },
  { name: 'security documents', run: securityDocsAreTrue },
  { name: 'boundaries', run: boundariesHold },
  { name: 'cycles between folders', run: noFolderCycles },
  { name: 'table of features', run: featuresAreFound },
  { name: 'changes by routes', run: changesAreWhole },
  { name: 'typed texts', run: textsAreKept },
  { name: 'plain words', run: wordsArePlain },
  { name: 'messages', run: messagesAreComplete },
  { name: 'types of messages', run: messageTypesAreCurrent },
]

/** Runs all static checks, our own beside the tools, continuing after failures so that one run shows every problem. */
export async function check(): Promise<number> {
  const failed = (await Promise.all([failedOf(tools, false), failedOf(own, true)])).flat()
  const count = tools.length + own.length
  console.log(
    failed.length === 0 ? `\nAll ${count} checks passed.` : `\nFailed checks: ${failed.join(', ')}.`,
  )
  return failed.length === 0 ? 0 : 1
}

/** Runs checks one after another. Returns the names of those that failed. */
async function failedOf(checks: readonly Check[], hasHeadings: boolean): Promise<string[]> {
  const failed: string[] = []
  for (const { name, run } of checks) {
    if (hasHeadings) console.log(`\n== ${name}`)
    if ((await run()) !== 0) failed.push(name)
  }
  return failed
}
