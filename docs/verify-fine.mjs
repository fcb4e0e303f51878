// Verifies the evidence of a fine: node docs/verify-fine.mjs evidence.json [the hash that is printed on the notice]
// It needs nothing but Node.js. docs/fine-evidence.md explains the format.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const sha256 = (data) => createHash('sha256').update(data).digest('hex')
const [file, printed] = process.argv.slice(2)
const { facts, events, photos } = JSON.parse(readFileSync(file, 'utf8'))
const problems = []
let previous = null
const known = new Set()
events.forEach(({ payload, hash }, at) => {
  const event = JSON.parse(payload)
  if (sha256(payload) !== hash) problems.push(`event ${at + 1} was changed`)
  if (event.previous !== previous || event.seq !== at + 1) problems.push(`event ${at + 1} does not follow`)
  for (const photo of event.details.photos ?? []) known.add(`${photo.photo_id} ${photo.sha256}`)
  previous = hash
})
const first = events[0] && JSON.parse(events[0].payload)
if (!first) problems.push('there are no events')
if (printed && events[0]?.hash !== printed) problems.push('this is not the chain of the notice')
if (facts !== null && sha256(facts) !== first?.details.facts_sha256) problems.push('the facts were changed')
for (const { id, webp_base64 } of photos)
  if (!known.has(`${id} ${sha256(Buffer.from(webp_base64, 'base64'))}`))
    problems.push(`photo ${id} was changed`)
for (const problem of problems) console.error(problem)
console.log(
  problems.length === 0 ? `Verified: ${events.length} events, ${photos.length} photos.` : 'Not verified.',
)
process.exitCode = problems.length === 0 ? 0 : 1
