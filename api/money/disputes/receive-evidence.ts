import { type EvidenceType, evidenceLimits } from '@openspot/core/disputes/enums.ts'
import type { FastifyRequest } from 'fastify'
import { ApiError, refuse } from '../../errors.ts'

const field = 'file'
const limits = { fileSize: evidenceLimits.total_bytes, files: 1, fields: 0, parts: 1, headerPairs: 20 }

/** Returns the one file of the form. Its type is that of its first bytes, whatever the sender says. */
export async function receiveEvidence(
  request: FastifyRequest,
): Promise<{ name: string; content_type: EvidenceType; bytes: Buffer }> {
  if (!request.isMultipart())
    refuse('media_type_unsupported', { field, message: (t) => t('apiErrors.residents.form') })
  const file = await read(request)
  if (file === null || file.bytes.length === 0)
    return refuse('file_not_usable', { field, message: (t) => t('apiErrors.residents.fileMissing') })
  const content_type = typeOf(file.bytes) ?? refuse('file_not_usable', { field })
  return { name: nameOf(file.name), content_type, bytes: file.bytes }
}

async function read(request: FastifyRequest): Promise<{ name: string; bytes: Buffer } | null> {
  try {
    const part = await request.file({ limits })
    if (part === undefined || part.fieldname !== field) return null
    return { name: part.filename, bytes: await part.toBuffer() }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw new ApiError('evidence_too_large', { field })
    if (code.startsWith('FST_')) throw new ApiError('file_not_usable', { field })
    throw error
  }
}

function typeOf(bytes: Buffer): EvidenceType | null {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf'
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return 'image/png'
  return null
}

/** Only to recognize the file by; the bank sees it too. */
const nameOf = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}. _-]/gu, '_')
    .slice(-100)
    .trim() || 'file'
