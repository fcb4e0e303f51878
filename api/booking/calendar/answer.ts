import type { FastifyReply } from 'fastify'
import type { CalendarFile } from './calendar-file.ts'

/** Sends a calendar file that phones open in their calendar, and other browsers save under its name. */
export function answerCalendar(reply: FastifyReply, { file_name, text }: CalendarFile): File {
  reply.type('text/calendar; charset=utf-8').header('content-disposition', `inline; filename="${file_name}"`)
  // The contract's type is what the client receives; the server sends the text.
  return text as unknown as File
}
