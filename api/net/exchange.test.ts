import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { exchangeOver } from './exchange.ts'

let server: Server | null = null
afterEach(() => {
  server?.close()
  server = null
})

async function connected(): Promise<{ ours: Socket; theirs: Socket }> {
  const started = createServer()
  server = started
  await new Promise<void>((done) => started.listen(0, '127.0.0.1', done))
  const address = started.address()
  const accepted = new Promise<Socket>((done) => started.once('connection', done))
  const ours = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1')
  return { ours, theirs: await accepted }
}
const post = { method: 'POST', path: '/', headers: { 'content-length': '2' }, body: 'go' } as const

test('resets the connection when the time is over, so that nothing unsent arrives later', async () => {
  const { ours, theirs } = await connected()
  const ending = new AbortController()
  const codes: unknown[] = []
  const closed = new Promise((done) => theirs.once('close', done))
  theirs.on('error', (error) => codes.push('code' in error ? error.code : error.message))
  theirs.once('data', () => ending.abort(new Error('late')))
  const exchange = exchangeOver(ours, post, { max_bytes: 100, signal: ending.signal })
  await expect(exchange).rejects.toThrow('late')
  await closed
  expect(codes).toEqual(['ECONNRESET'])
})

test('sends nothing if the time was over before', async () => {
  const { ours, theirs } = await connected()
  const received: Buffer[] = []
  const closed = new Promise((done) => theirs.once('close', done))
  theirs.on('error', () => {
    // The reset that ends the connection.
  })
  theirs.on('data', (chunk: Buffer) => received.push(chunk))
  const signal = AbortSignal.abort(new Error('late'))
  await expect(exchangeOver(ours, post, { max_bytes: 100, signal })).rejects.toThrow('late')
  await closed
  expect(received).toEqual([])
})

test('closes the connection after an answer, and when its head is refused', async () => {
  for (const refused of [false, true]) {
    const { ours, theirs } = await connected()
    const closed = new Promise((done) => theirs.once('close', done))
    theirs.once('data', () => theirs.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'))
    const onHead = () => {
      if (refused) throw new Error('not this')
    }
    const { signal } = new AbortController()
    const exchange = exchangeOver(ours, post, { max_bytes: 100, signal, onHead })
    if (refused) await expect(exchange).rejects.toThrow('not this')
    else expect((await exchange).body.toString()).toBe('ok')
    theirs.end()
    await closed
  }
})
