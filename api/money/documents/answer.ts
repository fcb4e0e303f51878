import type { FastifyReply } from 'fastify'

/** Sends a PDF that a browser opens in place and saves under its name. */
export function answerPdf(
  reply: FastifyReply,
  { file_name, bytes }: { file_name: string; bytes: Buffer },
): File {
  reply.type('application/pdf').header('content-disposition', `inline; filename="${file_name}"`)
  // The contract's type is what the client receives; the server sends the bytes.
  return bytes as unknown as File
}
