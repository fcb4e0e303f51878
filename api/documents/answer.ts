import type { FastifyReply } from 'fastify'

/** Answers with a document: opened where it is clicked on, kept under its name. */
export function answerPdf(
  reply: FastifyReply,
  { file_name, bytes }: { file_name: string; bytes: Buffer },
): File {
  reply.type('application/pdf').header('content-disposition', `inline; filename="${file_name}"`)
  // The contract says what arrives; what leaves are its bytes.
  return bytes as unknown as File
}
