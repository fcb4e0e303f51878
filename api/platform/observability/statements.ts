import { performance } from 'node:perf_hooks'
import type { Settings } from '@openspot/core/settings.ts'
import { type StatementWatcher, shapeOf } from '@openspot/db/statements.ts'
import type { Log } from '../../log.ts'
import type { Tracing } from './tracing.ts'

/** Logs slow statements and creates a span for every statement if tracing is enabled. Never includes values. */
export function statementWatcher(
  settings: Pick<Settings, 'slow_statement_ms'>,
  log: Log,
  tracing: Tracing | null,
): StatementWatcher {
  return ({ name, text }) => {
    const started = performance.now()
    const endSpan = tracing?.begin(name ?? firstWords(text), {
      'db.system.name': 'postgresql',
      'db.query.text': shapeOf(text),
    })
    return (error) => {
      endSpan?.(error)
      const duration_ms = Math.round(performance.now() - started)
      if (duration_ms < settings.slow_statement_ms) return
      log.warn(
        { statement: name ?? shapeOf(text), duration_ms, has_failed: Boolean(error) },
        'slow statement',
      )
    }
  }
}

const firstWords = (text: string): string => shapeOf(text).split(' ').slice(0, 4).join(' ')
