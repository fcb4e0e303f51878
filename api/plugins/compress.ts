import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Below this, compressing costs more than it saves. */
const SMALLEST_BYTES = 1024

/**
 * Compresses lists and documents that are read, for clients that accept it. Answers of other calls are left as they are: some
 * repeat input beside a secret, and the size of a compressed answer would tell how much they have in common. Requests are never
 * decompressed. The levels are those that a busy server can afford.
 */
export async function compressReads(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET') route.compress = false
  })
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: SMALLEST_BYTES,
    customTypes: /^(?:application\/json|text\/csv)/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 5 },
  })
}
