import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { StackFrame } from '@sentry/core'

/** The folder of the checkout. */
const root = path.resolve(import.meta.dirname, '..', '..', '..') + path.sep
const LINES_AROUND = 5
/** How many files are kept in memory, because the same error usually occurs many times. */
const MAX_FILES = 50

/** Adds our own lines to the frames of a stack, and writes its files relative to the checkout. Libraries stay without lines. */
export async function withOwnSources(frames: readonly StackFrame[]): Promise<StackFrame[]> {
  return Promise.all(frames.map(withLines))
}

async function withLines(frame: StackFrame): Promise<StackFrame> {
  const file = (frame.filename ?? '').replace(/^file:\/\/|[?#].*$/g, '')
  if (!file.startsWith(root)) return frame
  const filename = file.slice(root.length)
  const own = { ...frame, filename, abs_path: undefined, module: undefined }
  const isOurs = !/(?:^|\/)(?:node_modules|\.next)\//.test(filename)
  if (!isOurs || frame.lineno === undefined) return { ...own, in_app: !filename.includes('node_modules/') }
  const lines = await linesOf(file)
  const at = frame.lineno - 1
  if (lines[at] === undefined) return { ...own, in_app: true }
  return {
    ...own,
    in_app: true,
    pre_context: lines.slice(Math.max(0, at - LINES_AROUND), at),
    context_line: lines[at],
    post_context: lines.slice(at + 1, at + 1 + LINES_AROUND),
  }
}

const files = new Map<string, Promise<string[]>>()

function linesOf(file: string): Promise<string[]> {
  const known = files.get(file)
  if (known) return known
  const read = readFile(file, 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  )
  const [oldest] = files.keys()
  if (files.size >= MAX_FILES && oldest !== undefined) files.delete(oldest)
  files.set(file, read)
  return read
}
