import { type ErrorCode, errors } from '@openspot/contract/errors.ts'

/** An error with a code of the catalog. Its thrower may add a more exact message. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly field: string | undefined
  readonly details: Record<string, unknown> | undefined
  readonly retry_after_seconds: number | undefined

  constructor(
    code: ErrorCode,
    more: {
      message?: string
      field?: string
      details?: Record<string, unknown>
      retry_after_seconds?: number
    } = {},
  ) {
    super(more.message ?? errors[code][1])
    this.code = code
    this.status = errors[code][0]
    this.field = more.field
    this.details = more.details
    this.retry_after_seconds = more.retry_after_seconds
  }
}

export function refuse(code: ErrorCode, more: ConstructorParameters<typeof ApiError>[1] = {}): never {
  throw new ApiError(code, more)
}

/** Throws `request_invalid` for a patch without any field. */
export function refuseNoChange(body: object): void {
  if (Object.keys(body).length > 0) return
  refuse('request_invalid', { field: '', message: 'There is nothing to change. Send at least one field.' })
}
