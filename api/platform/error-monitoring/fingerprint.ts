import { createHash } from 'node:crypto'
import type { ErrorException } from '@openspot/contract/platform/error-monitoring.ts'
import type { ErrorSource } from '@openspot/core/error-monitoring/enums.ts'

interface Grouped {
  source: ErrorSource
  fingerprint: readonly string[]
  exceptions: readonly ErrorException[]
  title: string
}

/**
 * Returns what events with the same cause have in common: the SDK's explicit fingerprint; otherwise the types of the exceptions with the
 * frames of our own code, without lines, which change with each release; otherwise the text without its numbers.
 */
export function fingerprintOf({ source, fingerprint, exceptions, title }: Grouped): Buffer {
  const parts = fingerprint.length > 0 ? fingerprint : ['{{ default }}']
  const own = () => JSON.stringify(defaultParts(exceptions, title))
  const words = parts.map((part) => (/^\{\{\s*default\s*\}\}$/.test(part) ? own() : part))
  return createHash('sha256')
    .update(JSON.stringify([source, ...words]))
    .digest()
}

function defaultParts(exceptions: readonly ErrorException[], title: string): unknown[] {
  if (exceptions.every(({ frames }) => frames.length === 0)) return ['text', plain(title)]
  return exceptions.map(({ type, frames }) => {
    const ours = frames.filter(({ is_ours }) => is_ours)
    const calls = (ours.length > 0 ? ours : frames).slice(0, 20)
    return [type, calls.map((frame) => [plain(frame.file), frame.function])]
  })
}

/** Without what differs between builds and people: hashes, IDs, and numbers. */
const plain = (text: string) => text.replace(/[0-9a-f]{8,}|\d+/gi, '#')
