import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadPlaces } from '@openspot/api/lots/places/load-places.ts'
import { realPorts } from '@openspot/api/ports.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import { decodeTable } from '@openspot/core/text/table-encoding.ts'
import { withDatabase } from '@openspot/server/app-deps.ts'
import { settingsOfProcess } from '@openspot/server/settings.ts'
import { formatSummary, type ImportOrder, importFile, type Listener } from '../lots-import/import-file.ts'
import { formatOutcomes } from '../lots-import/outcomes.ts'

const use = 'npm run openspot -- import lots <file> [--owner <email>] [--split] [--dry-run]'

/**
 * Imports lots from a GeoJSON file, a feed, or a table, and ends with a table of what became of its properties. `--split` makes each polygon of a
 * feature a lot; `--dry-run` saves nothing. Returns 1 if some lots were rejected.
 */
export async function importLots(args: string[]): Promise<number> {
  const { file, ...given } = readArgs(args)
  const text = readText(file)
  const summary = await withDatabase(settingsOfProcess(), async ({ database }) => {
    // An unnamed lot is named after its city.
    await loadPlaces(database)
    const order = { text, file_name: path.basename(file), ...given }
    return importFile(database, realPorts, order, process.stdout.isTTY ? counter() : lines())
  })
  console.log(`\n${formatOutcomes(summary.outcomes)}\n`)
  console.log(formatSummary(summary))
  if (given.is_dry) console.log('Nothing was saved.')
  return summary.refused > 0 ? 1 : 0
}

type Given = Pick<ImportOrder, 'owner_email' | 'splits' | 'is_dry'> & { file: string }

function readArgs(args: string[]): Given {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        owner: { type: 'string' },
        split: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
      },
      allowPositionals: true,
    })
    const [what, file, ...more] = positionals
    if (what !== 'lots' || file === undefined || more.length > 0) throw new PlainError(use)
    return {
      file,
      owner_email: values.owner ?? null,
      splits: values.split ?? false,
      is_dry: values['dry-run'] ?? false,
    }
  } catch (error) {
    if (error instanceof PlainError) throw error
    throw new PlainError(`${(error as Error).message.split('\n')[0]} ${use}`)
  }
}

function readText(file: string): string {
  // npm runs commands in the checkout, but the path is relative to where the person typed it.
  const full = path.resolve(process.env['INIT_CWD'] ?? '.', file)
  try {
    return decodeTable(readFileSync(full))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason =
      code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : message
    throw new PlainError(`${full} cannot be read: ${reason}.`)
  }
}

/** On a terminal, one line counts up; messages stay above it. */
function counter(): Listener {
  const clear = '\r\u001B[2K'
  return {
    progress(done, all) {
      process.stdout.write(`${clear}${done} of ${all}${done === all ? clear : ''}`)
    },
    print: (line) => console.log(`${clear}${line}`),
  }
}

function lines(): Listener {
  return {
    progress: (done, all, line) => console.log(`${done} of ${all}: ${line}`),
    print: (line) => console.log(line),
  }
}
