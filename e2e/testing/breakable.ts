import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A second address of the product whose connections can be cut, because a browser that goes offline keeps its streams. */
export interface Breakable {
  url: string
  /** Cuts all connections, and refuses new ones or answers them like a proxy without its server, until `mend`. */
  cut(meanwhile?: 'REFUSED' | 'BAD_GATEWAY'): void
  mend(): void
  close(): Promise<void>
}

export async function breakable(url: string): Promise<Breakable> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let cutAs: 'REFUSED' | 'BAD_GATEWAY' | null = null
  const server = createServer((browser) => {
    if (cutAs === 'REFUSED') {
      browser.destroy()
      return
    }
    if (cutAs === 'BAD_GATEWAY') {
      browser.on('error', () => browser.destroy())
      browser.once('data', () => browser.end(badGateway))
      return
    }
    const product = connect(Number(port), hostname)
    for (const [one, other] of [
      [browser, product],
      [product, browser],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      // Errors are what cutting causes; the other side ends with it.
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut(meanwhile = 'REFUSED') {
      cutAs = meanwhile
      cutAll()
    },
    mend() {
      cutAs = null
    },
    async close() {
      cutAll()
      await new Promise((done) => {
        server.close(done)
      })
    },
  }
}

const badGateway = 'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'
