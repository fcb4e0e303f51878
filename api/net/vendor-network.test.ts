import { createServer, type Server } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { createServer as createTcp, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { certificate, certificateKey } from '../people/connectors/reading/testing/certificate.ts'
import { testPorts } from '../testing/clock.ts'
import { allowPublic } from './networks.ts'
import { VendorFault, VendorUnavailable } from './vendor-errors.ts'
import { openVendorNetwork, secondsOf, type VendorNetworkOptions } from './vendor-network.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function listen(
  server: Server | ReturnType<typeof createTcp> | ReturnType<typeof createSecure>,
): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(
    () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy()
        server.close(done)
      }),
  )
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const never = new AbortController().signal
const networkFor = (port: number, options: Partial<VendorNetworkOptions> = {}) =>
  openVendorNetwork({
    ports: testPorts(),
    networks: allowPublic({ ranges: [], stand_in: { address: '127.0.0.1', port } }),
    ...options,
  })
const get = (url: string) => ({ method: 'GET' as const, url, headers: {} })

describe('addresses that connectors may call', () => {
  /** Counts connections: a refused address must not even be connected to. */
  async function counting() {
    let count = 0
    const port = await listen(
      createServer((_, response) => {
        count += 1
        response.end('secret')
      }),
    )
    return { port, count: () => count }
  }

  test.each([
    'https://127.0.0.1/',
    'https://localhost/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://127.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fd00::1]/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://192.168.0.1:8443/',
  ])('refuse %s', async (url) => {
    await expect(networkFor(1).send(get(url), never)).rejects.toThrow(/private network/)
  })

  test.each([
    'http://8.8.8.8/',
    'ftp://8.8.8.8/',
    'file:///etc/passwd',
    'https://user:password@8.8.8.8/',
    'gopher://8.8.8.8/',
    '/relative',
    '',
  ])('refuse %j, which is not https or names a user', async (url) => {
    await expect(networkFor(1).send(get(url), never)).rejects.toThrow(VendorFault)
  })

  test('refuse a name of which one address is private, and connect to none', async () => {
    const { port, count } = await counting()
    for (const addresses of [
      ['127.0.0.1'],
      ['8.8.8.8', '127.0.0.1'],
      ['::ffff:10.0.0.1'],
      ['169.254.169.254'],
    ]) {
      const net = networkFor(1, { resolve: async () => addresses })
      await expect(net.send(get(`https://vendor.example:${port}/`), never)).rejects.toThrow(/private network/)
    }
    expect(count()).toBe(0)
  })

  test('resolve a name once, so a second answer can lead nowhere else', async () => {
    const { port, count } = await counting()
    let resolved = 0
    const resolve = async () => (++resolved === 1 ? ['127.0.0.1'] : ['10.0.0.1'])
    const answer = await networkFor(port, { resolve }).send(get(`http://vendor.example:${port}/`), never)
    expect(answer.body.toString()).toBe('secret')
    expect([resolved, count()]).toEqual([1, 1])
  })

  test('do not include another port of the address of the stand-in', async () => {
    const { port, count } = await counting()
    await expect(networkFor(port + 1).send(get(`http://127.0.0.1:${port}/`), never)).rejects.toThrow(
      VendorFault,
    )
    expect(count()).toBe(0)
  })

  test.each([301, 302, 303, 307, 308])(
    'do not include the target of a redirect with status %i',
    async (status) => {
      const inner = await counting()
      const port = await listen(
        createServer((_, response) =>
          response.writeHead(status, { location: `http://127.0.0.1:${inner.port}/?key=hidden` }).end(),
        ),
      )
      const error = await networkFor(port)
        .send(get(`http://127.0.0.1:${port}/`), never)
        .catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(VendorFault)
      expect(String(error)).not.toContain('hidden')
      expect(inner.count()).toBe(0)
    },
  )
})

