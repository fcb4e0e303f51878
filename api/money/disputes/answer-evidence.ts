import type { FastifyReply } from 'fastify'
import { filePolicy } from '../../plugins/safe-headers.ts'
import type { EvidenceFile } from './disputes.sql.ts'

/**
 * Sends a file of the evidence for download. It is as its uploader sent it, so a browser must not open it in place under our address.
 */
export function answerEvidence(
  reply: FastifyReply,
  { name, content_type, bytes }: Pick<EvidenceFile, 'name' | 'content_type' | 'bytes'>,
): File {
  // A header holds ASCII only.
  const file_name = name.replace(/[^\x20-\x7e]/g, '_')
  reply.type(content_type).headers({
    'cache-control': 'private, no-store',
    'content-security-policy': filePolicy,
    'content-disposition': `attachment; filename="${file_name}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'cross-origin-resource-policy': 'same-origin',
  })
  // The contract's type is what the client receives; the server sends the bytes.
  return bytes as unknown as File
}
