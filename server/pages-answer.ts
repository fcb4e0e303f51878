import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import inject from 'light-my-request'

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/** Every page has it, and no answer that says only that there was an error. */
const CONTENT = /<main[\s>]/

/** A page that needs no call of the API, and its status. */
const PROBE = { path: '/405', status: 405 }
/** The pages with which people begin. */
const FIRST_PAGES = ['/', '/sign-in']
const AGAIN_MS = 1_000

interface Seen {
  status: number
  has_content: boolean
}

const noAnswer: Seen = { status: 0, has_content: false }

async function statusOf(handle: Handler, path: string): Promise<Seen> {
  const answer = await inject((request, response) => void handle(request, response), {
    method: 'GET',
    url: path,
    headers: { accept: 'text/html' },
  })
  return { status: answer.statusCode, has_content: CONTENT.test(answer.payload) }
}

/**
 * Returns `ok` if the page server renders a page, which it must be asked: it runs just as well while each of its answers is an error.
 * `handle` is that of the page server, because a busy process that still renders pages is ready.
 */
export async function checkRendering(handle: Handler): Promise<string> {
  const { status, has_content } = await statusOf(handle, PROBE.path)
  return status === PROBE.status && has_content ? 'ok' : `renders no pages (status ${status})`
}

/**
 * Waits until home and sign-in have answered 200 with their content. `handle` answers as this process does: with several processes on
 * one port, a connection could reach another one. `print` is told once what doesn't answer.
 */
export async function untilPagesAnswer(
  handle: Handler,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let isFirst = true
  for (const path of FIRST_PAGES) {
    for (;;) {
      // A connection that breaks off, as that of a process that closes does, is no answer yet.
      const { status, has_content } = await statusOf(handle, path).catch(() => noAnswer)
      if (signal.aborted || (status === 200 && has_content)) break
      if (isFirst)
        print(`waiting for the pages: ${path} answers ${status}${has_content ? '' : ' without content'} …`)
      isFirst = false
      await pause(AGAIN_MS)
    }
  }
}
