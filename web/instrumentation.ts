import { PAGE_ERRORS, type PageError } from '@openspot/core/error-monitoring/page-errors.ts'
import type { Instrumentation } from 'next'
import { isNode } from '@/lib/env.ts'

/** Run by Next.js if a page or its data could not be rendered. The server reports it (see `api/platform/error-monitoring/`). */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (!isNode) return
  const { channel } = await import('node:diagnostics_channel')
  channel(PAGE_ERRORS).publish({
    error,
    method: request.method,
    page: context.routePath,
  } satisfies PageError)
}
