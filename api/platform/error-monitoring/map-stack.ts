import type { StackFrame } from '@openspot/contract/platform/error-monitoring.ts'
import { type Origin, originsOf } from '@openspot/core/error-monitoring/source-positions.ts'
import type pg from 'pg'
import { builtFileOf, type MapFinder } from './find-map.ts'

const LINES_AROUND = 5
/** Files of one stack whose maps are read. Ours come from a few. */
const MAX_FILES = 10

/** Replaces the places of a stack (the innermost call first) by those of our sources, as far as their maps are known. */
export async function mapStack(
  pool: pg.Pool,
  finder: MapFinder,
  frames: readonly StackFrame[],
  now: Date,
): Promise<StackFrame[]> {
  const files = frames.map(({ file }) => builtFileOf(file))
  const wanted = [...new Set(files.filter((file) => file !== null))].slice(0, MAX_FILES)
  const origins: (Origin | null)[] = frames.map(() => null)
  for (const file of wanted) {
    const map = await finder.find(pool, file, now)
    if (map === null) continue
    const own = frames.flatMap(({ line, column }, nth) =>
      files[nth] === file && line !== null && column !== null ? [{ nth, line, column }] : [],
    )
    for (const [at, origin] of originsOf(map, own).entries()) origins[own[at]?.nth ?? 0] = origin
  }
  return frames.map((frame, nth) => {
    const origin = origins[nth]
    return origin ? mapped(frame, origin) : frame
  })
}

function mapped(frame: StackFrame, origin: Origin): StackFrame {
  const file = origin.source.slice(0, 500)
  return {
    file,
    function: declaredAround(origin),
    line: origin.line,
    column: origin.column,
    is_ours: !/(?:^|\/)node_modules\/|^[a-z]+:|^\[/.test(file),
    is_source_mapped: true,
    context: linesAround(origin),
    generated: { file: frame.file, line: frame.line ?? 0, column: frame.column ?? 0 },
  }
}

/** The function or value at the top level of the file that the place is in. The name in the build was shortened, and changes with it. */
function declaredAround({ content, line }: Origin): string {
  const before = (content ?? '').split('\n').slice(0, line).toReversed()
  for (const text of before) {
    const [, name] = DECLARATION.exec(text) ?? []
    if (name !== undefined) return name
  }
  return ''
}

const DECLARATION =
  /^(?:export )?(?:default )?(?:abstract )?(?:async )?(?:function\*?|const|let|class) ([A-Za-z_$][\w$]*)/

function linesAround({ content, line }: Origin): StackFrame['context'] {
  if (content === null) return []
  const lines = content.split('\n')
  const from = Math.max(0, line - 1 - LINES_AROUND)
  return lines.slice(from, line + LINES_AROUND).map((text, at) => ({
    line: from + at + 1,
    text: text.slice(0, 300),
    is_current: from + at + 1 === line,
  }))
}
