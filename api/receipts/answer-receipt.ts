import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import { makeReceipt } from './receipt.ts'

/** Answers with a receipt: opened where it is clicked on, kept under its name. */
export async function answerReceipt(pool: pg.Pool, reply: FastifyReply, invoice_id: string): Promise<File> {
  const { file_name, bytes } = await makeReceipt(pool, invoice_id)
  reply.type('application/pdf').header('content-disposition', `inline; filename="${file_name}"`)
  // The contract says what arrives; what leaves are its bytes.
  return bytes as unknown as File
}