describe('answers of a vendor', () => {
  test('refuses more than the limit while it is read, without its end', async () => {
    let sent = 0
    const port = await listen(
      createServer((_, response) => {
        const chunk = Buffer.alloc(64 * 1024, 'x')
        const more = () => {
          while (!response.destroyed && response.write(chunk)) sent += chunk.length
        }
        response.on('drain', more)
        more()
      }),
    )
    const net = networkFor(port, { max_bytes: 1024 * 1024 })
    await expect(net.send(get(`http://127.0.0.1:${port}/`), never)).rejects.toThrow(/larger than 1 MB/)
    expect(sent).toBeLessThan(20 * 1024 * 1024)
  })

  test.each([10, 1024 * 1024, 3 * 1024 * 1024 + 7])(
    'reads an answer of %i bytes as it was sent, whether its length is declared or not',
    async (length) => {
      const sent = Buffer.from(Array.from({ length: 251 }, (_, at) => at))
      const body = Buffer.alloc(length, sent)
      for (const headers of [{ 'content-length': String(length) }, {}]) {
        const port = await listen(createServer((_, response) => response.writeHead(200, headers).end(body)))
        const answer = await networkFor(port).send(get(`http://127.0.0.1:${port}/`), never)
        expect(answer.body.equals(body)).toBe(true)
      }
    },
  )

  test('takes a server that never answers, or drips, for unavailable', async () => {
    const silent = await listen(createServer(() => {}))
    const dripping = await listen(
      createServer((_, response) => {
        const timer = setInterval(() => response.write('x'), 5)
        response.on('close', () => clearInterval(timer))
      }),
    )
    for (const port of [silent, dripping]) {
      const net = networkFor(port, { timeout_ms: 40 })
      await expect(net.send(get(`http://127.0.0.1:${port}/`), never)).rejects.toThrow(/in time/)
    }
  })

  test('takes a broken connection, and half of an answer, for unavailable', async () => {
    const reset = await listen(createTcp((socket) => void socket.resetAndDestroy()))
    const half = await listen(
      createTcp((socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')),
    )
    for (const port of [reset, half])
      await expect(networkFor(port).send(get(`http://127.0.0.1:${port}/`), never)).rejects.toThrow(
        VendorUnavailable,
      )
  })

  test('takes something other than HTTP for a fault', async () => {
    const port = await listen(createTcp((socket) => void socket.end('220 mail.example ready\r\n')))
    await expect(networkFor(port).send(get(`http://127.0.0.1:${port}/`), never)).rejects.toThrow(VendorFault)
  })

  test('takes a name that does not resolve, and a closed port, for unavailable', async () => {
    const resolve = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
    await expect(networkFor(1, { resolve }).send(get('https://vendor.example/'), never)).rejects.toThrow(
      /ENOTFOUND/,
    )
    await expect(networkFor(1).send(get('http://127.0.0.1:1/'), never)).rejects.toThrow(VendorUnavailable)
  })

  test('takes plain HTTP behind https for unavailable, and sends no header', async () => {
    const seen: string[] = []
    const port = await listen(
      createTcp(
        (socket) =>
          void socket.on('data', (data) => {
            seen.push(data.toString('latin1'))
            socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
          }),
      ),
    )
    const request = { ...get(`https://127.0.0.1:${port}/`), headers: { 'x-api-key': 'hidden' } }
    await expect(networkFor(port).send(request, never)).rejects.toThrow(VendorUnavailable)
    expect(seen.join('')).not.toContain('hidden')
  })
})

describe('certificates', () => {
  const start = () =>
    listen(
      createSecure({ cert: certificate, key: certificateKey }, (_, response) => void response.end('secret')),
    )
  const resolve = async () => ['127.0.0.1']

  test('of the name that was asked for are accepted', async () => {
    const port = await start()
    const net = networkFor(port, { resolve, ca: certificate })
    const { status, body } = await net.send(get(`https://vendor.example:${port}/`), never)
    expect([status, body.toString()]).toEqual([200, 'secret'])
  })

  test.each([
    ['of another name', 'other.example', certificate],
    ['of a name, for an address', '127.0.0.1', certificate],
    ['that nobody vouches for', 'vendor.example', undefined],
  ])('%s are refused, and nothing is sent', async (_, host, ca) => {
    const port = await start()
    const net = networkFor(port, { resolve, ...(ca === undefined ? {} : { ca }) })
    await expect(net.send(get(`https://${host}:${port}/`), never)).rejects.toThrow(
      /certificate of the vendor/,
    )
  })
})

test.each([
  ['120', 120],
  ['Mon, 02 Mar 2026 15:01:00 GMT', 60],
  ['Mon, 02 Mar 2026 14:00:00 GMT', 0],
  ['soon', null],
  [undefined, null],
])('reads a wait of %j as %j seconds', (text, expected) => {
  expect(secondsOf(text, new Date('2026-03-02T15:00:00Z'))).toBe(expected)
})
