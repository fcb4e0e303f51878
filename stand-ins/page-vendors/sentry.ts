import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { type Answer, type Asked, jsonAnswer, type Listening, serve } from './http.ts'

/** The project that the stand-in has. */
export const sentryProject = { key: '0123456789abcdef0123456789abcdef', project: '77' } as const

export interface TakenEnvelope {
  /** As it arrived, with its own compression. */
  body: Buffer
  headers: Asked['headers']
  header: Record<string, unknown>
  /** The types of its items, and their payloads as text. */
  items: { type: string; payload: string }[]
}

/** What goes wrong. Everything is off at first. */
export interface SentrySwitches {
  /** Answers with this status instead. */
  status: number | null
  /** Accepts requests, and never answers. */
  silent: boolean
  retry_after: string | null
  /** The header with limits by category, such as `60:error:organization`. */
  rate_limits: string | null
  /** Where it redirects to. */
  redirect: string | null
}

const noSwitches: SentrySwitches = {
  status: null,
  silent: false,
  retry_after: null,
  rate_limits: null,
  redirect: null,
}

/** Takes envelopes as Sentry's ingest does: it checks the key, the project, and the format. */
export class SentryStandIn {
  readonly envelopes: TakenEnvelope[] = []
  /** The number of requests, whether they were taken or not. */
  requests = 0
  switches: SentrySwitches = { ...noSwitches }
  private listening: Listening | null = null

  async listen(at?: { host: string; port: number }): Promise<string> {
    this.listening = await serve((asked) => this.answer(asked), at)
    return this.listening.url
  }

  async close(): Promise<void> {
    await this.listening?.close()
  }

  /** The DSN with which the product uses it. */
  dsn({ key, project }: { key: string; project: string } = sentryProject): string {
    return `${(this.listening?.url ?? '').replace('//', `//${key}@`)}/${project}`
  }

  private answer(asked: Asked): Answer | null {
    if (asked.path.startsWith('/control')) return this.control(asked)
    this.requests++
    const { status, silent, retry_after, rate_limits, redirect } = this.switches
    if (silent) return null
    const headers = {
      ...(retry_after === null ? {} : { 'retry-after': retry_after }),
      ...(rate_limits === null ? {} : { 'x-sentry-rate-limits': rate_limits }),
    }
    if (redirect !== null) return { status: 307, headers: { location: redirect } }
    if (status !== null) return { ...jsonAnswer({ detail: 'stand-in' }, status), headers }
    const project = /^\/api\/(\d+)\/envelope\/$/.exec(asked.path)?.[1]
    if (asked.method !== 'POST' || project === undefined) return jsonAnswer({ detail: 'not found' }, 404)
    return { ...this.take(asked, project), headers }
  }

  private take({ headers, body }: Asked, project: string): Answer {
    const key = /^Sentry (?:.*, ?)?sentry_key=(\w+)/.exec(String(headers['x-sentry-auth']))?.[1]
    if (key === undefined) return jsonAnswer({ detail: 'bad sentry DSN public key' }, 401)
    if (key !== sentryProject.key || project !== sentryProject.project)
      return jsonAnswer({ detail: 'event submission rejected with_reason: ProjectId' }, 403)
    const taken = read(body, headers['content-encoding'])
    if (taken === null) return jsonAnswer({ detail: 'invalid envelope' }, 400)
    const { dsn } = taken.header
    if (typeof dsn === 'string' && new URL(dsn).username !== key)
      return jsonAnswer({ detail: 'bad envelope authentication header' }, 400)
    this.envelopes.push({ ...taken, body, headers })
    return jsonAnswer({ id: taken.header['event_id'] })
  }

  /** Not calls of Sentry. */
  private control({ method, path, body }: Asked): Answer {
    if (method === 'GET' && path === '/control/envelopes')
      return jsonAnswer(this.envelopes.map(({ header, items }) => ({ header, items })))
    if (method === 'DELETE') this.switches = { ...noSwitches }
    else if (method === 'POST')
      Object.assign(this.switches, JSON.parse(body.toString('utf8')) as Partial<SentrySwitches>)
    else return jsonAnswer({ detail: 'See the README of this stand-in.' }, 400)
    return jsonAnswer(this.switches)
  }
}

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** Reads an envelope as its format is documented. Null: it is none. */
function read(body: Buffer, encoding: string | undefined): Pick<TakenEnvelope, 'header' | 'items'> | null {
  try {
    let rest = encoding === undefined ? body : (decoders[encoding] ?? gunzipSync)(body)
    const line = () => {
      const [end, start] = [rest.indexOf('\n'), rest]
      rest = end < 0 ? Buffer.alloc(0) : rest.subarray(end + 1)
      return (end < 0 ? start : start.subarray(0, end)).toString('utf8')
    }
    const header = JSON.parse(line()) as Record<string, unknown>
    const items: TakenEnvelope['items'] = []
    while (rest.length > 0) {
      const { type, length } = JSON.parse(line()) as { type: string; length?: number }
      const payload = length === undefined ? line() : rest.subarray(0, length).toString('utf8')
      if (length !== undefined) rest = rest.subarray(length + 1)
      items.push({ type, payload })
    }
    return { header, items }
  } catch {
    return null
  }
}
