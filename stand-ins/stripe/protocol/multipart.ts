/**
 * Reads a form with one file, as the SDK sends it, into the fields of an ordinary form: of the file its name, type, size, and the hash of
 * its content. The content itself is not kept.
 */
import { createHash } from 'node:crypto'

export function multipartAsForm(body: Buffer, content_type: string): string {
  const boundary = /boundary="?([^";]+)"?/.exec(content_type)?.[1]
  if (boundary === undefined) return ''
  const form = new URLSearchParams()
  for (const part of partsOf(body, `--${boundary}`)) {
    const end = part.indexOf('\r\n\r\n')
    if (end < 0) continue
    const head = part.subarray(0, end).toString('utf8')
    const content = part.subarray(end + 4)
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? ''
    const filename = /filename="([^"]*)"/.exec(head)?.[1]
    if (filename === undefined) {
      form.append(name, content.toString('utf8'))
      continue
    }
    form.append(`${name}[filename]`, filename)
    form.append(`${name}[type]`, /content-type: *([^\r\n]+)/i.exec(head)?.[1] ?? 'application/octet-stream')
    form.append(`${name}[size]`, String(content.length))
    form.append(`${name}[sha256]`, createHash('sha256').update(content).digest('hex'))
  }
  return form.toString()
}

function partsOf(body: Buffer, boundary: string): Buffer[] {
  const parts: Buffer[] = []
  let at = body.indexOf(boundary)
  while (at >= 0) {
    const from = at + boundary.length
    const next = body.indexOf(boundary, from)
    if (next < 0) break
    // Without the line breaks around it.
    parts.push(body.subarray(from + 2, next - 2))
    at = next
  }
  return parts
}
