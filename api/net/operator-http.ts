import type { Ports } from '../ports.ts'

export interface OperatorRequest {
  url: string
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string | URLSearchParams | Uint8Array<ArrayBuffer>
  /** For the whole exchange. */
  timeout_ms: number
  /** Larger responses are refused while they are read. With 0 no body is read, and any is accepted. */
  max_bytes: number
  /** Ends the exchange earlier. */
  signal?: AbortSignal
}

export interface OperatorAnswer {
  status: number
  /** Whether the status is from 200 to 299. A redirect is not followed, so its status is not. */
  ok: boolean
  headers: Headers
  body: Buffer
}

/**
 * Sends one request to an address that the operator's settings name, or that is part of our code, and reads the response.
 * Any network is allowed, because only the operator chooses it; for addresses that people enter there is
 * `openVendorNetwork`. Connections are kept for the next request. Throws if there is no response, it is too late, or it is
 * too large.
 */
export async function askOperated(
  ports: Pick<Ports, 'fetch'>,
  { url, timeout_ms, max_bytes, signal, ...wanted }: OperatorRequest,
): Promise<OperatorAnswer> {
  const deadline = AbortSignal.timeout(timeout_ms)
  const answer = await ports.fetch(url, {
    ...wanted,
    redirect: 'manual',
    signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
  })
  const { status, ok, headers } = answer
  return { status, ok, headers, body: await bodyOf(answer, max_bytes) }
}

async function bodyOf(answer: Response, max_bytes: number): Promise<Buffer> {
  if (max_bytes === 0) {
    await answer.body?.cancel()
    return Buffer.alloc(0)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > max_bytes) throw new Error(`The response is larger than ${max_bytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads JSON of a response. Returns null if it is none. */
export function jsonOf({ body }: OperatorAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
