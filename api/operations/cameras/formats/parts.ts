import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { type EventPart, NoReading, unreadable } from './reading.ts'

const limits = { fieldNameSize: 200, fieldSize: 1_000_000, fields: 20, files: 10, parts: 30, headerPairs: 20 }

/** Returns the parts of an event: those of a form, or the whole body as one. Throws `NoReading` for a damaged form. */
export async function partsOf(content_type: string, body: Buffer): Promise<EventPart[]> {
  if (body.length === 0) unreadable('EMPTY')
  if (body.toString('hex', 0, 2) === '1f8b' || body.toString('latin1', 0, 2) === 'PK') unreadable('ENCODED')
  if (!/^multipart\//i.test(content_type)) return [{ name: '', filename: '', bytes: body }]
  // Some cameras call their forms mixed; the parts are the same.
  const form = content_type.replace(/^multipart\/[\w-]+/i, 'multipart/form-data')
  try {
    const parts = await partsOfForm({ 'content-type': form }, body)
    return parts.length === 0 ? unreadable('NOT_MULTIPART') : parts
  } catch (error) {
    if (error instanceof NoReading) throw error
    return unreadable('NOT_MULTIPART')
  }
}

function partsOfForm(headers: BusboyHeaders, body: Buffer): Promise<EventPart[]> {
  return new Promise((resolve, reject) => {
    const parts: EventPart[] = []
    const form = new Busboy({
      headers,
      limits,
      isPartAFile: (_name, type, filename) => Boolean(filename ?? type),
    })
    form.on('file', (name, stream, filename) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', reject)
      stream.on('end', () => parts.push({ name, filename: filename ?? '', bytes: Buffer.concat(chunks) }))
    })
    form.on('field', (name, value, _isNameCut, isValueCut) => {
      if (isValueCut) reject(new NoReading('MALFORMED', 'TOO_COMPLEX'))
      parts.push({ name, filename: '', bytes: Buffer.from(value, 'utf8') })
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      form.on(limit, () => reject(new NoReading('MALFORMED', 'TOO_COMPLEX')))
    form.on('error', reject)
    form.on('finish', () => resolve(parts))
    form.end(body)
  })
}
