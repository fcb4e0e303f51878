// Verifies the evidence of a fine: node docs/verify-fine.mjs evidence.json [the hash that is printed on the notice]
// It needs nothing but Node.js. docs/fine-evidence.md explains the format.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const sha256 = (data) => createHash('sha256').update(data).digest('hex')
const [file, printed] = process.argv.slice(2)
const { facts, events, photos } = JSON.parse(readFileSync(file, 'utf8'))
const payloads = events.map(({ payload }) => JSON.parse(payload))
const known = payloads.flatMap(({ details }) => details.photos ?? []).map((p) => p.photo_id + p.sha256)
const problems = []
const check = (isRight, problem) => isRight || problems.push(problem)
events.forEach(({ payload, hash }, at) => {
  check(sha256(payload) === hash, `event ${at + 1} was changed`)
  check(payloads[at].previous === (events[at - 1]?.hash ?? null), `event ${at + 1} does not follow`)
})
check(events.length > 0, 'there are no events')
check(!printed || events[0]?.hash === printed, 'this is not the chain of the notice')
check(facts === null || sha256(facts) === payloads[0]?.details.facts_sha256, 'the facts were changed')
for (const { id, webp_base64 } of photos)
  check(known.includes(id + sha256(Buffer.from(webp_base64, 'base64'))), `photo ${id} was changed`)
console.log(problems.join('\n') || `Verified: ${events.length} events, ${photos.length} photos.`)
process.exitCode = Math.min(problems.length, 1)
