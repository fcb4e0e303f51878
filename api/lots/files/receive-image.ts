import type { MultipartFile } from '@fastify/multipart'
import { pictureLimits, pictureTypes } from '@openspot/core/files/limits.ts'
import type { Message } from '@openspot/messages/translate.ts'
import type { FastifyRequest } from 'fastify'
import { ApiError, refuse } from '../../errors.ts'

const field = 'image'
const limits = {
  fileSize: pictureLimits.bytes,
  // One more than the maximum of each, so that the error can name the excess.
  files: 2,
  fields: 1,
  parts: 3,
  headerPairs: 20,
  fieldNameSize: 100,
  fieldSize: 1000,
}

/** Returns the one file of the form. The sender's file name and type are used only to reject it, never to accept it. */
export async function receiveImage(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) {
    refuse('media_type_unsupported', {
      field,
      message: (t) => t('apiErrors.pictures.form'),
    })
  }
  let bytes: Buffer | null = null
  try {
    for await (const part of request.parts({ limits, preservePath: true })) {
      if (part.type !== 'file' || part.fieldname !== field) {
        const name = part.fieldname.replace(/[^\w.-]/g, '?').slice(0, 40)
        fault((t) => t('apiErrors.pictures.otherField', { field: name }))
      }
      if (bytes !== null) fault((t) => t('apiErrors.pictures.oneAtATime'))
      checkSaid(part)
      bytes = await part.toBuffer()
    }
  } catch (error) {
    throw asRefusal(error)
  }
  if (bytes === null) fault((t) => t('apiErrors.pictures.missing'))
  if (bytes.length === 0) fault((t) => t('apiErrors.pictures.empty'))
  return bytes
}

/** File names are not stored. A name that hides its type or claims to be another is no accident, so it is rejected. */
function checkSaid({ filename, mimetype }: MultipartFile): void {
  if (/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(filename)) {
    fault((t) => t('apiErrors.pictures.nameHidesType'))
  }
  if (/[/\\]|%2f|%5c|%00/i.test(filename)) fault((t) => t('apiErrors.pictures.nameIsPath'))
  const extension = /\.([^.]*)$/.exec(filename)?.[1]?.toLowerCase()
  const said = pictureTypes.some((type) => type === mimetype)
  if (!said || (extension !== undefined && !['png', 'jpg', 'jpeg', 'jfif', 'webp'].includes(extension))) {
    fault((t) => t('apiErrors.pictures.nameEnding'))
  }
}

function fault(message: Message): never {
  refuse('picture_not_usable', { field, message })
}

function asRefusal(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    return new ApiError('body_too_large', {
      field,
      message: (t) => t('apiErrors.pictures.tooLarge'),
    })
  }
  // Too many parts, a truncated form, or none at all.
  return new ApiError('picture_not_usable', {
    field,
    message: code.endsWith('_LIMIT')
      ? (t) => t('apiErrors.pictures.oneAtATime')
      : (t) => t('apiErrors.pictures.unreadable'),
  })
}
