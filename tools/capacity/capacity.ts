import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { PlainError } from '@openspot/core/plain-error.ts'
import { root } from '@openspot/server/settings.ts'
import { sizeNames, sizeOf } from '../bench/size.ts'
import { type Effort, measureCapacity } from './measure.ts'
import { capacityPage } from './page.ts'

const use =
  'npm run capacity -- [--size tiny|small|large] [--seconds N] [--bookings N] [--watchers N] [--write]'
const page = 'docs/capacity.md'
const usual = { size: 'small', seconds: 20, bookings: 3000, watchers: 500 }

/**
 * Measures what calls, bookings, and watchers cost, simulates a launch, and computes what machines carry. Prints the page with the results, or
 * writes it with `--write`.
 */
export async function capacity(args: string[]): Promise<number> {
  const { size, effort, isWritten } = readArgs(args)
  if (process.platform !== 'linux')
    throw new PlainError('This reads the processor time of PostgreSQL from /proc, which only Linux has.')
  const measured = await measureCapacity(sizeOf(size), effort, (line) => console.error(line))
  const command = `npm run capacity -- ${args.filter((word) => word !== '--write').join(' ')}`.trim()
  const text = capacityPage(measured, command)
  if (isWritten) writeFileSync(path.join(root, page), text)
  else console.log(text)
  console.error(JSON.stringify(measured))
  return 0
}

function readArgs(args: string[]): { size: (typeof sizeNames)[number]; effort: Effort; isWritten: boolean } {
  const values = parse(args)
  const size = sizeNames.find((one) => one === (values.size ?? usual.size))
  if (size === undefined) throw new PlainError(`The size must be tiny, small, or large. ${use}`)
  const whole = (name: 'seconds' | 'bookings' | 'watchers') => {
    const given = Number(values[name] ?? usual[name])
    if (!Number.isSafeInteger(given) || given < 1)
      throw new PlainError(`--${name} must be a whole number. ${use}`)
    return given
  }
  return {
    size,
    effort: { seconds: whole('seconds'), bookings: whole('bookings'), watchers: whole('watchers') },
    isWritten: values.write ?? false,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        size: { type: 'string' },
        seconds: { type: 'string' },
        bookings: { type: 'string' },
        watchers: { type: 'string' },
        write: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new PlainError(`${(error as Error).message.split('\n')[0]} ${use}`)
  }
}
