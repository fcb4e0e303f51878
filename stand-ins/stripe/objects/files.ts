import type Stripe from 'stripe'
import { type Route, route } from '../http/route.ts'
import { invalid } from '../protocol/errors.ts'
import { oneOf, positive, type Read, required, shape, text } from '../protocol/params.ts'
import { get, insert } from '../state/store.ts'
import type { Work } from '../state/work.ts'

/** https://docs.stripe.com/file-upload#dispute-evidence */
const MAX_BYTES = 5_000_000
const types = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const

/** What `multipart.ts` makes of the form. */
const create_params = shape({
  purpose: required(oneOf('dispute_evidence')),
  file: required(
    shape({
      filename: required(text),
      type: required(text),
      size: required(positive),
      sha256: required(text),
    }),
  ),
})

async function create(work: Work, { purpose, file }: Read<typeof create_params>): Promise<Stripe.File> {
  if (!isType(file.type)) throw invalid(`Invalid file type ${file.type}.`, { param: 'file' })
  if (file.size > MAX_BYTES) throw invalid('The file is too large.', { param: 'file' })
  const made: Stripe.File = {
    id: work.env.id('file'),
    object: 'file',
    created: work.now,
    expires_at: null,
    filename: file.filename,
    links: null,
    purpose,
    size: file.size,
    title: null,
    type: types[file.type],
    url: null,
  }
  await insert(work, 'file', made, {})
  return made
}

const isType = (type: string): type is keyof typeof types => type in types

export const file_routes: Route[] = [
  route('POST', '/v1/files', create_params, create),
  route('GET', '/v1/files/:id', shape({}), async (work, _params, id) => (await get(work, 'file', id)).object),
]
