import type { Message } from '@openspot/messages/translate.ts'
import type { FastifyRequest } from 'fastify'
import { ApiError, refuse } from '../../errors.ts'
import { residentFileLimits } from '../resident-files/table.ts'

const field = 'file'
const limits = {
  fileSize: residentFileLimits.max_bytes,
  // One more than the maximum of each, so that the error can name the excess.
  files: 2,
  fields: 1,
  parts: 3,
  headerPairs: 20,
  fieldNameSize: 100,
  fieldSize: 1000,
}

/** Returns the one file of the form. Its name only helps people to recognize it. */
export async function receiveFile(request: FastifyRequest): Promise<{ file_name: string; bytes: Buffer }> {
  if (!request.isMultipart())
    refuse('media_type_unsupported', { field, message: (t) => t('apiErrors.residents.form') })
  let file: { file_name: string; bytes: Buffer } | null = null
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file' || part.fieldname !== field || file !== null)
        fault((t) => t('apiErrors.residents.form'))
      const file_name =
        part.filename
          .replaceAll(/[\p{C}/\\]/gu, '')
          .trim()
          .slice(0, 200) || 'file'
      file = { file_name, bytes: await part.toBuffer() }
    }
  } catch (error) {
    throw asRefusal(error)
  }
  if (file === null || file.bytes.length === 0) fault((t) => t('apiErrors.residents.fileMissing'))
  return file
}

function fault(message: Message): never {
  refuse('request_invalid', { field, message })
}

function asRefusal(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return new ApiError('body_too_large', { field, message: (t) => t('apiErrors.residents.tooLarge') })
  return new ApiError('request_invalid', { field, message: (t) => t('apiErrors.residents.form') })
}
