import type { Breadcrumb, ErrorException, StackFrame } from '@openspot/contract/platform/error-monitoring.ts'
import { type ErrorLevel, type ErrorSource, errorLevels } from '@openspot/core/error-monitoring/enums.ts'
import { maskText } from '@openspot/core/error-monitoring/mask.ts'
import type { EventContent } from './events.sql.ts'
import { fieldsOf, instantOf, listOf, nameOfField, textOf, textsOf, uuidOf, wholeNumber } from './fields.ts'
import { fingerprintOf } from './fingerprint.ts'

/** An event as it is stored. */
export interface ReadErrorEvent {
  id: string
  fingerprint: Buffer
  title: string
  culprit: string
  source: ErrorSource
  level: ErrorLevel
  release: string | null
  environment: string
  occurred_at: string
  page: string
  browser: string
  /** The ID of the person, not yet a pseudonym. */
  person_id: string | null
  replay_id: string | null
  trace_id: string | null
  content: EventContent
}

const sources: Record<string, ErrorSource> = {
  browser: 'BROWSER',
  web_server: 'WEB_SERVER',
  api: 'API',
  worker: 'WORKER',
}

/** Reads the JSON of an event of Sentry. Whatever is missing or odd is left out. `mapped` finds the sources of stacks. Returns null without an ID. */
export async function readErrorEvent(
  given: unknown,
  now: Date,
  mapped: (frames: StackFrame[]) => Promise<StackFrame[]> = async (frames) => frames,
): Promise<ReadErrorEvent | null> {
  const event = fieldsOf(given)
  const id = uuidOf(event['event_id'])
  if (id === null) return null
  const exceptions = listOf(fieldsOf(event['exception'])['values'], 10).map(readException).toReversed()
  for (const exception of exceptions) exception.frames = await mapped(exception.frames)
  const message = textOf(event['message'] ?? fieldsOf(event['logentry'])['formatted']) || null
  const tags = textsOf(event['tags'])
  const contexts = fieldsOf(event['contexts'])
  const isBrowser = event['platform'] === 'javascript'
  const source = sources[tags['source'] ?? ''] ?? (isBrowser ? 'BROWSER' : 'OTHER')
  const [first] = exceptions
  const title =
    (first ? [first.type, first.value].filter(Boolean).join(': ') : message) || 'Error without a message'
  const request = readRequest(event['request'])
  const page = pageOf(request?.url ?? '') || textOf(event['transaction'], 300)
  const fingerprint = listOf(event['fingerprint'], 10).map((part) => textOf(part, 200))
  return {
    id,
    title: shorten(title, 300),
    culprit: first?.frames.find(({ is_ours }) => is_ours)?.function || page,
    fingerprint: fingerprintOf({ source, fingerprint, exceptions, title }),
    source,
    level: levelOf(event['level']),
    release: nameOfField(event['release']) || null,
    environment: nameOfField(event['environment'], 64) || 'unknown',
    occurred_at: instantOf(event['timestamp'], now),
    page,
    browser: runtimeOf(contexts),
    person_id: nameOfField(fieldsOf(event['user'])['id'], 100) || null,
    replay_id: uuidOf(fieldsOf(event['tags'])['replayId'] ?? fieldsOf(contexts['replay'])['replay_id']),
    trace_id: /^[0-9a-f]{32}$/.exec(nameOfField(fieldsOf(contexts['trace'])['trace_id']))?.[0] ?? null,
    content: {
      sdk: [fieldsOf(event['sdk'])['name'], fieldsOf(event['sdk'])['version']]
        .map((each) => nameOfField(each, 60))
        .join(' '),
      message,
      exceptions,
      breadcrumbs: breadcrumbsOf(event['breadcrumbs'], now),
      tags,
      contexts: Object.fromEntries(
        Object.entries(contexts)
          .slice(0, 20)
          .map(([topic, facts]) => [nameOfField(topic, 60), textsOf(facts, 30)]),
      ),
      request,
    },
  }
}

const shorten = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1)}…` : text)

function levelOf(value: unknown): ErrorLevel {
  const level = nameOfField(value).toUpperCase()
  return errorLevels.find((known) => known === level) ?? 'ERROR'
}

function readException(given: unknown): ErrorException {
  const { type, value, mechanism, stacktrace } = fieldsOf(given)
  const { handled } = fieldsOf(mechanism)
  return {
    type: nameOfField(type) || 'Error',
    value: textOf(value),
    is_handled: typeof handled === 'boolean' ? handled : null,
    mechanism: nameOfField(fieldsOf(mechanism)['type'], 60),
    // The protocol has the innermost call last.
    frames: listOf(fieldsOf(stacktrace)['frames'], 250).map(readFrame).toReversed().slice(0, 100),
  }
}

function readFrame(given: unknown): StackFrame {
  const frame = fieldsOf(given)
  const line = wholeNumber(frame['lineno'])
  const file = nameOfField(frame['filename'] ?? frame['abs_path'], 500).replace(/[?#].*$/s, '')
  const before = listOf(frame['pre_context'], 7)
  const around = [...before, frame['context_line'], ...listOf(frame['post_context'], 7)]
  return {
    file,
    // The SDK writes a question mark for functions without a name.
    function: nameOfField(frame['function']).replace(/^\?$/, ''),
    line,
    column: wholeNumber(frame['colno']),
    is_ours: frame['in_app'] !== false && !/node_modules|^node:/.test(file),
    is_source_mapped: false,
    context:
      line === null || typeof frame['context_line'] !== 'string'
        ? []
        : around.map((text, at) => ({
            line: line - before.length + at,
            text: nameOfField(text, 300),
            is_current: at === before.length,
          })),
    generated: null,
  }
}

function breadcrumbsOf(given: unknown, now: Date): Breadcrumb[] {
  const crumbs = Array.isArray(given) ? given : fieldsOf(given)['values']
  return listOf(crumbs, 1_000)
    .slice(-100)
    .map((each) => {
      const { timestamp, category, level, message, data, type } = fieldsOf(each)
      return {
        at: timestamp === undefined ? null : instantOf(timestamp, now),
        category: nameOfField(category ?? type, 60),
        level: level === undefined ? 'INFO' : levelOf(level),
        message: textOf(message, 500),
        data: textsOf(data, 20),
      }
    })
}

function readRequest(given: unknown): EventContent['request'] {
  const { method, url, headers } = fieldsOf(given)
  if (typeof url !== 'string') return null
  const kept = Object.entries(textsOf(headers)).filter(([name]) =>
    /^(user-agent|referer|accept-language|content-type)$/i.test(name),
  )
  return { method: nameOfField(method, 10), url: textOf(url, 500), headers: Object.fromEntries(kept) }
}

/** The path of an address, without its query and without secrets. */
export function pageOf(url: string): string {
  if (url === '' || !URL.canParse(url, 'http://localhost')) return ''
  return shorten(maskText(new URL(url, 'http://localhost').pathname), 300)
}

export function runtimeOf(contexts: Record<string, unknown>): string {
  const { name, version } = fieldsOf(contexts['browser'] ?? contexts['runtime'])
  return [name, version]
    .map((each) => nameOfField(each, 40))
    .filter(Boolean)
    .join(' ')
}
