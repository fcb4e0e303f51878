import type { FastifyReply } from 'fastify'
import { filePolicy } from '../plugins/safe-headers.ts'

/** Answers with a picture: never run, never guessed at, and kept by browsers for good, since it never changes. */
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
  // The contract says what arrives; what leaves are its bytes.
  return bytes as unknown as File
}
