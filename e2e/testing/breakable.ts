import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A second address of the product whose connections can be cut, because a browser that goes offline keeps its streams. */
export interface Breakable {
  url: string
  /** Cuts all connections and refuses new ones until `mend`. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function breakable(url: string): Promise<Breakable> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((browser) => {
    if (isCut) {
      browser.destroy()
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
    cut() {
      isCut = true
      cutAll()
    },
    mend() {
      isCut = false
    },
    async close() {
      cutAll()
      await new Promise((done) => {
        server.close(done)
      })
    },
  }
}
