import { performance } from 'node:perf_hooks'
import Stripe from 'stripe'
import type { HttpClient } from '../../stripe.ts'
import type { Metrics } from './metrics.ts'
import type { Tracing } from './tracing.ts'

/** Returns Stripe's own HTTP client with the duration and outcome of each attempt measured. */
export function watchedHttpClient(metrics: Metrics, tracing: Tracing | null): HttpClient {
  const client: HttpClient = Stripe.createNodeHttpClient()
  const send = client.makeRequest.bind(client)
  client.makeRequest = async (...args: Parameters<HttpClient['makeRequest']>) => {
    const [, , path, method] = args
    const operation = operationOf(method, path)
    const started = performance.now()
    const endSpan = tracing?.begin(operation, { 'http.request.method': method })
    const end = (outcome: string, error?: unknown) => {
      endSpan?.(error)
      metrics.observeProvider(operation, outcome, (performance.now() - started) / 1000)
    }
    try {
      const response = await send(...args)
      end(`${Math.floor(response.getStatusCode() / 100)}xx`)
      return response
    } catch (error) {
      end(isTimeout(error) ? 'timeout' : 'no_answer', error)
      throw error
    }
  }
  return client
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === Stripe.HttpClient.TIMEOUT_ERROR_CODE

/** Returns the method and the path with all ids replaced. Resource names are lowercase words. */
export function operationOf(method: string, path: string): string {
  const [plain = ''] = path.split('?')
  const parts = plain.split('/').map((part) => (/^(v\d|[a-z_]*)$/.test(part) ? part : ':id'))
  return `${method} ${parts.join('/')}`
}
