import { connect, createServer, type Socket } from 'node:net'

/** A connection to a broker that a test can break, and whose way back it can cut off. */
export interface MuteProxy {
  url: string
  /** Whether what the broker sends is lost. What is sent to it arrives. */
  is_mute: boolean
  breakConnections(): void
  close(): Promise<void>
}

export async function startProxy(broker_url: string): Promise<MuteProxy> {
  const { hostname, port } = new URL(broker_url)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) })
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    near.on('data', (chunk) => far.write(chunk))
    far.on('data', (chunk) => proxy.is_mute || near.write(chunk))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const proxy: MuteProxy = {
    url: `mqtt://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    is_mute: false,
    breakConnections: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: async () => {
      const ended = new Promise<void>((done) => server.close(() => done()))
      proxy.breakConnections()
      await ended
    },
  }
  return proxy
}
