import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import send from '@fastify/send'

const compressed = promisify(brotliCompress)
const YEAR_MS = 365 * 24 * 60 * 60_000
const TYPES: Record<string, string> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
}

/** Writes the best compression of each script and style sheet of a build beside it, once, so that no request has to compress it. */
export async function compressPageFiles(build: string): Promise<void> {
  const folder = path.join(build, 'static')
  const names = await readdir(folder, { recursive: true })
  await Promise.all(
    names
      .filter((name) => TYPES[path.extname(name)] !== undefined)
      .map(async (name) => {
        const file = path.join(folder, name)
        await writeFile(`${file}.br`, await compressed(await readFile(file)))
      }),
  )
}

/**
 * Sends the compressed script or style sheet of a build, if the client accepts it, and returns whether it did. Browsers keep these
 * files, because their names contain a hash of their content.
 */
export async function sendPageFile(
  build: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [, name = ''] = /^\/_next\/static\/([^?#]+)/.exec(request.url ?? '') ?? []
  const content_type = TYPES[path.extname(name)]
  if (content_type === undefined || !acceptsBrotli(request.headers['accept-encoding'])) return false
  const found = await send(request, `/${name}.br`, {
    root: path.join(build, 'static'),
    immutable: true,
    maxAge: YEAR_MS,
    contentType: false,
    acceptRanges: false,
    index: false,
  })
  if (found.type !== 'file') return false
  // The browser left while the file was opened.
  if (response.destroyed) {
    found.stream.destroy()
    return true
  }
  response.writeHead(found.statusCode, {
    ...found.headers,
    'content-type': content_type,
    'content-encoding': 'br',
    vary: 'Accept-Encoding',
  })
  // After an interruption, the browser requests the file again.
  pipeline(found.stream, response, () => {})
  return true
}

/** Whether the client accepts Brotli; with the weight 0, it names what it does not accept. */
export const acceptsBrotli = (accepted: string | string[] | undefined): boolean =>
  String(accepted ?? '')
    .split(',')
    .some((each) => /^\s*br\s*(?:;\s*q\s*=\s*(?!0(?:\.0*)?\s*$).*)?$/.test(each))
