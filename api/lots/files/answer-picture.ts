import type { FastifyReply } from 'fastify'
import { filePolicy } from '../../plugins/safe-headers.ts'

/**
 * Sends a picture. Browsers must neither run it nor guess its type, and may cache it forever, because it never changes.
 */
export function answerPicture(
  reply: FastifyReply,
  { bytes, is_private }: { bytes: Buffer; is_private: boolean },
): File {
  reply.type('image/webp').headers({
    'cache-control': `${is_private ? 'private' : 'public'}, max-age=31536000, immutable`,
    'content-security-policy': filePolicy,
    'content-disposition': 'inline; filename="picture.webp"',
    'cross-origin-resource-policy': 'same-origin',
  })
  // The contract's type is what the client receives; the server sends the bytes.
  return bytes as unknown as File
}
