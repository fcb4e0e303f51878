import { createLog, type Log } from '../log.ts'

/** Returns a log whose lines a test can read. */
export function loggedLines(): { log: Log; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const log = createLog(
    { log_level: 'info' },
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  )
  return { log, lines }
}
