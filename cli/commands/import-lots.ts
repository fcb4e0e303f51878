import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadPlaces } from '@openspot/api/lots/places/load-places.ts'
import { realPorts } from '@openspot/api/ports.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import { withDatabase } from '@openspot/server/app-deps.ts'
import { settingsOfProcess } from '@openspot/server/settings.ts'
import { formatSummary, importFile, type Listener } from '../lots-import/import-file.ts'

const use = 'npm run openspot -- import lots <file.geojson> [--owner <email>]'

/** Imports lots from a GeoJSON file. Returns 1 if some were rejected. */
export async function importLots(args: string[]): Promise<number> {
  const { file, owner_email } = readArgs(args)
  const text = readText(file)
  const summary = await withDatabase(settingsOfProcess(), async ({ database }) => {
    // An unnamed lot is named after its city.
    await loadPlaces(database)
    const order = { text, file_name: path.basename(file), owner_email }
    return importFile(database, realPorts, order, process.stdout.isTTY ? counter() : lines())
  })
  console.log(formatSummary(summary))
  return summary.refused > 0 ? 1 : 0
}

function readArgs(args: string[]): { file: string; owner_email: string | null } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { owner: { type: 'string' } },
      allowPositionals: true,
    })
    const [what, file, ...more] = positionals
    if (what !== 'lots' || file === undefined || more.length > 0) throw new PlainError(use)
    return { file, owner_email: values.owner ?? null }
  } catch (error) {
    if (error instanceof PlainError) throw error
    throw new PlainError(`${(error as Error).message.split('\n')[0]} ${use}`)
  }
}

function readText(file: string): string {
  // npm runs commands in the checkout, but the path is relative to where the person typed it.
  const full = path.resolve(process.env['INIT_CWD'] ?? '.', file)
  try {
    return readFileSync(full, 'utf8')
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
