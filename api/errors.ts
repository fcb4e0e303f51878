import { type ErrorCode, errors } from '@openspot/contract/errors.ts'
import type { Message } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'

/** Logs are in English, whatever the reader's language is. */
const english = translatorFor(null)

/** An error with a code of the catalog. Its thrower may add a more exact message. The response has it in the reader's language. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  /** The message for the person who made the request. */
  readonly text: Message
  readonly status: number
  readonly field: string | undefined
  readonly details: Record<string, unknown> | undefined
  readonly retry_after_seconds: number | undefined

  constructor(
    code: ErrorCode,
    more: {
      message?: Message
      field?: string
      details?: Record<string, unknown>
      retry_after_seconds?: number
    } = {},
  ) {
    const text = more.message ?? messageOf(code)
    super(text(english))
    this.code = code
    this.text = text
    this.status = errors[code]
    this.field = more.field
    this.details = more.details
    this.retry_after_seconds = more.retry_after_seconds
  }
}

/** Returns the message of an error code. */
export const messageOf =
  (code: ErrorCode): Message =>
  (t) =>
    t(`apiErrors.codes.${code}`)

export function refuse(code: ErrorCode, more: ConstructorParameters<typeof ApiError>[1] = {}): never {
  throw new ApiError(code, more)
}

/** Throws `request_invalid` for a patch without any field. */
export function refuseNoChange(body: object): void {
  if (Object.keys(body).length > 0) return
  refuse('request_invalid', { field: '', message: (t) => t('apiErrors.request.nothingToChange') })
}
